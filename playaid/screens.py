"""What one may be hidden behind: pieces, what hangs together, and convex parts of both (for the maps' dead ground)."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations, pairwise
from typing import NamedTuple

import numpy as np
import shapely

from playaid.bearings import Flags, Floats
from playaid.shapes import Circle, Shape
from playaid.watch import SMOOTH, outline

CLEARANCE = 20
"""µm. How far a screen that was cut off at the watchers' ground stays away from it."""


@dataclass(frozen=True, kw_only=True, eq=False)
class Screens:
    """Things to be hidden behind; the arrays have one row for each.

    `corners` repeat the last corner to be of equal length. `members` tells which pieces a screen is made of. A `whole`
    screen need not be convex, but hangs together: its corners are those of its hull, anticlockwise, and for who stands
    outside the hull, a line of sight between its right and its left end meets it.
    """

    corners: Floats
    members: Flags
    whole: Flags


class _Screen(NamedTuple):
    corners: Floats
    members: Sequence[int]
    whole: bool


def all_screens(areas: Sequence[shapely.Geometry], zones: Sequence[shapely.Geometry]) -> Screens:
    """Give all screens that the areas of pieces make; those that reach into the zones also in parts outside them."""
    rows = list(_made(areas, zones))
    longest = max((len(row.corners) for row in rows), default=1)
    corners = [np.concatenate([c, np.repeat(c[-1:], longest - len(c), axis=0)]) for c, _, _ in rows]
    members = [np.isin(np.arange(len(areas)), row.members) for row in rows]
    return Screens(
        corners=np.array(corners, dtype=np.float64).reshape(len(rows), longest, 2),
        members=np.array(members, dtype=np.bool_).reshape(len(rows), len(areas)),
        whole=np.array([row.whole for row in rows], dtype=np.bool_),
    )


def _made(areas: Sequence[shapely.Geometry], zones: Sequence[shapely.Geometry]) -> Iterator[_Screen]:
    zone = shapely.buffer(shapely.union_all(zones), CLEARANCE, join_style="mitre")
    things = [([area], [i]) for i, area in enumerate(areas)]
    for clump in _clumps(areas):
        parts = [areas[i] for i in clump]
        flat = [part for part in parts if isinstance(part, shapely.Polygon)]
        if len(flat) < len(parts):
            yield _Screen(_hull(shapely.GeometryCollection(parts)), clump, whole=True)
        if len(flat) > 1:
            things.append((list(shapely.get_parts(shapely.union_all(flat))), clump))
    for singles, members in things:
        outside = [shapely.difference(one, zone) for one in singles if shapely.intersects(one, zone)]
        for one in (*singles, *shapely.get_parts(outside)):
            convex = convex_parts(one)
            yield from (_Screen(corners, members, whole=False) for corners in convex)
            if len(convex) > 1:
                yield _Screen(_hull(one), members, whole=True)
            bridges = _area_bridges(convex) if isinstance(one, shapely.Polygon) else _line_bridges(convex)
            yield from (_Screen(corners, members, whole=len(convex[0]) < 3) for corners in bridges)


def _area_bridges(convex: Sequence[Floats]) -> Iterator[Floats]:
    """Give a convex screen across each cut between two convex parts of an area.

    Seen along the cut, from a bay of the area, the two parts only meet. What of both lies straight beside the cut is
    convex, as only at the ends of the cut they may bend inwards.
    """
    for one, other in combinations(convex, 2):
        shared = [corner for corner in one.tolist() if corner in other.tolist()]
        if len(shared) != 2:
            continue
        both = shapely.union(shapely.Polygon(one), shapely.Polygon(other))
        way = np.subtract(shared[1], shared[0])
        across = np.array([-way[1], way[0]]) * (shapely.length(both) / np.hypot(*way))
        strip = shapely.Polygon([shared[0] + across, shared[1] + across, shared[1] - across, shared[0] - across])
        yield _hull(shapely.intersection(both, strip))


def _line_bridges(convex: Sequence[Floats]) -> Iterator[Floats]:
    """Give whole screens round each bend of a line, for who stands in its bay."""
    for (before, bend), (_, after) in pairwise(convex):
        for part in (0.5, 0.1):
            yield _hull(shapely.MultiPoint([bend + part * (before - bend), bend, bend + part * (after - bend)]))


def _clumps(areas: Sequence[shapely.Geometry]) -> list[list[int]]:
    """Give all pairs of pieces that hang together, and the groups of more than two that do."""
    pairs = [[i, j] for i, j in combinations(range(len(areas)), 2) if _bound(areas[i], areas[j])]
    groups = [{i} for i in range(len(areas))]
    for i, j in pairs:
        joined = [group for group in groups if i in group or j in group]
        groups = [group for group in groups if group not in joined] + [set().union(*joined)]
    return [*pairs, *(sorted(group) for group in groups if len(group) > 2)]


def _bound(one: shapely.Geometry, other: shapely.Geometry) -> bool:
    """Tell whether no line of sight passes where two pieces touch: areas must do so along some length."""
    if isinstance(one, shapely.Polygon) and isinstance(other, shapely.Polygon):
        return bool(shapely.length(shapely.intersection(one, other)) > 1)
    return bool(shapely.intersects(one, other))


def screening(shape: Shape) -> shapely.Geometry:
    """Give the part of a piece to be hidden behind: of a circle every fourth corner will do."""
    if not isinstance(shape, Circle):
        return outline(shape)
    corners = shape.outline[::4] if shape.radius >= SMOOTH else ()
    return shapely.Polygon(corners)


def _hull(area: shapely.Geometry) -> Floats:
    """Give the corners of the convex hull, anticlockwise."""
    hull = shapely.convex_hull(area)
    ring = shapely.get_coordinates(shapely.orient_polygons(hull) if isinstance(hull, shapely.Polygon) else hull)
    corners: Floats = ring[:-1] if isinstance(hull, shapely.Polygon) else ring
    return corners


def convex_parts(area: shapely.Geometry) -> list[Floats]:
    """Give the corners of convex parts that make up areas, lines and points."""
    parts: list[Floats] = []
    for one in shapely.get_parts(area):
        places = shapely.get_coordinates(one)
        if isinstance(one, shapely.Polygon):
            parts.extend(_hull(convex) for convex in _convex_polygons(one))
        elif len(places):
            parts.extend(places[i : i + 2] for i in range(max(1, len(places) - 1)))
    return parts


def _convex_polygons(area: shapely.Polygon) -> list[shapely.Polygon]:
    """Cut a polygon into triangles and join them again as long as the result is convex."""
    parts = list(shapely.get_parts(shapely.constrained_delaunay_triangles(area)))
    done: list[shapely.Polygon] = []
    while parts:
        one = parts.pop()
        for other in parts:
            both = shapely.union(one, other)
            if isinstance(both, shapely.Polygon) and _is_convex(both):
                parts.remove(other)
                parts.append(both)
                break
        else:
            done.append(one)
    return done


def _is_convex(area: shapely.Polygon) -> bool:
    """Tell whether an area is its own hull, but for the error of computing with floats."""
    whole, hull = shapely.area(area), shapely.area(shapely.convex_hull(area))
    return bool(hull - whole < 0.1 + 1e-12 * whole)
