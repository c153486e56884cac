"""What the options of paper and sheets mean together: the printer's profile, the label sheet, what excludes what."""

from typing import TYPE_CHECKING, Any

import click
from click.core import ParameterSource

if TYPE_CHECKING:
    from playaid.lengths import Length
    from playaid.papers import LabelSheet, SheetOptions

LEAST_LABEL_MARGIN = 3_000
"""Where the paper below the last row leaves no more for the strip, a row of labels gives way to it instead, in µm."""

LEAST_MARKER, LEAST_SHAPED, LARGEST_MARKER = 12_000, 15_000, 150_000
"""Sides of markers in µm, square and otherwise: on smaller ones no number of 14 pt fits."""


def sheet_from(values: dict[str, Any]) -> "SheetOptions":
    """Give how documents meet the paper. Raises a usage error for options that exclude one another."""
    from playaid.papers import DoesNotFit, Flip, Guides, Ink, Order, SheetOptions

    _check_markers(values)
    labels = _labels(values)
    margin, offset, scale = _printer(values)
    flip = Flip(values["flip"])
    if labels is not None:
        margin = _label_margin(labels, margin)
        flip = _label_flip(labels, flip)
    try:
        return SheetOptions(
            paper=labels.paper if labels is not None else values["paper"],
            flip=flip,
            order=Order(values["order"]),
            margin=margin,
            gap=values["gap"],
            columns=values["columns"],
            rows=values["rows"],
            back_offset=offset,
            guides=Guides(values["guides"]),
            ink=Ink(values["ink"]),
            scale=scale,
            printer=values["printer"] or "",
            labels=labels,
            start=values["start"],
        )
    except DoesNotFit as error:
        raise click.UsageError(f"{error}; choose larger paper or another margin") from None
    except ValueError as error:
        raise click.UsageError(str(error)) from None


def given(option: str) -> bool:
    """Tell whether an option was written on the command line."""
    context = click.get_current_context(silent=True)
    return context is not None and context.get_parameter_source(option) is ParameterSource.COMMANDLINE


def _check_markers(values: dict[str, Any]) -> None:
    """Refuse markers that no number fits on, and tents that are not square."""
    least = LEAST_MARKER if values["marker_shape"] == "square" else LEAST_SHAPED
    if not least <= values["marker_size"] <= LARGEST_MARKER:
        raise click.UsageError(f"--marker-size is from {least // 1_000}mm to 150mm for this shape")
    if values["tent"] and values["marker_shape"] != "square":
        raise click.UsageError("a tent has square faces; leave out --tent or --marker-shape")
    if values["start"] > 1 and not values["labels"]:
        raise click.UsageError("--start counts labels; say which sheet with --labels")


def _labels(values: dict[str, Any]) -> "LabelSheet | None":
    """Give the label sheet that is asked for."""
    if not values["labels"]:
        return None
    for option in ("paper", "columns", "rows", "gap", "marker_size", "marker_shape"):
        if given(option):
            raise click.UsageError(f"the label sheet decides that; leave out --{option.replace('_', '-')} or --labels")
    if values["tent"]:
        raise click.UsageError("a tent does not fit on a label; leave out --tent or --labels")
    from playaid.labelsheet import named

    labels = named(values["labels"])
    if values["start"] > labels.columns * labels.rows:
        raise click.UsageError(f"--start is from 1 to {labels.columns * labels.rows} on this sheet")
    return labels


def _label_margin(labels: "LabelSheet", margin: "Length") -> "Length":
    """Give the margin that leaves room for the strip below the last row of labels, where that can be."""
    from playaid.lengths import Length
    from playaid.papers import STRIP

    room = labels.below - STRIP
    return margin if given("margin") or room < LEAST_LABEL_MARGIN else Length(min(margin, room))


def _label_flip(labels: "LabelSheet", flip: Any) -> Any:
    from playaid.papers import Flip

    if not labels.both_sides:
        return Flip.NONE
    if flip is Flip.FOLD:
        raise click.UsageError("pieces cut beforehand cannot be folded over; choose --flip long, short or none")
    return flip


def _printer(values: dict[str, Any]) -> tuple["Length", tuple[int, int], tuple[Any, Any]]:
    """Give margin, back offset and scale; what the command line says goes before the printer's profile."""
    from playaid.papers import TRUE

    if not values["printer"]:
        return values["margin"], values["back_offset"], TRUE
    from playaid.printers import printer

    profile = printer(values["printer"])
    margin = values["margin"] if given("margin") or profile.margin is None else profile.margin
    offset = values["back_offset"] if given("back_offset") else profile.back_offset
    return margin, offset, profile.scale
