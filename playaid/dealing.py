"""From a game's files to a drawn orders file: what is kept, what is drawn, and the proof that it is legal."""

from dataclasses import dataclass
from pathlib import Path

from playaid.adoption import load_rules
from playaid.chance import chance_of
from playaid.checks import check
from playaid.deploy import Deal, Words, blank_orders, deal, written
from playaid.deployment import Deployment
from playaid.diagnostics import Rejected, Report
from playaid.ground import Ground
from playaid.prose import voice
from playaid.rules import Rules
from playaid.scenario import UNIT_TYPES, Orders, Scenario, Sourced, load_scenario, orders_file, sourced_orders
from playaid.source import parse, read
from playaid.telling import PlayaidError

REDRAWN = 12
"""So often a deployment is drawn anew that chance made one that warns, all decoys in the open for example."""


@dataclass(frozen=True, kw_only=True)
class Board:
    """A scenario on its ground; nobody's orders."""

    scenario: Sourced[Scenario]
    rules: Rules
    ground: Ground


def sound_game(path: Path) -> Board:
    """Read a scenario and its rules without any orders. Raises `Rejected` when anything in them is wrong."""
    scenario = load_scenario(path)
    rules = load_rules(scenario)
    report = check(scenario, {}, rules)
    if not report.ok:
        raise Rejected(report)
    return Board(scenario=scenario, rules=rules, ground=Ground(scenario=scenario.value, rules=rules))


def starting_orders(board: Board, side: str, target: Path, *, again: bool) -> Sourced[Orders]:
    """Give the orders whose units and reserve are kept: those at the target, else the side's own, else none.

    Raises `PlayaidError` where markers stand in the target and may not be replaced, `Rejected` for a file that is no
    orders file of this side.
    """
    own = orders_file(board.scenario, side)
    for file in (target, own):
        if not file.exists():
            continue
        orders = orders_of(board, read(file, secret=True).text, file)
        if orders.value.side != side:
            help = "choose another file with -o"
            raise PlayaidError(f"{file} holds the orders of {orders.value.side}", exit_code=2, help=help)
        if file == target and orders.value.markers and not again:
            help = "give --again to replace them, or write elsewhere with -o"
            raise PlayaidError(f"{file} already holds markers; they were not replaced", exit_code=2, help=help)
        return orders
    return orders_of(board, blank_orders(side), own)


def orders_of(board: Board, text: str, file: Path) -> Sourced[Orders]:
    """Read the text of an orders file."""
    source = parse(text.encode(), file, secret=True)
    return sourced_orders(board.scenario, source)


def deal_orders(
    board: Board, side: str, kept: Sourced[Orders], *, seed: int | None, plan: str = "even", table: int = 1
) -> tuple[str, Deal, Report]:
    """Draw a deployment; give its text, what was dealt, and what the checks say of it (warnings, if at all).

    Raises `deploy.NoRoom` where units find no place, `Rejected` where the kept units are wrong in themselves.
    """
    deployment = Deployment(ground=board.ground, side=side, orders=kept)
    chance = chance_of(seed, "deploy", side, plan, str(table))
    words, folder = words_in(board.scenario.value.language), _folder(board)
    for _ in range(REDRAWN):
        dealt = deal(deployment, chance, plan)
        text = written(board.ground, side, kept, dealt, words, folder)
        report = check(board.scenario, {side: orders_of(board, text, kept.source.file)}, board.rules)
        if not report.ok:
            raise Rejected(report)
        told = Report.of(d for d in report.diagnostics if d.place.secret)
        if dealt.tight or not told.diagnostics:
            break
    return text, dealt, told


def _folder(board: Board) -> Path:
    return board.scenario.source.file.parent


def words_in(language: str) -> Words:
    """Give the comments of an orders file in a language."""
    speak = voice(language)
    return Words(
        head=tuple(speak.say(f"orders.{key}") for key in ("secret", "check", "seal")),
        pretends=speak.say("orders.pretends"),
        later=speak.say("orders.later"),
        types={kind: speak.say(f"unit_type.{kind}") for kind in UNIT_TYPES},
        terrain={key.split(".")[1]: text for key, text in speak.words.items() if key.startswith("terrain.")},
        language=language,
    )
