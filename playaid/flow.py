"""Filling pages with things that flow: what fits stays, what splits leaves its rest for the next page.

Pages are laid out before any is drawn, so that each can say how many there are. Lengths here are points.
"""

from abc import ABC, abstractmethod
from collections import deque
from collections.abc import Iterable, Sequence
from typing import NamedTuple, Self

from playaid.fonts import TextProblem, Unprintable
from playaid.pen import POINT, Pen

HAIR = 0.01
"""Heights that differ by less are equal, in points: adding them up must not push a row to the next page."""

ENDLESS = 1e9
"""A height in points that everything fits."""


class Flowing(ABC):
    """Something that takes a width and then has a height, in points.

    `before` and `after` are the free room round it; `heads` keeps it on the page of what follows.
    """

    name = "block"
    before = 0.0
    after = 0.0
    heads = False
    width = 0.0
    height = 0.0

    @abstractmethod
    def lay(self, width: float) -> None:
        """Take a width and set `width` and `height`."""

    def split(self, height: float) -> tuple["Flowing", "Flowing"] | None:
        """Give what fits a height, and the rest; `None`, as here, where nothing does. Called after `lay`."""
        del height
        return None

    @abstractmethod
    def draw(self, pen: Pen, left: float, top: float) -> None:
        """Draw it with its upper left corner at (left, top). Called after `lay`."""


class PageEnd(Flowing):
    """Where a page ends before it is full."""

    def lay(self, width: float) -> None:
        """Take no room."""

    def draw(self, pen: Pen, left: float, top: float) -> None:
        """Draw nothing."""


class Emptiness(Flowing):
    """Free height; none at the head of a page but the first."""

    def __init__(self, height: float) -> None:
        """Take a height in points."""
        self.height = height

    def lay(self, width: float) -> None:
        """Take the whole width."""
        self.width = width

    def draw(self, pen: Pen, left: float, top: float) -> None:
        """Draw nothing."""


class Spot(NamedTuple):
    """Something laid, and how far its upper edge lies below that of its room, in points."""

    flowing: Flowing
    below: float


Stack = deque[Flowing]


def fill(stack: Stack, width: float, height: float) -> tuple[list[Spot], float]:
    """Take from the stack what fits a room and give it with the height it needs; what is split leaves its rest behind.

    Nothing is taken when not even a part of the first fits.
    """
    spots: list[Spot] = []
    used = after = 0.0
    while stack:
        flowing = stack.popleft()
        if isinstance(flowing, PageEnd):
            if spots:
                break
            continue
        flowing.lay(width)
        below = used + (max(after, flowing.before) if spots else 0.0)
        if flowing.height > height - below + HAIR:
            parts = flowing.split(height - below) if below < height else None
            if parts is None:
                stack.appendleft(flowing)
                _give_back_heads(stack, spots)
            else:
                taken, rest = parts
                taken.lay(width)
                spots.append(Spot(taken, below))
                stack.appendleft(rest)
                used = below + taken.height
            break
        spots.append(Spot(flowing, below))
        used, after = below + flowing.height, flowing.after
    return spots, used


def _give_back_heads(stack: Stack, spots: list[Spot]) -> None:
    """Leave no heading at the foot of a room whose matter is yet to come, unless the room holds nothing else."""
    keep = len(spots)
    while keep and spots[keep - 1].flowing.heads:
        keep -= 1
    if keep:
        stack.extendleft(spot.flowing for spot in reversed(spots[keep:]))
        del spots[keep:]


def paginate(flowing: Iterable[Flowing], width: float, height: float) -> list[list[Spot]]:
    """Fill pages. Raises `Unprintable` where something that cannot be split is higher than a page."""
    stack: Stack = deque(flowing)
    pages: list[list[Spot]] = []
    while stack:
        if pages and isinstance(stack[0], Emptiness):
            stack.popleft()
            continue
        spots, _ = fill(stack, width, height)
        if spots:
            pages.append(spots)
        elif stack:
            needed, has = (length / POINT / 1_000 for length in (stack[0].height, height))
            detail = f"needs a height of {needed:.1f} mm, a page has {has:.1f} mm"
            raise Unprintable([TextProblem("does_not_fit", "", stack[0].name, detail)])
    return pages


def draw_spots(spots: Iterable[Spot], pen: Pen, left: float, top: float) -> None:
    """Draw what `fill` placed in a room with its upper left corner at (left, top)."""
    for spot in spots:
        spot.flowing.draw(pen, left, top - spot.below)


class Pile:
    """Things below one another in a room as high as they need."""

    def __init__(self, parts: Sequence[Flowing]) -> None:
        """Hold the parts from top to bottom."""
        self.parts = parts
        self.height = 0.0
        self._spots: list[Spot] = []
        self._width: float | None = None

    def lay(self, width: float) -> float:
        """Take a width and give the height."""
        if width != self._width:
            self._spots, self.height = fill(deque(self.parts), width, ENDLESS)
            self._width = width
        return self.height

    def split(self, width: float, height: float) -> tuple[Self, Self]:
        """Give what fits a height, and the rest; either may be empty."""
        stack = deque(self.parts)
        spots, _ = fill(stack, width, height)
        return type(self)([spot.flowing for spot in spots]), type(self)(list(stack))

    def draw(self, pen: Pen, left: float, top: float) -> None:
        """Draw it with its upper left corner at (left, top)."""
        draw_spots(self._spots, pen, left, top)


def shared(width: float, shares: Sequence[int]) -> list[float]:
    """Divide a width by shares."""
    whole = sum(shares)
    return [width * share / whole for share in shares]
