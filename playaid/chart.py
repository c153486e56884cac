"""The table drawn to scale: ground, zones, terrain, grid, entries, markers, what is seen of it.

What is drawn comes from views. Table coordinates are µm on the table, those of marks µm on paper: a whole ratio lies
between them, so that a piece measures on paper what the scale says.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import pairwise
from math import hypot

from playaid.fonts import width as measure
from playaid.ground import column_letters
from playaid.hatching import Frame, hatch
from playaid.labels import Labels, Spot
from playaid.look import PATTERNS, Ground, Look
from playaid.pages import BLACK, WHITE, Align, Face, Mark, Path, Strokes, Words
from playaid.pen import POINT
from playaid.rings import TEXT, Circle, numbers
from playaid.signs import area, dead_edge, dead_ground, led, wall, wall_edge
from playaid.views import Entry, KindView, PublicSide, PublicView, Ring, Row

INK = "#222222"
LABEL, NUMBER, AXIS = 70, 85, 70
"""Sizes of names, of markers' numbers and of the grid's letters, in tenths of a point."""

BAND = 5_000
"""Width of the band round the table for letters and numbers, in µm."""

ENTRIES = 6_500
"""Width of the band outside that for the arrows of reinforcements, in µm."""

EDGES = ("south", "west", "north", "east")
LEVEL = ("south", "north")
EDGES_OF_FRAME = {"west": 0, "south": 1, "east": 2, "north": 3}
"""Where each edge stands in a frame."""

WITHIN = 4_400
"""How far within the edge an arrow of reinforcements ends on a sheet without bands, in µm."""

DOT = 900
"""Radius of the free room round the place of a marker, in µm."""

BOX, NAME = 4_200, 3_000
"""Heights of a marker and of a name on the map, in µm."""

THIN = 4_000
"""An area no thicker than this on paper would be hidden by its name, in µm."""

IDLE = (1_400, 900)
"""Dashes of the circle round a marker that does nothing."""

ZONES = (("diagonal", (2_600, 1_200)), ("back", (700, 900)))
"""For each side the slant of its zone's hatching and the dashes of its border."""


@dataclass(frozen=True, kw_only=True)
class Shown:
    """A marker on the map: whose it is and what its owner knows of it."""

    side: PublicSide
    row: Row


@dataclass(frozen=True, kw_only=True)
class Coming:
    """Reinforcements of a side by one stretch of edge, and the turns in which they come."""

    side: PublicSide
    entry: Entry
    turns: tuple[int, ...]


@dataclass(frozen=True, kw_only=True)
class Scene:
    """What one drawing of the table shows beside terrain and zones; one with rings hatches neither zones nor ground."""

    markers: tuple[Shown, ...] = ()
    coming: tuple[Coming, ...] = ()
    decoys: bool = False
    rings: bool = False
    dead: tuple[Ring, ...] = ()
    names: tuple[str, ...] = ()
    """For each piece of terrain the label it bears, or nothing."""


@dataclass(frozen=True, kw_only=True)
class Chart:
    """A table at a scale of 1 to `ratio`, its south-west corner at (`left`, `bottom`) of the picture."""

    public: PublicView
    look: Look
    scene: Scene
    ratio: int
    left: int = 0
    bottom: int = 0

    @property
    def frame(self) -> Frame:
        """The table on paper."""
        return self.left, self.bottom, *self.at(*self.public.table)

    def at(self, x: int, y: int) -> tuple[int, int]:
        """Give the place on paper of a place on the table."""
        return self.left + x // self.ratio, self.bottom + y // self.ratio

    def ring(self, ring: Ring) -> tuple[tuple[int, int], ...]:
        """Give corners on paper."""
        return tuple(self.at(x, y) for x, y in ring)

    def marks(self) -> Iterator[Mark]:
        """Draw the table, its labels on top."""
        west, south, east, north = self.frame
        corners = ((west, south), (east, south), (east, north), (west, north))
        yield Path(points=corners, fill=self.look.table)
        if not self.scene.rings:
            yield from self._zones()
        yield from self._grid()
        yield from self._terrain()
        for number, side in enumerate(self.public.sides):
            for ring in side.zone:
                yield Path(points=self.ring(ring), stroke=side.colour, width=450, dashes=ZONES[number % 2][1])
        if self.scene.dead:
            dead = [self.ring(ring) for ring in self.scene.dead]
            yield from dead_edge(dead) if self.scene.rings else dead_ground(dead)
        circles = tuple(self._circles()) if self.scene.rings else ()
        for circle in circles:
            yield from circle.marks(self.frame)
        yield Path(points=corners, stroke=BLACK, width=500)
        yield from self._labels(circles)

    def _zones(self) -> Iterator[Mark]:
        for number, side in enumerate(self.public.sides):
            for ring in side.zone:
                strokes = hatch([self.ring(ring)], ZONES[number % 2][0], 6_000)
                yield Strokes(lines=strokes, colour=side.colour, width=110)

    def _grid(self) -> Iterator[Mark]:
        grid = self.public.grid
        if grid is None:
            return
        width, depth = self.public.table
        west, south, east, north = self.frame
        upright = [self.at(x, 0)[0] for x in range(grid, width, grid)]
        level = [self.at(0, y)[1] for y in range(grid, depth, grid)]
        lines = [(x, south, x, north) for x in upright] + [(west, y, east, y) for y in level]
        yield Strokes(lines=tuple(lines), colour=self.look.grid, width=150)

    def axes(self) -> Iterator[Mark]:
        """Draw the letters of the columns below the table and the numbers of the rows at its left."""
        grid = self.public.grid
        if grid is None:
            return
        width, depth = self.public.table
        west, south, _, _ = self.frame
        for number, x in enumerate(range(0, width, grid)):
            middle = self.at((x + min(x + grid, width)) // 2, 0)[0]
            yield _words(middle, south - 3_600, column_letters(number), AXIS)
        for number, y in enumerate(range(0, depth, grid)):
            middle = self.at(0, (y + min(y + grid, depth)) // 2)[1]
            yield _words(west - 2_600, middle - 900, str(number + 1), AXIS)

    @cached_property
    def grounds(self) -> dict[str, Ground]:
        """How each kind of terrain on the table is drawn, no two of them alike."""
        found: dict[str, Ground] = {}
        others = 0
        for kind in self.public.kinds:
            ground = self.look.ground(kind.id, others)
            others += kind.id not in self.look.terrain
            if ground in found.values():
                free = (replace(ground, pattern=pattern) for pattern in PATTERNS[1:])
                ground = next((one for one in free if one not in found.values()), ground)
            found[kind.id] = ground
        return found

    def _terrain(self) -> Iterator[Mark]:
        """Draw areas, then lines over them; the white beside a line lies below the areas, to cut nothing off them."""
        other = self.look.others[0]
        drawn = [
            (piece.form == "line", self.ring(piece.outline), self.grounds.get(piece.kind, other))
            for piece in self.public.terrain
        ]
        for line, points, _ in drawn:
            if line:
                yield wall_edge(points)
        for line, points, ground in drawn:
            if not line:
                yield from area(points, ground)
        for line, points, ground in drawn:
            if line:
                yield wall(points, ground)

    def _circles(self) -> Iterator[Circle]:
        for shown in self.scene.markers:
            row = shown.row
            if row.at is None or not row.spotted:
                continue
            text = ring_text(shown)
            for limit, dashes in ((row.idle, IDLE), (row.acting, None)):
                if limit:
                    yield Circle(
                        at=self.at(*row.at),
                        radius=limit // self.ratio,
                        text=text,
                        width=text_width(text, TEXT, Face.NARROW_BOLD),
                        colour=shown.side.colour,
                        dashes=dashes,
                    )

    def _labels(self, circles: Sequence[Circle]) -> Iterator[Mark]:
        """Draw markers, names of terrain, then numbers of circles, each where there is room for it."""
        outlines = [self.ring(piece.outline) for piece in self.public.terrain]
        lines = [
            (*a, *b)
            for piece, ring in zip(self.public.terrain, outlines, strict=True)
            if piece.form == "line"
            for a, b in pairwise(ring)
        ]
        labels = Labels(self.frame, pieces=tuple(map(_extent, outlines)), lines=tuple(lines))
        placed = [shown for shown in self.scene.markers if shown.row.at is not None]
        dots = [labels.keep(*self.at(*shown.row.at), DOT) for shown in placed if shown.row.at is not None]
        leaders: list[Mark] = []
        boxes: list[Mark] = []
        for shown, dot in zip(placed, dots, strict=True):
            if shown.row.at is None:
                continue
            x, y = self.at(*shown.row.at)
            text = marker_text(shown.side, shown.row)
            spot = labels.place(x, y, marker_width(text), BOX, dot)
            if spot.led:
                leaders += led((x, y), (spot.x, spot.y), shown.side.colour)
            boxes += marker(spot.x, spot.y, text, shown.side.colour, decoy=self.scene.decoys and shown.row.decoy)
        for number, (outline, name) in enumerate(zip(outlines, self.scene.names, strict=False)):
            piece = self.public.terrain[number]
            if name:
                width = text_width(name, LABEL, Face.NARROW) + 800
                spot = _named(labels, number, piece.form, outline, width)
                if spot.led:
                    x, y = _middle(piece.form, outline)
                    leaders.append(Strokes(lines=((x, y, spot.x, spot.y),), colour=INK, width=130))
                boxes += _name(spot.x, spot.y, width, name)
        yield from leaders
        yield from boxes
        yield from numbers(circles, labels)

    def entries(self, said: Sequence[str], far: Sequence[int]) -> Iterator[Mark]:
        """Draw the stretches by which reinforcements come, with what is said of each; `far` µm from each edge."""
        taken: dict[str, list[tuple[int, int]]] = {}
        for coming, text in zip(self.scene.coming, said, strict=True):
            edge = coming.entry.edge
            low, high = self._stretch(coming.entry)
            band = far[EDGES.index(edge)]
            yield from self._entry(coming, text, (low, high), band, taken.setdefault(edge, []))

    def entries_within(self, said: Sequence[str], frame: Frame) -> Iterator[Mark]:
        """Draw the same inside the table, for the part of it in a frame: a sheet without the bands round the table."""
        taken: dict[str, list[tuple[int, int]]] = {}
        for coming, text in zip(self.scene.coming, said, strict=True):
            edge = coming.entry.edge
            level = edge in LEVEL
            low, high = self._stretch(coming.entry)
            room = (frame[0 if level else 1], frame[2 if level else 3])
            part = max(low, room[0]), min(high, room[1])
            if part[0] < part[1] and self.frame[EDGES_OF_FRAME[edge]] == frame[EDGES_OF_FRAME[edge]]:
                yield from self._entry(coming, text, part, -WITHIN, taken.setdefault(edge, []), room)

    def entry_ends(self) -> Iterator[tuple[int, int]]:
        """Give the places on paper where stretches of entry begin and end, but for the corners of the table."""
        for coming in self.scene.coming:
            edge = coming.entry.edge
            border, along = self.frame[EDGES_OF_FRAME[edge]], (0, 2) if edge in LEVEL else (1, 3)
            for at in self._stretch(coming.entry):
                if at not in (self.frame[along[0]], self.frame[along[1]]):
                    yield (at, border) if edge in LEVEL else (border, at)

    def _stretch(self, entry: Entry) -> tuple[int, int]:
        """Give where a stretch of edge begins and ends on paper."""
        level = entry.edge in LEVEL
        end = self.public.table[0 if level else 1] if entry.end is None else entry.end
        origin = self.left if level else self.bottom
        return origin + (entry.start or 0) // self.ratio, origin + end // self.ratio

    def _entry(
        self,
        coming: Coming,
        text: str,
        stretch: tuple[int, int],
        far: int,
        taken: list[tuple[int, int]],
        room: tuple[int, int] | None = None,
    ) -> Iterator[Mark]:
        """Draw one stretch; its arrow points into the table and ends `far` µm outside the edge, or inside it.

        `room` is where what is said must stand; nothing says that it may stand anywhere.
        """
        edge, colour, (low, high) = coming.entry.edge, coming.side.colour, stretch
        level = edge in LEVEL
        half = text_width(text, LABEL, Face.NARROW_BOLD) // 2 + 2_400
        middle = (low + high) // 2
        if room is not None:
            middle = max(room[0] + half, min(room[1] - half, middle))
        while any(middle - half < b and a < middle + half for a, b in taken):
            middle += 2 * half
        taken.append((middle - half, middle + half))
        outward = 1 if edge in ("north", "east") else -1
        border = self.frame[EDGES_OF_FRAME[edge]]
        line, band = border + outward * (600 if far >= 0 else -600), border + outward * far

        def turned(a: int, b: int) -> tuple[int, int]:
            return (a, b) if level else (b, a)

        yield Path(points=(turned(low, line), turned(high, line)), closed=False, stroke=colour, width=900)
        tip = middle - half + 1_500
        base = band + outward * 1_100
        if far < 0:
            foot, head = band - outward * 500, band + outward * 2_600
            corners = ((middle - half, foot), (middle + half, foot), (middle + half, head), (middle - half, head))
            yield Path(points=tuple(turned(*at) for at in corners), fill=WHITE, stroke="#9a9a9a", width=80)
        arrow = (
            turned(tip, band),
            turned(tip - 1_000, band + outward * 2_200),
            turned(tip + 1_000, band + outward * 2_200),
        )
        yield Path(points=arrow, fill=colour, stroke=INK, width=100)
        if level:
            yield _words(middle + 1_200, base - 900, text, LABEL, Face.NARROW_BOLD)
        else:
            x, y = turned(middle + 1_200, base)
            yield Words(x=x + 900, y=y, text=text, size=LABEL, face=Face.NARROW_BOLD, align=Align.CENTRE, turn=90)


def text_width(text: str, size: int, face: Face) -> int:
    """Give the width of a text in µm; `size` is in tenths of a point."""
    return int(measure(text, face, size / 10) / POINT) + 1


def _words(x: int, y: int, text: str, size: int, face: Face = Face.NARROW) -> Words:
    return Words(x=x, y=y, text=text, size=size, face=face, align=Align.CENTRE, colour=INK, owner=text)


def ring_text(shown: Shown) -> str:
    """Give what the circles of a marker say: its number."""
    return marker_text(shown.side, shown.row) if shown.row.number is None else str(shown.row.number)


def _extent(points: Sequence[tuple[int, int]]) -> Frame:
    """Give the rectangle of a shape; a line is as wide as it is drawn."""
    xs, ys = [x for x, _ in points], [y for _, y in points]
    return min(xs) - 450, min(ys) - 450, max(xs) + 450, max(ys) + 450


def _named(labels: Labels, number: int, form: str, outline: Ring, width: int) -> Spot:
    """Give where the name of a piece stands: in an area, beside a line or an area as thin as one."""
    middle = _middle(form, outline)
    if form == "line":
        return labels.beside(number, outline, middle, width, NAME)
    if _thickness(outline) < THIN:
        return labels.beside(number, (*outline, outline[0]), middle, width, NAME)
    return labels.within(outline, middle, width, NAME)


def _thickness(ring: Ring) -> int:
    """Give how thick an area is: its surface by half the way round it."""
    edges = list(pairwise([*ring, ring[0]]))
    surface = abs(sum(x1 * y2 - x2 * y1 for (x1, y1), (x2, y2) in edges)) // 2
    return 2 * surface // max(1, round(sum(hypot(x2 - x1, y2 - y1) for (x1, y1), (x2, y2) in edges)))


def _middle(form: str, ring: Ring) -> tuple[int, int]:
    """Give a place in the middle of a piece: half way along a line, the middle of the widest row of an area."""
    if form == "line":
        (x1, y1), (x2, y2) = ring[(len(ring) - 1) // 2], ring[(len(ring) - 1) // 2 + 1]
        return (x1 + x2) // 2, (y1 + y2) // 2
    low, high = min(y for _, y in ring), max(y for _, y in ring)
    rows = hatch([ring], "level", max(1, (high - low) // 16))
    near = [row for row in rows if abs(row[1] - (low + high) // 2) <= (high - low) // 4] or list(rows)
    if not near:
        return ring[0]
    best = max(near, key=lambda row: (row[2] - row[0]) * 2 - abs(row[1] - (low + high) // 2))
    return (best[0] + best[2]) // 2, best[1]


def marker_text(side: PublicSide, row: Row) -> str:
    """Give what a marker on the map says: its side's emblem and its number."""
    return f"{side.emblem}{'' if row.number is None else f' {row.number}'}"


def marker_width(text: str) -> int:
    """Give the width of a marker on the map."""
    return max(BOX, text_width(text, NUMBER, Face.NARROW_BOLD) + 1_600)


def marker(x: int, y: int, text: str, colour: str, *, decoy: bool = False) -> Iterator[Mark]:
    """Draw a marker round (x, y): a box, for a decoy a grey one with cut corners and a broken line."""
    half, up = marker_width(text) // 2, BOX // 2
    corners: Iterable[tuple[int, int]] = (
        (x - half, y - up),
        (x + half, y - up),
        (x + half, y + up),
        (x - half, y + up),
    )
    if decoy:
        cut = 1_100
        corners = (
            (x - half + cut, y - up), (x + half - cut, y - up), (x + half, y - up + cut), (x + half, y + up - cut),
            (x + half - cut, y + up), (x - half + cut, y + up), (x - half, y + up - cut), (x - half, y - up + cut),
        )  # fmt: skip
    yield Path(points=tuple(corners), fill="#dedede" if decoy else WHITE, stroke=colour, width=500,
               dashes=(900, 600) if decoy else ())  # fmt: skip
    yield _words(x, y - 1_050, text, NUMBER, Face.NARROW_BOLD)


def _name(x: int, y: int, width: int, text: str) -> Iterator[Mark]:
    half = width // 2
    box = ((x - half, y - 1_500), (x + half, y - 1_500), (x + half, y + 1_500), (x - half, y + 1_500))
    yield Path(points=box, fill=WHITE, stroke="#9a9a9a", width=80)
    yield _words(x, y - 850, text, LABEL)


def used_by_lines(public: PublicView, kind: KindView) -> bool:
    """Tell whether all pieces of a kind are lines."""
    return all(piece.form == "line" for piece in public.terrain if piece.kind == kind.id)
