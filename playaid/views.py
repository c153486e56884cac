"""Views: the only way from a scenario to a document. What a view has no field for cannot be printed.

A `PublicView` holds what both players may read. A `SideView` adds one side's own deployment, an `UmpireView` both. The
other side of a `SideView` is a `PublicSide` like everybody's. Adding a field here is a decision about secrecy.
"""

from dataclasses import dataclass
from decimal import Decimal
from typing import TYPE_CHECKING

from playaid.lengths import Length
from playaid.rules import Rules

if TYPE_CHECKING:
    from playaid.fields import Localised
    from playaid.shapes import Point


@dataclass(frozen=True, kw_only=True)
class Imprint:
    """What the foot of every page says of a document's origin; `waived` names the clauses a build was forced past."""

    title: "Localised | None"
    revision: str
    language: str
    rules: Rules
    waived: tuple[str, ...] = ()


@dataclass(frozen=True, kw_only=True)
class Entry:
    """How reinforcements enter: turn, edge and the stretch of it (µm), None for the whole edge."""

    turn: int
    edge: str
    start: Length | None
    end: Length | None


@dataclass(frozen=True, kw_only=True)
class UnitView:
    """A unit: its names and its speed (µm an activation)."""

    name: "Localised"
    type: str
    speed: Length | None
    entry: Entry | None


Ring = tuple[tuple[int, int], ...]
"""Corners on the table in µm: x from the west edge, y from the south edge."""


@dataclass(frozen=True, kw_only=True)
class TerrainView:
    """A piece of terrain: its outline as sight takes it, and how the scenario writes it.

    `form` is polygon, rectangle, circle or line; `at` is a rectangle's first corner or a circle's centre, `size` its
    width and depth, `turn` a rectangle's turn in degrees.
    """

    id: str
    name: "Localised | None"
    kind: str
    form: str
    outline: Ring
    at: "Point | None" = None
    size: tuple[Length, Length] | None = None
    turn: Decimal = Decimal(0)


@dataclass(frozen=True, kw_only=True)
class KindView:
    """A kind of terrain: the cover class it gives, and whether it stops sight."""

    id: str
    name: "Localised | None"
    cover: "Localised | None"
    blocks: bool


@dataclass(frozen=True, kw_only=True)
class BriefingView:
    """The texts that both players read."""

    situation: "Localised | None"
    victory: "Localised | None"
    special: "Localised | None"


@dataclass(frozen=True, kw_only=True)
class PublicSide:
    """A side as both players know it."""

    id: str
    name: "Localised"
    role: str | None
    emblem: str
    colour: str
    decoys: int
    units: tuple[UnitView, ...]
    zone: tuple[Ring, ...]


@dataclass(frozen=True, kw_only=True)
class PublicView:
    """What both players may read."""

    imprint: Imprint
    units: str
    turns: int | None
    first: str | None
    table: tuple[Length, Length]
    grid: Length | None
    kinds: tuple[KindView, ...]
    terrain: tuple[TerrainView, ...]
    briefing: BriefingView
    sides: tuple[PublicSide, ...]


@dataclass(frozen=True, kw_only=True)
class Row:
    """One marker of a deployment as its owner reads it; a decoy fills the same fields as a unit.

    `idle` and `acting` are the automatic spotting distances at its place (µm), None for no limit; they are missing
    (`spotted` is False) where the marker has no place yet or no concealment rules are on. `terrain` is the number of
    the piece there, which is its place in `PublicView.terrain` from 1 and stands on the public map.
    """

    number: int | None
    decoy: bool
    name: "Localised | None"
    type: str
    at: "Point | None"
    square: str
    terrain: int | None
    cover: "Localised | None"
    speed: Length | None
    spotted: bool
    idle: Length | None
    acting: Length | None
    entry: Entry | None
    note: str


@dataclass(frozen=True, kw_only=True)
class OpeningView:
    """What proves one marker when it is turned over: the exact text whose SHA-256 stands on the slip."""

    number: int
    text: str


@dataclass(frozen=True, kw_only=True)
class SealView:
    """What a side bound itself to: all 64 digits of its seal, and the 32 of it that are printed, in groups of four.

    `lines` are the printed digits of every number from 1 on, also of those not in play; `openings` those in play.
    """

    digits: str
    printed: str
    lines: tuple[str, ...]
    openings: tuple[OpeningView, ...]


@dataclass(frozen=True, kw_only=True)
class OwnSide:
    """A side as it knows itself: its markers in the order of their numbers, its reserve, how many numbers it has.

    `rows` is None when there are no orders yet: the log is then a form to fill in. `secret` are the units that the
    other side must not know of; `dead` is ground that the enemy's places do not see, for the umpire alone; `seal` is
    None until the orders are sealed.
    """

    public: PublicSide
    pool: int
    rows: tuple[Row, ...] | None
    reserve: tuple[UnitView, ...]
    mission: "Localised | None"
    secret: tuple[UnitView, ...] = ()
    dead: tuple[Ring, ...] = ()
    seal: SealView | None = None


@dataclass(frozen=True, kw_only=True)
class SideView:
    """What one side may read: everything public and its own deployment."""

    public: PublicView
    own: OwnSide


@dataclass(frozen=True, kw_only=True)
class UmpireView:
    """What the umpire may read: both deployments."""

    public: PublicView
    sides: tuple[OwnSide, ...]


View = PublicView | SideView | UmpireView
