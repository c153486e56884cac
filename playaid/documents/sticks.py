"""Measuring sticks to cut out and join: what stands on one, and how it is cut into pieces that a sheet takes.

Sticks are drawn lying: u runs along the stick, v across it, both in µm. Sticks longer than the paper come in pieces:
the next lies with its cut edge on the line before the tab.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from math import ceil

from playaid.lengths import Length
from playaid.pages import BLACK, WHITE, Align, Colour, Face, Group, Mark, Path, Picture, Piece, Words
from playaid.papers import DoesNotFit, SheetOptions
from playaid.prose import Voice

ACROSS = 18_000
"""Width of a stick, in µm."""

TAB = 10_000
"""Length of a tab to glue, in µm."""

SHORTEST = 50_000
"""A piece of a stick is no shorter than this, in µm, or joining would cost more than it gives."""

INK: Colour = "#222222"
SHADE: Colour = "#e9e9e9"
HATCH: Colour = "#b4b4b4"

NAMES, ZONES = 3_400, 11_400
"""The upper edges of two rows of a stick, in µm: of its name, and of its zones; the scale is above them."""

SCALES: dict[str, tuple[tuple[int, int], ...]] = {
    "cm": ((10_000, 1_300), (50_000, 2_200), (100_000, 3_200)),
    "in": ((12_700, 1_300), (25_400, 2_200), (101_600, 3_200)),
}
"""The ticks of a scale: how far apart and how long, in µm; the last ones are numbered."""


@dataclass(frozen=True, kw_only=True)
class Bound:
    """A mark across a stick: its place at the lower edge and at the upper one, and what is said of it."""

    low: int
    high: int
    label: str = ""
    above: str = ""
    lines: tuple[str, ...] = ()


@dataclass(frozen=True, kw_only=True)
class Zone:
    """A stretch of a stick and what holds within it."""

    start: int
    end: int
    label: str
    chance: str = ""


@dataclass(frozen=True, kw_only=True)
class Stick:
    """A measuring stick from nought to its length; `upper` and `lower` are the units along its edges.

    `tab` says that something is glued to its far end.
    """

    name: str
    edition: str
    length: int
    upper: str | None
    lower: str | None = None
    zones: tuple[Zone, ...] = ()
    bounds: tuple[Bound, ...] = ()
    tab: bool = False
    numbered: bool = True


@dataclass(frozen=True)
class Reach:
    """The room of a sheet: its longer and its shorter side in µm, and whether the longer one stands upright."""

    long: int
    short: int
    upright: bool


def reach_of(sheet: SheetOptions) -> Reach:
    """Give the room of a sheet."""
    wide = sheet.paper.width - 2 * sheet.margin
    high = sheet.paper.height - 2 * sheet.margin - sheet.foot
    return Reach(max(wide, high), min(wide, high), high >= wide)


# Sticks in pieces.


def pieces_of(sticks: Sequence[Stick], unit: int, reach: Reach, voice: Voice) -> Iterator[Group]:
    """Give the pieces of all sticks as one group, so that they share sheets; joints are at whole `unit` µm."""
    if not sticks:
        return
    if reach.long < SHORTEST + TAB:
        raise DoesNotFit(SHORTEST + TAB, reach.long, "the length of a piece of a measuring stick")
    body = (reach.long - TAB) // unit * unit
    longest = max(stick.length + (TAB if stick.tab else 0) for stick in sticks)
    size = min(body + TAB, longest)
    if longest <= reach.long:
        size = body = longest
    pictures = [picture for stick in sticks for picture in _cut_up(stick, body, size, unit, voice)]
    if reach.upright:
        pictures = [stood(picture) for picture in pictures]
    width, height = pictures[0].width, pictures[0].height
    yield Group(width=Length(width), height=Length(height), pieces=tuple(Piece(front=one) for one in pictures))


def _cut_up(stick: Stick, body: int, size: int, unit: int, voice: Voice) -> Iterator[Picture]:
    """Give the pieces of a stick, at most `body` µm of it on each and as alike as whole units let them be."""
    count = max(1, ceil(Fraction(stick.length, body)))
    each = min(body, ceil(Fraction(stick.length, count * unit)) * unit)
    for number in range(count):
        part = _Part(stick, number * each, min((number + 1) * each, stick.length), number + 1, count, size)
        yield Picture(width=size, height=ACROSS, marks=tuple(part.marks(voice)))


@dataclass(frozen=True)
class _Part:
    """The piece of a stick from `start` to `end` µm, on a picture `size` µm long."""

    stick: Stick
    start: int
    end: int
    number: int
    count: int
    size: int

    @property
    def long(self) -> int:
        return self.end - self.start

    @property
    def last(self) -> bool:
        return self.number == self.count

    def holds(self, at: int) -> bool:
        """Tell whether a place is drawn here; a place on a joint belongs to the piece that ends there."""
        return self.start < at <= self.end

    def marks(self, voice: Voice) -> Iterator[Mark]:
        """Give all that is drawn, the grounds first."""
        for number, zone in enumerate(self.stick.zones):
            yield from self.zone(zone, shaded=number % 2 == 1)
        yield from self.scale(self.stick.upper, top=True, voice=voice)
        yield from self.scale(self.stick.lower, top=False, voice=voice)
        for before, bound in zip([0, *(bound.low for bound in self.stick.bounds)], self.stick.bounds, strict=False):
            yield from self.bound(bound, before)
        yield from self.name()
        yield from self.ends(voice)
        yield Path(points=box(0, 0, self.size, ACROSS), stroke=INK, width=200)

    def zone(self, zone: Zone, *, shaded: bool) -> Iterator[Mark]:
        """Give the ground and the words of a zone, as far as it lies here."""
        left, right = max(zone.start, self.start) - self.start, min(zone.end, self.end) - self.start
        if right <= left:
            return
        low, high = NAMES, ZONES
        if self.stick.lower is not None:
            low, high = 6_000, 12_600
        elif shaded:
            yield Path(points=box(left, low, right - left, high - low), fill=SHADE)
        if (
            self.stick.lower is None
            and any(bound.low == zone.end for bound in self.stick.bounds)
            and self.holds(zone.end)
        ):
            right -= 8_000  # the label of the mark
        middle, room = (left + right) // 2, right - left - 2_000
        if (room < len(zone.label) * 2_500 and room < 22_000) or not zone.label:
            return
        owner = f"{self.stick.name}, {zone.label}"
        yield Words(
            x=middle,
            y=low + 2_000,
            text=zone.label,
            size=130,
            face=Face.BOLD,
            align=Align.CENTRE,
            fit=room,
            owner=owner,
        )
        if zone.chance and right - left >= 40_000:
            yield Words(x=middle + 8_000, y=low + 2_000, text=zone.chance, size=75, face=Face.NARROW, owner=owner)

    def scale(self, unit: str | None, *, top: bool, voice: Voice) -> Iterator[Mark]:
        """Give the ticks along an edge, and their numbers."""
        if unit is None:
            return
        ticks: dict[int, int] = {}
        for apart, tall in SCALES[unit]:
            for at in range(-(-self.start // apart) * apart, self.end + 1, apart):
                ticks[at] = tall
        edge, way = (ACROSS, -1) if top else (0, 1)
        for at, tall in sorted(ticks.items()):
            if not self.holds(at):
                continue
            u = at - self.start
            yield Path(points=((u, edge), (u, edge + way * tall)), closed=False, stroke=BLACK, width=180)
            marked = any(abs(bound.low - at) < 4_000 for bound in self.stick.bounds)
            if self.stick.numbered and tall == SCALES[unit][-1][1] and u < self.long and not marked:
                text = voice.bare(at, unit)
                yield Words(x=u, y=ACROSS - 5_600, text=text, size=70, face=Face.NARROW, align=Align.CENTRE)

    def bound(self, bound: Bound, before: int) -> Iterator[Mark]:
        """Give a mark across the stick and its words; a slanting one as far as it lies here."""
        foot = 0 if self.stick.lower is not None else NAMES  # the name below stays legible
        line = _clipped((bound.low, foot), (bound.high, ACROSS), self.start, self.end)
        if line is not None and line[0] != line[1]:
            yield Path(points=line, closed=False, stroke=BLACK, width=350)
        if self.holds(bound.low):
            u = bound.low - self.start
            y = 2_900 if self.stick.lower is not None else NAMES + 2_000
            yield from self.tag(bound.label, u, y, 100 if bound.lines else 85)
            behind = max(18_000, len(bound.label) * 2_050 + 3_000)
            room = u - max(before - self.start, 0) - behind - 2_000
            for place, text in enumerate(bound.lines if room >= 20_000 else ()):
                v = ZONES - 2_500 - place * 2_650
                yield Words(
                    x=u - behind, y=v, text=text, size=65, face=Face.NARROW, align=Align.RIGHT, fit=room, owner=text
                )
        if bound.above and self.holds(bound.high):
            v = ACROSS - 5_300
            slant = bound.low + (bound.high - bound.low) * v // ACROSS
            yield from self.tag(bound.above, min(slant, bound.high) - self.start, v, 85)

    def tag(self, text: str, u: int, v: int, size: int) -> Iterator[Mark]:
        """Give the label of a mark: before it, or behind it where there is no room before."""
        if u >= len(text) * size * 20 or self.last:
            yield Words(x=u - 1_000, y=v, text=text, size=size, face=Face.BOLD, align=Align.RIGHT)
        else:
            yield Words(x=u + 1_000, y=v, text=text, size=size, face=Face.BOLD)

    def name(self) -> Iterator[Mark]:
        """Give the name of the stick, the number of the piece and the edition, as much of it as there is room for."""
        count = f" · {self.number}/{self.count}" if self.count > 1 else ""
        name, edition = f"{self.stick.name}{count}", f" · {self.stick.edition}"
        left, room, y = 2_000, self.long - 4_000, 1_000
        if self.stick.lower is not None:
            # On the row of the labels, in the widest stretch between two of them.
            here = [bound for bound in self.stick.bounds if self.holds(bound.low)]
            starts = [0, *(max(b.low, b.low + (b.high - b.low) * 6 // 18) - self.start for b in here)]
            stops = [*(bound.low - self.start for bound in here), self.long]
            left, right = max(zip(starts, stops, strict=True), key=lambda pair: pair[1] - pair[0])
            left, room, y = left + 2_000, right - left - 18_000, 2_900
        if room < 15_000:
            return
        text = name + edition if len(name + edition) * 1_050 <= room else name
        yield Words(x=left, y=y, text=text, size=65, face=Face.NARROW, fit=room, owner=self.stick.name)

    def ends(self, voice: Voice) -> Iterator[Mark]:
        """Give the marks of the joints: a tab behind the far end, wedges on both sides of it."""
        if self.number > 1:
            yield from _wedges(0, 1)
        if not self.last or self.stick.tab:
            text = (
                voice.say("ruler.glue", piece=f"{self.number + 1}/{self.count}")
                if not self.last
                else voice.say("ruler.ring")
            )
            yield from _tab(self.long, text)
            if self.long + TAB < self.size:
                end = self.long + TAB
                yield Path(points=((end, 0), (end, ACROSS)), closed=False, stroke=INK, width=200)
        elif self.long < self.size:
            yield Path(points=((self.long, 0), (self.long, ACROSS)), closed=False, stroke=BLACK, width=350)
            room = self.size - self.long
            if room >= 6_000:
                x = self.long + 4_000
                yield Words(
                    x=x, y=1_000, text=voice.say("ruler.cut"), size=65, face=Face.NARROW, turn=90, fit=ACROSS - 2_000
                )


def _clipped(
    one: tuple[int, int], other: tuple[int, int], start: int, end: int
) -> tuple[tuple[int, int], tuple[int, int]] | None:
    """Give the part of a line that lies on a piece, counted from the start of the piece; `None` where none does."""
    (a, v), (b, w) = one, other
    if a == b:
        return ((a - start, v), (b - start, w)) if start < a <= end else None
    low, high = max(min(a, b), start), min(max(a, b), end)
    if low >= high:
        return None

    def at(u: int) -> tuple[int, int]:
        return u - start, round(v + Fraction(w - v) * (u - a) / (b - a))

    return at(low), at(high)


def _wedges(u: int, way: int) -> Iterator[Mark]:
    """Give two wedges that point at a joint, one at each edge."""
    for v, side in ((0, 1), (ACROSS, -1)):
        points = ((u, v), (u + way * 2_500, v), (u, v + side * 2_500))
        yield Path(points=points, fill=BLACK)


def _tab(u: int, text: str) -> Iterator[Mark]:
    """Give the tab behind the line at u: hatched, with what is to be glued there."""
    yield from _hatch(u, TAB)
    yield Path(points=((u, 0), (u, ACROSS)), closed=False, stroke=BLACK, width=250)
    yield from _wedges(u, 1)
    yield Path(points=box(u + 3_300, 1_200, 3_600, ACROSS - 2_400), fill=WHITE)
    yield Words(
        x=u + 6_000,
        y=ACROSS // 2,
        text=text,
        size=65,
        face=Face.NARROW,
        align=Align.CENTRE,
        turn=90,
        fit=ACROSS - 2_800,
        owner=text,
    )


def _hatch(u: int, wide: int) -> Iterator[Mark]:
    """Give slanting lines over a stretch of a stick."""
    for start in range(-ACROSS, wide, 2_000):
        left, right = max(0, start), min(wide, start + ACROSS)
        if left < right:
            points = ((u + left, left - start), (u + right, right - start))
            yield Path(points=points, closed=False, stroke=HATCH, width=150)


# Pictures.


def stood(picture: Picture) -> Picture:
    """Give a lying picture standing: what ran to the right runs up."""

    def turned(point: tuple[int, int]) -> tuple[int, int]:
        return picture.height - point[1], point[0]

    marks: list[Mark] = []
    for mark in picture.marks:
        if isinstance(mark, Path):
            marks.append(replace(mark, points=tuple(turned(point) for point in mark.points)))
        elif isinstance(mark, Words):
            x, y = turned((mark.x, mark.y))
            marks.append(replace(mark, x=x, y=y, turn=mark.turn + 90))
    return Picture(width=picture.height, height=picture.width, marks=tuple(marks))


def box(x: int, y: int, width: int, height: int) -> tuple[tuple[int, int], ...]:
    """Give the corners of an upright rectangle."""
    return ((x, y), (x + width, y), (x + width, y + height), (x, y + height))
