"""What starting costs, as ratios to bare Python in one run: ``python benchmarks/startup.py [REPEATS]``.

CPU time, user and system, of whole processes that begin from nothing; the least of several runs taken in turns. They
start as `python -m playaid` and find compiled files, as after an installation: they keep them in a folder of this run,
whatever the environment says, and the first run of each counts not. The scenario that is checked and built has 12
markers in 8 woods. Nothing is asserted.
"""

import os
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path

from tables import big

HELP_AIM = 6
"""So many times bare Python may `--help` take."""
CHECK_AIM = 0.5
"""So many CPU seconds may `check` take."""


def cpu(command: Sequence[str], compiled: Path) -> float:
    """Give the CPU seconds of a process; one that ends with anything but 0 is a failure."""
    env = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    env["PYTHONPYCACHEPREFIX"] = str(compiled)
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, env=env)  # noqa: S603
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode:
        raise SystemExit(f"{' '.join(command)} ended with {process.returncode}")
    return usage.ru_utime + usage.ru_stime


def main() -> None:
    """Print everything."""
    repeats = int(sys.argv[1]) if len(sys.argv) > 1 else 10
    with tempfile.TemporaryDirectory() as temporary:
        game = str(big(Path(temporary) / "game", markers=12, pieces=8, in_the_open=0))
        program = [sys.executable, "-P", "-m", "playaid"]
        commands = {
            "bare Python": [sys.executable, "-P", "-c", "pass"],
            "--help": [*program, "--help"],
            "--version": [*program, "--version"],
            "check of 12 markers": [*program, "check", game],
            "build of 12 markers, for one side": [
                *program, "build", game, "--for", "defender", "-o", str(Path(temporary) / "output"),
            ],
        }  # fmt: skip
        compiled = Path(temporary) / "compiled"
        for command in commands.values():
            cpu(command, compiled)
        least = dict.fromkeys(commands, float("inf"))
        for _ in range(repeats):
            for name, command in commands.items():
                least[name] = min(least[name], cpu(command, compiled))
    bare = least.pop("bare Python")
    aims = {"--help": f"; aim ≤ {HELP_AIM}", "check of 12 markers": f"; aim ≤ {CHECK_AIM} CPU s"}
    for name, spent in least.items():
        print(f"{name}: {spent / bare:.1f} × bare Python, {spent:.2f} CPU s{aims.get(name, '')}")


if __name__ == "__main__":
    main()
