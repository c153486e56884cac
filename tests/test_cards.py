"""The spotting and night cards: the plots on their pages, and the cards to cut out, measured in the finished file."""

import json
import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from fractions import Fraction
from io import BytesIO
from itertools import pairwise
from pathlib import Path
from typing import Any

import pikepdf
import pypdfium2
import pytest
from conftest import ROOT, Run
from test_pdf import MM, on_one_line, operators, seen, text_of

from playaid.adoption import load_rules
from playaid.documents import Settings, log, night, spotting
from playaid.documents.cards import CARDS
from playaid.documents.night import bogging_rows
from playaid.documents.spotting import automatic_rows, band_rows, night_rows
from playaid.engine import bands, chance_to_see
from playaid.fields import LANGUAGES
from playaid.imposition import PAPERS, DoesNotFit, SheetOptions
from playaid.lengths import Length
from playaid.pages import Beside, Block, Drawing, Paragraph, Picture, Table, Together, Words
from playaid.pages import Path as Line
from playaid.pdf import Rendered, render
from playaid.plots import FOOT, HEAD, LEFT, LINES, RIGHT, Axes, Curve, Step, even_ticks, plot
from playaid.prose import voice
from playaid.rules import Rules
from playaid.scenario import load_scenario
from playaid.views import Imprint

SIZES = {"a6": (105.0, 148.0), "poker": (63.0, 88.0), "half-letter": (139.7, 215.9)}
KINDS: dict[str, Callable[..., Any]] = {"spotting": spotting.card, "night": night.card}


@pytest.fixture(scope="session")
def club() -> Rules:
    """Six cover classes, both rulesets, and the night caps spotting."""
    return load_rules(load_scenario(ROOT / "scenarios" / "club-vallon" / "scenario.yaml"))


def printed(kind: str, rules: Rules, language: str = "en", card: str | None = None, **options: Any) -> Rendered:
    sheet = SheetOptions(**options)
    imprint = Imprint(title=None, revision="", language=language, rules=rules)
    return render(KINDS[kind](imprint, voice(language), Settings(sheet=sheet, card=card)), sheet)


def text(rendered: Rendered) -> str:
    return on_one_line(" ".join(text_of(rendered.data)))


# Plots.


def stairs(picture: Picture) -> list[Line]:
    return [mark for mark in picture.marks if isinstance(mark, Line) and len(mark.points) > 2]


def test_a_step_stands_at_its_distance_and_chance() -> None:
    steps = (
        Step(end=50_000, chance=Fraction(1)),
        Step(end=80_000, chance=Fraction(1, 4)),
        Step(end=None, chance=Fraction(0)),
    )
    chances = ("0", "", "", "", "1")
    picture = plot([Curve(name="a", steps=steps)], Axes(reach=100_000, below=(), chances=chances), 113_000, 59_300)
    room, high = 113_000 - RIGHT - LEFT, 59_300 - HEAD - FOOT
    (curve,) = stairs(picture)
    assert curve.points == (
        (LEFT, FOOT + high),
        (LEFT + room // 2, FOOT + high),
        (LEFT + room // 2, FOOT + high // 4),
        (LEFT + room * 4 // 5, FOOT + high // 4),
        (LEFT + room * 4 // 5, FOOT),
    )


def test_curves_tell_themselves_apart_without_colour() -> None:
    assert len({(line, width, dashes) for line, width, dashes in LINES}) == len(LINES)
    for line, _, _ in LINES:
        assert line[1:3] == line[3:5] == line[5:7]


def test_curves_that_are_alike_are_one_with_both_names() -> None:
    steps = (Step(end=50_000, chance=Fraction(1)), Step(end=None, chance=Fraction(0)))
    other = (Step(end=40_000, chance=Fraction(1)), Step(end=None, chance=Fraction(0)))
    curves = [Curve(name="a", steps=steps), Curve(name="b", steps=steps), Curve(name="c", steps=other)]
    picture = plot(curves, Axes(reach=60_000, below=(), chances=("",) * 5), 100_000, 30_000)
    assert len(stairs(picture)) == 2
    assert {"a, b", "c"} <= {mark.text for mark in picture.marks if isinstance(mark, Words)}


@pytest.mark.parametrize(("reach", "unit", "most"), [(2_050_000, 10_000, 12), (600, 25_400, 6), (2_500_000, 25_400, 6)])
def test_ticks_are_even_and_reach_far_enough(reach: int, unit: int, most: int) -> None:
    ticks = even_ticks(reach, unit, most)
    assert ticks[0] == 0
    assert ticks[-2] < reach <= ticks[-1]
    assert len(ticks) <= most + 1
    assert {b - a for a, b in pairwise(ticks)} == {ticks[1]}
    assert ticks[1] % unit == 0


def test_the_plot_of_the_card_is_what_the_engine_says(incertitude: Rules) -> None:
    picture = spotting.chances(incertitude, voice("en"), Length(190_000))
    curves = stairs(picture)
    assert len(curves) == len(incertitude.tables.cover)
    longest = max(curves, key=lambda curve: max(x for x, _ in curve.points))
    ends = [band.end for band in bands(incertitude, "clear") if band.chance and band.end is not None]
    # From the first needed roll on every band has its own riser.
    risers = [x for (x, y), (x2, y2) in zip(longest.points, longest.points[1:], strict=False) if x == x2 and y != y2]
    scale = (risers[-1] - LEFT) / ends[-1]
    drops = [band.end for band in bands(incertitude, "clear") if band.needs and band.end is not None]
    for x, end in zip(risers, drops, strict=True):
        assert x - LEFT == pytest.approx(end * scale, abs=2)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_the_page_of_three_classes_is_one_page_with_its_plot(
    incertitude: Rules, flames: Rules, language: str, paper: str
) -> None:
    for kind, rules in (("spotting", incertitude), ("night", flames)):
        made = printed(kind, rules, language, paper=PAPERS[paper])
        assert (made.pages, made.warnings) == (1, ())
        assert voice(language).words[f"{kind}.plot"] in text(made)
        (page,) = seen(made.data)
        assert len(page.forms) == 1


@pytest.mark.parametrize("language", LANGUAGES)
def test_six_classes_and_a_capped_night_take_one_page(club: Rules, language: str) -> None:
    made = printed("spotting", club, language)
    assert (made.pages, made.warnings) == (1, ())


def spoken_words(blocks: Iterable[Block]) -> Iterator[str]:
    """Give the words of blocks, as they are before any line is broken."""
    for block in blocks:
        if isinstance(block, Paragraph):
            yield from "".join(span.text for span in block.spans).split()
        elif isinstance(block, Table):
            for row in (*block.head, *block.rows):
                for cell in row:
                    yield from spoken_words(cell.blocks)
        elif isinstance(block, Beside):
            for column in block.columns:
                yield from spoken_words(column)
        elif isinstance(block, Together):
            yield from spoken_words(block.blocks)
        elif isinstance(block, Drawing):
            yield from (one for mark in block.picture.marks if isinstance(mark, Words) for one in mark.text.split())


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("card", [None, *CARDS])
@pytest.mark.parametrize("kind", KINDS)
def test_no_word_is_broken_between_two_lines(kind: str, card: str | None, language: str, club: Rules) -> None:
    # On A5 a small card stands upright: the words of a lying one are read without spaces.
    sheet = SheetOptions(paper=PAPERS["a5" if card == "a6" else "a4"])
    imprint = Imprint(title=None, revision="", language=language, rules=club)
    made = KINDS[kind](imprint, voice(language), Settings(sheet=sheet, card=card), *(["in"] * (kind == "spotting")))
    strip, flip = made.furniture, made.flip_notes["none"]
    known = [*spoken_words(block for part in made.parts for block in part.blocks), flip, strip.page, *strip.bars]
    known += [*strip.first, *strip.second, *(getattr(part, "foot", "") for part in made.parts)]
    # The strip of a small sheet may end in an ellipsis.
    whole = re.compile(r"[^\W\d_]{2,}(?![^\W\d_]|…)")
    assert set(whole.findall(text(render(made, sheet)))) <= set(whole.findall(" ".join(known)))


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_blank_log_keeps_its_words_whole_and_its_boxes_in_a_row_on_a5(incertitude: Rules, language: str) -> None:
    sheet = SheetOptions(paper=PAPERS["a5"])
    imprint = Imprint(title=None, revision="", language=language, rules=incertitude)
    made = render(log.form(imprint, voice(language), Settings(sheet=sheet)), sheet)
    assert made.warnings == ()
    with pikepdf.open(BytesIO(made.data)) as pdf:
        drawn = [tuple(map(float, o)) for o, name in operators(pdf.pages[0]) if name == "re"]
    boxes = [(y, width) for _, y, width, height in drawn if width == pytest.approx(height, abs=0.01)]
    levels = Counter(round(y, 2) for y, _ in boxes)
    assert boxes
    assert set(levels.values()) == {4}
    assert min(width for _, width in boxes) >= 3 * MM - 0.01


@pytest.mark.parametrize("paper", ["a4", "a5", "a6"])
def test_plots_keep_their_words_whole_on_any_paper(club: Rules, paper: str) -> None:
    for kind in KINDS:
        for language in LANGUAGES:
            warnings = printed(kind, club, language, paper=PAPERS[paper]).warnings
            assert [problem for problem in warnings if problem.owner != "strip"] == []


def test_the_night_plot_names_both_units_and_every_chance(flames: Rules) -> None:
    picture = night.chances(flames, voice("en"), Length(190_000))
    words = [mark.text for mark in picture.marks if isinstance(mark, Words)]
    for row in flames.dark.visibility:
        assert voice("en").length(row.inches, "in") in words
        assert voice("en").length(row.cm, "cm") in words
        assert voice("en").percent(chance_to_see(flames, row)) in words


# Cards.


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("card", CARDS)
@pytest.mark.parametrize("kind", KINDS)
def test_cards_have_their_size_and_lie_inside_the_margin(
    kind: str, card: str, language: str, incertitude: Rules, flames: Rules, club: Rules
) -> None:
    wide, high = SIZES[card]
    for rules in (incertitude if kind == "spotting" else flames, club):
        made = printed(kind, rules, language, card=card)
        assert made.warnings == ()
        for page in seen(made.data):
            assert page.forms
            for name, matrix in page.forms:
                width, height = (side / MM for side in page.sizes[name])
                assert sorted((width, height)) == pytest.approx([wide, high], abs=0.01)
                left, bottom = matrix[4] / MM, matrix[5] / MM
                assert left >= 8 - 0.01
                assert bottom >= 14 - 0.01
                assert left + width <= 202 + 0.01
                assert bottom + height <= 289 + 0.01


@pytest.mark.parametrize(
    ("card", "paper", "up"), [("poker", "a4", 7), ("a6", "a4", 2), ("poker", "letter", 6), ("a6", "a3", 3)]
)
def test_as_many_cards_as_fit_share_a_sheet(card: str, paper: str, up: int, incertitude: Rules) -> None:
    page, *_ = seen(printed("spotting", incertitude, card=card, paper=PAPERS[paper]).data)
    assert len(page.forms) == up


def test_every_corner_of_a_card_has_its_crop_marks(incertitude: Rules) -> None:
    page, _ = seen(printed("spotting", incertitude, card="poker", paper=PAPERS["letter"]).data)
    ends = [end for line in page.lines for end in (line[:2], line[2:])]
    for name, matrix in page.forms:
        for x in (matrix[4], matrix[4] + page.sizes[name][0]):
            for y in (matrix[5], matrix[5] + page.sizes[name][1]):
                assert any(abs(a - x) < 0.06 and 0 < abs(b - y) < 10 for a, b in ends), (x, y)
                assert any(abs(b - y) < 0.06 and 0 < abs(a - x) < 10 for a, b in ends), (x, y)


@pytest.mark.parametrize("card", CARDS)
@pytest.mark.parametrize("kind", KINDS)
def test_no_letter_on_a_card_is_smaller_than_six_points(kind: str, card: str, club: Rules) -> None:
    with pikepdf.open(BytesIO(printed(kind, club, "ru", card=card).data)) as pdf:
        for page in pdf.pages:
            for form in page.resources["/XObject"].values():
                sizes = [float(operands[1]) for operands, operator in operators(form) if operator == "Tf"]
                assert sizes
                assert min(sizes) >= 6


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("card", CARDS)
def test_spotting_cards_say_what_the_page_says(card: str, language: str, incertitude: Rules, club: Rules) -> None:
    spoken = voice(language)
    for rules in (incertitude, club):
        said = text(printed("spotting", rules, language, card=card))
        for row in band_rows(rules, spoken, "cm"):
            assert on_one_line(str(row["chance"])) in said
            for cell in row["cells"]:  # type: ignore[attr-defined]
                assert cell["distance"] in said
                assert cell["factor"] in said
        for limits in automatic_rows(rules, spoken, "cm"):
            assert all(on_one_line(part) in said for part in limits.values())
        for capped in night_rows(rules, spoken, "cm"):
            assert all(on_one_line(part) in said for part in capped["cells"])  # type: ignore[attr-defined]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("card", CARDS)
def test_night_cards_say_what_the_page_says(card: str, language: str, flames: Rules) -> None:
    spoken = voice(language)
    said = text(printed("night", flames, language, card=card))
    for row in flames.dark.visibility:
        assert spoken.length(row.inches, "in") in said
        assert on_one_line(spoken.length(row.cm, "cm")) in said
        assert on_one_line(spoken.percent(chance_to_see(flames, row))) in said
    for check in bogging_rows(flames, spoken):
        assert on_one_line(check["night"]) in said


def test_each_card_names_the_rules_and_its_number(incertitude: Rules) -> None:
    said = text(printed("spotting", incertitude, card="poker"))
    assert all(f"8.A–8.H) · {number}/7" in said for number in range(1, 8))


def test_a_card_lying_on_the_sheet_shows_what_an_upright_one_shows(incertitude: Rules) -> None:
    lying, upright = (printed("spotting", incertitude, card="a6", paper=PAPERS[paper]) for paper in ("a4", "a5"))
    assert seen(lying.data)[0].sizes["/FormXob.c1"] != seen(upright.data)[0].sizes["/FormXob.c1"]
    pictures = []
    for made, turned in ((lying, 3), (upright, 0)):
        page = seen(made.data)[0]
        name, matrix = page.forms[0]
        width, height = page.sizes[name]
        crop = (matrix[4], matrix[5], page.width - matrix[4] - width, page.height - matrix[5] - height)
        with pypdfium2.PdfDocument(made.data) as pdf:
            image = pdf[0].render(scale=2, crop=crop).to_pil().convert("L").rotate(90 * turned, expand=True)
        pictures.append(image.resize((200, 282)))
    one, other = (picture.tobytes() for picture in pictures)
    assert sum(abs(a - b) for a, b in zip(one, other, strict=True)) / len(one) < 4


def test_a_card_larger_than_the_paper_is_refused_with_needed_and_available(incertitude: Rules) -> None:
    with pytest.raises(DoesNotFit) as caught:
        printed("spotting", incertitude, card="half-letter", paper=PAPERS["a6"])
    assert (caught.value.needed, caught.value.available) == (139_700, 89_000)


def test_the_same_cards_every_time(club: Rules) -> None:
    assert printed("spotting", club, "fr", card="a6").data == printed("spotting", club, "fr", card="a6").data


def test_build_and_aid_take_the_size_of_card(tmp_path: Path, run: Run) -> None:
    done = run("build", ROOT / "scenarios" / "la-ferme", "--for", "public", "--card", "poker", "-o", tmp_path / "out")
    assert done.returncode == 0, done.stderr
    folder = tmp_path / "out" / "la-ferme" / "public"
    listed = {d["kind"]: d for d in json.loads((folder / "manifest.json").read_text(encoding="utf-8"))["documents"]}
    assert listed["spotting"]["pages"] == 1
    page, *_ = seen((folder / "spotting.pdf").read_bytes())
    assert {round(page.sizes[name][0] / MM, 2) for name, _ in page.forms} == {63.0}
    assert run("aid", "night", "--card", "a6", "-o", tmp_path / "n.pdf").returncode == 0
    assert run("aid", "night", "--card", "a7", "-o", tmp_path / "m.pdf").returncode == 2
