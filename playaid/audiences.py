"""What every reader of a game may read: views made from a scenario and its orders."""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from decimal import Decimal

from playaid.deployment import Deployment
from playaid.diagnostics import Diagnostic
from playaid.engine import automatic
from playaid.ground import Ground
from playaid.lengths import Length
from playaid.reveal import Reveal, grouped
from playaid.rules import Rules
from playaid.scenario import Arrival, Marker, Orders, Scenario, Side, Sourced, Terrain, Unit
from playaid.shapes import Circle, Line, Point
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


def public_view(scenario: Scenario, rules: Rules, waived: tuple[Diagnostic, ...] = ()) -> PublicView:
    """Give what both players may read of a scenario."""
    clauses = tuple(sorted({d.clause for d in waived if d.clause is not None}))
    return PublicView(
        imprint=Imprint(
            title=scenario.title,
            revision=scenario.revision,
            language=scenario.language,
            rules=rules,
            waived=clauses,
        ),
        units=scenario.units,
        turns=scenario.turns,
        first=scenario.first,
        table=(scenario.table.width, scenario.table.depth),
        grid=scenario.grid,
        kinds=tuple(_kinds(scenario, rules)),
        terrain=tuple(_terrain(piece) for piece in scenario.terrain),
        briefing=BriefingView(
            situation=scenario.briefing.situation,
            victory=scenario.briefing.victory,
            special=scenario.briefing.special,
        ),
        sides=tuple(_public_side(id, side) for id, side in scenario.sides.items()),
    )


def side_view(
    public: PublicView, ground: Ground, side: str, orders: Sourced[Orders] | None, seal: Reveal | None = None
) -> SideView:
    """Give what one side may read; its enemy's orders are no argument and cannot matter."""
    return SideView(public=public, own=replace(_own_side(public, ground, side, orders), seal=_seal(seal)))


def umpire_view(
    public: PublicView,
    ground: Ground,
    orders: Mapping[str, Sourced[Orders]],
    seals: Mapping[str, Reveal] | None = None,
    *,
    shade: bool = False,
) -> UmpireView:
    """Give what the umpire may read; `shade` finds the dead ground too, which only a map needs."""
    known = seals or {}
    sides = tuple(
        replace(_own_side(public, ground, side.id, orders[side.id]), seal=_seal(known.get(side.id)))
        for side in public.sides
    )
    if shade and ground.rules.concealment is not None:
        sides = tuple(replace(own, dead=ground.dead_ground(own.public.id)) for own in sides)
    return UmpireView(public=public, sides=sides)


def _seal(reveal: Reveal | None) -> SealView | None:
    if reveal is None:
        return None
    used = (opening for opening in reveal.openings if opening.what != "unused")
    return SealView(
        digits=reveal.seal,
        printed=grouped(reveal.seal),
        lines=tuple(grouped(opening.hash) for opening in reveal.openings),
        openings=tuple(OpeningView(number=opening.number, text=opening.text) for opening in used),
    )


def _public_side(id: str, side: Side) -> PublicSide:
    return PublicSide(
        id=id,
        name=side.name,
        role=side.role,
        emblem=side.emblem,
        colour=side.colour,
        decoys=side.decoys,
        units=tuple(_unit(unit) for unit in side.units),
        zone=tuple(form.shape.outline for form in side.zone if not isinstance(form.shape, Line)),
    )


def _kinds(scenario: Scenario, rules: Rules) -> Iterator[KindView]:
    """Give the kinds of terrain that lie on the table."""
    cover = rules.tables.cover if rules.concealment is not None else {}
    used = {piece.type for piece in scenario.terrain}
    for id, kind in scenario.terrain_types.items():
        if id in used:
            given = cover[kind.cover].name if kind.cover in cover else None
            yield KindView(id=id, name=kind.name, cover=given, blocks=kind.sight == "blocked")


def _terrain(piece: Terrain) -> TerrainView:
    form, shape = piece.form, piece.shape
    at: Point | None = None
    size: tuple[Length, Length] | None = None
    turn = Decimal(0)
    if form.rectangle is not None:
        at, size, turn = form.rectangle.at, form.rectangle.size, form.rectangle.turn
    elif isinstance(shape, Circle):
        at, size = shape.centre, (Length(2 * shape.radius), Length(2 * shape.radius))
    return TerrainView(
        id=piece.id,
        name=piece.name,
        kind=piece.type,
        form=form.kinds[0],
        outline=shape.points if isinstance(shape, Line) else shape.outline,
        at=at,
        size=size,
        turn=turn,
    )


def _unit(unit: Unit) -> UnitView:
    return UnitView(name=unit.name, type=unit.type, speed=unit.speed, entry=_entry(unit.arrives))


def _entry(arrival: Arrival | None) -> Entry | None:
    if arrival is None:
        return None
    return Entry(turn=arrival.turn, edge=arrival.edge, start=arrival.start, end=arrival.end)


def _own_side(public: PublicView, ground: Ground, side: str, orders: Sourced[Orders] | None) -> OwnSide:
    known = next(other for other in public.sides if other.id == side)
    mission = ground.scenario.briefing.mission.get(side)
    if orders is None:
        pool = len(known.units) + known.decoys
        return OwnSide(public=known, pool=pool, rows=None, reserve=(), mission=mission)
    deployment = Deployment(ground=ground, side=side, orders=orders)
    rows = [_row(deployment, marker) for marker in orders.value.markers]
    rows.sort(key=lambda row: (row.number is None, row.number or 0))
    reserve = tuple(_unit(deployment.units[id]) for id in orders.value.reserve if id in deployment.units)
    return OwnSide(
        public=known,
        pool=deployment.pool,
        rows=tuple(rows),
        reserve=reserve,
        mission=mission,
        secret=tuple(_unit(unit) for unit in orders.value.units),
    )


def _row(deployment: Deployment, marker: Marker) -> Row:
    unit = deployment.units.get(marker.unit) if marker.unit is not None else None
    ground = deployment.ground
    standing = ground.standing(marker.at, deployment.side) if marker.at is not None else None
    piece = standing.piece if standing is not None else None
    cover = standing.cover if standing is not None else None
    idle, acting = (
        automatic(deployment.rules, Length(0), cover, acted=acted) if cover is not None else None
        for acted in (False, True)
    )
    ids = [one.id for one in ground.scenario.terrain]
    return Row(
        number=marker.number,
        decoy=marker.decoy is not None,
        name=unit.name if unit is not None else None,
        type=unit.type if unit is not None else marker.decoy or "",
        at=marker.at,
        square=ground.square(marker.at) if marker.at is not None else "",
        terrain=ids.index(piece.id) + 1 if piece is not None else None,
        cover=deployment.rules.tables.cover[cover].name if cover is not None else None,
        speed=unit.speed if unit is not None else marker.move,
        spotted=idle is not None,
        idle=idle.limit if idle is not None else None,
        acting=acting.limit if acting is not None else None,
        entry=_entry(unit.arrives) if unit is not None else None,
        note=marker.note,
    )
