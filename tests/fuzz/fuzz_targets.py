"""The readers that are fuzzed: each takes bytes, and may only refuse them as playaid refuses."""

import contextlib
import json
import os
import tempfile
import warnings
import zipfile
from collections.abc import Callable, Iterator
from functools import cache
from io import BytesIO
from pathlib import Path

from playaid import elements, prose, ruleset
from playaid.checks import check
from playaid.decoding import decode
from playaid.diagnostics import Rejected
from playaid.game import read_game
from playaid.labelsheet import load as load_sheet
from playaid.ledger import unchanged
from playaid.lengths import NotALength, parse_length
from playaid.output import RECORD
from playaid.packs import has_member, scenarios_in
from playaid.papers import parse_paper
from playaid.printers import FILE as PRINTERS
from playaid.printers import kept
from playaid.proof import seal_digits, verify
from playaid.recipe import recipe_of
from playaid.reveal import Unprovable, canonical, opening_in, orders_in, sha256, strict
from playaid.roster import read_roster
from playaid.ruleset import load_ruleset
from playaid.scenario import Orders, Scenario, Unit, load_scenario
from playaid.source import parse
from playaid.telling import PlayaidError
from playaid.theme import picture, read_look

Reader = str

FILE = Path("fuzz.yaml")
REFUSED = (Rejected, PlayaidError)
HERE = Path(__file__).parent

BETWEEN = b"\n# ---- orders\n"
"""What parts scenario and orders in one input."""

NASTY = [
    "", "~", "null", "true", "[]", "{}", "[[[[]]]]", "{a: {b: {c: 1}}}", "0", "-0", "-1", "00", "1e9", "0x10", "1_0",
    ".5", "5.", ".inf", "999999999999999", "9" * 40, "0.000001", "12,5", "12 in", '"12"', "1/2", "²", "١", "NO",
    "6:00", "a: b", "'", '"', "&a x", "*a", "!t x", "<<", "#", "@x", "%x", "|", ">", "x" * 600, '"\\0"', '"\\e[31m"',
    '"\\u202e"', '"\\ud800"', "🪖", "農", "é", "def", "att", "public", "umpire", "hq", "wood", "[0, 0]", "[60, 60]",
    "[1e9, 0]", "[0]", "[0, 0, 0]", "{polygon: []}", "{polygon: [[0, 0], [0, 0], [0, 0]]}",
    "{line: [[0, 0], [60, 60]]}", "{circle: {at: [1, 1], radius: 1}}",
    "{rectangle: {at: [0, 0], size: [0.0001, 0.0001], turn: 45.5}}", "../../x.yaml", "/dev/zero",
    "flames-of-war-night", "{number}", "{0!r:>9}", "{{ 1 // 0 }}", "{% for a in t %}", "[a, b]", '{"a":1}', "..", ".",
]  # fmt: skip
"""Values that readers of such files have stumbled over."""


@contextlib.contextmanager
def written(name: str, data: bytes) -> Iterator[Path]:
    """Give a file of its own with these bytes, for a while."""
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(data)
        yield file


def read_source(data: bytes) -> None:
    """The strict YAML reader."""
    try:
        parse(data, FILE, secret=True)
    except Rejected as rejected:
        rejected.report.as_text()


def read_scenario(data: bytes) -> None:
    """A scenario's model."""
    try:
        decode(Scenario, parse(data, FILE), unit="cm")
    except Rejected as rejected:
        rejected.report.as_json()


def read_orders(data: bytes) -> None:
    """The model of orders."""
    try:
        decode(Orders, parse(data, FILE, secret=True), unit="in")
    except Rejected as rejected:
        rejected.report.discreet().as_github()


def read_a_game(data: bytes) -> None:
    """A scenario with a side's orders, checked by the rules."""
    scenario, _, orders = data.partition(BETWEEN)
    with written("scenario.yaml", scenario) as file:
        (file.parent / "def.orders.yaml").write_bytes(orders)
        try:
            game = read_game(file, None)
            check(game.scenario, game.orders, game.rules).as_text()
        except Rejected as rejected:
            rejected.report.discreet().as_json()
        except PlayaidError:
            pass


def read_ruleset(data: bytes) -> None:
    """A club's own ruleset."""
    with written("club.yaml", data) as file, contextlib.suppress(*REFUSED):
        load_ruleset("club.yaml", file.parent)


def read_recipe(data: bytes) -> None:
    """A recipe for scenarios."""
    with contextlib.suppress(Rejected):
        recipe_of(parse(data, FILE))


def read_sheet_of_units(data: bytes) -> None:
    """A unit list from a spreadsheet, in two languages' code pages."""
    with written("units.csv", data) as file:
        for language, unit in (("en", "cm"), ("ru", "in")):
            with contextlib.suppress(*REFUSED):
                read_roster(file, language, Unit, unit)


PART = b"==== "
"""What begins each member of a zip in an input: its name, and from the next line on what it holds."""


def zipped(data: bytes) -> bytes:
    """Give the zip of the members in an input: a change of the zip itself would break its checksums, and no more."""
    stream = BytesIO()
    with warnings.catch_warnings(action="ignore"), zipfile.ZipFile(stream, "w", zipfile.ZIP_DEFLATED) as archive:
        for part in data.split(PART)[1:]:
            name, _, content = part.partition(b"\n")
            archive.writestr(zipfile.ZipInfo(name[:300].decode("utf-8", "replace")), content)
    return stream.getvalue()


def read_pack(data: bytes) -> None:
    """A zip of scenarios."""
    for content in (data, zipped(data)):
        with written("pack.zip", content) as file, contextlib.suppress(*REFUSED):
            has_member(file, file / "scenario.yaml")
            for scenario in scenarios_in(file):
                load_scenario(scenario)


def read_workbook(data: bytes) -> None:
    """A unit list in a workbook."""
    for content in (data, zipped(data)):
        with written("units.xlsx", content) as file, contextlib.suppress(*REFUSED):
            read_roster(file, "en", Unit, "cm")


def read_record(data: bytes) -> None:
    """The record of an earlier build: one that cannot be used is as good as none."""
    try:
        key = str(json.loads(data)["key"])
    except (ValueError, LookupError, TypeError, RecursionError):
        key = "key"
    with written(RECORD, data) as file:
        unchanged(key, file.parent / "scenario.yaml", file.parent)


def read_printers(data: bytes) -> None:
    """The printers that are kept by name."""
    with written(f"playaid/{PRINTERS}", data) as file, contextlib.suppress(*REFUSED):
        before = os.environ.get("XDG_CONFIG_HOME")
        os.environ["XDG_CONFIG_HOME"] = str(file.parent.parent)
        try:
            [one.show() for one in kept().values()]
        finally:
            os.environ.pop("XDG_CONFIG_HOME")
            if before is not None:
                os.environ["XDG_CONFIG_HOME"] = before


def read_theme(data: bytes) -> None:
    """A club's theme."""
    with written("theme.yaml", data) as file, contextlib.suppress(*REFUSED):
        read_look(file).spared().ground("wood", 3)


def read_logo(data: bytes) -> None:
    """A club's logo: what is no picture is a `ValueError` that the theme tells with its place."""
    with contextlib.suppress(ValueError):
        picture(data)


def read_labels(data: bytes) -> None:
    """A sheet of labels of one's own."""
    with written("labels.yaml", data) as file, contextlib.suppress(*REFUSED):
        load_sheet(file)


@cache
def our_words() -> dict[str, str]:
    """The house's own phrases."""
    return dict(prose.voice("en").words)


def read_words(data: bytes) -> None:
    """A club's catalogue: what it accepts can be said with the values that we fill in."""
    known = our_words()
    with written("words/en.yaml", data) as file, contextlib.suppress(*REFUSED):
        for key, text in prose._own_words(file, known).items():
            spoken = prose.Voice(language="en", words={**known, key: text})
            spoken.say(key, **dict.fromkeys(prose._places(known[key]), "a value"))


def read_template(data: bytes) -> None:
    """A club's template of a document."""
    with written("log.xml", data) as file, contextlib.suppress(*REFUSED):
        spoken = prose.Voice(language="en", words=our_words(), folders=(file.parent,))
        try:
            elements.compose("log.xml", spoken, {"side": {"name": "Blue"}, "turns": [1, 2], "title": "A & B"})
        finally:
            elements._environment.cache_clear()


def canonised(data: bytes) -> bytes:
    """Give JSON as playaid writes it, so that a change of one value is met by what comes after the reading."""
    try:
        return canonical(json.loads(data))
    except (ValueError, RecursionError):
        return data


def read_reveal(data: bytes) -> None:
    """A reveal or slip, and the orders that a reveal tells."""
    with contextlib.suppress(Unprovable):
        strict(data)
    with contextlib.suppress(Unprovable, Rejected):
        decode(Orders, parse(orders_in(strict(canonised(data))), FILE, secret=True), unit="cm")


def read_proof(data: bytes) -> None:
    """Reveal, slip and orders that are verified against a seal, an opening or one another, beside a scenario."""
    made = canonised(data)
    claims = {"reveal.json": sha256(made), "slip.json": f"7 unit hq command_group 100000 {'0' * 32}"}
    for ending, claim in (*claims.items(), ("orders.yaml", "0" * 32)):
        with written(f"def.{ending}", data if ending == "orders.yaml" else made) as file:
            (file.parent / "scenario.yaml").write_bytes(the_scenario())
            with contextlib.suppress(Unprovable, *REFUSED):
                verify(file, claim)


@cache
def the_scenario() -> bytes:
    """The scenario of the corpus, for which its reveal was sealed."""
    return (HERE / "corpus" / "scenario.yaml").read_bytes()


def read_opening(data: bytes) -> None:
    """An opening and a seal as they are typed or scanned, against a slip of whatever content."""
    text = data.decode("utf-8", "replace")
    with contextlib.suppress(Unprovable):
        opening_in(text, {}).hash  # noqa: B018  # it is made when asked for
    with contextlib.suppress(Unprovable):
        seal_digits(text)


def read_length(data: bytes) -> None:
    """A length or a paper on the command line."""
    text = data.decode("utf-8", "replace")
    with contextlib.suppress(NotALength):
        parse_length(text, "cm")
    with contextlib.suppress(ValueError):
        parse_paper(text)


READERS: dict[Reader, Callable[[bytes], None]] = {
    "source": read_source,
    "scenario": read_scenario,
    "orders": read_orders,
    "game": read_a_game,
    "ruleset": read_ruleset,
    "recipe": read_recipe,
    "units": read_sheet_of_units,
    "pack": read_pack,
    "workbook": read_workbook,
    "record": read_record,
    "printers": read_printers,
    "theme": read_theme,
    "logo": read_logo,
    "labels": read_labels,
    "words": read_words,
    "template": read_template,
    "reveal": read_reveal,
    "proof": read_proof,
    "opening": read_opening,
    "length": read_length,
}


def warm() -> None:
    """Read what every reader needs once, so that it is no part of the first input."""
    our_words()
    the_scenario()
    ruleset.built_in("incertitude")
