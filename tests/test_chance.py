"""Chance: uniform, repeatable, and secret where no seed is given."""

from collections import Counter
from itertools import permutations

import pytest

from playaid.chance import Secret, Seeded, below, between, chance_of, choice, shuffled, weighted

# The 99.99 % point of chi-squared with k degrees of freedom.
LIMITS = {1: 15.14, 5: 25.75, 6: 27.86, 23: 58.6}


def chi_squared(counts: Counter[object], kinds: int, draws: int) -> float:
    expected = draws / kinds
    return sum((count - expected) ** 2 / expected for count in counts.values()) + (kinds - len(counts)) * expected


@pytest.mark.parametrize("count", [2, 6, 7])
def test_numbers_below_n_are_uniform(count: int) -> None:
    chance = Seeded(1, "uniform")
    counts: Counter[object] = Counter(below(chance, count) for _ in range(20_000))
    assert set(counts) == set(range(count))
    assert chi_squared(counts, count, 20_000) < LIMITS[count - 1]


def test_every_order_is_as_likely() -> None:
    chance = Seeded(2, "shuffle")
    counts: Counter[object] = Counter(tuple(shuffled(chance, "abcd")) for _ in range(12_000))
    assert set(counts) == set(permutations("abcd"))
    assert chi_squared(counts, 24, 12_000) < LIMITS[23]


def test_a_seed_repeats_and_labels_part() -> None:
    def draw(*labels: str, seed: int = 7) -> list[int]:
        chance = Seeded(seed, *labels)
        return [below(chance, 1000) for _ in range(20)]

    assert draw("a") == draw("a")
    assert len({tuple(draw(*labels)) for labels in ((), ("a",), ("b",), ("a", "b"), ("ab",))}) == 5
    assert draw("a") != draw("a", seed=8)


def test_the_stream_never_changes() -> None:
    # A deployment drawn today with a seed is drawn again by every later version.
    chance = Seeded(1944, "deploy")
    assert [below(chance, 100) for _ in range(8)] == [57, 97, 73, 80, 11, 12, 88, 21]


def test_bits_are_one_stream_however_they_are_cut() -> None:
    one, other = Seeded(3), Seeded(3)
    assert one.bits(600) == (other.bits(256) << 344) | (other.bits(100) << 244) | other.bits(244)
    assert one.bits(0) == 0


def test_draws_stay_in_their_bounds() -> None:
    chance = Secret()
    assert {between(chance, -1, 1) for _ in range(200)} == {-1, 0, 1}
    assert below(chance, 1) == 0
    assert choice(chance, "x") == "x"
    assert {weighted(chance, (0, 1, 0, 2)) for _ in range(200)} == {1, 3}
    with pytest.raises(ValueError, match="nothing"):
        below(chance, 0)


def test_without_a_seed_chance_is_secret() -> None:
    assert isinstance(chance_of(None), Secret)
    assert isinstance(chance_of(0), Seeded)
    assert len({Secret().bits(128) for _ in range(100)}) == 100
