"""Rulesets as data: clauses, rulings and tables, read from YAML and never computed here.

The vocabulary is closed: a club changes numbers, tables, texts and readings in a file that `extends` a built-in one; it
writes no expressions. The data that checks is the data that prints.
"""

from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Annotated, Any

from pydantic import BeforeValidator, Field, WithJsonSchema, field_validator, model_validator

from playaid import codes
from playaid.decoding import decode
from playaid.diagnostics import Rejected, Report
from playaid.fields import (
    Extent,
    Factor,
    Flag,
    Id,
    LocalText,
    Many,
    Model,
    Name,
    Text,
    Whole,
    choice,
    length,
    meant,
    refuse,
)
from playaid.lengths import Length
from playaid.scenario import LengthUnit, UnitType, Version
from playaid.source import Source, parse, read
from playaid.telling import PlayaidError


class Clause(Model):
    """One clause of a chapter in our own words."""

    severity: Annotated[str, BeforeValidator(choice("error", "warning"))]
    title: LocalText
    summary: LocalText


class Ruling(Model):
    """A reading of what a clause leaves open: the options, the default and the reason for it."""

    clause: Name
    question: LocalText
    options: dict[Text, LocalText]
    default: Text
    why: LocalText

    @model_validator(mode="after")
    def _default_is_an_option(self) -> "Ruling":
        if self.default not in self.options:
            raise refuse(
                "bad-ruleset", f"the default {self.default} is not an option", meant(self.default, list(self.options))
            )
        return self


def _reach(value: Any, info: Any) -> Length | None:
    return None if value == "unlimited" or value is None else length(value, info)


Reach = Annotated[Length | None, BeforeValidator(_reach), WithJsonSchema({"type": ["string", "number"]})]
"""A distance, or None for one that only the line of sight limits (written ``unlimited``)."""


class Automatic(Model):
    """Within what distance a marker is spotted without a test (8.F), limits included."""

    acting: Reach
    idle: Reach


class Cover(Model):
    """A cover class: what it does to the spotting factor and to automatic spotting, and whether it hides a defender."""

    name: LocalText
    factor: Factor
    hides: Flag
    automatic: Automatic


class Named(Model):
    """A name in the three languages."""

    name: LocalText


class Die(Model):
    """A die with faces 1 to `faces`."""

    faces: Whole

    @field_validator("faces")
    @classmethod
    def _a_real_die(cls, value: int) -> int:
        if not 2 <= value <= 100:
            raise refuse("bad-ruleset", "a die has 2 to 100 faces")
        return value


class Points(Model):
    """What an activation gives and what each action costs, in action points."""

    activation: Whole
    move: Whole
    test: Whole
    shot: Whole
    first_shot: Whole
    rehide: Whole


class Concealment(Model):
    """The tables of a concealment ruleset."""

    die: Die
    step: Extent
    cover: dict[Id, Cover]
    close: Extent
    spotters: Many[Id]
    testers: Many[Id]
    states: dict[Id, Named]
    points: Points
    rehide: Many[UnitType]
    linear_cover: Extent
    marker: Extent
    decoy_ratio: Whole


class Visibility(Model):
    """One row of the night table: the face, and how far one sees, nominally in both units."""

    roll: Whole
    inches: Extent = Field(alias="in")
    cm: Extent


class NightMovement(Model):
    """How far anything moves at night, and whether it may move at the double."""

    inches: Extent = Field(alias="in")
    cm: Extent
    double: Flag


class Bogging(Named):
    """A bogging check: what one die must show."""

    needs: Whole


def _rows_unit(value: Any) -> Any:
    """Give the columns of a nominal pair their own units: bare numbers count in what their key says."""
    if not isinstance(value, dict):
        return value
    return {
        key: f"{part} {key}" if key in ("in", "cm") and isinstance(part, str) else part for key, part in value.items()
    }


class Dawn(Model):
    """When the light changes: from a turn on, one die more each turn; any of them at or above `needs` changes it."""

    first_turn: Whole
    needs: Whole


class Night(Model):
    """The tables of a night ruleset; `dice` is how many are rolled for the best, `dawn` is optional."""

    die: Die
    dice: Whole = 1
    visibility: Many[Annotated[Visibility, BeforeValidator(_rows_unit)]]
    source: LocalText
    movement: Annotated[NightMovement, BeforeValidator(_rows_unit)]
    bogging: dict[Id, Bogging]
    reroll: Annotated[str, BeforeValidator(choice("passes", "none"))]
    dawn: Dawn | None = None

    @model_validator(mode="after")
    def _table_is_whole(self) -> "Night":
        rolls = [row.roll for row in self.visibility]
        if rolls != list(range(1, self.die.faces + 1)):
            raise refuse(
                "bad-ruleset", f"the visibility rows must be the rolls 1 to {self.die.faces}, each once, in order"
            )
        for before, after in zip(self.visibility[:-1], self.visibility[1:], strict=True):
            if after.inches < before.inches or after.cm < before.cm:
                raise refuse("bad-ruleset", f"the distance falls from roll {before.roll} to {after.roll}")
        return self


class Ruleset(Model):
    """A chapter of rules as data."""

    playaid: Version
    id: Id
    kind: Annotated[str, BeforeValidator(choice("concealment", "night"))]
    extends: Text | None = None
    name: LocalText
    edition: LocalText
    units: LengthUnit
    clauses: dict[Text, Clause]
    rulings: dict[Text, Ruling]
    concealment: Concealment | None = None
    night: Night | None = None

    @model_validator(mode="after")
    def _tables_of_its_kind(self) -> "Ruleset":
        if getattr(self, self.kind) is None:
            raise refuse("bad-ruleset", f"a ruleset of the kind {self.kind} has its tables under {self.kind}")
        return self


LANGUAGES = {"en", "fr", "ru"}

BUILT_IN = ("incertitude", "flames-of-war-night")
"""The rulesets that come with playaid."""


@cache
def built_in(id: str) -> Ruleset:
    """Give a ruleset that comes with playaid."""
    source = _built_in_source(id)
    return decode(Ruleset, source, unit=source.tree["units"])


def load_ruleset(named: str, folder: Path) -> Ruleset:
    """Give the ruleset that a scenario names: a built-in one's id, or a file's path from the scenario's folder.

    Raises `Rejected` for what is wrong in a club's file, `PlayaidError` when it cannot be read.
    """
    if named in BUILT_IN:
        return built_in(named)
    source = read(folder / named)
    base = source.tree.get("extends") if isinstance(source.tree, dict) else None
    if base is None:
        return decode(Ruleset, source, unit=_unit(source.tree))
    if base not in BUILT_IN:
        help = meant(str(base), list(BUILT_IN))
        said = source.diagnostic(codes.UNKNOWN_RULESET, f"{base} is no built-in ruleset", "extends", help=help)
        raise Rejected(Report((said,)))
    tree = merged(_built_in_source(str(base)).tree, source.tree)
    return decode(Ruleset, source, unit=_unit(tree), tree=tree)


def load_named(named: str) -> Ruleset:
    """Give the ruleset that a command line names: a built-in one's id, or a file. Raises as `load_ruleset` does."""
    if named not in BUILT_IN and not is_path(named):
        help = f"{meant(named, list(BUILT_IN))}; a club's own file is named with its ending, club.yaml"
        raise PlayaidError(f"no ruleset is called {named}", exit_code=2, help=help)
    return load_ruleset(named, Path())


def merged(base: Any, over: Any) -> Any:
    """Give two trees as one: mappings are joined key by key, everything else is replaced by the second.

    Keys keep the order of the first tree, unless the second has them all: then its order holds, so that a club may put
    a cover class between two others; an empty mapping keeps what was inherited.
    """
    if isinstance(base, dict) and isinstance(over, dict):
        if set(over) & LANGUAGES and set(base) <= LANGUAGES:
            return over
        keys = list(over) if set(base) <= set(over) else [*base, *(key for key in over if key not in base)]
        return {key: merged(base.get(key), over[key] if over.get(key) is not None else base.get(key)) for key in keys}
    return over


def is_path(named: str) -> bool:
    """Tell whether a ruleset is named by a path rather than an id."""
    return named.endswith((".yaml", ".yml")) or "/" in named or "\\" in named


@cache
def _built_in_source(id: str) -> Source:
    place = files("playaid").joinpath("rulesets", f"{id}.yaml")
    return parse(place.read_bytes(), Path(f"{id}.yaml"))


def _unit(tree: Any) -> str:
    unit = tree.get("units", "cm") if isinstance(tree, dict) else "cm"
    return str(unit) if unit in ("cm", "in") else "cm"
