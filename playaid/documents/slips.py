"""Sealed slips for a player alone: number and place outside, what the marker holds inside, opened when it is spotted.

A slip is printed on one side in three panels and folded like an accordion: the hatched panel falls over the content,
the number comes out on top. Every number of the pool has a slip, so their count tells nothing. The content stands on
its head, so that whoever cuts and folds does not read it at a glance.
"""

from collections.abc import Iterator

from playaid.documents import Settings, audience, document
from playaid.hatching import hatch
from playaid.lengths import Length
from playaid.pages import Align, Cut, Document, Face, Group, Mark, Path, Picture, Piece, Strokes, Words
from playaid.prose import Voice
from playaid.views import Entry, OwnSide, PublicView, Row, SideView, View

WIDTH, PANEL = 63_000, 28_000
"""A slip is as wide as a playing card, and three panels high, µm."""

GREY = "#555555"


def compose(view: View, voice: Voice, settings: Settings) -> Document | None:
    """Give a side's slips; nobody else has any."""
    if not isinstance(view, SideView) or view.own.rows is None:
        return None
    pieces = tuple(Piece(front=_slip(view.own, number, view.public, voice)) for number in range(1, view.own.pool + 1))
    group = Group(width=Length(WIDTH), height=Length(3 * PANEL), pieces=pieces)
    cut = Cut(groups=(group,), hints=(voice.say("slips.fold"),))
    return document("slips", view.public.imprint, voice, settings, (cut,), reader=audience(view, voice))


def _slip(own: OwnSide, number: int, public: PublicView, voice: Voice) -> Picture:
    row = next((row for row in own.rows or () if row.number == number), None)
    marks = (*_outside(own, number, row, public, voice), *_veil(), *_inside(row, public, voice), *_folds())
    return Picture(width=WIDTH, height=3 * PANEL, marks=marks)


def _outside(own: OwnSide, number: int, row: Row | None, public: PublicView, voice: Voice) -> Iterator[Mark]:
    """Give the panel that stays outside: the number, and where the marker stands."""
    top = f"{own.public.emblem} {number}"
    yield _line(2 * PANEL + 15_000, top, 260, Face.BOLD)
    yield _line(2 * PANEL + 8_000, _where(row, public, voice), 90)
    yield _line(2 * PANEL + 3_000, voice.say("slips.open"), 70)


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


def _veil() -> Iterator[Mark]:
    """Give the panel that falls over the content: two hatchings, through which nothing is read against the light."""
    ring = ((0, PANEL), (WIDTH, PANEL), (WIDTH, 2 * PANEL), (0, 2 * PANEL))
    for slant in ("diagonal", "back"):
        yield Strokes(lines=hatch((ring,), slant, 900), colour=GREY, width=300)


def _inside(row: Row | None, public: PublicView, voice: Voice) -> Iterator[Mark]:
    """Give the content: unit or decoy, and what it does now. All contents have as many lines, of like length."""
    if row is None:
        name, kind, acts = voice.say("slips.unused"), voice.say("slips.unused_what"), "unused"
    elif row.decoy:
        name, kind, acts = voice.say("log.decoy"), voice.say("slips.decoy_what"), "decoy"
    else:
        name = voice.local(row.name, public.imprint.language)
        kind, acts = voice.say(f"unit_type.{row.type}"), _conduct(row.type)
    yield _line(PANEL - 20_500, name, 120, Face.BOLD, turn=180)
    yield _line(PANEL - 15_500, kind, 90, turn=180)
    yield _line(PANEL - 9_000, voice.say(f"slips.{acts}_1"), 80, turn=180)
    yield _line(PANEL - 5_000, voice.say(f"slips.{acts}_2"), 80, turn=180)


def _conduct(type: str) -> str:
    return "fire" if type in ("gun", "support_weapon", "vehicle") else "hold"


def _line(y: int, text: str, size: int, face: Face = Face.REGULAR, turn: int = 0) -> Words:
    return Words(x=WIDTH // 2, y=y, text=text, size=size, face=face, align=Align.CENTRE, fit=WIDTH - 6_000, turn=turn)


def _folds() -> Iterator[Mark]:
    for y in (PANEL, 2 * PANEL):
        yield Path(points=((0, y), (WIDTH, y)), closed=False, stroke=GREY, width=200, dashes=(1_500, 1_500))
