"""The readers under atheris: python -P tests/fuzz/target.py READER tests/fuzz/corpus -runs=200000

READER is one of source, scenario, orders, ruleset, reveal, length. atheris is not among the dependencies (it has no
wheel for every Python): install it by hand, pip install atheris. With `--plain N` in place of libFuzzer's options the
reader takes N random changes of the corpus, without atheris and without coverage. What is found goes into the corpus.
"""

import importlib
import random
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))

from fuzz_targets import READERS


def plain(reader: str, corpus: Path, runs: int) -> None:
    """Feed random changes of the corpus to a reader; the first exception ends it, and leaves its input in crash.bin."""
    chance = random.Random(1)  # noqa: S311  # repeatable on purpose
    seeds = [file.read_bytes() for file in sorted(corpus.iterdir())]
    for number in range(runs):
        data = bytearray(chance.choice(seeds))
        for _ in range(chance.randint(1, 4)):
            start = chance.randint(0, len(data))
            end = min(len(data), start + chance.choice((0, 1, 2, 8)))
            other = chance.choice(seeds)
            cut = chance.randint(0, len(other))
            fresh = chance.choice((bytes([chance.randint(0, 255)]), other[cut : cut + chance.randint(0, 20)], b""))
            data[start:end] = fresh
        try:
            READERS[reader](bytes(data))
        except Exception:
            Path("crash.bin").write_bytes(data)
            print(f"run {number} of {reader} failed; its input is in crash.bin", file=sys.stderr)
            raise
    print(f"{reader}: {runs} runs, nothing unexpected")


def main() -> None:
    """Fuzz the reader that the first argument names."""
    reader = sys.argv.pop(1)
    if sys.argv[2:3] == ["--plain"]:
        plain(reader, Path(sys.argv[1]), int(sys.argv[3]))
        return
    atheris = importlib.import_module("atheris")
    atheris.instrument_all()
    atheris.Setup(sys.argv, READERS[reader])
    atheris.Fuzz()


if __name__ == "__main__":
    main()
