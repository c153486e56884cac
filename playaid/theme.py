"""A club's theme: ``theme.yaml`` becomes a look; its pictures are read as PNG or JPEG only and written anew."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from io import BytesIO
from pathlib import Path
from typing import Any

from playaid import codes
from playaid.colours import FIELD, READABLE, contrast, mixed
from playaid.diagnostics import Diagnostic, Place, Rejected, Report, Severity
from playaid.look import FAMILIES, OTHERS, PATTERNS, TERRAIN, Ground, Look
from playaid.pages import BLACK, WHITE
from playaid.source import Source, read, read_bytes

LOGO_BYTES, LOGO_SIDE = 4 << 20, 4_000
"""Limits of a logo: the size of its file, and the pixels of a side."""

LOGO_DOTS, EMBLEM_DOTS = 1_000, 600
"""Pixels of the longer side of a logo and of an emblem as they are printed: more is not seen."""

COLOURS = ("ink", "title", "head", "zebra", "table", "grid", "fired", "spotted", "pinned")
KEYS = ("type", "colours", "rule", "logo", "emblems", "terrain", "others")

DARKEST_FIELD = mixed(BLACK, WHITE, FIELD)
"""The darkest ground that a number stands on: that of the markers of a side whose colour is black."""


def refused(file: Path, line: int, message: str) -> Rejected:
    """Give the refusal of a template, a catalogue or a theme (PA123)."""
    said = Diagnostic(
        code=codes.BAD_TEMPLATE,
        severity=Severity.ERROR,
        message=message,
        place=Place(file=file, line=line),
        help=codes.BAD_TEMPLATE.advice,
    )
    return Rejected(Report((said,)))


def read_look(file: Path) -> Look:
    """Read a theme. Raises `Rejected` with its line for anything in it that is not known."""
    theme = _Theme(read(file))
    tree = theme.part((), KEYS)
    kinds = theme.part(("type",), ("text", "headings"))
    colours = {key: theme.colour("colours", key) for key in theme.part(("colours",), COLOURS)}
    terrain = dict(TERRAIN)
    for kind in theme.mapping(("terrain",)):
        ground = theme.ground("terrain", kind)
        terrain |= {str(name): ground for name in (kind, *theme.listed("terrain", kind, "also"))}
    others = tuple(theme.ground("others", place) for place in range(len(theme.listed("others")))) or OTHERS
    emblems = {
        str(key).casefold(): theme.picture(file.parent, EMBLEM_DOTS, "emblems", key) for key in theme.named("emblems")
    }
    look = Look(
        terrain=terrain,
        others=others,
        logo=theme.picture(file.parent, LOGO_DOTS, "logo") if tree.get("logo") else b"",
        emblems=emblems,
    )
    changes: dict[str, Any] = {key: theme.choice(FAMILIES, "type", key) for key in kinds} | colours
    if "rule" in tree:
        changes["rule"] = theme.weight("rule")
    look = replace(look, **changes)
    theme.check_readable(look)
    return look


class _Theme:
    """The values of a theme, each with its place."""

    def __init__(self, source: Source) -> None:
        self.source = source

    def fail(self, message: str, *way: str | int) -> Rejected:
        return refused(self.source.file, self.source.place(*way).line or 1, message)

    def value(self, *way: str | int) -> Any:
        found = self.source.tree
        for part in way:
            found = found[part]
        return found

    def mapping(self, way: Sequence[str], known: Sequence[str] = ()) -> Mapping[str, Any]:
        """Give a mapping; an absent one is empty."""
        found = self.source.tree or {}
        for part in way:
            found = found.get(part) or {}
        if not isinstance(found, dict):
            more = f"; known: {', '.join(known)}" if known else ""
            raise self.fail(f"names with values are expected here{more}", *way)
        return found

    def listed(self, *way: str) -> Sequence[Any]:
        """Give a list; an absent one is empty."""
        found = self.mapping(way[:-1]).get(way[-1]) or []
        if not isinstance(found, list):
            raise self.fail("a list is expected here, written like [a, b]", *way)
        return found

    def part(self, way: Sequence[str], known: Sequence[str]) -> Mapping[str, Any]:
        """Give a mapping whose keys are all known; an absent one is empty."""
        found = self.mapping(way, known)
        for key in found:
            if key not in known:
                raise self.fail(f"{key} is not known here; known: {', '.join(known)}", *way, key)
        return found

    def choice(self, known: Sequence[str], *way: str | int) -> str:
        value = str(self.value(*way))
        if value not in known:
            raise self.fail(f"{value} is not known here; known: {', '.join(known)}", *way)
        return value

    def colour(self, *way: str | int) -> str:
        value = str(self.value(*way)).lower()
        if not re.fullmatch("#[0-9a-f]{6}", value):
            raise self.fail('a colour is expected here, written like "#4a5a3a", in quotes', *way)
        return value

    def weight(self, *way: str | int) -> float:
        value = str(self.value(*way))
        if not re.fullmatch(r"[0-9](\.[0-9]{1,3})?", value) or not 0.1 <= float(value) <= 4:
            raise self.fail("a line weight in points is expected here, from 0.1 to 4", *way)
        return float(value)

    def ground(self, *way: str | int) -> Ground:
        given = self.value(*way)
        known = ("fill", "ink", "pattern", "also")
        if not isinstance(given, dict) or set(given) - set(known) or not {"fill", "ink", "pattern"} <= set(given):
            raise self.fail("a ground has fill, ink and pattern, and may have also: [other kinds]", *way)
        return Ground(
            fill=self.colour(*way, "fill"),
            ink=self.colour(*way, "ink"),
            pattern=self.choice(PATTERNS, *way, "pattern"),
        )

    def named(self, key: str) -> Mapping[str, Any]:
        """Give a mapping whose keys are the user's own names; an absent one is empty."""
        found = (self.source.tree or {}).get(key) or {}
        if not isinstance(found, dict):
            raise self.fail("names with values are expected here", key)
        return found

    def picture(self, folder: Path, dots: int, *way: str) -> bytes:
        """Give a picture that lies beside the theme, written anew with so many pixels on its longer side."""
        name = str(self.value(*way))
        if name != Path(name).name:
            raise self.fail("a picture lies beside the theme; write the name of its file alone", *way)
        try:
            made = picture(read_bytes(folder / name), dots)
        except ValueError as error:
            raise self.fail(f"{name}: {error}", *way) from None
        if way[0] == "emblems" and faint(made):
            raise self.fail(f"{name}: on white paper nothing of it would be seen; a darker picture is needed", *way)
        return made

    def check_readable(self, look: Look) -> None:
        """Refuse colours of text that do not stand out from what they are printed on."""
        given = (self.source.tree or {}).get("colours") or {}
        for text, ground, colour, name in (
            ("ink", "", DARKEST_FIELD, "the markers of a black side"),
            ("ink", "head", look.head, "heads of tables"),
            ("ink", "zebra", look.zebra, "every other row"),
            ("title", "", WHITE, "paper"),
        ):
            found = contrast(getattr(look, text), colour)
            if found < READABLE:
                key = text if text in given else ground
                message = f"{text} on {name} has a contrast of {found:.1f}; {READABLE} is the least that is read well"
                raise self.fail(message, "colours", key)


def picture(data: bytes, dots: int = LOGO_DOTS) -> bytes:
    """Write a PNG or JPEG anew as a PNG of our own making, small enough to print. Raises `ValueError` for all else."""
    # Pillow costs start-up, and most looks have no pictures.
    from PIL import Image, ImageOps, UnidentifiedImageError

    if len(data) > LOGO_BYTES:
        raise ValueError(f"a picture is no larger than {LOGO_BYTES >> 20} MB")
    if b"<svg" in data[:2_000]:
        raise ValueError(f"an SVG picture is not read; export it as PNG, {dots} pixels wide")
    try:
        with Image.open(BytesIO(data), formats=["PNG", "JPEG"]) as image:
            if max(image.size) > LOGO_SIDE:
                raise ValueError(f"a picture has at most {LOGO_SIDE} pixels a side")
            upright = ImageOps.exif_transpose(image).convert("RGBA")
    except (UnidentifiedImageError, OSError, SyntaxError, Image.DecompressionBombError):
        raise ValueError("this is no PNG or JPEG that can be read") from None
    paper = Image.new("RGBA", upright.size, WHITE)
    flat = Image.alpha_composite(paper, upright).convert("RGB")
    flat.thumbnail((dots, dots))
    stream = BytesIO()
    flat.save(stream, "PNG")
    return stream.getvalue()


def faint(data: bytes) -> bool:
    """Tell whether nothing of a picture stands out from white paper."""
    from PIL import Image

    with Image.open(BytesIO(data), formats=["PNG"]) as image:
        darkest, _ = image.convert("L").getextrema()
    grey = f"#{darkest:02x}{darkest:02x}{darkest:02x}"
    return contrast(grey, WHITE) < READABLE
