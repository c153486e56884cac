"""The checks of what the markers of a side are: units accounted for, decoys granted, numbers (8.A, 8.D, D8–D14)."""

from collections.abc import Iterator, Mapping

from playaid import codes
from playaid.deployment import Deployment
from playaid.diagnostics import Diagnostic, Severity
from playaid.fields import meant
from playaid.forces import check_units
from playaid.scenario import Marker, Unit


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
            both = marker.unit is not None
            said = "both unit and decoy are written" if both else "neither unit nor decoy is written"
            yield deployment.say(codes.UNIT_OR_DECOY, f"{name}: {said}", *way)
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
