"""``playaid aid``: play aids that need no scenario."""

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from playaid.cli_options import Choice, settings_from, sheet_options
from playaid.cli_terminal import say

if TYPE_CHECKING:
    from collections.abc import Iterator

    from playaid.documents import Settings
    from playaid.pages import Document
    from playaid.prose import Voice
    from playaid.views import Imprint

MAKERS = {"spotting": "card", "night": "card", "log": "form", "ruler": "sheet", "calibration": "sheet"}
"""What makes each aid in the room of its kind; markers have their own way."""

FOR_MARKERS = {
    "first": "--from",
    "last": "--to",
    "emblem": "--emblem",
    "colour": "--colour",
    "tent": "--tent",
    "marker_size": "--marker-size",
    "marker_shape": "--marker-shape",
}
"""Options that only markers have a use for."""

BUILT_IN = {"spotting": "incertitude", "night": "flames-of-war-night", "log": "incertitude"}


@click.command()
@click.argument("kind", type=Choice(["spotting", "night", "markers", "log", "ruler", "calibration"]))
@click.option(
    "-o",
    "--output",
    type=click.Path(path_type=Path),
    metavar="FILE",
    help="Default: KIND.pdf here, KIND-CARD.pdf with --card.",
)
@click.option("--rules", metavar="ID|FILE", help="Another ruleset than the built-in one.")
@click.option("--language", type=Choice(["en", "fr", "ru"]), default="en", show_default=True)
@click.option("--from", "first", type=click.IntRange(1, 9999), default=1, show_default=True, help="First number.")
@click.option("--to", "last", type=click.IntRange(1, 9999), default=30, show_default=True, help="Last number.")
@click.option("--emblem", default="B", show_default=True, help="One or two letters on the markers.")
@click.option("--colour", default="#4a5a3a", show_default=True, help="Colour of the markers.")
@sheet_options
def aid(kind: str, output: Path | None, **values: Any) -> None:
    """Print an aid without a scenario: numbered markers, the cards, a blank log, measuring sticks."""
    from playaid.fonts import Unprintable
    from playaid.imposition import DoesNotFit
    from playaid.output import replace_file
    from playaid.pdf import render
    from playaid.prose import voice
    from playaid.telling import NOT_OURS, PlayaidError
    from playaid.userfolder import template_folders

    for option in _idle(kind):
        say(f"note: {option} does nothing for {kind}", err=True)
    form = values["card"] if kind in ("spotting", "night") else None
    target = output or Path(f"{kind}-{form}.pdf" if form else f"{kind}.pdf")
    if target.exists() and not (target.is_file() and b"playaid" in target.read_bytes()):
        help = "move it away, or choose another name with -o"
        raise PlayaidError(f"{target} was not made by playaid", exit_code=NOT_OURS, help=help)
    settings = settings_from(values)
    spoken = voice(values["language"], template_folders(values["templates"]))
    try:
        made = render(_document(kind, spoken, settings, values), settings.sheet)
    except DoesNotFit as error:
        raise PlayaidError(
            f"{kind}: {error}", exit_code=1, help="choose smaller or fewer pieces, or larger paper"
        ) from None
    except Unprintable as error:
        raise PlayaidError(f"{kind}: {error}", exit_code=1, help="write it another way") from None
    replace_file(target, made.data)
    say(f"{target.as_posix()}: {made.pages} page{'' if made.pages == 1 else 's'}")


def _idle(kind: str) -> "Iterator[str]":
    """Give the options that were written and do nothing for a kind."""
    from playaid.cli_sheet import given

    idle = {} if kind == "markers" else FOR_MARKERS
    if kind not in ("spotting", "night"):
        idle = {**idle, "card": "--card"}
    yield from (option for name, option in idle.items() if given(name))


def _document(kind: str, voice: "Voice", settings: "Settings", values: dict[str, Any]) -> "Document":
    from importlib import import_module

    from playaid.documents import thrifty

    spoken = thrifty(voice, settings)
    imprint = _imprint(kind, spoken.language, values["rules"])
    if kind == "markers":
        return _markers(imprint, spoken, settings, values)
    module = import_module(f"playaid.documents.{kind}")  # each kind loads only what it prints with
    made: Document = getattr(module, MAKERS[kind])(imprint, spoken, settings)
    return made


def _markers(imprint: "Imprint", voice: "Voice", settings: "Settings", values: dict[str, Any]) -> "Document":
    import re

    from playaid.documents.markers import livery, marker_groups, sheet

    numbers = range(values["first"], values["last"] + 1)
    if not numbers:
        raise click.UsageError("--from comes before --to")
    if not 1 <= len(values["emblem"]) <= 2:
        raise click.UsageError("--emblem is one or two letters")
    if not re.fullmatch("#[0-9a-fA-F]{6}", values["colour"]):
        raise click.UsageError('--colour is written like "#4a5a3a"')
    look = livery(values["emblem"], values["colour"].lower(), settings, look=voice.look)
    return sheet(marker_groups(numbers, look, voice, settings), imprint, voice, settings)


def _imprint(kind: str, language: str, named: str | None) -> "Imprint":
    from playaid.rules import Rules
    from playaid.views import Imprint

    if kind in ("markers", "calibration") and named is None:
        return Imprint(title=None, revision="", language=language, rules=Rules())
    from playaid.ruleset import built_in, load_named

    wanted = named or BUILT_IN.get(kind)
    ruleset = load_named(wanted) if wanted else None
    needed = {"spotting": "concealment", "night": "night"}.get(kind)
    if ruleset is not None and needed is not None and ruleset.kind != needed:
        raise click.UsageError(f"{ruleset.id} is a {ruleset.kind} ruleset; this aid needs a {needed} ruleset")
    rules = Rules.of(ruleset) if ruleset is not None else Rules()
    if kind == "ruler" and named is None:
        rules = Rules(concealment=built_in(BUILT_IN["spotting"]), night=built_in(BUILT_IN["night"]))
    return Imprint(title=None, revision="", language=language, rules=rules)
