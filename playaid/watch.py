"""Who sees a marker: the watchers' ground searched for a place with a clear line of sight, exactly (ruling D4).

Seen from the marker, the table's structure is the same for all directions between two neighbouring *critical* ones:
those towards a corner, or towards a crossing of two edges. So it is enough to look along every critical direction and
along one between each two. Floating point only leaves out directions that are stopped by a wide margin, and points at
places worth an exact look first.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property, cmp_to_key
from itertools import pairwise
from math import pi

import numpy as np
import shapely

from playaid.bearings import (
    Direction,
    Flags,
    Floats,
    Whole,
    ahead,
    apart,
    clockwise,
    halved,
    heading,
    joined,
    left_out,
    middle,
    narrowness,
    spans,
    towards,
    turn,
)
from playaid.shapes import Circle, Line, Point, Polygon, Shape
from playaid.sightline import (
    Blocker,
    Sightline,
    Trace,
    Watcher,
    Witness,
    blocking,
    common_part,
    meeting,
    outline_of,
    stopping,
    trace,
)

SLACK = 1e-10
"""Radians. Far above the error of an angle between whole µm within 100 m (1e-15), far below what a table shows."""

SMOOTH = 1_000
"""µm. The outline of a smaller circle may fold back on itself, so it never counts as a sure obstacle."""

SAMPLES = 400
"""About how many places of the ground speak for all of it when only a share is asked."""


def outline(shape: Shape) -> shapely.Geometry:
    """Give a shape to Shapely, as sight takes it."""
    return shapely.LineString(shape.points) if isinstance(shape, Line) else shapely.Polygon(shape.outline)


def _crossings(edges: Whole) -> Iterator[Witness]:
    """Give where edges (rows ax, ay, bx, by) cross each other inside both; whole numbers up to 1e8 cannot overflow."""
    a, b = edges[:, :2], edges[:, 2:]
    low, high = np.minimum(a, b), np.maximum(a, b)
    near = np.all((low[:, None] <= high[None]) & (low[None] <= high[:, None]), axis=2)
    first, second = np.nonzero(np.triu(near, 1))
    way = b - a

    def side(of: Whole, points: Whole, among: Whole) -> Whole:
        """Give on which side of edges `of` the points of edges `among` lie."""
        rel = points[among] - a[of]
        sign: Whole = np.sign(way[of, 0] * rel[:, 1] - way[of, 1] * rel[:, 0])
        return sign

    through = (side(first, a, second) * side(first, b, second) < 0) & (
        side(second, a, first) * side(second, b, first) < 0
    )
    for i, j in zip(first[through], second[through], strict=True):
        yield _crossing(tuple(map(int, edges[i])), tuple(map(int, edges[j])))


def _crossing(one: tuple[int, ...], other: tuple[int, ...]) -> Witness:
    """Give the exact place where the lines of two edges that are not parallel cross."""
    ax, ay, bx, by = one
    cx, cy, dx, dy = other
    part = Fraction((cx - ax) * (dy - cy) - (cy - ay) * (dx - cx), (bx - ax) * (dy - cy) - (by - ay) * (dx - cx))
    return Witness(x=ax + part * (bx - ax), y=ay + part * (by - ay))


@dataclass(frozen=True, kw_only=True)
class Watch:
    """Pieces and the ground of watchers, prepared for many markers."""

    blockers: tuple[Blocker, ...]
    watchers: tuple[Watcher, ...]

    @cached_property
    def ground(self) -> tuple[Polygon | Line, ...]:
        """The watchers' ground as sight takes it: a circle becomes its outline."""
        return tuple(Polygon(points=w.outline) if isinstance(w, Circle) else w for w in self.watchers)

    @cached_property
    def edges(self) -> Whole:
        """All edges of the pieces, in order, as rows ax, ay, bx, by in µm."""
        rows = [(*a, *b) for piece in self.blockers for a, b in outline_of(piece.shape)]
        return np.array(rows, dtype=np.int64).reshape(-1, 4)

    @cached_property
    def owner(self) -> Whole:
        """The number of the piece of each edge."""
        counts = np.array([len(outline_of(p.shape)) for p in self.blockers], dtype=np.int64)
        return np.repeat(np.arange(len(self.blockers)), counts)

    @cached_property
    def ground_edges(self) -> Whole:
        """All edges of the watchers' ground, as rows ax, ay, bx, by in µm."""
        rows = [(*a, *b) for area in self.ground for a, b in outline_of(area)]
        return np.array(rows, dtype=np.int64).reshape(-1, 4)

    @cached_property
    def aloof(self) -> Flags:
        """Which edges belong to pieces that hold no place of the ground, for sure: no watcher looks out of them."""
        ground = shapely.GeometryCollection([outline(area) for area in self.ground])
        sure = [shapely.distance(outline(p.shape), ground) > margin(p.shape) for p in self.blockers]
        return np.array(sure, dtype=np.bool_)[self.owner]

    @cached_property
    def spots(self) -> tuple[Witness, ...]:
        """Every corner and every crossing of two edges, exact."""
        edges = np.concatenate([self.edges, self.ground_edges])
        corners = {(int(x), int(y)) for x, y in np.concatenate([edges[:, :2], edges[:, 2:]])}
        found = {Witness(x=Fraction(x), y=Fraction(y)) for x, y in corners} | set(_crossings(edges))
        return tuple(sorted(found, key=lambda w: (w.x, w.y)))

    @cached_property
    def spots_about(self) -> Floats:
        """The same places as floats, right to 1e-7 µm."""
        return np.array([(float(w.x), float(w.y)) for w in self.spots])

    def sees(self, marker: Point) -> Witness | None:
        """Give a place of the ground that sees the marker, or None when there is none; exact."""
        if any(area.holds(marker) for area in self.watchers):
            return Witness(x=Fraction(marker.x), y=Fraction(marker.y))
        return Eye(watch=self, marker=marker).search()

    def share(self, marker: Point) -> float:
        """Give about what share (0 to 1) of the ground sees the marker, from some hundred samples; for display only."""
        if not self.ground:
            return 0.0
        counts = np.array([not blocker.shape.holds(marker) for blocker in self.blockers], dtype=bool)
        mine = counts[self.owner]
        edges, owner = (self.edges[mine] - np.array(marker * 2)).astype(np.float64), self.owner[mine]
        places = self.samples - np.array(marker)
        edge, sample = _in_fans(edges, places)
        way = edges[:, 2:] - edges[:, :2]
        near = way[:, 1] * edges[:, 0] - way[:, 0] * edges[:, 1]
        far = near[edge] - way[edge, 1] * places[sample, 0] + way[edge, 0] * places[sample, 1]
        stopped = (near[edge] * far < 0) & ~self._sampled[owner[edge], sample]
        hidden = np.zeros(len(places), dtype=bool)
        hidden[sample[stopped]] = True
        return float(1 - np.mean(hidden))

    @cached_property
    def samples(self) -> Floats:
        """Places spread evenly over the areas of the ground, or along it when all of it is lines; µm."""
        areas = [outline(area) for area in self.ground if isinstance(area, Polygon)]
        if not areas:
            return self._samples_of_lines()
        whole = shapely.union_all(areas)
        step = (shapely.area(whole) / SAMPLES) ** 0.5
        west, south, east, north = shapely.bounds(whole)
        x, y = np.meshgrid(np.arange(west + step / 2, east, step), np.arange(south + step / 2, north, step))
        inside = shapely.contains_xy(whole, x, y)
        surely = shapely.get_coordinates(shapely.point_on_surface(whole))
        places: Floats = np.concatenate([surely, np.column_stack([x[inside], y[inside]])])
        return places

    def _samples_of_lines(self) -> Floats:
        """Give the middles of short parts of the ground's segments."""
        ends = self.ground_edges.astype(np.float64)
        lengths = np.hypot(*(ends[:, 2:] - ends[:, :2]).T)
        counts = 1 + (lengths * SAMPLES // max(1.0, float(lengths.sum()))).astype(np.int64)
        parts = np.concatenate([(np.arange(n) + 0.5) / n for n in counts])[:, None]
        rows = np.repeat(ends, counts, axis=0)
        places: Floats = rows[:, :2] * (1 - parts) + rows[:, 2:] * parts
        return places

    @cached_property
    def _sampled(self) -> Flags:
        """Which piece (row) holds which sample (column)."""
        x, y = self.samples.T
        held = [shapely.intersects_xy(outline(p.shape), x, y) for p in self.blockers]
        return np.array(held, dtype=np.bool_).reshape(-1, len(x))


def margin(shape: Shape) -> float:
    """Give µm within which a piece's outline may still hold a place: a circle reaches beyond its outline."""
    return 3 + shape.radius / 500 if isinstance(shape, Circle) else 1


@dataclass(frozen=True, kw_only=True)
class Eye:
    """One marker outside the watchers' ground, looking for whoever sees it."""

    watch: Watch
    marker: Point

    @cached_property
    def pieces(self) -> tuple[int, ...]:
        """The numbers of the pieces that count: one sees out of those that hold the marker."""
        return tuple(i for i, p in enumerate(self.watch.blockers) if not p.shape.holds(self.marker))

    def search(self) -> Witness | None:
        """Try the likely directions, then decide the rest exactly."""
        gaps = self.gaps()
        for start, end in sorted(gaps, key=lambda gap: gap[0] - gap[1])[:8]:
            found = self.along(heading((start + end) / 2))
            if found is not None:
                return self.comfortable(found)
        for start, end in gaps:
            found = self.within(start, end)
            if found is not None:
                return self.comfortable(found)
        return None

    # ---- floating point: which directions are stopped for sure

    def gaps(self) -> list[tuple[float, float]]:
        """Give the ranges of directions (radians) in which ground may be seen; all others are stopped for sure."""
        needed = joined(*spans(self.watch.ground_edges, self.marker, SLACK))
        stopped = joined(*spans(self.watch.edges[self._sure()], self.marker, -SLACK))
        return [part for low, high in left_out(needed, stopped) for part in halved(low - 2 * SLACK, high + 2 * SLACK)]

    def _sure(self) -> Flags:
        """Mark the edges that hide all ground behind them: nothing of the ground lies before them or in their piece."""
        watch = self.watch
        counts = np.zeros(len(watch.blockers), dtype=np.bool_)
        counts[list(self.pieces)] = True
        for i, piece in enumerate(watch.blockers):
            if isinstance(piece.shape, Circle) and piece.shape.radius < SMOOTH:
                counts[i] = False
        sure = watch.aloof & counts[watch.owner]
        places = np.flatnonzero(sure)
        sure[places] = apart(np.array(self.marker, dtype=np.int64), watch.edges[places], watch.ground_edges)
        return sure

    # ---- exact: what is seen along one direction, and between two

    def along(self, way: Direction) -> Witness | None:
        """Give the nearest place of the ground seen in exactly this direction.

        Nearer is better between two touches, and what holds a place holds the touch before it: so touches are enough.
        """
        line = self._line(way)
        posts, areas = self._posts(line), [trace(area, line) for area in self.watch.ground]
        for along in _candidates(posts, areas):
            if not blocking((post for post in posts if not post.holds(along)), along):
                return line.at(along)
        return None

    def within(self, start: float, end: float) -> Witness | None:
        """Give a place of the ground seen in some direction from `start` to `end` (radians, less than 1 apart)."""
        ways = self._critical(start, end)
        for one, other in sorted(pairwise(ways), key=narrowness):
            found = self.between(one, other)
            if found is not None:
                return found
        for way in ways:
            found = self.along(way)
            if found is not None:
                return found
        return None

    def between(self, one: Direction, other: Direction) -> Witness | None:
        """Give a place of the ground seen strictly between two neighbouring critical directions."""
        way = middle(one, other)
        found = self.along(way)
        if found is not None or not any(isinstance(p.shape, Circle) for p in self.watch.blockers):
            return found
        return self._past_circles(way, one, other)

    def _past_circles(self, way: Direction, one: Direction, other: Direction) -> Witness | None:
        """Look again where circles decide: a circle holds more than its outline, by an arc that corners do not show.

        The ground seen from under an arc is nearest along the edge where it begins, and each circle holds one part of
        that edge; a place common to all those parts sees the marker.
        """
        line = self._line(way)
        posts, areas = self._posts(line), [trace(area, line) for area in self.watch.ground]
        straight = [post for post in posts if not isinstance(post.shape, Circle)]
        rounds = [post for post in posts if isinstance(post.shape, Circle)]
        for along in _candidates(posts, areas):
            if blocking((post for post in straight if not post.holds(along)), along):
                continue
            discs = [post.shape for post in rounds if isinstance(post.shape, Circle) and blocking([post], along)]
            edge = self._edge_at(line, along)
            ends = [meeting(self._line(bound), edge) for bound in (one, other)]
            found = common_part(ends[0], ends[1], discs)
            if found is not None and not stopping(self.watch.blockers, self.marker, found):
                return found
        return None

    def _edge_at(self, line: Sightline, along: Fraction) -> tuple[Point, Point]:
        """Give an edge that the line, in a direction that is not critical, crosses at `along`."""
        shapes = [*(p.shape for p in self.watch.blockers), *self.watch.ground]
        for a, b in (edge for shape in shapes for edge in outline_of(shape)):
            (u, v), (s, w) = line.measure(a), line.measure(b)
            if v * w < 0 and Fraction(u * w - s * v, w - v) == along:
                return a, b
        raise AssertionError("a touch lies on an edge")

    def _line(self, way: Direction) -> Sightline:
        return Sightline(x=self.marker.x, y=self.marker.y, scale=1, dx=way[0], dy=way[1])

    def _posts(self, line: Sightline) -> list[Trace]:
        """Trace the pieces that count and may meet the line ahead of the marker."""
        near = self._near(line)
        blockers = self.watch.blockers
        return [trace(blockers[i].shape, line, blockers[i].id) for i in self.pieces if near[i]]

    def _near(self, line: Sightline) -> Flags:
        """Mark the pieces with an edge that comes within a hair of the line ahead; none that meets it is left out."""
        size = max(abs(line.dx), abs(line.dy))
        dx, dy = line.dx / size, line.dy / size
        x, y = self._rel
        along, aside = x * dx + y * dy, dx * y - dy * x
        hair = 1e-3
        meets = (
            (np.minimum(aside[0], aside[1]) <= hair)
            & (np.maximum(aside[0], aside[1]) >= -hair)
            & (np.maximum(along[0], along[1]) >= -hair)
        )
        near = np.zeros(len(self.watch.blockers), dtype=np.bool_)
        near[self.watch.owner[meets]] = True
        return near

    @cached_property
    def _rel(self) -> tuple[Floats, Floats]:
        """The ends of all edges as seen from the marker: x and y, each with a row of starts and a row of ends."""
        rel = (self.watch.edges - np.array(self.marker * 2, dtype=np.int64)).astype(np.float64)
        return rel[:, 0::2].T, rel[:, 1::2].T

    def _critical(self, start: float, end: float) -> list[Direction]:
        """Give the exact critical directions from `start` to `end` in order, with two bounds a little outside."""
        low, high = heading(start), heading(end)
        x, y = (self.watch.spots_about - np.array(self.marker, dtype=np.float64)).T
        left = (np.arctan2(y, x) - start + pi) % (2 * pi) - pi
        beside = np.abs(x) + np.abs(y) < 2_000  # so near that the place's own error turns its direction
        chosen = ((left >= -4 * SLACK) & (left <= end - start + 4 * SLACK)) | beside
        ways = {towards(self.marker, self.watch.spots[i]) for i in np.flatnonzero(chosen)} - {(0, 0)}
        inner = [way for way in ways if turn(low, way) > 0 and turn(way, high) > 0 and ahead(low, way)]
        return [low, *sorted(inner, key=cmp_to_key(clockwise)), high]

    # ---- a witness that is pleasant to read

    def comfortable(self, found: Witness) -> Witness:
        """Give a whole-µm place on the way beyond `found` that sees the marker too, else `found` itself."""
        line = Sightline.between(self.marker, found)
        start = Fraction(line.length)
        ends = [t for area in self.watch.ground for t in trace(area, line).touches if t > start]
        ends += [t for post in self._posts(line) for t in post.touches if t > start]
        reach = min(ends, default=start) - start
        for part in (Fraction(1, 2), Fraction(1, 4), Fraction(1, 16), Fraction(0)):
            point = line.at(start + reach * part).point()
            held = any(area.holds(point) for area in self.watch.ground)
            if held and not stopping(self.watch.blockers, self.marker, point):
                return Witness(x=Fraction(point.x), y=Fraction(point.y))
        return found


def _candidates(posts: Sequence[Trace], areas: Sequence[Trace]) -> list[Fraction]:
    """Give the touches ahead that lie on the watchers' ground, the nearest first."""
    touches = {t for one in (*posts, *areas) for t in one.touches if t > 0}
    return [t for t in sorted(touches) if any(area.holds(t) for area in areas)]


def _in_fans(edges: Floats, places: Floats) -> tuple[Whole, Whole]:
    """Give each pair of an edge and a place whose bearing lies in the edge's fan, both seen from the origin."""
    bearings = np.arctan2(places[:, 1], places[:, 0])
    order = np.argsort(bearings)
    round_twice = np.concatenate([bearings[order], bearings[order] + 2 * np.pi])
    one, other = (np.arctan2(edges[:, k + 1], edges[:, k]) for k in (0, 2))
    width = (other - one + np.pi) % (2 * np.pi) - np.pi
    start = np.where(width >= 0, one, other)
    low = np.searchsorted(round_twice, start, "right")
    count = np.maximum(np.searchsorted(round_twice, start + np.abs(width), "left") - low, 0)
    edge = np.repeat(np.arange(len(edges)), count)
    place = np.arange(count.sum()) - np.repeat(np.cumsum(count) - count, count) + low[edge]
    return edge, order[place % len(places)]
