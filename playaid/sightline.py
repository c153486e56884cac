"""What a straight line meets on the table, in whole numbers and fractions: the exact core of every sight decision.

A line has a start and a direction. A place has two whole numbers on it: how far `along` it lies (negative behind the
start) and how far `aside` (positive to the left). All positions along a line are counted in the same arbitrary unit, so
they are compared and never converted.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise
from math import isqrt, lcm
from typing import NamedTuple

from playaid.lengths import Length
from playaid.shapes import Box, Circle, Line, Point, Polygon, Shape, edges_of

Watcher = Polygon | Circle | Line
"""Ground from which the enemy looks: a zone, or the line of an entry edge."""


@dataclass(frozen=True, kw_only=True)
class Blocker:
    """One terrain piece that interrupts a line of sight (`sight: blocked`)."""

    id: str
    shape: Shape


@dataclass(frozen=True, kw_only=True)
class Witness:
    """A place in µm from which something is seen; a fraction where only a crossing of two edges sees it."""

    x: Fraction
    y: Fraction

    def point(self) -> Point:
        """Give the nearest point of whole µm, for display: it need not see what the exact place sees."""
        half = Fraction(1, 2)
        return Point(Length((self.x + half).__floor__()), Length((self.y + half).__floor__()))


@dataclass(frozen=True, kw_only=True)
class Sightline:
    """A directed straight line that starts at (x / scale, y / scale) µm and runs along (dx, dy)."""

    x: int
    y: int
    scale: int
    dx: int
    dy: int

    @classmethod
    def between(cls, a: Point | Witness, b: Point | Witness) -> "Sightline":
        """Give the line from `a` to `b`; `b` lies at `length` along it."""
        numbers = [Fraction(value) for value in (a.x, a.y, b.x, b.y)]
        scale = lcm(*(value.denominator for value in numbers))
        ax, ay, bx, by = (value.numerator * (scale // value.denominator) for value in numbers)
        return cls(x=ax, y=ay, scale=scale, dx=bx - ax, dy=by - ay)

    @property
    def length(self) -> int:
        """Where the tip of the direction lies along the line."""
        return self.dx * self.dx + self.dy * self.dy

    def measure(self, point: Point) -> tuple[int, int]:
        """Give how far along and how far aside a point lies."""
        x, y = point.x * self.scale - self.x, point.y * self.scale - self.y
        return x * self.dx + y * self.dy, self.dx * y - self.dy * x

    def at(self, along: Fraction) -> Witness:
        """Give the place on the line at `along`."""
        part = along / self.length
        return Witness(x=(self.x + part * self.dx) / self.scale, y=(self.y + part * self.dy) / self.scale)


class Stretch(NamedTuple):
    """A part of a line on which one shape lies left, right, both, or (a border or a wall run along) neither."""

    start: Fraction
    end: Fraction
    left: bool
    right: bool


@dataclass(frozen=True, kw_only=True)
class Trace:
    """What a sightline meets of one shape: every touch of its border, and the stretches that it covers.

    Touches are sorted. Stretches reach from touch to touch and leave out what lies wholly behind the start.
    """

    id: str
    shape: Shape
    line: Sightline
    touches: tuple[Fraction, ...]
    stretches: tuple[Stretch, ...]

    def holds(self, along: Fraction) -> bool:
        """Tell whether the shape holds the place at `along`, border included; a circle is round here (contract 2)."""
        if isinstance(self.shape, Circle):
            return disc_holds(self.shape, self.line.at(along))
        return along in self.touches or any(s.start <= along <= s.end for s in self.stretches)


def disc_holds(circle: Circle, place: Witness) -> bool:
    """Tell whether a place lies in a circle or on it, exactly."""
    return (place.x - circle.centre.x) ** 2 + (place.y - circle.centre.y) ** 2 <= circle.radius**2


def holds(shape: Shape, place: Point | Witness) -> bool:
    """Tell whether a shape holds a place that need not be of whole µm, border included."""
    if isinstance(place, Point):
        return shape.holds(place)
    if isinstance(shape, Circle):
        return disc_holds(shape, place)
    eastward = Sightline.between(place, Witness(x=place.x + 1, y=place.y))
    return trace(shape, eastward).holds(Fraction(0))


def outline_of(shape: Shape) -> Sequence[tuple[Point, Point]]:
    """Give the edges of a shape as sight takes them: a closed ring, or the segments of a line."""
    return shape.segments if isinstance(shape, Line) else tuple(edges_of(shape.outline))


def trace(shape: Shape, line: Sightline, name: str = "") -> Trace:
    """Give what `line` meets of `shape`, over its whole length ahead of the start.

    The cover on the left is the parity of the edges that a parallel a hair to the left crosses farther on; so corners,
    edges run along and shapes that touch themselves need no cases of their own. The same on the right.
    """
    turns: dict[Fraction, tuple[bool, bool]] = {}
    along_border: list[tuple[Fraction, Fraction]] = []
    for a, b in outline_of(shape):
        (u, v), (s, w) = line.measure(a), line.measure(b)
        if (v > 0 and w > 0) or (v < 0 and w < 0):
            continue
        if v == w == 0:
            along_border.append((Fraction(min(u, s)), Fraction(max(u, s))))
            for end in along_border[-1]:
                turns.setdefault(end, (False, False))
            continue
        place = Fraction(u * w - s * v, w - v)
        left, right = turns.get(place, (False, False))
        turns[place] = (left ^ ((v > 0) != (w > 0)), right ^ ((v >= 0) != (w >= 0)))
    if isinstance(shape, Line):
        turns = dict.fromkeys(turns, (False, False))
    touches = tuple(sorted(turns))
    stretches = tuple(_stretches(touches, turns, along_border))
    return Trace(id=name, shape=shape, line=line, touches=touches, stretches=stretches)


def _stretches(
    touches: Sequence[Fraction],
    turns: dict[Fraction, tuple[bool, bool]],
    along_border: Sequence[tuple[Fraction, Fraction]],
) -> Iterator[Stretch]:
    """Give the covered stretches, the farthest first, as far as the start of the line."""
    left = right = False
    for start, end in pairwise(reversed(touches)):
        left, right = left ^ turns[start][0], right ^ turns[start][1]
        if start <= 0:
            return
        if left or right or any(low <= end and start <= high for low, high in along_border):
            yield Stretch(end, start, left, right)


def blocking(traces: Iterable[Trace], end: Fraction) -> set[str]:
    """Name the pieces that stop the line somewhere between its start and `end` (contract 5).

    Areas stop it where their union covers both sides, which is where it passes the union's interior, seams included; a
    wall stops it by being met. Pieces that hold an end must have been dropped.
    """
    names: set[str] = set()
    spans: list[tuple[str, Stretch]] = []
    for one in traces:
        if isinstance(one.shape, Line):
            names.update(one.id for touch in one.touches if 0 <= touch <= end)
        else:
            spans.extend((one.id, s) for s in one.stretches if s.start < end and (s.left or s.right))
    cuts = {Fraction(0), end, *(s.start for _, s in spans), *(s.end for _, s in spans)}
    for start, stop in pairwise(sorted(cut for cut in cuts if 0 <= cut <= end)):
        over = [(name, s) for name, s in spans if s.start <= start and stop <= s.end]
        if any(s.left for _, s in over) and any(s.right for _, s in over):
            names.update(name for name, _ in over)
    return names


def stopping(blockers: Iterable[Blocker], a: Point | Witness, b: Point | Witness) -> set[str]:
    """Name the pieces that stop the line of sight between two places, none where it is clear (contract 5)."""
    line = Sightline.between(a, b)
    if line.length == 0:
        return set()
    west, east, south, north = min(a.x, b.x), max(a.x, b.x), min(a.y, b.y), max(a.y, b.y)
    traces = []
    for piece in blockers:
        box = piece.shape.box
        apart = box.east < west or box.west > east or box.north < south or box.south > north
        if apart or _beside(box, line) or holds(piece.shape, a) or holds(piece.shape, b):
            continue
        traces.append(trace(piece.shape, line, piece.id))
    return blocking(traces, Fraction(line.length))


def _beside(box: Box, line: Sightline) -> bool:
    """Tell whether a box lies wholly on one side of the line, so that the line meets nothing in it."""
    corners = [Point(Length(x), Length(y)) for x in (box.west, box.east) for y in (box.south, box.north)]
    sides = [line.measure(corner)[1] for corner in corners]
    return min(sides) > 0 or max(sides) < 0


def meeting(line: Sightline, edge: tuple[Point, Point]) -> Witness:
    """Give where a line of sight meets the line of an edge."""
    (u, v), (s, w) = line.measure(edge[0]), line.measure(edge[1])
    return line.at(Fraction(u * w - s * v, w - v))


def common_part(a: Witness, b: Witness, discs: Sequence[Circle]) -> Witness | None:
    """Give a place strictly between `a` and `b` that all discs hold, or None: there is none.

    Each disc holds the places from one root of a quadratic to the other. The roots are enclosed ever closer; two that
    are equal and not rational would belong to the same quadratic, so the search ends.
    """
    quadratics = [_quadratic(a, b, disc) for disc in discs]
    if any(middle * middle < square * rest for square, middle, rest in quadratics):
        return None
    bits = 64
    while True:
        roots = [_roots(quadratic, bits) for quadratic in quadratics]
        low = max((enter[1] for enter, _ in roots), default=Fraction(0))
        high = min((leave[0] for _, leave in roots), default=Fraction(1))
        low, high = max(low, Fraction(0)), min(high, Fraction(1))
        if low < high or (low == high and 0 < low < 1):
            part = (low + high) / 2
            return Witness(x=a.x + part * (b.x - a.x), y=a.y + part * (b.y - a.y))
        low = max((enter[0] for enter, _ in roots), default=Fraction(0))
        high = min((leave[1] for _, leave in roots), default=Fraction(1))
        if max(low, Fraction(0)) >= min(high, Fraction(1)):
            return None
        bits *= 2


def _quadratic(a: Witness, b: Witness, disc: Circle) -> tuple[Fraction, Fraction, Fraction]:
    """Give p, q, r so that the disc holds a + t (b - a) where p t² + 2 q t + r <= 0."""
    x, y = a.x - disc.centre.x, a.y - disc.centre.y
    dx, dy = b.x - a.x, b.y - a.y
    return dx * dx + dy * dy, x * dx + y * dy, x * x + y * y - disc.radius**2


def _roots(
    quadratic: tuple[Fraction, Fraction, Fraction], bits: int
) -> tuple[tuple[Fraction, Fraction], tuple[Fraction, Fraction]]:
    """Enclose the two roots of a quadratic, each between two fractions that are both the root where it is rational."""
    square, middle, rest = quadratic
    low, high = _root(middle * middle - square * rest, bits)
    return ((-middle - high) / square, (-middle - low) / square), ((-middle + low) / square, (-middle + high) / square)


def _root(value: Fraction, bits: int) -> tuple[Fraction, Fraction]:
    """Enclose a square root."""
    above, below = isqrt(value.numerator), isqrt(value.denominator)
    if above * above == value.numerator and below * below == value.denominator:
        return Fraction(above, below), Fraction(above, below)
    low = isqrt((value.numerator << (2 * bits)) // value.denominator)
    return Fraction(low, 1 << bits), Fraction(low + 1, 1 << bits)
