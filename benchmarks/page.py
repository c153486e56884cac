"""Run every benchmark and rewrite the page: ``python benchmarks/page.py``, about an hour on a quiet machine.

    python benchmarks/page.py --only startup --only rules       these alone; the other tables stay as they are

Each benchmark is a script of its own that prints figures; the page keeps the lines that `ENTRIES` asks for. What a
script cannot do, such as installing another program, costs its lines and no more.
"""

import argparse
import os
import re
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import NamedTuple

HERE = Path(__file__).parent
PAGE = HERE / "README.md"

LINE = r"(?P<name>[^:]+): (?P<value>.+)"
"""A line that most scripts print: the name of a figure, and the figure."""


class Entry(NamedTuple):
    """A benchmark: its table's title, its script and arguments, which lines to keep, and what they say."""

    title: str
    command: str
    about: str
    keep: str = LINE


ENTRIES = {
    "startup": Entry("Start-up", "startup.py 20", "Whole processes from nothing, the least of several runs."),
    "rules": Entry(
        "Checking",
        "rules.py 3",
        "Who sees a marker, against the union of the shadows of all edges; how `check` grows: 1.00 is as n log n.",
        r"(?P<name>(?:Field|check).*): (?P<value>[\d.]+ × .+)",
    ),
    "sight": Entry(
        "Lines of sight",
        "sight.py",
        "Medians on tables with 60 pieces, as ratios to one line of sight.",
        r"(?P<name>[^:]+): (?P<value>\d+ × .+)",
    ),
    "oracle": Entry(
        "Sight against the oracle",
        "oracle_sight.py 100000",
        "Questions put to the package and to exact brute force that shares no code with it.",
        r"(?P<name>\w+) +(?P<value>[\d,]+ questions, .+)",
    ),
    "paper": Entry(
        "Printing 500 counters",
        "paper.py",
        "CPU time of whole processes, as ratios. Other programs that do not install are missing.",
        r"(?P<name>[^:]+?) {2,}(?P<value>[\d.]+ +aim .+)",
    ),
    "deploy": Entry(
        "Drawn deployments",
        "deploy.py --seeds 100 --deployments 400",
        "All are legal; what guesses decoys by their places does no better than chance.",
        r"(?P<name>[\w-]+ +[\w-]+) +(?P<value>\d+ (?:seeds|deployments).+?)(?:, CPU.*)?",
    ),
    "generate": Entry(
        "Generated scenarios",
        "generate.py --count 100",
        "Each is checked and deployed on both sides.",
        r"(?P<name>[\w-]+) +(?P<value>\d+ fine.+?)(?:, CPU [^;]*)?(?:;.*)?",
    ),
    "batch": Entry("A thousand scenarios", "batch.py", "One of them is broken."),
    "kills": Entry(
        "Builds killed at random moments", "kills.py 100", "What they leave.", r"(?P<name>kills) (?P<value>\d+, .+)"
    ),
    "mutants": Entry(
        "Faults that the tests notice",
        "mutants.py --sample 20",
        "Small faults, drawn at random and put into a copy of the package one at a time; aim ≥ 85 %.",
    ),
}


def rows(entry: Entry) -> list[str]:
    """Run a benchmark and give the rows of its table.

    Processes find compiled files, as after an installation, whatever the environment says.
    """
    command = [sys.executable, *entry.command.split()]
    env = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    with tempfile.TemporaryDirectory() as compiled:
        env["PYTHONPYCACHEPREFIX"] = compiled
        done = subprocess.run(  # noqa: S603  # our own scripts
            command, cwd=HERE, env=env, stdout=subprocess.PIPE, text=True, encoding="utf-8", check=False
        )
    found = [match for line in done.stdout.splitlines() if (match := re.fullmatch(entry.keep, line.strip()))]
    if done.returncode or not found:
        print(f"{entry.command} ended with {done.returncode}:\n{done.stdout}", file=sys.stderr)
    return [f"| {' '.join(one['name'].split())} | {' '.join(one['value'].split())} |" for one in found]


def kept() -> dict[str, list[str]]:
    """Give the rows of each table as the page has them now."""
    text = PAGE.read_text(encoding="utf-8") if PAGE.exists() else ""
    tables = re.findall(r"^<!-- (\w+) -->\n(.*?)(?=^## |\Z)", text, re.MULTILINE | re.DOTALL)
    return {name: [line for line in body.splitlines() if line.startswith("| ")][2:] for name, body in tables}


def page(tables: dict[str, list[str]]) -> str:
    """Write the page."""
    text = (
        "# Benchmarks\n\n"
        "`make benchmarks` runs all of them and rewrites this page, in about an hour on a quiet machine;\n"
        "`python benchmarks/page.py --only startup` runs one. Figures are ratios within one run wherever that can be;\n"
        "CPU seconds stand where a limit was set in them. What a figure means stands at the head of its script.\n\n"
        f"The machine: {os.cpu_count()} cores.\n"
    )
    for name, entry in ENTRIES.items():
        body = tables.get(name, [])
        table = "\n".join(("| figure | value |", "| --- | --- |", *body)) if body else "Not run yet."
        text += f"\n## {entry.title}\n\n<!-- {name} -->\n{entry.about} `python benchmarks/{entry.command}`\n\n{table}\n"
    return text


def main() -> None:
    """Run what is asked for and write the page after each."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--only", action="append", default=[], choices=ENTRIES, metavar="NAME", help=", ".join(ENTRIES))
    for name in parser.parse_args().only or ENTRIES:
        tables = kept()
        if not (HERE / ENTRIES[name].command.split()[0]).exists():
            continue
        PAGE.write_text(page({**tables, name: rows(ENTRIES[name]) or tables.get(name, [])}), encoding="utf-8")


if __name__ == "__main__":
    main()
