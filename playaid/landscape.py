"""Landscapes drawn by chance: a road that runs through, a stream that flows, woods in groups, fields with hedges.

Every piece keeps clear of the road, the stream and the other pieces, so that nothing overlaps that would not in the
country. Whole millimetres throughout; pieces are told apart by circles round them, which errs on the side of room.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from math import isqrt

from playaid.chance import Chance, below, between, choice, weighted
from playaid.lengths import Length
from playaid.shapes import Point, within_reach

MM = 1_000

COMPASS = ((100, 0), (87, 50), (50, 87), (0, 100), (-50, 87), (-87, 50), (-100, 0), (-87, -50), (-50, -87), (0, -100),
           (50, -87), (87, -50))  # fmt: skip
"""Twelve directions, in hundredths."""

CELL = 300
"""One feature has about so many millimetres of table to itself each way."""

SHARES = {"sparse": 30, "medium": 45, "dense": 65}
"""Of a hundred such cells so many are filled."""

TRIES = 60
"""So often a place is looked for before a feature is left out."""

ROAD, STREAM = 30, 25
"""Half the width of a road and of a stream, mm."""

Spot = tuple[int, int]


@dataclass(frozen=True, kw_only=True)
class Rough:
    """One piece in the rough: its kind, and a polygon, or a line for hedges and walls; whole millimetres."""

    kind: str
    points: tuple[Spot, ...]
    line: bool = False


@dataclass(frozen=True, kw_only=True)
class Plan:
    """What a landscape is to be: mm of table, density, weights of the features, what must be where."""

    width: int
    depth: int
    density: str
    mix: Mapping[str, int]
    road: bool
    stream: bool
    road_from_west: bool
    wanted: tuple[tuple[str, tuple[int, int, int, int]], ...]


@dataclass
class _Country:
    """A landscape in the making."""

    plan: Plan
    chance: Chance
    pieces: list[Rough] = field(default_factory=list)
    circles: list[tuple[int, int, int]] = field(default_factory=list)
    ways: list[tuple[Sequence[Spot], int]] = field(default_factory=list)

    def free(self, x: int, y: int, radius: int, gap: int = 15) -> bool:
        """Tell whether a circle lies on the table, clear of ways and pieces."""
        if not (radius < x < self.plan.width - radius and radius < y < self.plan.depth - radius):
            return False
        if any((x - a) ** 2 + (y - b) ** 2 < (radius + r + gap) ** 2 for a, b, r in self.circles):
            return False
        return not any(_near(x, y, way, radius + half + gap) for way, half in self.ways)

    def add(self, kind: str, points: Sequence[Spot], circle: tuple[int, int, int]) -> None:
        """Lay a piece, with the circle round it."""
        self.pieces.append(Rough(kind=kind, points=tuple(points)))
        self.circles.append(circle)

    def find(self, box: tuple[int, int, int, int], radius: int) -> Spot | None:
        """Give a free place for a circle whose middle lies in a box (west, south, east, north)."""
        west, south, east, north = box
        for _ in range(TRIES):
            x, y = between(self.chance, west, max(west, east)), between(self.chance, south, max(south, north))
            if self.free(x, y, radius):
                return x, y
        return None


def landscape(plan: Plan, chance: Chance) -> tuple[Rough, ...]:
    """Draw a landscape."""
    country = _Country(plan=plan, chance=chance)
    _lay_ways(country)
    for kind, box in plan.wanted:
        _lay(country, kind, box)
    whole = (0, 0, plan.width, plan.depth)
    kinds = tuple(plan.mix)
    count = plan.width * plan.depth * SHARES[plan.density] // (CELL * CELL * 100) - len(plan.wanted)
    for _ in range(max(0, count)):
        _lay(country, kinds[weighted(chance, [plan.mix[kind] for kind in kinds])], whole)
    return tuple(country.pieces)


def _lay(country: _Country, kind: str, box: tuple[int, int, int, int]) -> None:
    layers = {"wood": _wood, "scrub": _scrub, "field": _field, "hamlet": _hamlet, "ridge": _ridge}
    layers[kind](country, box)


def _lay_ways(country: _Country) -> None:
    """Lay the stream and the road, each from edge to edge, and a bridge where they cross."""
    plan = country.plan
    road = _way(country, plan.road_from_west) if plan.road else None
    stream = _way(country, not plan.road_from_west) if plan.stream else None
    if stream is not None:
        _lay_way(country, "stream", stream, STREAM, along_x=not plan.road_from_west)
    if road is not None:
        _lay_way(country, "road", road, ROAD, along_x=plan.road_from_west)
    if road is not None and stream is not None:
        x, y = _crossing(road, stream)
        size = ROAD + 10
        corners = ((x - size, y - size), (x + size, y - size), (x + size, y + size), (x - size, y + size))
        country.pieces.append(Rough(kind="bridge", points=corners))


def _way(country: _Country, from_west: bool) -> list[Spot]:
    """Give the middle of a way from edge to edge; it bends by less than it goes on."""
    plan, chance = country.plan, country.chance
    length, across = (plan.width, plan.depth) if from_west else (plan.depth, plan.width)
    margin = across * 3 // 10
    at, legs = between(chance, across * 4 // 10, across * 6 // 10), 5
    points: list[Spot] = []
    for leg in range(legs + 1):
        points.append((length * leg // legs, at))
        bend = length // legs * 45 // 100
        at = max(margin, min(across - margin, at + between(chance, -bend, bend)))
    return points if from_west else [(y, x) for x, y in points]


def _lay_way(country: _Country, kind: str, middle: Sequence[Spot], half: int, *, along_x: bool) -> None:
    shift = (0, half) if along_x else (half, 0)
    there = [(x - shift[0], y - shift[1]) for x, y in middle]
    back = [(x + shift[0], y + shift[1]) for x, y in reversed(middle)]
    country.pieces.append(Rough(kind=kind, points=(*there, *back)))
    country.ways.append((middle, half))


def _crossing(a: Sequence[Spot], b: Sequence[Spot]) -> Spot:
    """Give the place where two ways cross: the nearest two of many places along them, to a centimetre."""
    near = min((_squared(p, q), p) for p in _steps(a) for q in _steps(b))
    return near[1]


def _steps(way: Sequence[Spot]) -> list[Spot]:
    places = []
    for (x, y), (u, v) in pairwise(way):
        count = max(1, isqrt((u - x) ** 2 + (v - y) ** 2) // 10)
        places += [(x + (u - x) * n // count, y + (v - y) * n // count) for n in range(count)]
    return [*places, way[-1]]


def _squared(a: Spot, b: Spot) -> int:
    return (a[0] - b[0]) ** 2 + (a[1] - b[1]) ** 2


def _near(x: int, y: int, way: Sequence[Spot], reach: int) -> bool:
    at = _point((x, y))
    return any(within_reach(at, _point(a), _point(b), reach * MM) for a, b in pairwise(way))


def _point(spot: Spot) -> Point:
    return Point(Length(spot[0] * MM), Length(spot[1] * MM))


def _blob(chance: Chance, x: int, y: int, radius: int) -> tuple[Spot, ...]:
    """Give an uneven round outline inside a circle; it is star-shaped, so no edges cross."""
    return tuple(
        (x + dx * reach // 10_000, y + dy * reach // 10_000)
        for dx, dy in COMPASS
        for reach in [radius * between(chance, 72, 100)]
    )


def _wood(country: _Country, box: tuple[int, int, int, int]) -> None:
    """Lay a group of one to three woods close to each other."""
    chance = country.chance
    radius = between(chance, 80, 125)
    found = country.find(box, radius)
    if found is None:
        return
    country.add("wood", _blob(chance, *found, radius), (*found, radius))
    for _ in range(below(chance, 3)):
        smaller = between(chance, 50, 80)
        for direction in _turned(chance):
            away = radius + smaller + 8
            x, y = found[0] + direction[0] * away // 100, found[1] + direction[1] * away // 100
            if country.free(x, y, smaller, gap=4):
                country.add("wood", _blob(chance, x, y, smaller), (x, y, smaller))
                break


def _turned(chance: Chance) -> Iterator[Spot]:
    start = below(chance, len(COMPASS))
    yield from (*COMPASS[start:], *COMPASS[:start])


def _scrub(country: _Country, box: tuple[int, int, int, int]) -> None:
    radius = between(country.chance, 60, 100)
    found = country.find(box, radius)
    if found is not None:
        country.add("scrub", _blob(country.chance, *found, radius), (*found, radius))


def _field(country: _Country, box: tuple[int, int, int, int]) -> None:
    """Lay a field; every other one has a hedge along two of its sides."""
    chance = country.chance
    long, short = between(chance, 80, 130), between(chance, 60, 90)
    radius = isqrt(long * long + short * short) + 25
    found = country.find(box, radius)
    if found is None:
        return
    corners = _block(chance, found, long, short)
    country.add("field", corners, (*found, radius))
    if below(chance, 2):
        country.pieces.append(Rough(kind="hedge", points=corners[:3], line=True))


def _hamlet(country: _Country, box: tuple[int, int, int, int]) -> None:
    """Lay two to four buildings near each other, and a wall beside the first."""
    chance = country.chance
    found = country.find(box, 95)
    if found is None:
        return
    country.add("building", corners := _block(chance, found, 55, between(chance, 32, 45)), (*found, 95))
    country.pieces.append(Rough(kind="wall", points=_beside(found, corners), line=True))
    for direction in _turned(chance):
        x, y = found[0] + direction[0] * 165 // 100, found[1] + direction[1] * 165 // 100
        if country.free(x, y, 62, gap=4):
            country.add("building", _block(chance, (x, y), 48, between(chance, 30, 38)), (x, y, 62))
            if not below(chance, 3):
                break


def _beside(middle: Spot, corners: Sequence[Spot]) -> tuple[Spot, ...]:
    """Give a wall round one corner of a building, a little outside it."""
    return tuple(
        (middle[0] + (x - middle[0]) * 13 // 10, middle[1] + (y - middle[1]) * 13 // 10) for x, y in corners[:3]
    )


def _ridge(country: _Country, box: tuple[int, int, int, int]) -> None:
    radius = between(country.chance, 100, 150)
    found = country.find(box, radius)
    if found is not None:
        corners = _block(country.chance, found, radius - 15, between(country.chance, 25, 40))
        country.add("ridge", corners, (*found, radius))


def _block(chance: Chance, middle: Spot, long: int, short: int) -> tuple[Spot, ...]:
    """Give a right-angled block in one of twelve directions: half its length, half its breadth."""
    dx, dy = choice(chance, COMPASS)
    return tuple(
        (middle[0] + (dx * u - dy * v) // 100, middle[1] + (dy * u + dx * v) // 100)
        for u, v in ((-long, -short), (long, -short), (long, short), (-long, short))
    )
