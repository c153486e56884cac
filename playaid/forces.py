"""The checks of units, whether the scenario lists them or a side's orders keep them secret."""

from collections.abc import Iterator, Mapping

from playaid import codes
from playaid.diagnostics import Diagnostic
from playaid.fields import meant
from playaid.lengths import show_length
from playaid.scenario import Arrival, Scenario, Side
from playaid.source import Source

Way = tuple[str | int, ...]


def check_units(value: Scenario, source: Source, side: Side, way: Way) -> Iterator[Diagnostic]:
    """PA202, PA215 and PA217 for the units of a side or the secret units of its orders."""
    ids: dict[str, int] = {}
    parents = {unit.id: unit.part_of for unit in side.units}
    for number, unit in enumerate(side.units):
        here = (*way, number)
        if unit.id in ids:
            said = f"the id {unit.id} stands here and at unit {ids[unit.id] + 1} of this side"
            yield source.diagnostic(codes.DUPLICATE_ID, said, *here, "id")
        ids.setdefault(unit.id, number)
        if unit.part_of is not None and (unit.part_of not in parents or _leads_back(unit.id, parents)):
            said, help = "part_of leads in a circle", ""
            if unit.part_of not in parents:
                said = f"{unit.part_of} is no unit of this side"
                help = meant(unit.part_of, [id for id in parents if id != unit.id])
            yield source.diagnostic(codes.BAD_PARENT, said, *here, "part_of", help=help)
        if unit.arrives is not None:
            yield from check_arrival(value, source, unit.arrives, (*here, "arrives"))


def _leads_back(id: str, parents: Mapping[str, str | None]) -> bool:
    passed, current = {id}, parents.get(id)
    while current is not None:
        if current in passed:
            return True
        passed.add(current)
        current = parents.get(current)
    return False


def check_arrival(value: Scenario, source: Source, arrival: Arrival, way: Way) -> Iterator[Diagnostic]:
    """PA217: an arrival names a turn of the game and a stretch of its edge."""
    along = value.table.width if arrival.edge in ("north", "south") else value.table.depth
    if arrival.turn < 1 or (value.turns is not None and arrival.turn > value.turns):
        last = f" to {value.turns}" if value.turns is not None else ""
        yield source.diagnostic(codes.BAD_ARRIVAL, f"turn {arrival.turn} is not among the turns 1{last}", *way, "turn")
    start, end = arrival.start or 0, along if arrival.end is None else arrival.end
    if not 0 <= start < end <= along:
        said = f"the {arrival.edge} edge runs from 0 to {show_length(along)}, and from comes before to"
        yield source.diagnostic(codes.BAD_ARRIVAL, said, *way, "from" if arrival.start is not None else "to")
