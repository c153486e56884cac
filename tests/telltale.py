"""Can a place tell a decoy from a unit? Statistics over many drawn deployments; plain Python, nothing of the package's.

A sample is (kind, x, y, is a decoy). The classifiers see place and kind, as an enemy sees them; the labels are then
compared with what guessing would give.
"""

from collections import defaultdict
from heapq import nsmallest
from math import sqrt

Sample = tuple[str, int, int, bool]


def neighbours_z(train: list[Sample], test: list[Sample], nearest: int = 15) -> float:
    """Give by how many standard deviations nearest neighbours rank decoys above units better than guessing (AUC)."""
    better, variance = 0.0, 0.0
    for kind in sorted({sample[0] for sample in test}):
        known = [(x, y, decoy) for other, x, y, decoy in train if other == kind]
        asked = [(x, y, decoy) for other, x, y, decoy in test if other == kind]
        if len(known) < nearest:
            continue
        scored = [(_score(known, x, y, nearest), decoy) for x, y, decoy in asked]
        decoys = sorted(score for score, decoy in scored if decoy)
        units = sorted(score for score, decoy in scored if not decoy)
        if len(decoys) < 20 or len(units) < 20:
            continue
        better += _wins(decoys, units) - len(decoys) * len(units) / 2
        variance += len(decoys) * len(units) * (len(decoys) + len(units) + 1) / 12
    return better / sqrt(variance) if variance else 0.0


def _score(known: list[tuple[int, int, bool]], x: int, y: int, nearest: int) -> int:
    by_distance = nsmallest(nearest, (((a - x) ** 2 + (b - y) ** 2, decoy) for a, b, decoy in known))
    return sum(decoy for _, decoy in by_distance)


def _wins(decoys: list[int], units: list[int]) -> float:
    counts: dict[int, int] = defaultdict(int)
    for score in units:
        counts[score] += 1
    return sum(sum(n * (1.0 if score < own else 0.5) for score, n in counts.items() if score <= own) for own in decoys)


def histogram_z(samples: list[Sample], cell: int) -> float:
    """Give by how many standard deviations the squares of the map differ in their share of decoys (chi-squared)."""
    shares: dict[str, list[int]] = defaultdict(lambda: [0, 0])
    squares: dict[tuple[str, int, int], list[int]] = defaultdict(lambda: [0, 0])
    for kind, x, y, decoy in samples:
        shares[kind][decoy] += 1
        squares[kind, x // cell, y // cell][decoy] += 1
    total, free = 0.0, 0
    for (kind, _, _), found in squares.items():
        share, size = shares[kind][1] / sum(shares[kind]), sum(found)
        if size * min(share, 1 - share) < 5:
            continue
        total += (found[1] - size * share) ** 2 / (size * share * (1 - share))
        free += 1
    return (total - free) / sqrt(2 * free) if free else 0.0
