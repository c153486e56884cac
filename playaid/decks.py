"""Cards of one size from blocks that flow: as many cards as they need, each a piece to be cut out of a sheet."""

from collections.abc import Sequence
from functools import partial

from playaid.blocks import make
from playaid.flow import Spot, draw_spots, paginate
from playaid.fonts import SMALLEST, Line, TextProblem, clean, shorten, wrap
from playaid.imposition import how_many
from playaid.pages import Cut, Deck, Face, Group, Path, Picture, Piece
from playaid.papers import SheetOptions
from playaid.pen import POINT, Pen

FACE = Face.NARROW
LEADING = 6.6
"""Distance between lines of the foot, in points."""

LINES = 3
"""Greatest number of lines of the foot."""

CLEAR = 1_000
"""Free height between the foot and what stands above it, in µm."""

EDGE = "#222222"
EDGE_WIDTH = 200
"""The line on which a card is cut out, in µm; half of it is the card's."""


def deal(deck: Deck, options: SheetOptions, pen: Pen, head: int) -> Cut:
    """Give the cards of a deck as pieces, upright or lying, whichever way a sheet holds more of them."""
    lying = _held(deck.height, deck.width, options, head) > _held(deck.width, deck.height, options, head)
    width, height = (deck.height, deck.width) if lying else (deck.width, deck.height)
    room = (deck.width - 2 * deck.padding) * POINT
    foot = _foot_lines(deck, 99, 99, room, pen)
    foot_height = int(len(foot) * LEADING / POINT) + CLEAR if deck.foot else 0
    high = (deck.height - 2 * deck.padding - foot_height) * POINT
    cards = paginate(make(deck.blocks, high, pen.look), room, high)
    pieces = []
    for number, spots in enumerate(cards, 1):
        edge = ((0, 0), (width, 0), (width, height), (0, height))
        front = Picture(width=width, height=height, marks=(Path(points=edge, stroke=EDGE, width=EDGE_WIDTH),))
        lines = _foot_lines(deck, number, len(cards), room, pen)
        pen.define(front, partial(_draw, deck, spots, lines, pen, lying=lying))
        pieces.append(Piece(front=front))
    return Cut(groups=(Group(width=width, height=height, pieces=tuple(pieces)),))


def _held(width: int, height: int, options: SheetOptions, head: int) -> int:
    """Give how many cards a sheet holds."""
    wide = options.paper.width - 2 * options.margin
    high = options.paper.height - 2 * options.margin - options.foot - head
    return how_many(width, options.gap, wide) * how_many(height, options.gap, high)


def _foot_lines(deck: Deck, number: int, total: int, room: float, pen: Pen) -> list[str]:
    """Break what stands at the foot of a card into lines; its number always stands there."""
    if not deck.foot:
        return []
    count = f"{number}/{total}"
    lines = wrap(clean(f"{deck.foot} · {count}"), FACE, SMALLEST, room)
    if len(lines) > LINES:
        rest = " ".join(lines[LINES - 1 :]).removesuffix(count)
        short = shorten(rest, FACE, SMALLEST, room * 4 / 5)
        pen.report(TextProblem("shortened", deck.foot, "card", f"ends in {short!r}"))
        lines[LINES - 1 :] = [f"{short} {count}"]
    return lines


def _draw(deck: Deck, spots: Sequence[Spot], foot: Sequence[str], pen: Pen, *, lying: bool) -> None:
    """Draw what stands on a card; one that lies reads from its right side."""
    if lying:
        pen.canvas.transform(0, 1, -1, 0, deck.height * POINT, 0)
    left, bottom = deck.padding * POINT, deck.padding * POINT
    draw_spots(spots, pen, left, (deck.height - deck.padding) * POINT)
    for place, text in enumerate(reversed(foot)):
        pen.text(deck.padding, (bottom + place * LEADING + 1.2) / POINT, Line(text, SMALLEST), FACE)
