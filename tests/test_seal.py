"""Sealing before the game and proving afterwards: what is written, what is printed, what is refused."""

import hashlib
import hmac
import json
import os
import re
import secrets
import shutil
import stat
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import pypdfium2
import pytest
import zxingcpp
from conftest import ROOT, Run, change
from hypothesis import given, settings
from hypothesis import strategies as st

from playaid import output
from playaid.changes import changes
from playaid.diagnostics import Rejected
from playaid.game import Game
from playaid.proof import Verified, seal_digits, verify
from playaid.reveal import Unprovable, canonical, name_in, reveal_of, slip_lines, strict
from playaid.scenario import load_orders, load_scenario
from playaid.seal import read_orders, seal, sealed_orders
from playaid.source import parse
from playaid.telling import PlayaidError

SCENARIO = """\
playaid: 1
title: The copse
rules: {concealment: incertitude}
table: {width: 60, depth: 60}
terrain_types: {wood: {cover: dense, sight: blocked}}
terrain:
  - {id: copse, type: wood, shape: {rectangle: {at: [0, 20], size: [60, 40]}}}
sides:
  a:
    name: Able
    role: attacker
    emblem: A
    zone: {rectangle: {at: [0, 0], size: [60, 10]}}
    units:
      - {id: sq, name: First squad, type: combat_group, move: 10}
  b:
    name: Baker
    role: defender
    emblem: B
    zone: {rectangle: {at: [0, 30], size: [60, 30]}}
    decoys: 3
    units:
      - {id: hq, name: Headquarters, type: command_group, move: 10}
      - {id: gun, name: Gun, type: gun, move: 5}
      - {id: tank, name: Tank, type: vehicle, move: 30, arrives: {turn: 2, edge: north}}
"""

ORDERS = """\
# secret
playaid: 1
side: b
units:
  - {id: spy, name: {en: A spy, ru: Шпион}, type: team, elements: [{name: one, move: 8}, {name: two, move: 12}]}
markers:                                     # where they stand
  - {unit: hq, at: [30.2, 40], note: the hut}  # in the copse
  - unit: gun        # in block style
    at: [30, 50]
  - {unit: tank}
  - {decoy: gun, move: 5, at: [10, 50], note: "pretends # to be the gun"}

  - { decoy: team, move: 8, at: [20, 50.5] }
reserve: [spy]
# the end
"""


@pytest.fixture
def copse(tmp_path: Path) -> Path:
    """A folder with a scenario and one side's orders, not numbered yet; gives the orders."""
    folder = tmp_path / "copse"
    folder.mkdir()
    (folder / "scenario.yaml").write_text(SCENARIO, encoding="utf-8")
    (folder / "b.orders.yaml").write_text(ORDERS, encoding="utf-8")
    return folder / "b.orders.yaml"


def without_secrets(text: str) -> str:
    """Give orders as they were before `seal` wrote into them."""
    text = re.sub(r"number: \d+, ", "", text)
    text = re.sub(r"number: \d+\r?\n *", "", text)
    return re.sub(r"nonce: [0-9a-f]{32}\r?\n", "", text)


def tree(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in folder.iterdir()}


# What sealing writes.


def test_sealing_numbers_the_markers_and_keeps_all_else(copse: Path) -> None:
    seal(copse)
    text = copse.read_text(encoding="utf-8")
    assert without_secrets(text) == ORDERS
    game, side = read_orders(copse)
    numbers = [marker.number for marker in game.orders[side].value.markers]
    assert len(set(numbers)) == 5
    assert all(number is not None and 1 <= number <= 7 for number in numbers)
    assert game.check().ok


@pytest.mark.parametrize(
    "written",
    [
        ORDERS.replace("\n", "\r\n"),
        "\ufeff" + ORDERS,
        ORDERS.rstrip("\n"),
        ORDERS + "\n\n# more\n",
        "---\n" + ORDERS,
        ORDERS + "...\n",
        ORDERS.replace("\n", "\n  ").replace("# secret\n  ", "  # secret\n  ").rstrip(" "),
        ORDERS.replace("reserve: [spy]\n", "nonce:\nreserve: [spy]\n"),
        ORDERS.replace("{unit: tank}", "{number: , unit: tank}"),
        ORDERS.replace("  - unit: gun ", "  - number:\n    unit: gun "),
        ORDERS.replace("{unit: tank}", '{"unit": tank}'),
        ORDERS.replace("reserve: [spy]", "reserve:\n- spy"),
        '{"playaid": 1, "side": b, "reserve": [gun, hq], "markers": [{unit: tank}]}',
        "playaid: 1\nside: b\nreserve: [hq, gun]\nmarkers:\n- unit: tank\n  note: |+\n    keeps\n    its end",
        "playaid: 1\nside: b\nmarkers: [{unit: tank}, {unit: gun, at: [30, 50]},\n  {unit: hq, at: [20, 50]}]",
    ],
    ids=lambda text: f"{hashlib.md5(text.encode(), usedforsecurity=False).hexdigest()[:6]}",
)
def test_orders_in_any_form_are_sealed_without_disturbing_them(written: str, copse: Path) -> None:
    copse.write_bytes(written.encode())
    sealed = seal(copse)
    data = copse.read_bytes()
    assert data.startswith(b"\xef\xbb\xbf") == (written[0] == "\ufeff")
    assert (b"\r" in data) == ("\r" in written)
    assert data.count(b"\r") in (0, data.count(b"\n"))
    before, after = (parse(one, copse).tree for one in (written.encode(), data))
    for content in (before, after):
        content.pop("nonce", None)
        for marker in content["markers"]:
            marker.pop("number", None)
    assert before == after
    comments = [
        [line[line.index("#") :] for line in text.splitlines() if "#" in line] for text in (written, data.decode())
    ]
    assert comments[0] == comments[1]
    verify(copse, sealed.reveal.seal)


def test_what_cannot_be_edited_is_refused_and_left_alone(copse: Path) -> None:
    copse.write_text("playaid: 1\nside: b\nreserve: [hq, gun]\nmarkers:\n  - ? unit\n    : tank\n", encoding="utf-8")
    before = tree(copse.parent)
    with pytest.raises(PlayaidError, match="without disturbing"):
        seal(copse)
    assert tree(copse.parent) == before


def test_numbers_written_by_hand_are_kept_and_drawn_anew_with_again(copse: Path) -> None:
    change(copse, "{unit: tank}", "{number: 7, unit: tank}")
    change(copse, "{unit: hq,", "{number: 2, unit: hq,")
    seal(copse)
    kept = load_numbers(copse)
    assert kept["tank"] == 7
    assert kept["hq"] == 2
    seen = set()
    for _ in range(12):
        seal(copse, again=True)
        seen.add(load_numbers(copse)["tank"])
    assert len(seen) > 1


def load_numbers(orders: Path) -> dict[str, int | None]:
    game, side = read_orders(orders)
    return {marker.unit or "decoy": marker.number for marker in game.orders[side].value.markers}


def test_units_stacked_under_one_number_keep_sharing_it(copse: Path) -> None:
    change(copse.parent / "scenario.yaml", "incertitude}", "incertitude, rulings: {D8: stacks}}")
    change(copse, "{unit: hq, at: [30.2, 40]", "{number: 3, unit: hq, at: [30, 50]")
    change(copse, "unit: gun   ", "number: 3\n    unit: gun   ")
    seal(copse, again=True)
    numbers = load_numbers(copse)
    assert numbers["hq"] == numbers["gun"]
    sealed = verify(copse, seal(copse, again=True).reveal.seal)
    assert sealed.game is not None
    opening = next(o for o in openings(copse) if "+" in o)
    assert "unit gun+hq gun+command_group 50000" in opening


def test_numbers_that_betray_are_told_where_they_were_chosen_and_not_where_they_were_drawn(
    copse: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    class InOrder:
        def sample(self, free: list[int], count: int) -> list[int]:
            return free[:count]

    monkeypatch.setattr(secrets, "SystemRandom", InOrder)
    drawn = seal(copse)
    decoys = [marker["number"] for marker in strict(drawn.reveal.data)["markers"] if marker["what"] == "decoy"]
    assert decoys == [4, 5]
    assert drawn.report.diagnostics == ()
    for again, told in ((False, ["PA309"]), (True, [])):
        copse.write_text(re.sub("nonce: .*\n", "", copse.read_text(encoding="utf-8")), encoding="utf-8")
        for kept in copse.parent.glob("*.json"):
            kept.unlink()
        assert [d.code.number for d in seal(copse, again=again).report.diagnostics] == told


@pytest.mark.parametrize("stretch", ["", ", from: 35", ", to: 50", ", from: 35, to: 50"])
def test_a_secret_unit_that_arrives_is_proved_with_its_speed_and_stretch(stretch: str, copse: Path) -> None:
    spy = f"{{id: spy, name: Spy, type: team, move: 8, arrives: {{turn: 2, edge: west{stretch}}}}}"
    text = re.sub(r"\{id: spy.*\}", spy, ORDERS).replace("reserve: [spy]\n", "")
    text = text.replace("  - {unit: tank}", "  - {unit: tank}\n  - {unit: spy}")
    copse.write_text(text, encoding="utf-8")
    sealed = seal(copse).reveal.seal
    found = verify(copse.with_name("b.reveal.json"), sealed).game
    assert found is not None
    unit = found.orders["b"].value.units[0]
    assert unit.move == 80_000
    assert unit.arrives is not None
    ends = {"start": 350_000 if "from" in stretch else None, "end": 500_000 if "to" in stretch else None}
    assert {"start": unit.arrives.start, "end": unit.arrives.end} == ends


def test_two_seals_of_one_file_differ(copse: Path) -> None:
    first = seal(copse)
    assert "is sealed already" in refused(copse)
    second = seal(copse, again=True)
    assert first.reveal.seal != second.reveal.seal
    one, other = strict(first.reveal.data), strict(second.reveal.data)
    assert one["nonce"] != other["nonce"]
    assert {m["nonce"] for m in one["markers"]}.isdisjoint(m["nonce"] for m in other["markers"])


def refused(orders: Path) -> str:
    before = tree(orders.parent)
    with pytest.raises(PlayaidError) as caught:
        seal(orders)
    assert tree(orders.parent) == before
    return f"{caught.value.message}; {caught.value.help}"


def test_sealing_again_asks_for_again_also_when_only_the_reveal_is_left(copse: Path) -> None:
    seal(copse)
    copse.write_text(ORDERS, encoding="utf-8")
    assert "--again" in refused(copse)


def test_a_file_of_the_users_is_not_replaced_by_a_reveal(copse: Path) -> None:
    (copse.parent / "b.reveal.json").write_text("mine")
    assert "was not made by playaid" in refused(copse)


def test_orders_under_a_name_that_build_does_not_read_are_not_sealed(copse: Path) -> None:
    named = copse.rename(copse.with_name("mine.yaml"))
    assert "mine.yaml is not called b.orders.yaml" in refused(named)


def test_orders_of_a_side_that_the_scenario_does_not_have_are_told_so_where_they_name_it(copse: Path) -> None:
    change(copse, "side: b", "side: c")
    for name, said in (("c", "the scenario has no side c; it has a and b"), ("b", "says it is for c")):
        copse = copse.rename(copse.with_name(f"{name}.orders.yaml"))
        with pytest.raises(Rejected) as caught:
            seal(copse)
        (found,) = caught.value.report.errors
        assert (found.code.number, found.place.line, found.place.column) == ("PA317", 3, 7)
        assert said in found.message


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("{unit: tank}", "{unit: tank, number: 13}", "a marker has no number of the side's"),
        ("reserve: [spy]", "  - {unit: spy, at: [20, 40]}", "6 markers have no number, and 5 numbers are free"),
    ],
)
def test_what_a_club_only_warns_of_is_not_sealed_where_the_numbers_cannot_be_proved(
    old: str, new: str, said: str, copse: Path
) -> None:
    """The slip has a line for each number that both players know of, and no other number can be opened."""
    folder = copse.parent
    clauses = "clauses: {8.A: {severity: warning}, 8.D: {severity: warning}}"
    club = f"playaid: 1\nid: club\nkind: concealment\nextends: incertitude\n{clauses}\n"
    (folder / "club.yaml").write_text(club, encoding="utf-8")
    change(folder / "scenario.yaml", "concealment: incertitude", "concealment: ./club.yaml")
    change(folder / "scenario.yaml", "decoys: 3", "decoys: 1")
    change(copse, old, new)
    assert said in refused(copse)
    if "13" in new:
        change(copse, "13", "12")  # both players know of three units and a decoy; eight lines more
        assert verify(copse, seal(copse).reveal.seal).opening is None


def test_orders_with_errors_are_not_sealed(copse: Path) -> None:
    change(copse, "at: [30.2, 40]", "at: [30.2, 15]")
    before = tree(copse.parent)
    with pytest.raises(Rejected) as caught:
        seal(copse)
    assert any(found.code.number == "PA301" for found in caught.value.report.errors)
    assert all(found.place.secret for found in caught.value.report.errors)
    assert tree(copse.parent) == before


@pytest.mark.skipif(sys.platform == "win32", reason="modes are those of POSIX")
def test_the_reveal_is_its_owners_alone_and_the_orders_keep_their_mode(copse: Path) -> None:
    copse.chmod(0o640)
    before = os.umask(0)
    try:
        seal(copse)
    finally:
        os.umask(before)
    modes = {path.name: stat.S_IMODE(path.stat().st_mode) for path in copse.parent.iterdir()}
    assert modes["b.reveal.json"] == 0o600
    assert modes["b.slip.json"] == 0o644
    assert modes["b.orders.yaml"] == 0o640


@pytest.mark.parametrize("which", range(6))
def test_a_fault_leaves_every_file_as_it_was(which: int, copse: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    calls = iter(range(100))
    name = "write_flushed" if which < 3 else "replace"
    holder: Any = output if which < 3 else os
    right = getattr(holder, name)

    def failing(*arguments: Any) -> Any:
        if next(calls) == which % 3:
            raise OSError(28, "No space left on device")
        return right(*arguments)

    seal(copse)
    before = tree(copse.parent)
    monkeypatch.setattr(holder, name, failing)
    with pytest.raises(PlayaidError, match="No space left"):
        seal(copse, again=True)
    assert tree(copse.parent) == before


def test_a_file_that_changes_meanwhile_is_left_alone(copse: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("playaid.seal.read_bytes", lambda file: b"another")
    with pytest.raises(PlayaidError, match="was changed while"):
        seal(copse)
    assert copse.read_text(encoding="utf-8") == ORDERS


# The reveal.


def test_the_reveal_is_canonical_and_sha256sum_prints_the_seal(copse: Path, run: Run) -> None:
    done = run("seal", copse)
    assert done.returncode == 0, done.stderr
    printed = re.search(r"((?:[0-9A-F]{4} ){7}[0-9A-F]{4})", done.stdout)
    assert printed
    file = copse.parent / "b.reveal.json"
    summed = subprocess.run(["sha256sum", str(file)], capture_output=True, text=True).stdout
    assert summed.upper().startswith(printed[1].replace(" ", ""))
    content = json.loads(file.read_bytes())
    assert canonical(content) == file.read_bytes()
    assert content["format"] == "playaid-reveal-1"
    assert content["scenario"] == "copse"
    assert content["scenario_sha256"] == hashlib.sha256((copse.parent / "scenario.yaml").read_bytes()).hexdigest()
    assert content["side"] == "b"
    assert content["reserve"] == ["spy"]
    assert content["units"] == [
        {
            "elements": [{"move": 80_000, "name": "one"}, {"move": 120_000, "name": "two"}],
            "id": "spy",
            "name": {"en": "A spy", "ru": "Шпион"},
            "type": "team",
        }
    ]
    gun = next(marker for marker in content["markers"] if marker.get("unit") == "gun")
    assert (gun["at"], gun["move"], gun["type"], gun["what"]) == ([300_000, 500_000], 50_000, "gun", "unit")
    assert "hut" not in file.read_text(encoding="utf-8")
    slip = json.loads((copse.parent / "b.slip.json").read_bytes())
    assert {key: slip[key] for key in slip if key != "markers"} == {
        "format": "playaid-slip-1",
        "scenario": "copse",
        "scenario_sha256": content["scenario_sha256"],
        "seal": hashlib.sha256(file.read_bytes()).hexdigest(),
        "side": "b",
    }
    assert re.fullmatch("[0-9a-f]{32}", content["nonce"])


def test_the_seal_is_that_of_the_published_vector() -> None:
    content = {
        "format": "playaid-reveal-1",
        "markers": [{"n": 1, "what": "Panther", "x": 1200, "y": 300}, {"n": 2, "what": "decoy", "x": 450, "y": 900}],
        "nonce": "000102030405060708090a0b0c0d0e0f",
        "scenario": "hill-112",
        "side": "B",
    }
    digest = hashlib.sha256(canonical(content)).hexdigest()
    assert digest == "32d281a28f9f7b3985fbaf4a18ac3ca02a73cab152e0ecd7ef74a63824f82391"


def test_the_bytes_of_a_reveal_are_those_of_its_format(copse: Path) -> None:
    """Made here out of json, hashlib and hmac alone: what an older playaid sealed is proved by a newer one."""
    nonce = "000102030405060708090a0b0c0d0e0f"
    copse.write_text(
        f"playaid: 1\nside: b\nnonce: {nonce}\nreserve: [spy, gun]\nunits:\n"
        "- {id: spy, name: Spy, type: team, part_of: hq, move: 8, experience: 6, "
        "arrives: {turn: 2, edge: west, to: 9}}\n"
        "markers:\n- {number: 7, unit: tank}\n- {number: 4, unit: hq, move: 7, at: [30, 40], note: the hut}\n"
        "- {number: 2, decoy: gun, move: 5, at: [10.5, 50]}\n",
        encoding="utf-8",
    )

    def digest(data: Any) -> str:
        text = data if isinstance(data, str) else json.dumps(data, sort_keys=True, separators=(",", ":"))
        return hashlib.sha256(text.encode()).hexdigest()

    def marker(number: int, what: str, unit: str, type: str, move: int, at: list[int] | None) -> dict[str, Any]:
        own = hmac.new(bytes.fromhex(nonce), f"playaid-marker-1 {number}".encode(), "sha256").hexdigest()[:32]
        text = f"playaid-marker-1 copse b {number} {what} {unit} {type} {move} {own}"
        said = {"number": number, "what": what, "type": type, "move": move, "nonce": own, "hash": digest(text)}
        return said | ({"unit": unit} if what == "unit" else {}) | ({"at": at} if at is not None else {})

    expected = {
        "format": "playaid-reveal-1",
        "scenario": "copse",
        "scenario_sha256": hashlib.sha256((copse.parent / "scenario.yaml").read_bytes()).hexdigest(),
        "side": "b",
        "nonce": nonce,
        "units": [
            {
                "id": "spy",
                "name": "Spy",
                "type": "team",
                "move": 80_000,
                "elements": [],
                "experience": 6,
                "part_of": "hq",
                "arrives": {"turn": 2, "edge": "west", "to": 90_000},
            }
        ],
        "reserve": ["gun", "spy"],
        "markers": [
            marker(2, "decoy", "-", "gun", 50_000, [105_000, 500_000]),
            marker(4, "unit", "hq", "command_group", 100_000, [300_000, 400_000]),
            marker(7, "unit", "tank", "vehicle", 300_000, None),
        ],
        "notes": digest(
            ["playaid-notes-1", nonce, [[2, "", "", None], [4, "hq", "the hut", 70_000], [7, "tank", "", None]]]
        ),
    }
    game, side = read_orders(copse)
    made = reveal_of(game.scenario, game.orders[side].value)
    assert json.loads(made.data) == expected
    assert made.seal == digest(expected)


@pytest.mark.parametrize(
    "data",
    [
        b'{"a":1,"a":1}',
        b'{"a":1.0}',
        b'{"a":1e3}',
        b'{"a":NaN}',
        b'{"a":Infinity}',
        b'{"a":-0}',
        b'{"a":01}',
        b'{"a":9007199254740992}',
        b'{"a":1}\n',
        b' {"a":1}',
        b'{"a": 1}',
        b'{"b":1,"a":1}',
        b'\xef\xbb\xbf{"a":1}',
        b'{"a":"\\u0041"}',
        '{"a":"e\u0301"}'.encode(),
        b'{"a":"\xff"}',
        b'["a"]',
        b"",
        b'{"a":' * 5_000,
    ],
)
def test_json_with_a_second_reading_is_refused(data: bytes) -> None:
    with pytest.raises(Unprovable):
        strict(data)


@pytest.mark.parametrize(
    ("data", "said"),
    [
        (b'{"a":1,"a":1}', "a key stands twice"),
        (b'{"a":1.5}', "not whole: 1.5$"),
        (b'{"a":NaN}', "not whole: NaN$"),
        (b'{"a":9007199254740992}', "too large"),
        (b'{"a":-9007199254740992}', "too large"),
        (b'{"a": 1}', "not in its canonical form"),
        (b'["a"]', "no JSON object"),
        (b'{"a"', "no JSON that playaid wrote"),
    ],
)
def test_json_that_is_refused_is_told_why(data: bytes, said: str) -> None:
    with pytest.raises(Unprovable, match=said):
        strict(data)
    assert strict(b'{"a":-9007199254740991,"b":9007199254740991}') == {"a": -(2**53) + 1, "b": 2**53 - 1}


@pytest.mark.parametrize(
    ("content", "name"),
    [
        ({"format": "playaid-reveal-1", "scenario": "copse"}, "copse"),
        ({"format": "playaid-slip-1", "scenario": "copse"}, "copse"),
        ({"format": "playaid-reveal-2", "scenario": "copse"}, None),
        ({"scenario": "copse"}, None),
        ({"format": "playaid-slip-1", "scenario": 1}, None),
        ({"format": "playaid-slip-1"}, None),
        ({"format": "playaid-slip-1", "scenario": "two words"}, None),
        ({"format": "playaid-slip-1", "scenario": ""}, None),
    ],
)
def test_the_name_of_the_scenarios_folder_is_read_out_of_reveals_and_slips_alone(
    content: dict[str, Any], name: str | None
) -> None:
    assert name_in(canonical(content)) == name
    assert name_in(canonical(content) + b"\n") is None


def test_canonical_json_has_sorted_keys_no_spaces_whole_letters_and_real_numbers() -> None:
    assert (
        canonical({"b": [1, "\u00e9\u0416"], "a": {"e\u0301": None}})
        == '{"a":{"\u00e9":null},"b":[1,"\u00e9\u0416"]}'.encode()
    )
    with pytest.raises(ValueError, match="not JSON compliant"):
        canonical({"a": float("nan")})


TEXTS = st.text('ae\u0301Ж"\\\n\x7f\u2028🪖', max_size=4)


@given(st.dictionaries(TEXTS, st.integers(-(2**53) + 1, 2**53 - 1) | TEXTS | st.lists(TEXTS, max_size=2), max_size=4))
@settings(max_examples=40, deadline=None)
def test_canonical_json_reads_back(content: Any) -> None:
    data = canonical({"a": json.loads(canonical(content))})
    assert canonical(strict(data)) == data


# Verifying.


@pytest.fixture
def sealed(copse: Path) -> tuple[Path, str]:
    """Sealed orders and their seal."""
    return copse, seal(copse).reveal.seal


def test_orders_and_reveal_verify_and_the_table_is_printed(sealed: tuple[Path, str], run: Run) -> None:
    orders, digits = sealed
    groups = re.findall("....", digits[:32].upper())
    for name in ("b.orders.yaml", "b.reveal.json"):
        done = run("verify", orders.parent / name, *groups)
        assert done.returncode == 0, done.stderr
        assert "verified" in done.stdout
        assert re.search(r"DECOY +gun +5 cm +\[10, 50\]", done.stdout)
        assert re.search(r"tank \(Tank\) +vehicle +30 cm +arrives later", done.stdout)
        assert "in reserve: spy" in done.stdout


def test_a_reveal_verifies_against_the_slip_and_in_a_folder_of_another_name(sealed: tuple[Path, str]) -> None:
    orders, digits = sealed
    reveal, slip = orders.parent / "b.reveal.json", orders.parent / "b.slip.json"
    assert verify(reveal, str(slip)).game is not None
    other = orders.parent.parent / "renamed"
    orders.parent.rename(other)
    assert verify(other / "b.reveal.json", digits).side == "b"
    assert verify(other / "b.slip.json", digits).side == "b"


def test_a_renamed_and_a_copied_folder_keep_their_seal(sealed: tuple[Path, str], tmp_path: Path, run: Run) -> None:
    orders, digits = sealed
    other = tmp_path / "another name"
    shutil.copytree(orders.parent, other)
    assert verify(other / "b.orders.yaml", digits).scenario == "copse"
    built = run("build", other, "-o", tmp_path / "out", "--for", "b", "--only", "log")
    assert built.returncode == 0
    assert "PA326" not in built.stderr
    said = " ".join(words_in(tmp_path / "out" / "another-name" / "b" / "log.pdf"))
    assert " ".join(re.findall("....", digits[:32].upper())) in said
    (other / "b.reveal.json").unlink()  # then the slip tells the name
    assert verify(other / "b.orders.yaml", digits).scenario == "copse"
    (other / "b.slip.json").rename(tmp_path / "b.slip.json")
    assert verify(other / "b.orders.yaml", str(tmp_path / "b.slip.json")).scenario == "copse"
    fails(
        other / "b.orders.yaml", digits, "had another name when it was sealed, put b.reveal.json or b.slip.json beside"
    )


@pytest.mark.parametrize(
    ("file", "old", "new"),
    [
        ("scenario.yaml", "The copse", "The wood"),
        ("b.orders.yaml", "at: [30, 50]", "at: [30, 51]"),
        ("b.slip.json", '"scenario":"copse"', '"scenario":"wood"'),
        ("b.slip.json", '"scenario":"copse"', '"scenario":"a b"'),
    ],
)
def test_a_renamed_folder_hides_no_change(
    file: str, old: str, new: str, sealed: tuple[Path, str], tmp_path: Path
) -> None:
    orders, digits = sealed
    other = tmp_path / "renamed"
    orders.parent.rename(other)
    if file.endswith(".json"):
        (other / "b.reveal.json").unlink()
    change(other / file, old, new)
    fails(other / "b.orders.yaml", digits, "is not what was sealed")


def fails(file: Path, claim: str, said: str, scenario: Path | None = None) -> None:
    with pytest.raises(Unprovable, match=said):
        verify(file, claim, scenario)


def test_each_check_that_fails_is_named(sealed: tuple[Path, str]) -> None:
    orders, digits = sealed
    folder = orders.parent
    reveal = folder / "b.reveal.json"
    fails(reveal, digits[:31], "32 digits, or all 64; here are 31")
    fails(reveal, digits[:28], "here are 28")
    fails(reveal, digits + "0", "here are 65")
    fails(reveal, "g" * 32, "hexadecimal digits")
    fails(reveal, "0" * 32, "is not what was sealed")
    fails(orders, "0" * 32, "is not what was sealed")
    (folder / "a.reveal.json").write_bytes(reveal.read_bytes())
    fails(folder / "a.reveal.json", digits, "reveals the side b")
    other = folder.parent / "other"
    other.mkdir()
    (other / "scenario.yaml").write_text(SCENARIO + "# changed\n", encoding="utf-8")
    fails(reveal, digits, "sealed for another scenario", other)
    fails(orders, digits, "is not what was sealed", other)
    (folder / "scenario.yaml").write_text(SCENARIO.replace("  b:", "  c:").replace("b:", "b:"), encoding="utf-8")
    fails(reveal, digits, "sealed for another scenario")


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ('"side":"b"', '"side":"a"', "reveals the side a"),
        ('"side":"b"', '"side":"zz"', "does not have"),
        ('"format":"playaid-reveal-1"', '"format":"playaid-reveal-2"', "not of the format"),
        ('"what":"decoy"', '"what":"unit"', "not laid out"),
        ('"reserve":["spy"]', '"reserve":[]', "breaks|PA305"),
        ('"reserve":["spy"]', '"reserve":["hq","spy"]', "PA311"),
        ('"reserve":["spy"]', '"reserve":["nobody"]', "PA306"),
        ('"at":[100000,500000]', '"at":[100000,500000,1]', "no orders have"),
        ('"at":[100000,500000]', '"at":[100000,100000]', "PA301"),
        ('"notes":"', '"notes":"x', "not laid out"),
        ('"move":80000,"name":"one"', '"move":true,"name":"one"', "not laid out"),
        ('"at":[100000,500000]', '"at":["100000",500000]', "not laid out"),
        ('"unit":"gun"', '"unit":"ghost"', "stands for a unit that the side does not have"),
        ('"move":50000', '"move":60000', r"does not fit together: marker \d \(its (speed|proof)\)"),
    ],
)
def test_a_reveal_that_was_sealed_false_is_found_out(old: str, new: str, said: str, sealed: tuple[Path, str]) -> None:
    """A cheat may seal bytes of his own making; the checks behind the hash are for him."""
    reveal = sealed[0].parent / "b.reveal.json"
    data = reveal.read_text(encoding="utf-8")
    assert old in data
    forged = canonical(json.loads(data.replace(old, new, 1)))
    reveal.write_bytes(forged)
    with pytest.raises((Unprovable, Rejected)) as caught:
        verify(reveal, hashlib.sha256(forged).hexdigest())
    told = str(caught.value)
    if isinstance(caught.value, Rejected):
        told = caught.value.report.as_text()
        assert all(found.place.secret for found in caught.value.report.errors)
    assert re.search(said, told), told


def test_any_changed_byte_of_the_reveal_fails(sealed: tuple[Path, str]) -> None:
    orders, digits = sealed
    reveal = orders.parent / "b.reveal.json"
    data = reveal.read_bytes()
    for place in range(len(data)):
        for changed in (data[:place] + bytes([data[place] ^ 1]) + data[place + 1 :], data[:place] + data[place + 1 :]):
            assert not hashlib.sha256(changed).hexdigest().startswith(digits[:32])
    for place in range(0, len(data), 97):
        reveal.write_bytes(data[:place] + bytes([data[place] ^ 1]) + data[place + 1 :])
        fails(reveal, digits, "is not what was sealed")
    for longer in (data + b"\n", b" " + data, data + data):
        reveal.write_bytes(longer)
        fails(reveal, digits, "is not what was sealed")


def values_of(content: Any, way: tuple[str | int, ...] = ()) -> Iterator[tuple[str | int, ...]]:
    """Give the ways to all values of a file."""
    if isinstance(content, dict):
        for key, value in content.items():
            yield from values_of(value, (*way, key))
    elif isinstance(content, list):
        for number, value in enumerate(content):
            yield from values_of(value, (*way, number))
    else:
        yield way


OTHERS: Mapping[str, str] = {
    "side": "a",
    "unit": "spy",
    "decoy": "vehicle",
    "type": "gun",
    "id": "spies",
    "nonce": "0" * 32,
    "name": "x",
    "en": "x",
    "ru": "x",
    "note": "x",
    "playaid": "2",
}


def test_any_changed_value_of_the_orders_fails(sealed: tuple[Path, str]) -> None:
    orders, digits = sealed
    data = orders.read_bytes()
    source = parse(data, orders)
    text = data.decode()
    lines = text.splitlines(keepends=True)
    taken = {marker["number"] for marker in source.tree["markers"]}
    free = next(str(number) for number in range(1, 8) if str(number) not in taken)
    tried = 0
    for way in values_of(source.tree):
        line, column = source.values[way]
        start = sum(map(len, lines[: line - 1])) + column - 1
        old: Any = source.tree
        for part in way:
            old = old[part]
        new = OTHERS.get(str(way[-1]), str(float(old) + 0.1) if re.fullmatch(r"[\d.]+", old) else "hq")
        new = free if way[-1] == "number" else new
        quote = 2 if text[start] == '"' else 0
        assert new != old
        orders.write_bytes((text[:start] + new + text[start + len(old) + quote :]).encode())
        with pytest.raises((Unprovable, Rejected)):
            verify(orders, digits)
        tried += 1
    assert tried == 34
    orders.write_bytes(data.replace(b"# the end", b"# another end"))
    assert verify(orders, digits).game is not None


def test_what_was_changed_is_named_where_the_reveal_is_there(sealed: tuple[Path, str]) -> None:
    orders, digits = sealed
    change(orders, "at: [30, 50]", "at: [30, 51]")
    fails(orders, digits, r"changed since: marker \d \(its place\)$")
    orders.with_name("b.reveal.json").write_bytes(b"{}")
    fails(orders, digits, r"its seal is( [0-9A-F]{4}){8}$")
    orders.with_name("b.reveal.json").unlink()
    fails(orders, digits, r"its seal is( [0-9A-F]{4}){8}$")


def test_a_speed_beside_a_unit_is_sealed_though_nobody_reads_it(copse: Path) -> None:
    change(copse, "{unit: hq,", "{unit: hq, move: 7,")
    sealed = seal(copse).reveal
    assert verify(copse, sealed.seal).game is not None
    assert '"move":70000' not in sealed.data.decode()
    for old, new in (("move: 7,", "move: 6,"), ("move: 6, ", "")):
        change(copse, old, new)
        fails(copse, sealed.seal, "changed since: a note, or a speed written beside a unit$")


@pytest.mark.parametrize("kept", [b"no reveal", None])
def test_nothing_is_said_of_changes_where_what_was_sealed_cannot_be_read(
    kept: bytes | None, sealed: tuple[Path, str]
) -> None:
    """What lies in the reveal's place bears the seal that is claimed, but is no reveal, or it is a folder."""
    orders, digits = sealed
    reveal = orders.with_name("b.reveal.json")
    reveal.unlink()
    if kept is None:
        reveal.mkdir()
        change(orders, "at: [30, 50]", "at: [30, 51]")
    else:
        reveal.write_bytes(kept)
        digits = hashlib.sha256(kept).hexdigest()
    fails(orders, digits, r"is not what was sealed: its seal is( [0-9A-F]{4}){8}$")


def test_orders_under_the_other_sides_name_prove_nothing(sealed: tuple[Path, str]) -> None:
    orders, digits = sealed
    orders.rename(orders.with_name("a.orders.yaml"))
    fails(orders.with_name("a.orders.yaml"), digits, "called a.orders.yaml and says that it is of the side b")


def test_a_sealed_deployment_that_breaks_the_rules_is_told_with_its_clause(copse: Path, run: Run) -> None:
    digits = seal(copse).reveal.seal
    text = (copse.parent / "scenario.yaml").read_text(encoding="utf-8")
    (copse.parent / "scenario.yaml").write_text(text.replace("size: [60, 30]", "size: [60, 15]"), encoding="utf-8")
    assert not read_orders(copse)[0].check().ok
    forged = strict((copse.parent / "b.reveal.json").read_bytes())
    forged["scenario_sha256"] = hashlib.sha256((copse.parent / "scenario.yaml").read_bytes()).hexdigest()
    (copse.parent / "b.reveal.json").write_bytes(canonical(forged))
    done = run("verify", copse.parent / "b.reveal.json", hashlib.sha256(canonical(forged)).hexdigest())
    assert done.returncode == 1
    assert "b.reveal.json:1:1: error[PA301]" in done.stderr
    assert "[30.2, 40]" not in "".join(line for line in done.stderr.splitlines() if " | " in line)
    assert digits not in done.stdout


def test_a_scenario_that_breaks_the_rules_is_told_with_its_own_line(copse: Path) -> None:
    seal(copse)
    line = change(copse.with_name("scenario.yaml"), "size: [60, 10]", "size: [61, 10]")
    forged = strict(copse.with_name("b.reveal.json").read_bytes())
    forged["scenario_sha256"] = hashlib.sha256(copse.with_name("scenario.yaml").read_bytes()).hexdigest()
    copse.with_name("b.reveal.json").write_bytes(canonical(forged))
    with pytest.raises(Rejected) as caught:
        verify(copse.with_name("b.reveal.json"), hashlib.sha256(canonical(forged)).hexdigest())
    (found,) = caught.value.report.errors
    assert (found.code.number, found.place.file.name, found.place.line) == ("PA207", "scenario.yaml", line)


@pytest.mark.parametrize("claim", [("0" * 32,), ("0" * 31,), ("7", "unit", "hq"), ("nothing",)])
def test_verify_says_which_check_failed_and_exits_with_one(
    claim: tuple[str, ...], sealed: tuple[Path, str], run: Run
) -> None:
    for name in ("b.orders.yaml", "b.reveal.json", "b.slip.json"):
        done = run("verify", sealed[0].parent / name, *claim)
        assert done.returncode == 1
        assert done.stderr.startswith("Error: not verified: ")
        assert "Traceback" not in done.stderr


# Openings: one marker at a time.


def openings(orders: Path) -> list[str]:
    game, side = read_orders(orders)
    return [one.text for one in reveal_of(game.scenario, game.orders[side].value).openings]


def test_an_opening_proves_one_marker_against_the_slip(sealed: tuple[Path, str], run: Run) -> None:
    orders, _ = sealed
    slip = orders.parent / "b.slip.json"
    listed = json.loads(slip.read_bytes())["markers"]
    for number, text in enumerate(openings(orders), 1):
        assert hashlib.sha256(text.encode()).hexdigest().startswith(listed[number - 1]["hash"])
        assert text.startswith(f"playaid-marker-1 copse b {number} ")
        assert verify(slip, text).opening is not None
        short = text.split(" ", 3)[3]
        assert verify(slip, short) == verify(slip, text)
        head, nonce = short.rsplit(" ", 1)
        assert verify(slip, f"{head} {' '.join(re.findall('....', nonce.upper()))}") == verify(slip, text)
    said = Counter(" ".join(text.split(" ")[4:8]) for text in openings(orders))
    assert said == {
        "unit hq command_group 100000": 1,
        "unit gun gun 50000": 1,
        "unit tank vehicle 300000": 1,
        "decoy - gun 50000": 1,
        "decoy - team 80000": 1,
        "unused - - 0": 9,
    }
    decoy = next(text for text in openings(orders) if " decoy " in text)
    done = run("verify", slip, *decoy.split())
    assert done.returncode == 0, done.stderr
    assert re.search(r"marker \d of b was sealed as decoy", done.stdout)


def test_a_false_opening_fails(sealed: tuple[Path, str]) -> None:
    orders, _ = sealed
    slip = orders.parent / "b.slip.json"
    text = next(text for text in openings(orders) if " unit gun " in text)
    words = text.split(" ")
    wrong = {1: "other", 2: "a", 3: "6", 4: "decoy", 5: "hq", 6: "vehicle", 7: "60000", 8: "0" * 32}
    wrong[3] = "1" if words[3] != "1" else "2"
    said = {1: "of another scenario, other; the slip is of copse", 2: "of the side a; the slip is of b"}
    for place, word in wrong.items():
        with pytest.raises(Unprovable, match=said.get(place)):
            verify(slip, " ".join((*words[:place], word, *words[place + 1 :])))
    fails(slip, " ".join(words[:8]), "not complete")
    fails(slip, " ".join((*words[:8], words[8][:-1])), "32 hexadecimal digits")
    fails(slip, text.replace(f" {words[3]} ", " 99 ", 1), "no number 99")


def test_one_opening_tells_nothing_of_the_others(sealed: tuple[Path, str]) -> None:
    texts = openings(sealed[0])
    nonces = [text.split(" ")[8] for text in texts]
    assert len(set(nonces)) == len(texts)
    whole = strict((sealed[0].parent / "b.reveal.json").read_bytes())["nonce"]
    assert whole not in nonces
    assert whole not in " ".join(texts)


def test_the_slip_is_as_long_whatever_the_orders(copse: Path) -> None:
    """Nothing but digits may differ: not the number of lines, and none of its other words."""

    def mask(slip: bytes) -> str:
        return re.sub("[0-9a-f]{32,64}", "#", slip.decode())

    first = mask(seal(copse).reveal.slip)
    copse.write_text("playaid: 1\nside: b\nreserve: [hq, gun]\nmarkers: [{unit: tank}]\n", encoding="utf-8")
    assert mask(seal(copse, again=True).reveal.slip) == first
    assert [slip_lines(6, pool) for pool in (6, 7, 14, 15)] == [14, 14, 14, 22]
    # Both players know of three units and three decoys; eight secret units fit on the lines behind those, nine do not.
    for secret, lines in ((0, 14), (8, 14), (9, 22)):
        units = "".join(f"  - {{id: s{number}, name: S, type: team, move: 8}}\n" for number in range(secret))
        reserve = ", ".join(["hq", "gun", *(f"s{number}" for number in range(secret))])
        text = f"playaid: 1\nside: b\nunits:\n{units}reserve: [{reserve}]\nmarkers: [{{unit: tank}}]\n"
        copse.write_text(text, encoding="utf-8")
        assert [line["number"] for line in strict(seal(copse, again=True).reveal.slip)["markers"]] == [
            *range(1, lines + 1)
        ]


def test_a_slip_made_with_another_deployment_is_found_out(sealed: tuple[Path, str]) -> None:
    reveal, slip = (sealed[0].parent / name for name in ("b.reveal.json", "b.slip.json"))
    content = strict(slip.read_bytes())
    content["markers"][2]["hash"] = "0" * 32
    slip.write_bytes(canonical(content))
    fails(reveal, str(slip), r"not made with this deployment: marker 3 \(its proof\)$")


def without(content: dict[str, Any], key: str) -> dict[str, Any]:
    return {name: value for name, value in content.items() if name != key}


@pytest.mark.parametrize(
    "forge",
    [
        lambda slip: {**slip, "format": "playaid-slip-2"},
        lambda slip: {**slip, "seal": slip["seal"][:63]},
        lambda slip: {**slip, "seal": slip["seal"].upper()},
        lambda slip: {**slip, "seal": 1},
        lambda slip: {**slip, "side": None},
        lambda slip: {**slip, "scenario": ["copse"]},
        lambda slip: {**slip, "markers": slip["markers"][1:]},
        lambda slip: {**slip, "markers": [*slip["markers"][:2], *slip["markers"][3:]]},
        lambda slip: {**slip, "markers": [*slip["markers"][:2], *slip["markers"]]},
        lambda slip: {**slip, "markers": slip["markers"][::-1]},
        lambda slip: {**slip, "markers": [{**line, "number": line["number"] + 1} for line in slip["markers"]]},
        lambda slip: {**slip, "markers": [without(line, "number") for line in slip["markers"]]},
        lambda slip: {**slip, "markers": [{**line, "hash": line["hash"][:31]} for line in slip["markers"]]},
        lambda slip: {**slip, "markers": [{**line, "hash": line["hash"].upper()} for line in slip["markers"]]},
        lambda slip: {**slip, "markers": [{**slip["markers"][0], "hash": 1}, *slip["markers"][1:]]},
        lambda slip: {**slip, "markers": 14},
        *(lambda slip, key=key: without(slip, key) for key in ("seal", "side", "scenario", "markers")),
    ],
)
def test_a_slip_that_is_laid_out_in_another_way_proves_nothing(forge: Any, sealed: tuple[Path, str], run: Run) -> None:
    """A slip comes from the opponent, who may have written it by hand."""
    orders, digits = sealed
    slip = orders.with_name("b.slip.json")
    slip.write_bytes(canonical(forge(strict(slip.read_bytes()))))
    for file, claim in ((slip, digits), (slip, openings(orders)[0]), (orders, slip)):
        done = run("verify", file, claim)
        assert done.returncode == 1, done.stderr
        assert "not laid out as the format playaid-slip-1 asks" in done.stderr


def test_a_file_elsewhere_is_verified_with_its_scenario_named(sealed: tuple[Path, str], run: Run) -> None:
    orders, digits = sealed
    away = orders.parent.parent / "downloads"
    away.mkdir()
    for name in ("b.reveal.json", "b.orders.yaml"):
        (away / name).write_bytes((orders.parent / name).read_bytes())
    (away / "b.reveal.json").rename(away / "what-he-sent.txt")
    done = run("verify", away / "what-he-sent.txt", digits)
    assert done.returncode == 4
    assert "--scenario" in done.stderr
    for scenario in (orders.parent, orders.parent / "scenario.yaml"):
        assert run("verify", away / "what-he-sent.txt", digits, "--scenario", scenario).returncode == 0
        assert run("verify", away / "b.orders.yaml", digits, "--scenario", scenario).returncode == 0
    assert run("verify", away / "nothing.json", digits).returncode == 4


def test_seals_are_read_in_groups_capitals_and_whole() -> None:
    digits = "32d281a28f9f7b3985fbaf4a18ac3ca0"
    for written in (
        digits,
        digits.upper(),
        "32D2 81A2 8F9F 7B39 85FB AF4A 18AC 3CA0",
        f" {digits}\n",
        digits[:4] + "-" + digits[4:],
    ):
        assert seal_digits(written) == digits


# Chance.


def test_over_two_thousand_seals_number_and_kind_are_independent(copse: Path) -> None:
    """Chi-square over 5 markers and 6 numbers, 25 degrees of freedom: chance passes 80 less than once in 10 million."""
    orders = (
        "playaid: 1\nside: b\nreserve: [tank]\nmarkers:\n"
        "- {unit: hq, at: [30, 40]}\n- {unit: gun, at: [30, 50]}\n- {decoy: gun, move: 5, at: [10, 50]}\n"
        "- {decoy: gun, move: 5, at: [20, 50]}\n- {decoy: gun, move: 5, at: [20, 40]}\n"
    )
    copse.write_text(orders, encoding="utf-8")
    scenario = load_scenario(copse.parent)
    read = load_orders(scenario, "b")
    assert read is not None
    game = Game(scenario=scenario, rules=read_orders(copse)[0].rules, orders={"b": read})
    object.__setattr__(game, "check", Once(game))
    seen: Counter[tuple[int, int]] = Counter()
    seals: set[str] = set()
    draws = 2_000
    for _ in range(draws):
        made = sealed_orders(game, "b", again=False)
        seals.add(made.reveal.seal)
        for place, number in enumerate(re.findall(r"number: (\d+)", made.data.decode())):
            seen[place, int(number)] += 1
    assert len(seals) == draws
    expected = draws / 6
    assert sum(seen.values()) == 5 * draws
    chi = sum((seen[place, number] - expected) ** 2 / expected for place in range(5) for number in range(1, 7))
    assert chi < 80, chi
    for number in range(1, 7):
        units, decoys = (sum(seen[place, number] for place in places) for places in ((0, 1), (2, 3, 4)))
        assert abs(units / (2 * expected) - 1) < 0.2
        assert abs(decoys / (3 * expected) - 1) < 0.2


class Once:
    """The report of a game's check, found once: it is the same for every draw."""

    def __init__(self, game: Game) -> None:
        self.report = game.check()

    def __call__(self) -> Any:
        return self.report


def test_randomness_comes_from_the_secrets_module_alone() -> None:
    for name in ("seal", "reveal", "amend", "proof"):
        text = (ROOT / "playaid" / f"{name}.py").read_text(encoding="utf-8")
        assert not re.search(r"import random|random\.|uuid|time\(", text)
    assert "secrets.SystemRandom()" in (ROOT / "playaid" / "seal.py").read_text(encoding="utf-8")


# Paper.


@pytest.fixture(scope="module")
def printed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The sealed example, built in French; gives the output folder beside the scenario's."""
    import shutil

    from conftest import run_playaid

    folder = tmp_path_factory.mktemp("sealed")
    shutil.copytree(ROOT / "scenarios" / "la-ferme", folder / "la-ferme")
    for side in ("german", "american"):
        seal(folder / "la-ferme" / f"{side}.orders.yaml")
    done = run_playaid("build", folder / "la-ferme", "-o", folder / "out", "--only", "log", "--only", "pack")
    assert done.returncode == 0, done.stderr
    return folder


def codes_in(file: Path, dpi: int = 150) -> list[set[str]]:
    """Give what the QR codes of each page hold, read from a scan."""
    pages = pypdfium2.PdfDocument(file)
    return [
        {found.text for found in zxingcpp.read_barcodes(page.render(scale=dpi / 72).to_pil().convert("L"))}
        for page in pages
    ]


def words_in(file: Path) -> list[str]:
    return [" ".join(page.get_textpage().get_text_range().split()) for page in pypdfium2.PdfDocument(file)]


def test_the_owners_log_prints_seal_openings_and_slip_and_their_codes_are_read(printed: Path) -> None:
    log = printed / "out" / "la-ferme" / "german" / "log.pdf"
    reveal = (printed / "la-ferme" / "german.reveal.json").read_bytes()
    seal = hashlib.sha256(reveal).hexdigest().upper()
    groups = " ".join(re.findall("....", seal[:32]))
    codes, words = codes_in(log), words_in(log)
    assert seal in codes[0]
    assert codes[-1] == {seal}
    assert groups in words[0]
    assert groups in words[-1]
    content = json.loads(reveal)
    texts = set().union(*codes[1:-1])
    hashes = {hashlib.sha256(text.encode()).hexdigest() for text in texts}
    assert hashes == {marker["hash"] for marker in content["markers"]}
    slip = json.loads((printed / "la-ferme" / "german.slip.json").read_bytes())
    for line in slip["markers"]:
        assert " ".join(re.findall("....", line["hash"].upper())) in words[-1]


@pytest.mark.parametrize("name", ["log", "pack"])
def test_nothing_stands_on_the_back_of_what_is_handed_over(name: str, printed: Path) -> None:
    """Printed on both sides, openings and slip lie on sheets of their own; the slip's back tells of no other page."""
    words = words_in(printed / "out" / "la-ferme" / "german" / f"{name}.pdf")
    lone = [number for number, said in enumerate(words) if said.startswith(("Ouvertures", "Scellé :"))]
    assert len(lone) == 2
    for number in lone:
        assert number % 2 == 0
        back = words[number + 1] if number + 1 < len(words) else ""
        assert not re.search("[0-9A-F]{4} [0-9A-F]{4}|LEURRE|PC Bauer|Ouvertures", back)
    slip = lone[-1]
    assert name == "log" or re.search("page 1 sur 1$|page 1 sur 1 ", words[slip + 1])
    assert (slip == len(words) - 1) == (name == "log")


def test_the_slip_tells_the_opponent_nothing(printed: Path) -> None:
    log = printed / "out" / "la-ferme" / "german" / "log.pdf"
    words = words_in(log)
    slip = words[-1]
    assert "pour : Able Company" in slip
    assert re.search("page 1 sur 1|page 1 de 1|page 1/1|p. 1", slip)
    for secret in ("SECRET", "LEURRE", "PC Bauer", "MG 34", "PzKpfw", "feint", f"{len(words)}"):
        assert secret not in re.sub("([0-9A-F]{4} ){7}[0-9A-F]{4}", "", slip) or secret.isdigit()
    other = words_in(printed / "out" / "la-ferme" / "american" / "log.pdf")
    assert "SECRET" in other[0]


def test_the_umpires_log_prints_both_seals_and_no_other_folder_any(printed: Path) -> None:
    seals = {
        side: hashlib.sha256((printed / "la-ferme" / f"{side}.reveal.json").read_bytes()).hexdigest().upper()
        for side in ("german", "american")
    }
    umpire = printed / "out" / "la-ferme" / "umpire" / "log.pdf"
    said, codes = " ".join(words_in(umpire)), set().union(*codes_in(umpire))
    for digits in seals.values():
        assert " ".join(re.findall("....", digits[:32])) in said
        assert digits in codes
    for side, other in (("german", "american"), ("american", "german"), ("public", "german"), ("public", "american")):
        log = printed / "out" / "la-ferme" / side / "log.pdf"
        assert " ".join(re.findall("....", seals[other][:32])) not in " ".join(words_in(log))


def test_a_change_after_sealing_is_warned_about_and_no_seal_is_printed(copse: Path, tmp_path: Path, run: Run) -> None:
    digits = seal(copse).reveal.seal.upper()
    change(copse, "at: [30, 50]", "at: [30, 51]")
    done = run("build", copse.parent, "-o", tmp_path / "out", "--for", "b", "--only", "log")
    assert done.returncode == 0
    assert "PA326" in done.stderr
    assert re.search(r"changed since they were sealed: marker \d \(its place\)\n", done.stderr)
    checked = run("check", copse.parent, "--for", "b")
    assert checked.returncode == 0
    assert re.search(r"PA326\] .*: marker \d \(its place\)\n", checked.stdout)
    assert "PA326" not in run("check", copse.parent, "--for", "a").stdout
    said = " ".join(words_in(tmp_path / "out" / "copse" / "b" / "log.pdf"))
    assert digits[:4] + " " + digits[4:8] not in said


def test_what_was_done_to_sealed_files_is_told(copse: Path, run: Run) -> None:
    seal(copse)
    sealed = copse.read_text(encoding="utf-8")
    lost = (
        "PA326] the orders were changed since they were sealed: a marker has lost its number, or has one that the side"
    )
    for number in ("", "number: 99, "):
        copse.write_text(re.sub(r"number: \d+, (unit: tank)", rf"{number}\1", sealed), encoding="utf-8")
        told = run("check", copse.parent, "--for", "b").stdout
        assert lost in told
        assert "b.orders.yaml:3:7: " in told  # at the side, since the nonce's own line would show it
        assert strict(copse.with_name("b.reveal.json").read_bytes())["nonce"] not in told
    copse.write_text(sealed, encoding="utf-8")
    assert "PA326" not in run("check", copse.parent, "--for", "b").stdout
    copse.with_name("b.reveal.json").write_bytes(b"mine")
    assert "PA326] b.reveal.json is not as playaid seal wrote it" in run("check", copse.parent, "--for", "b").stdout


def test_a_verified_value_is_frozen() -> None:
    with pytest.raises(AttributeError):
        Verified(side="b", scenario="x").side = "a"  # type: ignore[misc]  # that is the point


@pytest.mark.parametrize(
    ("file", "claim", "said"),
    [
        (
            "b.slip.json",
            "b.reveal.json",
            "the two files are swapped; write playaid verify {0}/b.reveal.json {0}/b.slip",
        ),
        ("b.slip.json", "b.orders.yaml", "the two files are swapped"),
        ("b.slip.json", "b.slip.json", "both files are slips"),
        ("b.orders.yaml", "b.reveal.json", "b.reveal.json is no slip"),
        ("b.reveal.json", "scenario.yaml", "scenario.yaml is no slip"),
        ("b.reveal.json", "c.slip.json", "cannot read {0}/c.slip.json: it does not exist"),
        ("b.reveal.json", "c.yml", "cannot read {0}/c.yml: it does not exist"),
    ],
)
def test_files_in_each_others_place_are_named(
    file: str, claim: str, said: str, sealed: tuple[Path, str], run: Run
) -> None:
    folder = sealed[0].parent
    done = run("verify", folder / file, folder / claim)
    assert done.returncode in (1, 4)
    assert said.format(folder) in done.stderr
    assert "hexadecimal" not in done.stderr


@pytest.mark.parametrize("command", [("seal",), ("verify",)])
@pytest.mark.parametrize("name", ["", "scenario.yaml"])
def test_a_scenario_in_the_place_of_orders_is_answered_with_orders(
    command: tuple[str], name: str, copse: Path, run: Run
) -> None:
    done = run(*command, copse.parent / name, *(["0" * 32] if command == ("verify",) else []))
    assert done.returncode == 1
    assert f"name an orders file, for example {copse.as_posix()}" in done.stderr


def test_what_is_missing_to_verify_is_said(copse: Path, run: Run) -> None:
    never = run("verify", copse, "0" * 32)
    assert (never.returncode, "run playaid seal first" in never.stderr) == (1, True)
    seal(copse)
    for name, said in (("b.slip.json", "a marker's opening"), ("b.orders.yaml", "behind the file comes its seal")):
        done = run("verify", copse.parent / name)
        assert done.returncode == 2
        assert said in done.stderr


def test_changes_are_said_by_marker_and_the_rest_counted() -> None:
    markers: list[dict[str, Any]] = [{"number": n, "at": [n, n], "hash": f"{n}"} for n in range(1, 10)]
    before: dict[str, Any] = {"nonce": "a", "units": [], "markers": markers}
    moved = [{**marker, "at": [0, 0], "hash": "x"} for marker in markers]
    assert changes(before, {**before, "markers": moved}).endswith("marker 6 (its place), 3 more markers")
    assert changes(before, {**before, "nonce": "b", "units": [{"id": "spy"}]}) == "the nonce, the secret units (spy)"
    fewer = markers[1:]
    assert changes(before, {**before, "markers": fewer}) == "marker 1 (is missing)"
    assert changes({**before, "markers": fewer}, before) == "marker 1 (is new)"
    assert changes(before, {**before, "markers": [*fewer, markers[0]]}) == "the order of the markers or units"
    assert changes({"units": 1, "markers": [1], "sheets": [], "x": 1}, before | {"sheets": {"a": None}})


def test_a_seal_in_the_place_of_the_file_is_named(sealed: tuple[Path, str], run: Run) -> None:
    orders, digits = sealed
    done = run("verify", digits[:4], orders)
    assert done.returncode == 1
    assert "name the file first" in done.stderr
