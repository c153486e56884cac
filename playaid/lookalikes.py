"""Letters of one alphabet that look like those of another: Latin and Cyrillic, after the confusables of Unicode.

A Russian club writes both alphabets side by side, and that is no mistake: "Т-34", "MG 42 отделения", "SMSки". Only a
word is told that holds both and could be read as a word of one of them.
"""

import re
from dataclasses import dataclass

LATIN = "AaBCcEeHIiJjKMOoPpSsTXxYyËë"
CYRILLIC = "АаВСсЕеНІіЈјКМОоРрЅѕТХхУуЁё"
"""The same shapes, letter by letter; those that Russian does not have come from its neighbours."""

RUSSIAN = {latin for latin, cyrillic in zip(LATIN, CYRILLIC, strict=True) if cyrillic not in "ІіЈјЅѕ"}
"""Latin letters that can stand in a Russian word unseen."""

WORD = re.compile(r"[^\W\d_]+")


@dataclass(frozen=True)
class Mixed:
    """A word of two alphabets, and the letters in it that only look as if they belonged."""

    text: str
    strange: tuple[str, ...]


def mixed_word(text: str) -> Mixed | None:
    """Give the first word of a text that holds letters of one alphabet in the place of letters of the other."""
    for word in WORD.findall(text):
        latin = [letter for letter in word if _is_latin(letter)]
        cyrillic = [letter for letter in word if "\u0400" <= letter <= "\u052f"]
        if not latin or not cyrillic:
            continue
        for few, shapes in sorted(((latin, RUSSIAN), (cyrillic, {*CYRILLIC})), key=lambda pair: len(pair[0])):
            if shapes.issuperset(few):
                return Mixed(word, tuple(dict.fromkeys(few)))
    return None


def same_shape(first: str, second: str) -> bool:
    """Tell whether two texts look the same on paper, large and small letters taken as one."""
    return _latin(first).casefold() == _latin(second).casefold()


def _latin(text: str) -> str:
    return text.translate(str.maketrans(CYRILLIC, LATIN))


def _is_latin(letter: str) -> bool:
    return letter <= "\u024f" or "\u1e00" <= letter <= "\u1eff"
