"""Measuring sticks and range arcs, read back from the finished file: every length is true to its own unit."""

from dataclasses import dataclass, field
from io import BytesIO
from itertools import pairwise
from math import dist, hypot, pi
from pathlib import Path
from typing import Any

import pikepdf
import pytest
from conftest import Run
from test_pdf import MM, operators, seen, text_of

from playaid.documents import Settings, ruler
from playaid.documents.sticks import ACROSS, Reach, Stick, pieces_of
from playaid.engine import automatic, bands
from playaid.fields import LANGUAGES
from playaid.imposition import PAPERS, DoesNotFit, SheetOptions, parse_paper
from playaid.lengths import Length
from playaid.pdf import Rendered, render
from playaid.prose import voice
from playaid.rules import Rules
from playaid.ruleset import built_in, load_named
from playaid.views import Imprint

NEAR = 0.05
"""What a length may be off, in mm."""

WIDE = ACROSS / 1000
Dot = tuple[float, float]


@pytest.fixture(scope="session")
def both() -> Rules:
    return Rules(concealment=built_in("incertitude"), night=built_in("flames-of-war-night"))


def printed(rules: Rules, language: str = "en", **options: Any) -> Rendered:
    sheet = SheetOptions(**options)
    imprint = Imprint(title=None, revision="", language=language, rules=rules)
    return render(ruler.sheet(imprint, voice(language), Settings(sheet=sheet)), sheet)


@dataclass
class Shape:
    """What is drawn in one form, in mm: its size, its lines with their width, its outlines."""

    width: float
    height: float
    lines: list[tuple[Dot, Dot, float]] = field(default_factory=list)
    paths: list[list[Dot]] = field(default_factory=list)

    def across(self, width: float) -> list[tuple[float, float]]:
        """Give the lines of a width that cross a standing stick: their height at the left and at the right edge."""
        found = []
        for one, other, thick in self.lines:
            (x1, y1), (x2, y2) = sorted((one, other))
            if abs(thick - width) < 0.001 and x2 - x1 > 0.5:
                found.append((y1 if x1 < 0.01 else -1.0, y2 if x2 > self.width - 0.01 else -1.0))
        return found

    @property
    def joint(self) -> float | None:
        """Give the height of the line that the next piece is laid on."""
        lines = [(y1, y2) for y1, y2 in self.across(0.25) if y1 == pytest.approx(y2)]
        return lines[0][0] if lines else None


def shapes(rendered: Rendered) -> list[Shape]:
    """Give the forms in the order in which they stand on the pages."""
    found = []
    with pikepdf.open(BytesIO(rendered.data)) as pdf:
        for page, here in zip(pdf.pages, seen(rendered.data), strict=True):
            for name, _ in here.forms:
                found.append(shape(page.resources["/XObject"][name]))
    return found


def shape(form: Any) -> Shape:
    width, height = float(form.BBox[2]) / MM, float(form.BBox[3]) / MM
    this, thick, path = Shape(width, height), 0.0, list[Dot]()
    for operands, operator in operators(form):
        if operator == "w":
            thick = float(operands[0]) / MM
        elif operator == "m":
            path = [(float(operands[0]) / MM, float(operands[1]) / MM)]
        elif operator == "l":
            path.append((float(operands[0]) / MM, float(operands[1]) / MM))
        elif operator in ("S", "s", "B", "b", "f", "f*", "b*", "B*", "n") and path:
            this.paths.append(path)
            if operator == "S":
                this.lines += [(one, other, thick) for one, other in pairwise(path)]
            path = []
    return this


def sticks(rendered: Rendered) -> list[list[Shape]]:
    """Give the pieces of each stick."""
    found: list[list[Shape]] = [[]]
    for one in shapes(rendered):
        if one.width != pytest.approx(WIDE, abs=0.001):
            continue
        found[-1].append(one)
        if one.joint is None:
            found.append([])
    return [pieces for pieces in found if pieces]


def measured(pieces: list[Shape], edge: int) -> list[float]:
    """Give where the marks of a joined stick meet an edge, 0 for its upper (left) one, in mm from nought."""
    start, found = 0.0, []
    for piece in pieces:
        found += [start + ends[edge] for ends in piece.across(0.35) if ends[edge] >= 0]
        start += piece.joint or 0.0
    return sorted(found)


def whole(length: float, unit: float, near: float = NEAR) -> bool:
    """Tell whether a length is a multiple of a unit."""
    return abs(length - round(length / unit) * unit) <= near


def one_by_one(found: list[float], right: list[float]) -> None:
    assert len(found) == len(right)
    for one, other in zip(found, right, strict=True):
        assert one == pytest.approx(other, abs=NEAR)


@pytest.mark.parametrize("paper", ["a4", "letter", "a3", "a5"])
def test_the_bands_of_each_cover_class_are_where_the_rules_have_them(both: Rules, paper: str) -> None:
    for pieces, cover in zip(sticks(printed(both, paper=PAPERS[paper])), both.tables.cover, strict=False):
        ends = [band.end / 1000 for band in bands(both, cover) if band.end is not None]
        one_by_one(measured(pieces, 0)[: len(ends)], ends)


def test_the_automatic_distances_are_10_20_and_40_cm(both: Rules) -> None:
    found = measured(sticks(printed(both))[3], 0)
    one_by_one(found[:3], [100, 200, 400])


@pytest.mark.parametrize("paper", ["a4", "letter", "a6"])
def test_night_distances_are_true_inches_on_one_edge_and_true_centimetres_on_the_other(both: Rules, paper: str) -> None:
    pieces = sticks(printed(both, paper=PAPERS[paper]))[4]
    one_by_one(measured(pieces, 0)[:6], [inches * 25.4 for inches in (4, 8, 12, 16, 20, 24)])
    one_by_one([at for at in measured(pieces, 1) if at < 609], [100, 200, 300, 400, 500, 600])


def test_the_scale_along_an_edge_is_true(both: Rules) -> None:
    start = 0.0
    for piece in sticks(printed(both))[0]:
        for (x1, y1), (x2, y2), thick in piece.lines:
            if abs(thick - 0.18) < 0.001 and min(x1, x2) < 0.01:
                assert y1 == pytest.approx(y2, abs=0.001)
                assert whole(start + y1, 10)
        start += piece.joint or 0.0
    assert start > 1_700


def test_a_joint_is_at_a_whole_centimetre_and_has_a_tab_behind_it(both: Rules) -> None:
    for pieces in sticks(printed(both))[:5]:
        for piece in pieces[:-1]:
            assert piece.joint is not None
            assert whole(piece.joint, 10)
            assert piece.height - piece.joint >= 10 - 0.001
        assert len({round(piece.joint, 3) for piece in pieces[:-1] if piece.joint}) == min(1, len(pieces) - 1)


def circle(path: list[Dot]) -> tuple[Dot, float]:
    """Give the centre and the radius of the circle through the ends and the middle of a chain."""
    (ax, ay), (bx, by), (cx, cy) = path[0], path[len(path) // 2], path[-1]
    d = 2 * (ax * (by - cy) + bx * (cy - ay) + cx * (ay - by))
    x = ((ax**2 + ay**2) * (by - cy) + (bx**2 + by**2) * (cy - ay) + (cx**2 + cy**2) * (ay - by)) / d
    y = ((ax**2 + ay**2) * (cx - bx) + (bx**2 + by**2) * (ax - cx) + (cx**2 + cy**2) * (bx - ax)) / d
    return (x, y), hypot(ax - x, ay - y)


def outlines(rendered: Rendered) -> list[list[Dot]]:
    """Give the outlines of the arcs: the longest chain of each form that is no stick."""
    return [max(one.paths, key=len) for one in shapes(rendered) if one.width != pytest.approx(WIDE, abs=0.001)]


def test_a_quarter_circle_has_the_radius_of_its_distance(both: Rules) -> None:
    corner, *rim = outlines(printed(both))[0]
    assert corner == (0, 0)
    for dot in rim:
        assert dist(corner, dot) == pytest.approx(100, abs=NEAR)


@pytest.mark.parametrize("paper", ["a4", "letter", "a6"])
def test_the_sectors_of_a_ring_have_its_radius_and_make_a_quarter(both: Rules, paper: str) -> None:
    rims: dict[int, float] = {}
    for outline in outlines(printed(both, paper=PAPERS[paper])):
        if outline[0] == (0, 0):
            continue
        rim, inner = outline[: len(outline) // 2], outline[len(outline) // 2 :]
        (centre, radius), (same, small) = circle(rim), circle(inner)
        assert centre == pytest.approx(same, abs=0.2)
        assert radius == pytest.approx(round(radius / 100) * 100, abs=NEAR)
        assert radius - small == pytest.approx(22, abs=0.1)
        for dot in rim:
            assert dist(centre, dot) == pytest.approx(radius, abs=NEAR)
        limit = round(radius)
        rims[limit] = rims.get(limit, 0) + sum(dist(one, other) for one, other in pairwise(rim))
    for limit, rim_length in rims.items():
        assert whole(rim_length - limit * pi / 2, 10, 0.1)
    assert set(rims) == ({100, 200, 400} if paper == "a6" else {200, 400})


def test_handle_and_ring_together_reach_the_distance(both: Rules) -> None:
    handles = sticks(printed(both))[5:]
    # A handle ends in a tab, so all of its pieces have a joint and both handles are read as one stick.
    ends = [piece.joint for pieces in handles for piece in pieces]
    one_by_one([end for end in ends if end is not None], [178, 190, 188])


def test_a_place_is_drawn_on_one_piece_only(both: Rules) -> None:
    wide = Stick(name="a", edition="b", length=500_000, upper="cm")
    (group,) = pieces_of([wide], 10_000, Reach(110_000, 100_000, upright=False), voice("en"))
    assert [(piece.front.width, piece.front.height) for piece in group.pieces] == [(110_000, ACROSS)] * 5


def test_paper_too_small_for_a_piece_is_refused_with_needed_and_available() -> None:
    stick = Stick(name="a", edition="b", length=500_000, upper="cm")
    with pytest.raises(DoesNotFit) as caught:
        list(pieces_of([stick], 10_000, Reach(55_000, 50_000, upright=True), voice("en")))
    assert (caught.value.needed, caught.value.available) == (60_000, 55_000)


def test_what_does_not_fit_is_said_and_no_file_is_left(tmp_path: Path, run: Run) -> None:
    target = tmp_path / "ruler.pdf"
    done = run("aid", "ruler", "--columns", "12", "-o", target)
    assert done.returncode == 1
    assert "12 columns: needs 238 mm, available are 194 mm" in done.stderr
    assert not target.exists()


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("paper", ["a4", "letter", "297x210mm"])
def test_nothing_is_shortened_and_all_stays_inside_the_margin(both: Rules, language: str, paper: str) -> None:
    made = printed(both, language, paper=parse_paper(paper))
    assert made.warnings == ()
    for page in seen(made.data):
        for name, matrix in page.forms:
            width, height = page.sizes[name]
            assert matrix[4] >= 8 * MM - 0.01
            assert matrix[5] >= 14 * MM - 0.01
            assert matrix[4] + width <= page.width - 8 * MM + 0.01
            assert matrix[5] + height <= page.height - 8 * MM + 0.01


def test_every_page_names_rules_and_how_to_join(both: Rules) -> None:
    for text in text_of(printed(both, "fr").data):
        assert "sections 8.A–8.H" in text
        assert "combat de nuit" in text
        assert "languette" in text
        assert "rectos seulement" in text


def test_one_ruleset_gives_its_own_sticks_only(flames: Rules, incertitude: Rules) -> None:
    assert len(sticks(printed(flames))) == 1
    assert not outlines(printed(flames))
    assert len(sticks(printed(incertitude))) == 5


def test_a_club_s_classes_and_units_are_its_own(tmp_path: Path) -> None:
    file = tmp_path / "inches.yaml"
    file.write_text(
        "playaid: 1\nextends: incertitude\nid: inches\nname: {en: I, fr: I, ru: I}\nedition: Club\nunits: in\n"
        "concealment:\n  step: 4 in\n  close: 4 in\n  cover:\n"
        "    light: {automatic: {acting: 16 in, idle: 8 in}}\n",
        encoding="utf-8",
    )
    rules = Rules.of(load_named(str(file)))
    made = printed(rules)
    for pieces, cover in zip(sticks(made), rules.tables.cover, strict=False):
        ends = [band.end / 1000 for band in bands(rules, cover) if band.end is not None]
        one_by_one(measured(pieces, 0)[: len(ends)], ends)
        assert all(piece.joint is None or whole(piece.joint, 25.4) for piece in pieces)
    assert automatic(rules, Length(0), "light", acted=True).limit == 406_400


def test_the_same_file_every_time(both: Rules) -> None:
    assert printed(both, "ru").data == printed(both, "ru").data


def test_the_command_prints_both_rulesets_by_default(tmp_path: Path, run: Run) -> None:
    done = run("aid", "ruler", "--language", "ru", "-o", tmp_path / "r.pdf")
    assert done.returncode == 0, done.stderr
    text = "".join(text_of((tmp_path / "r.pdf").read_bytes()))
    assert "плотное укрытие" in text
    assert "Таблица Видимости Ночью" in text
