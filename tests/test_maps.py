"""Maps, briefings and packs as their readers hold them: measured, read and counted in the reopened PDF."""

import re
from itertools import pairwise
from math import hypot
from pathlib import Path
from typing import Any

import pikepdf
import pypdfium2
import pytest
from conftest import EXAMPLES, Run, change

from playaid.audiences import public_view, umpire_view
from playaid.chart import Chart, Scene, Shown
from playaid.documents import Settings, compose
from playaid.game import read_game
from playaid.hatching import clip, dashed, fringe, hatch, scatter
from playaid.labels import Labels
from playaid.pages import Path as Drawn
from playaid.pages import Strokes, Words
from playaid.papers import SheetOptions
from playaid.pdf import render
from playaid.prose import voice
from playaid.views import OwnSide

POINT = 72 / 25.4


def texts_of(file: Path) -> list[str]:
    return [page.get_textpage().get_text_range() for page in pypdfium2.PdfDocument(file)]


def chains(file: Path, page: int = 0) -> list[list[tuple[float, float]]]:
    """Give the chains of straight lines on a page, those within its pictures too, in mm from the lower left corner."""
    found: list[list[tuple[float, float]]] = []
    with pikepdf.open(file) as document:
        leaf = document.pages[page]
        forms: Any = leaf.Resources.get("/XObject", {})
        at = (0.0, 0.0)
        stream: Any = pikepdf.parse_content_stream(leaf)
        for operands, operator in stream:
            if str(operator) == "cm":
                at = (float(operands[4]), float(operands[5]))
            elif str(operator) == "Do" and str(operands[0]) in forms:
                found += _chains(pikepdf.parse_content_stream(forms[str(operands[0])]), at)
    return found


def _chains(stream: Any, at: tuple[float, float]) -> list[list[tuple[float, float]]]:
    found: list[list[tuple[float, float]]] = []
    for operands, operator in stream:
        if str(operator) in ("m", "l"):
            point = ((float(operands[0]) + at[0]) / POINT, (float(operands[1]) + at[1]) / POINT)
            if str(operator) == "m":
                found.append([])
            found[-1].append(point)
    return found


def box(chain: list[tuple[float, float]]) -> tuple[float, float, float, float]:
    xs, ys = [x for x, _ in chain], [y for _, y in chain]
    return min(xs), min(ys), max(xs) - min(xs), max(ys) - min(ys)


def is_box(chain: list[tuple[float, float]], left: float, bottom: float, width: float, height: float) -> bool:
    found = box(chain)
    return len(chain) == 4 and all(
        abs(a - b) < 0.005 for a, b in zip(found, (left, bottom, width, height), strict=True)
    )


@pytest.mark.parametrize(("paper", "language"), [("a4", "en"), ("letter", "fr"), ("a3", "ru"), ("a5", "en")])
def test_a_piece_measures_what_the_printed_scale_says(
    paper: str, language: str, farm: Path, tmp_path: Path, run: Run
) -> None:
    change(
        farm / "scenario.yaml",
        "{polygon: [[20, 70], [55, 72], [60, 100], [18, 98]]}",
        "{rectangle: {at: [20, 70], size: [60, 40]}}",
    )
    change(farm / "scenario.yaml", "[80, 80], [120, 80]", "[85, 80], [120, 80]")
    done = run(
        "build",
        farm,
        "-o",
        tmp_path / "out",
        "--for",
        "public",
        "--only",
        "map",
        "--paper",
        paper,
        "--language",
        language,
    )
    assert done.returncode == 0, done.stderr
    file = tmp_path / "out" / "la-ferme" / "public" / "map.pdf"
    said = re.search(r"1:(\d+)", texts_of(file)[0])
    assert said is not None
    ratio = int(said[1])
    drawn = chains(file)
    tables = [chain for chain in drawn if len(chain) == 4 and abs(box(chain)[2] - 1_800 / ratio) < 0.005]
    table = next(box(chain) for chain in tables if abs(box(chain)[3] - 1_200 / ratio) < 0.005)
    piece = (table[0] + 200 / ratio, table[1] + 700 / ratio, 600 / ratio, 400 / ratio)
    assert any(is_box(chain, *piece) for chain in drawn)
    row = next(line for line in texts_of(file)[-1].splitlines() + texts_of(file)[0].splitlines() if "60 × 40" in line)
    assert re.search(r"\b20\b.*\b70\b", row)


def test_sheets_at_half_size_overlap_and_measure_true(farm: Path, tmp_path: Path, run: Run) -> None:
    done = run("build", farm, "-o", tmp_path / "out", "--for", "public", "--only", "map", "--map-scale", "1:2")
    assert done.returncode == 0, done.stderr
    file = tmp_path / "out" / "la-ferme" / "public" / "map.pdf"
    named = [page for page, text in enumerate(texts_of(file)) if re.search(r"Feuille [A-Z]\d", text)]
    assert len(named) > 1
    # The circle of 18 cm is 9 cm wide on its sheet.
    rounds = [box(chain) for page in named for chain in chains(file, page) if len(chain) == 64]
    assert any(abs(width - 90) < 0.01 and abs(height - 90) < 0.01 for _, _, width, height in rounds)


def test_sheets_show_where_known_reinforcements_enter_and_tell_the_umpires_secrets_to_nobody(
    farm: Path, tmp_path: Path, run: Run
) -> None:
    change(
        farm / "american.orders.yaml",
        "markers:\n",
        "units: [{id: x, name: X, type: team, move: 10, arrives: {turn: 7, edge: south, from: 40, to: 50}}]\n"
        "reserve: [x]\nmarkers:\n",
    )
    assert run("build", farm, "-o", tmp_path / "out", "--only", "map", "--map-scale", "1:2").returncode == 0
    for audience in ("public", "german", "american", "umpire"):
        file = tmp_path / "out" / "la-ferme" / audience / "map.pdf"
        sheets = {page: text for page, text in enumerate(texts_of(file)) if re.search(r"Feuille [A-Z]\d", text)}
        assert [text for text in sheets.values() if "B, tour 3" in text]
        assert not [text for text in sheets.values() if "tour 7" in text or re.search(r"\b[BA] [1-7]\b", text)]


def test_no_two_kinds_of_terrain_are_drawn_alike() -> None:
    for scenario in EXAMPLES:
        game = read_game(scenario / "scenario.yaml", set())
        public = public_view(game.scenario.value, game.rules)
        grounds = Chart(public=public, look=voice("en").look, scene=Scene(), ratio=10).grounds
        assert len({(ground.fill, ground.pattern) for ground in grounds.values()}) == len(grounds) > 2


def test_labels_hide_no_small_piece_as_long_as_there_is_room() -> None:
    hut, wood = (50_000, 50_000, 56_000, 55_000), (80_000, 30_000, 140_000, 90_000)
    labels = Labels((0, 0, 200_000, 100_000), pieces=(hut, wood))
    boxes = []
    for x, y, led in ((53_000, 52_000, True), (54_000, 53_000, True), (110_000, 60_000, False)):
        spot = labels.place(x, y, 7_000, 4_200)
        assert spot.led is led
        boxes.append((spot.x - 3_500, spot.y - 2_100, spot.x + 3_500, spot.y + 2_100))

    def common(a: tuple[int, ...], b: tuple[int, ...]) -> int:
        return max(0, min(a[2], b[2]) - max(a[0], b[0])) * max(0, min(a[3], b[3]) - max(a[1], b[1]))

    assert sum(common(one, hut) for one in boxes) <= 0.45 * 30_000_000
    # Where the table is full, a label goes near its place all the same.
    full = Labels((0, 0, 20_000, 20_000), pieces=((0, 0, 10_000, 20_000), (10_000, 0, 20_000, 20_000)) * 9)
    for _ in range(4):
        full.place(10_000, 10_000, 9_000, 9_000)
    assert len(full.taken) == 4


def test_the_maps_of_sides_and_public_show_no_more_than_their_own(farm: Path, tmp_path: Path, run: Run) -> None:
    assert run("build", farm, "-o", tmp_path / "out", "--only", "map").returncode == 0
    read = {
        a: "\n".join(texts_of(tmp_path / "out" / "la-ferme" / a / "map.pdf"))
        for a in ("public", "german", "american", "umpire")
    }
    german, american = re.compile(r"\bB [1-7]\b"), re.compile(r"\bA [12]\b")
    assert not german.search(read["public"])
    assert not american.search(read["public"])
    assert set(german.findall(read["german"])) == {"B 1", "B 2", "B 3", "B 4", "B 5", "B 7"}
    assert not american.search(read["german"])
    assert not german.search(read["american"])
    assert set(german.findall(read["umpire"])) >= {"B 7", "B 3"}
    assert american.search(read["umpire"])
    assert "leurre" in read["umpire"]
    assert "leurre" not in read["german"]
    assert "angle mort" in read["umpire"]


def brief(farm: Path) -> None:
    """Give the farm a briefing with everything, and the Germans a unit nobody knows of."""
    change(
        farm / "scenario.yaml",
        "sides:\n",
        """briefing:
  situation: |
    Une **ferme** au *carrefour*. <b>pas gras</b> {{ 7 * 7 }} &amp; fin

    - premier point
    - deuxième point
      qui continue
  mission: {german: Tenir la ferme rouge., american: Prendre la ferme bleue.}
  victory: {en: Whoever holds the farm., fr: Qui tient la ferme., ru: Кто держит ферму.}
  special: Le mur est infranchissable.
sides:
""",
    )
    change(
        farm / "german.orders.yaml",
        "markers:\n",
        "units: [{id: sniper, name: Tireur secret, type: team, move: 10}]\nreserve: [sniper]\nmarkers:\n",
    )


def test_a_briefing_tells_each_reader_his_own(farm: Path, tmp_path: Path, run: Run) -> None:
    brief(farm)
    done = run("build", farm, "-o", tmp_path / "out", "--only", "briefing")
    assert done.returncode == 0, done.stderr
    read = {
        a: "\n".join(texts_of(tmp_path / "out" / "la-ferme" / a / "briefing.pdf"))
        for a in ("public", "german", "american", "umpire")
    }
    for text in read.values():
        for said in (
            "<b>pas gras</b> {{ 7 * 7 }} &amp; fin",
            "premier point",
            "deuxième point qui continue",
            "HQ",
            "MG 34",
        ):
            assert said in text
        assert "**" not in text
        assert "Qui tient la ferme." in text
        assert "tour 3" in text
    assert {a for a, text in read.items() if "rouge" in text} == {"german", "umpire"}
    assert {a for a, text in read.items() if "bleue" in text} == {"american", "umpire"}
    assert {a for a, text in read.items() if "Tireur secret" in text} == {"german", "umpire"}


@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_a_pack_is_duplex_safe_counted_through_and_names_its_reader(
    paper: str, farm: Path, tmp_path: Path, run: Run
) -> None:
    brief(farm)
    assert (
        run("build", farm, "-o", tmp_path / "out", "--only", "pack", "--language", "en", "--paper", paper).returncode
        == 0
    )
    kinds = {
        "public": {"Briefing", "Map", "Hidden-deployment log", "Spotting card", "Night visibility card"},
        "german": {
            "Briefing",
            "Map",
            "Hidden-deployment log",
            "Spotting card",
            "Night visibility card",
            "Camouflage markers",
        },
        "umpire": {"Briefing", "Map", "Hidden-deployment log", "Spotting card", "Night visibility card"},
    }
    for audience, expected in kinds.items():
        pages = texts_of(tmp_path / "out" / "la-ferme" / audience / "pack.pdf")
        listed = dict(re.findall(r"^([A-Z][a-z -]+?)\s*(\d+)\s*$", pages[0], re.MULTILINE))
        assert set(listed) == expected
        for title, number in listed.items():
            assert int(number) % 2 == 1
            assert f"{title} · page {number} of" in " ".join(pages[int(number) - 1].split())
        for number, text in enumerate(pages, 1):
            assert f"page {number} of {len(pages)}" in " ".join(text.split())
        if audience == "umpire":
            assert all("UMPIRE – SECRET" in text for text in pages)
        elif audience == "german":
            assert "SECRET" in pages[0]
        else:
            assert not any("SECRET" in text for text in pages)


def test_hatching_leaves_holes_free_and_clipping_keeps_to_the_frame() -> None:
    outer, hole = [(0, 0), (1000, 0), (1000, 1000), (0, 1000)], [(400, 400), (600, 400), (600, 600), (400, 600)]
    for slant in ("level", "upright", "diagonal", "back"):
        strokes = hatch([outer, hole], slant, 100)
        assert strokes
        for x1, y1, x2, y2 in strokes:
            middle = ((x1 + x2) / 2, (y1 + y2) / 2)
            assert not (405 < middle[0] < 595 and 405 < middle[1] < 595)
            assert all(-1 <= end <= 1001 for end in (x1, y1, x2, y2))
    assert clip((-50, 5, 150, 5), (0, 0, 100, 100)) == (0, 5, 100, 5)
    assert clip((-50, 500, 150, 500), (0, 0, 100, 100)) is None
    assert all(450 <= x <= 1000 or x <= 550 for x, _ in scatter([outer], 100, 10))
    assert sum(x2 - x1 for x1, _, x2, _ in dashed([(0, 0), (1000, 0)], 100, 100)) == 500


def test_short_lines_inwards_lie_within_their_rings() -> None:
    outer = [(0, 0), (1000, 0), (1000, 1000), (0, 1000)]
    strokes = fringe([outer], 100, 60)
    assert {(x1, x2) for x1, _, x2, _ in strokes} == {(0, 60), (940, 1000)}
    assert fringe([[(0, 0), (100, 0), (100, 100), (0, 100)]], 50, 60)[-1] == (0, 50, 100, 50)


def crosses(line: tuple[int, int, int, int], box: tuple[int, int, int, int]) -> bool:
    """Tell by many places along a line whether it runs through a box."""
    x1, y1, x2, y2 = line
    places = ((x1 + (x2 - x1) * n / 999, y1 + (y2 - y1) * n / 999) for n in range(1_000))
    return any(box[0] < x < box[2] and box[1] < y < box[3] for x, y in places)


@pytest.mark.parametrize(
    "chain",
    [
        ((40_000, 20_000), (160_000, 20_000)),
        ((100_000, 90_000), (100_000, 15_000)),
        ((20_000, 20_000), (100_000, 40_000), (150_000, 85_000)),
    ],
)
def test_the_name_of_a_line_stands_beside_it_and_on_no_other_piece(chain: tuple[tuple[int, int], ...]) -> None:
    lines = [(*a, *b) for a, b in pairwise(chain)]
    xs, ys = [x for x, _ in chain], [y for _, y in chain]
    middle = (sum(xs) // len(xs), sum(ys) // len(ys))
    hut = (middle[0] - 9_000, middle[1] - 9_000, middle[0] + 9_000, middle[1] + 9_000)
    labels = Labels((0, 0, 200_000, 100_000), pieces=((min(xs), min(ys), max(xs), max(ys)), hut), lines=tuple(lines))
    boxes = []
    for _ in range(2):
        spot = labels.beside(0, chain, middle, 18_000, 3_000)
        assert not spot.led
        boxes.append((spot.x - 9_000, spot.y - 1_500, spot.x + 9_000, spot.y + 1_500))
    assert not any(crosses(line, box) for line in lines for box in boxes)
    for box in boxes:
        assert box[2] <= hut[0] or hut[2] <= box[0] or box[3] <= hut[1] or hut[3] <= box[1]


def test_a_label_that_is_led_leaves_room_for_its_line_and_stays_near() -> None:
    labels = Labels((0, 0, 200_000, 100_000))
    dot = labels.keep(50_000, 50_000, 900)
    labels.keep(51_500, 50_000, 900)
    spot = labels.place(50_000, 50_000, 6_000, 4_200, dot)
    assert spot.led
    gaps = (abs(spot.x - 50_000) - 3_000, abs(spot.y - 50_000) - 2_100)
    assert 1_900 <= max(gaps) <= 3_500


def ringed(own: OwnSide) -> Scene:
    shown = tuple(Shown(side=own.public, row=row) for row in own.rows or () if row.spotted)
    return Scene(markers=shown, rings=True)


def test_many_circles_are_shared_among_sheets_and_each_bears_its_number() -> None:
    scenario = next(path for path in EXAMPLES if path.name == "hill-x")
    game = read_game(scenario / "scenario.yaml", None)
    public = public_view(game.scenario.value, game.rules)
    view = umpire_view(public, game.ground, game.orders)
    made = compose("map", view, voice("en"), Settings(sheet=SheetOptions()))
    assert made is not None
    pages = [page.get_textpage().get_text_range() for page in pypdfium2.PdfDocument(render(made, SheetOptions()).data)]
    seen = [set(re.findall(r"\b[OX] \d+\b", page.split("deployment zone")[0])) for page in pages]
    assert len(pages) == 5
    assert all(len(markers) <= 10 for markers in seen[1:])  # the title names the first and the last
    assert set().union(*seen[1:]) == seen[0]
    for own in view.sides:
        chart = Chart(public=public, look=voice("en").look, scene=ringed(own), ratio=7)
        marks = list(chart.marks())
        numbers = [mark for mark in marks if isinstance(mark, Words) and mark.text.isdecimal()]
        places = {str(row.number): row for row in own.rows or ()}
        assert {mark.text for mark in numbers} == {number for number, row in places.items() if row.spotted}
        for mark in numbers:
            row = places[mark.text]
            assert row.at is not None
            far = hypot(mark.x - row.at.x / 7, mark.y + 980 - row.at.y / 7)
            assert min(abs(far - limit / 7) for limit in (row.idle, row.acting) if limit) < 10
        # Zones keep their edge and lose their hatching.
        plain = list(Chart(public=public, look=voice("en").look, scene=Scene(), ratio=7).marks())
        assert [mark for mark in marks if isinstance(mark, Drawn) and mark.width == 450]
        hatched = [
            [
                mark
                for mark in some
                if isinstance(mark, Strokes) and (mark.width, mark.colour) == (110, own.public.colour)
            ]
            for some in (plain, marks)
        ]
        assert hatched[0]
        assert not hatched[1]


def test_walls_cut_nothing_off_the_pieces_that_they_cross() -> None:
    scenario = next(path for path in EXAMPLES if path.name == "la-ferme")
    game = read_game(scenario / "scenario.yaml", set())
    public = public_view(game.scenario.value, game.rules)
    marks = list(Chart(public=public, look=voice("en").look, scene=Scene(), ratio=8).marks())
    halo = next(n for n, mark in enumerate(marks) if isinstance(mark, Drawn) and mark.stroke == "#ffffff")
    wall = next(n for n, mark in enumerate(marks) if isinstance(mark, Drawn) and mark.width == 900)
    fills = [n for n, mark in enumerate(marks) if isinstance(mark, Drawn) and mark.fill not in (None, "#ffffff")][1:]
    assert halo < min(fills)
    assert wall > max(fills)


def test_the_list_of_pieces_can_be_laid_out_from(farm: Path, tmp_path: Path, run: Run) -> None:
    change(
        farm / "scenario.yaml",
        "[[20, 70], [55, 72], [60, 100], [18, 98]]",
        "[[20, 70], [40, 69], [55, 72], [60, 85], [60, 100], [30, 99], [18, 98]]",
    )
    stream = "[[0, 40], [60, 44], [120, 40], [180, 44], [180, 48], [120, 44], [60, 48], [0, 44]]"
    change(farm / "scenario.yaml", "sides:\n", f"  - {{id: s, type: scrub, shape: {{polygon: {stream}}}}}\nsides:\n")
    arguments = ("--for", "public", "--only", "map", "--language", "en", "--language", "ru")
    assert run("build", farm, "-o", tmp_path / "out", *arguments).returncode == 0
    read = {file.name: " ".join(" ".join(texts_of(file)).split()) for file in (tmp_path / "out").rglob("*.pdf")}
    assert "irregular: about 42 × 31, middle 39 / 84.5" in read["map.en.pdf"]
    assert "corners 0 / 40 · 60 / 44 · 120 / 40" in read["map.en.pdf"]
    assert "Distances in centimetres" in read["map.en.pdf"]
    assert "Расстояния в сантиметрах" in read["map.ru.pdf"]


def test_labels_keep_clear_of_one_another_and_lead_back_to_their_place() -> None:
    labels = Labels((0, 0, 200_000, 100_000))
    dots = [labels.keep(50_000 + 1_000 * number, 50_000, 700) for number in range(12)]
    boxes = []
    for number, dot in enumerate(dots):
        spot = labels.place(50_000 + 1_000 * number, 50_000, 6_000, 4_000, dot)
        boxes.append((spot.x - 3_000, spot.y - 2_000, spot.x + 3_000, spot.y + 2_000))
        assert spot.led
    for number, one in enumerate(boxes):
        for other in boxes[number + 1 :]:
            assert one[2] <= other[0] or other[2] <= one[0] or one[3] <= other[1] or other[3] <= one[1]
    assert not labels.place(150_000, 50_000, 6_000, 4_000).led
