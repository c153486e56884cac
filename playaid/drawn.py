"""Orders that playaid draws on its own for a build: a hidden enemy for one player alone, and a tournament's tables.

What was drawn is written beside the scenario, for its owner alone, and used again: the secret stays the same one.
"""

from pathlib import Path

from playaid.adoption import load_rules
from playaid.dealing import deal_orders, orders_of, sound_game
from playaid.deploy import NoRoom, blank_orders
from playaid.diagnostics import Rejected
from playaid.fields import LANGUAGES, Localised
from playaid.game import Game
from playaid.output import replace_file
from playaid.prose import voice
from playaid.scenario import Orders, Scenario, Sourced, load_scenario, orders_file, sourced_orders
from playaid.seal import beside, seal
from playaid.source import read, read_bytes
from playaid.telling import PlayaidError, typed

MOST_TABLES = 100


def ensure_orders(path: Path, side: str, file: Path | None = None, table: int = 1) -> Path:
    """Give a side's orders file; draw, write and seal it where there is none or it holds no markers.

    Raises `PlayaidError` where there is no room.
    """
    board = sound_game(path)
    own = orders_file(board.scenario, side)
    target = file or own
    before = read(own, secret=True) if own.exists() else None
    kept = orders_of(board, before.text if before is not None else blank_orders(side), own)
    if target.exists() and (target != own or kept.value.markers):
        return target
    if kept.value.markers:
        replace_file(target, kept.source.data, 0o600)
    else:
        try:
            text, _, _ = deal_orders(board, side, kept, seed=None, table=table)
        except NoRoom as error:
            help = "make the zone larger, lay more cover in it, or put units in reserve"
            said = f"{side}: room for {error.placed} of {error.wanted} markers was found; nothing was written"
            raise PlayaidError(said, exit_code=1, help=help) from None
        replace_file(target, text.encode(), 0o600)
    try:
        seal(target, again=True, scenario=board.scenario.source.file)
    except BaseException:
        if before is not None and target == own:
            replace_file(target, before.data, 0o600)
        else:
            target.unlink(missing_ok=True)
        raise
    return target


def solo_orders(path: Path, side: str) -> str:
    """See to it that the hidden enemy of a player alone has sealed orders; give a note on what was done, if anything.

    What is wrong in the enemy's orders is told discreetly: the player is not to know what they hold.
    """
    try:
        scenario = load_scenario(path)
        own = orders_file(scenario, side)
        before = read_bytes(own) if own.exists() else None
        orders = _orders(scenario, ensure_orders(path, side))
        if any(marker.number is None for marker in orders.value.markers):
            seal(own)
            return f"{own.as_posix()} was sealed: its markers had no numbers yet"
    except Rejected as rejected:
        raise Rejected(rejected.report.discreet()) from None
    if before == orders.source.data:
        again = f"playaid deploy {typed(scenario.source.file.parent)} --side {side} --again"
        return f"the hidden enemy is {own.as_posix()} as it stands; delete it to have another drawn, or use {again}"
    made = " and ".join(file.name for file in beside(own, side))
    return f"the hidden enemy was drawn: do not open {own.as_posix()}, {made} until after the game"


def tables_note(scenario: Sourced[Scenario], tables: int) -> str:
    """Say where the orders of a tournament's tables lie; asked before any are drawn."""
    first, last = (table_folder(scenario, number) for number in (1, tables))
    folders = first.as_posix() + (f" to {last.name}" if tables > 1 else "")
    there = sum(1 for number in range(1, tables + 1) if table_folder(scenario, number).exists())
    used = (
        ""
        if not there
        else " (those that were there are used as they are)"
        if there < tables
        else " (used as they are)"
    )
    return (
        f"orders, reveals and slips of the tables lie in {folders}{used}; delete a folder to have its table drawn anew"
    )


def table_folder(scenario: Sourced[Scenario], number: int) -> Path:
    """Give the folder of a table's orders: beside the scenario."""
    return scenario.source.file.parent / f"table-{number}"


def table_game(path: Path, number: int) -> Game:
    """Give the game of one table of a tournament: its own orders, its number in the title."""
    scenario = load_scenario(path)
    orders = {}
    for side in scenario.value.sides:
        file = ensure_orders(path, side, table_folder(scenario, number) / f"{side}.orders.yaml", number)
        orders[side] = _orders(scenario, file)
    title = _numbered(scenario.value.title, number)
    named = Sourced(value=scenario.value.model_copy(update={"title": title}), source=scenario.source)
    return Game(scenario=named, rules=load_rules(scenario), orders=orders)


def _orders(scenario: Sourced[Scenario], file: Path) -> Sourced[Orders]:
    return sourced_orders(scenario, read(file, secret=True))


def _numbered(title: Localised, number: int) -> Localised:
    """Give a title with the table's number, in every language."""
    spoken = {language: voice(language) for language in LANGUAGES}
    return Localised(
        **{key: one.joined(title.show(key), one.say("tables.name", n=number)) for key, one in spoken.items()}
    )
