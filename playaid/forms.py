"""The forms that pieces are cut to, as polygons: cut by level lines, by one another, and how wide they are where.

Only for drawing. Lengths are whole micrometres.
"""

from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import pairwise
from math import cos, pi, sin

from playaid.imposition import hexagon
from playaid.pages import Outline

Corner = tuple[int, int]
Form = tuple[Corner, ...]
"""The corners of a convex polygon, one after the other against the clock."""

ROUND_CORNERS = 72
"""So many corners make a circle that no eye tells from one on a marker."""


def form_of(outline: Outline, width: int, height: int, inset: int = 0) -> Form:
    """Give the form of a piece of a size, `inset` µm within its edge."""
    wide, high = width - 2 * inset, height - 2 * inset
    match outline:
        case Outline.SQUARE:
            corners = box(0, 0, wide, high)
        case Outline.HEX:
            corners = hexagon(wide, high) if wide >= high else hexagon(wide, high)[::-1]
        case Outline.ROUND:
            angles = [2 * pi * number / ROUND_CORNERS for number in range(ROUND_CORNERS)]
            corners = tuple((round(wide / 2 * (1 + cos(a))), round(high / 2 * (1 + sin(a)))) for a in angles)
    return tuple((x + inset, y + inset) for x, y in corners)


def box(x: int, y: int, width: int, height: int) -> Form:
    """Give the corners of an upright rectangle."""
    return ((x, y), (x + width, y), (x + width, y + height), (x, y + height))


def common(form: Sequence[Corner], window: Form) -> Form:
    """Give the part of a convex polygon that lies within another; nothing where they do not meet."""
    left: list[Corner] = list(form)
    for (ax, ay), (bx, by) in pairwise((*window, window[0])):
        kept: list[Corner] = []
        for (px, py), (qx, qy) in pairwise((*left, *left[:1])):
            p = (bx - ax) * (py - ay) - (by - ay) * (px - ax)
            q = (bx - ax) * (qy - ay) - (by - ay) * (qx - ax)
            if p >= 0:
                kept.append((px, py))
            if (p > 0 > q) or (p < 0 < q):
                kept.append((px + round((qx - px) * p / (p - q)), py + round((qy - py) * p / (p - q))))
        left = kept
    return tuple(dict.fromkeys(left)) if len(set(left)) > 2 else ()


@lru_cache(maxsize=256)  # the pieces of a sheet are alike
def between(form: Form, low: int, high: int) -> Form:
    """Give the part of a form between two heights."""
    xs = [x for x, _ in form]
    return common(form, box(min(xs), low, max(xs) - min(xs), high - low))


@lru_cache(maxsize=256)
def width_at(form: Form, *heights: int) -> int:
    """Give how wide a form is at the narrowest of some heights."""
    return min(_width(form, height) for height in heights)


def _width(form: Form, height: int) -> int:
    crossed = [
        x1 + (x2 - x1) * (height - y1) // (y2 - y1)
        for (x1, y1), (x2, y2) in pairwise((*form, form[0]))
        if min(y1, y2) <= height <= max(y1, y2) and y1 != y2
    ]
    return max(crossed) - min(crossed) if crossed else 0


@lru_cache(maxsize=16)
def checks(form: Form, size: int) -> tuple[Form, ...]:
    """Give every other square of a chequered field within a form; squares touch at their corners only."""
    return tuple(_checks(form, size))


def _checks(form: Form, size: int) -> Iterator[Form]:
    xs, ys = [x for x, _ in form], [y for _, y in form]
    columns, rows = (max(2, round((max(v) - min(v)) / size)) for v in (xs, ys))
    across = [min(xs) + (max(xs) - min(xs)) * column // columns for column in range(columns + 1)]
    up = [min(ys) + (max(ys) - min(ys)) * row // rows for row in range(rows + 1)]
    for column, (west, east) in enumerate(pairwise(across)):
        for row, (south, north) in enumerate(pairwise(up)):
            if (column + row) % 2 == 0:
                part = common(box(west, south, east - west, north - south), form)
                if part:
                    yield part


def stripes(form: Form, size: int) -> Iterator[Form]:
    """Give every other band of a field of slanting bands within a form."""
    xs, ys = [x for x, _ in form], [y for _, y in form]
    west, south, east, north = min(xs), min(ys), max(xs), max(ys)
    high = north - south
    step = size * 1_414 // 1_000
    for start in range(west - high, east, 2 * step):
        band = ((start, south), (start + step, south), (start + step + high, north), (start + high, north))
        part = common(band, form)
        if part:
            yield part
