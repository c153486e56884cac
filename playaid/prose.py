"""The voice of a language: its words and how it writes numbers, from catalogues that a club may change."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from decimal import Decimal
from fractions import Fraction
from functools import cached_property, lru_cache
from pathlib import Path
from string import Formatter
from typing import TYPE_CHECKING, Any

from playaid.figures import percent, show_fraction
from playaid.lengths import MICROMETRES, amount, show_number
from playaid.look import Look, png_size
from playaid.pages import Image, Picture
from playaid.source import read
from playaid.theme import read_look, refused

if TYPE_CHECKING:
    from playaid.fields import Localised


KEPT_SPACES = {"fr": re.compile(" (?=[:;!?»%])|(?<=«) "), "ru": re.compile(" (?=—)")}
"""The spaces of a language that must not end a line: before French signs, before a Russian dash."""


def templates_folder() -> Path:
    """Give the folder of the templates: inside the installed package, or beside it in a checkout."""
    inside = Path(__file__).parent / "templates"
    return inside if inside.is_dir() else Path(__file__).parent.parent / "templates"


@dataclass(frozen=True, kw_only=True)
class Voice:
    """One language: its words, its decimal sign, its names of units."""

    language: str
    words: Mapping[str, str]
    look: Look = field(default_factory=Look)
    folders: tuple[Path, ...] = ()

    def say(self, key: str, **values: object) -> str:
        """Give a phrase of the catalogue with its places filled. A key that is missing is a bug of ours."""
        return self.words[key].format(**values) if values else self.words[key]

    @cached_property
    def ways(self) -> frozenset[str]:
        """The ways that lead to phrases without being one: ``log`` and ``log.head`` for ``log.head.unit``."""
        parts = (key.split(".") for key in self.words)
        return frozenset(".".join(part[:end]) for part in parts for end in range(1, len(part)))

    @property
    def comma(self) -> bool:
        """Tell whether decimals are written with a comma."""
        return self.words["number.decimal"] == ","

    def number(self, value: Decimal | Fraction | int) -> str:
        """Write a number whose decimals end."""
        return show_number(value, comma=self.comma)

    def length(self, length: int, unit: str) -> str:
        """Write a length with its unit, exactly; inches get their sign without a space.

        What would take more than three decimals of an inch was not measured in inches, and is written in centimetres.
        """
        if unit == "in" and length * 1_000 % MICROMETRES["in"]:
            unit = "cm"
        number = self.number(amount(length, unit))
        return f'{number}"' if unit == "in" else f"{number}\u00a0{self.words['unit.' + unit]}"

    def bare(self, length: int, unit: str) -> str:
        """Write a length without its unit."""
        return self.number(amount(length, unit))

    def percent(self, chance: Fraction) -> str:
        """Write a chance in per cent, to a tenth where that says more."""
        text = percent(chance, 1)
        return self.say("number.percent", number=text.replace(".", ",") if self.comma else text)

    def tenths(self, length: int, unit: str) -> str:
        """Write a length in another unit than it was given in, down to a tenth, so that nobody measures too far."""
        number = self.number(Fraction(length * 10 // MICROMETRES[unit], 10))
        return f'{number}"' if unit == "in" else f"{number}\u00a0{self.words['unit.' + unit]}"

    def joined(self, *parts: str) -> str:
        """Join the parts that there are by the dash of the language."""
        return self.words["mark.dash"].join(part for part in parts if part)

    def factor(self, value: Fraction) -> str:
        """Write an exact factor."""
        text = show_fraction(value)
        return text.replace(".", ",") if self.comma else text

    def local(self, text: "Localised | None", default: str = "en") -> str:
        """Give a text of a scenario or ruleset in this language."""
        return "" if text is None else bound(text.show(self.language, default), self.language)


def bound(text: str, language: str) -> str:
    """Give a text whose signs stay with their words: spaces before them must not break a line."""
    spaces = KEPT_SPACES.get(language)
    return spaces.sub("\u00a0", text) if spaces else text


def capital(text: str) -> str:
    """Give a text with a capital at its head."""
    return text[:1].upper() + text[1:]


@lru_cache(maxsize=32)
def voice(language: str, templates: tuple[Path, ...] = ()) -> Voice:
    """Give the voice of a language from its catalogue; the user's own `templates` go before ours, the first one first.

    Raises `Rejected` for words that no document says, or that name places which are never filled.
    """
    words = _flat(read(templates_folder() / "words" / f"{language}.yaml").tree)
    folders = (*templates, templates_folder())
    own = next((file for folder in templates if (file := folder / "words" / f"{language}.yaml").exists()), None)
    if own is not None:
        words |= _own_words(own, words)
    words = {key: bound(text, language) for key, text in words.items()}
    theme = next((folder / "theme.yaml" for folder in folders if (folder / "theme.yaml").exists()), None)
    look = read_look(theme) if theme is not None else Look()
    return Voice(language=language, words=words, look=look, folders=folders)


def _own_words(file: Path, known: Mapping[str, str]) -> dict[str, str]:
    """Read a club's catalogue: any of our keys, with the same places to fill."""
    source = read(file)
    own = _flat(source.tree)
    for key, text in own.items():
        line = source.place(*key.split(".")).line or 1
        if key not in known:
            near = [one for one in known if one.split(".")[0] == key.split(".")[0]] or sorted(
                {one.split(".")[0] for one in known}
            )
            raise refused(file, line, f"no document says {key}; known: {', '.join(near)}")
        if _places(text) - _places(known[key]):
            more = ", ".join(f"{{{place}}}" for place in sorted(_places(known[key]))) or "none"
            raise refused(file, line, f"{key} names a place that is never filled; known: {more}")
    return own


def _places(text: str) -> set[str]:
    """Give the places of a phrase that are filled; one with a form of its own is another, as is a brace left open."""
    try:
        parts = [part for part in Formatter().parse(text) if part[1] is not None]
        return {
            f"{place}!{turn}" if turn else f"{place}:{form}" if form else f"{place}" for _, place, form, turn in parts
        }
    except ValueError:
        return {text}


def _flat(tree: Any, way: str = "") -> dict[str, str]:
    if not isinstance(tree, dict):
        return {way: str(tree)}
    found: dict[str, str] = {}
    for key, part in tree.items():
        found |= _flat(part, f"{way}.{key}" if way else str(key))
    return found


LOGO = (40_000, 25_000)
"""The room of a logo, in µm."""


def logo(spoken: Voice) -> Picture | None:
    """Give the logo of a look, as large as its room allows; None where there is none."""
    data = spoken.look.logo
    if not data:
        return None
    width, height = png_size(data)
    wide, high = min(LOGO[0], LOGO[1] * width // height), min(LOGO[1], LOGO[0] * height // width)
    return Picture(width=wide, height=high, marks=(Image(x=0, y=0, width=wide, height=high, data=data),))
