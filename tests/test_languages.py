"""Every document in every language speaks that language alone."""

import re
from pathlib import Path

import pypdfium2
import pytest

from playaid.documents import KINDS
from playaid.fields import LANGUAGES
from playaid.prose import voice
from playaid.ruleset import built_in

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


def words(texts: "list[str]") -> set[str]:
    return {word.casefold() for text in texts for word in WORD.findall(re.sub(r"\{\w*\}", " ", text))}


def spoken(language: str) -> set[str]:
    """Give all words that playaid has in a language: its catalogue's, and those of the rulesets."""
    texts = list(voice(language).words.values())
    for id in ("incertitude", "flames-of-war-night"):
        stack: list[object] = [built_in(id).model_dump()]
        while stack:
            value = stack.pop()
            if isinstance(value, dict):
                if language in value and set(value) <= {"en", "fr", "ru", "plain"}:
                    texts.append(str(value[language]))
                else:
                    stack += value.values()
            elif isinstance(value, list | tuple):
                stack += value
    return words(texts)


def neutral() -> set[str]:
    """Give the words that are the same in every language: the sources' titles, papers, ids of readings."""
    texts = [built_in(id).edition for id in ("incertitude", "flames-of-war-night")]
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


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_document_holds_a_word_of_another_language_or_a_key(language: str, built: Path) -> None:
    foreign = set[str]().union(*(spoken(other) for other in LANGUAGES if other != language))
    foreign -= spoken(language) | neutral()
    keys = {key for key in voice(language).words if "." in key}
    seen = set()
    for file in sorted(built.glob(f"*/*.{language}.pdf")):
        seen.add(file.name.split(".")[0])
        text = "\n".join(page.get_textpage().get_text_range() for page in pypdfium2.PdfDocument(file))
        assert not words([text]) & foreign, file.name
        assert not [key for key in keys if re.search(rf"(?<![\w.]){re.escape(key)}(?![\w.])", text)], file.name
        assert "{" not in text
    assert seen == set(KINDS)


def test_each_reader_of_each_language_has_a_pack(built: Path) -> None:
    for audience in AUDIENCES:
        assert {file.name for file in (built / audience).glob("pack.*")} == {f"pack.{one}.pdf" for one in LANGUAGES}
