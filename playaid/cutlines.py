"""Where to cut: short marks at the corners of pieces, or full lines between them, as segments in µm.

A mark stands on the line of an edge, off every piece, and never enters one: not its own, not a neighbour's, not the
diagonal neighbour's at an inner corner. Empty cells have none.
"""

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import pairwise
from typing import NamedTuple

MARK_OFF = 400
"""Distance between a piece and the end of a mark, in µm: a cut a little wide still leaves no ink on the piece."""

MARK_LENGTH = 3_000
"""Greatest length of a mark, in µm."""

MARK_REACH = MARK_OFF + MARK_LENGTH
"""How far from its piece a mark may end, in µm."""

SHORTEST = 200
"""A mark shorter than this is not worth its ink, in µm."""

NARROW_GAP = 2 * MARK_OFF + SHORTEST
"""Pieces nearer than this have a line between them instead of marks, in µm."""


class Rectangle(NamedTuple):
    """An upright rectangle in µm."""

    left: int
    bottom: int
    right: int
    top: int


class Segment(NamedTuple):
    """A straight line in µm, its lower left end first."""

    x1: int
    y1: int
    x2: int
    y2: int

    @classmethod
    def between(cls, a: tuple[int, int], b: tuple[int, int]) -> "Segment":
        """Give the segment between two points, whichever comes first."""
        return cls(*min(a, b), *max(a, b))

    @property
    def start(self) -> tuple[int, int]:
        """Give the lower left end."""
        return self.x1, self.y1

    @property
    def end(self) -> tuple[int, int]:
        """Give the upper right end."""
        return self.x2, self.y2


Interval = tuple[int, int]


@lru_cache(maxsize=8)
def cut_marks(pieces: tuple[Rectangle, ...], bounds: Rectangle) -> tuple[Segment, ...]:
    """Give two marks for each corner of each piece, and lines between pieces too near one another for marks.

    Nothing leaves `bounds`. Corners on one line share a mark. Remembered, since full sheets are all alike.
    """
    upright = _lines(pieces, bounds.bottom, bounds.top)
    level = _lines([_swap(piece) for piece in pieces], bounds.left, bounds.right)
    return tuple(sorted({Segment(x, a, x, b) for x, a, b in upright} | {Segment(a, y, b, y) for y, a, b in level}))


@lru_cache(maxsize=8)
def full_guides(pieces: tuple[Rectangle, ...], bounds: Rectangle) -> tuple[Segment, ...]:
    """Give lines along all edges of the pieces, through the gaps and past the outermost, but through no piece."""
    upright = _long_lines(pieces, bounds.bottom, bounds.top)
    level = _long_lines([_swap(piece) for piece in pieces], bounds.left, bounds.right)
    return tuple(sorted({Segment(x, a, x, b) for x, a, b in upright} | {Segment(a, y, b, y) for y, a, b in level}))


def _swap(piece: Rectangle) -> Rectangle:
    """Mirror over the diagonal, so that one function serves both directions."""
    return Rectangle(piece.bottom, piece.left, piece.top, piece.right)


def _lines(pieces: Sequence[Rectangle], low: int, high: int) -> Iterator[tuple[int, int, int]]:
    """Give the upright marks as (x, from, to)."""
    by_edge: dict[int, set[Interval]] = {}
    for piece in pieces:
        for x in (piece.left, piece.right):
            by_edge.setdefault(x, set()).add((piece.bottom, piece.top))
    for x, owners in by_edge.items():
        # Only pieces that the line of this edge meets, border included, can be in its way.
        taken = sorted({(piece.bottom, piece.top) for piece in pieces if piece.left <= x <= piece.right})
        for bottom, top in owners:
            ceiling = min((start - MARK_OFF for start, _ in taken if start >= top), default=high)
            floor = max((end + MARK_OFF for _, end in taken if end <= bottom), default=low)
            up = (top + MARK_OFF, min(top + MARK_REACH, ceiling, high))
            down = (max(bottom - MARK_REACH, floor, low), bottom - MARK_OFF)
            yield from ((x, a, b) for a, b in (up, down) if b - a >= SHORTEST)
    yield from _lines_between(pieces)


def _lines_between(pieces: Sequence[Rectangle]) -> Iterator[tuple[int, int, int]]:
    """Give an upright line in the middle of every gap that is too narrow for marks, joined along a column."""
    ends: dict[Interval, list[Rectangle]] = {}
    for piece in pieces:
        ends.setdefault((piece.bottom, piece.top), []).append(piece)
    found: dict[int, list[Interval]] = {}
    for row in ends.values():
        row.sort()
        for one, other in pairwise(row):
            gap = other.left - one.right
            if 0 <= gap < NARROW_GAP:
                found.setdefault(one.right + gap // 2, []).append((one.bottom, one.top))
    for x, intervals in found.items():
        yield from ((x, a, b) for a, b in _joined(intervals, NARROW_GAP))


def _joined(intervals: Iterable[Interval], reach: int) -> list[Interval]:
    """Join intervals that overlap or lie nearer than `reach` to one another."""
    joined: list[Interval] = []
    for start, end in sorted(intervals):
        if joined and start - joined[-1][1] < reach:
            joined[-1] = (joined[-1][0], max(end, joined[-1][1]))
        else:
            joined.append((start, end))
    return joined


def _long_lines(pieces: Sequence[Rectangle], low: int, high: int) -> Iterator[tuple[int, int, int]]:
    """Give upright lines along the edges as (x, from, to), broken where another piece is in the way."""
    by_edge: dict[int, list[Interval]] = {}
    for piece in pieces:
        for x in (piece.left, piece.right):
            by_edge.setdefault(x, []).append((piece.bottom - MARK_REACH, piece.top + MARK_REACH))
    for x, wanted in by_edge.items():
        crossed = [piece for piece in pieces if piece.left < x < piece.right]
        blocked = sorted((piece.bottom - MARK_OFF, piece.top + MARK_OFF) for piece in crossed)
        for start, end in _joined(wanted, MARK_REACH):
            at = max(start, low)
            for bottom, top in blocked:
                if at < bottom:
                    yield from _worth(x, at, min(bottom, end, high))
                at = max(at, top)
            yield from _worth(x, at, min(end, high))


def _worth(x: int, start: int, end: int) -> Iterator[tuple[int, int, int]]:
    if end - start >= SHORTEST:
        yield x, start, end
