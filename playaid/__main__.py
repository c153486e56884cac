"""Starts playaid and ends with it: ``python -m playaid``, and the command ``playaid``."""

import gc
from typing import NoReturn


def main() -> NoReturn:
    """Run the command line and exit.

    The process is short and all its own. It makes many values and few circles, so it seldom looks for circles, not even
    while it loads; and at its end, when all memory goes back at once, not at all.
    """
    gc.set_threshold(100_000, 50, 50)
    from playaid.cli import main as run

    try:
        run()
    finally:
        gc.freeze()


if __name__ == "__main__":
    main()
