"""``playaid ask``: the rules engine at the table, one question a call."""

import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click

from playaid.cli_options import Choice
from playaid.cli_terminal import say

if TYPE_CHECKING:
    from playaid.lengths import Length
    from playaid.rules import Rules

F = TypeVar("F", bound=Callable[..., Any])


class Question(click.Command):
    """A question, in which a number may begin with a minus."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Read the command line; no option begins with a digit."""
        return super().parse_args(ctx, [f" {arg}" if re.match(r"-[.\d]", arg) else arg for arg in args])


class Questions(click.Group):
    """All questions."""

    command_class = Question


@click.group(cls=Questions)
def ask() -> None:
    """Ask the rules one question: spotting, firing, night, lines of sight."""


def _length(text: str) -> "Length":
    from playaid.lengths import NotALength, parse_length

    try:
        length = parse_length(text, "cm")
    except NotALength as error:
        raise click.UsageError(f"{text}: {error}") from None
    if length < 0:
        raise click.UsageError(f"{text.strip()}: a distance is not negative")
    return length


def _rules(kind: str, *, rules: str | None, rulings: tuple[str, ...]) -> "Rules":
    """Give the ruleset of a kind with the readings that were asked for as ID=OPTION."""
    from playaid.fields import meant
    from playaid.rules import Rules
    from playaid.ruleset import load_named

    ruleset = load_named(rules or {"concealment": "incertitude", "night": "flames-of-war-night"}[kind])
    if ruleset.kind != kind:
        raise click.UsageError(f"{ruleset.id} is a {ruleset.kind} ruleset; this question needs a {kind} ruleset")
    chosen = []
    for written in rulings:
        id, _, option = written.partition("=")
        if id not in ruleset.rulings:
            raise click.UsageError(f"no ruling is called {id}; {meant(id, list(ruleset.rulings))}")
        if option not in ruleset.rulings[id].options:
            known = list(ruleset.rulings[id].options)
            raise click.UsageError(f"ruling {id} has no option {option}; {meant(option, known)}")
        chosen.append((id, option))
    return Rules.of(ruleset, tuple(chosen))


def _known(word: str, known: "list[str]", what: str) -> str:
    if word not in known:
        raise click.UsageError(f"{word} is no {what}; known: {', '.join(known)}")
    return word


def _answer(form: str, data: dict[str, Any], text: str) -> None:
    say(json.dumps(data) if form == "json" else text)


def RULES(command: F) -> F:  # noqa: N802  # stands where an option stands
    """Add the options that choose the ruleset and its readings."""
    chosen = click.option("--rules", metavar="ID|FILE", help="Another ruleset than the built-in one.")
    read = click.option("--ruling", "rulings", multiple=True, metavar="ID=OPTION", help="Another reading; repeatable.")
    return chosen(read(command))


VISIBILITY = click.option("--visibility", metavar="LENGTH", help="How far the night lets one see (N10 night-cap).")
FORMAT = click.option("--format", "form", type=Choice(["text", "json"]), default="text", show_default=True)


@ask.command()
@click.argument("distance")
@click.argument("cover")
@click.option("--tests", type=click.IntRange(2, 100), help="Chance of at least one success in so many tests.")
@VISIBILITY
@RULES
@FORMAT
def factor(
    distance: str,
    cover: str,
    tests: int | None,
    visibility: str | None,
    form: str,
    **named: Any,
) -> None:
    """What a spotting test needs: DISTANCE (82cm) and the target's COVER (clear, light, dense)."""
    from playaid.engine import any_of, spotting
    from playaid.figures import percent, show_fraction

    on = _rules("concealment", **named)
    _known(cover, list(on.tables.cover), "cover class")
    found = spotting(on, _length(distance), cover, visibility=_length(visibility) if visibility else None)
    shown = show_fraction(found.factor)
    data = {
        "rounded": found.rounded,
        "factor": shown,
        "outcome": found.outcome,
        "needs": found.needs,
        "chance": float(found.chance),
        "clause": found.clause,
        "rulings": list(found.rulings),
    }
    need = f"needs {found.needs}+ on 1D{on.tables.die.faces} ({percent(found.chance, 1)} %)"
    need = (
        need if found.outcome == "roll" else {"automatic": "identified without a roll"}.get(found.outcome, "impossible")
    )
    if tests is not None:
        together = any_of(found.chance, tests)
        data |= {"tests": tests, "chance_of_any": float(together)}
        need += f"; in {tests} tests {percent(together, 1)} %"
    _answer(form, data, f"factor {shown}: {need} [clause {found.clause}; rulings {', '.join(found.rulings)}]")


@ask.command()
@click.argument("distance")
@click.argument("cover")
@click.option("--acted/--idle", default=False, help="Whether the target moves or fires.")
@click.option("--observer", default="ok", show_default=True, help="ok, pinned, demoralised or routing.")
@click.option("--no-sight", is_flag=True, help="There is no line of sight.")
@VISIBILITY
@RULES
@FORMAT
def automatic(
    distance: str,
    cover: str,
    acted: bool,
    observer: str,
    no_sight: bool,
    visibility: str | None,
    form: str,
    **named: Any,
) -> None:
    """Whether a marker is spotted without a test: DISTANCE and the COVER it stands in."""
    from playaid.engine import automatic as decide
    from playaid.lengths import show_length

    on = _rules("concealment", **named)
    _known(cover, list(on.tables.cover), "cover class")
    _known(observer, list(on.tables.states), "state of an observer")
    seen = _length(visibility) if visibility else None
    found = decide(on, _length(distance), cover, acted=acted, observer=observer, in_sight=not no_sight, visibility=seen)
    limit = (
        None
        if found.limit is None
        else show_length(max(found.limit, 0), on.concealment.units if on.concealment else "cm")
    )
    data = {"spotted": found.spotted, "limit": limit, "clause": found.clause, "rulings": list(found.rulings)}
    said = "spotted" if found.spotted else "not spotted"
    _answer(form, data, f"{said}; the limit is {limit or 'the line of sight'} [clause {found.clause}]")


@ask.command()
@click.argument("unit_type")
@click.option("--in", "where", type=Choice(["cover", "open"]), required=True, help="Where the unit is.")
@click.option("--seen/--unseen", required=True, help="Whether an enemy has it in line of sight.")
@RULES
@FORMAT
def rehide(unit_type: str, where: str, seen: bool, form: str, **named: Any) -> None:
    """Whether an activated unit may take a marker during play: UNIT_TYPE (combat_group, gun, …)."""
    from playaid.engine import rehide as decide
    from playaid.scenario import UNIT_TYPES

    _known(unit_type, list(UNIT_TYPES), "unit type")
    found = decide(_rules("concealment", **named), unit_type, in_cover=where == "cover", seen=seen)
    data = {"allowed": found.allowed, "cost": found.cost, "clause": found.clause, "rulings": list(found.rulings)}
    said = f"allowed for {found.cost} PA after an experience test" if found.allowed else "not allowed"
    _answer(form, data, f"{said} [clause {found.clause}]")


@ask.command()
@click.option("--spotted/--hidden", required=True, help="Whether the target is spotted.")
@click.option("--just-tested", is_flag=True, help="The firer has just passed a spotting test against it.")
@click.option("--decoy", is_flag=True, help="The firer is a decoy.")
@RULES
@FORMAT
def fire(spotted: bool, just_tested: bool, decoy: bool, form: str, **named: Any) -> None:
    """Whether a shot is allowed, and what it costs."""
    from playaid.engine import fire as decide

    found = decide(_rules("concealment", **named), spotted=spotted, just_tested=just_tested, decoy=decoy)
    data = {"allowed": found.allowed, "cost": found.cost, "clause": found.clause, "rulings": list(found.rulings)}
    _answer(form, data, f"{f'allowed for {found.cost} PA' if found.allowed else 'not allowed'} [clause {found.clause}]")


@ask.command()
@click.argument("who", type=Choice(["unit", "decoy"]))
@click.argument("action", type=Choice(["move", "test", "fire"]))
@click.option("--points", type=click.IntRange(0, 100), required=True, help="Action points the marker has.")
@RULES
@FORMAT
def act(who: Any, action: Any, points: int, form: str, **named: Any) -> None:
    """Whether a marker may move, test or fire with its action points."""
    from playaid.engine import act as decide

    found = decide(_rules("concealment", **named), who, action, points)
    data = {"allowed": found.allowed, "left": found.left, "clause": found.clause, "rulings": list(found.rulings)}
    _answer(
        form, data, f"{'allowed' if found.allowed else 'not allowed'}, {found.left} PA left [clause {found.clause}]"
    )


@ask.command()
@click.argument("roll", type=int)
@click.argument("distance", required=False)
@click.option("--fired", is_flag=True, help="The target fired in its own previous Shooting Step.")
@RULES
@FORMAT
def night(roll: int, distance: str | None, fired: bool, form: str, **named: Any) -> None:
    """How far a platoon sees for a ROLL, and whether it may shoot at a DISTANCE (25cm or 10in)."""
    from playaid.engine import night as decide
    from playaid.lengths import amount

    unit = _unit(distance or "")
    try:
        length = _length(distance) if distance else None
        found = decide(_rules("night", **named), roll, length, unit=unit, fired=fired)
    except LookupError as error:
        raise click.UsageError(str(error)) from None
    inches, cm = amount(found.row.inches, "in"), amount(found.row.cm, "cm")
    sees = {"in": _plain(inches), "cm": _plain(cm)}
    data = {"visibility": sees, "can_shoot": found.can_shoot, "clause": found.clause, "rulings": list(found.rulings)}
    text = f'sees {sees["in"]}" / {sees["cm"]} cm'
    if found.can_shoot is not None:
        text += "; may shoot" if found.can_shoot else "; may not shoot, the target is beyond it"
    _answer(form, data, f"{text} [clause {found.clause}]")


def _unit(distance: str) -> str:
    """Give the column that a distance belongs to: inches or centimetres."""
    return "in" if distance.rstrip().endswith(('"', "in", "inch", "inches", "ft", "'")) else "cm"


def _plain(number: Any) -> int | float:
    return int(number) if number == int(number) else float(number)


@ask.command()
@click.argument("distance")
@click.option("--double", is_flag=True, help="The team wants to move at the double.")
@RULES
@FORMAT
def move(distance: str, double: bool, form: str, **named: Any) -> None:
    """How much of a move is allowed at night: DISTANCE (30cm or 12in)."""
    from playaid.engine import night_move
    from playaid.lengths import show_length

    unit = _unit(distance)
    found = night_move(_rules("night", **named), _length(distance), unit=unit, double=double)
    allowed = show_length(found.allowed, unit)
    _answer(
        form,
        {"allowed": found.allowed > 0, "distance": allowed, "clause": found.clause, "rulings": list(found.rulings)},
        f"{f'up to {allowed}' if found.allowed else 'not allowed'} [clause {found.clause}]",
    )


@ask.command()
@click.argument("check")
@RULES
@FORMAT
def bogging(check: str, form: str, **named: Any) -> None:
    """The chance to pass a bogging CHECK at night (difficult, very_difficult_trained, …)."""
    from playaid.engine import bogging as decide
    from playaid.figures import percent

    on = _rules("night", **named)
    _known(check, list(on.dark.bogging), "bogging check")
    day, dark = decide(on, on.dark.bogging[check])
    data = {
        "needs": on.dark.bogging[check].needs,
        "day": float(day),
        "night": float(dark),
        "clause": "N.3",
        "rulings": ["N8"],
    }
    _answer(form, data, f"passes {percent(day, 1)} % by day, {percent(dark, 1)} % at night [clause N.3]")


@ask.command()
@click.argument("turn", type=click.IntRange(1, 100))
@RULES
@FORMAT
def dawn(turn: int, form: str, **named: Any) -> None:
    """The chance that the light changes in a TURN, where the ruleset has a dawn."""
    from playaid.engine import dawn as decide
    from playaid.figures import percent

    try:
        now, by_then = decide(_rules("night", **named), turn)
    except LookupError as error:
        raise click.UsageError(str(error)) from None
    data = {"now": float(now), "by_then": float(by_then)}
    _answer(form, data, f"changes in turn {turn}: {percent(now, 1)} %; changed by then: {percent(by_then, 1)} %")


@ask.command()
@click.argument("scenario", type=click.Path(path_type=Path))
@click.argument("start", metavar="X,Y")
@click.argument("end", metavar="X,Y")
@FORMAT
def sight(scenario: Path, start: str, end: str, form: str) -> None:
    """Whether there is a line of sight between two places of a SCENARIO, in its units."""
    from math import isqrt

    from playaid.game import read_game
    from playaid.lengths import Length, show_length
    from playaid.shapes import squared_distance

    game = read_game(scenario, set())
    report = game.check()
    if not report.ok:
        from playaid.diagnostics import Rejected

        raise Rejected(report)
    unit = game.scenario.value.units
    a, b = (_point(text, unit) for text in (start, end))
    table = game.scenario.value.table
    for text in (text for text, point in ((start, a), (end, b)) if not game.ground.on_table(point)):
        size = f"{show_length(table.width, unit)} by {show_length(table.depth, unit)}"
        say(f"note: {text.strip()} is not on the table, which is {size}", err=True)
    found = game.ground.field.look(a, b)
    tenth = 1_000 if unit == "cm" else 2_540
    squared = squared_distance(a, b)
    # The nearest tenth of a unit, halves up, without leaving whole numbers.
    distance = Length((isqrt(4 * squared) + tenth) // (2 * tenth) * tenth)
    shown = show_length(distance, unit)
    data = {"clear": found.clear, "blocked_by": list(found.blocked_by), "distance": shown}
    said = "clear" if found.clear else f"blocked by {', '.join(found.blocked_by)}"
    _answer(form, data, f"{said}; {shown}")


def _point(text: str, unit: str) -> Any:
    from playaid.lengths import NotALength, parse_length
    from playaid.shapes import Point

    parts = text.split(",")
    if len(parts) != 2:
        raise click.UsageError(f"{text}: write a place as x,y, for example 12.5,40")
    try:
        return Point(*(parse_length(part, unit) for part in parts))
    except NotALength as error:
        raise click.UsageError(f"{text}: {error}") from None
