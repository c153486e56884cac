"""Sheets of paper by name or by size, and how a document is to meet them, in exact micrometres."""

import re
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction

from playaid.lengths import LONGEST, MICROMETRES, Length
from playaid.pages import Outline

SHORTEST_SIDE, LONGEST_SIDE = 50_000, 2_000_000
"""Bounds of a side of paper in µm: beyond them a size is a slip of the pen."""

MARGIN = Length(8_000)
"""Margin that common printers need: their own 4 to 5 mm, and a sheet fed askew."""

GAP = Length(2_000)
"""Distance between pieces: one cut on each side of it."""

STRIP = Length(6_000)
"""Height of the strip at the foot of a page, inside the margin."""

BARS_ROOM = 57_000
"""Width that the two scale bars and their labels need, in µm."""

LEAST_WIDTH = BARS_ROOM + 4_000
"""Least width between the margins, in µm: the bars, and room to move them with a back page."""

NARROW = 110_000
"""Below this width between the margins the words of the strip stand above the bars, not beside them."""

HEAD = Length(8_000)
"""Height kept free at the head of a page that carries a banner."""

FLOW_CLEARANCE = 2_000
"""Free height between flowing blocks and the strip, in µm."""


class DoesNotFit(ValueError):
    """Something is larger than its room; `needed` and `available` are in µm, `what` names what was measured."""

    def __init__(self, needed: int, available: int, what: str) -> None:
        """Keep both lengths for a message of the caller's own."""
        self.needed, self.available, self.what = needed, available, what
        super().__init__(f"{what}: needs {_millimetres(needed)}, available are {_millimetres(available)}")


def _millimetres(length: int) -> str:
    """Write a length for a message, exact to the micrometre."""
    whole, rest = divmod(length, 1_000)
    return f"{whole}.{rest:03}".rstrip("0").rstrip(".") + " mm"


@dataclass(frozen=True, kw_only=True)
class Paper:
    """A sheet of paper; `name` is what a reader calls it, the lengths are exact."""

    name: str
    width: Length
    height: Length


def _paper(name: str, width: int, height: int) -> Paper:
    return Paper(name=name, width=Length(width), height=Length(height))


PAPERS: dict[str, Paper] = {
    "a3": _paper("A3", 297_000, 420_000),
    "a4": _paper("A4", 210_000, 297_000),
    "a5": _paper("A5", 148_000, 210_000),
    "a6": _paper("A6", 105_000, 148_000),
    "b5": _paper("B5", 176_000, 250_000),
    "letter": _paper("Letter", 215_900, 279_400),
    "legal": _paper("Legal", 215_900, 355_600),
    "tabloid": _paper("Tabloid", 279_400, 431_800),
    "half-letter": _paper("Half Letter", 139_700, 215_900),
}
"""The papers known by name; `parse_paper` takes the keys."""

_SIZE = re.compile(r"\s*([0-9]{1,6}(?:\.[0-9]{1,6})?)\s*[x×]\s*([0-9]{1,6}(?:\.[0-9]{1,6})?)\s*(mm|cm|in)\s*")


def parse_paper(text: str) -> Paper:
    """Give the paper that a name or a size such as ``210x297mm`` or ``8.5x11in`` means.

    A size that is that of a known paper is that paper. Raises `ValueError` with what to write instead.
    """
    known = PAPERS.get(text.strip().lower())
    if known is not None:
        return known
    form = _SIZE.fullmatch(text.lower())
    if form is None:
        raise ValueError(
            f"the paper {text.strip()!r} is not known; write one of {', '.join(PAPERS)}, or a size such as 210x297mm"
        )
    sides = [Fraction(number) * MICROMETRES[form[3]] for number in form.group(1, 2)]
    if any(side.denominator != 1 or not SHORTEST_SIDE <= side <= LONGEST_SIDE for side in sides):
        raise ValueError(f"the paper {text.strip()!r} cannot be; each side is 50 mm to 2 m, in thousandths of a mm")
    width, height = (int(side) for side in sides)
    for paper in PAPERS.values():
        if (paper.width, paper.height) == (width, height):
            return paper
    return _paper(text.strip(), width, height)


class Flip(StrEnum):
    """How the back comes onto the front: the printer turns the sheet, or a hand folds it, or there is none."""

    LONG = "long"
    SHORT = "short"
    FOLD = "fold"
    NONE = "none"


class Order(StrEnum):
    """The order of pages, and for `STACKS` of pieces: each place's pile of cut pieces is in the order of numbers."""

    INTERLEAVED = "interleaved"
    FRONTS_THEN_BACKS = "fronts-then-backs"
    STACKS = "stacks"


class Guides(StrEnum):
    """Short marks at the corners, or lines along the whole sheet."""

    MARKS = "marks"
    FULL = "full"


class Ink(StrEnum):
    """Colour as wanted, or outlines and hatching in its place."""

    FULL = "full"
    SAVER = "saver"


@dataclass(frozen=True, kw_only=True)
class LabelSheet:
    """A sheet of labels, or of pieces cut beforehand, as its maker made it.

    `left` and `top` are where the first label begins, from the upper left corner of the paper; `across` and `down` lead
    from one label to the next. All in µm. `both_sides` tells cards to print on both sides from labels to stick on.
    """

    name: str
    paper: Paper
    width: Length
    height: Length
    left: Length
    top: Length
    across: Length
    down: Length
    columns: int
    rows: int
    outline: Outline = Outline.SQUARE
    both_sides: bool = False

    @property
    def below(self) -> Length:
        """Height of the paper below the last row, in µm."""
        return Length(self.paper.height - self.top - (self.rows - 1) * self.down - self.height)


LEAST_SCALE, GREATEST_SCALE = Fraction(95, 100), Fraction(105, 100)
"""A printer beyond these was told to fit or enlarge the page: that is to be switched off, not corrected."""

TRUE = (Fraction(1), Fraction(1))
"""The scale of a printer that prints true, along both sides of the paper."""


@dataclass(frozen=True, kw_only=True)
class SheetOptions:
    """How a document meets the paper. Lengths in µm; `back_offset` moves every back page right and up.

    `columns` and `rows` are asked of the first group of a sheet; further groups take what fits, up to as many. `scale`
    is what the printer named `printer` makes of a length across and along the paper; pages are drawn so much larger
    that the paper comes out true. `start` is the first label of the first sheet, counted from 1.
    """

    paper: Paper = PAPERS["a4"]
    flip: Flip = Flip.LONG
    order: Order = Order.INTERLEAVED
    margin: Length = MARGIN
    gap: Length = GAP
    columns: int | None = None
    rows: int | None = None
    back_offset: tuple[int, int] = (0, 0)
    guides: Guides = Guides.MARKS
    strip: Length = STRIP
    ink: Ink = Ink.FULL
    scale: tuple[Fraction, Fraction] = TRUE
    printer: str = ""
    labels: LabelSheet | None = None
    start: int = 1

    def __post_init__(self) -> None:
        """Refuse what no sheet can have; raises `ValueError`, or `DoesNotFit` for a paper without room for the bars."""
        if min(self.margin, self.gap, self.strip) < 0 or max(self.margin, self.gap, self.strip) > LONGEST:
            raise ValueError("margin, gap and strip are lengths from 0 mm")
        if any(number is not None and number < 1 for number in (self.columns, self.rows)):
            raise ValueError("columns and rows are whole numbers from 1")
        across = min(self.paper.width, self.paper.height) - 2 * self.margin
        if across < LEAST_WIDTH:
            raise DoesNotFit(LEAST_WIDTH, across, f"the scale bars on {self.paper.name}")
        if not all(LEAST_SCALE <= scale <= GREATEST_SCALE for scale in self.scale):
            raise ValueError("the scale of a printer is between 95 and 105 per cent")
        for side, scale in zip((self.paper.width, self.paper.height), self.scale, strict=True):
            needed = int(side * (1 - scale) / 2) + 1
            if scale < 1 and self.margin < needed:
                raise DoesNotFit(needed, self.margin, f"the margin for a printer that prints at {float(scale):.1%}")

    @property
    def upright(self) -> bool:
        """Tell whether backs stand upright: the sheet is turned about an upright edge."""
        return (self.flip is Flip.LONG) == (self.paper.height >= self.paper.width)

    @property
    def foot(self) -> Length:
        """Height of the strip in µm: twice as high where the paper is too narrow for words beside the bars."""
        narrow = self.paper.width - 2 * self.margin < NARROW
        return Length(2 * self.strip if narrow else self.strip)

    def room(self, *, landscape: bool = False, banner: bool = False) -> tuple[Length, Length]:
        """Give the width and height in µm that flowing blocks have on a page."""
        width, height = self.paper.width, self.paper.height
        if landscape:
            width, height = max(width, height), min(width, height)
        above = HEAD if banner else 0
        return (
            Length(width - 2 * self.margin),
            Length(height - 2 * self.margin - self.foot - FLOW_CLEARANCE - above),
        )
