"""The oracle's worlds as the package takes them, and questions put to both; shared with `benchmarks`.

Sight does not change under any affine map of the table (straight lines stay straight, the order on them and the inside
of things stay too), so `Move` is one: shifts, mirrors and turns are a few of them, and steep ones test narrow angles.
"""

import random
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import hypot
from typing import NamedTuple

import reference
from reference import Whole, World

from playaid.shapes import Circle, Line, Point, Polygon, Shape
from playaid.sight import Blocker, Field, Sighting, Watcher, Witness

Place = tuple[Fraction, Fraction]
Rings = Sequence[Sequence[Whole]]


class Move(NamedTuple):
    """The map (x, y) -> (a x + b y + x0, c x + d y + y0)."""

    a: int = 1
    b: int = 0
    c: int = 0
    d: int = 1
    x0: int = 0
    y0: int = 0

    def __call__(self, place: Whole) -> Whole:
        x, y = place
        return self.a * x + self.b * y + self.x0, self.c * x + self.d * y + self.y0


STILL = Move()


def point(place: Whole) -> Point:
    return Point(*place)  # type: ignore[arg-type]  # whole µm


def shape_of(kind: str, points: Sequence[Whole]) -> Polygon | Line:
    places = tuple(point(place) for place in points)
    return Line(points=places) if kind == "line" else Polygon(points=places)


def moved(world: World, move: Move) -> World:
    """Give the world after a move; nothing in it is in another order."""
    return World(
        pieces=[(name, kind, [move(p) for p in points]) for name, kind, points in world.pieces],
        points=[move(p) for p in world.points],
        zones=[[move(p) for p in zone] for zone in world.zones],
        edges=[(move(a), move(b)) for a, b in world.edges],
    )


def rewritten(world: World, chance: random.Random) -> World:
    """Give the same world written another way: other order, other direction, other first corner."""

    def ring(points: Sequence[Whole]) -> list[Whole]:
        first = chance.randrange(len(points))
        turned = [*points[first:], *points[:first]]
        return turned[:: chance.choice((1, -1))]

    def either(points: Sequence[Whole]) -> list[Whole]:
        return list(points[:: chance.choice((1, -1))])

    pieces = [(name, kind, either(points) if kind == "line" else ring(points)) for name, kind, points in world.pieces]
    zones = [ring(zone) for zone in world.zones]
    edges = [(b, a) if chance.random() < 0.5 else (a, b) for a, b in world.edges]
    for things in (pieces, zones, edges):
        chance.shuffle(things)
    return World(pieces=pieces, points=world.points, zones=zones, edges=edges)


def field_of(world: World) -> Field:
    return Field(blockers=tuple(Blocker(id=name, shape=shape_of(kind, points)) for name, kind, points in world.pieces))


def watchers_of(world: World) -> tuple[Watcher, ...]:
    return tuple([shape_of("area", zone) for zone in world.zones] + [shape_of("line", edge) for edge in world.edges])


def chance_of(seed: int) -> random.Random:
    return random.Random(seed)  # noqa: S311  # the same worlds every time


def steep(chance: random.Random) -> Move:
    """Draw a move that keeps a world within 100 m, often one that presses all angles to almost nothing."""
    most = chance.choice((1, 3, 50, 3_000))
    while True:
        a, b, c, d = (chance.randint(-most, most) for _ in range(4))
        if chance.random() < 0.4:
            c, d = a + chance.randint(-1, 1), b + chance.randint(-1, 1)
        if a * d != b * c:
            return Move(a, b, c, d, chance.randint(-(10**7), 10**7), chance.randint(-(10**7), 10**7))


# ---- questions


@dataclass(frozen=True, kw_only=True)
class Tally:
    """How many questions were put, how many of them found sight stopped or a marker hidden, and what differed."""

    asked: int = 0
    stopped: int = 0
    differing: tuple[str, ...] = ()

    def __add__(self, other: "Tally") -> "Tally":
        return Tally(
            asked=self.asked + other.asked,
            stopped=self.stopped + other.stopped,
            differing=self.differing + other.differing,
        )


def sighting(answer: tuple[bool, frozenset[str]]) -> Sighting:
    """Give the oracle's answer in the package's form."""
    return Sighting(clear=answer[0], blocked_by=tuple(sorted(answer[1])))


def looks(seed: int, count: int) -> Tally:
    """Put `count` lines of sight in one world to both; the oracle gets them the other way round."""
    chance, world = chance_of(seed), reference.random_world(seed)
    world = moved(world, steep(chance)) if chance.random() < 0.5 else world
    field, stopped, differing = field_of(world), 0, []
    for _ in range(count):
        a, b = chance.choice(world.points), chance.choice(world.points)
        expected = reference.sees(b, a, world.pieces)
        found = field.look(point(a), point(b))
        stopped += not found.clear
        if found != sighting(expected):
            differing.append(f"look: seed {seed}, {a} to {b}: {found}, oracle {expected}; {world.pieces}")
    return Tally(asked=count, stopped=stopped, differing=tuple(differing))


def watches(seed: int, count: int) -> Tally:
    """Ask of `count` markers in one world whether zones and entry edges see them.

    A witness that the oracle finds true is proof that the marker is seen. So the oracle's own long search is needed
    where the package finds none; the first marker is searched for anyway.
    """
    chance, world = chance_of(seed), reference.random_world(seed)
    world = moved(world, steep(chance)) if chance.random() < 0.5 else world
    field, watchers, stopped, differing = field_of(world), watchers_of(world), 0, []
    for number, marker in enumerate(world.points[:count]):
        found = field.seen_from(point(marker), watchers)
        if found is not None and (problem := _false_witness(world, marker, found)):
            differing.append(f"watch: seed {seed}, marker {marker}: {found} {problem}; {world}")
        if found is None or number == 0:
            expected = reference.seen_from_zone(marker, world.zones, world.edges, world.pieces)
            if (found is None) != (expected is None):
                differing.append(f"watch: seed {seed}, marker {marker}: package {found}, oracle {expected}; {world}")
        stopped += found is None
    return Tally(asked=min(count, len(world.points)), stopped=stopped, differing=tuple(differing))


def _false_witness(world: World, marker: Whole, found: Witness) -> str:
    place = (found.x, found.y)
    if not reference.in_zone(place, world.zones, world.edges):
        return "is outside the zones"
    return "" if reference.sees(marker, place, world.pieces)[0] else "does not see the marker"


# ---- circles: containment is round, sight takes the inscribed 64-gon (contract 2 and 5)


@dataclass(frozen=True, kw_only=True)
class RoundWorld:
    """Circles among other pieces; the outlines of the circles are the package's, checked by a test of their own."""

    pieces: list[tuple[str, str, list[Whole]]]
    circles: dict[str, tuple[Whole, int]]

    @property
    def field(self) -> Field:
        rounds: list[tuple[str, Shape]] = [(name, circle_of(*circle)) for name, circle in self.circles.items()]
        others: list[tuple[str, Shape]] = [(name, shape_of(kind, points)) for name, kind, points in self.pieces]
        return Field(blockers=tuple(Blocker(id=name, shape=shape) for name, shape in (*others, *rounds)))

    def for_the_oracle(self, a: reference.Point, b: reference.Point) -> list[reference.Piece]:
        """Give the pieces for a question of sight: the circles that hold neither end as polygons."""
        kept: list[reference.Piece] = [
            (name, "area", [(p.x, p.y) for p in circle_of(centre, radius).outline])
            for name, (centre, radius) in self.circles.items()
            if not any((x - centre[0]) ** 2 + (y - centre[1]) ** 2 <= radius**2 for x, y in (a, b))
        ]
        return [*self.pieces, *kept]

    def clear(self, a: reference.Point, b: reference.Point) -> bool:
        return reference.clear(a, b, self.for_the_oracle(a, b))


def circle_of(centre: Whole, radius: int) -> Circle:
    return Circle(centre=point(centre), radius=radius)  # type: ignore[arg-type]  # whole µm


def round_world(seed: int) -> RoundWorld:
    """Draw up to three circles, often touching or overlapping, among up to three other pieces."""
    chance, size = chance_of(seed), 100 * reference.SCALE
    others = reference.random_world(seed).pieces[: chance.randint(0, 3)]
    circles: dict[str, tuple[Whole, int]] = {}
    for number in range(chance.randint(1, 3)):
        x, y, radius = (chance.randint(*ends) * size for ends in ((2, 10), (2, 10), (1, 4)))
        if circles and chance.random() < 0.4:
            (x, y), _ = circles["circle-0"]
            x += chance.choice((0, 1, 2, 3)) * size
        circles[f"circle-{number}"] = ((x, y), radius)
    return RoundWorld(
        pieces=[(name, kind, [(x * 100, y * 100) for x, y in points]) for name, kind, points in others],
        circles=circles,
    )


def ground_by_an_arc(world: RoundWorld, chance: random.Random) -> tuple[list[list[Whole]], list[tuple[Whole, Whole]]]:
    """Draw a thin triangle (a zone) or a line (an entry edge) across the sliver between an arc and its chord."""
    while True:
        name = chance.choice(list(world.circles))
        (x, y), radius = world.circles[name]
        outline, corner = circle_of((x, y), radius).outline, chance.randrange(64)
        a, b = outline[corner - 1], outline[corner]
        out = ((a.x + b.x) / 2 - x, (a.y + b.y) / 2 - y)
        rise = (radius - hypot(*out)) / hypot(*out)
        places = []
        for _ in range(3):
            part, high = chance.uniform(-0.3, 1.3), chance.uniform(0.05, 1.2) * rise
            places.append(
                (round(a.x + part * (b.x - a.x) + high * out[0]), round(a.y + part * (b.y - a.y) + high * out[1]))
            )
        if reference.cross(*places) != 0:
            return ([places], []) if chance.random() < 0.5 else ([], [(places[0], places[1])])


def samples(zones: Rings, edges: Rings, chance: random.Random) -> Iterator[Place]:
    """Give places of zones and entry edges: corners, places on the edges, places inside triangles; exact."""
    for ground in (*zones, *edges):
        sides = list(zip(ground, [*ground[1:], ground[0]], strict=True))
        for a, b in sides:
            for part in (Fraction(i, 8) for i in range(8)):
                yield a[0] + part * (b[0] - a[0]), a[1] + part * (b[1] - a[1])
        for _ in range(12 if len(ground) == 3 else 0):
            u, v = sorted(Fraction(chance.randint(0, 2**12), 2**12) for _ in range(2))
            weights = (u, v - u, 1 - v)
            yield (
                sum((w * p[0] for w, p in zip(weights, ground, strict=True)), Fraction(0)),
                sum((w * p[1] for w, p in zip(weights, ground, strict=True)), Fraction(0)),
            )


def round_questions(seed: int, count: int) -> Tally:
    """Put questions about circles: lines of sight, and markers that watchers in the slivers beside arcs may see.

    The oracle has no circles of its own, so where the package finds no watcher, samples of his ground must agree.
    """
    chance, world = chance_of(seed), round_world(seed)
    field, stopped, differing = world.field, 0, []
    for _ in range(count):
        zones, edges = ground_by_an_arc(world, chance)
        marker = (chance.randint(0, 12) * 100_000, chance.randint(0, 12) * 100_000)
        there = chance.choice([*(zones or edges)[0]])
        expected = reference.sees(there, marker, world.for_the_oracle(there, marker))
        found = field.look(point(marker), point(there))
        if found != sighting(expected):
            differing.append(f"circle look: seed {seed}, {marker} to {there}: {found}, oracle {expected}; {world}")
        watchers = tuple([shape_of("area", z) for z in zones] + [shape_of("line", e) for e in edges])
        witness = field.seen_from(point(marker), watchers)
        if witness is not None:
            place = (witness.x, witness.y)
            if not reference.in_zone(place, zones, edges) or not world.clear(marker, place):
                differing.append(f"circle watch: seed {seed}, {marker} {zones} {edges}: false {witness}; {world}")
            continue
        stopped += 1
        seen = next((p for p in samples(zones, edges, chance) if world.clear(marker, p)), None)
        if seen is not None:
            differing.append(f"circle watch: seed {seed}, {marker} {zones} {edges}: missed {seen}; {world}")
    return Tally(asked=2 * count, stopped=stopped, differing=tuple(differing))


def sums(tallies: Iterable[Tally]) -> Tally:
    return sum(tallies, Tally())
