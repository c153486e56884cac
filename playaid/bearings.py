"""Directions from a marker: exact ones to look along, and floating-point ranges of them that leave out the hopeless.

A direction is two whole numbers (dx, dy), however long. A range is two angles in radians, anticlockwise from the east.
"""

from collections.abc import Iterator, Sequence
from math import cos, gcd, hypot, lcm, pi, sin

import numpy as np
from numpy.typing import NDArray

from playaid.shapes import Point
from playaid.sightline import Witness

Floats = NDArray[np.float64]
Whole = NDArray[np.int64]
Flags = NDArray[np.bool_]

Direction = tuple[int, int]


def turn(one: Direction, other: Direction) -> int:
    """Give a number above 0 when `other` lies to the left of `one`."""
    return one[0] * other[1] - one[1] * other[0]


def clockwise(one: Direction, other: Direction) -> int:
    """Give a number below 0 when `one` comes before `other` anticlockwise: for sorting."""
    return turn(other, one)


def ahead(one: Direction, other: Direction) -> bool:
    """Tell whether two directions are less than a quarter turn apart."""
    return one[0] * other[0] + one[1] * other[1] > 0


def narrowness(pair: tuple[Direction, Direction]) -> float:
    """Give a number that is smaller the wider apart two directions are: an order of trying, it decides nothing."""
    (x, y), (u, v) = pair
    return -turn(*pair) / (hypot(x, y) * hypot(u, v))


def towards(marker: Point, place: Witness) -> Direction:
    """Give the direction to a place in lowest terms, (0, 0) when it is the marker's own."""
    x, y = place.x - marker.x, place.y - marker.y
    scale = lcm(x.denominator, y.denominator)
    dx, dy = int(x * scale), int(y * scale)
    common = gcd(dx, dy) or 1
    return dx // common, dy // common


def heading(angle: float) -> Direction:
    """Give a direction within 1e-15 of an angle; it is then taken as it is, exactly."""
    return int(cos(angle) * 2**52), int(sin(angle) * 2**52)


def middle(one: Direction, other: Direction) -> Direction:
    """Give a direction strictly between two that are less than half a turn apart, about half way."""
    size, other_size = (max(abs(x), abs(y)) for x, y in (one, other))
    return one[0] * other_size + other[0] * size, one[1] * other_size + other[1] * size


def spans(edges: Whole, marker: Point, widen: float) -> tuple[Floats, Floats]:
    """Give the range of directions of each edge from the marker, widened; an edge seen end-on has no width.

    Which end comes first is decided in whole numbers: a long edge just beside the marker spans almost half a turn.
    """
    ax, ay, bx, by = (edges - np.array(marker * 2, dtype=np.int64)).T
    one, other = np.arctan2(ay, ax), np.arctan2(by, bx)
    start = np.where(ax * by - ay * bx >= 0, one, other)
    return start - widen, start + np.abs((other - one + pi) % (2 * pi) - pi) + widen


def joined(starts: Floats, ends: Floats) -> list[tuple[float, float]]:
    """Join overlapping ranges into disjoint ones from -π to π; ranges may reach up to a turn beyond."""
    starts = np.concatenate([starts, starts - 2 * pi, starts + 2 * pi])
    ends = np.concatenate([ends, ends - 2 * pi, ends + 2 * pi])
    keep = (ends > starts) & (ends >= -pi) & (starts <= pi)
    starts, ends = np.maximum(starts[keep], -pi), np.minimum(ends[keep], pi)
    if not len(starts):
        return []
    order = np.argsort(starts)
    starts, ends = starts[order], np.maximum.accumulate(ends[order])
    new = np.flatnonzero(starts[1:] > ends[:-1])
    firsts, lasts = np.append(0, new + 1), np.append(new, len(ends) - 1)
    return list(zip(starts[firsts].tolist(), ends[lasts].tolist(), strict=True))


def left_out(
    needed: Sequence[tuple[float, float]], stopped: Sequence[tuple[float, float]]
) -> Iterator[tuple[float, float]]:
    """Give the parts of the needed ranges outside the stopped ones; both lists are disjoint and sorted."""
    for low, high in needed:
        reached = low
        for start, end in stopped:
            if end <= reached or start >= high:
                continue
            if start > reached:
                yield reached, start
            reached = max(reached, end)
        if reached < high:
            yield reached, high


def halved(low: float, high: float) -> Iterator[tuple[float, float]]:
    """Cut a range into parts of less than one radian."""
    parts = int(high - low) + 1
    for i in range(parts):
        yield low + (high - low) * i / parts, low + (high - low) * (i + 1) / parts


def apart(marker: Whole, edges: Whole, ground: Whole) -> Flags:
    """Mark the edges whose triangle with the marker meets no edge of the ground, by exact separating lines."""
    a, b = edges[:, None, :2] - marker, edges[:, None, 2:] - marker
    c, d = ground[None, :, :2] - marker, ground[None, :, 2:] - marker

    def cross(p: Whole, q: Whole) -> Whole:
        product: Whole = p[..., 0] * q[..., 1] - p[..., 1] * q[..., 0]
        return product

    inner = np.sign(cross(a, b))
    split = np.zeros(np.broadcast_shapes(a.shape, c.shape)[:2], dtype=np.bool_)
    for corner, way in ((np.zeros_like(a), a), (a, b - a), (b, -b)):
        split |= (cross(way, c - corner) * inner < 0) & (cross(way, d - corner) * inner < 0)
    own = np.sign(cross(d - c, -c))
    split |= (own != 0) & (np.sign(cross(d - c, a - c)) == own) & (np.sign(cross(d - c, b - c)) == own)
    clear: Flags = (inner[:, 0] != 0) & np.all(split, axis=1)
    return clear
