"""What options take, and the options of paper and sheets, as every command that prints takes them."""

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click

if TYPE_CHECKING:
    from playaid.documents import Settings
    from playaid.lengths import Length
    from playaid.papers import Paper

F = TypeVar("F", bound=Callable[..., Any])


class Choice(click.Choice[str]):
    """One word of a few; another is answered with the one that may be meant."""

    def get_missing_message(self, param: click.Parameter, ctx: click.Context | None) -> str:
        """Give the words to choose from; an argument's own name lists them already."""
        return "" if isinstance(param, click.Argument) else f"Choose from {', '.join(self.choices)}."

    def get_invalid_choice_message(self, value: Any, ctx: click.Context | None) -> str:
        """Give the word that may be meant, and all that are known."""
        from playaid.fields import meant

        return f"{value} is not known here; {meant(str(value), tuple(self.choices))}"


class LengthType(click.ParamType["Length"]):
    """A length on the command line; a bare number counts in millimetres."""

    name = "length"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> "Length":
        """Give the length, or fail with what to write."""
        from playaid.lengths import NotALength, parse_length

        try:
            return parse_length(str(value), "mm")
        except NotALength as error:
            self.fail(str(error), param, ctx)


class PaperType(click.ParamType["Paper"]):
    """A paper by name or size."""

    name = "paper"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> "Paper":
        """Give the paper, or fail with the names that exist."""
        from playaid.papers import parse_paper

        try:
            return parse_paper(str(value))
        except ValueError as error:
            self.fail(str(error), param, ctx)


class OffsetType(click.ParamType[tuple[int, int]]):
    """Two lengths with a comma between them."""

    name = "dx,dy"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> tuple[int, int]:
        """Give both lengths, or fail with an example."""
        from playaid.lengths import NotALength, parse_length

        parts = str(value).split(",")
        if len(parts) != 2:
            self.fail("write two lengths, for example 1.5mm,-0.5mm", param, ctx)
        try:
            return int(parse_length(parts[0], "mm")), int(parse_length(parts[1], "mm"))
        except NotALength as error:
            self.fail(str(error), param, ctx)


def sheet_options(command: F) -> F:
    """Add the options of paper and sheets to a command."""
    options = [
        click.option("--paper", type=PaperType(), default="a4", show_default=True, help="a4, letter, … or 210x297mm"),
        click.option("--flip", type=Choice(["long", "short", "fold", "none"]), default="long", show_default=True,
                     help="How the backs are printed."),
        click.option("--marker-size", type=LengthType(), default="25mm", show_default=True),
        click.option("--marker-shape", type=Choice(["square", "round", "hex"]), default="square",
                     show_default=True),
        click.option("--tent", is_flag=True, help="Markers to fold up that stand."),
        click.option("--gap", type=LengthType(), default="2mm", show_default=True, help="Room between pieces."),
        click.option("--margin", type=LengthType(), default="8mm", show_default=True,
                     help="What the printer leaves free at the edge."),
        click.option("--columns", type=click.IntRange(1, 100), help="Pieces in a row; as many as fit by default."),
        click.option("--rows", type=click.IntRange(1, 100), help="Rows on a sheet; as many as fit by default."),
        click.option("--spares", type=click.IntRange(0, 100), default=4, show_default=True,
                     help="Numbers kept for hiding again."),
        click.option("--ink", type=Choice(["full", "saver"]), default="full", show_default=True,
                     help="saver: outlines and hatching in place of colour."),
        click.option("--printer", metavar="NAME", help="A printer kept with playaid printer add."),
        click.option("--back-offset", type=OffsetType(), default="0mm,0mm", help="Moves everything on back pages."),
        click.option("--order", type=Choice(["interleaved", "fronts-then-backs", "stacks"]),
                     default="interleaved", show_default=True, help="Order of the pages, or of the numbers when cut."),
        click.option("--labels", metavar="NAME|FILE", help="Markers on a label sheet; playaid list labels."),
        click.option("--start", type=click.IntRange(1), default=1, show_default=True, metavar="N",
                     help="First free label of a part-used sheet."),
        click.option("--guides", type=Choice(["marks", "full"]), default="marks", show_default=True,
                     help="Crop marks, or lines over the whole sheet."),
        click.option("--card", type=Choice(["a6", "poker", "half-letter"]),
                     help="The spotting and night cards as cards to cut out; a full page by default."),
        click.option("--templates", type=click.Path(path_type=Path, exists=True, file_okay=False), metavar="DIR",
                     help="Your own words, templates and theme, before those of your configuration folder (playaid "
                     "doctor names it); see playaid new --templates."),
    ]  # fmt: skip
    for option in reversed(options):
        command = option(command)
    return command


def settings_from(values: dict[str, Any]) -> "Settings":
    """Give the settings that the sheet options mean."""
    from playaid.cli_sheet import sheet_from
    from playaid.documents import Settings
    from playaid.pages import Outline

    return Settings(
        sheet=sheet_from(values),
        marker=values["marker_size"],
        outline=Outline(values["marker_shape"]),
        spares=values["spares"],
        tent=values["tent"],
        card=values["card"],
        map_scale=values.get("map_scale", "fit"),
    )
