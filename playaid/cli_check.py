"""``playaid check``: what is wrong with scenarios and orders, for readers, programs and pull requests."""

import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click

from playaid.cli_options import Choice
from playaid.cli_terminal import counted, say
from playaid.telling import WRONG_FILES, safe

if TYPE_CHECKING:
    from playaid.diagnostics import Report
    from playaid.game import Game


@click.command()
@click.argument("paths", nargs=-1, required=True, type=click.Path(path_type=Path), metavar="PATH...")
@click.option("--format", "form", type=Choice(["text", "json", "github"]), default="text", show_default=True)
@click.option("--strict", is_flag=True, help="Warnings are errors.")
@click.option("--for", "side", metavar="SIDE", help="Check one side's orders; the other's are not opened.")
def check(paths: tuple[Path, ...], form: str, strict: bool, side: str | None) -> None:
    """Check scenarios and orders against the rules, as the umpire does; with --for, as one player."""
    from playaid.diagnostics import Report

    report, notes = Report(), list[str]()
    for path in paths:
        found, absent = _checked_all(path, side)
        report, notes = report.plus(found), [*notes, *absent]
    report = report.strict() if strict else report
    shown = {"text": report.as_text, "json": report.as_json, "github": report.as_github}[form]()
    if shown:
        say(shown)
    if form == "text":
        for note in notes:
            say(note)
        errors = len(report.errors)
        say(counted(errors, len(report.diagnostics) - errors))
    sys.exit(0 if report.ok else WRONG_FILES)


def _checked_all(path: Path, side: str | None) -> "tuple[Report, list[str]]":
    """Check the scenarios of a path, which may be a pack that is not in order itself."""
    from playaid.diagnostics import Rejected, Report
    from playaid.folders import find_scenarios

    report, notes = Report(), list[str]()
    try:
        for file in find_scenarios(path):
            found, absent = _checked(file, side)
            report, notes = report.plus(found), [*notes, *absent]
    except Rejected as rejected:
        return rejected.report, []
    return report, notes


def _checked(file: Path, side: str | None) -> "tuple[Report, list[str]]":
    """Check one scenario; give the report, and notes on orders that are not there."""
    from playaid.diagnostics import Rejected
    from playaid.game import read_game
    from playaid.scenario import load_scenario

    try:
        scenario = load_scenario(file)
        if side is not None:
            known = list(scenario.value.sides)
            if side not in (*known, "public", "umpire"):
                from playaid.fields import meant

                raise click.UsageError(f"no side is called {safe(side)}; {meant(side, known)}")
        sides = None if side is None or side == "umpire" else {side} - {"public"}
        game = read_game(file, sides, scenario)
        needed = [one for one in game.scenario.value.sides if not sides or one in sides]
        absent = [one for one in needed if one not in game.orders]
        notes = [f"note: there is no {file.parent.as_posix()}/{one}.orders.yaml to check" for one in absent]
        return game.check().plus(_seals(game)), [] if side in ("public", "umpire") else notes
    except Rejected as rejected:
        return rejected.report, []


def _seals(game: "Game") -> "Report":
    """Check that sealed orders are as they were sealed; hashing is loaded for sealed orders alone."""
    from playaid.diagnostics import Report

    if all(orders.value.nonce is None for orders in game.orders.values()):
        return Report()
    from playaid.seal import check_sealed

    return Report.of(check_sealed(game))
