"""What every reader of a game is given: each field of the views, held against the files that it was written in.

All that is expected is written out here, out of the files and the rules, in µm.
"""

import hashlib
from pathlib import Path

import pytest

from playaid import codes
from playaid.audiences import public_view, side_view, umpire_view
from playaid.diagnostics import Diagnostic, Place, Severity
from playaid.fields import Localised
from playaid.game import Game, read_game
from playaid.lengths import Length
from playaid.reveal import Opening, Reveal
from playaid.shapes import Point
from playaid.views import (
    BriefingView,
    Entry,
    Imprint,
    KindView,
    OpeningView,
    OwnSide,
    PublicSide,
    PublicView,
    Row,
    SealView,
    SideView,
    TerrainView,
    UmpireView,
    UnitView,
)

SCENARIO = """\
playaid: 1
title: {en: The ridge, fr: La crête}
revision: "1.2"
language: fr
rules: {concealment: incertitude}
units: in
table: {width: 90 cm, depth: 60 cm}
grid: 30 cm
turns: 8
first: attacker
terrain_types:
  wood: {cover: dense, sight: open, name: Wood}
  wall: {cover: light, sight: open}
  crest: {cover: clear, sight: blocked}
  marsh: {cover: light, sight: blocked}
terrain:
  - {id: ridge, type: crest, name: Ridge, shape: {rectangle: {at: [0 cm, 20 cm], size: [90 cm, 5 cm]}}}
  - {id: copse, type: wood, shape: {circle: {at: [60 cm, 50 cm], radius: 5 cm}}}
  - {id: dyke, type: wall, shape: {line: [[10 cm, 40 cm], [20 cm, 40 cm], [20 cm, 45 cm]]}}
  - {id: grove, type: wood, shape: {polygon: [[70 cm, 30 cm], [80 cm, 30 cm], [75 cm, 38 cm]]}}
  - {id: lane, type: crest, shape: {rectangle: {at: [40 cm, 30 cm], size: [10 cm, 4 cm], turn: 90}}}
briefing: {situation: Dawn, mission: {a: Take it, b: Hold it}, victory: The ridge is all, special: Mud}
sides:
  a:
    name: Able
    role: attacker
    emblem: A
    colour: "#4A5a3a"
    zone: [{rectangle: {at: [0 cm, 0 cm], size: [90 cm, 10 cm]}}, {line: [[0 cm, 12 cm], [90 cm, 12 cm]]}]
    units:
      - {id: sq, name: First squad, type: combat_group, move: 10 cm}
  b:
    name: Baker
    role: defender
    emblem: B
    zone: {rectangle: {at: [0 cm, 26 cm], size: [90 cm, 34 cm]}}
    decoys: 2
    units:
      - {id: hq, name: Headquarters, type: command_group, move: 10 cm}
      - id: gun
        name: {en: Gun, fr: Canon}
        type: gun
        elements: [{name: barrel, move: 5 cm}, {name: crew, move: 10 cm}]
      - {id: tank, name: Tank, type: vehicle, move: 30 cm, arrives: {turn: 3, edge: north, from: 20 cm, to: 50 cm}}
      - {id: late, name: Late, type: team}
"""

ORDERS_A = "playaid: 1\nside: a\nmarkers:\n  - {number: 1, unit: sq, at: [30 cm, 5 cm]}\n"

ORDERS_B = """\
playaid: 1
side: b
units:
  - {id: spy, name: A spy, type: team, move: 8 cm}
  - {id: mole, name: A mole, type: warrior, arrives: {turn: 1, edge: east}}
markers:
  - {unit: tank}
  - {unit: mole}
  - {number: 7, unit: hq, at: [60 cm, 55 cm], note: under the oak}
  - {number: 2, decoy: gun, move: 6 cm, at: [35 cm, 50 cm]}
  - {number: 5, unit: gun, at: [15 cm, 41 cm]}
  - {number: 1, unit: spy, at: [45 cm, 59 cm]}
reserve: [late]
"""


def read(folder: Path, scenario: str = SCENARIO) -> Game:
    for name, text in (("scenario", scenario), ("a.orders", ORDERS_A), ("b.orders", ORDERS_B)):
        (folder / f"{name}.yaml").write_text(text, encoding="utf-8")
    return read_game(folder, None)


@pytest.fixture
def ridge(tmp_path: Path) -> Game:
    """A game whose table is 90 by 60 cm, with a ridge across it between the sides."""
    return read(tmp_path)


def said(text: str) -> Localised:
    return Localised(plain=text)


def cm(whole: int) -> Length:
    return Length(10_000 * whole)


def places(*points: tuple[int, int]) -> tuple[Point, ...]:
    return tuple(Point(cm(x), cm(y)) for x, y in points)


TANK = UnitView(
    name=said("Tank"), type="vehicle", speed=cm(30), entry=Entry(turn=3, edge="north", start=cm(20), end=cm(50))
)
LATE = UnitView(name=said("Late"), type="team", speed=None, entry=None)
HQ = UnitView(name=said("Headquarters"), type="command_group", speed=cm(10), entry=None)
GUN = UnitView(name=Localised(en="Gun", fr="Canon"), type="gun", speed=cm(5), entry=None)
SPY = UnitView(name=said("A spy"), type="team", speed=cm(8), entry=None)
MOLE = UnitView(name=said("A mole"), type="warrior", speed=None, entry=Entry(turn=1, edge="east", start=None, end=None))
CLEAR, LIGHT, DENSE = (
    Localised(en=en, fr=fr, ru=ru)
    for en, fr, ru in (
        ("clear ground", "terrain clair", "открытая местность"),
        ("light cover", "couvert léger", "лёгкое укрытие"),
        ("dense cover", "couvert dense", "плотное укрытие"),
    )
)
ABLE = PublicSide(
    id="a",
    name=said("Able"),
    role="attacker",
    emblem="A",
    colour="#4a5a3a",
    decoys=0,
    units=(UnitView(name=said("First squad"), type="combat_group", speed=cm(10), entry=None),),
    zone=(places((0, 0), (90, 0), (90, 10), (0, 10)),),
)
BAKER = PublicSide(
    id="b",
    name=said("Baker"),
    role="defender",
    emblem="B",
    colour="#333333",
    decoys=2,
    units=(HQ, GUN, TANK, LATE),
    zone=(places((0, 26), (90, 26), (90, 60), (0, 60)),),
)


def test_the_public_reads_what_the_scenario_says_and_no_more(ridge: Game) -> None:
    found = public_view(ridge.scenario.value, ridge.rules)
    heights, copse, dyke, grove, lane = found.terrain
    assert len(copse.outline) == 64  # the contract's section 2
    assert found == PublicView(
        imprint=Imprint(
            title=Localised(en="The ridge", fr="La crête"), revision="1.2", language="fr", rules=ridge.rules, waived=()
        ),
        units="in",
        turns=8,
        first="attacker",
        table=(cm(90), cm(60)),
        grid=cm(30),
        kinds=(
            KindView(id="wood", name=said("Wood"), cover=DENSE, blocks=False),
            KindView(id="wall", name=None, cover=LIGHT, blocks=False),
            KindView(id="crest", name=None, cover=CLEAR, blocks=True),
        ),
        terrain=(
            TerrainView(
                id="ridge",
                name=said("Ridge"),
                kind="crest",
                form="rectangle",
                outline=places((0, 20), (90, 20), (90, 25), (0, 25)),
                at=Point(cm(0), cm(20)),
                size=(cm(90), cm(5)),
            ),
            TerrainView(
                id="copse",
                name=None,
                kind="wood",
                form="circle",
                outline=copse.outline,
                at=Point(cm(60), cm(50)),
                size=(cm(10), cm(10)),
            ),
            TerrainView(id="dyke", name=None, kind="wall", form="line", outline=places((10, 40), (20, 40), (20, 45))),
            TerrainView(
                id="grove", name=None, kind="wood", form="polygon", outline=places((70, 30), (80, 30), (75, 38))
            ),
            TerrainView(
                id="lane",
                name=None,
                kind="crest",
                form="rectangle",
                outline=places((40, 30), (40, 40), (36, 40), (36, 30)),
                at=Point(cm(40), cm(30)),
                size=(cm(10), cm(4)),
                turn=lane.turn,
            ),
        ),
        briefing=BriefingView(situation=said("Dawn"), victory=said("The ridge is all"), special=said("Mud")),
        sides=(ABLE, BAKER),
    )
    assert [heights.turn, dyke.turn, grove.turn, lane.turn] == [0, 0, 0, 90]


def test_a_forced_build_names_each_waived_clause_once_and_in_order(ridge: Game) -> None:
    waived = tuple(
        Diagnostic(code=codes.NO_ZONE, severity=Severity.ERROR, message="", place=Place(file=Path("x")), clause=clause)
        for clause in ("8.D", None, "8.A", "8.D")
    )
    found = public_view(ridge.scenario.value, ridge.rules, waived)
    assert found.imprint.waived == ("8.A", "8.D")


def row(number: int | None, type: str, *, speed: Length | None, **more: object) -> Row:
    """Give the row of a marker that has no place yet, but for what is said of it."""
    empty: dict[str, object] = {
        "decoy": False,
        "name": None,
        "at": None,
        "square": "",
        "terrain": None,
        "cover": None,
        "spotted": False,
        "idle": None,
        "acting": None,
        "entry": None,
        "note": "",
    }
    return Row(number=number, type=type, speed=speed, **{**empty, **more})  # type: ignore[arg-type]  # by name


ROWS = (
    row(
        1,
        "team",
        speed=cm(8),
        name=SPY.name,
        at=Point(cm(45), cm(59)),
        square="B2",
        cover=CLEAR,
        spotted=True,
        idle=cm(40),
        acting=None,
    ),
    row(
        2,
        "gun",
        speed=cm(6),
        decoy=True,
        at=Point(cm(35), cm(50)),
        square="B2",
        cover=CLEAR,
        spotted=True,
        idle=cm(40),
        acting=None,
    ),
    row(
        5,
        "gun",
        speed=cm(5),
        name=GUN.name,
        at=Point(cm(15), cm(41)),
        square="A2",
        terrain=3,
        cover=LIGHT,
        spotted=True,
        idle=cm(20),
        acting=cm(40),
    ),
    row(
        7,
        "command_group",
        speed=cm(10),
        name=HQ.name,
        at=Point(cm(60), cm(55)),
        square="C2",
        terrain=2,
        cover=DENSE,
        spotted=True,
        idle=cm(10),
        acting=cm(20),
        note="under the oak",
    ),
    row(None, "vehicle", speed=cm(30), name=TANK.name, entry=TANK.entry),
    row(None, "warrior", speed=None, name=MOLE.name, entry=MOLE.entry),
)
"""Side b's markers by number, those without one last as written; cover and distances as in 8.F."""


def test_a_side_reads_its_own_markers_by_number_with_what_their_place_gives_them(ridge: Game) -> None:
    public = public_view(ridge.scenario.value, ridge.rules)
    found = side_view(public, ridge.ground, "b", ridge.orders["b"])
    # The pool (contract, 2): four units of the scenario, two secret ones, two decoys.
    own = OwnSide(public=BAKER, pool=8, rows=ROWS, reserve=(LATE,), mission=said("Hold it"), secret=(SPY, MOLE))
    assert found == SideView(public=public, own=own)


def test_a_side_without_orders_reads_its_mission_and_how_many_numbers_both_players_know_of(ridge: Game) -> None:
    public = public_view(ridge.scenario.value, ridge.rules)
    for side, pool, mission in (("a", 1, "Take it"), ("b", 6, "Hold it")):
        known = {"a": ABLE, "b": BAKER}[side]
        own = OwnSide(public=known, pool=pool, rows=None, reserve=(), mission=said(mission))
        assert side_view(public, ridge.ground, side, None) == SideView(public=public, own=own)


WHAT = ((1, "unit"), (2, "unused"), (3, "decoy"))


def reveal_of(side: str) -> tuple[Reveal, SealView]:
    """Give a reveal of three numbers, the second not in play, and what its owner reads of it."""
    openings = tuple(
        Opening(scenario="ridge", side=side, number=n, what=what, units="hq", type="team", move=1, nonce=f"{n}" * 32)
        for n, what in WHAT
    )
    data = f"what {side} is bound to".encode()
    texts = [f"playaid-marker-1 ridge {side} {n} {what} hq team 1 {f'{n}' * 32}" for n, what in WHAT]
    digits = [hashlib.sha256(text.encode()).hexdigest() for text in (data.decode(), *texts)]
    printed = [" ".join(one[place : place + 4].upper() for place in range(0, 32, 4)) for one in digits]
    view = SealView(
        digits=digits[0],
        printed=printed[0],
        lines=tuple(printed[1:]),
        openings=(OpeningView(number=1, text=texts[0]), OpeningView(number=3, text=texts[2])),
    )
    return Reveal(side=side, scenario="ridge", scenario_hash="0" * 64, data=data, openings=openings), view


def test_the_seal_is_read_by_its_owner_and_the_umpire_and_tells_of_no_number_out_of_play(ridge: Game) -> None:
    public = public_view(ridge.scenario.value, ridge.rules)
    (sealed, seen), (_, other) = reveal_of("b"), reveal_of("a")
    assert seen != other
    assert side_view(public, ridge.ground, "b", ridge.orders["b"], sealed).own.seal == seen
    assert side_view(public, ridge.ground, "a", ridge.orders["a"]).own.seal is None
    umpire = umpire_view(public, ridge.ground, ridge.orders, {"b": sealed})
    assert [own.seal for own in umpire.sides] == [None, seen]


def test_the_umpire_reads_both_deployments(ridge: Game) -> None:
    public = public_view(ridge.scenario.value, ridge.rules)
    alone = [side_view(public, ridge.ground, side, ridge.orders[side]).own for side in ("a", "b")]
    assert umpire_view(public, ridge.ground, ridge.orders) == UmpireView(public=public, sides=tuple(alone))


def test_dead_ground_is_found_for_the_umpires_map_and_lies_behind_the_ridge(ridge: Game) -> None:
    public = public_view(ridge.scenario.value, ridge.rules)
    umpire = umpire_view(public, ridge.ground, ridge.orders, shade=True)
    south, north = ([y for ring in own.dead for _, y in ring] for own in umpire.sides)
    # The ridge crosses the table from 20 to 25 cm: what side b does not see lies south of it, what a does not, north.
    assert min(south) >= 0
    assert max(south) <= cm(20)
    assert min(north) >= cm(25)
    assert max(north) <= cm(60)


def test_by_night_alone_no_place_gives_cover_and_nothing_lies_in_dead_ground(tmp_path: Path) -> None:
    game = read(tmp_path, SCENARIO.replace("concealment: incertitude", "night: flames-of-war-night"))
    public = public_view(game.scenario.value, game.rules)
    assert [(kind.id, kind.cover) for kind in public.kinds] == [("wood", None), ("wall", None), ("crest", None)]
    umpire = umpire_view(public, game.ground, game.orders, shade=True)
    assert [own.dead for own in umpire.sides] == [(), ()]
    rows = umpire.sides[1].rows
    assert rows is not None
    assert [(one.number, one.cover, one.spotted, one.idle, one.acting) for one in rows] == [
        (one.number, None, False, None, None) for one in ROWS
    ]
    assert [one.square for one in rows] == [one.square for one in ROWS]
