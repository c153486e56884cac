"""What a value in a file may be: text, numbers, lengths, places, ids, each checked as the user wrote it.

Every scalar arrives as the text in the file (`source.Scalar`). A field asks for what it needs and refuses the rest
with a sentence that says what to write; nothing is guessed, so ``NO`` stays text and ``08`` is no number.
"""

import re
import unicodedata
from collections.abc import Callable
from decimal import Decimal
from fractions import Fraction
from typing import Annotated, Any, TypeVar

from pydantic import (
    AfterValidator,
    BaseModel,
    BeforeValidator,
    ConfigDict,
    ValidationInfo,
    WithJsonSchema,
    model_validator,
)
from pydantic_core import PydanticCustomError

from playaid.lengths import Length, NotALength, parse_length
from playaid.shapes import Point
from playaid.source import Scalar

T = TypeVar("T")

LONGEST_TEXT, LONGEST_NAME = 10_000, 500

MOST_KNOWN = 30
"""So many known words are listed for one that is not."""


class Model(BaseModel):
    """A part of a file: unknown keys are errors, a known key with nothing behind it is absent, values never change."""

    model_config = ConfigDict(extra="forbid", frozen=True, strict=True, hide_input_in_errors=True)

    @model_validator(mode="before")
    @classmethod
    def _without_empty_keys(cls, value: Any) -> Any:
        if not isinstance(value, dict) or None not in value.values():
            return value
        known = {info.alias or name for name, info in cls.model_fields.items()}
        return {key: part for key, part in value.items() if part is not None or key not in known}


def refuse(slug: str, message: str, help: str = "") -> PydanticCustomError:
    """Give the error of a field: the slug of its code, what is wrong, what to do."""
    return PydanticCustomError(slug, "{message}", {"message": message, "help": help})


def text(value: Any) -> str:
    """Take a text. Refuses lists, mappings and characters that no reader sees."""
    if not isinstance(value, str):
        raise refuse("wrong-value", f"a text is expected here, not {kind_of(value)}")
    if len(value) <= LONGEST_NAME and value.isascii() and value.isprintable():
        return str(value)
    normal = unicodedata.normalize("NFC", str(value))
    if len(normal) > LONGEST_TEXT:
        raise refuse("too-long", f"longer than {LONGEST_TEXT} characters")
    for character in normal:
        if unicodedata.category(character) in {"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"} and character not in "\n\t":
            name = unicodedata.name(character, "unnamed").lower()
            raise refuse("hidden-character", f"an invisible character: U+{ord(character):04X} {name}")
    return normal


def name(value: Any) -> str:
    """Take a text of one line."""
    line = " ".join(text(value).split())
    if not line:
        raise refuse("wrong-value", "a text is expected here, not nothing")
    if len(line) > LONGEST_NAME:
        raise refuse("too-long", f"longer than {LONGEST_NAME} characters")
    return line


def whole_number(value: Any) -> int:
    """Take a whole number as people write one."""
    if isinstance(value, int) and not isinstance(value, Scalar):
        return value
    plain = _plain(value, "a whole number")
    if re.fullmatch(r"[+-]?(0|[1-9][0-9]{0,14})", plain):
        return int(plain)
    if re.fullmatch(r"[+-]?0[0-9]+", plain):
        written = plain.lstrip("+-0") or "0"
        raise refuse("not-a-number", f"{plain} is not how a number is written", f"write {written}")
    raise refuse("not-a-number", f"a whole number is expected here, not {_shown(plain)}", _number_help(plain))


def decimal(value: Any) -> Decimal:
    """Take a number that may have decimals, exactly."""
    if isinstance(value, Decimal):
        return value
    plain = _plain(value, "a number")
    if re.fullmatch(r"[+-]?(0|[1-9][0-9]{0,8})(\.[0-9]{1,9})?", plain):
        return Decimal(plain)
    raise refuse("not-a-number", f"a number is expected here, not {_shown(plain)}", _number_help(plain))


def fraction(value: Any) -> Fraction:
    """Take a factor such as ``1/2`` or ``2``, exactly."""
    if isinstance(value, Fraction):
        return value
    if isinstance(value, str) and re.fullmatch(r"[1-9][0-9]{0,3}(/[1-9][0-9]{0,3})?|0\.[0-9]{1,4}", value):
        return Fraction(value)
    raise refuse("not-a-number", "a factor is expected here", 'write it like "1/2" or "2"')


def flag(value: Any) -> bool:
    """Take true or false."""
    if isinstance(value, bool):
        return value
    if isinstance(value, Scalar) and value.plain and value in {"true", "false"}:
        return value == "true"
    raise refuse("wrong-value", "true or false is expected here", "write true or false")


def length(value: Any, info: ValidationInfo) -> Length:
    """Take a length: a bare number in the file's units, or a text with its unit."""
    if isinstance(value, int) and not isinstance(value, (bool, str)):
        return Length(value)
    if not isinstance(value, str):
        raise refuse("not-a-length", f"a length is expected here, not {kind_of(value)}")
    quoted = isinstance(value, Scalar) and not value.plain
    unit = None if quoted else (info.context or {}).get("unit")
    if not quoted and re.fullmatch(r"[+-]?0[0-9]+(\.[0-9]*)?", value):
        raise refuse("not-a-number", f"{value} is not how a number is written", f"write {value.lstrip('0') or '0'}")
    try:
        return parse_length(value, unit)
    except NotALength as error:
        raise refuse("not-a-length", f"{_shown(value)} is not a length", str(error)) from None


def positive(value: Length) -> Length:
    """Refuse a length that is not above zero."""
    if value <= 0:
        raise refuse("not-a-length", "a length above zero is expected here")
    return value


def many(value: Any) -> Any:
    """Take a list."""
    if isinstance(value, list):
        return tuple(value)
    if isinstance(value, tuple):
        return value
    raise refuse("wrong-value", f"a list is expected here, not {kind_of(value)}", "begin each entry with a dash")


def pair(value: Any) -> Any:
    """Take a list of two."""
    if isinstance(value, tuple):
        return value
    if not isinstance(value, list) or len(value) != 2:
        count = f"{len(value)} values" if isinstance(value, list) else kind_of(value)
        help = "write [x, y], with points for decimals: [12.5, 40]"
        raise refuse("wrong-value", f"two numbers are expected here, not {count}", help)
    return tuple(value)


def identifier(value: Any) -> str:
    """Take an id."""
    if not isinstance(value, str) or not re.fullmatch(r"[a-z0-9][a-z0-9_-]{0,63}", value):
        shown = _shown(value) if isinstance(value, str) else kind_of(value)
        help = "an id has small letters a–z, digits, - and _, begins with a letter or digit, 64 at most"
        strange = next((c for c in value if "\u0400" <= c <= "\u052f"), "") if isinstance(value, str) else ""
        named = f": {strange} is {unicodedata.name(strange).lower()}" if strange else ""
        raise refuse("bad-id", f"{shown} is not an id{named}", help)
    return str(value)


def choice(*known: str) -> Callable[[Any], str]:
    """Give the taker of one word out of a few."""

    def take(value: Any) -> str:
        if isinstance(value, str) and value in known:
            return str(value)
        shown = _shown(value) if isinstance(value, str) else kind_of(value)
        raise refuse("unknown-choice", f"{shown} is not known here", meant(str(value), known))

    return take


def meant(written: str, known: "tuple[str, ...] | list[str]") -> str:
    """Give the did-you-mean for a word that is not among the known ones."""
    import difflib

    close = difflib.get_close_matches(written.lower(), [k.lower() for k in known], n=1, cutoff=0.6)
    listed = ", ".join((*known[:MOST_KNOWN], *(["…"] if len(known) > MOST_KNOWN else [])))
    if close:
        original = next(k for k in known if k.lower() == close[0])
        return f"did you mean {original}? known: {listed}" if len(known) <= MOST_KNOWN else f"did you mean {original}?"
    return f"known: {listed}" if known else "none is defined"


def kind_of(value: Any) -> str:
    """Say in the user's words what a value is."""
    if value is None:
        return "nothing"
    if isinstance(value, list):
        return "a list"
    return "a mapping" if isinstance(value, dict) else f"the text {_shown(str(value))}"


def _plain(value: Any, wanted: str) -> str:
    if not isinstance(value, str):
        raise refuse("not-a-number", f"{wanted} is expected here, not {kind_of(value)}")
    if isinstance(value, Scalar) and not value.plain:
        raise refuse(
            "not-a-number", f"{wanted} is expected here, not a text in quotes", f"write {value} without quotes"
        )
    return str(value)


def _shown(written: str) -> str:
    return repr(written if len(written) <= 40 else written[:39] + "…")


def _number_help(plain: str) -> str:
    if re.fullmatch(r"[+-]?[0-9]+,[0-9]+", plain):
        return f"write {plain.replace(',', '.')}"
    if re.fullmatch(r"[0-9]+:[0-9]+(:[0-9]+)?", plain):
        return "a time is no number; write a number, or put a text in its own field"
    if re.fullmatch(r"[+-]?[0-9][0-9_]+", plain):
        return f"write {plain.replace('_', '')}"
    return "write digits, for example 12"


LENGTH_SCHEMA = {
    "anyOf": [{"type": "number"}, {"type": "string", "pattern": r"^[+-]?[0-9.]+ ?(um|mm|cm|m|in|ft)$"}],
    "description": 'a number in the scenario\'s units, or a text with a unit: "12 in"',
}
PAIR_SCHEMA = {"type": "array", "items": LENGTH_SCHEMA, "minItems": 2, "maxItems": 2}
ID_SCHEMA = {"type": "string", "pattern": "^[a-z0-9][a-z0-9_-]{0,63}$"}

Text = Annotated[str, BeforeValidator(text)]
Name = Annotated[str, BeforeValidator(name)]
Whole = Annotated[int, BeforeValidator(whole_number)]
Number = Annotated[Decimal, BeforeValidator(decimal), WithJsonSchema({"type": "number"})]
Factor = Annotated[Fraction, BeforeValidator(fraction), WithJsonSchema({"type": "string"})]
Flag = Annotated[bool, BeforeValidator(flag)]
Id = Annotated[str, BeforeValidator(identifier), WithJsonSchema(ID_SCHEMA)]
LengthField = Annotated[Length, BeforeValidator(length), WithJsonSchema(LENGTH_SCHEMA)]


def above_zero(value: Any, info: ValidationInfo) -> Length:
    """Take a length above zero."""
    return positive(length(value, info))


Extent = Annotated[Length, BeforeValidator(above_zero), WithJsonSchema(LENGTH_SCHEMA)]


def place(value: Any, info: ValidationInfo) -> Point:
    """Take a place on the table, ``[x, y]``."""
    if isinstance(value, Point):
        return value
    x, y = pair(value)
    return Point(length(x, info), length(y, info))


PlaceField = Annotated[Point, BeforeValidator(place), WithJsonSchema(PAIR_SCHEMA)]
Many = Annotated[tuple[T, ...], BeforeValidator(many)]


class Localised(Model):
    """A text that a reader sees, the same in every language (`plain`) or one for each."""

    en: Text | None = None
    fr: Text | None = None
    ru: Text | None = None
    plain: Text | None = None

    def show(self, language: str, default: str = "en") -> str:
        """Give the text in a language, else in the default language, else in any."""
        ways = (self.plain, getattr(self, language, None), getattr(self, default, None), self.en, self.fr, self.ru)
        return next((way for way in ways if way is not None), "")


def localised(value: Any) -> Any:
    """Take a text, or a mapping from languages to texts."""
    if isinstance(value, str):
        return Localised.model_validate({"plain": value})
    if isinstance(value, dict):
        if "plain" in value:
            raise refuse("unknown-key", "unknown key plain", "known: en, fr, ru")
        if not value:
            raise refuse("wrong-value", "a text is expected here, not an empty mapping")
        return value
    if isinstance(value, Localised):
        return value
    raise refuse("wrong-value", f"a text, or one for each language, is expected here, not {kind_of(value)}")


LANGUAGES = ("en", "fr", "ru")
LOCALISED_SCHEMA = {
    "anyOf": [
        {"type": "string"},
        {
            "type": "object",
            "properties": {language: {"type": "string"} for language in LANGUAGES},
            "additionalProperties": False,
            "minProperties": 1,
        },
    ]
}
LocalText = Annotated[Localised, BeforeValidator(localised), WithJsonSchema(LOCALISED_SCHEMA)]


def _short(value: Localised) -> Localised:
    """Refuse a name that is too long, in any language."""
    for written in (value.en, value.fr, value.ru, value.plain):
        if written is not None and len(written) > LONGEST_NAME:
            raise refuse("too-long", f"a name longer than {LONGEST_NAME} characters")
        if written is not None and not written.strip():
            raise refuse("wrong-value", "a name is expected here, not nothing")
    return value


LocalName = Annotated[Localised, BeforeValidator(localised), AfterValidator(_short), WithJsonSchema(LOCALISED_SCHEMA)]
"""A name that a reader sees: a text of one line, the same in every language or one for each."""
