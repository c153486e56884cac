"""``playaid generate``: a whole scenario from a recipe."""

from pathlib import Path
from typing import TYPE_CHECKING

import click

from playaid.cli_options import Choice
from playaid.cli_terminal import say
from playaid.telling import typed

if TYPE_CHECKING:
    from playaid.generate import Generated
    from playaid.recipe import Recipe


@click.command()
@click.option("--recipe", default="attack", show_default=True, metavar="NAME|FILE",
              help="ambush, attack, meeting, night-raid, rearguard, or a file of your own.")  # fmt: skip
@click.option("--seed", type=int, metavar="N", help="Draw the same scenario again.")
@click.option("--language", type=Choice(["en", "fr", "ru"]), help="Of the printed matter; the recipe's own else.")
@click.option("-o", "--output", type=click.Path(path_type=Path), required=True, metavar="DIR", help="A new folder.")
def generate(recipe: str, seed: int | None, language: str | None, output: Path) -> None:
    """Draw a whole playable scenario, terrain, zones and forces, and say how fair it is."""
    from playaid.chance import chance_of
    from playaid.generate import generate as drawn
    from playaid.recipe import load_recipe
    from playaid.starter import refuse_filled

    refuse_filled(output)
    found = load_recipe(recipe)
    write(output, drawn(found, chance_of(seed, "generate"), language))


def write(folder: Path, made: "Generated") -> None:
    """Write a drawn scenario and tell its figures."""
    from playaid.starter import make_folder

    for file in make_folder(folder, made.text):
        say(file.as_posix())
    for side in made.fairness:
        extent = side.extent
        shares = f"legal {_area(extent.legal)}, cover {extent.cover * 100 // max(1, extent.zone)} %"
        say(f"  {side.side}: zone {_area(extent.zone)}, {shares}, {side.markers} markers on the table")
    for side in made.fairness:
        say(f"next: playaid deploy {typed(folder)} --side {side.side}")


def _area(square_mm: int) -> str:
    return f"{square_mm // 100} cm²"


def ask(language: str) -> "tuple[Recipe, str]":
    """Ask what a scenario is to be; give the recipe and the language of the printed matter."""
    from playaid.recipe import DENSITIES, SEASONS, load_recipe, recipe_names

    language = click.prompt("Language of the printed matter", type=Choice(["en", "fr", "ru"]), default=language)
    base = load_recipe(click.prompt("Mission", type=Choice(list(recipe_names())), default="attack"))
    title = click.prompt("Title", default=base.title.show(language), value_proc=_text)
    unit = click.prompt("Units of bare numbers", type=Choice(["cm", "in"]), default="cm")
    least, most, usual = (60, 500, (180, 120)) if unit == "cm" else (24, 196, (72, 48))
    width = click.prompt("Width of the table, west to east", type=click.IntRange(least, most), default=usual[0])
    depth = click.prompt("Depth of the table, south to north", type=click.IntRange(least, most), default=usual[1])
    night = click.confirm("By night", default=base.night)
    season = click.prompt("Season", type=Choice(list(SEASONS)), default=base.season)
    density = click.prompt("Terrain", type=Choice(list(DENSITIES)), default=base.terrain.density)
    turns = click.prompt("Turns", type=click.IntRange(3, 100), default=base.turns)
    changes = {"units": unit, "night": night, "season": season, "turns": turns}
    changes |= {"title": title, "table": _table(width, depth, unit)}
    changes["terrain"] = base.terrain.model_copy(update={"density": density})
    for role in ("defender", "attacker"):
        force = getattr(base, role)
        name = click.prompt(f"Name of the {role}", default=force.name.show(language), value_proc=_text)
        decoys = click.prompt(f"Decoys of the {role} (3, or 1/2 for one to two units)", default=force.decoys,
                              value_proc=_decoys)  # fmt: skip
        changes[role] = force.model_copy(update={"name": name, "decoys": decoys})
    return base.model_copy(update=changes), language


def _table(width: int, depth: int, unit: str) -> object:
    from playaid.lengths import parse_length
    from playaid.recipe import TableSize

    return TableSize(width=parse_length(str(width), unit), depth=parse_length(str(depth), unit))


def _text(written: object) -> object:
    """Take a text of a reader from a prompt; what no page can show is asked for again."""
    from playaid.fields import Localised, name

    try:
        return written if isinstance(written, Localised) else Localised(plain=name(written))
    except ValueError as error:
        raise click.UsageError(str(error)) from None


def _decoys(written: str) -> str:
    from playaid.recipe import decoys_text

    try:
        return decoys_text(written)
    except ValueError as error:
        raise click.UsageError(str(error)) from None
