"""Scenarios from nothing: `new`, `generate` and what spreadsheets get from `export`."""

import csv
import json
import stat
import sys
from pathlib import Path

import pytest
import yaml
from conftest import ROOT, Run, change

from playaid.chance import Seeded
from playaid.diagnostics import Rejected
from playaid.export import table_text
from playaid.game import read_game
from playaid.generate import fair, generate
from playaid.landscape import Plan, landscape
from playaid.lengths import Length
from playaid.recipe import Recipe, load_recipe, recipe_names
from playaid.shapes import Point


@pytest.mark.parametrize(("language", "defender"), [("en", "defender"), ("fr", "defenseur"), ("ru", "oborona")])
def test_a_new_scenario_goes_to_print_in_three_commands(language: str, defender: str, tmp_path: Path, run: Run) -> None:
    assert run("new", tmp_path / "mine", "--language", language).returncode == 0
    assert run("deploy", tmp_path / "mine", "--side", defender).returncode == 0
    built = run("build", tmp_path / "mine", "-o", tmp_path / "out", "--only", "markers", "--only", "log", "--strict")
    assert built.returncode == 0, built.stderr
    assert (tmp_path / "out" / "mine" / defender / "log.pdf").exists()


def test_a_new_scenario_names_its_schema(tmp_path: Path, run: Run) -> None:
    run("new", tmp_path / "mine")
    first = (tmp_path / "mine" / "scenario.yaml").read_text(encoding="utf-8").split("\n")[0]
    assert first == "# yaml-language-server: $schema=scenario.schema.json"
    for name in ("scenario.schema.json", "orders.schema.json"):
        assert "properties" in json.loads((tmp_path / "mine" / name).read_text(encoding="utf-8"))


@pytest.mark.parametrize("name", recipe_names())
def test_a_recipe_is_copied_with_its_schema_and_generates_the_same(name: str, tmp_path: Path, run: Run) -> None:
    assert run("new", tmp_path / "mine", "--recipe", name).returncode == 0
    copied = tmp_path / "mine" / f"{name}.yaml"
    assert copied.read_text(encoding="utf-8").split("\n")[0] == "# yaml-language-server: $schema=recipe.schema.json"
    schema = json.loads((tmp_path / "mine" / "recipe.schema.json").read_text(encoding="utf-8"))
    assert set(yaml.safe_load(copied.read_text(encoding="utf-8"))) <= set(schema["properties"])
    assert load_recipe(str(copied)) == load_recipe(name)
    assert run("new", tmp_path / "mine", "--recipe", name).returncode == 5


def test_a_recipe_that_does_not_exist_is_no_recipe(tmp_path: Path, run: Run) -> None:
    refused = run("new", tmp_path / "mine", "--recipe", "attak")
    assert refused.returncode == 2
    assert "attack" in refused.stderr
    assert not (tmp_path / "mine").exists()


def test_nothing_is_overwritten(farm: Path, run: Run) -> None:
    before = {path.name: path.read_bytes() for path in farm.iterdir()}
    for command in (("new", farm), ("generate", "-o", farm)):
        assert run(*command).returncode == 5
    assert {path.name: path.read_bytes() for path in farm.iterdir()} == before


@pytest.mark.parametrize("name", recipe_names())
@pytest.mark.parametrize("seed", [1])
def test_generated_scenarios_check_and_are_fair(name: str, seed: int, tmp_path: Path, run: Run) -> None:
    made = run("generate", "--recipe", name, "--seed", seed, "-o", tmp_path / "g")
    assert made.returncode == 0, made.stderr
    assert "cover" in made.stdout
    assert run("check", "--strict", tmp_path / "g").returncode == 0
    again = generate(load_recipe(name), Seeded(seed, "generate"))
    assert again.text == (tmp_path / "g" / "scenario.yaml").read_text(encoding="utf-8")
    assert fair(again.fairness)


def test_a_generated_scenario_is_deployed_and_built(tmp_path: Path, run: Run) -> None:
    run("generate", "--recipe", "night-raid", "--seed", 4, "--language", "ru", "-o", tmp_path / "g")
    for side in ("defender", "attacker"):
        assert run("deploy", tmp_path / "g", "--side", side).returncode == 0
    built = run("build", tmp_path / "g", "-o", tmp_path / "out")
    assert built.returncode == 0, built.stderr
    assert (tmp_path / "out" / "g" / "umpire" / "log.pdf").exists()


@pytest.mark.parametrize("from_west", [True, False])
def test_roads_run_through_and_streams_flow(from_west: bool) -> None:
    for seed in range(20):
        plan = Plan(width=1800, depth=1200, density="medium", mix={"wood": 2, "field": 1, "hamlet": 1}, road=True,
                    stream=True, road_from_west=from_west, wanted=())  # fmt: skip
        pieces = landscape(plan, Seeded(seed, "landscape"))
        for kind, along in (("road", 0 if from_west else 1), ("stream", 1 if from_west else 0)):
            (way,) = (piece for piece in pieces if piece.kind == kind)
            reach = [point[along] for point in way.points]
            assert (min(reach), max(reach)) == (0, (1800, 1200)[along])
        assert sum(piece.kind == "bridge" for piece in pieces) == 1


def test_pieces_keep_clear_of_each_other() -> None:
    from shapely import LineString, Polygon

    plan = Plan(width=1800, depth=1200, density="dense", mix={"wood": 3, "field": 2, "hamlet": 2, "ridge": 1},
                road=True, stream=True, road_from_west=True, wanted=())  # fmt: skip
    for seed in range(12):
        pieces = landscape(plan, Seeded(seed, "apart"))
        solid = [Polygon(piece.points) for piece in pieces if not piece.line and piece.kind != "bridge"]
        assert all(shape.is_valid for shape in solid)
        ways = {("road", "stream"), ("stream", "road")}
        kinds = [piece.kind for piece in pieces if not piece.line and piece.kind != "bridge"]
        for i, one in enumerate(solid):
            for j in range(i):
                assert (kinds[i], kinds[j]) in ways or not one.intersects(solid[j]), (seed, kinds[i], kinds[j])
        for piece in pieces:
            if piece.line:
                line = LineString(piece.points)
                assert not any(line.crosses(shape) for shape in solid)


def test_forces_by_points_and_by_list() -> None:
    recipe = load_recipe("attack")
    scenario = generate(recipe, Seeded(1, "generate")).text
    assert scenario.count("type: command_group") == 2
    listed = recipe.model_copy(update={"defender": recipe.defender.model_copy(update={"points": None})})
    text = generate(listed, Seeded(1, "generate")).text
    defender = text[text.index("  defender:\n    name") : text.index("  attacker:\n    name")]
    assert defender.count("- {id:") == len(recipe.defender.troops)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("mission: attack ", "mission: attck "),
        ("decoys: 1/2", "decoys: 1/0"),
        ("emblem: D", "emblem: A"),
        ("wood: 3", "forest: 3"),
        ("turns: 8", "turns: 2"),
        ("road: true", "rood: true"),
    ],
)
def test_recipes_are_read_strictly(old: str, new: str, tmp_path: Path) -> None:
    file = tmp_path / "mine.yaml"
    file.write_bytes((ROOT / "playaid" / "recipes" / "attack.yaml").read_bytes())
    line = change(file, old, new)
    with pytest.raises(Rejected) as rejected:
        load_recipe(str(file))
    (found,) = rejected.value.report.diagnostics
    assert found.place.line <= line


@pytest.mark.parametrize(("decoys", "units", "wanted"), [("3", 7, 3), ("N + 2", 7, 2), ("1/2", 7, 3), ("2/1", 4, 8)])
def test_decoys_by_ratio_or_number(decoys: str, units: int, wanted: int) -> None:
    recipe = load_recipe("attack")
    force = Recipe.model_fields["defender"].annotation
    assert force is not None
    content = recipe.defender.model_dump(by_alias=True) | {"decoys": decoys}
    content["name"], content["troops"] = recipe.defender.name, recipe.defender.troops
    assert force.model_validate(content).decoys_for(units) == wanted


def test_interactive_asks_and_draws(tmp_path: Path) -> None:
    from click.testing import CliRunner

    from playaid.cli_new import new

    answers = "fr\nambush\nLa route\ncm\n180\n120\ny\nwinter\ndense\n7\n\n1/1\n\nfoo\n2\n"
    done = CliRunner().invoke(new, [str(tmp_path / "i"), "--interactive"], input=answers)
    assert done.exit_code == 0, done.output
    text = (tmp_path / "i" / "scenario.yaml").read_text(encoding="utf-8")
    assert "title: La route" in text
    assert "night: flames-of-war-night" in text
    assert "decoys: 2" in text


def test_export_gives_each_reader_his_own(farm: Path, run: Run) -> None:
    change(
        farm / "german.orders.yaml",
        "side: german\n",
        "side: german\nunits: [{id: x, name: '=cmd()', type: team, move: 5}]\nreserve: [x]\n",
    )
    assert run("export", farm).returncode == 0
    folder = farm / "export"
    secret = {"german.secret-units.csv", "american.secret-units.csv", "umpire.log.csv"}
    assert {path.name for path in folder.iterdir()} == secret | {"german.units.csv", "american.units.csv"}
    for path in folder.iterdir():
        assert path.read_bytes().startswith(b"\xef\xbb\xbf")
        assert sys.platform == "win32" or stat.S_IMODE(path.stat().st_mode) == (0o600 if path.name in secret else 0o644)
    assert "cmd" not in (folder / "german.units.csv").read_text(encoding="utf-8")
    assert '"\'=cmd()"' in (folder / "german.secret-units.csv").read_text(encoding="utf-8")
    with (folder / "umpire.log.csv").open(encoding="utf-8-sig", newline="") as stream:
        rows = list(csv.reader(stream))
    assert len({len(row) for row in rows}) == 1
    assert [row[1] for row in rows if row[0] == "german"] == ["1", "2", "3", "4", "5", "7", ""]
    # A piece without a name goes by its kind and its number on the public map.
    places = {row[1]: row[6].replace("\u00a0", " ") for row in rows if row[0] == "german"}
    assert (places["1"], places["2"]) == ("bois 4, couvert dense", "bâtiment 2, couvert dense")
    assert places["7"] == "Bois du Nord, couvert dense"


def test_export_for_one_side_opens_no_other(farm: Path, run: Run) -> None:
    (farm / "american.orders.yaml").write_bytes(b"\xff")
    done = run("export", farm, "--for", "german", "-o", farm / "mine")
    assert done.returncode == 0, done.stderr
    assert [path.name for path in (farm / "mine").iterdir()] == ["german.secret-units.csv"]


def test_no_cell_is_a_formula() -> None:
    risky = ["=1+1", "+1", "-1", "@x", "\tx", "\rx", "＝x", " =1", "a\0b", 'q"r']
    rows = list(csv.reader(table_text([risky, [-3, None]]).removeprefix("\ufeff").splitlines()))
    assert all(cell[:1] not in set("=+-@\t\r＝") for cell in rows[0])
    assert rows[0][-2:] == ["ab", 'q"r']
    assert rows[1] == ["-3", ""]


def test_shadows_that_all_but_touch_still_give_dead_ground(tmp_path: Path) -> None:
    """In this landscape two views cannot be joined in floating point alone; no place of the result is seen."""
    (tmp_path / "scenario.yaml").write_text(generate(load_recipe("attack"), Seeded(78, "generate")).text, "utf-8")
    ground = read_game(tmp_path, frozenset()).ground
    rings = ground.dead_ground("attacker")
    assert rings
    for number, ring in enumerate(rings):
        for x, y in ring[number % 7 :: 7][:6]:
            assert ground.seen(Point(Length(x), Length(y)), "attacker") is None, (x, y)
