"""Run `playaid check --format json` on folders, a forked child each; print exit, seconds of CPU, MB and answer of each.

Usage: python -P measure.py FOLDER... (POSIX only). The children share what the parent has imported, so that what is
measured is the file.
"""

import json
import os
import sys
import tempfile

from playaid.cli import main


def measured(folder: str) -> tuple[int, float, float, str]:
    """Check a folder in a child of its own; give its exit code, seconds of CPU, MB at most, and what it said."""
    with tempfile.TemporaryFile() as answer:
        child = os.fork()
        if child == 0:
            sys.argv = ["playaid", "check", folder, "--format", "json"]
            os.dup2(answer.fileno(), 1)
            os.dup2(answer.fileno(), 2)
            main()
        _, status, used = os.wait4(child, 0)
        answer.seek(0)
        said = answer.read().decode()
    return os.waitstatus_to_exitcode(status), used.ru_utime + used.ru_stime, used.ru_maxrss / 1024, said


if __name__ == "__main__":
    measured(sys.argv[1])  # what is read from the disk once, is read now
    json.dump([measured(folder) for folder in sys.argv[1:]], sys.stdout)
