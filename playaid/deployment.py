"""The checks of one side's orders: numbers, units, decoys, places (8.A, 8.D, rulings D1–D15).

Whatever is said here may hold secret values; the diagnostics stand in a secret source, so that they can be said
discreetly to anyone else.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property

from playaid import codes
from playaid.diagnostics import Code, Diagnostic, Severity
from playaid.fields import meant
from playaid.forces import check_units
from playaid.ground import Ground, Watcher
from playaid.lengths import Length, show_length
from playaid.places import nearest_legal
from playaid.ruleset import Rules
from playaid.scenario import Marker, Orders, Side, Sourced, Unit
from playaid.shapes import Point, squared_distance

HELPED = 8
"""So many markers of one file get a nearest legal place as help; looking for more would keep the user waiting."""


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


def check_orders(ground: Ground, side: str, orders: Sourced[Orders]) -> Iterator[Diagnostic]:
    """Run every check of one side's orders."""
    deployment = Deployment(ground=ground, side=side, orders=orders)
    if orders.value.side != side:
        said = f"this file is read as the orders of {side}, and says it is for {orders.value.side}"
        help = f"write side: {side}, or call the file {orders.value.side}.orders.yaml"
        yield orders.source.diagnostic(codes.WRONG_SIDE, said, "side", help=help)
        return
    yield from check_secret_units(deployment)
    yield from check_marker_contents(deployment)
    yield from check_units_accounted(deployment)
    yield from check_decoy_count(deployment)
    yield from check_numbers(deployment)
    yield from check_numbers_betray(deployment)
    yield from check_places(deployment)
    yield from check_same_place(deployment)


def check_secret_units(deployment: Deployment) -> Iterator[Diagnostic]:
    """PA322, and the checks of units for those that only the orders name."""
    own = {unit.id for unit in deployment.own.units}
    orders = deployment.orders.value
    for number, unit in enumerate(orders.units):
        if unit.id in own:
            said = f"the scenario already has a unit {unit.id} on this side"
            yield deployment.say(codes.SECRET_ID, said, "units", number, "id")
    first: dict[str, int] = {}
    for number, unit in enumerate(orders.units):
        if unit.id in first:
            said = f"the id {unit.id} stands here and at secret unit {first[unit.id] + 1}"
            yield deployment.say(codes.DUPLICATE_ID, said, "units", number, "id")
        first.setdefault(unit.id, number)
    both = deployment.own.model_copy(update={"units": (*orders.units, *deployment.own.units)})
    source, count = deployment.orders.source, len(orders.units)
    for found in check_units(deployment.ground.scenario, source, both, ("units",)):
        place = found.place.keys
        if len(place) > 1 and isinstance(place[1], int) and place[1] < count and found.code is not codes.DUPLICATE_ID:
            yield found


def check_marker_contents(deployment: Deployment) -> Iterator[Diagnostic]:
    """PA216, PA306, PA312, PA313, PA319, PA320: each marker is a unit that exists, or a decoy with its pretence."""
    night_only = deployment.rules.concealment is None
    for number, marker in enumerate(deployment.orders.value.markers):
        way = ("markers", number)
        name = deployment.name(number)
        if (marker.unit is None) == (marker.decoy is None):
            said = "both" if marker.unit is not None else "neither"
            yield deployment.say(codes.UNIT_OR_DECOY, f"{name}: {said} unit and decoy are written", *way)
        elif marker.decoy is not None:
            if night_only:
                yield deployment.say(codes.NIGHT_DECOYS, codes.NIGHT_DECOYS.title, *way, "decoy")
                continue
            if marker.move is None and deployment.rules.reading("A12") != "uniform-rate":
                said = f"{name} does not say how fast it moves"
                yield deployment.say(codes.DECOY_WITHOUT_SPEED, said, *way, "decoy", clause="8.D", ruling="A12")
            if marker.at is None:
                yield deployment.say(codes.DECOY_NOWHERE, f"{name} has no place", *way, clause="8.D", ruling="D14")
        elif marker.unit is None or marker.unit not in deployment.units:
            help = meant(str(marker.unit), list(deployment.units))
            said = f"{deployment.side} has no unit {marker.unit}"
            yield deployment.say(codes.UNKNOWN_UNIT, said, *way, "unit", help=help)
        else:
            if deployment.units[marker.unit].speed is None:
                said = f"the unit {marker.unit} has no speed"
                if not night_only:
                    yield deployment.say(codes.NO_SPEED, said, *way, "unit", clause="8.B")
            yield from _arrival_problem(deployment, number, marker)


def _arrival_problem(deployment: Deployment, number: int, marker: Marker) -> Iterator[Diagnostic]:
    unit = deployment.units[str(marker.unit)]
    way, name = ("markers", number), deployment.name(number)
    if unit.arrives is not None and marker.at is not None:
        said = f"{name} arrives in turn {unit.arrives.turn} and cannot stand on the table before"
        help = "leave at: out; the number is kept for it"
        yield deployment.say(codes.ARRIVAL_ON_TABLE, said, *way, "at", clause="8.0", ruling="D14", help=help)
    elif unit.arrives is None and marker.at is None:
        said = f"{name} has no place, and the unit does not arrive later"
        help = "write at: [x, y], or put the unit in reserve"
        yield deployment.say(codes.ARRIVAL_ON_TABLE, said, *way, clause="8.0", ruling="D14", help=help)


def check_units_accounted(deployment: Deployment) -> Iterator[Diagnostic]:
    """PA304, PA305, PA306, PA310, PA311: every unit is on one marker or in reserve, and not beside its own parts."""
    orders = deployment.orders.value
    first: dict[str, int] = {}
    for number, marker in enumerate(orders.markers):
        if marker.unit is None or marker.unit not in deployment.units:
            continue
        if marker.unit in first:
            said = f"{marker.unit} stands here and on {deployment.name(first[marker.unit])}"
            way = ("markers", number, "unit")
            yield deployment.say(codes.UNIT_ON_TWO_MARKERS, said, *way, clause="8.A", ruling="D8")
        first.setdefault(marker.unit, number)
    for number, id in enumerate(orders.reserve):
        if id not in deployment.units:
            help = meant(id, list(deployment.units))
            said = f"{deployment.side} has no unit {id}"
            yield deployment.say(codes.UNKNOWN_UNIT, said, "reserve", number, help=help)
        elif id in first:
            said = f"{id} is in reserve and on {deployment.name(first[id])}"
            yield deployment.say(codes.MARKER_AND_RESERVE, said, "reserve", number, clause="8.A", ruling="D12")
    yield from _missing_units(deployment, first)
    yield from _parents(deployment, first)


def _missing_units(deployment: Deployment, first: Mapping[str, int]) -> Iterator[Diagnostic]:
    """PA305; a group whose parts are all on markers, or a part of a group that is, is on paper with them."""
    reserve, reading = set(deployment.orders.value.reserve), deployment.rules.reading("D12", "error")
    units = deployment.units
    parts_of: dict[str, list[str]] = {}
    for unit in units.values():
        if unit.part_of is not None:
            parts_of.setdefault(unit.part_of, []).append(unit.id)
    for id, unit in units.items():
        if unit.arrives is not None and deployment.rules.reading("D14") == "visible":
            continue
        parts = parts_of.get(id, [])
        on_paper = id in reserve or any(one in first for one in _line_of(units, id))
        if on_paper or (parts and all(part in first or part in reserve for part in parts)):
            continue
        severity = Severity.WARNING if reading == "warn" else None
        said = f"the unit {id} has no marker and is not in reserve"
        yield deployment.say(codes.UNIT_MISSING, said, "markers", clause="8.0", ruling="D12", severity=severity)


def _line_of(units: Mapping[str, Unit], id: str) -> Iterator[str]:
    """Give a unit, the group it is part of, and so on; a circle ends where it began."""
    passed: set[str] = set()
    current: str | None = id
    while current is not None and current in units and current not in passed:
        yield current
        passed.add(current)
        current = units[current].part_of


def _parents(deployment: Deployment, first: Mapping[str, int]) -> Iterator[Diagnostic]:
    for id, number in first.items():
        parent = deployment.units[id].part_of
        if parent is not None and deployment.rules.reading("D9") == "never":
            way = ("markers", number, "unit")
            said = f"{id} is part of {parent}, and parts have no markers of their own"
            yield deployment.say(codes.PARENT_AND_CHILD, said, *way, clause="8.A", ruling="D9")
        for group in list(_line_of(deployment.units, id))[1:]:
            if group in first:
                said = f"{id} is part of {group}, which has {deployment.name(first[group])}"
                way = ("markers", number, "unit")
                yield deployment.say(codes.PARENT_AND_CHILD, said, *way, clause="8.A", ruling="D9")


def check_decoy_count(deployment: Deployment) -> Iterator[Diagnostic]:
    """PA303: no more decoys than the scenario grants (8.D, D13)."""
    if deployment.rules.concealment is None:
        return
    granted = deployment.own.decoys
    decoys = [n for n, marker in enumerate(deployment.orders.value.markers) if marker.decoy is not None]
    for place, number in enumerate(decoys[granted:], granted + 1):
        said = f"{deployment.name(number)} is decoy {place}; the scenario grants {deployment.side} {granted}"
        way = ("markers", number, "decoy")
        yield deployment.say(codes.TOO_MANY_DECOYS, said, *way, clause="8.D", ruling="D13")


def check_numbers(deployment: Deployment) -> Iterator[Diagnostic]:
    """PA307 and PA308: numbers are unique on a side and among those printed (D11)."""
    first: dict[int, int] = {}
    for number, marker in enumerate(deployment.orders.value.markers):
        if marker.number is None:
            continue
        way = ("markers", number, "number")
        if marker.number in first:
            if deployment.stacked(number, first[marker.number]):
                continue
            said = f"the number {marker.number} stands here and on {deployment.name(first[marker.number])}"
            yield deployment.say(codes.DUPLICATE_NUMBER, said, *way, clause="8.A", ruling="D11")
        elif not 1 <= marker.number <= deployment.pool:
            said = (
                f"the number {marker.number} is not printed; {deployment.side} has the numbers 1 to {deployment.pool}"
            )
            yield deployment.say(codes.NUMBER_OUTSIDE_POOL, said, *way, clause="8.A", ruling="D11")
        first.setdefault(marker.number, number)


def check_numbers_betray(deployment: Deployment) -> Iterator[Diagnostic]:
    """PA309: numbers chosen by hand do not set the decoys apart (D11). Numbers drawn by sealing never do by intent."""
    orders, rules = deployment.orders.value, deployment.rules
    if rules.concealment is None or rules.reading("D11") == "allow" or orders.nonce is not None:
        return
    decoys = sorted(m.number for m in orders.markers if m.decoy is not None and m.number is not None)
    units = sorted(m.number for m in orders.markers if m.unit is not None and m.number is not None)
    if len(decoys) < 2 or not units:
        return
    if decoys[0] > units[-1]:
        said = "all decoys have the highest numbers"
    elif decoys[-1] - decoys[0] == len(decoys) - 1:
        said = "the decoys' numbers follow one another"
    else:
        return
    number = next(n for n, m in enumerate(orders.markers) if m.decoy is not None)
    help = "mix the numbers, or leave them out and let playaid seal draw them"
    yield deployment.say(codes.NUMBERS_BETRAY, said, "markers", number, clause="8.A", ruling="D11", help=help)


def check_places(deployment: Deployment) -> Iterator[Diagnostic]:
    """PA301, PA302, PA314, PA315, PA318: where each marker stands (8.A, D1–D7, D13)."""
    helped = 0
    for number, marker in enumerate(deployment.orders.value.markers):
        if marker.at is None:
            continue
        for found in _place_problems(deployment, number, marker, marker.at, helped < HELPED):
            helped += found.severity is Severity.ERROR
            yield found


def _place_problems(
    deployment: Deployment, number: int, marker: Marker, at: Point, helping: bool
) -> Iterator[Diagnostic]:
    ground, way, name = deployment.ground, ("markers", number, "at"), deployment.name(number)
    if not ground.on_table(at):
        table = ground.scenario.table
        size = deployment.show(Point(table.width, table.depth))
        yield deployment.say(codes.OFF_TABLE, f"{name} stands at {deployment.show(at)}; the table ends at {size}", *way)
        return
    if marker.decoy is not None and deployment.rules.reading("D13") == "anywhere":
        return
    whole = deployment.rules.reading("D7") == "whole-base"
    inside = ground.in_zone(at, deployment.side)
    based = inside and ground.base_in_zone(at, deployment.side, deployment.radius)
    if not inside or (whole and not based):
        said = f"{name} stands at {deployment.show(at)}, outside the zone of {deployment.side}"
        help = _nearest_help(deployment, at, helping, codes.OUTSIDE_ZONE)
        yield deployment.say(codes.OUTSIDE_ZONE, said, *way, clause="8.A", ruling="D7", help=help)
    elif not based and deployment.rules.concealment is not None:
        said = f"the base of {name} crosses the border of its zone"
        yield deployment.say(codes.BASE_CROSSES_ZONE, said, *way, clause="8.A", ruling="D7")
    if deployment.must_hide:
        yield from check_hidden(deployment, number, at, helping)


def check_hidden(deployment: Deployment, number: int, at: Point, helping: bool = True) -> Iterator[Diagnostic]:
    """PA302 and PA315: a defender's marker stands in cover or out of sight of all the enemy's zones and entry edges."""
    ground, rules, way, name = deployment.ground, deployment.rules, ("markers", number, "at"), deployment.name(number)
    reading = rules.reading("D1")
    standing = ground.standing(at, deployment.side)
    if reading == "allow" or (rules.reading("D5") == "any-part" and ground.touches_cover(at, deployment.radius)):
        return
    code, ruling, stands = codes.IN_THE_OPEN, "D1", "stands in the open"
    if ground.hides(standing.cover):
        if ground.base_in_cover(at, deployment.radius) or rules.reading("D5") == "any-part":
            return
        if rules.reading("D5") != "whole-base":
            piece = standing.piece.id if standing.piece is not None else "its cover"
            said = f"the base of {name} crosses the edge of {piece}"
            yield deployment.say(codes.BASE_CROSSES_COVER, said, *way, clause="8.A", ruling="D5")
            return
        code, ruling, stands = codes.BASE_CROSSES_COVER, "D5", "reaches out of its cover"
    watchers = ground.watchers(deployment.side)
    declared = rules.reading("D4") == "declared" or not watchers
    witness = None if declared else ground.seen(at, deployment.side)
    if not declared and (witness is None or ground.partly_hidden(at, deployment.side)):
        return
    severity = Severity.WARNING if reading == "warn" or declared else rules.severity("8.A")
    said = f"{name} {stands} at {deployment.show(at)}"
    if witness is not None:
        share = ground.field.share_seen(at, watchers)
        said += f", seen from about {_share(share)} of the enemy's zone,"
        said += f" for example from {deployment.show(_tidy(ground, at, witness.point(), watchers))}"
    elif watchers:
        said += ", and its player must declare what hides it (ruling D4)"
    else:
        said += ", and the scenario gives the enemy no zone to hide from"
    help = _nearest_help(deployment, at, helping, code)
    yield deployment.say(code, said, *way, clause="8.A", ruling=ruling, help=help, severity=severity)


def _tidy(ground: Ground, at: Point, seer: Point, watchers: tuple[Watcher, ...]) -> Point:
    """Give a place on whole millimetres that sees the marker, beside the one that was found, if there is one."""
    x, y = seer.x // 1_000 * 1_000, seer.y // 1_000 * 1_000
    for dx, dy in ((0, 0), (1_000, 0), (0, 1_000), (1_000, 1_000)):
        near = Point(Length(x + dx), Length(y + dy))
        if any(watcher.holds(near) for watcher in watchers) and ground.field.look(near, at).clear:
            return near
    return seer


def _share(share: float) -> str:
    """Write a share for a message: whole per cent, never nought for something that is there."""
    percent = int(share * 100)
    return f"{percent} %" if percent >= 1 else "less than 1 %"


def _nearest_help(deployment: Deployment, at: Point, helping: bool, code: Code) -> str:
    """Give the nearest legal place as help, verified."""
    place = nearest_legal(deployment.ground, deployment.side, at, hide=deployment.must_hide) if helping else None
    if place is None:
        return code.advice
    return f"the nearest legal place found is at: {deployment.show(place)}; {code.advice}"


def check_same_place(deployment: Deployment) -> Iterator[Diagnostic]:
    """PA321: no two markers of a side lie on one place (D8)."""
    first: dict[Point, int] = {}
    for number, marker in enumerate(deployment.orders.value.markers):
        if marker.at is None:
            continue
        if marker.at in first:
            if deployment.stacked(number, first[marker.at]):
                continue
            said = f"{deployment.name(number)} stands where {deployment.name(first[marker.at])} stands"
            yield deployment.say(codes.SAME_PLACE, said, "markers", number, "at", clause="8.A", ruling="D8")
        first.setdefault(marker.at, number)


def check_markers_close(ground: Ground, orders: Mapping[str, Sourced[Orders]]) -> Iterator[Diagnostic]:
    """PA316: opposing markers within the close distance at the start spot each other at once (8.E, D15)."""
    if ground.rules.concealment is None:
        return
    reach = ground.rules.tables.close
    first, second = (Deployment(ground=ground, side=side, orders=orders[side]) for side in ground.scenario.sides)
    cells: dict[tuple[int, int], list[tuple[int, Point]]] = {}
    for number, marker in enumerate(first.orders.value.markers):
        if marker.at is not None:
            cells.setdefault((marker.at.x // reach, marker.at.y // reach), []).append((number, marker.at))
    severity = Severity.ERROR if ground.rules.reading("D15") == "error-close" else Severity.WARNING
    for number, marker in enumerate(second.orders.value.markers):
        if marker.at is None:
            continue
        column, row = marker.at.x // reach, marker.at.y // reach
        near = [pair for x in (-1, 0, 1) for y in (-1, 0, 1) for pair in cells.get((column + x, row + y), ())]
        for other, place in near:
            if squared_distance(place, marker.at) <= reach * reach:
                said = (
                    f"{second.name(number)} of {second.side} stands within {show_length(reach)} of {first.name(other)}"
                )
                said += f" of {first.side}"
                way = ("markers", number, "at")
                yield second.say(codes.MARKERS_CLOSE, said, *way, clause="8.E", ruling="D15", severity=severity)
