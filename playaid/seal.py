"""Sealing a side's orders before the game.

Sealing draws the numbers that are missing and a nonce from the `secrets` module and writes them into the orders at the
places where they belong, so that every comment, space and line end stays; beside the orders it writes the reveal, which
stays secret until after the game, and the slip, which may be sent. All of the files are written, or none.
"""

import secrets
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from playaid import codes
from playaid.adoption import load_rules
from playaid.amend import with_secrets
from playaid.changes import changes
from playaid.deployment import Deployment
from playaid.diagnostics import Diagnostic, Rejected, Report
from playaid.files import exists
from playaid.game import Game
from playaid.muster import check_numbers_betray
from playaid.output import replace_files
from playaid.reveal import REVEAL_FORMAT, SLIP_FORMAT, Reveal, Unprovable, name_in, reveal_of, strict
from playaid.scenario import ORDERS_ENDING, Orders, Sourced, load_scenario, sourced_orders
from playaid.source import read, read_bytes
from playaid.telling import NOT_OURS, PlayaidError, typed

WRONG = 1


@dataclass(frozen=True, kw_only=True)
class Sealed:
    """Orders as sealing leaves them: the file's new bytes, the reveal, and what was warned about."""

    side: str
    data: bytes
    reveal: Reveal
    report: Report


def seal(file: Path, *, again: bool = False, scenario: Path | None = None) -> Sealed:
    """Number and seal a side's orders, and write the orders, their reveal and their slip.

    Raises `Rejected` when the orders are not in order, `PlayaidError` when they are sealed already and not `again`, or
    a file cannot be written; nothing is written then.
    """
    game, side = read_orders(file, scenario)
    if file.name != f"{side}{ORDERS_ENDING}":
        help = "call it so, since playaid build reads it by that name"
        raise PlayaidError(f"{file} is not called {side}{ORDERS_ENDING}", exit_code=WRONG, help=help)
    sealed = sealed_orders(game, side, again=again)
    reveal_file, slip_file = beside(file, side)
    for made, form in ((reveal_file, REVEAL_FORMAT), (slip_file, SLIP_FORMAT)):
        _refuse_kept(made, form, again)
    target = file.resolve()
    if read_bytes(file) != game.orders[side].source.data:
        raise PlayaidError(f"{file} was changed while it was being sealed", help="save it and seal it again")
    mode = target.stat().st_mode & 0o777
    replace_files(
        {
            slip_file.resolve(): (sealed.reveal.slip, 0o644),
            reveal_file.resolve(): (sealed.reveal.data, 0o600),
            target: (sealed.data, mode),
        }
    )
    return sealed


def sealed_orders(game: Game, side: str, *, again: bool) -> Sealed:
    """Give a side's orders numbered and sealed; nothing is written. Raises as `seal` does."""
    orders = game.orders[side]
    if orders.value.nonce is not None and not again:
        raise _sealed_already(orders.source.file)
    report = game.check()
    if not report.ok:
        raise Rejected(report)
    deployment = Deployment(ground=game.ground, side=side, orders=orders)
    numbers = draw(orders.value, deployment.pool, again=again)
    nonce = secrets.token_hex(16)
    source = with_secrets(orders.source, numbers, nonce)
    value = sourced_orders(game.scenario, source).value
    try:
        reveal = reveal_of(game.scenario, value)
    except Unprovable as error:
        raise PlayaidError(f"{source.file} cannot be sealed: {error}", exit_code=WRONG) from None
    chosen = not again and any(marker.number is not None for marker in orders.value.markers)
    told = Report.of(_betrayals(game, side, Sourced(value=value, source=source))) if chosen else Report()
    quiet = Report(tuple(d for d in report.diagnostics if d.code is not codes.NUMBERS_BETRAY))
    return Sealed(side=side, data=source.data, reveal=reveal, report=quiet.plus(told))


def draw(orders: Orders, pool: int, *, again: bool) -> tuple[int, ...]:
    """Give a number for every marker: its own where it has one and not `again`, else one drawn from all free numbers.

    Entries that share a number are one marker and keep sharing. Raises `PlayaidError` when the numbers do not suffice.
    """
    kept = {} if again else {marker.number: marker.number for marker in orders.markers if marker.number is not None}
    free = [number for number in range(1, pool + 1) if number not in kept]
    named = dict.fromkeys(marker.number for marker in orders.markers if marker.number is not None)
    missing = sum(marker.number is None for marker in orders.markers) + sum(number not in kept for number in named)
    if missing > len(free):
        raise PlayaidError(f"{missing} markers have no number, and {len(free)} numbers are free", exit_code=WRONG)
    drawn = iter(secrets.SystemRandom().sample(free, missing))
    shared = {number: kept[number] if number in kept else next(drawn) for number in named}
    return tuple(shared[marker.number] if marker.number is not None else next(drawn) for marker in orders.markers)


def _betrayals(game: Game, side: str, orders: Sourced[Orders]) -> Iterator[Diagnostic]:
    """PA309 for numbers of which some were chosen by hand, as if they were not sealed."""
    unsealed = Sourced(value=orders.value.model_copy(update={"nonce": None}), source=orders.source)
    yield from check_numbers_betray(Deployment(ground=game.ground, side=side, orders=unsealed))


def beside(file: Path, side: str) -> tuple[Path, Path]:
    """Give the places of a side's reveal and slip: beside its orders."""
    return file.parent / f"{side}.reveal.json", file.parent / f"{side}.slip.json"


def _sealed_already(file: Path) -> PlayaidError:
    help = "--again draws all numbers and the nonce anew; the old seal is worth nothing then, so tell your opponent"
    return PlayaidError(f"{file} is sealed already", exit_code=WRONG, help=help)


def _refuse_kept(made: Path, form: str, again: bool) -> None:
    """Raise `PlayaidError` for a file in the place of a reveal or slip that sealing may not replace."""
    if not made.exists():
        return
    try:
        ours = strict(read_bytes(made)).get("format") == form
    except Unprovable:
        ours = False
    if not ours:
        raise PlayaidError(f"{made} was not made by playaid", exit_code=NOT_OURS, help="move it away")
    if not again:
        help = "keep it where you need it and move it away, or seal anew with --again"
        raise PlayaidError(f"{made} is there from an earlier sealing", exit_code=WRONG, help=help)


def seal_of(game: Game, side: str) -> Reveal | None:
    """Give what a side's orders reveal when they are sealed, unless they were changed since."""
    reveal = _reveal(game, side)
    return reveal if reveal is not None and _kept(game, side) in (None, reveal.data) else None


def check_sealed(game: Game) -> Iterator[Diagnostic]:
    """PA326: orders with a nonce are those of the reveal beside them, and each marker has its number."""
    for side, orders in game.orders.items():
        if orders.value.nonce is None or seal_of(game, side) is not None:
            continue
        reveal, kept = _reveal(game, side), _kept(game, side)
        said = codes.CHANGED_SINCE_SEALING.title
        if reveal is None:
            said += ": a marker has lost its number, or has one that the side has not"
        elif kept is not None:
            try:
                said += f": {changes(strict(kept), strict(reveal.data))}"
            except Unprovable:
                said = f"{beside(orders.source.file, side)[0].name} is not as playaid seal wrote it"
        # At the nonce the excerpt would show it, and whoever knows it can guess the rest.
        yield orders.source.diagnostic(codes.CHANGED_SINCE_SEALING, said, "side")


def sealed_names(file: Path, side: str) -> Iterator[str]:
    """Give the names that the scenario's folder had when orders were sealed, as reveal and slip beside them tell.

    The name is part of what is hashed, and a folder that was renamed or copied is still the same game.
    """
    for made in beside(file, side):
        try:
            name = name_in(read_bytes(made)) if exists(made) else None
        except PlayaidError:
            continue
        if name is not None:
            yield name


def _reveal(game: Game, side: str) -> Reveal | None:
    orders = game.orders[side]
    try:
        return reveal_of(game.scenario, orders.value, name=next(sealed_names(orders.source.file, side), None))
    except (Unprovable, KeyError):
        return None


def _kept(game: Game, side: str) -> bytes | None:
    """Give the bytes of the reveal file beside a side's orders, None without one."""
    file = beside(game.orders[side].source.file, side)[0]
    return read_bytes(file) if exists(file) else None


def scenario_beside(file: Path) -> Path:
    """Give the place of the scenario beside a file. Raises `PlayaidError` when there is none."""
    found = file.parent / "scenario.yaml"
    if not found.exists():
        help = "name the scenario with --scenario" if file.exists() else "check the name"
        raise PlayaidError(f"cannot read {found}: there is none beside {file.name}", help=help)
    return found


def refuse_no_orders(file: Path) -> None:
    """Raise `PlayaidError` for a scenario in the place of a side's orders, with orders to name."""
    if not file.is_dir() and file.name != "scenario.yaml":
        return
    folder = file if file.is_dir() else file.parent
    example = next(iter(sorted(folder.glob(f"*{ORDERS_ENDING}"))), folder / f"SIDE{ORDERS_ENDING}")
    help = f"name an orders file, for example {typed(example)}"
    raise PlayaidError(f"{file} is not the orders of a side", exit_code=WRONG, help=help)


def read_orders(file: Path, scenario: Path | None = None) -> tuple[Game, str]:
    """Read a side's orders with the scenario beside them, or another, and give the game and the side.

    The other side's orders are not opened. Raises `Rejected` or `PlayaidError`.
    """
    refuse_no_orders(file)
    found = load_scenario(scenario or scenario_beside(file))
    rules = load_rules(found)
    source = read(file, secret=True)
    orders = sourced_orders(found, source)
    named = file.name.removesuffix(ORDERS_ENDING) if file.name.endswith(ORDERS_ENDING) else orders.value.side
    side = named if named in found.value.sides else orders.value.side
    if side not in found.value.sides:
        known = f"the scenario has no side {side}; it has {' and '.join(found.value.sides)}"
        said = source.diagnostic(codes.WRONG_SIDE, known, "side")
        raise Rejected(Report((said,)))
    return Game(scenario=found, rules=rules, orders={side: orders}), side
