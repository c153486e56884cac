"""Shapes on the table as exact values: polygons, circles and lines with whole-micrometre coordinates.

Containment is decided with integers and a border belongs to its shape. Nothing here is a float, so a point on an edge
is on that edge after any shift, mirror or quarter turn.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from decimal import ROUND_HALF_EVEN, Decimal, localcontext
from functools import cached_property
from math import isqrt
from typing import NamedTuple

from playaid.lengths import Length


class Point(NamedTuple):
    """A place on the table in µm: x west to east, y south to north."""

    x: Length
    y: Length


class Box(NamedTuple):
    """The smallest upright rectangle round a shape, in µm, borders included."""

    west: int
    south: int
    east: int
    north: int

    def holds(self, point: Point) -> bool:
        """Tell whether the point lies in the box or on its border."""
        return self.west <= point.x <= self.east and self.south <= point.y <= self.north


def cross(origin: Point, a: Point, b: Point) -> int:
    """Give twice the signed area of the triangle (µm²): positive when `b` lies left of the way from `origin` to `a`."""
    return (a.x - origin.x) * (b.y - origin.y) - (a.y - origin.y) * (b.x - origin.x)


def on_segment(point: Point, a: Point, b: Point) -> bool:
    """Tell whether the point lies on the closed segment from `a` to `b`, exactly."""
    return (
        cross(a, b, point) == 0
        and min(a.x, b.x) <= point.x <= max(a.x, b.x)
        and min(a.y, b.y) <= point.y <= max(a.y, b.y)
    )


def segments_meet(a: Point, b: Point, c: Point, d: Point) -> bool:
    """Tell whether two closed segments have a point in common, exactly."""
    first, second = cross(a, b, c), cross(a, b, d)
    third, fourth = cross(c, d, a), cross(c, d, b)
    if (first > 0) != (second > 0) and (third > 0) != (fourth > 0) and 0 not in (first, second, third, fourth):
        return True
    return on_segment(c, a, b) or on_segment(d, a, b) or on_segment(a, c, d) or on_segment(b, c, d)


def squared_distance(a: Point, b: Point) -> int:
    """Give the squared distance in µm²."""
    return (a.x - b.x) ** 2 + (a.y - b.y) ** 2


def box_of(points: Sequence[Point]) -> Box:
    """Give the box round one or more points."""
    xs, ys = [p.x for p in points], [p.y for p in points]
    return Box(min(xs), min(ys), max(xs), max(ys))


def edges_of(points: Sequence[Point]) -> Iterator[tuple[Point, Point]]:
    """Give the edges of a closed ring, the last back to the first."""
    yield from zip(points, [*points[1:], points[0]], strict=True)


def within_reach(point: Point, a: Point, b: Point, reach: int) -> bool:
    """Tell whether the point lies within `reach` µm of the closed segment, limit included, without a square root."""
    distance, scale = _squared_to_segment(point, a, b)
    return distance <= reach * reach * scale


def nearer_than(point: Point, a: Point, b: Point, reach: int) -> bool:
    """Tell whether the point lies nearer to the closed segment than `reach` µm, limit excluded."""
    distance, scale = _squared_to_segment(point, a, b)
    return distance < reach * reach * scale


def _squared_to_segment(point: Point, a: Point, b: Point) -> tuple[int, int]:
    """Give the squared distance to a closed segment as a fraction of whole numbers, µm²."""
    along = (point.x - a.x) * (b.x - a.x) + (point.y - a.y) * (b.y - a.y)
    span = squared_distance(a, b)
    if along <= 0:
        return squared_distance(point, a), 1
    if along >= span:
        return squared_distance(point, b), 1
    return cross(a, b, point) ** 2, span


@dataclass(frozen=True, kw_only=True)
class Polygon:
    """A simple polygon of three or more corners in either direction; it holds its border."""

    points: tuple[Point, ...]

    @cached_property
    def box(self) -> Box:
        """The box round the polygon."""
        return box_of(self.points)

    def holds(self, point: Point) -> bool:
        """Tell whether the point lies inside or on the border, exactly."""
        x, y = point
        west, south, east, north = self.box
        if not (west <= x <= east and south <= y <= north):
            return False
        inside = False
        for (ax, ay), (bx, by) in self.edges:
            if (ay > y and by > y) or (ay < y and by < y):
                continue
            turn = (bx - ax) * (y - ay) - (by - ay) * (x - ax)
            if turn == 0 and (ax <= x <= bx or bx <= x <= ax):
                return True
            if (ay > y) != (by > y) and (turn > 0) == (by > ay):
                inside = not inside
        return inside

    @cached_property
    def edges(self) -> tuple[tuple[Point, Point], ...]:
        """The edges, the last back to the first corner."""
        return tuple(edges_of(self.points))

    @property
    def outline(self) -> tuple[Point, ...]:
        """The corners, as the shape is drawn and as sight takes it."""
        return self.points


@dataclass(frozen=True, kw_only=True)
class Circle:
    """A circle; it holds its border. Containment is exact, sight takes `outline`."""

    centre: Point
    radius: Length

    @cached_property
    def box(self) -> Box:
        """The box round the circle."""
        (x, y), r = self.centre, self.radius
        return Box(x - r, y - r, x + r, y + r)

    def holds(self, point: Point) -> bool:
        """Tell whether the point lies inside or on the circle, exactly."""
        return squared_distance(self.centre, point) <= self.radius * self.radius

    @cached_property
    def outline(self) -> tuple[Point, ...]:
        """The inscribed 64-gon, corners cut towards the centre to whole µm, the same after a mirror or quarter turn."""
        octant = [(self.radius * c // SCALE, self.radius * s // SCALE) for c, s in OCTANT]
        quarter = octant + [(y, x) for x, y in reversed(octant[1:-1])]
        turned = [_quarter_turns(x, y, turns) for turns in range(4) for x, y in quarter]
        return tuple(Point(Length(self.centre.x + x), Length(self.centre.y + y)) for x, y in turned)


@dataclass(frozen=True, kw_only=True)
class Line:
    """An open chain of two or more points, a wall or a hedge; it holds just its own points."""

    points: tuple[Point, ...]

    @cached_property
    def box(self) -> Box:
        """The box round the line."""
        return box_of(self.points)

    @property
    def segments(self) -> tuple[tuple[Point, Point], ...]:
        """The pieces from point to point."""
        return tuple(zip(self.points[:-1], self.points[1:], strict=True))

    def holds(self, point: Point) -> bool:
        """Tell whether the point lies on the line, exactly."""
        return self.box.holds(point) and any(on_segment(point, a, b) for a, b in self.segments)


Area = Polygon | Circle
"""A shape that holds ground."""

Shape = Polygon | Circle | Line
"""Any shape of a piece of terrain."""


def rectangle(at: Point, size: tuple[int, int], turn: Decimal) -> Polygon:
    """Give the rectangle with its south-west corner `at`, of `size` µm, turned anticlockwise about that corner.

    Corners are brought to whole µm, halves to the even one, from sines of forty decimals: a quarter turn is exact.
    """
    width, depth = size
    corners = [(0, 0), (width, 0), (width, depth), (0, depth)]
    cosine, sine = _cosine_and_sine(turn)
    with localcontext() as context:
        context.prec = 60
        turned = [(_whole(x * cosine - y * sine), _whole(x * sine + y * cosine)) for x, y in corners]
    return Polygon(points=tuple(Point(Length(at.x + x), Length(at.y + y)) for x, y in turned))


def twice_area(points: Sequence[Point]) -> int:
    """Give twice the signed area of a ring in µm²: positive anticlockwise."""
    return sum(a.x * b.y - b.x * a.y for a, b in edges_of(points))


def first_crossing(points: Sequence[Point]) -> tuple[int, int] | None:
    """Give the numbers of two edges of a ring that cross, touch or fold back on each other, or None for a simple ring.

    Edges are numbered from 0; edge i runs from corner i to corner i + 1. A sweep over the edges by their west end
    keeps large rings fast.
    """
    edges = list(edges_of(points))
    order = sorted(range(len(edges)), key=lambda i: min(edges[i][0].x, edges[i][1].x))
    for place, i in enumerate(order):
        a, b = edges[i]
        east = max(a.x, b.x)
        for j in order[place + 1 :]:
            c, d = edges[j]
            if min(c.x, d.x) > east:
                break
            if _clash(i, j, a, b, c, d, len(edges)):
                return (min(i, j), max(i, j))
    return None


SCALE = 10**40
"""The fixed point of the sines below."""


def _octant() -> tuple[tuple[int, int], ...]:
    """Give cosine and sine of 0/32 … 8/32 of a half turn, times SCALE, by halving angles with whole roots."""
    root = isqrt(2 * SCALE * SCALE) // 2
    known = {0: (SCALE, 0), 8: (root, root)}
    for step in (8, 4, 2):
        for low in range(0, 8, step):
            cosine, sine = _between(known[low], known[low + step])
            known[low + step // 2] = (cosine, sine)
    return tuple(known[i] for i in range(9))


def _between(a: tuple[int, int], b: tuple[int, int]) -> tuple[int, int]:
    """Give the unit vector half way between two unit vectors in fixed point."""
    x, y = a[0] + b[0], a[1] + b[1]
    length = isqrt(x * x + y * y)
    return x * SCALE // length, y * SCALE // length


def _quarter_turns(x: int, y: int, turns: int) -> tuple[int, int]:
    for _ in range(turns):
        x, y = -y, x
    return x, y


OCTANT = _octant()


def _clash(i: int, j: int, a: Point, b: Point, c: Point, d: Point, count: int) -> bool:
    """Tell whether two edges of a ring meet other than neighbours do in their common corner."""
    if (i + 1) % count == j:
        return on_segment(d, a, b) or on_segment(a, c, d)
    if (j + 1) % count == i:
        return on_segment(b, c, d) or on_segment(c, a, b)
    return segments_meet(a, b, c, d)


def _whole(value: Decimal) -> int:
    return int(value.quantize(Decimal(1), rounding=ROUND_HALF_EVEN))


def _cosine_and_sine(degrees: Decimal) -> tuple[Decimal, Decimal]:
    """Give cosine and sine to forty decimals by their series, exact at every quarter turn."""
    quarters, rest = divmod(degrees % 360, 90)
    with localcontext() as context:
        context.prec = 60
        x = rest * PI / 180
        term, cosine, sine = Decimal(1), Decimal(0), Decimal(0)
        for n in range(60):
            cosine, sine = (cosine + term * (1, 0, -1, 0)[n % 4], sine + term * (0, 1, 0, -1)[n % 4])
            term = term * x / (n + 1)
        cosine, sine = (value.quantize(Decimal(1).scaleb(-40)) for value in (cosine, sine))
    for _ in range(int(quarters) % 4):
        cosine, sine = -sine, cosine
    return cosine, sine


PI = Decimal("3.14159265358979323846264338327950288419716939937510582097494")
