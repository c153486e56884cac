"""Chance: secrets come from the operating system, repeats from a seed. Whole numbers only, every one as likely.

A `Seeded` chance is a SHA-256 counter stream: the same seed and labels give the same draws on every machine and in
every version. Whoever knows the seed knows the draws, so what must stay secret is drawn from `Secret`.
"""

import secrets
from collections.abc import Sequence
from hashlib import sha256
from typing import Protocol, TypeVar

T = TypeVar("T")


class Chance(Protocol):
    """Where random bits come from."""

    def bits(self, count: int) -> int:
        """Give a whole number of so many bits, each 0 or 1 as likely; none for no bits."""


class Secret:
    """Chance that nobody can repeat or foresee: the `secrets` module."""

    def bits(self, count: int) -> int:
        """Give a whole number of so many bits."""
        return secrets.randbits(count) if count else 0


class Seeded:
    """Chance that a seed repeats: the bytes of SHA-256 over seed, labels and a counter, one block after another.

    Labels keep draws for different things apart, so that they do not shift each other.
    """

    def __init__(self, seed: int, *labels: str) -> None:
        """Begin the stream of a seed."""
        parts = ("playaid chance 1", str(seed), *labels)
        self._head = b"".join(len(part.encode()).to_bytes(4, "big") + part.encode() for part in parts)
        self._counter = 0
        self._pool = 0
        self._left = 0

    def bits(self, count: int) -> int:
        """Give a whole number of so many bits."""
        while self._left < count:
            block = sha256(self._head + self._counter.to_bytes(8, "big")).digest()
            self._counter += 1
            self._pool = self._pool << 256 | int.from_bytes(block, "big")
            self._left += 256
        self._left -= count
        value = self._pool >> self._left
        self._pool &= (1 << self._left) - 1
        return value


def chance_of(seed: int | None, *labels: str) -> Chance:
    """Give the chance of a seed, or the secret one without a seed."""
    return Secret() if seed is None else Seeded(seed, *labels)


def below(chance: Chance, count: int) -> int:
    """Give a whole number from 0 to `count` - 1, each exactly as likely: draws beyond are thrown away, not folded."""
    if count < 1:
        raise ValueError(f"nothing can be drawn from {count}")
    width = (count - 1).bit_length()
    while (value := chance.bits(width)) >= count:
        pass
    return value


def between(chance: Chance, low: int, high: int) -> int:
    """Give a whole number from `low` to `high`, both included."""
    return low + below(chance, high - low + 1)


def choice(chance: Chance, items: Sequence[T]) -> T:
    """Give one of the items."""
    return items[below(chance, len(items))]


def shuffled(chance: Chance, items: Sequence[T]) -> list[T]:
    """Give the items in an order drawn from all orders, each as likely (Fisher and Yates)."""
    mixed = list(items)
    for last in range(len(mixed) - 1, 0, -1):
        other = below(chance, last + 1)
        mixed[last], mixed[other] = mixed[other], mixed[last]
    return mixed


def weighted(chance: Chance, weights: Sequence[int]) -> int:
    """Give the number of one of the weights, each as likely as it weighs."""
    place, number = below(chance, sum(weights)), 0
    while place >= weights[number]:
        place -= weights[number]
        number += 1
    return number
