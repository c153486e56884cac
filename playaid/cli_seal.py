"""``playaid seal`` and ``playaid verify``: bind oneself to a deployment before the game, and prove it afterwards."""

from pathlib import Path
from typing import TYPE_CHECKING

import click

from playaid.cli_terminal import say
from playaid.telling import WRONG_FILES, typed

if TYPE_CHECKING:
    from collections.abc import Iterator

    from playaid.proof import Verified
    from playaid.scenario import Marker, Unit

SCENARIO = click.option(
    "--scenario",
    type=click.Path(path_type=Path),
    metavar="PATH",
    help="The scenario's file or folder; by default it lies beside the file.",
)


@click.command()
@click.argument("orders", type=click.Path(path_type=Path), metavar="ORDERS")
@click.option("--again", is_flag=True, help="Seal anew: all numbers and the nonce are drawn again.")
@SCENARIO
def seal(orders: Path, again: bool, scenario: Path | None) -> None:
    """Number a side's markers at random and seal its orders, so that nobody can change them unnoticed.

    Writes the numbers and a nonce into ORDERS, <side>.reveal.json (secret until after the game) and <side>.slip.json
    (for the opponent) beside them, and prints the seal. Print the log after sealing: it shows the seal, what proves
    each marker, and as its last page a slip for the opponent.
    """
    from playaid.reveal import grouped
    from playaid.seal import beside
    from playaid.seal import seal as write

    sealed = write(orders, again=again, scenario=scenario)
    if sealed.report.diagnostics:
        say(sealed.report.as_text(), err=True)
    reveal, slip = beside(orders, sealed.side)
    say(f"{sealed.side} is sealed: {grouped(sealed.reveal.seal)}")
    say(f"  {reveal.as_posix()}: keep it secret until after the game, then show it")
    say(f"  {slip.as_posix()}: send it to your opponent, or give him the last page of your log")
    say(f"  print the log now: playaid build {typed(orders.parent)} --for {sealed.side}")


@click.command()
@click.argument("file", type=click.Path(path_type=Path), metavar="FILE")
@click.argument("claim", nargs=-1, metavar="SEAL")
@SCENARIO
def verify(file: Path, claim: tuple[str, ...], scenario: Path | None) -> None:
    """Verify what was sealed: after the game a whole deployment, during the game one marker.

    \b
    playaid verify german.orders.yaml 32D2 81A2 ...       the orders, against the seal
    playaid verify german.reveal.json 32D2 81A2 ...       the reveal file, against the seal
    playaid verify german.reveal.json german.slip.json    against the slip: its seal and each of its lines
    playaid verify german.slip.json 7 unit pc ...         one marker's opening, as printed or scanned, against the slip
    playaid verify german.slip.json 32D2 81A2 ...         does the slip belong to the seal?

    A whole deployment is also checked against the rules, and printed. Without playaid: sha256sum german.reveal.json
    begins with the seal, and the SHA-256 of an opening's text with the digits of its line on the slip.
    """  # noqa: D301  # click reads the \b itself
    from playaid.proof import verify as prove
    from playaid.reveal import Unprovable
    from playaid.telling import PlayaidError

    if not claim:
        raise click.UsageError(_missing(file))
    try:
        found = prove(file, " ".join(claim), scenario)
    except Unprovable as error:
        raise PlayaidError(f"not verified: {error}", exit_code=WRONG_FILES) from None
    for line in _told(found):
        say(line)


def _missing(file: Path) -> str:
    """Say what is to stand behind a file."""
    if file.name.endswith(".slip.json"):
        return (
            "behind the slip comes what is held against it: its seal, or a marker's opening as the log prints it:"
            " number, unit or decoy, id, type, speed, nonce"
        )
    return "behind the file comes its seal, or the slip that you hold"


def _told(found: "Verified") -> "Iterator[str]":
    """Say what was proved."""
    opening = found.opening
    if opening is not None:
        what = f"{opening.what} {opening.units}".removesuffix(" -")
        yield f"verified: marker {opening.number} of {found.side} was sealed as {what} ({opening.type})"
    elif found.game is None:
        yield f"verified: the slip of {found.side} ({found.scenario}) belongs to this seal"
    else:
        yield f"verified: this is what {found.side} sealed ({found.scenario}), and it keeps the rules"
        yield from _table(found)


def _table(found: "Verified") -> "Iterator[str]":
    """Give a deployment as a table."""
    if found.game is None:
        return
    orders, scenario = found.game.orders[found.side].value, found.game.scenario.value
    units = {unit.id: unit for unit in (*orders.units, *scenario.sides[found.side].units)}
    rows = [("No.", "what", "type", "speed", "place")]
    rows += [_row(marker, units, scenario.units, scenario.language) for marker in sorted(orders.markers, key=_number)]
    widths = [max(len(row[column]) for row in rows) for column in range(4)]
    for row in rows:
        cells = [cell.ljust(width) for cell, width in zip(row, widths, strict=False)]
        yield "  " + "  ".join((*cells, row[4])).rstrip()
    if orders.reserve:
        yield f"  in reserve: {', '.join(orders.reserve)}"
    if orders.units:
        yield f"  secret units: {', '.join(unit.id for unit in orders.units)}"


def _number(marker: "Marker") -> int:
    return marker.number or 0


def _row(marker: "Marker", units: "dict[str, Unit]", measure: str, language: str) -> tuple[str, str, str, str, str]:
    from playaid.lengths import show_length

    unit = units.get(marker.unit or "")
    what = f"{unit.id} ({unit.name.show(language)})" if unit is not None else "DECOY"
    speed = unit.speed if unit is not None else marker.move
    place = "arrives later"
    if marker.at is not None:
        x, y = (show_length(value, measure).removesuffix(f" {measure}") for value in marker.at)
        place = f"[{x}, {y}]"
    kind = unit.type if unit is not None else str(marker.decoy)
    return str(marker.number), what, kind, show_length(speed, measure) if speed is not None else "", place
