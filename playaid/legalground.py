"""Where one side's markers may stand: places drawn by chance, each judged exactly, and how much ground there is."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from math import isqrt

from playaid.chance import Chance, below, between, choice, weighted
from playaid.deployment import Deployment
from playaid.ground import Ground
from playaid.lengths import Length
from playaid.places import ROUND
from playaid.scenario import Terrain
from playaid.shapes import Area, Box, Circle, Line, Point, Polygon, box_of
from playaid.sightline import Witness
from playaid.unions import centroid

TOKEN = 25_000
"""Width of a marker where the rules name none, µm."""

ZONE_TRIES, PIECE_TRIES, ALL_PIECES = 700, 40, 2_000
"""So many places are tried all over a zone, in one piece that hides, in all pieces together."""

LOOKS = 60
"""So many places in the open at most are tested for being out of the enemy's sight."""

EYES = 4
"""So many places of the enemy's are kept in mind that saw something."""

LATTICE = 48
"""Ground is measured on so many places along the longer side of a zone's box."""


@dataclass(frozen=True, kw_only=True)
class Spot:
    """A legal place: `clean` when no check has even a warning for it."""

    at: Point
    clean: bool


@dataclass
class _Patience:
    """How many costly looks are left."""

    looks: int


@dataclass(frozen=True, kw_only=True)
class Extent:
    """How much ground a side has, mm²: its zone, and the part of it where markers may stand; measured on a lattice."""

    zone: int
    legal: int
    cover: int


@dataclass(frozen=True, kw_only=True)
class Site:
    """The ground of one side's deployment."""

    deployment: Deployment

    @property
    def ground(self) -> Ground:
        """The table."""
        return self.deployment.ground

    @property
    def side(self) -> str:
        """The side that deploys."""
        return self.deployment.side

    @cached_property
    def radius(self) -> int:
        """Half the width of a marker, µm."""
        return self.ground.radius or TOKEN // 2

    @cached_property
    def zone(self) -> tuple[Area, ...]:
        """The side's deployment zone."""
        return self.ground.scenario.zone(self.side)

    @cached_property
    def must_hide(self) -> bool:
        """Tell whether places in the open and in sight are refused (8.A, D1)."""
        return self.deployment.must_hide and self.deployment.rules.reading("D1") != "allow"

    @cached_property
    def dead_ground_counts(self) -> bool:
        """Tell whether being out of sight hides a marker: it does where it can be decided (ruling D4)."""
        return bool(self.ground.watchers(self.side)) and self.deployment.rules.reading("D4") != "declared"

    def judge(self, point: Point, patience: _Patience | None = None) -> Spot | None:
        """Give a place as a spot when a marker may stand there, exactly as the checks would have it."""
        ground, side = self.ground, self.side
        if not ground.on_table(point) or not any(area.holds(point) for area in self.zone):
            return None
        in_cover = self.must_hide and ground.hides(ground.standing(point, side).cover)
        covered = in_cover and ground.base_in_cover(point, self.radius)
        hidden = covered or (in_cover and self.deployment.rules.reading("D5") != "whole-base")
        if self.must_hide and not hidden and not self._may_look(patience):
            return None
        based = ground.base_in_zone(point, side, self.radius)
        if not based and self.deployment.rules.reading("D7") == "whole-base":
            return None
        if not self.must_hide or hidden:
            return Spot(at=point, clean=based and (covered or not self.must_hide))
        return Spot(at=point, clean=based) if self._unseen(point, patience) else None

    def _may_look(self, patience: _Patience | None) -> bool:
        return self.dead_ground_counts and (patience is None or patience.looks > 0)

    def _unseen(self, point: Point, patience: _Patience | None) -> bool:
        """Tell whether no place of the enemy's sees a point; what saw other points is asked first: that is quick."""
        if patience is not None:
            patience.looks -= 1
        for number, eye in enumerate(self._eyes):
            if self.ground.field.look(point, eye).clear:
                self._eyes.insert(0, self._eyes.pop(number))
                return False
        seen = self.ground.seen(point, self.side)
        if seen is not None:
            # A place of whole µm is looked from in half the time, where the enemy has it.
            whole = seen.point()
            self._eyes.insert(0, whole if any(ground.holds(whole) for ground in self._outlooks) else seen)
            del self._eyes[EYES:]
        return seen is None

    @cached_property
    def _outlooks(self) -> tuple[Polygon | Line, ...]:
        """From where the enemy may look; without circles, whose outline alone counts."""
        return tuple(watcher for watcher in self.ground.watchers(self.side) if not isinstance(watcher, Circle))

    @cached_property
    def _eyes(self) -> list[Point | Witness]:
        """The enemy's places that saw points before, the last one first: a memory only, it changes no answer."""
        return []

    def draw(self, chance: Chance, count: int) -> list[Spot]:
        """Give legal places for so many markers to choose from, each place once, in the order of the draw."""
        patience = _Patience(LOOKS + 4 * count)
        tries = self._tries(chance, ZONE_TRIES + 20 * count)
        found = (self.judge(point, patience) for point in dict.fromkeys(tries))
        return [spot for spot in found if spot is not None]

    def _tries(self, chance: Chance, count: int) -> Iterator[Point]:
        if not self.zone:
            return
        hiding = self.hiding_pieces if self.must_hide else ()
        each = max(4, min(PIECE_TRIES, ALL_PIECES // max(1, len(hiding))))
        for piece in hiding:
            for _ in range(each):
                yield self.tidy(self._in_piece(chance, piece))
        boxes = [area.box for area in self.zone]
        weights = [(box.east - box.west) * (box.north - box.south) for box in boxes]
        for _ in range(count):
            yield self.tidy(_in_box(chance, boxes[weighted(chance, weights)]))

    @cached_property
    def hiding_pieces(self) -> tuple[Terrain, ...]:
        """The pieces that hide markers and come near the zone."""
        kinds, zone = self.ground.scenario.terrain_types, self.box
        return tuple(
            piece
            for piece in self.ground.scenario.terrain
            if piece.type in kinds and self.ground.hides(kinds[piece.type].cover) and _touch(piece.shape.box, zone)
        )

    @cached_property
    def box(self) -> Box:
        """The box round the zone."""
        return box_of([corner for area in self.zone for corner in area.outline])

    def _in_piece(self, chance: Chance, piece: Terrain) -> Point:
        if not isinstance(piece.shape, Line):
            return _in_box(chance, piece.shape.box)
        a, b = choice(chance, piece.shape.segments)
        along, reach = below(chance, 1_001), max(1, self.ground.reach)
        x = a.x + (b.x - a.x) * along // 1_000 + between(chance, -reach, reach)
        y = a.y + (b.y - a.y) * along // 1_000 + between(chance, -reach, reach)
        return Point(Length(x), Length(y))

    def tidy(self, point: Point) -> Point:
        """Give the round figure next to a place: whole millimetres, tenths of an inch."""
        step = ROUND[self.ground.scenario.units]
        return Point(Length(point.x // step * step), Length(point.y // step * step))

    @cached_property
    def towards(self) -> tuple[int, int]:
        """The way from the middle of the own zone to the enemy, in thousandths of its length."""
        own, enemy = middle(self.zone), self._enemy()
        x, y = enemy[0] - own[0], enemy[1] - own[1]
        length = isqrt(x * x + y * y) or 1
        return x * 1_000 // length, y * 1_000 // length

    def _enemy(self) -> tuple[int, int]:
        enemy = self.ground.scenario.enemy_of(self.side)
        zone = self.ground.scenario.zone(enemy)
        if zone:
            return middle(zone)
        edges = self.ground.scenario.entry_edges(enemy)
        if edges:
            points = [point for edge in edges for point in edge.points]
            return sum(p.x for p in points) // len(points), sum(p.y for p in points) // len(points)
        table = self.ground.scenario.table
        return table.width // 2, table.depth // 2

    def share(self, point: Point, axis: int) -> int:
        """Give how far back (axis 0) or across (axis 1) a place lies on the side's ground, in thousandths."""
        low, high = self._spread[axis]
        return (self._along(point, axis) - low) * 1_000 // max(1, high - low)

    @cached_property
    def _spread(self) -> tuple[tuple[int, int], tuple[int, int]]:
        corners = [corner for area in self.zone for corner in area.outline]
        back, across = ([self._along(corner, axis) for corner in corners] for axis in (0, 1))
        return (min(back), max(back)), (min(across), max(across))

    def _along(self, point: Point, axis: int) -> int:
        """Give a place's measure away from the enemy (axis 0) or across the front (axis 1)."""
        x, y = self.towards
        return -(point.x * x + point.y * y) if axis == 0 else point.y * x - point.x * y

    def fire(self, point: Point) -> int:
        """Give the field of fire of a place: how much of the table outside the own zone it sees, in thousandths."""
        if point not in self._fires:
            seen = sum(self.ground.field.look(point, target).clear for target in self._targets)
            self._fires[point] = seen * 1_000 // max(1, len(self._targets))
        return self._fires[point]

    @cached_property
    def _fires(self) -> dict[Point, int]:
        """What was looked at before: a memory only."""
        return {}

    @cached_property
    def _targets(self) -> tuple[Point, ...]:
        """A lattice of places outside the own zone."""
        table = self.ground.scenario.table
        lattice = [
            Point(Length(table.width * (2 * i + 1) // 10), Length(table.depth * (2 * j + 1) // 8))
            for i in range(5)
            for j in range(4)
        ]
        return tuple(point for point in lattice if not self.ground.in_zone(point, self.side))

    def extent(self) -> Extent:
        """Measure the ground: zone, legal ground, and cover in the zone; in the open, sight decides where it may."""
        box = self.box
        step = max(1, max(box.east - box.west, box.north - box.south) // LATTICE)
        zone = legal = cover = 0
        for point in _lattice(box, step):
            if not self.ground.in_zone(point, self.side):
                continue
            zone += 1
            cover += self.ground.hides(self.ground.standing(point, self.side).cover)
            legal += self.judge(point) is not None
        cell = step * step // 1_000_000
        return Extent(zone=zone * cell, legal=legal * cell, cover=cover * cell)


def middle(areas: Sequence[Area]) -> tuple[int, int]:
    """Give the middle of some areas, to the µm."""
    x, y, weight = centroid(areas)
    return x // weight, y // weight


def _lattice(box: Box, step: int) -> Iterator[Point]:
    for x in range(box.west + step // 2, box.east, step):
        for y in range(box.south + step // 2, box.north, step):
            yield Point(Length(x), Length(y))


def _in_box(chance: Chance, box: Box) -> Point:
    return Point(Length(between(chance, box.west, box.east)), Length(between(chance, box.south, box.north)))


def _touch(a: Box, b: Box) -> bool:
    return a.west <= b.east and b.west <= a.east and a.south <= b.north and b.south <= a.north
