"""Run playaid as a user who owns nothing: python -P as_nobody.py WARM OUT [OPTION...] < commands as JSON lists.

Everything is imported as root by building WARM into OUT once; each command then runs in a child that has become the
user 65534, and its exit code and messages are printed as JSON.
"""

import contextlib
import io
import json
import os
import sys

from playaid.cli import main

NOBODY = 65534


def run(arguments: list[str]) -> tuple[int, str]:
    """Run a command line here; give its exit code and its messages."""
    err = io.StringIO()
    sys.argv = ["playaid", *arguments]
    try:
        with contextlib.redirect_stdout(io.StringIO()), contextlib.redirect_stderr(err):
            main()
    except SystemExit as left:
        return int(left.code or 0), err.getvalue()


def as_nobody(arguments: list[str]) -> tuple[int, str]:
    """Run a command line in a child that is nobody."""
    reading, writing = os.pipe()
    child = os.fork()
    if child == 0:
        os.setgroups([])
        os.setgid(NOBODY)
        os.setuid(NOBODY)
        os.write(writing, json.dumps(run(arguments)).encode()[:60_000])
        os._exit(0)
    os.close(writing)
    with os.fdopen(reading, "rb") as stream:
        code, said = json.loads(stream.read())
    os.waitpid(child, 0)
    return code, said


if __name__ == "__main__":
    for command in (["build", sys.argv[1], "-o", *sys.argv[2:]], ["check", "/nothing"]):
        run(command)
    json.dump([as_nobody(command) for command in json.load(sys.stdin)], sys.stdout)
