"""Hostile files, row by row of the plan (research/security.md 4.1): told with place and help, at once, nothing written.

The bad files stand in `hostile.catalogue`, the messages they give in `hostile/messages.txt`; write those anew with
``cd tests && python -m hostile`` and read what changed. Packs (B35, B36) stand in test_packs, pictures (B44) in
test_looks.
"""

import json
import os
import re
import socket
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path

import pypdfium2
import pytest
from conftest import ROOT, Run, run_playaid
from hostile.catalogue import BAD, MARKUP, WARNINGS, Bad
from test_reading import ORDERS, SCENARIO, changed, write

from playaid import ruleset
from playaid.telling import safe

HERE = Path(__file__).parent / "hostile"
GOLDEN = HERE / "messages.txt"
LONGEST = 2_000
CHEAP = ("--for", "def", "--only", "log")
SECONDS, MEGABYTES = 20, 300  # two seconds on a quiet machine; here only a file that never ends is to be noticed

posix = pytest.mark.skipif(sys.platform == "win32", reason="devices, pipes and users are those of POSIX")
as_root = pytest.mark.skipif(sys.platform == "win32" or os.geteuid() != 0, reason="only root can become another user")


@pytest.fixture(scope="module", autouse=True)
def read_rulesets_once() -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(ruleset, "_built_in_source", cache(ruleset._built_in_source))
        yield


def lay(bad: Bad, folder: Path) -> Path:
    """Write the files of a case into a folder of its own."""
    (folder / "farm").mkdir()
    for name, data in bad.contents().items():
        (folder / "farm" / name).write_bytes(data)
    return folder / "farm"


def told(bad: Bad, farm: Path) -> tuple[int, list[dict[str, object]]]:
    """Give the exit code of a check and its diagnostics."""
    done = run_playaid("check", farm, "--format", "json")
    assert done.stderr == ""
    return done.returncode, json.loads(done.stdout)["diagnostics"]


def golden_lines(bad: Bad, found: list[dict[str, object]]) -> list[str]:
    """Give the lines of the golden file for a case."""
    lines = []
    for d in found[:3]:
        place = f"{Path(str(d['file'])).name}:{d['line']}:{d['column']}"
        message = str(d["message"])
        message = message if len(message) <= 160 else f"{message[:160]}… ({len(message)})"
        lines.append(safe(f"{bad.id}: {place}: {d['severity']} {d['code']} {message}").replace("\n", "\\n"))
    return [*lines, f"{bad.id}: and {len(found) - 3} more"] if len(found) > 3 else lines or [f"{bad.id}: fine"]


def golden_messages() -> str:
    """Give the golden file as it would be now."""
    lines: list[str] = []
    for bad in BAD:
        with tempfile.TemporaryDirectory() as folder:
            lines += golden_lines(bad, told(bad, lay(bad, Path(folder)))[1])
    return "\n".join(lines) + "\n"


@cache
def golden() -> dict[str, list[str]]:
    kept: dict[str, list[str]] = {}
    for line in GOLDEN.read_text(encoding="utf-8").splitlines():
        kept.setdefault(line.split(": ")[0], []).append(line)
    return kept


def tree(folder: Path) -> dict[str, bytes | None]:
    return {str(p.relative_to(folder)): p.read_bytes() if p.is_file() else None for p in sorted(folder.rglob("*"))}


def judge(bad: Bad, code: int, found: list[dict[str, object]]) -> None:
    """Check what was told of a case."""
    assert (code, {d["code"] for d in found}) == (bad.exit, set(bad.codes))
    for d in found:
        assert Path(str(d["file"])).name in bad.files
        assert isinstance(d["line"], int)
        assert isinstance(d["column"], int)
        assert min(d["line"], d["column"]) >= 1
        assert d["help"]
        assert len(f"{d['message']}{d['help']}") < LONGEST
    assert golden_lines(bad, found) == golden().get(bad.id)


@pytest.mark.parametrize("bad", [bad for bad in BAD if not bad.slow], ids=lambda bad: bad.id)
def test_a_bad_file_is_told_with_place_and_help_and_nothing_is_written(bad: Bad, tmp_path: Path, run: Run) -> None:
    farm = lay(bad, tmp_path)
    judge(bad, *told(bad, farm))
    if bad.exit_of_build:
        old = tmp_path / "out" / "farm" / "public"
        old.mkdir(parents=True)
        (old / "manifest.json").write_text('{"playaid": 1, "documents": [{"file": "old.pdf"}]}', encoding="utf-8")
        (old / "old.pdf").write_bytes(b"the last build")
        before = tree(tmp_path)
        for output in ("out", "elsewhere"):
            done = run("build", farm, "-o", tmp_path / output)
            assert done.returncode == bad.exit_of_build, done.stderr
            assert safe(done.stderr) == done.stderr
            assert re.search(r"\.yaml:\d+:\d+: error\[PA\d{3}\] \S", done.stderr)
            assert "\n  help: " in done.stderr
            assert "Traceback" not in done.stderr
            assert done.stdout == ""
        assert tree(tmp_path) == before


def test_the_golden_messages_are_those_of_the_catalogue() -> None:
    assert list(golden()) == [bad.id for bad in BAD]
    assert len({bad.id for bad in BAD}) == len(BAD) >= 130


@posix
def test_no_bad_file_costs_much_time_or_more_than_three_hundred_megabytes(tmp_path: Path) -> None:
    slow, folders = [bad for bad in BAD if bad.slow], []
    for number, bad in enumerate(slow):
        (tmp_path / str(number)).mkdir()
        folders.append(lay(bad, tmp_path / str(number)))
    command = [sys.executable, "-P", str(HERE / "measure.py"), *map(str, folders)]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=120)
    assert done.returncode == 0, done.stderr
    for bad, (code, seconds, megabytes, said) in zip(slow, json.loads(done.stdout), strict=True):
        judge(bad, code, json.loads(said)["diagnostics"])
        assert seconds < SECONDS, bad.id
        assert megabytes < MEGABYTES, bad.id


# ---- B27: text is text


@pytest.fixture(scope="module")
def printed(tmp_path_factory: pytest.TempPathFactory) -> str:
    """The text of the defender's documents and the public ones, for a scenario full of markup."""
    folder = tmp_path_factory.mktemp("markup")
    units = ", ".join(f"{{id: u{n}, name: {json.dumps(name)}, type: team, move: 10}}" for n, name in enumerate(MARKUP))
    text = changed("units: [{id: hq, name: Headquarters, type: command_group, move: 10}]", f"units: [{units}]")
    text = changed("title: The farm", f"title: {json.dumps(' '.join(MARKUP[:5]))}", text)
    places = [f"{{number: {n + 1}, unit: u{n}, at: [{22 + 2 * n}, 48]}}" for n in range(len(MARKUP))]
    (folder / "farm").mkdir()
    write(folder / "farm", text, **{"def": "playaid: 1\nside: def\nmarkers:\n" + "".join(f"  - {p}\n" for p in places)})
    done = run_playaid("build", folder / "farm", "-o", folder / "out", "--for", "def", "--only", "log")
    assert done.returncode == 0, done.stderr
    found = []
    for file in sorted((folder / "out").rglob("*.pdf")):
        document = pypdfium2.PdfDocument(file)
        found += [page.get_textpage().get_text_range() for page in document]
    return " ".join(" ".join(found).split())


@pytest.mark.parametrize("name", MARKUP)
def test_markup_in_a_name_is_printed_as_it_stands(name: str, printed: str) -> None:
    assert name in printed


# ---- B33: names of folders


@pytest.mark.parametrize(
    "name",
    ["CON", "-rf", "..hidden", "Ось", "é" * 100, "$(id)", "[x]", "\u202egnp", "x\ny"],
    ids=ascii,
)
def test_the_output_of_an_odd_folder_has_a_plain_name(name: str, tmp_path: Path, run: Run) -> None:
    folder = tmp_path / "in" / name
    folder.mkdir(parents=True)
    write(folder)
    done = run("build", folder, "-o", tmp_path / "out", "--for", "public", "--only", "spotting")
    assert done.returncode == 0, done.stderr
    assert safe(done.stdout) == done.stdout
    (made,) = os.listdir(tmp_path / "out")
    assert re.fullmatch(r"\w[\w-]{0,80}", made)
    assert made.upper() not in {"CON", "NUL"}
    assert os.listdir(tmp_path / "in") == [name]


# ---- B37: what lies beside a scenario is not run

TRAP = "import pathlib\npathlib.Path(__file__).with_suffix('.ran').touch()\n"
TRAPS = ("reportlab_settings.py", "sitecustomize.py", "yaml.py", "playaid.py", "local_rl_settings.py", "templates.py")


def test_programs_in_the_folder_are_not_run(tmp_path: Path, run: Run) -> None:
    write(tmp_path)
    for name in TRAPS:
        (tmp_path / name).write_text(TRAP)
    (tmp_path / ".reportlab_settings").write_text(TRAP)
    (tmp_path / "templates").mkdir()
    (tmp_path / "templates" / "spotting.xml").write_text("{{ ''.__class__ }}")
    done = run("build", ".", "-o", "out", "--for", "public", "--only", "spotting", cwd=tmp_path,
               env={"HOME": str(tmp_path)})  # fmt: skip
    assert done.returncode == 0, done.stderr
    assert not list(tmp_path.glob("*.ran")) + list(tmp_path.glob(".*.ran"))


# ---- B38: what is no file


def _pipe(path: Path) -> None:
    os.mkfifo(path)


def _socket(path: Path) -> None:
    before = Path.cwd()
    os.chdir(path.parent)  # the name of a socket is short
    try:
        with socket.socket(socket.AF_UNIX) as made:
            made.bind(path.name)
    finally:
        os.chdir(before)


NO_FILES: dict[str, Callable[[Path], None]] = {
    "a folder": lambda path: path.mkdir(),
    "a pipe": _pipe,
    "a socket": _socket,
    "a device": lambda path: path.symlink_to("/dev/zero"),
    "a loop": lambda path: path.symlink_to(path),
    "a file of the system": lambda path: path.symlink_to("/proc/self/mem"),
}


@posix
@pytest.mark.parametrize("kind", NO_FILES)
@pytest.mark.parametrize("name", ["scenario.yaml", "club.yaml", "def.orders.yaml"])
def test_what_is_no_file_is_not_read(kind: str, name: str, tmp_path: Path, run: Run) -> None:
    write(tmp_path, changed("incertitude", "club.yaml" if name == "club.yaml" else "incertitude"))
    (tmp_path / name).unlink(missing_ok=True)
    NO_FILES[kind](tmp_path / name)
    done = run("check", tmp_path / name if name == "scenario.yaml" else tmp_path)
    if kind == "a loop" and name == "def.orders.yaml":
        assert done.returncode in (0, 4)  # a link to nothing is no orders
    else:
        assert done.returncode == 4, done.stdout
        assert re.search(r"cannot read|is not a file|no scenario in", done.stderr)
        assert "\n  help: " in done.stderr


@pytest.mark.parametrize("name", ["../../../../nowhere/passwd.yaml", "/nowhere/club.yaml", f"{'x' * 300}.yaml"])
def test_a_ruleset_that_is_not_there_is_a_file_that_cannot_be_read(name: str, tmp_path: Path, run: Run) -> None:
    done = run("check", write(tmp_path, changed("incertitude", name)))
    assert done.returncode == 4
    assert "\n  help: " in done.stderr


def test_a_folder_without_a_scenario_is_said_so(tmp_path: Path, run: Run) -> None:
    for command in ("check", "build"):
        done = run(command, tmp_path)
        assert (done.returncode, "no scenario in" in done.stderr) == (4, True)


def as_nobody(commands: list[list[str]], tmp_path: Path) -> list[tuple[int, str]]:
    """Run commands as a user who owns nothing."""
    warm = [str(tmp_path / "open" / "farm"), str(tmp_path / "warm"), *CHEAP]
    done = subprocess.run(
        [sys.executable, "-P", HERE / "as_nobody.py", *warm],
        input=json.dumps(commands), cwd="/", capture_output=True, text=True, timeout=120,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr[-500:]
    return [(code, said) for code, said in json.loads(done.stdout)]


@pytest.fixture
def anybodys() -> Iterator[Path]:
    """A folder that every user may enter; pytest's own are root's alone."""
    with tempfile.TemporaryDirectory() as folder:
        Path(folder).chmod(0o755)
        yield Path(folder)


@as_root
def test_what_another_user_may_not_read_or_write_is_said_so(anybodys: Path) -> None:
    tmp_path = anybodys
    for name in ("open", "locked", "closed", "kept"):
        (tmp_path / name / "farm").mkdir(parents=True)
        write(tmp_path / name / "farm", **{"def": ORDERS})
    (tmp_path / "locked" / "farm" / "scenario.yaml").chmod(0)
    (tmp_path / "closed" / "farm" / "def.orders.yaml").chmod(0)
    (tmp_path / "read-only").mkdir()
    (tmp_path / "hidden" / "farm").mkdir(parents=True)
    (tmp_path / "hidden" / "farm").chmod(0)
    before = tree(tmp_path / "read-only")
    found = as_nobody(
        [
            ["check", str(tmp_path / "open" / "farm")],
            ["check", str(tmp_path / "locked" / "farm")],
            ["check", str(tmp_path / "closed" / "farm")],
            ["build", str(tmp_path / "closed" / "farm"), "-o", str(tmp_path / "never"), *CHEAP],
            ["build", str(tmp_path / "open" / "farm"), "-o", str(tmp_path / "read-only"), *CHEAP],
            ["build", str(tmp_path / "open" / "farm"), "-o", str(tmp_path / "hidden"), *CHEAP],
        ],
        tmp_path,
    )
    assert [code for code, _ in found] == [0, 4, 4, 4, 4, 5], found
    for code, said in found:
        assert not code or re.match(r"Error: (cannot read|cannot write|\S+ was not made)[^\n]+\n  help: ", said), said
    assert tree(tmp_path / "read-only") == before
    assert not (tmp_path / "never").exists()


# ---- B41: options


@pytest.mark.parametrize(
    "arguments",
    [
        [],
        ["build"],
        ["check"],
        ["build", ".", "--nonsense"],
        ["build", ".", "--paper", "1e400x5mm"],
        ["build", ".", "--paper", "\x1b[31m"],
        ["build", ".", "--marker-size", "nan"],
        ["build", ".", "--marker-size", "-25mm"],
        ["build", ".", "--columns", "0"],
        ["build", ".", "--columns", "9" * 5_000],
        ["build", ".", "--spares", "101"],
        ["build", ".", "--back-offset", "1mm"],
        ["build", ".", "--language", "de"],
        ["build", ".", "--only", "everything"],
        ["check", ".", "--format", "xml"],
        ["explain", "\x1b]0;x\x07"],
        ["ask", "factor", "1" * 5_000, "clear"],
        ["ask", "night", "9" * 5_000],
        ["verify"],
    ],
    ids=lambda arguments: safe(" ".join(arguments)[:40]) or "nothing",
)
def test_a_mistake_of_use_is_told_as_one(arguments: list[str], run: Run) -> None:
    done = run(*arguments)
    assert done.returncode in ({0, 2} if not arguments else {2}), done.stderr
    assert "Traceback" not in done.stderr
    assert safe(done.stderr) == done.stderr


# ---- B42: seals


@pytest.fixture(scope="module")
def sealed(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, str]:
    """A farm with sealed orders, and the seal."""
    farm = tmp_path_factory.mktemp("seals")
    write(farm, **{"def": ORDERS, "att": "playaid: 1\nside: att\nmarkers:\n  - {number: 1, unit: sq, at: [30, 5]}\n"})
    assert run_playaid("seal", farm / "att.orders.yaml").returncode == 0
    done = run_playaid("seal", farm / "def.orders.yaml")
    assert done.returncode == 0, done.stderr
    return farm, done.stdout.splitlines()[0].partition(": ")[2]


BROKEN: dict[str, Callable[[bytes], bytes]] = {
    "a line end more": lambda data: data + b"\n",
    "a key twice": lambda data: data.replace(b"{", b'{"format":"x",', 1),
    "a decimal": lambda data: re.sub(rb":(\d+)", rb":\1.0", data, count=1),
    "a bit changed": lambda data: bytes([*data[:40], data[40] ^ 1, *data[41:]]),
    "nothing": lambda data: b"",
    "not JSON": lambda data: data[:-5],
    "nested without end": lambda data: b"[" * 100_000,
    "not UTF-8": lambda data: b"\xff" + data,
    "NaN": lambda data: b'{"format": NaN}',
    "a number without end": lambda data: b'{"format": ' + b"9" * 100_000 + b"}",
}


@pytest.mark.parametrize("how", BROKEN)
@pytest.mark.parametrize("name", ["def.reveal.json", "def.slip.json"])
def test_a_broken_reveal_or_slip_proves_nothing(
    how: str, name: str, sealed: tuple[Path, str], tmp_path: Path, run: Run
) -> None:
    farm, seal = sealed
    (tmp_path / name).write_bytes(BROKEN[how]((farm / name).read_bytes()))
    done = run("verify", tmp_path / name, seal, "--scenario", farm)
    assert done.returncode == 1, done.stdout
    assert done.stderr.startswith("Error: not verified: ")


def test_a_wrong_short_or_foreign_seal_proves_nothing(sealed: tuple[Path, str], run: Run) -> None:
    farm, seal = sealed
    other = "F" + seal[1:] if seal[0] != "F" else "0" + seal[1:]
    for file in ("def.orders.yaml", "def.reveal.json"):
        assert run("verify", farm / file, seal).returncode == 0
        for claim in (other, seal[:-1], seal[:8], "", "x" * 5_000, "\x1b[31m"):
            done = run("verify", farm / file, claim)
            assert done.returncode == 1, (claim, done.stderr)
            assert safe(done.stderr) == done.stderr
    assert run("verify", farm / "att.reveal.json", seal).returncode == 1


# ---- what may not appear


def test_warnings_of_the_catalogue_are_warnings() -> None:
    from playaid import codes
    from playaid.diagnostics import Severity

    assert {code.number for code in codes.ALL if code.severity is Severity.WARNING} >= WARNINGS


def test_names_that_a_terminal_would_obey_are_shown_as_escapes(tmp_path: Path, run: Run) -> None:
    folder = tmp_path / "\x1b[31mred"
    folder.mkdir()
    write(folder, SCENARIO.replace("title", "tittle"))
    for form in ("text", "json", "github"):
        done = run("check", folder, "--format", form)
        assert done.returncode == 1
        assert "\x1b" not in done.stdout + done.stderr
