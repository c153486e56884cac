"""The cases of people who print, cut and fold: whole commands, and the files they leave, opened and measured."""

from itertools import pairwise
from pathlib import Path
from subprocess import CompletedProcess

import numpy
import pikepdf
import pypdfium2
import pytest
from conftest import ROOT, Run, change, run_playaid
from measure import MM, Box, Sheet, ink, placed, sheets, words
from test_pdf import operators

from playaid.documents import Settings
from playaid.documents.markers import livery, marker_groups
from playaid.imposition import Flip, Order, SheetOptions, impose
from playaid.lengths import Length
from playaid.pages import Cut, Words
from playaid.prose import voice


@pytest.fixture
def aid(tmp_path: Path) -> "Aid":
    return Aid(tmp_path)


class Aid:
    """Prints aids into a folder of its own."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.file = folder / "aid.pdf"

    def run(self, *arguments: str | Path, kind: str = "markers") -> "CompletedProcess[str]":
        env = {"XDG_CONFIG_HOME": str(self.folder / "config")}
        return run_playaid("aid", kind, "-o", self.file, *arguments, env=env)

    def __call__(self, *arguments: str | Path, kind: str = "markers") -> bytes:
        done = self.run(*arguments, kind=kind)
        assert done.returncode == 0, done.stderr
        return self.file.read_bytes()


SCENARIO = """
playaid: 1
title: La ferme
language: en
rules: {{concealment: incertitude}}
units: cm
table: {{width: 180, depth: 120}}
terrain_types: {{wood: {{cover: dense, sight: blocked}}}}
terrain: [{{id: bois, type: wood, shape: {{polygon: [[20, 70], [55, 72], [60, 100], [18, 98]]}}}}]
sides:
  german:
    name: Kampfgruppe Bauer
    role: defender
    emblem: B
    colour: "#4a5a3a"
    zone: {{polygon: [[0, 60], [180, 60], [180, 120], [0, 120]]}}
    decoys: {decoys}
    units:
{units}
  american:
    name: Able Company
    role: attacker
    emblem: A
    colour: "#a8843c"
    zone: {{polygon: [[0, 0], [180, 0], [180, 30], [0, 30]]}}
    units: [{{id: hq, name: HQ, type: command_group, move: 10}}]
"""


def scenario(folder: Path, units: int, decoys: int) -> Path:
    """Write a scenario of a size without orders."""
    line = "      - {{id: u{0}, name: Unit {0}, type: combat_group, move: 10}}"
    listed = "\n".join(line.format(number) for number in range(1, units + 1))
    (folder / "s").mkdir()
    (folder / "s" / "scenario.yaml").write_text(SCENARIO.format(units=listed, decoys=decoys), encoding="utf-8")
    return folder / "s"


def rows_of(boxes: list[Box]) -> list[float]:
    return sorted({round(bottom, 3) for _, bottom, _, _ in boxes}, reverse=True)


def enters(mark: Box, piece: Box) -> bool:
    """Tell whether an upright or level line passes through the inside of a box."""
    hair = 0.001
    return (
        mark[0] < piece[2] - hair
        and mark[2] > piece[0] + hair
        and mark[1] < piece[3] - hair
        and mark[3] > piece[1] + hair
    )


class TestTrueSize:
    """Case 1."""

    @pytest.mark.parametrize(
        ("paper", "size", "name"), [("a4", (595.276, 841.890), "A4"), ("letter", (612, 792), "Letter")]
    )
    def test_everything_is_as_large_as_it_says(
        self, paper: str, size: tuple[float, float], name: str, tmp_path: Path, run: Run
    ) -> None:
        folder = scenario(tmp_path, 12, 4)
        options = ("--only", "markers", "--paper", paper, "--marker-size", "25mm", "--for", "german")
        assert run("build", folder, "-o", tmp_path / "out", *options).returncode == 0
        file = next((tmp_path / "out").glob("*/german/markers.pdf"))
        pages = sheets(file)
        assert len(pages) == 2
        for page, text in zip(pages, words(file), strict=True):
            assert page.media[2:] == pytest.approx(size, abs=0.02)
            assert {tuple(round(edge, 3) for edge in box) for box in page.boxes.values()} == {
                tuple(round(edge, 3) for edge in page.media)
            }
            squares = [box for box in page.pieces if box[2] - box[0] < 30]
            assert len(squares) >= 20
            for left, bottom, right, top in squares:
                assert (right - left) * MM == pytest.approx(70.866, abs=0.02)
                assert (top - bottom) * MM == pytest.approx(70.866, abs=0.02)
            for length in (50.0, 50.8):
                assert any(bar == pytest.approx(length, abs=0.007) for bar in page.bars())
            assert name in text
            assert "100 %" in text
        with pikepdf.open(file) as pdf:
            assert pdf.Root.ViewerPreferences.PrintScaling == "/None"
            assert all("/UserUnit" not in page for page in pdf.pages)

    def test_the_pitch_is_exact_over_the_sheet(self, aid: Aid) -> None:
        page = sheets(aid("--to", "70"))[0]
        xs = sorted({round(left, 4) for left, *_ in page.pieces})
        assert all(b - a == pytest.approx(27, abs=0.01) for a, b in pairwise(xs))
        assert len(xs) == 7


class TestDuplex:
    """Case 2."""

    SHEET = ("--from", "1", "--to", "17", "--marker-size", "50mm", "--gap", "5mm", "--margin", "10mm")

    @pytest.mark.parametrize("flip", ["long", "short"])
    def test_backs_lie_behind_fronts_on_a_part_filled_last_sheet(self, flip: str, aid: Aid) -> None:
        data = aid(*self.SHEET, "--flip", flip)
        pages = sheets(data)
        assert [len(page.forms) for page in pages] == [15, 15, 2, 2]
        for front, back in zip(pages[::2], pages[1::2], strict=True):
            for (x, y), (bx, by) in zip(front.centres(), back.centres(), strict=True):
                behind = (210 - x, y) if flip == "long" else (x, 297 - y)
                assert (bx, by) == pytest.approx(behind, abs=0.01)
            assert {turned for _, _, turned in back.forms} == {flip == "short"}
        assert pages[2].pieces == pages[0].pieces[:2]
        columns = sorted({round(left, 2) for left, *_ in pages[1].pieces})
        rows = rows_of(pages[1].pieces)
        if flip == "long":
            assert [columns.index(round(box[0], 2)) for box in pages[3].pieces] == [2, 1]
            assert {round(box[1], 3) for box in pages[3].pieces} == {rows[0]}
        for page in pages[2:]:
            near = [any(_touching(mark, piece) for piece in page.pieces) for mark in page.marks]
            assert all(near)

    def test_each_number_stands_on_its_place_and_none_on_the_back(self, aid: Aid) -> None:
        data = aid(*self.SHEET)
        pages = sheets(data)
        for number in (1, 2, 8, 15):
            (left, bottom, right, top) = pages[0].pieces[number - 1]
            assert any(left < x < right and bottom < y < top for x, y in placed(data, 0, str(number)))
        assert not placed(data, 1, "17")
        assert not placed(data, 3, "16")

    def test_a_cut_marker_turned_left_to_right_reads_upright_on_both_sides(self, aid: Aid) -> None:
        """A page turned about the short edge comes out on its head, and what stood on its head there reads upright."""
        backs = []
        for flip in ("long", "short"):
            data = aid(*self.SHEET, "--emblem", "F", "--flip", flip)
            left, bottom, right, top = sheets(data)[1].pieces[0]
            scale = 100 / 72
            with pypdfium2.PdfDocument(data) as pdf:
                image = pdf[1].render(scale=scale, grayscale=True).to_numpy()
            x1, y1, x2, y2 = (round(edge * MM * scale) for edge in (left, bottom, right, top))
            piece = image[image.shape[0] - y2 : image.shape[0] - y1, x1:x2]
            backs.append(piece if flip == "long" else piece[::-1, ::-1])
        high, wide = (min(back.shape[axis] for back in backs) for axis in (0, 1))
        one, other = (back[high // 3 : high * 2 // 3, wide // 3 : wide * 2 // 3].astype(float) for back in backs)
        assert abs(one - other).mean() * 2 < abs(one - other[::-1, ::-1]).mean()

    @pytest.mark.parametrize("flip", ["long", "short"])
    def test_marks_lie_on_marks_to_the_pixel(self, flip: str, aid: Aid) -> None:
        data = aid("--to", "17", "--flip", flip)
        front, back = (_marks_alone(data, page) for page in (0, 1))
        seen = back[:, ::-1] if flip == "long" else back[::-1, :]
        assert front.sum() > 1_000
        assert (front != seen).sum() <= front.sum() // 50  # a line on the edge of a pixel falls to either side

    @pytest.mark.parametrize("flip", ["long", "short", "fold", "none"])
    def test_the_sheet_says_how_it_is_to_be_printed(self, flip: str, aid: Aid) -> None:
        said = {
            "long": "flip on the long edge",
            "short": "flip on the short edge",
            "fold": "fold along",
            "none": "fronts",
        }
        for text in words(aid("--to", "9", "--flip", flip)):
            assert said[flip] in text

    def test_a_folded_sheet_has_a_line_to_fold_on_with_backs_over_fronts(self, aid: Aid) -> None:
        (page,) = sheets(aid("--to", "9", "--flip", "fold"))
        fronts, backs = page.centres()[:9], page.centres()[9:]
        assert len(backs) == 9
        for (x, y), behind in zip(fronts, backs, strict=True):
            assert behind == pytest.approx((210 - x, y), abs=0.01)
        (fold,) = [line for line, width in page.lines if width == pytest.approx(0.6) and line[3] - line[1] > 200]
        assert fold[0] == fold[2] == pytest.approx(105, abs=0.01)
        assert not any(piece[0] < 105 < piece[2] for piece in page.pieces)


def _touching(mark: Box, piece: Box) -> bool:
    reach = 4.0
    return (
        mark[0] < piece[2] + reach
        and mark[2] > piece[0] - reach
        and mark[1] < piece[3] + reach
        and mark[3] > piece[1] - reach
    )


def _marks_alone(data: bytes, page: int) -> "numpy.ndarray[tuple[int, ...], numpy.dtype[numpy.bool_]]":
    """Render a page at 600 dpi and leave nothing but what stands beside the pieces, without the strip."""
    scale = 600 / 72
    with pypdfium2.PdfDocument(data) as pdf:
        rendered = pdf[page].render(scale=scale, grayscale=True).to_numpy()
    image = numpy.array(rendered < 128, dtype=numpy.bool_)
    high = image.shape[0]
    for left, bottom, right, top in sheets(data)[page].pieces:
        x1, y1, x2, y2 = (round(edge * MM * scale) for edge in (left - 0.2, bottom - 0.2, right + 0.2, top + 0.2))
        image[high - y2 : high - y1, x1:x2] = False
    strip = round(16 * MM * scale)
    image[:strip] = False
    image[-strip:] = False
    return image


class TestMarks:
    """Case 3."""

    def test_all_28_corners_have_both_marks_and_no_mark_enters_a_piece(self, aid: Aid) -> None:
        data = aid("--margin", "8mm", "--to", "7", "--columns", "3")
        page = sheets(data)[0]
        assert len(page.pieces) == 7
        for left, bottom, right, top in page.pieces:
            for x, out in ((left, -1), (right, 1)):
                for y, up in ((bottom, -1), (top, 1)):
                    assert any(
                        _on(mark[1], y) and _on(mark[3], y) and _on(mark[2] if out < 0 else mark[0], x + 0.4 * out)
                        for mark in page.marks
                    ), "no level mark"
                    assert any(
                        _on(mark[0], x) and _on(mark[2], x) and _on(mark[3] if up < 0 else mark[1], y + 0.4 * up)
                        for mark in page.marks
                    ), "no upright mark"
        assert not any(enters(mark, piece) for mark in page.marks for piece in page.pieces)
        assert all(width >= 0.25 for _, width in page.lines)
        with pypdfium2.PdfDocument(data) as pdf:
            for one in pdf:
                image = one.render(scale=300 / 72, grayscale=True).to_numpy().copy()
                inside = round(8 * 300 / 25.4) - 1
                image[inside:-inside, inside:-inside] = 255
                assert image.min() == 255

    def test_what_does_not_fit_is_refused_with_both_lengths_and_no_file(self, aid: Aid) -> None:
        done = aid.run("--margin", "8mm", "--marker-size", "60mm", "--columns", "4", "--gap", "3mm", "--to", "30")
        assert done.returncode != 0
        assert "needs 249 mm" in done.stderr
        assert "available are 194 mm" in done.stderr
        assert not aid.file.exists()

    def test_full_guides_enter_no_piece_and_stand_at_no_empty_cell(self, aid: Aid) -> None:
        for page in sheets(aid("--to", "16", "--columns", "3", "--guides", "full")):
            assert len(page.marks) == 18
            assert not any(enters(mark, piece) for mark in page.marks for piece in page.pieces)
            assert min(mark[1] for mark in page.marks) >= min(piece[1] for piece in page.pieces) - 3.5


def _on(one: float, other: float) -> bool:
    return abs(one - other) < 0.01


class TestText:
    """Cases 5 and 6."""

    def test_names_in_three_scripts_come_out_as_they_went_in(self, farm: Path, tmp_path: Path, run: Run) -> None:
        names = ("Рота «Ёж» №3", "Équipe de pièce – nœud", "Pułk 7 × 15 cm ≤ 40")
        for old, new in zip(("PC Bauer", "MG 34", "PzKpfw IV"), names, strict=True):
            change(farm / "scenario.yaml", f"name: {old},", f'name: "{new}",')
        done = run("build", farm, "-o", tmp_path / "out", "--for", "german", "--only", "log", "--only", "markers")
        assert done.returncode == 0, done.stderr
        text = " ".join(words(next((tmp_path / "out").glob("*/german/log.pdf"))))
        for name in names:
            assert name in text
        for file in (tmp_path / "out").rglob("*.pdf"):
            with pikepdf.open(file) as pdf:
                fonts = [
                    one for one in pdf.objects if isinstance(one, pikepdf.Dictionary) and one.get("/Type") == "/Font"
                ]
                assert fonts
                for font in fonts:
                    assert "+" in str(font.BaseFont)
                    assert "/FontFile2" in font.FontDescriptor

    def test_a_picture_letter_is_refused_with_its_unit_field_and_code_point(
        self, farm: Path, tmp_path: Path, run: Run
    ) -> None:
        change(farm / "scenario.yaml", "name: PC Bauer,", 'name: "Взвод 🪖",')
        done = run("build", farm, "-o", tmp_path / "out")
        assert done.returncode == 1
        assert "U+1FA96" in done.stderr
        assert "pc" in done.stderr
        assert "name" in done.stderr
        assert not (tmp_path / "out").exists()

    def test_endless_names_are_printed_in_full_in_the_log_and_shortened_nowhere_silently(
        self, farm: Path, tmp_path: Path, run: Run
    ) -> None:
        long, word = "Unité très longue " * 16 + "fin", "W" * 200
        change(farm / "scenario.yaml", "name: PC Bauer,", f'name: "{long}",')
        change(farm / "scenario.yaml", "name: MG 34,", f'name: "{word}",')
        done = run("build", farm, "-o", tmp_path / "out", "--for", "german", "--only", "log", "--only", "markers")
        assert done.returncode == 0, done.stderr
        file = next((tmp_path / "out").glob("*/german/log.pdf"))
        text = "".join("".join(page.split()) for page in words(file))
        assert "".join(long.split()) in text.replace("\xad", "")
        assert text.count("W") >= 200
        if "…" in text:
            assert "PA122" in done.stderr
        with pypdfium2.PdfDocument(file) as pdf:
            for page in pdf:
                width = page.get_width()
                content = page.get_textpage()
                boxes = [content.get_charbox(index) for index in range(content.count_chars())]
                assert all(7.8 * MM <= box[0] <= box[2] <= width - 7.8 * MM for box in boxes if box[2] > box[0])
        assert len(words(file)) > 1
        assert all("Unité ou leurre" in page for page in words(file))
        for printed in (tmp_path / "out").rglob("*.pdf"):
            with pikepdf.open(printed) as pdf:
                sizes = [float(o[1]) for page in pdf.pages for o, name in operators(page) if name == "Tf" and o[1] != 0]
            assert min(sizes) >= 6


class TestBackOffset:
    """E1."""

    @pytest.mark.parametrize("guides", ["marks", "full"])
    @pytest.mark.parametrize("flip", ["long", "short"])
    def test_the_offset_moves_all_of_the_back_and_nothing_of_the_front(self, guides: str, flip: str, aid: Aid) -> None:
        shared = ("--to", "16", "--guides", guides, "--flip", flip)
        still, moved = sheets(aid(*shared)), sheets(aid(*shared, "--back-offset", "1.5mm,-0.5mm"))
        assert still[0] == moved[0]
        for before, after in zip(still[1].pieces, moved[1].pieces, strict=True):
            assert _by(before, after) == pytest.approx((4.252, -1.417) * 2, abs=0.02)
        assert len(still[1].marks) == len(moved[1].marks) > 10
        for before, after in zip(sorted(still[1].marks), sorted(moved[1].marks), strict=True):
            assert _by(before, after) == pytest.approx((4.252, -1.417) * 2, abs=0.02)


def _by(before: Box, after: Box) -> tuple[float, ...]:
    return tuple((b - a) * MM for a, b in zip(before, after, strict=True))


class TestSecretsOfTheEdge:
    """E5."""

    @pytest.mark.parametrize("shape", ["square", "round", "hex"])
    def test_all_markers_of_a_side_share_ground_back_and_marks(self, shape: str, aid: Aid) -> None:
        front, back = sheets(aid("--to", "35", "--marker-shape", shape))
        assert len({name for name, _, _ in front.forms}) == 1
        assert len({name for name, _, _ in back.forms}) == 1
        assert {name for name, _, _ in front.forms} != {name for name, _, _ in back.forms}
        mirrored = sorted((210 - x2, y1, 210 - x1, y2) for x1, y1, x2, y2 in front.marks)
        assert numpy.array(mirrored) == pytest.approx(numpy.array(sorted(back.marks)), abs=0.01)

    def test_a_cut_a_little_wide_still_meets_no_mark(self, aid: Aid) -> None:
        for page in sheets(aid("--to", "35")):
            for left, bottom, right, top in page.pieces:
                wide = (left - 0.39, bottom - 0.39, right + 0.39, top + 0.39)
                corners = [mark for mark in page.marks if enters(mark, wide)]
                assert corners == []


class TestStacks:
    """E6."""

    @pytest.mark.parametrize("count", [17, 70, 71, 199])
    def test_cut_piles_are_consecutive(self, count: int) -> None:
        settings = Settings(sheet=SheetOptions(flip=Flip.NONE, order=Order.STACKS))
        groups = marker_groups(range(1, count + 1), livery("B", "#4a5a3a", settings), voice("en"), settings)
        piles: dict[tuple[int, int], list[int]] = {}
        for page in impose(Cut(groups=groups), settings.sheet):
            for one in page.placements:
                (number,) = [mark.text for mark in one.picture.marks if isinstance(mark, Words)]
                piles.setdefault((one.x, one.y), []).append(int(number))
        assert [number for pile in piles.values() for number in pile] == list(range(1, count + 1))

    def test_the_printed_piles_are_too(self, aid: Aid) -> None:
        data = aid("--to", "21", "--order", "stacks", "--columns", "2", "--rows", "5", "--flip", "none")
        pages = sheets(data)
        assert len(pages) == 3
        left, bottom, right, top = pages[0].pieces[1]
        pile = [
            number
            for page in range(3)
            for number in range(1, 22)
            for x, y in placed(data, page, str(number))
            if left < x < right and bottom < y < top
        ]
        assert pile == [4, 5, 6]


class TestSeams:
    """E8."""

    @pytest.mark.parametrize("scale", [96 / 72, 1.5 * 96 / 72])
    @pytest.mark.parametrize("shape", ["square", "round", "hex"])
    def test_no_light_line_shows_inside_a_face(self, scale: float, shape: str, aid: Aid) -> None:
        """Whatever lies on the ground of a face is darker than the paper: a seam would show the paper."""
        data = aid("--to", "6", "--marker-shape", shape, "--marker-size", "40mm", "--colour", "#203010")
        pages = sheets(data)
        with pypdfium2.PdfDocument(data) as pdf:
            for page, part, darkest_paper in ((0, (0.3, 0.33, 0.7, 0.9), 232), (1, (0.26, 0.78, 0.74, 0.9), 190)):
                image = pdf[page].render(scale=scale, grayscale=True).to_numpy()
                for left, bottom, right, top in pages[page].pieces:
                    wide, high = right - left, top - bottom
                    box = (
                        left + part[0] * wide,
                        bottom + part[1] * high,
                        left + part[2] * wide,
                        bottom + part[3] * high,
                    )
                    x1, y1, x2, y2 = (round(edge * MM * scale) for edge in box)
                    cut = image[image.shape[0] - y2 : image.shape[0] - y1, x1:x2]
                    assert cut.size > 100
                    assert cut.max() <= darkest_paper


class TestSpeedAndSize:
    def test_five_hundred_markers_are_quick_and_small(self, aid: Aid) -> None:
        data = aid("--to", "500", "--order", "fronts-then-backs")
        assert len(sheets(data)) == 16
        assert len(data) <= 150_000

    def test_backs_and_fronts_are_each_drawn_once(self, aid: Aid) -> None:
        aid("--to", "500")
        with pikepdf.open(aid.file) as pdf:
            forms = [one for one in pdf.objects if isinstance(one, pikepdf.Stream) and one.get("/Subtype") == "/Form"]
        assert len(forms) == 2


class TestInk:
    @pytest.mark.parametrize("shape", ["square", "round", "hex"])
    def test_saving_ink_halves_it_on_every_page(self, shape: str, aid: Aid) -> None:
        sheet = ("--to", "84" if shape == "hex" else "70", "--marker-shape", shape)
        full, spared = aid(*sheet), aid(*sheet, "--ink", "saver")
        for page in (0, 1):
            assert ink(spared, page) <= ink(full, page) / 2

    def test_saving_ink_halves_it_on_each_piece_of_a_build(self, tmp_path: Path, run: Run) -> None:
        files = {}
        for mode in ("full", "saver"):
            options = ("--only", "markers", "--for", "german", "--ink", mode)
            assert run("build", ROOT / "scenarios" / "la-ferme", "-o", tmp_path / mode, *options).returncode == 0
            files[mode] = next((tmp_path / mode).glob("*/german/markers.pdf"))
        for page in (0, 1):
            boxes = [sheet.pieces for sheet in (sheets(files["full"])[page], sheets(files["saver"])[page])]
            assert boxes[0] == boxes[1]
            full, spared = (sum(ink(files[mode], page, box) for box in boxes[0]) for mode in ("full", "saver"))
            assert spared <= full / 2


def test_the_readers_of_pages_agree(aid: Aid) -> None:
    data = aid("--to", "3")
    (front, _) = sheets(data)
    assert isinstance(front, Sheet)
    assert [round(x, 1) for x, _ in front.centres()] == [round(placed(data, 0, str(n))[0][0], 1) for n in (1, 2, 3)]
    assert Length(25_000) == round((front.pieces[0][2] - front.pieces[0][0]) * 1_000)
