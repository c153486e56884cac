"""Many generated scenarios of each recipe: does every one check, deploy and build, and how fair are they?

    python benchmarks/generate.py --count 200            check and deploy
    python benchmarks/generate.py --count 200 --build    and print for every reader
    python benchmarks/generate.py --count 200 --build --only pack --recipe attack --first 40

`--only pack` prints each reader's pack alone, which holds all his documents. Prints one line of figures a recipe; ends
with 1 when anything failed.
"""

import argparse
import sys
import tempfile
import time
from pathlib import Path

from playaid.chance import Seeded
from playaid.dealing import Board, deal_orders, orders_of, sound_game
from playaid.deploy import blank_orders
from playaid.generate import Generated, generate
from playaid.recipe import load_recipe, recipe_names


def deployed(folder: Path, board: Board) -> None:
    """Draw and write both sides' orders."""
    for side in board.scenario.value.sides:
        file = folder / f"{side}.orders.yaml"
        text, dealt, report = deal_orders(board, side, orders_of(board, blank_orders(side), file), seed=1)
        if report.diagnostics or dealt.dropped:
            raise ValueError(f"{side}: {report.as_text()} {dealt.dropped}")
        file.write_text(text, encoding="utf-8")


def printed(folder: Path, kinds: tuple[str, ...]) -> None:
    """Build a scenario for every reader, all kinds of documents or some."""
    from playaid.build import Request, build
    from playaid.documents import Settings
    from playaid.imposition import SheetOptions
    from playaid.papers import parse_paper

    settings = Settings(sheet=SheetOptions(paper=parse_paper("a4")))
    built = build(folder, Request(output=folder / "out", settings=settings, kinds=kinds))
    if built.report.diagnostics:
        raise ValueError(built.report.as_text())


def one(name: str, seed: int, build: bool, kinds: tuple[str, ...] = ()) -> Generated:
    """Generate, check, deploy and build one scenario."""
    made = generate(load_recipe(name), Seeded(seed, "generate"))
    with tempfile.TemporaryDirectory() as temporary:
        folder = Path(temporary) / "scenario"
        folder.mkdir()
        (folder / "scenario.yaml").write_text(made.text, encoding="utf-8")
        deployed(folder, sound_game(folder))
        if build:
            printed(folder, kinds)
    return made


def figures(made: list[Generated]) -> str:
    """Give the means of the figures of fairness, for each side."""
    parts = []
    for number in range(2):
        sides = [generated.fairness[number] for generated in made]
        cover = sum(side.extent.cover * 1000 // side.extent.zone for side in sides) / len(sides) / 10
        legal = sum(side.extent.legal // side.markers for side in sides) // len(sides) // 100
        parts.append(f"{sides[0].side}: cover {cover:.1f} %, legal ground a marker {legal} cm²")
    return "; ".join(parts)


def main() -> int:
    """Run the recipes."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--count", type=int, default=200)
    parser.add_argument("--build", action="store_true")
    parser.add_argument("--first", type=int, default=0, metavar="SEED")
    parser.add_argument("--recipe", action="append", default=[], metavar="NAME")
    parser.add_argument("--only", action="append", default=[], metavar="KIND")
    asked = parser.parse_args()
    failed = 0
    for name in asked.recipe or recipe_names():
        made, start = [], time.process_time()
        for seed in range(asked.first, asked.first + asked.count):
            try:
                made.append(one(name, seed, asked.build, tuple(asked.only)))
            except Exception as error:
                failed += 1
                print(f"{name} {seed}: {type(error).__name__} {error}", flush=True)
        mean = (time.process_time() - start) / asked.count
        tries = sum(generated.attempts for generated in made) / max(1, len(made))
        print(f"{name:12} {len(made)} fine, {tries:.2f} landscapes each, CPU {mean:.2f} s; {figures(made)}", flush=True)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
