"""Ground that no watcher sees, for the maps: approximate, but never a place that is seen (contract 5).

The ground is cut into squares, and those into quarters, until each is proved hidden, is surely seen, or is small.

The proof for a square and a convex part of the watchers' ground is a chain of *screens* that lie before that part: a
screen is connected and has a right and a left end; the first begins right of the whole part, each next one begins right
of where the one before ended, and the last ends left of the whole part. Each "right of" is linear in the place that
looks, so it holds for a square when it holds, by a margin, in its worst corner. Any line from the square to the part
then crosses a screen.

Which pieces are dropped depends on both ends. Those that touch the square are taken as dropped for all of it. For the
far end the whole ground is tried with all pieces, the part inside each piece without that piece, the part inside each
two without both, and so on: whatever the place, one of these drops just what holds it.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations

import numpy as np
import shapely

from playaid.bearings import Flags, Floats, Whole
from playaid.shapes import Circle, Polygon, Shape
from playaid.watch import SMOOTH, Watch, margin, outline

FINEST = 5_000
"""µm. Squares of this size are not cut again: how much of the true dead ground's border may be left out."""

HALVINGS = 6
"""How often the first squares are halved to reach the finest."""

SURE = 1.0
"""µm. By how much a screen must overlap the next, thousands of times the error of a constructed corner."""

BATCH = 1_000
"""Squares that are tried at once, which bounds the memory."""

LOOKOUTS = 30
"""Places of the watchers' ground whose views tell, beforehand, most of what is seen."""

LINKS = 24
"""The most screens in a chain: one that needs more has gone round."""

_TURNS = np.linspace(0, 2 * np.pi, 64, endpoint=False)
COMPASS = np.column_stack([np.cos(_TURNS), np.sin(_TURNS)])
"""Directions in which a straight cut is tried between a part of the watchers' ground and what lies before it."""


@dataclass(frozen=True, kw_only=True, eq=False)
class Screens:
    """Things to be hidden behind; the arrays have one row for each.

    `corners` repeat the last corner to be of equal length. `members` tells which pieces a screen is made of. A `whole`
    screen need not be convex: its corners are those of its hull, anticlockwise, and only who stands outside the hull
    may rely on it.
    """

    corners: Floats
    members: Flags
    whole: Flags


@dataclass(frozen=True, kw_only=True, eq=False)
class Part:
    """A convex part of the watchers' ground, by its corners, and the pieces that are dropped for watchers in it."""

    corners: Floats
    dropped: Flags


@dataclass(frozen=True, kw_only=True, eq=False)
class Squares:
    """Squares of one size by their middles and half their side, in µm."""

    middles: Floats
    half: float

    def shapes(self) -> Floats:
        """Give the squares as Shapely polygons."""
        x, y = self.middles.T
        squares: Floats = shapely.box(x - self.half, y - self.half, x + self.half, y + self.half)
        return squares

    def some(self, which: Flags | Whole) -> "Squares":
        """Give some of the squares."""
        return Squares(middles=self.middles[which], half=self.half)

    def quarters(self) -> "Squares":
        """Cut every square in four."""
        half = self.half / 2
        steps = np.array([(x, y) for x in (-half, half) for y in (-half, half)])
        return Squares(middles=(self.middles[:, None] + steps).reshape(-1, 2), half=half)

    def least(self, a: Floats, b: Floats) -> Floats:
        """Give how far left of `a` lies `b` (twice an area, µm²) as seen from the worst corner of each square.

        Places have their squares along the first axis and any axes more.
        """
        middles = self.middles.reshape(-1, *[1] * (max(a.ndim, b.ndim) - 2), 2)
        p, q = a - middles, b - middles
        way = np.abs(b - a)
        worst: Floats = p[..., 0] * q[..., 1] - p[..., 1] * q[..., 0] - self.half * (way[..., 0] + way[..., 1])
        return worst


def dead_ground(watch: Watch, ground: Polygon) -> shapely.Geometry:
    """Give the part of the ground that no watcher sees, without what lies within about 5 mm of its borders."""
    return Shade(watch=watch, ground=outline(ground)).find()


@dataclass(frozen=True, kw_only=True, eq=False)
class Shade:
    """One search for dead ground."""

    watch: Watch
    ground: shapely.Geometry

    def find(self) -> shapely.Geometry:
        """Cut and try squares; give those proved hidden, within the ground."""
        squares, found = self._first(), []
        seen = self.seen
        shapely.prepare(seen)
        shapely.prepare(self.ground)
        while len(squares.middles):
            shapes = squares.shapes()
            open_ = shapely.intersects(self.ground, shapes) & ~shapely.contains_properly(seen, shapes)
            squares, shapes = squares.some(open_), shapes[open_]
            hidden = self.hidden(squares)
            found.extend(shapes[hidden])
            if squares.half * 2 <= FINEST:
                break
            squares = squares.some(~hidden).quarters()
        return shapely.intersection(shapely.union_all(found), self.ground)

    def _first(self) -> Squares:
        """Give the first squares, over all of the ground."""
        west, south, east, north = shapely.bounds(self.ground)
        size = FINEST * 2**HALVINGS
        x, y = np.arange(west, east, size), np.arange(south, north, size)
        corners = np.stack(np.meshgrid(x, y), axis=-1).reshape(-1, 2)
        return Squares(middles=corners + size / 2, half=size / 2)

    def hidden(self, squares: Squares) -> Flags:
        """Mark the squares that are proved hidden from all watchers."""
        count = len(squares.middles)
        marks = [self._hidden(squares.some(np.arange(i, min(i + BATCH, count)))) for i in range(0, count, BATCH)]
        return np.concatenate([np.zeros(0, dtype=np.bool_), *marks])

    def _hidden(self, squares: Squares) -> Flags:
        dropped = np.zeros((len(squares.middles), len(self.watch.blockers)), dtype=np.bool_)
        for i, held in enumerate(self.held):
            dropped[:, i] = shapely.intersects(held, squares.shapes())
        right, left = _ends(squares, self.screens.corners)
        alive = np.arange(len(squares.middles))
        for part in self.parts:
            some = squares.some(alive)
            screened = self._screened(some, dropped[alive] | part.dropped, part, right[alive], left[alive])
            alive = alive[screened]
        marks = np.zeros(len(squares.middles), dtype=np.bool_)
        marks[alive] = True
        return marks

    # ---- the proof

    def _screened(self, squares: Squares, dropped: Flags, part: Part, right: Floats, left: Floats) -> Flags:
        """Mark the squares from which a chain of screens, with ends `right` and `left`, hides all of the part.

        The first screen must begin right of every corner of the part and reach past `first`, the rightmost from the
        middle; so whatever comes after lies less than half a turn on, and "left of" stays without doubt.
        """
        usable = self._usable(squares, dropped, part, right, left)
        reach = _bearing(squares.middles, part.corners.mean(axis=0), left)
        corners = part.corners[None]
        first, last = (end[:, 0] for end in _ends(squares, corners))
        after_first = squares.least(first[:, None], corners) > self.sure
        before_last = squares.least(corners, last[:, None]) > self.sure
        begins = squares.least(right[:, :, None], corners[:, None]) > self.sure
        candidates = usable & np.all(begins | after_first[:, None], axis=2)
        candidates &= squares.least(right, first[:, None]) > self.sure
        candidates &= squares.least(first[:, None], left) > self.sure
        marks = np.zeros(len(squares.middles), dtype=np.bool_)
        alive = np.arange(len(squares.middles))
        for _ in range(LINKS):
            able = np.any(candidates, axis=1)
            alive, candidates = alive[able], candidates[able]
            chosen = np.argmax(np.where(candidates, reach[alive], -np.inf), axis=1)
            now, end = squares.some(alive), left[alive, chosen]
            done = np.all((now.least(corners, end[:, None]) > self.sure) | before_last[alive], axis=1)
            done &= now.least(last[alive], end) > self.sure
            marks[alive[done]] = True
            alive, end, now = alive[~done], end[~done], now.some(~done)
            candidates = usable[alive] & (now.least(right[alive], end[:, None]) > self.sure)
            candidates &= now.least(end[:, None], left[alive]) > self.sure
        return marks

    def _usable(self, squares: Squares, dropped: Flags, part: Part, right: Floats, left: Floats) -> Flags:
        """Mark the screens (columns) that stand before the part as seen from each square (row).

        A straight cut with the square and the screen on one side and the part on the other proves it.
        """
        screens = self.screens
        cuts = np.concatenate([COMPASS, _normals(part.corners)])
        beyond = np.min(part.corners @ cuts.T, axis=0) - SURE
        near = squares.middles @ cuts.T + squares.half * np.sum(np.abs(cuts), axis=1) < beyond
        before = np.max(screens.corners @ cuts.T, axis=1) < beyond
        front = near.astype(np.float32) @ before.T.astype(np.float32) > 0
        free = dropped.astype(np.float32) @ screens.members.T.astype(np.float32) == 0
        usable: Flags = front & free & (squares.least(right, left) > self.sure)
        usable[:, screens.whole] &= _outside(squares, screens.corners[screens.whole])
        return usable

    @cached_property
    def sure(self) -> float:
        """The margin as twice an area, µm²: `SURE` at the far end of the table."""
        west, south, east, north = shapely.total_bounds([self.ground, *self.areas, *self.zones])
        return float(SURE * (east - west + north - south))

    # ---- the pieces and the watchers' ground, prepared

    @cached_property
    def areas(self) -> list[shapely.Geometry]:
        """For each piece what of it surely interrupts a line of sight."""
        return [_screening(piece.shape) for piece in self.watch.blockers]

    @cached_property
    def held(self) -> list[shapely.Geometry]:
        """For each piece an area that surely has in it all that the piece holds."""
        held = [_holding(piece.shape) for piece in self.watch.blockers]
        for area in held:
            shapely.prepare(area)
        return held

    @cached_property
    def zones(self) -> list[shapely.Geometry]:
        """The watchers' ground."""
        return [outline(area) for area in self.watch.ground]

    @cached_property
    def parts(self) -> list[Part]:
        """The convex parts of the watchers' ground, first with no piece dropped, then inside one, two and so on."""
        parts = []
        level: dict[tuple[int, ...], list[shapely.Geometry]] = {(): self.zones}
        while level:
            for inside, areas in level.items():
                dropped = np.isin(np.arange(len(self.areas)), inside)
                parts += [Part(corners=corners, dropped=dropped) for area in areas for corners in _convex_parts(area)]
            level = dict(self._deeper(level))
        return parts

    def _deeper(
        self, level: dict[tuple[int, ...], list[shapely.Geometry]]
    ) -> Iterator[tuple[tuple[int, ...], list[shapely.Geometry]]]:
        """Give the parts of the watchers' ground inside one piece more."""
        for inside, areas in level.items():
            for i in range(inside[-1] + 1 if inside else 0, len(self.held)):
                shared = shapely.get_parts(shapely.intersection(areas, self.held[i]))
                if not np.all(shapely.is_empty(shared)):
                    yield (*inside, i), list(shared[~shapely.is_empty(shared)])

    @cached_property
    def screens(self) -> Screens:
        """All screens: each piece, each clump that touches, and what of them lies outside the watchers' ground."""
        rows = [row for made in self._made() for row in made]
        longest = max((len(corners) for corners, _, _ in rows), default=1)
        corners = [np.concatenate([c, np.repeat(c[-1:], longest - len(c), axis=0)]) for c, _, _ in rows]
        members = [np.isin(np.arange(len(self.areas)), m) for _, m, _ in rows]
        return Screens(
            corners=np.array(corners, dtype=np.float64).reshape(-1, longest, 2),
            members=np.array(members, dtype=np.bool_).reshape(-1, len(self.areas)),
            whole=np.array([whole for _, _, whole in rows], dtype=np.bool_),
        )

    def _made(self) -> Iterator[list[tuple[Floats, Sequence[int], bool]]]:
        """Give the screens of each thing: its corners, the pieces in it, and whether it is a whole one."""
        zone = shapely.buffer(shapely.union_all(self.zones), 20, join_style="mitre")
        things = [(area, [i]) for i, area in enumerate(self.areas)]
        things += [(shapely.union_all([things[i][0] for i in clump]), clump) for clump in self._clumps()]
        for area, members in things:
            pieces = [area]
            if shapely.intersects(area, zone):
                pieces.append(shapely.difference(area, zone))
            for one in (single for piece in pieces for single in shapely.get_parts(piece)):
                parts = _convex_parts(one)
                yield [(corners, members, False) for corners in parts]
                if len(parts) > 1:
                    yield [(_hull(one), members, True)]

    def _clumps(self) -> list[list[int]]:
        """Give the groups of two or more areas that hang together, and all pairs that touch."""
        areas = {i: a for i, a in enumerate(self.areas) if isinstance(a, shapely.Polygon)}
        pairs = [[i, j] for i, j in combinations(areas, 2) if shapely.intersects(areas[i], areas[j])]
        groups = [{i} for i in areas]
        for i, j in pairs:
            joined = [group for group in groups if i in group or j in group]
            groups = [group for group in groups if group not in joined] + [set().union(*joined)]
        return [*pairs, *(sorted(group) for group in groups if len(group) > 2)]

    # ---- what is surely seen, so that it need not be tried

    @cached_property
    def seen(self) -> shapely.Geometry:
        """Ground in view of some lookouts, which need not be tried: a mistake here would only cost dead ground."""
        corners = shapely.get_coordinates(self.zones)
        places = np.concatenate([corners, self.watch.samples])
        lookouts = places[:: max(1, len(places) // LOOKOUTS)] if len(places) else places
        return shapely.union_all([*self.zones, *(view for place in lookouts for view in self._views(place))])

    def _views(self, place: Floats) -> Iterator[shapely.Geometry]:
        """Give the ground in view of a place: outside the pieces, and in each piece past the others."""
        shadows = {
            i: shapely.union_all([_shadow(corners, place, self.sure) for corners in parts])
            for i, parts in enumerate(self._convex)
            if not shapely.intersects_xy(self.held[i], *place)
        }
        yield shapely.difference(self.ground, shapely.union_all(list(shadows.values())))
        for i in shadows:
            others = [shadow for j, shadow in shadows.items() if j != i and shapely.intersects(shadow, self.areas[i])]
            yield shapely.difference(self.areas[i], shapely.union_all(others))

    @cached_property
    def _convex(self) -> list[list[Floats]]:
        """The convex parts of each piece."""
        return [_convex_parts(area) for area in self.areas]


def _screening(shape: Shape) -> shapely.Geometry:
    """Give the part of a piece to be hidden behind: of a circle every fourth corner will do."""
    if not isinstance(shape, Circle):
        return outline(shape)
    corners = shape.outline[::4] if shape.radius >= SMOOTH else ()
    return shapely.Polygon(corners)


def _holding(shape: Shape) -> shapely.Geometry:
    """Give a little more than a piece holds."""
    if isinstance(shape, Circle):
        return shapely.buffer(shapely.Point(shape.centre), shape.radius + margin(shape))
    return shapely.buffer(outline(shape), margin(shape), join_style="mitre", cap_style="square")


def _hull(area: shapely.Geometry) -> Floats:
    """Give the corners of the convex hull, anticlockwise."""
    hull = shapely.convex_hull(area)
    ring = shapely.get_coordinates(shapely.orient_polygons(hull) if isinstance(hull, shapely.Polygon) else hull)
    corners: Floats = ring[:-1] if isinstance(hull, shapely.Polygon) else ring
    return corners


def _convex_parts(area: shapely.Geometry) -> list[Floats]:
    """Give the corners of convex parts that make up areas, lines and points."""
    parts: list[Floats] = []
    for one in shapely.get_parts(area):
        if isinstance(one, shapely.Polygon):
            parts.extend(_hull(convex) for convex in _convex_polygons(one))
        else:
            places = shapely.get_coordinates(one)
            parts.extend(places[i : i + 2] for i in range(max(1, len(places) - 1)))
    return parts


def _convex_polygons(area: shapely.Polygon) -> list[shapely.Polygon]:
    """Cut a polygon into triangles and join them again as long as the result is convex."""
    parts = list(shapely.get_parts(shapely.constrained_delaunay_triangles(area)))
    done: list[shapely.Polygon] = []
    while parts:
        one = parts.pop()
        for other in parts:
            both = shapely.union(one, other)
            if isinstance(both, shapely.Polygon) and _is_convex(both):
                parts.remove(other)
                parts.append(both)
                break
        else:
            done.append(one)
    return done


def _is_convex(area: shapely.Polygon) -> bool:
    whole, hull = shapely.area(area), shapely.area(shapely.convex_hull(area))
    return bool(hull - whole < 0.1 + 1e-12 * whole)


def _shadow(part: Floats, place: Floats, far: float) -> shapely.Geometry:
    """Give the ground behind a convex part as seen from a place outside it."""
    rel = part - place
    stretch = far / max(1.0, float(np.min(np.hypot(*rel.T))))
    return shapely.convex_hull(shapely.MultiPoint(np.concatenate([part, place + rel * (1 + stretch)])))


def _ends(squares: Squares, shapes: Floats) -> tuple[Floats, Floats]:
    """Give the right and the left corner of each shape (second axis) as seen from the middle of each square."""
    rel = shapes[None] - squares.middles[:, None, None]
    towards = rel.mean(axis=2, keepdims=True)
    aside = towards[..., 0] * rel[..., 1] - towards[..., 1] * rel[..., 0]
    along = towards[..., 0] * rel[..., 0] + towards[..., 1] * rel[..., 1]
    turns = np.arctan2(aside, along)
    rows = np.arange(len(shapes))
    return shapes[rows, np.argmin(turns, axis=2)], shapes[rows, np.argmax(turns, axis=2)]


def _bearing(middles: Floats, towards: Floats, places: Floats) -> Floats:
    """Give by what angle each place lies left of the way from its square's middle `towards` somewhere."""
    ahead = (towards - middles)[:, None]
    rel = places - middles[:, None]
    aside = ahead[..., 0] * rel[..., 1] - ahead[..., 1] * rel[..., 0]
    bearing: Floats = np.arctan2(aside, ahead[..., 0] * rel[..., 0] + ahead[..., 1] * rel[..., 1])
    return bearing


def _normals(corners: Floats) -> Floats:
    """Give unit vectors that point into a convex ring from its edges and, for a line, to both its sides."""
    way = np.roll(corners, -1, axis=0) - corners
    size = np.hypot(*way.T)
    inward = np.column_stack([-way[:, 1], way[:, 0]])[size > 0] / size[size > 0, None]
    return np.concatenate([inward, -inward])


def _outside(squares: Squares, rings: Floats) -> Flags:
    """Mark the squares (rows) that lie wholly outside an edge of each anticlockwise convex ring (columns)."""
    before, after = rings[None], np.roll(rings, -1, axis=1)[None]
    outside: Flags = np.any(squares.least(after, before) > 0, axis=2)
    return outside
