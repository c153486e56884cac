"""Lines and dots that fill shapes on paper: hatchings by even-odd rule, so that holes stay free; clipping to a box.

Only for drawing: nothing here decides a rule. Lengths are whole micrometres on paper.
"""

from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise
from math import hypot

Corner = tuple[int, int]
Ring = Sequence[Corner]
Stroke = tuple[int, int, int, int]
Frame = tuple[int, int, int, int]
"""West, south, east, north."""

SLANTS = {"level": (0, 1, 1), "upright": (1, 0, 1), "diagonal": (-1, 1, 1_414), "back": (1, 1, 1_414)}
"""For each direction the factors of x and y that stay the same along a line, and thousandths between them."""


def hatch(rings: Iterable[Ring], slant: str, spacing: int) -> tuple[Stroke, ...]:
    """Fill rings with parallel lines; lines of one slant and spacing meet wherever shapes touch."""
    a, b, stretch = SLANTS[slant]
    step = max(1, spacing * stretch // 1_000 if stretch > 1 else spacing)
    edges = [edge for ring in rings for edge in pairwise([*ring, ring[0]])]
    crossings: dict[int, list[Corner]] = {}
    for (x1, y1), (x2, y2) in edges:
        v1, v2 = a * x1 + b * y1, a * x2 + b * y2
        low, high = min(v1, v2), max(v1, v2)
        for number in range(-(-low // step), -(-high // step)):
            share = (number * step - v1) / (v2 - v1)
            crossings.setdefault(number, []).append((round(x1 + (x2 - x1) * share), round(y1 + (y2 - y1) * share)))
    strokes: list[Stroke] = []
    for number in sorted(crossings):
        found = sorted(crossings[number])
        strokes += [(*start, *end) for start, end in zip(found[::2], found[1::2], strict=False)]
    return tuple(strokes)


def fringe(rings: Sequence[Ring], spacing: int, length: int) -> tuple[Stroke, ...]:
    """Give the beginnings and ends of the level lines that fill rings: short lines inwards from their edges."""
    strokes: list[Stroke] = []
    for west, y, east, level in hatch(rings, "level", spacing):
        whole = east - west <= 2 * length
        strokes += [(west, y, east, level)] if whole else [(west, y, west + length, y), (east - length, y, east, y)]
    return tuple(strokes)


def scatter(rings: Sequence[Ring], spacing: int, free: int) -> Iterator[Corner]:
    """Give places in rows within rings, every other row moved by half, `free` µm from the ends of the rows."""
    for west, y, east, _ in hatch(rings, "level", spacing * 7 // 8):
        shift = spacing // 2 if (y // max(1, spacing * 7 // 8)) % 2 else 0
        for number in range(-(-(west + free - shift) // spacing), (east - free - shift) // spacing + 1):
            yield number * spacing + shift, y


def clip(stroke: Stroke, frame: Frame) -> Stroke | None:
    """Give the part of a line in a frame, or None where there is none."""
    x1, y1, x2, y2 = stroke
    start, end = 0.0, 1.0
    for delta, low, high in ((x2 - x1, frame[0] - x1, frame[2] - x1), (y2 - y1, frame[1] - y1, frame[3] - y1)):
        if delta == 0:
            if low > 0 or high < 0:
                return None
            continue
        near, far = sorted((low / delta, high / delta))
        start, end = max(start, near), min(end, far)
    if start >= end:
        return None
    return (
        round(x1 + (x2 - x1) * start),
        round(y1 + (y2 - y1) * start),
        round(x1 + (x2 - x1) * end),
        round(y1 + (y2 - y1) * end),
    )


def dashed(chain: Sequence[Corner], dash: int, gap: int) -> Iterator[Stroke]:
    """Give a chain of lines as dashes that run on round its corners, so that clipping does not restart them."""
    left, drawing = float(dash), True
    for (x1, y1), (x2, y2) in pairwise(chain):
        length, at = hypot(x2 - x1, y2 - y1), 0.0
        while length and at < length:
            step = min(left, length - at)
            if drawing:
                near, far = at / length, (at + step) / length
                yield (
                    round(x1 + (x2 - x1) * near),
                    round(y1 + (y2 - y1) * near),
                    round(x1 + (x2 - x1) * far),
                    round(y1 + (y2 - y1) * far),
                )
            at, left = at + step, left - step
            if left <= 0:
                drawing = not drawing
                left = float(dash if drawing else gap)
