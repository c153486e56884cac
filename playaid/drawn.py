"""Orders that playaid draws on its own for a build: a hidden enemy for one player alone, and a tournament's tables.

What was drawn is written beside the scenario, for its owner alone, and used again: the secret stays the same one.
"""

from pathlib import Path

from playaid.adoption import load_rules
from playaid.dealing import deal_orders, orders_of, sound_game
from playaid.deploy import NoRoom, blank_orders
from playaid.diagnostics import PlayaidError, Rejected
from playaid.fields import LANGUAGES, Localised
from playaid.game import Game
from playaid.output import replace_file
from playaid.prose import voice
from playaid.scenario import Orders, Scenario, Sourced, load_scenario, orders_file, sourced_orders
from playaid.seal import seal
from playaid.source import read

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
        own = orders_file(load_scenario(path), side)
        drawn = not own.exists()
        orders = _orders(load_scenario(path), ensure_orders(path, side))
        if any(marker.number is None for marker in orders.value.markers):
            seal(own)
            return f"{own.as_posix()} was sealed: its markers had no numbers yet"
    except Rejected as rejected:
        raise Rejected(rejected.report.discreet()) from None
    return f"{own.as_posix()} holds the hidden enemy; open it after the game" if drawn else ""


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
    said = {language: voice(language).say("tables.name", n=number) for language in LANGUAGES}
    return Localised(**{language: f"{title.show(language)} – {said[language]}" for language in LANGUAGES})
