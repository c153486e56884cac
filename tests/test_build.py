"""Builds as a user meets them: who gets what, all or nothing, the same bytes, nobody else's secrets."""

import hashlib
import json
import os
import shutil
import stat
import sys
from pathlib import Path

import pypdfium2
import pytest
from conftest import EXAMPLES, ROOT, Run, change


def tree(folder: Path) -> dict[str, str]:
    return {
        str(path.relative_to(folder)): hashlib.sha256(path.read_bytes()).hexdigest()
        for path in sorted(folder.rglob("*"))
        if path.is_file()
    }


def text_of(file: Path) -> str:
    document = pypdfium2.PdfDocument(file)
    return "\n".join(page.get_textpage().get_text_range() for page in document)


def test_each_reader_gets_the_kinds_that_are_his(farm: Path, tmp_path: Path, run: Run) -> None:
    assert run("build", farm, "-o", tmp_path / "out").returncode == 0
    found = {p.relative_to(tmp_path / "out" / "la-ferme").as_posix() for p in (tmp_path / "out").rglob("*.pdf")}
    own = {
        "public": {"spotting", "night", "log", "map", "briefing", "pack"},
        "german": {"markers", "log", "map", "briefing", "pack"},
        "american": {"markers", "log", "map", "briefing", "pack"},
        "umpire": {"log", "map", "briefing", "pack"},
    }
    assert found == {f"{audience}/{kind}.pdf" for audience, kinds in own.items() for kind in kinds}


def test_a_manifest_lists_what_lies_beside_it(farm: Path, tmp_path: Path, run: Run) -> None:
    run("build", farm, "-o", tmp_path / "out")
    folder = tmp_path / "out" / "la-ferme" / "german"
    content = json.loads((folder / "manifest.json").read_text())
    assert {d["file"] for d in content["documents"]} == {
        f"{kind}.pdf" for kind in ("markers", "log", "map", "briefing", "pack")
    }
    assert set(content["inputs"]) == {"scenario.yaml", "german.orders.yaml"}
    for listed in content["documents"]:
        data = (folder / listed["file"]).read_bytes()
        assert listed["sha256"] == hashlib.sha256(data).hexdigest()
        assert listed["pages"] == len(pypdfium2.PdfDocument(data))


@pytest.fixture
def broken(farm: Path) -> dict[str, int]:
    """The farm with four broken clauses, and the lines they stand in."""
    orders = farm / "german.orders.yaml"
    lines = {
        "PA302": change(orders, "unit: pc, at: [40, 85]", "unit: pc, at: [110, 65]"),
        "PA301": change(orders, "unit: mg, at: [96, 77.5]", "unit: mg, at: [30, 59.9]"),
    }
    text = orders.read_text(encoding="utf-8")
    count = text.count("\n")
    more = ["  - {decoy: team, move: 10, at: [35, 75]}", "  - {decoy: team, move: 10, at: [30, 75]}"]
    orders.write_text(text + "\n".join([*more, "  - {unit: pc, at: [37, 79]}"]) + "\n", encoding="utf-8")
    return lines | {"PA303": count + 2, "PA304": count + 3}


def test_four_broken_clauses_come_at_once_with_place_clause_and_help(
    farm: Path, broken: dict[str, int], tmp_path: Path, run: Run
) -> None:
    done = run("check", farm, "--format", "json")
    assert done.returncode == 1
    found = json.loads(done.stdout)["diagnostics"]
    errors = [d for d in found if d["severity"] == "error"]
    assert set(broken.items()) <= {(d["code"], d["line"]) for d in errors}
    assert {d["code"] for d in errors} == set(broken)
    assert all(d["clause"] and d["help"] and d["column"] > 1 for d in errors)
    assert run("build", farm, "-o", tmp_path / "out").returncode == 1
    assert not (tmp_path / "out").exists()


def test_a_build_for_all_names_no_secret_value(farm: Path, broken: dict[str, int], tmp_path: Path, run: Run) -> None:
    done = run("build", farm, "-o", tmp_path / "out")
    assert "PA302" in done.stderr
    assert "clause 8.A" in done.stderr
    for secret in ("110", "[30", "decoy team", "(pc)", "pc stands"):
        assert secret not in done.stderr.replace(str(farm), "")
    assert "[110, 65]" in run("build", farm, "-o", tmp_path / "out", "--for", "german").stderr


def test_force_prints_past_a_clause_and_says_so_on_the_page(farm: Path, tmp_path: Path, run: Run) -> None:
    change(farm / "german.orders.yaml", "unit: pc, at: [40, 85]", "unit: pc, at: [110, 65]")
    assert run("build", farm, "-o", tmp_path / "out", "--force").returncode == 0
    assert "8.A" in text_of(tmp_path / "out" / "la-ferme" / "german" / "markers.pdf")


def test_force_does_not_print_an_unreadable_file(farm: Path, tmp_path: Path, run: Run) -> None:
    change(farm / "german.orders.yaml", "side: german", "side: german\nsidde: x")
    assert run("build", farm, "-o", tmp_path / "out", "--force").returncode == 1


def test_warnings_stop_a_strict_build(farm: Path, tmp_path: Path, run: Run) -> None:
    change(farm / "german.orders.yaml", "decoy: support_weapon, move: 8", "decoy: support_weapon, move: 7")
    change(farm / "german.orders.yaml", "unit: mg, at: [96, 77.5]", "unit: mg, at: [98, 76]")
    assert run("build", farm, "-o", tmp_path / "loose", "--only", "log").returncode == 0
    assert run("build", farm, "-o", tmp_path / "out", "--strict").returncode == 1
    assert not (tmp_path / "out").exists()


def test_building_for_one_side_does_not_open_the_others_orders(farm: Path, tmp_path: Path, run: Run) -> None:
    before = run("build", farm, "-o", tmp_path / "one", "--for", "american")
    (farm / "german.orders.yaml").write_bytes(b"\xff\x00 not a text at all")
    after = run("build", farm, "-o", tmp_path / "two", "--for", "american")
    assert (before.returncode, after.returncode) == (0, 0)
    assert tree(tmp_path / "one") == tree(tmp_path / "two")


def test_a_side_without_orders_gets_a_form_and_its_markers(farm: Path, tmp_path: Path, run: Run) -> None:
    (farm / "american.orders.yaml").unlink()
    assert run("build", farm, "-o", tmp_path / "out", "--only", "log").returncode == 0
    assert (tmp_path / "out" / "la-ferme" / "american" / "log.pdf").exists()
    assert not (tmp_path / "out" / "la-ferme" / "umpire").exists()


def test_two_builds_give_the_same_bytes_elsewhere_and_under_another_sky(farm: Path, tmp_path: Path, run: Run) -> None:
    run("build", farm, "-o", tmp_path / "one")
    other = tmp_path / "a folder with spaces"
    shutil.copytree(farm, other / "la-ferme")
    sky = {"PYTHONHASHSEED": "77", "TZ": "Asia/Tokyo", "LC_ALL": "C", "RL_pageCompression": "0"}
    run("build", "la-ferme", "-o", tmp_path / "two", cwd=other, env=sky)
    assert tree(tmp_path / "one") == tree(tmp_path / "two")
    assert len(tree(tmp_path / "one")) == 24


def test_output_is_replaced_as_a_whole(farm: Path, tmp_path: Path, run: Run) -> None:
    run("build", farm, "-o", tmp_path / "out", "--only", "log")
    run("build", farm, "-o", tmp_path / "out", "--for", "public", "--only", "night")
    found = sorted(p.relative_to(tmp_path / "out").as_posix() for p in (tmp_path / "out").rglob("*") if p.is_file())
    assert found == ["la-ferme/public/manifest.json", "la-ferme/public/night.pdf"]


def test_what_goes_with_the_last_build_is_named(farm: Path, tmp_path: Path, run: Run) -> None:
    both = ("--only", "log", "--only", "spotting")
    assert "removed" not in run("build", farm, "-o", tmp_path / "out", *both).stdout
    (tmp_path / "out" / "la-ferme" / "public" / ".DS_Store").write_bytes(b"")
    assert "removed" not in run("build", farm, "-o", tmp_path / "out", *both).stdout
    done = run("build", farm, "-o", tmp_path / "out", "--for", "public", "--only", "spotting")
    (note,) = (line for line in done.stdout.splitlines() if line.startswith("note: removed from "))
    assert note.endswith(": american, german, public/log.pdf, umpire")


@pytest.mark.parametrize("stray", ["notes.txt", "public/notes.txt", "photos/table.jpg"])
def test_a_folder_with_anything_of_the_users_is_refused(stray: str, farm: Path, tmp_path: Path, run: Run) -> None:
    run("build", farm, "-o", tmp_path / "out", "--only", "log")
    file = tmp_path / "out" / "la-ferme" / stray
    file.parent.mkdir(exist_ok=True)
    file.write_text("mine")
    before = tree(tmp_path / "out")
    done = run("build", farm, "-o", tmp_path / "out", "--only", "log")
    assert done.returncode == 5
    assert "-o" in done.stderr
    assert tree(tmp_path / "out") == before


def test_a_broken_scenario_leaves_the_last_output_alone(farm: Path, tmp_path: Path, run: Run) -> None:
    run("build", farm, "-o", tmp_path / "out", "--only", "log")
    before = tree(tmp_path / "out")
    change(farm / "scenario.yaml", "width: 180", "width: 18O")
    assert run("build", farm, "-o", tmp_path / "out", "--only", "log").returncode == 1
    assert tree(tmp_path / "out") == before


@pytest.mark.skipif(sys.platform == "win32", reason="modes are those of POSIX")
def test_secret_folders_are_for_their_owner_alone(farm: Path, tmp_path: Path, run: Run) -> None:
    run("build", farm, "-o", tmp_path / "out", "--only", "log")
    folder = tmp_path / "out" / "la-ferme"
    modes = {p.name: stat.S_IMODE(p.stat().st_mode) for p in folder.iterdir()}
    assert modes == {"public": 0o755, "german": 0o700, "american": 0o700, "umpire": 0o700}
    assert stat.S_IMODE((folder / "german" / "log.pdf").stat().st_mode) == 0o600


def test_one_bad_scenario_does_not_stop_the_others(farm: Path, tmp_path: Path, run: Run) -> None:
    club = tmp_path / "club"
    shutil.copytree(farm, club / "good")
    shutil.copytree(farm, club / "bad")
    (club / "bad" / "scenario.yaml").write_text("title: [\n")
    done = run("build", club, "-o", tmp_path / "out", "--only", "log")
    assert done.returncode == 3
    assert (tmp_path / "out" / "good" / "umpire").is_dir()
    assert not (tmp_path / "out" / "bad").exists()


@pytest.mark.parametrize("language", ["en", "fr", "ru"])
@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_all_languages_and_papers_are_printed(language: str, paper: str, tmp_path: Path, run: Run) -> None:
    printed = ("--for", "public", "--only", "spotting", "--language", language, "--paper", paper)
    done = run("build", ROOT / "scenarios" / "la-ferme", "-o", tmp_path, *printed)
    assert done.returncode == 0, done.stderr
    word = {"en": "spotting", "fr": "repérage", "ru": "обнаружение"}[language]
    text = text_of(tmp_path / "la-ferme" / "public" / "spotting.pdf")
    assert word in text
    assert {"a4": "A4", "letter": "Letter"}[paper] in text


def test_several_languages_stand_side_by_side(farm: Path, tmp_path: Path, run: Run) -> None:
    run("build", farm, "-o", tmp_path / "out", "--for", "public", "--language", "fr", "--language", "ru")
    names = {p.name for p in (tmp_path / "out" / "la-ferme" / "public").glob("*.pdf")}
    assert {"spotting.fr.pdf", "spotting.ru.pdf", "log.fr.pdf"} <= names


def test_a_character_without_a_glyph_is_named_with_unit_field_and_code_point(
    farm: Path, tmp_path: Path, run: Run
) -> None:
    line = change(farm / "scenario.yaml", "name: PzKpfw IV", "name: Взвод 🪖")
    done = run("build", farm, "-o", tmp_path / "out")
    assert done.returncode == 1
    for said in (f"scenario.yaml:{line}:", "PA120", "pz", "name", "U+1FA96"):
        assert said in done.stderr
    assert not (tmp_path / "out").exists()


def test_an_unknown_reader_is_a_mistake_of_use(farm: Path, tmp_path: Path, run: Run) -> None:
    done = run("build", farm, "-o", tmp_path / "out", "--for", "germna")
    assert done.returncode == 2
    assert "did you mean german" in done.stderr


@pytest.mark.parametrize("folder", EXAMPLES, ids=lambda path: path.name)
def test_every_example_checks_clean_and_builds(folder: Path, tmp_path: Path, run: Run) -> None:
    checked = run("check", folder)
    assert checked.returncode == 0, checked.stdout
    assert "error" not in checked.stdout
    built = run("build", folder, "-o", tmp_path)
    assert built.returncode == 0, built.stderr
    assert os.listdir(tmp_path) == [folder.name]
