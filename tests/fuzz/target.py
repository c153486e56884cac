"""The readers under atheris: python -P tests/fuzz/target.py READER CORPUS -runs=200000

READER is one of those in `fuzz_targets.READERS`. CORPUS
is a folder of your own that grows, begun with a copy of tests/fuzz/corpus. atheris is not among the dependencies (it
has no wheel for every Python): install it by hand, pip install atheris. With `--plain N` in place of libFuzzer's
options the reader takes N random changes of the corpus, without atheris and without coverage. Half of the changes put a
nasty value in place of a good one, since random bytes seldom come past the first reader. What is found goes into
tests/fuzz/corpus.
"""

import importlib
import random
import re
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parent))

VALUE = re.compile(rb"[^\s\[\]{},:;<>=\"]+")
"""What may be a value in any of the files that are read."""


def with_a_nasty_value(data: bytes, chance: random.Random, nasty: Sequence[str]) -> bytes:
    """Give an input with a value, or a whole stretch between two, replaced."""
    spots = list(VALUE.finditer(data))
    if not spots:
        return data
    first = chance.randrange(len(spots))
    last = min(len(spots) - 1, first + chance.choice((0, 0, 0, 1, 4)))
    fresh = chance.choice(nasty).encode() if chance.random() < 0.7 else chance.choice(spots)[0]
    return data[: spots[first].start()] + fresh + data[spots[last].end() :]


def with_other_bytes(data: bytes, chance: random.Random, seeds: Sequence[bytes]) -> bytes:
    """Give an input with a few bytes replaced by random ones or by some of another input."""
    changed = bytearray(data)
    for _ in range(chance.randint(1, 4)):
        start = chance.randint(0, len(changed))
        end = min(len(changed), start + chance.choice((0, 1, 2, 8)))
        other = chance.choice(seeds)
        cut = chance.randint(0, len(other))
        fresh = chance.choice((bytes([chance.randint(0, 255)]), other[cut : cut + chance.randint(0, 20)], b""))
        changed[start:end] = fresh
    return bytes(changed)


def plain(reader: str, corpus: Path, runs: int) -> None:
    """Feed random changes of the corpus to a reader; the first exception ends it, and leaves its input in crash.bin."""
    from fuzz_targets import NASTY, READERS

    chance = random.Random(1)  # noqa: S311  # repeatable on purpose
    seeds = [file.read_bytes() for file in sorted(corpus.iterdir())]
    for number in range(runs):
        data = chance.choice(seeds)
        for _ in range(chance.randint(1, 3)):
            if chance.random() < 0.5:
                data = with_a_nasty_value(data, chance, NASTY)
            else:
                data = with_other_bytes(data, chance, seeds)
        try:
            READERS[reader](data)
        except Exception:
            Path("crash.bin").write_bytes(data)
            print(f"run {number} of {reader} failed; its input is in crash.bin", file=sys.stderr)
            raise
    print(f"{reader}: {runs} runs, nothing unexpected")


def mutator(atheris: Any, nasty: Sequence[str]) -> Callable[[bytes, int, int], bytes]:
    """Give what changes an input under atheris: half by libFuzzer, half with nasty values."""

    def change(data: bytes, most: int, seed: int) -> bytes:
        chance = random.Random(seed)  # noqa: S311  # repeatable on purpose
        if chance.random() < 0.5:
            made: bytes = atheris.Mutate(data, most)
            return made
        return with_a_nasty_value(bytes(data), chance, nasty)[:most]

    return change


def main() -> None:
    """Fuzz the reader that the first argument names."""
    reader = sys.argv.pop(1)
    if sys.argv[2:3] == ["--plain"]:
        plain(reader, Path(sys.argv[1]), int(sys.argv[3]))
        return
    atheris = importlib.import_module("atheris")
    with atheris.instrument_imports(include=["playaid"], enable_loader_override=False):
        targets = importlib.import_module("fuzz_targets")
        targets.warm()
    atheris.Setup(sys.argv, targets.READERS[reader], custom_mutator=mutator(atheris, targets.NASTY))
    atheris.Fuzz()


if __name__ == "__main__":
    main()
