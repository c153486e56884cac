"""Unit lists from spreadsheets: the same units as in YAML, and problems by row and column."""

import io
import json
import time
import zipfile
from collections.abc import Callable
from pathlib import Path

import openpyxl
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


@pytest.mark.parametrize("name", ["able.ods", "../able.csv", "../able.xlsx", "/etc/able.csv"])
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


ENDLESS = {
    "a cell": b"id,name,type\n" + b"a" * 140_000,
    "a file": b"x" * ((8 << 20) + 1),
    "rows": b"id,name,type\n" + b"a,b,team\n" * 800_000,
    "empty rows": b"id,name,type\n" + b"\n" * 8_000_000,
    "columns": b"id,name,type" + b",x" * 4_000_000,
    "empty": b"",
}


@pytest.mark.parametrize("kind", ENDLESS)
def test_endless_lists_are_refused_soon(sheet: Path, kind: str) -> None:
    sheet.write_bytes(ENDLESS[kind])
    start = time.process_time()
    with pytest.raises(Rejected) as rejected:
        load_scenario(sheet.parent)
    assert time.process_time() - start < 2
    assert len(rejected.value.report.diagnostics) == 1


def test_empty_rows_are_no_units(sheet: Path) -> None:
    sheet.write_text("id;name;type;move\nhq;HQ;team;6\n" + ";;;\n" * 5_000, encoding="utf-8")
    assert len(load_scenario(sheet.parent).value.sides["american"].units) == 1


# ---- workbooks, written by openpyxl itself


Cells = list[list[object]]
HEAD: list[object] = ["id", "name", "type", "move", "elements", "arrives"]


@pytest.fixture
def workbook(farm: Path) -> Path:
    change(farm / "scenario.yaml", UNITS, "    units: able.xlsx\n")
    return farm / "able.xlsx"


def write(file: Path, rows: Cells, title: str = "Sheet1") -> bytes:
    book = openpyxl.Workbook()
    book.worksheets[0].title = title
    for row in rows:
        book.worksheets[0].append(row)
    book.save(file)
    return file.read_bytes()


def changed(data: bytes, part: str, change: Callable[[bytes], bytes]) -> bytes:
    """Give a workbook with one part of it changed."""
    made = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(data)) as before, zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED) as after:
        for entry in before.infolist():
            old = before.read(entry)
            new = change(old) if entry.filename == part else old
            assert (new != old) == (entry.filename == part)
            after.writestr(entry.filename, new)
    return made.getvalue()


def said(folder: Path) -> list[tuple[str, str, int]]:
    with pytest.raises(Rejected) as rejected:
        load_scenario(folder)
    found = rejected.value.report.diagnostics
    assert all(d.place.file.name == "able.xlsx" for d in found)
    return [(d.code.slug, d.message, d.place.line) for d in found]


def test_a_workbook_is_read_as_its_rows_show(workbook: Path) -> None:
    write(workbook, [
        HEAD,
        ["hq", "État-major №1", "command_group", 12.5, None, None],
        ["mg", "MG", "support_weapon", None, "pièce 8; servants 10,5 cm", "2 south 60 120"],
        [None, " ", None],
        [34, 5, "team", "6,0"],
    ])  # fmt: skip
    hq, mg, odd = load_scenario(workbook.parent).value.sides["american"].units
    assert (hq.name.plain, hq.move) == ("État-major №1", 125_000)
    assert [element.move for element in mg.elements] == [80_000, 105_000]
    assert mg.arrives is not None
    assert (mg.arrives.turn, mg.arrives.edge, mg.arrives.start, mg.arrives.end) == (2, "south", 600_000, 1_200_000)
    assert (odd.id, odd.name.plain, odd.move) == ("34", "5", 60_000)


def test_the_sheet_called_units_is_read_or_the_first(workbook: Path) -> None:
    book = openpyxl.Workbook()
    for number, (sheet, id) in enumerate([(book.worksheets[0], "first"), (book.create_sheet("Units"), "second")]):
        sheet.append(HEAD[:4])
        sheet.append([id, "A", "team", number + 1])
    book.save(workbook)
    assert [unit.id for unit in load_scenario(workbook.parent).value.sides["american"].units] == ["second"]
    del book["Units"]
    book.save(workbook)
    assert [unit.id for unit in load_scenario(workbook.parent).value.sides["american"].units] == ["first"]


def test_problems_of_a_workbook_name_row_and_column(workbook: Path) -> None:
    from datetime import UTC, datetime

    day = datetime(2026, 3, 4, tzinfo=UTC).replace(tzinfo=None)
    write(workbook, [
        HEAD,
        ["hq", "HQ", "comand_group", 10],
        [],
        ["a", "A", "team", "=2*5"],
        ["b", "B", "team", 6, day],
        ["c", "C", "team", "ten"],
        ["d", True, "team", 6],
    ])  # fmt: skip
    found = [(slug, message.split(":")[0], line) for slug, message, line in said(workbook.parent)]
    assert found == [
        ("unknown-choice", "row 2, column type", 2),
        ("wrong-value", "row 4, column move", 4),
        ("wrong-value", "row 5, column elements", 5),
        ("not-a-length", "row 6, column move", 6),
        ("wrong-value", "row 7, column name", 7),
    ]
    assert "formula" in said(workbook.parent)[1][1]
    assert "date" in said(workbook.parent)[2][1]


@pytest.mark.parametrize("head", [["id", "name", "typ"], ["id", "type"], [], ["id", "name", "type", "name"]])
def test_columns_of_a_workbook_are_checked(workbook: Path, head: list[object]) -> None:
    write(workbook, [head, ["a", "b", "team", "c"]])
    assert {line for _, _, line in said(workbook.parent)} == {1}


DOCTYPE = b'<!DOCTYPE a [<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;&a;&a;"><!ENTITY c "&b;&b;&b;&b;">]>'
SHEET = "xl/worksheets/sheet1.xml"


def laughs(data: bytes, encoding: str = "") -> bytes:
    if not encoding:
        return changed(data, SHEET, lambda part: DOCTYPE + part.replace(b">hq<", b">&c;<"))
    return changed(data, SHEET, lambda part: (DOCTYPE + part.replace(b">hq<", b">&c;<")).decode().encode(encoding))


def swollen(data: bytes, size: int) -> bytes:
    return changed(data, SHEET, lambda part: part.replace(b"</sheetData>", b" " * size + b"</sheetData>"))


def locked(data: bytes) -> bytes:
    """Give the workbook as if its parts had a password: the flag in every header."""
    made = bytearray(data)
    for mark, offset in ((b"PK\3\4", 6), (b"PK\1\2", 8)):
        at = made.find(mark)
        while at >= 0:
            made[at + offset] |= 1
            at = made.find(mark, at + 4)
    return bytes(made)


def longest(data: bytes) -> bytes:
    many = b'<row r="3">' + b"<c/>" * 50_000 + b"</row></sheetData>"
    return changed(data, SHEET, lambda part: part.replace(b"</sheetData>", many))


def formatted(data: bytes) -> bytes:
    bad = b'<numFmts count="1"><numFmt numFmtId="170" formatCode="' + b"[" * 2_000_000 + b'"/></numFmts><fonts'
    return changed(data, "xl/styles.xml", lambda part: part.replace(b"<fonts", bad, 1))


HOSTILE: dict[str, Callable[[bytes], bytes]] = {
    "a bomb": lambda data: swollen(data, 30_000_000),
    "laughs": laughs,
    "laughs in UTF-16": lambda data: laughs(data, "utf-16"),
    "laughs in UTF-16 without a mark": lambda data: laughs(data, "utf-16-le"),
    "more cells than any list": longest,
    "a number format without end": formatted,
    "a password": locked,
    "old office or sealed": lambda data: b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + data,
    "a text": lambda data: b"id,name,type\na,b,team\n",
    "nothing": lambda data: b"",
    "half of it": lambda data: data[: len(data) // 2],
    "a hole": lambda data: data[:60] + bytes(40) + data[100:],
    "no sheet": lambda data: changed(data, SHEET, lambda part: b"<worksheet"),
    "another zip": lambda data: zipped({"a.txt": b"a"}),
    "a nest": lambda data: changed(data, SHEET, lambda part: b"<a>" * 30_000),
}


def zipped(parts: dict[str, bytes]) -> bytes:
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w") as pack:
        for name, data in parts.items():
            pack.writestr(name, data)
    return made.getvalue()


@pytest.mark.parametrize("kind", HOSTILE)
def test_hostile_workbooks_are_refused_soon(workbook: Path, kind: str) -> None:
    data = write(workbook, [HEAD, ["hq", "HQ", "command_group", 10]])
    assert len(load_scenario(workbook.parent).value.sides["american"].units) == 1
    workbook.write_bytes(HOSTILE[kind](data))
    start = time.process_time()
    assert {(slug, line) for slug, _, line in said(workbook.parent)} == {("bad-sheet", 1)}
    assert time.process_time() - start < 2


def test_a_workbook_says_nothing_of_its_own_size_that_is_believed(workbook: Path) -> None:
    data = write(workbook, [HEAD, ["hq", "HQ", "command_group", 10]])
    far = b'<row r="1048576"><c r="A1048576" t="inlineStr"><is><t>z</t></is></c></row></sheetData>'
    wide = changed(data, SHEET, lambda part: part.replace(b"A1:F2", b"A1:XFD1048576").replace(b"</sheetData>", far))
    workbook.write_bytes(wide)
    assert len(load_scenario(workbook.parent).value.sides["american"].units) == 1
    write(workbook, [HEAD, *([f"u{n}", "U", "team", 6] for n in range(1_001))])
    assert said(workbook.parent) == [("bad-sheet", "the sheet has more than 1000 rows", 1)]


def test_without_its_extra_a_workbook_says_what_to_install(workbook: Path, tmp_path: Path, run: Run) -> None:
    write(workbook, [HEAD, ["hq", "HQ", "command_group", 10]])
    hidden = tmp_path / "path" / "openpyxl"
    hidden.mkdir(parents=True)
    (hidden / "__init__.py").write_text("raise ImportError\n", encoding="utf-8")
    done = run("check", workbook.parent, env={"PYTHONPATH": str(tmp_path / "path")})
    assert done.returncode == 2
    assert "playaid[xlsx]" in done.stderr


# ---- what is sealed


def test_a_seal_covers_the_sheets_of_the_scenario(farm: Path, run: Run) -> None:
    assert run("export", farm, "--for", "public").returncode == 0
    change(farm / "scenario.yaml", UNITS, "    units: able.csv\n")
    sheet = farm / "able.csv"
    sheet.write_bytes((farm / "export" / "american.units.csv").read_bytes())
    sealed = run("seal", farm / "german.orders.yaml")
    assert sealed.returncode == 0, sealed.stderr
    reveal = farm / "german.reveal.json"
    listed = json.loads(reveal.read_text(encoding="utf-8"))["sheets"]
    assert {side: [unit["id"] for unit in units] for side, units in listed.items()} == {"american": ["hq", "s1"]}
    seal = json.loads((farm / "german.slip.json").read_text(encoding="utf-8"))["seal"]
    orders = farm / "german.orders.yaml"
    assert run("verify", orders, seal).returncode == run("verify", reveal, seal).returncode == 0
    before = sheet.read_bytes()
    sheet.write_bytes(before.replace(b'"10 cm"', b'"12 cm"', 1))
    for file in (orders, reveal):
        refused = run("verify", file, seal)
        assert refused.returncode == 1
        assert "the units of american (" in refused.stdout + refused.stderr
    assert "changed" in run("check", farm).stdout + run("build", farm, "--for", "german", "--strict").stderr
    sheet.write_bytes(before.replace(b",", b";"))  # saved otherwise, the same units
    assert run("verify", reveal, seal).returncode == 0


HIDDEN = "id,name,type,move\nspy,L'espion,team,12\n"


@pytest.fixture
def secretive(farm: Path) -> Path:
    """The farm with a unit of the Germans in a sheet that only they read."""
    text = "playaid: 1\nside: german\nunits: secret.csv\nreserve: [spy]\n"
    (farm / "german.orders.yaml").write_text(text, encoding="utf-8")
    (farm / "secret.csv").write_text(HIDDEN, encoding="utf-8")
    return farm


def test_secret_units_may_stand_in_a_sheet_and_are_sealed(secretive: Path, tmp_path: Path, run: Run) -> None:
    assert run("deploy", secretive, "--side", "german").returncode == 0
    orders = secretive / "german.orders.yaml"
    assert "units: secret.csv" in orders.read_text(encoding="utf-8")
    assert run("seal", orders).returncode == 0
    assert "secret.csv" in orders.read_text(encoding="utf-8")
    assert run("check", secretive).returncode == 0
    reveal = json.loads((secretive / "german.reveal.json").read_text(encoding="utf-8"))
    assert [(unit["id"], unit["move"]) for unit in reveal["units"]] == [("spy", 120_000)]
    seal = json.loads((secretive / "german.slip.json").read_text(encoding="utf-8"))["seal"]
    assert run("verify", orders, seal).returncode == 0
    assert run("verify", secretive / "german.reveal.json", seal).returncode == 0
    (secretive / "secret.csv").write_text(HIDDEN.replace("12", "14"), encoding="utf-8")
    refused = run("verify", orders, seal)
    assert refused.returncode == 1
    assert "changed since: the secret units (" in refused.stdout + refused.stderr


def test_a_sheet_of_secret_units_stays_secret(secretive: Path, tmp_path: Path, run: Run) -> None:
    assert run("deploy", secretive, "--side", "german").returncode == 0
    built = run("build", secretive, "-o", tmp_path / "out", "--only", "briefing", "--only", "log")
    assert built.returncode == 0, built.stderr
    manifests = {path.parent.name: path.read_text(encoding="utf-8") for path in tmp_path.glob("out/*/*/manifest.json")}
    assert {name for name, text in manifests.items() if "secret.csv" in text} == {"german", "umpire"}
    (secretive / "secret.csv").write_text(HIDDEN.replace("12", "twelve"), encoding="utf-8")
    told = run("check", secretive, "--for", "german")
    assert told.returncode == 1
    assert "secret.csv:2" in told.stdout
    assert "twelve" in told.stdout
    built = run("build", secretive, "-o", tmp_path / "other")
    assert built.returncode == 1
    assert "twelve" not in built.stderr
    assert "espion" not in built.stderr
    (secretive / "secret.csv").unlink()
    assert run("build", secretive, "-o", tmp_path / "other", "--for", "american").returncode == 0
