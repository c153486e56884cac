"""Lengths as whole micrometres: read "12 in", compare exactly, show again.

Every length in playaid is an ``int`` of micrometres under the name `Length`. An inch is 25,400 of them, so centimetres
and inches meet without a remainder and a rule's limit is compared, never approximated.
"""

import re
from decimal import Decimal
from fractions import Fraction
from typing import NewType

Length = NewType("Length", int)
"""A length, or a coordinate, in whole micrometres."""

MICROMETRES = {"um": 1, "mm": 1_000, "cm": 10_000, "m": 1_000_000, "in": 25_400, "ft": 304_800}
"""How many micrometres each unit holds."""

ALIASES = {
    '"': "in",
    "inch": "in",
    "inches": "in",
    "'": "ft",
    "feet": "ft",
    "foot": "ft",
    "µm": "um",
    "см": "cm",
    "мм": "mm",
}

LONGEST = Length(100 * MICROMETRES["m"])
"""Nothing on a gaming table is longer: a bound that keeps every later product of coordinates small."""

_FORM = re.compile(r"\s*([+-]?(?:[0-9]{1,9}(?:\.[0-9]{0,9})?|\.[0-9]{1,9}))\s*([^\W\d_]+|[\"'])?\s*", re.UNICODE)


class NotALength(ValueError):
    """A text that is no length; the message says what to write instead."""


def parse_length(text: str, unit: str | None = None) -> Length:
    """Give the length that `text` names; a bare number counts in `unit`.

    Raises `NotALength` for anything else: no unit where none is implied, a decimal comma, a fraction of a micrometre,
    more than 100 m.
    """
    if "," in text and re.fullmatch(r"\s*[+-]?\d+,\d+.*", text):
        raise NotALength(f"write the decimal with a point: {text.strip().replace(',', '.', 1)}")
    form = _FORM.fullmatch(text)
    if form is None:
        raise NotALength("write a length as a number with a unit, for example 12 in, 30 cm or 250 mm")
    number, name = form.groups()
    if name is None and unit is None:
        raise NotALength(f"say the unit, for example {number} cm or {number} in")
    known = ALIASES.get(name, name) if name is not None else unit
    if known not in MICROMETRES:
        raise NotALength(f"the unit {name} is not known; use cm, mm, m, in or ft")
    whole, _, decimals = number.partition(".")
    exact, rest = divmod(int(f"{whole}{decimals}") * MICROMETRES[known], 10 ** len(decimals))
    if rest:
        raise NotALength("finer than a thousandth of a millimetre; write fewer decimals")
    if abs(exact) > LONGEST:
        raise NotALength("longer than 100 m; check the number and its unit")
    return Length(exact)


def amount(length: int, unit: str) -> Decimal:
    """Give the exact number of `unit` in a length when its decimals end, otherwise cut after six decimals."""
    exact = Fraction(length, MICROMETRES[unit])
    cut = Decimal(abs(exact.numerator) * 10**6 // exact.denominator).scaleb(-6)
    return (cut if length >= 0 else -cut).normalize()


def show_number(number: Decimal | Fraction | int, *, comma: bool = False) -> str:
    """Write a number whose decimals end, without exponent or trailing zeros, with a point or a decimal comma."""
    value = Decimal(number.numerator) / Decimal(number.denominator) if isinstance(number, Fraction) else Decimal(number)
    text = format(value.normalize(), "f")
    text = "0" if text == "-0" else text
    return text.replace(".", ",") if comma else text


def show_length(length: int, unit: str = "cm", *, comma: bool = False) -> str:
    """Write a length in `unit` with its name, for example ``81.3 cm``."""
    return f"{show_number(amount(length, unit), comma=comma)} {unit}"
