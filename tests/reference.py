"""An independent oracle for the tests of playaid: slow, plain, and sharing no code with the package.

Everything here is written from the specification alone (contract.md sections 4 and 5, rules.md). Every decision is made
in int or Fraction. Lengths are whole micrometres; points may have rational coordinates.

Readings chosen where the specification leaves room are marked "Reading:".
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from fractions import Fraction
from functools import cmp_to_key
from itertools import combinations, pairwise, product
from math import gcd, lcm
from typing import NamedTuple, TypeAlias

Number: TypeAlias = int | Fraction
Point: TypeAlias = tuple[Number, Number]
Polygon: TypeAlias = Sequence[Point]
Edge: TypeAlias = tuple[Point, Point]
Piece: TypeAlias = tuple[str, str, Sequence[Point]]
"""(id, kind, points); kind is "area" (a simple polygon, either direction) or "line" (an open chain)."""

CM = 10_000
COVERS = ("clear", "light", "dense")


def _one_of(value: str, allowed: Sequence[str]) -> None:
    """Refuse a misspelt option: an oracle must never fall back silently."""
    if value not in allowed:
        raise ValueError(f"{value!r} is none of {', '.join(allowed)}")


# ----------------------------------------------------------------------------------------------------------------------
# 1. The spotting test (8.G, rulings R1 to R6)
# ----------------------------------------------------------------------------------------------------------------------


class Spotting(NamedTuple):
    """What a spotting test comes to."""

    rounded: int | None
    """The distance in tens of centimetres; None with order "modify-first", where the distance itself is not rounded."""
    factor: Fraction
    outcome: str
    """automatic, roll or impossible."""
    needs: int | None
    """The lowest roll that succeeds; None unless the outcome is "roll"."""
    chance: Fraction


def rounded(distance_um: Number, tie: str = "half-down") -> int:
    """Round a distance to the nearest ten centimetres and return the number of tens (R1 says what a tie does)."""
    _one_of(tie, ("half-down", "half-even", "half-up"))
    if distance_um < 0:
        raise ValueError("a distance is never negative")
    lower = int(distance_um // (10 * CM))
    upper = lower + 1
    to_lower = distance_um - lower * 10 * CM
    to_upper = upper * 10 * CM - distance_um
    if to_lower < to_upper:
        return lower
    if to_upper < to_lower:
        return upper
    if tie == "half-down":
        return lower
    if tie == "half-up":
        return upper
    return lower if lower % 2 == 0 else upper


def modified(value: Number, cover: str) -> Fraction:
    """Halve in clear ground, leave as it is in light cover, double in dense cover (8.G)."""
    _one_of(cover, COVERS)
    if cover == "clear":
        return Fraction(value) / 2
    if cover == "light":
        return Fraction(value)
    return Fraction(value) * 2


def whole_factor(factor: Fraction, odd: str) -> Fraction:
    """What becomes of a factor with a half (R3). "round-up" is the table's "round again", taken upwards."""
    _one_of(odd, ("keep-fraction", "floor", "round-up"))
    if factor.denominator == 1 or odd == "keep-fraction":
        return factor
    below = factor.numerator // factor.denominator
    return Fraction(below) if odd == "floor" else Fraction(below + 1)


def spotting(
    distance_um: int,
    cover: str,
    *,
    tie: str = "half-down",
    order: str = "round-first",
    odd: str = "keep-fraction",
    zero: str = "automatic",
    beyond: str = "impossible",
    ten: str = "ten",
) -> Spotting:
    """Work out a spotting test by rolling each of the ten faces of the die once.

    Readings: R4 "minimum-one" lifts every factor below 1 (so also 0.5) to 1; "forbidden" forbids the test at factor 0
    only; a factor that R3 "floor" brings down to 0 counts as 0. R5 "natural-ten" needs a 10 on the die, so it changes
    nothing when R6 reads the "0" face as zero.
    """
    _one_of(order, ("round-first", "modify-first"))
    _one_of(zero, ("automatic", "minimum-one", "forbidden"))
    _one_of(beyond, ("impossible", "natural-ten"))
    _one_of(ten, ("ten", "zero"))

    tens: int | None
    if order == "round-first":
        tens = rounded(distance_um, tie)
        factor = whole_factor(modified(tens, cover), odd)
    else:
        tens = None
        factor = whole_factor(Fraction(rounded(modified(distance_um, cover), tie)), odd)

    if zero == "minimum-one" and factor < 1:
        factor = Fraction(1)
    if factor == 0 and zero == "automatic":
        return Spotting(tens, factor, "automatic", None, Fraction(1))
    if factor == 0 and zero == "forbidden":
        return Spotting(tens, factor, "impossible", None, Fraction(0))

    faces = (1, 2, 3, 4, 5, 6, 7, 8, 9, 10) if ten == "ten" else (1, 2, 3, 4, 5, 6, 7, 8, 9, 0)
    hits = []
    for face in faces:
        if face >= factor or (beyond == "natural-ten" and factor > 10 and face == 10):
            hits.append(face)
    if not hits:
        return Spotting(tens, factor, "impossible", None, Fraction(0))
    return Spotting(tens, factor, "roll", min(hits), Fraction(len(hits), 10))


# ----------------------------------------------------------------------------------------------------------------------
# 2. Automatic spotting (8.E, 8.F, rulings A2 to A4)
# ----------------------------------------------------------------------------------------------------------------------

AUTOMATIC: dict[tuple[str, str], int | None] = {
    ("clear", "acted"): None,
    ("clear", "idle"): 400_000,
    ("light", "acted"): 400_000,
    ("light", "idle"): 200_000,
    ("dense", "acted"): 200_000,
    ("dense", "idle"): 100_000,
}
"""8.F, limits included; None is unlimited."""

WITHIN_TEN_CM = 100_000
"""8.E: anything this near is spotted whatever it does."""

OBSERVERS = {"ok": True, "pinned": False, "demoralised": False, "routing": False}
"""A3: in good order means none of the three."""


def automatic(
    distance_um: int,
    cover: str,
    acted: bool,
    observer: str,
    in_sight: bool,
    *,
    a2: str = "table",
    a4: str = "not-needed",
) -> tuple[bool, int | None]:
    """Say whether a target is spotted without a test, and the limit that was applied (None: unlimited).

    a2 "table": 8.F's column for the idle counts; "text": the idle are spotted within 10 cm only.
    a4 "not-needed": the 10 cm rule does without line of sight; "needed": it asks for one too.

    Reading: the limit belongs to cover, action and sight alone: 8.F's cell in sight, the 10 cm of 8.E out of sight. The
    observer's state (and a4 "needed") changes only whether the target is spotted.
    """
    _one_of(cover, COVERS)
    _one_of(observer, tuple(OBSERVERS))
    _one_of(a2, ("table", "text"))
    _one_of(a4, ("not-needed", "needed"))
    if distance_um < 0:
        raise ValueError("a distance is never negative")

    if not in_sight:
        return OBSERVERS[observer] and a4 == "not-needed" and distance_um <= WITHIN_TEN_CM, WITHIN_TEN_CM
    limit = AUTOMATIC[cover, "acted" if acted else "idle"]
    if a2 == "text" and not acted:
        limit = WITHIN_TEN_CM
    near = distance_um <= WITHIN_TEN_CM or limit is None or distance_um <= limit
    return OBSERVERS[observer] and near, limit


# ----------------------------------------------------------------------------------------------------------------------
# 3. Night (N.1 to N.6) and several tests (4.5)
# ----------------------------------------------------------------------------------------------------------------------

NIGHT: dict[int, tuple[int, int]] = {1: (4, 10), 2: (8, 20), 3: (12, 30), 4: (16, 40), 5: (20, 50), 6: (24, 60)}
"""The Night Visibility Table: face -> (inches, centimetres), nominal pairs."""


def chance_to_see(inches: Number, dice: int = 1) -> Fraction:
    """Chance that the roll (or the best of several dice) reaches a target so many inches away, limit included."""
    rolls = list(product((1, 2, 3, 4, 5, 6), repeat=dice))
    seen = [roll for roll in rolls if NIGHT[max(roll)][0] >= inches]
    return Fraction(len(seen), len(rolls))


def bogging_at_night(needs: int) -> Fraction:
    """Chance to pass a bogging check of needs+ when a pass must be rolled again, once, and a failure stands (N8)."""
    passes = 0
    for first, second in product((1, 2, 3, 4, 5, 6), repeat=2):
        result = second if first >= needs else first
        if result >= needs:
            passes += 1
    return Fraction(passes, 36)


def several_tests(chance: Fraction, n: int) -> Fraction:
    """Chance of at least one success in n independent tests: the first succeeds, or one of the rest does."""
    if n == 0:
        return Fraction(0)
    return chance + (1 - chance) * several_tests(chance, n - 1)


# ----------------------------------------------------------------------------------------------------------------------
# Plane geometry, exact
# ----------------------------------------------------------------------------------------------------------------------


def cross(o: Point, a: Point, b: Point) -> Number:
    """Twice the signed area of the triangle o, a, b: positive when b is left of the way from o to a."""
    return (a[0] - o[0]) * (b[1] - o[1]) - (a[1] - o[1]) * (b[0] - o[0])


def edges_of(kind: str, points: Sequence[Point]) -> list[Edge]:
    """List the edges of an area's border or of a line's chain."""
    _one_of(kind, ("area", "line"))
    edges = list(pairwise(points))
    if kind == "area":
        edges.append((points[-1], points[0]))
    return edges


def on_edge(p: Point, edge: Edge) -> bool:
    """Whether p is a point of the closed segment."""
    c, d = edge
    in_box = min(c[0], d[0]) <= p[0] <= max(c[0], d[0]) and min(c[1], d[1]) <= p[1] <= max(c[1], d[1])
    return in_box and cross(c, d, p) == 0


def in_polygon(p: Point, polygon: Polygon) -> bool:
    """Whether p is in the closed polygon: on its border, or with an odd number of edges to the east of it."""
    edges = edges_of("area", polygon)
    if any(on_edge(p, edge) for edge in edges):
        return True
    to_the_east = 0
    for c, d in edges:
        if (c[1] > p[1]) != (d[1] > p[1]):
            low, high = (c, d) if c[1] < d[1] else (d, c)
            if cross(low, high, p) > 0:  # p is left of the way up, so the edge is east of p
                to_the_east += 1
    return to_the_east % 2 == 1


def holds(piece: Piece, p: Point) -> bool:
    """Whether a piece holds a point, border included; a line holds its own points."""
    _, kind, points = piece
    if kind == "area":
        return in_polygon(p, points)
    return any(on_edge(p, edge) for edge in edges_of(kind, points))


def along(origin: Point, direction: Point, t: Number) -> Point:
    """Return the point origin + t * direction."""
    return origin[0] + t * direction[0], origin[1] + t * direction[1]


def meetings(origin: Point, direction: Point, edge: Edge) -> list[Fraction]:
    """Every t at which the endless line origin + t * direction meets a closed edge; both ends of one lying along it."""
    c, d = edge
    ahead = along(origin, direction, 1)
    side_c = cross(origin, ahead, c)
    side_d = cross(origin, ahead, d)
    if (side_c > 0 and side_d > 0) or (side_c < 0 and side_d < 0):
        return []
    if side_c == 0 and side_d == 0:
        places: list[Point] = [c, d]
    else:
        part = Fraction(side_c) / (side_c - side_d)
        places = [(c[0] + part * (d[0] - c[0]), c[1] + part * (d[1] - c[1]))]
    if direction[0] != 0:
        return [Fraction(x - origin[0]) / direction[0] for x, _ in places]
    return [Fraction(y - origin[1]) / direction[1] for _, y in places]


def segments_meet(a: Point, b: Point, edge: Edge) -> bool:
    """Whether the closed segment from a to b and a closed edge have a point in common."""
    if a == b:
        return on_edge(a, edge)
    ts = meetings(a, (b[0] - a[0], b[1] - a[1]), edge)
    return bool(ts) and min(ts) <= 1 and max(ts) >= 0


def primitive(direction: Point) -> tuple[int, int]:
    """Shorten or stretch a direction to its smallest whole vector."""
    x, y = Fraction(direction[0]), Fraction(direction[1])
    common = lcm(x.denominator, y.denominator)
    whole_x, whole_y = int(x * common), int(y * common)
    divisor = gcd(whole_x, whole_y)
    return whole_x // divisor, whole_y // divisor


def around(directions: set[tuple[int, int]]) -> list[tuple[int, int]]:
    """Sort primitive directions anticlockwise, starting with east."""

    def lower_half(v: tuple[int, int]) -> bool:
        return v[1] < 0 or (v[1] == 0 and v[0] < 0)

    def compare(u: tuple[int, int], v: tuple[int, int]) -> int:
        if lower_half(u) != lower_half(v):
            return 1 if lower_half(u) else -1
        turn = u[0] * v[1] - u[1] * v[0]
        return -1 if turn > 0 else 1 if turn < 0 else 0

    return sorted(directions, key=cmp_to_key(compare))


COMPASS = {(1, 0), (0, 1), (-1, 0), (0, -1)}
"""Always among the directions, so that no wedge between two neighbours is wider than a right angle."""


def wedges(critical: set[tuple[int, int]]) -> list[tuple[int, int]]:
    """One direction strictly inside each wedge between neighbouring critical directions all around a point."""
    ring = around(critical | COMPASS)
    return [primitive((u[0] + v[0], u[1] + v[1])) for u, v in zip(ring, ring[1:] + ring[:1], strict=True)]


# ----------------------------------------------------------------------------------------------------------------------
# 4. Sight
# ----------------------------------------------------------------------------------------------------------------------


def covered_by(m: Point, areas: Sequence[Piece]) -> frozenset[str]:
    """Name the areas holding m if m is in the interior of their union, else nobody.

    Close enough to m, the edges through m cut the plane into wedges, each wholly in or wholly out of every area. So
    look once into each wedge, nearer than the nearest edge: m is interior if some closed area fills each of them.
    """
    holding = [piece for piece in areas if holds(piece, m)]
    if not holding:
        return frozenset()
    edges = [edge for _, kind, points in holding for edge in edges_of(kind, points)]
    critical = set()
    for edge in edges:
        if on_edge(m, edge):
            critical |= {primitive((end[0] - m[0], end[1] - m[1])) for end in edge if end != m}
    for direction in wedges(critical):
        ahead = [t for edge in edges for t in meetings(m, direction, edge) if t > 0]
        sample = along(m, direction, min(ahead) / 2 if ahead else 1)
        if not any(holds(piece, sample) for piece in holding):
            return frozenset()
    return frozenset(name for name, _, _ in holding)


def blockers(a: Point, b: Point, pieces: Sequence[Piece]) -> Iterator[frozenset[str]]:
    """Yield the names of what blocks the sight from a to b, place by place; nothing at all if the sight is clear."""
    if a == b:
        return
    left = [piece for piece in pieces if not holds(piece, a) and not holds(piece, b)]
    for name, kind, points in left:
        if kind == "line" and any(segments_meet(a, b, edge) for edge in edges_of(kind, points)):
            yield frozenset({name})

    areas = [piece for piece in left if piece[1] == "area"]
    way = (b[0] - a[0], b[1] - a[1])
    cuts = {Fraction(0), Fraction(1)}
    for _, kind, points in areas:
        for edge in edges_of(kind, points):
            cuts |= {t for t in meetings(a, way, edge) if 0 < t < 1}
    for start, end in pairwise(sorted(cuts)):
        names = covered_by(along(a, way, (start + end) / 2), areas)
        if names:
            yield names


def sees(a: Point, b: Point, pieces: Sequence[Piece]) -> tuple[bool, frozenset[str]]:
    """Whether a and b see each other past the pieces (all of them blocking sight), and if not, the pieces to blame.

    Contract section 5: pieces holding either end are dropped; the segment is blocked if it passes through the interior
    of the union of the areas left, or meets a line left. That interior is open and holds neither end, so it is enough
    to look at the middle of each stretch between two meetings with an edge.
    """
    names: frozenset[str] = frozenset()
    for blamed in blockers(a, b, pieces):
        names |= blamed
    return not names, names


def clear(a: Point, b: Point, pieces: Sequence[Piece]) -> bool:
    """Say the same as sees(...)[0], stopping at the first thing in the way."""
    return next(blockers(a, b, pieces), None) is None


# ----------------------------------------------------------------------------------------------------------------------
# 5. Seen from anywhere in a zone
# ----------------------------------------------------------------------------------------------------------------------


def in_zone(p: Point, zone_polygons: Sequence[Polygon], entry_edges: Sequence[Edge] = ()) -> bool:
    """Whether p is in one of the closed polygons or on one of the closed edges."""
    return any(in_polygon(p, polygon) for polygon in zone_polygons) or any(on_edge(p, edge) for edge in entry_edges)


def seen_from_zone(
    marker: Point,
    zone_polygons: Sequence[Polygon],
    entry_edges: Sequence[Edge],
    pieces: Sequence[Piece],
) -> tuple[Fraction, Fraction] | None:
    """Return a point of the closed zones and edges that sees the marker, or None if there is none.

    Turn a ray around the marker. What it meets, and in which order, changes only where it passes a corner or a crossing
    of two edges (of pieces, zones and entry edges alike). So the critical rays, and one ray in each wedge between them,
    stand for all; along a ray, the meetings and the middles between them stand for all points.
    """
    edges: list[Edge] = [edge for _, kind, points in pieces for edge in edges_of(kind, points)]
    edges += [edge for polygon in zone_polygons for edge in edges_of("area", polygon)]
    edges += list(entry_edges)

    corners: list[Point] = [point for polygon in zone_polygons for point in polygon]
    corners += [point for edge in entry_edges for point in edge]
    for corner in [marker, *corners]:  # any witness will do, and these are the quickest to find
        if in_zone(corner, zone_polygons, entry_edges) and clear(marker, corner, pieces):
            return Fraction(corner[0]), Fraction(corner[1])

    corners += [point for _, _, points in pieces for point in points]
    for one, other in combinations(edges, 2):
        if one[0] != one[1] and segments_meet(*one, other):
            way = (one[1][0] - one[0][0], one[1][1] - one[0][1])
            corners += [along(one[0], way, t) for t in meetings(one[0], way, other)]
    critical = {primitive((x - marker[0], y - marker[1])) for x, y in corners if (x, y) != marker}

    for direction in [*sorted(critical), *wedges(critical)]:
        cuts = {Fraction(0)}
        for edge in edges:
            cuts |= {t for t in meetings(marker, direction, edge) if t > 0}
        steps = sorted(cuts)
        steps += [(near + far) / 2 for near, far in pairwise(steps)]
        for t in steps:
            place = along(marker, direction, t)
            if in_zone(place, zone_polygons, entry_edges) and clear(marker, place, pieces):
                return Fraction(place[0]), Fraction(place[1])
    return None


# ----------------------------------------------------------------------------------------------------------------------
# 6. Where a defender's marker may stand (8.A; D1, D4 every point, D5 centre, D6 behind, D7 inclusive)
# ----------------------------------------------------------------------------------------------------------------------

WALL_REACH = 20_000
"""D6: a line gives its cover within 2 cm."""


def area_centroid(polygons: Sequence[Polygon]) -> tuple[Fraction, Fraction]:
    """Centroid of the polygons by area. Reading: where two overlap, the ground counts for both."""
    total = sum_x = sum_y = Fraction(0)
    for polygon in polygons:
        area = moment_x = moment_y = Fraction(0)
        for c, d in edges_of("area", polygon):
            slice_area = cross((0, 0), c, d)
            area += slice_area
            moment_x += slice_area * Fraction(c[0] + d[0]) / 3
            moment_y += slice_area * Fraction(c[1] + d[1]) / 3
        sign = 1 if area > 0 else -1
        total += sign * area
        sum_x += sign * moment_x
        sum_y += sign * moment_y
    return sum_x / total, sum_y / total


def squared_distance(p: Point, edge: Edge) -> Fraction:
    """Square of the distance from p to the nearest point of a closed edge."""
    c, d = edge
    way = (d[0] - c[0], d[1] - c[1])
    length = way[0] * way[0] + way[1] * way[1]
    t = Fraction(0)
    if length:
        t = Fraction((p[0] - c[0]) * way[0] + (p[1] - c[1]) * way[1]) / length
        t = min(max(t, Fraction(0)), Fraction(1))
    near = along(c, way, t)
    return Fraction((p[0] - near[0]) ** 2 + (p[1] - near[1]) ** 2)


def behind_wall(p: Point, chain: Sequence[Point], enemy: Point) -> bool:
    """Whether a wall covers p: p is on it, or within 2 cm of it on the side away from the enemy's middle.

    Reading: each straight stretch of the wall counts by itself, its side being that of the endless line through it,
    strictly: with the enemy's middle exactly on that line, the stretch covers only its own points.
    """
    for stretch in edges_of("line", chain):
        if on_edge(p, stretch):
            return True
        if squared_distance(p, stretch) <= WALL_REACH**2:
            mine, his = cross(*stretch, p), cross(*stretch, enemy)
            if (mine > 0 and his < 0) or (mine < 0 and his > 0):
                return True
    return False


def in_cover(p: Point, cover_pieces: Sequence[Piece], enemy: Point) -> bool:
    """Whether one of the pieces (all of light or dense cover) covers p."""
    for _, kind, points in cover_pieces:
        if kind == "area" and in_polygon(p, points):
            return True
        if kind == "line" and behind_wall(p, points, enemy):
            return True
    return False


def enemy_middle(enemy_zone: Sequence[Polygon], enemy_edges: Sequence[Edge]) -> Point:
    """Area centroid of the enemy's zones; without zones, the middle of his entry edge."""
    if enemy_zone:
        return area_centroid(enemy_zone)
    if len(enemy_edges) != 1:
        raise ValueError("without zones there must be exactly one entry edge")
    c, d = enemy_edges[0]
    return Fraction(c[0] + d[0]) / 2, Fraction(c[1] + d[1]) / 2


def legal_places(
    width: int,
    depth: int,
    step: int,
    zone: Sequence[Polygon],
    enemy_zone: Sequence[Polygon],
    cover_pieces: Sequence[Piece],
    blocking_pieces: Sequence[Piece],
    *,
    enemy_edges: Sequence[Edge] = (),
) -> set[tuple[int, int]]:
    """Return the points of a grid over the table, edges included, where the centre of a defender's marker may stand.

    `cover_pieces` are the pieces that give light or dense cover, `blocking_pieces` those that block sight; a piece that
    does both is in both lists.
    """
    enemy = enemy_middle(enemy_zone, enemy_edges)
    legal = set()
    for p in product(range(0, width + 1, step), range(0, depth + 1, step)):
        if not in_zone(p, zone):
            continue
        if in_cover(p, cover_pieces, enemy) or seen_from_zone(p, enemy_zone, enemy_edges, blocking_pieces) is None:
            legal.add(p)
    return legal


# ----------------------------------------------------------------------------------------------------------------------
# 7. Small awkward worlds
# ----------------------------------------------------------------------------------------------------------------------

GRID = 12
SCALE = 1000

Whole: TypeAlias = tuple[int, int]


class World(NamedTuple):
    """A small world; every coordinate is whole, from 0 to GRID * SCALE."""

    pieces: list[tuple[str, str, list[Whole]]]
    """All of them block sight."""
    points: list[Whole]
    """On corners, on edges, and anywhere."""
    zones: list[list[Whole]]
    edges: list[tuple[Whole, Whole]]
    """Entry edges, on the border of the world."""


def _spot(rng: random.Random) -> Whole:
    return rng.randint(0, GRID), rng.randint(0, GRID)


def _rectangle(rng: random.Random) -> list[Whole]:
    x, y = rng.randint(0, GRID - 1), rng.randint(0, GRID - 1)
    far_x, far_y = rng.randint(x + 1, min(GRID, x + 5)), rng.randint(y + 1, min(GRID, y + 5))
    return [(x, y), (far_x, y), (far_x, far_y), (x, far_y)]


def _triangle(rng: random.Random) -> list[Whole]:
    while True:
        corners = [_spot(rng) for _ in range(3)]
        if cross(*corners) != 0:
            return corners


def _l_shape(rng: random.Random) -> list[Whole]:
    x, y = rng.randint(0, GRID - 2), rng.randint(0, GRID - 2)
    w, h = rng.randint(2, min(6, GRID - x)), rng.randint(2, min(6, GRID - y))
    notch_w, notch_h = rng.randint(1, w - 1), rng.randint(1, h - 1)
    shape = [(0, 0), (w, 0), (w, h - notch_h), (w - notch_w, h - notch_h), (w - notch_w, h), (0, h)]
    if rng.random() < 0.5:
        shape = [(w - dx, dy) for dx, dy in shape]
    if rng.random() < 0.5:
        shape = [(dx, h - dy) for dx, dy in shape]
    return [(x + dx, y + dy) for dx, dy in shape]


def _arrowhead(rng: random.Random) -> list[Whole]:
    """Return a triangle with one edge pulled in to a grid point inside it, if it has one."""
    corners = _triangle(rng)
    inside = [
        p
        for p in product(range(GRID + 1), range(GRID + 1))
        if in_polygon(p, corners) and not any(on_edge(p, edge) for edge in edges_of("area", corners))
    ]
    return [*corners, rng.choice(inside)] if inside else corners


def _attached(rng: random.Random, others: list[list[Whole]]) -> list[Whole]:
    """Return a triangle or parallelogram on an edge of an earlier polygon, sharing all of it or a collinear part."""
    other = rng.choice(others)
    at = rng.randrange(len(other))
    c, d = other[at - 1], other[at]
    if rng.random() < 0.4:
        pieces_of_edge = gcd(d[0] - c[0], d[1] - c[1])
        part = rng.randint(1, 2 * pieces_of_edge)  # shorter or longer than the edge
        d = c[0] + (d[0] - c[0]) // pieces_of_edge * part, c[1] + (d[1] - c[1]) // pieces_of_edge * part
    for _ in range(30):
        e = _spot(rng)
        shape = [c, d, e] if rng.random() < 0.5 else [c, d, (d[0] + e[0] - c[0], d[1] + e[1] - c[1]), e]
        if cross(c, d, e) != 0 and all(0 <= x <= GRID and 0 <= y <= GRID for x, y in shape):
            return shape
    return _triangle(rng)


def _moved_to_touch(rng: random.Random, others: list[list[Whole]]) -> list[Whole]:
    """Return a rectangle or L-shape shifted so that one of its corners is a corner of an earlier polygon."""
    for _ in range(30):
        shape = _rectangle(rng) if rng.random() < 0.5 else _l_shape(rng)
        target, corner = rng.choice(rng.choice(others)), rng.choice(shape)
        moved = [(x + target[0] - corner[0], y + target[1] - corner[1]) for x, y in shape]
        if all(0 <= x <= GRID and 0 <= y <= GRID for x, y in moved):
            return moved
    return _rectangle(rng)


def _nested(rng: random.Random, others: list[list[Whole]]) -> list[Whole]:
    """Return a triangle of grid points held by an earlier polygon's bounding box, or a copy of that polygon."""
    other = rng.choice(others)
    xs, ys = [x for x, _ in other], [y for _, y in other]
    for _ in range(30):
        shape = [(rng.randint(min(xs), max(xs)), rng.randint(min(ys), max(ys))) for _ in range(3)]
        if cross(*shape) != 0 and all(in_polygon(p, other) for p in shape):
            return shape
    return list(other)


def _polygon(rng: random.Random, others: list[list[Whole]]) -> list[Whole]:
    """Return a simple polygon, often in an awkward relation to the earlier ones, either way round."""
    kinds = ["rectangle", "rectangle", "triangle", "l_shape", "arrowhead"]
    if others:
        kinds += ["attached", "attached", "attached", "touching", "touching", "nested"]
    kind = rng.choice(kinds)
    if kind == "rectangle":
        shape = _rectangle(rng)
    elif kind == "triangle":
        shape = _triangle(rng)
    elif kind == "l_shape":
        shape = _l_shape(rng)
    elif kind == "arrowhead":
        shape = _arrowhead(rng)
    elif kind == "attached":
        shape = _attached(rng, others)
    elif kind == "touching":
        shape = _moved_to_touch(rng, others)
    else:
        shape = _nested(rng, others)
    turn = rng.randrange(len(shape))
    shape = shape[turn:] + shape[:turn]
    if rng.random() < 0.5:
        shape.reverse()
    return shape


def _scaled(points: Sequence[Whole]) -> list[Whole]:
    return [(x * SCALE, y * SCALE) for x, y in points]


def _with_straight_corner(rng: random.Random, polygon: list[Whole]) -> list[Whole]:
    """Put one more corner into the middle of an edge, where the border does not turn (coordinates already scaled)."""
    at = rng.randrange(len(polygon))
    c, d = polygon[at - 1], polygon[at]
    return [*polygon[:at], ((c[0] + d[0]) // 2, (c[1] + d[1]) // 2), *polygon[at:]]


def random_world(seed: int) -> World:
    """Draw a small degenerate world: shared corners and edges, seams, overlaps, nesting, chains, points on them."""
    rng = random.Random(seed)
    polygons: list[list[Whole]] = []
    for _ in range(rng.randint(2, 6)):
        polygons.append(_polygon(rng, polygons))
    pieces: list[tuple[str, str, list[Whole]]] = []
    for number, polygon in enumerate(polygons):
        points = _scaled(polygon)
        if rng.random() < 0.15:
            points = _with_straight_corner(rng, points)
        pieces.append((f"area-{number}", "area", points))
    for number in range(rng.randint(0, 2)):
        chain = [rng.choice(rng.choice(polygons)) if rng.random() < 0.4 else _spot(rng)]
        for _ in range(rng.randint(1, 3)):
            following = _spot(rng)
            if following != chain[-1]:
                chain.append(following)
        if len(chain) > 1:
            pieces.append((f"line-{number}", "line", _scaled(chain)))

    places: list[Whole] = []
    for _ in range(4):  # corners
        places.append(rng.choice(rng.choice(pieces)[2]))
    for _ in range(4):  # on edges
        _, kind, points = rng.choice(pieces)
        c, d = rng.choice(edges_of(kind, points))
        part = rng.choice((Fraction(1, 2), Fraction(1, 4), Fraction(3, 10), Fraction(4, 5)))
        places.append((int(c[0] + part * (d[0] - c[0])), int(c[1] + part * (d[1] - c[1]))))
    for _ in range(4):  # free, on the grid, so often in line with corners
        x, y = _spot(rng)
        places.append((x * SCALE, y * SCALE))
    for _ in range(4):  # free, off the grid
        places.append((rng.randint(0, GRID * SCALE), rng.randint(0, GRID * SCALE)))
    rng.shuffle(places)

    zones = [_scaled(_rectangle(rng) if rng.random() < 0.6 else _triangle(rng))]
    if rng.random() < 0.3:
        zones.append(_scaled(_rectangle(rng)))
    entry: list[tuple[Whole, Whole]] = []
    if rng.random() < 0.4:
        start = rng.randint(0, GRID - 1)
        end = rng.randint(start + 1, GRID)
        level = rng.choice((0, GRID))
        along_x = ((start * SCALE, level * SCALE), (end * SCALE, level * SCALE))
        along_y = ((level * SCALE, start * SCALE), (level * SCALE, end * SCALE))
        entry.append(rng.choice((along_x, along_y)))
    return World(pieces, places, zones, entry)
