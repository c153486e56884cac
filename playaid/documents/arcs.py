"""Range arcs to cut out: quarter circles where the paper has room, else rings in sectors, each with its handle."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import ceil, cos, pi, sin

from playaid.documents.sticks import ACROSS, HATCH, INK, SCALES, TAB, Reach, Stick, stood
from playaid.lengths import Length
from playaid.pages import BLACK, Align, Disc, Face, Group, Mark, Path, Picture, Piece, Words
from playaid.papers import DoesNotFit
from playaid.prose import Voice

BREADTH = 22_000
"""Breadth of a ring, in µm."""

STEP = 0.006
"""Angle between places along an arc, in radians: at a metre a straight line between two is off by 5 µm."""


@dataclass(frozen=True, kw_only=True)
class Arc:
    """A distance (µm), the unit it is written in, and what is said of it."""

    radius: int
    unit: str
    lines: tuple[str, ...]


def arcs_of(arcs: Sequence[Arc], edition: str, reach: Reach, voice: Voice) -> tuple[list[Group], list[Stick]]:
    """Give arcs to cut out, the shortest first, and the handles of those that are rings."""
    groups: list[Group] = []
    handles: list[Stick] = []
    for number, arc in enumerate(arcs):
        if arc.radius <= reach.short:
            faces = [quarter(arc, arcs[:number], voice)]
        else:
            ring = Ring.of(arc.radius, reach)
            faces = [ring.sector(sector, arc, voice) for sector in range(ring.count)]
            faces = [stood(face) for face in faces] if reach.upright else faces
            name = voice.say("ruler.handle", limit=voice.length(arc.radius, arc.unit))
            handles.append(Stick(name=name, edition=edition, length=ring.inner, upper=arc.unit, tab=True))
        width, height = Length(faces[0].width), Length(faces[0].height)
        groups.append(Group(width=width, height=height, pieces=tuple(Piece(front=face) for face in faces)))
    return groups, handles


def quarter(arc: Arc, shorter: Sequence[Arc], voice: Voice) -> Picture:
    """Give a quarter of a circle with its corner at the lower left, the shorter arcs dashed within."""
    radius = arc.radius
    marks: list[Mark] = [
        Path(points=((0, 0), *places(radius)), stroke=INK, width=300),
        Path(points=places(radius - 1_500), closed=False, stroke=HATCH, width=150),
    ]
    marks += [
        Path(points=places(one.radius), closed=False, stroke=INK, width=200, dashes=(1_500, 1_000)) for one in shorter
    ]
    for apart, tall in SCALES[arc.unit]:
        for at in range(apart, radius, apart):
            marks.append(Path(points=((at, 0), (at, tall)), closed=False, stroke=BLACK, width=180))
            marks.append(Path(points=((0, at), (tall, at)), closed=False, stroke=BLACK, width=180))
    marks.append(Disc(x=0, y=0, radius=3_000, stroke=BLACK, width=250))
    middle = radius * 42 // 100
    text = voice.length(radius, arc.unit)
    marks.append(Words(x=middle, y=middle, text=text, size=180, face=Face.BOLD, align=Align.CENTRE))
    room = radius * 72 // 100
    for place, line in enumerate(arc.lines):
        y = middle - 5_500 - place * 3_200
        marks.append(
            Words(x=middle, y=y, text=line, size=75, face=Face.NARROW, align=Align.CENTRE, fit=room, owner=line)
        )
    return Picture(width=radius, height=radius, marks=tuple(marks))


def places(radius: int) -> tuple[tuple[int, int], ...]:
    """Give places along a quarter of a circle round the origin."""
    steps = ceil(pi / 2 / STEP)
    angles = (pi / 2 * step / steps for step in range(steps + 1))
    return tuple((round(radius * cos(angle)), round(radius * sin(angle))) for angle in angles)


@dataclass(frozen=True, kw_only=True)
class Ring:
    """A quarter of a ring in an odd number of sectors, the middle one with the handle's seat; angles are radians."""

    radius: int
    inner: int
    count: int
    half: float
    tab: float
    left: int
    bottom: int
    width: int
    height: int

    @classmethod
    def of(cls, radius: int, reach: Reach) -> "Ring":
        """Give the ring in as few sectors as the paper takes. Raises `DoesNotFit` where it takes none."""
        inner = radius - min(BREADTH, radius // 3)
        for count in range(1, 90, 2):
            half = pi / 4 / count
            tab = TAB / radius if count > 1 else 0.0
            left, right = ceil(radius * sin(half)), ceil(radius * sin(min(half + tab, pi / 2)))
            bottom = int(inner * cos(half + tab))
            width, height = left + right, radius - bottom
            if width <= reach.long and height <= reach.short:
                return cls(
                    radius=radius,
                    inner=inner,
                    count=count,
                    half=half,
                    tab=tab,
                    left=left,
                    bottom=bottom,
                    width=width,
                    height=height,
                )
        raise DoesNotFit(height, reach.short, "the breadth of a sector of a range arc")

    def point(self, radius: float, angle: float) -> tuple[int, int]:
        """Give a place in the picture of a sector: `angle` turns clockwise from the middle of the sector."""
        return round(self.left + radius * sin(angle)), round(radius * cos(angle)) - self.bottom

    def arc(self, radius: float, start: float, end: float) -> list[tuple[int, int]]:
        """Give places along an arc, so near one another that the line between them is off by a few µm at most."""
        steps = max(2, ceil(abs(end - start) / STEP))
        return [self.point(radius, start + (end - start) * step / steps) for step in range(steps + 1)]

    def sector(self, number: int, arc: Arc, voice: Voice) -> Picture:
        """Give a sector; each but the last has a tab at its right."""
        last = number == self.count - 1
        right = self.half if last else self.half + self.tab
        outline = (*self.arc(self.radius, -self.half, right), *self.arc(self.inner, right, -self.half))
        marks: list[Mark] = [Path(points=tuple(outline), stroke=INK, width=300)]
        middle = (self.radius + self.inner) // 2
        if not last:
            seam = (self.point(self.inner, self.half), self.point(self.radius, self.half))
            for step in (1, 2, 6, 7):
                angle = self.half + self.tab * step / 8
                line = (self.point(self.inner, angle), self.point(self.radius, angle))
                marks.append(Path(points=line, closed=False, stroke=HATCH, width=150))
            # Words turn by whole degrees; on so short a tab no eye sees the rest.
            angle = self.half + self.tab * 5 / 8
            x, y = self.point(middle, angle)
            text = voice.say("ruler.glue", piece=f"{number + 2}/{self.count}")
            room = self.radius - self.inner - 2_000
            turn = 90 - round(angle * 180 / pi)
            marks.append(
                Words(
                    x=x, y=y, text=text, size=65, face=Face.NARROW, align=Align.CENTRE, turn=turn, fit=room, owner=text
                )
            )
            marks.append(Path(points=seam, closed=False, stroke=BLACK, width=250))
        if number == self.count // 2:
            marks += self.seat()
        count = f" · {number + 1}/{self.count}" if self.count > 1 else ""
        x, y = self.point(middle, 0.0)
        text = f"{voice.length(arc.radius, arc.unit)}{count}"
        marks.append(Words(x=x, y=y + 3_000, text=text, size=110, face=Face.BOLD, align=Align.CENTRE))
        room = self.left * 2 * 8 // 10
        for place, line_ in enumerate(arc.lines):
            y_ = y - 400 - place * 2_800
            marks.append(
                Words(x=x, y=y_, text=line_, size=65, face=Face.NARROW, align=Align.CENTRE, fit=room, owner=line_)
            )
        return Picture(width=self.width, height=self.height, marks=tuple(marks))

    def seat(self) -> Iterator[Mark]:
        """Give the place where the handle is glued under the ring: its edge on the inner edge, its tab below."""
        foot = self.inner
        for side in (-1, 1):
            x, _ = self.point(foot, 0.0)
            base = self.point(foot, side * ACROSS / 2 / foot)[1]
            line = ((x + side * ACROSS // 2, base), (x + side * ACROSS // 2, base + 5_000))
            yield Path(points=line, closed=False, stroke=BLACK, width=250)
        x, y = self.point(foot, 0.0)
        yield Path(points=((x, y + 3_000), (x - 1_500, y), (x + 1_500, y)), fill=BLACK)
