"""How terrain, dead ground and leaders are drawn, on maps and in legends. Lengths are whole micrometres on paper."""

from collections.abc import Iterator, Sequence
from functools import lru_cache

from playaid.hatching import fringe, hatch, scatter
from playaid.look import Ground
from playaid.pages import WHITE, Disc, Mark, Path, Strokes

SHADE = "#5a5a5a"

Ring = tuple[tuple[int, int], ...]


@lru_cache(maxsize=256)  # the maps of both sides show the same pieces
def area(points: Ring, ground: Ground) -> tuple[Mark, ...]:
    """Draw an area of terrain."""
    edge = Path(points=points, stroke=ground.ink, width=250)
    return (Path(points=points, fill=ground.fill), *_pattern(points, ground), edge)


def _pattern(points: Ring, ground: Ground) -> Iterator[Mark]:
    match ground.pattern:
        case "dots":
            for x, y in scatter([points], 2_000, 300):
                yield Disc(x=x, y=y, radius=230, fill=ground.ink)
        case "trees":
            for x, y in scatter([points], 2_800, 700):
                yield Disc(x=x, y=y, radius=600, stroke=ground.ink, width=130)
        case "ticks":
            places = list(scatter([points], 2_200, 300))
            yield Strokes(lines=tuple((x, y - 450, x, y + 450) for x, y in places), colour=ground.ink, width=150)
        case "diagonal" | "back" | "upright":
            yield Strokes(lines=hatch([points], ground.pattern, 1_500), colour=ground.ink, width=120)
        case "cross":
            lines = (*hatch([points], "diagonal", 1_700), *hatch([points], "back", 1_700))
            yield Strokes(lines=lines, colour=ground.ink, width=110)
        case "waves":
            lines = hatch([points], "level", 1_600)
            yield Strokes(lines=lines, colour=ground.ink, width=150, dashes=(1_600, 900))


def wall_edge(points: Ring) -> Mark:
    """Draw the white beside a line of terrain, which sets it off from hatchings."""
    return Path(points=points, closed=False, stroke=WHITE, width=1_500)


def wall(points: Ring, ground: Ground) -> Mark:
    """Draw a line of terrain: a wall, a hedge."""
    dashes = {"plain": (), "ticks": (1_300, 600), "trees": (1_300, 600)}.get(ground.pattern, (2_600, 700, 700, 700))
    return Path(points=points, closed=False, stroke=ground.ink, width=900, dashes=dashes)


def dead_ground(rings: Sequence[Ring]) -> Iterator[Mark]:
    """Draw dead ground as a hatching."""
    yield Strokes(lines=hatch(rings, "level", 1_100), colour=SHADE, width=130)


def dead_edge(rings: Sequence[Ring]) -> Iterator[Mark]:
    """Draw the edge of dead ground alone, with short lines inwards."""
    for ring in rings:
        yield Path(points=ring, stroke=SHADE, width=150)
    yield Strokes(lines=fringe(rings, 1_100, 900), colour=SHADE, width=130)


def led(at: tuple[int, int], label: tuple[int, int], colour: str) -> Iterator[Mark]:
    """Draw the place of a marker and the line to its label, on white so that no pattern hides them."""
    lines = ((*at, *label),)
    yield Strokes(lines=lines, colour=WHITE, width=700)
    yield Strokes(lines=lines, colour=colour, width=300)
    yield Disc(x=at[0], y=at[1], radius=750, fill=colour, stroke=WHITE, width=150)
