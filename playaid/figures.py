"""Numbers as they are written: exact factors, chances in per cent."""

from fractions import Fraction
from math import floor


def show_fraction(value: Fraction) -> str:
    """Write an exact factor: ``4``, ``3.5``, or ``1/3`` when its decimals do not end."""
    if value.denominator == 1:
        return str(value.numerator)
    rest = value.denominator
    for prime in (2, 5):
        while rest % prime == 0:
            rest //= prime
    if rest != 1:
        return f"{value.numerator}/{value.denominator}"
    digits = 0
    while (value * 10**digits).denominator != 1:
        digits += 1
    whole = int(value * 10**digits)
    text = str(whole).rjust(digits + 1, "0")
    return f"{text[:-digits]}.{text[-digits:]}"


def percent(chance: Fraction, decimals: int = 0) -> str:
    """Write a chance in per cent, halves up, with a point: ``83.3``. A chance below one never shows as a hundred."""
    scale = 10**decimals
    tenths = floor(chance * 100 * scale + Fraction(1, 2))
    if tenths == 100 * scale and chance < 1:
        tenths -= 1
    whole, rest = divmod(tenths, scale)
    return str(whole) if decimals == 0 or rest == 0 else f"{whole}.{str(rest).rjust(decimals, '0')}"
