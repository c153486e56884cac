"""Ruled tables: the head stands on every page, and a row is torn only where it is higher than a page.

ReportLab's own table splits in a time that grows with the square of its rows and cannot say when a row may be torn.
Lengths here are points.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from playaid.flow import HAIR, Flowing, Pile, shared
from playaid.pages import Colour
from playaid.papers import DoesNotFit
from playaid.pen import POINT, Pen

PAD_X, PAD_Y = 3.0, 2.0
"""Free room within a cell at its sides, and above and below."""

RULE = 0.4
RULE_GREY = 0.35
LEAST_ROWS = 3
"""No fewer rows than these begin a table low on a page, where the next page has room for more."""

LEAST_COLUMN = 4 * PAD_X
"""A column narrower than this holds no letter."""


@dataclass(frozen=True)
class TableCell:
    """What stands in a cell, the columns it covers, and its ground."""

    pile: Pile
    span: int
    shade: Colour | None


@dataclass
class Row:
    """The cells of a row; `height` is known once it is laid."""

    cells: Sequence[TableCell]
    height: float = 0.0

    def places(self, widths: Sequence[float]) -> Iterator[tuple[TableCell, float, float]]:
        """Give each cell with its left edge and its width."""
        column, left = 0, 0.0
        for cell in self.cells:
            width = sum(widths[column : column + cell.span])
            yield cell, left, width
            column, left = column + cell.span, left + width

    def lay(self, widths: Sequence[float], least: float) -> float:
        """Take the widths of the columns and give the height."""
        needed = [cell.pile.lay(width - 2 * PAD_X) + 2 * PAD_Y for cell, _, width in self.places(widths)]
        self.height = max([least, *needed])
        return self.height

    def split(self, widths: Sequence[float], height: float) -> tuple["Row", "Row"] | None:
        """Give what fits a height as a row, and the rest as another; `None` where nothing fits."""
        upper, lower = [], []
        for cell, _, width in self.places(widths):
            taken, rest = cell.pile.split(width - 2 * PAD_X, height - 2 * PAD_Y)
            upper.append(replace(cell, pile=taken))
            lower.append(replace(cell, pile=rest))
        return (Row(upper), Row(lower)) if any(cell.pile.parts for cell in upper) else None


@dataclass(frozen=True)
class Form:
    """What all parts of a table share: shares of the width, least height of a row, rules, and the height of a page."""

    shares: Sequence[int]
    least: float
    ruled: bool
    page: float
    rule: float = RULE


class Grid(Flowing):
    """A table, or the part of it on one page."""

    name = "table"
    after = 4.0

    def __init__(self, form: Form, head: Sequence[Row], body: Sequence[Row]) -> None:
        """Join a head and rows. Raises `ValueError` for a row with more cells than there are columns."""
        if any(sum(cell.span for cell in row.cells) > len(form.shares) for row in (*head, *body)):
            raise ValueError("a row of a table has more cells than the table has columns")
        self.form, self.head, self.body = form, head, body
        self.widths: list[float] = []

    def lay(self, width: float) -> None:
        """Take a width. Raises `DoesNotFit` for a column that holds no letter."""
        self.width, self.widths = width, shared(width, self.form.shares)
        narrowest = min(self.widths)
        if narrowest < LEAST_COLUMN:
            raise DoesNotFit(int(LEAST_COLUMN / POINT), int(narrowest / POINT), "the width of a column of a table")
        self.height = sum(row.lay(self.widths, self.form.least) for row in (*self.head, *self.body))

    def split(self, height: float) -> tuple[Flowing, Flowing] | None:
        """Give the rows that fit, and no few of them low on a page.

        A row higher than a page is torn where a third of a page is left for it.
        """
        head = sum(row.height for row in self.head)
        room, count = height - head + HAIR, 0
        for row in self.body:
            room -= row.height
            if room < 0:
                break
            count += 1
        if 0 < count < min(LEAST_ROWS, len(self.body)) and height < self.form.page / 2:
            return None
        if count:
            return self._part(self.body[:count]), self._part(self.body[count:])
        if not self.body or head + self.body[0].height <= self.form.page + HAIR or height < self.form.page / 3:
            return None
        torn = self.body[0].split(self.widths, height - head)
        return (self._part([torn[0]]), self._part([torn[1], *self.body[1:]])) if torn else None

    def _part(self, body: Sequence[Row]) -> "Grid":
        return Grid(self.form, self.head, body)

    def draw(self, pen: Pen, left: float, top: float) -> None:
        """Draw grounds, contents and rules, in this order."""
        levels, uprights = [top], []
        for row in (*self.head, *self.body):
            bottom = levels[-1] - row.height
            for cell, x, width in row.places(self.widths):
                _draw_cell(pen, cell, left + x, levels[-1], width, row.height)
                uprights += [(edge, bottom, edge, levels[-1]) for edge in (left + x, left + x + width)]
            levels.append(bottom)
        if not self.form.ruled:
            # Only the head is set off.
            levels, uprights = levels[len(self.head) : len(self.head) + 1] if self.head else [], []
        levelled = [(left, level, left + self.width, level) for level in levels]
        pen.rules([*dict.fromkeys(uprights), *levelled], width=self.form.rule, grey=RULE_GREY)


def _draw_cell(pen: Pen, cell: TableCell, left: float, top: float, width: float, height: float) -> None:
    """Draw the ground of a cell, and what stands in it half way up."""
    if cell.shade is not None:
        pen.rectangle(left, top - height, width, height, cell.shade)
    cell.pile.draw(pen, left + PAD_X, top - (height - cell.pile.height) / 2)
