"""Legal places: whether a marker may stand somewhere, and the nearest place where it may. Every answer is verified."""

from collections.abc import Iterator
from heapq import nsmallest
from math import isqrt

from playaid.ground import Ground
from playaid.lengths import Length
from playaid.shapes import Area, Box, Circle, Line, Point, edges_of, squared_distance

STEP = 1_000
"""Suggested places lie a millimetre inside the border of legal ground."""

ROUND = {"cm": 1_000, "in": 2_540}
"""Suggested places are round figures where that is legal too: whole millimetres, tenths of an inch."""

NEIGHBOURS = ((300, 0), (-300, 0), (0, 300), (0, -300))
"""How far round a suggested place the ground is legal as well."""

RINGS, RING_STEP = 40, 20_000
"""How far around a marker dead ground is looked for: so many rings, 2 cm apart."""

NEAREST = 40
"""So many pieces of terrain at most are looked at for cover, the nearest ones."""

LOOKS = 16
"""So many places at most are tested for being out of sight."""


def legal(ground: Ground, side: str, point: Point, *, hide: bool) -> bool:
    """Tell whether a marker may stand at a point: on the table, in its zone and, if it must hide, hidden (8.A)."""
    if not ground.on_table(point) or not _in_zone(ground, side, point):
        return False
    return not hide or _in_cover(ground, side, point) or ground.seen(point, side) is None


def _in_zone(ground: Ground, side: str, point: Point) -> bool:
    """Tell whether a marker stands in its zone, with its whole base where D7 says so."""
    whole = ground.rules.reading("D7") == "whole-base"
    return ground.in_zone(point, side) and (not whole or ground.base_in_zone(point, side, ground.radius))


def _in_cover(ground: Ground, side: str, point: Point) -> bool:
    """Tell whether a marker stands in cover that hides it, with its whole base where D5 says so."""
    whole = ground.rules.reading("D5") == "whole-base"
    hidden = ground.hides(ground.standing(point, side).cover)
    return hidden and (not whole or ground.base_in_cover(point, ground.radius))


def nearest_legal(ground: Ground, side: str, at: Point, *, hide: bool) -> Point | None:
    """Give the nearest legal place found round a point, or None; a nearer one may exist between the rings."""
    candidates = set(_inside_zones(ground, side, at))
    if hide:
        candidates |= set(_inside_cover(ground, side, at))
        candidates |= set(_rings(at))
    looks = 0
    for point in sorted(candidates, key=lambda p: (squared_distance(p, at), p)):
        if not ground.on_table(point) or not _in_zone(ground, side, point):
            continue
        if hide and not _in_cover(ground, side, point):
            looks += 1
            if looks > LOOKS or ground.seen(point, side) is not None:
                continue
        return _tidy(ground, side, point, hide)
    return None


def _tidy(ground: Ground, side: str, point: Point, hide: bool) -> Point:
    """Give a neighbour on a round figure when it and the ground just round it are legal too."""
    step = ROUND[ground.scenario.units]
    x, y = point.x // step * step, point.y // step * step
    for dx, dy in ((0, 0), (step, 0), (0, step), (step, step)):
        near = Point(Length(x + dx), Length(y + dy))
        round_it = [Point(Length(near.x + i), Length(near.y + j)) for i, j in ((0, 0), *NEIGHBOURS)]
        if all(legal(ground, side, place, hide=hide) for place in round_it):
            return near
    return point


def _inside_zones(ground: Ground, side: str, at: Point) -> Iterator[Point]:
    for area in ground.scenario.zone(side):
        yield from _just_inside(area, at, _inset(ground, "D7"))


def _inset(ground: Ground, ruling: str) -> int:
    """Give how far inside a border suggested places lie, µm: farther by half a marker where its whole base counts."""
    return STEP + (ground.radius if ground.rules.reading(ruling) == "whole-base" else 0)


def _inside_cover(ground: Ground, side: str, at: Point) -> Iterator[Point]:
    for piece in nsmallest(NEAREST, ground.scenario.terrain, key=lambda piece: _squared_to_box(at, piece.shape.box)):
        kind = ground.scenario.terrain_types.get(piece.type)
        if kind is None or not ground.hides(kind.cover):
            continue
        if isinstance(piece.shape, Line):
            for a, b in piece.shape.segments:
                yield from _beside(_foot(at, a, b), a, b, ground.reach // 2)
        else:
            yield from _just_inside(piece.shape, at, _inset(ground, "D5"))


def _squared_to_box(at: Point, box: Box) -> int:
    """Give the squared distance from a point to a box, µm²: no shape in the box is nearer."""
    dx = max(box.west - at.x, 0, at.x - box.east)
    dy = max(box.south - at.y, 0, at.y - box.north)
    return dx * dx + dy * dy


def _just_inside(area: Area, at: Point, inset: int) -> Iterator[Point]:
    """Give places so far inside the border of an area, near a point."""
    if isinstance(area, Circle):
        distance = isqrt(squared_distance(at, area.centre))
        inner = max(0, area.radius - inset)
        if distance:
            dx, dy = (at.x - area.centre.x) * inner // distance, (at.y - area.centre.y) * inner // distance
            yield Point(Length(area.centre.x + dx), Length(area.centre.y + dy))
        yield area.centre
        return
    for a, b in edges_of(area.points):
        foot = _foot(at, a, b)
        yield from _beside(foot, a, b, inset)
        if foot in (a, b):
            yield from (
                Point(Length(foot.x + dx), Length(foot.y + dy))
                for dx in (-inset, 0, inset)
                for dy in (-inset, 0, inset)
            )


def _foot(at: Point, a: Point, b: Point) -> Point:
    """Give the point of a segment nearest to a point, to the µm."""
    span = squared_distance(a, b)
    along = (at.x - a.x) * (b.x - a.x) + (at.y - a.y) * (b.y - a.y)
    if span == 0 or along <= 0:
        return a
    if along >= span:
        return b
    return Point(Length(a.x + (b.x - a.x) * along // span), Length(a.y + (b.y - a.y) * along // span))


def _beside(foot: Point, a: Point, b: Point, offset: int) -> Iterator[Point]:
    """Give the two places at an offset square to a segment."""
    length = isqrt(squared_distance(a, b)) or 1
    dx, dy = -(b.y - a.y) * offset // length, (b.x - a.x) * offset // length
    yield Point(Length(foot.x + dx), Length(foot.y + dy))
    yield Point(Length(foot.x - dx), Length(foot.y - dy))


def _rings(at: Point) -> Iterator[Point]:
    """Give places on rings round a point."""
    for ring in range(1, RINGS + 1):
        for x, y in _spokes():
            length = isqrt((x * x + y * y) * 10**6)
            reach = ring * RING_STEP * 1_000
            yield Point(Length(at.x + x * reach // length), Length(at.y + y * reach // length))


def _spokes() -> tuple[tuple[int, int], ...]:
    """Give 32 directions spread round the compass."""
    first = ((4, 0), (4, 1), (4, 2), (4, 3))
    eighths = [*first, *((y, x) for x, y in reversed(first[1:]))]
    eighths.insert(4, (4, 4))
    turned = list(eighths)
    for _ in range(3):
        eighths = [(-y, x) for x, y in eighths]
        turned += eighths
    return tuple(turned)
