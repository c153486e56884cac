"""The checks of where the markers of a side stand (8.A, rulings D1–D8, D15)."""

from collections.abc import Iterator, Mapping

from playaid import codes
from playaid.deployment import Deployment
from playaid.diagnostics import Code, Diagnostic, Severity
from playaid.ground import Ground, Watcher
from playaid.lengths import Length, show_length
from playaid.places import nearest_legal
from playaid.scenario import Marker, Orders, Sourced
from playaid.shapes import Point, squared_distance

HELPED = 8
"""So many markers of one file get a nearest legal place as help; looking for more would keep the user waiting."""


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
    based = ground.base_in_zone(at, deployment.side, deployment.radius)
    inside = based or ground.in_zone(at, deployment.side)
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
    if ground.undefined(at, deployment.side):
        return  # PA203 has told the cause; to move the marker would be the wrong advice
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
        said += f", seen from {_share(share)} of the enemy's zone"
        seer = _seer(ground, at, witness.point(), watchers)
        said += f", for example from {deployment.show(seer)}" if seer is not None else ", through a gap"
    elif watchers:
        said += ", and its player must declare what hides it (ruling D4)"
    else:
        said += ", and the scenario gives the enemy no zone to hide from"
    help = _nearest_help(deployment, at, helping, code)
    yield deployment.say(code, said, *way, clause="8.A", ruling=ruling, help=help, severity=severity)


def _seer(ground: Ground, at: Point, found: Point, watchers: tuple[Watcher, ...]) -> Point | None:
    """Give a place that sees the marker, near the one that was found and on whole millimetres if one there does.

    A place between whole micrometres has none beside it that must see the marker too; then there is nothing to name.
    """
    x, y = found.x // 1_000 * 1_000, found.y // 1_000 * 1_000
    tidy = [Point(Length(x + dx), Length(y + dy)) for dx in (0, 1_000) for dy in (0, 1_000)]
    for place in (*tidy, found):
        if any(watcher.holds(place) for watcher in watchers) and ground.field.look(place, at).clear:
            return place
    return None


def _share(share: float) -> str:
    """Write a share for a message: whole per cent, never nought for something that is there."""
    percent = int(share * 100)
    return f"about {percent} %" if percent >= 1 else "less than 1 %"


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
