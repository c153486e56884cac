"""What each reader can know, in words for every field of the views: the table of the README is made from this.

A view's field without words here, or words without a field, is an error: whoever adds a field says whom it tells what.
"""

from collections.abc import Iterator
from dataclasses import fields, is_dataclass
from typing import Any, get_args, get_type_hints

from playaid import views
from playaid.fields import Localised
from playaid.shapes import Point
from playaid.views import PublicView, SideView, UmpireView

READERS: tuple[tuple[str, type], ...] = (
    ("everybody, your opponent too", PublicView),
    ("you", SideView),
    ("the umpire", UmpireView),
)

WORDS: dict[str, dict[str, str]] = {
    "The scenario": {
        "Imprint.title": "title",
        "Imprint.revision": "revision",
        "Imprint.language": "language",
        "Imprint.rules": "rules and rulings in force",
        "Imprint.waived": "clauses that a build was forced past (for everybody it prints for)",
        "PublicView.units": "unit of measure",
        "PublicView.turns": "number of turns",
        "PublicView.first": "who begins",
        "BriefingView.situation": "situation",
        "BriefingView.victory": "victory conditions",
        "BriefingView.special": "special rules",
    },
    "The table": {
        "PublicView.table": "size",
        "PublicView.grid": "grid",
        "KindView.id": "each kind of terrain",
        "KindView.name": "its name",
        "KindView.cover": "its cover",
        "KindView.blocks": "whether it stops sight",
        "TerrainView.id": "each piece",
        "TerrainView.name": "its name",
        "TerrainView.kind": "its kind",
        "TerrainView.form": "its form",
        "TerrainView.outline": "its outline",
        "TerrainView.at": "its place",
        "TerrainView.size": "its size",
        "TerrainView.turn": "its turn",
    },
    "Each side, as the scenario has it": {
        "PublicSide.id": "id",
        "PublicSide.name": "name",
        "PublicSide.role": "role",
        "PublicSide.emblem": "emblem",
        "PublicSide.colour": "colour",
        "PublicSide.decoys": "decoys granted",
        "PublicSide.zone": "deployment zone",
        "UnitView.name": "its units' names",
        "UnitView.type": "types",
        "UnitView.speed": "speeds",
        "Entry.turn": "turn of arrival",
        "Entry.edge": "edge of arrival",
        "Entry.start": "where along it, from",
        "Entry.end": "to",
    },
    "A side's own": {
        "OwnSide.pool": "how many numbers its markers may have",
        "OwnSide.mission": "mission",
        "OwnSide.reserve": "units in reserve",
        "OwnSide.secret": "secret units",
        "OwnSide.dead": "ground that the enemy cannot see (drawn for the umpire)",
    },
    "A side's markers": {
        "Row.number": "number",
        "Row.decoy": "unit or decoy",
        "Row.name": "what it stands for",
        "Row.type": "its type",
        "Row.at": "place",
        "Row.square": "map square",
        "Row.terrain": "terrain there",
        "Row.cover": "cover there",
        "Row.speed": "speed",
        "Row.spotted": "whether it can be spotted automatically",
        "Row.idle": "at what distance when idle",
        "Row.acting": "when acting",
        "Row.entry": "arrival",
        "Row.note": "its player's note",
    },
    "A side's seal": {
        "SealView.digits": "seal, all its digits",
        "SealView.printed": "the digits that are printed",
        "SealView.lines": "lines of the slip",
        "OpeningView.number": "openings, number",
        "OpeningView.text": "and text",
    },
}
"""What every field tells, in groups that a reader knows as a whole."""

HOLDERS = {
    "PublicView.imprint",
    "PublicView.kinds",
    "PublicView.terrain",
    "PublicView.briefing",
    "PublicView.sides",
    "PublicSide.units",
    "UnitView.entry",
    "OwnSide.public",
    "OwnSide.rows",
    "OwnSide.seal",
    "SealView.openings",
    "SideView.public",
    "SideView.own",
    "UmpireView.public",
    "UmpireView.sides",
}
"""Fields that hold other views and tell nothing of their own."""

NAMED = {"Localised": Localised, "Point": Point}
"""What the views name without loading it."""


def known(view: type) -> frozenset[str]:
    """Give the fields that a reader's view holds, its parts' included, as Class.field."""
    found: set[str] = set()
    waiting, seen = [view], {view}
    while waiting:
        part = waiting.pop()
        for name, hint in get_type_hints(part, localns=NAMED).items():
            found.add(f"{part.__name__}.{name}")
            inner = set(_views_in(hint)) - seen
            waiting += inner
            seen |= inner
    return frozenset(found)


def table() -> str:
    """Give the table of the README. Raises `LookupError` when fields and words do not agree."""
    said = {name for group in WORDS.values() for name in group} | HOLDERS
    there = frozenset().union(*(known(view) for _, view in READERS))
    if said != there:
        raise LookupError(f"playaid/knowledge.py and the views disagree about {', '.join(sorted(said ^ there))}")
    lines = [f"| | what | {' | '.join(reader for reader, _ in READERS)} |", f"|---|---|{'---|' * len(READERS)}"]
    for group, names in WORDS.items():
        ticks = " | ".join(_tick(names, view) for _, view in READERS)
        lines.append(f"| {group} | {', '.join(names.values())} | {ticks} |")
    return "\n".join(lines)


def _tick(names: dict[str, str], view: type) -> str:
    """Tell whether a reader knows a group of fields: all of them or none."""
    held = [name in known(view) for name in names]
    if any(held) and not all(held):
        raise LookupError(f"a group of fields is known in part by {view.__name__}: {', '.join(names)}")
    return "yes" if all(held) else "no"


def _views_in(hint: Any) -> Iterator[type]:
    """Give the views inside a type."""
    if isinstance(hint, type) and is_dataclass(hint) and hint.__module__ == views.__name__:
        yield hint
    for inner in get_args(hint):
        yield from _views_in(inner)


def golden() -> list[str]:
    """Give all fields of all views, for the list that the tests keep."""
    parts = [part for part in vars(views).values() if isinstance(part, type) and part.__module__ == views.__name__]
    return sorted(f"{part.__name__}.{field.name}" for part in parts if is_dataclass(part) for field in fields(part))
