"""Drawn deployments: legal, repeatable, secret, and such that no place tells a decoy from a unit."""

import re
import stat
import sys
from collections import Counter
from pathlib import Path

import pytest
from conftest import EXAMPLES, Run, change
from telltale import Sample, histogram_z, neighbours_z

from playaid import yamltext
from playaid.chance import Seeded
from playaid.dealing import Board, deal_orders, orders_of, sound_game
from playaid.deploy import PLANS, NoRoom, blank_orders, deal
from playaid.deployment import Deployment
from playaid.lengths import Length, parse_length
from playaid.scenario import Orders, Sourced, load_orders
from playaid.shapes import squared_distance
from playaid.source import parse

SIDES = [(path, side) for path in EXAMPLES for side in sound_game(path).scenario.value.sides]


def kept(board: Board, side: str) -> Sourced[Orders]:
    blank = orders_of(board, blank_orders(side), board.scenario.source.file.parent / f"{side}.orders.yaml")
    return load_orders(board.scenario, side) or blank


@pytest.mark.parametrize(("path", "side"), SIDES, ids=[f"{path.name}-{side}" for path, side in SIDES])
def test_every_deployment_of_every_example_is_legal(path: Path, side: str) -> None:
    board = sound_game(path)
    orders = kept(board, side)
    for seed in range(8):
        _, dealt, report = deal_orders(board, side, orders, seed=seed, plan=PLANS[seed % 4])
        assert report.diagnostics == ()
        assert dealt.dropped == 0
        assert not dealt.tight
        places = [placed.at for placed in dealt.markers if placed.at is not None]
        least = min((squared_distance(a, b) for a in places for b in places if a != b), default=25_000**2)
        assert least >= (board.ground.radius * 2) ** 2


def test_no_place_tells_a_decoy_from_a_unit() -> None:
    path = next(path for path in EXAMPLES if path.name == "cabourg")
    board = sound_game(path)
    deployment = Deployment(ground=board.ground, side="americains", orders=kept(board, "americains"))
    drawn: list[Sample] = []
    for seed in range(150):
        markers = deal(deployment, Seeded(seed, "test")).markers
        many = Counter(
            p.kind for p in markers
        )  # an enemy sees how many of a kind there are, as benchmarks/deploy.py says
        drawn += [(f"{p.kind} {many[p.kind]}", p.at.x, p.at.y, p.unit is None) for p in markers if p.at is not None]
    half = len(drawn) // 2
    assert abs(neighbours_z(drawn[:half], drawn[half:])) < 4
    assert histogram_z(drawn, 100_000) < 4


def test_the_classifiers_would_notice() -> None:
    # A deployment that puts its decoys in the east is found out at once.
    chance = Seeded(1)
    drawn = [("team", x := chance.bits(20), chance.bits(20), x > 600_000) for _ in range(600)]
    assert neighbours_z(drawn[:300], drawn[300:]) > 8
    assert histogram_z(drawn, 250_000) > 8


def test_a_decoy_pretends_to_be_a_unit_of_its_side(farm: Path) -> None:
    board = sound_game(farm)
    for seed in range(20):
        _, dealt, _ = deal_orders(board, "german", kept(board, "german"), seed=seed)
        units = {(placed.kind.type, placed.kind.speed) for placed in dealt.markers if placed.unit is not None}
        assert {(p.kind.type, p.kind.speed) for p in dealt.markers if p.unit is None} <= units
        assert sum(1 for placed in dealt.markers if placed.unit is None) == 4


def test_plans_and_types_have_their_places() -> None:
    board = sound_game(next(path for path in EXAMPLES if path.name == "hill-x"))

    def mean_x(plan: str, type: str) -> int:
        places = []
        for seed in range(12):
            _, dealt, _ = deal_orders(board, "attacker", kept(board, "attacker"), seed=seed, plan=plan)
            places += [p.at.x for p in dealt.markers if p.at is not None and p.kind.type == type]
        return sum(places) // len(places)

    # The attacker comes from the west: forward is east, and commanders stay behind.
    assert mean_x("forward", "combat_group") > mean_x("depth", "combat_group")
    assert mean_x("even", "command_group") < mean_x("even", "combat_group")


def test_deploy_writes_orders_that_check(farm: Path, run: Run) -> None:
    (farm / "german.orders.yaml").unlink()
    made = run("deploy", farm, "--side", "german")
    assert made.returncode == 0, made.stderr
    file = farm / "german.orders.yaml"
    assert sys.platform == "win32" or stat.S_IMODE(file.stat().st_mode) == 0o600
    text = file.read_text(encoding="utf-8")
    assert text.startswith("# SECRET")
    assert "number" not in text
    checked = run("check", farm, "--for", "german", "--strict")
    assert checked.returncode == 0, checked.stdout


def test_a_seed_repeats_and_without_one_nothing_does(farm: Path, run: Run) -> None:
    texts = []
    for name, more in (("a", ("--seed", "5")), ("b", ("--seed", "5")), ("c", ()), ("d", ())):
        file = farm / f"{name}.yaml"
        assert run("deploy", farm, "--side", "german", "-o", file, *more).returncode == 0
        texts.append(file.read_text(encoding="utf-8"))
    assert texts[0] == texts[1]
    assert len(set(texts)) == 3
    # A piece without a name goes by its kind and its number on the map, never by its id.
    assert re.search(r"# \w\d, (bois 4|bâtiment 2|mur 3)", texts[0])
    assert not re.search("# .*(bosquet|grange)", "\n".join(texts))


def test_markers_are_replaced_only_again(farm: Path, run: Run) -> None:
    file = farm / "german.orders.yaml"
    before = file.read_bytes()
    refused = run("deploy", farm, "--side", "german")
    assert refused.returncode == 2
    assert "--again" in refused.stderr
    assert file.read_bytes() == before
    assert run("deploy", farm, "--side", "german", "--again").returncode == 0
    assert file.read_bytes() != before


def test_secret_units_and_reserve_are_kept(farm: Path, run: Run) -> None:
    file = farm / "german.orders.yaml"
    file.write_text(
        'playaid: 1\nside: german\nunits:\n  - id: at\n    name: "Panzerfaust, [1]: \\"x\\""\n    type: team\n'
        "    move: 30 cm\n    arrives: {turn: 2, edge: north}\nreserve: [mg]\n",
        encoding="utf-8",
    )
    assert run("deploy", farm, "--side", "german").returncode == 0
    board = sound_game(farm)
    orders = kept(board, "german").value
    assert orders.reserve == ("mg",)
    (unit,) = orders.units
    assert unit.name.plain == 'Panzerfaust, [1]: "x"'
    assert unit.move == 300_000
    assert [marker.at for marker in orders.markers if marker.unit == "at"] == [None]
    assert all(marker.unit != "mg" for marker in orders.markers)


def test_the_other_sides_orders_stay_closed(farm: Path, run: Run) -> None:
    (farm / "american.orders.yaml").write_bytes(b"\xff\xfe not even text")
    assert run("deploy", farm, "--side", "german", "--again").returncode == 0


def test_too_little_ground_is_told_with_how_much_there_is(farm: Path, run: Run) -> None:
    board = farm / "scenario.yaml"
    change(
        board,
        "zone: {polygon: [[0, 60], [180, 60], [180, 120], [0, 120]]}",
        "zone: {rectangle: {at: [0, 60], size: [2, 2]}}",
    )
    before = (farm / "german.orders.yaml").read_bytes()
    said = run("deploy", farm, "--side", "german", "--again")
    assert said.returncode == 1
    assert "cm²" in said.stderr
    assert (farm / "german.orders.yaml").read_bytes() == before
    with pytest.raises(NoRoom):
        deal_orders(sound_game(farm), "german", kept(sound_game(farm), "german"), seed=1)


def test_decoys_go_before_units(farm: Path) -> None:
    change(
        farm / "scenario.yaml",
        "zone: {polygon: [[0, 60], [180, 60], [180, 120], [0, 120]]}",
        "zone: {rectangle: {at: [137, 88], size: [3, 3]}}",
    )
    _, dealt, _ = deal_orders(sound_game(farm), "german", kept(sound_game(farm), "german"), seed=1)
    assert dealt.dropped > 0
    assert {placed.unit.id for placed in dealt.markers if placed.unit is not None} == {"pc", "mg", "pz"}


@pytest.mark.parametrize("um", [0, 1, 254, 2_540, 100_000, 123_457, -5_000])
@pytest.mark.parametrize("unit", ["cm", "in"])
def test_lengths_are_written_exactly(um: int, unit: str) -> None:
    assert parse_length(yamltext.length(Length(um), unit).strip('"'), unit) == um


@pytest.mark.parametrize("value", ["a", "no", "12", "1st", "a: b", "x # y", "- z", 'q"', "№ 1", "", " a", "été, 2"])
def test_texts_are_written_so_that_they_read_back(value: str) -> None:
    line = f"k: {{{yamltext.text('k')}: {yamltext.text(value)}}}\n"
    tree = parse(line.encode(), Path("x.yaml")).tree
    assert tree["k"]["k"] == value
    assert parse(f"k: {yamltext.flow(tree['k'])}\n".encode(), Path("x.yaml")).tree == tree
