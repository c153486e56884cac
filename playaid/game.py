"""A game as files: a scenario, its rules and the orders that may be opened, read together and judged at once."""

from collections.abc import Collection
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from playaid.adoption import load_rules
from playaid.checks import check
from playaid.diagnostics import Diagnostic, Rejected, Report
from playaid.ground import Ground
from playaid.rules import Rules
from playaid.scenario import Orders, Scenario, Sourced, load_orders, load_scenario


@dataclass(frozen=True, kw_only=True)
class Game:
    """What was read of a game; `orders` holds those sides only whose files were opened and exist."""

    scenario: Sourced[Scenario]
    rules: Rules
    orders: dict[str, Sourced[Orders]]

    @cached_property
    def ground(self) -> Ground:
        """The table."""
        return Ground(scenario=self.scenario.value, rules=self.rules)

    def check(self) -> Report:
        """Check everything that was read."""
        return check(self.scenario, self.orders, self.rules, self.ground)


def read_game(path: Path, sides: Collection[str] | None, scenario: Sourced[Scenario] | None = None) -> Game:
    """Read a scenario and the orders of some sides, or of both where `sides` is None.

    A scenario that was read already is not read again, and no other side's file is opened. Raises `Rejected` with the
    problems of all files together, `PlayaidError` where one cannot be read.
    """
    scenario = scenario if scenario is not None else load_scenario(path)
    problems: list[Diagnostic] = []
    rules: Rules | None = None
    try:
        rules = load_rules(scenario)
    except Rejected as rejected:
        problems += rejected.report.diagnostics
    orders: dict[str, Sourced[Orders]] = {}
    for side in scenario.value.sides:
        if sides is not None and side not in sides:
            continue
        try:
            found = load_orders(scenario, side)
        except Rejected as rejected:
            problems += rejected.report.diagnostics
            continue
        if found is not None:
            orders[side] = found
    if rules is None or problems:
        readable = check(scenario, orders, rules).diagnostics if rules is not None else ()
        raise Rejected(Report.of((*problems, *readable)))
    return Game(scenario=scenario, rules=rules, orders=orders)
