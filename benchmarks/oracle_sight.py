"""Put questions of sight in bulk to the package and to the tests' oracle: ``python benchmarks/oracle_sight.py [N]``.

N lines of sight (100,000 unless given); for every hundred of them four markers that zones may see, and two questions
about circles. Prints the counts and what differed, with all that is needed to ask again. Exits with 1 where anything
differed.
"""

import os
import sys
import time
from collections.abc import Callable, Iterable
from multiprocessing import Pool
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent.parent / "tests"))

from worlds import Tally, looks, round_questions, watches

Batch = tuple[Callable[[int, int], Tally], int, int]
"""What is asked, the seed of the world, and how many questions it gets."""

FIRST = 10_000
"""Seeds from here on, so that the worlds are not those of the test suite."""


def batches(count: int) -> Iterable[Batch]:
    """Give the batches for so many lines of sight."""
    yield from ((looks, FIRST + i, 20) for i in range(-(-count // 20)))
    yield from ((watches, FIRST + i, 10) for i in range(-(-count // 250)))
    yield from ((round_questions, FIRST + i, 5) for i in range(-(-count // 500)))


def ask(batch: Batch) -> tuple[str, Tally]:
    """Put one batch."""
    question, seed, count = batch
    return question.__name__, question(seed, count)


def main() -> int:
    """Ask, print, and give the exit code."""
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 100_000
    tallies: dict[str, Tally] = {}
    start = time.perf_counter()
    with Pool(os.cpu_count()) as pool:
        for name, tally in pool.imap_unordered(ask, list(batches(count)), chunksize=8):
            tallies[name] = tallies.get(name, Tally()) + tally
            for differing in tally.differing:
                print(differing, flush=True)
    for name, tally in tallies.items():
        stopped = f"{tally.stopped:,} of them stopped or hidden"
        print(f"{name:16} {tally.asked:9,} questions, {stopped}, {len(tally.differing)} disagreements")
    print(f"{time.perf_counter() - start:.0f} s")
    return 1 if any(tally.differing for tally in tallies.values()) else 0


if __name__ == "__main__":
    sys.exit(main())
