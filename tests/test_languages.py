"""Every document in every language speaks that language alone."""

import re
from collections.abc import Iterable, Iterator
from fractions import Fraction
from functools import cache
from pathlib import Path
from typing import Any

import pypdfium2
import pytest
from conftest import EXAMPLES
from pydantic import BaseModel

from playaid.audiences import public_view, side_view, umpire_view
from playaid.documents import KINDS, Settings, compose, log, role_of
from playaid.documents.map import pieces
from playaid.documents.spotting import cost
from playaid.fields import LANGUAGES, Localised
from playaid.game import Game, read_game
from playaid.naming import piece_name
from playaid.papers import SheetOptions
from playaid.pdf import render
from playaid.prose import voice
from playaid.ruleset import built_in
from playaid.views import PublicSide, SideView, View

SCENARIO = """playaid: 1
title: Qwx
language: en
rules: {concealment: incertitude, night: flames-of-war-night, rulings: {N10: night-cap, D4: some-point}}
table: {width: 180, depth: 120}
grid: 30
turns: 12
first: attacker
terrain_types:
  wood: {cover: dense, sight: blocked}
  building: {cover: dense, sight: blocked}
  wall: {cover: light, sight: open}
  crest: {cover: clear, sight: blocked}
terrain:
  - {id: t1, type: wood, shape: {polygon: [[20, 70], [55, 72], [60, 100], [18, 98]]}}
  - {id: t2, type: building, shape: {rectangle: {at: [90, 70], size: [12, 8], turn: 30}}}
  - {id: t3, type: wall, shape: {line: [[80, 40], [120, 40]]}}
  - {id: t4, type: wood, shape: {circle: {at: [140, 90], radius: 9}}}
  - {id: t5, type: crest, shape: {rectangle: {at: [20, 40], size: [12, 8], turn: -30}}}
  - {id: t6, type: crest, shape: {rectangle: {at: [60, 40], size: [12, 8]}}}
briefing: {situation: Qwxa, mission: {aa: Qwxb, bb: Qwxc}, victory: Qwxd, special: Qwxe}
sides:
  aa:
    name: Qwxf
    role: defender
    emblem: Q
    zone: {polygon: [[0, 60], [180, 60], [180, 120], [0, 120]]}
    decoys: 2
    units:
      - {id: u1, name: Qwxg, type: command_group, move: 10}
      - {id: u2, name: Qwxh, type: vehicle, move: 30, arrives: {turn: 3, edge: north, from: 60}}
      - {id: u3, name: Qwxi, type: gun, move: 5}
  bb:
    name: Qwxj
    role: attacker
    emblem: X
    zone: {polygon: [[0, 0], [180, 0], [180, 30], [0, 30]]}
    units:
      - {id: v1, name: Qwxk, type: combat_group, move: 10}
"""
ONE = """playaid: 1
side: aa
units: [{id: s1, name: Qwxl, type: team, move: 10}]
markers:
  - {number: 1, unit: u1, at: [40, 85]}
  - {number: 2, unit: u2}
  - {number: 3, decoy: combat_group, move: 10, at: [50, 90]}
  - {number: 4, unit: s1, at: [140, 92]}
reserve: [u3]
"""
OTHER = """playaid: 1
side: bb
markers:
  - {number: 1, unit: v1, at: [90, 15]}
"""

WORD = re.compile(r"[^\W\d_]{3,}")
AUDIENCES = ("public", "aa", "bb", "umpire")


def words(texts: Iterable[str]) -> set[str]:
    return {word.casefold() for text in texts for word in WORD.findall(re.sub(r"\{\w*\}", " ", text))}


def said(models: Iterable[BaseModel], language: str) -> Iterator[str]:
    """Give the texts of some models that are shown in a language: theirs in it, else those that they have."""
    stack: list[object] = [model.model_dump() for model in models]
    while stack:
        value = stack.pop()
        if isinstance(value, dict):
            if value and set(value) <= {"en", "fr", "ru", "plain"}:
                yield from [str(value[language])] if value.get(language) else map(str, value.values())
            else:
                stack += value.values()
        elif isinstance(value, list | tuple):
            stack += value


@cache
def spoken(language: str) -> set[str]:
    """Give all words that playaid has in a language: its catalogue's, and those of the rulesets."""
    rulesets = [built_in(id) for id in ("incertitude", "flames-of-war-night")]
    return words([*voice(language).words.values(), *said(rulesets, language)])


def neutral() -> set[str]:
    """Give the words that are the same in every language: the sources' titles, papers, ids of readings."""
    texts = [built_in(id).edition.show("fr").split(", ")[0] for id in ("incertitude", "flames-of-war-night")]
    return words([*texts, SCENARIO, "night-cap some-point PA FoW side-by-side"])


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    from conftest import run_playaid

    folder = tmp_path_factory.mktemp("languages")
    for name, text in (("scenario", SCENARIO), ("aa.orders", ONE), ("bb.orders", OTHER)):
        (folder / "qwx").mkdir(exist_ok=True)
        (folder / "qwx" / f"{name}.yaml").write_text(text, encoding="utf-8")
    chosen = [part for language in LANGUAGES for part in ("--language", language)]
    done = run_playaid("build", folder / "qwx", "-o", folder / "out", "--force", *chosen)
    assert done.returncode == 0, done.stderr
    return folder / "out" / "qwx"


def foreign_words(language: str) -> set[str]:
    """Give the words of the other languages that are no words of this one."""
    return set[str]().union(*(spoken(other) for other in LANGUAGES if other != language)) - spoken(language)


def keys_in(text: str) -> set[str]:
    """Give the keys of the catalogues that stand in a text."""
    return set(re.findall(r"(?<![\w.])\w+(?:\.[\w-]+)+", text)) & set(voice("en").words)


def own_words(game: Game) -> Iterator[str]:
    """Give what a log repeats of a game's own words beside names: notes."""
    for orders in game.orders.values():
        yield from (marker.note for marker in orders.value.markers if marker.note)


def test_lengths_are_written_exactly_in_the_unit_they_were_measured_in() -> None:
    assert voice("en").length(38_100, "in") == '1.5"'
    assert voice("fr").length(3_175, "in") == '0,125"'
    assert voice("ru").length(300_000, "in") == "30\u00a0см"
    assert voice("en").length(300_000, "cm") == "30\u00a0cm"


@pytest.mark.parametrize(("language", "told"), [("en", '10 cm (3.9")'), ("ru", '10 см (3,9")')])
def test_the_log_gives_limits_exactly_and_in_the_units_of_the_scenario(language: str, told: str) -> None:
    scenario = next(path for path in EXAMPLES if path.name == "oktiabrski")
    game = read_game(scenario / "scenario.yaml", None)
    public = public_view(game.scenario.value, game.rules)
    own = side_view(public, game.ground, "german", game.orders["german"]).own
    rows: Any = log.context(public, own, voice(language), 0)["rows"]
    assert rows[0]["idle"].replace("\u00a0", " ") == told
    assert "20" in rows[0]["acting"]


@pytest.mark.parametrize(("language", "named"), [("en", "wood 4"), ("fr", "bois 4"), ("ru", "лес 4")])
def test_a_piece_without_a_name_is_called_as_its_map_numbers_it(language: str, named: str) -> None:
    scenario = next(path for path in EXAMPLES if path.name == "la-ferme")
    game = read_game(scenario / "scenario.yaml", None)
    public = public_view(game.scenario.value, game.rules)
    assert piece_name(public, 4, voice(language)) == named.replace(" ", "\u00a0")
    assert piece_name(public, 1, voice(language)) == "Bois du Nord"
    listed = list(pieces(public, voice(language)))
    assert [row["number"] for row in listed] == ["1", "2", "3", "4"]
    assert [row["name"] for row in listed][3] == named.split()[0]


def test_a_night_briefing_of_a_side_fits_on_its_page() -> None:
    scenario = next(path for path in EXAMPLES if path.name == "nochnoi-boi")
    game = read_game(scenario / "scenario.yaml", None)
    public = public_view(game.scenario.value, game.rules)
    for side, orders in game.orders.items():
        for language in LANGUAGES:
            view = side_view(public, game.ground, side, orders)
            made = compose("briefing", view, voice(language), Settings(sheet=SheetOptions()))
            assert made is not None
            assert render(made, SheetOptions()).pages == 1


def test_a_sign_never_begins_a_line_in_french() -> None:
    assert not [key for key, text in voice("fr").words.items() if re.search(" [:;!?»%]|« ", text)]
    assert "\u00a0:" in voice("fr").words["spotting.test_how"]
    assert "\u00a0:" not in voice("en").words["spotting.test_how"]


def test_marks_are_those_of_the_language() -> None:
    rulesets = [built_in(id) for id in ("incertitude", "flames-of-war-night")]
    scenarios = [read_game(path / "scenario.yaml", None).scenario.value for path in EXAMPLES]
    texts = {one: [*voice(one).words.values(), *said([*rulesets, *scenarios], one)] for one in ("fr", "ru")}
    assert not [text for text in texts["fr"] if re.search(r"(?i)(?<![^\W\d_])([cdjlmnst]|qu)'", text)]
    assert not [text for text in texts["ru"] if " – " in text]
    shown = {language: voice(language).percent(Fraction(5, 6)) for language in LANGUAGES}
    assert shown == {"en": "83.3%", "fr": "83,3\u00a0%", "ru": "83,3\u00a0%"}
    assert voice("ru").joined("а", "", "б") == "а\u00a0— б"


@pytest.mark.parametrize("costs", [(0, "is free"), (1, "costs 1 action point"), (2, "costs 2 action points")])
def test_a_cost_is_said_in_prose(costs: tuple[int, str]) -> None:
    assert cost(costs[0], voice("en")) == costs[1]


@pytest.mark.parametrize(
    ("name", "role", "language", "said"),
    [
        ("Обороняющиеся", "defender", "ru", ""),
        ("Атакующие", "attacker", "ru", ""),
        ("Les attaquants", "attacker", "fr", ""),
        ("Attack group", "attacker", "en", ""),
        ("Battery", "attacker", "en", "attacker"),
        ("Kampfgruppe Bauer", "defender", "ru", "обороняющийся"),
        ("Kampfgruppe Bauer", None, "ru", ""),
    ],
)
def test_a_role_is_said_unless_the_name_says_it(name: str, role: str | None, language: str, said: str) -> None:
    called = Localised(plain=name)
    side = PublicSide(id="a", name=called, role=role, emblem="A", colour="#000000", decoys=0, units=(), zone=())
    assert role_of(side, voice(language), language) == said


def test_a_limit_in_another_unit_is_cut_to_a_tenth() -> None:
    assert voice("fr").tenths(400_000, "in") == '15,7"'
    assert voice("en").tenths(25_400 - 1, "cm") == "2.5\u00a0cm"


@pytest.mark.parametrize("scenario", EXAMPLES, ids=lambda path: path.name)
def test_every_example_gives_every_reader_a_pack_in_every_language_and_no_other(scenario: Path) -> None:
    game = read_game(scenario / "scenario.yaml", None)
    assert len(game.orders) == 2
    public = public_view(game.scenario.value, game.rules)
    sides = [side_view(public, game.ground, side, orders) for side, orders in game.orders.items()]
    views: list[View] = [public, *sides, umpire_view(public, game.ground, game.orders)]
    sheet = SheetOptions()
    models = [game.scenario.value, *(orders.value for orders in game.orders.values()), *game.rules.rulesets]
    for language in LANGUAGES:
        foreign = foreign_words(language) - neutral() - words([*said(models, language), *own_words(game)])
        foreign -= words([option for _, option in game.rules.departures])
        for view in views:
            # A side's pack holds what the umpire's does, and its markers: to read it in one language spares time.
            whole = not isinstance(view, SideView) or sides.index(view) == LANGUAGES.index(language)
            made = compose("pack" if whole else "markers", view, voice(language), Settings(sheet=sheet))
            assert made is not None
            printed = render(made, sheet)
            assert printed.warnings == ()
            text = "\n".join(page.get_textpage().get_text_range() for page in pypdfium2.PdfDocument(printed.data))
            assert sorted(words([text]) & foreign) == []
            assert not keys_in(text)
            assert "{" not in text


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_document_holds_a_word_of_another_language_or_a_key(language: str, built: Path) -> None:
    foreign = foreign_words(language) - neutral()
    seen = set()
    for file in sorted(built.glob(f"*/*.{language}.pdf")):
        seen.add(file.name.split(".")[0])
        text = "\n".join(page.get_textpage().get_text_range() for page in pypdfium2.PdfDocument(file))
        assert not words([text]) & foreign, file.name
        assert not keys_in(text), file.name
        assert "{" not in text
    assert seen == set(KINDS)


def test_each_reader_of_each_language_has_a_pack(built: Path) -> None:
    for audience in AUDIENCES:
        assert {file.name for file in (built / audience).glob("pack.*")} == {f"pack.{one}.pdf" for one in LANGUAGES}
