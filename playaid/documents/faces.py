"""The faces of markers, tokens and tents: drawn to the form they are cut to, in full ink or sparing it.

Two sides differ without colour too: by their letters, by where the band lies, by the plate of the emblem and by the
pattern of the backs. Nothing here knows more of a marker than its number.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

from playaid.colours import FIELD, deep, mixed
from playaid.forms import Form, between, box, checks, form_of, stripes, width_at
from playaid.hatching import hatch
from playaid.imposition import hexagon
from playaid.look import HOUSE, Look, png_size
from playaid.pages import (
    BLACK,
    WHITE,
    Align,
    Colour,
    Disc,
    Face,
    Image,
    Mark,
    Outline,
    Path,
    Picture,
    Stamp,
    Strokes,
    Words,
)

INK: Colour = "#222222"
FRAME = 200
"""Width of the line on the edge of a square piece in the house's look, half of it on the piece, in µm."""

LEAST_FRAME, GREATEST_FRAME = 100, 500
"""The range of it in other looks."""

SAFE = 1_200
"""So far from the cut stands all that matters, in µm: nobody cuts more exactly than that."""

POINT = 353
"""A point in µm."""

SMALLEST_NUMBER, LARGEST_NUMBER = 140, 240
"""Sizes of numbers in tenths of a point."""

DIGITS = {
    Face.BOLD: (199, 136, 149, 158, 165, 159, 177, 126, 201, 180),
    Face.NARROW_BOLD: (176, 119, 128, 134, 146, 135, 153, 110, 176, 158),
}
"""The ink of the digits from 0 in each face of numbers, in thousandths of a square of the size of the type, as measured
in print."""

DIGIT_WIDTH = {Face.BOLD: 560, Face.NARROW_BOLD: 472}
"""Width of each digit in thousandths of the size of the type."""

CAPITAL = 70
"""Height of digits and capitals in hundredths of the size of the type."""

NUMBER_AT, NUMBER_AT_ROUND = 64, 58
"""Height of the middle of the number in hundredths of the face; from above where the band lies there."""

EMBLEM_AT, EMBLEM_AT_ROUND = 15, 18
"""Height of the middle of the emblem, likewise."""

LEAST_RULE = 200
"""Least thickness of the rule along the band, in µm."""

EMBLEM_SHARE = 88
"""How much of its plate an emblem that is a picture may fill, in hundredths."""


@dataclass(frozen=True, kw_only=True)
class Livery:
    """How the pieces of one side look; `above` tells that the band lies at the head. Lengths in µm.

    `inset` keeps everything so far within the edge, for pieces that no cut follows.
    """

    width: int
    height: int
    outline: Outline = Outline.SQUARE
    side: str = ""
    emblem: str = ""
    colour: Colour = INK
    above: bool = False
    saver: bool = False
    inset: int = 0
    look: Look = HOUSE

    @property
    def picture(self) -> bytes:
        """The emblem as a PNG of our own making, nothing where it is letters."""
        return self.look.emblem(self.side, self.emblem)

    @property
    def face(self) -> Face:
        """The face of numbers and emblems."""
        return Face.NARROW_BOLD if self.look.headings == "narrow" else Face.BOLD

    @cached_property
    def form(self) -> Form:
        """The form that is drawn on."""
        return form_of(self.outline, self.width, self.height, self.inset)

    @property
    def unit(self) -> int:
        """What sizes of a face are measured in: its smaller side."""
        return min(self.width, self.height) - 2 * self.inset

    def at(self, hundredths: int) -> int:
        """Give the height over the lower edge that lies at so many hundredths of the face."""
        return self.inset + (self.height - 2 * self.inset) * hundredths // 100

    def facing(self, hundredths: int) -> int:
        """Give the same from above where the band lies above."""
        return self.at(100 - hundredths if self.above else hundredths)

    def framed(self) -> Iterator[Mark]:
        """Give the line on the edge of a square piece; others have their line to cut along, labels need none."""
        if self.outline is Outline.SQUARE and not self.inset:
            yield Path(points=self.form, stroke=INK, width=frame(self.look))


def frame(look: Look) -> int:
    """Give the width of the line on an edge in µm, as heavy as the lines of the look's tables."""
    return max(LEAST_FRAME, min(GREATEST_FRAME, round(FRAME * look.rule / HOUSE.rule)))


def number_size(livery: Livery, text: str) -> int:
    """Give the size of a number in tenths of a point."""
    size = livery.unit * LARGEST_NUMBER // 25_000
    size = size if len(text) < 3 else size * 3 // 4
    return max(SMALLEST_NUMBER, min(LARGEST_NUMBER, size))


def _underlined(text: str) -> bool:
    """Tell whether a number could be read upside down."""
    return bool(set(text) & {"6", "9"})


def _extent(livery: Livery, text: str) -> tuple[int, int]:
    """Give the width of a number and the thickness of its underline, in µm."""
    width = len(text) * number_size(livery, text) * POINT * DIGIT_WIDTH[livery.face] // 10_000
    return width, livery.unit * 3 // 100


def ink_of(livery: Livery, text: str) -> int:
    """Give the area of a number and its underline in µm²."""
    size = number_size(livery, text) * POINT // 10
    width, thickness = _extent(livery, text)
    digits = sum(DIGITS[livery.face][int(digit)] for digit in text)
    return digits * size * size // 1_000 + (width * thickness if _underlined(text) else 0)


def front(livery: Livery, ground: Picture, number: int, most: int) -> Picture:
    """Give the front of a marker: its number on the ground that all of its side share.

    The rule along the band is the thicker the less ink the number has (`most` is the greatest): so all weigh alike.
    """
    text = str(number)
    band, field = _band(livery)
    edge = field[0] if band[0] < field[0] else field[1]
    size = number_size(livery, text)
    middle = livery.facing(NUMBER_AT_ROUND if livery.outline is Outline.ROUND else NUMBER_AT)
    base = middle - size * POINT * CAPITAL // 2_000
    fit = width_at(livery.form, base, base + size * POINT * CAPITAL // 1_000) - 2 * SAFE
    thick = LEAST_RULE + (most - ink_of(livery, text)) // max(1, width_at(livery.form, edge))
    low = edge if band[0] < field[0] else edge - thick
    marks: list[Mark] = [
        Stamp(picture=ground),
        Path(points=between(livery.form, low, low + thick), fill=livery.look.ink),
        Words(
            x=livery.width // 2, y=base, text=text, size=size, face=livery.face, align=Align.CENTRE,
            colour=livery.look.ink, fit=max(0, fit), owner=f"marker {text}",
        ),
    ]  # fmt: skip
    if _underlined(text):
        width, thickness = _extent(livery, text)
        width = min(width, fit)
        y = base - livery.unit * 5 // 100
        ends = ((livery.width // 2 - width // 2, y), (livery.width // 2 + width // 2, y))
        marks.append(Path(points=ends, closed=False, stroke=livery.look.ink, width=thickness))
    return Picture(width=livery.width, height=livery.height, marks=tuple(marks))


def _band(livery: Livery) -> tuple[tuple[int, int], tuple[int, int]]:
    """Give the heights of the band and of the field for the number, from the lower edge of the face."""
    low, high = livery.at(0), livery.at(100)
    if livery.above:
        return (livery.at(70), high), (low, livery.at(70))
    return (low, livery.at(30)), (livery.at(30), high)


def ground(livery: Livery) -> Picture:
    """Give what the fronts of a side share: the band of its colour with the emblem on a light plate."""
    (low, high), _ = _band(livery)
    band = between(livery.form, low, high)
    marks: list[Mark] = []
    if livery.saver:
        marks.append(Path(points=livery.form, fill=WHITE))
        marks.append(Strokes(lines=hatch([band], "diagonal", 1_800), colour=deep(livery.colour), width=150))
    else:
        # One ground under all of it: between two that touch a viewer may show a light line.
        marks.append(Path(points=livery.form, fill=mixed(livery.colour, WHITE, FIELD)))
        marks.append(Path(points=band, fill=livery.colour))
    marks += livery.framed()
    middle = livery.facing(EMBLEM_AT_ROUND if livery.outline is Outline.ROUND else EMBLEM_AT)
    high, size = livery.unit * 20 // 100, livery.unit * 100 // 25_000
    marks.append(_plate(livery, middle, high))
    half = _half(livery, high)
    room = (high * 125 // 100 if livery.above else 2 * half - high // 8, high * EMBLEM_SHARE // 100)
    return _with_emblem(livery, marks, middle, size, 2 * half - high // 4, room)


def _half(livery: Livery, high: int) -> int:
    """Give half the width of the plate of a height."""
    half = high * (60 if len(livery.emblem) == 1 and not livery.picture else 90) // 100
    return half + high // 4 if livery.above else half


def _plate(livery: Livery, middle: int, high: int) -> Path:
    """Give the plate of the emblem round a height: a box, or where the band lies above a hexagon."""
    half = _half(livery, high)
    if livery.above:
        plate: Form = tuple((x + livery.width // 2 - half, y + middle - high // 2) for x, y in hexagon(2 * half, high))
    else:
        plate = box(livery.width // 2 - half, middle - high // 2, 2 * half, high)
    return Path(points=plate, fill=WHITE, stroke=INK, width=120)


def _with_emblem(
    livery: Livery, marks: list[Mark], middle: int, size: int, wide: int, room: tuple[int, int]
) -> Picture:
    """Give a face of some marks with the emblem round a height: its letters, `wide` at most, or its picture in a room.

    With a picture the marks are a stamp: a file holds them once, however many pieces bear them.
    """
    if livery.picture:
        shared = Picture(width=livery.width, height=livery.height, marks=tuple(marks))
        image = centred(livery.picture, livery.width // 2, middle, *room)
        return Picture(width=livery.width, height=livery.height, marks=(Stamp(picture=shared), image))
    word = Words(
        x=livery.width // 2, y=middle - size * POINT * CAPITAL // 2_000, text=livery.emblem, size=size,
        face=livery.face, align=Align.CENTRE, colour=livery.look.ink, fit=wide, owner="emblem",
    )  # fmt: skip
    return Picture(width=livery.width, height=livery.height, marks=(*marks, word))


def centred(data: bytes, x: int, y: int, wide: int, high: int) -> Image:
    """Give a picture of dots as large as a room of a size round (x, y) allows."""
    width, height = png_size(data)
    across, up = min(wide, high * width // height), min(high, wide * height // width)
    return Image(x=x - across // 2, y=y - up // 2, width=across, height=up, data=data)


def back(livery: Livery) -> Picture:
    """Give the back of every marker of a side: one pattern over the whole face, with nothing to tell two apart."""
    dark = deep(livery.colour)
    marks: list[Mark] = []
    if livery.saver:
        marks.append(Path(points=livery.form, fill=WHITE))
        slants = ("back",) if livery.above else ("upright", "level")
        marks += [
            Strokes(lines=hatch([livery.form], slant, 1_500 * len(slants)), colour=dark, width=150) for slant in slants
        ]
    else:
        marks.append(Path(points=livery.form, fill=mixed(livery.colour, WHITE, 65)))
        pattern = stripes if livery.above else checks
        marks += [Path(points=part, fill=dark) for part in pattern(livery.form, max(1_500, livery.unit // 9))]
    marks += livery.framed()
    marks.append(
        Disc(
            x=livery.width // 2, y=livery.height // 2, radius=livery.unit * 22 // 100, fill=WHITE, stroke=INK, width=200
        )
    )
    size, side = livery.unit * 140 // 25_000, livery.unit * 30 // 100
    return _with_emblem(livery, marks, livery.height // 2, size, livery.unit * 36 // 100, (side, side))


FLASH = (
    (0, 34), (7, 12), (28, 20), (13, 3), (34, -8), (12, -8), (8, -28), (-4, -11), (-26, -18), (-12, 0), (-32, 10),
    (-9, 11),
)  # fmt: skip
EYE = (
    (-34, 0), (-22, 12), (-8, 18), (8, 18), (22, 12), (34, 0), (22, -12), (8, -18), (-8, -18), (-22, -12),
)  # fmt: skip
ARROW = ((-9, 34), (9, 34), (9, 6), (24, 6), (0, -20), (-24, 6), (-9, 6))
BAR = ((-32, -24), (32, -24), (32, -32), (-32, -32))


def token(livery: Livery, kind: str, text: str) -> Picture:
    """Give a token of a kind, the same on both faces: a sign and its word."""
    fill = None if livery.saver else livery.look.token(kind)
    x, y, share = livery.width // 2, livery.at(60), livery.unit * 85 // 100

    def placed(form: Form) -> Form:
        return tuple((x + dx * share // 100, y + dy * share // 100) for dx, dy in form)

    signs: dict[str, tuple[Mark, ...]] = {
        "fired": (Path(points=placed(FLASH), fill=fill, stroke=INK, width=200),),
        "spotted": (
            Path(points=placed(EYE), fill=fill, stroke=INK, width=250),
            Disc(x=x, y=y, radius=share * 11 // 100, fill=WHITE if livery.saver else INK, stroke=INK, width=250),
        ),
        "pinned": tuple(Path(points=placed(form), fill=fill, stroke=INK, width=200) for form in (ARROW, BAR)),
    }
    size, base = max(60, livery.unit * 75 // 25_000), livery.at(18 if livery.outline is not Outline.SQUARE else 12)
    word = Words(
        x=x, y=base, text=text, size=size, face=Face.NARROW_BOLD, align=Align.CENTRE, colour=livery.look.ink,
        fit=width_at(livery.form, base) - 2 * SAFE, owner=f"{kind} token",
    )  # fmt: skip
    marks = (Path(points=livery.form, fill=WHITE), *livery.framed(), *signs[kind], word)
    return Picture(width=livery.width, height=livery.height, marks=marks)


@dataclass(frozen=True, kw_only=True)
class Net:
    """A tent laid flat, from below: flap, front, back on its head, base; heights in µm."""

    side: int
    flap: int
    base: int

    @classmethod
    def of(cls, side: int) -> "Net":
        """Give the net of a tent whose faces are squares; its base is as deep as makes it stand."""
        return cls(side=side, flap=max(6_000, side // 4), base=side * 65 // 100)

    @property
    def height(self) -> int:
        """Height of the net."""
        return self.flap + 2 * self.side + self.base


def tent(livery: Livery, shown: Picture, hidden: Picture, flap: str, base: str) -> Picture:
    """Give the net of a tent: the number looks at its owner, the pattern at the enemy.

    Folded back along the dashed lines; the flap is glued to the inside of the base, which then lies on the table.
    """
    net = Net.of(livery.width)
    glue = form_of(Outline.SQUARE, net.side, net.flap)
    marks: list[Mark] = [
        Path(points=box(0, 0, net.side, net.height), fill=WHITE),
        Strokes(lines=hatch([glue], "back", 2_500), colour="#9a9a94", width=100),
        Stamp(picture=shown, y=net.flap),
        Stamp(picture=hidden, y=net.flap + net.side, turned=True),
        Path(points=box(0, 0, net.side, net.height), stroke=INK, width=frame(livery.look)),
    ]
    for fold in (net.flap, net.flap + net.side, net.flap + 2 * net.side):
        marks.append(Path(points=((0, fold), (net.side, fold)), closed=False, stroke=WHITE, width=500))
        marks.append(
            Path(points=((0, fold), (net.side, fold)), closed=False, stroke=BLACK, width=250, dashes=(1_200, 800))
        )
    for text, middle in ((flap, net.flap // 2), (base, net.flap + 2 * net.side + net.base // 2)):
        word = Words(
            x=net.side // 2, y=middle - 700, text=text, size=65, face=Face.NARROW, align=Align.CENTRE, colour=BLACK,
            fit=net.side - 2 * SAFE, owner="tent",
        )  # fmt: skip
        marks.append(word)
    return Picture(width=net.side, height=net.height, marks=tuple(marks))
