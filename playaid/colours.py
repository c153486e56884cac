"""Colours on paper: how light they are, how well they stand out, lighter and darker ones of the same hue.

By the formulas of WCAG 2; colours are ``#rrggbb``.
"""

from playaid.pages import BLACK, WHITE, Colour

READABLE = 4.5
"""The least contrast of text with its ground."""

FIELD = 84
"""So many hundredths of white are in the ground that a number stands on; the rest is the colour of its side."""

DARK = 0.22
"""A pattern no lighter than this hides what is printed behind it; 0 is black and 1 is white."""


def luminance(colour: Colour) -> float:
    """Give how light a colour is, from 0 for black to 1 for white."""
    red, green, blue = (_linear(part / 255) for part in _parts(colour))
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: Colour, other: Colour) -> float:
    """Give the contrast of two colours, from 1 for the same to 21 for black on white."""
    low, high = sorted((luminance(one), luminance(other)))
    return (high + 0.05) / (low + 0.05)


def readable(ground: Colour) -> Colour:
    """Give black or white, whichever reads better on a ground: one of both always has a contrast of 4.58 or more."""
    return max((BLACK, WHITE), key=lambda colour: contrast(colour, ground))


def mixed(one: Colour, other: Colour, share: int) -> Colour:
    """Give a colour with `share` hundredths of `other` in it."""
    parts = [(a * (100 - share) + b * share + 50) // 100 for a, b in zip(_parts(one), _parts(other), strict=True)]
    return "#" + "".join(f"{part:02x}" for part in parts)


def deep(colour: Colour) -> Colour:
    """Give a colour itself when it is dark, otherwise darkened until it is."""
    for share in range(0, 100, 5):
        darker = mixed(colour, BLACK, share)
        if luminance(darker) <= DARK:
            return darker
    return BLACK


def _parts(colour: Colour) -> tuple[int, int, int]:
    return int(colour[1:3], 16), int(colour[3:5], 16), int(colour[5:7], 16)


def _linear(part: float) -> float:
    return part / 12.92 if part <= 0.04045 else float(((part + 0.055) / 1.055) ** 2.4)
