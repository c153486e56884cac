"""``playaid printer``: the printers that are kept by name."""

from typing import TYPE_CHECKING, Any

import click

from playaid.cli_options import LengthType, OffsetType
from playaid.cli_terminal import say

if TYPE_CHECKING:
    from fractions import Fraction

    from playaid.lengths import Length

NONE_KEPT = "no printer is kept yet; playaid aid calibration tells what to type"


class ScaleType(click.ParamType["tuple[Fraction, Fraction]"]):
    """What a printer makes of 100, in per cent: one number, or one across and one along the paper."""

    name = "x[,y]"

    def convert(
        self, value: Any, param: click.Parameter | None, ctx: click.Context | None
    ) -> "tuple[Fraction, Fraction]":
        """Give both scales, or fail with an example."""
        import re
        from fractions import Fraction

        parts = [part.strip().removesuffix("%").strip() for part in str(value).split(",")]
        if len(parts) > 2 or not all(re.fullmatch(r"[0-9]{1,4}(\.[0-9]{1,4})?", part) for part in parts):
            self.fail("write per cent with a decimal point, one number or two: 99.5 or 99.5,100.2", param, ctx)
        across, along = Fraction(parts[0]) / 100, Fraction(parts[-1]) / 100
        if max(across, along) <= 2:
            percent = Fraction(parts[0]) * 100
            if max(across, along) < Fraction(2, 100):
                self.fail(f"write per cent, for example {float(percent):g}", param, ctx)
        return across, along


@click.group()
def printer() -> None:
    """Keep what your printers do to a page, by name; print with --printer NAME."""


@printer.command()
@click.argument("name")
@click.option("--back-offset", type=OffsetType(), help="Where backs have to be moved: right,up.")
@click.option("--scale", type=ScaleType(), help="What 100 % comes out as: 99.5, or 99.5,100.2 across and along.")
@click.option("--margin", type=LengthType(), help="What it leaves free at the edge.")
def add(
    name: str,
    back_offset: tuple[int, int] | None,
    scale: "tuple[Fraction, Fraction] | None",
    margin: "Length | None",
) -> None:
    """Keep a printer, or change what is given of one that is kept."""
    from playaid.printers import add as keep

    if back_offset is None and scale is None and margin is None:
        raise click.UsageError("give --back-offset, --scale or --margin; playaid aid calibration tells their values")
    try:
        made = keep(name, back_offset, scale, margin)
    except ValueError as error:
        raise click.UsageError(str(error)) from None
    say(made.show())


@printer.command("list")
def list_() -> None:
    """List the printers that are kept."""
    from playaid.printers import kept

    say("\n".join(one.show() for one in kept().values()) or NONE_KEPT)


@printer.command()
@click.argument("name")
def remove(name: str) -> None:
    """Forget a printer."""
    from playaid.printers import remove as forget

    forget(name)
    say(f"{name} is forgotten")
