"""What a place on the table offers a marker: its pieces, its cover, its zone, who sees it. Exact."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from math import isqrt

from playaid.lengths import Length
from playaid.rules import Rules
from playaid.scenario import Scenario, Terrain
from playaid.shapes import (
    Area,
    Circle,
    Line,
    Point,
    Shape,
    cross,
    edges_of,
    on_segment,
    squared_distance,
    within_reach,
)
from playaid.sight import Blocker, Field, Witness
from playaid.unions import base_inside, centroid, near_border

MOST_CELLS = 64
"""The table is looked up in so many strips each way, so that a marker meets only the pieces near it."""

Watcher = Area | Line
"""What an enemy may look from: an area of his zone, or a stretch of edge by which he enters."""


@dataclass(frozen=True, kw_only=True)
class Standing:
    """What a marker has at its place: the cover class and the piece that gives it, if any."""

    cover: str | None
    piece: Terrain | None


@dataclass(frozen=True, kw_only=True)
class Ground:
    """A scenario's table under a set of rules."""

    scenario: Scenario
    rules: Rules

    @cached_property
    def classes(self) -> tuple[str, ...]:
        """The cover classes from the worst to the best."""
        return tuple(self.rules.tables.cover) if self.rules.concealment is not None else ()

    @property
    def reach(self) -> Length:
        """How near a line gives its cover (ruling D6)."""
        return self.rules.tables.linear_cover if self.rules.concealment is not None else Length(0)

    @property
    def radius(self) -> int:
        """Half the width of a marker on the table, µm."""
        return self.rules.tables.marker // 2 if self.rules.concealment is not None else 0

    @cached_property
    def field(self) -> Field:
        """The pieces that block sight."""
        types = self.scenario.terrain_types
        blocking = (p for p in self.scenario.terrain if p.type in types and types[p.type].sight == "blocked")
        return Field(blockers=tuple(Blocker(id=piece.id, shape=piece.shape) for piece in blocking))

    @cached_property
    def _cells(self) -> dict[tuple[int, int], list[Terrain]]:
        cells: dict[tuple[int, int], list[Terrain]] = {}
        for piece in self.scenario.terrain:
            box, reach = piece.shape.box, max(self.reach, self.radius) if isinstance(piece.shape, Line) else 0
            west, south = self._cell(box.west - reach, box.south - reach)
            east, north = self._cell(box.east + reach, box.north + reach)
            for x in range(west, east + 1):
                for y in range(south, north + 1):
                    cells.setdefault((x, y), []).append(piece)
        return cells

    def _cell(self, x: int, y: int) -> tuple[int, int]:
        table = self.scenario.table
        return x * self._grid // table.width, y * self._grid // table.depth

    @cached_property
    def _grid(self) -> int:
        """How many cells the table has each way: a few for every piece, since filling them takes time too."""
        return min(MOST_CELLS, 4 * isqrt(len(self.scenario.terrain)) + 1)

    def pieces_near(self, point: Point) -> Sequence[Terrain]:
        """Give the pieces that may hold a point, in the scenario's order."""
        return self._cells.get(self._cell(point.x, point.y), ())

    def standing(self, point: Point, side: str) -> Standing:
        """Give the best cover that the pieces at a place give a marker of a side (contract: cover at a point)."""
        best: Standing = Standing(cover=self.classes[0] if self.classes else None, piece=None)
        rank = -1
        for piece in self.pieces_near(point):
            cover = self.scenario.terrain_types[piece.type].cover if piece.type in self.scenario.terrain_types else ""
            place = self.classes.index(cover) if cover in self.classes else 0
            if place > rank and self._covers(piece.shape, point, side):
                best, rank = Standing(cover=cover if cover in self.classes else None, piece=piece), place
        return best

    def undefined(self, point: Point, side: str) -> bool:
        """Tell whether a place lies in a piece whose type the scenario does not define: nobody knows what it offers."""
        known = self.scenario.terrain_types
        return any(p.type not in known and self._covers(p.shape, point, side) for p in self.pieces_near(point))

    def hides(self, cover: str | None) -> bool:
        """Tell whether a cover class hides a defender's marker (8.A)."""
        return cover is not None and cover in self.classes and self.rules.tables.cover[cover].hides

    def _covers(self, shape: Shape, point: Point, side: str) -> bool:
        if not isinstance(shape, Line):
            return shape.holds(point)
        reading = self.rules.reading("D6", "either")
        return any(self._behind(a, b, point, side, reading) for a, b in shape.segments)

    def _behind(self, a: Point, b: Point, point: Point, side: str, reading: str) -> bool:
        """Tell whether a stretch of wall covers a point (ruling D6)."""
        if on_segment(point, a, b):
            return True
        if reading == "contact":
            return within_reach(point, a, b, self.radius)
        if not within_reach(point, a, b, self.reach):
            return False
        fronts = self._fronts[side]
        if reading == "either" or not fronts:
            return True
        own = cross(a, b, point)
        sides = [_side_of(a, b, front) for front in fronts]
        return all(own * other < 0 for other in sides)

    @cached_property
    def _fronts(self) -> dict[str, tuple[tuple[int, int, int], ...]]:
        """Where the enemy of each side comes from: the middle of his zones, else of each of his entry edges."""
        return {side: tuple(self._front_of(self.scenario.enemy_of(side))) for side in self.scenario.sides}

    def _front_of(self, enemy: str) -> Iterator[tuple[int, int, int]]:
        zones = self.scenario.zone(enemy)
        if zones:
            yield centroid(zones)
            return
        for edge in self.scenario.entry_edges(enemy):
            (a, b) = edge.points
            yield a.x + b.x, a.y + b.y, 2

    def watchers(self, side: str) -> tuple[Watcher, ...]:
        """Give everything from which the enemy of a side may look: his zones and entry edges (ruling D4)."""
        enemy = self.scenario.enemy_of(side)
        return (*self.scenario.zone(enemy), *self.scenario.entry_edges(enemy))

    def seen(self, point: Point, side: str) -> Witness | None:
        """Give a place from which the enemy sees a point, or None when no place of his does, exactly."""
        return self.field.seen_from(point, self.watchers(side))

    def dead_ground(self, side: str) -> tuple[tuple[tuple[int, int], ...], ...]:
        """Give the borders of the ground that the enemy of a side sees from none of his places; for the maps."""
        return self.field.dead_rings(self.watchers(side), self.scenario.table.ground)

    def partly_hidden(self, point: Point, side: str) -> bool:
        """Tell whether ruling D4 is content with a place that one of the enemy's places does not see."""
        if self.rules.reading("D4") != "some-point":
            return False
        return any(self.field.hidden_stretch(point, a, b) for a, b in self._watching_edges(side))

    def _watching_edges(self, side: str) -> Iterator[tuple[Point, Point]]:
        """Give the edges of all the enemy may look from: behind an obstacle some border of it is hidden."""
        for watcher in self.watchers(side):
            yield from watcher.segments if isinstance(watcher, Line) else edges_of(watcher.outline)

    def base_in_cover(self, point: Point, radius: int) -> bool:
        """Tell whether a whole base lies in pieces that hide, seams between them included (ruling D5)."""
        near = [piece for piece in self.pieces_near(point) if piece.type in self.scenario.terrain_types]
        hiding = [p.shape for p in near if self.hides(self.scenario.terrain_types[p.type].cover)]
        areas = [shape for shape in hiding if not isinstance(shape, Line)]
        lines = [shape for shape in hiding if isinstance(shape, Line)]
        if any(shape.holds(point) and not near_border(shape, point, radius) for shape in areas):
            return True
        around = [p.shape for p in self.scenario.terrain if self._hides_nearby(p, point, radius)]
        areas = [shape for shape in around if not isinstance(shape, Line)]
        return base_inside(areas, point, radius) or (bool(lines) and not any(area.holds(point) for area in areas))

    def _hides_nearby(self, piece: Terrain, point: Point, radius: int) -> bool:
        kind, box = self.scenario.terrain_types.get(piece.type), piece.shape.box
        near_x = box.west - radius <= point.x <= box.east + radius
        near_y = box.south - radius <= point.y <= box.north + radius
        return near_x and near_y and kind is not None and self.hides(kind.cover)

    def touches_cover(self, point: Point, radius: int) -> bool:
        """Tell whether a base round a point touches a piece that hides (ruling D5 any-part)."""
        for piece in self.scenario.terrain:
            kind = self.scenario.terrain_types.get(piece.type)
            if kind is None or not self.hides(kind.cover) or isinstance(piece.shape, Line):
                continue
            if piece.shape.holds(point) or touches_border(piece.shape, point, radius):
                return True
        return False

    def in_zone(self, point: Point, side: str) -> bool:
        """Tell whether a point lies in a side's zone, border included (ruling D7)."""
        return any(area.holds(point) for area in self._zones[side])

    def base_in_zone(self, point: Point, side: str, radius: int) -> bool:
        """Tell whether a whole base lies in the zone."""
        return base_inside(self._zones[side], point, radius)

    @cached_property
    def _zones(self) -> dict[str, tuple[Area, ...]]:
        return {side: self.scenario.zone(side) for side in self.scenario.sides}

    def on_table(self, point: Point) -> bool:
        """Tell whether a point lies on the table, its edge included."""
        return 0 <= point.x <= self.scenario.table.width and 0 <= point.y <= self.scenario.table.depth

    def square(self, point: Point) -> str:
        """Give the map square of a point, letters from the west and numbers from the south; nothing without a grid."""
        grid = self.scenario.grid
        if grid is None:
            return ""
        table = self.scenario.table
        column = min(point.x // grid, (table.width - 1) // grid)
        row = min(point.y // grid, (table.depth - 1) // grid)
        return f"{column_letters(column)}{row + 1}"


def column_letters(column: int) -> str:
    """Give the letters of a map column counted from 0: A to Z, then AA, AB and so on."""
    letters = ""
    column += 1
    while column:
        column, rest = divmod(column - 1, 26)
        letters = chr(ord("A") + rest) + letters
    return letters


def touches_border(area: Area, point: Point, radius: int) -> bool:
    """Tell whether a base round a point reaches the border of an area from either side, exactly."""
    if isinstance(area, Circle):
        reach = area.radius + radius
        return near_border(area, point, radius) and squared_distance(area.centre, point) <= reach * reach
    return near_border(area, point, radius + 1)


def _side_of(a: Point, b: Point, front: tuple[int, int, int]) -> int:
    """Give on which side of a line a place (x / weight, y / weight) lies: its sign."""
    x, y, weight = front
    value = (b.x - a.x) * (y - a.y * weight) - (b.y - a.y) * (x - a.x * weight)
    return (value > 0) - (value < 0)
