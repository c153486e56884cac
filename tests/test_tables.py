"""Every row of the derived tables and every worked example of the two chapters, asked of the program itself."""

import json

import pytest
from conftest import Run

COVERS = ("clear", "light", "dense")

FACTORS = """
0   0  0 auto 100     0 auto 100     0 auto 100
10  1  0.5 1 100      1 1 100        2 2 90
20  2  1 1 100        2 2 90         4 4 70
30  3  1.5 2 90       3 3 80         6 6 50
40  4  2 2 90         4 4 70         8 8 30
50  5  2.5 3 80       5 5 60         10 10 10
60  6  3 3 80         6 6 50         12 no 0
70  7  3.5 4 70       7 7 40         14 no 0
80  8  4 4 70         8 8 30         16 no 0
90  9  4.5 5 60       9 9 20         18 no 0
100 10 5 5 60         10 10 10       20 no 0
110 11 5.5 6 50       11 no 0        22 no 0
120 12 6 6 50         12 no 0        24 no 0
130 13 6.5 7 40       13 no 0        26 no 0
140 14 7 7 40         14 no 0        28 no 0
150 15 7.5 8 30       15 no 0        30 no 0
"""
"""Distance, rounded, then factor, need and chance in clear, light and dense."""

TIES = """
5   0 0 1    100 100 100  100 100 90
15  1 2 2    100 90 90    90 70 70
25  2 2 3    90 90 80     70 70 50
35  3 4 4    80 70 70     50 30 30
45  4 4 5    70 70 60     30 30 10
55  5 6 6    60 50 50     10 0 0
65  6 6 7    50 50 40     0 0 0
75  7 8 8    40 30 30     0 0 0
85  8 8 9    30 30 20     0 0 0
95  9 10 10  20 10 10     0 0 0
105 10 10 11 10 10 0      0 0 0
"""
"""Distance, then half-down, half-even, half-up: rounded, chance in light, chance in dense."""

SEVERAL = """
10 19 27.1 34.4
20 36 48.8 59.0
30 51 65.7 76.0
40 64 78.4 87.0
50 75 87.5 93.8
60 84 93.6 97.4
70 91 97.3 99.2
80 96 99.2 99.8
90 99 99.9 99.99
"""
"""Chance of one test, of at least one success in two, three and four, in per cent."""


def rows(table: str) -> list[list[str]]:
    return [line.split() for line in table.strip().splitlines()]


def ask(run: Run, *question: str) -> dict[str, object]:
    done = run("ask", *question, "--format", "json")
    assert done.returncode == 0, done.stderr
    answer: dict[str, object] = json.loads(done.stdout)
    return answer


@pytest.mark.parametrize("row", rows(FACTORS), ids=lambda row: f"{row[0]}cm")
def test_the_spotting_table(row: list[str], run: Run) -> None:
    for place, cover in enumerate(COVERS):
        factor, need, chance = row[2 + 3 * place : 5 + 3 * place]
        answer = ask(run, "factor", f"{row[0]}cm", cover)
        outcome = {"auto": "automatic", "no": "impossible"}.get(need, "roll")
        expected = {
            "rounded": int(row[1]),
            "factor": factor,
            "outcome": outcome,
            "needs": int(need) if outcome == "roll" else None,
            "chance": int(chance) / 100,
        }
        assert {key: answer[key] for key in expected} == expected


@pytest.mark.parametrize("row", rows(TIES), ids=lambda row: f"{row[0]}cm")
def test_what_the_tie_rule_changes(row: list[str], run: Run) -> None:
    for place, tie in enumerate(("half-down", "half-even", "half-up")):
        for first, cover in ((4, "light"), (7, "dense")):
            answer = ask(run, "factor", f"{row[0]}cm", cover, "--ruling", f"R1={tie}")
            assert answer["rounded"] == int(row[1 + place])
            assert answer["chance"] == int(row[first + place]) / 100


@pytest.mark.parametrize("row", rows(SEVERAL), ids=lambda row: f"{row[0]} per cent")
def test_several_tests_in_one_activation(row: list[str], run: Run) -> None:
    distance = f"{(11 - int(row[0]) // 10) * 10}cm"
    for tests, percent in zip((2, 3, 4), row[1:], strict=True):
        answer = ask(run, "factor", distance, "light", "--tests", str(tests))
        assert answer["chance"] == int(row[0]) / 100
        assert answer["chance_of_any"] == pytest.approx(float(percent) / 100, abs=0.0005)


AUTOMATIC = [
    ("clear", "--acted", 900, True), ("clear", "--idle", 40, True), ("clear", "--idle", 41, False),
    ("light", "--acted", 40, True), ("light", "--acted", 41, False),
    ("light", "--idle", 20, True), ("light", "--idle", 21, False),
    ("dense", "--acted", 20, True), ("dense", "--acted", 21, False),
    ("dense", "--idle", 10, True), ("dense", "--idle", 11, False),
]  # fmt: skip


@pytest.mark.parametrize(("cover", "does", "distance", "spotted"), AUTOMATIC)
def test_the_automatic_distances(cover: str, does: str, distance: int, spotted: bool, run: Run) -> None:
    assert ask(run, "automatic", f"{distance}cm", cover, does)["spotted"] is spotted


@pytest.mark.parametrize(
    ("observer", "spotted"), [("ok", True), ("pinned", False), ("demoralised", False), ("routing", False)]
)
def test_ten_centimetres_from_an_observer(observer: str, spotted: bool, run: Run) -> None:
    assert ask(run, "automatic", "10cm", "dense", "--idle", "--observer", observer)["spotted"] is spotted


@pytest.mark.parametrize(("cm", "rounded"), [(37, 4), (65, 6), (72, 7), (82, 8)])
def test_the_distances_that_the_chapter_rounds(cm: int, rounded: int, run: Run) -> None:
    assert ask(run, "factor", f"{cm}cm", "light")["rounded"] == rounded


def test_a_night_move_is_capped_in_its_own_unit(run: Run) -> None:
    assert ask(run, "move", "30cm") == {"allowed": True, "distance": "20 cm", "clause": "N.1", "rulings": ["N9"]}
    assert ask(run, "move", "12in")["distance"] == "8 in"
    assert ask(run, "move", "5cm")["distance"] == "5 cm"


def test_nothing_moves_at_the_double_at_night(run: Run) -> None:
    answer = ask(run, "move", "30cm", "--double")
    assert (answer["allowed"], answer["clause"]) == (False, "N.2")


@pytest.mark.parametrize(
    ("check", "day", "dark"),
    [
        ("difficult", 83.3, 69.4),
        ("very_difficult_veteran", 66.7, 44.4),
        ("very_difficult_trained", 50, 25),
        ("very_difficult_conscript", 33.3, 11.1),
    ],
)
def test_passed_bogging_checks_are_rolled_again(check: str, day: float, dark: float, run: Run) -> None:
    answer = ask(run, "bogging", check)
    assert (answer["day"], answer["night"]) == (
        pytest.approx(day / 100, abs=0.0005),
        pytest.approx(dark / 100, abs=0.0005),
    )


CLUB_NIGHT = "scenarios/club-vallon/club-nuit.yaml"
CLUB_SPOTTING = "scenarios/club-vallon/club-reperage.yaml"


@pytest.mark.parametrize(("turn", "now", "by_then"), [(2, 0, 0), (3, 33.3, 33.3), (4, 55.6, 70.4), (6, 80.2, 98.3)])
def test_dawn_comes_where_a_club_has_one(turn: int, now: float, by_then: float, run: Run) -> None:
    answer = ask(run, "dawn", str(turn), "--rules", CLUB_NIGHT)
    assert answer["now"] == pytest.approx(now / 100, abs=0.0005)
    assert answer["by_then"] == pytest.approx(by_then / 100, abs=0.0005)


def test_the_built_in_night_has_no_dawn(run: Run) -> None:
    assert run("ask", "dawn", "3").returncode == 2


def test_a_clubs_ruleset_answers_with_its_own_classes_table_and_readings(run: Run) -> None:
    assert ask(run, "factor", "60cm", "bunker", "--rules", CLUB_SPOTTING)["factor"] == "18"
    assert ask(run, "factor", "65cm", "light", "--rules", CLUB_SPOTTING)["rounded"] == 7
    assert ask(run, "night", "6", "--rules", CLUB_NIGHT)["visibility"] == {"in": 36, "cm": 90}


def test_the_night_caps_tests_and_automatic_spotting(run: Run) -> None:
    beyond = ask(run, "factor", "45cm", "light", "--visibility", "40cm")
    assert beyond["outcome"] == "impossible"
    assert "N10" in beyond["rulings"]  # type: ignore[operator]  # a list in JSON
    assert ask(run, "factor", "40cm", "light", "--visibility", "40cm")["outcome"] == "roll"
    assert ask(run, "automatic", "35cm", "clear", "--acted", "--visibility", "30cm")["limit"] == "30 cm"
