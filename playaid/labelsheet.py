"""Sheets of labels and of pieces cut beforehand: read from YAML, the common ones and anybody's own."""

from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Annotated

from pydantic import BeforeValidator

from playaid import codes
from playaid.decoding import decode
from playaid.diagnostics import Diagnostic, Rejected, Report
from playaid.fields import Extent, LengthField, Many, Model, Name, Whole, choice, meant, name, refuse
from playaid.lengths import show_length
from playaid.pages import Outline
from playaid.papers import LabelSheet, Paper, parse_paper
from playaid.source import Source, read
from playaid.telling import PlayaidError

FOLDER = Path(__file__).parent / "labelsheets"

MOST = 100
"""No sheet has more labels in a row or column."""


def _paper(value: object) -> Paper:
    try:
        return parse_paper(name(value))
    except ValueError as error:
        raise refuse("unknown-choice", str(error)) from None


class Sheet(Model):
    """A sheet as its file describes it; bare lengths are in mm.

    `left` and `top` lead from the corner of the paper to the first label, `across` and `down` from one to the next.
    """

    playaid: Annotated[str, BeforeValidator(choice("1"))]
    name: Name
    also: Many[Name] = ()
    paper: Annotated[Paper, BeforeValidator(_paper)]
    columns: Whole
    rows: Whole
    width: Extent
    height: Extent
    left: LengthField
    top: LengthField
    across: Extent
    down: Extent
    shape: Annotated[str, BeforeValidator(choice(*Outline))] = "square"
    sides: Annotated[str, BeforeValidator(choice("one", "both"))] = "one"


def load(file: Path) -> LabelSheet:
    """Give the sheet that a file describes. Raises `Rejected` with all that is wrong in it."""
    source = read(file)
    sheet = decode(Sheet, source, unit="mm")
    problems = Report.of(_problems(sheet, source))
    if problems.diagnostics:
        raise Rejected(problems)
    return LabelSheet(
        name=sheet.name,
        paper=sheet.paper,
        width=sheet.width,
        height=sheet.height,
        left=sheet.left,
        top=sheet.top,
        across=sheet.across,
        down=sheet.down,
        columns=sheet.columns,
        rows=sheet.rows,
        outline=Outline(sheet.shape),
        both_sides=sheet.sides == "both",
    )


def _problems(sheet: Sheet, source: Source) -> Iterator[Diagnostic]:
    """Give what cannot be: labels over one another, labels beyond the paper."""
    for key, count in (("columns", sheet.columns), ("rows", sheet.rows)):
        if not 1 <= count <= MOST:
            yield source.diagnostic(codes.NOT_A_NUMBER, f"{key} are from 1 to {MOST}, not {count}", key)
            return
    for start, first, count, pitch, step, size, side, paper in (
        ("left", sheet.left, sheet.columns, "across", sheet.across, sheet.width, "width", sheet.paper.width),
        ("top", sheet.top, sheet.rows, "down", sheet.down, sheet.height, "height", sheet.paper.height),
    ):
        help = f"measure on the sheet: {start} and {pitch} are from edge to edge of labels, in mm where no unit stands"
        if count > 1 and step < size:
            said = f"labels lie over one another: {pitch} is {_mm(step)}, the {side} of a label {_mm(size)}"
            yield source.diagnostic(codes.DOES_NOT_FIT, said, pitch, help=help)
        end = first + (count - 1) * step + size
        if first < 0 or end > paper:
            said = f"the labels end at {_mm(end)}, the {side} of the paper is {_mm(paper)}"
            said = f"{start} is {_mm(first)}: the first label begins beyond the paper" if first < 0 else said
            yield source.diagnostic(codes.DOES_NOT_FIT, said, start, help=help)


def _mm(length: int) -> str:
    return show_length(length, "mm")


@cache
def common() -> dict[str, tuple[str, tuple[str, ...]]]:
    """Give the sheets that come with playaid: for each id its name and the product numbers that it fits."""
    found = {}
    for file in sorted(FOLDER.glob("*.yaml")):
        sheet = decode(Sheet, read(file), unit="mm")
        found[file.stem] = (sheet.name, sheet.also)
    return found


def named(wanted: str) -> LabelSheet:
    """Give the sheet that a command line names: by id or product number of a common one, or by its file.

    Raises `PlayaidError` (exit code 2) for a name that is not known, `Rejected` for a file that is not in order.
    """
    if wanted.endswith((".yaml", ".yml")) or "/" in wanted or "\\" in wanted:
        return load(Path(wanted))
    for id, (_, also) in common().items():
        if wanted.lower() in (id, *(other.lower() for other in also)):
            return load(FOLDER / f"{id}.yaml")
    help = f"{meant(wanted, list(common()))}; a sheet of your own is named with its ending, my-labels.yaml"
    raise PlayaidError(f"no label sheet is called {wanted}", exit_code=2, help=help)
