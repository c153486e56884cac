"""What a sealed log adds: the openings that prove one marker each, and the slip for the opponent.

The slip tells what it tells to everybody: its words, its lines and its page number are the same for any deployment.
"""

from dataclasses import replace

from playaid.documents import Settings, audience, document
from playaid.elements import compose as blocks
from playaid.pages import Flow, Picture
from playaid.prose import Voice
from playaid.qr import codes
from playaid.views import OwnSide, PublicView, Row, SealView, SideView

COLUMNS = 4
"""Openings beside one another."""

LINE_COLUMNS = 3
"""Lines of the slip beside one another."""


def seal_code(seal: SealView) -> Picture:
    """Give the QR code of a whole seal, in the capitals that make it small."""
    return codes((seal.digits.upper(),))[0]


def openings(view: SideView, seal: SealView, voice: Voice) -> Flow:
    """Give the pages of a side's openings, to cut apart."""
    pictures = dict(
        zip((str(one.number) for one in seal.openings), codes([one.text for one in seal.openings]), strict=True)
    )
    cells = [
        {"number": str(one.number), "content": _content(view.own, one.number, view.public, voice), "text": one.text}
        for one in seal.openings
    ]
    rows = [cells[start : start + COLUMNS] for start in range(0, len(cells), COLUMNS)]
    values = {"rows": rows, "columns": COLUMNS, "slip": f"{view.own.public.id}.slip.json"}
    return Flow(blocks=blocks("openings.xml", voice, values, pictures), landscape=True, alone=True)


def _content(own: OwnSide, number: int, public: PublicView, voice: Voice) -> str:
    """Say what a marker is, in words."""
    rows = [row for row in own.rows or () if row.number == number]
    return " + ".join(_what(row, public, voice) for row in rows)


def _what(row: Row, public: PublicView, voice: Voice) -> str:
    kind = voice.say(f"unit_type.{row.type}") if row.type else ""
    name = voice.say("log.decoy") if row.decoy else voice.local(row.name, public.imprint.language)
    return f"{name} ({kind})"


def slip(view: SideView, seal: SealView, voice: Voice, settings: Settings) -> Flow:
    """Give the slip that the opponent keeps, with a strip of its own that counts its own pages."""
    imprint = view.public.imprint
    enemy = next(side for side in view.public.sides if side.id != view.own.public.id)
    reader = voice.say("seal.for", side=voice.local(enemy.name, imprint.language))
    strip = document("log", imprint, voice, settings, (), reader=reader).furniture
    strip = replace(strip, first=(*strip.first[:-1], voice.say("seal.slip_name")))
    id, count = view.own.public.id, len(seal.lines)
    rows = -(-count // LINE_COLUMNS)
    lines = [[_line(seal, row + column * rows) for column in range(LINE_COLUMNS)] for row in range(rows)]
    values = {
        "side": audience(view, voice),
        "title": voice.local(imprint.title, imprint.language),
        "seal": seal.printed,
        "lines": lines,
        "columns": LINE_COLUMNS,
        "reveal_file": f"{id}.reveal.json",
        "slip_file": f"{id}.slip.json",
    }
    made = blocks("slip.xml", voice, values, {"seal": seal_code(seal)})
    return Flow(blocks=made, landscape=True, furniture=strip, alone=True)


def _line(seal: SealView, place: int) -> dict[str, str]:
    inside = place < len(seal.lines)
    return {"number": str(place + 1) if inside else "", "digits": seal.lines[place] if inside else ""}
