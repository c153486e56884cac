"""Line of sight between places on the table, and who sees a marker (contract 5, clause 8.A, ruling D4).

Everything that decides is exact: whole µm and fractions. NumPy and Shapely serve as filters and for maps, and are
imported when first needed, so that asking for one line of sight starts at once.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from itertools import pairwise
from typing import TYPE_CHECKING

from playaid.shapes import Line, Point, Polygon, edges_of
from playaid.sightline import Blocker, Watcher, Witness, stopping

if TYPE_CHECKING:
    from shapely import Geometry

    from playaid.watch import Watch

__all__ = ["Blocker", "Field", "Sighting", "Watcher", "Witness"]


@dataclass(frozen=True, kw_only=True)
class Sighting:
    """Whether one place sees another, and the sorted ids of the pieces that stop the line."""

    clear: bool
    blocked_by: tuple[str, ...]


@dataclass(frozen=True, kw_only=True)
class Field:
    """The pieces that interrupt lines of sight, prepared once for many questions."""

    blockers: tuple[Blocker, ...]

    def look(self, a: Point | Witness, b: Point | Witness) -> Sighting:
        """Tell whether `a` sees `b`, exactly; the same as whether `b` sees `a` (contract 5)."""
        names = stopping(self.blockers, a, b)
        return Sighting(clear=not names, blocked_by=tuple(sorted(names)))

    def seen_from(self, marker: Point, watchers: Sequence[Watcher]) -> Witness | None:
        """Give a place of the watchers' closed ground that sees the marker; None is proof that there is none (D4)."""
        return self._watch(watchers).sees(marker)

    def hidden_stretch(self, point: Point, a: Point, b: Point) -> bool:
        """Tell whether some place of the segment from `a` to `b` has no line of sight to a point, exactly (ruling D4).

        What is seen changes along the segment only where a ray past a corner of a blocker meets it, or where it enters
        a blocker; one place between any two such changes stands for all between them.
        """
        cuts = sorted({Fraction(0), Fraction(1), *self._changes(point, a, b)})
        places = [*cuts, *((low + high) / 2 for low, high in pairwise(cuts))]
        looks = (self.look(Witness(x=a.x + (b.x - a.x) * t, y=a.y + (b.y - a.y) * t), point) for t in places)
        return not all(sighting.clear for sighting in looks)

    def _changes(self, point: Point, a: Point, b: Point) -> Iterator[Fraction]:
        """Give the places along a segment where what a point sees may change, as fractions of its length."""
        for blocker in self.blockers:
            corners = blocker.shape.points if isinstance(blocker.shape, Line) else blocker.shape.outline
            for corner, following in edges_of(corners):
                for origin, towards in ((point, corner), (corner, following)):
                    turn = (towards.x - origin.x) * (b.y - a.y) - (towards.y - origin.y) * (b.x - a.x)
                    away = (origin.x - a.x) * (towards.y - origin.y) - (origin.y - a.y) * (towards.x - origin.x)
                    if turn and 0 < Fraction(away, -turn) < 1:
                        yield Fraction(away, -turn)

    def share_seen(self, marker: Point, watchers: Sequence[Watcher]) -> float:
        """Give about what share (0 to 1) of the watchers' area sees the marker, or of their length if all are lines."""
        return self._watch(watchers).share(marker)

    def dead_ground(self, watchers: Sequence[Watcher], ground: Polygon) -> "Geometry":
        """Give the part of the ground that no watcher sees, as a Shapely (multi)polygon in µm, for the maps.

        No place in it is seen; it leaves out up to about 5 mm of dead ground along its borders, and narrower slivers.
        """
        from playaid.deadground import dead_ground

        return dead_ground(self._watch(watchers), ground)

    def dead_rings(self, watchers: Sequence[Watcher], ground: Polygon) -> tuple[tuple[tuple[int, int], ...], ...]:
        """Give the borders of the dead ground, those of its holes too, in whole µm."""
        from shapely import get_parts

        parts = get_parts(self.dead_ground(watchers, ground))
        rings = [ring for part in parts for ring in (part.exterior, *part.interiors)]
        return tuple(tuple((round(x), round(y)) for x, y in list(ring.coords)[:-1]) for ring in rings)

    @cached_property
    def _watches(self) -> "dict[tuple[Watcher, ...], Watch]":
        """What was prepared for each set of watchers: a memory only, it changes no answer."""
        return {}

    def _watch(self, watchers: Sequence[Watcher]) -> "Watch":
        from playaid.watch import Watch

        key = tuple(watchers)
        if key not in self._watches:
            self._watches[key] = Watch(blockers=self.blockers, watchers=key)
        return self._watches[key]
