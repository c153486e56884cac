"""Values as YAML text that this program reads back as the same: for files written on a user's behalf."""

import json
import re
from fractions import Fraction
from typing import Any

from playaid.lengths import MICROMETRES, amount, show_number
from playaid.shapes import Point
from playaid.source import Scalar

_PLAIN = re.compile(r"[^\W_](?:[\w .+-]*\w)?|[+-]?\d+(?:\.\d+)?")
_WORDS = {"true", "false", "null", "yes", "no", "on", "off", "~"}


def length(value: int, unit: str) -> str:
    """Write a length exactly: as a bare number of the file's unit, else with a unit that it is whole in."""
    number = amount(value, unit)
    if Fraction(number) * MICROMETRES[unit] == value:
        return show_number(number)
    mm = amount(value, "mm")
    return f'"{show_number(mm)} mm"'


def place(point: Point, unit: str) -> str:
    """Write a place as ``[x, y]``."""
    return f"[{length(point.x, unit)}, {length(point.y, unit)}]"


def text(value: str) -> str:
    """Write a text: plain where that cannot be misread, else in quotes."""
    if _PLAIN.fullmatch(value) and value.lower() not in _WORDS and not value[0].isdigit() and value.isprintable():
        return value
    return json.dumps(value, ensure_ascii=False)


def flow(tree: Any) -> str:
    """Write a tree as it was read (`source.Source.tree`) on one line; what was a number stays one."""
    if isinstance(tree, dict):
        return "{" + ", ".join(f"{text(key)}: {flow(value)}" for key, value in tree.items() if value is not None) + "}"
    if isinstance(tree, list):
        return "[" + ", ".join(flow(value) for value in tree) + "]"
    if isinstance(tree, Scalar) and tree.plain and _PLAIN.fullmatch(tree):
        return str(tree)
    return json.dumps(str(tree), ensure_ascii=False)


def comment(value: str) -> str:
    """Write a text as the rest of a comment: on one line, whatever it holds."""
    return " ".join(value.split())
