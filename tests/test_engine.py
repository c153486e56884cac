"""The engine against an oracle that shares no code with it, and against every worked example of the chapters."""

from fractions import Fraction
from itertools import pairwise, product

import pytest
import reference

from playaid.engine import act, any_of, automatic, bands, bogging, chance_to_see, fire, night, rehide, spotting
from playaid.lengths import Length
from playaid.rules import Rules
from playaid.ruleset import built_in

CM = 10_000
TENTHS = range(2_300)
RULINGS = {"R1": "tie", "R2": "order", "R3": "odd", "R4": "zero", "R5": "beyond", "R6": "ten"}


def ruled(**chosen: str) -> Rules:
    return Rules(concealment=built_in("incertitude"), chosen=tuple(sorted(chosen.items())))


def oracle(distance: int, cover: str, rules: Rules) -> tuple[int | None, Fraction, str, int | None, Fraction]:
    options = {name: rules.reading(ruling) for ruling, name in RULINGS.items()}
    found = reference.spotting(distance, cover, **options)
    return (found.rounded, found.factor, found.outcome, found.needs, found.chance)


def answer(distance: int, cover: str, rules: Rules) -> tuple[int | None, Fraction, str, int | None, Fraction]:
    found = spotting(rules, Length(distance), cover)
    return (found.rounded, found.factor, found.outcome, found.needs, found.chance)


@pytest.mark.parametrize("cover", reference.COVERS)
def test_spotting_agrees_with_first_principles_at_every_tenth_of_a_centimetre(cover: str, incertitude: Rules) -> None:
    wrong = [t for t in TENTHS if answer(t * 1_000, cover, incertitude) != oracle(t * 1_000, cover, incertitude)]
    assert wrong == []


READINGS = [
    dict(zip(RULINGS, options, strict=True))
    for options in product(
        ("half-down", "half-even", "half-up"),
        ("round-first", "modify-first"),
        ("keep-fraction", "floor", "round-up"),
        ("automatic", "minimum-one", "forbidden"),
        ("impossible", "natural-ten"),
        ("ten", "zero"),
    )
]


def test_every_combination_of_readings_agrees_with_first_principles() -> None:
    distances = [d * CM // 2 + nudge for d in range(0, 46, 1) for nudge in (-1, 0, 1) if d or nudge >= 0]
    for chosen in READINGS:
        rules = ruled(**chosen)
        for cover in reference.COVERS:
            for distance in distances[:: 1 + len(chosen["R1"]) % 3]:
                assert answer(distance, cover, rules) == oracle(distance, cover, rules), (chosen, cover, distance)


@pytest.mark.parametrize("tie", ["half-down", "half-even", "half-up"])
@pytest.mark.parametrize("cover", reference.COVERS)
def test_bands_hold_just_the_distances_that_need_what_they_say(tie: str, cover: str) -> None:
    rules = ruled(R1=tie)
    found = bands(rules, cover)
    assert found[0].start == 0
    assert found[-1].end is None
    for before, after in pairwise(found):
        assert before.end is not None
        assert before.end + 1 == after.start
    for band in found:
        ends = [band.start, band.end if band.end is not None else band.start + 50 * CM]
        for distance in (*ends, (ends[0] + ends[1]) // 2):
            expected = reference.spotting(distance, cover, tie=tie)
            assert (band.outcome, band.needs, band.chance) == (expected.outcome, expected.needs, expected.chance)


BANDS = {
    "clear": [5, 25, 45, 65, 85, 105, 125, 145, 165, 185, 205],
    "light": [5, 15, 25, 35, 45, 55, 65, 75, 85, 95, 105],
    "dense": [5, 15, 25, 35, 45, 55],
}


@pytest.mark.parametrize("cover", BANDS)
def test_the_card_has_the_bands_of_the_derived_table(cover: str, incertitude: Rules) -> None:
    assert [band.end // CM for band in bands(incertitude, cover) if band.end is not None] == BANDS[cover]


@pytest.mark.parametrize(("cm", "rounded"), [(37, 4), (64, 6), (65, 6), (66, 7), (72, 7), (82, 8)])
def test_distances_round_as_the_chapter_rounds_them(cm: int, rounded: int, incertitude: Rules) -> None:
    assert spotting(incertitude, Length(cm * CM), "clear").rounded == rounded


def test_eighty_two_centimetres_in_clear_ground_needs_four(incertitude: Rules) -> None:
    found = spotting(incertitude, Length(82 * CM), "clear")
    assert (found.factor, found.needs, found.chance) == (Fraction(4), 4, Fraction(7, 10))


def test_half_a_factor_needs_the_next_whole_face(incertitude: Rules) -> None:
    found = spotting(incertitude, Length(72 * CM), "clear")
    assert (found.factor, found.needs) == (Fraction(7, 2), 4)


def test_sixty_centimetres_in_dense_cover_is_impossible(incertitude: Rules) -> None:
    assert spotting(incertitude, Length(60 * CM), "dense").outcome == "impossible"


NEAR = [d * CM + nudge for d in (0, 5, 10, 20, 40, 100) for nudge in (-1, 0, 1) if d or nudge >= 0]


@pytest.mark.parametrize("observer", ["ok", "pinned", "demoralised", "routing"])
@pytest.mark.parametrize("in_sight", [True, False])
def test_automatic_spotting_agrees_with_first_principles(observer: str, in_sight: bool) -> None:
    for table, needed in product(("table", "text"), ("not-needed", "needed")):
        rules = ruled(A2=table, A4=needed)
        for cover, acted in product(reference.COVERS, (True, False)):
            for distance in NEAR:
                found = automatic(rules, Length(distance), cover, acted=acted, observer=observer, in_sight=in_sight)
                expected = reference.automatic(distance, cover, acted, observer, in_sight, a2=table, a4=needed)
                assert found.spotted == expected[0], (table, needed, cover, acted, distance)


@pytest.mark.parametrize(
    ("cover", "acted", "limit"),
    [("clear", False, 40), ("light", True, 40), ("light", False, 20), ("dense", True, 20), ("dense", False, 10)],
)
def test_automatic_limits_are_inclusive_to_the_micrometre(
    cover: str, acted: bool, limit: int, incertitude: Rules
) -> None:
    at = automatic(incertitude, Length(limit * CM), cover, acted=acted)
    beyond = automatic(incertitude, Length(limit * CM + 1), cover, acted=acted)
    assert (at.spotted, beyond.spotted) == (True, False)


def test_acting_in_clear_ground_is_seen_at_any_distance(incertitude: Rules) -> None:
    found = automatic(incertitude, Length(900 * CM), "clear", acted=True)
    assert (found.spotted, found.limit) == (True, None)


@pytest.mark.parametrize(
    ("chance", "tests", "tenths"), [(10, 2, 190), (30, 3, 657), (50, 4, 938), (70, 2, 910), (90, 3, 999)]
)
def test_several_tests_add_up(chance: int, tests: int, tenths: int) -> None:
    found = any_of(Fraction(chance, 100), tests)
    assert found == reference.several_tests(Fraction(chance, 100), tests)
    assert abs(found * 1000 - tenths) <= Fraction(1, 2)


def test_a_marker_spends_its_four_points_and_no_fifth(incertitude: Rules) -> None:
    left = 4
    for _ in range(4):
        done = act(incertitude, "unit", "move", left)
        assert done.allowed
        left = done.left
    assert not act(incertitude, "unit", "move", left).allowed


@pytest.mark.parametrize(("action", "allowed"), [("move", True), ("test", False), ("fire", False)])
def test_a_decoy_only_moves(action: str, allowed: bool, incertitude: Rules) -> None:
    assert act(incertitude, "decoy", action, 4).allowed is allowed  # type: ignore[arg-type]  # parametrised words


@pytest.mark.parametrize(
    ("unit", "in_cover", "seen", "allowed"),
    [
        ("command_group", True, False, True),
        ("combat_group", True, False, True),
        ("support_weapon", True, False, True),
        ("gun", True, False, False),
        ("vehicle", True, False, False),
        ("team", True, False, False),
        ("combat_group", False, False, False),
        ("combat_group", True, True, False),
    ],
)
def test_who_may_hide_again(unit: str, in_cover: bool, seen: bool, allowed: bool, incertitude: Rules) -> None:
    found = rehide(incertitude, unit, in_cover=in_cover, seen=seen)
    assert (found.allowed, found.cost) == (allowed, 1 if allowed else 0)


def test_the_first_shot_after_a_test_is_free_and_the_next_is_not(incertitude: Rules) -> None:
    assert fire(incertitude, spotted=False, just_tested=True).cost == 0
    assert fire(incertitude, spotted=True).cost == 1


def test_nobody_fires_at_a_hidden_target_and_no_decoy_fires(incertitude: Rules) -> None:
    assert not fire(incertitude, spotted=False).allowed
    assert not fire(incertitude, spotted=True, decoy=True).allowed
    assert fire(incertitude, spotted=True).rulings == ("T8", "T10")
    assert fire(incertitude, spotted=False).rulings == ("T9",)
    assert fire(incertitude, spotted=True, decoy=True).rulings == ("A13",)


@pytest.mark.parametrize("roll", range(1, 7))
def test_the_night_table_is_a_pair_of_nominal_columns(roll: int, flames: Rules) -> None:
    row = night(flames, roll).row
    inches, cm = reference.NIGHT[roll]
    assert (row.inches, row.cm) == (inches * 25_400, cm * CM)


def test_night_limits_are_inclusive_in_the_column_that_was_measured(flames: Rules) -> None:
    assert night(flames, 3, Length(30 * CM)).can_shoot is True
    assert night(flames, 3, Length(30 * CM + 1)).can_shoot is False
    assert night(flames, 3, Length(12 * 25_400), unit="in").can_shoot is True
    assert night(flames, 3, Length(12 * 25_400 + 1), unit="in").can_shoot is False


@pytest.mark.parametrize(("reading", "there"), [("inclusive", True), ("exclusive", False)])
def test_a_limit_itself_is_within_it_or_not_as_r9_and_n4_say(reading: str, there: bool) -> None:
    """The distances of 8.F in centimetres, and a roll of 3 at night."""
    limits = (
        ("clear", False, 40),
        ("light", False, 20),
        ("light", True, 40),
        ("dense", False, 10),
        ("dense", True, 20),
    )
    for cover, acted, limit in limits:
        for more, spotted in ((-1, True), (0, there), (1, False)):
            found = automatic(ruled(R9=reading), Length(limit * CM + more), cover, acted=acted)
            assert found.spotted is spotted, (cover, acted, more)
    dark = Rules(night=built_in("flames-of-war-night"), chosen=(("N4", reading),))
    for more, seen in ((-1, True), (0, there), (1, False)):
        assert night(dark, 3, Length(30 * CM + more)).can_shoot is seen


def test_a_target_that_fired_is_seen_at_any_distance(flames: Rules) -> None:
    assert night(flames, 1, Length(500 * CM), fired=True).can_shoot is True


def test_chances_to_see_agree_with_counting_faces(flames: Rules) -> None:
    for row in flames.dark.visibility:
        assert chance_to_see(flames, row) == reference.chance_to_see(row.inches // 25_400)


def test_bogging_odds_agree_with_counting_faces(flames: Rules) -> None:
    for check in flames.dark.bogging.values():
        day, dark = bogging(flames, check)
        assert day == Fraction(7 - check.needs, 6)
        assert dark == reference.bogging_at_night(check.needs)
