"""Finished files, opened again and measured: sizes, places, marks, type, words, bytes."""

import os
import subprocess
import sys
import unicodedata
from dataclasses import dataclass, field
from io import BytesIO
from itertools import pairwise
from pathlib import Path as File
from typing import Any

import pikepdf
import pypdfium2
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from playaid.blocks import make
from playaid.imposition import PAPERS, DoesNotFit, Flip, Order, SheetOptions, parse_paper
from playaid.lengths import Length
from playaid.pages import (
    Align,
    Beside,
    Block,
    Boxes,
    Cell,
    Cut,
    Disc,
    Document,
    Drawing,
    Face,
    Flow,
    Furniture,
    Group,
    Outline,
    PageBreak,
    Paragraph,
    Path,
    Picture,
    Piece,
    Space,
    Span,
    Table,
    Together,
    Words,
    WritingLine,
)
from playaid.pdf import Rendered, TextProblem, Unprintable, render

ROOT = File(__file__).parent.parent
MM = 72 / 25.4
Matrix = tuple[float, float, float, float, float, float]


# Documents to print.


def square(size: int, *marks: Words, ground: str = "#f4f0e0") -> Picture:
    """Give a picture with a ground."""
    corners = ((0, 0), (size, 0), (size, size), (0, size))
    return Picture(width=size, height=size, marks=(Path(points=corners, fill=ground), *marks))


def words(text: str, side: int = 25_000, **changes: object) -> Words:
    """Give a text in the middle of a square."""
    given = {"x": side // 2, "y": side // 2, "text": text, "size": 100, "align": Align.CENTRE, "owner": "unit mg"}
    return Words(**(given | changes))  # type: ignore[arg-type]


def markers(count: int, size: int = 25_000, outline: Outline = Outline.SQUARE) -> Cut:
    """Give numbered markers with one back."""
    back = square(size, words("dos", size), ground="#4a5a3a")
    pieces = tuple(Piece(front=square(size, words(str(number), size)), back=back) for number in range(1, count + 1))
    return Cut(groups=(Group(width=Length(size), height=Length(size), pieces=pieces, outline=outline),))


def single(*marks: Words) -> Cut:
    """Give one marker without a back."""
    piece = Piece(front=square(25_000, *marks))
    return Cut(groups=(Group(width=Length(25_000), height=Length(25_000), pieces=(piece,)),))


def paragraph(text: str, style: str = "text") -> Paragraph:
    """Give a paragraph in one style."""
    return Paragraph(spans=(Span(text=text),), style=style)


def table(*rows: tuple[str, ...], widths: tuple[int, ...] = (1, 4, 1), **changes: object) -> Table:
    """Give a table with the head number, name, place."""
    head = ("number", "name", "place")[: len(widths)]
    filled = [tuple(Cell(blocks=(paragraph(text, "cell"),)) for text in row) for row in (head, *rows)]
    return Table(widths=widths, head=(filled[0],), rows=tuple(filled[1:]), **changes)  # type: ignore[arg-type]


FURNITURE = Furniture(
    first=("La ferme de Vaux", "1.2", "Kampfgruppe Bauer", "Marqueurs"),
    second=("Incertitude", "A4", "imprimer à 100 %"),
    page="page {n} de {total}",
)


def document(*parts: Flow | Cut, furniture: Furniture = FURNITURE, **changes: object) -> Document:
    """Give a document of parts."""
    given = {"kind": "markers", "language": "fr", "title": "La ferme de Vaux", "furniture": furniture, "parts": parts}
    return Document(**(given | changes))  # type: ignore[arg-type]


def flow(*blocks: Block) -> Document:
    """Give a document of blocks."""
    return document(Flow(blocks=blocks))


def printed(document: Document, **options: object) -> Rendered:
    """Render with options."""
    return render(document, SheetOptions(**options))  # type: ignore[arg-type]


# Files read again.


@dataclass
class Seen:
    """What stands on a page: lines as (x1, y1, x2, y2), forms with their matrix, in points."""

    width: float
    height: float
    lines: list[tuple[float, float, float, float]] = field(default_factory=list)
    forms: list[tuple[str, Matrix]] = field(default_factory=list)
    sizes: dict[str, tuple[float, float]] = field(default_factory=dict)

    def lengths(self) -> list[float]:
        """Give the lengths of all level lines in points."""
        return [abs(x2 - x1) for x1, y1, x2, y2 in self.lines if abs(y2 - y1) < 0.001]

    def centres(self) -> list[tuple[float, float]]:
        """Give the centres of all forms in mm."""
        found = []
        for name, matrix in self.forms:
            width, height = self.sizes[name]
            x, y = moved(matrix, width / 2, height / 2)
            found.append((x / MM, y / MM))
        return found


def moved(matrix: Matrix, x: float, y: float) -> tuple[float, float]:
    """Give where a matrix takes a point."""
    a, b, c, d, e, f = matrix
    return a * x + c * y + e, b * x + d * y + f


def times(first: Matrix, then: Matrix) -> Matrix:
    """Give the matrix that does `first`, then `then`."""
    a, b, c, d, e, f = first
    (p, q), (r, s) = moved((*then[:4], 0, 0), a, b), moved((*then[:4], 0, 0), c, d)
    return (p, q, r, s, *moved(then, e, f))


def seen(data: bytes) -> list[Seen]:
    """Walk the content of every page."""
    pages = []
    with pikepdf.open(BytesIO(data)) as pdf:
        for page in pdf.pages:
            _, _, width, height = (float(number) for number in page.mediabox)
            this = Seen(width, height)
            forms: Any = page.resources.get("/XObject", {})
            this.sizes = {name: (float(form.BBox[2]), float(form.BBox[3])) for name, form in forms.items()}
            walk(page, this)
            pages.append(this)
    return pages


def operators(stream: Any) -> list[tuple[list[Any], str]]:
    """Give the operands and the name of every operator of a page or a form."""
    return [(list(one.operands), str(one.operator)) for one in pikepdf.parse_content_stream(stream)]


def walk(page: pikepdf.Page, this: Seen) -> None:
    """Follow the operators of a page."""
    here: Matrix = (1, 0, 0, 1, 0, 0)
    kept: list[Matrix] = []
    at = (0.0, 0.0)
    for operands, operator in operators(page):
        match operator:
            case "q":
                kept.append(here)
            case "Q":
                here = kept.pop()
            case "cm":
                here = times(tuple(float(number) for number in operands), here)  # type: ignore[arg-type]
            case "m":
                at = moved(here, float(operands[0]), float(operands[1]))
            case "l":
                to = moved(here, float(operands[0]), float(operands[1]))
                this.lines.append((*at, *to))
                at = to
            case "Do":
                this.forms.append((str(operands[0]), here))


def text_of(data: bytes) -> list[str]:
    """Give the text of every page."""
    with pypdfium2.PdfDocument(data) as pdf:
        return [page.get_textpage().get_text_bounded() for page in pdf]


def on_one_line(text: str) -> str:
    """Join lines."""
    return " ".join(text.split())


class TestSize:
    def test_a4_is_a4(self) -> None:
        (page, *_) = seen(printed(document(markers(3))).data)
        assert page.width == pytest.approx(595.276, abs=0.001)
        assert page.height == pytest.approx(841.890, abs=0.001)

    def test_letter_is_letter(self) -> None:
        with pikepdf.open(BytesIO(printed(document(markers(3)), paper=PAPERS["letter"]).data)) as pdf:
            for page in pdf.pages:
                assert list(page.mediabox) == list(page.trimbox) == [0, 0, 612, 792]
                assert "/UserUnit" not in page

    def test_a_landscape_flow_lies(self) -> None:
        lying = Flow(blocks=(paragraph("carte"),), landscape=True)
        first, second = seen(printed(document(lying, Flow(blocks=(paragraph("texte"),)))).data)
        assert (round(first.width, 3), round(first.height, 3)) == (841.890, 595.276)
        assert (round(second.width, 3), round(second.height, 3)) == (595.276, 841.890)

    def test_a_marker_is_as_large_as_asked(self) -> None:
        for page in seen(printed(document(markers(12))).data):
            assert {tuple(round(side, 3) for side in size) for size in page.sizes.values()} == {(70.866, 70.866)}

    def test_markers_stand_at_their_pitch(self) -> None:
        page = seen(printed(document(markers(14))).data)[0]
        xs = sorted({round(x, 4) for x, _ in page.centres()})
        assert all(b - a == pytest.approx(27, abs=0.01) for a, b in pairwise(xs))

    @pytest.mark.parametrize("flip", list(Flip))
    @pytest.mark.parametrize("paper", ["a4", "letter", "a6"])
    def test_every_page_has_both_scale_bars(self, flip: Flip, paper: str) -> None:
        flowing = Flow(blocks=(paragraph("x"), PageBreak(), paragraph("y")))
        lying = Flow(blocks=(paragraph("z"),), landscape=True)
        for page in seen(printed(document(markers(40), flowing, lying), flip=flip, paper=PAPERS[paper]).data):
            for length in (50 * MM, 144):
                assert any(one == pytest.approx(length, abs=0.002) for one in page.lengths())

    def test_the_bars_are_labelled(self) -> None:
        for text in text_of(printed(document(markers(40), Flow(blocks=(paragraph("x"),)))).data):
            assert "50 mm" in text
            assert "2 in" in text

    def test_viewers_are_asked_to_print_at_true_size(self) -> None:
        with pikepdf.open(BytesIO(printed(document(markers(3))).data)) as pdf:
            assert pdf.Root.ViewerPreferences.PrintScaling == pikepdf.Name("/None")

    @pytest.mark.parametrize(
        ("flip", "turn"),
        [
            (Flip.LONG, "/DuplexFlipLongEdge"),
            (Flip.SHORT, "/DuplexFlipShortEdge"),
            (Flip.FOLD, "/Simplex"),
            (Flip.NONE, "/Simplex"),
        ],
    )
    def test_printers_are_told_how_to_turn_the_sheet(self, flip: Flip, turn: str) -> None:
        with pikepdf.open(BytesIO(printed(document(markers(3)), flip=flip).data)) as pdf:
            assert pdf.Root.ViewerPreferences.Duplex == pikepdf.Name(turn)


class TestRegistration:
    @pytest.mark.parametrize(
        ("flip", "through"),
        [
            (Flip.LONG, lambda x, y: (210 - x, y)),
            (Flip.SHORT, lambda x, y: (x, 297 - y)),
        ],
    )
    def test_backs_lie_behind_their_fronts(self, flip: Flip, through: object) -> None:
        pages = seen(printed(document(markers(17, 50_000)), flip=flip, gap=Length(5_000), margin=Length(10_000)).data)
        assert [len(page.forms) for page in pages] == [15, 15, 2, 2]
        for front, back in zip(pages[::2], pages[1::2], strict=True):
            for one, other in zip(front.centres(), back.centres(), strict=True):
                assert other == pytest.approx(through(*one), abs=0.01)  # type: ignore[operator]

    def test_a_short_edge_back_is_turned_by_half(self) -> None:
        _, back = seen(printed(document(markers(3)), flip=Flip.SHORT).data)
        assert {matrix[:4] for _, matrix in back.forms} == {(-1, 0, 0, -1)}

    def test_folded_backs_lie_over_their_fronts(self) -> None:
        (page,) = seen(printed(document(markers(6)), flip=Flip.FOLD).data)
        fronts, backs = page.centres()[:6], page.centres()[6:]
        for one, other in zip(fronts, backs, strict=True):
            assert other == pytest.approx((210 - one[0], one[1]), abs=0.01)

    def test_the_back_offset_moves_the_back_alone(self) -> None:
        still = seen(printed(document(markers(30))).data)
        moved_ = seen(printed(document(markers(30)), back_offset=(1_500, -500)).data)
        assert still[0].lines == moved_[0].lines
        assert still[0].forms == moved_[0].forms
        for before, after in zip(still[1].lines, moved_[1].lines, strict=True):
            dx, dy = 4.252, -1.417
            assert after == pytest.approx(tuple(a + b for a, b in zip(before, (dx, dy, dx, dy), strict=True)), abs=0.02)
        for (_, before_), (_, after_) in zip(still[1].forms, moved_[1].forms, strict=True):
            assert after_[4:] == pytest.approx((before_[4] + 4.252, before_[5] - 1.417), abs=0.02)

    @pytest.mark.parametrize("offset", [(9_000, 9_000), (-9_000, -9_000)])
    def test_the_scale_bars_stay_inside_the_margin(self, offset: tuple[int, int]) -> None:
        _, back = seen(printed(document(markers(1)), back_offset=offset).data)
        (bar,) = [one for one in back.lines if abs(abs(one[2] - one[0]) - 144) < 0.01]
        assert 8 * MM <= min(bar[0], bar[2]) <= max(bar[0], bar[2]) <= 202 * MM
        assert 8 * MM - 0.00001 <= bar[1] <= 14 * MM

    def test_equal_pictures_are_one_form(self) -> None:
        _, back = seen(printed(document(markers(30))).data)
        assert len({name for name, _ in back.forms}) == 1

    def test_the_name_of_a_form_follows_from_what_it_shows_alone(self) -> None:
        few, many = (dict(seen(printed(document(markers(count))).data)[0].forms) for count in (5, 30))
        assert len(few) == 5
        assert set(few) <= set(many)

    def test_a_front_never_lies_behind_a_flowing_page(self) -> None:
        cover = Flow(blocks=(paragraph("couverture"),))
        texts = text_of(printed(document(cover, markers(3), cover)).data)
        assert ["couverture" in text for text in texts] == [True, False, False, False, True]
        assert "dos" in texts[3]
        assert "page 2 de 5" in on_one_line(texts[1])

    def test_fronts_before_backs_need_no_page_between(self) -> None:
        cover = Flow(blocks=(paragraph("couverture"),))
        assert printed(document(cover, markers(3)), order=Order.FRONTS_THEN_BACKS).pages == 3


class TestInk:
    def test_nothing_is_painted_in_the_margin(self) -> None:
        result = printed(document(markers(7)), columns=3)
        with pypdfium2.PdfDocument(result.data) as pdf:
            for page in pdf:
                image = page.render(scale=300 / 72, grayscale=True).to_numpy()
                inside = round(8 * 300 / 25.4) - 1
                image[inside:-inside, inside:-inside] = 255
                assert image.min() == 255

    def test_marks_are_as_wide_as_a_printer_prints(self) -> None:
        with pikepdf.open(BytesIO(printed(document(markers(7)), columns=3).data)) as pdf:
            for page in pdf.pages:
                widths = [float(o[0]) for o, name in operators(page) if name == "w"]
                assert min(widths) >= 0.25

    def test_words_and_bars_of_the_strip_keep_apart(self) -> None:
        long = Furniture(first=("Une histoire",) * 30, second=("Incertitude",), page="page {n} de {total}")
        with pypdfium2.PdfDocument(printed(document(markers(1), furniture=long)).data) as pdf:
            page = pdf[0].get_textpage()
            boxes = [page.get_rect(index) for index in range(page.count_rects())]
        strip = [box for box in boxes if box[3] < 16 * MM]
        bars = 210 * MM - 8 * MM - 59 * MM
        assert all(box[2] <= bars or box[0] >= bars + 50 * MM for box in strip)
        assert min(box[1] for box in strip) >= 8 * MM - 0.2

    def test_a_banner_stands_above_everything(self) -> None:
        banner = Furniture(first=("titre",), second=(), page="{n}/{total}", banner="SECRET – arbitre")
        result = printed(document(markers(80), Flow(blocks=(paragraph("texte"),)), furniture=banner), flip=Flip.NONE)
        pages = seen(result.data)
        with pypdfium2.PdfDocument(result.data) as pdf:
            for page, opened in zip(pages, pdf, strict=True):
                text = opened.get_textpage()
                found = text.search("SECRET")
                index, count = found.get_next()
                bottom = min(text.get_charbox(index + number)[1] for number in range(count))
                assert text.get_charbox(index)[3] <= 289 * MM
                assert all(y + 12.5 <= bottom / MM for _, y in page.centres())

    def test_a_round_piece_has_a_line_round_it(self) -> None:
        with pikepdf.open(BytesIO(printed(document(markers(1, outline=Outline.ROUND)), flip=Flip.NONE).data)) as pdf:
            names = [name for _, name in operators(pdf.pages[0])]
        assert names.count("c") == 4

    def test_marks_and_discs_are_drawn(self) -> None:
        disc = Disc(x=12_500, y=12_500, radius=5_000, fill="#ff0000", stroke="#0000ff", width=2_000)
        line = Path(
            points=((0, 0), (25_000, 25_000)), closed=False, stroke="#00ff00", width=2_000, dashes=(3_000, 3_000)
        )
        shown = Picture(width=25_000, height=25_000, marks=(disc, line))
        with pypdfium2.PdfDocument(printed(flow(Drawing(picture=shown, align=Align.LEFT))).data) as pdf:
            image = pdf[0].render(scale=2).to_pil().convert("RGB")
        colours = {colour for _, colour in image.getcolors(1 << 20)}
        assert {(255, 0, 0), (0, 0, 255), (0, 255, 0)} <= colours

    def test_a_colour_that_is_none_is_refused(self) -> None:
        with pytest.raises(ValueError, match="#rrggbb"):
            printed(document(single(words("x", colour="red"))))


class TestType:
    def test_every_font_is_embedded_as_a_subset(self) -> None:
        bold = Paragraph(
            spans=(Span(text="a", bold=True), Span(text="b", italic=True), Span(text="c", bold=True, italic=True))
        )
        result = printed(document(markers(3), Flow(blocks=(bold, paragraph("titre", "title")))))
        with pikepdf.open(BytesIO(result.data)) as pdf:
            fonts = [one for one in pdf.objects if isinstance(one, pikepdf.Dictionary) and one.get("/Type") == "/Font"]
            assert len(fonts) == 5
            for font in fonts:
                assert str(font.BaseFont).startswith("/AAAAAA+PTSans")
                assert "/FontFile2" in font.FontDescriptor
        assert b"Helvetica" not in result.data

    @pytest.mark.parametrize(
        "name",
        ["Рота «Ёж» №3", "Équipe de pièce – nœud", "Pułk 7 × 15 cm ≤ 40", "2nd <Troop> & <b>co</b>", "½ – — … ± &amp;"],
    )
    def test_text_comes_out_as_it_went_in(self, name: str) -> None:
        shown = Furniture(first=(name,), second=(), page="{n}/{total}")
        result = printed(
            document(single(words(name, size=60, fit=25_000)), Flow(blocks=(paragraph(name),)), furniture=shown)
        )
        assert result.warnings == ()
        for text in text_of(result.data):
            assert on_one_line(text).count(name) == 2

    def test_decomposed_letters_come_out_composed(self) -> None:
        name = "Équipe «Ёж»"
        texts = text_of(printed(flow(paragraph(unicodedata.normalize("NFD", name)))).data)
        assert name in texts[0]

    @settings(max_examples=40, deadline=None)
    @given(st.text(st.sampled_from("abcxyzÀÉçœŁąёйжЯЩЪ0123456789«»–№<>&'\"()[]{}\\%#"), min_size=1, max_size=40))
    def test_any_word_of_known_letters_survives(self, word: str) -> None:
        texts = text_of(printed(flow(paragraph(f"x{word}x"))).data)
        assert f"x{word}x" in texts[0].replace("\r\n", "").replace("\n", "")

    def test_a_missing_character_is_named_with_its_owner(self) -> None:
        with pytest.raises(Unprintable, match=r"unit mg: the type has no U\+1FA96 MILITARY HELMET"):
            printed(document(single(words("Взвод 🪖"))))

    def test_all_missing_characters_are_named_at_once(self) -> None:
        furniture = Furniture(first=("a′",), second=(), page="{n}", banner="→")
        blocks = (
            paragraph("☐"),
            table(("1", "🪖", "x")),
            WritingLine(label="✓"),
            Beside(widths=(1,), columns=((Together(blocks=(paragraph("◆"),)),),)),
            Drawing(picture=square(25_000, words("▲"))),
        )
        with pytest.raises(Unprintable) as caught:
            printed(document(Flow(blocks=blocks), single(words("■")), furniture=furniture))
        assert all(problem.kind == "missing_glyph" for problem in caught.value.problems)
        assert "".join(problem.text for problem in caught.value.problems) == "☐🪖✓◆▲■a′→"

    def test_a_control_character_is_no_character(self) -> None:
        with pytest.raises(Unprintable, match=r"U\+0007"):
            printed(flow(paragraph("a\x07b")))

    def test_the_notes_on_a_cutting_sheet_are_checked(self) -> None:
        with pytest.raises(Unprintable, match=r"U\+21BB"):
            printed(document(markers(1), flip_notes={"long": "↻"}))


class TestFit:
    def test_a_wide_word_is_set_smaller(self) -> None:
        result = printed(document(single(words("Kampfgruppe", size=200, fit=15_000))))
        assert result.warnings == ()
        with pypdfium2.PdfDocument(result.data) as pdf:
            page = pdf[0].get_textpage()
            index, count = page.search("Kampfgruppe").get_next()
            left, right = page.get_charbox(index)[0], page.get_charbox(index + count - 1)[2]
        assert 12 * MM < right - left <= 15 * MM

    @pytest.mark.parametrize("text", ["Équipe de pièce " * 19, "W" * 200, "W" * 10_000])
    def test_a_text_that_6_pt_cannot_hold_is_shortened_with_a_warning(self, text: str) -> None:
        result = printed(document(single(words(text, fit=21_000))))
        (warning,) = result.warnings
        assert (warning.kind, warning.owner, warning.text) == ("shortened", "unit mg", text)
        with pikepdf.open(BytesIO(result.data)) as pdf:
            (form,) = pdf.pages[0].Resources.XObject.values()
            sizes = [float(o[1]) for o, name in operators(form) if name == "Tf"]
        assert sizes == [6]
        assert "…" in text_of(result.data)[0]

    def test_a_word_wider_than_its_column_is_set_smaller_and_stays_whole(self) -> None:
        made = printed(flow(table(("1", "Показатель", "x"), widths=(30, 5, 30))))
        assert made.warnings == ()
        assert "Показатель" in text_of(made.data)[0].split()

    def test_a_word_that_6_pt_cannot_hold_is_broken_with_a_warning(self) -> None:
        made = printed(flow(table(("1", "Показатель", "x"), widths=(30, 3, 30))))
        assert [(one.kind, one.owner) for one in made.warnings] == [("shortened", "Показатель")]
        assert "Показатель" not in text_of(made.data)[0].split()

    @pytest.mark.parametrize(("room", "rows"), [(60.0, 1), (53.0, 1), (44.0, 1), (40.0, 2)])
    def test_boxes_shrink_by_a_quarter_to_stand_in_one_row(self, room: float, rows: int) -> None:
        (boxes,) = make([Boxes(count=4, size=Length(4_000))], 500)
        boxes.lay(room)
        assert (boxes.height < 12) == (rows == 1)

    def test_words_without_a_limit_still_stay_in_their_picture(self) -> None:
        result = printed(document(single(words("W" * 200))))
        assert [warning.kind for warning in result.warnings] == ["shortened"]

    def test_a_room_without_space_for_a_letter_is_an_error(self) -> None:
        with pytest.raises(Unprintable) as caught:
            printed(document(single(words("W" * 20, fit=500))))
        assert [problem.kind for problem in caught.value.problems] == ["does_not_fit"]

    def test_a_long_title_is_shortened_in_the_strip_with_a_warning(self) -> None:
        title = "Une très longue histoire " * 40
        furniture = Furniture(first=(title, "révision 3"), second=("Incertitude",), page="page {n} de {total}")
        result = printed(document(markers(40), furniture=furniture))
        assert [(warning.kind, warning.text) for warning in result.warnings] == [("shortened", title)]
        for text in text_of(result.data):
            assert "… · révision 3 · page" in on_one_line(text)
            assert "Incertitude" in text

    def test_a_strip_of_three_lines_is_printed_whole(self) -> None:
        furniture = Furniture(first=("Une histoire",) * 18, second=("Incertitude", "A4"), page="page {n} de {total}")
        result = printed(document(markers(1), furniture=furniture))
        assert result.warnings == ()
        assert on_one_line(text_of(result.data)[0]).count("Une histoire") == 18

    def test_a_banner_too_long_for_two_lines_is_shortened_with_a_warning(self) -> None:
        furniture = Furniture(first=("titre",), second=(), page="{n}", banner="SECRET de l'arbitre " * 40)
        result = printed(document(markers(1), furniture=furniture), flip=Flip.NONE)
        assert [(warning.kind, warning.owner) for warning in result.warnings] == [("shortened", "banner")]


class TestFlow:
    def test_pages_are_counted_over_all_parts(self) -> None:
        blocks = Flow(blocks=(paragraph("a"), PageBreak(), paragraph("b")))
        result = printed(document(blocks, markers(80), blocks), flip=Flip.NONE)
        assert result.pages == 6
        for number, text in enumerate(text_of(result.data), 1):
            assert f"page {number} de 6" in on_one_line(text)

    def test_notes_stand_on_cutting_sheets_only(self) -> None:
        sheet = Cut(groups=markers(1).groups, hints=("coller sur carton",))
        notes = {"long": "retourner sur le bord long", "short": "retourner sur le bord court"}
        texts = text_of(printed(document(Flow(blocks=(paragraph("x"),)), sheet, flip_notes=notes)).data)
        told = ["retourner sur le bord long · coller sur carton" in on_one_line(text) for text in texts]
        assert told == [False, False, True, True]

    def test_a_document_without_matter_still_has_a_page(self) -> None:
        assert printed(document()).pages == 1
        assert "page 1 de 1" in on_one_line(text_of(printed(document()).data)[0])

    def test_the_head_of_a_table_is_repeated(self) -> None:
        rows = [(str(number), f"unité {number}", "40, 85") for number in range(100)]
        texts = text_of(printed(flow(table(*rows, zebra=True))).data)
        assert len(texts) > 1
        assert all("name" in text for text in texts)
        joined = " ".join(texts)
        assert all(f"unité {number}" in joined for number in range(100))

    def test_no_table_begins_with_a_row_or_two_at_the_foot_of_a_page(self) -> None:
        rows = [(f"n{number}", "unité", "x") for number in range(9)]
        begun = set()
        for above in range(46, 72):
            filler = [paragraph("u", "cell") for _ in range(above)]
            title = paragraph("Titre", "subheading")
            page = text_of(printed(flow(*filler, title, table(*rows, height=Length(6_000)))).data)[0]
            begun.add(len([name for name, _, _ in rows if name in page.split()]))
            assert ("Titre" in page) is ("n0" in page.split())
        assert {0, 3, 4, 9} <= begun
        assert not begun & {1, 2}

    def test_a_row_is_not_torn(self) -> None:
        rows = [(f"n{number}", "un deux trois quatre " * 12 + f"fin{number}", "x") for number in range(60)]
        for text in text_of(printed(flow(table(*rows))).data):
            assert [f"n{number}" in text.split() for number in range(60)] == [
                f"fin{n}" in text.split() for n in range(60)
            ]

    def test_rows_have_their_least_height(self) -> None:
        (page,) = seen(printed(flow(table(("1", "a", "x"), ("2", "b", "y"), height=Length(20_000), ruled=True))).data)
        levels = sorted({round(y1, 2) for x1, y1, x2, y2 in page.lines if y1 == y2 and abs(x2 - x1) > 500})
        assert [round((b - a) / MM, 2) for a, b in pairwise(levels)] == [20, 20, 20]

    def test_cells_may_span_columns(self) -> None:
        wide = Cell(blocks=(paragraph("large", "cell"),), span=3, shade="#ff0000")
        blocks = Table(widths=(1, 1, 1), head=(), rows=((wide,),))
        (page,) = seen(printed(flow(blocks)).data)
        assert len([line for line in page.lines if line[0] == line[2] and line[1] > 100]) == 2

    def test_a_row_with_too_many_cells_is_refused(self) -> None:
        with pytest.raises(ValueError, match="more cells"):
            printed(flow(table(("1", "2", "3"), widths=(1, 1))))

    @pytest.mark.parametrize(
        "text",
        ["W" * 10_000, "слово " * 2_000, "x" * 300 + " " + "y" * 200],
        ids=["a word of 10,000 letters", "2,000 words", "long words"],
    )
    @pytest.mark.parametrize("widths", [(1, 4, 1), (1, 1, 12)])
    def test_long_texts_in_cells_are_printed_in_full_and_stay_inside(self, text: str, widths: tuple[int, ...]) -> None:
        result = printed(flow(table(("1", text, "z"), ("2", "fin", "z"), widths=widths)))
        letters = "".join("".join(page.split()) for page in text_of(result.data))
        for letter in set(text) - {" "}:
            assert letters.count(letter) >= text.count(letter)
        left = 8 * MM + (194 * MM) * widths[0] / sum(widths)
        right = left + (194 * MM) * widths[1] / sum(widths)
        with pypdfium2.PdfDocument(result.data) as pdf:
            page = pdf[0].get_textpage()
            boxes = [page.get_charbox(index) for index in range(page.count_chars())]
            drawn = page.get_text_range()
        mine = [box for letter, box in zip(drawn, boxes, strict=False) if letter in {text[0]} and box[3] > 20 * MM]
        assert mine
        assert all(left <= box[0] <= box[2] <= right for box in mine)

    def test_a_heading_stays_with_its_matter(self) -> None:
        for lines in range(45, 60):
            blocks = [paragraph(f"ligne {number}") for number in range(lines)]
            texts = text_of(printed(flow(*blocks, paragraph("Titre", "heading"), paragraph("matière"))).data)
            assert ["Titre" in text for text in texts] == ["matière" in text for text in texts]

    def test_blocks_kept_together_are_on_one_page(self) -> None:
        for lines in range(40, 60):
            blocks = [paragraph(f"ligne {number}") for number in range(lines)]
            kept = Together(blocks=(paragraph("début"), Boxes(count=30), paragraph("fin")))
            texts = text_of(printed(flow(*blocks, kept)).data)
            assert ["début" in text for text in texts] == ["fin" in text for text in texts]

    def test_what_cannot_be_kept_together_is_split(self) -> None:
        kept = Together(blocks=tuple(paragraph("mot " * 100) for _ in range(60)))
        result = printed(flow(paragraph("avant"), kept))
        assert sum(text.count("mot") for text in text_of(result.data)) == 6_000

    def test_columns_stand_beside_one_another_and_go_on(self) -> None:
        columns = (tuple(paragraph("gauche " * 60) for _ in range(40)), (paragraph("droite"),))
        result = printed(flow(Beside(widths=(1, 1), columns=columns)))
        texts = text_of(result.data)
        assert len(texts) > 1
        assert sum(text.count("gauche") for text in texts) == 2_400
        assert sum(text.count("droite") for text in texts) == 1

    def test_a_drawing_wider_than_the_page_is_refused(self) -> None:
        with pytest.raises(DoesNotFit) as caught:
            printed(flow(Drawing(picture=Picture(width=194_010, height=10, marks=()))))
        assert (caught.value.needed, caught.value.available) == (194_010, 194_000)

    def test_a_drawing_as_large_as_the_room_fits(self) -> None:
        for landscape in (False, True):
            width, height = SheetOptions().room(landscape=landscape)
            blocks = (Drawing(picture=Picture(width=width, height=height, marks=())),)
            assert printed(document(Flow(blocks=blocks, landscape=landscape))).pages == 1

    def test_a_drawing_higher_than_the_page_is_unprintable(self) -> None:
        with pytest.raises(Unprintable, match=r"needs a height of 290\.0 mm"):
            printed(flow(paragraph("x"), Drawing(picture=Picture(width=1_000, height=290_000, marks=()))))

    def test_space_is_left_out_at_the_head_of_a_page(self) -> None:
        blocks = (paragraph("a"), PageBreak(), Space(height=Length(200_000)), paragraph("b"))
        assert printed(flow(*blocks)).pages == 2

    def test_a_style_that_is_none_is_refused(self) -> None:
        with pytest.raises(ValueError, match="is no style"):
            printed(flow(paragraph("x", "huge")))

    def test_a_line_break_in_a_text_breaks_the_line(self) -> None:
        (text,) = text_of(printed(flow(paragraph("un\ndeux"))).data)
        assert "un" in text.splitlines()


LEAKY = (
    b"import os; os.environ['LEAK'] = '1'; pageCompression = 0; useA85 = 1; __all__ = ['pageCompression', 'useA85']\n"
)

BUILD = """
import hashlib, os, sys
sys.path[:0] = {paths!r}
from test_pdf import document, markers, paragraph, printed, table
from playaid.pages import Flow
result = printed(document(markers(40), Flow(blocks=(paragraph("Équipe «Ёж»"), table(("1", "a", "b"))))))
print(hashlib.sha256(result.data).hexdigest(), os.environ.get("LEAK", "tight"))
"""


def build(folder: File, **environment: str) -> str:
    """Build in a fresh process in `folder` and give the hash."""
    code = BUILD.format(paths=[str(ROOT), str(ROOT / "tests")])
    done = subprocess.run(
        [sys.executable, "-c", code],
        cwd=folder,
        env={**os.environ, **environment},
        capture_output=True,
        text=True,
        check=True,
    )
    return done.stdout.strip()


class TestBytes:
    def test_the_same_document_gives_the_same_bytes_in_any_surroundings(self, tmp_path: File) -> None:
        (tmp_path / "reportlab_settings.py").write_bytes(LEAKY)
        (tmp_path / ".reportlab_settings").write_bytes(LEAKY)
        (tmp_path / "elsewhere").mkdir()
        surroundings: list[tuple[File, dict[str, str]]] = [
            (ROOT, {"PYTHONHASHSEED": "0"}),
            (tmp_path, {"PYTHONHASHSEED": "1", "TZ": "Asia/Tokyo", "PYTHONPATH": str(tmp_path)}),
            (tmp_path, {"PYTHONHASHSEED": "777", "HOME": str(tmp_path), "LC_ALL": "C"}),
            (tmp_path / "elsewhere", {"RL_useA85": "1", "RL_pageCompression": "0", "RL_invariant": "0"}),
            (tmp_path / "elsewhere", {"SOURCE_DATE_EPOCH": "1700000000"}),
        ]
        results = [build(folder, **environment) for folder, environment in surroundings]
        assert len(set(results)) == 1
        assert results[0].endswith("tight")

    def test_an_earlier_build_leaves_no_trace(self) -> None:
        first = printed(document(markers(5))).data
        printed(flow(table(("1", "Ж" * 50, "x"))))
        assert printed(document(markers(5))).data == first

    def test_the_properties_are_fixed(self) -> None:
        with pikepdf.open(BytesIO(printed(document(markers(1))).data)) as pdf:
            info = {str(key): str(value) for key, value in pdf.docinfo.items()}
            assert info.pop("/Title") == "La ferme de Vaux"
            assert {info.pop(key) for key in ("/Author", "/Creator", "/Producer")} == {"playaid"}
            assert {info.pop(key) for key in ("/CreationDate", "/ModDate")} == {"D:20000101000000+00'00'"}
            assert info == {"/Keywords": "", "/Subject": "", "/Trapped": "/False"}
            assert pdf.Root.Lang == "fr"
            assert set(pdf.Root.keys()) == {"/Lang", "/PageMode", "/Pages", "/Type", "/ViewerPreferences"}
            assert all("/Annots" not in page for page in pdf.pages)
            assert pdf.pdf_version == "1.7"

    def test_the_file_is_sound(self) -> None:
        data = printed(document(markers(40), Flow(blocks=(table(("1", "a", "b")),)))).data
        with pikepdf.open(BytesIO(data)) as pdf:
            assert pdf.check_pdf_syntax() == []
        assert data.count(b"%%EOF") == 1
        assert b"ASCII85" not in data

    def test_problems_are_values(self) -> None:
        one = TextProblem("shortened", "text", "owner", "detail")
        assert one == TextProblem("shortened", "text", "owner", "detail")

    def test_faces_of_the_house_are_all_there(self) -> None:
        marks = [words("Ёж", y=3_000 * number, face=face) for number, face in enumerate(Face, 1)]
        result = printed(document(single(*marks)))
        with pikepdf.open(BytesIO(result.data)) as pdf:
            names = {str(font.BaseFont) for font in pdf.pages[0].Resources.Font.values()}
        assert len(names) == 6

    def test_five_hundred_markers_are_quick(self) -> None:
        code = (
            f"import sys, time; sys.path[:0] = {[str(ROOT), str(ROOT / 'tests')]!r}\n"
            "from test_pdf import document, markers, printed\n"
            "large = document(markers(500)); start = time.process_time()\n"
            "assert printed(large).pages == 16; print(time.process_time() - start)"
        )
        done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
        assert float(done.stdout) < 2

    def test_custom_papers_are_printed(self) -> None:
        page = seen(printed(document(markers(1)), paper=parse_paper("8x10in")).data)[0]
        assert (page.width, page.height) == (576, 720)
