"""The command line: answers, exit codes, help that costs nothing, and output that obeys no hidden character."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from conftest import ROOT, Run, change

from playaid.cli import ROOMS, Commands

BUILT_IN_ONLY = {"reportlab", "shapely", "pydantic", "numpy", "yaml", "jinja2"}


def asked(run: Run, *question: str) -> dict[str, object]:
    done = run("ask", *question, "--format", "json")
    assert done.returncode == 0, done.stderr
    answer: dict[str, object] = json.loads(done.stdout)
    return answer


def test_a_factor_answers_with_its_clause(run: Run) -> None:
    answer = asked(run, "factor", "82cm", "clear")
    assert answer["rulings"]
    del answer["rulings"]
    assert answer == {
        "rounded": 8, "factor": "4", "outcome": "roll", "needs": 4, "chance": 0.7, "clause": "8.G",
    }  # fmt: skip


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        (("factor", "65cm", "light"), {"rounded": 6, "outcome": "roll", "needs": 6}),
        (("factor", "60 cm", "dense"), {"outcome": "impossible", "needs": None, "chance": 0.0}),
        (("factor", "4cm", "light"), {"outcome": "automatic", "needs": None, "chance": 1.0}),
        (("automatic", "35cm", "light", "--acted"), {"spotted": True, "limit": "40 cm", "clause": "8.F"}),
        (("automatic", "41cm", "light", "--acted"), {"spotted": False}),
        (("automatic", "300cm", "clear", "--acted"), {"spotted": True, "limit": None}),
        (("automatic", "10cm", "dense", "--idle", "--observer", "pinned"), {"spotted": False}),
        (("automatic", "10cm", "clear", "--idle", "--no-sight"), {"spotted": True, "clause": "8.E"}),
        (("rehide", "combat_group", "--in", "cover", "--unseen"), {"allowed": True, "cost": 1, "clause": "8.C"}),
        (("rehide", "gun", "--in", "cover", "--unseen"), {"allowed": False}),
        (("fire", "--hidden", "--just-tested"), {"allowed": True, "cost": 0, "clause": "8.H"}),
        (("fire", "--hidden"), {"allowed": False}),
        (("fire", "--spotted", "--decoy"), {"allowed": False, "clause": "8.D"}),
        (("act", "unit", "move", "--points", "4"), {"allowed": True, "left": 3, "clause": "8.B"}),
        (("act", "decoy", "fire", "--points", "4"), {"allowed": False, "left": 4, "clause": "8.D"}),
        (("night", "3"), {"visibility": {"in": 12, "cm": 30}, "can_shoot": None}),
        (("night", "3", "25cm"), {"can_shoot": True, "clause": "N.4"}),
        (("night", "3", "31cm"), {"can_shoot": False}),
        (("night", "3", "31cm", "--fired"), {"can_shoot": True, "clause": "N.5"}),
        (("night", "3", "12in"), {"can_shoot": True}),
    ],
)
def test_the_rules_answer_at_the_table(question: tuple[str, ...], expected: dict[str, object], run: Run) -> None:
    answer = asked(run, *question)
    assert {key: answer[key] for key in expected} == expected


def test_sight_names_what_blocks(run: Run) -> None:
    answer = asked(run, "sight", str(ROOT / "scenarios" / "la-ferme"), "40,60", "40,110")
    assert answer == {"clear": False, "blocked_by": ["bois-nord"], "distance": "50 cm"}


def test_coordinates_may_be_negative_and_a_place_off_the_table_is_said_to_be(run: Run) -> None:
    farm = str(ROOT / "scenarios" / "la-ferme")
    assert asked(run, "sight", farm, "-3,-4", "0,0")["distance"] == "5 cm"
    done = run("ask", "sight", farm, "-3,-4", "180,120")
    assert done.stderr == "note: -3,-4 is not on the table, which is 180 cm by 120 cm\n"


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("list",), "Missing argument"),
        (("list", "ruleset"), "did you mean rulesets?"),
        (("aid", "spoting"), "did you mean spotting?"),
        (("ask", "act"), "Missing argument"),
        (("ask", "rehide", "gun", "--seen"), "Choose from cover, open."),
        (("ask", "factor", "-5cm", "clear"), "-5cm: a distance is not negative"),
        (("ask", "factor", "5cm", "clear", "--tsets", "3"), "--tests"),
        (("deploy", "scenarios/la-ferme", "--side", "germna"), "did you mean german?"),
        (("export", "scenarios/la-ferme", "--for", "germna"), "did you mean german?"),
    ],
)
def test_a_word_that_is_not_known_is_answered_with_the_one_that_may_be_meant(
    arguments: tuple[str, ...], said: str, run: Run
) -> None:
    done = run(*arguments)
    assert done.returncode == 2
    assert said in done.stderr
    assert "\\x09" not in done.stderr


def test_a_folder_that_is_not_there_is_answered_with_one_beside_it(farm: Path, run: Run) -> None:
    for name in ("laferme", "laferme/scenario.yaml"):
        done = run("check", farm.parent / name)
        assert done.returncode == 4
        assert f"did you mean {farm.as_posix()}?" in done.stderr


@pytest.mark.parametrize("command", ["check", "build"])
def test_orders_in_the_place_of_a_scenario_are_answered_with_the_command_for_them(
    command: str, farm: Path, run: Run
) -> None:
    spaced = farm.rename(farm.with_name("la ferme"))
    done = run(command, spaced / "german.orders.yaml")
    assert done.returncode == 1
    said = done.stdout + done.stderr
    assert "these are the orders of a side, not a scenario" in said
    assert f"playaid check '{spaced.as_posix()}' --for german\n" in said


def test_options_that_do_nothing_for_an_aid_are_said(tmp_path: Path, run: Run) -> None:
    done = run("aid", "log", "--tent", "--from", "3", "-o", tmp_path / "log.pdf")
    assert done.returncode == 0
    assert done.stderr == "note: --from does nothing for log\nnote: --tent does nothing for log\n"


@pytest.mark.parametrize(
    "arguments",
    [
        ("ask", "factor", "82", "thick"),
        ("ask", "factor", "12,5", "clear"),
        ("ask", "night", "7"),
        ("build",),
        ("build", "--paper", "a44", "x"),
        ("nonsense",),
        ("explain", "PA999"),
        ("ask", "factor", "82cm", "clear", "--rules", "incertitud"),
    ],
)
def test_a_mistake_of_use_exits_with_two_and_says_what_to_write(arguments: tuple[str, ...], run: Run) -> None:
    done = run(*arguments)
    assert done.returncode == 2
    assert "Error: " in done.stderr
    assert "Traceback" not in done.stderr


def test_a_file_that_is_not_there_exits_with_four(tmp_path: Path, run: Run) -> None:
    done = run("check", tmp_path / "nothing.yaml")
    assert done.returncode == 4
    assert "nothing.yaml" in done.stderr


@pytest.mark.parametrize("name", ["PA302", "in-the-open", "8.A", "D1", "N.4", "n10"])
def test_codes_clauses_and_rulings_are_explained(name: str, run: Run) -> None:
    done = run("explain", name)
    assert done.returncode == 0
    assert len(done.stdout) > 100


@pytest.mark.parametrize("what", ["rulesets", "clauses", "rulings", "codes", "papers", "kinds"])
@pytest.mark.parametrize("language", ["en", "fr", "ru"])
def test_lists_have_a_line_for_each_thing(what: str, language: str, run: Run) -> None:
    done = run("list", what, "--language", language)
    least = {"rulesets": 2, "clauses": 15, "rulings": 66, "codes": 60, "papers": 5, "kinds": 4}[what]
    assert len(done.stdout.splitlines()) >= least


@pytest.mark.parametrize("what", ["scenario", "orders", "ruleset", "recipe"])
def test_schemas_are_json_schemas_that_forbid_unknown_keys(what: str, run: Run) -> None:
    content = json.loads(run("schema", what).stdout)
    assert content["additionalProperties"] is False
    assert "properties" in content


@pytest.mark.parametrize("arguments", [["--help"], ["build", "--help"], ["check", "--help"], ["ask", "--help"]])
def test_help_imports_nothing_heavy(arguments: list[str]) -> None:
    script = (
        "import sys\nsys.argv = ['playaid', *sys.argv[1:]]\nfrom playaid.cli import main\n"
        "try: main()\nexcept SystemExit: pass\n"
        "print('LOADED', *sorted({name.split('.')[0] for name in sys.modules}))"
    )
    done = subprocess.run([sys.executable, "-P", "-c", script, *arguments], capture_output=True, text=True, check=True)
    loaded = set(done.stdout.rsplit("LOADED", 1)[1].split())
    assert "click" in loaded
    assert not loaded & BUILT_IN_ONLY


@pytest.mark.parametrize("arguments", [["--help"], ["--version"], []])
def test_the_list_of_commands_loads_no_command(arguments: list[str]) -> None:
    script = (
        "import sys\nsys.argv = ['playaid', *sys.argv[1:]]\nfrom playaid.__main__ import main\n"
        "try: main()\nexcept SystemExit: pass\n"
        "print('LOADED', *sorted(name for name in sys.modules if name.startswith('playaid.') or name == 'pathlib'))"
    )
    done = subprocess.run([sys.executable, "-P", "-c", script, *arguments], capture_output=True, text=True, check=True)
    expected = ["playaid.__main__", "playaid.cli", "playaid.cli_terminal", "playaid.telling"]
    assert done.stdout.rsplit("LOADED", 1)[1].split() == expected


@pytest.mark.parametrize("columns", ["1", "60", "80", "110"])
def test_commands_are_listed_as_their_own_help_begins(columns: str, monkeypatch: pytest.MonkeyPatch, run: Run) -> None:
    """As click lists them, who asks each command."""
    monkeypatch.setenv("COLUMNS", columns)
    listed = run("--help").stdout
    monkeypatch.delattr(Commands, "format_commands")
    assert listed == run("--help").stdout
    assert listed.count("\n  ") >= len(ROOMS)


def test_checking_and_asking_load_no_pdf_code_and_no_numpy() -> None:
    script = (
        "import sys\nsys.argv = ['playaid', *sys.argv[1:]]\nfrom playaid.cli import main\n"
        "try: main()\nexcept SystemExit: pass\n"
        "print('LOADED', *sorted({name.split('.')[0] for name in sys.modules}))"
    )
    farm = str(ROOT / "scenarios" / "la-ferme")
    for arguments in (["check", farm], ["ask", "factor", "82cm", "clear"]):
        done = subprocess.run(
            [sys.executable, "-P", "-c", script, *arguments], capture_output=True, text=True, check=True
        )
        loaded = set(done.stdout.rsplit("LOADED", 1)[1].split())
        assert not loaded & {"reportlab", "shapely", "numpy", "jinja2", "PIL"}  # la-ferme hides nothing in the open


def test_a_name_cannot_command_the_terminal(farm: Path, run: Run) -> None:
    change(farm / "scenario.yaml", "type: vehicle", 'type: "veh\\u202eicle"')
    done = run("check", farm)
    assert done.returncode == 1
    assert not any((ord(c) < 32 and c != "\n") or 0x7F <= ord(c) < 0xA0 or ord(c) == 0x202E for c in done.stdout)


def test_an_old_console_gets_escapes_instead_of_a_crash(farm: Path, run: Run) -> None:
    change(farm / "scenario.yaml", "type: vehicle", "type: танк")
    done = run("check", farm, env={"PYTHONIOENCODING": "ascii"})
    assert done.returncode == 1
    assert "Traceback" not in done.stderr


def test_a_file_named_like_a_setting_of_reportlab_is_never_run(farm: Path, tmp_path: Path, run: Run) -> None:
    (farm / "reportlab_settings.py").write_text("open('ran', 'w').close()\n")
    done = run("build", ".", "-o", tmp_path / "out", cwd=farm, env={"PYTHONPATH": str(farm)})
    assert done.returncode == 0, done.stderr
    assert not (farm / "ran").exists()


def test_aids_come_without_a_scenario(tmp_path: Path, run: Run) -> None:
    for kind in ("spotting", "night", "markers", "log"):
        done = run("aid", kind, "-o", tmp_path / f"{kind}.pdf", "--language", "ru")
        assert done.returncode == 0, done.stderr
        assert (tmp_path / f"{kind}.pdf").read_bytes().startswith(b"%PDF")


def test_an_aid_does_not_replace_a_file_of_the_users(tmp_path: Path, run: Run) -> None:
    mine = tmp_path / "log.pdf"
    mine.write_text("mine")
    assert run("aid", "log", "-o", mine).returncode == 5
    assert mine.read_text() == "mine"


def test_what_does_not_fit_says_needed_and_available(tmp_path: Path, run: Run) -> None:
    target = tmp_path / "m.pdf"
    done = run("aid", "markers", "--marker-size", "60mm", "--columns", "4", "--gap", "3mm", "-o", target)
    assert done.returncode == 1
    assert "249 mm" in done.stderr
    assert "194 mm" in done.stderr
    assert not target.exists()


def test_without_a_command_there_is_help_and_no_error(run: Run) -> None:
    done = run()
    assert done.returncode == 2
    assert done.stderr.startswith("Usage: playaid ")
    assert "\n  build " in done.stderr
    assert "Error" not in done.stderr


def test_cards_do_not_replace_the_full_page(tmp_path: Path, run: Run) -> None:
    for more in ((), ("--card", "poker")):
        assert run("aid", "spotting", *more, cwd=tmp_path).returncode == 0
    assert sorted(os.listdir(tmp_path)) == ["spotting-poker.pdf", "spotting.pdf"]


@pytest.mark.parametrize(("shell", "word"), [("bash", "2"), ("zsh", "2"), ("fish", "--rep")])
def test_shells_complete_commands_and_options(shell: str, word: str, tmp_path: Path, run: Run) -> None:
    script = run(cwd=tmp_path, env={"_PLAYAID_COMPLETE": f"{shell}_source"})
    assert f"_PLAYAID_COMPLETE={shell}_complete" in script.stdout
    asked = {"COMP_WORDS": "playaid build --rep", "COMP_CWORD": word}
    done = run(cwd=tmp_path, env={"_PLAYAID_COMPLETE": f"{shell}_complete", **asked})
    assert "--report" in done.stdout
