"""Unit lists and logs as CSV that a spreadsheet opens without running anything: UTF-8 with BOM, all texts quoted."""

from collections.abc import Sequence
from pathlib import Path

from playaid.audiences import public_view, umpire_view
from playaid.game import Game
from playaid.lengths import amount, show_number
from playaid.naming import piece_name
from playaid.prose import Voice, voice
from playaid.scenario import Scenario, Unit
from playaid.views import Entry, PublicView, Row

Cell = str | int | None

FORMULA = "=+-@\t\r\0＝＋－＠"
"""A text that begins with one of these might be run as a formula, so it gets an apostrophe before it."""


def table_text(rows: Sequence[Sequence[Cell]]) -> str:
    """Give rows as CSV: numbers bare, texts quoted and no formulas, every line with a newline of its own."""
    return "\ufeff" + "".join(",".join(_cell(cell) for cell in row) + "\n" for row in rows)


def _cell(cell: Cell) -> str:
    if cell is None:
        return '""'
    if isinstance(cell, int):
        return str(cell)
    text = cell.replace("\0", "")
    begins = (text[:1], text.lstrip()[:1])
    safe = f"'{text}" if any(first and first in FORMULA for first in begins) else text
    return '"' + safe.replace('"', '""') + '"'


def unit_table(scenario: Scenario, units: Sequence[Unit]) -> str:
    """Give a unit list in the form that `units:` of a side reads again: id, name, type, move, elements, arrives."""
    rows: list[list[Cell]] = [["id", "name", "type", "move", "elements", "arrives", "part_of", "experience"]]
    rows += [_unit_row(scenario, unit) for unit in units]
    return table_text(rows)


def _unit_row(scenario: Scenario, unit: Unit) -> list[Cell]:
    measure, language = scenario.units, scenario.language
    elements = "; ".join(f"{e.name.show(language)} {length_cell(e.move, measure)}" for e in unit.elements)
    arrives = ""
    if unit.arrives is not None:
        arrives = f"{unit.arrives.turn} {unit.arrives.edge}"
        if unit.arrives.start is not None or unit.arrives.end is not None:
            along = scenario.table.width if unit.arrives.edge in ("north", "south") else scenario.table.depth
            start, end = unit.arrives.start or 0, along if unit.arrives.end is None else unit.arrives.end
            arrives += f" {length_cell(start, measure)} {length_cell(end, measure)}"
    move = length_cell(unit.move, measure) if unit.move is not None else ""
    name = unit.name.show(language)
    return [unit.id, name, unit.type, move, elements, arrives, unit.part_of or "", unit.experience]


def length_cell(length: int, unit: str) -> str:
    """Write a length with its unit, so that no spreadsheet mistakes it for something else."""
    return f"{show_number(amount(length, unit))} {unit}"


def export(game: Game, audiences: Sequence[str]) -> dict[str, tuple[str, bool]]:
    """Give the files of an export by their names, and whether they are secret.

    Public: each side's units of the scenario. A side's own: its secret units too. The umpire's: the log of both.
    """
    scenario = game.scenario.value
    files: dict[str, tuple[str, bool]] = {}
    for id, side in scenario.sides.items():
        if "public" in audiences:
            files[f"{id}.units.csv"] = unit_table(scenario, side.units), False
        if id in audiences and id in game.orders:
            both = (*side.units, *game.orders[id].value.units)
            files[f"{id}.secret-units.csv"] = unit_table(scenario, both), True
    if "umpire" in audiences and len(game.orders) == 2:
        files["umpire.log.csv"] = umpire_log(game), True
    return files


def umpire_log(game: Game) -> str:
    """Give both sides' markers as the umpire's log has them."""
    scenario = game.scenario.value
    speak = voice(scenario.language)
    view = umpire_view(public_view(scenario, game.rules), game.ground, game.orders)
    rows: list[list[Cell]] = [[speak.say("log.blank_side"), *(speak.say(f"log.{head}") for head in _heads())]]
    for side in view.sides:
        rows += [[side.public.id, *_log_row(row, view.public, speak)] for row in side.rows or ()]
        rows += [
            [side.public.id, None, speak.local(unit.name), speak.say(f"unit_type.{unit.type}"), "", "", "", "", ""]
            for unit in side.reserve
        ]
    return table_text(rows)


def _heads() -> tuple[str, ...]:
    return ("number", "content", "type", "place", "square", "terrain", "speed", "turn")


def _log_row(row: Row, public: PublicView, speak: Voice) -> list[Cell]:
    unit = public.units
    name = speak.say("log.decoy") if row.decoy else speak.local(row.name)
    place = "" if row.at is None else f"{length_cell(row.at.x, unit)} / {length_cell(row.at.y, unit)}"
    named = "" if row.terrain is None else piece_name(public, row.terrain, speak)
    terrain = ", ".join(part for part in (named, speak.local(row.cover)) if part)
    speed = "" if row.speed is None else length_cell(row.speed, unit)
    kind = speak.say(f"unit_type.{row.type}") if row.type else ""
    return [row.number, name, kind, place, row.square, terrain, speed, _arrival(row.entry, speak)]


def _arrival(entry: Entry | None, speak: Voice) -> str:
    return "" if entry is None else speak.say("log.arrives", turn=entry.turn, edge=speak.say(f"edge.{entry.edge}"))


def default_folder(path: Path) -> Path:
    """Give the folder of a scenario's exports: beside it, apart from the files that a user writes."""
    return (path if path.is_dir() else path.parent) / "export"
