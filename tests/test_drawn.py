"""Packs that playaid draws orders for: a hidden enemy for one player alone, and a tournament's tables."""

import stat
import sys
from pathlib import Path

import pypdfium2
import pytest
from conftest import Run

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
    assert run("build", farm, "--solo", "german", "-o", tmp_path / "a").returncode == 0
    before = (farm / "german.orders.yaml").read_bytes()
    assert run("build", farm, "--solo", "german", "-o", tmp_path / "b").returncode == 0
    assert (farm / "german.orders.yaml").read_bytes() == before
    slips = [tmp_path / name / "la-ferme" / "german" / "slips.pdf" for name in "ab"]
    assert slips[0].read_bytes() == slips[1].read_bytes()


def test_solo_needs_a_side_and_numbers(farm: Path, tmp_path: Path, run: Run) -> None:
    assert run("build", farm, "--solo", "germna", "-o", tmp_path / "out").returncode == 2
    assert run("deploy", farm, "--side", "german", "--again").returncode == 0
    refused = run("build", farm, "--solo", "german", "-o", tmp_path / "out")
    assert refused.returncode == 1
    assert "playaid seal" in refused.stderr
    assert not (tmp_path / "out").exists()


def test_every_table_has_its_own_numbers_and_seals(farm: Path, tmp_path: Path, run: Run) -> None:
    (farm / "american.orders.yaml").unlink()
    for _ in range(2):  # the second time into the folder of the first
        built = run("build", farm, "--tables", 2, "--only", "log", "--only", "markers", "-o", tmp_path / "out")
        assert built.returncode == 0, built.stderr
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
