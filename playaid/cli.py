"""The command line: the only module that prints or exits. Every command imports what it needs when it runs."""

import contextlib
import os
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any, NoReturn, TypeVar

import click

from playaid import __version__
from playaid.diagnostics import PlayaidError, Rejected, Report, safe

if TYPE_CHECKING:
    from playaid.build import Built, Request
    from playaid.documents import Settings
    from playaid.lengths import Length
    from playaid.papers import Paper

WRONG_FILES, USAGE, SOME_FAILED, BUG, INTERRUPTED = 1, 2, 3, 70, 130

F = TypeVar("F", bound=Callable[..., Any])


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
        click.option("--flip", type=click.Choice(["long", "short", "fold", "none"]), default="long", show_default=True,
                     help="How the backs are printed."),
        click.option("--marker-size", type=LengthType(), default="25mm", show_default=True),
        click.option("--marker-shape", type=click.Choice(["square", "round", "hex"]), default="square",
                     show_default=True),
        click.option("--gap", type=LengthType(), default="2mm", show_default=True, help="Room between pieces."),
        click.option("--margin", type=LengthType(), default="8mm", show_default=True,
                     help="What the printer leaves free at the edge."),
        click.option("--columns", type=click.IntRange(1, 100), help="Pieces in a row; as many as fit by default."),
        click.option("--rows", type=click.IntRange(1, 100), help="Rows on a sheet; as many as fit by default."),
        click.option("--spares", type=click.IntRange(0, 100), default=4, show_default=True,
                     help="Numbers kept for hiding again."),
        click.option("--back-offset", type=OffsetType(), default="0mm,0mm", help="Moves everything on back pages."),
        click.option("--order", type=click.Choice(["interleaved", "fronts-then-backs", "stacks"]),
                     default="interleaved", show_default=True, help="Order of the pages, or of the numbers when cut."),
        click.option("--guides", type=click.Choice(["marks", "full"]), default="marks", show_default=True,
                     help="Crop marks, or lines over the whole sheet."),
    ]  # fmt: skip
    for option in reversed(options):
        command = option(command)
    return command


def settings_from(values: dict[str, Any]) -> "Settings":
    """Give the settings that the sheet options mean."""
    from playaid.documents import Settings
    from playaid.imposition import Flip, Guides, Order, SheetOptions
    from playaid.pages import Outline

    sheet = SheetOptions(
        paper=values["paper"],
        flip=Flip(values["flip"]),
        order=Order(values["order"]),
        margin=values["margin"],
        gap=values["gap"],
        columns=values["columns"],
        rows=values["rows"],
        back_offset=values["back_offset"],
        guides=Guides(values["guides"]),
    )
    outline = Outline(values["marker_shape"])
    return Settings(sheet=sheet, marker=values["marker_size"], outline=outline, spares=values["spares"])


class Commands(click.Group):
    """The commands in the order in which one meets them."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Give the commands as they were defined."""
        return list(self.commands)


@click.group(cls=Commands, context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100})
@click.version_option(__version__, message="playaid %(version)s")
def cli() -> None:
    """Check hidden deployments against the rules and print play aids that keep each side's secrets."""


KIND_NAMES = ["markers", "spotting", "night", "log"]


@cli.command()
@click.argument("paths", nargs=-1, required=True, type=click.Path(path_type=Path), metavar="PATH...")
@click.option("-o", "--output", type=click.Path(path_type=Path), default="output", show_default=True, metavar="DIR")
@click.option(
    "--for", "audiences", multiple=True, metavar="AUDIENCE", help="public, a side's id, or umpire; repeatable."
)
@click.option("--only", "kinds", multiple=True, type=click.Choice(KIND_NAMES), help="Print this kind only; repeatable.")
@click.option("--language", "languages", multiple=True, type=click.Choice(["en", "fr", "ru"]), help="Repeatable.")
@sheet_options
@click.option("--strict", is_flag=True, help="Warnings are errors.")
@click.option("--force", is_flag=True, help="Print although clauses are broken; every page says so.")
def build(paths: tuple[Path, ...], **values: Any) -> None:
    """Check scenarios and print them for every reader. Nothing is written when something is wrong."""
    from playaid.build import Request

    request = Request(
        output=values["output"],
        settings=settings_from(values),
        audiences=values["audiences"],
        kinds=values["kinds"],
        languages=values["languages"],
        strict=values["strict"],
        force=values["force"],
    )
    found = [file for path in paths for file in _scenarios(path)]
    codes = [_build_one(file, request) for file in found]
    failed = [code for code in codes if code]
    if failed and len(codes) > 1:
        say(f"built {len(codes) - len(failed)}, failed {len(failed)}", err=True)
        sys.exit(SOME_FAILED)
    sys.exit(failed[0] if failed else 0)


def _scenarios(path: Path) -> list[Path]:
    from playaid.scenario import find_scenarios

    return list(find_scenarios(path))


def _build_one(file: Path, request: "Request") -> int:
    """Build one scenario and say what came of it; give its exit code, so that others of the batch go on."""
    from playaid.build import UnknownAudience, build

    try:
        built = build(file, request)
    except Rejected as rejected:
        _report(rejected.report)
        say(f"{file.parent.as_posix()}: {_counted(rejected.report)}; nothing was written", err=True)
        if any(d.place.secret and not d.place.excerpt for d in rejected.report.diagnostics):
            path = file.parent.as_posix()
            say(
                f"values of orders are not shown here; their owner sees them with playaid check {path} --for SIDE",
                err=True,
            )
        return WRONG_FILES
    except UnknownAudience as error:
        say(f"Error: {error}", err=True)
        return USAGE
    except PlayaidError as error:
        _world(error)
        return error.exit_code
    _report(built.report)
    _tell_built(built)
    return 0


def _tell_built(built: "Built") -> None:
    pdfs = [name for name in built.files if name.endswith(".pdf")]
    say(f"{built.folder.as_posix()}: {len(pdfs)} PDFs for {', '.join(built.audiences)}")
    for name in pdfs:
        say(f"  {name}")


@cli.command()
@click.argument("paths", nargs=-1, required=True, type=click.Path(path_type=Path), metavar="PATH...")
@click.option("--format", "form", type=click.Choice(["text", "json", "github"]), default="text", show_default=True)
@click.option("--strict", is_flag=True, help="Warnings are errors.")
@click.option("--for", "side", metavar="SIDE", help="Check one side's orders; the other's are not opened.")
def check(paths: tuple[Path, ...], form: str, strict: bool, side: str | None) -> None:
    """Check scenarios and orders against the rules, as the umpire does; with --for, as one player."""
    report = Report()
    for path in paths:
        for file in _scenarios(path):
            report = report.plus(_checked(file, side))
    report = report.strict() if strict else report
    shown = {"text": report.as_text, "json": report.as_json, "github": report.as_github}[form]()
    if shown:
        say(shown)
    if form == "text":
        say(_counted(report) if report.diagnostics else "all is well")
    sys.exit(0 if report.ok else WRONG_FILES)


def _checked(file: Path, side: str | None) -> Report:
    from playaid.game import read_game
    from playaid.scenario import load_scenario

    try:
        if side is not None:
            known = list(load_scenario(file).value.sides)
            if side not in (*known, "public", "umpire"):
                raise click.UsageError(f"no side is called {safe(side)}; known: {', '.join(known)}")
        sides = None if side is None or side == "umpire" else {side} - {"public"}
        return read_game(file, sides).check()
    except Rejected as rejected:
        return rejected.report


def _counted(report: Report) -> str:
    errors = len(report.errors)
    warnings = len(report.diagnostics) - errors
    parts = [f"{n} {word}{'' if n == 1 else 's'}" for n, word in ((errors, "error"), (warnings, "warning")) if n]
    return ", ".join(parts) or "all is well"


def _report(report: Report) -> None:
    if report.diagnostics:
        say(report.as_text(), err=True)


def say(text: str, *, err: bool = False) -> None:
    """Print lines that no terminal obeys, whatever the console can show."""
    stream = sys.stderr if err else sys.stdout
    stream.write(safe(text) + "\n")


def _world(error: PlayaidError) -> None:
    say(f"Error: {error.message}", err=True)
    if error.help:
        say(f"  help: {error.help}", err=True)


@contextlib.contextmanager
def _outcomes() -> Iterator[None]:
    """Map what can go wrong to exit codes, in one place."""
    try:
        yield
    except Rejected as rejected:
        _report(rejected.report)
        sys.exit(WRONG_FILES)
    except PlayaidError as error:
        _world(error)
        sys.exit(error.exit_code)
    except click.ClickException as error:
        say(f"{error.ctx.get_usage()}\n" if isinstance(error, click.UsageError) and error.ctx else "", err=True)
        say(f"Error: {error.format_message()}", err=True)
        sys.exit(USAGE)
    except (KeyboardInterrupt, click.Abort):
        say("interrupted; nothing half-written was left", err=True)
        sys.exit(INTERRUPTED)
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        sys.exit(0)
    except Exception as error:
        if os.environ.get("PLAYAID_DEBUG"):
            raise
        say(f"Error: this is a bug of playaid ({type(error).__name__}); set PLAYAID_DEBUG=1 to see where", err=True)
        sys.exit(BUG)


def _terminated(*_: object) -> NoReturn:
    sys.exit(143)


def main() -> NoReturn:
    """Run the command line and exit."""
    import gc
    import signal

    gc.set_threshold(100_000, 50, 50)  # a run makes many values and few circles; looking for those costs a fifth of it
    for stream in (sys.stdout, sys.stderr):
        with contextlib.suppress(AttributeError):
            stream.reconfigure(errors="backslashreplace")  # type: ignore[union-attr]  # absent on replaced streams
    with contextlib.suppress(ValueError, AttributeError):
        signal.signal(signal.SIGTERM, _terminated)
    _add_commands()
    with _outcomes():
        cli.main(standalone_mode=False)
    sys.exit(0)


def _add_commands() -> None:
    """Add the commands that live in rooms of their own."""
    from playaid import cli_aid, cli_ask, cli_library

    cli.add_command(cli_aid.aid)
    cli.add_command(cli_ask.ask)
    for command in (cli_library.explain, cli_library.list_, cli_library.schema):
        cli.add_command(command)
