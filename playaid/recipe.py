"""Recipes: what a generated scenario is made from, read as strictly as everything a user writes."""

import re
from pathlib import Path
from typing import Annotated, Any

from pydantic import BeforeValidator, Field, WithJsonSchema, field_validator, model_validator

from playaid.decoding import decode
from playaid.fields import Extent, Flag, Id, LocalName, LocalText, Many, Model, Name, Whole, choice, meant, refuse
from playaid.scenario import Briefing, Colour, Language, LengthUnit, UnitType, Version
from playaid.source import Source, read
from playaid.telling import PlayaidError

MISSIONS = ("attack", "meeting", "ambush", "rearguard", "night_raid")
SEASONS = ("spring", "summer", "autumn", "winter")
DENSITIES = ("sparse", "medium", "dense")
FEATURES = ("wood", "scrub", "field", "hamlet", "ridge")
ROLES = ("defender", "attacker")


def _word(*known: str) -> Any:
    return BeforeValidator(choice(*known))


Mission = Annotated[str, _word(*MISSIONS), WithJsonSchema({"enum": list(MISSIONS)})]
Season = Annotated[str, _word(*SEASONS), WithJsonSchema({"enum": list(SEASONS)})]
Density = Annotated[str, _word(*DENSITIES), WithJsonSchema({"enum": list(DENSITIES)})]


def decoys_text(value: Any) -> str:
    """Take decoys as a ratio to the units (``1/2``) or as so many more markers than units (``3`` or ``N + 3``)."""
    text = str(value).replace(" ", "").removeprefix("N+")
    if not re.fullmatch("[0-9]{1,3}(/[1-9][0-9]{0,2})?", text):
        raise refuse(
            "not-a-number", "a number of decoys is expected here", "write 3 or N + 3, or 1/2 for one to two units"
        )
    return text


Decoys = Annotated[str, BeforeValidator(decoys_text), WithJsonSchema({"type": ["string", "integer"]})]


class TableSize(Model):
    """The table of a recipe."""

    width: Extent
    depth: Extent


class TerrainMix(Model):
    """How much terrain there is, of what kinds (weights), and whether a road and a stream run through."""

    density: Density = "medium"
    mix: dict[Id, Whole] = Field(default_factory=lambda: {"wood": 3, "scrub": 2, "field": 2, "hamlet": 1, "ridge": 1})
    road: Flag = True
    stream: Flag = True

    @field_validator("mix")
    @classmethod
    def _known(cls, value: dict[str, int]) -> dict[str, int]:
        for kind, weight in value.items():
            if kind not in FEATURES:
                raise refuse("unknown-choice", f"{kind} is no terrain of recipes", meant(kind, FEATURES))
            if not 0 <= weight <= 100:
                raise refuse("not-a-number", "a weight is from 0 to 100")
        if not sum(value.values()):
            raise refuse("not-a-number", "some weight is above 0")
        return value


class Troop(Model):
    """A unit that a force may have: what it costs, and how many of it there may be; `count` in a plain list."""

    id: Id
    name: LocalName
    type: UnitType
    move: Extent
    points: Whole = 1
    most: Whole = 4
    count: Whole = 1

    @model_validator(mode="after")
    def _sound(self) -> "Troop":
        if not 1 <= self.points <= 1_000 or not 1 <= self.most <= 50 or not 1 <= self.count <= 50:
            raise refuse("not-a-number", "points, most and count are small numbers above 0")
        return self


class Force(Model):
    """One side: by points out of its troops, or, without points, all of them as listed."""

    name: LocalName
    emblem: Name
    colour: Colour
    points: Whole | None = None
    troops: Many[Troop]
    decoys: Decoys = "0"
    reinforcements: Whole = 0

    @model_validator(mode="after")
    def _some(self) -> "Force":
        if not self.troops or len(self.troops) > 50:
            raise refuse("wrong-value", "a force has from 1 to 50 kinds of troops")
        if self.points is not None and not 1 <= self.points <= 1_000:
            raise refuse("not-a-number", "points are from 1 to 1000")
        if len({troop.id for troop in self.troops}) < len(self.troops):
            raise refuse("duplicate-id", "two kinds of troops have one id")
        if not 1 <= len(self.emblem) <= 2 or not self.emblem.isalnum():
            raise refuse("wrong-value", "an emblem is one or two letters or digits", 'write it like "B"')
        if self.reinforcements < 0:
            raise refuse("not-a-number", "reinforcements are not below 0")
        return self

    def decoys_for(self, units: int) -> int:
        """Give the number of decoys for a number of units, a ratio rounded down."""
        top, _, bottom = self.decoys.partition("/")
        return units * int(top) // int(bottom) if bottom else int(top)


class Recipe(Model):
    """Everything a scenario is made from, but chance."""

    playaid: Version
    title: LocalName
    mission: Mission
    season: Season = "summer"
    night: Flag = False
    language: Language = "en"
    units: LengthUnit = "cm"
    table: TableSize
    turns: Whole = 8
    terrain: TerrainMix = TerrainMix()
    briefing: Briefing = Briefing()
    defender: Force
    attacker: Force
    notes: LocalText | None = None

    @model_validator(mode="after")
    def _table_of_a_size(self) -> "Recipe":
        if not all(600_000 <= side <= 5_000_000 for side in (self.table.width, self.table.depth)):
            raise refuse("not-a-length", "a table for a recipe measures from 60 cm to 5 m each way")
        if self.defender.emblem.casefold() == self.attacker.emblem.casefold():
            raise refuse("same-emblem", "both sides have the same emblem")
        if not set(self.briefing.mission) <= set(ROLES):
            raise refuse("unknown-side", "missions are for the defender and the attacker")
        if not 3 <= self.turns <= 100:
            raise refuse("not-a-number", "the number of turns is from 3 to 100")
        return self


def recipes_folder() -> Path:
    """Give the folder of the recipes that come with playaid."""
    return Path(__file__).parent / "recipes"


def recipe_names() -> tuple[str, ...]:
    """Give the names of the recipes that come with playaid."""
    return tuple(sorted(path.stem for path in recipes_folder().glob("*.yaml")))


def load_recipe(named: str) -> Recipe:
    """Read a recipe: one of ours by name, or a file. Raises `Rejected` or `PlayaidError`."""
    if named in recipe_names():
        return recipe_of(read(recipes_folder() / f"{named}.yaml"))
    if "/" not in named and not named.endswith((".yaml", ".yml")):
        help = f"{meant(named, recipe_names())}; a recipe of your own is named with its ending, mine.yaml"
        raise PlayaidError(f"no recipe is called {named}", exit_code=2, help=help)
    return recipe_of(read(Path(named)))


def recipe_of(source: Source) -> Recipe:
    """Give the recipe of a source."""
    unit = source.tree.get("units", "cm") if isinstance(source.tree, dict) else "cm"
    return decode(Recipe, source, unit=str(unit) if unit in ("cm", "in") else "cm")
