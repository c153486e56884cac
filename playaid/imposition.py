"""Pieces on a sheet: where each one lies, where its back lies, where to cut and where to fold.

Everything is whole micrometres from the lower left corner of the paper, y upwards; nothing here is a float and nothing
knows a PDF. The grid of a group has its origin whether its cells are filled or not, so part-filled sheets cut like full
ones, and a back page is the front page seen through the paper.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum

from playaid.cutlines import MARK_REACH, Rectangle, Segment, cut_marks, full_guides
from playaid.pages import BLACK, Cut, Disc, Group, Outline, Path, Picture, Piece
from playaid.papers import PAPERS, DoesNotFit, Flip, Guides, LabelSheet, Order, Paper, SheetOptions, parse_paper

__all__ = [
    "PAPERS",
    "DoesNotFit",
    "Flip",
    "Guides",
    "Order",
    "Page",
    "Paper",
    "Placement",
    "SheetOptions",
    "Side",
    "cut_line",
    "hexagon",
    "impose",
    "parse_paper",
]

CUT_LINE = 100
"""Width of the cut line round a piece, in µm."""

GROUP_SPACE = 5_000
"""Least distance between two groups on one sheet: room for the marks of both."""


class Side(StrEnum):
    """Which side of its sheet a page is."""

    FRONT = "front"
    BACK = "back"


@dataclass(frozen=True, kw_only=True)
class Placement:
    """A picture on a page: its lower left corner in µm; `turned` by 180 degrees within the same rectangle."""

    x: int
    y: int
    picture: Picture
    turned: bool = False
    outline: Outline = Outline.SQUARE


@dataclass(frozen=True, kw_only=True)
class Page:
    """One page of a cutting sheet. `turned` says that its strip and banner stand on their heads like its pieces.

    A page that is not `marked` shows nothing to cut along, not even round pieces that no straight cut frees.
    """

    side: Side
    placements: tuple[Placement, ...]
    marks: tuple[Segment, ...]
    fold: Segment | None = None
    turned: bool = False
    marked: bool = True


def hexagon(width: int, height: int) -> tuple[tuple[int, int], ...]:
    """Give the corners of the hexagon in a rectangle, in µm; a wide one points to the sides, a high one up and down."""
    if width >= height:
        quarter, half = width // 4, height // 2
        return (
            (0, half),
            (quarter, 0),
            (width - quarter, 0),
            (width, half),
            (width - quarter, height),
            (quarter, height),
        )
    return tuple((y, x) for x, y in hexagon(height, width))


def cut_line(placement: Placement) -> Path | Disc | None:
    """Give the line along which to cut a piece that no straight cuts across the sheet free; `None` for a square one."""
    width, height = placement.picture.width, placement.picture.height
    match placement.outline:
        case Outline.SQUARE:
            return None
        case Outline.ROUND:
            middle = placement.x + width // 2, placement.y + height // 2
            return Disc(x=middle[0], y=middle[1], radius=min(width, height) // 2, stroke=BLACK, width=CUT_LINE)
        case Outline.HEX:
            corners = tuple((placement.x + x, placement.y + y) for x, y in hexagon(width, height))
            return Path(points=corners, stroke=BLACK, width=CUT_LINE)


@dataclass(frozen=True)
class _Grid:
    """Cells on one sheet, counted from the top left; `left` and `top` are the origin in µm.

    `across` and `down` lead from one cell to the next.
    """

    left: int
    top: int
    width: int
    height: int
    across: int
    down: int
    columns: int
    rows: int

    def cell(self, index: int) -> tuple[int, int]:
        """Give the lower left corner of a cell."""
        row, column = divmod(index, self.columns)
        return self.left + column * self.across, self.top - self.height - row * self.down

    def bottom(self, rows: int) -> int:
        """Give the lower edge of the last of so many rows."""
        return self.top - self.height - (rows - 1) * self.down


@dataclass(frozen=True)
class _Laid:
    """A piece in its cell on a front page."""

    x: int
    y: int
    group: Group
    piece: Piece

    @property
    def rectangle(self) -> Rectangle:
        """Give the rectangle of the piece."""
        return Rectangle(self.x, self.y, self.x + self.group.width, self.y + self.group.height)


@dataclass(frozen=True)
class _Sheet:
    """What lies on one sheet, and for each group on it its grid and the first of its cells that is free."""

    laid: list[_Laid]
    grids: list[tuple[_Grid, Group, int]]


def span(count: int, size: int, gap: int) -> int:
    """Give the length of `count` cells of `size` with `gap` between them, in µm."""
    return count * size + (count - 1) * gap


def how_many(size: int, gap: int, available: int) -> int:
    """Give how many cells of `size` with `gap` between them fit into `available` µm, decided exactly."""
    return max(0, (available + gap) // (size + gap))


def impose(cut: Cut, options: SheetOptions, head: int = 0) -> tuple[Page, ...]:
    """Place the groups of a cut on sheets and give the pages in printing order; `head` µm stay free at the head.

    Raises `DoesNotFit` for a piece, or for asked columns or rows, that the sheet cannot hold.
    """
    labels = options.labels if cut.labelled else None
    backed = options.flip is not Flip.NONE and any(piece.back for group in cut.groups for piece in group.pieces)
    folded = backed and options.flip is Flip.FOLD
    sheets = (
        _fill(cut.groups, options, _area(options, head, folded=folded) if cut.marked else _whole(options))
        if labels is None
        else _stick(cut.groups, labels, options, head)
    )
    if folded:
        return tuple(_folded(sheet, options, head) for sheet in sheets)
    fronts = [_front(sheet, options, head, marked=cut.marked and labels is None) for sheet in sheets]
    if not backed:
        return tuple(fronts)
    backs = [_back(sheet, front, options) for sheet, front in zip(sheets, fronts, strict=True)]
    if options.order is Order.FRONTS_THEN_BACKS:
        return (*fronts, *backs)
    # A sheet of pieces without backs still gets its empty back page, or every later back would lie on the wrong front.
    return tuple(page for pair in zip(fronts, backs, strict=True) for page in pair)


def _area(options: SheetOptions, head: int, *, folded: bool) -> Rectangle:
    """Give the rectangle that pieces may use, on a sheet to fold its left half."""
    right = options.paper.width - options.margin
    if folded:
        # Half a gap on each side of the fold keeps fronts and backs as far apart as other pieces.
        right = options.paper.width // 2 - (options.gap + 1) // 2
    return Rectangle(
        options.margin,
        options.margin + options.foot,
        right,
        options.paper.height - options.margin - head,
    )


def _whole(options: SheetOptions) -> Rectangle:
    """Give the rectangle of the paper: what is not cut out may use all of it."""
    return Rectangle(0, 0, options.paper.width, options.paper.height)


def _grid(group: Group, options: SheetOptions, area: Rectangle, *, asked: bool) -> _Grid:
    """Lay the grid of a group on an empty sheet: centred, its top just under the upper margin.

    Where the asked columns are more than the group has pieces, as many as fit do; the asked number is binding only when
    a piece would lie in the last of them.
    """
    wide, high = area.right - area.left, area.top - area.bottom
    if group.width > wide or group.height > high:
        across = group.width > wide
        raise DoesNotFit(
            group.width if across else group.height,
            wide if across else high,
            "the width of a piece" if across else "the height of a piece",
        )
    columns, rows = how_many(group.width, options.gap, wide), how_many(group.height, options.gap, high)
    if options.columns is not None:
        if asked and columns < options.columns <= len(group.pieces):
            raise DoesNotFit(span(options.columns, group.width, options.gap), wide, f"{options.columns} columns")
        columns = min(columns, options.columns)
    if options.rows is not None:
        if asked and rows < options.rows and columns * (options.rows - 1) < len(group.pieces):
            raise DoesNotFit(span(options.rows, group.height, options.gap), high, f"{options.rows} rows")
        rows = min(rows, options.rows)
    left = area.left + (wide - span(columns, group.width, options.gap)) // 2
    slack = high - span(rows, group.height, options.gap)
    top = area.top - min(MARK_REACH, slack // 2)
    pitch = group.width + options.gap, group.height + options.gap
    return _Grid(left, top, group.width, group.height, *pitch, columns, rows)


def _fill(groups: Iterable[Group], options: SheetOptions, area: Rectangle) -> list[list[_Laid]]:
    """Deal the pieces to sheets; a group follows the one before on the same sheet where all of it fits."""
    sheets: list[_Sheet] = []
    below = area.bottom
    for number, group in enumerate(group for group in groups if group.pieces):
        if any(not _has_size(piece, group) for piece in (*group.pieces, *group.fillers)):
            raise ValueError("a picture has another size than the piece it is on")
        grid = _grid(group, options, area, asked=number == 0)
        needed = -(-len(group.pieces) // grid.columns)
        top = below - max(options.gap, GROUP_SPACE)
        if sheets and needed <= grid.rows and top - span(needed, group.height, options.gap) >= area.bottom:
            rows = min(grid.rows, how_many(group.height, options.gap, top - area.bottom))
            grid = replace(grid, top=top, rows=rows)
            sheets[-1].laid.extend(_laid(grid, group, enumerate(group.pieces)))
            sheets[-1].grids.append((grid, group, len(group.pieces)))
            below = grid.bottom(needed)
            continue
        for dealt in _deal(group.pieces, grid.columns * grid.rows, options.order):
            sheets.append(_Sheet(_laid(grid, group, dealt), [(grid, group, len(dealt))]))
            below = grid.bottom(-(-len(dealt) // grid.columns))
    _top_up(sheets)
    return [sheet.laid for sheet in sheets]


def _top_up(sheets: Iterable[_Sheet]) -> None:
    """Put the fillers of the groups into cells that are left over, clear of what else lies on their sheet."""
    left: dict[int, Iterator[Piece]] = {}
    for sheet in sheets:
        for grid, group, free in sheet.grids:
            fillers = left.setdefault(id(group), iter(group.fillers))
            others = [one.rectangle for one in sheet.laid if one.group is not group]
            for index in range(free, grid.columns * grid.rows):
                x, y = grid.cell(index)
                room = Rectangle(x, y - GROUP_SPACE, x + grid.width, y + grid.height + GROUP_SPACE)
                if any(_meet(room, other) for other in others):
                    break
                piece = next(fillers, None)
                if piece is None:
                    break
                sheet.laid.append(_Laid(x, y, group, piece))


def _meet(one: Rectangle, other: Rectangle) -> bool:
    """Tell whether two rectangles have more than their borders in common."""
    return one.left < other.right and other.left < one.right and one.bottom < other.top and other.bottom < one.top


def _stick(groups: Iterable[Group], labels: LabelSheet, options: SheetOptions, head: int) -> list[list[_Laid]]:
    """Put the pieces on the labels of as many sheets as they need, from the first free label of the first sheet.

    A row of labels that the strip or the banner lies on stays empty.
    """
    pieces = [(group, piece) for group in groups for piece in group.pieces]
    for group, piece in pieces:
        if not _has_size(piece, group):
            raise ValueError("a picture has another size than the piece it is on")
        for needed, available, what in (
            (group.width, labels.width, "the width of a piece on a label"),
            (group.height, labels.height, "the height of a piece on a label"),
        ):
            if needed > available:
                raise DoesNotFit(needed, available, what)
    top = options.paper.height - labels.top
    size = labels.width, labels.height
    grid = _Grid(labels.left, top, *size, labels.across, labels.down, labels.columns, labels.rows)
    floor, ceiling = options.margin + options.foot, options.paper.height - options.margin - head
    rows = [row for row in range(grid.rows) if floor <= grid.bottom(row + 1) <= ceiling - labels.height]
    cells = [row * grid.columns + column for row in rows for column in range(grid.columns)]
    if not cells:
        raise DoesNotFit(labels.height, ceiling - floor, "a row of labels between strip and banner")
    sheets: list[list[_Laid]] = []
    free = [cell for cell in cells if cell >= options.start - 1]
    while pieces:
        sheets.append([_on_label(grid, cell, *piece) for cell, piece in zip(free, pieces, strict=False)])
        pieces, free = pieces[len(free) :], cells
    return [sheet for sheet in sheets if sheet]


def _on_label(grid: _Grid, cell: int, group: Group, piece: Piece) -> _Laid:
    """Put a piece in the middle of a label."""
    x, y = grid.cell(cell)
    return _Laid(x + (grid.width - group.width) // 2, y + (grid.height - group.height) // 2, group, piece)


def _has_size(piece: Piece, group: Group) -> bool:
    """Tell whether both pictures of a piece have the size of its group."""
    pictures = (piece.front,) if piece.back is None else (piece.front, piece.back)
    return all((picture.width, picture.height) == (group.width, group.height) for picture in pictures)


def _laid(grid: _Grid, group: Group, dealt: Iterable[tuple[int, Piece]]) -> list[_Laid]:
    """Put pieces into their cells."""
    return [_Laid(*grid.cell(cell), group, piece) for cell, piece in dealt]


def _deal(pieces: Sequence[Piece], cells: int, order: Order) -> Iterator[list[tuple[int, Piece]]]:
    """Give the pieces of each sheet with their cells."""
    sheets = -(-len(pieces) // cells)
    for sheet in range(sheets):
        # In stacks the pieces of one cell follow one another through the sheets: 1 4 7, then 2 5 8.
        one = pieces[sheet::sheets] if order is Order.STACKS else pieces[sheet * cells : (sheet + 1) * cells]
        yield list(enumerate(one))


def _guides(sheet: Iterable[_Laid], options: SheetOptions, bounds: Rectangle) -> tuple[Segment, ...]:
    """Draw what to cut along, within `bounds`."""
    draw = full_guides if options.guides is Guides.FULL else cut_marks
    return draw(tuple(one.rectangle for one in sheet), bounds)


def _inside(options: SheetOptions, head: int) -> Rectangle:
    """Give the rectangle that marks may use: that of the pieces on a sheet without a fold."""
    return _area(options, head, folded=False)


def _front(sheet: Sequence[_Laid], options: SheetOptions, head: int, *, marked: bool = True) -> Page:
    """Give the front page of a sheet; with `marked` there are marks and lines to cut along."""
    return Page(
        side=Side.FRONT,
        placements=tuple(
            Placement(x=one.x, y=one.y, picture=one.piece.front, outline=one.group.outline) for one in sheet
        ),
        marks=_guides(sheet, options, _inside(options, head)) if marked else (),
        marked=marked,
    )


def _back(sheet: Sequence[_Laid], front: Page, options: SheetOptions) -> Page:
    """Give the page behind a front page, moved by the back offset.

    Turned about an upright edge the back reads upright at (W - x, y). Turned about the other edge the whole page stands
    on its head, strip included, so that a sheet in the hand still reads upright when it is turned left to right.
    """
    width, height = options.paper.width, options.paper.height
    dx, dy = options.back_offset
    upright = options.upright

    def through(x: int, y: int) -> tuple[int, int]:
        return (width - x + dx, y + dy) if upright else (x + dx, height - y + dy)

    placements = []
    for one in sheet:
        if one.piece.back is None:
            continue
        place = one.rectangle
        x, y = through(place.right, place.bottom) if upright else through(place.left, place.top)
        placements.append(Placement(x=x, y=y, picture=one.piece.back, turned=not upright, outline=one.group.outline))
    marks = tuple(sorted(Segment.between(through(*mark.start), through(*mark.end)) for mark in front.marks))
    return Page(side=Side.BACK, placements=tuple(placements), marks=marks, turned=not upright, marked=front.marked)


def _folded(sheet: Sequence[_Laid], options: SheetOptions, head: int) -> Page:
    """Give a page whose backs lie beside the fronts, mirrored over an upright line: folded, each backs its front."""
    fold = options.paper.width // 2
    inside = _inside(options, head)
    halves = (
        Rectangle(inside.left, inside.bottom, fold, inside.top),
        Rectangle(fold, inside.bottom, inside.right, inside.top),
    )
    fronts = _front(sheet, options, head).placements
    backs = tuple(
        Placement(
            x=2 * fold - one.rectangle.right,
            y=one.y,
            picture=one.piece.back,
            outline=one.group.outline,
        )
        for one in sheet
        if one.piece.back is not None
    )
    left = _guides(sheet, options, halves[0])
    right = tuple(
        Segment.between((2 * fold - mark.x1, mark.y1), (2 * fold - mark.x2, mark.y2))
        for mark in left
        if 2 * fold - min(mark.x1, mark.x2) <= halves[1].right
    )
    return Page(
        side=Side.FRONT,
        placements=fronts + backs,
        marks=tuple(sorted(left + right)),
        fold=Segment(fold, inside.bottom, fold, inside.top),
    )
