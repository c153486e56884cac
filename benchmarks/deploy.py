"""Many drawn deployments: are all legal, how long does the slowest take, and does a place tell a decoy from a unit?

    python benchmarks/deploy.py --seeds 1000            every example, every side
    python benchmarks/deploy.py --deployments 2000      the classifiers, on the examples with decoys

Prints figures; ends with 1 when a deployment is not legal, one takes more than 2 s, or decoys can be told.
"""

import argparse
import sys
import time
from collections import Counter
from pathlib import Path

ROOT = Path(__file__).parent.parent
sys.path.insert(0, str(ROOT / "tests"))

from telltale import Sample, histogram_z, neighbours_z  # noqa: E402

from playaid.chance import Seeded  # noqa: E402
from playaid.dealing import Board, deal_orders, orders_of, sound_game  # noqa: E402
from playaid.deploy import PLANS, Placed, blank_orders, deal  # noqa: E402
from playaid.deployment import Deployment  # noqa: E402
from playaid.diagnostics import Rejected  # noqa: E402
from playaid.scenario import Orders, Sourced, load_orders  # noqa: E402

SLOWEST, TELLTALE = 2.0, 4.0
ONLY: list[str] = []
"""Names of examples from the command line; all when there are none."""


def boards() -> list[tuple[str, Board]]:
    """Give the examples, or those that the command line names."""
    files = sorted((ROOT / "scenarios").glob("*/scenario.yaml"))
    return [(file.parent.name, sound_game(file)) for file in files if not ONLY or file.parent.name in ONLY]


def kept(board: Board, side: str) -> Sourced[Orders]:
    """Give the side's own orders, whose units and reserve count."""
    found = load_orders(board.scenario, side)
    return found or orders_of(board, blank_orders(side), board.scenario.source.file.parent / f"{side}.orders.yaml")


def legality(seeds: range) -> bool:
    """Draw with many seeds for every side of every example."""
    fine = True
    for name, board in boards():
        for side in board.scenario.value.sides:
            orders, wrong, warned, dropped, slowest, start = kept(board, side), 0, 0, 0, 0.0, time.process_time()
            for seed in seeds:
                before = time.process_time()
                try:
                    _, dealt, report = deal_orders(board, side, orders, seed=seed, plan=PLANS[seed % len(PLANS)])
                    warned += bool(report.diagnostics)
                    dropped += dealt.dropped
                except Rejected as rejected:
                    wrong += 1
                    print(rejected.report.as_text())
                slowest = max(slowest, time.process_time() - before)
            mean = (time.process_time() - start) / len(seeds)
            said = f"{len(seeds)} seeds, {wrong} wrong, {warned} with warnings, {dropped} decoys dropped"
            print(f"{name:14} {side:12} {said}, CPU mean {mean:.3f} s, slowest {slowest:.3f} s", flush=True)
            fine = fine and not wrong and slowest < SLOWEST
    return fine


def samples(board: Board, side: str, seeds: range) -> list[list[Sample]]:
    """Give what an enemy sees of many deployments, and which of it are decoys.

    He sees how many markers of a kind there are, too. Deployments with one and with two of a kind may not be mixed:
    where a second one stands depends on the first, and only a kind with more markers than units has decoys.
    """
    deployment = Deployment(ground=board.ground, side=side, orders=kept(board, side))
    drawn = (deal(deployment, Seeded(seed, "telltale"), PLANS[0]) for seed in seeds)
    return [_seen([placed for placed in one.markers if placed.at is not None]) for one in drawn]


def _seen(placed: list[Placed]) -> list[Sample]:
    counts = Counter(one.kind for one in placed)
    return [
        (f"{counts[one.kind]} {one.kind.type} {one.kind.speed}", one.at.x, one.at.y, one.unit is None)
        for one in placed
        if one.at is not None
    ]


def telltale(deployments: int) -> bool:
    """Set the classifiers on the examples that have decoys: half to learn from, half to guess."""
    fine = True
    for name, board in boards():
        for side, own in board.scenario.value.sides.items():
            if not own.decoys:
                continue
            drawn = samples(board, side, range(deployments))
            half = len(drawn) // 2
            train, test = ([sample for one in part for sample in one] for part in (drawn[:half], drawn[half:]))
            near = neighbours_z(train, test)
            map_z = histogram_z([*train, *test], 100_000)
            said = f"nearest neighbours {near:+.2f} sd, histogram {map_z:+.2f} sd from guessing"
            print(f"{name:14} {side:12} {deployments} deployments: {said}", flush=True)
            fine = fine and near < TELLTALE and map_z < TELLTALE
    return fine


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seeds", type=int, default=0)
    parser.add_argument("--deployments", type=int, default=0)
    parser.add_argument("--only", action="append", default=[], metavar="NAME")
    asked = parser.parse_args()
    ONLY += asked.only
    good = legality(range(asked.seeds)) if asked.seeds else True
    good = (telltale(asked.deployments) if asked.deployments else True) and good
    sys.exit(0 if good else 1)
