"""Hidden deployments drawn by chance: legal, spread, by type, and such that no place tells a decoy from a unit.

For each kind of marker (a type and a speed) as many places are drawn as there are units and decoys of that kind
together; only then is it dealt at random which of them are decoys. So a decoy's place comes from the same distribution
as its units' places, whatever the plan prefers.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from playaid import yamltext
from playaid.chance import Chance, shuffled
from playaid.deployment import Deployment
from playaid.ground import Ground
from playaid.legalground import Extent, Site, Spot
from playaid.scenario import Orders, Scenario, Sourced, Terrain, Unit
from playaid.shapes import Point, squared_distance
from playaid.telling import typed

PLANS = ("even", "forward", "depth", "flank")
"""How a side spreads: even over its ground, to the front, in depth, or to the wings."""

LAYOUTS = 6
"""So often a deployment is begun anew before places that draw warnings are taken."""

CHOICES = 10
"""Each marker gets the place that suits it best among so many drawn ones; more would make deployments alike."""

WIDEST = 200_000
"""Markers need not stand farther apart than this, µm."""

DEPTHS = {
    "even": {"command_group": 750, "gun": 450, "support_weapon": 450, "vehicle": 550},
    "forward": {"command_group": 450, "gun": 250, "support_weapon": 200, "vehicle": 250},
    "depth": {"command_group": 950, "gun": 650, "support_weapon": 600, "vehicle": 800},
    "flank": {"command_group": 700, "gun": 450, "support_weapon": 400, "vehicle": 500},
}
"""How far back a type stands by each plan, in thousandths of the side's ground from the front."""

OTHERS = {"forward": 0, "depth": 550}
"""The same for groups and teams; they have no preference under the other plans."""

LOOKOUTS = ("gun", "support_weapon")
"""The types that want a field of fire."""


@dataclass(frozen=True, order=True, kw_only=True)
class Kind:
    """What the other player can tell of a marker by its conduct: type and speed (µm, -1 for none)."""

    type: str
    speed: int


@dataclass(frozen=True, kw_only=True)
class Placed:
    """One marker: the unit it stands for, or None for a decoy of its kind; no place for a unit that arrives later."""

    kind: Kind
    unit: Unit | None
    at: Point | None


@dataclass(frozen=True, kw_only=True)
class Deal:
    """A deployment that was drawn; `dropped` are decoys there was no room for, `tight` says that warnings remain."""

    markers: tuple[Placed, ...]
    dropped: int
    tight: bool


class NoRoom(Exception):
    """There is not enough legal ground for the units; says how much there is."""

    def __init__(self, placed: int, wanted: int, extent: Extent) -> None:
        """Keep how many units found a place, how many there are, and the ground."""
        super().__init__(f"{placed} of {wanted}")
        self.placed, self.wanted, self.extent = placed, wanted, extent


@dataclass
class _Layout:
    """A deployment in the making."""

    site: Site
    chance: Chance
    plan: str
    spots: Sequence[Spot]
    gap: int
    taken: list[Point] = field(default_factory=list)

    def take(self, kind: Kind) -> Point | None:
        """Take a place for a marker: one of some drawn at random, the best for its type; gaps narrow when they must."""
        gap, least = self.gap, 2 * self.site.radius
        while True:
            free = self._some_free(gap)
            if free:
                at = min(free, key=lambda point: self._unfit(point, kind))
                self.taken.append(at)
                return at
            if gap <= least:
                return None
            gap = max(least, gap * 2 // 3)

    def _some_free(self, gap: int) -> list[Point]:
        """Give some free places, in an order drawn at random."""
        free: list[Point] = []
        for spot in shuffled(self.chance, self.spots):
            if all(squared_distance(spot.at, other) >= gap * gap for other in self.taken):
                free.append(spot.at)
                if len(free) == CHOICES:
                    break
        return free

    def _unfit(self, point: Point, kind: Kind) -> int:
        """Tell how ill a place suits a type, in thousandths."""
        depths = DEPTHS[self.plan]
        wanted = depths.get(kind.type, OTHERS.get(self.plan))
        unfit = 0 if wanted is None else 2 * abs(self.site.share(point, 0) - wanted)
        if self.plan == "flank" and kind.type != "command_group":
            unfit += 1_000 - abs(2 * self.site.share(point, 1) - 1_000)
        if kind.type in LOOKOUTS:
            unfit += 3 * (1_000 - self.site.fire(point)) // 2
        return unfit


def deal(deployment: Deployment, chance: Chance, plan: str = "even") -> Deal:
    """Draw a deployment of a side's units and all its decoys. Raises `NoRoom` when units find no place."""
    site = Site(deployment=deployment)
    units = marked_units(deployment)
    standing = [unit for unit in units if unit.arrives is None]
    kinds = _pretences(deployment, standing or units, chance) if site.zone else []
    later = tuple(Placed(kind=kind_of(unit), unit=unit, at=None) for unit in units if unit.arrives is not None)
    wanted = [*map(kind_of, standing), *kinds]
    placed, tight = _places(site, chance, plan, wanted)
    while len(placed) < len(wanted) and kinds:
        kinds = kinds[: max(0, len(kinds) - max(1, len(wanted) - len(placed)))]
        wanted = [*map(kind_of, standing), *kinds]
        placed, tight = _places(site, chance, plan, wanted)
    if len(placed) < len(wanted):
        raise NoRoom(len(placed), len(wanted), site.extent() if site.zone else Extent(zone=0, legal=0, cover=0))
    found = tuple(_dealt(chance, standing, placed))
    return Deal(markers=(*found, *later), dropped=_granted(deployment) - len(kinds), tight=tight)


def _granted(deployment: Deployment) -> int:
    return deployment.own.decoys if deployment.rules.concealment is not None else 0


def kind_of(unit: Unit) -> Kind:
    """Give what a unit's marker is by its conduct."""
    return Kind(type=unit.type, speed=-1 if unit.speed is None else unit.speed)


def marked_units(deployment: Deployment) -> list[Unit]:
    """Give the units that get a marker: not in reserve, and no group beside its own parts (D9, D12, D14)."""
    units, reserve = deployment.units, set(deployment.orders.value.reserve)
    visible = deployment.rules.reading("D14") == "visible"
    open_arrivals = {id for id, unit in units.items() if unit.arrives is not None and visible}
    chosen: list[Unit] = []
    for id, unit in units.items():
        if id in reserve or id in open_arrivals or _carried(deployment, unit, reserve):
            continue
        chosen.append(unit)
    ordered = [*deployment.own.units, *deployment.orders.value.units]
    return [unit for unit in ordered if unit in chosen]


def _carried(deployment: Deployment, unit: Unit, reserve: set[str]) -> bool:
    """Tell whether a unit stands on the marker of the group that it is part of."""
    parent, passed = unit.part_of, {unit.id}
    while parent is not None and parent in deployment.units and parent not in passed:
        if parent not in reserve:
            return True
        passed.add(parent)
        parent = deployment.units[parent].part_of
    return False


def _pretences(deployment: Deployment, units: Sequence[Unit], chance: Chance) -> list[Kind]:
    """Give what each decoy pretends to be: units drawn without return, all again when there are more decoys."""
    models = [kind for kind in map(kind_of, units) if kind.speed >= 0] or [kind_of(unit) for unit in units]
    kinds: list[Kind] = []
    while models and len(kinds) < _granted(deployment):
        kinds += shuffled(chance, models)
    return kinds[: _granted(deployment)]


def _places(site: Site, chance: Chance, plan: str, wanted: Sequence[Kind]) -> tuple[list[tuple[Kind, Point]], bool]:
    """Give places for markers of some kinds, as many as can be found; and whether any of them draws a warning."""
    if not wanted:
        return [], False
    best: list[tuple[Kind, Point]] = []
    spots: list[Spot] = []
    for attempt in range(2 * LAYOUTS):
        if attempt % LAYOUTS < 3:
            spots = _joined(spots, site.draw(chance, len(wanted)))
        anything = attempt >= LAYOUTS
        usable = [spot for spot in spots if spot.clean or anything]
        placed = _layout(site, chance, plan, wanted, usable)
        if len(placed) == len(wanted):
            clean = {spot.at for spot in spots if spot.clean}
            return placed, any(at not in clean for _, at in placed)
        best = max(best, placed, key=len)
    return best, False


def _joined(first: Sequence[Spot], second: Sequence[Spot]) -> list[Spot]:
    return list({spot.at: spot for spot in (*first, *second)}.values())


def _layout(
    site: Site, chance: Chance, plan: str, wanted: Sequence[Kind], spots: Sequence[Spot]
) -> list[tuple[Kind, Point]]:
    if not spots:
        return []
    layout = _Layout(site=site, chance=chance, plan=plan, spots=spots, gap=_gap(site, len(wanted)))
    first = ("command_group", *LOOKOUTS, "vehicle")
    order = sorted(wanted, key=lambda kind: (first.index(kind.type) if kind.type in first else len(first), kind))
    found = ((kind, layout.take(kind)) for kind in order)
    return [(kind, at) for kind, at in found if at is not None]


def _gap(site: Site, markers: int) -> int:
    """Give how far apart markers stand when there is room: as their share of the zone's box allows."""
    box = site.box
    width, depth = box.east - box.west, box.north - box.south
    share, side = width * depth // max(1, markers), 1
    while (side + 1_000) ** 2 <= share:
        side += 1_000
    return max(2 * site.radius, min(WIDEST, side * 2 // 3))


def _dealt(chance: Chance, units: Sequence[Unit], placed: Sequence[tuple[Kind, Point]]) -> Iterator[Placed]:
    """Deal who stands where: within each kind all orders of units and decoys over the places are as likely."""
    for kind in sorted({kind for kind, _ in placed}):
        places = shuffled(chance, [at for other, at in placed if other == kind])
        owners: list[Unit | None] = [unit for unit in units if kind_of(unit) == kind]
        owners += [None] * (len(places) - len(owners))
        yield from (Placed(kind=kind, unit=unit, at=at) for unit, at in zip(owners, places, strict=True))


def blank_orders(side: str) -> str:
    """Give the text of orders that say nothing yet."""
    return f"playaid: 1\nside: {side}\n"


def written(
    ground: Ground, side: str, kept: Sourced[Orders], dealt: Deal, words: "Words", path: Path | None = None
) -> str:
    """Give the text of the orders file: the kept units and reserve, the drawn markers, comments for the player."""
    unit = ground.scenario.units
    where = typed(path) if path is not None else ""
    lines = [f"# {yamltext.comment(line.format(side=side, path=where))}" for line in words.head]
    lines += ["", "playaid: 1", f"side: {side}"]
    tree = kept.source.tree if isinstance(kept.source.tree, dict) else {}
    if isinstance(tree.get("units"), str):
        lines.append(f"units: {yamltext.text(tree['units'])}")
    elif kept.value.units:
        lines += ["units:", *(f"  - {yamltext.flow(entry)}" for entry in tree["units"])]
    lines.append("markers:" if dealt.markers else "markers: []")
    entries = [(_entry(placed, unit), _remark(ground, side, placed, words)) for placed in dealt.markers]
    width = min(72, max((len(entry) for entry, _ in entries), default=0))
    lines += [f"  - {entry:{width}}  # {remark}".rstrip() if remark else f"  - {entry}" for entry, remark in entries]
    if kept.value.reserve:
        lines.append(f"reserve: [{', '.join(kept.value.reserve)}]")
    return "\n".join(lines) + "\n"


@dataclass(frozen=True, kw_only=True)
class Words:
    """The comments of an orders file in a language; `head` has places for {side} and {path}."""

    head: tuple[str, ...]
    pretends: str
    later: str
    types: dict[str, str]
    terrain: dict[str, str]
    """Our own words for kinds of terrain, by their ids."""

    language: str


def _entry(placed: Placed, unit: str) -> str:
    if placed.unit is not None:
        parts = [f"unit: {placed.unit.id}"]
    else:
        parts = [f"decoy: {placed.kind.type}"]
        parts += [f"move: {yamltext.length(placed.kind.speed, unit)}"] if placed.kind.speed >= 0 else []
    parts += [f"at: {yamltext.place(placed.at, unit)}"] if placed.at is not None else []
    return "{" + ", ".join(parts) + "}"


def _piece_name(scenario: Scenario, piece: Terrain, words: Words) -> str:
    """Name a piece as documents do: by its kind and its number on the public map where it has no name."""
    if piece.name is not None:
        return piece.name.show(words.language)
    kind = scenario.terrain_types[piece.type].name
    number = 1 + [one.id for one in scenario.terrain].index(piece.id)
    named = kind.show(words.language) if kind is not None else words.terrain.get(piece.type, piece.type)
    return f"{named} {number}"


def _remark(ground: Ground, side: str, placed: Placed, words: Words) -> str:
    """Say beside a marker where it stands, in the player's language."""
    if placed.at is None:
        return words.later if placed.unit is not None else ""
    piece = ground.standing(placed.at, side).piece
    terrain = "" if piece is None else _piece_name(ground.scenario, piece, words)
    decoy = words.pretends.format(type=words.types[placed.kind.type]) if placed.unit is None else ""
    parts = (ground.square(placed.at), terrain, decoy)
    return yamltext.comment(", ".join(part for part in parts if part))
