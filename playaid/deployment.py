"""One side's orders on their ground: its units, its numbers, how its markers are named and spoken of.

Whatever is said of a deployment may hold secret values; its diagnostics stand in a secret source, so that they can be
said discreetly to anyone else.
"""

from dataclasses import dataclass
from functools import cached_property

from playaid.diagnostics import Code, Diagnostic, Severity
from playaid.ground import Ground
from playaid.lengths import show_length
from playaid.rules import Rules
from playaid.scenario import Orders, Side, Sourced, Unit
from playaid.shapes import Point


@dataclass(frozen=True, kw_only=True)
class Deployment:
    """One side's orders on their ground."""

    ground: Ground
    side: str
    orders: Sourced[Orders]

    @property
    def rules(self) -> Rules:
        """The rules in force."""
        return self.ground.rules

    @property
    def own(self) -> Side:
        """The side as the scenario has it."""
        return self.ground.scenario.sides[self.side]

    @cached_property
    def units(self) -> dict[str, Unit]:
        """The side's units by id: the scenario's, then the secret ones."""
        return {unit.id: unit for unit in (*self.orders.value.units, *self.own.units)}

    @property
    def pool(self) -> int:
        """How many numbers the side's markers may have: one a unit, one a decoy of the allocation."""
        return len(self.units) + self.own.decoys

    @property
    def must_hide(self) -> bool:
        """Tell whether this side's markers must stand in cover or out of sight (8.A, D2, D3)."""
        if self.rules.concealment is None:
            return False
        if self.own.role == "defender" or self.rules.reading("D2") == "cover":
            return True
        return self.own.role is None and self.rules.reading("D3") == "as-defenders"

    @property
    def radius(self) -> int:
        """Half the width of a marker on the table, µm."""
        return self.ground.radius

    def name(self, number: int) -> str:
        """Name a marker of the orders for a message."""
        marker = self.orders.value.markers[number]
        what = marker.unit or (f"decoy {marker.decoy}" if marker.decoy else "nothing")
        return f"marker {marker.number} ({what})" if marker.number is not None else f"the marker of {what}"

    def stacked(self, number: int, other: int) -> bool:
        """Tell whether two entries are one marker that stands for several units (ruling D8 stacks)."""
        a, b = (self.orders.value.markers[n] for n in (number, other))
        same = a.number is not None and a.number == b.number and a.at is not None and a.at == b.at
        return same and a.unit is not None and b.unit is not None and self.rules.reading("D8") == "stacks"

    def show(self, point: Point) -> str:
        """Write a place in the scenario's units."""
        unit = self.ground.scenario.units
        x, y = (show_length(value, unit).removesuffix(f" {unit}") for value in point)
        return f"[{x}, {y}]"

    def say(
        self,
        code: Code,
        message: str,
        *keys: str | int,
        clause: str | None = None,
        ruling: str | None = None,
        help: str = "",
        severity: Severity | None = None,
    ) -> Diagnostic:
        """Give a diagnostic; clause, ruling and the ruleset's severity count only where those rules are on."""
        on = clause is not None and self.rules.clause(clause) is not None
        if severity is None:
            severity = code.severity
            if on and clause is not None and severity is Severity.ERROR:
                severity = self.rules.severity(clause)
        return self.orders.source.diagnostic(
            code,
            message,
            *keys,
            help=help,
            clause=clause if on else None,
            ruling=ruling if on else None,
            severity=severity,
        )
