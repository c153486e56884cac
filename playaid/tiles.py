"""The table at true or half size on many sheets, to lay terrain out with: sheets overlap and say where.

A sheet is a picture that shows its part of the table; what lies outside is not in it. Lengths are µm on paper.
"""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from playaid.chart import INK, Chart, text_width
from playaid.ground import column_letters
from playaid.hatching import Frame, clip
from playaid.pages import Align, Disc, Mark, Path, Picture, Strokes, Words

OVERLAP = 10_000
"""How far neighbouring sheets show the same, in µm."""

TICK = 4_000


def tiles(chart: Chart, room: tuple[int, int], said: Sequence[str]) -> Iterator[tuple[str, Picture]]:
    """Give the sheets with terrain or an end of an entry, by name: letters from the west, numbers from the south.

    `said` is what stands with the arrows of the reinforcements, one for each.
    """
    width, depth = (length // chart.ratio for length in chart.public.table)
    across, up = room[0] - OVERLAP, room[1] - OVERLAP
    chart = replace(chart, left=0, bottom=0)
    marks = list(chart.marks())
    pieces = [_frame(chart.ring(piece.outline)) for piece in chart.public.terrain]
    pieces += [_frame((end,)) for end in chart.entry_ends()]
    for row in range(max(1, -(-(depth - OVERLAP) // up))):
        for column in range(max(1, -(-(width - OVERLAP) // across))):
            west, south = column * across, row * up
            frame = (west, south, min(west + room[0], width), min(south + room[1], depth))
            if any(_meets(piece, frame) for piece in pieces):
                entries = chart.entries_within(said, frame)
                yield f"{column_letters(column)}{row + 1}", _tile([*marks, *entries], frame, (width, depth))


def _tile(marks: list[Mark], frame: Frame, whole: tuple[int, int]) -> Picture:
    """Give the part of the table in a frame, with broken lines where the neighbours begin and end."""
    west, south, east, north = frame
    width, height = east - west, north - south
    inside = [mark for one in marks for mark in _part(one, frame)]
    upright = [x for x, wanted in ((OVERLAP, west > 0), (width - OVERLAP, east < whole[0])) if wanted]
    level = [y for y, wanted in ((OVERLAP, south > 0), (height - OVERLAP, north < whole[1])) if wanted]
    lines = [(x, 0, x, height) for x in upright] + [(0, y, width, y) for y in level]
    inside.append(Strokes(lines=tuple(lines), colour=INK, width=200, dashes=(2_000, 1_500)))
    crosses = [
        stroke for x in upright for y in level for stroke in ((x - TICK, y, x + TICK, y), (x, y - TICK, x, y + TICK))
    ]
    inside.append(Strokes(lines=tuple(crosses), colour=INK, width=500))
    return Picture(width=width, height=height, marks=tuple(inside))


def _part(mark: Mark, frame: Frame) -> Iterator[Mark]:
    """Give what a mark leaves in a frame, moved to its corner; words only where they are whole."""
    west, south, east, north = frame
    match mark:
        case Strokes():
            cut = [clip(line, frame) for line in mark.lines]
            lines = tuple((a - west, b - south, c - west, d - south) for a, b, c, d in filter(None, cut))
            if lines:
                yield replace(mark, lines=lines)
        case Path():
            if _meets(_frame(mark.points), frame):
                yield replace(mark, points=tuple((x - west, y - south) for x, y in mark.points))
        case Disc():
            around = (mark.x - mark.radius, mark.y - mark.radius, mark.x + mark.radius, mark.y + mark.radius)
            if _meets(around, frame):
                yield replace(mark, x=mark.x - west, y=mark.y - south)
        case Words():
            half = text_width(mark.text, mark.size, mark.face) // 2
            across, up = (half, (0, 2_500)) if not mark.turn else (1_250, (half, half))
            level = west <= mark.x - across and mark.x + across <= east
            inside = level and south <= mark.y - up[0] and mark.y + up[1] <= north
            if inside and mark.align is Align.CENTRE:
                yield replace(mark, x=mark.x - west, y=mark.y - south)


def _frame(points: tuple[tuple[int, int], ...]) -> Frame:
    xs, ys = [x for x, _ in points], [y for _, y in points]
    return min(xs), min(ys), max(xs), max(ys)


def _meets(a: Frame, b: Frame) -> bool:
    return a[0] <= b[2] and b[0] <= a[2] and a[1] <= b[3] and b[1] <= a[3]
