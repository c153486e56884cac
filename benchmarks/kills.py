"""Kill builds at random moments and look at what they leave: python -P benchmarks/kills.py [N], 100 by default, POSIX.

Two in three children write two small sets of files in turn, as fast as they can, so that most kills meet a write; the
others run whole builds of two versions of a scenario. After each kill the output must be one of the two, whole, or,
when the kill met the moment between two renames, lie beside its place; the next build must leave its output only.
"""

import os
import secrets
import shutil
import signal
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable
from pathlib import Path

from playaid.build import Request, build
from playaid.documents import Settings
from playaid.imposition import SheetOptions
from playaid.output import replace_folder
from playaid.papers import parse_paper

ROOT = Path(__file__).parent.parent
PRIVATE = frozenset({"german"})

Tree = dict[str, bytes]


def tree(folder: Path) -> Tree:
    """Give every file of a folder with its bytes."""
    return {str(p.relative_to(folder)): p.read_bytes() for p in sorted(folder.rglob("*")) if p.is_file()}


def small(version: int) -> Tree:
    """Give a set of files that looks like a build."""
    manifest = b'{"playaid": 1, "documents": [{"file": "a.pdf"}, {"file": "b.pdf"}]}'
    names = [f"{audience}/{name}.pdf" for audience in ("public", "german") for name in ("a", "b")]
    files = {name: bytes([version]) * 20_000 for name in names}
    return files | {f"{audience}/manifest.json": manifest for audience in ("public", "german")}


def writer(target: Path) -> Callable[[int], object]:
    """Give what writes a version of the small set."""
    return lambda version: replace_folder(target, small(version), PRIVATE)


def builder(target: Path, work: Path) -> Callable[[int], object]:
    """Give what builds a version of the example; they differ in every document."""
    for version in (0, 1):
        folder = work / str(version) / target.name
        shutil.copytree(ROOT / "scenarios" / "la-ferme", folder)
        file = folder / "scenario.yaml"
        file.write_text(file.read_text(encoding="utf-8").replace('"1.2"', f'"1.{version}"'), encoding="utf-8")
    settings = Settings(sheet=SheetOptions(paper=parse_paper("a4")))
    request = Request(output=target.parent, settings=settings, audiences=("german",), kinds=("log",))
    return lambda version: build(work / str(version) / target.name, request)


def kill_one(make: Callable[[int], object], longest: float) -> None:
    """Let a child make both versions in turn, and kill it at a random moment."""
    child = os.fork()
    if child == 0:
        turn = 0
        while True:
            make(turn % 2)
            turn += 1
    time.sleep(longest * secrets.randbelow(1000) / 1000)
    os.kill(child, signal.SIGKILL)
    os.waitpid(child, 0)


def run(kills: int, make: Callable[[int], object], target: Path, longest: float) -> Counter[str]:
    """Kill so many children; count what each left."""
    wanted = []
    for version in (0, 1):
        make(version)
        wanted.append(tree(target))
    found: Counter[str] = Counter(kills=0, whole=0, aside=0, mixed=0, stale=0, unswept=0)
    for _ in range(kills):
        kill_one(make, longest)
        beside = [p for p in target.parent.iterdir() if p != target and p.is_dir()]
        found["kills"] += 1
        found["stale"] += bool(beside)
        if target.exists():
            found["whole" if tree(target) in wanted else "mixed"] += 1
        else:
            old = [p for p in beside if ".old-" in p.name]
            found["aside" if len(old) == 1 and tree(old[0]) in wanted else "mixed"] += 1
        make(0)
        found["unswept"] += os.listdir(target.parent) != [target.name] or tree(target) != wanted[0]
    return found


def main(kills: int) -> Counter[str]:
    """Kill writers and builders."""
    with tempfile.TemporaryDirectory() as folder:
        work = Path(folder)
        for name in ("written", "built"):
            (work / name).mkdir()
        built = work / "built" / "la-ferme"
        found = run(kills - kills // 3, writer(work / "written" / "set"), work / "written" / "set", 0.03)
        return found + run(kills // 3, builder(built, work / "in"), built, 0.3)


if __name__ == "__main__":
    counted = main(int(sys.argv[1]) if len(sys.argv) > 1 else 100)
    print(", ".join(f"{name} {counted[name]}" for name in ("kills", "whole", "aside", "mixed", "stale", "unswept")))
    sys.exit(1 if counted["mixed"] or counted["unswept"] else 0)
