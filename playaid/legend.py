"""The legend of a map: what its signs mean, in one column beside the table or in several below it.

Texts are broken into as many lines as they need. All lengths are whole micrometres on paper.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from playaid.chart import IDLE, INK, ZONES, Chart, Scene, marker, ring_text, text_width, used_by_lines
from playaid.fonts import wrap
from playaid.hatching import hatch
from playaid.lengths import MICROMETRES
from playaid.naming import kind_name
from playaid.pages import BLACK, WHITE, Align, Face, Mark, Path, Strokes, Words
from playaid.pen import POINT
from playaid.prose import Voice
from playaid.rings import TEXT, Circle
from playaid.rings import number as ring_number
from playaid.signs import area, dead_edge, dead_ground, led, wall
from playaid.views import KindView, PublicSide, PublicView

SIZE, LINE = 75, 3_200
"""Size of the words in tenths of a point, and the height of a line in µm."""

SWATCH, HIGH, GAP, ROW_GAP = 9_000, 4_000, 2_000, 1_500
HEAD = 15_000
"""Height of the scale bar and the north arrow above the signs."""

LEAST = 44_000
"""Least width of a column."""

BARS = (1, 2, 5, 10, 20, 30, 50, 100, 200, 500)
"""Lengths of a scale bar, in the units of the scenario."""

BAR_LENGTH, ARROW = 40_000, 9_000
"""Greatest length of the bar on paper, and the room of the arrow at its left."""


@dataclass(frozen=True, kw_only=True)
class Item:
    """A sign and what it means; `sign` says how it is drawn, `of` what it is drawn of."""

    sign: str
    text: str
    chart: Chart
    of: KindView | PublicSide | None = None


def items(public: PublicView, scene: Scene, voice: Voice, notes: Sequence[str]) -> tuple[Item, ...]:
    """Give the signs that a drawing uses."""
    chart = Chart(public=public, look=voice.look, scene=scene, ratio=1)
    default = public.imprint.language
    found: list[tuple[str, str, KindView | PublicSide | None]] = []
    for side in public.sides:
        text = voice.say("map.zone", side=voice.local(side.name, default))
        found += [("zone", text, side)] if side.zone else []
    for kind in public.kinds:
        parts = [kind_name(kind, voice, default), voice.local(kind.cover, default)]
        parts += [voice.say("map.blocks")] if kind.blocks else []
        found.append(("kind", ", ".join(part for part in parts if part), kind))
    if scene.coming:
        found.append(("entry", voice.say("map.entry"), scene.coming[0].side))
    if scene.markers:
        found.append(("marker", voice.say("map.marker"), scene.markers[0].side))
    if scene.decoys and any(shown.row.decoy for shown in scene.markers):
        found.append(("decoy", voice.say("map.decoy"), scene.markers[0].side))
    if scene.markers:
        found.append(("led", voice.say("map.led"), scene.markers[0].side))
    if scene.rings and any(shown.row.spotted for shown in scene.markers):
        side = scene.markers[0].side
        found += [("acting", voice.say("map.acting"), side), ("idle", voice.say("map.idle"), side)]
    if scene.dead:
        edge = ("dead_edge", voice.say("map.dead_edge"), None)
        found.append(edge if scene.rings else ("dead", voice.say("map.dead"), None))
    found += [("note", note, None) for note in notes]
    return tuple(Item(sign=sign, text=text, chart=chart, of=of) for sign, text, of in found)


@dataclass(frozen=True, kw_only=True)
class Columns:
    """Signs in columns; `single` in one, however wide the room."""

    items: tuple[Item, ...]
    single: bool

    @property
    def least(self) -> int:
        """The least width of the room."""
        return LEAST + 2 * GAP

    def _columns(self, width: int) -> int:
        return 1 if self.single else max(1, width // LEAST)

    def _rows(self, width: int) -> list[tuple[Item, list[str], int]]:
        column = width // self._columns(width)
        rows = []
        for item in self.items:
            indent = 0 if item.sign == "note" else SWATCH + GAP
            lines = wrap(item.text, Face.NARROW, SIZE / 10, max(8_000, column - indent - 2 * GAP) * POINT)
            rows.append((item, lines, max(HIGH, len(lines) * LINE) + ROW_GAP))
        return rows

    def _dealt(self, width: int) -> list[list[tuple[Item, list[str], int]]]:
        """Deal the rows to columns of about one height; the first begins below the scale bar."""
        rows, count = self._rows(width), self._columns(width)
        goal = max([row[2] for row in rows] + [-(-(HEAD + sum(row[2] for row in rows)) // count)])
        while True:
            columns: list[list[tuple[Item, list[str], int]]] = [[]]
            used = HEAD
            for row in rows:
                if used + row[2] > goal and (columns[-1] or used):
                    columns.append([])
                    used = 0
                columns[-1].append(row)
                used += row[2]
            if len(columns) <= count:
                return columns
            goal += LINE

    def height(self, width: int) -> int:
        """Give the height in a room of a width."""
        heights = [sum(row[2] for row in column) for column in self._dealt(width)]
        return max([HEAD + heights[0], *heights]) + GAP

    def corner(self, left: int, top: int, width: int) -> tuple[int, int, int]:
        """Give the upper left corner of the scale bar and the width it has."""
        return left + 2 * GAP, top - GAP, width // self._columns(width) - 2 * GAP

    def marks(self, left: int, top: int, width: int) -> Iterator[Mark]:
        """Draw the signs below and right of a corner."""
        column = width // self._columns(width)
        for number, rows in enumerate(self._dealt(width)):
            x, y = left + number * column + 2 * GAP, top - GAP - (HEAD if number == 0 else 0)
            for item, lines, height in rows:
                yield from _sign(item, x, y)
                indent = 0 if item.sign == "note" else SWATCH + GAP
                first = y - (HIGH + 1_800) // 2 if len(lines) == 1 else y - 2_300
                for place, line in enumerate(lines):
                    yield Words(x=x + indent, y=first - place * LINE, text=line, size=SIZE, face=Face.NARROW,
                                colour=INK, owner=item.text)  # fmt: skip
                y -= height


def beside(listed: tuple[Item, ...]) -> Columns:
    """Give a legend in one column."""
    return Columns(items=listed, single=True)


def below(listed: tuple[Item, ...]) -> Columns:
    """Give a legend in as many columns as there is room for."""
    return Columns(items=listed, single=False)


def _sign(item: Item, x: int, top: int) -> Iterator[Mark]:
    """Draw one sign in its rectangle."""
    south, middle = top - HIGH, top - HIGH // 2
    ring = ((x, south), (x + SWATCH, south), (x + SWATCH, top), (x, top))
    of = item.of
    if isinstance(of, KindView):
        ground = item.chart.grounds[of.id]
        if used_by_lines(item.chart.public, of):
            yield wall(((x, middle), (x + SWATCH, middle)), ground)
        else:
            yield from area(ring, ground)
        return
    if item.sign in ("dead", "dead_edge"):
        yield from dead_edge([ring]) if item.sign == "dead_edge" else dead_ground([ring])
        return
    if isinstance(of, PublicSide):
        yield from _sign_of_side(item, of, x, top)


def _sign_of_side(item: Item, of: PublicSide, x: int, top: int) -> Iterator[Mark]:
    """Draw a sign in the colour of a side."""
    south, middle = top - HIGH, top - HIGH // 2
    match item.sign:
        case "zone":
            ring = ((x, south), (x + SWATCH, south), (x + SWATCH, top), (x, top))
            slant, dashes = ZONES[item.chart.public.sides.index(of) % 2]
            if not item.chart.scene.rings:
                yield Strokes(lines=hatch([ring], slant, 2_200), colour=of.colour, width=110)
            yield Path(points=ring, stroke=of.colour, width=450, dashes=dashes)
        case "entry":
            yield Path(points=((x, south + 500), (x + SWATCH, south + 500)), closed=False, stroke=of.colour, width=900)
            tip = x + SWATCH // 2
            arrow = ((tip, south + 1_100), (tip - 1_000, south + 3_300), (tip + 1_000, south + 3_300))
            yield Path(points=arrow, fill=of.colour, stroke=INK, width=100)
        case "marker" | "decoy":
            yield from marker(x + SWATCH // 2, middle, f"{of.emblem} 1", of.colour, decoy=item.sign == "decoy")
        case "led":
            yield from led((x + SWATCH - 900, middle), (x + 1_000, middle), of.colour)
        case "idle" | "acting":
            broken: tuple[int, ...] = IDLE if item.sign == "idle" else ()
            yield Strokes(lines=((x, middle, x + SWATCH, middle),), colour=of.colour, width=200, dashes=broken)
            text = ring_text(item.chart.scene.markers[0])
            width = text_width(text, TEXT, Face.NARROW_BOLD)
            circle = Circle(at=(x, middle), radius=0, text=text, width=width, colour=of.colour)
            yield from ring_number(x + SWATCH // 2, middle, width + 700, circle)


def scale_bar(left: int, top: int, width: int, ratio: int, unit: str, voice: Voice) -> Iterator[Mark]:
    """Draw the north arrow and, at its right, the ratio over a bar that is exact at it."""
    x, foot, tip = left + 2_600, top - 11_000, top - 3_600
    yield Path(points=((x, tip), (x - 1_700, foot), (x, foot + 1_600)), fill=BLACK, stroke=BLACK, width=120)
    yield Path(points=((x, tip), (x + 1_700, foot), (x, foot + 1_600)), fill=WHITE, stroke=BLACK, width=120)
    yield Words(x=x, y=top - 3_000, text=voice.say("map.north"), size=90, face=Face.BOLD, align=Align.CENTRE)
    start = left + ARROW
    room = min(BAR_LENGTH, width - ARROW - 8_000)
    fitting = [bar for bar in BARS if bar * MICROMETRES[unit] // ratio <= room]
    bar = fitting[-1] if fitting else BARS[0]
    length = bar * MICROMETRES[unit] // ratio
    yield Words(x=start, y=top - 3_000, text=voice.say("map.scale", ratio=ratio), size=85, face=Face.NARROW_BOLD)
    for part in range(4):
        west, east = start + length * part // 4, start + length * (part + 1) // 4
        corners = ((west, foot + 1_200), (east, foot + 1_200), (east, foot + 2_600), (west, foot + 2_600))
        yield Path(points=corners, fill=WHITE if part % 2 else BLACK, stroke=BLACK, width=120)
    yield Words(x=start, y=foot + 3_400, text="0", size=70, face=Face.NARROW, align=Align.CENTRE)
    said = f"{bar}\u00a0{voice.say(f'unit.{unit}')}"
    half = text_width(said, 70, Face.NARROW) // 2
    yield Words(x=start + length + half - 1_000, y=foot + 3_400, text=said, size=70, face=Face.NARROW,
                align=Align.CENTRE)  # fmt: skip
