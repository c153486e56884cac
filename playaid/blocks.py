"""The blocks of a flow as things that flow: text, tables, boxes to tick, lines to write on, drawings, columns.

ReportLab's Platypus breaks and splits paragraphs. Lengths here are points.
"""

from collections.abc import Iterable, Sequence
from copy import copy
from dataclasses import dataclass, replace
from functools import cache, cached_property, lru_cache
from xml.sax.saxutils import escape

from playaid.flow import ENDLESS, HAIR, Emptiness, Flowing, PageEnd, Pile, shared
from playaid.fonts import SMALLEST, TextProblem, clean, fit, font_of, name_of
from playaid.fonts import width as measure
from playaid.look import HOUSE, Look
from playaid.pages import (
    Align,
    Beside,
    Block,
    Boxes,
    Cell,
    Colour,
    Contents,
    Drawing,
    Face,
    PageBreak,
    Paragraph,
    Space,
    Span,
    Table,
    Together,
    WritingLine,
)
from playaid.papers import DoesNotFit
from playaid.pen import POINT, Pen, Recording, record, rgb
from playaid.tables import RULE, RULE_GREY, Form, Grid, Row, TableCell

from reportlab.lib.enums import TA_CENTER, TA_LEFT, TA_RIGHT  # isort: skip - after playaid.closed
from reportlab.lib.colors import Color  # isort: skip
from reportlab.lib.styles import ParagraphStyle  # isort: skip
from reportlab.pdfbase.pdfmetrics import registerFontFamily  # isort: skip
from reportlab.platypus.paragraph import Paragraph as Platypus  # isort: skip

BULLET = "•"
INDENT = 12.0
"""How far a bullet's text stands to the right, in points."""


@dataclass(frozen=True)
class Style:
    """How a paragraph is set."""

    size: float
    leading: float
    before: float = 0
    after: float = 0
    bold: bool = False
    italic: bool = False
    heads: bool = False
    bullet: bool = False


STYLES = {
    "title": Style(16, 19, 0, 6, bold=True, heads=True),
    "heading": Style(12, 15, 9, 3, bold=True, heads=True),
    "subheading": Style(10, 12.5, 6, 2, bold=True, heads=True),
    "text": Style(9.5, 12.5, 0, 4),
    "bullet": Style(9.5, 12.5, 0, 2, bullet=True),
    "small": Style(8, 10.2, 0, 3),
    "cell": Style(9, 11),
    "cell_small": Style(7.5, 9.2),
    "note": Style(8, 10.2, 2, 3, italic=True),
}
"""The styles a paragraph may name."""

_FACES = {
    (False, False): Face.REGULAR,
    (True, False): Face.BOLD,
    (False, True): Face.ITALIC,
    (True, True): Face.BOLD_ITALIC,
}
_FAMILIES = {
    "sans": _FACES,
    "narrow": {**_FACES, (False, False): Face.NARROW, (True, False): Face.NARROW_BOLD},
}
"""The families of type; the narrow one has no italic of its own."""


def style_of(block: Paragraph) -> Style:
    """Give the style that a paragraph names. Raises `ValueError` where there is none."""
    style = STYLES.get(block.style)
    if style is None:
        raise ValueError(f"{block.style!r} is no style; the styles are {', '.join(STYLES)}")
    return style


def face_of(span: Span, style: Style) -> Face:
    """Give the face that a run of text is set in."""
    return _FACES[span.bold or style.bold, span.italic or style.italic]


def words_of(span: Span) -> str:
    """Give the text of a run as it is printed; a tab is a space, a line break stays one."""
    return clean(span.text).replace("\t", " ")


def make(blocks: Iterable[Block], page: float, look: Look = HOUSE) -> list[Flowing]:
    """Give blocks as things that flow over pages of a height, in a look."""
    return [_make(block, page, look) for block in blocks]


def _make(block: Block, page: float, look: Look) -> Flowing:
    match block:
        case Paragraph():
            return _Text(block, look)
        case Space() | PageBreak():
            return PageEnd() if isinstance(block, PageBreak) else Emptiness(block.height * POINT)
        case WritingLine():
            return _LineToWriteOn(block)
        case Boxes():
            return _BoxesToTick(block)
        case Drawing():
            return _Picture(block)
        case Table():
            return _grid(block, page, look)
        case Contents():
            return _Contents(block)
        case Beside():
            columns = [_pile(column, page, look) for column in block.columns]
            return _Columns(columns, block.widths, block.gap * POINT, page)
        case Together():
            return _Columns([_pile(block.blocks, page, look)], (1,), 0.0, page, whole=True)


def _pile(blocks: Iterable[Block], page: float, look: Look) -> Pile:
    """Put blocks below one another in a room where no page can end."""
    return Pile(make((block for block in blocks if not isinstance(block, PageBreak)), page, look))


def _grid(table: Table, page: float, look: Look) -> Grid:
    """Give the table that a block describes."""
    rows = [
        Row([TableCell(_pile(cell.blocks, page, look), cell.span, _shade(cell, table, number, look)) for cell in cells])
        for number, cells in enumerate((*table.head, *table.rows), -len(table.head))
    ]
    form = Form(table.widths, table.height * POINT, table.ruled, page, look.rule)
    return Grid(form, rows[: len(table.head)], rows[len(table.head) :])


def _shade(cell: Cell, table: Table, number: int, look: Look) -> Colour | None:
    """Give the ground of a cell; rows of the head have negative numbers."""
    if cell.shade is None and number < 0:
        return look.head
    return cell.shade or (look.zebra if table.zebra and number % 2 else None)


@cache
def _platypus_style(style: Style, align: Align, type: str, colour: Colour) -> ParagraphStyle:
    """Give ReportLab's form of a style and make its faces known."""
    upright, bold, italic, both = _FAMILIES[type].values()
    for face in (upright, bold, italic, both):
        font_of(face)
    # The family bears the name of its upright face: by that ReportLab finds the others from a <b>.
    family = name_of(upright)
    registerFontFamily(family, family, name_of(bold), name_of(italic), name_of(both))
    return ParagraphStyle(
        "playaid",
        fontName=family,
        bulletFontName=family,
        fontSize=style.size,
        leading=style.leading,
        leftIndent=INDENT if style.bullet else 0,
        bulletIndent=INDENT / 4,
        textColor=Color(*rgb(colour)),
        alignment={Align.LEFT: TA_LEFT, Align.CENTRE: TA_CENTER, Align.RIGHT: TA_RIGHT}[align],
        splitLongWords=1,
        allowWidows=0,
        allowOrphans=0,
    )


def _platypus(block: Paragraph, type: str, colour: Colour, size: float | None = None) -> Platypus:
    """Give a paragraph that ReportLab breaks into lines, of its style's size or of another."""
    style = style_of(block) if size is None else replace(style_of(block), size=size)
    form = _platypus_style(style, block.align, type, colour)
    return Platypus(_markup(block), form, bulletText=BULLET if style.bullet else None)


def _markup(block: Paragraph) -> str:
    """Give the spans in ReportLab's markup: the one place where text from outside is escaped."""
    parts = []
    for span in block.spans:
        text = escape(words_of(span)).replace("\n", "<br/>")
        face = face_of(span, style_of(block))
        if face in (Face.BOLD, Face.BOLD_ITALIC):
            text = f"<b>{text}</b>"
        if face in (Face.ITALIC, Face.BOLD_ITALIC):
            text = f"<i>{text}</i>"
        parts.append(text)
    return "".join(parts)


class _Setting:
    """A paragraph in lines of a width.

    Where a word is wider than the room, all is set smaller; where 6 pt are too large, it is broken.
    """

    def __init__(self, block: Paragraph, type: str, colour: Colour, width: float) -> None:
        self.text = _platypus(block, type, colour)
        self.height = float(self.text.wrap(width, ENDLESS)[1])
        self.problem: TextProblem | None = None
        if not _broken(self.text):
            return
        style = style_of(block)
        size = int(style.size * (width - (INDENT if style.bullet else 0)) / self.text.minWidth() * 100) / 100
        if size >= SMALLEST:
            self.text = _platypus(block, type, colour, size)
            self.height = float(self.text.wrap(width, ENDLESS)[1])
        else:
            said = self.text.getPlainText(identify=True)
            self.problem = TextProblem("shortened", said, said, "a word is broken, since its column is too narrow")

    @cached_property
    def recording(self) -> Recording:
        """Give what draws it over its lower left corner."""
        return _recording(self.text)


@lru_cache(maxsize=4096)  # most paragraphs come again: in the pack, on another's pages, in the next scenario
def _setting(block: Paragraph, type: str, colour: Colour, width: float) -> _Setting:
    return _Setting(block, type, colour, width)


def _recording(text: Platypus) -> Recording:
    def draw(pen: Pen) -> None:
        text.canv = pen.canvas
        text.draw()
        del text.canv

    return record(draw)


class _Text(Flowing):
    """A paragraph."""

    name = "paragraph"

    def __init__(self, block: Paragraph, look: Look) -> None:
        self.block = block
        style = style_of(block)
        self.type, self.colour = (look.headings, look.title) if style.heads else (look.text, look.ink)
        self.before, self.after, self.heads = style.before, style.after, style.heads

    def lay(self, width: float) -> None:
        self.width = width
        self.setting = _setting(self.block, self.type, self.colour, width)
        self.height = self.setting.height

    def split(self, height: float) -> tuple[Flowing, Flowing] | None:
        return _torn(self.setting.text, self.block, self.width, height)

    def draw(self, pen: Pen, left: float, top: float) -> None:
        pen.report(self.setting.problem)
        pen.replay_at(self.setting.recording, left, top - self.height)


class _TornText(Flowing):
    """A part of a paragraph that is torn between pages."""

    name = "paragraph"

    def __init__(self, text: Platypus, block: Paragraph) -> None:
        self.text, self.block = text, block
        style = style_of(block)
        self.before, self.after, self.heads = style.before, style.after, style.heads

    def lay(self, width: float) -> None:
        self.width = width
        self.height = float(self.text.wrap(width, ENDLESS)[1])

    def split(self, height: float) -> tuple[Flowing, Flowing] | None:
        return _torn(self.text, self.block, self.width, height)

    def draw(self, pen: Pen, left: float, top: float) -> None:
        pen.replay_at(_recording(self.text), left, top - self.height)


def _torn(text: Platypus, block: Paragraph, width: float, height: float) -> tuple[Flowing, Flowing] | None:
    """Give what fits a height of a paragraph in lines, and the rest."""
    parts = copy(text).split(width, height)  # it forgets its lines where nothing fits, and they may be drawn elsewhere
    return (_TornText(parts[0], block), _TornText(parts[1], block)) if len(parts) > 1 else None


def _broken(text: Platypus) -> bool:
    """Tell whether a paragraph that has its lines has a word broken between two of them."""
    return bool(text._splitLongWordCount)


class _BoxesToTick(Flowing):
    """Empty boxes, in one row where a quarter less of their size is enough for that, else in as many as they need."""

    name = "boxes"
    GAP, LEAST = 0.3, 0.75

    def __init__(self, boxes: Boxes) -> None:
        self.count, self.full = boxes.count, boxes.size * POINT
        self.size = self.pitch = self.full
        self.columns = 1

    def lay(self, width: float) -> None:
        self.width = width
        in_a_row = width / (self.count + self.GAP * (self.count - 1)) if self.count else self.full
        self.size = min(self.full, in_a_row) if in_a_row >= self.full * self.LEAST else self.full
        self.pitch = self.size * (1 + self.GAP)
        self.columns = max(1, int((width + self.pitch - self.size + HAIR) / self.pitch))
        rows = -(-self.count // self.columns)
        self.height = max(0.0, rows * self.pitch - (self.pitch - self.size))

    def draw(self, pen: Pen, left: float, top: float) -> None:
        pen.stroke(0.6)
        for box in range(self.count):
            row, column = divmod(box, self.columns)
            corner = left + column * self.pitch, top - self.size - row * self.pitch
            pen.canvas.rect(*corner, self.size, self.size)


class _LineToWriteOn(Flowing):
    """A label with a line behind it."""

    name = "writing line"
    HEIGHT, BASE, SIZE, FACE = 22.0, 4.0, 9.5, Face.REGULAR

    def __init__(self, line: WritingLine) -> None:
        self.line = line
        self.height = self.HEIGHT

    def lay(self, width: float) -> None:
        self.width = width if self.line.width is None else min(width, self.line.width * POINT)

    def draw(self, pen: Pen, left: float, top: float) -> None:
        # A third of the width at least is left to write on.
        label = fit(clean(self.line.label), self.FACE, self.SIZE, self.width * 2 / 3, self.line.label)
        base = top - self.height + self.BASE
        start = left
        if label.text:
            pen.report(label.problem)
            pen.text(left / POINT, base / POINT, label, self.FACE)
            start += measure(label.text, self.FACE, label.size) + 3
        pen.rules([(start, base - 1, left + self.width, base - 1)], width=RULE)


class _Contents(Flowing):
    """Titles with the pages they begin on, which are known only when all pages are laid out."""

    name = "contents"
    SIZE, LEADING, FACE = 11.0, 18.0, Face.REGULAR

    def __init__(self, contents: Contents) -> None:
        self.titles = contents.titles
        self.height = self.LEADING * len(self.titles)

    def lay(self, width: float) -> None:
        self.width = width

    def draw(self, pen: Pen, left: float, top: float) -> None:
        right = left + self.width
        for place, title in enumerate(self.titles, 1):
            base = top - place * self.LEADING + 4
            number = fit(str(pen.page_of(title)), self.FACE, self.SIZE, self.width, title)
            line = fit(clean(title), self.FACE, self.SIZE, self.width - 40, title)
            pen.report(line.problem)
            pen.text(left / POINT, base / POINT, line, self.FACE)
            pen.text(right / POINT, base / POINT, number, self.FACE, align=Align.RIGHT)
            start = left + measure(line.text, self.FACE, line.size) + 4
            end = right - measure(number.text, self.FACE, number.size) - 4
            pen.rules([(start, base, end, base)], width=RULE, grey=RULE_GREY, dashes=(0.6, 2.4))


class _Picture(Flowing):
    """A drawing in the flow."""

    name = "drawing"

    def __init__(self, drawing: Drawing) -> None:
        self.picture, self.align = drawing.picture, drawing.align
        self.height = self.picture.height * POINT
        self.after = 4.0

    def lay(self, width: float) -> None:
        self.width = width
        if self.picture.width * POINT > width + HAIR:
            raise DoesNotFit(self.picture.width, int(width / POINT), "the width of a drawing")

    def draw(self, pen: Pen, left: float, top: float) -> None:
        slack = self.width - self.picture.width * POINT
        left += {Align.LEFT: 0.0, Align.CENTRE: slack / 2, Align.RIGHT: slack}[self.align]
        pen.picture(self.picture, left / POINT, (top - self.height) / POINT)


class _Columns(Flowing):
    """Piles side by side. `whole` keeps them on one page where a page can hold them."""

    name = "columns"

    def __init__(
        self,
        piles: Sequence[Pile],
        shares: Sequence[int],
        gap: float,
        page: float,
        *,
        whole: bool = False,
    ) -> None:
        if len(shares) != len(piles) or min(shares) < 1:
            raise ValueError("columns side by side have one share of the width each, from 1")
        self.piles, self.shares, self.gap, self.page, self.whole = piles, shares, gap, page, whole
        self.widths: list[float] = []

    def lay(self, width: float) -> None:
        self.width = width
        self.widths = shared(width - self.gap * (len(self.shares) - 1), self.shares)
        self.height = max(pile.lay(room) for pile, room in zip(self.piles, self.widths, strict=True))
        self.before = max((pile.parts[0].before for pile in self.piles if pile.parts), default=0.0)
        self.after = max((pile.parts[-1].after for pile in self.piles if pile.parts), default=0.0)

    def split(self, height: float) -> tuple[Flowing, Flowing] | None:
        if self.whole and self.height <= self.page + HAIR:
            return None
        torn = [pile.split(room, height) for pile, room in zip(self.piles, self.widths, strict=True)]
        if any(rest.parts and not taken.parts for taken, rest in torn):
            return None
        taken, rest = ([pair[half] for pair in torn] for half in (0, 1))
        return self._part(taken), self._part(rest)

    def _part(self, piles: Sequence[Pile]) -> "_Columns":
        return _Columns(piles, self.shares, self.gap, self.page)

    def draw(self, pen: Pen, left: float, top: float) -> None:
        for pile, room in zip(self.piles, self.widths, strict=True):
            pile.draw(pen, left, top)
            left += room + self.gap
