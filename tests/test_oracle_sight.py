"""Sight against the oracle of `reference.py`, which shares no code with the package, on awkward little worlds.

`benchmarks/oracle_sight.py` asks the same in bulk.
"""

from itertools import pairwise
from math import cos, hypot, pi, sin

import pytest
import reference
import worlds
from hypothesis import given, settings
from hypothesis import strategies as st
from worlds import Move, Tally, field_of, looks, moved, point, rewritten, round_questions, watchers_of, watches

SEEDS = st.integers(min_value=0, max_value=10**6)
FIXED = settings(max_examples=60, deadline=None, derandomize=True, database=None)
"""The same examples every time: a suite that fails must fail again."""

PLAIN = st.sampled_from(
    [
        Move(x0=1_001_000, y0=-373_000),
        Move(a=-1, x0=reference.GRID * reference.SCALE),
        Move(d=-1),
        Move(0, 1, 1, 0),
        Move(0, -1, 1, 0),
        Move(-1, 0, 0, -1, 7, 7),
        Move(a=7, d=7),
    ]
)
"""A shift, mirrors, quarter and half turns, a change of scale."""


def agreed(tally: Tally) -> None:
    assert not tally.differing, "\n".join(tally.differing)


# ---- against the oracle


@pytest.mark.parametrize("hundred", range(0, 200, 100))
def test_lines_of_sight_and_the_pieces_that_stop_them(hundred: int) -> None:
    tally = worlds.sums(looks(seed, 10) for seed in range(hundred, hundred + 100))
    agreed(tally)
    assert tally.asked == 1_000
    assert 250 < tally.stopped < 750


@pytest.mark.parametrize("start", range(0, 100, 50))
def test_markers_seen_from_zones_and_entry_edges(start: int) -> None:
    tally = worlds.sums(watches(seed, 2) for seed in range(start, start + 50))
    agreed(tally)
    assert tally.asked == 100
    assert tally.stopped > 4


def test_circles_are_round_to_stand_in_and_polygons_to_look_past() -> None:
    tally = worlds.sums(round_questions(seed, 4) for seed in range(4))
    agreed(tally)
    assert tally.stopped > 4


@pytest.mark.parametrize("radius", [1, 2, 999, 90_000, 123_457, 4_000_000])
def test_outline_of_a_circle_is_the_inscribed_64_gon(radius: int) -> None:
    outline = worlds.circle_of((10, -20), radius).outline
    assert len(outline) == 64
    for corner, (x, y) in enumerate(outline):
        angle = corner * 2 * pi / 64
        assert hypot(x - 10 - radius * cos(angle), y + 20 - radius * sin(angle)) < 1.5
        assert (x - 10) ** 2 + (y + 20) ** 2 <= radius**2


# ---- what must not matter


@FIXED
@given(seed=SEEDS, places=st.lists(st.integers(0, 15), min_size=2, max_size=8))
def test_sight_is_symmetric(seed: int, places: list[int]) -> None:
    world = reference.random_world(seed)
    field = field_of(world)
    for one, other in pairwise(places):
        a, b = point(world.points[one]), point(world.points[other])
        assert field.look(a, b) == field.look(b, a)


def same_after(seed: int, move: Move, *, written_anew: bool = False) -> None:
    """Compare a world with itself moved: every line of sight between its points, and who sees some of its markers."""
    world = reference.random_world(seed)
    other = moved(world, move)
    other = rewritten(other, worlds.chance_of(seed)) if written_anew else other
    before, after = field_of(world), field_of(other)
    pairs = [(i, j) for i in range(len(world.points)) for j in range(i)]
    for i, j in pairs[seed % 4 :: 4]:
        found = after.look(point(other.points[i]), point(other.points[j]))
        assert found == before.look(point(world.points[i]), point(world.points[j])), (world, i, j)
    for i in range(3):
        seen = before.seen_from(point(world.points[i]), watchers_of(world))
        seen_after = after.seen_from(point(other.points[i]), watchers_of(other))
        assert (seen is None) == (seen_after is None), (world, i)


@FIXED
@given(seed=SEEDS, move=PLAIN)
def test_sight_is_the_same_after_a_shift_a_mirror_or_a_turn(seed: int, move: Move) -> None:
    same_after(seed, move)


@FIXED
@given(seed=SEEDS)
def test_sight_is_the_same_however_the_table_is_written(seed: int) -> None:
    same_after(seed, Move(), written_anew=True)


@FIXED
@given(seed=SEEDS)
def test_sight_is_the_same_on_a_table_pressed_to_narrow_angles(seed: int) -> None:
    same_after(seed, worlds.steep(worlds.chance_of(seed)), written_anew=True)


@FIXED
@given(seed=SEEDS, move=PLAIN)
def test_about_the_same_share_is_seen_after_a_shift_a_mirror_or_a_turn(seed: int, move: Move) -> None:
    world = reference.random_world(seed)
    other = moved(world, move)
    marker = worlds.chance_of(seed).randrange(len(world.points))
    share = field_of(world).share_seen(point(world.points[marker]), watchers_of(world))
    again = field_of(other).share_seen(point(other.points[marker]), watchers_of(other))
    assert share == pytest.approx(again, abs=0.1)
