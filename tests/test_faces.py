"""Faces of markers: as dark as one another, readable on any colour, told apart without it, whole in any form."""

from dataclasses import replace
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from measure import Box, ink, sheets
from test_pdf import printed

from playaid.colours import READABLE, contrast, deep, luminance, readable
from playaid.documents import Settings
from playaid.documents.faces import (
    LARGEST_NUMBER,
    SAFE,
    SMALLEST_NUMBER,
    Livery,
    Net,
    back,
    front,
    ground,
    ink_of,
    number_size,
    tent,
    token,
)
from playaid.documents.markers import livery, marker_groups, sheet, token_kinds
from playaid.fonts import width as text_width
from playaid.forms import box, checks, common, form_of, stripes, width_at
from playaid.imposition import Flip, SheetOptions
from playaid.lengths import Length
from playaid.look import HOUSE, Look
from playaid.pages import WHITE, Cut, Disc, Outline, Path, Picture, Stamp, Words
from playaid.papers import Ink
from playaid.pen import POINT
from playaid.prose import voice
from playaid.rules import Rules
from playaid.views import Imprint

SHAPES = list(Outline)
IMPRINT = Imprint(title=None, revision="", language="en", rules=Rules())


def look(outline: Outline = Outline.SQUARE, side: int = 25_000, **changes: object) -> Livery:
    wanted = Settings(sheet=SheetOptions(), marker=Length(side), outline=outline)
    return replace(livery("B", "#4a5a3a", wanted), **changes)  # type: ignore[arg-type]


def fronts(shown: Livery, numbers: range) -> list[Picture]:
    shared, most = ground(shown), max(ink_of(shown, str(number)) for number in numbers)
    return [front(shown, shared, number, most) for number in numbers]


def sheet_of(outline: Outline, ink: Ink, numbers: range, side: int = 25_000, themed: Look = HOUSE) -> bytes:
    wanted = Settings(sheet=SheetOptions(flip=Flip.NONE, ink=ink), marker=Length(side), outline=outline)
    groups = marker_groups(numbers, livery("B", "#4a5a3a", wanted, look=themed), voice("en"), wanted)
    document = sheet(groups, IMPRINT, voice("en"), wanted)
    return printed(document, flip=Flip.NONE).data


def within(piece: Box) -> Box:
    """Leave out the line on the edge, which falls on more or fewer pixels from place to place."""
    return piece[0] + 0.3, piece[1] + 0.3, piece[2] - 0.3, piece[3] - 0.3


@pytest.mark.parametrize("mode", list(Ink))
@pytest.mark.parametrize("outline", SHAPES)
def test_all_fronts_are_as_dark_within_five_per_cent(outline: Outline, mode: Ink) -> None:
    data = sheet_of(outline, mode, range(60, 100))
    (page,) = sheets(data)
    seen = [ink(data, 0, within(piece), dpi=600) for piece in page.pieces]
    assert len(seen) == 40
    assert (max(seen) - min(seen)) / (sum(seen) / len(seen)) <= 0.05


def test_one_digit_and_two_and_three_are_as_dark_too() -> None:
    for numbers in (range(1, 12), range(95, 112)):
        data = sheet_of(Outline.SQUARE, Ink.FULL, numbers)
        (page,) = sheets(data)
        seen = [ink(data, 0, within(piece), dpi=600) for piece in page.pieces]
        assert (max(seen) - min(seen)) / (sum(seen) / len(seen)) <= 0.05


def test_fronts_in_a_clubs_look_are_as_dark_too() -> None:
    themed = Look(headings="narrow", ink="#5a1010", rule=2.0)
    for numbers in (range(64, 71), range(7, 12), range(98, 102)):
        data = sheet_of(Outline.SQUARE, Ink.FULL, numbers, themed=themed)
        (page,) = sheets(data)
        inner = [(left + 0.4, low + 0.4, right - 0.4, top - 0.4) for left, low, right, top in page.pieces]
        seen = [ink(data, 0, piece, dpi=600) for piece in inner]
        assert (max(seen) - min(seen)) / (sum(seen) / len(seen)) <= 0.05


@pytest.mark.parametrize("outline", SHAPES)
@pytest.mark.parametrize("side", [12_000, 15_000, 20_000, 25_000, 40_000, 150_000])
def test_numbers_are_14_to_24_points_by_the_size_of_the_marker(outline: Outline, side: int) -> None:
    sizes = [number_size(look(outline, side), text) for text in ("7", "42", "128")]
    assert all(SMALLEST_NUMBER <= size <= LARGEST_NUMBER for size in sizes)
    assert sizes == sorted(sizes, reverse=True)
    assert number_size(look(outline, 25_000), "42") >= 200


@pytest.mark.parametrize("number", range(1, 200))
def test_what_could_be_read_upside_down_is_underlined(number: int) -> None:
    (shown,) = fronts(look(), range(number, number + 1))
    lines = [mark for mark in shown.marks if isinstance(mark, Path) and not mark.closed]
    assert bool(lines) == bool(set(str(number)) & {"6", "9"})


# What matters stands well within the cut.


@pytest.mark.parametrize("above", [False, True])
@pytest.mark.parametrize("outline", SHAPES)
@pytest.mark.parametrize("side", [14_000, 18_000, 25_000, 50_000])
@pytest.mark.parametrize("number", [1, 68, 188])
def test_words_stand_within_the_form_clear_of_the_cut(outline: Outline, side: int, number: int, above: bool) -> None:
    shown = look(outline, side, above=above, emblem="WM")
    pictures = [
        *fronts(shown, range(number, number + 1)),
        ground(shown),
        back(shown),
        token(shown, "spotted", "spotted"),
    ]
    for picture in pictures:
        for word in (mark for mark in picture.marks if isinstance(mark, Words)):
            high = word.size * 353 * 70 // 1_000
            wide = min(text_width(word.text, word.face, word.size / 10) / POINT, word.fit or 10**9)
            assert wide <= width_at(shown.form, word.y, word.y + high) - SAFE
            assert shown.height * 4 // 100 <= word.y
            assert word.y + high <= shown.height * 96 // 100


# Contrast, whatever the colour.


COLOURS = st.integers(0, 0xFFFFFF).map(lambda number: f"#{number:06x}")


def under(picture: Picture, x: int, y: int, grounds: list[str]) -> None:
    """Follow what lies at a place, the last on top."""
    for mark in picture.marks:
        match mark:
            case Stamp():
                under(mark.picture, x - mark.x, y - mark.y, grounds)
            case Path(fill=str(fill)) if common(
                box(x, y, 40, 40), mark.points if _turns_left(mark) else mark.points[::-1]
            ):
                grounds.append(fill)
            case Disc(fill=str(fill)) if (x - mark.x) ** 2 + (y - mark.y) ** 2 < mark.radius**2:
                grounds.append(fill)


def _turns_left(path: Path) -> bool:
    return sum(a[0] * b[1] - b[0] * a[1] for a, b in pairwise((*path.points, path.points[0]))) > 0


def texts(picture: Picture, before: tuple[Picture, ...] = ()) -> list[tuple[Words, list[str]]]:
    """Give every text of a picture with the grounds it stands on, the last on top."""
    found = []
    for place, mark in enumerate(picture.marks):
        part = Picture(width=picture.width, height=picture.height, marks=picture.marks[:place])
        if isinstance(mark, Words):
            grounds = [WHITE]
            under(part, mark.x, mark.y + mark.size * 12, grounds)
            found.append((mark, grounds))
        elif isinstance(mark, Stamp):
            found += texts(mark.picture)
    return found


@settings(max_examples=60, deadline=None)
@given(colour=COLOURS, outline=st.sampled_from(SHAPES), saver=st.booleans(), above=st.booleans())
def test_text_stands_out_from_its_ground_whatever_the_colour(
    colour: str, outline: Outline, saver: bool, above: bool
) -> None:
    shown = look(outline, colour=colour, saver=saver, above=above)
    for picture in (*fronts(shown, range(68, 69)), back(shown), token(shown, "fired", "fired")):
        written = texts(picture)
        assert written
        for word, grounds in written:
            assert contrast(word.colour, grounds[-1]) >= READABLE


@given(colour=COLOURS)
def test_black_or_white_reads_on_any_colour(colour: str) -> None:
    assert contrast(readable(colour), colour) >= READABLE
    assert luminance(deep(colour)) <= 0.22


# Told apart without colour.


@settings(max_examples=20, deadline=None)
@given(colour=COLOURS)
def test_in_grey_two_sides_of_one_colour_differ_by_letter_band_and_pattern(colour: str) -> None:
    one, other = (look(colour=colour, emblem=emblem, above=above) for emblem, above in (("B", False), ("A", True)))
    assert {word.text for word, _ in texts(ground(one))} != {word.text for word, _ in texts(ground(other))}
    bands = [[mark for mark in ground(side).marks if isinstance(mark, Path)][1] for side in (one, other)]
    assert max(y for _, y in bands[0].points) < min(y for _, y in bands[1].points)
    assert len(back(one).marks) != len(back(other).marks)


@pytest.mark.parametrize("mode", list(Ink))
def test_the_bands_of_two_sides_lie_at_opposite_edges_in_grey(mode: Ink) -> None:
    shares = []
    for above in (False, True):
        wanted = Settings(sheet=SheetOptions(flip=Flip.NONE, ink=mode))
        groups = marker_groups(range(1, 2), livery("B", "#888888", wanted, above=above), voice("en"), wanted)
        data = printed(sheet(groups, IMPRINT, voice("en"), wanted), flip=Flip.NONE).data
        left, bottom, right, top = sheets(data)[0].pieces[0]
        low, high = ink(data, 0, (left, bottom, right, bottom + 7)), ink(data, 0, (left, top - 7, right, top))
        shares.append(low / high)
    assert shares[0] > 1.5
    assert shares[1] < 1 / 1.5


# Backs.


@pytest.mark.parametrize("outline", SHAPES)
@settings(max_examples=20, deadline=None)
@given(colour=COLOURS, above=st.booleans())
def test_a_full_back_covers_the_whole_face_with_a_dark_pattern(outline: Outline, colour: str, above: bool) -> None:
    shown = look(outline, colour=colour, above=above)
    paths = [mark for mark in back(shown).marks if isinstance(mark, Path) and mark.fill]
    assert paths[0].points == shown.form
    dark = [path for path in paths[1:] if path.fill == deep(colour)]
    covered = sum(_area(path) for path in dark) / _area(Path(points=shown.form))
    assert 0.4 < covered < 0.6
    assert luminance(deep(colour)) <= 0.22


def _area(path: Path) -> float:
    return abs(sum(a[0] * b[1] - b[0] * a[1] for a, b in pairwise((*path.points, path.points[0])))) / 2


@pytest.mark.parametrize("pattern", [checks, stripes])
@pytest.mark.parametrize("outline", SHAPES)
def test_patterns_stay_within_the_form(pattern: object, outline: Outline) -> None:
    form = form_of(outline, 25_000, 21_650)
    for part in pattern(form, 2_700):  # type: ignore[operator]
        for x, y in part:
            assert -2 <= x <= 25_002
            assert -2 <= y <= 21_652
            assert width_at(form, min(max(y, 0), 21_650)) >= 2 * abs(x - 12_500) - 60


# Tents.


def test_a_tent_shows_its_number_to_one_side_and_the_pattern_to_the_other() -> None:
    shown = look()
    (picture,) = fronts(shown, range(16, 17))
    hidden = back(shown)
    net = tent(shown, picture, hidden, "glue", "base")
    plan = Net.of(25_000)
    stamps = [mark for mark in net.marks if isinstance(mark, Stamp)]
    assert [(stamp.picture, stamp.turned) for stamp in stamps] == [(picture, False), (hidden, True)]
    # The heads of both meet at the ridge, so that both stand upright when it is folded there.
    assert stamps[0].y + 25_000 == stamps[1].y
    folds = sorted({mark.points[0][1] for mark in net.marks if isinstance(mark, Path) and mark.dashes})
    assert folds == [plan.flap, plan.flap + 25_000, plan.flap + 50_000]
    assert net.height == plan.height == plan.flap + 2 * 25_000 + plan.base
    # It stands: the base is broad enough, and the two faces are longer than it.
    assert plan.base * 2 >= 25_000
    assert plan.flap >= 5_000


def test_tents_are_printed_on_one_side_with_their_use_explained(incertitude: Rules) -> None:
    wanted = Settings(sheet=SheetOptions(), tent=True)
    groups = marker_groups(range(1, 9), livery("B", "#4a5a3a", wanted), voice("en"), wanted)
    document = sheet(groups, IMPRINT, voice("en"), wanted)
    (part,) = document.parts
    assert isinstance(part, Cut)
    assert "fold along the dashed lines" in part.hints[0]
    data = printed(document).data
    (page,) = sheets(data)
    assert len(page.pieces) == 16
    upper = [turned for _, _, turned in page.forms]
    assert upper.count(True) == 8


# Tokens.


def test_tokens_are_of_sensible_number_and_fill_what_is_left_of_the_sheet(incertitude: Rules, flames: Rules) -> None:
    needed, more = token_kinds(7, incertitude)
    assert needed.count("spotted") == needed.count("pinned") == 2
    assert more.count("spotted") == 5
    needed, _ = token_kinds(7, flames)
    assert needed.count("fired") == 7
    wanted = Settings(sheet=SheetOptions())
    needed, more = token_kinds(30, incertitude)
    groups = marker_groups(range(1, 35), livery("B", "#4a5a3a", wanted), voice("en"), wanted, needed, more)
    front_page, back_page = sheets(printed(sheet(groups, IMPRINT, voice("en"), wanted)).data)
    assert len(front_page.pieces) == len(back_page.pieces) == 70


def test_fillers_never_take_another_sheet() -> None:
    wanted = Settings(sheet=SheetOptions())
    groups = marker_groups(range(1, 71), livery("B", "#4a5a3a", wanted), voice("en"), wanted, (), ["spotted"] * 50)
    assert len(sheets(printed(sheet(groups, IMPRINT, voice("en"), wanted)).data)) == 2
