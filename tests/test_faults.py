"""Faults: failing calls, kills, two builds at once, signals, closed streams, odd places; the old output stays whole."""

import errno
import io
import json
import os
import shlex
import signal
import stat
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from conftest import ROOT, Run
from test_reading import ORDERS, changed, write

from playaid import output
from playaid.output import replace_file, replace_files, replace_folder
from playaid.telling import PlayaidError

posix = pytest.mark.skipif(sys.platform == "win32", reason="signals and modes are those of POSIX")

ERRORS = (errno.ENOSPC, errno.EIO, errno.EACCES)
CHEAP = ("--for", "def", "--only", "log")


def tree(folder: Path) -> dict[str, bytes | None]:
    return {str(p.relative_to(folder)): p.read_bytes() if p.is_file() else None for p in sorted(folder.rglob("*"))}


def build_of(version: bytes) -> dict[str, bytes]:
    listed = b'{"playaid": 1, "documents": [{"file": "a.pdf"}]}'
    return {f"{who}/{name}": data for who in ("public", "def") for name, data in
            (("a.pdf", version * 100), ("manifest.json", listed))}  # fmt: skip


class Faults:
    """Makes the n-th call that touches a folder fail: open, write, fsync, rename, replace, mkdir, chmod."""

    def __init__(self, patch: pytest.MonkeyPatch, folder: Path) -> None:
        self.folder, self.count, self.at, self.error = str(folder), 0, 0, 0
        self.fired = ""
        for name in ("open", "rename", "replace", "chmod"):
            patch.setattr(os, name, self.failing(name, getattr(os, name), self.mine))
        patch.setattr(
            os, "mkdir", self.failing("mkdir", os.mkdir, lambda p: self.mine(p) and not os.path.lexists(str(p)))
        )
        patch.setattr(os, "fsync", self.failing("fsync", os.fsync, lambda _: True))
        patch.setattr(output, "open", self.opened, raising=False)

    def mine(self, path: object) -> bool:
        return isinstance(path, (str, os.PathLike)) and os.fspath(path).startswith(self.folder)

    def arm(self, at: int, error: int) -> None:
        self.count, self.at, self.error, self.fired = 0, at, error, ""

    def strike(self, name: str) -> None:
        self.count += 1
        if self.count == self.at:
            self.fired = name
            raise OSError(self.error, os.strerror(self.error))

    def failing(self, name: str, real: Callable[..., Any], counts: Callable[[object], bool]) -> Callable[..., Any]:
        def call(*arguments: Any, **named: Any) -> Any:
            if self.at and counts(arguments[0]):
                self.strike(name)
            return real(*arguments, **named)

        return call

    def opened(self, file: int, mode: str) -> io.FileIO:
        """Open a descriptor without a buffer, so that a write fails where it is written."""
        strike = self.strike

        class Stream(io.FileIO):
            def write(self, data: Any) -> int:
                strike("write")
                return super().write(data)

        return Stream(file, mode.replace("b", ""))


@pytest.fixture
def faults(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Faults:
    return Faults(monkeypatch, tmp_path)


def sweep(faults: Faults, error: int, once: Callable[[], bool]) -> list[str]:
    """Let the first call fail, then the second, … until nothing fails; give which calls failed.

    Calls that remove the old output come last: when they fail the new one stands already, and stays.
    """
    fired: list[str] = []
    stands = False
    for at in range(1, 200):
        faults.arm(at, error)
        done = once()
        name, faults.at = faults.fired, 0
        if not name:
            assert done
            return fired
        fired.append(name)
        assert done or not stands
        assert not done or name == "open", f"call {at}, {name}, failed and nobody noticed"
        stands = done
    raise AssertionError("the sweep does not end")


def told(failed: PlayaidError, error: int) -> None:
    """Check that a failure is told with its reason and help."""
    assert failed.exit_code == 4
    assert os.strerror(error) in failed.message
    assert failed.help


@pytest.mark.parametrize("error", ERRORS, ids=errno.errorcode.get)
@pytest.mark.parametrize("before", ["an old build", "nothing"])
def test_whichever_call_fails_the_old_folder_stays(error: int, before: str, faults: Faults, tmp_path: Path) -> None:
    target = tmp_path / "out" / "farm"
    old = build_of(b"old") if before == "an old build" else {}
    if old:
        replace_folder(target, old, frozenset({"def"}))
    else:
        target.parent.mkdir()
    kept = tree(target.parent)

    def once() -> bool:
        try:
            replace_folder(target, build_of(b"new"), frozenset({"def"}))
        except PlayaidError as failed:
            told(failed, error)
            assert tree(target.parent) == kept
            return False
        assert os.listdir(target.parent) == ["farm"]
        assert (target / "def" / "a.pdf").read_bytes() == b"new" * 100
        return True

    fired = sweep(faults, error, once)
    assert {"open", "write", "fsync", "rename", "mkdir", "chmod"} <= set(fired)
    assert len(fired) > 25


@pytest.mark.parametrize("error", ERRORS, ids=errno.errorcode.get)
def test_whichever_call_fails_a_file_stays(error: int, faults: Faults, tmp_path: Path) -> None:
    file = tmp_path / "def.orders.yaml"
    file.write_bytes(b"old")

    def once() -> bool:
        try:
            replace_file(file, b"new", 0o600)
        except PlayaidError as failed:
            told(failed, error)
            assert tree(tmp_path) == {file.name: b"old"}
            return False
        return True

    assert {"open", "write", "fsync", "replace", "chmod"} <= set(sweep(faults, error, once))
    assert tree(tmp_path) == {file.name: b"new"}


@pytest.mark.parametrize("error", ERRORS, ids=errno.errorcode.get)
def test_whichever_call_fails_several_files_stay(error: int, faults: Faults, tmp_path: Path) -> None:
    names = ("slip", "reveal", "orders")
    for name in names[1:]:
        (tmp_path / name).write_bytes(b"old")
    kept = tree(tmp_path)

    def once() -> bool:
        try:
            replace_files({tmp_path / name: (b"new", 0o600) for name in names})
        except PlayaidError as failed:
            told(failed, error)
            assert tree(tmp_path) == kept
            return False
        return True

    assert sweep(faults, error, once).count("replace") == 3
    assert tree(tmp_path) == dict.fromkeys(sorted(names), b"new")


@pytest.fixture
def small(tmp_path: Path) -> Path:
    """A small scenario in a folder called farm."""
    (tmp_path / "in" / "farm").mkdir(parents=True)
    return write(tmp_path / "in" / "farm", **{"def": ORDERS})


@pytest.mark.parametrize("error", ERRORS[:2], ids=errno.errorcode.get)
def test_whichever_call_of_a_whole_build_fails_the_last_output_stays(
    error: int, faults: Faults, small: Path, tmp_path: Path, run: Run
) -> None:
    assert run("build", small, "-o", tmp_path / "out", *CHEAP).returncode == 0
    (small / "scenario.yaml").write_text(changed("The farm", "The mill"), encoding="utf-8")
    kept = tree(tmp_path)
    opened = 0

    def once() -> bool:
        nonlocal opened
        done = run("build", small, "-o", tmp_path / "out", *CHEAP)
        assert done.returncode in (0, 4), done.stderr
        if done.returncode:
            assert "\n  help: " in done.stderr
            assert tree(tmp_path) == kept
        opened = faults.count
        return done.returncode == 0

    assert {"open", "write", "fsync", "rename"} <= set(sweep(faults, error, once))
    assert opened > 15
    assert tree(tmp_path) != kept


def test_folders_that_cannot_be_flushed_are_no_failure(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    real = os.fsync

    def fsync(descriptor: int) -> None:
        if stat.S_ISDIR(os.fstat(descriptor).st_mode):
            raise OSError(errno.EINVAL, "as a share of Windows answers")
        real(descriptor)

    monkeypatch.setattr(os, "fsync", fsync)
    replace_folder(tmp_path / "farm", build_of(b"new"), frozenset())
    assert (tmp_path / "farm" / "public" / "a.pdf").exists()


@pytest.mark.parametrize("name", ["rename", "fsync", "chmod"])
def test_a_signal_at_any_call_leaves_the_old_folder(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    target = tmp_path / "farm"
    replace_folder(target, build_of(b"old"), frozenset())
    kept, real = tree(tmp_path), getattr(os, name)
    for at in range(1, 40):
        count = 0

        def call(*arguments: Any, at: int = at) -> None:
            nonlocal count
            real(*arguments)  # a signal is heard when the call is done
            count += 1
            if count == at:
                raise KeyboardInterrupt

        monkeypatch.setattr(os, name, call)
        try:
            replace_folder(target, build_of(b"new"), frozenset())
        except KeyboardInterrupt:
            assert tree(tmp_path) == kept
            continue
        break
    assert at > 2
    assert tree(target)["public/a.pdf"] == b"new" * 100


# ---- kills


@posix
def test_killed_builds_leave_one_build_or_the_other_and_the_next_sweeps() -> None:
    command = [sys.executable, "-P", str(ROOT / "benchmarks" / "kills.py"), "15"]
    done = subprocess.run(command, capture_output=True, text=True, timeout=120)
    assert done.returncode == 0, done.stdout + done.stderr
    assert "kills 15, " in done.stdout
    assert "mixed 0, " in done.stdout
    assert "unswept 0" in done.stdout


def test_what_killed_builds_left_is_swept(tmp_path: Path) -> None:
    target = tmp_path / "farm"
    replace_folder(tmp_path / ".farm.old-abc", build_of(b"old"), frozenset())
    (tmp_path / ".farm.tmp-def" / "def").mkdir(parents=True)
    (tmp_path / ".farm.lock").write_text("")
    (tmp_path / ".farmer.tmp-def").mkdir()
    (tmp_path / "mine").write_text("mine")
    replace_folder(target, build_of(b"new"), frozenset())
    assert sorted(os.listdir(tmp_path)) == [".farmer.tmp-def", "farm", "mine"]


def test_an_old_folder_comes_back_when_the_next_build_fails(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    replace_folder(tmp_path / ".farm.old-abc", build_of(b"old"), frozenset())

    def full(*_: object) -> None:
        raise OSError(errno.ENOSPC, "full")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(PlayaidError):
        replace_folder(tmp_path / "farm", build_of(b"new"), frozenset())
    assert os.listdir(tmp_path) == ["farm"]
    assert tree(tmp_path / "farm")["public/a.pdf"] == b"old" * 100


# ---- two at once


@posix
def test_a_second_build_into_a_folder_is_refused_while_the_first_writes(
    small: Path, tmp_path: Path, run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    target, said = tmp_path / "out" / "farm", []
    real = output._swap

    def meanwhile(made: Path, into: Path) -> None:
        monkeypatch.setattr(output, "_swap", real)
        said.append(run("build", small, "-o", tmp_path / "out", *CHEAP))
        real(made, into)

    monkeypatch.setattr(output, "_swap", meanwhile)
    assert run("build", small, "-o", tmp_path / "out", *CHEAP).returncode == 0
    (second,) = said
    assert second.returncode == 5
    assert "another build is writing" in second.stderr
    assert "\n  help: " in second.stderr
    assert run("build", small, "-o", tmp_path / "alone", *CHEAP).returncode == 0
    assert tree(target) == tree(tmp_path / "alone" / "farm")


WRITERS = """
import sys, os
from pathlib import Path
sys.path.insert(0, {tests!r})
from test_faults import build_of
from playaid.telling import PlayaidError
from playaid.output import replace_folder
children = []
for version in (b"a", b"b", b"c"):
    child = os.fork()
    if child == 0:
        codes = set()
        for _ in range(40):
            try:
                replace_folder(Path({target!r}), build_of(version), frozenset())
                codes.add(0)
            except PlayaidError as error:
                codes.add(error.exit_code)
        os._exit(0 if codes <= {{0, 5}} else 1)
    children.append(child)
print(sum(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) for child in children))
"""


@posix
def test_three_writers_at_once_never_mix(tmp_path: Path) -> None:
    target = tmp_path / "out" / "farm"
    script = WRITERS.format(tests=str(Path(__file__).parent), target=str(target))
    done = subprocess.run([sys.executable, "-P", "-c", script], capture_output=True, text=True, timeout=60)
    assert done.stdout == "0\n", done.stderr
    assert os.listdir(target.parent) == ["farm"]
    assert tree(target) in [
        {"def": None, "public": None, **build_of(version)} for version in (b"a", b"b", b"c")
    ]  # fmt: skip


# ---- signals

SLOW = """
import os, sys, time
from playaid import output
real = output._write_all
def slow(folder, *rest):
    real(folder, *rest)
    print("written", flush=True)
    time.sleep(30)
output._write_all = slow
from playaid.cli import main
main()
"""


@posix
@pytest.mark.parametrize(("sent", "code"), [(signal.SIGINT, 130), (signal.SIGTERM, 143)])
def test_an_interrupted_build_leaves_nothing_and_says_so(
    sent: signal.Signals, code: int, small: Path, tmp_path: Path
) -> None:
    target = tmp_path / "out" / "farm"
    replace_folder(target, build_of(b"old"), frozenset())
    kept = tree(tmp_path)
    command = [sys.executable, "-P", "-c", SLOW, "build", str(small), "-o", str(tmp_path / "out"), *CHEAP]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as running:
        assert running.stdout is not None
        assert running.stdout.readline() == "written\n"
        time.sleep(0.05)
        running.send_signal(sent)
        _, said = running.communicate(timeout=30)
    assert running.returncode == code, said
    assert "Traceback" not in said
    assert tree(tmp_path) == kept


# ---- streams


@posix
def test_a_reader_that_goes_away_is_no_error() -> None:
    command = f"{shlex.quote(sys.executable)} -P -m playaid list codes | head -1; echo ${{PIPESTATUS[0]}}"
    done = subprocess.run(["bash", "-c", command], cwd=ROOT, capture_output=True, text=True, timeout=60)
    assert done.stdout.splitlines()[-1] in {"0", "1"}  # click itself answers a broken pipe with 1
    assert done.stderr == ""


@posix
@pytest.mark.parametrize(
    ("command", "code"),
    [
        ("list codes > /dev/full", 4),
        ("list codes >&-", 0),
        ("check /nothing 2>&-", 4),
        ("check /nothing 2> /dev/full", 4),
    ],
)
def test_a_stream_that_is_closed_or_full_changes_no_other_exit_code(command: str, code: int) -> None:
    shell = ["bash", "-c", f"{shlex.quote(sys.executable)} -P -m playaid {command}"]
    done = subprocess.run(shell, cwd=ROOT, capture_output=True, text=True, timeout=60)
    assert done.returncode == code
    assert "bug" not in done.stderr


@pytest.mark.parametrize("encoding", ["ascii", "cp1251", "cp866"])
def test_a_console_that_cannot_show_a_character_gets_an_escape(encoding: str, small: Path, tmp_path: Path) -> None:
    (small / "scenario.yaml").write_text(changed("emblem: D", "emblem: Ё✓Ж"), encoding="utf-8")
    command = [sys.executable, "-P", "-m", "playaid", "check", str(small)]
    done = subprocess.run(command, env=os.environ | {"PYTHONIOENCODING": encoding}, capture_output=True, timeout=60)
    assert done.returncode == 1
    assert b"\\u2713" in done.stdout
    assert done.stderr == b""


# ---- places


def _file(place: Path) -> None:
    place.write_text("mine")


def _link(place: Path) -> None:
    (place.parent / "elsewhere").mkdir()
    place.symlink_to(place.parent / "elsewhere")


def _dangling(place: Path) -> None:
    place.symlink_to(place.parent / "nowhere")


def _pipe(place: Path) -> None:
    os.mkfifo(place)


def _pipe_as_manifest(place: Path) -> None:
    (place / "public").mkdir(parents=True)
    os.mkfifo(place / "public" / "manifest.json")


def _bottomless(place: Path) -> None:
    (place / "public").mkdir(parents=True)
    (place / "public" / "manifest.json").write_text("[" * 100_000)


def _nested(place: Path) -> None:
    (place / "public").mkdir(parents=True)
    (place / "public" / "manifest.json").write_text('{"playaid": 1, "documents": []}')
    (place / "public" / "more").mkdir()


PLACES = (_file, _link, _dangling, _pipe, _pipe_as_manifest, _bottomless, _nested)


@posix
@pytest.mark.parametrize("made", PLACES, ids=lambda made: made.__name__.strip("_"))
def test_what_is_not_ours_is_not_touched(made: Callable[[Path], None], small: Path, tmp_path: Path, run: Run) -> None:
    (tmp_path / "out").mkdir()
    made(tmp_path / "out" / "farm")
    before = tree(tmp_path)
    done = run("build", small, "-o", tmp_path / "out", *CHEAP)
    assert done.returncode == 5, done.stderr
    assert "\n  help: " in done.stderr
    assert tree(tmp_path) == before


def test_output_into_a_file_is_refused(small: Path, tmp_path: Path, run: Run) -> None:
    (tmp_path / "out").write_text("mine")
    for place in ("out", "out/more"):
        assert run("build", small, "-o", tmp_path / place, *CHEAP).returncode == 5
    assert (tmp_path / "out").read_text() == "mine"


def test_output_into_the_scenarios_own_folder_is_refused(small: Path, run: Run) -> None:
    before = tree(small.parent)
    done = run("build", small, "-o", small.parent, *CHEAP)
    assert done.returncode == 5
    assert tree(small.parent) == before


@pytest.mark.parametrize("place", ["/", ".", ".."])
def test_the_root_and_the_working_folder_are_refused(
    place: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "inner").mkdir()
    (tmp_path / "inner" / "mine").write_text("mine")
    monkeypatch.chdir(tmp_path / "inner")
    before = tree(tmp_path)
    with pytest.raises(PlayaidError) as caught:
        output.refuse_foreign(Path(place))
    assert caught.value.exit_code == 5
    assert tree(tmp_path) == before


@posix
def test_a_lock_that_is_a_link_is_not_followed(tmp_path: Path) -> None:
    (tmp_path / "mine").write_text("mine")
    (tmp_path / ".farm.lock").symlink_to(tmp_path / "mine")
    with pytest.raises(PlayaidError):
        replace_folder(tmp_path / "farm", build_of(b"new"), frozenset())
    assert (tmp_path / "mine").read_text() == "mine"


@pytest.fixture(params=[0o000, 0o077, 0o027], ids=oct)
def umask(request: pytest.FixtureRequest) -> Iterator[None]:
    before = os.umask(request.param)
    yield
    os.umask(before)


@posix
@pytest.mark.usefixtures("umask")
def test_modes_hang_on_no_umask(small: Path, tmp_path: Path, run: Run) -> None:
    assert (
        run("build", small, "-o", tmp_path / "out", "--for", "def", "--for", "public", "--only", "log").returncode == 0
    )
    farm = tmp_path / "out" / "farm"
    modes = {p.relative_to(farm).as_posix(): stat.S_IMODE(p.stat().st_mode) for p in (farm, *farm.rglob("*"))}
    expected = {".": 0o755, "def": 0o700, "public": 0o755}
    assert modes == {name: expected.get(name, 0o600 if name.startswith("def/") else 0o644) for name in modes}
    assert json.loads((farm / "def" / "manifest.json").read_text())["playaid"] == 1
