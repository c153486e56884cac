"""Zip packs: what is in order is read as a folder would be, everything else is refused with the member's name."""

import io
import json
import os
import struct
import sys
import tracemalloc
import zipfile
from collections.abc import Callable
from pathlib import Path

import pytest
from conftest import Run
from test_reading import ORDERS, SCENARIO

from playaid.diagnostics import Rejected
from playaid.files import read_bytes
from playaid.folders import find_scenarios
from playaid.packs import MEMBER_BYTES, MEMBERS

Entry = tuple[str | zipfile.ZipInfo, str | bytes]
GOOD: Entry = ("farm/scenario.yaml", SCENARIO)


def pack(folder: Path, *entries: Entry, name: str = "club.zip") -> Path:
    """Write a pack, its members packed."""
    with zipfile.ZipFile(folder / name, "w", zipfile.ZIP_DEFLATED) as archive:
        for named, content in entries:
            archive.writestr(named, content)
    return folder / name


def tree(folder: Path) -> dict[str, bytes]:
    return {str(path.relative_to(folder)): path.read_bytes() for path in sorted(folder.rglob("*")) if path.is_file()}


def test_a_pack_is_built_as_its_folder_would_be(tmp_path: Path, run: Run) -> None:
    files = {"scenario.yaml": SCENARIO, "def.orders.yaml": ORDERS}
    (tmp_path / "farm").mkdir()
    for name, text in files.items():
        (tmp_path / "farm" / name).write_text(text, encoding="utf-8", newline="\n")
    made = pack(tmp_path, *((f"farm/{name}", text) for name, text in files.items()), ("README.txt", "of our club"))
    for source, output in ((tmp_path / "farm", "one"), (made, "two")):
        done = run("build", source, "-o", tmp_path / output, "--only", "log")
        assert done.returncode == 0, done.stderr
    assert tree(tmp_path / "one") == tree(tmp_path / "two") != {}


def test_a_pack_of_several_scenarios_gives_each_and_one_of_its_own_bears_its_name(tmp_path: Path, run: Run) -> None:
    several = pack(tmp_path, ("b/scenario.yaml", SCENARIO), ("a/scenario.yaml", SCENARIO))
    assert list(find_scenarios(several)) == [several / "a" / "scenario.yaml", several / "b" / "scenario.yaml"]
    alone = pack(tmp_path, ("scenario.yaml", SCENARIO), name="Our Farm.zip")
    assert run("build", alone, "-o", tmp_path / "out", "--for", "public", "--only", "log").returncode == 0
    assert os.listdir(tmp_path / "out") == ["our-farm"]


def test_a_problem_in_a_member_has_its_place(tmp_path: Path, run: Run) -> None:
    made = pack(tmp_path, ("farm/scenario.yaml", SCENARIO.replace("title", "tittle")))
    done = run("check", made, "--format", "json")
    found = json.loads(done.stdout)["diagnostics"]
    assert done.returncode == 1
    assert (found[1]["code"], found[1]["line"]) == ("PA110", 2)
    assert found[1]["file"] == (made / "farm" / "scenario.yaml").as_posix()


def test_what_else_lies_in_a_pack_is_not_run_and_not_unpacked(tmp_path: Path, run: Run) -> None:
    trap = "import pathlib\npathlib.Path('ran').touch()\n"
    made = pack(tmp_path, GOOD, ("reportlab_settings.py", trap), ("farm/templates.py", trap))
    done = run("build", made.name, "-o", "out", "--for", "public", "--only", "log", cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    assert sorted(os.listdir(tmp_path)) == ["club.zip", "out"]


def _special(name: str, mode: int) -> zipfile.ZipInfo:
    made = zipfile.ZipInfo(name)
    made.create_system, made.external_attr = 3, mode << 16
    return made


def _two(first: str, second: str) -> tuple[Entry, ...]:
    return (GOOD, (first, SCENARIO), (second, SCENARIO))


BAD_ENTRIES: dict[str, tuple[tuple[Entry, ...], str]] = {
    "a way up": ((GOOD, ("../evil.yaml", "x")), "../evil.yaml"),
    "a way up within": ((GOOD, ("farm/../../evil.yaml", "x")), "farm/../../evil.yaml"),
    "an absolute name": ((GOOD, ("/etc/evil", "x")), "/etc/evil"),
    "a drive": ((GOOD, ("C:/evil.yaml", "x")), "C:/evil.yaml"),
    "a backslash": ((GOOD, ("farm\\evil.yaml", "x")), "farm\\evil.yaml"),
    "a link": ((GOOD, (_special("farm/def.orders.yaml", 0o120777), "/etc/passwd")), "farm/def.orders.yaml"),
    "a device": ((GOOD, (_special("farm/zero", 0o020666), "")), "farm/zero"),
    "two cases of one name": (_two("farm/A.yaml", "farm/a.yaml"), "farm/a.yaml"),
    "two forms of one name": (_two("farm/\u00e9.yaml", "farm/e\u0301.yaml"), "one file on some computers"),
    "a device of Windows": ((GOOD, ("farm/CON.yaml", "x")), "farm/CON.yaml"),
    "a name that ends in a dot": ((GOOD, ("farm/x.", "x")), "farm/x."),
    "a name that a terminal obeys": ((GOOD, ("farm/\x1b[31m", "x")), "no name of a file"),
    "a pack within": ((GOOD, ("farm/more.zip", b"PK")), "farm/more.zip"),
    "deep folders": ((GOOD, ("a/b/c/scenario.yaml", SCENARIO)), "a/b/c/scenario.yaml"),
    "too many members": ((GOOD, *((f"farm/{n}", "") for n in range(MEMBERS))), f"more than {MEMBERS}"),
    "a bomb": ((("scenario.yaml", b"#" * MEMBER_BYTES),), "swells"),
    "a large member": ((("scenario.yaml", b"#" * (MEMBER_BYTES + 1)),), "larger than 8 MB"),
    "nothing of ours": ((("readme.txt", "x"),), "no member is called scenario.yaml"),
}


@pytest.mark.parametrize("kind", BAD_ENTRIES)
@pytest.mark.filterwarnings("ignore:Duplicate name")
def test_a_pack_with_anything_odd_in_it_is_refused_with_the_members_name(kind: str, tmp_path: Path, run: Run) -> None:
    entries, named = BAD_ENTRIES[kind]
    made = pack(tmp_path, *entries)
    before = tree(tmp_path)
    for command in (("check",), ("build", "-o", tmp_path / "out")):
        done = run(command[0], made, *command[1:])
        assert done.returncode == 1
        said = done.stdout + done.stderr
        assert f"{made}:1:1: error[PA124] " in said
        assert named in said
        assert "Traceback" not in said
    assert tree(tmp_path) == before


def _encrypted(data: bytes) -> bytes:
    flagged = bytearray(data)
    for magic, place in ((b"PK\x03\x04", 6), (b"PK\x01\x02", 8)):
        flagged[flagged.index(magic) + place] |= 1
    return bytes(flagged)


def _lying(data: bytes) -> bytes:
    """Say in the directory that the first member has one byte."""
    start = data.index(b"PK\x01\x02")
    return data[: start + 24] + struct.pack("<L", 1) + data[start + 28 :]


def _swollen(data: bytes) -> bytes:
    """Say in the directory that the first member has far more bytes than it has."""
    start = data.index(b"PK\x01\x02")
    return data[: start + 24] + struct.pack("<L", 7 << 20) + data[start + 28 :]


def _another_method(data: bytes) -> bytes:
    start = data.index(b"PK\x01\x02")
    return data[: start + 10] + struct.pack("<H", 12) + data[start + 12 :]


def _many(data: bytes) -> bytes:
    """A directory of a hundred thousand entries, all for one member."""
    start, end = data.index(b"PK\x01\x02"), data.index(b"PK\x05\x06")
    directory = data[start:end] * 100_000
    return data[:start] + directory + data[end : end + 12] + struct.pack("<LL", len(directory), start) + b"\0\0"


DAMAGED: dict[str, Callable[[bytes], bytes]] = {
    "cut off": lambda data: data[: len(data) // 2],
    "a head alone": lambda data: data[:30],
    "nothing": lambda data: b"",
    "an encrypted member": _encrypted,
    "a size that is too small": _lying,
    "a size that is too large": _swollen,
    "a way of packing that nobody uses": _another_method,
    "a directory without end": _many,
    "a wrong byte": lambda data: data[:60] + bytes([data[60] ^ 0xFF]) + data[61:],
}


@pytest.mark.parametrize("kind", DAMAGED)
def test_a_damaged_pack_is_refused_at_once_and_in_little_memory(kind: str, tmp_path: Path) -> None:
    made = pack(tmp_path, ("scenario.yaml", SCENARIO))
    made.write_bytes(DAMAGED[kind](made.read_bytes()))
    tracemalloc.start()
    try:
        with pytest.raises(Rejected) as rejected:
            read_bytes(next(find_scenarios(made)))
        assert tracemalloc.get_traced_memory()[1] < 100_000_000
    finally:
        tracemalloc.stop()
    (found,) = rejected.value.report.diagnostics
    assert found.code.number == "PA124"
    assert found.place.file == made


def test_a_bomb_of_two_hundred_megabytes_is_refused_before_it_is_read(tmp_path: Path) -> None:
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("scenario.yaml", b"#" * (200 << 20))
    data = stream.getvalue()
    (tmp_path / "bomb.zip").write_bytes(data)
    start = data.index(b"PK\x01\x02")
    (tmp_path / "liar.zip").write_bytes(data[: start + 24] + struct.pack("<L", 1 << 20) + data[start + 28 :])
    for name in ("bomb.zip", "liar.zip"):
        tracemalloc.start()
        with pytest.raises(Rejected):
            read_bytes(next(find_scenarios(tmp_path / name)))
        assert tracemalloc.get_traced_memory()[1] < 50_000_000
        tracemalloc.stop()


@pytest.mark.skipif(sys.platform == "win32", reason="pipes are those of POSIX")
def test_a_pipe_called_as_a_pack_is_not_read(tmp_path: Path, run: Run) -> None:
    os.mkfifo(tmp_path / "club.zip")
    assert run("check", tmp_path / "club.zip").returncode in (1, 4)


def test_a_damaged_pack_among_others_is_told_as_a_pack_and_stops_none(farm: Path, tmp_path: Path, run: Run) -> None:
    pack = tmp_path / "club.zip"
    pack.write_bytes(b"PK junk")
    done = run("build", farm, pack, "-o", tmp_path / "out")
    assert done.returncode == 3
    assert f"{pack}:1:1: error[PA124]" in done.stderr
    assert f"{pack}: 1 error; nothing was written" in done.stderr
    assert "built 1, failed 1" in done.stderr
