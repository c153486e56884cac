"""Circles of automatic spotting round markers, each with the number of its marker on it.

Only for drawing. Lengths are whole micrometres on paper.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import cos, hypot, pi, sin

from playaid.hatching import Corner, Frame, Stroke, clip, dashed
from playaid.labels import Labels
from playaid.pages import WHITE, Align, Colour, Face, Mark, Path, Strokes, Words

CORNERS = 120
"""A circle is drawn as so many straight lines."""

CROWD = 2_600
"""Where another circle passes as near as this, it is hard to tell whose a number is."""

TEXT, HIGH = 80, 3_100
"""Size of a number in tenths of a point, and the height of the free room round it."""


@dataclass(frozen=True, kw_only=True)
class Circle:
    """A circle round a marker: whose number it bears, and the dashes of its line."""

    at: Corner
    radius: int
    text: str
    width: int
    """The width of the text."""

    colour: Colour
    dashes: tuple[int, int] | None = None

    @property
    def chain(self) -> tuple[Corner, ...]:
        """Its corners, from the east anticlockwise; the last is the first."""
        turns = [2 * pi * number / CORNERS for number in range(CORNERS + 1)]
        return tuple(
            (self.at[0] + round(self.radius * cos(turn)), self.at[1] + round(self.radius * sin(turn))) for turn in turns
        )

    def marks(self, frame: Frame) -> Iterator[Mark]:
        """Draw what of it lies in a frame."""
        pieces = dashed(self.chain, *self.dashes) if self.dashes else ((*a, *b) for a, b in pairwise(self.chain))
        cut = [clip(stroke, frame) for stroke in pieces]
        lines: tuple[Stroke, ...] = tuple(stroke for stroke in cut if stroke is not None)
        yield Strokes(lines=lines, colour=self.colour, width=200)


def numbers(circles: Sequence[Circle], labels: Labels) -> Iterator[Mark]:
    """Write on every circle whose it is, where there is room and where it is farthest from being another's."""
    for circle in circles:
        width = circle.width + 700
        others = [other for other in circles if other is not circle]
        places = [(sum(_near(at, other) for other in others), at) for at in circle.chain[:-1]]
        spot = labels.on(places, width, HIGH)
        if spot is not None:
            yield from number(spot.x, spot.y, width, circle)


def number(x: int, y: int, width: int, circle: Circle) -> Iterator[Mark]:
    """Write the number of a circle round a place, on a ground that interrupts the line."""
    half, up = width // 2, HIGH // 2
    yield Path(points=((x - half, y - up), (x + half, y - up), (x + half, y + up), (x - half, y + up)), fill=WHITE)
    yield Words(x=x, y=y - 980, text=circle.text, size=TEXT, face=Face.NARROW_BOLD, align=Align.CENTRE,
                colour=circle.colour, owner=circle.text)  # fmt: skip


def _near(at: Corner, circle: Circle) -> bool:
    return abs(hypot(at[0] - circle.at[0], at[1] - circle.at[1]) - circle.radius) < CROWD
