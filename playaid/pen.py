"""Drawing on a ReportLab canvas in micrometres: words, shapes, and pictures that a file holds once."""

import math
from collections.abc import Callable, Iterable, Sequence
from functools import cache, lru_cache, partial
from hashlib import sha256
from io import BytesIO
from typing import NamedTuple

from playaid.closed import Canvas, closed_environment, fp_str, pdfdoc
from playaid.cutlines import Segment
from playaid.fonts import Line, TextProblem, clean, fit, font_of, width
from playaid.lettering import Lettering, Runs
from playaid.look import HOUSE
from playaid.memo import Same
from playaid.objects import Plain, Stream
from playaid.pages import BLACK, Align, Colour, Disc, Face, Image, Mark, Path, Picture, Stamp, Strokes, Words

POINT = 72 / 25_400
"""One micrometre in points."""

FONTS = pdfdoc.PDFObjectReference(pdfdoc.BasicFonts)
"""All type of a file."""

FEW_POINTS = 8
"""Shapes of so few points are kept as they were drawn: there are thousands of them, and few kinds."""

THIN = 0.3
"""Width of cutting marks in points: thinner lines are lost in print."""


class CannotRecord(Exception):
    """What is drawn depends on the file it is drawn in."""


class Recording(NamedTuple):
    """What was drawn, to be drawn again in any file.

    The operators, what they show of each face, the forms they name, and what readers will miss.
    """

    code: str
    shown: tuple[tuple[Lettering, Runs], ...]
    forms: "tuple[Form, ...]"
    problems: tuple[TextProblem, ...]


class Form(NamedTuple):
    """A picture that a file holds once; its size is in µm."""

    name: str
    width: int
    height: int
    recording: Recording


class Pen:
    """Draws on one canvas and remembers which pictures it holds and which texts came out shortened."""

    def __init__(self, canvas: Canvas) -> None:
        """Begin with a file that holds no picture."""
        self.canvas = canvas
        self._problems: dict[TextProblem, None] = {}
        self._forms: dict[str, Form] = {}
        # By identity: to hash a large picture for each of a thousand places would cost more than to draw it.
        self._seen: dict[int, tuple[Picture, str]] = {}
        self._defined: list[str] = []
        self._within = False
        self.records = False
        """Whether what it draws is for any file, and not for one."""
        self.look = HOUSE
        self.openings: dict[str, int] = {}
        self._fonts: object | None = None
        self._images: dict[bytes, object] = {}  # opened once: a sheet shows an emblem seventy times

    @property
    def problems(self) -> tuple[TextProblem, ...]:
        """Give what readers will miss, each once, in the order of drawing."""
        return tuple(self._problems)

    def report(self, problem: TextProblem | None) -> None:
        """Keep a problem of a text; `None` is none."""
        if problem is not None:
            self._problems.setdefault(problem)

    def replay(self, recording: Recording) -> None:
        """Draw what was recorded."""
        self.canvas._code.append(recording.code)
        self.hold(recording)

    def hold(self, recording: Recording) -> None:
        """Let the file hold what something recorded needs."""
        for font, runs in recording.shown:
            font.use(self.canvas._doc, runs)
        for form in recording.forms:
            self._keep(form)
            self.canvas._formsinuse.append(form.name)
        for problem in recording.problems:
            self.report(problem)

    def page_of(self, title: str) -> int:
        """Give the page on which an opening of the document begins, known before any page is drawn."""
        if self.records:
            raise CannotRecord
        return self.openings[title]

    def replay_at(self, recording: Recording, left: float, bottom: float) -> None:
        """Draw what was recorded with its origin at (left, bottom) points."""
        self.canvas._code.append(f"q 1 0 0 1 {fp_str(left, bottom)} cm")
        self.replay(recording)
        self.canvas._code.append("Q")

    def picture(self, picture: Picture, x: float, y: float, *, turned: bool = False) -> None:
        """Place a picture with its lower left corner at (x, y) µm; `turned` by 180 degrees within its rectangle."""
        name = None if self._within else self._form(picture)
        # Written out: the canvas's own saving of its state would cost more than all else on a sheet.
        if turned:
            place = f"-1 0 0 -1 {(x + picture.width) * POINT:.5f} {(y + picture.height) * POINT:.5f}"
        else:
            place = f"1 0 0 1 {x * POINT:.5f} {y * POINT:.5f}"
        write = self.canvas._code.append
        if name is not None:
            write(f"q {place} cm /{self.canvas._doc.getXObjectName(name)} Do Q")
            self.canvas._formsinuse.append(name)
            return
        # Where it stands: the resources of forms hold the type alone, and what is added to stamps is little.
        write(f"q {place} cm")
        for mark in picture.marks:
            self.mark(mark, picture)
        write("Q")

    @property
    def _resources(self) -> object:
        """Give what all pictures draw with: one object says so, not one in each of five hundred; none without any."""
        if self._fonts is None:
            self._fonts = self.canvas._doc.Reference(Plain("<< /Font ", FONTS, " /ProcSet [ /PDF /Text ] >>"))
        return self._fonts

    def define(self, picture: Picture, draw: Callable[[], None]) -> None:
        """Let a picture show what `draw` draws, under its own marks: what was laid out for it before."""
        name = f"c{len(self._defined) + 1}"
        self._defined.append(name)
        self.canvas.beginForm(name, 0, 0, picture.width * POINT, picture.height * POINT)
        self.canvas.saveState()
        self._within = True
        draw()
        self._within = False
        self.canvas.restoreState()
        for mark in picture.marks:
            self.mark(mark, picture)
        self.canvas.endForm(Resources=self._resources)
        self._seen[id(picture)] = (picture, name)

    def _form(self, picture: Picture) -> str | None:
        """Give the name of the form that draws a picture, making it at the first use; none for one with others or dots.

        A name follows from what the form shows, so it tells no more; equal pictures share a form, so nothing in the
        file tells them apart.
        """
        seen = self._seen.get(id(picture))
        if seen is not None:
            return seen[1]
        if any(isinstance(mark, Stamp | Image) for mark in picture.marks):
            return None
        form = form_of(Same(picture))
        self._keep(form)
        self._seen[id(picture)] = (picture, form.name)
        return form.name

    def _keep(self, form: Form) -> None:
        """Let the file hold a form, once."""
        if form.name in self._forms:
            return
        self._forms[form.name] = form
        if not self.records:
            self.hold(form.recording)
            box = fp_str(form.width * POINT, form.height * POINT)
            about = f"/Type /XObject /Subtype /Form /FormType 1 /BBox [ 0 0 {box} ] /Resources "
            self.canvas._doc.addForm(form.name, Stream(form.recording.code, about, self._resources))

    def mark(self, mark: Mark, picture: Picture | None = None) -> None:
        """Draw one mark, of a picture or on the page itself."""
        match mark:
            case Words():
                self.words(mark, picture)
            case Path():
                self.path(mark)
            case Disc():
                self.disc(mark)
            case Strokes():
                self.strokes(mark)
            case Image():
                self.image(mark)
            case Stamp():
                self.picture(mark.picture, mark.x, mark.y, turned=mark.turned)

    def words(self, words: Words, picture: Picture | None = None) -> None:
        """Draw one line of text, smaller or shortened where it is wider than its `fit` or than its picture."""
        room = _room(words, picture)
        text, size = clean(words.text), words.size / 10
        line = Line(text, size) if room is None else fit(text, words.face, size, room * POINT, words.owner)
        self.report(line.problem)
        self.text(words.x, words.y, line, words.face, align=words.align, colour=words.colour, turn=words.turn)

    def text(
        self,
        x: float,
        y: float,
        line: Line,
        face: Face,
        *,
        align: Align = Align.LEFT,
        colour: Colour = BLACK,
        turn: int = 0,
    ) -> None:
        """Draw a measured line at (x, y) µm on its base line."""
        operators, font, runs = _shown(line.text, face, line.size)
        font.use(self.canvas._doc, runs)
        right = 0.0 if align is Align.LEFT else width(line.text, face, line.size)
        back = right / 2 if align is Align.CENTRE else right
        at = fp_str(x * POINT - (0 if turn else back), y * POINT)
        write = self.canvas._code.append
        if turn:
            radians = math.radians(turn)
            way = fp_str(math.cos(radians), math.sin(radians), -math.sin(radians), math.cos(radians))
            write(f"q {way} {at} cm BT {fp_str(-back)} 0 Td {_filling(colour)} {operators} ET Q")
        else:
            write(f"BT {at} Td {_filling(colour)} {operators} ET")

    def rectangle(self, left: float, bottom: float, width: float, height: float, ground: Colour) -> None:
        """Fill a rectangle given in points."""
        self.canvas._code.append(f"{_filling(ground)} {fp_str(left, bottom, width, height)} re f")

    def path(self, path: Path) -> None:
        """Draw a chain of straight lines."""
        if not path.points or (path.fill is None and path.stroke is None):
            return
        first, *rest = (fp_str(x * POINT, y * POINT) for x, y in path.points)
        steps = "".join(f"{end} l " for end in rest)
        close = "h " if path.closed else ""
        paint = {(True, True): "B*", (True, False): "f*", (False, True): "S"}[
            path.fill is not None, path.stroke is not None
        ]
        style = _style(path.fill, path.stroke, path.width, path.dashes)
        self.canvas._code.append(f"{style} {first} m {steps}{close}{paint}")

    def disc(self, disc: Disc) -> None:
        """Draw a circle."""
        if disc.fill is None and disc.stroke is None:
            return
        self.canvas._code.append(_style(disc.fill, disc.stroke, disc.width, disc.dashes))
        self.canvas.circle(
            disc.x * POINT,
            disc.y * POINT,
            disc.radius * POINT,
            stroke=disc.stroke is not None,
            fill=disc.fill is not None,
        )

    def strokes(self, strokes: Strokes) -> None:
        """Draw many lines of one kind."""
        self.canvas.setStrokeColorRGB(*rgb(strokes.colour))
        self.canvas.setLineWidth(strokes.width * POINT)
        self.canvas.setDash([dash * POINT for dash in strokes.dashes])
        self.canvas.lines([tuple(end * POINT for end in line) for line in strokes.lines])

    def image(self, image: Image) -> None:
        """Draw a picture of dots."""
        if self.records:
            raise CannotRecord
        from reportlab.lib.utils import ImageReader

        if image.data not in self._images:
            self._images[image.data] = ImageReader(BytesIO(image.data))
        place = (image.x * POINT, image.y * POINT, image.width * POINT, image.height * POINT)
        self.canvas.drawImage(self._images[image.data], *place)

    def lines(self, lines: Iterable[Segment], *, width: float = THIN, dashes: tuple[float, ...] = ()) -> None:
        """Draw black lines; `width` and `dashes` are in points."""
        points = [(one.x1 * POINT, one.y1 * POINT, one.x2 * POINT, one.y2 * POINT) for one in lines]
        self.rules(points, width=width, dashes=dashes)

    def rules(
        self,
        lines: Sequence[tuple[float, float, float, float]],
        *,
        width: float,
        grey: float = 0.0,
        dashes: tuple[float, ...] = (),
    ) -> None:
        """Draw lines given in points; `grey` is 0 for black and 1 for white."""
        if lines:
            self.stroke(width, grey, dashes)
            self.canvas.lines(lines)

    def stroke(self, width: float, grey: float = 0.0, dashes: tuple[float, ...] = ()) -> None:
        """Set how lines are drawn from now on; lengths are in points."""
        self.canvas.setStrokeColorRGB(grey, grey, grey)
        self.canvas.setLineWidth(width)
        self.canvas.setDash(list(dashes))


def record(draw: Callable[[Pen], None]) -> Recording:
    """Give what `draw` draws with a pen. Raises `CannotRecord` where that depends on the file."""
    canvas = _scratch()
    document = canvas._doc
    outer = canvas._code, canvas._formsinuse, [(font, font.used(document)) for font in document.delayedFonts]
    canvas._code, canvas._formsinuse, document.delayedFonts = [], [], []
    pen = Pen(canvas)
    pen.records = True
    try:
        draw(pen)
        shown = tuple((font, font.used(document)) for font in document.delayedFonts)
        return Recording("\n".join(canvas._code), shown, tuple(pen._forms.values()), pen.problems)
    finally:
        for font in document.delayedFonts:
            font.used(document)
        canvas._code, canvas._formsinuse, document.delayedFonts = outer[0], outer[1], []
        for font, runs in outer[2]:
            font.use(document, runs)


@lru_cache(maxsize=256)  # a document's pictures come again in its pack
def form_of(picture: Same[Picture]) -> Form:
    """Give the form that shows a picture."""
    width, height = picture.value.width, picture.value.height
    recording = record(partial(_draw_marks, picture.value))
    shown = f"{width} {height} {recording.code}"
    return Form(f"f{sha256(shown.encode()).hexdigest()[:16]}", width, height, recording)


def _draw_marks(picture: Picture, pen: Pen) -> None:
    """Draw the marks of a picture."""
    for mark in picture.marks:
        if isinstance(mark, Disc) or (isinstance(mark, Path) and len(mark.points) <= FEW_POINTS):
            pen.canvas._code.append(_operators(mark))
        elif isinstance(mark, Strokes):
            pen.canvas._code.append(_many(Same(mark)))
        else:
            pen.mark(mark, picture)


@lru_cache(maxsize=4096)
def _operators(mark: Path | Disc) -> str:
    """Give the operators that draw a shape: the same in every file, since each sets all it needs."""
    return record(lambda pen: pen.mark(mark)).code


@lru_cache(maxsize=256)
def _many(strokes: Same[Strokes]) -> str:
    """Give the operators that draw many lines, which are too many to be compared."""
    return record(lambda pen: pen.strokes(strokes.value)).code


@cache
def _scratch() -> Canvas:
    """Give a canvas that nobody keeps, for what is recorded."""
    with closed_environment():
        return Canvas(BytesIO(), invariant=1)


@lru_cache(maxsize=4096)
def _shown(text: str, face: Face, size: float) -> tuple[str, Lettering, Runs]:
    """Give the operators that show a text, with its face and its codes there."""
    font = font_of(face)
    runs = font.runs(text)
    escape = _scratch()._escape
    shown = (f"/{font.short}+{number} {fp_str(size)} Tf ({escape(codes)}) Tj" for number, codes in runs)
    return " ".join(shown), font, runs


@lru_cache(maxsize=256)
def _filling(colour: Colour) -> str:
    """Give the operator that fills with a colour."""
    return f"{fp_str(*rgb(colour))} rg"


@lru_cache(maxsize=1024)
def _style(fill: Colour | None, stroke: Colour | None, width: int, dashes: tuple[int, ...]) -> str:
    """Give the operators that say how shapes are filled and stroked; lengths are in µm."""
    filled = [] if fill is None else [_filling(fill)]
    if stroke is None:
        return " ".join(filled)
    line = f"{fp_str(*rgb(stroke))} RG {fp_str(width * POINT)} w"
    return " ".join((*filled, line, f"[{fp_str(*(dash * POINT for dash in dashes)) if dashes else ''}] 0 d"))


@lru_cache(maxsize=256)
def rgb(colour: Colour) -> tuple[float, float, float]:
    """Give red, green and blue from 0 to 1. Raises `ValueError` for anything but ``#rrggbb``."""
    if len(colour) != 7 or colour[0] != "#":
        raise ValueError(f"{colour!r} is no colour; write it as #rrggbb")
    red, green, blue = (int(colour[place : place + 2], 16) / 255 for place in (1, 3, 5))
    return red, green, blue


def _room(words: Words, picture: Picture | None) -> int | None:
    """Give how wide words may be in µm: their `fit`, and never wider than what their picture shows of them."""
    if picture is None or words.turn % 180:
        inside = None
    else:
        left, right = words.x, picture.width - words.x
        if words.turn % 360:
            left, right = right, left
        inside = {Align.LEFT: right, Align.CENTRE: 2 * min(left, right), Align.RIGHT: left}[words.align]
    rooms = [room for room in (words.fit, inside) if room is not None]
    return max(0, min(rooms)) if rooms else None
