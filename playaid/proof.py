"""Proving what was sealed: orders or a reveal against a seal, a marker's opening against a slip."""

import re
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from playaid.adoption import load_rules
from playaid.changes import changes
from playaid.decoding import decode
from playaid.diagnostics import Diagnostic, Rejected, Report, show_keys
from playaid.game import Game
from playaid.reveal import (
    SEAL_DIGITS,
    SLIP_FORMAT,
    Opening,
    Reveal,
    Unprovable,
    grouped,
    name_in,
    name_now,
    opening_in,
    orders_in,
    reveal_of,
    sha256,
    strict,
)
from playaid.scenario import Orders, Scenario, Sourced, load_scenario
from playaid.seal import beside, read_orders, refuse_no_orders, scenario_beside, sealed_names
from playaid.source import parse, read_bytes
from playaid.telling import PlayaidError, typed


@dataclass(frozen=True, kw_only=True)
class Verified:
    """What was proved: of a deployment the game that it is in, of one marker its opening, of a slip neither."""

    side: str
    scenario: str
    game: Game | None = None
    opening: Opening | None = None


def verify(file: Path, claim: str, scenario: Path | None = None) -> Verified:
    """Verify orders or a reveal against a seal or a slip, or a slip against a seal or an opening.

    Raises `Unprovable` with the check that failed, `Rejected` for a deployment that was sealed and breaks the rules,
    `PlayaidError` for what cannot be read.
    """
    _refuse_swapped(file, claim)
    refuse_no_orders(file)
    data = read_bytes(file)
    if data.startswith(SLIP):
        return _verify_slip(data, claim)
    if data.startswith(b'{"format":"playaid-') or file.name.endswith(".json"):
        return _verify_reveal(data, file, _seal_in(claim), scenario)
    return _verify_orders(file, _seal_in(claim), scenario)


SLIP = b'{"format":"playaid-slip'
"""How a slip file begins."""


def _refuse_swapped(file: Path, claim: str) -> None:
    """Say which file stands in the other's place, rather than that its name is no seal. Raises `Unprovable`."""
    held = Path(claim)
    if not file.exists() and re.fullmatch("[0-9a-fA-F]{4,64}", file.name):
        raise Unprovable("a seal stands in the place of the file; name the file first, then the seal")
    if not claim.endswith((".json", ".yaml", ".yml")):
        return
    if not held.exists():
        raise PlayaidError(f"cannot read {held}: it does not exist", help="name a slip file, or write the seal itself")
    is_slip = [path.is_file() and read_bytes(path).startswith(SLIP) for path in (file, held)]
    if is_slip == [True, False]:
        raise Unprovable(f"the two files are swapped; write playaid verify {typed(held)} {typed(file)}")
    if is_slip == [True, True]:
        help = "name the orders or the reveal first"
        raise Unprovable(f"both files are slips, and a slip is not held against a slip; {help}")
    if is_slip == [False, False] and file.exists():
        raise Unprovable(f"{held} is no slip; behind {file} comes its seal or its slip")


@dataclass(frozen=True)
class _Claim:
    """What is held against a file: the digits of its seal and, where it comes from a slip, the slip."""

    digits: str
    slip: bytes | None = None


def _seal_in(claim: str) -> _Claim:
    """Read a seal as printed or typed, or the name of a slip file."""
    if claim.endswith(".json"):
        slip = read_bytes(Path(claim))
        return _Claim(str(_slip(slip)["seal"]), slip)
    return _Claim(seal_digits(claim))


def seal_digits(claim: str) -> str:
    """Give the digits of a seal, in groups or not, capitals or not. Raises `Unprovable` for fewer than are printed."""
    digits = re.sub(r"[\s-]+", "", claim).lower()
    if re.search("[^0-9a-f]", digits):
        raise Unprovable("a seal has hexadecimal digits only, 0 to 9 and A to F")
    if not SEAL_DIGITS <= len(digits) <= 64:
        raise Unprovable(f"a seal has {SEAL_DIGITS} digits, or all 64; here are {len(digits)}")
    return digits


def _slip(data: bytes) -> dict[str, Any]:
    """Parse a slip file. Raises `Unprovable` when it is none."""
    content = strict(data)
    try:
        lines = content["markers"]
        sound = (
            content["format"] == SLIP_FORMAT
            and [line["number"] for line in lines] == [*range(1, len(lines) + 1)]
            and all(re.fullmatch("[0-9a-f]{32}", line["hash"]) for line in lines)
            and re.fullmatch("[0-9a-f]{64}", content["seal"])
            and all(isinstance(content[name], str) for name in ("scenario", "side"))
        )
    except (KeyError, TypeError):
        sound = False
    if not sound:
        raise Unprovable(f"the file is not laid out as the format {SLIP_FORMAT} asks")
    return content


def _verify_slip(data: bytes, claim: str) -> Verified:
    slip = _slip(data)
    side, scenario = str(slip["side"]), str(slip["scenario"])
    if not set(claim.split()) & {"unit", "decoy", "unused"}:
        if not slip["seal"].startswith(seal_digits(claim)):
            raise Unprovable(f"the slip belongs to another seal, {grouped(slip['seal'])}")
        return Verified(side=side, scenario=scenario)
    opening = opening_in(claim, slip)
    if opening.scenario != scenario:
        raise Unprovable(f"the opening is of another scenario, {opening.scenario}; the slip is of {scenario}")
    if opening.side != side:
        raise Unprovable(f"the opening is of the side {opening.side}; the slip is of {side}")
    lines = slip["markers"]
    if not 1 <= opening.number <= len(lines):
        raise Unprovable(f"the slip has no number {opening.number}")
    if lines[opening.number - 1]["hash"] != opening.hash[:SEAL_DIGITS]:
        raise Unprovable(f"the opening does not fit the slip: marker {opening.number} was sealed as something else")
    return Verified(side=side, scenario=scenario, opening=opening)


def _verify_orders(file: Path, claim: _Claim, scenario: Path | None) -> Verified:
    game, side = read_orders(file, scenario)
    orders = game.orders[side]
    if orders.value.side != side:
        raise Unprovable(f"the file is called {file.name} and says that it is of the side {orders.value.side}")
    names = [name for name in (name_in(claim.slip or b""), *sealed_names(file, side)) if name is not None]
    ways = [
        reveal_of(game.scenario, orders.value, name=name) for name in dict.fromkeys((*names, name_now(game.scenario)))
    ]
    reveal = next((way for way in ways if way.seal.startswith(claim.digits)), None)
    if reveal is None:
        changed = _changed(beside(file, side)[0], claim.digits, ways[0]) if names else _renamed(file, side)
        raise Unprovable(f"{file} is not what was sealed: its seal is {grouped(ways[0].seal)}{changed}")
    return _judged(game, side, reveal, claim)


def _renamed(file: Path, side: str) -> str:
    """Say what else it may be where nothing tells the name under which the scenario was sealed."""
    made = " or ".join(path.name for path in beside(file, side))
    return f"; if the scenario's folder had another name when it was sealed, put {made} beside {file.name}"


def _changed(file: Path, digits: str, now: Reveal) -> str:
    """Name what was changed, where the reveal that was sealed still lies beside the orders."""
    try:
        data = read_bytes(file) if file.exists() else b""
        if not sha256(data).startswith(digits):
            return ""
        return f"; changed since: {changes(strict(data), strict(now.data))}"
    except (Unprovable, PlayaidError):
        return ""


def _verify_reveal(data: bytes, file: Path, claim: _Claim, scenario: Path | None) -> Verified:
    if not sha256(data).startswith(claim.digits):
        raise Unprovable(f"{file} is not what was sealed: its seal is {grouped(sha256(data))}")
    content = strict(data)
    written = orders_in(content)
    found = load_scenario(scenario or scenario_beside(file))
    if content.get("scenario_sha256") != sha256(found.source.data):
        raise Unprovable(f"it was sealed for another scenario, or {found.source.file} was changed since")
    side = str(content["side"])
    _refuse_side(side, file, found.value)
    orders = _orders_of(written, file, found.value.units)
    reveal = reveal_of(found, orders.value, content)
    if reveal.data != data:
        wrong = changes(content, strict(reveal.data))
        raise Unprovable(f"what {file} says does not fit together: {wrong}")
    return _judged(Game(scenario=found, rules=load_rules(found), orders={side: orders}), side, reveal, claim)


def _orders_of(written: bytes, file: Path, unit: str) -> Sourced[Orders]:
    """Read the orders that were made out of a reveal."""
    try:
        source = parse(written, file, secret=True)
        return Sourced(value=decode(Orders, source, unit=unit), source=source)
    except Rejected as rejected:
        found = rejected.report.errors[0]
        said = f"{show_keys(found.place.keys)}: {found.message}".removeprefix(": ")
        raise Unprovable(f"{file} holds a value that no orders have ({said})") from None


def _refuse_side(side: str, file: Path, scenario: Scenario) -> None:
    if side not in scenario.sides:
        raise Unprovable(f"it was sealed for a side {side}, which the scenario does not have")
    named = file.name.removesuffix(".reveal.json")
    if named != side and named in scenario.sides:
        raise Unprovable(f"the file is called {file.name} and reveals the side {side}")


def _judged(game: Game, side: str, reveal: Reveal, claim: _Claim) -> Verified:
    """Hold a proved deployment against the slip, if there is one, and against the rules."""
    if claim.slip is not None and reveal.slip != claim.slip:
        wrong = changes(_slip(claim.slip), strict(reveal.slip))
        raise Unprovable(f"the slip was not made with this deployment: {wrong}")
    report = game.check()
    if not report.ok:
        raise Rejected(Report(tuple(_placeless(found) for found in report.errors)))
    return Verified(side=side, scenario=reveal.scenario, game=game)


def _placeless(found: Diagnostic) -> Diagnostic:
    """Give a diagnostic of a reveal without line and excerpt, which would be those of orders that no file holds."""
    if not found.place.file.name.endswith(".json"):
        return found
    return replace(found, place=replace(found.place, line=1, column=1, excerpt=""))
