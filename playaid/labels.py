"""Where labels stand on a map: at their place where it is free, else nearby with a line that leads to it.

They hide neither one another nor the places of others, and no piece that is small, as far as there is room. The name
of a piece stands in it; that of a line or of a thin piece stands beside it. Only for drawing. Lengths are whole
micrometres on paper.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import chain, pairwise
from math import cos, hypot, pi, sin

from playaid.hatching import Corner, Frame, Ring, Stroke, clip, hatch

DIRECTIONS = 16
REACHES = 28
SPARING = 16
"""So many rings are tried before a small piece is hidden after all: a label far away is hidden itself."""

STEP = 1_100
"""How much farther each ring of tries lies, in µm."""

HIDDEN = 45
"""So many hundredths of a piece may labels hide."""

CLEAR = 250
"""Least distance between two labels, in µm."""

LEADER = 1_000
"""Least length of a line from a label to its dot, in µm."""

BESIDE = 800
"""Distance of a label from the line that it stands beside, in µm."""

ALONG = (50, 40, 60, 30, 70, 20, 80, 10, 90)
"""Where along a line a label is tried, in hundredths of its length, the best places first."""

ROWS = 2_000
"""Distance of the rows of places in a piece where its name is tried, in µm."""


@dataclass(frozen=True)
class Spot:
    """Where a label stands: its middle, and whether a line must lead from there to its place."""

    x: int
    y: int
    led: bool


@dataclass
class Labels:
    """The labels of one map: each takes room that later ones leave free.

    `dots` are places that stay visible, `pieces` the rectangles of what should not be hidden, `lines` what no name of
    another piece crosses.
    """

    frame: Frame
    taken: list[Frame] = field(default_factory=list)
    dots: list[Frame] = field(default_factory=list)
    pieces: tuple[Frame, ...] = ()
    lines: tuple[Stroke, ...] = ()

    def keep(self, x: int, y: int, radius: int) -> int:
        """Keep a dot free of the labels of others; give its number."""
        self.dots.append((x - radius, y - radius, x + radius, y + radius))
        return len(self.dots) - 1

    def place(self, x: int, y: int, width: int, height: int, own: int | None = None) -> Spot:
        """Give where a label of a size goes that belongs to (x, y); `own` is the number of the dot there."""
        return self._put([Spot(x, y, led=False)], (x, y), (width, height), own)

    def within(self, ring: Ring, middle: Corner, width: int, height: int) -> Spot:
        """Give where the name of an area goes: in its middle, elsewhere in it, else near it with a line."""
        return self._put(_places_in(ring, middle, width, height), middle, (width, height), crossing=False)

    def beside(self, number: int, line: Ring, middle: Corner, width: int, height: int) -> Spot:
        """Give where the name of a line goes, or of an area so thin that its edge is taken for one: beside it.

        `number` is the place of its rectangle in `pieces`: where there is a choice, the name lies on no other.
        """
        others = [piece for place, piece in enumerate(self.pieces) if place != number]
        spots = [spot for share in ALONG for spot in _either_side(line, share, width, height)]
        spots.sort(key=lambda spot: sum(_common(_box(spot, width, height), piece) for piece in others))
        return self._put(spots, middle, (width, height), crossing=False)

    def on(self, places: Sequence[tuple[int, Corner]], width: int, height: int) -> Spot | None:
        """Give the free place with the least number before it, if any is free."""
        for _, (x, y) in sorted(places):
            spot = Spot(x, y, led=False)
            if self._fits(spot, width, height, None):
                self.taken.append(_box(spot, width, height))
                return spot
        return None

    def _put(
        self, spots: Iterable[Spot], at: Corner, size: tuple[int, int], own: int | None = None, *, crossing: bool = True
    ) -> Spot:
        """Take the best of some spots, else one near a place; `crossing` allows it to lie on lines."""
        spot = self._chosen(chain(spots, self._tries(*at, *size)), size, own, () if crossing else self.lines)
        if spot is None:
            spots = [Spot(*at, led=False), *self._tries(*at, *size)]
            spot = min(spots, key=lambda one: self._overlap(_box(one, *size)))
        self.taken.append(_box(spot, *size))
        return spot

    def _chosen(
        self, spots: Iterable[Spot], size: tuple[int, int], own: int | None, lines: Sequence[Stroke]
    ) -> Spot | None:
        """Give the nearest of some spots that fits and hides no piece, or the nearest that fits, if any."""
        first, tried = None, 0
        for spot in spots:
            tried += spot.led
            if first is not None and tried > SPARING * DIRECTIONS:
                break
            if self._fits(spot, *size, own):
                box = _box(spot, *size)
                if self._spares(box) and all(clip(line, box) is None for line in lines):
                    return spot
                first = first or spot
        return first

    def _fits(self, spot: Spot, width: int, height: int, own: int | None) -> bool:
        box = _box(spot, width, height)
        return self._within(box) and self._free(box, own, led=spot.led)

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

    def _free(self, box: Frame, own: int | None, *, led: bool) -> bool:
        """Tell whether a box hides nothing; one that a line leads to leaves room for that line."""
        if any(_meet(box, other, CLEAR) for other in self.taken):
            return False
        if own is not None and led and _meet(box, self.dots[own], LEADER):
            return False
        return not any(_meet(box, dot, 0) for number, dot in enumerate(self.dots) if number != own)

    def _overlap(self, box: Frame) -> int:
        outside = 0 if self._within(box) else 10**12
        return outside + sum(_common(box, other) for other in (*self.taken, *self.dots))


def _box(spot: Spot, width: int, height: int) -> Frame:
    west, south = spot.x - width // 2, spot.y - height // 2
    return west, south, west + width, south + height


def _corners(box: Frame) -> tuple[Corner, ...]:
    west, south, east, north = box
    return (west, south), (east, south), (east, north), (west, north)


def _inside(ring: Ring, at: Corner) -> bool:
    """Tell whether a place lies in a ring, by the edges east of it."""
    x, y = at
    odd = False
    for (x1, y1), (x2, y2) in pairwise([*ring, ring[0]]):
        if (y1 > y) is not (y2 > y) and x < x1 + (x2 - x1) * (y - y1) / (y2 - y1):
            odd = not odd
    return odd


def _places_in(ring: Ring, middle: Corner, width: int, height: int) -> Iterator[Spot]:
    """Give the middle of a ring, then the places where a box lies in it, the nearest to the middle first."""
    yield Spot(*middle, led=False)
    places = [
        (place, row[1])
        for row in hatch([ring], "level", ROWS)
        for place in range(row[0] + width // 2, row[2] - width // 2 + 1, ROWS)
    ]
    places.sort(key=lambda at: (hypot(at[0] - middle[0], at[1] - middle[1]), at))
    for place in places:
        spot = Spot(*place, led=False)
        if all(_inside(ring, corner) for corner in _corners(_box(spot, width, height))):
            yield spot


def _either_side(line: Ring, share: int, width: int, height: int) -> Iterator[Spot]:
    """Give the two spots beside a chain of lines, at a share of its length, above or right of it first."""
    lengths = [hypot(x2 - x1, y2 - y1) for (x1, y1), (x2, y2) in pairwise(line)]
    left = sum(lengths) * share / 100
    for ((x1, y1), (x2, y2)), length in zip(pairwise(line), lengths, strict=True):
        if length and left <= length:
            x, y = x1 + (x2 - x1) * left / length, y1 + (y2 - y1) * left / length
            across, up = (y1 - y2) / length, (x2 - x1) / length
            far = BESIDE + (abs(across) * width + abs(up) * height) / 2
            for way in (1, -1) if 2 * up + across > 0 else (-1, 1):
                yield Spot(round(x + way * far * across), round(y + way * far * up), led=False)
            return
        left -= length


def _meet(a: Frame, b: Frame, clear: int) -> bool:
    return a[0] < b[2] + clear and b[0] < a[2] + clear and a[1] < b[3] + clear and b[1] < a[3] + clear


def _common(a: Frame, b: Frame) -> int:
    return max(0, min(a[2], b[2]) - max(a[0], b[0])) * max(0, min(a[3], b[3]) - max(a[1], b[1]))
