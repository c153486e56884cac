"""What a document is before it is a PDF: blocks that flow, pictures that are placed, pieces that are cut.

Plain frozen values. Documents make them, imposition places the pieces, `pdf` draws them; none of them knows a scenario.
All lengths are whole micrometres; text sizes are tenths of a point.
"""

from dataclasses import dataclass, field
from enum import StrEnum

from playaid.lengths import Length
from playaid.look import Look


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


@dataclass(frozen=True, kw_only=True)
class Strokes:
    """Many straight lines of one kind, each as (x1, y1, x2, y2): a hatching, a grid."""

    lines: tuple[tuple[int, int, int, int], ...]
    colour: Colour = BLACK
    width: int = 150
    dashes: tuple[int, ...] = ()


@dataclass(frozen=True, kw_only=True)
class Stamp:
    """Another picture with its lower left corner at (x, y); `turned` by 180 degrees within its rectangle.

    It is held once in a file. A picture with stamps is drawn where it stands, so that what it adds costs little.
    """

    picture: "Picture"
    x: int = 0
    y: int = 0
    turned: bool = False


@dataclass(frozen=True, kw_only=True)
class Image:
    """A picture of dots, a PNG of our own making, filling a rectangle."""

    x: int
    y: int
    width: int
    height: int
    data: bytes


Mark = Words | Path | Disc | Strokes | Stamp | Image


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
    """Pieces of one size that share one grid on the sheet, in the order of their numbers.

    As many of `fillers` as cells are left over on its sheets are printed too: they cost no paper.
    """

    width: Length
    height: Length
    pieces: tuple[Piece, ...]
    outline: Outline = Outline.SQUARE
    fillers: tuple[Piece, ...] = ()


# Blocks: they flow from page to page.


@dataclass(frozen=True, kw_only=True)
class Span:
    """A run of text in one style."""

    text: str
    bold: bool = False
    italic: bool = False


@dataclass(frozen=True, kw_only=True)
class Paragraph:
    """Flowing text. `style` is one of: title, heading, subheading, text, bullet, small, cell, cell_small, note."""

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


@dataclass(frozen=True, kw_only=True)
class Contents:
    """The titles of the document's openings, each with the number of the page it begins on."""

    titles: tuple[str, ...]


Block = Paragraph | Boxes | Space | WritingLine | Table | Drawing | Beside | Together | PageBreak | Contents


# Documents.


@dataclass(frozen=True, kw_only=True)
class Flow:
    """Blocks that fill as many pages as they need.

    With `furniture` they have a strip of their own and count their own pages: for pages that are handed to someone else
    than the rest, and may not tell how much the rest is. `alone` keeps the back of each of their pages free, however
    they are printed: for pages that are cut up or handed over.
    """

    blocks: tuple[Block, ...]
    landscape: bool = False
    furniture: "Furniture | None" = None
    alone: bool = False


@dataclass(frozen=True, kw_only=True)
class Cut:
    """Groups of pieces, imposed on as many sheets as they need; `hints` are said in the margin of every sheet.

    With `marked` there are marks to cut along; a sheet without them stays whole, margins included. With `labelled` the
    pieces go on the labels of the sheet, where it has any.
    """

    groups: tuple[Group, ...]
    hints: tuple[str, ...] = ()
    marked: bool = True
    labelled: bool = False


@dataclass(frozen=True, kw_only=True)
class Deck:
    """Blocks that flow over cards of one size, as many as they need, to be cut out; a page break begins a new card.

    `padding` stays free within the edge of a card; `foot` is said on every card, with its number.
    """

    width: Length
    height: Length
    blocks: tuple[Block, ...]
    padding: Length = Length(4_000)
    foot: str = ""


@dataclass(frozen=True, kw_only=True)
class Opening:
    """What follows begins on a right-hand page; from there on the strip names it in place of the document."""

    title: str


Part = Flow | Cut | Deck | Opening


@dataclass(frozen=True, kw_only=True)
class Furniture:
    """What stands in the strip at the foot of every page, all in the document's language.

    `page` holds the places {n} and {total}. `first` and `second` are the two lines, as parts joined by a dot; the
    page number is appended to the first. `banner` is printed at the head of every page: an umpire's secret, a waiver.
    `bars` say in words how long the two bars of the strip are: 50 mm and 2 in.
    """

    first: tuple[str, ...]
    second: tuple[str, ...]
    page: str
    banner: str = ""
    bars: tuple[str, str] = ("50 mm", "2 in")


@dataclass(frozen=True, kw_only=True)
class Document:
    """Everything that goes into one PDF file."""

    kind: str
    language: str
    title: str
    furniture: Furniture
    parts: tuple[Part, ...]
    look: Look = field(default_factory=Look)
    comma: bool = False
    flip_notes: dict[str, str] = field(default_factory=dict)
