"""Many scenarios at once: in any number of processes the same files, the same words, and one bad one stops no other."""

import json
import os
import signal
import stat
import subprocess
import sys
import time
from collections.abc import Callable
from contextlib import closing, suppress
from pathlib import Path

import pytest
from conftest import ROOT, Run
from test_reading import ORDERS, SCENARIO, changed, write

from playaid import batch
from playaid.batch import Outcome, jobs_for
from playaid.output import RECORD

CHEAP = ("--for", "public", "--only", "spotting")
posix = pytest.mark.skipif(sys.platform == "win32", reason="signals and modes are those of POSIX")


@pytest.fixture
def club(tmp_path: Path) -> Path:
    """A folder of five scenarios; the third is bad in two places."""
    for name in "abcde":
        (tmp_path / "club" / name).mkdir(parents=True)
        text = SCENARIO.replace("The farm", f"Farm {name}")
        write(tmp_path / "club" / name, text.replace("title", "tittle") if name == "c" else text)
    return tmp_path / "club"


def tree(folder: Path) -> dict[str, bytes]:
    return {str(path.relative_to(folder)): path.read_bytes() for path in sorted(folder.rglob("*")) if path.is_file()}


def stats(file: Path) -> list[tuple[str, str]]:
    found = json.loads(file.read_text(encoding="utf-8"))["scenarios"]
    return [(Path(one["scenario"]).parent.name, one["status"]) for one in found]


def test_one_bad_scenario_stops_no_other_and_is_named_with_its_place(club: Path, tmp_path: Path, run: Run) -> None:
    done = run("build", club, "-o", tmp_path / "out", *CHEAP)
    assert done.returncode == 3
    assert sorted(os.listdir(tmp_path / "out")) == ["a", "b", "d", "e"]
    lines = done.stderr.splitlines()
    assert lines[-1] == "built 4, failed 1"
    assert lines[-2].startswith(f"failed: {(club / 'c' / 'scenario.yaml').as_posix()}:1:1: error[PA111] ")
    assert lines[-2].endswith(", and 1 more error")


def test_notes_of_several_scenarios_name_them(club: Path, tmp_path: Path, run: Run) -> None:
    done = run("build", club, "-o", tmp_path / "out", "--only", "spotting")
    (note,) = (line for line in done.stdout.splitlines() if line.startswith("note: "))
    first = ", ".join((club / name).as_posix() for name in "abd")
    assert note.startswith(f"note: {first} and 1 more: nothing for the umpire, who needs both sides' orders: ")


@pytest.mark.parametrize("start", ["fork", "spawn"])
def test_the_number_of_processes_changes_nothing(
    start: str, club: Path, tmp_path: Path, run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    if start == "fork" and sys.platform == "win32":
        pytest.skip("Windows does not fork")
    monkeypatch.setattr(batch, "method", lambda: start)
    told = []
    for jobs in (1, 2):
        done = run("build", club, "-o", tmp_path / str(jobs), "--jobs", str(jobs), "--report",
                   tmp_path / f"{jobs}.json", *CHEAP)  # fmt: skip
        report = (tmp_path / f"{jobs}.json").read_text(encoding="utf-8")
        said = (done.returncode, done.stdout, done.stderr, report)
        told.append(json.dumps(said).replace((tmp_path / str(jobs)).as_posix(), "OUT"))
    assert told[0] == told[1]
    assert tree(tmp_path / "1") == tree(tmp_path / "2")


def test_a_report_lists_every_scenario_in_order(club: Path, tmp_path: Path, run: Run) -> None:
    file = tmp_path / "report.json"
    run("build", club, "-o", tmp_path / "out", "--report", file, *CHEAP)
    report = json.loads(file.read_bytes())
    assert {name: report[name] for name in ("built", "unchanged", "failed")} == {
        "built": 4,
        "unchanged": 0,
        "failed": 1,
    }
    assert stats(file) == [(name, "failed" if name == "c" else "built") for name in "abcde"]
    assert [one["files"] for one in report["scenarios"]] == [2, 2, 0, 2, 2]
    assert [d["code"] for d in report["scenarios"][2]["diagnostics"]] == ["PA111", "PA110"]
    assert report["scenarios"][0]["folder"] == (tmp_path / "out" / "a").as_posix()


def test_a_report_holds_no_value_of_orders(tmp_path: Path, run: Run) -> None:
    write(tmp_path, **{"def": ORDERS.replace("unit: hq", "unit: zanzibar")})
    run("build", tmp_path, "-o", tmp_path / "out", "--report", tmp_path / "report.json")
    text = (tmp_path / "report.json").read_text(encoding="utf-8")
    assert "PA306" in text
    assert "zanzibar" not in text


def test_a_file_that_is_no_report_is_not_overwritten(club: Path, tmp_path: Path, run: Run) -> None:
    other = club / "a" / "scenario.yaml"
    done = run("build", club, "-o", tmp_path / "out", "--report", other)
    assert done.returncode == 5
    assert other.read_text(encoding="utf-8").startswith("playaid: 1")
    assert not (tmp_path / "out").exists()


def test_of_several_paths_one_without_scenarios_stops_no_other(club: Path, tmp_path: Path, run: Run) -> None:
    (tmp_path / "empty").mkdir()
    done = run("build", tmp_path / "empty", tmp_path / "nowhere", club / "a", "-o", tmp_path / "out", *CHEAP)
    assert done.returncode == 3
    assert os.listdir(tmp_path / "out") == ["a"]
    assert "no scenario in" in done.stderr
    assert done.stderr.splitlines()[-1] == "built 1, failed 2"


def test_two_scenarios_of_one_output_folder_are_not_built_over_each_other(club: Path, tmp_path: Path, run: Run) -> None:
    (tmp_path / "other" / "A").mkdir(parents=True)
    write(tmp_path / "other" / "A", SCENARIO)
    done = run("build", club / "a", tmp_path / "other" / "A", "-o", tmp_path / "out", "--report",
               tmp_path / "report.json", *CHEAP)  # fmt: skip
    assert done.returncode == 3
    assert [status for _, status in stats(tmp_path / "report.json")] == ["built", "failed"]
    assert f"is that of {(club / 'a' / 'scenario.yaml').as_posix()} too" in done.stderr


def test_a_scenario_named_twice_is_built_once(club: Path, tmp_path: Path, run: Run) -> None:
    done = run("build", club / "a", club / "a" / "scenario.yaml", "-o", tmp_path / "out", *CHEAP)
    assert done.returncode == 0
    assert done.stdout.count("PDF for") == 1


# ---- what is unchanged is not built again


def again(club: Path, tmp_path: Path, run: Run, *more: str) -> list[str]:
    """Build all and give what came of each."""
    run("build", club, "-o", tmp_path / "out", "--report", tmp_path / "report.json", *more)
    return [status for _, status in stats(tmp_path / "report.json")]


FIRST = ["built", "built", "failed", "built", "built"]
SECOND = ["unchanged", "unchanged", "failed", "unchanged", "unchanged"]


def one_built(place: int) -> list[str]:
    return [status if number != place else "built" for number, status in enumerate(SECOND)]


def test_what_is_unchanged_is_left_alone(club: Path, tmp_path: Path, run: Run) -> None:
    assert again(club, tmp_path, run, *CHEAP) == FIRST
    before = {path: path.stat().st_ino for path in (tmp_path / "out").rglob("*")}
    assert again(club, tmp_path, run, *CHEAP) == SECOND
    assert {path: path.stat().st_ino for path in (tmp_path / "out").rglob("*")} == before
    assert again(club, tmp_path, run, *CHEAP, "--jobs", "2") == SECOND
    assert again(club, tmp_path, run, *CHEAP, "--rebuild") == FIRST
    assert again(club, tmp_path, run, *CHEAP, "--strict") == FIRST


def _new_orders(club: Path, out: Path) -> None:
    write(club / "b", SCENARIO, **{"def": ORDERS})


def _less_title(club: Path, out: Path) -> None:
    write(club / "b", changed("The farm", "Farm"))


def _torn_output(club: Path, out: Path) -> None:
    (out / "b" / "public" / "log.pdf").write_bytes(b"")


def _missing_output(club: Path, out: Path) -> None:
    (out / "b" / "public" / "log.pdf").unlink()


def _torn_record(club: Path, out: Path) -> None:
    (out / "b" / RECORD).write_bytes(b"[" * 1_000)


@pytest.mark.parametrize("change", [_new_orders, _less_title, _torn_output, _missing_output, _torn_record])
def test_what_is_changed_is_built_again(
    change: Callable[[Path, Path], None], club: Path, tmp_path: Path, run: Run
) -> None:
    more = ("--for", "public", "--for", "def", "--only", "log")
    assert again(club, tmp_path, run, *more) == FIRST
    change(club, tmp_path / "out")
    assert again(club, tmp_path, run, *more) == one_built(1)
    assert again(club, tmp_path, run, *more) == SECOND


def test_a_ruleset_a_unit_list_and_a_template_count_too(club: Path, tmp_path: Path, run: Run) -> None:
    ruled = changed("{concealment: incertitude}", "{concealment: club.yaml}")
    listed = changed("[{id: sq, name: First squad, type: combat_group, move: 10}]", "squads.csv", ruled)
    write(club / "b", listed)
    club_rules = "playaid: 1\nid: club\nkind: concealment\nextends: incertitude\nedition: {}\n"
    (club / "b" / "club.yaml").write_text(club_rules.format(1), encoding="utf-8")
    (club / "b" / "squads.csv").write_text("id,name,type,move\nsq,First squad,combat_group,10\n", encoding="utf-8")
    own = tmp_path / "templates" / "words"
    own.mkdir(parents=True)
    (own / "en.yaml").write_text("kind: {log: a log}\n", encoding="utf-8")
    more = ("--for", "public", "--only", "log", "--templates", str(tmp_path / "templates"))
    assert again(club, tmp_path, run, *more) == FIRST
    assert again(club, tmp_path, run, *more) == SECOND
    (club / "b" / "club.yaml").write_text(club_rules.format(2), encoding="utf-8")
    assert again(club, tmp_path, run, *more) == one_built(1)
    (club / "b" / "squads.csv").write_text("id,name,type,move\nsq,2nd squad,combat_group,10\n", encoding="utf-8")
    assert again(club, tmp_path, run, *more) == one_built(1)
    (own / "en.yaml").write_text("kind: {log: another log}\n", encoding="utf-8")
    assert again(club, tmp_path, run, *more) == FIRST


def test_the_enemys_orders_count_only_where_they_are_opened(club: Path, tmp_path: Path, run: Run) -> None:
    more = ("--for", "att", "--only", "log")
    assert again(club, tmp_path, run, *more) == FIRST
    write(club / "b", SCENARIO.replace("The farm", "Farm b"), **{"def": ORDERS})
    assert again(club, tmp_path, run, *more) == SECOND


@posix
def test_the_record_is_for_the_builder_alone_and_lies_in_no_readers_folder(
    club: Path, tmp_path: Path, run: Run
) -> None:
    write(club / "a", SCENARIO, **{"def": ORDERS})
    again(club, tmp_path, run, "--for", "def", "--for", "att", "--only", "log")
    (record,) = (tmp_path / "out" / "a").rglob(RECORD)
    assert record.parent == tmp_path / "out" / "a"
    assert stat.S_IMODE(record.stat().st_mode) == 0o600


def test_what_is_drawn_by_chance_is_never_left_alone(club: Path, tmp_path: Path, run: Run) -> None:
    for _ in range(2):
        run("build", club / "a", club / "c", "-o", tmp_path / "out", "--report", tmp_path / "report.json",
            "--tables", "1", "--only", "log", "--for", "def")  # fmt: skip
        assert stats(tmp_path / "report.json") == [("a", "built"), ("c", "failed")]
        assert not list((tmp_path / "out").rglob(RECORD))


def test_an_unchanged_scenario_keeps_its_warnings_in_the_report(club: Path, tmp_path: Path, run: Run) -> None:
    write(club / "a", changed("    role: attacker\n", ""))
    again(club, tmp_path, run, *CHEAP)
    first = json.loads((tmp_path / "report.json").read_bytes())
    assert again(club, tmp_path, run, *CHEAP) == SECOND
    second = json.loads((tmp_path / "report.json").read_bytes())
    assert first["warnings"] == second["warnings"] >= 1
    assert first["scenarios"][0]["diagnostics"] == second["scenarios"][0]["diagnostics"]


# ---- processes


def outcome(file: Path) -> Outcome:
    return Outcome(scenario=file.as_posix(), status="built")


@posix
@pytest.mark.parametrize("how", ["killed", "left"])
def test_a_process_that_ends_is_told_for_its_scenario_and_the_others_are_built(how: str) -> None:
    def work(file: Path) -> Outcome:
        if file.name == "5":
            os.kill(os.getpid(), signal.SIGKILL) if how == "killed" else os._exit(7)
        return outcome(file)

    files = [Path(str(number)) for number in range(20)]
    found = list(batch._shared(files, work, 2))
    assert [one.scenario for one in found] == [str(number) for number in range(20)]
    assert [one.scenario for one in found if one.status == "failed"] == ["5"]
    assert found[5].exit_code == 70
    assert ("signal 9" if how == "killed" else "code 7") in found[5].message


@posix
def test_outcomes_come_in_the_order_of_the_tasks_whichever_is_done_first() -> None:
    def work(file: Path) -> Outcome:
        time.sleep(0.2 if file.name == "0" else 0)
        return outcome(file)

    files = [Path(str(number)) for number in range(300)]
    assert [one.scenario for one in batch._shared(files, work, 3)] == [str(number) for number in range(300)]


@posix
def test_whoever_stops_listening_leaves_no_process() -> None:
    def work(file: Path) -> Outcome:
        time.sleep(30 if file.name == "1" else 0)
        return Outcome(scenario=str(os.getpid()), status="built")

    before = time.monotonic()
    with closing(batch._shared([Path("0"), Path("1")], work, 2)) as coming:
        process = int(next(coming).scenario)
    assert time.monotonic() - before < 15
    with pytest.raises(ProcessLookupError):
        os.kill(process, 0)


def test_few_scenarios_are_built_in_one_process_and_many_on_all_cores() -> None:
    assert jobs_for(1) == jobs_for(batch.FEW - 1) == 1
    assert jobs_for(1_000) == len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count()


@posix
def test_a_terminal_shows_how_far_it_is_and_the_lines_afterwards(club: Path, tmp_path: Path) -> None:
    ours, theirs = os.openpty()
    command = [sys.executable, "-P", "-m", "playaid", "build", str(club), "-o", str(tmp_path / "out"), *CHEAP]
    with subprocess.Popen(command, cwd=ROOT, stdout=theirs, stderr=theirs) as child:
        os.close(theirs)
        said = b""
        with suppress(OSError):  # the end of a terminal
            while more := os.read(ours, 4096):
                said += more
    os.close(ours)
    shown = said.decode().replace("\r\n", "\n")
    assert child.returncode == 3
    assert "building" in shown
    assert shown.index("100%") < shown.index("/a: 1 PDF for public\n") < shown.index("built 4, failed 1")


@posix
def test_ctrl_c_ends_a_batch_whole(club: Path, tmp_path: Path) -> None:
    command = [sys.executable, "-P", "-m", "playaid", "build", str(club), "-o", str(tmp_path / "out"), "--jobs", "2"]
    child = subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
                             start_new_session=True)  # fmt: skip
    deadline = time.monotonic() + 60
    while not (tmp_path / "out").exists() and time.monotonic() < deadline:
        time.sleep(0.05)
    os.killpg(child.pid, signal.SIGINT)
    _, err = child.communicate(timeout=60)
    assert child.returncode == 130
    assert "Traceback" not in err
    assert [name for name in os.listdir(tmp_path / "out") if name.startswith(".")] == []
    with pytest.raises(ProcessLookupError):
        os.killpg(child.pid, 0)


def test_a_started_process_does_not_run_what_lies_in_the_working_folder(
    club: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, run: Run
) -> None:
    for name in ("pickle.py", "multiprocessing.py", "runpy.py", "reportlab_settings.py"):
        (club / name).write_text("import pathlib\npathlib.Path(__file__).with_suffix('.ran').touch()\n")
    monkeypatch.setattr(batch, "method", lambda: "spawn")
    here = os.getcwd()
    try:
        os.chdir(club)
        files = [club / name / "scenario.yaml" for name in "ab"]
        assert [one.status for one in batch._shared(files, outcome, 2)] == ["built", "built"]
    finally:
        os.chdir(here)
    assert not list(club.glob("*.ran"))
