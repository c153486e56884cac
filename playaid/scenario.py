"""Scenarios and orders: the two kinds of file a user writes, as frozen values.

A scenario holds what both players may read; orders hold what one side and the umpire may read. Nothing here judges:
what the rules say of these values is the business of `checks`.
"""

from dataclasses import dataclass, replace
from decimal import Decimal
from functools import cached_property
from pathlib import Path
from typing import Annotated, Any, Generic, Literal, TypeVar

from pydantic import AfterValidator, BeforeValidator, Field, WithJsonSchema, field_validator

from playaid import codes
from playaid.decoding import decode
from playaid.diagnostics import Rejected, Report
from playaid.fields import (
    PAIR_SCHEMA,
    Extent,
    Id,
    LengthField,
    LocalName,
    LocalText,
    Many,
    Model,
    Name,
    Number,
    PlaceField,
    Text,
    Whole,
    above_zero,
    choice,
    meant,
    pair,
    refuse,
)
from playaid.files import exists
from playaid.folders import beside_missing, slug_for
from playaid.lengths import Length
from playaid.paths import WINDOWS
from playaid.shapes import Area, Circle, Line, Point, Polygon, Shape, rectangle
from playaid.source import Source, read
from playaid.telling import PlayaidError, typed

UNIT_TYPES = (
    "command_group",
    "combat_group",
    "team",
    "support_weapon",
    "gun",
    "vehicle",
    "platoon",
    "warrior",
    "independent_team",
)
"""What a marker may stand for: 8.A, and the last three for the night chapter."""

ORDERS_ENDING = ".orders.yaml"
"""What the names of orders end in, behind the side's id."""

EDGES = ("north", "south", "east", "west")
RESERVED = ("public", "umpire")


def _word(*known: str) -> Any:
    return BeforeValidator(choice(*known))


UnitType = Annotated[str, _word(*UNIT_TYPES), WithJsonSchema({"enum": list(UNIT_TYPES)})]
Edge = Annotated[str, _word(*EDGES), WithJsonSchema({"enum": list(EDGES)})]
Role = Annotated[str, _word("attacker", "defender"), WithJsonSchema({"enum": ["attacker", "defender"]})]
LengthUnit = Annotated[str, _word("cm", "in"), WithJsonSchema({"enum": ["cm", "in"]})]
Sight = Annotated[str, _word("open", "blocked"), WithJsonSchema({"enum": ["open", "blocked"]})]
Language = Annotated[str, _word("en", "fr", "ru"), WithJsonSchema({"enum": ["en", "fr", "ru"]})]


def _version(value: Any) -> Any:
    if value != "1":
        raise refuse("wrong-version", f"this is not written for format version 1: {value}", "write playaid: 1")
    return 1


Version = Annotated[Literal[1], BeforeValidator(_version)]


def _size(value: Any, info: Any) -> tuple[Length, Length]:
    width, depth = pair(value)
    return above_zero(width, info), above_zero(depth, info)


Size = Annotated[tuple[Length, Length], BeforeValidator(_size), WithJsonSchema(PAIR_SCHEMA)]


def _colour(value: Any) -> str:
    if (
        not isinstance(value, str)
        or len(value) != 7
        or value[0] != "#"
        or set(value[1:].lower()) - set("0123456789abcdef")
    ):
        raise refuse("wrong-value", "a colour is expected here", 'write it like "#4a5a3a", in quotes')
    return value.lower()


Colour = Annotated[str, BeforeValidator(_colour), WithJsonSchema({"type": "string", "pattern": "^#[0-9a-fA-F]{6}$"})]


class RectangleForm(Model):
    """A rectangle: its south-west corner before turning, its size, its turn in degrees anticlockwise."""

    at: PlaceField
    size: Size
    turn: Number = Decimal(0)


class CircleForm(Model):
    """A circle."""

    at: PlaceField
    radius: Extent


class ShapeForm(Model):
    """A shape as written: exactly one of its keys."""

    polygon: Many[PlaceField] | None = None
    rectangle: RectangleForm | None = None
    circle: CircleForm | None = None
    line: Many[PlaceField] | None = None

    @property
    def kinds(self) -> tuple[str, ...]:
        """The keys that are there."""
        return tuple(kind for kind in ("polygon", "rectangle", "circle", "line") if getattr(self, kind) is not None)

    @cached_property
    def shape(self) -> Shape:
        """The shape itself."""
        if self.rectangle is not None:
            return rectangle(self.rectangle.at, self.rectangle.size, self.rectangle.turn)
        if self.circle is not None:
            return Circle(centre=self.circle.at, radius=self.circle.radius)
        if self.line is not None:
            return Line(points=self.line)
        return Polygon(points=self.polygon or ())


def _one_kind(value: Any) -> Any:
    known = ("polygon", "rectangle", "circle", "line")
    if isinstance(value, dict) and len([key for key in value if key in known]) != 1:
        raise refuse("wrong-value", "a shape is exactly one of polygon, rectangle, circle, line", "keep one of them")
    if not isinstance(value, (dict, ShapeForm)):
        raise refuse("wrong-value", "a shape is expected here", "write polygon: [[x, y], …], for example")
    return value


AnyShape = Annotated[ShapeForm, BeforeValidator(_one_kind)]


def _shapes(value: Any) -> Any:
    if isinstance(value, dict):
        return (value,)
    if isinstance(value, list):
        return tuple(value)
    return value


Zone = Annotated[tuple[AnyShape, ...], BeforeValidator(_shapes)]


class RulesForm(Model):
    """Which rulesets a scenario plays by, and which readings of their silent clauses."""

    concealment: Name | None = None
    night: Name | None = None
    rulings: dict[Text, Text] = Field(default_factory=dict)


class TableForm(Model):
    """The table: x from 0 to width, west to east; y from 0 to depth, south to north."""

    width: Extent
    depth: Extent

    @property
    def ground(self) -> Polygon:
        """The table as a polygon."""
        w, d, o = self.width, self.depth, Length(0)
        return Polygon(points=(Point(o, o), Point(w, o), Point(w, d), Point(o, d)))


class TerrainType(Model):
    """What a kind of terrain does: the cover class it gives, and whether sight passes."""

    cover: Id
    sight: Sight
    name: LocalName | None = None


class Terrain(Model):
    """One piece of terrain."""

    id: Id
    type: Id
    name: LocalName | None = None
    form: AnyShape = Field(alias="shape")

    @property
    def shape(self) -> Shape:
        """Its shape."""
        return self.form.shape


class Arrival(Model):
    """Where and when a unit enters: by which edge, between which places along it, in which turn."""

    turn: Whole
    edge: Edge
    start: LengthField | None = Field(default=None, alias="from")
    end: LengthField | None = Field(default=None, alias="to")

    def line(self, table: TableForm) -> Line:
        """Give the stretch of the table's edge, its ends included."""
        along = table.width if self.edge in ("north", "south") else table.depth
        start, end = self.start or Length(0), along if self.end is None else self.end
        zero = Length(0)
        ends = {
            "south": (Point(start, zero), Point(end, zero)),
            "north": (Point(start, table.depth), Point(end, table.depth)),
            "west": (Point(zero, start), Point(zero, end)),
            "east": (Point(table.width, start), Point(table.width, end)),
        }
        return Line(points=ends[self.edge])


class Element(Model):
    """A part of a unit with a speed of its own."""

    name: LocalName
    move: Extent


class Unit(Model):
    """A unit that a marker may stand for."""

    id: Id
    name: LocalName
    type: UnitType
    move: Extent | None = None
    elements: Many[Element] = ()
    experience: Whole | None = None
    arrives: Arrival | None = None
    part_of: Id | None = None

    @property
    def speed(self) -> Length | None:
        """The speed of its slowest element, else its own (8.B)."""
        return min((element.move for element in self.elements), default=self.move)


def _emblem(value: Any) -> str:
    if not isinstance(value, str) or not 1 <= len(value) <= 2 or not value.isalnum():
        raise refuse("wrong-value", "an emblem is one or two letters or digits", 'write it like "B"')
    return str(value)


def _or_a_sheet(schema: dict[str, Any]) -> None:
    """Tell editors that a unit list may be the name of a spreadsheet beside the scenario."""
    written = dict(schema)
    schema.clear()
    schema["anyOf"] = [written, {"type": "string", "pattern": r"\.([cC][sS][vV]|[xX][lL][sS][xX])$"}]


class Side(Model):
    """One of the two sides, as both players may know it."""

    name: LocalName
    role: Role | None = None
    emblem: Annotated[str, BeforeValidator(_emblem)]
    colour: Colour = "#333333"
    zone: Zone = ()
    decoys: Whole = 0
    units: Many[Unit] = Field(default=(), json_schema_extra=_or_a_sheet)

    @field_validator("decoys")
    @classmethod
    def _not_negative(cls, value: int) -> int:
        if not 0 <= value <= 1000:
            raise refuse("not-a-number", "the number of decoys is from 0 to 1000")
        return value


class Briefing(Model):
    """Texts for the players; a mission may be given for each side."""

    situation: LocalText | None = None
    mission: dict[Id, LocalText] = Field(default_factory=dict)
    victory: LocalText | None = None
    special: LocalText | None = None


def _side_id(name: str) -> str:
    """Refuse a name of a side under which nothing could be written for it."""
    if name in RESERVED:
        raise refuse("two-sides", f"no side can be called {name}", "public and umpire are the other readers")
    if name in WINDOWS:
        help = f"its folder and its orders would bear that name, which is a device on Windows; try {name}-1"
        raise refuse("two-sides", f"no side can be called {name}", help)
    return name


SideId = Annotated[Id, AfterValidator(_side_id)]


class Scenario(Model):
    """A table, its terrain and two sides: all that both players may read."""

    playaid: Version
    title: LocalName
    revision: Name = "1"
    language: Language = "en"
    rules: RulesForm
    units: LengthUnit = "cm"
    table: TableForm
    grid: Extent | None = None
    turns: Whole | None = None
    first: Role | None = None
    terrain_types: dict[Id, TerrainType] = Field(default_factory=dict)
    terrain: Many[Terrain] = ()
    briefing: Briefing = Briefing()
    sides: dict[SideId, Side]
    notes: LocalText | None = None

    @field_validator("turns")
    @classmethod
    def _some_turns(cls, value: int | None) -> int | None:
        if value is not None and not 1 <= value <= 100:
            raise refuse("not-a-number", "the number of turns is from 1 to 100")
        return value

    @field_validator("sides")
    @classmethod
    def _two_sides(cls, value: dict[str, Side]) -> dict[str, Side]:
        if len(value) != 2:
            raise refuse("two-sides", f"{len(value)} sides are written here; a scenario has two")
        return value

    def enemy_of(self, side: str) -> str:
        """Give the id of the other side."""
        return next(other for other in self.sides if other != side)

    def entry_edges(self, side: str) -> tuple[Line, ...]:
        """Give the stretches of edge by which the units of a side in the scenario enter, each once."""
        lines = (unit.arrives.line(self.table) for unit in self.sides[side].units if unit.arrives is not None)
        return tuple(dict.fromkeys(lines))

    def zone(self, side: str) -> tuple[Area, ...]:
        """Give the areas of a side's deployment zone."""
        return tuple(form.shape for form in self.sides[side].zone if not isinstance(form.shape, Line))


class Marker(Model):
    """One camouflage marker of the orders: a unit, or a decoy and what it pretends to be."""

    number: Whole | None = None
    unit: Id | None = None
    decoy: UnitType | None = None
    move: Extent | None = None
    at: PlaceField | None = None
    note: Text = ""


def _nonce(value: Any) -> str:
    if not isinstance(value, str) or len(value) != 32 or set(value) - set("0123456789abcdef"):
        help = "take the line out and let playaid seal write it"
        raise refuse("wrong-value", "a nonce is expected here, 32 hexadecimal digits as playaid seal writes them", help)
    return str(value)


Nonce = Annotated[str, BeforeValidator(_nonce), WithJsonSchema({"type": "string", "pattern": "^[0-9a-f]{32}$"})]


class Orders(Model):
    """What one side and the umpire may read: where the markers stand and what they are."""

    playaid: Version
    side: Id
    units: Many[Unit] = Field(default=(), json_schema_extra=_or_a_sheet)
    markers: Many[Marker] = ()
    reserve: Many[Id] = ()
    nonce: Nonce | None = None


M = TypeVar("M")


@dataclass(frozen=True, kw_only=True)
class Sourced(Generic[M]):
    """A value together with the file it was read from."""

    value: M
    source: Source


def load_scenario(path: Path) -> Sourced[Scenario]:
    """Read a scenario from its folder or its file. Raises `Rejected` or `PlayaidError`."""
    source = _read(path / "scenario.yaml" if path.is_dir() else path)
    unit = source.tree.get("units", "cm") if isinstance(source.tree, dict) else "cm"
    known = str(unit) if unit in ("cm", "in") else "cm"
    if isinstance(source.tree, dict) and _names_a_sheet(source.tree.get("sides")):
        from playaid.roster import with_rosters

        source = with_rosters(source, Unit, known)
    return Sourced(value=decode(Scenario, source, unit=known), source=source)


def _read(file: Path) -> Source:
    """Read a scenario's file; say which one may be meant where there is none, and what orders are in its place."""
    try:
        source = read(file)
    except PlayaidError as error:
        known = () if exists(file) else beside_missing(file)
        if not known:
            raise
        help = meant(file.as_posix().removesuffix("/scenario.yaml"), known)
        raise PlayaidError(error.message, help=help) from None
    if isinstance(source.tree, dict) and "side" in source.tree and "sides" not in source.tree:
        side = file.name.removesuffix(ORDERS_ENDING) if file.name.endswith(ORDERS_ENDING) else "SIDE"
        help = f"playaid check {typed(file.parent)} --for {typed(Path(side))}"
        said = source.diagnostic(codes.MISSING_KEY, "these are the orders of a side, not a scenario", help=help)
        raise Rejected(Report((replace(said, place=replace(said.place, excerpt="")),)))
    return source


def _names_a_sheet(sides: Any) -> bool:
    """Tell whether the units of some side are the name of a spreadsheet."""
    found = sides.values() if isinstance(sides, dict) else ()
    return any(isinstance(side, dict) and isinstance(side.get("units"), str) for side in found)


def orders_file(scenario: Sourced[Scenario], side: str) -> Path:
    """Give the place of a side's orders: beside the scenario."""
    return scenario.source.file.parent / f"{side}{ORDERS_ENDING}"


def load_orders(scenario: Sourced[Scenario], side: str) -> Sourced[Orders] | None:
    """Read a side's orders, or give None when that side has none. Raises `Rejected` or `PlayaidError`."""
    file = orders_file(scenario, side)
    if not exists(file):
        return None
    return sourced_orders(scenario, read(file, secret=True))


def sourced_orders(scenario: Sourced[Scenario], source: Source) -> Sourced[Orders]:
    """Give the orders of a source, with the units of the sheet where they name one. Raises `Rejected`.

    The source's tree stays as it was written, so that sealing and dealing can write into it.
    """
    tree = source.tree
    if isinstance(tree, dict) and isinstance(tree.get("units"), str):
        from playaid.roster import with_secret_roster

        folder, language = scenario.source.file.parent, scenario.value.language
        source, tree = with_secret_roster(source, folder, language, Unit, scenario.value.units)
    return Sourced(value=decode(Orders, source, unit=scenario.value.units, tree=tree), source=source)


def slug_of(scenario: Sourced[Scenario]) -> str:
    """Give the name of a scenario's output folder: its own folder's name in safe letters."""
    return slug_for(scenario.source.file)
