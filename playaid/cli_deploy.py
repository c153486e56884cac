"""``playaid deploy``: a hidden deployment drawn by chance, as an orders file."""

from pathlib import Path
from typing import TYPE_CHECKING

import click

from playaid.cli_options import Choice
from playaid.cli_terminal import say
from playaid.telling import typed

if TYPE_CHECKING:
    from playaid.deploy import Deal, NoRoom
    from playaid.scenario import Orders, Scenario, Sourced

PLANS = ["even", "forward", "depth", "flank"]


@click.command()
@click.argument("path", type=click.Path(path_type=Path))
@click.option("--side", required=True, metavar="SIDE", help="The side that deploys; the other's orders stay closed.")
@click.option("--seed", type=int, metavar="N", help="Draw the same again; whoever knows the seed knows the secret.")
@click.option("--plan", type=Choice(PLANS), default="even", show_default=True, help="How the side spreads.")
@click.option("-o", "--output", type=click.Path(path_type=Path), metavar="FILE",
              help="Default: SIDE.orders.yaml beside the scenario.")  # fmt: skip
@click.option("--again", is_flag=True, help="Replace markers that are already there.")
def deploy(path: Path, side: str, seed: int | None, plan: str, output: Path | None, again: bool) -> None:
    """Draw a legal hidden deployment, decoys included; units and reserve of an existing file are kept."""
    from playaid.dealing import deal_orders, sound_game, starting_orders
    from playaid.deploy import NoRoom
    from playaid.output import replace_file
    from playaid.scenario import orders_file

    game = sound_game(path)
    if side not in game.scenario.value.sides:
        from playaid.fields import meant

        raise click.UsageError(f"no side is called {side}; {meant(side, tuple(game.scenario.value.sides))}")
    target = output or orders_file(game.scenario, side)
    kept = starting_orders(game, side, target, again=again)
    try:
        text, dealt, report = deal_orders(game, side, kept, seed=seed, plan=plan)
    except NoRoom as error:
        raise _no_room(error, side) from None
    replace_file(target, text.encode(), 0o600)
    _tell(target, side, dealt, game.scenario, kept)
    if report.diagnostics:
        say(report.as_text(), err=True)


def _no_room(error: "NoRoom", side: str) -> Exception:
    from playaid.telling import PlayaidError

    ground = error.extent
    help = "make the zone larger, lay more cover in it, or put units in reserve in the orders file"
    said = (
        f"{side}: room for {error.placed} of {error.wanted} markers was found; of {_area(ground.zone)} in the zone"
        f" about {_area(ground.legal)} are legal, {_area(ground.cover)} in cover; nothing was written"
    )
    return PlayaidError(said, exit_code=1, help=help)


def _area(square_mm: int) -> str:
    return f"{square_mm // 100} cm²"


def _tell(target: Path, side: str, dealt: "Deal", scenario: "Sourced[Scenario]", kept: "Sourced[Orders]") -> None:
    standing = sum(1 for placed in dealt.markers if placed.at is not None)
    decoys = sum(1 for placed in dealt.markers if placed.unit is None)
    parts = [f"{standing} markers on the table, {decoys} of them decoys"]
    later = len(dealt.markers) - standing
    parts += [f"{later} arriving later"] if later else []
    parts += [f"{len(kept.value.reserve)} units in reserve"] if kept.value.reserve else []
    say(f"{target.as_posix()}: {', '.join(parts)}")
    if dealt.dropped:
        say(f"  no room for {dealt.dropped} more decoys; fewer than granted are legal", err=True)
    if kept.value.nonce is not None:
        say("  the earlier seal of this file is void; seal it again", err=True)
    say(f"  next: playaid check {typed(scenario.source.file.parent)} --for {side}, then playaid seal {typed(target)}")
