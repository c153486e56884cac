"""In what two reveals, or two slips, differ: in a reader's words, markers by their numbers."""

from collections.abc import Iterator, Mapping
from typing import Any

OF_ALL = {
    "format": "the format",
    "nonce": "the nonce",
    "notes": "a note, or a speed written beside a unit",
    "reserve": "the reserve",
    "scenario": "the name of the scenario's folder",
    "scenario_sha256": "scenario.yaml",
    "seal": "the seal",
    "side": "the side",
}
"""What the values of a reveal and a slip are, markers and units apart."""

OF_MARKERS = {
    "what": "what it is",
    "unit": "what it is",
    "type": "what it is",
    "at": "its place",
    "move": "its speed",
}
"""The same for a marker."""

PROOF = ("hash", "nonce")
"""What follows from the rest of a marker, the nonce of all and the name of the scenario."""

MOST_TOLD = 6
"""So many markers and units are told of; the rest are counted."""


def changes(before: Mapping[str, Any], after: Mapping[str, Any]) -> str:
    """Say in what two reveals, or two slips, differ: what of all, and which markers by number."""
    differing = [key for key in sorted(before.keys() | after.keys()) if not _same(before.get(key), after.get(key))]
    said = [OF_ALL.get(key, f"the key {key}") for key in differing if key not in ("markers", "sheets", "units")]
    said += _of_units("the secret units", before.get("units"), after.get("units"))
    old, new = (found if isinstance(found := one.get("sheets"), dict) else {} for one in (before, after))
    said += [
        one for side in sorted(old | new) for one in _of_units(f"the units of {side}", old.get(side), new.get(side))
    ]
    following = bool({"nonce", "scenario"} & set(differing))
    told = list(_of_markers(before.get("markers"), after.get("markers"), following=following))
    more = len(told) - MOST_TOLD
    rest = [f"{more} more marker{'' if more == 1 else 's'}"] if more > 0 else []
    return ", ".join((*said, *told[:MOST_TOLD], *rest)) or "the order of the markers or units"


def _of_units(what: str, before: Any, after: Any) -> Iterator[str]:
    """Say which units of a list differ, by their ids."""
    old, new = ({str(unit.get("id")): unit for unit in _dicts(units)} for units in (before, after))
    ids = [id for id in sorted(old | new) if not _same(old.get(id), new.get(id))]
    more = len(ids) - MOST_TOLD
    if ids:
        yield f"{what} ({', '.join((*ids[:MOST_TOLD], *([f'{more} more'] if more > 0 else [])))})"


def _of_markers(before: Any, after: Any, *, following: bool) -> Iterator[str]:
    """Say of each number what of its marker differs; `following` when all proofs differ already because of others."""
    old, new = _by_number(before), _by_number(after)
    for number in sorted(old.keys() | new.keys()):
        was, now = old.get(number, []), new.get(number, [])
        if not was or not now:
            yield f"marker {number} ({'is missing' if was else 'is new'})"
            continue
        ways = list(_of_marker(was, now, OF_MARKERS))
        ways += ["how many units it is"] if len(was) != len(now) else []
        if not ways and not following:
            ways += _of_marker(was, now, dict.fromkeys(PROOF, "its proof"))
        if ways:
            yield f"marker {number} ({', '.join(dict.fromkeys(ways))})"


def _of_marker(was: list[Mapping[str, Any]], now: list[Mapping[str, Any]], words: Mapping[str, str]) -> Iterator[str]:
    for a, b in zip(was, now, strict=False):
        yield from (word for key, word in words.items() if not _same(a.get(key), b.get(key)))


def _by_number(markers: Any) -> dict[int, list[Mapping[str, Any]]]:
    """Give the entries of each number, in their order; what is no marker is passed over."""
    found: dict[int, list[Mapping[str, Any]]] = {}
    for marker in _dicts(markers):
        if isinstance(marker.get("number"), int):
            found.setdefault(marker["number"], []).append(marker)
    return found


def _dicts(entries: Any) -> list[dict[str, Any]]:
    """Give the entries of a list; a file that someone wrote himself may hold anything."""
    return [entry for entry in entries if isinstance(entry, dict)] if isinstance(entries, list) else []


def _same(before: Any, after: Any) -> bool:
    return type(before) is type(after) and before == after
