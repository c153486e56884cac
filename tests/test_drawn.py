"""Packs that playaid draws orders for: a hidden enemy for one player alone, and a tournament's tables."""

import stat
import sys
from pathlib import Path

import pypdfium2
import pytest
from conftest import Run, change

from playaid.scenario import load_orders, load_scenario


def text_of(file: Path) -> str:
    document = pypdfium2.PdfDocument(file)
    return "\n".join(page.get_textpage().get_text_range() for page in document)


def private(file: Path) -> bool:
    return sys.platform == "win32" or stat.S_IMODE(file.stat().st_mode) == 0o600


def test_solo_prints_closed_slips_and_tells_nothing_else(farm: Path, tmp_path: Path, run: Run) -> None:
    (farm / "german.orders.yaml").unlink()
    built = run("build", farm, "--solo", "german", "-o", tmp_path / "out")
    assert built.returncode == 0, built.stderr
    folder = tmp_path / "out" / "la-ferme"
    assert {path.name for path in (folder / "german").glob("*.pdf")} == {"markers.pdf", "slips.pdf"}
    assert not (folder / "umpire").exists()
    orders = load_orders(load_scenario(farm), "german")
    assert orders is not None
    assert private(farm / "german.orders.yaml")
    slips = text_of(folder / "german" / "slips.pdf")
    for number in range(1, 8):
        assert f"B {number}" in slips
    assert slips.count("LEURRE") == 4
    assert "MG 34" in slips
    # Neither the screen nor a file's name says what a number holds.
    told = built.stdout + built.stderr
    assert "decoy" not in told
    assert not any(unit.id in told.split() for unit in load_scenario(farm).value.sides["german"].units)
    for name in ("public", "american"):
        for path in (folder / name).glob("*.pdf"):
            for marker in orders.value.markers:
                if marker.at is not None:
                    assert f"{marker.at.x / 10_000:g} / {marker.at.y / 10_000:g}".replace(".", ",") not in text_of(path)


def test_solo_uses_the_same_secret_again(farm: Path, tmp_path: Path, run: Run) -> None:
    (farm / "german.orders.yaml").unlink()
    first = run("build", farm, "--solo", "german", "-o", tmp_path / "a")
    before = (farm / "german.orders.yaml").read_bytes()
    again = run("build", farm, "--solo", "german", "-o", tmp_path / "b")
    assert (farm / "german.orders.yaml").read_bytes() == before
    assert f"do not open {farm.as_posix()}/german.orders.yaml, german.reveal.json and german.slip.json" in first.stdout
    assert f"the hidden enemy is {farm.as_posix()}/german.orders.yaml as it stands" in again.stdout
    slips = [tmp_path / name / "la-ferme" / "german" / "slips.pdf" for name in "ab"]
    assert slips[0].read_bytes() == slips[1].read_bytes()


def test_solo_needs_a_side(farm: Path, tmp_path: Path, run: Run) -> None:
    assert run("build", farm, "--solo", "germna", "-o", tmp_path / "out").returncode == 2
    assert not (tmp_path / "out").exists()


def test_solo_seals_what_was_deployed(farm: Path, tmp_path: Path, run: Run) -> None:
    assert run("deploy", farm, "--side", "german", "--again").returncode == 0
    built = run("build", farm, "--solo", "german", "--only", "markers", "-o", tmp_path / "out")
    assert built.returncode == 0, built.stderr
    assert "sealed" in built.stdout
    orders = load_orders(load_scenario(farm), "german")
    assert orders is not None
    assert orders.value.nonce
    assert all(marker.number is not None for marker in orders.value.markers)
    assert private(farm / "german.reveal.json")


def test_solo_deals_what_was_kept_without_markers(farm: Path, tmp_path: Path, run: Run) -> None:
    text = "playaid: 1\nside: german\nunits:\n  - {id: spy, name: L'espion, type: team, move: 10}\nreserve: [spy]\n"
    (farm / "german.orders.yaml").write_text(text, encoding="utf-8")
    built = run("build", farm, "--solo", "german", "--only", "markers", "-o", tmp_path / "out")
    assert built.returncode == 0, built.stderr
    orders = load_orders(load_scenario(farm), "german")
    assert orders is not None
    assert (orders.value.reserve, len(orders.value.markers) > 3) == (("spy",), True)
    assert "espion" not in built.stdout


def test_solo_tells_nothing_of_an_enemy_whose_orders_are_wrong(farm: Path, tmp_path: Path, run: Run) -> None:
    text = "playaid: 1\nside: german\nmarkers:\n  - {unit: pc, at: [91, 3]}\n"
    (farm / "german.orders.yaml").write_text(text, encoding="utf-8")
    refused = run("build", farm, "--solo", "german", "-o", tmp_path / "out")
    assert refused.returncode == 1
    assert "PA301" in refused.stderr
    assert "91" not in refused.stderr
    assert not (tmp_path / "out").exists()
    assert (farm / "german.orders.yaml").read_text(encoding="utf-8") == text


def pages_of(file: Path) -> list[str]:
    return [page.get_textpage().get_text_range() for page in pypdfium2.PdfDocument(file)]


@pytest.mark.parametrize("flip", ["long", "short"])
def test_contents_of_slips_lie_on_the_backs_of_the_hatching(flip: str, farm: Path, tmp_path: Path, run: Run) -> None:
    assert run("build", farm, "--solo", "german", "--flip", flip, "-o", tmp_path / "out").returncode == 0
    file = tmp_path / "out" / "la-ferme" / "german" / "slips.pdf"
    fronts, backs = pages_of(file)[::2], pages_of(file)[1::2]
    assert len(fronts) == len(backs)
    assert all("LEURRE" not in page and "MG 34" not in page for page in fronts)
    assert "".join(backs).count("LEURRE") == 3
    # Each content lies on the back of its own slip, 39.5 mm below the number, mirrored about the edge of the turn.
    document, down = pypdfium2.PdfDocument(file), 39.5 / 25.4 * 72
    (width, height), front, back = document[0].get_size(), boxes(document[0]), boxes(document[1])
    orders = load_orders(load_scenario(farm), "german")
    assert orders is not None
    named = {unit.id: unit.name.show("fr") for unit in load_scenario(farm).value.sides["german"].units}
    seen = 0
    for marker in orders.value.markers:
        x, y = next(place for text, place in front if text == f"B {marker.number}")
        there = (width - x, y - down) if flip == "long" else (x, height - y + down)
        found = [text for text, (a, b) in back if abs(a - there[0]) < 9 and abs(b - there[1]) < 6]
        assert found == ["LEURRE" if marker.unit is None else named[marker.unit]]
        seen += 1
    assert seen > 4


def boxes(page: pypdfium2.PdfPage) -> list[tuple[str, tuple[float, float]]]:
    """Give the texts of a page, each with its middle."""
    content = page.get_textpage()
    rects = [content.get_rect(number) for number in range(content.count_rects())]
    return [
        (content.get_text_bounded(*rect).strip(), ((rect[0] + rect[2]) / 2, (rect[1] + rect[3]) / 2)) for rect in rects
    ]


def test_a_slip_names_all_units_of_its_marker(farm: Path, tmp_path: Path, run: Run) -> None:
    change(farm / "scenario.yaml", "rulings: {N10: side-by-side}", "rulings: {N10: side-by-side, D8: stacks}")
    text = """playaid: 1
side: german
markers:
  - {number: 2, unit: pc, at: [40, 85]}
  - {number: 2, unit: mg, at: [40, 85]}
  - {number: 1, unit: pz}
"""
    (farm / "german.orders.yaml").write_text(text, encoding="utf-8")
    built = run("build", farm, "--solo", "german", "-o", tmp_path / "out")
    assert built.returncode == 0, built.stderr
    assert "PC Bauer + MG 34" in text_of(tmp_path / "out" / "la-ferme" / "german" / "slips.pdf")


def test_slips_printed_on_one_side_are_folded_like_an_accordion(farm: Path, tmp_path: Path, run: Run) -> None:
    assert run("build", farm, "--solo", "german", "--flip", "none", "-o", tmp_path / "out").returncode == 0
    (page,) = pages_of(tmp_path / "out" / "la-ferme" / "german" / "slips.pdf")
    assert page.count("LEURRE") == 3
    assert "accordéon" in page


def test_every_table_has_its_own_numbers_and_seals(farm: Path, tmp_path: Path, run: Run) -> None:
    (farm / "american.orders.yaml").unlink()
    for used in (False, True):  # the second time into the folder of the first
        built = run("build", farm, "--tables", 2, "--only", "log", "--only", "markers", "-o", tmp_path / "out")
        assert built.returncode == 0, built.stderr
        *counts, note = built.stdout.splitlines()[1:]
        assert counts == ["  table-1: 6 files", "  table-2: 6 files"]
        assert f"lie in {farm.as_posix()}/table-1 to table-2" in note
        assert ("(used as they are)" in note) == used
    folder = tmp_path / "out" / "la-ferme"
    assert {path.name for path in folder.iterdir()} == {"table-1", "table-2"}
    logs = [text_of(folder / f"table-{n}" / "german" / "log.pdf") for n in (1, 2)]
    assert "table 1" in logs[0]
    assert "table 2" in logs[1]
    assert private(folder / "table-1" / "german" / "log.pdf")
    assert not private(folder / "table-1" / "public" / "log.pdf") or sys.platform == "win32"
    drawn = [farm / f"table-{n}" / "german.orders.yaml" for n in (1, 2)]
    assert all(private(file) for file in drawn)
    nonces = {line for file in drawn for line in file.read_text(encoding="utf-8").split("\n") if "nonce" in line}
    assert len(nonces) == 2
    assert (farm / "table-2" / "american.orders.yaml").exists()
    assert not (farm / "american.orders.yaml").exists()


def test_a_stray_file_among_the_tables_is_never_lost(farm: Path, tmp_path: Path, run: Run) -> None:
    command = ("build", farm, "--tables", 1, "--only", "log", "-o", tmp_path / "out")
    assert run(*command).returncode == 0
    stray = tmp_path / "out" / "la-ferme" / "table-1" / "mine.txt"
    stray.write_text("mine", encoding="utf-8")
    assert run(*command).returncode == 5
    assert stray.read_text(encoding="utf-8") == "mine"


@pytest.mark.parametrize("tables", ["0", "101", "x"])
def test_tables_are_a_number(tables: str, farm: Path, run: Run) -> None:
    assert run("build", farm, "--tables", tables).returncode == 2
