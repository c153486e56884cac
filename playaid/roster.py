"""Unit lists from spreadsheets: a CSV that `units:` of a side names becomes the same tree as units written in YAML.

Commas, semicolons and tabs part the cells; UTF-8 with or without a BOM and the Windows code pages of the scenario's
language are understood, and decimal commas where a number is meant. Problems name row and column of the sheet.
"""

import csv
import io
import re
from collections.abc import Iterator, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

from pydantic import BaseModel

from playaid import codes
from playaid.decoding import decode
from playaid.diagnostics import Diagnostic, PathKeys, Rejected, Report
from playaid.fields import meant
from playaid.source import Scalar, Source, read_bytes

COLUMNS = ("id", "name", "type", "move", "elements", "arrives", "part_of", "experience")
"""The columns of a unit list; those without a value may be missing."""

_ELEMENT = re.compile(r"(.+?)\s+([0-9][0-9.,]*\s*\S*)")
_ARRIVAL = re.compile(r"(\d+)[\s,:]+(\w+)(?:\s+([0-9.,]+\s*[^\d\s]*)\s+([0-9.,]+\s*[^\d\s]*))?")
_DECIMAL = re.compile(r"(?<=[0-9]),(?=[0-9])")


def with_rosters(source: Source, model: type[BaseModel], unit: str) -> Source:
    """Give a scenario's source with the units of its sheets in place of their names; each row is a `model`.

    Raises `Rejected` with the problems of the rows, `PlayaidError` for a sheet that cannot be read.
    """
    sides = source.tree.get("sides") if isinstance(source.tree, dict) else None
    named = {id: side for id, side in sides.items() if _names_sheet(side)} if isinstance(sides, dict) else {}
    if not named or not isinstance(sides, dict):
        return source
    found = dict(sides)
    for id, side in named.items():
        found[id] = {**side, "units": _units(source, id, str(side["units"]), model, unit)}
    return replace(source, tree={**source.tree, "sides": found})


def _names_sheet(side: Any) -> bool:
    return isinstance(side, dict) and isinstance(side.get("units"), str)


def _units(source: Source, side: str, name: str, model: type[BaseModel], unit: str) -> list[Any]:
    way = ("sides", side, "units")
    if not name.lower().endswith(".csv"):
        help = "write the units as a list, or name a .csv file; save an .xlsx as CSV first"
        raise _refused(source.diagnostic(codes.WRONG_VALUE, f"{name} is no unit list", *way, help=help))
    if Path(name).is_absolute() or ".." in Path(name).parts:
        help = "put the sheet into the scenario's folder"
        raise _refused(source.diagnostic(codes.WRONG_VALUE, f"{name} lies elsewhere", *way, help=help))
    language = str(source.tree.get("language", "en"))
    return read_roster(source.file.parent / name, language, model, unit)


def _refused(said: Diagnostic) -> Rejected:
    return Rejected(Report((said,)))


def read_roster(file: Path, language: str, model: type[BaseModel], unit: str) -> list[Any]:
    """Give the tree of a unit list. Raises `Rejected` with everything that is wrong in it."""
    text = _decoded(read_bytes(file), language)
    head, *_ = text.split("\n", 1)
    mark = max(";,\t", key=head.count)
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=mark)
    rows = [(reader.line_num, row) for row in reader]
    heads = [cell.strip().casefold() for cell in rows[0][1]] if rows else []
    trees, problems = [], list(_head_problems(file, text, heads))
    for line, row in rows[1:] if not problems else ():
        if any(cell.strip() for cell in row):
            cells = dict(zip(heads, map(_plain, row), strict=False))
            trees.append(_tree(cells))
            problems += _row_problems(file, text, line, heads, trees[-1], model, unit)
    if problems:
        raise Rejected(Report.of(problems))
    return trees


def _decoded(data: bytes, language: str) -> str:
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError:
        return data.decode("cp1251" if language == "ru" else "cp1252", errors="replace")


def _plain(cell: str) -> str:
    """Take the apostrophe off that keeps a cell from being run as a formula."""
    text = cell.strip()
    return text[1:] if text[:1] == "'" and text[1:2] in tuple("=+-@＝＋－＠") else text


def _head_problems(file: Path, text: str, heads: list[str]) -> Iterator[Diagnostic]:
    """Say which columns are unknown, and which of those that every unit needs are missing."""
    source = Source(file=file, text=text, tree={}, values={(): (1, 1)}, names={})
    for number, head in enumerate(heads, 1):
        if head and head not in COLUMNS:
            said = f"row 1, column {number}: the column {head} is not known"
            yield source.diagnostic(codes.UNKNOWN_KEY, said, help=meant(head, COLUMNS))
    for needed in ("id", "name", "type"):
        if needed not in heads:
            yield source.diagnostic(codes.MISSING_KEY, f"row 1: the column {needed} is missing")


def _tree(cells: Mapping[str, str]) -> dict[str, Any]:
    tree: dict[str, Any] = {key: Scalar(cells[key], plain=False) for key in ("id", "name", "type") if cells.get(key)}
    if cells.get("part_of"):
        tree["part_of"] = Scalar(cells["part_of"], plain=False)
    for key in ("move", "experience"):
        if cells.get(key):
            tree[key] = _number(cells[key])
    if cells.get("elements"):
        tree["elements"] = [_element(part) for part in re.split(r"[;/|]", cells["elements"]) if part.strip()]
    if cells.get("arrives"):
        tree["arrives"] = _arrival(cells["arrives"])
    return tree


def _number(cell: str) -> Scalar:
    return Scalar(_DECIMAL.sub(".", cell), plain=True)


def _element(part: str) -> Any:
    found = _ELEMENT.fullmatch(part.strip())
    if found is None:
        return Scalar(part, plain=False)
    return {"name": Scalar(found[1], plain=False), "move": _number(found[2])}


def _arrival(cell: str) -> Any:
    found = _ARRIVAL.fullmatch(cell)
    if found is None:
        return Scalar(cell, plain=False)
    tree = {"turn": _number(found[1]), "edge": Scalar(found[2].lower(), plain=False)}
    return tree | ({"from": _number(found[3]), "to": _number(found[4])} if found[3] else {})


def _row_problems(
    file: Path, text: str, line: int, heads: list[str], tree: dict[str, Any], model: type[BaseModel], unit: str
) -> Iterator[Diagnostic]:
    values: dict[PathKeys, tuple[int, int]] = {(head,): (line, number) for number, head in enumerate(heads, 1) if head}
    source = Source(file=file, text=text, tree=tree, values={(): (line, 1), **values}, names={})
    try:
        decode(model, source, unit=unit)
    except Rejected as rejected:
        for problem in rejected.report.diagnostics:
            key = problem.place.keys[0] if problem.place.keys else ""
            place = f"row {line}, column {key}" if key else f"row {line}"
            yield replace(problem, message=f"{place}: {problem.message}")
