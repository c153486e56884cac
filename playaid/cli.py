"""The command line: the only module that prints or exits. Every command imports what it needs when it runs."""

import contextlib
import os
import sys
from collections.abc import Iterator
from importlib import import_module
from typing import NoReturn

import click

from playaid import __version__
from playaid.cli_terminal import ReaderGoneError, flush, say, say_world, silence
from playaid.telling import BUG, INTERRUPTED, UNWRITABLE, USAGE, WRONG_FILES, PlayaidError, of_system

ROOMS = {
    "build": ("build", "Check scenarios and print them for every reader."),
    "check": ("check", "Check scenarios and orders against the rules, as the umpire does; with --for, as one player."),
    "aid": ("aid", "Print an aid without a scenario: numbered markers, the cards, a blank log, measuring sticks."),
    "ask": ("ask", "Ask the rules one question: spotting, firing, night, lines of sight."),
    "seal": (
        "seal",
        "Number a side's markers at random and seal its orders, so that nobody can change them unnoticed.",
    ),
    "verify": ("seal", "Verify what was sealed: after the game a whole deployment, during the game one marker."),
    "printer": ("printer", "Keep what your printers do to a page, by name; print with --printer NAME."),
    "explain": ("library", "Explain a diagnostic code (PA302), a clause (8.A) or a ruling (D1)."),
    "list": ("library", "List what playaid knows."),
    "schema": ("library", "Print the JSON Schema of a file, for editors that complete and check YAML."),
    "doctor": (
        "doctor",
        "Look at the installation: versions, fonts, accelerators, templates of your own, write access.",
    ),
    "deploy": (
        "deploy",
        "Draw a legal hidden deployment, decoys included; units and reserve of an existing file are kept.",
    ),
    "new": ("new", "Write a commented scenario to start from, with schemas for your editor."),
    "generate": ("generate", "Draw a whole playable scenario, terrain, zones and forces, and say how fair it is."),
    "export": ("export", "Write the unit lists and the umpire's log as CSV for spreadsheets."),
}
"""The commands: the room of each, `cli_aid` and so on, loaded when it is asked for; and how its help begins, so that
the list of all commands loads no room."""


class Commands(click.Group):
    """The commands in the order in which one meets them."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Give the commands in their order."""
        return list(ROOMS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Give a command, from its room."""
        if cmd_name not in ROOMS:
            return super().get_command(ctx, cmd_name)
        room = import_module(f"playaid.cli_{ROOMS[cmd_name][0]}")
        command: click.Command = getattr(room, "list_" if cmd_name == "list" else cmd_name)
        return command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """List the commands, each with as much of how its help begins as fits."""
        limit = formatter.width - 6 - max(map(len, ROOMS))  # as click leaves it
        begun = {name: click.Command(name, help=help) for name, (_, help) in ROOMS.items()}
        with formatter.section("Commands"):
            formatter.write_dl([(name, command.get_short_help_str(limit)) for name, command in begun.items()])

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


@contextlib.contextmanager
def _outcomes() -> Iterator[None]:
    """Map what can go wrong to exit codes, in one place."""
    try:
        yield
    except PlayaidError as error:
        say_world(error)
        sys.exit(error.exit_code)
    except click.exceptions.NoArgsIsHelpError as asked:
        say(asked.format_message(), err=True)
        sys.exit(USAGE)
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
        help = "check the name, your access to it, and that the folder you are in still exists"
        say_world(PlayaidError(of_system(error), help=help))
        sys.exit(UNWRITABLE)
    except Exception as error:
        _told_of_files(error)
        if os.environ.get("PLAYAID_DEBUG"):
            raise
        say(f"Error: this is a bug of playaid ({type(error).__name__}); set PLAYAID_DEBUG=1 to see where", err=True)
        sys.exit(BUG)


def _told_of_files(error: Exception) -> None:
    """Print what is wrong with the user's files, and exit; of anything else say nothing."""
    from playaid.diagnostics import Rejected  # costs start-up, and whatever raised it has loaded it

    if isinstance(error, Rejected):
        if error.report.diagnostics:
            say(error.report.as_text(), err=True)
        sys.exit(WRONG_FILES)


def _terminated(*_: object) -> NoReturn:
    sys.exit(143)


def main() -> NoReturn:
    """Run the command line and exit."""
    import signal

    for stream in (sys.stdout, sys.stderr):
        with contextlib.suppress(AttributeError, ValueError):
            stream.reconfigure(errors="backslashreplace")  # type: ignore[union-attr]  # absent on replaced streams
    with contextlib.suppress(ValueError, AttributeError):
        signal.signal(signal.SIGTERM, _terminated)
    code: object = 0
    with _outcomes():
        try:
            cli.main(prog_name="playaid", standalone_mode=False)
        except SystemExit as left:
            code = left.code
        flush()
    sys.exit(code)  # type: ignore[arg-type]  # whatever a command left with
