"""Line of sight and who sees a marker (contract 5, ruling D4), against cases worked by hand and a slow search."""

import random
from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from functools import cmp_to_key
from itertools import pairwise, permutations

import pytest
from shapely import Point as ShapelyPoint
from shapely import Polygon as ShapelyPolygon

from playaid.shapes import Circle, Line, Point, Polygon, Shape, edges_of, first_crossing, twice_area
from playaid.sight import Blocker, Field, Sighting, Watcher, Witness

Place = tuple[Fraction, Fraction]
Move = Callable[[int, int], tuple[int, int]]


def at(x: int, y: int) -> Point:
    return Point(x, y)  # type: ignore[arg-type]  # whole µm


def polygon(*corners: tuple[int, int]) -> Polygon:
    return Polygon(points=tuple(at(*corner) for corner in corners))


def wall(*points: tuple[int, int]) -> Line:
    return Line(points=tuple(at(*point) for point in points))


def circle(x: int, y: int, radius: int) -> Circle:
    return Circle(centre=at(x, y), radius=radius)  # type: ignore[arg-type]  # whole µm


def square(x: int, y: int, size: int = 10) -> Polygon:
    return polygon((x, y), (x + size, y), (x + size, y + size), (x, y + size))


def field(**pieces: Shape) -> Field:
    return Field(blockers=tuple(Blocker(id=name, shape=shape) for name, shape in pieces.items()))


def look(world: Field, a: tuple[int, int], b: tuple[int, int]) -> tuple[str, ...]:
    """Give what blocks, after checking that both directions agree."""
    there, back = world.look(at(*a), at(*b)), world.look(at(*b), at(*a))
    assert there == back == Sighting(clear=not there.blocked_by, blocked_by=there.blocked_by)
    return there.blocked_by


# ---- one line of sight


@pytest.mark.parametrize(
    ("a", "b", "blocked_by"),
    [
        ((-5, 5), (15, 5), ("house",)),
        ((-5, -5), (15, 15), ("house",)),
        ((-5, 0), (15, 0), ()),
        ((0, -5), (0, 15), ()),
        ((-5, 5), (5, 15), ()),
        ((-5, 4), (4, 13), ("house",)),
        ((-5, 6), (6, 17), ()),
        ((-5, 5), (5, 5), ()),
        ((-5, 5), (10, 5), ()),
        ((0, 5), (15, 5), ()),
        ((3, 3), (7, 7), ()),
        ((-5, 5), (-5, 5), ()),
        ((5, 5), (5, 5), ()),
        ((-5, 5), (-1, 5), ()),
    ],
    ids=str,
)
def test_one_house(a: tuple[int, int], b: tuple[int, int], blocked_by: tuple[str, ...]) -> None:
    assert look(field(house=square(0, 0)), a, b) == blocked_by


def test_one_micrometre_into_a_corner_blocks() -> None:
    house = field(house=square(0, 0, 1_000_000))
    assert look(house, (-500_000, 500_000), (500_000, 1_500_000)) == ()
    assert look(house, (-500_000, 500_000), (500_001, 1_500_000)) == ("house",)


def test_seam_between_two_pieces_blocks_and_names_both() -> None:
    world = field(west=square(0, 0), east=square(10, 0))
    assert look(world, (10, -5), (10, 15)) == ("east", "west")
    assert look(world, (0, -5), (0, 15)) == ()


def test_seam_of_shifted_pieces_blocks_where_both_lie() -> None:
    assert look(field(west=square(0, 0), east=square(10, 9)), (10, -5), (10, 25)) == ("east", "west")
    assert look(field(west=square(0, 0), east=square(10, 10)), (10, -5), (10, 25)) == ()


def test_one_piece_that_touches_itself_along_the_line_blocks_on_both_its_sides() -> None:
    horseshoe = polygon((0, 0), (30, 0), (30, 20), (20, 20), (20, 10), (10, 10), (10, 20), (0, 20))
    assert look(field(u=horseshoe), (10, -5), (10, 25)) == ("u",)
    assert look(field(u=horseshoe), (-5, 20), (35, 20)) == ()
    assert look(field(u=horseshoe), (15, 15), (15, 30)) == ()


def test_line_through_the_point_where_two_corners_touch_passes() -> None:
    world = field(west=square(0, 0), east=square(10, 10))
    assert look(world, (5, 15), (15, 5)) == ()
    assert look(world, (5, 14), (15, 5)) == ("west",)


def test_overlapping_and_nested_pieces_are_all_named() -> None:
    world = field(outer=square(0, 0, 30), inner=square(10, 10), other=square(20, -5))
    assert look(world, (-5, 15), (35, 15)) == ("inner", "outer")
    assert look(world, (-5, 1), (35, 1)) == ("other", "outer")


def test_piece_that_holds_an_end_is_dropped_and_the_seam_with_it() -> None:
    world = field(west=square(0, 0), east=square(10, 0))
    assert look(world, (5, 5), (15, 5)) == ()
    assert look(world, (5, 5), (25, 5)) == ("east",)
    assert look(world, (10, 10), (10, -5)) == ()


def test_wall_blocks_when_met_and_lets_its_own_points_see() -> None:
    world = field(wall=wall((0, 0), (10, 0), (10, 10)))
    assert look(world, (5, -5), (5, 5)) == ("wall",)
    assert look(world, (10, -5), (10, 15)) == ("wall",)
    assert look(world, (-5, 0), (15, 0)) == ("wall",)
    assert look(world, (-5, -5), (5, 5)) == ("wall",)
    assert look(world, (-5, 0), (5, 0)) == ()
    assert look(world, (5, 0), (15, 5)) == ()
    assert look(world, (-5, 1), (5, 1)) == ()


def test_circle_holds_what_is_round_and_blocks_as_its_outline() -> None:
    pond = circle(0, 0, 1_000_000)
    (x, y), (u, v) = pond.outline[0], pond.outline[1]
    inside_arc = (x + u) // 2 + 600, (y + v) // 2
    assert pond.holds(at(*inside_arc))
    assert not Polygon(points=pond.outline).holds(at(*inside_arc))
    assert look(field(pond=pond), inside_arc, (-2_000_000, 0)) == ()
    assert look(field(pond=pond), (inside_arc[0] + 700, inside_arc[1]), (-2_000_000, 0)) == ("pond",)
    assert look(field(pond=pond), (inside_arc[0] + 700, inside_arc[1]), (1_000_000, 2_000_000)) == ()


def test_two_pieces_of_one_name_are_named_once() -> None:
    world = Field(blockers=(Blocker(id="wood", shape=square(0, 0)), Blocker(id="wood", shape=square(20, 0))))
    assert look(world, (-5, 5), (35, 5)) == ("wood",)


def test_places_between_whole_micrometres_are_exact() -> None:
    world, third = field(house=square(0, 0)), Fraction(1, 3)
    above = Witness(x=Fraction(5), y=15 + third / 10**9)
    assert world.look(at(-5, 5), Witness(x=Fraction(5), y=Fraction(15))).clear
    assert world.look(at(-5, 5), above).clear
    assert not world.look(at(-5, 5), Witness(x=Fraction(5), y=15 - third / 10**9)).clear
    assert Witness(x=Fraction(-1, 2), y=Fraction(7, 3)).point() == (0, 2)


# ---- case 4: one table, 40 places, all ordered pairs

PIECES: dict[str, tuple[tuple[int, int], ...]] = {
    "wood": ((20, 70), (55, 72), (60, 100), (18, 98)),
    "house": ((90, 70), (102, 70), (102, 78), (90, 78)),
    "barn": ((102, 70), (114, 70), (114, 78), (102, 78)),
    "ruin": ((120, 30), (150, 30), (150, 38), (128, 38), (128, 55), (120, 55)),
    "hill": ((60, 20), (75, 15), (88, 25), (85, 45), (70, 52), (58, 40)),
    "copse": ((85, 45), (100, 50), (90, 62)),
}
MOVES: dict[str, Move] = {
    "shifted": lambda x, y: (x + 1_001_000, y - 373_000),
    "mirrored": lambda x, y: (1_800_000 - x, y),
    "quarter turned": lambda x, y: (-y, x),
}


def case_places() -> list[tuple[int, int]]:
    chance = random.Random(4)  # noqa: S311  # the same places every time
    corners = [corner for ring in PIECES.values() for corner in ring]
    places = [*corners[::2], (96, 70), (120, 40), (102, 74), (37, 71), (102, 60), (102, 90), (70, 30), (40, 85)]
    places += [(135, 45), (140, 20), (165, 34), (160, 60)]
    while len(places) < 40:
        place = chance.randrange(0, 180), chance.randrange(0, 120)
        places += [place] if place not in places else []
    return [(x * 10_000, y * 10_000) for x, y in places]


def case_answers(
    move: Move = lambda x, y: (x, y),
    *,
    backwards: bool = False,
    start: int = 0,
    order: Callable[[list[Blocker]], list[Blocker]] = list,
) -> list[Sighting]:
    blockers = []
    for name, ring in PIECES.items():
        points = [at(*move(x * 10_000, y * 10_000)) for x, y in ring]
        points = points[start:] + points[:start]
        blockers.append(Blocker(id=name, shape=Polygon(points=tuple(points[::-1] if backwards else points))))
    world = Field(blockers=tuple(order(blockers)))
    return [world.look(at(*move(*a)), at(*move(*b))) for a, b in permutations(case_places(), 2)]


@pytest.fixture(scope="module")
def answers() -> list[Sighting]:
    return case_answers()


def test_case_4_is_symmetric_and_names_what_blocks(answers: list[Sighting]) -> None:
    pairs = dict(zip(permutations(range(40), 2), answers, strict=True))
    assert len(pairs) == 1560
    assert all(pairs[a, b] == pairs[b, a] for a, b in pairs)
    assert all(seen.clear == (not seen.blocked_by) for seen in answers)
    assert {name for seen in answers for name in seen.blocked_by} == set(PIECES)
    assert 300 < sum(seen.clear for seen in answers) < 1260


@pytest.mark.parametrize("move", MOVES.values(), ids=MOVES)
def test_case_4_is_the_same_after_moving_the_table(answers: list[Sighting], move: Move) -> None:
    assert case_answers(move) == answers


def test_case_4_is_the_same_however_it_is_written(answers: list[Sighting]) -> None:
    assert case_answers(backwards=True) == answers
    assert case_answers(start=2) == answers
    assert case_answers(order=lambda pieces: pieces[::-1]) == answers


# ---- who sees a marker


def seen(world: Field, marker: tuple[int, int], *watchers: Watcher) -> Witness | None:
    """Give the witness, after checking that it stands on the watchers' ground and sees the marker."""
    found = world.seen_from(at(*marker), watchers)
    if found is not None:
        areas = [Polygon(points=w.outline) if isinstance(w, Circle) else w for w in watchers]
        assert any(slow_holds(area, (found.x, found.y)) for area in areas)
        assert world.look(at(*marker), found).clear
    return found


ZONE = polygon((-100, 100), (100, 100), (100, 150), (-100, 150))


def test_marker_on_an_empty_table_is_seen_from_a_place_of_whole_micrometres() -> None:
    found = seen(field(), (0, 0), ZONE)
    assert found is not None
    assert found.x.denominator == found.y.denominator == 1
    assert ZONE.holds(found.point())


def test_marker_inside_or_on_the_border_of_the_zone_is_seen() -> None:
    assert seen(field(), (0, 120), ZONE) == Witness(x=Fraction(0), y=Fraction(120))
    assert seen(field(), (0, 100), ZONE) is not None


def test_nobody_watches() -> None:
    assert field().seen_from(at(0, 0), []) is None
    assert field().share_seen(at(0, 0), []) == 0


def test_marker_behind_a_wide_piece_is_hidden_and_seen_once_it_is_narrower() -> None:
    assert seen(field(bar=polygon((-11, 10), (11, 10), (11, 20), (-11, 20))), (0, 0), ZONE) is None
    assert seen(field(bar=polygon((-10, 10), (10, 10), (10, 20), (-10, 20))), (0, 0), ZONE) is not None
    assert seen(field(bar=polygon((-10, 10), (10, 10), (19, 20), (-19, 20))), (0, 0), ZONE) is not None
    assert seen(field(bar=polygon((-10, 10), (10, 10), (21, 20), (-21, 20))), (0, 0), ZONE) is None


def test_line_that_grazes_the_obstacle_and_the_corner_of_the_zone_counts() -> None:
    reach = polygon((-10, 10), (10, 10), (10, 12), (-10, 12))
    assert seen(field(bar=reach), (0, 0), polygon((-100, 100), (100, 100), (0, 150))) is not None
    assert seen(field(bar=reach), (0, 0), polygon((-101, 101), (99, 100), (0, 150))) is not None
    assert seen(field(bar=reach), (0, 0), polygon((-99, 100), (99, 100), (0, 150))) is None


def test_seam_hides_and_a_slit_of_no_width_does_not() -> None:
    left, right = polygon((-50, 10), (0, 10), (0, 20), (-50, 20)), polygon((0, 10), (50, 10), (50, 20), (0, 20))
    assert seen(field(left=left, right=right), (0, 0), ZONE) is None
    beyond = polygon((0, 20), (50, 20), (50, 30), (0, 30))
    found = seen(field(left=left, beyond=beyond), (0, 0), ZONE)
    assert found is not None
    assert found.x == 0
    assert seen(field(left=left, beyond=beyond), (-1, 0), ZONE) is None
    assert seen(field(left=left, right=polygon((1, 10), (50, 10), (50, 20), (1, 20))), (0, 0), ZONE) is not None


def test_slit_between_corners_that_touch_sees_just_along_one_line() -> None:
    left = polygon((-60, 0), (0, 30), (-60, 60))
    right = polygon((60, 0), (0, 30), (60, 60))
    found = seen(field(left=left, right=right), (0, 0), ZONE)
    assert found is not None
    assert found.x == 0
    found = seen(field(left=left, right=right), (2, 0), ZONE)
    assert found is not None
    assert (found.x - 2) / found.y == Fraction(-1, 15)
    assert seen(field(left=left, right=right, wall=wall((0, 40), (0, 41))), (0, 0), ZONE) is None


def test_watcher_in_a_piece_sees_out_of_it() -> None:
    wood = polygon((-50, 90), (50, 90), (50, 110), (-50, 110))
    assert seen(field(wood=wood), (0, 0), polygon((-40, 100), (40, 100), (0, 105))) is not None
    assert seen(field(wood=wood), (0, 0), polygon((-10, 111), (10, 111), (0, 120))) is None
    found = seen(field(wood=wood), (0, 0), polygon((-10, 110), (10, 110), (0, 120)))
    assert found is not None
    assert found.y == 110
    assert seen(field(wood=wood, bar=polygon((-50, 10), (50, 10), (50, 20))), (0, 0), ZONE) is None


def test_watcher_in_two_pieces_drops_both_and_in_one_does_not() -> None:
    near, far = (
        polygon((-50, 90), (50, 90), (50, 101), (-50, 101)),
        polygon((-50, 100), (50, 100), (50, 110), (-50, 110)),
    )
    assert seen(field(near=near, far=far), (0, 0), polygon((-9, 100), (9, 100), (0, 130))) is not None
    assert seen(field(near=near, far=far), (0, 0), polygon((-9, 102), (9, 102), (0, 130))) is None


def test_marker_in_a_wood_sees_out_of_it() -> None:
    wood = polygon((-50, -10), (50, -10), (50, 20), (-50, 20))
    assert seen(field(wood=wood), (0, 0), ZONE) is not None
    assert seen(field(wood=wood), (0, -10), ZONE) is not None
    assert seen(field(wood=wood), (0, -11), polygon((-9, 100), (9, 100), (0, 130))) is None


def test_entry_edge_watches_along_its_whole_length() -> None:
    bar = polygon((-10, 10), (10, 10), (10, 20), (-10, 20))
    assert seen(field(bar=bar), (0, 0), wall((-99, 100), (99, 100))) is None
    assert seen(field(bar=bar), (0, 0), wall((-100, 100), (99, 100))) is not None
    assert seen(field(bar=bar), (0, 50), wall((-99, 100), (99, 100))) is not None
    assert seen(field(bar=bar), (0, 0), wall((0, 30), (0, 100))) is None


def test_hidden_from_one_watcher_and_seen_by_the_other() -> None:
    bar = polygon((-50, 10), (50, 10), (50, 20), (-50, 20))
    north, south = square(-5, 100), square(-5, -100)
    assert seen(field(bar=bar), (0, 0), north) is None
    assert seen(field(bar=bar), (0, 0), north, south) is not None


def test_wall_of_many_pieces_hides_all_round() -> None:
    ring = [(-30, -30), (30, -30), (30, 30), (-30, 30)]
    walls = {f"w{i}": wall(a, b) for i, (a, b) in enumerate(zip(ring, ring[1:] + ring[:1], strict=True))}
    watchers = [square(-5, 80), square(80, -5), square(-5, -90), square(-90, -5)]
    assert seen(field(**walls), (1, 2), *watchers) is None
    assert seen(field(**{k: w for k, w in walls.items() if k != "w2"}), (1, 2), *watchers) is not None


def test_bulge_of_a_circle_beyond_its_outline_counts_as_inside_it() -> None:
    hill, marker = circle(0, 0, 1_000_000), (-3_000_000, 0)
    assert seen(field(hill=hill), marker, wall((1_000_000, 17_400), (999_600, 17_500))) is not None
    chord = wall((1_016_300, -982_300), (981_400, 1_017_400))
    found = seen(field(hill=hill), marker, chord)
    assert found is not None
    assert found.x**2 + found.y**2 <= 10**12
    assert seen(field(hill=hill), marker, wall((1_017_350, -982_300), (982_450, 1_017_400))) is None


def test_tangent_to_a_circle_sees_from_its_one_point() -> None:
    hill, marker = circle(0, 0, 500_000), (-1_500_000, -2_000_000)
    found = seen(field(hill=hill), marker, wall((340_000, 370_000), (260_000, 430_000)))
    assert found == Witness(x=Fraction(300_000), y=Fraction(400_000))
    found = seen(field(hill=hill), (-1_500_000, -1_999_000), wall((340_000, 370_000), (260_000, 430_000)))
    assert found == Witness(x=Fraction(300_000), y=Fraction(400_000))
    assert seen(field(hill=hill), marker, wall((340_001, 370_000), (260_001, 430_000))) is None


# ---- shares


def test_share_is_about_the_part_of_the_ground_that_sees() -> None:
    bar = field(bar=polygon((0, 10_000), (50_000, 10_000), (50_000, 20_000), (0, 20_000)))
    zone = polygon((-100_000, 100_000), (100_000, 100_000), (100_000, 150_000), (-100_000, 150_000))
    assert bar.share_seen(at(0, 0), [zone]) == pytest.approx(0.5, abs=0.05)
    assert bar.share_seen(at(0, 0), [wall((-100_000, 100_000), (100_000, 100_000))]) == pytest.approx(0.5, abs=0.01)
    assert bar.share_seen(at(0, 50_000), [zone]) == 1
    assert bar.share_seen(at(25_000, 15_000), [zone]) == 1


# ---- small worlds against a slow search that knows nothing but fractions


def slow_edges(shape: Shape) -> list[tuple[Point, Point]]:
    return list(shape.segments) if isinstance(shape, Line) else list(edges_of(shape.outline))


def slow_holds(shape: Shape, place: Place) -> bool:
    x, y = place
    inside = False
    for a, b in slow_edges(shape):
        side = (b.x - a.x) * (y - a.y) - (b.y - a.y) * (x - a.x)
        if side == 0 and min(a.x, b.x) <= x <= max(a.x, b.x) and min(a.y, b.y) <= y <= max(a.y, b.y):
            return True
        if (a.y > y) != (b.y > y) and (side > 0) == (b.y > a.y):
            inside = not inside
    return inside and not isinstance(shape, Line)


def slow_meets(a: Place, b: Place, edge: tuple[Point, Point]) -> list[Fraction]:
    """Give where the line through `a` (0) and `b` (1) meets an edge: once, never, or at both its ends."""
    (c, d), dx, dy = edge, b[0] - a[0], b[1] - a[1]
    v, w = (dx * (p.y - a[1]) - dy * (p.x - a[0]) for p in (c, d))
    u, t = (((p.x - a[0]) * dx + (p.y - a[1]) * dy) / (dx * dx + dy * dy) for p in (c, d))
    if v == w == 0:
        return [u, t]
    return [] if v * w > 0 else [(u * w - t * v) / (w - v)]


def slow_clear(shapes: Sequence[Shape], a: Place, b: Place) -> bool:
    """Look at a place just left and just right of the line between any two touches."""
    kept = [s for s in shapes if a != b and not slow_holds(s, a) and not slow_holds(s, b)]
    areas = [edge for s in kept if not isinstance(s, Line) for edge in slow_edges(s)]
    touches = {Fraction(0), Fraction(1)}
    for shape in kept:
        met = [t for edge in slow_edges(shape) for t in slow_meets(a, b, edge) if 0 <= t <= 1]
        if isinstance(shape, Line) and met:
            return False
        touches.update(met)
    dx, dy = b[0] - a[0], b[1] - a[1]
    for low, high in pairwise(sorted(touches)):
        q = (a[0] + (low + high) / 2 * dx, a[1] + (low + high) / 2 * dy)
        covered = 0
        for nx, ny in ((-dy, dx), (dy, -dx)):
            near = [t for edge in areas for t in slow_meets(q, (q[0] + nx, q[1] + ny), edge) if 0 < t < 1]
            step = min(near, default=Fraction(1)) / 2
            place = (q[0] + step * nx, q[1] + step * ny)
            covered += any(slow_holds(s, place) for s in kept if not isinstance(s, Line))
        if covered == 2:
            return False
    return True


def slow_directions(shapes: Sequence[Shape], marker: Place) -> Iterator[Place]:
    """Give every direction to a corner or a crossing, the four winds, and one between each two neighbours."""
    edges = [edge for shape in shapes for edge in slow_edges(shape)]
    places = {(Fraction(p.x), Fraction(p.y)) for edge in edges for p in edge}
    for i, (c, d) in enumerate(edges):
        a, b = (Fraction(c.x), Fraction(c.y)), (Fraction(d.x), Fraction(d.y))
        met = [t for other in edges[:i] for t in slow_meets(a, b, other) if 0 <= t <= 1]
        places.update((a[0] + t * (b[0] - a[0]), a[1] + t * (b[1] - a[1])) for t in met)
    winds = [(Fraction(x), Fraction(y)) for x, y in ((1, 0), (0, 1), (-1, 0), (0, -1))]
    ways = winds + [(x - marker[0], y - marker[1]) for x, y in places if (x, y) != marker]

    def compare(one: Place, other: Place) -> int:
        halves = [way[1] < 0 or (way[1] == 0 and way[0] < 0) for way in (one, other)]
        if halves[0] != halves[1]:
            return halves[0] - halves[1]
        turn = one[0] * other[1] - one[1] * other[0]
        return (turn < 0) - (turn > 0)

    ways.sort(key=cmp_to_key(compare))
    for way, after in zip(ways, [*ways[1:], ways[0]], strict=True):
        yield way
        if compare(way, after) != 0:
            size, other = (max(map(abs, w)) for w in (way, after))
            yield (way[0] / size + after[0] / other, way[1] / size + after[1] / other)


def slow_search(shapes: Sequence[Shape], watchers: Sequence[Shape], marker: Place) -> bool:
    if any(slow_holds(w, marker) for w in watchers):
        return True
    every = [*shapes, *watchers]
    for dx, dy in slow_directions(every, marker):
        tip = (marker[0] + dx, marker[1] + dy)
        touches = {t for s in every for edge in slow_edges(s) for t in slow_meets(marker, tip, edge) if t > 0}
        steps = sorted(touches)
        middles = [(low + high) / 2 for low, high in pairwise(steps)]
        for t in [*steps, *middles]:
            place = (marker[0] + t * dx, marker[1] + t * dy)
            if any(slow_holds(w, place) for w in watchers) and slow_clear(shapes, marker, place):
                return True
    return False


def random_ring(chance: random.Random, count: int, spread: int, south: int = 0) -> Polygon:
    while True:
        x, y = chance.randint(0, 12 - spread), chance.randint(south, 12 - spread)
        points = [at(x + chance.randint(0, spread), y + chance.randint(0, spread)) for _ in range(count)]
        if twice_area(points) != 0 and first_crossing(points) is None:
            return Polygon(points=tuple(points))


def random_piece(chance: random.Random) -> Shape:
    kind = chance.randint(0, 9)
    if kind < 2:
        return random_wall(chance)
    if kind < 6:
        x, y, width, depth = (chance.randint(*ends) for ends in ((0, 10), (0, 10), (1, 5), (1, 5)))
        return polygon((x, y), (x + width, y), (x + width, y + depth), (x, y + depth))
    return random_ring(chance, chance.choice([3, 4, 5]), 12)


def random_wall(chance: random.Random) -> Line:
    x, y = chance.randint(0, 12), chance.randint(0, 12)
    return wall((x, y), ((x + chance.randint(1, 12)) % 13, chance.randint(0, 12)))


@pytest.mark.parametrize("seed", range(30))
def test_small_worlds_agree_with_the_slow_search(seed: int) -> None:
    chance = random.Random(seed)  # noqa: S311  # the same worlds every time
    shapes = [random_piece(chance) for _ in range(chance.choice([2, 4, 6]))]
    world = Field(blockers=tuple(Blocker(id=f"p{i}", shape=shape) for i, shape in enumerate(shapes)))
    for _ in range(10):
        a, b = ((chance.randint(-1, 13), chance.randint(-1, 13)) for _ in range(2))
        expected = slow_clear(shapes, (Fraction(a[0]), Fraction(a[1])), (Fraction(b[0]), Fraction(b[1])))
        assert (not look(world, a, b)) == expected, (a, b)
    watchers: list[Watcher] = [random_ring(chance, 3, 3, south=7)]
    if seed % 4 == 0:
        watchers.append(random_wall(chance))
    marker = (chance.randint(-1, 13), chance.randint(-1, 3))
    expected = slow_search(shapes, watchers, (Fraction(marker[0]), Fraction(marker[1])))
    assert (seen(world, marker, *watchers) is not None) == expected


# ---- dead ground, for the maps

TABLE = polygon((0, 0), (400_000, 0), (400_000, 300_000), (0, 300_000))
NORTH = polygon((0, 250_000), (400_000, 250_000), (400_000, 300_000), (0, 300_000))
"""A table of 40 by 30 cm, and a zone along its north."""


def dead_area(world: Field, *watchers: Watcher) -> float:
    """Give the dead ground of the table in square centimetres."""
    return float(world.dead_ground(watchers, TABLE).area) / 1e8


def test_no_dead_ground_without_pieces_and_all_of_it_without_watchers() -> None:
    assert dead_area(field(), NORTH) == 0
    assert dead_area(field(house=square(100_000, 100_000, 50_000))) == pytest.approx(1200)


def test_dead_ground_behind_a_wall_is_a_triangle() -> None:
    """Its sides run from the ends of the zone past the ends of the wall, drawn up to 5 mm too small all round."""
    barrier = wall((100_000, 200_000), (300_000, 200_000))
    dead = field(wall=barrier).dead_ground([NORTH], TABLE)
    triangle = polygon((100_000, 200_000), (200_000, 150_000), (300_000, 200_000))
    assert ShapelyPolygon(triangle.points).contains(dead)
    assert dead.contains(ShapelyPolygon(triangle.points).buffer(-7_500))


@pytest.mark.parametrize(
    "pieces",
    [
        {"west": wall((100_000, 200_000), (205_000, 200_000)), "east": wall((205_000, 200_000), (300_000, 200_000))},
        {"west": polygon((100_000, 200_000), (220_000, 200_000), (220_000, 210_000), (100_000, 210_000)),
         "east": polygon((220_000, 200_000), (300_000, 200_000), (300_000, 210_000), (220_000, 210_000))},
        {"bent": wall((100_000, 200_000), (200_000, 199_000), (300_000, 200_000))},
    ],
    ids=["walls that meet", "houses with a seam", "a wall with a bend"],
)  # fmt: skip
def test_dead_ground_has_no_gap_where_pieces_meet(pieces: dict[str, Shape]) -> None:
    dead = field(**pieces).dead_ground([NORTH], TABLE)
    assert dead.geom_type == "Polygon"
    assert not dead.interiors
    assert dead.area > 28e8


def test_wood_across_the_border_of_the_zone_hides_little() -> None:
    wood = polygon((100_000, 200_000), (300_000, 200_000), (300_000, 260_000), (100_000, 260_000))
    assert dead_area(field(wood=wood), NORTH) == 0
    short_of_it = polygon((100_000, 200_000), (300_000, 200_000), (300_000, 249_000), (100_000, 249_000))
    assert dead_area(field(wood=short_of_it), NORTH) > 28


@pytest.mark.parametrize("seed", range(4))
def test_no_dead_ground_is_seen(seed: int) -> None:
    chance = random.Random(seed)  # noqa: S311  # the same worlds every time
    shapes: list[Shape] = []
    while len(shapes) < 7:
        x, y, size = chance.randint(0, 16) * 20_000, chance.randint(2, 9) * 20_000, chance.randint(1, 4) * 20_000
        kinds: list[Shape] = [square(x, y, size), circle(x, y, size // 2)]
        kinds.append(wall((x, y), (x + size, y), (x + size, y - size)))
        kinds.append(polygon((x, y), (x + 2 * size, y + 7_777), (x + size // 2, y + size)))
        shapes.append(chance.choice(kinds))
    world = Field(blockers=tuple(Blocker(id=f"p{i}", shape=shape) for i, shape in enumerate(shapes)))
    watchers: list[Watcher] = [square(150_000, 180_000, 90_000)]
    if seed % 2:
        watchers = [circle(200_000, 280_000, 60_000), wall((0, 0), (0, 120_000))]
    dead = world.dead_ground(watchers, TABLE)
    found = hidden = 0
    corners = [(int(x), int(y)) for part in getattr(dead, "geoms", [dead]) for x, y in part.exterior.coords]
    places = [(chance.randint(0, 40) * 10_000, chance.randint(0, 30) * 10_000) for _ in range(60)]
    places += [(chance.randint(0, 400_000), chance.randint(0, 300_000)) for _ in range(100)]
    for x, y in [*chance.sample(corners, min(40, len(corners))), *places]:
        is_dead = dead.intersects(ShapelyPoint(x, y))
        is_hidden = world.seen_from(at(x, y), watchers) is None
        assert is_hidden or not is_dead, (x, y)
        found, hidden = found + is_dead, hidden + is_hidden
    assert found > 0.8 * hidden
