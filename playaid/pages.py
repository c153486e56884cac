"""What a document is before it is a PDF: blocks that flow, pictures that are placed, pieces that are cut.

Plain frozen values. Documents make them, imposition places the pieces, `pdf` draws them; none of them knows a scenario.
All lengths are whole micrometres; text sizes are tenths of a point.
"""

from dataclasses import dataclass, field
from enum import StrEnum

from playaid.lengths import Length


class Face(StrEnum):
    """The type faces of the house: the wide and the narrow cut."""

    REGULAR = "regular"
    BOLD = "bold"
    ITALIC = "italic"
    BOLD_ITALIC = "bold_italic"
    NARROW = "narrow"
    NARROW_BOLD = "narrow_bold"


class Align(StrEnum):
    """Where text stands in its room."""

    LEFT = "left"
    CENTRE = "centre"
    RIGHT = "right"


Colour = str
"""A colour as ``#rrggbb``."""

BLACK: Colour = "#000000"
WHITE: Colour = "#ffffff"


# Pictures: placed to the micrometre, origin at their lower left corner.


@dataclass(frozen=True, kw_only=True)
class Words:
    """One line of text at (x, y) = its anchor on the base line; `fit` is the widest it may be, in µm.

    Text wider than `fit` is set smaller, down to 6 pt, then shortened with an ellipsis; `owner` is named then.
    """

    x: int
    y: int
    text: str
    size: int
    face: Face = Face.REGULAR
    align: Align = Align.LEFT
    colour: Colour = BLACK
    fit: int | None = None
    turn: int = 0
    owner: str = ""


@dataclass(frozen=True, kw_only=True)
class Path:
    """A chain of straight pieces, closed or open, filled, stroked or both; `width` is the line's, in µm."""

    points: tuple[tuple[int, int], ...]
    closed: bool = True
    fill: Colour | None = None
    stroke: Colour | None = None
    width: int = 150
    dashes: tuple[int, ...] = ()


@dataclass(frozen=True, kw_only=True)
class Disc:
    """A full circle round (x, y)."""

    x: int
    y: int
    radius: int
    fill: Colour | None = None
    stroke: Colour | None = None
    width: int = 150
    dashes: tuple[int, ...] = ()


Mark = Words | Path | Disc


@dataclass(frozen=True, kw_only=True)
class Picture:
    """A drawing of fixed size. Equal pictures are drawn once in a file and placed many times."""

    width: int
    height: int
    marks: tuple[Mark, ...]


# Pieces: cut out of a sheet.


@dataclass(frozen=True, kw_only=True)
class Piece:
    """One thing to cut out: its front, and its back where it has one. Both have the size of the piece."""

    front: Picture
    back: Picture | None = None


class Outline(StrEnum):
    """The form a piece is cut to."""

    SQUARE = "square"
    ROUND = "round"
    HEX = "hex"


@dataclass(frozen=True, kw_only=True)
class Group:
    """Pieces of one size that share one grid on the sheet, in the order of their numbers."""

    width: Length
    height: Length
    pieces: tuple[Piece, ...]
    outline: Outline = Outline.SQUARE


# Blocks: they flow from page to page.


@dataclass(frozen=True, kw_only=True)
class Span:
    """A run of text in one style."""

    text: str
    bold: bool = False
    italic: bool = False


@dataclass(frozen=True, kw_only=True)
class Paragraph:
    """Flowing text. `style` is one of: title, heading, subheading, text, small, cell, cell_small, note."""

    spans: tuple[Span, ...]
    style: str = "text"
    align: Align = Align.LEFT


@dataclass(frozen=True, kw_only=True)
class Boxes:
    """A row of empty boxes to tick."""

    count: int
    size: Length = Length(4_000)


@dataclass(frozen=True, kw_only=True)
class Space:
    """Empty height."""

    height: Length


@dataclass(frozen=True, kw_only=True)
class WritingLine:
    """A label with a line to write on behind it, as wide as the room or `width`."""

    label: str
    width: Length | None = None


@dataclass(frozen=True, kw_only=True)
class Cell:
    """One cell of a table: blocks below one another."""

    blocks: tuple["Paragraph | Boxes | Drawing", ...] = ()
    shade: Colour | None = None
    span: int = 1


@dataclass(frozen=True, kw_only=True)
class Table:
    """A ruled table whose head is repeated on every page; a row is never torn.

    `widths` are shares of the room's width, one a column. `height` is the least height of a row.
    """

    widths: tuple[int, ...]
    head: tuple[tuple[Cell, ...], ...]
    rows: tuple[tuple[Cell, ...], ...]
    height: Length = Length(5_000)
    zebra: bool = False
    ruled: bool = True


@dataclass(frozen=True, kw_only=True)
class Drawing:
    """A picture standing in the flow."""

    picture: Picture
    align: Align = Align.CENTRE


@dataclass(frozen=True, kw_only=True)
class Beside:
    """Columns of blocks side by side; `widths` are shares."""

    widths: tuple[int, ...]
    columns: tuple[tuple["Block", ...], ...]
    gap: Length = Length(5_000)


@dataclass(frozen=True, kw_only=True)
class Together:
    """Blocks kept on one page."""

    blocks: tuple["Block", ...]


@dataclass(frozen=True, kw_only=True)
class PageBreak:
    """The next block begins a new page."""


Block = Paragraph | Boxes | Space | WritingLine | Table | Drawing | Beside | Together | PageBreak


# Documents.


@dataclass(frozen=True, kw_only=True)
class Flow:
    """Blocks that fill as many pages as they need."""

    blocks: tuple[Block, ...]
    landscape: bool = False


@dataclass(frozen=True, kw_only=True)
class Cut:
    """Groups of pieces, imposed on as many sheets as they need; `flip_note` is said in the margin of every sheet."""

    groups: tuple[Group, ...]
    hints: tuple[str, ...] = ()


@dataclass(frozen=True, kw_only=True)
class Furniture:
    """What stands in the strip at the foot of every page, all in the document's language.

    `page` holds the places {n} and {total}. `first` and `second` are the two lines, as parts joined by a dot; the
    page number is appended to the first. `banner` is printed at the head of every page: an umpire's secret, a waiver.
    """

    first: tuple[str, ...]
    second: tuple[str, ...]
    page: str
    banner: str = ""


@dataclass(frozen=True, kw_only=True)
class Document:
    """Everything that goes into one PDF file."""

    kind: str
    language: str
    title: str
    furniture: Furniture
    parts: tuple[Flow | Cut, ...]
    comma: bool = False
    flip_notes: dict[str, str] = field(default_factory=dict)
