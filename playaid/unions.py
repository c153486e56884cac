"""Several areas taken as one, exactly: the centroid of their union, and whether a base lies inside it."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise

from playaid.lengths import Length
from playaid.shapes import Area, Circle, Point, edges_of, nearer_than, squared_distance, twice_area

Edge = tuple[Point, Point]
Span = tuple[Fraction, Fraction]
Side = tuple[Fraction, Fraction, Fraction]

OUTWARD = 10
"""A step of so many µm over a border tells whether another area goes on there: finer than any cut or measure."""


def centroid(areas: Sequence[Area]) -> tuple[int, int, int]:
    """Give the centroid of the union of areas as whole numbers (x, y, weight): the place is (x / weight, y / weight).

    The union is cut into level slabs at every corner and crossing; in a slab its parts are trapezoids. What two areas
    share counts once. Circles count as their outlines.
    """
    rings = [area.outline for area in areas]
    x = y = weight = Fraction(0)
    levels = sorted(set(_levels(rings)))
    for low, high in pairwise(levels):
        for bottom, top in _trapezoids(rings, low, high):
            area, cx, cy = _moment(bottom, top, low, high)
            x, y, weight = x + area * cx, y + area * cy, weight + area
    scale = x.denominator * y.denominator * weight.denominator
    return int(x * scale), int(y * scale), int(weight * scale)


def _levels(rings: Sequence[Sequence[Point]]) -> Iterator[Fraction]:
    """Give the heights of all corners, and of all crossings of edges."""
    edges = [edge for ring in rings for edge in edges_of(ring)]
    yield from (Fraction(a.y) for a, _ in edges)
    if len(rings) == 1:
        return
    for number, (a, b) in enumerate(edges):
        for c, d in edges[number + 1 :]:
            turn = (b.x - a.x) * (d.y - c.y) - (b.y - a.y) * (d.x - c.x)
            if turn:
                t = Fraction((c.x - a.x) * (d.y - c.y) - (c.y - a.y) * (d.x - c.x), turn)
                if 0 <= t <= 1:
                    yield a.y + (b.y - a.y) * t


@dataclass(frozen=True, kw_only=True, order=True)
class _Part:
    """What one ring fills of a slab: from its west side to its east side, each (half way up, bottom, top)."""

    west: Side
    east: Side


def _trapezoids(rings: Sequence[Sequence[Point]], low: Fraction, high: Fraction) -> Iterator[tuple[Span, Span]]:
    """Give the parts of the union in a slab, each by its stretch along the bottom and along the top.

    No two sides cross inside a slab, so half way up they have the order that they have everywhere.
    """
    parts: list[_Part] = []
    for ring in rings:
        sides = sorted(_side(a, b, low, high) for a, b in _across(ring, low, high))
        parts += [_Part(west=west, east=east) for west, east in zip(sides[::2], sides[1::2], strict=True)]
    joined: list[_Part] = []
    for part in sorted(parts):
        if joined and part.west[0] <= joined[-1].east[0]:
            joined[-1] = _Part(west=joined[-1].west, east=max(joined[-1].east, part.east))
        else:
            joined.append(part)
    for part in joined:
        yield (part.west[1], part.east[1]), (part.west[2], part.east[2])


def _side(a: Point, b: Point, low: Fraction, high: Fraction) -> Side:
    return _x_at(a, b, (low + high) / 2), _x_at(a, b, low), _x_at(a, b, high)


def _across(ring: Sequence[Point], low: Fraction, high: Fraction) -> Iterator[Edge]:
    """Give the edges of a ring that run through a slab from its bottom to its top."""
    return ((a, b) for a, b in edges_of(ring) if min(a.y, b.y) <= low and max(a.y, b.y) >= high and a.y != b.y)


def _x_at(a: Point, b: Point, y: Fraction) -> Fraction:
    return a.x + (y - a.y) * Fraction(b.x - a.x, b.y - a.y)


def _moment(bottom: Span, top: Span, low: Fraction, high: Fraction) -> tuple[Fraction, Fraction, Fraction]:
    """Give area and centroid of a trapezoid with level sides, as two triangles."""
    first = ((bottom[0], low), (bottom[1], low), (top[1], high))
    second = ((bottom[0], low), (top[1], high), (top[0], high))
    total = x = y = Fraction(0)
    for (ax, ay), (bx, by), (cx, cy) in (first, second):
        area = abs((bx - ax) * (cy - ay) - (by - ay) * (cx - ax)) / 2
        total, x, y = total + area, x + area * (ax + bx + cx) / 3, y + area * (ay + by + cy) / 3
    return (total, x / total, y / total) if total else (Fraction(0), Fraction(0), Fraction(0))


def base_inside(areas: Sequence[Area], point: Point, radius: int) -> bool:
    """Tell whether a base round a point lies inside the union of areas: no border is near, or another area goes on.

    A base inside one area is inside. Otherwise, over every border that comes nearer than the radius some other area
    must go on, at the place where the border is nearest.
    """
    holding = [area for area in areas if area.holds(point)]
    if any(not near_border(area, point, radius) for area in holding):
        return True
    return bool(holding) and all(
        any(other is not area and other.holds(beyond) for other in areas)
        for area in holding
        for beyond in _beyond_borders(area, point, radius)
    )


def near_border(area: Area, point: Point, radius: int) -> bool:
    """Tell whether the border of an area comes nearer to a point than `radius` µm, exactly."""
    if isinstance(area, Circle):
        inner = area.radius - radius
        return inner <= 0 or squared_distance(area.centre, point) > inner * inner
    x, y = point
    west, south, east, north = x - radius, y - radius, x + radius, y + radius
    for a, b in area.edges:
        (ax, ay), (bx, by) = a, b
        if (ax <= west and bx <= west) or (ax >= east and bx >= east):
            continue
        if (ay <= south and by <= south) or (ay >= north and by >= north):
            continue
        if nearer_than(point, a, b, radius):
            return True
    return False


def _beyond_borders(area: Area, point: Point, radius: int) -> Iterator[Point]:
    """Give for each border that is near the place just beyond it, where it is nearest to the point."""
    ring = area.outline
    outward = -1 if twice_area(ring) > 0 else 1
    for a, b in edges_of(ring):
        if not nearer_than(point, a, b, radius):
            continue
        span = squared_distance(a, b)
        along = max(0, min(span, (point.x - a.x) * (b.x - a.x) + (point.y - a.y) * (b.y - a.y)))
        foot_x, foot_y = a.x + (b.x - a.x) * along // span, a.y + (b.y - a.y) * along // span
        normal_x, normal_y = outward * -(b.y - a.y), outward * (b.x - a.x)
        longest = max(abs(normal_x), abs(normal_y))
        yield Point(Length(foot_x + OUTWARD * normal_x // longest), Length(foot_y + OUTWARD * normal_y // longest))
