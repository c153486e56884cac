"""Labels and pieces cut beforehand: sheets read strictly, pieces on their labels to the hundredth of a millimetre."""

from pathlib import Path

import pytest
from conftest import ROOT, run_playaid
from measure import Box, sheets, words

from playaid.diagnostics import Rejected
from playaid.imposition import Flip, SheetOptions, impose
from playaid.labelsheet import FOLDER, common, load, named
from playaid.lengths import Length
from playaid.pages import Cut, Group, Picture, Piece
from playaid.papers import DoesNotFit
from playaid.telling import PlayaidError

EVERY = sorted(path.stem for path in FOLDER.glob("*.yaml"))


class TestSheets:
    @pytest.mark.parametrize("id", EVERY)
    def test_every_common_sheet_lies_on_its_paper_with_room_for_the_strip(self, id: str) -> None:
        sheet = named(id)
        across = sheet.left + (sheet.columns - 1) * sheet.across + sheet.width
        assert abs(sheet.paper.width - across - sheet.left) <= 100
        assert abs(sheet.below - sheet.top) <= 100
        assert sheet.below >= 9_000

    @pytest.mark.parametrize(
        ("name", "count", "size"),
        [
            ("a4-65", 65, (38_100, 21_200)),
            ("L7160", 21, (63_500, 38_100)),
            ("5160", 30, (66_675, 25_400)),
            ("l3415", 24, (40_000, 40_000)),
            ("C32011", 10, (85_000, 54_000)),
        ],
    )
    def test_sheets_are_found_by_their_numbers(self, name: str, count: int, size: tuple[int, int]) -> None:
        sheet = named(name)
        assert sheet.columns * sheet.rows == count
        assert (sheet.width, sheet.height) == size

    def test_a_name_that_is_not_known_is_met_with_those_that_are(self) -> None:
        with pytest.raises(PlayaidError, match="no label sheet is called a4-66") as caught:
            named("a4-66")
        assert caught.value.exit_code == 2
        assert "did you mean a4-65" in caught.value.help

    def test_each_has_a_name_for_the_list(self) -> None:
        assert set(common()) == set(EVERY)
        done = run_playaid("list", "labels")
        assert len(done.stdout.splitlines()) == len(EVERY) >= 5


def changed(tmp_path: Path, old: str, new: str) -> Path:
    text = (FOLDER / "a4-65.yaml").read_text(encoding="utf-8")
    assert old in text
    file = tmp_path / "mine.yaml"
    file.write_text(text.replace(old, new), encoding="utf-8")
    return file


@pytest.mark.parametrize(
    ("old", "new", "code", "said"),
    [
        ("across: 40.6", "across: 30", "PA121", "labels lie over one another"),
        ("top: 10.7", "top: 40", "PA121", "the labels end at"),
        ("left: 4.75", "left: -1", "PA121", "begins beyond the paper"),
        ("columns: 5", "columns: 0", "PA113", "from 1 to 100"),
        ("rows: 13", "rows: 08", "PA113", "not how a number is written"),
        ("width: 38.1", "width: 38,1", "PA114", ""),
        ("height: 21.2", "heigth: 21.2", "PA110", "heigth"),
        ("paper: a4", "paper: a44", "PA115", "a44"),
        ("paper: a4", "paper: a4\nshape: oval", "PA115", "oval"),
        ("down: 21.2\n", "", "PA111", "down"),
        ("across: 40.6", "across: 40.6\nacross: 41", "PA104", "across"),
    ],
)
def test_what_is_wrong_in_a_sheet_is_a_diagnostic_at_its_line(
    old: str, new: str, code: str, said: str, tmp_path: Path
) -> None:
    with pytest.raises(Rejected) as caught:
        load(changed(tmp_path, old, new))
    found = caught.value.report.diagnostics
    assert code in {d.code.number for d in found}
    assert any(said in d.message and d.help for d in found)
    done = run_playaid("aid", "markers", "--labels", tmp_path / "mine.yaml", "-o", tmp_path / "m.pdf")
    assert done.returncode == 1
    assert not (tmp_path / "m.pdf").exists()


def printed(tmp_path: Path, *arguments: str) -> Path:
    file = tmp_path / "m.pdf"
    done = run_playaid("aid", "markers", "-o", file, *arguments)
    assert done.returncode == 0, done.stderr
    return file


def cells(name: str) -> list[Box]:
    """Give the boxes of all labels in mm, in reading order."""
    sheet = named(name)
    boxes = []
    for row in range(sheet.rows):
        for column in range(sheet.columns):
            left = sheet.left + column * sheet.across
            top = sheet.paper.height - sheet.top - row * sheet.down
            boxes.append((left / 1000, (top - sheet.height) / 1000, (left + sheet.width) / 1000, top / 1000))
    return boxes


class TestPrinted:
    @pytest.mark.parametrize("name", ["a4-65", "a4-21", "a4-24-round", "letter-30"])
    @pytest.mark.parametrize("start", [1, 6])
    def test_fronts_then_backs_lie_on_the_labels_from_the_first_free_one(
        self, name: str, start: int, tmp_path: Path
    ) -> None:
        file = printed(tmp_path, "--labels", name, "--start", str(start), "--to", "7")
        (page,) = sheets(file)
        assert len(page.pieces) == 14
        for piece, cell in zip(page.pieces, cells(name)[start - 1 :], strict=False):
            assert piece == pytest.approx(cell, abs=0.01)
        assert page.marks == []
        assert len({form for form, _, _ in page.forms}) == 2
        (text,) = words(file)
        assert "100 %" in text
        for length in (50, 50.8):
            assert any(bar == pytest.approx(length, abs=0.007) for bar in page.bars())

    @pytest.mark.parametrize("name", EVERY)
    def test_a_full_sheet_keeps_clear_of_the_strip(self, name: str, tmp_path: Path) -> None:
        sheet = named(name)
        file = printed(tmp_path, "--labels", name, "--to", str(sheet.columns * sheet.rows))
        page = sheets(file)[0]
        assert len(page.pieces) == sheet.columns * sheet.rows
        lowest = min(piece[1] for piece in page.pieces)
        strip = [line for line, width in page.lines if abs(width - 0.5) < 0.001]
        assert max(line[3] for line in strip) <= lowest + 0.01
        assert min(line[1] for line in strip) >= 3

    def test_the_next_sheet_is_used_from_its_first_label(self, tmp_path: Path) -> None:
        file = printed(tmp_path, "--labels", "a4-21", "--start", "20", "--to", "5")
        first, second = sheets(file)
        assert first.pieces[0] == pytest.approx(cells("a4-21")[19], abs=0.01)
        assert len(first.pieces) == 2
        assert second.pieces[0] == pytest.approx(cells("a4-21")[0], abs=0.01)

    @pytest.mark.parametrize("flip", ["long", "short"])
    def test_cards_cut_beforehand_have_their_backs_behind_them(self, flip: str, tmp_path: Path) -> None:
        file = printed(tmp_path, "--labels", "a4-10-cards", "--to", "3", "--flip", flip)
        front, back = sheets(file)
        assert front.marks == back.marks == []
        for (x, y), (bx, by) in zip(front.centres(), back.centres(), strict=True):
            behind = (210 - x, y) if flip == "long" else (x, 297 - y)
            assert (bx, by) == pytest.approx(behind, abs=0.01)

    def test_what_is_drawn_stays_a_millimetre_within_its_label(self, tmp_path: Path) -> None:
        from measure import ink

        file = printed(tmp_path, "--labels", "a4-21", "--to", "3")
        (page,) = sheets(file)
        for left, bottom, right, top in page.pieces:
            assert ink(file, 0, (left, bottom, right, bottom + 0.9)) == 0
            assert ink(file, 0, (left, bottom, left + 0.9, top)) == 0
            assert ink(file, 0, (left, bottom, right, top)) > 0.1

    def test_a_build_puts_markers_and_tokens_on_labels_and_leaves_the_cards(self, tmp_path: Path) -> None:
        options = ("--only", "markers", "--for", "german", "--labels", "a4-65")
        done = run_playaid("build", ROOT / "scenarios" / "la-ferme", "-o", tmp_path / "out", *options)
        assert done.returncode == 0, done.stderr
        (page,) = sheets(next((tmp_path / "out").glob("*/german/markers.pdf")))
        for piece, cell in zip(page.pieces, cells("a4-65"), strict=False):
            assert piece == pytest.approx(cell, abs=0.01)
        assert 25 < len(page.pieces) < 60


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (("--labels", "a4-65", "--paper", "letter"), "leave out --paper"),
        (("--labels", "a4-65", "--marker-size", "20mm"), "leave out --marker-size"),
        (("--labels", "a4-65", "--tent"), "leave out --tent"),
        (("--labels", "a4-65", "--start", "66"), "--start is from 1 to 65"),
        (("--start", "2"), "say which sheet with --labels"),
        (("--labels", "a4-10-cards", "--flip", "fold"), "cannot be folded"),
        (("--labels", "nothing"), "no label sheet is called nothing"),
        (("--tent", "--marker-shape", "round"), "a tent has square faces"),
        (("--marker-size", "5mm"), "from 12mm to 150mm"),
        (("--marker-size", "14mm", "--marker-shape", "hex"), "from 15mm to 150mm"),
        (("--paper", "60x200mm"), "the scale bars"),
        (("--margin", "200mm"), "choose larger paper"),
    ],
)
def test_options_that_exclude_one_another_say_what_to_leave_out(
    options: tuple[str, ...], said: str, tmp_path: Path
) -> None:
    done = run_playaid("aid", "markers", "-o", tmp_path / "m.pdf", *options)
    assert done.returncode == 2
    assert said in done.stderr
    assert not (tmp_path / "m.pdf").exists()


class TestImposition:
    def options(self, **changes: object) -> SheetOptions:
        return SheetOptions(flip=Flip.NONE, labels=named("a4-21"), **changes)  # type: ignore[arg-type]

    def group(self, width: int, height: int, count: int = 3) -> Cut:
        piece = Piece(front=Picture(width=width, height=height, marks=()))
        group = Group(width=Length(width), height=Length(height), pieces=(piece,) * count)
        return Cut(groups=(group,), labelled=True)

    def test_a_smaller_piece_stands_in_the_middle_of_its_label(self) -> None:
        (page,) = impose(self.group(20_000, 10_000), self.options())
        left, bottom, right, top = (round(edge * 1000) for edge in cells("a4-21")[0])
        assert page.placements[0].x - left == right - (page.placements[0].x + 20_000) == 21_750
        assert page.placements[0].y - bottom == top - (page.placements[0].y + 10_000) == 14_050

    def test_a_larger_piece_is_refused(self) -> None:
        with pytest.raises(DoesNotFit) as caught:
            impose(self.group(70_000, 10_000), self.options())
        assert (caught.value.needed, caught.value.available) == (70_000, 63_500)

    def test_a_row_under_the_strip_or_the_banner_stays_empty(self) -> None:
        pages = impose(self.group(20_000, 10_000, 21), self.options(margin=Length(12_000)))
        assert [len(page.placements) for page in pages] == [18, 3]
        pages = impose(self.group(20_000, 10_000, 21), self.options(), 8_000)
        assert [len(page.placements) for page in pages] == [18, 3]
