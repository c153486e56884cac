"""Small plots as pictures: steps of a chance against distance, with line styles and names that need no colour.

Plain geometry in whole micrometres; what stands in a plot is asked of the engine by the documents.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

from playaid.pages import BLACK, Align, Colour, Face, Mark, Path, Picture, Words

GREY: Colour = "#777777"
GRID: Colour = "#c4c4c4"

LINES: tuple[tuple[Colour, int, tuple[int, ...]], ...] = (
    (BLACK, 550, ()),
    (BLACK, 550, (2_000, 1_000)),
    (BLACK, 550, (550, 800)),
    (GREY, 800, ()),
    (GREY, 800, (2_000, 1_000)),
    (GREY, 800, (800, 900)),
    (BLACK, 300, (3_000, 700, 600, 700)),
    (BLACK, 300, ()),
)
"""How the curves are drawn, one after the other: colour, width and dashes; each tells itself apart in grey."""

LEFT, RIGHT, FOOT, HEAD = 10_500, 2_500, 7_500, 1_800
"""Room round the curves in µm: for chances at the left, half a label at the right, distances below."""

SAMPLE = 9_000
"""Length of a line in the legend, in µm."""

ROW = 4_200
"""Height of a line of the legend, in µm."""

SIZE = 75
"""Size of the words, in tenths of a point."""

LETTER = 1_250
"""About the width of a narrow letter of that size, in µm: what has not so much room is left out."""

SHARES = (Fraction(0), Fraction(1, 4), Fraction(1, 2), Fraction(3, 4), Fraction(1))
"""The chances at which a line lies across the plot."""


@dataclass(frozen=True, kw_only=True)
class Step:
    """A stretch up to `end` (µm, None for ever on) in which a chance is the same, and a label on it."""

    end: int | None
    chance: Fraction
    label: str = ""


@dataclass(frozen=True, kw_only=True)
class Curve:
    """The steps of one thing from distance nought on, and its name."""

    name: str
    steps: tuple[Step, ...]

    @property
    def reach(self) -> int:
        """Give the last end, in µm."""
        return max((step.end for step in self.steps if step.end is not None), default=0)


@dataclass(frozen=True, kw_only=True)
class Tick:
    """A distance on an axis and what stands at it."""

    at: int
    label: str


@dataclass(frozen=True, kw_only=True)
class Axes:
    """How far a plot goes (µm), its distances below and above, and how a chance and the axis are named."""

    reach: int
    below: tuple[Tick, ...]
    above: tuple[Tick, ...] = ()
    chances: tuple[str, ...] = ()
    name: str = ""


def even_ticks(reach: int, unit: int, most: int = 12) -> tuple[int, ...]:
    """Give the distances from nought up to and over `reach` in the finest 1, 2 or 5 steps of `unit` µm, `most` at most.

    The last is the first at or beyond `reach`, so that a plot ends on a line.
    """
    size = unit
    for step in (unit * digit * 10**power for power in range(9) for digit in (1, 2, 5)):
        size = step
        if -(-reach // step) <= most:
            break
    return tuple(size * number for number in range(max(1, -(-reach // size)) + 1))


def plot(curves: Sequence[Curve], axes: Axes, width: int, height: int, ink: Colour = BLACK) -> Picture:
    """Draw curves as steps; several get a legend at the right, in the order in which they reach furthest.

    What is black is drawn in `ink`.
    """
    ranked = sorted(_joined(curves), key=lambda curve: -curve.reach)
    names = max(len(curve.name) for curve in ranked)
    legend = min(SAMPLE + 7_000 + names * LETTER * 5 // 4, width * 45 // 100) if len(ranked) > 1 else 0
    high = height - HEAD - (4_500 if axes.above else 0)
    room = _Room(LEFT, FOOT, width - RIGHT - legend, high, axes.reach)
    labelled = any(step.label for curve in ranked for step in curve.steps)
    marks: list[Mark] = [*_grid(room, axes, sparse=labelled)]
    for number, curve in reversed(list(enumerate(ranked))):
        colour, line, dashes = LINES[number % len(LINES)]
        points = tuple(_stairs(room, curve))
        marks.append(Path(points=points, closed=False, stroke=colour, width=line, dashes=dashes))
        marks += _labels(room, curve)
    if legend:
        marks += _legend(ranked, width - legend + 3_000, high, width, high // len(ranked))
    return Picture(width=width, height=height, marks=tuple(_inked(mark, ink) for mark in marks))


def _inked(mark: Mark, ink: Colour) -> Mark:
    """Give a mark with another colour for black."""
    if isinstance(mark, Words) and mark.colour == BLACK:
        return replace(mark, colour=ink)
    return replace(mark, stroke=ink) if isinstance(mark, Path) and mark.stroke == BLACK else mark


@dataclass(frozen=True)
class _Room:
    """Where the curves lie in a picture, in µm; `reach` is the distance at the right edge."""

    left: int
    bottom: int
    right: int
    top: int
    reach: int

    def x(self, distance: int) -> int:
        return self.left + (self.right - self.left) * min(distance, self.reach) // self.reach

    def y(self, chance: Fraction) -> int:
        return self.bottom + int((self.top - self.bottom) * chance)


def _joined(curves: Iterable[Curve]) -> list[Curve]:
    """Give curves, those that are alike as one with all their names: one line cannot hide another."""
    names: dict[tuple[Step, ...], list[str]] = {}
    for curve in curves:
        names.setdefault(curve.steps, []).append(curve.name)
    return [Curve(name=", ".join(found), steps=steps) for steps, found in names.items()]


def _grid(room: _Room, axes: Axes, *, sparse: bool) -> Iterable[Mark]:
    """Give the lines and words round the curves; `sparse` leaves out the lines that would run through labels."""
    for share, label in zip(SHARES, axes.chances, strict=True):
        if sparse and 0 < share < 1:
            continue
        y = room.y(share)
        ends = ((room.left, y), (room.right, y))
        yield Path(points=ends, closed=False, stroke=GRID if share else BLACK, width=120 if share else 250)
        yield Words(x=room.left - 1_200, y=y - 900, text=label, size=SIZE, align=Align.RIGHT, face=Face.NARROW)
    for tick in axes.below:
        x = room.x(tick.at)
        ends = ((x, room.bottom - 900), (x, room.bottom))
        yield Path(points=ends, closed=False, stroke=BLACK, width=200)
    for tick in axes.above:
        x = room.x(tick.at)
        yield Path(points=((x, room.bottom), (x, room.top + 900)), closed=False, stroke=GRID, width=120)
    yield from _tick_words(room, axes.below, room.bottom - 3_800)
    yield from _tick_words(room, axes.above, room.top + 1_700)
    if axes.name:
        yield Words(x=room.right, y=600, text=axes.name, size=SIZE, align=Align.RIGHT, face=Face.NARROW)


def _tick_words(room: _Room, ticks: Iterable[Tick], y: int) -> Iterable[Mark]:
    """Give the words of an axis, without those that would run into the one before."""
    free = -room.right
    for tick in ticks:
        x, half = room.x(tick.at), len(tick.label) * LETTER // 2
        if x - half >= free:
            yield Words(x=x, y=y, text=tick.label, size=SIZE, align=Align.CENTRE, face=Face.NARROW)
            free = x + half + LETTER


def _stairs(room: _Room, curve: Curve) -> Iterable[tuple[int, int]]:
    """Give the corners of a curve; it ends where the chance has gone."""
    start, last = 0, Fraction(0)
    for step in curve.steps:
        if step.chance == 0:
            break
        end = room.reach if step.end is None else step.end
        yield from ((room.x(start), room.y(step.chance)), (room.x(end), room.y(step.chance)))
        start, last = end, step.chance
    if start < room.reach or last == 0:
        yield room.x(start), room.bottom


def _labels(room: _Room, curve: Curve) -> Iterable[Mark]:
    start = 0
    for step in curve.steps:
        end = room.reach if step.end is None else step.end
        left, right = room.x(start), room.x(end)
        if len(step.label) * LETTER * 5 // 4 < right - left and step.label:
            y = room.y(step.chance)
            y = y + 900 if y + 3_500 < room.top else y - 3_300
            middle, fit = (left + right) // 2, right - left
            yield Words(x=middle, y=y, text=step.label, size=SIZE, align=Align.CENTRE, fit=fit, owner=step.label)
        start = end


def _legend(curves: Sequence[Curve], left: int, top: int, width: int, row: int) -> Iterable[Mark]:
    """Give the names of the curves, each behind a piece of its line."""
    row = min(ROW, row)
    for number, curve in enumerate(curves):
        colour, line, dashes = LINES[number % len(LINES)]
        y = top - 1_500 - number * row
        ends = ((left, y), (left + SAMPLE, y))
        yield Path(points=ends, closed=False, stroke=colour, width=line, dashes=dashes)
        words, room = left + SAMPLE + 1_500, width - left - SAMPLE - 1_500
        yield Words(x=words, y=y - 950, text=curve.name, size=SIZE, fit=room, owner=curve.name)
