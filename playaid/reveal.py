"""What a side bound itself to before the game, as exact bytes: the reveal, its seal, the openings, the slip.

The *reveal* is canonical JSON (RFC 8785 without fractions) of a side's whole deployment and a random nonce; the *seal*
is the SHA-256 of its bytes. Each number of the side has an *opening*, one line of text with a nonce of its own, so that
one marker can be proved without the others; the *slip* lists the hashes of the openings and may be sent to anyone.
Nothing here reads or writes files.
"""

import hashlib
import hmac
import json
import re
import unicodedata
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, NoReturn

from playaid.fields import Localised
from playaid.scenario import Arrival, Marker, Orders, Scenario, Sourced, Unit, slug_of

REVEAL_FORMAT, SLIP_FORMAT, OPENING_FORMAT = "playaid-reveal-1", "playaid-slip-1", "playaid-marker-1"

SEAL_DIGITS = 32
"""So many digits of a hash are printed, and no fewer are accepted: 128 bits."""

NONCE = re.compile(r"[0-9a-f]{32}")
NO_NONCE = "the orders are not sealed: they have no nonce; run playaid seal first"

NAME = re.compile(r"[\w-]{1,100}")
"""What the name of a scenario's folder looks like in a reveal: safe letters, and none that ends a line of text."""

SPARE_LINES = 8
"""A slip has so many lines more than the numbers that both players know of, so that it tells of no secret unit."""

LARGEST = 2**53 - 1
"""The largest whole number that every reader of JSON keeps."""


class Unprovable(ValueError):
    """A file or text that proves nothing; the message says which check it failed."""


@dataclass(frozen=True, kw_only=True)
class Opening:
    """What proves one number: the line of text whose SHA-256 stands on the slip.

    `what` is unit, decoy or unused; `units`, `type` and `move` (µm) are what the marker stands for, joined by + where
    it stands for several units.
    """

    scenario: str
    side: str
    number: int
    what: str
    units: str
    type: str
    move: int
    nonce: str

    @property
    def text(self) -> str:
        """The exact text that is hashed, in UTF-8 and without an end of line."""
        words = (self.scenario, self.side, self.number, self.what, self.units, self.type, self.move, self.nonce)
        return " ".join((OPENING_FORMAT, *map(str, words)))

    @cached_property
    def hash(self) -> str:
        """All 64 digits of its hash."""
        return sha256(self.text.encode())


@dataclass(frozen=True, kw_only=True)
class Reveal:
    """A side's deployment as it is sealed: the bytes of its reveal file, and the opening of every line of its slip."""

    side: str
    scenario: str
    scenario_hash: str
    data: bytes
    openings: tuple[Opening, ...]

    @cached_property
    def seal(self) -> str:
        """The seal, all 64 digits."""
        return sha256(self.data)

    @property
    def slip(self) -> bytes:
        """The bytes of the slip file."""
        lines = [{"hash": opening.hash[:SEAL_DIGITS], "number": opening.number} for opening in self.openings]
        return canonical(
            {
                "format": SLIP_FORMAT,
                "markers": lines,
                "scenario": self.scenario,
                "scenario_sha256": self.scenario_hash,
                "seal": self.seal,
                "side": self.side,
            }
        )


def sha256(data: bytes) -> str:
    """Give the 64 small hexadecimal digits that `sha256sum` prints."""
    return hashlib.sha256(data).hexdigest()


def grouped(digits: str) -> str:
    """Write the first 32 digits of a hash as they are printed: capitals, in groups of four."""
    capitals = digits[:SEAL_DIGITS].upper()
    return " ".join(capitals[place : place + 4] for place in range(0, len(capitals), 4))


def canonical(content: Any) -> bytes:
    """Give the one form of a value in JSON: sorted keys, no spaces, UTF-8 in NFC, no end of line."""
    text = json.dumps(_composed(content), sort_keys=True, separators=(",", ":"), ensure_ascii=False, allow_nan=False)
    return text.encode()


def _composed(content: Any) -> Any:
    """Give a value with its texts in NFC: text by text, for an escape before an accent is no letter to put it on."""
    if isinstance(content, str):
        return unicodedata.normalize("NFC", content)
    if isinstance(content, dict):
        return {_composed(key): _composed(value) for key, value in content.items()}
    return [_composed(value) for value in content] if isinstance(content, (list, tuple)) else content


def strict(data: bytes) -> dict[str, Any]:
    """Parse JSON that has one reading only. Raises `Unprovable` for what `canonical` would not have written."""
    try:
        text = data.decode("utf-8")
        content = json.loads(
            text, object_pairs_hook=_without_twins, parse_int=_whole, parse_float=_fraction, parse_constant=_fraction
        )
        again = canonical(content)
    except Unprovable:
        raise
    except (ValueError, RecursionError):
        raise Unprovable("the file is no JSON that playaid wrote") from None
    if not isinstance(content, dict):
        raise Unprovable("the file is no JSON object")
    if again != data:
        raise Unprovable("the file is not in its canonical form: a space, a line's end or an order of keys was changed")
    return content


def _without_twins(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    content = dict(pairs)
    if len(content) != len(pairs):
        raise Unprovable("a key stands twice in the file, so it has two readings")
    return content


def _whole(digits: str) -> int:
    if len(digits) > 17 or abs(int(digits)) > LARGEST:
        raise Unprovable("a number in the file is too large")
    return int(digits)


def _fraction(digits: str) -> NoReturn:
    raise Unprovable(f"a number in the file is not whole: {digits[:20]}")


def reveal_of(
    scenario: Sourced[Scenario], orders: Orders, known: Mapping[str, Any] | None = None, *, name: str | None = None
) -> Reveal:
    """Give what a side's numbered orders with their nonce reveal.

    `known` is the content of a reveal file where the orders were read out of one: it tells the name that the scenario's
    folder had, and the hash of what it does not show. `name` is that name where only it is known; else the folder's
    name of today is taken. Raises `Unprovable` when nonce, a number or a unit is missing.
    """
    if orders.nonce is None:
        raise Unprovable(NO_NONCE)
    slug = str(known.get("scenario")) if known is not None else name or name_now(scenario)
    units = {unit.id: unit for unit in (*orders.units, *scenario.value.sides[orders.side].units)}
    own = scenario.value.sides[orders.side]
    lines = slip_lines(len(own.units) + own.decoys, len(units) + own.decoys)
    openings = tuple(_opening(slug, orders, number, units) for number in range(1, lines + 1))
    content = {
        "format": REVEAL_FORMAT,
        "markers": [_entry(marker, units, openings) for marker in sorted(orders.markers, key=_order)],
        "nonce": orders.nonce,
        "notes": _notes(orders) if known is None else known.get("notes"),
        "reserve": sorted(orders.reserve),
        "scenario": slug,
        "scenario_sha256": sha256(scenario.source.data),
        "side": orders.side,
        "units": _units(orders.units),
    }
    if scenario.source.sheets:
        content["sheets"] = {side: _units(scenario.value.sides[side].units) for side in scenario.source.sheets}
    return Reveal(
        side=orders.side,
        scenario=slug,
        scenario_hash=sha256(scenario.source.data),
        data=canonical(content),
        openings=openings,
    )


def name_now(scenario: Sourced[Scenario]) -> str:
    """Give the name that sealing writes for a scenario: its folder's, as a reveal writes text."""
    return unicodedata.normalize("NFC", slug_of(scenario))


def name_in(data: bytes) -> str | None:
    """Give the name that the scenario's folder had when a reveal or a slip was made; None for any other file."""
    try:
        content = strict(data)
    except Unprovable:
        return None
    name = content.get("scenario")
    if content.get("format") not in (REVEAL_FORMAT, SLIP_FORMAT) or not isinstance(name, str):
        return None
    return name if NAME.fullmatch(name) else None


def slip_lines(known: int, pool: int) -> int:
    """Give how many lines a slip has: a function of the numbers both players know of, for up to eight secret units."""
    more = -(-max(1, pool - known) // SPARE_LINES) * SPARE_LINES
    return known + more


def orders_in(content: Mapping[str, Any]) -> bytes:
    """Give the orders that a reveal tells of, as a file that playaid reads. Raises `Unprovable` where it tells none."""
    try:
        if content["format"] != REVEAL_FORMAT:
            raise Unprovable(f"the file is not of the format {REVEAL_FORMAT}")
        if not re.fullmatch("[0-9a-f]{64}", content["notes"]):
            raise TypeError
        orders = {
            "playaid": 1,
            "side": content["side"],
            "nonce": content["nonce"],
            "units": [_written_unit(unit) for unit in content["units"]],
            "reserve": content["reserve"],
            "markers": [_written_marker(marker) for marker in content["markers"]],
        }
    except (KeyError, TypeError, AttributeError, IndexError):
        raise Unprovable(f"the file is not laid out as the format {REVEAL_FORMAT} asks") from None
    lines = ",\n".join(f"{json.dumps(key)}: {json.dumps(value, ensure_ascii=False)}" for key, value in orders.items())
    # YAML takes two line breaks for such that are none in JSON.
    return f"{{{lines}}}\n".replace("\u2028", "\\u2028").replace("\u2029", "\\u2029").encode()


def opening_in(text: str, slip: Mapping[str, Any]) -> Opening:
    """Read an opening as it is printed or scanned, or typed from its number on, its nonce in groups or not.

    Raises `Unprovable` for anything else.
    """
    words = text.split()
    if words[:1] != [OPENING_FORMAT]:
        words = [OPENING_FORMAT, str(slip.get("scenario")), str(slip.get("side")), *words]
    if len(words) < 9 or not re.fullmatch("[1-9][0-9]{0,5}", words[3]) or not re.fullmatch("[0-9]{1,12}", words[7]):
        raise Unprovable(
            "the opening is not complete; write it as it is printed: number, unit or decoy, id, type, speed, nonce"
        )
    nonce = "".join(words[8:]).lower()
    if not NONCE.fullmatch(nonce):
        raise Unprovable(f"the nonce of the opening has 32 hexadecimal digits, not {len(nonce)} characters")
    return Opening(
        scenario=words[1],
        side=words[2],
        number=int(words[3]),
        what=words[4],
        units=words[5],
        type=words[6],
        move=int(words[7]),
        nonce=nonce,
    )


def _opening(slug: str, orders: Orders, number: int, units: Mapping[str, Unit]) -> Opening:
    """Give the opening of a number, be it in play or not."""
    held = sorted((marker for marker in orders.markers if marker.number == number), key=_order)
    kinds = [_kind(marker, units) for marker in held]
    speeds = [speed for marker in held if (speed := _speed(marker, units)) is not None]
    return Opening(
        scenario=slug,
        side=orders.side,
        number=number,
        what=("decoy" if held[0].decoy is not None else "unit") if held else "unused",
        units="+".join(marker.unit for marker in held if marker.unit is not None) or "-",
        type="+".join(kinds) or "-",
        move=min(speeds, default=0),
        nonce=_own_nonce(str(orders.nonce), number),
    )


def _own_nonce(nonce: str, number: int) -> str:
    """Give the nonce of one number: without the whole nonce it tells nothing of any other."""
    return hmac.new(bytes.fromhex(nonce), f"{OPENING_FORMAT} {number}".encode(), "sha256").hexdigest()[:32]


def _order(marker: Marker) -> tuple[int, str]:
    return marker.number or 0, marker.unit or ""


def _kind(marker: Marker, units: Mapping[str, Unit]) -> str:
    if marker.decoy is not None:
        return marker.decoy
    unit = units.get(marker.unit or "")
    if unit is None:
        raise Unprovable(f"marker {marker.number} stands for a unit that the side does not have")
    return unit.type


def _speed(marker: Marker, units: Mapping[str, Unit]) -> int | None:
    return marker.move if marker.decoy is not None else units[str(marker.unit)].speed


def _entry(marker: Marker, units: Mapping[str, Unit], openings: Sequence[Opening]) -> dict[str, Any]:
    """Give one marker as the reveal shows it; what it has not is left out."""
    if marker.number is None or not 1 <= marker.number <= len(openings):
        raise Unprovable("a marker has no number of the side's")
    opening = openings[marker.number - 1]
    entry = {
        "at": list(marker.at) if marker.at is not None else None,
        "hash": opening.hash,
        "move": _speed(marker, units),
        "nonce": opening.nonce,
        "number": marker.number,
        "type": _kind(marker, units),
        "unit": marker.unit,
        "what": "decoy" if marker.decoy is not None else "unit",
    }
    return {key: value for key, value in entry.items() if value is not None}


def _notes(orders: Orders) -> str:
    """Give the hash of what binds the orders and is shown to nobody: notes, and a speed written beside a unit."""
    said = [
        [*_order(marker), marker.note, marker.move if marker.unit is not None else None]
        for marker in sorted(orders.markers, key=_order)
    ]
    return sha256(canonical(["playaid-notes-1", orders.nonce, said]))


def _units(units: Sequence[Unit]) -> list[dict[str, Any]]:
    return [_unit(unit) for unit in sorted(units, key=lambda unit: unit.id)]


def _unit(unit: Unit) -> dict[str, Any]:
    """Give a unit as the reveal shows it: secret units, and those of the scenario that stand in a spreadsheet."""
    content = {
        "arrives": _arrival(unit.arrives) if unit.arrives is not None else None,
        "elements": [{"move": part.move, "name": _local(part.name)} for part in unit.elements],
        "experience": unit.experience,
        "id": unit.id,
        "move": unit.move,
        "name": _local(unit.name),
        "part_of": unit.part_of,
        "type": unit.type,
    }
    return {key: value for key, value in content.items() if value is not None}


def _arrival(arrival: Arrival) -> dict[str, Any]:
    content = {"edge": arrival.edge, "from": arrival.start, "to": arrival.end, "turn": arrival.turn}
    return {key: value for key, value in content.items() if value is not None}


def _local(text: Localised) -> str | dict[str, str]:
    return text.plain if text.plain is not None else text.model_dump(exclude_none=True)


def _written_marker(marker: Mapping[str, Any]) -> dict[str, Any]:
    """Give a marker of a reveal as orders write it."""
    written: dict[str, Any] = {"number": marker["number"]}
    if marker["what"] == "decoy":
        written["decoy"] = marker["type"]
        if "move" in marker:
            written["move"] = _micrometres(marker["move"])
    else:
        written["unit"] = marker["unit"]
    if "at" in marker:
        written["at"] = [_micrometres(value) for value in marker["at"]]
    return written


def _written_unit(unit: Mapping[str, Any]) -> dict[str, Any]:
    """Give a secret unit of a reveal as orders write it."""
    written = {**unit}  # dict() would take words and pairs too
    if "move" in unit:
        written["move"] = _micrometres(unit["move"])
    written["elements"] = [{**part, "move": _micrometres(part["move"])} for part in unit["elements"]]
    if "arrives" in unit:
        ends = {end: _micrometres(unit["arrives"][end]) for end in ("from", "to") if end in unit["arrives"]}
        written["arrives"] = {**unit["arrives"], **ends}
    return written


def _micrometres(value: Any) -> str:
    if not isinstance(value, int) or isinstance(value, bool):
        raise TypeError
    return f"{value} um"
