"""Reading what people write: problems whose line cannot carry a comment, and the words of the important messages.

All other codes are shown in tests/rules, which `test_rules` reads. Here stand files that are no text, no UTF-8, empty
or too large; YAML's surprises, as people met them, in one place; the help that a message gives; and that what it says
discreetly holds nothing out of an orders file.
"""

import re
from decimal import Decimal
from itertools import product
from pathlib import Path

import pytest

from playaid.diagnostics import Diagnostic, Rejected, Report
from playaid.game import Game, read_game
from playaid.source import BYTES, CHARACTERS, DEPTH, parse

SCENARIO = """\
playaid: 1
title: The farm
rules: {concealment: incertitude}
table: {width: 60, depth: 60}
terrain_types: {wood: {cover: dense, sight: blocked}}
terrain: [{id: copse, type: wood, shape: {rectangle: {at: [20, 40], size: [20, 15]}}}]
sides:
  def:
    name: Defenders
    role: defender
    emblem: D
    zone: {rectangle: {at: [0, 30], size: [60, 30]}}
    decoys: 1
    units: [{id: hq, name: Headquarters, type: command_group, move: 10}]
  att:
    name: Attackers
    role: attacker
    emblem: A
    zone: {rectangle: {at: [0, 0], size: [60, 10]}}
    units: [{id: sq, name: First squad, type: combat_group, move: 10}]
"""

ORDERS = """\
playaid: 1
side: def
markers:
  - {number: 1, unit: hq, at: [30, 48]}
"""


def check_folder(folder: Path) -> Report:
    """Give what the umpire's check of a scenario's folder finds."""
    try:
        return read_game(folder, None).check()
    except Rejected as rejected:
        return rejected.report


def diagnostics_of(report: Report) -> list[tuple[str, int, str, str]]:
    """Give the file name, line, severity and code of each diagnostic."""
    return [(d.place.file.name, d.place.line, d.severity.value, d.code.number) for d in report.diagnostics]


def write(folder: Path, scenario: str | bytes = SCENARIO, **orders: str | bytes) -> Path:
    """Write a scenario and the orders of some sides; give the folder."""
    for name, content in {"scenario": scenario, **{f"{side}.orders": text for side, text in orders.items()}}.items():
        (folder / f"{name}.yaml").write_bytes(content if isinstance(content, bytes) else content.encode())
    return folder


def changed(old: str, new: str, text: str = SCENARIO) -> str:
    """Give a file with one place of it changed."""
    assert text.count(old) == 1
    return text.replace(old, new)


def the_only(report: Report, code: str) -> Diagnostic:
    """Give the diagnostic of a code, after checking that there is no other."""
    assert [d.code.number for d in report.diagnostics] == [code], report.as_text()
    return report.diagnostics[0]


def refused(data: bytes) -> Diagnostic:
    """Give the one reason why a file is refused."""
    with pytest.raises(Rejected) as caught:
        parse(data, Path("scenario.yaml"))
    (reason,) = caught.value.report.diagnostics
    return reason


# ---- codes whose line cannot carry a comment


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("table:\n\twidth: 60\n\tdepth: 60\n", 2),
        ("sides:\n  def:\n  \tname: Defenders\n", 3),
        ("\ttitle: The farm\n", 1),
        ("units:\n  - a\n\t- b\n", 3),
    ],
)
def test_a_tab_is_an_error_with_its_line(text: str, line: int) -> None:
    reason = refused(text.encode())
    assert (reason.code.number, reason.place.line) == ("PA102", line)
    assert "spaces" in reason.help


def test_a_tab_inside_a_line_is_harmless(tmp_path: Path) -> None:
    assert check_folder(write(tmp_path, changed("title: ", "title:\t"))).diagnostics == ()


@pytest.mark.parametrize(("encoding", "name"), [("cp1251", "Рота"), ("cp1252", "Équipe"), ("cp866", "Рота")])
def test_a_file_in_another_encoding_is_refused_at_its_first_odd_byte(tmp_path: Path, encoding: str, name: str) -> None:
    report = check_folder(write(tmp_path, changed("Defenders", name).encode(encoding)))
    reason = the_only(report, "PA103")
    assert (reason.place.line, reason.place.column) == (9, 11)
    assert "UTF-8" in reason.help


@pytest.mark.parametrize(
    "data",
    [
        pytest.param(b"#" * (BYTES + 1), id="one-byte-too-large"),
        pytest.param(b"[" * (DEPTH + 1) + b"]" * (DEPTH + 1), id="one-level-too-deep"),
        pytest.param(b"title: " + b"x" * (CHARACTERS + 1), id="one-character-too-long"),
    ],
)
def test_a_file_beyond_a_limit_is_refused(data: bytes) -> None:
    assert refused(data).code.number == "PA106"


@pytest.mark.parametrize(
    "data",
    [
        pytest.param(b"a: b\n" + b"#" * (BYTES - 5), id="size"),
        pytest.param(b"[" * DEPTH + b"]" * DEPTH, id="levels"),
        pytest.param(b"title: " + b"x" * CHARACTERS, id="characters"),
    ],
)
def test_a_file_at_a_limit_is_read(data: bytes) -> None:
    assert parse(data, Path("scenario.yaml")).warnings == ()


def test_a_file_has_so_many_values_and_no_more(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("playaid.source.NODES", 100)
    assert parse(b"[" + b"1," * 99 + b"]", Path("scenario.yaml")).warnings == ()
    assert refused(b"[" + b"1," * 100 + b"]").code.number == "PA106"


@pytest.mark.parametrize("data", [b"", b"\n\n", b"# a comment\n", b"---\n", b"\xef\xbb\xbf", b"--- # a comment\n...\n"])
def test_an_empty_file_is_refused(data: bytes) -> None:
    assert refused(data).code.number == "PA108"


@pytest.mark.parametrize(
    ("data", "kind"),
    [
        (b"%PDF-1.7\n", "PDF"),
        (b"\x89PNG\r\n\x1a\n", "picture"),
        (b"\xff\xd8\xff\xe0", "picture"),
        (b"PK\x03\x04", "office file"),
        (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", "office file"),
        ("title: The farm".encode("utf-16"), "UTF-16"),
    ],
)
def test_a_file_that_is_no_text_is_named_for_what_it_is(data: bytes, kind: str) -> None:
    reason = refused(data)
    assert reason.code.number == "PA109"
    assert kind in reason.message


def test_a_name_of_five_hundred_characters_is_read_and_a_longer_one_refused(tmp_path: Path) -> None:
    assert check_folder(write(tmp_path, f"{SCENARIO}revision: {'x' * 500}\n")).diagnostics == ()
    assert the_only(check_folder(write(tmp_path, f"{SCENARIO}revision: {'x' * 501}\n")), "PA119").place.line == 21


def test_the_name_of_a_unit_has_at_most_five_hundred_characters(tmp_path: Path) -> None:
    the_only(check_folder(write(tmp_path, changed("Headquarters", "x" * 501))), "PA119")


@pytest.mark.parametrize(
    "character", ["\x00", "\x07", "\x0b", "\x7f", "\x85", "\u2028", "\u2029", "\ufeff", "\u200b", "\u00ad"]
)
def test_a_character_that_no_editor_shows_is_refused_where_it_stands(tmp_path: Path, character: str) -> None:
    report = check_folder(write(tmp_path, changed("title: The farm", f"title: The{character} farm")))
    reason = the_only(report, "PA107")
    assert reason.place.line == 2
    assert f"U+{ord(character):04X}" in reason.message


# ---- YAML's surprises


def test_words_that_yaml_takes_for_something_else_stay_what_was_written(tmp_path: Path) -> None:
    text = changed("title: The farm", "title: NO\nrevision: 1.10\nnotes: {en: 1944-06-06, fr: on, ru: ~}")
    text = changed("name: Defenders", "name: 21:30", changed("name: Attackers", "name: 010", text))
    game = read_game(write(tmp_path, text), None)
    scenario = game.scenario.value
    assert game.check().diagnostics == ()
    assert (scenario.title.show("en"), scenario.revision) == ("NO", "1.10")
    assert [side.name.show("en") for side in scenario.sides.values()] == ["21:30", "010"]
    assert scenario.notes is not None
    assert [scenario.notes.show(language) for language in ("en", "fr", "ru")] == ["1944-06-06", "on", "~"]


@pytest.mark.parametrize(
    ("written", "help"),
    [
        ("08", "write 8"),
        ("010", "write 10"),
        ("00", "write 0"),
        ("12,5", "write 12.5"),
        ("1_200", "write 1200"),
        ('"8"', "write 8 without quotes"),
        ("21:30", "a time is no number; write a number, or put a text in its own field"),
        ("eight", "write digits, for example 12"),
    ],
)
def test_what_is_no_number_says_what_to_write(tmp_path: Path, written: str, help: str) -> None:
    reason = the_only(check_folder(write(tmp_path, f"{SCENARIO}turns: {written}\n")), "PA113")
    assert (reason.help, reason.place.line, reason.place.column) == (help, 21, 8)


def test_the_number_of_a_marker_is_never_read_as_octal(tmp_path: Path) -> None:
    orders = changed("number: 1,", "number: 010,", ORDERS) + "  - {number: 08, decoy: team, move: 10, at: [25, 48]}\n"
    report = check_folder(write(tmp_path, **{"def": orders}))
    assert [(d.code.number, d.place.line, d.help) for d in report.diagnostics] == [
        ("PA113", 4, "write 10"),
        ("PA113", 5, "write 8"),
    ]


@pytest.mark.parametrize("written", ["12,5", "'12,5'", "12,5 cm"])
def test_a_decimal_comma_says_how_to_write_the_length(tmp_path: Path, written: str) -> None:
    text = changed("table: {width: 60, depth: 60}", f"table:\n  width: 60\n  depth: {written}")
    report = check_folder(write(tmp_path, text))
    (reason,) = (d for d in report.diagnostics if d.code.number == "PA114")
    assert (reason.place.line, reason.place.column) == (6, 10)
    assert "12.5" in reason.help


def test_a_decimal_comma_in_a_place_says_how_to_write_it(tmp_path: Path) -> None:
    reason = the_only(check_folder(write(tmp_path, **{"def": changed("[30, 48]", "[30,5, 48]", ORDERS)})), "PA112")
    assert "12.5" in reason.help


def test_a_decimal_comma_between_braces_says_how_to_write_it(tmp_path: Path) -> None:
    report = check_folder(write(tmp_path, changed("depth: 60", "depth: 62,5")))
    assert any(d.place.line == 4 and "62.5" in d.help for d in report.diagnostics)


def test_a_repeated_key_names_both_lines(tmp_path: Path) -> None:
    reason = the_only(check_folder(write(tmp_path, f"{SCENARIO}title: The mill\n")), "PA104")
    assert reason.place.line == 21
    assert "line 2" in reason.message
    assert "title" in reason.message


def test_a_byte_order_mark_and_windows_line_ends_change_nothing(tmp_path: Path) -> None:
    def read(folder: str, scenario: bytes, orders: bytes) -> Game:
        (tmp_path / folder).mkdir()
        return read_game(write(tmp_path / folder, scenario, **{"def": orders}), None)

    spoilt = changed("[30, 48]", "[10, 48]", ORDERS)
    unix = read("unix", SCENARIO.encode(), spoilt.encode())
    windows = read("windows", *(b"\xef\xbb\xbf" + t.replace("\n", "\r\n").encode() for t in (SCENARIO, spoilt)))
    assert windows.scenario.value == unix.scenario.value
    assert windows.orders["def"].value == unix.orders["def"].value
    assert diagnostics_of(windows.check()) == diagnostics_of(unix.check()) == [("def.orders.yaml", 4, "error", "PA302")]
    assert [d.place.excerpt for d in windows.check().diagnostics] == [d.place.excerpt for d in unix.check().diagnostics]


# ---- did you mean


@pytest.mark.parametrize(
    ("old", "new", "code", "meant"),
    [
        ("emblem: D", "emblem: D\n    colur: '#334455'", "PA110", "colour"),
        ("    decoys: 1", "    decoy: 1", "PA110", "decoys"),
        ("type: wood", "type: wod", "PA203", "wood"),
        ("cover: dense", "cover: dens", "PA208", "dense"),
        ("role: defender", "role: defendr", "PA115", "defender"),
        ("command_group", "command-group", "PA115", "command_group"),
        ("incertitude", "incertitud", "PA210", "incertitude"),
        ("incertitude}", "incertitude, rulings: {D6: eether}}", "PA211", "either"),
        ("id: sq,", "id: sq, part_of: s,", "PA215", ""),
    ],
)
def test_a_slip_of_spelling_is_asked_back(tmp_path: Path, old: str, new: str, code: str, meant: str) -> None:
    reason = the_only(check_folder(write(tmp_path, changed(old, new))), code)
    if meant:
        assert f"did you mean {meant}?" in reason.help
    else:
        assert "did you mean" not in reason.help


def test_a_missing_and_a_misspelt_key_are_told_together(tmp_path: Path) -> None:
    report = check_folder(write(tmp_path, changed("title:", "tittle:")))
    assert [d.code.number for d in report.diagnostics] == ["PA111", "PA110"]
    assert "did you mean title?" in report.diagnostics[1].help


def test_a_misspelt_unit_in_orders_is_asked_back(tmp_path: Path) -> None:
    report = check_folder(write(tmp_path, **{"def": changed("unit: hq", "unit: hqq", ORDERS)}))
    reason = next(d for d in report.diagnostics if d.code.number == "PA306")
    assert "did you mean hq?" in reason.help


def test_a_text_with_a_colon_is_told_to_stand_in_quotes(tmp_path: Path) -> None:
    reason = the_only(check_folder(write(tmp_path, changed("The farm", "Rifle: second troop"))), "PA101")
    assert "double quotes" in reason.help


# ---- where a marker may stand


@pytest.mark.parametrize(
    ("place", "code", "clause", "ruling"),
    [("[30, 20]", "PA301", "8.A", "D7"), ("[10, 48]", "PA302", "8.A", "D1")],
)
def test_the_place_that_the_help_names_is_legal(
    tmp_path: Path, place: str, code: str, clause: str, ruling: str
) -> None:
    report = check_folder(write(tmp_path, **{"def": changed("[30, 48]", place, ORDERS)}))
    reason = next(d for d in report.diagnostics if d.code.number == code)
    assert (reason.clause, reason.ruling) == (clause, ruling)
    assert place in reason.message
    better = re.search(r"at: (\[[0-9., ]+\])", reason.help)
    assert better is not None
    report = check_folder(write(tmp_path, **{"def": changed("[30, 48]", better[1], ORDERS)}))
    assert report.ok, report.as_text()


def test_a_marker_in_view_is_told_from_where_and_from_how_much_it_is_seen(tmp_path: Path) -> None:
    report = check_folder(write(tmp_path, **{"def": changed("[30, 48]", "[10, 48]", ORDERS)}))
    message = the_only(report, "PA302").message
    assert re.search(r"seen from about \d+ % of the enemy's zone, for example from \[[0-9.]+, [0-9.]+\]", message)


@pytest.mark.parametrize(
    ("west", "south", "named"),
    [
        ("20", "5", "[20, 5]"),
        ("20.03", "5", "[20.1, 5]"),
        ("20", "5.03", "[20, 5.1]"),
        ("20.03", "5.03", "[20.1, 5.1]"),
        ("20.02", "5.02", None),
    ],
)
def test_the_place_that_sees_a_marker_is_on_whole_millimetres_where_the_zone_has_one(
    tmp_path: Path, west: str, south: str, named: str | None
) -> None:
    """The enemy's zone is 0.7 mm wide and deep, so it holds one place on whole millimetres or none."""
    zone = f"zone: {{rectangle: {{at: [{west}, {south}], size: [0.07, 0.07]}}}}"
    scenario = changed("zone: {rectangle: {at: [0, 0], size: [60, 10]}}", zone)
    report = check_folder(write(tmp_path, scenario, **{"def": changed("[30, 48]", "[10, 48]", ORDERS)}))
    told = re.search(r"for example from \[([0-9.]+), ([0-9.]+)\]", the_only(report, "PA302").message)
    assert told is not None
    assert named is None or named == f"[{told[1]}, {told[2]}]"
    for found, least in zip(told.groups(), (west, south), strict=True):
        assert Decimal(least) <= Decimal(found) <= Decimal(least) + Decimal("0.07")


@pytest.mark.parametrize(("deep", "share"), [("15.5", "about 3 %"), ("7.5", "about 1 %"), ("2.5", "less than 1 %")])
def test_a_small_share_of_the_zone_is_told_in_whole_per_cent(tmp_path: Path, deep: str, share: str) -> None:
    """A hedge hides the enemy's 500 square cm; of his strip 1 cm wide and so deep, beyond its end, all is seen."""
    strip = f"{{rectangle: {{at: [56, 21], size: [1, {deep}]}}}}"
    scenario = (
        SCENARIO.replace("type: wood, shape: {rectangle: {at: [20, 40], size: [20, 15]}}", "type: wood, shape: HEDGE")
        .replace("HEDGE", "{line: [[0, 20], [50, 20]]}")
        .replace("zone: {rectangle: {at: [0, 30]", "zone: {rectangle: {at: [0, 21]")
        .replace(
            "zone: {rectangle: {at: [0, 0], size: [60, 10]}}",
            f"zone: [{{rectangle: {{at: [0, 0], size: [50, 10]}}}}, {strip}]",
        )
    )
    report = check_folder(write(tmp_path, scenario, **{"def": changed("[30, 48]", "[5, 25]", ORDERS)}))
    assert f"seen from {share} of the enemy's zone" in the_only(report, "PA302").message


@pytest.mark.parametrize(
    ("east", "north"),
    [*product((-7, 0, 7), repeat=2), *product((-8, 8), repeat=2), (-11, 0), (11, 0), (0, -11), (0, 11)],
)
def test_opposing_markers_within_ten_centimetres_spot_each_other_in_every_direction(
    tmp_path: Path, east: int, north: int
) -> None:
    """8.E and ruling D15; the places are whole centimetres, so squares decide."""
    scenario = SCENARIO.replace("role: defender", "role: attacker")
    for zone in ("{at: [0, 30], size: [60, 30]}", "{at: [0, 0], size: [60, 10]}"):
        scenario = scenario.replace(zone, "{at: [0, 0], size: [60, 60]}")
    own = changed("[30, 48]", "[25, 25]", ORDERS)
    other = f"playaid: 1\nside: att\nmarkers:\n  - {{number: 1, unit: sq, at: [{25 + east}, {25 + north}]}}\n"
    report = check_folder(write(tmp_path, scenario, **{"def": own, "att": other}))
    close = [d.severity.value for d in report.diagnostics if d.code.number == "PA316"]
    assert close == (["warning"] if east**2 + north**2 <= 10**2 else [])


def test_a_shape_off_the_table_is_told_how_far_it_reaches(tmp_path: Path) -> None:
    reason = the_only(check_folder(write(tmp_path, changed("size: [20, 15]", "size: [41.5, 15]"))), "PA207")
    assert "61.5 cm" in reason.message
    assert "60 cm by 60 cm" in reason.message


# ---- secrets

SECRETS = ("sniper", "hg-77", "church", "support_weapon", "vehicle", "33.3", "77.7", "7.7", "977", "zz9")

LEAKY = {
    "a unit in the open": ("{number: 1, unit: sniper, at: [7.7, 48]}", "PA302"),
    "a unit outside its zone": ("{number: 1, unit: sniper, at: [33.3, 7.7]}", "PA301"),
    "a marker off the table": ("{number: 1, unit: sniper, at: [33.3, 77.7]}", "PA318"),
    "an unknown unit": ("{number: 1, unit: hg-77, at: [33.3, 48]}", "PA306"),
    "a number that is not printed": ("{number: 977, unit: sniper, at: [33.3, 48]}", "PA308"),
    "a decoy too many": ("{number: 1, decoy: vehicle, move: 7.7, at: [33.3, 48]}", "PA303"),
    "a decoy without a speed": ("{number: 1, decoy: support_weapon, at: [33.3, 48]}", "PA320"),
    "an unknown pretence": ("{number: 1, decoy: sniper, move: 7.7, at: [33.3, 48]}", "PA115"),
    "no number": ("{number: zz9, unit: sniper, at: [33.3, 48], note: the church}", "PA113"),
    "no length": ("{number: 1, unit: sniper, at: [zz9, 48], note: the church}", "PA114"),
    "no id": ("{number: 1, unit: The Sniper, at: [33.3, 48]}", "PA116"),
    "no YAML": ("{number: 1, unit: sniper, note: the church: tower}", "PA101"),
    "a repeated key": ("{number: 1, unit: sniper, at: [33.3, 48], note: church, note: sniper}", "PA104"),
    "a tag": ("{number: 1, unit: !sniper zz9, at: [33.3, 48]}", "PA105"),
    "an invisible character": ('{number: 1, unit: sniper, at: [33.3, 48], note: "the\\u200b church"}', "PA107"),
    "an unknown key": ("{number: 1, unit: sniper, at: [33.3, 48], hideout: the church}", "PA110"),
    "an unknown key that tells": ("{number: 1, unit: sniper, at: [33.3, 48], sniper: the church}", "PA110"),
}

MORE = """\
  - {number: 2, decoy: support_weapon, move: 7.7, at: [33.3, 48]}
  - {number: 2, unit: hq, at: [33.3, 48], note: in the church}
units: [{id: sniper, name: zz9, type: vehicle, move: 7.7}]
reserve: [hg-77]
"""


@pytest.mark.parametrize(
    "problem",
    list(LEAKY),
)
def test_the_discreet_form_names_no_value_of_the_orders(tmp_path: Path, problem: str) -> None:
    marker, code = LEAKY[problem]
    report = check_folder(write(tmp_path, **{"def": f"playaid: 1\nside: def\nmarkers:\n  - {marker}\n{MORE}"}))
    assert code in {d.code.number for d in report.diagnostics}
    discreet = report.discreet()
    for form in (discreet.as_text(), discreet.as_json(), discreet.as_github()):
        shown = form.replace(str(tmp_path), "").casefold()
        assert not [secret for secret in SECRETS if re.search(rf"(?<!\w){re.escape(secret)}(?!\w)", shown)]


def test_the_discreet_form_keeps_place_clause_and_general_help(tmp_path: Path) -> None:
    reason = the_only(check_folder(write(tmp_path, **{"def": changed("[30, 48]", "[10, 48]", ORDERS)})), "PA302")
    discreet = reason.discreet()
    assert (discreet.message, discreet.help) == (reason.code.title, reason.code.advice)
    assert (discreet.place.line, discreet.place.column, discreet.place.excerpt) == (4, 31, "")
    assert (discreet.clause, discreet.ruling, discreet.severity) == ("8.A", "D1", reason.severity)


def test_problems_of_the_scenario_are_said_in_full_to_everybody(tmp_path: Path) -> None:
    reason = the_only(check_folder(write(tmp_path, changed("type: wood", "type: wod"))), "PA203")
    assert reason.discreet() == reason


def test_a_player_who_checks_his_orders_opens_no_others(tmp_path: Path) -> None:
    folder = write(tmp_path, **{"def": ORDERS, "att": "this is: no: orders file"})
    assert read_game(folder, {"def"}).check().diagnostics == ()
    assert read_game(folder, set()).check().diagnostics == ()
    assert [d.place.file.name for d in check_folder(folder).diagnostics] == ["att.orders.yaml"]
