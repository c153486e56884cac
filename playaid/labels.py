"""Where labels stand on a map: at their place where it is free, else nearby with a line that leads to it.

They hide neither one another nor the places of others, and no piece that is small, as far as there is room.
Only for drawing. Lengths are whole micrometres on paper.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field
from math import cos, pi, sin

from playaid.hatching import Frame

DIRECTIONS = 16
REACHES = 14
SPARING = 8
"""So many rings are tried before a small piece is hidden after all: a label far away is hidden itself."""

STEP = 2_200
"""How much farther each ring of tries lies, in µm."""

HIDDEN = 45
"""So many hundredths of a piece may labels hide."""

CLEAR = 250
"""Least distance between two labels, in µm."""


@dataclass(frozen=True)
class Spot:
    """Where a label stands: its middle, and whether a line must lead from there to its place."""

    x: int
    y: int
    led: bool


@dataclass
class Labels:
    """The labels of one map: each takes room that later ones leave free.

    `dots` are places that stay visible, `pieces` the rectangles of what should not be hidden.
    """

    frame: Frame
    taken: list[Frame] = field(default_factory=list)
    dots: list[Frame] = field(default_factory=list)
    pieces: tuple[Frame, ...] = ()

    def keep(self, x: int, y: int, radius: int) -> int:
        """Keep a dot free of the labels of others; give its number."""
        self.dots.append((x - radius, y - radius, x + radius, y + radius))
        return len(self.dots) - 1

    def place(self, x: int, y: int, width: int, height: int, own: int | None = None) -> Spot:
        """Give where a label of a size goes that belongs to (x, y); `own` is the number of the dot there."""
        spots = [Spot(x, y, led=False), *self._tries(x, y, width, height)]
        spot = self._chosen(spots, width, height, own)
        if spot is None:
            spot = min(spots, key=lambda one: self._overlap(_box(one, width, height)))
        self.taken.append(_box(spot, width, height))
        return spot

    def _chosen(self, spots: list[Spot], width: int, height: int, own: int | None) -> Spot | None:
        """Give the nearest of some spots that fits and hides no piece, or the nearest that fits, if any."""
        first = None
        for number, spot in enumerate(spots):
            if first is not None and number > SPARING * DIRECTIONS:
                break
            if self._fits(spot, width, height, own):
                if self._spares(_box(spot, width, height)):
                    return spot
                first = first or spot
        return first

    def _fits(self, spot: Spot, width: int, height: int, own: int | None) -> bool:
        box = _box(spot, width, height)
        return self._within(box) and self._free(box, None if spot.led else own)

    def _spares(self, box: Frame) -> bool:
        """Tell whether with one more label no piece is hidden that was not before."""
        for piece in self.pieces:
            more = _common(box, piece)
            if more:
                hidden = more + sum(_common(other, piece) for other in self.taken)
                if hidden * 100 > HIDDEN * (piece[2] - piece[0]) * (piece[3] - piece[1]):
                    return False
        return True

    def _tries(self, x: int, y: int, width: int, height: int) -> Iterator[Spot]:
        for ring in range(1, REACHES + 1):
            for number in range(DIRECTIONS):
                angle = 2 * pi * number / DIRECTIONS
                across, up = width // 2 + STEP * ring, height // 2 + STEP * ring
                yield Spot(x + round(across * cos(angle)), y + round(up * sin(angle)), led=True)

    def _within(self, box: Frame) -> bool:
        west, south, east, north = self.frame
        return west <= box[0] and south <= box[1] and box[2] <= east and box[3] <= north

    def _free(self, box: Frame, own: int | None) -> bool:
        if any(_meet(box, other, CLEAR) for other in self.taken):
            return False
        return not any(_meet(box, dot, 0) for number, dot in enumerate(self.dots) if number != own)

    def _overlap(self, box: Frame) -> int:
        outside = 0 if self._within(box) else 10**12
        return outside + sum(_common(box, other) for other in (*self.taken, *self.dots))


def _box(spot: Spot, width: int, height: int) -> Frame:
    west, south = spot.x - width // 2, spot.y - height // 2
    return west, south, west + width, south + height


def _meet(a: Frame, b: Frame, clear: int) -> bool:
    return a[0] < b[2] + clear and b[0] < a[2] + clear and a[1] < b[3] + clear and b[1] < a[3] + clear


def _common(a: Frame, b: Frame) -> int:
    return max(0, min(a[2], b[2]) - max(a[0], b[0])) * max(0, min(a[3], b[3]) - max(a[1], b[1]))
