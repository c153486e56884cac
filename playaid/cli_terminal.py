"""What reaches the terminal: lines that it never obeys, whatever its encoding."""

import contextlib
import errno
import os
import sys

from playaid.telling import UNWRITABLE, PlayaidError, safe


class ReaderGoneError(Exception):
    """Whoever read our output has stopped reading, as `head` does; there is nothing left to say."""


def say(text: str, *, err: bool = False) -> None:
    """Print lines that no terminal obeys. A closed stream takes nothing, a full one raises `PlayaidError`."""
    stream = sys.stderr if err else sys.stdout
    if stream is None:
        return
    try:
        stream.write(safe(text) + "\n")
    except BrokenPipeError:
        raise ReaderGoneError from None
    except OSError as error:
        if not err:
            raise _unwritable(error) from None


def flush() -> None:
    """Bring what was said to its reader. Raises as `say` does."""
    for stream in (sys.stderr, sys.stdout):
        try:
            if stream is not None:
                stream.flush()
        except BrokenPipeError:
            raise ReaderGoneError from None
        except OSError as error:
            if stream is sys.stdout:
                raise _unwritable(error) from None


def silence() -> None:
    """Send whatever is still buffered nowhere, so that the interpreter's own exit says nothing about it."""
    for stream in (sys.stdout, sys.stderr):
        with contextlib.suppress(OSError, ValueError, AttributeError):
            os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())


def say_world(error: PlayaidError) -> None:
    """Say what is wrong with the world, and what to do."""
    say(f"Error: {error.message}", err=True)
    if error.help:
        say(f"  help: {error.help}", err=True)


def counted(errors: int, warnings: int) -> str:
    """Say how many errors and warnings there are."""
    parts = [f"{n} {word}{'' if n == 1 else 's'}" for n, word in ((errors, "error"), (warnings, "warning")) if n]
    return ", ".join(parts) or "all is well"


def _unwritable(error: OSError) -> PlayaidError:
    said = "the disk is full" if error.errno == errno.ENOSPC else str(error.strerror)
    return PlayaidError(f"cannot write the output: {said}", exit_code=UNWRITABLE)
