"""Unit lists from spreadsheets: the same units as in YAML, and problems by row and column."""

from pathlib import Path

import pytest
from conftest import Run, change

from playaid.diagnostics import Rejected
from playaid.scenario import load_scenario

UNITS = """    units:
      - {id: hq, name: HQ, type: command_group, move: 10}
      - {id: s1, name: 1st Squad, type: combat_group, move: 10}
"""


@pytest.fixture
def sheet(farm: Path) -> Path:
    change(farm / "scenario.yaml", UNITS, "    units: able.csv\n")
    return farm / "able.csv"


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "cp1252"])
@pytest.mark.parametrize("mark", [";", ",", "\t"])
def test_a_sheet_is_read_as_offices_write_it(sheet: Path, encoding: str, mark: str) -> None:
    rows = [
        ["id", "Name", "type", "move", "elements", "arrives"],
        ["hq", "État-major", "command_group", '"12,5"', "", ""],
        ["mg", "MG", "support_weapon", "", '"pièce 8; servants 10,5 cm"', '"2 south 60 120"'],
        ["", "", "", "", "", ""],
    ]
    sheet.write_bytes("\r\n".join(mark.join(row) for row in rows).encode(encoding))
    hq, mg = load_scenario(sheet.parent).value.sides["american"].units
    assert (hq.name.plain, hq.move) == ("État-major", 125_000)
    assert [element.move for element in mg.elements] == [80_000, 105_000]
    assert mg.arrives is not None
    assert (mg.arrives.turn, mg.arrives.edge, mg.arrives.start, mg.arrives.end) == (2, "south", 600_000, 1_200_000)


def test_cyrillic_code_pages(sheet: Path) -> None:
    change(sheet.parent / "scenario.yaml", "language: fr", "language: ru")
    sheet.write_bytes("id;name;type;move\nhq;Штаб;command_group;10\n".encode("cp1251"))
    (unit,) = load_scenario(sheet.parent).value.sides["american"].units
    assert unit.name.plain == "Штаб"


def test_problems_name_row_and_column(sheet: Path) -> None:
    sheet.write_text("id,name,type,move\nhq,HQ,comand_group,10\nS 1,Squad,team,ten\n", encoding="utf-8")
    with pytest.raises(Rejected) as rejected:
        load_scenario(sheet.parent)
    said = [(d.place.file.name, d.place.line, d.message.split(":")[0]) for d in rejected.value.report.diagnostics]
    assert said == [
        ("able.csv", 2, "row 2, column type"),
        ("able.csv", 3, "row 3, column id"),
        ("able.csv", 3, "row 3, column move"),
    ]


@pytest.mark.parametrize("head", ["id,name,typ,move", "id,type,move", ""])
def test_columns_are_checked(sheet: Path, head: str) -> None:
    sheet.write_text(f"{head}\na,b,team,10\n", encoding="utf-8")
    with pytest.raises(Rejected):
        load_scenario(sheet.parent)


@pytest.mark.parametrize("name", ["able.xlsx", "../able.csv", "/etc/able.csv"])
def test_other_files_are_refused(farm: Path, name: str) -> None:
    change(farm / "scenario.yaml", UNITS, f"    units: {name}\n")
    with pytest.raises(Rejected) as rejected:
        load_scenario(farm)
    assert rejected.value.report.diagnostics[0].place.keys == ("sides", "american", "units")


def test_an_export_is_read_again(farm: Path, run: Run) -> None:
    assert run("export", farm, "--for", "public").returncode == 0
    before = load_scenario(farm).value.sides
    change(farm / "scenario.yaml", UNITS, "    units: export/american.units.csv\n")
    assert load_scenario(farm).value.sides["american"].units == before["american"].units
    assert run("check", farm).returncode == 0
