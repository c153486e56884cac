"""The house's type faces in ReportLab, and the measuring of text before it is set."""

import unicodedata
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Literal

from playaid.closed import pdfmetrics
from playaid.lettering import Lettering
from playaid.pages import Face

_FILES = {
    Face.REGULAR: ("fontpkg_pt_sans", "PT_Sans-Web-Regular.ttf"),
    Face.BOLD: ("fontpkg_pt_sans", "PT_Sans-Web-Bold.ttf"),
    Face.ITALIC: ("fontpkg_pt_sans", "PT_Sans-Web-Italic.ttf"),
    Face.BOLD_ITALIC: ("fontpkg_pt_sans", "PT_Sans-Web-BoldItalic.ttf"),
    Face.NARROW: ("fontpkg_pt_sans_narrow", "PT_Sans-Narrow-Web-Regular.ttf"),
    Face.NARROW_BOLD: ("fontpkg_pt_sans_narrow", "PT_Sans-Narrow-Web-Bold.ttf"),
}

SMALLEST = 6.0
"""Smallest type in points that text is shrunk to."""

ELLIPSIS = "…"


@dataclass(frozen=True)
class TextProblem:
    """Something about a text that its reader would miss; `owner` is what the text belongs to."""

    kind: Literal["missing_glyph", "shortened", "does_not_fit"]
    text: str
    owner: str
    detail: str


class Unprintable(ValueError):
    """Texts that cannot be printed as they are; `problems` names all of them."""

    def __init__(self, problems: Iterable[TextProblem]) -> None:
        """Keep the problems and say them in one message."""
        self.problems = tuple(problems)
        super().__init__("; ".join(f"{one.owner or repr(one.text)}: {one.detail}" for one in self.problems))


@cache
def font_of(face: Face) -> Lettering:
    """Load a face once and make it known to ReportLab under its own name."""
    package, file = _FILES[face]
    font = Lettering(name_of(face), str(files(package).joinpath("files", file)), f"F{list(Face).index(face) + 1}")
    pdfmetrics.registerFont(font)
    return font


def name_of(face: Face) -> str:
    """Give the name under which ReportLab knows a face."""
    return f"playaid-{face}"


def clean(text: str) -> str:
    """Give text in the one form that is printed, NFC: a letter and its accent are one glyph."""
    return text if text.isascii() else unicodedata.normalize("NFC", text)


def width(text: str, face: Face, size: float) -> float:
    """Give the width of text in points."""
    return float(font_of(face).stringWidth(text, size))


@cache
def _known(face: Face) -> frozenset[str]:
    """Give the characters that a face has a glyph for; control characters print nothing, so they are none."""
    glyphs = font_of(face).face.charToGlyph
    return frozenset(chr(code) for code, glyph in glyphs.items() if glyph and unicodedata.category(chr(code)) != "Cc")


def missing(text: str, face: Face, owner: str) -> TextProblem | None:
    """Give the problem of a text whose characters the face cannot print, naming each of them once; `None` is fine."""
    known = _known(face)
    if known.issuperset(text):
        return None
    unknown = [letter for letter in dict.fromkeys(text) if letter not in known]
    names = ", ".join(f"U+{ord(letter):04X} {unicodedata.name(letter, 'without a name')}" for letter in unknown)
    return TextProblem("missing_glyph", text, owner, f"the type has no {names}")


def shorten(text: str, face: Face, size: float, room: float) -> str:
    """Give the longest beginning of text that fits `room` points with an ellipsis; only the ellipsis when none does."""
    fits, too_long = 0, len(text)
    while too_long - fits > 1:
        middle = (fits + too_long) // 2
        if width(text[:middle].rstrip() + ELLIPSIS, face, size) <= room:
            fits = middle
        else:
            too_long = middle
    return text[:fits].rstrip() + ELLIPSIS


def wrap(text: str, face: Face, size: float, room: float) -> list[str]:
    """Break text into lines of at most `room` points: between words, and within a word only where it has to be."""
    lines: list[str] = []
    line = ""
    for word in text.split(" "):
        longer = f"{line} {word}" if line else word
        if width(longer, face, size) <= room:
            line = longer
            continue
        if line:
            lines.append(line)
        line = word
        while width(line, face, size) > room and len(line) > 1:
            part = beginning(line, face, size, room)
            lines.append(part)
            line = line[len(part) :]
    return [*lines, line] if line else lines


def beginning(text: str, face: Face, size: float, room: float) -> str:
    """Give the longest beginning of text that is no wider than `room` points, one letter at least."""
    fits, too_long = 1, len(text)
    while too_long - fits > 1:
        middle = (fits + too_long) // 2
        if width(text[:middle], face, size) <= room:
            fits = middle
        else:
            too_long = middle
    return text[:fits]


@dataclass(frozen=True)
class Line:
    """One line of text that fits: what is printed, its size in points, and what its reader would miss."""

    text: str
    size: float
    problem: TextProblem | None = None


def fit(text: str, face: Face, size: float, room: float, owner: str) -> Line:
    """Set text into `room` points: as it is, or smaller down to 6 pt, or shortened with an ellipsis and a warning."""
    full = width(text, face, size)
    if full <= room:
        return Line(text, size)
    # Cut, not rounded, to a hundredth, so that it is never wider than the room.
    smaller = int(size * room / full * 100) / 100
    if smaller >= SMALLEST:
        return Line(text, smaller)
    smallest = min(size, SMALLEST)
    if width(text, face, smallest) <= room:
        return Line(text, smallest)
    short = shorten(text, face, smallest, room)
    if short == ELLIPSIS:
        return Line(short, smallest, TextProblem("does_not_fit", text, owner, f"not one letter fits: {text!r}"))
    return Line(short, smallest, TextProblem("shortened", text, owner, f"printed as {short!r}"))
