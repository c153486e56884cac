"""Codes of letters: the same in every file, and no file holds a letter that it does not show."""

import re
from collections.abc import Iterable
from io import BytesIO

import pikepdf
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from test_pdf import document, paragraph, printed, single, text_of, words

from playaid.fonts import font_of
from playaid.pages import Document, Face, Flow, Furniture

LATIN, CYRILLIC = "Deplacement 7 (15 cm)", "Рота «Ёж» №3"
WORDS = ["Équipe", "nœud", "Ёжик", "съёмка", "Pułk", "Żółć", "Český", "Ґанок", "Đorđe", "Łódź", "Жұлдыз", "№7", "½”"]


def flowing(*texts: str) -> Document:
    """Give a document of these paragraphs."""
    strip = Furniture(first=("x",), second=(), page="{n}/{total}")
    return document(Flow(blocks=tuple(map(paragraph, texts))), furniture=strip)


def meanings(data: bytes) -> dict[str, dict[int, str]]:
    """Give what each code of each font of a file means, by the fonts' names on pages."""
    found: dict[str, dict[int, str]] = {}
    with pikepdf.open(BytesIO(data)) as pdf:
        for font in (one for one in pdf.objects if isinstance(one, pikepdf.Dictionary) and "/ToUnicode" in one):
            pairs = re.findall(rb"<([0-9A-F]{2})> <([0-9A-F]{4})>", font.ToUnicode.read_bytes())
            found[str(font.Name)] = {int(code, 16): chr(int(letter, 16)) for code, letter in pairs}
    return found


@pytest.mark.parametrize("order", [(LATIN, CYRILLIC), (CYRILLIC, LATIN), (CYRILLIC, "vor allem anderes", LATIN)])
def test_a_letter_has_the_same_code_whatever_else_a_file_shows(order: Iterable[str]) -> None:
    alone, among = meanings(printed(flowing(CYRILLIC)).data), meanings(printed(flowing(*order)).data)
    for name, codes in alone.items():
        assert codes.items() <= among[name].items()


def test_the_order_of_paragraphs_does_not_show_in_the_types() -> None:
    one, other = (meanings(printed(flowing(*order)).data) for order in ((LATIN, CYRILLIC), (CYRILLIC, LATIN)))
    assert one == other


@settings(max_examples=25, deadline=None)
@given(st.lists(st.sampled_from(WORDS), min_size=1, max_size=4))
def test_a_file_holds_the_letters_it_shows_and_no_others(some: list[str]) -> None:
    text = " ".join(some)
    result = printed(flowing(text))
    held = {
        letter for name, codes in meanings(result.data).items() if name.startswith("/F1+") for letter in codes.values()
    }
    assert held - {" "} == set(text) - {" "}
    assert text in " ".join(" ".join(text_of(result.data)).split())


@pytest.mark.parametrize("word", WORDS)
@pytest.mark.parametrize("face", Face)
def test_no_word_is_broken_between_two_tables(word: str, face: Face) -> None:
    assert len(font_of(face).runs(word)) == 1


def test_our_three_languages_need_one_table() -> None:
    for text in ("Équipe d’œuvre – «à l’abri» … 7,5 cm × 2", "Съёмка: рота №3 — «Ёж»", "It’s “a spotter” ≤ 40 ½"):
        assert [number for number, _ in font_of(Face.REGULAR).runs(text)] == [0]


def test_a_hard_space_is_a_space_and_keeps_its_code() -> None:
    assert font_of(Face.BOLD).runs("7\xa0cm") == font_of(Face.BOLD).runs("7 cm") == ((0, b"7 cm"),)


def test_a_text_without_letters_needs_no_type() -> None:
    result = printed(document(single(words("", face=Face.NARROW_BOLD), words("x"))))
    assert "/F6+0" not in meanings(result.data)
