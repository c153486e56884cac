"""From a document to the bytes of a PDF: lays out all its parts, then draws page after page.

The same document gives the same bytes. What readers would miss is a warning; what cannot be printed is an error that
names all of it. Only this module and those it draws with know ReportLab, which comes through `closed`.
"""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from functools import lru_cache, partial
from io import BytesIO
from typing import TYPE_CHECKING

from playaid.closed import Canvas, closed_environment, fp_str
from playaid.fonts import TextProblem, Unprintable, clean, font_of, missing, name_of
from playaid.furniture import FACE as STRIP_FACE
from playaid.furniture import draw_furniture
from playaid.furniture import texts as furniture_texts
from playaid.imposition import Page, Side, cut_line, impose
from playaid.lengths import Length
from playaid.look import Look
from playaid.memo import Same
from playaid.objects import Plain, Stream
from playaid.pages import (
    Beside,
    Block,
    Contents,
    Cut,
    Deck,
    Document,
    Drawing,
    Face,
    Flow,
    Furniture,
    Opening,
    Paragraph,
    Part,
    Picture,
    Stamp,
    Table,
    Together,
    Words,
    WritingLine,
)
from playaid.papers import FLOW_CLEARANCE, HEAD, TRUE, Flip, Order, SheetOptions
from playaid.pen import POINT, CannotRecord, Pen, Recording, record

if TYPE_CHECKING:
    from playaid.flow import Spot

__all__ = ["Rendered", "TextProblem", "Unprintable", "render"]

VERSION = (1, 7)
"""The version in the file's header: the first that knows how a printer is to turn the sheet."""

NAME = "playaid"

FOLD = 0.6
"""Width of the line to fold along in points: twice that of a mark, since a hand follows it."""


@dataclass(frozen=True)
class Rendered:
    """A finished file, the number of its pages, and the texts that its readers see shortened."""

    data: bytes
    pages: int
    warnings: tuple[TextProblem, ...] = ()


@dataclass(frozen=True)
class _Sheet:
    """A page that is laid out but not drawn; lengths in µm."""

    size: tuple[int, int]
    draw: Callable[[], None]
    notes: tuple[str, ...] = ()
    back: bool = False
    turned: bool = False
    opened: str = ""
    apart: tuple[Furniture, int, int] | None = None
    body: Recording | None = None


def render(document: Document, options: SheetOptions) -> Rendered:
    """Print a document.

    Raises `Unprintable` for characters that the type does not have, all at once, and for blocks higher than a page;
    raises `DoesNotFit` for pieces larger than the sheet.
    """
    _check_characters(document, options)
    stream = BytesIO()
    canvas = _canvas(document, stream)
    pen = Pen(canvas)
    pen.look = document.look
    sheets = list(_sheets(document, options, pen)) or [_blank(options)]
    _set_viewer(canvas, sheets, options.flip)
    for number, sheet in enumerate(sheets, 1):
        _draw(pen, document, options, sheet, number, len(sheets))
    unprinted = [problem for problem in pen.problems if problem.kind == "does_not_fit"]
    if unprinted:
        raise Unprintable(unprinted)
    canvas.save()
    return Rendered(stream.getvalue(), len(sheets), pen.problems)


def _canvas(document: Document, stream: BytesIO) -> Canvas:
    """Begin a file whose every property is fixed or comes from the document."""
    font_of(STRIP_FACE)
    with closed_environment():
        canvas = Canvas(
            stream,
            pageCompression=1,
            invariant=1,
            pdfVersion=VERSION,
            lang=document.language,
            # Without this every page would refer to Helvetica, which is not embedded.
            initialFontName=name_of(STRIP_FACE),
        )
    canvas.setTitle(clean(document.title))
    for set_property in (canvas.setAuthor, canvas.setCreator, canvas.setProducer):
        set_property(NAME)
    canvas.setSubject("")
    return canvas


def _set_viewer(canvas: Canvas, sheets: Iterable[_Sheet], flip: Flip) -> None:
    """Ask viewers to print at true size, and on both sides where there are backs."""
    canvas.setViewerPreference("PrintScaling", "None")
    turn = {Flip.LONG: "DuplexFlipLongEdge", Flip.SHORT: "DuplexFlipShortEdge"}.get(flip, "Simplex")
    canvas.setViewerPreference("Duplex", turn if any(sheet.back for sheet in sheets) else "Simplex")


def _draw(pen: Pen, document: Document, options: SheetOptions, sheet: _Sheet, number: int, total: int) -> None:
    """Draw one page and end it."""
    canvas = pen.canvas
    width, height = sheet.size[0] * POINT, sheet.size[1] * POINT
    canvas.setPageSize((width, height))
    canvas.saveState()
    correction = _correction(options, sheet.size)
    canvas.addLiteral(correction)
    if sheet.body is None:
        sheet.draw()
    else:
        pen.hold(sheet.body)
    dx, dy = options.back_offset if sheet.back else (0, 0)
    canvas.saveState()
    if sheet.turned:
        canvas.transform(-1, 0, 0, -1, width, height)
        dx, dy = -dx, -dy
    furniture = _named(document.furniture, sheet.opened)
    if sheet.apart is not None:
        furniture, number, total = sheet.apart
    draw_furniture(
        pen,
        furniture,
        options,
        size=sheet.size,
        number=number,
        total=total,
        notes=sheet.notes,
        shift=(dx, dy),
    )
    canvas.restoreState()
    canvas.restoreState()
    canvas.showPage()
    _finish(canvas, sheet, correction)


def _finish(canvas: Canvas, sheet: _Sheet, correction: str) -> None:
    """Give the page that was ended its boxes, and its body as a stream of its own: packed once for all files."""
    page, reference = canvas._doc.Pages.pages[-1], canvas._doc.Reference
    page.MediaBox = page.CropBox = page.BleedBox = page.TrimBox = _box(sheet.size)
    page.Trans = page.Rotate = None
    page.Contents = reference(Stream(page.stream))
    if sheet.body is not None:
        body = reference(Stream(f"q {correction} {sheet.body.code} Q\n"))
        page.Contents = Plain("[ ", body, " ", page.Contents, " ]")


@lru_cache(maxsize=16)
def _box(size: tuple[int, int]) -> Plain:
    """Give a page's box."""
    return Plain(f"[ 0 0 {fp_str(size[0] * POINT, size[1] * POINT)} ]")


def _correction(options: SheetOptions, size: tuple[int, int]) -> str:
    """Give what draws about the middle of the page so much larger as the printer will print smaller."""
    if options.scale == TRUE:
        return ""
    # A flow that lies is turned by the printer: what runs across it runs along the paper.
    lies = size != (options.paper.width, options.paper.height)
    across, along = (float(1 / scale) for scale in (reversed(options.scale) if lies else options.scale))
    width, height = size[0] * POINT, size[1] * POINT
    return f"{fp_str(across, 0, 0, along, width / 2 * (1 - across), height / 2 * (1 - along))} cm"


def _sheets(document: Document, options: SheetOptions, pen: Pen) -> Iterator[_Sheet]:
    """Lay out all parts of a document."""
    laid = 0
    opened = ""
    lone = False
    apart: tuple[Furniture, int, int] | None = None
    for part in document.parts:
        if isinstance(part, Opening):
            if laid % 2:
                laid += 1
                yield replace(_blank(options), opened=opened, apart=apart)
            opened = part.title
            pen.openings[opened] = laid + 1
            continue
        sheets = list(_part(part, document, options, pen))
        alone = isinstance(part, Flow) and part.alone
        backed = options.order is not Order.FRONTS_THEN_BACKS and any(sheet.back for sheet in sheets)
        if laid % 2 and (alone or lone or backed):
            # A front must begin a sheet of paper, or its back would be printed on the next one's front; and nothing
            # may stand on the back of what leaves the reader's hands.
            sheets.insert(0, replace(_blank(options), apart=apart))
        lone, apart = alone, sheets[-1].apart if sheets else None
        laid += len(sheets)
        yield from (replace(sheet, opened=opened) for sheet in sheets)


def _part(part: Flow | Cut | Deck, document: Document, options: SheetOptions, pen: Pen) -> Iterator[_Sheet]:
    """Lay out one part."""
    match part:
        case Flow():
            return _flow(part, document, options, pen)
        case Deck():
            return _deck(part, document, options, pen)
        case Cut():
            return _cut(part, document, options, pen)


def _named(furniture: Furniture, opened: str) -> Furniture:
    """Give the strip of a page: within an opening it names that in place of the whole document."""
    return replace(furniture, first=(*furniture.first[:-1], opened)) if opened else furniture


def _blank(options: SheetOptions) -> _Sheet:
    """Give a page that carries nothing but its strip."""
    return _Sheet((options.paper.width, options.paper.height), lambda: None)


def _flow(flow: Flow, document: Document, options: SheetOptions, pen: Pen) -> Iterator[_Sheet]:
    """Lay out flowing blocks."""
    # Platypus costs a third of the start, and cutting sheets do without it.
    from playaid.flow import draw_spots

    width, height = options.paper.width, options.paper.height
    if flow.landscape:
        width, height = max(width, height), min(width, height)
    furniture = flow.furniture or document.furniture
    room = options.room(landscape=flow.landscape, banner=bool(furniture.banner))
    left = options.margin * POINT
    top = (options.margin + options.foot + FLOW_CLEARANCE + room[1]) * POINT
    pages = _pages(Same(flow), Same(document.look), room)
    apart: tuple[Furniture, int, int] | None = None
    for number, spots in enumerate(pages, 1):
        if flow.alone and number > 1:
            yield replace(_blank(options), apart=apart)
        apart = (flow.furniture, number, len(pages)) if flow.furniture is not None else None
        draw = partial(draw_spots, spots, pen, left, top)
        yield _Sheet((width, height), draw, apart=apart, body=_body(Same(spots), left, top))


@lru_cache(maxsize=128)
def _body(spots: "Same[list[Spot]]", left: float, top: float) -> Recording | None:
    """Give what a page of a flow shows, drawn once as it is laid out once; `None` where it depends on the file."""
    from playaid.flow import draw_spots

    try:
        return record(lambda pen: draw_spots(spots.value, pen, left, top))
    except CannotRecord:
        return None


@lru_cache(maxsize=16)
def _pages(flow: Same[Flow], look: Same[Look], room: tuple[Length, Length]) -> "list[list[Spot]]":
    """Lay out blocks once for a room: a document is drawn by itself and in a pack."""
    from playaid.blocks import make
    from playaid.flow import paginate

    width, height = (length * POINT for length in room)
    return paginate(make(flow.value.blocks, height, look.value), width, height)


def _deck(deck: Deck, document: Document, options: SheetOptions, pen: Pen) -> Iterator[_Sheet]:
    """Lay out cards."""
    from playaid.decks import deal

    return _cut(deal(deck, options, pen, HEAD if document.furniture.banner else 0), document, options, pen)


def _cut(cut: Cut, document: Document, options: SheetOptions, pen: Pen) -> Iterator[_Sheet]:
    """Lay out sheets of pieces."""
    backed = any(piece.back for group in cut.groups for piece in group.pieces)
    flip = document.flip_notes.get(options.flip if backed else Flip.NONE, "")
    notes = tuple(note for note in (flip, *cut.hints) if note)
    for page in impose(cut, options, HEAD if document.furniture.banner else 0):
        yield _Sheet(
            (options.paper.width, options.paper.height),
            partial(_draw_pieces, page, pen),
            notes,
            back=page.side is Side.BACK,
            turned=page.turned,
        )


def _draw_pieces(page: Page, pen: Pen) -> None:
    """Draw the pieces of a page and what to cut and fold along."""
    for placement in page.placements:
        pen.picture(placement.picture, placement.x, placement.y, turned=placement.turned)
    # Over the pictures: a line between touching pieces lies on the edges of both.
    pen.lines(page.marks)
    if page.fold is not None:
        pen.lines([page.fold], width=FOLD, dashes=(4, 3))
    for placement in page.placements:
        outline = cut_line(placement) if page.marked else None
        if outline is not None:
            pen.mark(outline)


def _check_characters(document: Document, options: SheetOptions) -> None:
    """Raise `Unprintable` with every text that holds a character its type lacks: none is ever left out silently."""
    notes = [document.flip_notes.get(flip, "") for flip in (options.flip, Flip.NONE)]
    problems: list[TextProblem] = []
    for part in document.parts:
        problems += _lacking(Same(part))
        notes += part.hints if isinstance(part, Cut) else ()
    strip = ((text, face, "strip") for text, face in furniture_texts(document.furniture, tuple(notes)))
    problems += _problems(strip)
    if problems:
        raise Unprintable(dict.fromkeys(problems))


Written = tuple[str, Face, str]
"""A text, the face it is set in, and whose it is."""


def _problems(texts: Iterable[Written]) -> Iterator[TextProblem]:
    """Give what cannot be printed of some texts."""
    for text, face, owner in texts:
        problem = missing(clean(text), face, owner)
        if problem is not None:
            yield problem


@lru_cache(maxsize=64)  # a part stands in a document and in its pack
def _lacking(part: Same[Part]) -> tuple[TextProblem, ...]:
    """Give what cannot be printed of a part."""
    return tuple(_problems(_texts(part.value)))


def _texts(part: Part) -> Iterator[Written]:
    """Give every text of a part."""
    if isinstance(part, Opening):
        yield part.title, Face.REGULAR, part.title
        yield part.title, STRIP_FACE, "strip"
    elif isinstance(part, Cut):
        seen: set[int] = set()
        for piece in (piece for group in part.groups for piece in (*group.pieces, *group.fillers)):
            for picture in (piece.front, piece.back):
                if picture is not None and id(picture) not in seen:
                    seen.add(id(picture))
                    yield from _picture_texts(picture)
    else:
        for block in part.blocks:
            yield from _block_texts(block)
        if isinstance(part, Deck):
            yield part.foot, STRIP_FACE, "card"
        elif part.furniture is not None:
            yield from ((text, face, "strip") for text, face in furniture_texts(part.furniture, ()))


def _picture_texts(picture: Picture) -> Iterator[Written]:
    for mark in picture.marks:
        if isinstance(mark, Words):
            yield mark.text, mark.face, mark.owner
        elif isinstance(mark, Stamp):
            yield from _picture_texts(mark.picture)


def _block_texts(block: Block) -> Iterator[Written]:
    """Give every text of a block and of the blocks in it."""
    match block:
        case Paragraph():
            from playaid.blocks import face_of, style_of, words_of

            style = style_of(block)
            owner = "".join(span.text for span in block.spans)[:60]
            for span in block.spans:
                yield words_of(span).replace("\n", " "), face_of(span, style), owner
        case WritingLine():
            yield block.label, Face.REGULAR, block.label
        case Drawing():
            yield from _picture_texts(block.picture)
        case Contents():
            for title in block.titles:
                yield title, Face.REGULAR, title
        case Table() | Beside() | Together():
            for inner in _inner(block):
                yield from _block_texts(inner)


def _inner(block: Table | Beside | Together) -> Iterator[Block]:
    """Give the blocks within a block."""
    match block:
        case Table():
            for row in (*block.head, *block.rows):
                for cell in row:
                    yield from cell.blocks
        case Beside():
            for column in block.columns:
                yield from column
        case Together():
            yield from block.blocks
