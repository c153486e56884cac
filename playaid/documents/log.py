"""The hidden-deployment log: what every marker is and where, with room to write during the game.

A decoy's row has the same fields as a unit's. Without orders the log is a form with the side's numbers; the public's is
a form without anything.
"""

from playaid.documents import Settings, audience, document, imprint_of, role_of, secrecy
from playaid.documents.seals import openings, seal_code, slip
from playaid.elements import compose as blocks
from playaid.lengths import Length
from playaid.naming import piece_name
from playaid.pages import Block, Document, Flow, PageBreak
from playaid.prose import Voice
from playaid.views import Entry, Imprint, OwnSide, PublicView, Row, SideView, View

BLANK_ROWS = 14
"""Rows of a form that belongs to no side yet: a page of them."""


def compose(view: View, voice: Voice, settings: Settings) -> Document | None:
    """Give the public a blank form, a side its own log, the umpire both."""
    imprint = imprint_of(view)
    public = view if isinstance(view, PublicView) else view.public
    if isinstance(view, PublicView):
        flows = [blocks("log.xml", voice, blank(imprint, voice, settings.spares, view.units))]
    else:
        sides = (view.own,) if isinstance(view, SideView) else view.sides
        flows = [_side_log(public, own, voice, settings.spares) for own in sides]
    joined = flows[0]
    for more in flows[1:]:
        joined = (*joined, PageBreak(), *more)
    secret = secrecy(view, voice)
    parts: tuple[Flow, ...] = (Flow(blocks=joined, landscape=True),)
    if isinstance(view, SideView) and view.own.seal is not None:
        parts = (*parts, openings(view, view.own.seal, voice), slip(view, view.own.seal, voice, settings))
    return document("log", imprint, voice, settings, parts, reader=audience(view, voice), secret=secret)


def _side_log(public: PublicView, own: OwnSide, voice: Voice, spares: int) -> tuple[Block, ...]:
    """Give the log of one side; a sealed one shows the code of its seal."""
    pictures = {"seal": seal_code(own.seal)} if own.seal is not None else {}
    return blocks("log.xml", voice, context(public, own, voice, spares), pictures)


def form(imprint: Imprint, voice: Voice, settings: Settings) -> Document:
    """Give the blank form of a ruleset, for a player without a scenario."""
    part = Flow(blocks=blocks("log.xml", voice, blank(imprint, voice, settings.spares)), landscape=True)
    return document("log", imprint, voice, settings, (part,))


def blank(imprint: Imprint, voice: Voice, spares: int, unit: str = "cm") -> dict[str, object]:
    """Give what the template uses for a form that belongs to no side yet."""
    return {
        "side": "",
        "role": "",
        "title": voice.local(imprint.title, imprint.language),
        "rows": [_empty_row() for _ in range(BLANK_ROWS)],
        "spares": ["" for _ in range(spares)],
        "reserve": [],
        "concealment": imprint.rules.concealment is not None,
        "points": imprint.rules.tables.points.activation if imprint.rules.concealment is not None else 0,
        "unit": voice.say(f"unit.{unit}"),
        "filled": False,
        "seal": "",
    }


def context(public: PublicView, own: OwnSide, voice: Voice, spares: int) -> dict[str, object]:
    """Give what the template uses for a side's log."""
    default = public.imprint.language
    if own.rows is None:
        rows = [_empty_row(str(number)) for number in range(1, own.pool + 1)]
    else:
        rows = [_row(row, public, voice) for row in own.rows]
    return {
        **blank(public.imprint, voice, spares, public.units),
        "side": voice.local(own.public.name, default),
        "role": role_of(own.public, voice, default),
        "rows": rows,
        "spares": [str(number) for number in range(own.pool + 1, own.pool + spares + 1)],
        "reserve": [voice.local(unit.name, default) for unit in own.reserve],
        "filled": own.rows is not None,
        "seal": own.seal.printed if own.seal is not None else "",
    }


def _empty_row(number: str = "") -> dict[str, str]:
    keys = ("content", "type", "place", "square", "terrain", "cover", "speed", "idle", "acting", "note")
    return {"number": number, **dict.fromkeys(keys, "")}


def _row(row: Row, public: PublicView, voice: Voice) -> dict[str, str]:
    default, rules = public.imprint.language, public.imprint.rules
    unit = rules.concealment.units if rules.concealment is not None else public.units
    return {
        "number": "" if row.number is None else str(row.number),
        "content": voice.say("log.decoy") if row.decoy else voice.local(row.name, default),
        "type": voice.say(f"unit_type.{row.type}") if row.type else "",
        "place": _place(row, public.units, voice),
        "square": row.square,
        "terrain": "" if row.terrain is None else piece_name(public, row.terrain, voice),
        "cover": voice.local(row.cover),
        "speed": voice.length(row.speed, public.units) if row.speed is not None else "",
        "idle": _limit(row.spotted, row.idle, (unit, public.units), voice),
        "acting": _limit(row.spotted, row.acting, (unit, public.units), voice),
        "note": row.note,
    }


def _place(row: Row, unit: str, voice: Voice) -> str:
    if row.at is not None:
        return f"{voice.bare(row.at.x, unit)}\u00a0/\u00a0{voice.bare(row.at.y, unit)}"
    return entry(row.entry, unit, voice) if row.entry is not None else ""


def entry(value: Entry, unit: str, voice: Voice) -> str:
    """Say how reinforcements enter."""
    edge = voice.say(f"edge.{value.edge}")
    if value.start is None and value.end is None:
        return voice.say("log.arrives", turn=value.turn, edge=edge)
    start = voice.bare(value.start or 0, unit)
    end = voice.bare(value.end, unit) if value.end is not None else voice.say("log.edge_end")
    return voice.say("log.arrives_between", turn=value.turn, edge=edge, start=start, end=end)


def _limit(known: bool, limit: Length | None, units: tuple[str, str], voice: Voice) -> str:
    """Write a limit exactly in the unit of the rules, then in that of the scenario where it is another."""
    if not known:
        return ""
    if limit is None:
        return voice.say("spotting.unlimited")
    exact = voice.length(limit, units[0])
    return exact if units[0] == units[1] else f"{exact} ({voice.tenths(limit, units[1])})"
