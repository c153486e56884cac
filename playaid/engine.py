"""What the rules say: pure functions of a ruleset's data, exact, each answer with its clause and rulings.

Distances are whole micrometres, factors and chances are `Fraction`. No number of the rules stands here; how a silent
clause is read is asked of the rulings in force.
"""

from collections.abc import Callable
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import lru_cache
from math import ceil, floor, prod
from typing import Literal

from playaid.lengths import LONGEST, Length
from playaid.memo import Same
from playaid.rules import Rules
from playaid.ruleset import Bogging, Visibility

Outcome = Literal["automatic", "roll", "impossible"]


@dataclass(frozen=True, kw_only=True)
class Spotting:
    """What a spotting test needs (8.G): the rounded distance, the factor, the face needed and its chance.

    `rounded` counts steps of the ruleset (tens of centimetres); it is None where the factor is not made from a rounded
    distance (R2 modify-first). `needs` is None unless the outcome is a roll.
    """

    rounded: int | None
    factor: Fraction
    outcome: Outcome
    needs: int | None
    chance: Fraction
    rulings: tuple[str, ...]
    clause: str = "8.G"


def spotting(rules: Rules, distance: Length, cover: str, *, visibility: Length | None = None) -> Spotting:
    """Give what a test against a target in a cover class at a distance (µm) needs. Clause 8.G, rulings R1–R6.

    `visibility` is how far the night lets one see this turn: no test reaches beyond it (N10 night-cap). Leave it out by
    day, and for a target that fired.
    """
    found = _by_day(rules, distance, cover)
    if visibility is None or within(rules, distance, visibility):
        return found
    rulings = tuple(sorted((*found.rulings, "N10")))
    return replace(found, outcome="impossible", needs=None, chance=Fraction(0), rulings=rulings)


def _by_day(rules: Rules, distance: Length, cover: str) -> Spotting:
    tables = rules.tables
    steps, times = Fraction(distance, tables.step), tables.cover[cover].factor
    tie, used = rules.reading("R1"), ["R1", "R2"]
    rounded: int | None
    if rules.reading("R2") == "modify-first":
        rounded, factor = None, Fraction(nearest(steps * times, tie))
    else:
        rounded = nearest(steps, tie)
        factor = rounded * times
    if factor.denominator != 1:
        used.append("R3")
        factor = {"floor": Fraction(floor(factor)), "round-up": Fraction(ceil(factor))}.get(rules.reading("R3"), factor)
    if factor < 1 and rules.reading("R4") == "minimum-one":
        factor = Fraction(1)
        used.append("R4")
    if factor == 0:
        return _at_hand(rules, rounded, used)
    return _rolled(rules, rounded, factor, used)


def nearest(value: Fraction, tie: str) -> int:
    """Give the whole number nearest to a value; a tie goes down, up, or to the even number (ruling R1)."""
    below = floor(value)
    rest = 2 * (value - below)
    if rest != 1:
        return below if rest < 1 else below + 1
    up = tie == "half-up" or (tie == "half-even" and below % 2 == 1)
    return below + 1 if up else below


def _at_hand(rules: Rules, rounded: int | None, used: list[str]) -> Spotting:
    """Give what a factor of nought means (R4)."""
    used.append("R4")
    sure = rules.reading("R4") != "forbidden"
    return Spotting(
        rounded=rounded,
        factor=Fraction(0),
        outcome="automatic" if sure else "impossible",
        needs=None,
        chance=Fraction(1 if sure else 0),
        rulings=tuple(used),
    )


def _rolled(rules: Rules, rounded: int | None, factor: Fraction, used: list[str]) -> Spotting:
    """Give what the die must show, or that it cannot (R5, R6)."""
    used.append("R6")
    faces = rules.tables.die.faces
    top = faces if rules.reading("R6") != "zero" else faces - 1
    needs: int | None = max(1, ceil(factor))
    if factor > top:
        used.append("R5")
        needs = top if rules.reading("R5") == "natural-ten" and top == faces else None
    return Spotting(
        rounded=rounded,
        factor=factor,
        outcome="impossible" if needs is None else "roll",
        needs=needs,
        chance=Fraction(0) if needs is None else Fraction(top - needs + 1, faces),
        rulings=tuple(sorted(used)),
    )


@dataclass(frozen=True, kw_only=True)
class Band:
    """A stretch of distances (µm) with one outcome: from `start` to `end`, both included; no end means ever on."""

    start: Length
    end: Length | None
    outcome: Outcome
    needs: int | None
    chance: Fraction
    factors: tuple[Fraction, ...] = ()


def bands(rules: Rules, cover: str) -> tuple[Band, ...]:
    """Give the distance bands of a cover class (rules of 8.G), found by asking `spotting` itself.

    The need never falls with distance, so each band's end is found by halving; what the card prints is what a test at
    any micrometre of the band would need.
    """
    return _bands(Same(rules), cover)


@lru_cache(maxsize=256)
def _bands(key: Same[Rules], cover: str) -> tuple[Band, ...]:
    rules = key.value
    found: list[Band] = []
    start = Length(0)
    while True:
        here = spotting(rules, start, cover)
        same = _same_as(rules, cover, here)
        if same(LONGEST):
            found.append(_band(rules, cover, start, None, here))
            return tuple(found)
        low, high = start, LONGEST
        while high - low > 1:
            middle = Length((low + high) // 2)
            low, high = (middle, high) if same(middle) else (low, middle)
        found.append(_band(rules, cover, start, low, here))
        start = high


def _same_as(rules: Rules, cover: str, here: Spotting) -> Callable[[Length], bool]:
    def same(distance: Length) -> bool:
        there = spotting(rules, distance, cover)
        return (there.outcome, there.needs) == (here.outcome, here.needs)

    return same


def _band(rules: Rules, cover: str, start: Length, end: Length | None, here: Spotting) -> Band:
    last = here.factor if end is None else spotting(rules, end, cover).factor
    factors = (here.factor,) if end is None or last == here.factor else (here.factor, last)
    return Band(start=start, end=end, outcome=here.outcome, needs=here.needs, chance=here.chance, factors=factors)


def any_of(chance: Fraction, tests: int) -> Fraction:
    """Give the chance that at least one of several independent tests succeeds (T3)."""
    return 1 - (1 - chance) ** tests


@dataclass(frozen=True, kw_only=True)
class Automatic:
    """Whether a marker is spotted without a test, and up to what distance (µm) it would be; no limit is None."""

    spotted: bool
    limit: Length | None
    clause: str
    rulings: tuple[str, ...]


def automatic(
    rules: Rules,
    distance: Length,
    cover: str,
    *,
    acted: bool,
    observer: str = "ok",
    in_sight: bool = True,
    visibility: Length | None = None,
) -> Automatic:
    """Give whether an observer spots a marker without a test. Clauses 8.E and 8.F, rulings A2, A3, A4, R9.

    `visibility` is how far the night lets one see this turn, which caps every distance (N10 night-cap). Leave it out by
    day, and for a target that fired.
    """
    tables = rules.tables
    limit: Length | None = tables.cover[cover].automatic.acting if acted else tables.cover[cover].automatic.idle
    rulings, clause = ["R9", "A3"], "8.F"
    if not acted:
        rulings.append("A2")
        if rules.reading("A2") == "text":
            limit, clause = tables.close, "8.E"
    if limit is not None and limit < tables.close:
        limit, clause = tables.close, "8.E"
    if not in_sight:
        rulings.append("A4")
        limit, clause = tables.close if rules.reading("A4") != "needed" else Length(-1), "8.E"
    if visibility is not None and (limit is None or limit > visibility):
        limit = visibility
        rulings.append("N10")
    fit = observer in spotters(rules)
    reached = limit is None or within(rules, distance, limit)
    return Automatic(spotted=fit and reached, limit=limit, clause=clause, rulings=tuple(rulings))


def spotters(rules: Rules) -> tuple[str, ...]:
    """Give the states in which an observer spots automatically (8.E, A3)."""
    if rules.reading("A3") == "pinned-only":
        return tuple(state for state in rules.tables.states if state != "pinned")
    return rules.tables.spotters


def testers(rules: Rules) -> tuple[str, ...]:
    """Give the states in which an activated unit may take a spotting test (8.G, T2)."""
    refused = {"pinned"} if rules.reading("T2") == "refused" else set()
    return tuple(state for state in rules.tables.testers if state not in refused)


def hiders(rules: Rules) -> tuple[str, ...]:
    """Give the types of unit that may take a marker during play (8.C, H1)."""
    guns = ("gun",) if rules.reading("H1") == "guns-too" and "gun" not in rules.tables.rehide else ()
    return (*rules.tables.rehide, *guns)


def within(rules: Rules, distance: Length, limit: Length) -> bool:
    """Tell whether a distance is within a limit: limits are inclusive unless ruling R9 says otherwise."""
    return distance < limit if rules.reading("R9") == "exclusive" else distance <= limit


@dataclass(frozen=True, kw_only=True)
class Permission:
    """Whether something may be done, what it costs in action points, and why."""

    allowed: bool
    cost: int
    clause: str
    rulings: tuple[str, ...] = ()


def rehide(rules: Rules, unit_type: str, *, in_cover: bool, seen: bool) -> Permission:
    """Give whether an activated unit may take a camouflage marker during play (8.C, H1, H2)."""
    placed = in_cover or rules.reading("H2") == "cover-or-behind"
    allowed = unit_type in hiders(rules) and placed and not seen
    cost = rules.tables.points.rehide if allowed else 0
    return Permission(allowed=allowed, cost=cost, clause="8.C", rulings=("H1", "H2", "H3", "H4"))


def fire(rules: Rules, *, spotted: bool, just_tested: bool = False, decoy: bool = False) -> Permission:
    """Give whether a marker or unit may fire at a target, and the cost of this shot (8.D, 8.H, T8–T10)."""
    points = rules.tables.points
    if decoy:
        return Permission(allowed=False, cost=0, clause="8.D", rulings=("A13",))
    free = just_tested or (spotted and rules.reading("T10") == "yes")
    if not spotted and not just_tested:
        return Permission(allowed=False, cost=0, clause="8.H", rulings=("T9",))
    return Permission(
        allowed=True, cost=points.first_shot if free else points.shot, clause="8.H", rulings=("T8", "T10")
    )


@dataclass(frozen=True, kw_only=True)
class Action:
    """Whether a marker may act, and the action points it has left then."""

    allowed: bool
    left: int
    clause: str
    rulings: tuple[str, ...] = ()


def act(rules: Rules, who: Literal["unit", "decoy"], action: Literal["move", "test", "fire"], points: int) -> Action:
    """Give whether a marker with so many action points may move, test or fire (8.B, 8.D, A1, A13)."""
    costs = rules.tables.points
    cost = {"move": costs.move, "test": costs.test, "fire": costs.shot}[action]
    if who == "decoy" and action != "move":
        return Action(allowed=False, left=points, clause="8.D", rulings=("A13",))
    allowed = cost <= points <= costs.activation
    return Action(allowed=allowed, left=points - cost if allowed else points, clause="8.B", rulings=("A1",))


# Night.


@dataclass(frozen=True, kw_only=True)
class NightSight:
    """How far a platoon sees for a roll, and whether it may shoot at a target (None where no distance was asked)."""

    row: Visibility
    can_shoot: bool | None
    clause: str
    rulings: tuple[str, ...]


def night(
    rules: Rules, roll: int, distance: Length | None = None, *, unit: str = "cm", fired: bool = False
) -> NightSight:
    """Give what a roll on the Night Visibility Table allows (N.4, N.5). `unit` says which column the distance is of.

    The columns are nominal pairs: a distance in inches meets the inch column, one in centimetres the other.
    Raises `LookupError` for a roll the die does not have.
    """
    row = next((row for row in rules.dark.visibility if row.roll == roll), None)
    if row is None:
        raise LookupError(f"the die has the faces 1 to {rules.dark.die.faces}")
    if distance is None:
        return NightSight(row=row, can_shoot=None, clause="N.4", rulings=("N1", "N4", "N7"))
    if fired:
        return NightSight(row=row, can_shoot=True, clause="N.5", rulings=("N5",))
    limit = row.inches if unit == "in" else row.cm
    reached = distance < limit if rules.reading("N4") == "exclusive" else distance <= limit
    return NightSight(row=row, can_shoot=reached, clause="N.4", rulings=("N1", "N4"))


def chance_to_see(rules: Rules, row: Visibility) -> Fraction:
    """Give the chance that a roll sees to the distance of a row: the best of the ruleset's dice (N.4)."""
    table = rules.dark
    short = sum(1 for other in table.visibility if other.cm < row.cm)
    return 1 - Fraction(short, table.die.faces) ** table.dice


def bogging(rules: Rules, check: Bogging) -> tuple[Fraction, Fraction]:
    """Give the chance to pass a bogging check by day, and at night with passes rolled again (N.3, N8)."""
    table = rules.dark
    day = Fraction(table.die.faces - check.needs + 1, table.die.faces)
    again = table.reroll == "passes" and rules.reading("N8") != "may"
    return day, day * day if again else day


@dataclass(frozen=True, kw_only=True)
class NightMove:
    """How far a team may move at night (µm, in the column that was asked); nothing at the double."""

    allowed: Length
    clause: str
    rulings: tuple[str, ...]


def night_move(rules: Rules, distance: Length, *, unit: str = "cm", double: bool = False) -> NightMove:
    """Give how much of a move is allowed at night: the smaller of the move and the cap (N.1, N.2, N9)."""
    table = rules.dark.movement
    if double and not table.double:
        return NightMove(allowed=Length(0), clause="N.2", rulings=())
    return NightMove(allowed=min(distance, table.inches if unit == "in" else table.cm), clause="N.1", rulings=("N9",))


def dawn(rules: Rules, turn: int) -> tuple[Fraction, Fraction]:
    """Give the chance that the light changes in a turn, and that it has changed by its end.

    Raises `LookupError` where the ruleset has no dawn.
    """
    table = rules.dark.dawn
    if table is None:
        raise LookupError("the ruleset has no dawn; a club's own may have one")
    faces = rules.dark.die.faces
    dark = Fraction(table.needs - 1, faces)
    stays = [dark ** max(0, number - table.first_turn + 1) for number in range(1, turn + 1)]
    return 1 - stays[-1], 1 - prod(stays, start=Fraction(1))
