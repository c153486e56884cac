"""The work of spec.md as numbers: sheets, places and texts in millimetres from the top left corner of the page."""

import sys
from collections.abc import Iterator
from pathlib import Path

WIDTH, HEIGHT = 210.0, 297.0
SIZE = 25.0
COLUMNS, ROWS = 7, 10
LEFT, TOP = 17.5, 23.5
OFF, LONG = 3.0, 5.0
"""Distance of a crop mark from the grid, and its length."""

FRONT, BACK = 24, 30
"""Points of the big text."""
LABEL = 7
BORDER, MARK = 0.75, 0.25
MM = 72 / 25.4

OUTPUT, COUNT, FONTS = sys.argv[1], int(sys.argv[2]), Path(sys.argv[3])
del sys.argv[1:]  # protograf reads them too
REGULAR, BOLD = FONTS / "PT_Sans-Web-Regular.ttf", FONTS / "PT_Sans-Web-Bold.ttf"


def sheets() -> Iterator[range]:
    """Give the counters of each sheet."""
    full = COLUMNS * ROWS
    for first in range(1, COUNT + 1, full):
        yield range(first, min(first + full, COUNT + 1))


def places(count: int, back: bool) -> Iterator[tuple[float, float]]:
    """Give the top left corner of each counter of a sheet."""
    for k in range(count):
        row, column = divmod(k, COLUMNS)
        yield LEFT + (COLUMNS - 1 - column if back else column) * SIZE, TOP + row * SIZE


def texts(counter: int) -> tuple[str, str]:
    """Give the two texts on a front."""
    return f"{counter:03d}", f"Unit {counter % 40:02d}"


def marks() -> Iterator[tuple[float, float, float, float]]:
    """Give the crop marks of a page."""
    right, bottom = LEFT + COLUMNS * SIZE, TOP + ROWS * SIZE
    for column in range(COLUMNS + 1):
        x = LEFT + column * SIZE
        yield x, TOP - OFF - LONG, x, TOP - OFF
        yield x, bottom + OFF, x, bottom + OFF + LONG
    for row in range(ROWS + 1):
        y = TOP + row * SIZE
        yield LEFT - OFF - LONG, y, LEFT - OFF, y
        yield right + OFF, y, right + OFF + LONG, y
