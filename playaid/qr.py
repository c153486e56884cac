"""QR codes as pictures. The only room that knows segno."""

from collections.abc import Iterable, Iterator, Sequence

import segno

from playaid.pages import BLACK, Path, Picture

MODULE = 550
"""The side of one dark square in µm: three dots of a scan at 150 dpi."""

LAP = 10
"""So many µm a row of squares reaches into the next, so that no viewer shows a seam between them."""

QUIET = 4
"""The free border in modules that a reader needs."""

MASK = 3
"""Of eight patterns that readers undo; to weigh all eight for each code would take longer than the rest of a log."""


def codes(texts: Sequence[str]) -> tuple[Picture, ...]:
    """Give the QR codes of some texts, 15 % of which may be spoilt; all of one size, so that none stands out."""
    version = max((int(_made(text).version) for text in texts), default=1)
    return tuple(_picture(_made(text, version).matrix) for text in texts)


def _made(text: str, version: int | None = None) -> segno.QRCode:
    encoding = None if text.isascii() else "utf-8"
    return segno.make_qr(text, error="m", version=version, mask=MASK, boost_error=False, encoding=encoding)


def _picture(matrix: Sequence[Iterable[int]]) -> Picture:
    size = (len(matrix) + 2 * QUIET) * MODULE
    return Picture(width=size, height=size, marks=tuple(_marks(matrix)))


def _marks(matrix: Sequence[Iterable[int]]) -> Iterator[Path]:
    """Give the dark runs, row by row."""
    for number, row in enumerate(matrix):
        top = (len(matrix) - number + QUIET) * MODULE
        for start, end in _runs(row):
            west, east = (start + QUIET) * MODULE, (end + QUIET) * MODULE
            low = top - MODULE - LAP
            yield Path(points=((west, low), (east, low), (east, top), (west, top)), fill=BLACK)


def _runs(line: Iterable[int]) -> Iterator[tuple[int, int]]:
    """Give the first place of each run of dark squares and the place behind its last."""
    start: int | None = None
    for place, dark in enumerate((*line, 0)):
        if dark and start is None:
            start = place
        elif not dark and start is not None:
            yield start, place
            start = None
