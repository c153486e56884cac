"""Pieces on sheets: exact places, backs behind fronts, marks that enter no piece."""

from dataclasses import replace
from fractions import Fraction
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from playaid.cutlines import MARK_LENGTH, MARK_OFF, Rectangle, Segment
from playaid.imposition import (
    PAPERS,
    DoesNotFit,
    Flip,
    Guides,
    Order,
    Page,
    Placement,
    SheetOptions,
    Side,
    cut_line,
    hexagon,
    impose,
    parse_paper,
)
from playaid.lengths import Length
from playaid.pages import Cut, Disc, Group, Outline, Path, Picture, Piece, Words


def face(width: int, height: int, text: str) -> Picture:
    """Give a picture that shows nothing but a text."""
    return Picture(width=width, height=height, marks=(Words(x=width // 2, y=height // 2, text=text, size=80),))


def group(
    count: int,
    width: int = 25_000,
    height: int | None = None,
    *,
    backs: bool = True,
    outline: Outline = Outline.SQUARE,
) -> Group:
    """Give pieces 1 to `count` with one back."""
    height = width if height is None else height
    back = face(width, height, "back") if backs else None
    pieces = tuple(Piece(front=face(width, height, str(number)), back=back) for number in range(1, count + 1))
    return Group(width=Length(width), height=Length(height), pieces=pieces, outline=outline)


def sheets(*groups: Group, head: int = 0, **options: object) -> tuple[Page, ...]:
    """Impose groups with options."""
    return impose(Cut(groups=groups), SheetOptions(**options), head)  # type: ignore[arg-type]


def number_of(placement: Placement) -> str:
    """Give what stands on a picture."""
    words = placement.picture.marks[0]
    assert isinstance(words, Words)
    return words.text


def corners(page: Page) -> list[tuple[int, int]]:
    """Give the lower left corners of the pieces of a page."""
    return [(one.x, one.y) for one in page.placements]


def centres(page: Page) -> list[tuple[Fraction, Fraction]]:
    """Give the exact centres of the pieces of a page."""
    return [
        (one.x + Fraction(one.picture.width, 2), one.y + Fraction(one.picture.height, 2)) for one in page.placements
    ]


def rectangles(page: Page) -> list[Rectangle]:
    """Give the rectangles of the pieces of a page."""
    return [Rectangle(one.x, one.y, one.x + one.picture.width, one.y + one.picture.height) for one in page.placements]


def enters(mark: Segment, piece: Rectangle) -> bool:
    """Tell whether an upright or level segment passes through the inside of a rectangle."""
    return mark.x1 < piece.right and mark.x2 > piece.left and mark.y1 < piece.top and mark.y2 > piece.bottom


def touches(mark: Segment, piece: Rectangle) -> bool:
    """Tell whether a segment has a point in common with a rectangle, border included."""
    return mark.x1 <= piece.right and mark.x2 >= piece.left and mark.y1 <= piece.top and mark.y2 >= piece.bottom


CASE_2 = {"margin": Length(10_000), "gap": Length(5_000)}
FIRST_COLUMN = (210_000 - 160_000) // 2


class TestPaper:
    def test_a_name_is_found_in_any_case(self) -> None:
        assert parse_paper(" A4 ") is PAPERS["a4"]

    @pytest.mark.parametrize("text", ["210x297mm", "21 x 29.7 cm", "210×297MM"])
    def test_a_size_of_a_known_paper_is_that_paper(self, text: str) -> None:
        assert parse_paper(text) is PAPERS["a4"]

    def test_inches_are_exact(self) -> None:
        assert parse_paper("8.5x11in") is PAPERS["letter"]
        assert (PAPERS["letter"].width, PAPERS["letter"].height) == (215_900, 279_400)

    def test_any_other_size_is_a_paper_of_its_own(self) -> None:
        paper = parse_paper("200x200mm")
        assert (paper.name, paper.width, paper.height) == ("200x200mm", 200_000, 200_000)

    @pytest.mark.parametrize(
        "text", ["a44", "", "210x297", "210,5x297mm", "-1x5mm", "1x1mm", "9000x9000mm", "0.33x9in"]
    )
    def test_anything_else_says_what_to_write(self, text: str) -> None:
        with pytest.raises(ValueError, match=r"half-letter.*210x297mm|each side is 50 mm"):
            parse_paper(text)


class TestGrid:
    def test_as_many_columns_and_rows_as_fit(self) -> None:
        (page,) = sheets(group(70, backs=False))
        assert len({x for x, _ in corners(page)}) == 7
        assert len({y for _, y in corners(page)}) == 10

    def test_a_column_that_fits_to_the_micrometre_is_there(self) -> None:
        across = 210_000 - 16_000
        (page,) = sheets(group(4, (across - 3 * 2_000) // 4, 20_000, backs=False))
        assert len({x for x, _ in corners(page)}) == 4

    def test_a_column_a_micrometre_too_wide_is_not(self) -> None:
        across = 210_000 - 16_000
        (page,) = sheets(group(4, (across - 3 * 2_000) // 4 + 1, 20_000, backs=False))
        assert len({x for x, _ in corners(page)}) == 3

    def test_it_is_centred_across(self) -> None:
        (page,) = sheets(group(6, 30_001, backs=False))
        left = min(x for x, _ in corners(page))
        right = 210_000 - max(x for x, _ in corners(page)) - 30_001
        assert abs(left - right) <= 1

    def test_the_pitch_is_exact_over_the_whole_sheet(self) -> None:
        (page,) = sheets(group(70, backs=False))
        xs = sorted({x for x, _ in corners(page)})
        ys = sorted({y for _, y in corners(page)})
        assert {b - a for a, b in pairwise(xs)} == {27_000} == {b - a for a, b in pairwise(ys)}

    def test_a_part_filled_sheet_has_the_origin_of_a_full_one(self) -> None:
        first, _, second, _ = sheets(group(17, 50_000), **CASE_2)
        assert corners(second) == corners(first)[:2]

    def test_pieces_stay_above_the_strip_and_below_the_head(self) -> None:
        (page,) = sheets(group(60, backs=False), head=8_000)
        assert min(one.bottom for one in rectangles(page)) >= 8_000 + 6_000
        assert max(one.top for one in rectangles(page)) <= 297_000 - 8_000 - 8_000

    def test_columns_and_rows_are_as_asked(self) -> None:
        pages = sheets(group(13, backs=False), columns=3, rows=2)
        assert [len(page.placements) for page in pages] == [6, 6, 1]
        assert len({x for x, _ in corners(pages[0])}) == 3

    def test_columns_that_do_not_fit_are_refused_with_both_lengths(self) -> None:
        with pytest.raises(DoesNotFit, match="needs 249 mm, available are 194 mm") as caught:
            sheets(group(30, 60_000), columns=4, gap=Length(3_000))
        assert (caught.value.needed, caught.value.available) == (249_000, 194_000)

    def test_rows_that_do_not_fit_are_refused(self) -> None:
        with pytest.raises(DoesNotFit) as caught:
            sheets(group(80), rows=11)
        assert (caught.value.needed, caught.value.available) == (11 * 25_000 + 10 * 2_000, 275_000)

    @pytest.mark.parametrize("size", [(194_001, 10_000), (10_000, 275_001)])
    def test_a_piece_larger_than_the_sheet_is_refused(self, size: tuple[int, int]) -> None:
        with pytest.raises(DoesNotFit):
            sheets(group(1, *size, backs=False))

    def test_a_paper_too_narrow_for_the_scale_bars_is_refused(self) -> None:
        with pytest.raises(DoesNotFit, match="scale bars"):
            SheetOptions(paper=parse_paper("70x200mm"))

    def test_nothing_to_cut_gives_no_page(self) -> None:
        assert sheets() == sheets(group(0)) == ()


class TestGroups:
    def test_the_next_group_follows_on_the_same_sheet_where_all_of_it_fits(self) -> None:
        (page,) = sheets(group(10, backs=False), group(5, 15_000, backs=False))
        small = [one for one in rectangles(page) if one.right - one.left == 15_000]
        large = [one for one in rectangles(page) if one.right - one.left == 25_000]
        assert len(small) == 5
        assert max(one.top for one in small) + 5_000 <= min(one.bottom for one in large)

    def test_it_begins_a_sheet_where_part_of_it_would_not_fit(self) -> None:
        first, second = sheets(group(50, backs=False), group(8, 60_000, backs=False))
        assert [len(first.placements), len(second.placements)] == [50, 8]

    def test_asked_columns_bind_the_first_group_only(self) -> None:
        (page,) = sheets(group(7, backs=False), group(4, 80_000, backs=False), columns=3)
        large = [x for x, one in zip(corners(page), rectangles(page), strict=True) if one.right - one.left == 80_000]
        assert len({x for x, _ in large}) == 2


class TestFillers:
    @given(
        count=st.integers(1, 90),
        more=st.integers(0, 90),
        other=st.integers(9_000, 90_000),
        flip=st.sampled_from(Flip),
        order=st.sampled_from(Order),
    )
    def test_they_lie_in_free_cells_of_sheets_that_are_there_anyway(
        self, count: int, more: int, other: int, flip: Flip, order: Order
    ) -> None:
        filled = replace(group(count), fillers=group(more, backs=True).pieces)
        options = SheetOptions(flip=flip, order=order)
        try:
            plain = impose(Cut(groups=(group(count), group(2, other))), options)
        except DoesNotFit:
            return
        pages = impose(Cut(groups=(filled, group(2, other))), options)
        assert len(pages) == len(plain)
        for before, after in zip(plain, pages, strict=True):
            # Nothing that was there has moved: the pieces come first, on a folded sheet the fronts do.
            assert set(corners(before)) <= set(corners(after))
            pieces = rectangles(after)
            assert all(
                not (a.left < b.right and b.left < a.right and a.bottom < b.top and b.bottom < a.top)
                for number, a in enumerate(pieces)
                for b in pieces[:number]
            )
            for piece in pieces:
                assert piece.left >= 8_000
                assert piece.right <= 202_000
                assert piece.bottom >= 14_000 or after.side is Side.BACK


class TestBacks:
    def test_fronts_and_backs_alternate(self) -> None:
        pages = sheets(group(17, 50_000), **CASE_2)
        assert [page.side for page in pages] == [Side.FRONT, Side.BACK] * 2
        assert [len(page.placements) for page in pages] == [15, 15, 2, 2]

    def test_turned_about_the_long_edge_a_back_is_mirrored_upright(self) -> None:
        for front, back in zip(*[iter(sheets(group(17, 50_000), **CASE_2))] * 2, strict=True):
            assert centres(back) == [(210_000 - x, y) for x, y in centres(front)]
            assert not any(one.turned for one in back.placements)
            assert not back.turned

    def test_the_last_backs_lie_in_columns_three_and_two_of_the_top_row(self) -> None:
        first, _, _, back = sheets(group(17, 50_000), **CASE_2)
        columns = sorted({x for x, _ in corners(first)})
        assert [columns.index(x) for x, _ in corners(back)] == [2, 1]
        assert {y for _, y in corners(back)} == {max(y for _, y in corners(first))}
        assert columns[0] == FIRST_COLUMN

    def test_turned_about_the_short_edge_a_back_is_mirrored_on_its_head(self) -> None:
        pages = sheets(group(17, 50_000), flip=Flip.SHORT, **CASE_2)
        assert [len(page.placements) for page in pages] == [15, 15, 2, 2]
        for front, back in zip(*[iter(pages)] * 2, strict=True):
            assert centres(back) == [(x, 297_000 - y) for x, y in centres(front)]
            assert all(one.turned for one in back.placements)
            assert back.turned

    def test_the_long_edge_of_a_sheet_that_lies_is_the_lower_one(self) -> None:
        front, back = sheets(group(5), paper=parse_paper("297x210mm"))
        assert centres(back) == [(x, 210_000 - y) for x, y in centres(front)]
        assert all(one.turned for one in back.placements)

    def test_marks_lie_behind_marks(self) -> None:
        front, back = sheets(group(7), columns=3)
        mirrored = {Segment.between((210_000 - one.x1, one.y1), (210_000 - one.x2, one.y2)) for one in front.marks}
        assert set(back.marks) == mirrored

    def test_folded_a_back_lies_behind_its_front(self) -> None:
        (page,) = sheets(group(9), flip=Flip.FOLD)
        fronts, backs = centres(page)[:9], centres(page)[9:]
        assert page.fold is not None
        assert page.fold.x1 == page.fold.x2 == 105_000
        assert backs == [(210_000 - x, y) for x, y in fronts]
        assert all(x < 105_000 for x, _ in fronts)
        assert not any(one.turned for one in page.placements)

    def test_without_a_flip_there_are_no_backs(self) -> None:
        pages = sheets(group(100), flip=Flip.NONE)
        assert [page.side for page in pages] == [Side.FRONT] * 2

    def test_pieces_without_backs_give_fronts_alone(self) -> None:
        assert [page.side for page in sheets(group(100, backs=False))] == [Side.FRONT] * 2

    def test_a_sheet_without_backs_among_others_keeps_its_back_page(self) -> None:
        pages = sheets(group(30), group(20, 60_000, backs=False))
        assert [page.side for page in pages] == [Side.FRONT, Side.BACK] * (len(pages) // 2)
        assert pages[3].placements == ()

    @pytest.mark.parametrize("flip", [Flip.LONG, Flip.SHORT])
    def test_the_back_offset_moves_all_of_the_back_and_nothing_of_the_front(self, flip: Flip) -> None:
        still = sheets(group(30), flip=flip)
        moved = sheets(group(30), flip=flip, back_offset=(1_500, -500))
        for before, after in zip(still, moved, strict=True):
            dx, dy = (1_500, -500) if before.side is Side.BACK else (0, 0)
            assert corners(after) == [(x + dx, y + dy) for x, y in corners(before)]
            assert set(after.marks) == {
                Segment(one.x1 + dx, one.y1 + dy, one.x2 + dx, one.y2 + dy) for one in before.marks
            }

    def test_pictures_of_another_size_than_their_piece_are_refused(self) -> None:
        wrong = Piece(front=face(25_000, 25_000, "1"), back=face(25_000, 24_000, "back"))
        with pytest.raises(ValueError, match="another size"):
            sheets(Group(width=Length(25_000), height=Length(25_000), pieces=(wrong,)))


class TestOrder:
    def test_fronts_may_come_before_backs(self) -> None:
        pages = sheets(group(100), order=Order.FRONTS_THEN_BACKS)
        assert [page.side for page in pages] == [Side.FRONT] * 2 + [Side.BACK] * 2

    @pytest.mark.parametrize("count", [1, 17, 69, 70, 71, 140, 199, 500])
    def test_in_stacks_each_pile_is_consecutive_and_all_piles_follow_one_another(self, count: int) -> None:
        pages = sheets(group(count, backs=False), order=Order.STACKS)
        piles: dict[tuple[int, int], list[int]] = {}
        for page in pages:
            for place, one in zip(corners(page), page.placements, strict=True):
                piles.setdefault(place, []).append(int(number_of(one)))
        assert [number for pile in piles.values() for number in pile] == list(range(1, count + 1))
        assert len(pages) == -(-count // 70)


class TestMarks:
    def test_each_of_the_28_corners_of_seven_markers_has_both_marks(self) -> None:
        (page,) = sheets(group(7, backs=False), columns=3)
        found = 0
        for piece in rectangles(page):
            for x in (piece.left, piece.right):
                for y in (piece.bottom, piece.top):
                    found += 1
                    across = MARK_OFF if x == piece.right else -MARK_OFF
                    along = MARK_OFF if y == piece.top else -MARK_OFF
                    assert any(m.y1 == m.y2 == y and x + across in (m.x1, m.x2) for m in page.marks)
                    assert any(m.x1 == m.x2 == x and y + along in (m.y1, m.y2) for m in page.marks)
        assert found == 28

    def test_no_mark_comes_near_a_piece_or_leaves_the_margin(self) -> None:
        (page,) = sheets(group(7, backs=False), columns=3)
        for mark in page.marks:
            assert mark.x2 - mark.x1 + mark.y2 - mark.y1 <= MARK_LENGTH
            assert 8_000 <= mark.x1 <= mark.x2 <= 202_000
            assert 14_000 <= mark.y1 <= mark.y2 <= 289_000
            assert not any(touches(mark, piece) for piece in rectangles(page))

    def test_empty_cells_have_none(self) -> None:
        (page,) = sheets(group(1, backs=False), columns=3)
        assert len(page.marks) == 8

    def test_touching_pieces_have_a_line_between_them(self) -> None:
        (page,) = sheets(group(4, 24_000, backs=False), columns=2, gap=Length(0))
        piece = rectangles(page)[0]
        assert Segment(piece.right, piece.bottom - 24_000, piece.right, piece.top) in page.marks
        assert Segment(piece.left, piece.bottom, piece.right + 24_000, piece.bottom) in page.marks
        assert len(page.marks) == 2 + 12

    def test_in_a_gap_too_narrow_for_marks_there_is_one_line(self) -> None:
        (page,) = sheets(group(2, backs=False), columns=2, gap=Length(600))
        piece = rectangles(page)[0]
        assert Segment(piece.right + 300, piece.bottom, piece.right + 300, piece.top) in page.marks

    def test_full_guides_run_past_the_pieces_and_through_none(self) -> None:
        (page,) = sheets(group(16, backs=False), columns=3, guides=Guides.FULL)
        assert not any(enters(mark, piece) for mark in page.marks for piece in rectangles(page))
        top = max(piece.top for piece in rectangles(page))
        upright = [mark for mark in page.marks if mark.x1 == mark.x2]
        assert len(upright) == 6
        assert all(mark.y2 > top for mark in upright)
        # The sixteenth piece stands alone in the last row: lines of the other columns end above it.
        assert len({mark.y1 for mark in upright}) == 2

    @given(
        width=st.integers(8_000, 70_000),
        height=st.integers(8_000, 70_000),
        gap=st.integers(0, 6_000),
        count=st.integers(1, 40),
        other=st.integers(9_000, 40_000),
        flip=st.sampled_from(Flip),
        guides=st.sampled_from(Guides),
        paper=st.sampled_from(sorted(PAPERS)),
    )
    def test_marks_never_enter_pieces_nor_leave_the_margin(
        self,
        width: int,
        height: int,
        gap: int,
        count: int,
        other: int,
        flip: Flip,
        guides: Guides,
        paper: str,
    ) -> None:
        options = SheetOptions(gap=Length(gap), flip=flip, guides=guides, paper=PAPERS[paper])
        try:
            pages = impose(Cut(groups=(group(count, width, height), group(3, other))), options)
        except DoesNotFit:
            return
        across, up = PAPERS[paper].width, PAPERS[paper].height
        for page in pages:
            pieces = rectangles(page)
            for number, piece in enumerate(pieces):
                assert not any(
                    piece.left < one.right
                    and one.left < piece.right
                    and piece.bottom < one.top
                    and one.bottom < piece.top
                    for one in pieces[:number]
                )
            for mark in page.marks:
                assert 8_000 <= mark.x1 <= mark.x2 <= across - 8_000
                assert 8_000 <= mark.y1 <= mark.y2 <= up - 8_000
                assert not any(enters(mark, piece) for piece in pieces)


class TestOutlines:
    def test_a_square_piece_has_no_line_round_it(self) -> None:
        (page,) = sheets(group(1, backs=False))
        assert cut_line(page.placements[0]) is None

    def test_a_round_piece_has_its_circle(self) -> None:
        (page,) = sheets(group(1, backs=False, outline=Outline.ROUND))
        line = cut_line(page.placements[0])
        assert isinstance(line, Disc)
        assert centres(page) == [(Fraction(line.x), Fraction(line.y))]
        assert line.radius == 12_500

    @pytest.mark.parametrize(("width", "height"), [(40_000, 34_000), (34_000, 40_000)])
    def test_a_hexagon_fills_its_piece(self, width: int, height: int) -> None:
        (page,) = sheets(group(1, width, height, backs=False, outline=Outline.HEX))
        line = cut_line(page.placements[0])
        assert isinstance(line, Path)
        assert len(set(line.points)) == 6
        xs, ys = [x for x, _ in hexagon(width, height)], [y for _, y in hexagon(width, height)]
        assert (min(xs), max(xs), min(ys), max(ys)) == (0, width, 0, height)
