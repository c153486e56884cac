"""The checks that warn when something betrays the decoys of a deployment, beside their numbers (`deployment`).

Each compares all decoys with all units and speaks only where the two are told apart without exception, so that a
deployment of a few markers is not scolded for chance. All are warnings: the rules allow what they find (8.D).
"""

from collections.abc import Iterator, Sequence

from playaid import codes
from playaid.deployment import Deployment
from playaid.diagnostics import Diagnostic
from playaid.lengths import MICROMETRES, Length, show_length
from playaid.scenario import Marker
from playaid.shapes import Point

Placed = tuple[int, Point]
"""The place of a marker in the orders, and on the table."""

FEW = 2
"""So many decoys and so many units are needed to speak of a pattern."""


def check_betrayals(deployment: Deployment) -> Iterator[Diagnostic]:
    """PA323 to PA325: what one sees or measures on the table does not set the decoys apart."""
    if deployment.rules.concealment is None or deployment.orders.value.side != deployment.side:
        return
    decoys = list(_placed(deployment, decoys=True))
    units = list(_placed(deployment, decoys=False))
    if len(decoys) >= FEW and len(units) >= FEW:
        yield from check_open_decoys(deployment, decoys, units)
        yield from check_round_decoys(deployment, decoys, units)
    yield from check_decoy_speeds(deployment)


def _placed(deployment: Deployment, *, decoys: bool) -> Iterator[Placed]:
    for number, marker in enumerate(deployment.orders.value.markers):
        right = marker.unit is None and marker.decoy is not None if decoys else marker.unit in deployment.units
        if right and marker.at is not None and deployment.ground.on_table(marker.at):
            yield number, marker.at


def check_open_decoys(
    deployment: Deployment, decoys: Sequence[Placed], units: Sequence[Placed]
) -> Iterator[Diagnostic]:
    """PA323: the decoys are not the only markers in the open, nor the only ones in cover."""
    ground, side = deployment.ground, deployment.side

    def hides(placed: Placed) -> bool:
        return ground.hides(ground.standing(placed[1], side).cover)

    hidden = hides(decoys[0])
    if any(hides(one) is not hidden for one in decoys) or any(hides(one) is hidden for one in units):
        return
    there, others = ("in cover", "in the open") if hidden else ("in the open", "in cover")
    said = f"all decoys stand {there} and all units {others}"
    yield deployment.say(codes.DECOYS_IN_THE_OPEN, said, "markers", decoys[0][0], clause="8.D")


def check_round_decoys(
    deployment: Deployment, decoys: Sequence[Placed], units: Sequence[Placed]
) -> Iterator[Diagnostic]:
    """PA324: the decoys are not the only markers on whole numbers of the scenario's unit, nor the only others."""
    unit = deployment.ground.scenario.units
    step = MICROMETRES[unit]

    def even(placed: Placed) -> bool:
        return placed[1].x % step == 0 and placed[1].y % step == 0

    whole = even(decoys[0])
    if any(even(one) is not whole for one in decoys) or any(even(one) is whole for one in units):
        return
    only = "decoys have" if whole else "units have"
    said = f"the {only} whole {unit} as coordinates, and no other marker has"
    yield deployment.say(codes.ROUND_DECOYS, said, "markers", decoys[0][0], "at", clause="8.D")


def check_decoy_speeds(deployment: Deployment) -> Iterator[Diagnostic]:
    """PA325: a decoy moves as fast as some unit of the side that it could be, of its own type if there is one."""
    units = deployment.units.values()
    for number, marker in enumerate(deployment.orders.value.markers):
        if marker.decoy is None or marker.unit is not None or marker.move is None:
            continue
        alike = [unit for unit in units if unit.type == marker.decoy] or list(units)
        speeds = sorted({unit.speed for unit in alike if unit.speed is not None})
        if speeds and marker.move not in speeds:
            yield _odd_speed(deployment, number, marker, speeds)


def _odd_speed(deployment: Deployment, number: int, marker: Marker, speeds: Sequence[Length]) -> Diagnostic:
    unit = deployment.ground.scenario.units
    known = " or ".join(show_length(speed, unit) for speed in speeds)
    said = f"{deployment.name(number)} moves {show_length(marker.move or 0, unit)}; the side's units move {known}"
    return deployment.say(codes.SPEED_BETRAYS, said, "markers", number, "move", clause="8.D")
