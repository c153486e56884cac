"""What checking costs, as ratios taken in one run: ``python benchmarks/rules.py [REPEATS]``. Nothing is asserted.

1. Who sees 50 markers past 60 pieces: the package against a plain union of shadow polygons in Shapely.
2. How the CPU time of `playaid check` grows with markers and with pieces, against n log n.
3. CPU time and peak memory of `playaid check` for 10,000 markers, all but 50 of them in cover.

Every figure is the least of several repetitions, since other work on the machine only ever adds. Up to eight markers of
a file get a nearest legal place as help, so where some stand in the open, the smallest size costs more than its share.
"""

import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from math import log2
from pathlib import Path
from typing import NamedTuple

import numpy as np
import shapely
from numpy.typing import NDArray
from tables import Place, big, blob, chance_of

from playaid.lengths import Length
from playaid.shapes import Point, Polygon
from playaid.sight import Blocker, Field

MM = 1_000
WIDTH, DEPTH = 1_800 * MM, 1_200 * MM
ZONE: list[Place] = [(900 * MM, 150 * MM), (1_750 * MM, 150 * MM), (1_750 * MM, 1_050 * MM), (900 * MM, 1_050 * MM)]
FAR = 4_000 * MM


# ---- 1. seen area


def table(pieces: int, markers: int) -> tuple[list[list[Place]], list[Place]]:
    """Give woods that may overlap, and places outside all of them."""
    chance = chance_of(7)
    rings: list[list[Place]] = []
    for _ in range(pieces):
        middle = chance.randint(60 * MM, WIDTH - 60 * MM), chance.randint(60 * MM, DEPTH - 60 * MM)
        rings.append(blob(chance, middle, chance.uniform(20, 75) * MM, corners=14))
    woods, places = shapely.union_all([shapely.Polygon(ring) for ring in rings]), list[Place]()
    while len(places) < markers:
        place = chance.randint(0, WIDTH), chance.randint(0, DEPTH)
        if not shapely.intersects_xy(woods, *place):
            places.append(place)
    return rings, places


def plainly(rings: Sequence[Sequence[Place]], places: Sequence[Place]) -> list[float]:
    """Give the share of the zone that sees each place, by the union of the shadows of all edges."""
    zone = shapely.Polygon(ZONE)
    edges = np.array([(*a, *b) for ring in rings for a, b in zip(ring, [*ring[1:], ring[0]], strict=True)], dtype=float)
    shares = []
    for place in places:
        seen = shapely.difference(zone, shapely.union_all(shadows(np.array(place, dtype=float), edges)))
        shares.append(float(shapely.area(seen) / shapely.area(zone)))
    return shares


def shadows(place: NDArray[np.float64], edges: NDArray[np.float64]) -> NDArray[np.object_]:
    """Give what lies behind each edge as a pentagon that reaches beyond the table."""
    a, b = edges[:, :2] - place, edges[:, 2:] - place
    seen_on = np.abs(a[:, 0] * b[:, 1] - a[:, 1] * b[:, 0]) > 1
    a, b = a[seen_on], b[seen_on]
    ways = [way / np.linalg.norm(way, axis=1, keepdims=True) for way in (a, b)]
    middle = ways[0] + ways[1]
    middle /= np.linalg.norm(middle, axis=1, keepdims=True)
    corners = [a, ways[0] * FAR, middle * FAR, ways[1] * FAR, b, a]
    polygons: NDArray[np.object_] = shapely.polygons(np.stack(corners, axis=1) + place)
    return polygons


def field(rings: Sequence[Sequence[Place]]) -> tuple[Field, list[Polygon]]:
    """Give the package's field and the watchers' zone, with nothing prepared."""
    blockers = [Blocker(id=f"w{number}", shape=polygon(ring)) for number, ring in enumerate(rings)]
    return Field(blockers=tuple(blockers)), [polygon(ZONE)]


def polygon(ring: Sequence[Place]) -> Polygon:
    """Give a ring as the package has it."""
    return Polygon(points=tuple(point(place) for place in ring))


def point(place: Place) -> Point:
    """Give a place as the package has it."""
    return Point(Length(place[0]), Length(place[1]))


def shared(rings: Sequence[Sequence[Place]], places: Sequence[Place]) -> list[float]:
    """Give the share of the zone that sees each place, by the package."""
    ground, zone = field(rings)
    return [ground.share_seen(point(place), zone) for place in places]


def decided(rings: Sequence[Sequence[Place]], places: Sequence[Place]) -> list[bool]:
    """Tell of each place whether the zone sees it, by the package, exactly."""
    ground, zone = field(rings)
    return [ground.seen_from(point(place), zone) is not None for place in places]


def cpu(work: Callable[[], object], repeats: int) -> float:
    """Give the least CPU seconds of several runs here."""
    times = []
    for _ in range(repeats):
        start = time.process_time()
        work()
        times.append(time.process_time() - start)
    return min(times)


def seen_area(repeats: int) -> dict[str, float]:
    """Compare the ways of telling who sees a marker; give how many times as fast as the plain way each is."""
    ratios = {}
    rings, places = table(60, 50)
    plain, shares, sure = plainly(rings, places), shared(rings, places), decided(rings, places)
    base = cpu(lambda: plainly(rings, places), repeats)
    print("50 markers, 60 pieces of 14 corners, each time from nothing prepared     CPU ms   times as fast")
    for name, work in (
        ("union of shadow polygons (area seen)", None),
        ("Field.share_seen (share of 400 samples)", lambda: shared(rings, places)),
        ("Field.seen_from (exact: whether seen, and from where)", lambda: decided(rings, places)),
    ):
        spent = base if work is None else cpu(work, repeats)
        print(f"  {name:68} {1000 * spent:8.0f}   {base / spent:8.1f}")
        if work is not None:
            ratios[name] = base / spent
    apart = np.abs(np.subtract(plain, shares))
    print(
        f"  share and area differ by {np.mean(apart):.3f} of the zone on average, {np.max(apart):.3f} at most: watchers"
    )
    print("  in a wood see out of it (contract 5), which plain shadows do not know")
    print(f"  seen for sure: {sum(sure)} markers; with an area above nought: {sum(one > 1e-9 for one in plain)}\n")
    return ratios


# ---- 2 and 3. whole processes


class Spent(NamedTuple):
    """What a process took."""

    seconds: float
    megabytes: float


def check(folder: Path) -> Spent:
    """Run `playaid check` as a user does; the system says what the process took, of CPU and of memory at most."""
    command = [sys.executable, "-P", "-m", "playaid", "check", str(folder)]
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)  # noqa: S603
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode not in (0, 1):
        raise SystemExit(f"playaid check ended with {process.returncode}")
    return Spent(usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1024)


def least(repeats: int, *, markers: int, pieces: int, in_the_open: int) -> Spent:
    """Give the least that several runs took."""
    with tempfile.TemporaryDirectory() as folder:
        path = big(Path(folder) / "big", markers=markers, pieces=pieces, in_the_open=in_the_open)
        runs = [check(path) for _ in range(repeats)]
    return Spent(min(run.seconds for run in runs), min(run.megabytes for run in runs))


def growth(title: str, sizes: Sequence[int], spent: Callable[[int], Spent], base: float) -> float:
    """Print how CPU time grows, and give it for the largest size: 1.00 means as n log n, less is better."""
    print(f"{title:51} CPU s       MB    CPU beyond start-up per n log n, ratio to the first")
    unit = 0.0
    for size in sizes:
        one = spent(size)
        rate = max(one.seconds - base, 0.001) / (size * log2(size))
        unit = unit or rate
        print(f"  {size:48,} {one.seconds:6.2f} {one.megabytes:8.0f}   {rate / unit:8.2f}", flush=True)
    return rate / unit


def main() -> None:
    """Print everything, and at the end once more what matters."""
    repeats = int(sys.argv[1]) if len(sys.argv) > 1 else 3
    ratios = seen_area(repeats)
    base = least(repeats, markers=1, pieces=1, in_the_open=0).seconds
    print(f"start-up (one marker, one piece): {base:.2f} CPU s")
    markers, pieces = (100, 1_000, 10_000), (10, 100, 1_000)
    grown = {}
    for title, sizes, spent in (
        (
            "markers, all in cover, 60 pieces", markers,
            lambda n: least(repeats, markers=n, pieces=60, in_the_open=0),
        ),
        (
            "markers, one in ten in the open, 60 pieces", markers,
            lambda n: least(repeats, markers=n, pieces=60, in_the_open=n // 10),
        ),
        (
            "pieces, 200 markers in cover", pieces,
            lambda n: least(repeats, markers=200, pieces=n, in_the_open=0),
        ),
        (
            "pieces, 200 markers, 50 of them in the open", pieces,
            lambda n: least(repeats, markers=200, pieces=n, in_the_open=50),
        ),
    ):  # fmt: skip
        grown[title] = growth(title, sizes, spent, base)
    most = least(repeats, markers=10_000, pieces=60, in_the_open=50)
    print()
    for name, ratio in ratios.items():
        print(f"{name}: {ratio:.0f} × as fast as the union of shadow polygons; aim ≥ 10")
    for title, rate in grown.items():
        print(f"check, growth with {title}: {rate:.2f} × n log n; aim ≤ 1")
    spent_of = f"{most.seconds / base:.1f} × start-up, {most.seconds:.2f} CPU s, {most.megabytes:.0f} MB"
    print(f"check of 10,000 markers, all but 50 in cover, 60 pieces: {spent_of}; aim ≤ 2 CPU s, 250 MB")


if __name__ == "__main__":
    main()
