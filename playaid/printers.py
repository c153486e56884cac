"""Printers by name: how far each misses on the back, what it makes of a length, what it leaves free at the edge.

Kept in one file in the user's configuration folder, strict YAML like all our files, replaced as a whole or not at all.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from decimal import Decimal
from fractions import Fraction
from typing import Annotated

from pydantic import BeforeValidator, Field

from playaid.decoding import decode
from playaid.fields import LengthField, Model, Number, choice, meant, pair
from playaid.lengths import Length, amount, show_number
from playaid.output import replace_file
from playaid.papers import GREATEST_SCALE, LEAST_SCALE, TRUE
from playaid.source import read
from playaid.telling import PlayaidError
from playaid.userfolder import folder
from playaid.yamltext import length as yaml_length
from playaid.yamltext import text as yaml_text

FILE = "printers.yaml"

FARTHEST = Length(30_000)
"""No printer misses farther on the back, in µm: beyond it the wrong edge was chosen."""

WIDEST = Length(50_000)
"""No printer leaves more free at the edge, in µm."""

NAME = re.compile(r"[^\W_][\w .+-]{0,39}")


@dataclass(frozen=True, kw_only=True)
class Printer:
    """A printer: where its backs have to be moved (µm), its scale across and along the paper, its margin (µm)."""

    name: str
    back_offset: tuple[int, int] = (0, 0)
    scale: tuple[Fraction, Fraction] = TRUE
    margin: Length | None = None

    def __post_init__(self) -> None:
        """Raise `ValueError` with what to write for anything that no printer is."""
        if not NAME.fullmatch(self.name):
            raise ValueError("a printer's name has letters, digits, spaces and . + -, 40 at most")
        if max(abs(part) for part in self.back_offset) > FARTHEST:
            raise ValueError("a back offset is at most 30 mm; check the edge that the sheet is turned about")
        if not all(LEAST_SCALE <= part <= GREATEST_SCALE for part in self.scale):
            raise ValueError(
                "a scale is between 95 and 105, in per cent; print at 100 % first, without fitting to the page"
            )
        if self.margin is not None and not 0 <= self.margin <= WIDEST:
            raise ValueError("a margin is between 0 and 50 mm")

    def show(self) -> str:
        """Give the printer as one line, in the words of the options that make it."""
        offset = ",".join(f"{show_number(amount(part, 'mm'))}mm" for part in self.back_offset)
        scale = ",".join(_percent(part) for part in dict.fromkeys(self.scale))
        margin = f" --margin {show_number(amount(self.margin, 'mm'))}mm" if self.margin is not None else ""
        return f"{self.name}: --back-offset {offset} --scale {scale}{margin}"


def _percent(scale: Fraction) -> str:
    return show_number(scale * 100)


Two = Annotated[tuple[Number, Number], BeforeValidator(pair)]
TwoLengths = Annotated[tuple[LengthField, LengthField], BeforeValidator(pair)]


class _Profile(Model):
    back_offset: TwoLengths = (Length(0), Length(0))
    scale: Two = (Decimal(100), Decimal(100))
    margin: LengthField | None = None


class _File(Model):
    playaid: Annotated[str, BeforeValidator(choice("1"))]
    printers: dict[str, _Profile] = Field(default_factory=dict)


def kept() -> dict[str, Printer]:
    """Give the printers by name. Raises `Rejected` when their file is not in order."""
    file = folder() / FILE
    if not file.exists():
        return {}
    source = read(file)
    content = decode(_File, source, unit="mm")
    found = {}
    for name, profile in content.printers.items():
        try:
            found[name] = Printer(
                name=name,
                back_offset=profile.back_offset,
                scale=(Fraction(profile.scale[0]) / 100, Fraction(profile.scale[1]) / 100),
                margin=profile.margin,
            )
        except ValueError as error:
            help = f"mend or delete {file}, or put the printer there again with playaid printer add"
            raise PlayaidError(f"{file}: the printer {name}: {error}", exit_code=1, help=help) from None
    return found


def printer(name: str) -> Printer:
    """Give a printer by name. Raises `PlayaidError` (exit code 2) for one that is not kept, with those that are."""
    known = kept()
    if name in known:
        return known[name]
    help = meant(name, list(known)) if known else "none is kept yet: playaid aid calibration tells what to type"
    raise PlayaidError(f"no printer is called {name}", exit_code=2, help=f"{help}; playaid printer add {name} …")


def add(
    name: str,
    back_offset: tuple[int, int] | None = None,
    scale: tuple[Fraction, Fraction] | None = None,
    margin: Length | None = None,
) -> Printer:
    """Keep a printer; what is not given stays as it was. Raises `ValueError` for anything that no printer is."""
    known = kept()
    before = known.get(name) or Printer(name=name)
    made = replace(
        before,
        back_offset=before.back_offset if back_offset is None else back_offset,
        scale=before.scale if scale is None else scale,
        margin=before.margin if margin is None else margin,
    )
    _keep(known | {name: made})
    return made


def remove(name: str) -> None:
    """Forget a printer. Raises `PlayaidError` (exit code 2) for one that is not kept."""
    forgotten = printer(name)
    _keep({other: one for other, one in kept().items() if other != forgotten.name})


def _keep(printers: Mapping[str, Printer]) -> None:
    """Write the file."""
    lines = ["# The printers of playaid printer add: offsets and margins in mm, scales in per cent.", "playaid: 1"]
    lines += ["printers:" if printers else "printers: {}"]
    for name, one in sorted(printers.items()):
        lines.append(f"  {yaml_text(name)}:")
        lines.append(f"    back_offset: [{', '.join(yaml_length(part, 'mm') for part in one.back_offset)}]")
        lines.append(f"    scale: [{', '.join(_percent(part) for part in one.scale)}]")
        if one.margin is not None:
            lines.append(f"    margin: {yaml_length(one.margin, 'mm')}")
    replace_file(folder() / FILE, ("\n".join(lines) + "\n").encode())
