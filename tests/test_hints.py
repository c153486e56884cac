"""Type without hints: the same outlines and widths in a fifth of the bytes."""

import zlib
from io import BytesIO
from struct import unpack_from

import pytest
from measure import words
from PIL import ImageFont
from test_pdf import document, paragraph, printed

from playaid import hints
from playaid.fonts import font_of
from playaid.hints import without_hints
from playaid.pages import Face, Flow

LETTERS = [*range(32, 127), *(ord(letter) for letter in "éçœЁёЖщ№«»–…½")]


def whole(face: Face) -> bytes:
    """Give a subset of a face as ReportLab makes it."""
    data: bytes = type(font_of(face).face).makeSubset(font_of(face).face, LETTERS)
    return data


@pytest.mark.parametrize("face", list(Face))
def test_outlines_widths_and_characters_stay(face: Face) -> None:
    before, after = hints._tables(whole(face)), hints._tables(without_hints(whole(face)))
    assert {tag: before[tag] for tag in (b"cmap", b"hmtx", b"hhea", b"OS/2", b"post")} == {
        tag: after[tag] for tag in (b"cmap", b"hmtx", b"hhea", b"OS/2", b"post")
    }
    old, new = hints._places(before), hints._places(after)
    assert len(old) == len(new)
    for number in range(len(old) - 1):
        one = before[b"glyf"][old[number] : old[number + 1]]
        other = after[b"glyf"][new[number] : new[number + 1]]
        assert one[:10] == other[:10]
        if one and unpack_from(">h", one)[0] >= 0:
            ends = 10 + 2 * unpack_from(">h", one)[0]
            length = unpack_from(">H", one, ends)[0]
            assert other[ends + 2 :].rstrip(b"\0") == one[ends + 2 + length :].rstrip(b"\0")


@pytest.mark.parametrize("face", list(Face))
def test_a_face_is_a_quarter_of_what_it_was(face: Face) -> None:
    before, after = whole(face), without_hints(whole(face))
    assert len(zlib.compress(after)) * 3 < len(zlib.compress(before))
    assert not {b"fpgm", b"prep", b"cvt ", b"name"} & hints._tables(after).keys()


@pytest.mark.parametrize("face", list(Face))
def test_the_font_is_sound(face: Face) -> None:
    data = without_hints(whole(face))
    assert hints._checksum(data) == 0xB1B0AFBA
    for number in range(unpack_from(">H", data, 4)[0]):
        tag, checksum, start, length = unpack_from(">4sLLL", data, 12 + 16 * number)
        if tag != b"head":
            assert hints._checksum(data[start : start + length]) == checksum
        assert start % 4 == 0
    assert ImageFont.truetype(BytesIO(data), 40) is not None


def test_text_still_comes_out_as_it_went_in() -> None:
    text = "Взвод «Ёж» №3 – Équipe de pièce, nœud, ½ × 15 cm ≤ 40"
    assert text in words(printed(document(Flow(blocks=(paragraph(text),)))).data)[0]
