"""The calibration sheet: what a printer does to a page, read off in the numbers that `playaid printer add` takes.

The front has the numbers, the back lines that show through where they lie. Every number is the value to type, sign
included, for the way the sheet is turned; what the printer's profile already corrects is contained in it.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction

from playaid.documents import Settings, document
from playaid.lengths import amount, show_number
from playaid.pages import Align, Cut, Document, Face, Group, Mark, Picture, Piece, Strokes, Words
from playaid.papers import DoesNotFit, Flip, SheetOptions
from playaid.prose import Voice
from playaid.views import Imprint

CLEAR = 14_000
"""So much stays free at the edges of the paper for the scales that tell the printer's margin, in µm."""

LEAST_WIDTH, LEAST_HEIGHT = 115_000, 165_000
"""The least room within that, in µm."""

FINE = 100
"""A step of the fine scale, in µm."""

TICKS = 10
"""Steps of a scale to each side of its middle."""

WIDEST_PITCH = 6_500
"""Greatest distance between the lines of the fine scale, in µm."""

LINE, THIN, PALE = 250, 120, "#b9b9b0"
"""Widths of lines that are compared and of others in µm; the colour of those that only help."""

LEADING = 5_200

Line = tuple[int, int, int, int]

HALVES = 4
"""Marks for scales to each side of the middle one, each half a per cent from the next."""

APART = 4_500
"""Distance between the numbers of those marks, in µm."""

MARGINS = 7
"""Greatest margin that the scales at the edges show, in mm."""


@dataclass(frozen=True, kw_only=True)
class _Box:
    """The room for everything but the scales at the edges, and the paper, in µm."""

    left: int
    bottom: int
    right: int
    top: int
    width: int
    height: int


def sheet(imprint: Imprint, voice: Voice, settings: Settings) -> Document:
    """Give the sheet for the paper and the flip that are asked for; without backs it has the scales of lengths only."""
    options = settings.sheet
    paper = options.paper
    box = _Box(
        left=max(CLEAR, options.margin),
        bottom=max(CLEAR, options.margin + options.foot),
        right=paper.width - max(CLEAR, options.margin),
        top=paper.height - max(CLEAR, options.margin),
        width=paper.width,
        height=paper.height,
    )
    for needed, available, what in (
        (LEAST_WIDTH, box.right - box.left, "the width of the calibration sheet"),
        (LEAST_HEIGHT, box.top - box.bottom, "the height of the calibration sheet"),
    ):
        if available < needed:
            raise DoesNotFit(needed, available, what)
    backed = options.flip in (Flip.LONG, Flip.SHORT)
    front, back = _faces(box, voice, options, backed=backed)
    piece = Piece(
        front=Picture(width=paper.width, height=paper.height, marks=tuple(front)),
        back=Picture(width=paper.width, height=paper.height, marks=tuple(back)) if backed else None,
    )
    group = Group(width=paper.width, height=paper.height, pieces=(piece,))
    return document("calibration", imprint, voice, settings, (Cut(groups=(group,), marked=False),))


def _faces(box: _Box, voice: Voice, options: SheetOptions, *, backed: bool) -> tuple[list[Mark], list[Mark]]:
    """Give the marks of both faces."""
    y = box.top - 5_000
    front: list[Mark] = [_words(box.left, y, voice.say("calibration.title"), 130, face=Face.BOLD)]
    back: list[Mark] = []
    lower = y - LEADING * len(tuple(_steps(voice, options, 0, 0, backed=backed))) - 16_000
    room = lower - box.bottom - (36_000 if backed else 10_000)
    across, along = _length(box.right - box.left - 6_000), _length(room - 4_000)
    for line in _steps(voice, options, across, along, backed=backed):
        y -= LEADING
        front.append(_words(box.left, y, line, 85, fit=box.right - box.left))
    front += _ruler(box.left, lower, across, options.scale[0], upright=False)
    if backed:
        y = lower - 24_000
        pitch = min(WIDEST_PITCH, (box.right - box.left - 14_000) // (2 * TICKS))
        middle = (box.left + box.right) // 2
        front.append(_words(box.left, y + 7_500, "X", 110, face=Face.BOLD))
        _vernier(front, back, box, (middle, y), pitch, options, upright=False)
    front += _ruler(box.left + 4_000, box.bottom + 2_000, along, options.scale[1], upright=True)
    if backed:
        pitch = min(WIDEST_PITCH, (room - 4_000) // (2 * TICKS))
        middle = box.bottom + 2_000 + pitch * TICKS + 1_000
        front.append(_words(box.left + 29_000, middle + pitch * TICKS - 1_400, "Y", 110, face=Face.BOLD))
        _vernier(front, back, box, (box.left + 46_000, middle), pitch, options, upright=True)
        _target(front, back, box, ((box.left + 46_000 + box.right) // 2 + 6_000, middle), options)
        back.append(_words(box.left, box.top - 5_000, voice.say("calibration.back"), 130, face=Face.BOLD))
    front += _margins(box)
    return front, back


def _steps(voice: Voice, options: SheetOptions, across: int, along: int, *, backed: bool) -> Iterator[str]:
    """Give the instructions line by line."""
    lengths = {"across": across // 1_000, "along": along // 1_000}
    keys = ["print", "scale", "scale_read"]
    keys += ["rough", "rough_pin", "fine", "again"] if backed else ["no_backs"]
    for key in (*keys, "margin", "keep"):
        yield voice.say(f"calibration.{key}", **lengths)
    yield voice.say("calibration.command") if backed else voice.say("calibration.command_scale")
    if options.printer:
        yield voice.say("calibration.contained", printer=options.printer)


def _words(
    x: int, y: int, text: str, size: int, *, face: Face = Face.NARROW, align: Align = Align.LEFT, fit: int | None = None
) -> Words:
    return Words(x=x, y=y, text=text, size=size, face=face, align=align, fit=fit, owner="calibration")


def _length(room: int) -> int:
    """Give the longest length in whole centimetres that leaves room for the marks behind it."""
    return max(50_000, room * 94 // 100 // 10_000 * 10_000)


def _number(length: int) -> str:
    """Write a length in mm as it is typed."""
    return show_number(amount(length, "mm"))


def _ruler(x: int, y: int, length: int, scale: Fraction, *, upright: bool) -> Iterator[Mark]:
    """Give a line of a length with centimetres, and behind its end marks of per cent.

    The mark for a scale stands where a true length lies on the paper of a printer of that scale.
    """

    def at(along: int, off: int) -> tuple[int, int]:
        return (x + off, y + along) if upright else (x + along, y + off)

    def stroke(along: int, low: int, high: int) -> Line:
        return (*at(along, low), *at(along, high))

    middle = int(scale * 200 + Fraction(1, 2))
    places = {half: int(length * scale * 200 / half) for half in range(middle - HALVES, middle + HALVES + 1)}
    end = length * 95 // 100
    lines = [(*at(0, 0), *at(end, 0)), stroke(0, -3_000, 4_000)]
    lines += [stroke(ten, 0, 2_000) for ten in range(10_000, end, 10_000)]
    numbers = [("0", 0, 4_000)]
    for half, place in places.items():
        # The marks are too near one another for numbers; a line leads from each to its own.
        led = places[middle] + (middle - half) * APART
        lines += [stroke(place, -2_000, 2_500), (*at(place, 2_500), *at(led, 7_000))]
        numbers.append((show_number(Fraction(half, 2)), led, 7_000))
    yield Strokes(lines=tuple(lines), width=THIN)
    for text, place, off in numbers:
        wx, wy = at(place, off + 800)
        yield _words(wx, wy - 700, text, 60) if upright else _words(wx, wy, text, 60, align=Align.CENTRE)
    wx, wy = at(length // 2, -4_200)
    yield Words(
        x=wx, y=wy, text=f"{length // 1_000} mm = ? %", size=75, face=Face.NARROW, align=Align.CENTRE,
        turn=90 if upright else 0, owner="calibration",
    )  # fmt: skip


def _vernier(
    front: list[Mark],
    back: list[Mark],
    box: _Box,
    middle: tuple[int, int],
    pitch: int,
    options: SheetOptions,
    *,
    upright: bool,
) -> None:
    """Add the fine scale of one axis: lines of the back stand so much nearer to one another than those of the front."""
    x, y = middle
    current = options.back_offset[1 if upright else 0]
    sign = _sign(options, upright=upright)
    low, high = -5_000, 5_000
    fronts: list[Line] = []
    backs: list[Line] = []
    for step in range(-TICKS, TICKS + 1):
        place, behind = step * pitch, step * (pitch - FINE)
        value = _number(current + sign * step * FINE)
        if upright:
            fronts.append((x + low, y + place, x + 1_500, y + place))
            backs.append(_mirrored(box, (x - 1_500, y + behind, x + high, y + behind)))
            front.append(_words(x + low - 1_000, y + place - 700, value, 60, align=Align.RIGHT))
        else:
            fronts.append((x + place, y + low, x + place, y + 1_500))
            backs.append(_mirrored(box, (x + behind, y - 1_500, x + behind, y + high)))
            front.append(_words(x + place, y + low - 2_600, value, 60, align=Align.CENTRE))
    front.append(Strokes(lines=tuple(fronts), width=LINE))
    back.append(Strokes(lines=tuple(backs), width=LINE))


def _sign(options: SheetOptions, *, upright: bool) -> int:
    """Tell whether an offset grows to the right (or upwards), 1, or the other way, -1, as seen from the front.

    A back that shows too far right, seen through the paper, has to move left there: which is right on a back that is
    mirrored, left on one that is not.
    """
    mirrored = options.upright != upright
    return 1 if mirrored else -1


def _mirrored(box: _Box, line: Line) -> Line:
    """Give a line of the back by where it is to show on the front."""
    x1, y1, x2, y2 = line
    return box.width - x1, y1, box.width - x2, y2


def _target(front: list[Mark], back: list[Mark], box: _Box, middle: tuple[int, int], options: SheetOptions) -> None:
    """Add the rough scale of both axes: a square of millimetres on the front, a cross on the back."""
    x, y = middle
    reach = TICKS * 1_000
    pale: list[Line] = []
    dark: list[Line] = []
    for step in range(-TICKS, TICKS + 1):
        place = step * 1_000
        tick = 2_500 if step % 5 == 0 else 1_300
        dark.append((x + place, y - reach - tick, x + place, y - reach))
        dark.append((x - reach - tick, y + place, x - reach, y + place))
        if step % 5 == 0:
            lines = pale if step % 10 else dark
            lines.append((x + place, y - reach, x + place, y + reach))
            lines.append((x - reach, y + place, x + reach, y + place))
            for upright in (False, True):
                value = options.back_offset[1 if upright else 0] + _sign(options, upright=upright) * place
                at = (x - reach - 3_200, y + place - 700) if upright else (x + place, y - reach - 5_200)
                front.append(_words(*at, _number(value), 60, align=Align.RIGHT if upright else Align.CENTRE))
    front.append(Strokes(lines=tuple(pale), colour=PALE, width=THIN))
    front.append(Strokes(lines=tuple(dark), width=THIN))
    front.append(_words(x, y - reach - 10_000, "X", 110, face=Face.BOLD, align=Align.CENTRE))
    front.append(_words(x - reach - 10_000, y - 1_400, "Y", 110, face=Face.BOLD, align=Align.CENTRE))
    arm = reach + 3_000
    cross = (_mirrored(box, (x - arm, y, x + arm, y)), _mirrored(box, (x, y - arm, x, y + arm)))
    back.append(Strokes(lines=cross, width=LINE))


def _margins(box: _Box) -> Iterator[Mark]:
    """Give lines at all four edges, each as far from its edge as its number says in mm."""
    lines: list[Line] = []
    step = 5_000
    for number in range(1, MARGINS + 1):
        off, along = number * 1_000, (number - MARGINS // 2) * step
        text = str(number)
        x, y = box.width // 2 + along, box.height // 2 + along
        lines += [
            (x, off, x + step // 2, off),
            (x, box.height - off, x + step // 2, box.height - off),
            (off, y, off, y + step // 2),
            (box.width - off, y, box.width - off, y + step // 2),
        ]
        yield _words(x + step * 6 // 10, off - 750, text, 60)
        yield _words(x + step * 6 // 10, box.height - off - 750, text, 60)
        yield _words(off, y + step * 6 // 10, text, 60, align=Align.CENTRE)
        yield _words(box.width - off, y + step * 6 // 10, text, 60, align=Align.CENTRE)
    yield Strokes(lines=tuple(lines), width=THIN)
