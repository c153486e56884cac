"""Where a defender's marker may stand, counted on small tables by the oracle of `reference.py` and by the package."""

import json
import random
import re
import shutil
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import product
from math import isqrt
from pathlib import Path
from typing import Any, NamedTuple

import pytest
import reference
import yaml
from conftest import EXAMPLES
from reference import Piece, Whole
from worlds import chance_of, point

from playaid import places, positions
from playaid.diagnostics import PathKeys
from playaid.game import Game, read_game
from playaid.ground import Ground
from playaid.scenario import Arrival, Scenario, Unit
from playaid.shapes import Circle, Line, Point, Shape

MM = 1_000
TYPES = {
    "wood": ("dense", "blocked"),
    "scrub": ("light", "open"),
    "crest": ("clear", "blocked"),
    "wall": ("light", "open"),
    "hedge": ("light", "blocked"),
}


class Counts(NamedTuple):
    """How many places of the grid lie in the zone; of these in cover, and in the open but out of sight; their sum."""

    zone: int
    cover: int
    unseen: int
    legal: int


class Entry(NamedTuple):
    """A stretch of the table's edge by which the enemy enters, from its west or south end, mm."""

    edge: str
    start: int
    end: int


Ring = Sequence[Whole]


@dataclass(frozen=True, kw_only=True)
class Table:
    """A table in whole millimetres; the defender's zone, the enemy's, his entry edge, and pieces by type."""

    zone: Sequence[Ring]
    enemy: Sequence[Ring] = ()
    entry: Entry | None = None
    pieces: Sequence[tuple[str, Ring]]
    size: Whole = (240, 160)
    step: int = 10

    @cached_property
    def typed(self) -> list[tuple[str, Piece]]:
        """The pieces of the oracle, each with its type; walls and hedges are lines."""
        kinds = {"wall": "line", "hedge": "line"}
        return [
            (type, (f"{type}-{number}", kinds.get(type, "area"), um(ring)))
            for number, (type, ring) in enumerate(self.pieces)
        ]

    @cached_property
    def covering(self) -> list[Piece]:
        return [piece for type, piece in self.typed if TYPES[type][0] != "clear"]

    @cached_property
    def blocking(self) -> list[Piece]:
        return [piece for type, piece in self.typed if TYPES[type][1] == "blocked"]

    @cached_property
    def edges(self) -> list[tuple[Whole, Whole]]:
        if self.entry is None:
            return []
        across = {"south": 0, "north": self.size[1], "west": 0, "east": self.size[0]}[self.entry.edge]
        ends = [
            (along, across) if self.entry.edge in ("south", "north") else (across, along)
            for along in (self.entry.start, self.entry.end)
        ]
        a, b = um(ends)
        return [(a, b)]

    @cached_property
    def grid(self) -> list[Whole]:
        across, deep = (range(0, length * MM + 1, self.step * MM) for length in self.size)
        return list(product(across, deep))

    def yaml(self) -> str:
        """Write the scenario."""
        shapes = [
            f"  - {{id: {id}, type: {type}, shape: {{{'polygon' if kind == 'area' else 'line'}: {written(points)}}}}}"
            for type, (id, kind, points) in self.typed
        ]
        arrives = ""
        if self.entry is not None:
            edge, start, end = self.entry
            arrives = f"arrives: {{turn: 1, edge: {edge}, from: {start} mm, to: {end} mm}}"
        return "\n".join(
            [
                "playaid: 1",
                "title: counted",
                "rules: {concealment: incertitude}",
                f"table: {{width: {self.size[0]} mm, depth: {self.size[1]} mm}}",
                "terrain_types:",
                *(f"  {type}: {{cover: {cover}, sight: {sight}}}" for type, (cover, sight) in TYPES.items()),
                "terrain:",
                *shapes,
                "sides:",
                f"  own: {{name: Own, role: defender, emblem: O, zone: {zones(self.zone)}}}",
                "  foe:",
                "    name: Foe",
                "    role: attacker",
                "    emblem: F",
                f"    zone: {zones(self.enemy)}",
                f"    units: [{{id: u, name: U, type: team, move: 10, {arrives}}}]" if arrives else "",
            ]
        )

    def ground(self, folder: Path) -> Ground:
        """Read the scenario as a user's file, which has nothing wrong with it."""
        (folder / "scenario.yaml").write_text(self.yaml(), encoding="utf-8")
        game = read_game(folder, None)
        assert game.check().diagnostics == ()
        return game.ground


def um(ring: Sequence[Whole]) -> list[Whole]:
    return [(x * MM, y * MM) for x, y in ring]


def written(points: Sequence[reference.Point]) -> str:
    return "[" + ", ".join(f"[{x} um, {y} um]" for x, y in points) + "]"


def zones(rings: Sequence[Ring]) -> str:
    return "[" + ", ".join(f"{{polygon: {written(um(ring))}}}" for ring in rings) + "]"


def box(west: int, south: int, east: int, north: int) -> list[Whole]:
    return [(west, south), (east, south), (east, north), (west, north)]


NORTH, SOUTH = box(0, 80, 240, 160), box(0, 0, 240, 20)

TABLES: dict[str, tuple[Table, Counts]] = {
    "a wood is cover and hides what lies behind it": (
        Table(
            zone=[box(60, 80, 180, 150)],
            enemy=[SOUTH],
            pieces=[("wood", [(80, 80), (160, 70), (170, 110), (120, 130), (70, 110)])],
        ),
        Counts(104, 44, 18, 62),
    ),
    "scrub is cover and hides nothing else": (
        Table(zone=[NORTH], enemy=[SOUTH], pieces=[("scrub", [(60, 60), (160, 90), (150, 130), (70, 120)])]),
        Counts(225, 44, 0, 44),
    ),
    "a crest is no cover and hides what lies behind it": (
        Table(zone=[box(40, 80, 200, 130)], enemy=[box(90, 0, 150, 20)], pieces=[("crest", box(60, 90, 180, 110))]),
        Counts(102, 0, 28, 28),
    ),
    "a wall covers on its far side, 20 mm, both ends rounded": (
        Table(
            zone=[box(0, 40, 120, 100)],
            enemy=[box(0, 0, 120, 8)],
            pieces=[("wall", [(32, 44), (80, 80)])],
            size=(120, 100),
            step=4,
        ),
        Counts(496, 116, 0, 116),
    ),
    "a bent wall covers by each of its stretches, a hedge hides too": (
        Table(
            zone=[box(0, 40, 120, 100)],
            enemy=[box(40, 0, 80, 12)],
            pieces=[("wall", [(12, 60), (36, 60), (36, 84)]), ("hedge", [(60, 52), (108, 52), (108, 88)])],
            size=(120, 100),
            step=4,
        ),
        Counts(496, 245, 54, 299),
    ),
    "an enemy without a zone looks from his entry edge": (
        Table(
            zone=[box(0, 0, 160, 160)],
            entry=Entry("east", 40, 120),
            pieces=[("crest", [(120, 60), (140, 50), (150, 110), (130, 120)]), ("wall", [(60, 20), (60, 140)])],
        ),
        Counts(289, 41, 55, 96),
    ),
    "two zones and an entry edge look from three sides, also through a slit of no width": (
        Table(
            zone=[box(60, 40, 180, 120)],
            enemy=[box(0, 0, 30, 160), box(60, 0, 120, 20)],
            entry=Entry("north", 100, 140),
            pieces=[
                ("crest", box(80, 60, 90, 100)),
                ("crest", box(80, 60, 160, 70)),
                ("crest", box(90, 100, 160, 110)),
                ("wall", [(150, 40), (150, 120)]),
            ],
        ),
        Counts(117, 27, 1, 28),
    ),
    "two zones and an entry edge look from three sides, and the slit is closed": (
        Table(
            zone=[box(60, 40, 180, 120)],
            enemy=[box(0, 0, 30, 160), box(60, 0, 120, 20)],
            entry=Entry("north", 100, 140),
            pieces=[
                ("crest", box(80, 60, 90, 100)),
                ("crest", box(80, 60, 160, 70)),
                ("crest", box(80, 100, 160, 110)),
                ("wall", [(150, 40), (150, 120)]),
            ],
        ),
        Counts(117, 27, 10, 37),
    ),
    "pieces that overlap and touch; an enemy in a wood sees out of it": (
        Table(
            zone=[box(0, 70, 240, 110), box(100, 60, 140, 160)],
            enemy=[box(40, 0, 200, 30)],
            pieces=[
                ("wood", box(60, 20, 110, 50)),
                ("crest", box(100, 40, 160, 60)),
                ("scrub", [(90, 50), (150, 90), (90, 90)]),
                ("wood", box(160, 50, 200, 60)),
                ("crest", box(200, 60, 220, 80)),
            ],
            step=20,
        ),
        Counts(38, 3, 6, 9),
    ),
}


@pytest.mark.parametrize(("table", "counts"), TABLES.values(), ids=TABLES)
def test_legal_places_are_those_of_the_oracle(tmp_path: Path, table: Table, counts: Counts) -> None:
    own, enemy = [um(ring) for ring in table.zone], [um(ring) for ring in table.enemy]
    front = reference.enemy_middle(enemy, table.edges)
    width, depth = um([table.size])[0]
    legal = reference.legal_places(
        width, depth, table.step * MM, own, enemy, table.covering, table.blocking, enemy_edges=table.edges
    )
    inside = {p for p in table.grid if reference.in_zone(p, own)}
    cover = {p for p in inside if reference.in_cover(p, table.covering, front)}
    assert Counts(len(inside), len(cover), len(legal - cover), len(legal)) == counts

    ground = table.ground(tmp_path)
    assert {p for p in table.grid if ground.in_zone(point(p), "own")} == inside
    assert {p for p in inside if ground.hides(ground.standing(point(p), "own").cover)} == cover
    assert {p for p in table.grid if places.legal(ground, "own", point(p), hide=True)} == legal
    assert {p for p in table.grid if places.legal(ground, "own", point(p), hide=False)} == inside


# ---- the same report of a table that is mirrored, turned, shifted or written in another order


class Way(NamedTuple):
    """Where a table goes: mirrored in x or turned or neither, then so much more ground in the west and south."""

    mirrored: bool = False
    turned: bool = False
    west: int = 0
    south: int = 0
    shuffled: int | None = None
    """The seed of another order of everything that is listed."""


WAYS = {
    "written in polygons": Way(),
    "mirrored": Way(mirrored=True),
    "quarter turned": Way(turned=True),
    "mirrored and turned": Way(mirrored=True, turned=True),
    "shifted": Way(west=1_001_000, south=373_001),
    "reordered": Way(shuffled=1),
    "all of it": Way(mirrored=True, turned=True, west=654_321, south=77_777, shuffled=2),
}

ORDERED = {"PA303", "PA304", "PA307", "PA309", "PA316", "PA321", "PA323"}
"""Codes said of the first or second of several markers, or of those beyond a number: listed otherwise, of another."""

ROUND = "PA324"
"""The code of coordinates in whole centimetres or inches, which a shift may give or take."""


FAR = 3_000_000
"""So far off the table that no added ground reaches there, µm."""


class Mover:
    """Moves the places of one scenario."""

    def __init__(self, scenario: Scenario, way: Way) -> None:
        self.scenario, self.way = scenario, way
        edges = {u.arrives.edge for side in scenario.sides.values() for u in side.units if u.arrives is not None}
        moved_edges = {self.edge(edge) for edge in edges}
        # An edge of entry is the table's own, so ground is added only where nobody enters.
        self.west = 0 if "west" in moved_edges else way.west
        self.south = 0 if "south" in moved_edges else way.south

    @property
    def size(self) -> Whole:
        table = self.scenario.table
        width, depth = (table.depth, table.width) if self.way.turned else (table.width, table.depth)
        return width + self.west, depth + self.south

    def place(self, x: int, y: int) -> Whole:
        table = self.scenario.table
        x = table.width - x if self.way.mirrored else x
        x, y = (table.depth - y, x) if self.way.turned else (x, y)
        return x + self.west, y + self.south

    def edge(self, edge: str) -> str:
        mirrors = {"west": "east", "east": "west"}
        turns = {"east": "north", "north": "west", "west": "south", "south": "east"}
        edge = mirrors.get(edge, edge) if self.way.mirrored else edge
        return turns[edge] if self.way.turned else edge

    def arrival(self, arrival: Arrival) -> dict[str, str]:
        line = arrival.line(self.scenario.table)
        ends = [self.place(*end) for end in line.points]
        along = 0 if self.edge(arrival.edge) in ("north", "south") else 1
        start, end = sorted(end[along] for end in ends)
        return {"turn": str(arrival.turn), "edge": self.edge(arrival.edge), "from": f"{start} um", "to": f"{end} um"}

    def shape(self, shape: Shape) -> dict[str, Any]:
        if isinstance(shape, Circle):
            return {"circle": {"at": self.at(shape.centre), "radius": f"{shape.radius} um"}}
        kind = "line" if isinstance(shape, Line) else "polygon"
        return {kind: [self.at(place) for place in shape.points]}

    def at(self, place: Point) -> list[str]:
        return [f"{length} um" for length in self.place(*place)]


def tree_of(file: Path) -> Any:
    """Read a file of a user as it is written: every value a text."""
    return yaml.load(file.read_text(encoding="utf-8"), Loader=yaml.BaseLoader)  # noqa: S506  # makes nothing but texts


def write(file: Path, tree: Any) -> None:
    """Write a tree of texts so that numbers stay numbers and all else is quoted as it must be."""
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(plain(tree), encoding="utf-8")


def plain(tree: Any) -> str:
    if isinstance(tree, dict):
        return "{" + ", ".join(f"{plain(key)}: {plain(value)}" for key, value in tree.items()) + "}"
    if isinstance(tree, list):
        return "[" + ", ".join(map(plain, tree)) + "]"
    number = re.fullmatch(r"-?[0-9]+(\.[0-9]+)?", tree) and not re.fullmatch(r"[0-9]+\.[0-9]+", tree)
    return tree if number or re.fullmatch(r"[0-9.]+", tree) else json.dumps(tree, ensure_ascii=False)


def move_to(folder: Path, source: Path, way: Way) -> Game:
    """Write the game of `source` into `folder`, moved, and read it; without briefing, notes and grid."""
    game = read_game(source, None)
    scenario, mover = game.scenario.value, Mover(game.scenario.value, way)
    shutil.copytree(source, folder, dirs_exist_ok=True)
    tree = tree_of(source / "scenario.yaml")
    tree = {key: value for key, value in tree.items() if key not in ("briefing", "notes", "grid")}
    tree["table"] = {"width": f"{mover.size[0]} um", "depth": f"{mover.size[1]} um"}
    for written_piece, piece in zip(tree["terrain"], scenario.terrain, strict=True):
        written_piece["shape"] = mover.shape(piece.shape)
    for id, side in scenario.sides.items():
        tree["sides"][id]["zone"] = [mover.shape(form.shape) for form in side.zone]
        move_units(tree["sides"][id].get("units", []), side.units, mover)
    trees = {"scenario.yaml": tree}
    for id, orders in game.orders.items():
        own = trees[f"{id}.orders.yaml"] = tree_of(source / f"{id}.orders.yaml")
        move_units(own.get("units", []), orders.value.units, mover)
        for written_marker, marker in zip(own["markers"], orders.value.markers, strict=True):
            if marker.at is not None:
                written_marker["at"] = mover.at(marker.at)
    for name, one in trees.items():
        write(folder / name, one if way.shuffled is None else shuffled(one, chance_of(way.shuffled)))
    return read_game(folder, None)


def move_units(trees: list[dict[str, Any]], units: Sequence[Unit], mover: Mover) -> None:
    for tree, unit in zip(trees, units, strict=True):
        if unit.arrives is not None:
            tree["arrives"] = mover.arrival(unit.arrives)


def shuffled(tree: Any, chance: random.Random) -> Any:
    """Give a tree whose mappings and whose lists of mappings are in another order."""
    if isinstance(tree, dict):
        items = [(key, shuffled(value, chance)) for key, value in tree.items()]
        chance.shuffle(items)
        return dict(items)
    if isinstance(tree, list) and tree and isinstance(tree[0], dict):
        return chance.sample([shuffled(value, chance) for value in tree], len(tree))
    return tree


def said(game: Game) -> Counter[tuple[str, ...]]:
    """Give what the report says of whom: code, severity, clause, ruling, and the thing by its names, not its places."""
    found: Counter[tuple[str, ...]] = Counter()
    trees: dict[Path, Any] = {}
    for one in game.check().diagnostics:
        file, code = one.place.file, one.code.number
        if file not in trees:
            trees[file] = tree_of(file)
        names = () if code in ORDERED else (file.name, *names_on(trees[file], one.place.keys))
        found[code, one.severity.value, str(one.clause), str(one.ruling), *names] += code != ROUND
    return +found


def names_on(tree: Any, keys: PathKeys) -> Iterator[str]:
    """Give the keys on the way to a value, with names for places in lists, as far as the shapes."""
    for key in keys:
        if isinstance(key, int):
            tree = tree[key]
            yield next((tree[name] for name in ("id", "unit", "number") if name in tree), "")
        elif key in ("shape", "zone"):
            return
        else:
            tree = tree.get(key, {})
            yield key


def broken(folder: Path, source: Path, seed: int) -> Path:
    """Write a copy with its markers on corners and borders, beside walls, in the open, off the table."""
    game, chance = read_game(source, None), chance_of(seed)
    scenario = game.scenario.value
    rings = [p.shape.outline for p in scenario.terrain if not isinstance(p.shape, Line)]
    rings += [area.outline for side in scenario.sides for area in scenario.zone(side)]
    walls = [p.shape.points for p in scenario.terrain if isinstance(p.shape, Line)]

    def place() -> Whole:
        a, b = (lambda ring, i: (ring[i - 1], ring[i]))(ring := chance.choice(rings), chance.randrange(len(ring)))
        kind = chance.randrange(6)
        if kind == 0:
            return a.x, a.y
        if kind == 1:
            return (a.x + b.x) // 2, (a.y + b.y) // 2
        if kind == 2 and walls:
            a, b = chance.choice(walls)[:2]
            high = chance.choice((-20_001, -20_000, -9_000, 0, 9_000, 20_000, 20_001))
            length = isqrt((b.x - a.x) ** 2 + (b.y - a.y) ** 2)
            x, y = (a.x + b.x) // 2, (a.y + b.y) // 2
            return x - (b.y - a.y) * high // length, y + (b.x - a.x) * high // length
        if kind == 3 and chance.random() < 0.3:
            return scenario.table.width + FAR, a.y
        return chance.randint(0, scenario.table.width), chance.randint(0, scenario.table.depth)

    shutil.copytree(source, folder)
    for id in game.orders:
        tree = tree_of(source / f"{id}.orders.yaml")
        for marker in tree["markers"]:
            if "at" in marker:
                marker["at"] = [f"{length} um" for length in place()]
        write(folder / f"{id}.orders.yaml", tree)
    return folder


@pytest.mark.parametrize("way", WAYS.values(), ids=WAYS)
@pytest.mark.parametrize("example", EXAMPLES, ids=lambda path: path.name)
def test_report_of_an_example_is_the_same_after_moving_it(tmp_path: Path, example: Path, way: Way) -> None:
    assert said(move_to(tmp_path, example, way)) == said(read_game(example, None))


@pytest.mark.parametrize("seed", range(2))
@pytest.mark.parametrize("example", EXAMPLES, ids=lambda path: path.name)
def test_report_of_a_broken_copy_is_the_same_after_moving_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, example: Path, seed: int
) -> None:
    monkeypatch.setattr(positions, "HELPED", 0)  # help is not compared, and looking for it takes most of the time
    copy = broken(tmp_path / "broken", example, seed)
    expected = said(read_game(copy, None))
    assert any(code == "PA301" for code, *_ in expected)
    for number, way in enumerate(WAYS.values()):
        assert said(move_to(tmp_path / str(number), copy, way)) == expected, way
