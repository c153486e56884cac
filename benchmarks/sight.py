"""How long do sight questions take on crowded tables?

    python benchmarks/sight.py --pieces 60 --tables 8

Times one line of sight, who sees a marker (apart for seen and hidden ones), the share that sees it, and the map's dead
ground, in milliseconds: median, nine in ten, slowest; then the medians as ratios to one line of sight. The first marker
of a table, which prepares it, stands apart.
"""

import argparse
import math
import random
import time
from collections import defaultdict
from collections.abc import Callable
from typing import TypeVar

from playaid.lengths import Length
from playaid.shapes import Point, Polygon, first_crossing
from playaid.sight import Blocker, Field

T = TypeVar("T")
WIDTH, DEPTH = 1_800_000, 1_200_000


def place(x: float, y: float) -> Point:
    """Give the place at whole µm below."""
    return Point(Length(int(x)), Length(int(y)))


def blob(chance: random.Random, middle: Point, radius: float, corners: int) -> Polygon:
    """Give a ragged piece round a place."""
    while True:
        angles = sorted(chance.uniform(0, 2 * math.pi) for _ in range(corners))
        reach = [radius * chance.uniform(0.55, 1) for _ in angles]
        ring = zip(angles, reach, strict=True)
        points = tuple(place(middle.x + r * math.cos(a), middle.y + r * math.sin(a)) for a, r in ring)
        if first_crossing(points) is None:
            return Polygon(points=points)


def table(chance: random.Random, pieces: int, sizes: tuple[float, float]) -> Field:
    """Give a table of ragged pieces."""
    blockers = []
    for i in range(pieces):
        middle = place(chance.uniform(0, WIDTH), chance.uniform(0, DEPTH))
        blockers.append(Blocker(id=f"p{i}", shape=blob(chance, middle, chance.uniform(*sizes), 13)))
    return Field(blockers=tuple(blockers))


def timed(times: list[float], ask: Callable[..., T], *given: object) -> T:
    """Ask, note the milliseconds of processor time, and give the answer."""
    start = time.process_time()
    answer = ask(*given)
    times.append((time.process_time() - start) * 1e3)
    return answer


def measure(pieces: int, tables: int) -> dict[str, list[float]]:
    """Ask everything on each table; give the milliseconds by question."""
    times: dict[str, list[float]] = defaultdict(list)
    ground = Polygon(points=(place(0, 0), place(WIDTH, 0), place(WIDTH, DEPTH), place(0, DEPTH)))
    for seed in range(tables):
        chance = random.Random(seed)  # noqa: S311  # the same tables every time
        field = table(chance, pieces, (20_000, 75_000))
        zone = [blob(chance, place(1_500_000, 600_000), 280_000, 20)]
        timed(times["first marker"], field.seen_from, place(1, 1), zone)
        for _ in range(60):
            marker, other = (place(chance.uniform(0, WIDTH), chance.uniform(0, DEPTH)) for _ in range(2))
            timed(times["look"], field.look, marker, other)
            timed(times["share"], field.share_seen, marker, zone)
            took: list[float] = []
            found = timed(took, field.seen_from, marker, zone)
            times["hidden" if found is None else "seen"] += took
        crowded = table(chance, 10, (50_000, 150_000))
        timed(times["dead ground, 10 pieces"], crowded.dead_ground, zone, ground)
    return times


def main() -> None:
    """Print the figures."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--pieces", type=int, default=60)
    parser.add_argument("--tables", type=int, default=8)
    given = parser.parse_args()
    found = measure(given.pieces, given.tables)
    for question, times in found.items():
        times.sort()
        median, most = times[len(times) // 2], times[len(times) * 9 // 10]
        print(f"{question:24} {len(times):5} asked: {median:8.2f} {most:8.2f} {times[-1]:8.2f} ms")
    look = found.pop("look")
    for question, times in found.items():
        print(f"{question}: {times[len(times) // 2] / look[len(look) // 2]:.0f} × one line of sight")


if __name__ == "__main__":
    main()
