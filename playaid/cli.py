"""The command line: the only module that prints or exits. Every command imports what it needs when it runs."""

import contextlib
import os
import sys
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any, NoReturn

import click

from playaid import __version__
from playaid.cli_options import settings_from, sheet_options
from playaid.cli_terminal import (
    BUG,
    INTERRUPTED,
    SOME_FAILED,
    UNWRITABLE,
    USAGE,
    WRONG_FILES,
    ReaderGoneError,
    flush,
    say,
    say_world,
    silence,
)
from playaid.diagnostics import PlayaidError, Rejected, Report, safe

if TYPE_CHECKING:
    from playaid.build import Built, Request


ROOMS = {
    "aid": "aid",
    "ask": "ask",
    "seal": "seal",
    "verify": "seal",
    "printer": "printer",
    "explain": "library",
    "list": "library",
    "schema": "library",
    "doctor": "doctor",
    "deploy": "deploy",
    "new": "new",
    "generate": "generate",
    "export": "export",
}
"""The commands that live in rooms of their own, each loaded when it is asked for: `cli_aid` and so on."""


class Commands(click.Group):
    """The commands in the order in which one meets them."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Give the commands: those of this room, then the others."""
        return [*self.commands, *ROOMS]

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Give a command, from its room."""
        if cmd_name not in ROOMS:
            return super().get_command(ctx, cmd_name)
        room = import_module(f"playaid.cli_{ROOMS[cmd_name]}")
        command: click.Command = getattr(room, "list_" if cmd_name == "list" else cmd_name)
        return command

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Find the command that is meant; name the one it may be where there is none."""
        if args and args[0] not in self.list_commands(ctx) and not args[0].startswith("-"):
            from playaid.fields import meant

            ctx.fail(f"no command is called {args[0]}; {meant(args[0], self.list_commands(ctx))}")
        return super().resolve_command(ctx, args)


@click.group(cls=Commands, context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100})
@click.version_option(__version__, message="playaid %(version)s")
def cli() -> None:
    """Check hidden deployments against the rules and print play aids that keep each side's secrets."""


KIND_NAMES = ["markers", "spotting", "night", "log", "map", "briefing", "pack"]


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
@click.option("--map-scale", type=click.Choice(["fit", "1:2", "1:1"]), default="fit", show_default=True,
              help="Adds sheets at this scale to lay terrain out with.")  # fmt: skip
@click.option("--preview", is_flag=True, help="Write PNG pictures of the pages beside the PDFs.")
@click.option("--open", "show", is_flag=True, help="Open the folder of what was built.")
@click.option("--watch", is_flag=True, help="Build again whenever a file changes, until Ctrl-C.")
@click.option("--zip", is_flag=True, help="Pack each reader's folder into an archive beside it, to send.")
@click.option("--solo", metavar="SIDE", help="Play alone against this side: it is drawn, and printed as closed slips.")
@click.option("--tables", type=click.IntRange(1, 100), metavar="K",
              help="A pack for each of K tables, with numbers and seals of its own.")  # fmt: skip
def build(paths: tuple[Path, ...], **values: Any) -> None:
    """Check scenarios and print them for every reader. Nothing is written when something is wrong."""
    from playaid.build import Request
    from playaid.cli_watch import seen, watch
    from playaid.userfolder import template_folders

    request = Request(
        output=values["output"],
        settings=settings_from(values),
        audiences=values["audiences"],
        kinds=values["kinds"],
        languages=values["languages"],
        strict=values["strict"],
        force=values["force"],
        zip=values["zip"],
        templates=template_folders(values["templates"]),
        preview=values["preview"],
        solo=values["solo"],
        tables=values["tables"] or 0,
    )
    found = [file for path in paths for file in _scenarios(path)]
    before = seen(found, request.templates) if values["watch"] else None
    codes = [_build_one(file, request) for file in found]
    failed = [code for code in codes if code]
    for folder in template_folders():
        say(f"note: with your own templates in {folder.as_posix()}")
    if values["show"] and len(failed) < len(codes):
        _show(request.output)
    if before is not None:
        watch(before, lambda: [file for path in paths for file in _scenarios(path)],
              lambda file: _rebuild(file, request))  # fmt: skip
    if failed and len(codes) > 1:
        say(f"built {len(codes) - len(failed)}, failed {len(failed)}", err=True)
        sys.exit(SOME_FAILED)
    sys.exit(failed[0] if failed else 0)


def _rebuild(file: Path, request: "Request") -> None:
    """Build what changed; templates are read anew."""
    from playaid.elements import forget
    from playaid.prose import voice

    voice.cache_clear()
    forget()
    _build_one(file, request)


def _show(folder: Path) -> None:
    """Open a folder in the file manager, or say where it is."""
    if click.launch(str(folder.resolve())):
        say(f"cannot open a window here; look into {folder.as_posix()}", err=True)


def _scenarios(path: Path) -> list[Path]:
    from playaid.folders import find_scenarios

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
        say_world(error)
        return error.exit_code
    _report(built.report)
    _tell_built(built)
    return 0


def _tell_built(built: "Built") -> None:
    pdfs = [name for name in built.files if name.endswith(".pdf")]
    say(f"{built.folder.as_posix()}: {len(pdfs)} PDFs for {', '.join(built.audiences)}")
    for name in (*pdfs, *(name for name in built.files if name.endswith(".zip"))):
        say(f"  {name}")
    for note in built.notes:
        say(f"note: {note}")


@cli.command()
@click.argument("paths", nargs=-1, required=True, type=click.Path(path_type=Path), metavar="PATH...")
@click.option("--format", "form", type=click.Choice(["text", "json", "github"]), default="text", show_default=True)
@click.option("--strict", is_flag=True, help="Warnings are errors.")
@click.option("--for", "side", metavar="SIDE", help="Check one side's orders; the other's are not opened.")
def check(paths: tuple[Path, ...], form: str, strict: bool, side: str | None) -> None:
    """Check scenarios and orders against the rules, as the umpire does; with --for, as one player."""
    report, notes = Report(), list[str]()
    for path in paths:
        for file in _scenarios(path):
            found, absent = _checked(file, side)
            report, notes = report.plus(found), [*notes, *absent]
    report = report.strict() if strict else report
    shown = {"text": report.as_text, "json": report.as_json, "github": report.as_github}[form]()
    if shown:
        say(shown)
    if form == "text":
        for note in notes:
            say(note)
        say(_counted(report) if report.diagnostics else "all is well")
    sys.exit(0 if report.ok else WRONG_FILES)


def _checked(file: Path, side: str | None) -> tuple[Report, list[str]]:
    """Check one scenario; give the report, and notes on orders that are not there."""
    from playaid.game import read_game
    from playaid.scenario import load_scenario

    try:
        if side is not None:
            known = list(load_scenario(file).value.sides)
            if side not in (*known, "public", "umpire"):
                from playaid.fields import meant

                raise click.UsageError(f"no side is called {safe(side)}; {meant(side, known)}")
        sides = None if side is None or side == "umpire" else {side} - {"public"}
        game = read_game(file, sides)
        needed = [one for one in game.scenario.value.sides if not sides or one in sides]
        absent = [one for one in needed if one not in game.orders]
        notes = [f"note: there is no {file.parent.as_posix()}/{one}.orders.yaml to check" for one in absent]
        return game.check(), [] if side in ("public", "umpire") else notes
    except Rejected as rejected:
        return rejected.report, []


def _counted(report: Report) -> str:
    errors = len(report.errors)
    warnings = len(report.diagnostics) - errors
    parts = [f"{n} {word}{'' if n == 1 else 's'}" for n, word in ((errors, "error"), (warnings, "warning")) if n]
    return ", ".join(parts) or "all is well"


def _report(report: Report) -> None:
    if report.diagnostics:
        say(report.as_text(), err=True)


@contextlib.contextmanager
def _outcomes() -> Iterator[None]:
    """Map what can go wrong to exit codes, in one place."""
    try:
        yield
    except Rejected as rejected:
        _report(rejected.report)
        sys.exit(WRONG_FILES)
    except PlayaidError as error:
        say_world(error)
        sys.exit(error.exit_code)
    except click.ClickException as error:
        say(f"{error.ctx.get_usage()}\n" if isinstance(error, click.UsageError) and error.ctx else "", err=True)
        say(f"Error: {error.format_message()}", err=True)
        sys.exit(USAGE)
    except (KeyboardInterrupt, click.Abort):
        say("interrupted; nothing half-written was left", err=True)
        sys.exit(INTERRUPTED)
    except ReaderGoneError:
        silence()
        sys.exit(0)
    except OSError as error:
        where = f" {error.filename}" if error.filename else ""
        help = "check the name, your access to it, and that the folder you are in still exists"
        say_world(PlayaidError(f"cannot read or write{where}: {error.strerror or error}", help=help))
        sys.exit(UNWRITABLE)
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
        with contextlib.suppress(AttributeError, ValueError):
            stream.reconfigure(errors="backslashreplace")  # type: ignore[union-attr]  # absent on replaced streams
    with contextlib.suppress(ValueError, AttributeError):
        signal.signal(signal.SIGTERM, _terminated)
    code: object = 0
    with _outcomes():
        try:
            cli.main(standalone_mode=False)
        except SystemExit as left:
            code = left.code
        flush()
    sys.exit(code)  # type: ignore[arg-type]  # whatever a command left with
