"""``playaid export``: unit lists and the umpire's log as CSV."""

from pathlib import Path

import click

from playaid.cli_terminal import say


@click.command()
@click.argument("path", type=click.Path(path_type=Path))
@click.option(
    "-o", "--output", type=click.Path(path_type=Path), metavar="DIR", help="Default: export beside the scenario."
)
@click.option("--for", "audiences", multiple=True, metavar="AUDIENCE",
              help="public, a side's id, or umpire; repeatable. Other sides' orders are not opened.")  # fmt: skip
def export(path: Path, output: Path | None, audiences: tuple[str, ...]) -> None:
    """Write the unit lists and the umpire's log as CSV for spreadsheets."""
    from playaid.diagnostics import Rejected
    from playaid.export import default_folder
    from playaid.export import export as exported
    from playaid.fields import meant
    from playaid.game import read_game
    from playaid.output import replace_file
    from playaid.scenario import load_scenario

    sides = tuple(load_scenario(path).value.sides)
    known = ("public", *sides, "umpire")
    for audience in audiences:
        if audience not in known:
            raise click.UsageError(f"no reader is called {audience}; {meant(audience, known)}")
    asked = audiences or known
    game = read_game(path, None if "umpire" in asked else set(asked) & set(sides))
    report = game.check()
    if not report.ok:
        raise Rejected(report if len(audiences) == 1 else report.discreet())
    folder = output or default_folder(path)
    for name, (text, secret) in exported(game, asked).items():
        replace_file(folder / name, text.encode(), 0o600 if secret else 0o644)
        say((folder / name).as_posix())
    if "umpire" in audiences and len(game.orders) < 2:
        say("the umpire's log needs both sides' orders", err=True)
