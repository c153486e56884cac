"""The checks: one function for each thing that can be wrong with a scenario or with orders.

`check` runs them all and gives one report. Each check yields diagnostics and nothing else; what it hinges on, clause
and ruling, stands in the diagnostic. Checks of orders live in `muster` and `positions`.
"""

from collections.abc import Iterator, Mapping

from playaid import codes
from playaid.betrayals import check_betrayals
from playaid.deployment import Deployment
from playaid.diagnostics import Diagnostic, Report, Severity
from playaid.fields import meant
from playaid.forces import check_units
from playaid.ground import Ground
from playaid.lengths import show_length
from playaid.lookalikes import same_shape
from playaid.muster import (
    check_decoy_count,
    check_marker_contents,
    check_numbers,
    check_numbers_betray,
    check_secret_units,
    check_units_accounted,
)
from playaid.positions import check_markers_close, check_places, check_same_place
from playaid.rules import Rules
from playaid.scenario import Orders, Scenario, ShapeForm, Side, Sourced, TableForm
from playaid.shapes import Circle, Line, Polygon, Shape, first_crossing, twice_area
from playaid.source import Source

Way = tuple[str | int, ...]


def check(
    scenario: Sourced[Scenario], orders: Mapping[str, Sourced[Orders]], rules: Rules, ground: Ground | None = None
) -> Report:
    """Check a scenario and the orders at hand against the rules; give everything that is wrong at once.

    `ground` is the scenario's table where the caller has it already, with what it has learnt of sight.
    """
    found = [*scenario.source.warnings, *check_scenario(scenario, rules)]
    for side in scenario.value.sides:
        if side in orders:
            found += orders[side].source.warnings
    # Geometry of broken shapes means nothing, so orders are judged only on a sound table.
    if not any(d.severity is Severity.ERROR and d.code.reader for d in found):
        ground = ground or Ground(scenario=scenario.value, rules=rules)
        for side in scenario.value.sides:
            if side in orders:
                found += check_orders(ground, side, orders[side])
                found += check_betrayals(Deployment(ground=ground, side=side, orders=orders[side]))
        if len(orders) == 2:
            found += check_markers_close(ground, orders)
    return Report.of(found)


def check_orders(ground: Ground, side: str, orders: Sourced[Orders]) -> Iterator[Diagnostic]:
    """Run every check of one side's orders."""
    deployment = Deployment(ground=ground, side=side, orders=orders)
    if orders.value.side != side:
        said = f"this file is read as the orders of {side}, and says it is for {orders.value.side}"
        help = f"write side: {side}, or call the file {orders.value.side}.orders.yaml"
        yield orders.source.diagnostic(codes.WRONG_SIDE, said, "side", help=help)
        return
    yield from check_secret_units(deployment)
    yield from check_marker_contents(deployment)
    yield from check_units_accounted(deployment)
    yield from check_decoy_count(deployment)
    yield from check_numbers(deployment)
    yield from check_numbers_betray(deployment)
    yield from check_places(deployment)
    yield from check_same_place(deployment)


def check_scenario(scenario: Sourced[Scenario], rules: Rules) -> Iterator[Diagnostic]:
    """Check what both players may read."""
    value, source = scenario.value, scenario.source
    yield from check_terrain_types(value, source, rules)
    yield from check_terrain(value, source, rules)
    for side in value.sides:
        yield from check_side(value, source, rules, side)
    yield from check_emblems(value, source)
    yield from check_names(value, source)


def check_terrain_types(value: Scenario, source: Source, rules: Rules) -> Iterator[Diagnostic]:
    """PA208: each terrain type has a cover class of the ruleset."""
    if rules.concealment is None:
        return
    known = list(rules.tables.cover)
    for id, kind in value.terrain_types.items():
        if kind.cover not in known:
            said = f"the ruleset has no cover class {kind.cover}"
            way = ("terrain_types", id, "cover")
            yield source.diagnostic(codes.UNKNOWN_COVER, said, *way, help=meant(kind.cover, known))


def check_terrain(value: Scenario, source: Source, rules: Rules) -> Iterator[Diagnostic]:
    """PA202, PA203 and the shapes of the pieces."""
    seen: dict[str, int] = {}
    for number, piece in enumerate(value.terrain):
        way: Way = ("terrain", number)
        if piece.id in seen:
            said = f"the id {piece.id} stands here and at piece {seen[piece.id] + 1} of the terrain"
            yield source.diagnostic(codes.DUPLICATE_ID, said, *way, "id")
        seen.setdefault(piece.id, number)
        if piece.type not in value.terrain_types:
            said = f"the terrain type {piece.type} is not defined in this scenario"
            help = meant(piece.type, list(value.terrain_types))
            clause = "8.F" if rules.concealment is not None else None
            yield source.diagnostic(
                codes.UNKNOWN_TERRAIN_TYPE,
                said,
                *way,
                "type",
                help=help,
                clause=clause,
                ruling="D16" if clause else None,
            )
        yield from check_shape(piece.form, value.table, source, (*way, "shape"))


def check_shape(form: ShapeForm, table: TableForm, source: Source, way: Way) -> Iterator[Diagnostic]:
    """PA204 to PA207: a shape has enough points, no crossing edges, an area, and lies on the table."""
    shape, way = form.shape, (*way, form.kinds[0])
    broken = next(_shape_problems(shape, source, way), None)
    if broken is not None:
        yield broken
        return
    box = shape.box
    if box.west < 0 or box.south < 0 or box.east > table.width or box.north > table.depth:
        unit = "cm"
        size = f"{show_length(table.width, unit)} by {show_length(table.depth, unit)}"
        reach = f"from x {show_length(box.west, unit)} to {show_length(box.east, unit)}, "
        reach += f"y {show_length(box.south, unit)} to {show_length(box.north, unit)}"
        yield source.diagnostic(codes.OUTSIDE_TABLE, f"the shape reaches {reach}; the table is {size}", *way)


def _shape_problems(shape: Shape, source: Source, way: Way) -> Iterator[Diagnostic]:
    if isinstance(shape, Circle):
        return
    points = shape.points
    least = 2 if isinstance(shape, Line) else 3
    if len(set(points)) < least:
        said = f"{len(set(points))} different points; at least {least} are needed"
        yield source.diagnostic(codes.TOO_FEW_POINTS, said, *way)
    elif isinstance(shape, Polygon):
        if twice_area(points) == 0 and _on_one_line(points):
            yield source.diagnostic(codes.ZERO_AREA, "all corners lie on one line", *way)
        elif (crossing := first_crossing(points)) is not None:
            yield _crossing(points, crossing, source, way)


def _on_one_line(points: tuple[tuple[int, int], ...]) -> bool:
    (x, y) = points[0]
    (u, v) = next(point for point in points if point != points[0])
    return all((u - x) * (q - y) == (v - y) * (p - x) for p, q in points)


def _crossing(points: tuple[tuple[int, int], ...], crossing: tuple[int, int], source: Source, way: Way) -> Diagnostic:
    count = len(points)
    first, second = (f"{i + 1} to {(i + 1) % count + 1}" for i in crossing)
    said = f"the edge from corner {first} meets the edge from corner {second}"
    return source.diagnostic(codes.CROSSING_EDGES, said, *way, crossing[1])


def check_side(value: Scenario, source: Source, rules: Rules, id: str) -> Iterator[Diagnostic]:
    """The checks of one side: zone, role, units, decoys."""
    side, way = value.sides[id], ("sides", id)
    for number, form in enumerate(side.zone):
        place: Way = (*way, "zone", number)
        if isinstance(form.shape, Line):
            yield source.diagnostic(
                codes.ZERO_AREA, "a line cannot be a deployment zone", *place, help="write a polygon"
            )
        else:
            yield from check_shape(form, value.table, source, place)
    if side.role is None and rules.concealment is not None:
        reading = rules.reading("D3", "as-attackers")
        if reading == "as-attackers":
            said = f"{id} has no role, so it counts as an attacker and needs no cover"
            yield source.diagnostic(codes.NO_ROLE, said, *way, clause="8.A", ruling="D3", key=True)
    if not side.zone and any(unit.arrives is None for unit in side.units):
        clause = "8.A" if rules.concealment is not None else None
        yield source.diagnostic(
            codes.NO_ZONE, f"{id} has units on the table and no zone", *way, clause=clause, key=True
        )
    yield from check_units(value, source, side, (*way, "units"))
    yield from check_decoys(source, rules, id, side)


def check_decoys(source: Source, rules: Rules, id: str, side: Side) -> Iterator[Diagnostic]:
    """PA213 and PA220: decoys need a concealment ruleset, and too many of them tell the opponent to ignore them."""
    if side.decoys and rules.concealment is None:
        yield source.diagnostic(codes.NIGHT_DECOYS, codes.NIGHT_DECOYS.title, "sides", id, "decoys")
    elif rules.concealment is not None and side.decoys > rules.tables.decoy_ratio * max(1, len(side.units)):
        said = f"{side.decoys} decoys for {len(side.units)} units"
        yield source.diagnostic(codes.MANY_DECOYS, said, "sides", id, "decoys", clause="8.D")


def check_emblems(value: Scenario, source: Source) -> Iterator[Diagnostic]:
    """PA218: the sides' emblems differ, since colour never stands alone."""
    first, second = value.sides
    if same_shape(value.sides[first].emblem, value.sides[second].emblem):
        said = f"{first} and {second} both have the emblem {value.sides[second].emblem}"
        yield source.diagnostic(codes.SAME_EMBLEM, said, "sides", second, "emblem")


def check_names(value: Scenario, source: Source) -> Iterator[Diagnostic]:
    """PA222: missions are for sides that exist, and a side has the role that begins."""
    for id in value.briefing.mission:
        if id not in value.sides:
            help = meant(id, list(value.sides))
            way = ("briefing", "mission", id)
            yield source.diagnostic(codes.UNKNOWN_SIDE, f"no side is called {id}", *way, help=help, key=True)
    roles = [side.role for side in value.sides.values() if side.role is not None]
    if value.first is not None and value.first not in roles:
        yield source.diagnostic(codes.UNKNOWN_SIDE, f"no side is the {value.first}", "first", help=codes.NO_ROLE.advice)
