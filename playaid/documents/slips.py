"""Sealed slips for a player alone: number and place outside, what the marker holds inside, opened when it is spotted.

Printed on both sides, a slip has its content on the back of a hatched panel: it is cut with the hatching up and folded
in two, so nobody sees what he cuts. Printed on one side, it has three panels and is folded like an accordion, and the
content stands on its head, since a page cannot be folded before it is printed. Either way a hatched panel falls over
the content. Every number of the pool has a slip, so their count tells nothing.
"""

from collections.abc import Iterator

from playaid.documents import Settings, audience, document
from playaid.hatching import hatch
from playaid.lengths import Length
from playaid.pages import (
    BLACK,
    Align,
    Colour,
    Cut,
    Document,
    Face,
    Group,
    Mark,
    Path,
    Picture,
    Piece,
    Strokes,
    Words,
)
from playaid.papers import Flip
from playaid.prose import Voice
from playaid.views import Entry, OwnSide, PublicView, Row, SideView, View

WIDTH, PANEL = 63_000, 28_000
"""A slip is as wide as a playing card; its panels are so high, µm."""

GREY, INK = "#555555", "#222222"

FREE = 1_200
"""So far from folds and edges the hatching ends, so that the dashes of a fold are seen, µm."""

NAME, KIND, FIRST, SECOND = 20_500, 15_500, 9_000, 5_000
"""How far from the fold the lines of a content stand, µm."""

JUMBLE = "MWHENKXAMZHWEKNAXMHZWENK"
"""Letters under which no others can be read against the light."""


def compose(view: View, voice: Voice, settings: Settings) -> Document | None:
    """Give a side's slips; nobody else has any."""
    if not isinstance(view, SideView) or view.own.rows is None:
        return None
    both = settings.sheet.flip in (Flip.LONG, Flip.SHORT)
    draw = _folded if both else _accordion
    pieces = tuple(draw(view.own, number, view.public, voice) for number in range(1, view.own.pool + 1))
    group = Group(width=Length(WIDTH), height=Length((2 if both else 3) * PANEL), pieces=pieces)
    cut = Cut(groups=(group,), hints=(voice.say("slips.cut" if both else "slips.fold"),))
    return document("slips", view.public.imprint, voice, settings, (cut,), reader=audience(view, voice))


def _folded(own: OwnSide, number: int, public: PublicView, voice: Voice) -> Piece:
    """Give a slip of two panels: number and hatching on the front; on the back hatching, and the content."""
    rows = _rows(own, number)
    front = (*_outside(own, number, rows, public, voice, PANEL), *_veil(0, PANEL), _fold(PANEL))
    back = (*_inside(rows, public, voice), *_veil(PANEL, PANEL), _fold(PANEL))
    return Piece(front=_picture(2, front), back=_picture(2, back))


def _accordion(own: OwnSide, number: int, public: PublicView, voice: Voice) -> Piece:
    """Give a slip of three panels on one side: content, hatching, number."""
    rows = _rows(own, number)
    outside = _outside(own, number, rows, public, voice, 2 * PANEL)
    marks = (*outside, *_veil(PANEL, PANEL), *_inside(rows, public, voice), _fold(PANEL), _fold(2 * PANEL))
    return Piece(front=_picture(3, marks))


def _picture(panels: int, marks: tuple[Mark, ...]) -> Picture:
    return Picture(width=WIDTH, height=panels * PANEL, marks=marks)


def _rows(own: OwnSide, number: int) -> tuple[Row, ...]:
    """Give what stands under a number: several units where they share a marker (ruling D8)."""
    return tuple(row for row in own.rows or () if row.number == number)


def _outside(
    own: OwnSide, number: int, rows: tuple[Row, ...], public: PublicView, voice: Voice, y: int
) -> Iterator[Mark]:
    """Give the panel above `y` that stays outside: the number, and where the marker stands."""
    yield _line(y + 14_500, f"{own.public.emblem} {number}", 260, Face.BOLD)
    yield _line(y + 8_500, _where(rows[0] if rows else None, public, voice), 90)
    yield _line(y + 4_000, voice.say("slips.open"), 70)


def _where(row: Row | None, public: PublicView, voice: Voice) -> str:
    if row is None:
        return voice.say("slips.nowhere")
    if row.at is None:
        return _arrival(row.entry, voice)
    unit = public.units
    place = f"x {voice.length(row.at.x, unit)}, y {voice.length(row.at.y, unit)}"
    return f"{row.square}: {place}" if row.square else place


def _arrival(entry: Entry | None, voice: Voice) -> str:
    return "" if entry is None else voice.say("log.arrives", turn=entry.turn, edge=voice.say(f"edge.{entry.edge}"))


def _veil(y: int, fold: int) -> Iterator[Mark]:
    """Give the panel above `y` that lies over the content, or behind it: nothing is read through it against the light.

    Letters stand where those of the content come to lie, as far from the fold.
    """
    west, south, east, north = FREE, y + FREE, WIDTH - FREE, y + PANEL - FREE
    ring = ((west, south), (east, south), (east, north), (west, north))
    for slant in ("diagonal", "back"):
        yield Strokes(lines=hatch((ring,), slant, 900), colour=GREY, width=300)
    for line, size in ((NAME, 120), (KIND, 90), (FIRST, 80), (SECOND, 80)):
        yield _line(
            fold + line if y >= fold else fold - line,
            JUMBLE,
            size,
            Face.BOLD,
            turn=0 if y >= fold else 180,
            colour=INK,
        )


def _inside(rows: tuple[Row, ...], public: PublicView, voice: Voice) -> Iterator[Mark]:
    """Give the content: unit or decoy, and what it does now. All contents have as many lines, of like length."""
    if not rows:
        name, kind, acts = voice.say("slips.unused"), voice.say("slips.unused_what"), "unused"
    elif rows[0].decoy:
        name, kind, acts = voice.say("log.decoy"), voice.say("slips.decoy_what"), "decoy"
    else:
        name = " + ".join(voice.local(row.name, public.imprint.language) for row in rows)
        kind = ", ".join(dict.fromkeys(voice.say(f"unit_type.{row.type}") for row in rows))
        acts = "fire" if any(row.type in ("gun", "support_weapon", "vehicle") for row in rows) else "hold"
    yield _line(PANEL - NAME, name, 120, Face.BOLD, turn=180)
    yield _line(PANEL - KIND, kind, 90, turn=180)
    yield _line(PANEL - FIRST, voice.say(f"slips.{acts}_1"), 80, turn=180)
    yield _line(PANEL - SECOND, voice.say(f"slips.{acts}_2"), 80, turn=180)


def _line(y: int, text: str, size: int, face: Face = Face.REGULAR, turn: int = 0, colour: Colour = BLACK) -> Words:
    return Words(
        x=WIDTH // 2,
        y=y,
        text=text,
        size=size,
        face=face,
        align=Align.CENTRE,
        fit=WIDTH - 6_000,
        turn=turn,
        colour=colour,
    )


def _fold(y: int) -> Path:
    return Path(points=((0, y), (WIDTH, y)), closed=False, stroke=BLACK, width=250, dashes=(2_000, 1_500))
