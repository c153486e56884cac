"""Printers by name, and the sheet that tells what to type for them: read off as a player reads it."""

import os
import sys
from fractions import Fraction
from pathlib import Path
from subprocess import CompletedProcess

import pypdfium2
import pytest
from conftest import ROOT, run_playaid
from measure import MM, Box, Sheet, sheets, words

from playaid import printers, userfolder
from playaid.diagnostics import Rejected
from playaid.lengths import Length
from playaid.papers import DoesNotFit, SheetOptions
from playaid.printers import Printer
from playaid.telling import PlayaidError


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    monkeypatch.setattr(sys, "platform", "linux")
    return tmp_path / "config" / "playaid" / "printers.yaml"


class TestKeeping:
    def test_a_printer_comes_back_as_it_was_kept(self, home: Path) -> None:
        scale = (Fraction(995, 1000), Fraction(10022, 10000))
        made = printers.add("Brother HL-2130", (1_500, -500), scale, Length(5_250))
        assert printers.kept() == {"Brother HL-2130": made}
        assert printers.printer("Brother HL-2130") == Printer(
            name="Brother HL-2130", back_offset=(1_500, -500), scale=scale, margin=Length(5_250)
        )

    @pytest.mark.parametrize("name", ["Принтер №", "", "-x", "a" * 41, "a:b", "a\nb"])
    def test_a_name_that_is_none_is_refused(self, name: str, home: Path) -> None:
        with pytest.raises(ValueError, match="name has letters"):
            printers.add(name, (0, 0))
        assert not home.exists()

    @pytest.mark.parametrize("name", ["Принтер", "no", "1", "é", "yes", "x y", "Canon+"])
    def test_names_of_all_scripts_are_kept(self, name: str, home: Path) -> None:
        printers.add(name, (100, 0))
        assert list(printers.kept()) == [name]

    def test_what_is_not_given_stays(self, home: Path) -> None:
        printers.add("a", (1_500, -500), (Fraction(99, 100),) * 2)
        printers.add("a", margin=Length(4_000))
        assert printers.printer("a").back_offset == (1_500, -500)
        assert printers.printer("a").margin == 4_000

    def test_the_last_printer_can_be_forgotten(self, home: Path) -> None:
        printers.add("a", (0, 100))
        printers.remove("a")
        assert printers.kept() == {}

    @pytest.mark.parametrize(
        ("changes", "said"),
        [
            ({"back_offset": (31_000, 0)}, "at most 30 mm"),
            ({"scale": (Fraction(9, 10), Fraction(1))}, "between 95 and 105"),
            ({"margin": Length(60_000)}, "between 0 and 50 mm"),
        ],
    )
    def test_what_no_printer_does_is_refused(self, changes: dict[str, object], said: str, home: Path) -> None:
        with pytest.raises(ValueError, match=said):
            printers.add("a", **changes)  # type: ignore[arg-type]

    def test_a_file_that_someone_broke_is_reported_with_its_line(self, home: Path) -> None:
        home.parent.mkdir(parents=True)
        home.write_text("playaid: 1\nprinters:\n  a:\n    back_offset: [1,5, 0]\n", encoding="utf-8")
        with pytest.raises(Rejected) as caught:
            printers.kept()
        assert [d.place.line for d in caught.value.report.diagnostics] == [4]
        home.write_text("playaid: 1\nprinters: {a: {scale: [50, 100]}}\n", encoding="utf-8")
        with pytest.raises(PlayaidError, match="between 95 and 105"):
            printers.kept()

    def test_a_write_that_fails_leaves_what_was(self, home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        printers.add("a", (0, 100))
        before = home.read_bytes()

        def fail(*_: object) -> None:
            raise OSError(28, "No space left on device")

        monkeypatch.setattr(os, "replace", fail)
        with pytest.raises(PlayaidError, match="No space left"):
            printers.add("b", (0, 0))
        assert home.read_bytes() == before
        assert [path.name for path in home.parent.iterdir()] == [home.name]


class TestFolder:
    def test_each_system_has_its_own(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setenv("HOME", str(tmp_path))
        monkeypatch.setenv("APPDATA", str(tmp_path / "Roaming"))
        monkeypatch.delenv("XDG_CONFIG_HOME", raising=False)
        expected = {
            "linux": tmp_path / ".config" / "playaid",
            "darwin": tmp_path / "Library" / "Application Support" / "playaid",
            "win32": tmp_path / "Roaming" / "playaid",
        }
        for platform, folder in expected.items():
            monkeypatch.setattr(sys, "platform", platform)
            assert userfolder.folder() == folder

    def test_a_relative_xdg_folder_is_ignored(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(sys, "platform", "linux")
        monkeypatch.setenv("HOME", str(tmp_path))
        monkeypatch.setenv("XDG_CONFIG_HOME", "relative")
        assert userfolder.folder() == tmp_path / ".config" / "playaid"


class Desk:
    """A player's machine: its own printers, its own folder."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def run(self, *arguments: str) -> "CompletedProcess[str]":
        env = {"XDG_CONFIG_HOME": str(self.folder / "config")}
        return run_playaid(*arguments, cwd=self.folder, env=env)

    def print(self, kind: str, *arguments: str) -> bytes:
        done = self.run("aid", kind, *arguments)
        assert done.returncode == 0, done.stderr
        return (self.folder / f"{kind}.pdf").read_bytes()

    def keep(self, *arguments: str) -> None:
        done = self.run("printer", "add", "mine", *arguments)
        assert done.returncode == 0, done.stderr


@pytest.fixture
def desk(tmp_path: Path) -> Desk:
    return Desk(tmp_path)


class TestCommand:
    def test_printers_are_added_listed_and_removed(self, desk: Desk) -> None:
        assert "none" in desk.run("printer", "list").stdout or "no printer" in desk.run("printer", "list").stdout
        done = desk.run("printer", "add", "mine", "--back-offset", "-1.5mm,0.5mm", "--scale", "99.5,100.2")
        assert done.returncode == 0
        listed = desk.run("printer", "list").stdout
        assert listed == "mine: --back-offset -1.5mm,0.5mm --scale 99.5,100.2\n"
        assert desk.run("printer", "remove", "mine").returncode == 0
        assert "no printer is kept" in desk.run("printer", "list").stdout

    @pytest.mark.parametrize(
        ("arguments", "said"),
        [
            (("printer", "add", "mine"), "--back-offset, --scale or --margin"),
            (("printer", "add", "mine", "--scale", "0.995"), "write per cent, for example 99.5"),
            (("printer", "add", "mine", "--scale", "99,5"), "between 95 and 105"),
            (("printer", "add", "mine", "--scale", "94"), "between 95 and 105"),
            (("printer", "add", "mine", "--scale", "a"), "99.5,100.2"),
            (("printer", "add", "mine", "--back-offset", "1.5"), "two lengths"),
            (("printer", "add", "m/e", "--margin", "5mm"), "name has letters"),
            (("printer", "remove", "yours"), "no printer is called yours"),
            (("aid", "markers", "--printer", "yours"), "playaid printer add yours"),
            (("build", str(ROOT / "scenarios" / "la-ferme"), "--printer", "yours"), "no printer is called yours"),
        ],
    )
    def test_a_mistake_says_what_to_type_and_writes_nothing(
        self, arguments: tuple[str, ...], said: str, desk: Desk
    ) -> None:
        done = desk.run(*arguments)
        assert done.returncode == 2
        assert said in done.stderr
        assert list(desk.folder.rglob("*.pdf")) == []
        assert list(desk.folder.rglob("printers.yaml")) == []

    def test_a_slip_of_the_name_is_met_with_the_one_that_is_meant(self, desk: Desk) -> None:
        desk.keep("--margin", "5mm")
        done = desk.run("aid", "markers", "--printer", "mien")
        assert done.returncode == 2
        assert "did you mean mine?" in done.stderr

    def test_a_profile_is_said_on_every_page(self, desk: Desk) -> None:
        desk.keep("--back-offset", "1mm,0mm")
        for text in words(desk.print("markers", "--printer", "mine", "--to", "3")):
            assert "corrected for the printer mine" in text
        for text in words(desk.print("markers", "--to", "3")):
            assert "corrected" not in text

    def test_what_is_typed_goes_before_the_profile(self, desk: Desk) -> None:
        desk.keep("--back-offset", "1mm,0mm", "--margin", "10mm")
        profile = sheets(desk.print("markers", "--printer", "mine", "--to", "3"))
        typed = sheets(desk.print("markers", "--printer", "mine", "--to", "3", "--back-offset", "0mm,0mm"))
        assert profile[1].pieces[0][0] - typed[1].pieces[0][0] == pytest.approx(1, abs=0.001)
        assert desk.run("aid", "markers", "--printer", "mine", "--to", "3", "--margin", "8mm").returncode == 0


class TestScale:
    def test_a_printer_that_prints_smaller_gets_larger_pages(self, desk: Desk) -> None:
        desk.keep("--scale", "99.5,100.2")
        plain = sheets(desk.print("markers", "--to", "30"))
        scaled = sheets(desk.print("markers", "--to", "30", "--printer", "mine"))
        for before, after in zip(plain, scaled, strict=True):
            assert before.media == after.media
            for one, other in zip(before.pieces, after.pieces, strict=True):
                assert _printed(other, 0.995, 1.002) == pytest.approx(one, abs=0.01)
            for one, other in zip(sorted(before.marks), sorted(after.marks), strict=True):
                assert _printed(other, 0.995, 1.002) == pytest.approx(one, abs=0.01)
            for length in (50, 50.8):
                assert any(bar * 0.995 == pytest.approx(length, abs=0.005) for bar in after.bars())

    def test_flows_are_corrected_too_and_lying_ones_the_other_way_round(self, desk: Desk) -> None:
        desk.keep("--scale", "99,101")
        upright = sheets(desk.print("spotting", "--printer", "mine"))[0]
        lying = sheets(desk.print("log", "--printer", "mine"))[0]
        assert lying.media[2] > lying.media[3]
        assert any(bar * 0.99 == pytest.approx(50, abs=0.005) for bar in upright.bars())
        assert any(bar * 1.01 == pytest.approx(50, abs=0.005) for bar in lying.bars())

    def test_the_offset_is_true_on_paper(self, desk: Desk) -> None:
        desk.keep("--scale", "98", "--back-offset", "2mm,-1mm")
        front, back = sheets(desk.print("markers", "--to", "9", "--printer", "mine"))
        for one, other in zip(front.pieces, back.pieces, strict=True):
            left, bottom, right, top = _printed(one, 0.98, 0.98)
            assert _printed(other, 0.98, 0.98) == pytest.approx(
                (212 - right, bottom - 1, 212 - left, top - 1), abs=0.01
            )

    def test_a_page_that_would_leave_the_paper_is_refused(self) -> None:
        with pytest.raises(DoesNotFit, match="the margin for a printer"):
            SheetOptions(scale=(Fraction(96, 100),) * 2, margin=Length(3_000))


def _printed(box: Box, across: float, along: float) -> Box:
    """Give what a printer makes of a box, about the middle of A4."""
    return tuple(  # type: ignore[return-value]
        middle + (edge - middle) * scale
        for edge, middle, scale in zip(box, (105, 148.5) * 2, (across, along) * 2, strict=True)
    )


# The calibration sheet, read as a player reads it.


def labels(data: bytes, page: int = 0) -> list[tuple[str, tuple[float, float]]]:
    """Give every label of a page with its middle in mm."""
    found = []
    with pypdfium2.PdfDocument(data) as pdf:
        content = pdf[page].get_textpage()
        for number in range(content.count_rects(0, content.count_chars())):
            left, bottom, right, top = content.get_rect(number)
            text = content.get_text_bounded(left, bottom, right, top).strip()
            found.append((text, ((left + right) / 2 / MM, (bottom + top) / 2 / MM)))
    return found


def compared(sheet: Sheet) -> list[Box]:
    """Give the thick lines, those that are compared."""
    return [line for line, width in sheet.lines if width == pytest.approx(250 / 1000 * MM, abs=0.001)]


def seen_through(line: Box, flip: str, error: tuple[float, float], paper: tuple[float, float]) -> Box:
    """Give where a line of the back shows on the front when the printer misses by `error`."""
    x1, y1, x2, y2 = line
    dx, dy = error
    if flip == "long":
        x1, x2 = paper[0] - (x2 + dx), paper[0] - (x1 + dx)
        return x1, y1 + dy, x2, y2 + dy
    return x1 + dx, paper[1] - (y2 + dy), x2 + dx, paper[1] - (y1 + dy)


def read_fine(data: bytes, flip: str, error: tuple[float, float]) -> tuple[str, str]:
    """Read both rows: the number at the line that the back continues best."""
    front, back = sheets(data, inside=True)
    paper = front.media[2] / MM, front.media[3] / MM
    through = [seen_through(line, flip, error, paper) for line in compared(back)]
    told = labels(data)
    read = []
    for axis in (0, 1):
        mine = [line for line in compared(front) if abs(line[axis] - line[axis + 2]) < 0.001]
        behind = [line for line in through if abs(line[axis] - line[axis + 2]) < 0.001 and _short(line)]
        at, _ = min(
            ((one[axis], abs(one[axis] - other[axis])) for one in mine for other in behind), key=lambda pair: pair[1]
        )
        row = mine[0][1 - axis]
        near = [text for text, spot in told if abs(spot[axis] - at) < 0.8 and abs(spot[1 - axis] - row) < 6]
        (text,) = {text for text in near if _is_number(text)}
        read.append(text)
    return read[0], read[1]


def _short(line: Box) -> bool:
    return max(line[2] - line[0], line[3] - line[1]) < 8


def _is_number(text: str) -> bool:
    return text.lstrip("-").replace(".", "", 1).isdigit()


@pytest.mark.parametrize("paper", ["a4", "a5"])
@pytest.mark.parametrize("flip", ["long", "short"])
@pytest.mark.parametrize("error", [(0.3, -0.7), (-1.0, 0.9)])
def test_the_numbers_that_are_read_mend_the_back(error: tuple[float, float], flip: str, paper: str, desk: Desk) -> None:
    data = desk.print("calibration", "--flip", flip, "--paper", paper)
    across, along = read_fine(data, flip, error)
    desk.keep("--back-offset", f"{across}mm,{along}mm")
    shared = ("--flip", flip, "--paper", paper, "--to", "12", "--printer", "mine")
    front, back = sheets(desk.print("markers", *shared))
    size = front.media[2] / MM, front.media[3] / MM
    for one, other in zip(front.pieces, back.pieces, strict=True):
        assert seen_through(other, flip, error, size) == pytest.approx(one, abs=0.06)
    # Printed again with the profile, the same rows tell the same numbers.
    again = desk.print("calibration", "--flip", flip, "--paper", paper, "--printer", "mine")
    assert read_fine(again, flip, error) == (across, along)


@pytest.mark.parametrize("flip", ["long", "short"])
def test_the_square_tells_a_large_miss_roughly_and_the_rows_then_finely(flip: str, desk: Desk) -> None:
    error = (3.4, -2.2)
    data = desk.print("calibration", "--flip", flip)
    front, back = sheets(data, inside=True)
    paper = front.media[2] / MM, front.media[3] / MM
    cross = [seen_through(line, flip, error, paper) for line in compared(back) if not _short(line)]
    assert len(cross) == 2
    x = next(line[0] for line in cross if abs(line[0] - line[2]) < 0.001)
    y = next(line[1] for line in cross if abs(line[1] - line[3]) < 0.001)
    still = [seen_through(line, flip, (0, 0), paper) for line in compared(back) if not _short(line)]
    zero = (
        next(line[0] for line in still if line[0] == line[2]),
        next(line[1] for line in still if line[1] == line[3]),
    )
    told = labels(data)
    rough = []
    for axis, at in ((0, x), (1, y)):
        scale = [
            (spot[axis], float(text))
            for text, spot in told
            if text in {"-10", "-5", "0", "5", "10"}
            and abs(spot[axis] - zero[axis]) < 11
            and abs(spot[1 - axis] - zero[1 - axis]) < 17
        ]
        (low, first), (high, last) = min(scale), max(scale)
        rough.append(round(first + (at - low) / (high - low) * (last - first)))
    desk.keep("--back-offset", f"{rough[0]}mm,{rough[1]}mm")
    across, along = read_fine(desk.print("calibration", "--flip", flip, "--printer", "mine"), flip, error)
    assert (float(across), float(along)) == pytest.approx((-error[0], -error[1]), abs=0.051)


def test_the_marks_of_per_cent_tell_the_scale_to_type(desk: Desk) -> None:
    data = desk.print("calibration")
    text = words(data)[0]
    assert "At 160 mm of the ruler above, at 140 mm on the left" in text
    front = sheets(data, inside=True)[0]
    thin = [line for line, width in front.lines if width == pytest.approx(0.12 * MM, abs=0.001)]
    start = min(line[0] for line in thin if line[2] - line[0] > 100)
    level = next(line[1] for line in thin if line[2] - line[0] > 100)
    marks = sorted(line[0] for line in thin if line[0] == line[2] and abs(line[1] - level + 2) < 0.01)
    assert len(marks) == 9
    for mark, percent in zip(marks, (102, 101.5, 101, 100.5, 100, 99.5, 99, 98.5, 98), strict=True):
        assert (mark - start) * percent / 100 == pytest.approx(160, abs=0.01)


@pytest.mark.parametrize("flip", ["fold", "none"])
def test_without_backs_there_is_one_page_that_says_how_to_get_them(flip: str, desk: Desk) -> None:
    (text,) = words(desk.print("calibration", "--flip", flip))
    assert "--flip long or --flip short" in text


@pytest.mark.parametrize("language", ["en", "fr", "ru"])
def test_the_sheet_explains_itself_in_all_languages(language: str, desk: Desk) -> None:
    front, back = words(desk.print("calibration", "--language", language))
    assert "playaid printer add" in front
    assert len(front) > 900
    assert len(back) < 400


def test_a_paper_too_small_is_refused_with_both_lengths(desk: Desk) -> None:
    done = desk.run("aid", "calibration", "--paper", "a6")
    assert done.returncode == 1
    assert "needs 115 mm, available are 77 mm" in done.stderr
    assert not (desk.folder / "calibration.pdf").exists()
