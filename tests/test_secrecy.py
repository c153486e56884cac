"""Nobody's secret reaches anybody else: not by paper, file, name, time or message.

The property (`handed`): everything that the command hands to side a and to the public, names, bytes, modes, times of
change, what is said and the exit code, is the same for any orders of side b. Times: the files bear the time of the
newest file that their reader may read, so they are compared too. The planted leaks are the tests of that test: each is
a mistake somebody could make, and the same property must find it.
"""

import ast
import contextlib
import io
import os
import re
import shutil
import stat
import subprocess
import sys
import zipfile
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, fields, is_dataclass
from functools import cache
from pathlib import Path
from typing import Any, get_type_hints

import pikepdf
import pypdfium2
import pytest
from auditing import audit
from conftest import EXAMPLES, ROOT
from hypothesis import HealthCheck, Phase, given, seed, settings
from hypothesis import strategies as st
from leaks import LEAKS
from PIL.Image import Image

from playaid import audiences, knowledge, views
from playaid import build as building
from playaid import cli as command
from playaid.decoding import decode
from playaid.fields import Localised
from playaid.game import read_game
from playaid.imposition import SheetOptions
from playaid.papers import PAPERS
from playaid.scenario import Marker, Orders, Scenario, Side, Sourced, Unit
from playaid.seal import seal
from playaid.shapes import Point
from playaid.source import Source, read

SCENARIO = """\
playaid: 1
title: The copse
rules: {concealment: incertitude}
table: {width: 60, depth: 60}
grid: 30
terrain_types: {wood: {cover: dense, sight: blocked}}
terrain:
  - {id: copse, type: wood, shape: {rectangle: {at: [0, 20], size: [60, 40]}}}
briefing: {situation: Dawn, mission: {a: Take it, b: Hold it}}
sides:
  a:
    name: Able
    role: attacker
    emblem: A
    zone: {rectangle: {at: [0, 0], size: [60, 10]}}
    units:
      - {id: sq, name: First squad, type: combat_group, move: 10}
      - {id: mg, name: Machine gun, type: support_weapon, move: 8}
  b:
    name: Baker
    role: defender
    emblem: B
    zone: {rectangle: {at: [0, 30], size: [60, 30]}}
    decoys: 3
    units:
      - {id: hq, name: Headquarters, type: command_group, move: 10}
      - {id: gun, name: Gun, type: gun, move: 5}
      - {id: sq, name: Squad, type: combat_group, move: 10}
"""

ORDERS_A = """\
playaid: 1
side: a
markers:
  - {number: 2, unit: sq, at: [30.2, 5]}
  - {number: 1, unit: mg, at: [12.3, 5.5]}
"""


def text_of(letters: str, least: int) -> st.SearchStrategy[str]:
    """Give texts of every length up to 80, long ones as often as short ones."""
    return st.integers(least, 80).flatmap(lambda size: st.text(letters, min_size=size, max_size=size))


NAMES = text_of("abcdefgh ijkXYZ-РотаёЖЩ№", 1).filter(lambda name: name.strip(" -") != "")
NOTES = text_of("abc Жё-", 0)
TYPES = ("command_group", "combat_group", "team", "support_weapon", "gun", "vehicle")


@st.composite
def orders_of_b(draw: st.DrawFn) -> str:
    """Legal orders of side b: any of its units, decoys and secret units, anywhere in its wood, in any order."""
    secret = draw(st.lists(NAMES, max_size=2))
    ids = ["hq", "gun", "sq", *(f"u{number}" for number in range(len(secret)))]
    placed = draw(st.lists(st.sampled_from(ids), unique=True, max_size=len(ids)))
    decoys = draw(st.lists(st.sampled_from(TYPES), max_size=3))
    spots = [(x, y) for x in range(5, 60, 10) for y in range(35, 60, 10)]
    places = draw(st.permutations(spots))
    numbers = draw(st.permutations(range(1, len(ids) + 4)))
    numbered = draw(st.booleans())
    lines = []
    for count, what in enumerate([f"unit: {id}" for id in placed] + [f"decoy: {kind}, move: 10" for kind in decoys]):
        note = draw(NOTES)
        keys = [what, f"at: [{places[count][0]}.5, {places[count][1]}]"]
        keys += [f"number: {numbers[count]}"] if numbered else []
        keys += [f'note: "{note}"'] if note else []
        lines.append(f"  - {{{', '.join(draw(st.permutations(keys)))}}}")
    units = [f"  - {{id: u{n}, name: '{name}', type: team, move: {n + 7}}}" for n, name in enumerate(secret)]
    reserve = [id for id in ids if id not in placed]
    parts = [
        "playaid: 1",
        "side: b",
        "\n".join(["units:", *units]),
        "\n".join(["markers:", *draw(st.permutations(lines))]),
        f"reserve: [{', '.join(draw(st.permutations(reserve)))}]",
    ]
    return "\n".join(draw(st.permutations(parts))) + draw(st.sampled_from(["\n", "\n# a comment\n", ""]))


@dataclass(frozen=True)
class Handed:
    """What a run hands out: its code and words, and every file and folder with its mode, time and bytes."""

    code: object
    said: str
    complained: str
    entries: Mapping[str, tuple[int, int, bytes]]


class Table:
    """A scenario in a folder of its own, whose orders of side b change; and the program, run in this process."""

    def __init__(self, folder: Path) -> None:
        self.scenario, self.out = folder / "copse", folder / "out"
        self.scenario.mkdir()
        self.write("scenario.yaml", SCENARIO)
        self.write("a.orders.yaml", ORDERS_A)
        self.before: dict[tuple[str, ...], Handed] = {}

    def write(self, name: str, content: str | bytes) -> None:
        data = content if isinstance(content, bytes) else content.encode()
        (self.scenario / name).write_bytes(data)

    def run(self, *arguments: str) -> tuple[object, str, str]:
        """Run the program; give exit code, output and errors."""
        said, complained = io.StringIO(), io.StringIO()
        with contextlib.redirect_stdout(said), contextlib.redirect_stderr(complained):
            try:
                command.cli.main(["build", str(self.scenario), "-o", str(self.out), *arguments], standalone_mode=False)
                code: object = 0
            except SystemExit as end:
                code = end.code
        return code, said.getvalue(), complained.getvalue()

    def handed(self, orders: str | bytes, *arguments: str, everything: bool = True) -> Handed:
        """Give what a run with some orders of side b hands to side a and the public.

        With `everything` the run is theirs, and what it says counts; else it is the umpire's, and only folders do. What
        the build before left in the folder, and this one takes away, hangs on that build and not on the orders.
        """
        self.write("b.orders.yaml", orders)
        code, said, complained = self.run(*arguments)
        said = re.sub(r"^note: removed from .*\n", "", said, flags=re.MULTILINE)
        entries = dict(entries_of(self.out, everything))
        return Handed(code, said, complained, entries) if everything else Handed(0, "", "", entries)


def entries_of(out: Path, everything: bool) -> Iterator[tuple[str, tuple[int, int, bytes]]]:
    """Give what lies in an output folder; of a run for all readers, only what is for side a and the public."""
    for path in sorted(out.rglob("*")):
        name = path.relative_to(out).as_posix()
        if everything or re.match(r"copse$|copse/(a|public|copse-a\.zip|copse-public\.zip)(/|$)", name):
            found = path.stat()
            data = path.read_bytes() if path.is_file() else b""
            yield name, (stat.S_IMODE(found.st_mode), found.st_mtime_ns, data)


@pytest.fixture
def table(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Table:
    monkeypatch.setattr(os, "fsync", lambda descriptor: None)  # a disk's patience is tested elsewhere
    return Table(tmp_path)


PLAIN = "playaid: 1\nside: b\nreserve: [hq, gun, sq]\n"
FOR_PLAYERS = ("--for", "a", "--for", "public")
KINDS = ("log", "markers", "briefing", "spotting", "map", "pack")
HEALTH = (HealthCheck.function_scoped_fixture, HealthCheck.too_slow, HealthCheck.filter_too_much)


def same(table: Table, orders: str | bytes, *arguments: str, everything: bool = True) -> None:
    """Assert that some orders of side b hand out what the plainest ones do: then any two hand out the same."""
    if arguments not in table.before:
        table.before[arguments] = table.handed(PLAIN, *arguments, everything=everything)
        assert table.before[arguments].code == 0
    before, after = table.before[arguments], table.handed(orders, *arguments, everything=everything)
    assert list(before.entries) == list(after.entries)
    for name, entry in before.entries.items():
        assert entry == after.entries[name], name
    assert before == after


@given(orders=orders_of_b(), kind=st.sampled_from(KINDS[:4]))
@settings(max_examples=60, deadline=None, suppress_health_check=HEALTH, derandomize=True, database=None)
def test_players_and_public_get_the_same_whatever_the_others_orders(table: Table, orders: str, kind: str) -> None:
    same(table, orders, *FOR_PLAYERS, "--only", kind, "--zip")


@given(orders=orders_of_b(), kind=st.sampled_from(KINDS[:2]))
@settings(max_examples=25, deadline=None, suppress_health_check=HEALTH, derandomize=True, database=None)
def test_a_build_for_all_hands_them_the_same_whatever_the_others_orders(table: Table, orders: str, kind: str) -> None:
    same(table, orders, "--only", kind, "--zip", everything=False)


def test_all_kinds_together_are_the_same_for_sealed_orders(table: Table) -> None:
    table.write("b.orders.yaml", orders_with("Panther of the old guard", ("команда Ж", "feint")))
    seal(table.scenario / "b.orders.yaml")
    same(table, (table.scenario / "b.orders.yaml").read_bytes(), everything=False)
    assert audit((table.out / "copse" / "b" / "log.pdf").read_bytes()) == []


@pytest.mark.parametrize(
    "orders", [b"", b"\xff\x00 no text", b"side: [", b"%PDF", b"playaid: 1\nside: a\n", b"x" * 100_000], ids=range(6)
)
def test_orders_that_cannot_be_read_change_nothing_for_the_others(table: Table, orders: bytes) -> None:
    same(table, orders, *FOR_PLAYERS, "--only", "log")
    (table.scenario / "b.orders.yaml").unlink()
    assert table.run(*FOR_PLAYERS, "--only", "log")[:2] == (0, table.before[(*FOR_PLAYERS, "--only", "log")].said)


def test_building_for_a_side_never_opens_the_others_orders(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    table.write("b.orders.yaml", PLAIN)
    opened: list[str] = []
    right = os.open

    def watching(path: Any, *arguments: Any, **options: Any) -> int:
        opened.append(os.fspath(path) if not isinstance(path, int) else "")
        assert not opened[-1].endswith("b.orders.yaml")
        return right(path, *arguments, **options)

    monkeypatch.setattr(os, "open", watching)
    for side in ("a", "public"):
        assert table.run("--for", side, "--only", "log")[0] == 0
    assert any(name.endswith("a.orders.yaml") for name in opened)
    (table.scenario / "b.orders.yaml").unlink()
    (table.scenario / "b.orders.yaml").mkdir()
    assert table.run("--for", "a", "--only", "log")[0] == 0


def test_the_order_of_builds_in_a_process_changes_nothing(table: Table) -> None:
    """The umpire's first, another side's first, or nothing first: the same bytes for side a."""
    rich = orders_with("Panther of the old guard", ("команда Ж", "decoy"))
    results = []
    for first in ((), ("--for", "umpire"), ("--for", "b"), ("--language", "ru"), ("--paper", "letter", "--for", "b")):
        if first:
            table.write("b.orders.yaml", rich)
            assert table.run(*first, "--only", "log", "--only", "markers")[0] == 0
        results.append(table.handed(rich, *FOR_PLAYERS, "--only", "log", "--only", "markers"))
    assert all(result == results[0] for result in results)


def orders_with(name: str, notes: tuple[str, ...] = ()) -> str:
    markers = "".join(
        f"  - {{decoy: gun, move: 5, at: [{5 + 10 * n}, 35], note: {note}}}\n" for n, note in enumerate(notes)
    )
    return (
        f"playaid: 1\nside: b\nunits: [{{id: u, name: {name}, type: vehicle, move: 9}}]\nreserve: [hq, gun, sq]\n"
        f"markers:\n  - {{unit: u, at: [55, 55]}}\n{markers}"
    )


@pytest.mark.parametrize(
    ("sky", "umask"),
    [
        ({"PYTHONHASHSEED": "1", "LC_ALL": "C"}, 0o000),
        ({"PYTHONHASHSEED": "4242", "LC_ALL": "ru_RU.CP1251", "TZ": "Asia/Tokyo"}, 0o077),
    ],
)
def test_another_process_under_another_sky_hands_out_the_same(
    table: Table, sky: dict[str, str], umask: int, tmp_path: Path
) -> None:
    if sys.platform == "win32":
        umask = 0
    arguments = (*FOR_PLAYERS, "--only", "log", "--only", "markers", "--zip")
    here = table.handed(PLAIN, *arguments)
    table.write("b.orders.yaml", orders_with("Königstiger", ("feint",)))
    shutil.rmtree(table.out)
    done = subprocess.run(
        [sys.executable, "-P", "-m", "playaid", "build", str(table.scenario), "-o", str(table.out), *arguments],
        env=os.environ | sky | {"PYTHONIOENCODING": "utf-8"},
        capture_output=True,
        text=True,
        encoding="utf-8",
        umask=umask if sys.platform != "win32" else -1,
    )
    there = Handed(done.returncode, done.stdout, done.stderr, dict(entries_of(table.out, True)))
    assert there == here


def test_the_umpires_pages_hold_the_secrets_that_the_others_do_not(table: Table) -> None:
    """The search is not blind: what is looked for in vain elsewhere is found here."""
    table.write("b.orders.yaml", orders_with("QZANARYXJ", ("WQCANARYK",)))
    assert table.run("--only", "log", "--only", "markers")[0] == 0
    found = {
        reader: [word for word in ("QZANARYXJ", "WQCANARYK") if word in everything_in(table.out / "copse" / reader)]
        for reader in ("public", "a", "b", "umpire")
    }
    assert found == {"public": [], "a": [], "b": ["QZANARYXJ", "WQCANARYK"], "umpire": ["QZANARYXJ", "WQCANARYK"]}


def everything_in(folder: Path) -> str:
    """Give all text of a folder: names, bytes, and what viewers extract."""
    parts = []
    for path in sorted(folder.iterdir()):
        parts += [path.name, path.read_bytes().decode("latin-1")]
        if path.suffix == ".pdf":
            parts += [page.get_textpage().get_text_range() for page in pypdfium2.PdfDocument(path)]
            parts += [
                o.read_bytes().decode("latin-1") for o in pikepdf.open(path).objects if isinstance(o, pikepdf.Stream)
            ]
    return "\n".join(parts)


# Messages.


def test_what_cannot_be_printed_of_one_side_is_not_named_to_the_others(table: Table) -> None:
    name = "SECRET" + "W" * 400
    table.write("b.orders.yaml", orders_with(name))
    code, said, complained = table.run("--marker-size", "12mm", "--paper", "a6", "--only", "log")
    assert "SECRET" not in said + complained
    assert code in (0, 1)


def test_a_build_for_several_names_no_value_of_orders(table: Table) -> None:
    table.write("b.orders.yaml", orders_with("Secretname").replace("at: [55, 55]", "at: [55.5, 12.25]"))
    code, said, complained = table.run()
    assert code == 1
    assert "PA301" in complained
    for value in ("Secretname", "12.25", "55.5", "vehicle"):
        assert value not in said + complained


# Planted leaks.


def test_there_are_enough_planted_leaks() -> None:
    assert len(LEAKS) >= 30


@pytest.mark.parametrize("name", LEAKS)
def test_a_planted_leak_is_caught(name: str, table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    plant, arguments = LEAKS[name]

    def secret() -> Orders:
        """Read the others' orders, as a careless change would."""
        return decode(Orders, read(table.scenario / "b.orders.yaml", secret=True), unit="cm")

    @seed(20_241_130)
    @given(orders=orders_of_b())
    @settings(
        max_examples=25,
        deadline=None,
        database=None,
        phases=[Phase.generate],
        suppress_health_check=HEALTH,
        report_multiple_bugs=False,
    )
    def look(orders: str) -> None:
        same(table, orders, *arguments)

    plant(monkeypatch, secret)
    with pytest.raises(AssertionError):
        look()


# Views.

GOLDEN = {
    "BriefingView": "situation special victory",
    "Entry": "edge end start turn",
    "Imprint": "language revision rules title waived",
    "KindView": "blocks cover id name",
    "OpeningView": "number text",
    "OwnSide": "dead mission pool public reserve rows seal secret",
    "PublicSide": "colour decoys emblem id name role units zone",
    "PublicView": "briefing first grid imprint kinds sides table terrain turns units",
    "Row": "acting at cover decoy entry idle name note number speed spotted square terrain type",
    "SealView": "digits lines openings printed",
    "SideView": "own public",
    "TerrainView": "at form id kind name outline size turn",
    "UmpireView": "public sides",
    "UnitView": "entry name speed type",
}
"""Every field of every view. One more is a decision about secrecy: playaid/knowledge.py says whom it tells what."""


def test_no_view_gains_a_field_unnoticed() -> None:
    listed = sorted(f"{view}.{name}" for view, names in GOLDEN.items() for name in names.split())
    assert knowledge.golden() == listed


def test_the_readme_says_what_your_opponent_can_know() -> None:
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    told = re.search("<!-- views -->\n(.*?)\n<!-- /views -->", text, re.DOTALL)
    assert told, "README.md has no table between <!-- views --> and <!-- /views -->"
    assert told[1] == knowledge.table(), "write it anew: python docs/views.py"


def test_views_hold_no_scenario_no_orders_and_no_source() -> None:
    game = read_game(ROOT / "scenarios" / "indochine", None)
    public = audiences.public_view(game.scenario.value, game.rules)
    side = audiences.side_view(public, game.ground, "viets", game.orders["viets"])
    umpire = audiences.umpire_view(public, game.ground, game.orders)
    for view, held in ((public, ()), (side, ("bazooka",)), (umpire, ("bazooka",))):
        values = list(inside(view))
        assert not [one for one in values if isinstance(one, (Scenario, Orders, Marker, Unit, Side, Sourced, Source))]
        texts = " ".join(one for one in values if isinstance(one, str))
        assert ("bazooka" in texts) == bool(held)
        assert "groupe-2" not in texts or view is umpire or view is side
    legion = audiences.side_view(public, game.ground, "legion", game.orders["legion"])
    assert "bazooka" not in " ".join(one for one in inside(legion) if isinstance(one, str))


def inside(value: Any, seen: set[int] | None = None) -> Iterator[Any]:
    """Give every value that can be reached from one by its fields."""
    seen = set() if seen is None else seen
    if id(value) in seen:
        return
    seen.add(id(value))
    yield value
    parts: list[Any] = []
    if isinstance(value, Mapping):
        parts = [*value.keys(), *value.values()]
    elif isinstance(value, (list, tuple, set, frozenset)):
        parts = list(value)
    elif is_dataclass(value) and not isinstance(value, type):
        parts = [getattr(value, field.name) for field in fields(value)]
    elif hasattr(type(value), "model_fields"):
        parts = [getattr(value, name) for name in type(value).model_fields]
    for part in parts:
        yield from inside(part, seen)


def test_documents_reach_views_and_nothing_that_holds_secrets() -> None:
    """They may import the names of views, and of no room that reads, decodes, checks or seals."""
    names = {name for name, value in vars(views).items() if getattr(value, "__module__", "") == "playaid.views"}
    allowed = {name for name in names if isinstance(getattr(views, name), type)} | {"View", "Ring"}
    shut = {
        "scenario",
        "game",
        "source",
        "deployment",
        "checks",
        "betrayals",
        "seal",
        "proof",
        "reveal",
        "amend",
        "build",
        "audiences",
        "adoption",
    }
    for path in sorted((ROOT / "playaid" / "documents").glob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Import):
                assert not any(alias.name.startswith("playaid") for alias in node.names), path.name
            elif isinstance(node, ast.ImportFrom) and node.module == "playaid.views":
                assert {alias.name for alias in node.names} <= allowed, path.name
            elif isinstance(node, ast.ImportFrom) and node.module is not None:
                parts = node.module.split(".")
                assert parts[:1] != ["playaid"] or parts[1:2] == ["documents"] or not shut & set(parts[1:2]), path.name
                assert node.module != "playaid" or not shut & {alias.name for alias in node.names}, path.name
            elif isinstance(node, ast.Attribute):
                assert node.attr not in {"__globals__", "modules", "gi_frame", "f_back"}, path.name


def test_the_views_types_name_no_secret_room() -> None:
    for part in vars(views).values():
        if isinstance(part, type) and is_dataclass(part) and part.__module__ == "playaid.views":
            for hint in get_type_hints(part, localns={"Localised": Localised, "Point": Point}).values():
                assert not re.search(r"playaid\.(scenario|source|game|deployment|reveal)\.", str(hint)), part


# The audit of player PDFs.


@cache
def players_of(folder: Path) -> dict[str, bytes]:
    """Build an example for the public and both sides; give their PDFs by name."""
    import tempfile

    from playaid.documents import Settings

    with tempfile.TemporaryDirectory() as made:
        sides = tuple(read_game(folder, ()).scenario.value.sides)
        options = Settings(sheet=SheetOptions(paper=PAPERS["a4"]))
        request = building.Request(output=Path(made), settings=options, audiences=("public", *sides))
        built = building.build(folder / "scenario.yaml", request)
        return {name: (built.folder / name).read_bytes() for name in built.files if name.endswith(".pdf")}


@pytest.mark.parametrize("folder", EXAMPLES, ids=lambda path: path.name)
def test_every_pdf_of_the_players_holds_what_it_may_hold_and_nothing_else(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(os, "fsync", lambda descriptor: None)
    made = players_of(folder)
    assert len(made) >= 9
    found = {name: problems for name, data in made.items() if (problems := audit(data))}
    assert found == {}


@pytest.mark.parametrize(
    "name",
    [
        "hash_in_the_subject",
        "bookmarks",
        "a_link",
        "an_unused_form",
        "bytes_behind_the_end",
        "glyphs_that_no_page_shows",
    ],
)
def test_the_audit_sees_what_it_is_to_see(name: str, table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    table.write("b.orders.yaml", orders_with("Ωmega ЩЪ", ("a", "b", "c")).replace("Ω", "Q"))
    plant, _ = LEAKS[name]
    plant(monkeypatch, lambda: read_game(table.scenario, {"b"}).orders["b"].value)
    assert table.run("--for", "a", "--only", "log")[0] == 0
    assert audit((table.out / "copse" / "a" / "log.pdf").read_bytes()) != []


# Paper.


def test_faces_have_equal_ink_and_backs_are_alike(table: Table) -> None:
    """What lies face down cannot be told by its show-through: the faces differ by less than 5 % in ink."""
    table.write("b.orders.yaml", PLAIN)
    assert table.run("--for", "b", "--only", "markers", "--spares", "0")[0] == 0
    data = (table.out / "copse" / "b" / "markers.pdf").read_bytes()
    file = pikepdf.open(io.BytesIO(data))
    front, back = (file.pages[number].Contents.read_bytes() for number in (0, 1))
    places = re.findall(rb"^q 1 0 0 1 ([\d.]+) ([\d.]+) cm$", front, re.MULTILINE)[:6]
    sheet = pypdfium2.PdfDocument(data)[0]
    ink = [ink_of(sheet, float(x), float(y), 25 * 72 / 25.4) for x, y in places]
    assert len(ink) == 6
    assert max(ink) / min(ink) < 1.05
    assert len(set(re.findall(rb"/(\S+) Do", back)[:6])) == 1


def ink_of(page: Any, x: float, y: float, side: float) -> float:
    """Give the share of ink in a square of a page; all in points."""
    height = page.get_size()[1]
    scale = 4
    whole: Image = page.render(scale=scale).to_pil().convert("L")
    west, north = round(scale * x), round(scale * (height - y - side))
    square = whole.crop((west, north, west + round(scale * side), north + round(scale * side)))
    levels = enumerate(square.histogram())
    return float(sum((255 - level) * count for level, count in levels)) / 255 / (square.width * square.height)


# Archives.


def test_an_archive_holds_its_readers_folder_and_is_known_as_ours(table: Table) -> None:
    table.write("b.orders.yaml", PLAIN)
    assert table.run("--only", "log", "--zip")[0] == 0
    folder = table.out / "copse"
    for reader in ("public", "a", "b", "umpire"):
        file = folder / f"copse-{reader}.zip"
        with zipfile.ZipFile(file) as archive:
            assert {info.date_time for info in archive.infolist()} == {(1980, 1, 1, 0, 0, 0)}
            held = {name.partition("/")[2]: archive.read(name) for name in archive.namelist()}
        assert held == {path.name: path.read_bytes() for path in (folder / reader).iterdir()}
        if sys.platform != "win32":
            assert stat.S_IMODE(file.stat().st_mode) == (0o644 if reader == "public" else 0o600)
    assert table.run("--only", "log")[0] == 0
    assert not list(folder.glob("*.zip"))
    (folder / "copse-a.zip").write_bytes(b"mine")
    assert table.run("--only", "log")[0] == 5
    assert (folder / "copse-a.zip").read_bytes() == b"mine"
