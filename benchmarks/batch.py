"""Build many small scenarios, one of them broken: python -P benchmarks/batch.py [--count N] [--jobs N] [--starter].

Prints ratios, so that machines can be compared: what the first run costs beside its limit of 60 s of CPU a core for
1,000 scenarios, what a second run without changes costs beside the first, how memory grows from a tenth of the
scenarios to all of them, and how much sooner two processes are done than one; the last is true on free cores only.
"""

import argparse
import os
import resource
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).parent.parent
LIMIT = 60 / 1_000
"""Seconds of CPU a core that a scenario may take, on two cores."""

SMALL = """\
playaid: 1
title: Farm {number}
rules: {{concealment: incertitude}}
table: {{width: 180, depth: 120}}
terrain_types: {{wood: {{cover: dense, sight: blocked}}, house: {{cover: dense, sight: blocked}}}}
terrain:
  - {{id: wood, type: wood, name: Wood, shape: {{polygon: [[{west}, 70], [60, 70], [60, 100], [20, 100]]}}}}
  - {{id: farm, type: house, name: Farm {number}, shape: {{rectangle: {{at: [100, {south}], size: [12, 8]}}}}}}
sides:
  def:
    name: Defenders
    role: defender
    emblem: D
    zone: {{polygon: [[0, 60], [180, 60], [180, 120], [0, 120]]}}
    decoys: 1
    units: [{{id: hq, name: Headquarters, type: command_group, move: 10}}]
  att:
    name: Attackers
    role: attacker
    emblem: A
    zone: {{polygon: [[0, 0], [180, 0], [180, 30], [0, 30]]}}
    units: [{{id: sq, name: First squad, type: combat_group, move: 10}}]
"""


@dataclass(frozen=True)
class Cost:
    """What a run took: seconds of CPU of all its processes, seconds, its exit code and its last line."""

    cpu: float
    wall: float
    code: int
    said: str


def starter(number: int) -> str:
    """Give the scenario that `playaid new` writes, varied a little."""
    text = (ROOT / "playaid" / "starters" / "scenario.en.yaml").read_text(encoding="utf-8")
    title = text.replace("title: The village", f"title: Village {number}")
    return title.replace("[[22, 78]", f"[[{20 + number % 20}, 78]")


def small(number: int) -> str:
    """Give a small scenario, varied a little."""
    return SMALL.format(number=number, west=10 + number % 30, south=70 + number % 20)


def lay(folder: Path, count: int, broken: int, large: bool) -> Path:
    """Write so many scenarios, one of them with a slip of spelling."""
    for number in range(count):
        text = starter(number) if large else small(number)
        file = folder / f"s{number:05d}" / "scenario.yaml"
        file.parent.mkdir(parents=True)
        file.write_text(text.replace("title:", "tittle:", 1) if number == broken else text, encoding="utf-8")
    return folder


def build(folder: Path, output: Path, jobs: int) -> Cost:
    """Build all scenarios of a folder in a process of its own."""
    command = [sys.executable, "-P", "-m", "playaid", "build", str(folder), "-o", str(output), "--jobs", str(jobs)]
    before, start = resource.getrusage(resource.RUSAGE_CHILDREN), time.monotonic()
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)  # noqa: S603  # our own
    wall, after = time.monotonic() - start, resource.getrusage(resource.RUSAGE_CHILDREN)
    cpu = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return Cost(cpu, wall, done.returncode, done.stderr.splitlines()[-1])


def peak() -> int:
    """Give the greatest memory that any process of any run has had."""
    return resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss


def main() -> None:
    """Run everything and print the ratios."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--count", type=int, default=1_000)
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument(
        "--starter", action="store_true", help="vary the scenario of playaid new instead of a small one"
    )
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        here = Path(folder)
        tenth = lay(here / "tenth", max(10, asked.count // 10), -1, asked.starter)
        whole = lay(here / "whole", asked.count, asked.count // 2, asked.starter)
        few = build(tenth, here / "one", asked.jobs)
        low = peak()
        first = build(whole, here / "out", asked.jobs)
        high = peak()
        second = build(whole, here / "out", asked.jobs)
        serial = build(tenth, here / "serial", 1)
        pair = build(tenth, here / "pair", 2)
    print(f"cores {os.cpu_count()}, scenarios {asked.count}, processes {asked.jobs}")
    print(f"first run: exit {first.code}, {first.said}")
    print(f"second run: exit {second.code}, {second.said}")
    print(f"CPU of the first run / limit: {first.cpu / 2 / (LIMIT * asked.count):.2f} (at most 1)")
    print(f"CPU of the second run / first: {second.cpu / first.cpu:.4f} (at most 0.05)")
    print(f"memory for all / for a tenth: {high / low:.3f}")
    each, of_few = first.cpu / asked.count, few.cpu / max(10, asked.count // 10)
    print(f"CPU a scenario of all / of a tenth: {each / of_few:.2f}")
    print(f"one process / two, by the clock: {serial.wall / pair.wall:.2f} (at least 1.6 on free cores)")


if __name__ == "__main__":
    main()
