"""Unit lists from spreadsheets: a CSV or XLSX that `units:` of a side names becomes the tree that YAML would have been.

In CSV commas, semicolons and tabs part the cells; UTF-8 with or without a BOM and the Windows code pages of the
scenario's language are understood, and decimal commas where a number is meant. Problems name row and column.
"""

import csv
import io
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from pydantic import BaseModel

from playaid import codes
from playaid.decoding import decode
from playaid.diagnostics import Diagnostic, PathKeys, Rejected, Report
from playaid.fields import meant
from playaid.source import BYTES, MOST, Scalar, Source, read_bytes
from playaid.workbook import LONGEST, WIDEST, NoText, NoWorkbook, Rows, workbook_rows

COLUMNS = ("id", "name", "type", "move", "elements", "arrives", "part_of", "experience")
"""The columns of a unit list; those without a value may be missing."""

LINES = 50_000
"""So many lines of a CSV are looked at, empty ones included."""

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
    found, sheets = dict(sides), dict[str, tuple[str, bytes]]()
    for id, side in named.items():
        name = str(side["units"])
        file, data = _read(source, source.file.parent, name, ("sides", id, "units"))
        units = roster_of(file, data, str(source.tree.get("language", "en")), model, unit)
        found[id], sheets[id] = {**side, "units": units}, (name, data)
    return replace(source, tree={**source.tree, "sides": found}, sheets=sheets)


def with_secret_roster(
    source: Source, folder: Path, language: str, model: type[BaseModel], unit: str
) -> tuple[Source, dict[str, Any]]:
    """Give the source of orders with their sheet, and their tree with the units of that sheet in place of its name.

    The sheet lies in `folder`, the scenario's, and is as secret as the orders. Raises as `with_rosters` does.
    """
    name = str(source.tree["units"])
    file, data = _read(source, folder, name, ("units",))
    units = roster_of(file, data, language, model, unit, secret=True)
    return replace(source, sheets={str(source.tree.get("side")): (name, data)}), {**source.tree, "units": units}


def _names_sheet(side: Any) -> bool:
    return isinstance(side, dict) and isinstance(side.get("units"), str)


def _read(source: Source, folder: Path, name: str, way: tuple[str, ...]) -> tuple[Path, bytes]:
    """Read a sheet that is named somewhere. Raises `Rejected` for a name that is none, or of a file elsewhere."""
    if not name.lower().endswith((".csv", ".xlsx")):
        help = "write the units as a list, or name a .csv or .xlsx file"
        raise _refused(source.diagnostic(codes.WRONG_VALUE, f"{name} is no unit list", *way, help=help))
    if Path(name).is_absolute() or ".." in Path(name).parts:
        help = "put the sheet into the scenario's folder"
        raise _refused(source.diagnostic(codes.WRONG_VALUE, f"{name} lies elsewhere", *way, help=help))
    file = folder / name
    return file, read_bytes(file)


def _refused(said: Diagnostic) -> Rejected:
    return Rejected(Report((said,)))


def read_roster(file: Path, language: str, model: type[BaseModel], unit: str) -> list[Any]:
    """Read a unit list and give its tree. Raises `Rejected` with everything that is wrong in it."""
    return roster_of(file, read_bytes(file), language, model, unit)


def roster_of(
    file: Path, data: bytes, language: str, model: type[BaseModel], unit: str, *, secret: bool = False
) -> list[Any]:
    """Give the tree of a unit list out of the bytes of its file. Raises `Rejected` as `read_roster` does."""
    if len(data) > BYTES:
        raise _refused(_whole(file, secret).diagnostic(codes.TOO_LARGE, f"the file is larger than {BYTES >> 20} MB"))
    is_book = file.suffix.lower() == ".xlsx"
    sheet = _workbook(file, data, secret) if is_book else _csv(file, _decoded(data, language), secret)
    heads = [cell.strip().casefold() for cell in sheet.rows[0][1]] if sheet.rows else []
    trees, problems = [], list(_head_problems(sheet, heads))
    for line, row in sheet.rows[1:] if not problems else ():
        if any(cell.strip() for cell in row):
            found = list(_cell_problems(sheet, line, heads, row))
            trees.append(_tree(dict(zip(heads, map(_plain, row), strict=False))))
            problems += found or _row_problems(sheet, line, heads, trees[-1], model, unit)
    if problems:
        raise Rejected(Report.of(problems[:MOST]))
    return trees


@dataclass(frozen=True, kw_only=True)
class _Sheet:
    """A sheet as rows of cells, each with the number that the user's program shows; `text` is what can be quoted."""

    file: Path
    text: str
    rows: Rows
    secret: bool

    def source(self, tree: Any, values: dict[PathKeys, tuple[int, int]]) -> Source:
        """Give a part of the sheet as a source whose problems lie in the sheet."""
        return Source(file=self.file, text=self.text, tree=tree, values=values, names={}, secret=self.secret)


def _whole(file: Path, secret: bool) -> Source:
    return _Sheet(file=file, text="", rows=[], secret=secret).source({}, {})


def _workbook(file: Path, data: bytes, secret: bool) -> _Sheet:
    try:
        return _Sheet(file=file, text="", rows=workbook_rows(data), secret=secret)
    except NoWorkbook as error:
        raise _refused(_whole(file, secret).diagnostic(codes.BAD_SHEET, str(error), help=error.help)) from None


def _csv(file: Path, text: str, secret: bool) -> _Sheet:
    """Read a CSV; empty rows at its end, of which offices write many, are no rows."""
    head, *_ = text.split("\n", 1)
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=max(";,\t", key=head.count))
    rows: Rows = []
    try:
        for row in reader if text.count("\n") <= LINES else ():
            if not rows or any(row):
                rows.append((reader.line_num, row))
            if len(rows) > LONGEST or any(row[WIDEST:]):
                break
        else:
            if rows:
                return _Sheet(file=file, text=text, rows=rows, secret=secret)
        said = (
            f"no unit list has more than {LONGEST} rows and {WIDEST} columns" if rows or text else "the sheet is empty"
        )
    except csv.Error as error:
        said = f"row {reader.line_num}: {error}"
    raise _refused(_whole(file, secret).diagnostic(codes.BAD_SHEET, said))


def _decoded(data: bytes, language: str) -> str:
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError:
        return data.decode("cp1251" if language == "ru" else "cp1252", errors="replace")


def _plain(cell: str) -> str:
    """Take the apostrophe off that keeps a cell from being run as a formula."""
    text = cell.strip()
    return text[1:] if text[:1] == "'" and text[1:2] in tuple("=+-@＝＋－＠") else text


def _head_problems(sheet: _Sheet, heads: list[str]) -> Iterator[Diagnostic]:
    """Say which columns are unknown or stand twice, and which of those that every unit needs are missing."""
    source = sheet.source({}, {(): (1, 1)})
    for number, head in enumerate(heads, 1):
        if head and head not in COLUMNS:
            said = f"row 1, column {number}: the column {head} is not known"
            yield source.diagnostic(codes.UNKNOWN_KEY, said, help=meant(head, COLUMNS))
        elif head and head in heads[: number - 1]:
            said = f"row 1, column {number}: there is a column {head} already"
            yield source.diagnostic(codes.DUPLICATE_KEY, said)
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


def _cell_problems(sheet: _Sheet, line: int, heads: list[str], row: list[str]) -> Iterator[Diagnostic]:
    """Say which cells of a workbook hold no plain value: formulas, dates."""
    for number, (head, cell) in enumerate(zip(heads, row, strict=False), 1):
        if head and isinstance(cell, NoText):
            source = sheet.source({}, {(): (line, number)})
            yield source.diagnostic(codes.WRONG_VALUE, f"row {line}, column {head}: {cell}")


def _row_problems(
    sheet: _Sheet, line: int, heads: list[str], tree: dict[str, Any], model: type[BaseModel], unit: str
) -> Iterator[Diagnostic]:
    values: dict[PathKeys, tuple[int, int]] = {(head,): (line, number) for number, head in enumerate(heads, 1) if head}
    try:
        decode(model, sheet.source(tree, {(): (line, 1), **values}), unit=unit)
    except Rejected as rejected:
        for problem in rejected.report.diagnostics:
            key = problem.place.keys[0] if problem.place.keys else ""
            place = f"row {line}, column {key}" if key else f"row {line}"
            yield replace(problem, message=f"{place}: {problem.message}")
