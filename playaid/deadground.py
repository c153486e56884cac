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

import numpy as np
import shapely

from playaid.bearings import Flags, Floats, Whole
from playaid.lengths import Length
from playaid.screens import Screens, all_screens, convex_parts, screening
from playaid.shapes import Circle, Point, Polygon, Shape
from playaid.watch import Watch, margin, outline

FINEST = 5_000
"""µm. Squares of this size are not cut again: how much of the true dead ground's border may be left out."""

HALVINGS = 6
"""How often the first squares are halved to reach the finest."""

SURE = 1.0
"""µm. By how much a screen must overlap the next, thousands of times the error of a constructed corner."""

BATCH = 1_000
"""Squares that are tried at once, which bounds the memory."""

GRID = 1.0
"""µm. Views whose shadows all but touch are laid on a grid this fine, where they cannot be joined without one."""

LOOKOUTS = 8
"""Places that are asked for their view at each size of squares."""

_TURNS = np.linspace(0, 2 * np.pi, 64, endpoint=False)
COMPASS = np.column_stack([np.cos(_TURNS), np.sin(_TURNS)])
"""Directions in which a straight cut is tried between a part of the watchers' ground and what lies before it."""


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


@dataclass(frozen=True, kw_only=True, eq=False)
class Outlook:
    """What squares (rows) see of all screens (columns): their right and left ends, and whether they count."""

    squares: Squares
    right: Floats
    left: Floats
    counts: Flags

    def some(self, which: Whole) -> "Outlook":
        """Give the outlook of some of the squares."""
        squares = self.squares.some(which)
        return Outlook(squares=squares, right=self.right[which], left=self.left[which], counts=self.counts[which])


def dead_ground(watch: Watch, ground: Polygon) -> shapely.Geometry:
    """Give the part of the ground that no watcher sees, as polygons, without about 5 mm along its border."""
    if not watch.ground:
        return outline(ground)
    return Shade(watch=watch, ground=outline(ground)).find()


@dataclass(frozen=True, kw_only=True, eq=False)
class Shade:
    """One search for dead ground."""

    watch: Watch
    ground: shapely.Geometry

    def find(self) -> shapely.Geometry:
        """Cut and try squares; give those proved hidden, within the ground."""
        squares, seen = self._first(), self._seen()
        found: list[shapely.Geometry] = []
        shapely.prepare(self.ground)
        while len(squares.middles):
            squares = squares.some(shapely.intersects(self.ground, squares.shapes()))
            seen = self._more(seen, squares)
            shapely.prepare(seen)
            squares = squares.some(~shapely.contains_properly(seen, squares.shapes()))
            hidden = self.hidden(squares)
            found.extend(squares.shapes()[hidden])
            if squares.half * 2 <= FINEST:
                break
            squares = squares.some(~hidden).quarters()
        parts = shapely.get_parts(shapely.intersection(shapely.union_all(found), self.ground))
        whole = shapely.union_all([part for part in parts if isinstance(part, shapely.Polygon)])
        return shapely.simplify(whole, 0)  # drops the corners of squares along straight borders, nothing else

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
        outlook = self._outlook(squares)
        alive = np.arange(len(squares.middles))
        for part in self.parts:
            alive = alive[self._screened(outlook.some(alive), part)]
        marks = np.zeros(len(squares.middles), dtype=np.bool_)
        marks[alive] = True
        return marks

    # ---- the proof

    def _outlook(self, squares: Squares) -> Outlook:
        """Give how the screens appear from squares, and which of them count at all."""
        screens, shapes = self.screens, squares.shapes()
        touched = np.array([shapely.intersects(held, shapes) for held in self.held], dtype=np.bool_)
        dropped = touched.reshape(len(self.held), len(shapes)).T
        right, left = _ends(squares, screens.corners)
        counts = (squares.least(right, left) > self.sure) & ~_common(dropped, screens.members)
        counts[:, screens.whole] &= _outside(squares, screens.corners[screens.whole])
        return Outlook(squares=squares, right=right, left=left, counts=counts)

    def _screened(self, outlook: Outlook, part: Part) -> Flags:
        """Mark the squares from which a chain of screens hides all of the part.

        The first screen must begin right of every corner of the part, and all must reach past `first`, the rightmost
        from the middle, by less than half a turn: so "left of" stays without doubt.
        """
        squares, corners = outlook.squares, part.corners[None]
        first, last = (end[:, 0] for end in _ends(squares, corners))
        reach = _bearing(squares.middles, part.corners.mean(axis=0), outlook.left)
        usable = outlook.counts & self._before(squares, part)
        usable &= squares.least(first[:, None], outlook.left) > self.sure
        before_last = squares.least(corners, last[:, None]) > self.sure
        candidates = self._beginning(outlook, usable, first, corners)
        marks = np.zeros(len(squares.middles), dtype=np.bool_)
        alive = np.arange(len(squares.middles))
        while len(alive := alive[np.any(candidates, axis=1)]):
            candidates = candidates[np.any(candidates, axis=1)]
            chosen = np.argmax(np.where(candidates, reach[alive], -np.inf), axis=1)
            now, end, far = squares.some(alive), outlook.left[alive, chosen], reach[alive, chosen]
            done = np.all((now.least(corners, end[:, None]) > self.sure) | before_last[alive], axis=1)
            done &= now.least(last[alive], end) > self.sure
            marks[alive[done]] = True
            alive, end, far, now = alive[~done], end[~done, None], far[~done, None], now.some(~done)
            candidates = usable[alive] & (reach[alive] > far)
            candidates &= now.least(outlook.right[alive], end) > self.sure
        return marks

    def _beginning(self, outlook: Outlook, usable: Flags, first: Floats, corners: Floats) -> Flags:
        """Mark the usable screens (columns) that begin right of all corners of a part, from each square (row)."""
        squares = outlook.squares
        beginning = usable & (squares.least(outlook.right, first[:, None]) > self.sure)
        after_first = squares.least(first[:, None], corners) > self.sure
        rows, columns = np.nonzero(beginning)
        right = outlook.right[rows, columns]
        begins = squares.some(rows).least(right[:, None], corners) > self.sure
        beginning[rows, columns] = np.all(begins | after_first[rows], axis=1)
        return beginning

    def _before(self, squares: Squares, part: Part) -> Flags:
        """Mark the screens (columns) that stand before the part as seen from each square (row).

        A straight cut with the square and the screen on one side and the part on the other proves it.
        """
        screens = self.screens
        cuts = np.concatenate([COMPASS, _normals(part.corners)])
        beyond = np.min(part.corners @ cuts.T, axis=0) - SURE
        near = squares.middles @ cuts.T + squares.half * np.sum(np.abs(cuts), axis=1) < beyond
        before = np.max(screens.corners @ cuts.T, axis=1) < beyond
        return _common(near, before) & ~_common(part.dropped[None], screens.members)

    @cached_property
    def sure(self) -> float:
        """The margin as twice an area, µm²: `SURE` at the far end of the table."""
        west, south, east, north = shapely.total_bounds([self.ground, *self.areas, *self.zones])
        return float(SURE * (east - west + north - south))

    # ---- the pieces and the watchers' ground, prepared

    @cached_property
    def areas(self) -> list[shapely.Geometry]:
        """For each piece what of it surely interrupts a line of sight."""
        return [screening(piece.shape) for piece in self.watch.blockers]

    @cached_property
    def held(self) -> list[shapely.Geometry]:
        """For each piece an area that surely has in it all that the piece holds."""
        held = [_holding(piece.shape) for piece in self.watch.blockers]
        for area in held:
            shapely.prepare(area)
        return held

    @cached_property
    def zones(self) -> list[shapely.Geometry]:
        """The watchers' ground, of a circle a little more than all of it."""
        return [_round(zone, 16) if isinstance(zone, Circle) else outline(zone) for zone in self.watch.watchers]

    @cached_property
    def parts(self) -> list[Part]:
        """The convex parts of the watchers' ground, first with no piece dropped, then inside one, two and so on."""
        parts = []
        level: dict[tuple[int, ...], list[shapely.Geometry]] = {(): self.zones}
        while level:
            for inside, areas in level.items():
                dropped = np.isin(np.arange(len(self.areas)), inside)
                parts += [Part(corners=corners, dropped=dropped) for area in areas for corners in convex_parts(area)]
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
        """All that one may be hidden behind."""
        return all_screens(self.areas, self.zones)

    # ---- what is in view, so that it need not be tried: a mistake here would only cost dead ground

    def _seen(self) -> shapely.Geometry:
        """Give the ground in view of the corners of the watchers' ground."""
        areas = [area for area in self.zones if isinstance(area, shapely.Polygon)]
        corners = np.unique(shapely.get_coordinates(self.zones), axis=0)
        views = (view for corner in corners for view in self._views(corner))
        return _union([*areas, *views])

    def _more(self, seen: shapely.Geometry, squares: Squares) -> shapely.Geometry:
        """Add the views of a few places that see what has not yet been seen of the squares."""
        middles = squares.middles
        for i in range(LOOKOUTS):
            middles = middles[~shapely.contains_xy(seen, middles)]
            if not len(middles):
                break
            number = i * len(middles) // LOOKOUTS
            x, y = middles[number].tolist()
            middles = np.delete(middles, number, axis=0)
            found = self.watch.sees(Point(Length(int(x)), Length(int(y))))
            if found is not None:
                views = self._views(np.array([float(found.x), float(found.y)]))
                seen = _union([seen, *views])
        return seen

    def _views(self, place: Floats) -> Iterator[shapely.Geometry]:
        """Give the ground in view of a place: outside the pieces, and in each piece past the others."""
        shadows = {
            i: _union([_shadow(corners, place, self.sure) for corners in parts])
            for i, parts in enumerate(self._convex)
            if not shapely.intersects_xy(self.held[i], *place)
        }
        yield _without(self.ground, list(shadows.values()))
        for i in shadows:
            others = [shadow for j, shadow in shadows.items() if j != i and shapely.intersects(shadow, self.areas[i])]
            yield _without(self.areas[i], others)

    @cached_property
    def _convex(self) -> list[list[Floats]]:
        """The convex parts of each piece."""
        return [convex_parts(area) for area in self.areas]


def _holding(shape: Shape) -> shapely.Geometry:
    """Give a little more than a piece holds."""
    if isinstance(shape, Circle):
        return _round(shape, 32)
    return shapely.buffer(outline(shape), margin(shape), join_style="mitre", cap_style="square")


def _round(circle: Circle, quarter: int) -> shapely.Geometry:
    """Give a ring of `quarter` (16 or more) corners a quarter turn that has a circle inside it."""
    return shapely.buffer(shapely.Point(circle.centre), circle.radius + margin(circle), quad_segs=quarter)


def _union(parts: Sequence[shapely.Geometry]) -> shapely.Geometry:
    """Give several areas as one; on a grid, which is slower, where their borders cross too narrowly for numbers."""
    try:
        return shapely.union_all(parts)
    except shapely.errors.GEOSException:
        return shapely.union_all(parts, grid_size=GRID)


def _without(area: shapely.Geometry, others: Sequence[shapely.Geometry]) -> shapely.Geometry:
    """Give what of an area lies in none of others; on a grid where that cannot be had otherwise."""
    try:
        return shapely.difference(area, _union(others))
    except shapely.errors.GEOSException:
        return shapely.difference(area, _union(others), grid_size=GRID)


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


def _common(one: Flags, other: Flags) -> Flags:
    """Mark the pairs of a row of `one` and a row of `other` that have a mark in common."""
    common: Flags = one.astype(np.float32) @ other.astype(np.float32).T > 0
    return common


def _outside(squares: Squares, rings: Floats) -> Flags:
    """Mark the squares (rows) that lie wholly outside an edge of each anticlockwise convex ring (columns)."""
    before, after = rings[None], np.roll(rings, -1, axis=1)[None]
    outside: Flags = np.any(squares.least(after, before) > 0, axis=2)
    return outside
