"""What stands on every page: the strip with words and scale bars at the foot, the banner at the head."""

from dataclasses import dataclass
from functools import lru_cache, partial

from playaid.cutlines import Segment
from playaid.fonts import ELLIPSIS, Line, TextProblem, clean, shorten, wrap
from playaid.pages import Align, Face, Furniture
from playaid.papers import BARS_ROOM, HEAD, SheetOptions
from playaid.pen import POINT, Pen, Recording, record

FACE = Face.NARROW
SIZE = 6.0
LEADING = 5.6
LINES = 3
BETWEEN = " · "
LEAST_TITLE = 12
"""So many letters of the title are kept; beyond that the end of the strip gives way."""

SLACK = 2_000
"""Free width at both ends of the strip, in µm: a back page moved by its offset keeps the strip inside the margin."""

TICK, LOW, APART = 1_200, 700, 2_700
"""The bars: the height of their ends, how high the lower one lies, and the other above it, in µm."""

LABEL_SIZE = 6.0
BANNER_FACE = Face.BOLD


@dataclass(frozen=True)
class Foot:
    """The words of one strip, line by line, and what had to be left out of them."""

    lines: tuple[str, ...]
    problems: tuple[TextProblem, ...] = ()


def draw_furniture(
    pen: Pen,
    furniture: Furniture,
    options: SheetOptions,
    *,
    size: tuple[int, int],
    number: int,
    total: int,
    notes: tuple[str, ...] = (),
    shift: tuple[int, int] = (0, 0),
) -> None:
    """Draw the strip of page `number` and the banner; `size` is the page's in µm, `notes` join the second line.

    `shift` moves the strip with a page that is moved by the back offset, as far as the margin allows.
    """
    page_width, page_height = size
    margin = options.margin
    dx = max(-SLACK, min(SLACK, shift[0]))
    left, right = margin + SLACK + dx, page_width - margin - SLACK + dx
    beside = options.foot == options.strip
    room = right - left - (BARS_ROOM if beside else 0)
    foot = _words(furniture, notes, number, total, room * POINT)
    for problem in foot.problems:
        pen.report(problem)
    low, high = _words_height(len(foot.lines))
    bottom = margin + (0 if beside else options.foot - options.strip)
    slack = int(options.strip - high / POINT)
    base = bottom + max(0, slack) // 2
    dy = max(bottom - base, min(max(0, bottom + slack - base), shift[1]))
    for index, text in enumerate(reversed(foot.lines)):
        pen.text(left, base + dy + (low + index * LEADING) / POINT, Line(text, SIZE), FACE)
    dy = max(-LOW, min(options.strip - LOW - APART - TICK, shift[1]))
    pen.replay_at(_bars(furniture.bars), (right - BARS_ROOM) * POINT, (margin + dy) * POINT)
    if furniture.banner:
        _banner(pen, clean(furniture.banner), options, page_width, page_height)


def texts(furniture: Furniture, notes: tuple[str, ...]) -> list[tuple[str, Face]]:
    """Give all that may be printed here, for the check that the type has it."""
    strip = [
        *furniture.first,
        *furniture.second,
        *furniture.bars,
        *notes,
        furniture.page.replace("{n}", "0").replace("{total}", "0"),
    ]
    return [(text, FACE) for text in strip] + [(furniture.banner, BANNER_FACE)]


def _words_height(lines: int) -> tuple[float, float]:
    """Give the height of the lowest base line over the foot of the words, and the height of the words, in points."""
    low = 1.4
    return low, low + (lines - 1) * LEADING + 0.7 * SIZE


def _words(furniture: Furniture, notes: tuple[str, ...], number: int, total: int, room: float) -> Foot:
    """Break the words of the strip into lines; the first part, the title, is shortened before there is a fourth."""
    page = furniture.page.replace("{n}", str(number)).replace("{total}", str(total))
    first = [clean(part) for part in (*furniture.first, page) if part]
    second = [clean(part) for part in (*furniture.second, *notes) if part]

    def broken(title: str) -> list[str]:
        return [
            line for parts in ([title, *first[1:]], second) if parts for line in _wrapped(BETWEEN.join(parts), room)
        ]

    title = first[0]
    lines = broken(title)
    if len(lines) <= LINES:
        return Foot(tuple(lines))
    fits, too_long = min(LEAST_TITLE, len(title)), len(title)
    while too_long - fits > 1:
        middle = (fits + too_long) // 2
        if len(broken(title[:middle].rstrip() + ELLIPSIS)) <= LINES:
            fits = middle
        else:
            too_long = middle
    problems = []
    if fits < len(title):
        short = title[:fits].rstrip() + ELLIPSIS
        problems.append(TextProblem("shortened", title, "strip", f"printed as {short!r}"))
        lines = broken(short)
    if len(lines) > LINES:
        rest = " ".join(lines[LINES - 1 :])
        lines[LINES - 1 :] = [shorten(rest, FACE, SIZE, room)]
        problems.append(TextProblem("shortened", rest, "strip", f"printed as {lines[-1]!r}"))
    return Foot(tuple(lines), tuple(problems))


@lru_cache(maxsize=256)
def _wrapped(text: str, room: float) -> tuple[str, ...]:
    """Break a line of the strip; most stand on many pages."""
    return tuple(wrap(text, FACE, SIZE, room))


@lru_cache(maxsize=16)
def _bars(said: tuple[str, str]) -> Recording:
    """Give 50 mm and 2 in, exactly, one above the other, so that a ruler tells a print that is not at 100 %."""
    return record(partial(_draw_bars, said))


def _draw_bars(said: tuple[str, str], pen: Pen) -> None:
    for base, length, parts, label in ((LOW + APART, 50_000, 5, said[0]), (LOW, 50_800, 2, said[1])):
        pen.lines([Segment(0, base, length, base)], width=0.5)
        ticks = [
            Segment(length * part // parts, base, length * part // parts, base + height)
            for part in range(parts + 1)
            for height in [TICK if part in (0, parts) else TICK // 2]
        ]
        pen.lines(ticks, width=0.5)
        pen.text(length + 900, base - 100, Line(label, LABEL_SIZE), FACE)


def _banner(pen: Pen, text: str, options: SheetOptions, page_width: int, page_height: int) -> None:
    """Draw the banner in bold, as large as its room allows, in one line or two."""
    room = (page_width - 2 * options.margin) * POINT
    height = (HEAD - 2_000) * POINT
    for size in (11.0, 10.0, 9.0, 8.0, 7.0, 6.0):
        lines = wrap(text, BANNER_FACE, size, room)
        if len(lines) * size <= height:
            break
    else:
        rest = " ".join(lines[1:])
        lines = [lines[0], shorten(rest, BANNER_FACE, size, room)]
        pen.report(TextProblem("shortened", text, "banner", f"ends in {lines[-1]!r}"))
    top = page_height - options.margin
    for index, line in enumerate(lines):
        base = top - (index + 0.78) * size / POINT
        pen.text(page_width / 2, base, Line(line, size), BANNER_FACE, align=Align.CENTRE)
