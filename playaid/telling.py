"""What is told on a terminal, light enough for every start: what is wrong with the world, text that nothing obeys."""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pathlib import Path

WRONG_FILES, USAGE, SOME_FAILED, UNWRITABLE, NOT_OURS, BUG, INTERRUPTED = 1, 2, 3, 4, 5, 70, 130
"""The exit codes: the files are wrong, the command is, some of a batch failed, a file cannot be read or written, the
output is not ours or in use, a bug of ours, Ctrl-C."""


class PlayaidError(Exception):
    """The world is wrong: a file cannot be read or written, a folder is not ours. Carries the exit code and advice."""

    def __init__(self, message: str, *, exit_code: int = UNWRITABLE, help: str = "") -> None:
        """Keep the message, the exit code and the advice."""
        super().__init__(message)
        self.message = message
        self.exit_code = exit_code
        self.help = help


def of_system(error: OSError) -> str:
    """Say what the system said of a file."""
    where = f" {error.filename}" if error.filename else ""
    return f"cannot read or write{where}: {error.strerror or error}"


def safe(text: str) -> str:
    """Give text that no terminal obeys: control, format, private and unassigned characters are written as escapes."""
    if text.isascii() and text.replace("\n", "").isprintable():
        return text
    return "".join(c if c == "\n" or not _hidden(c) else _escape(c) for c in text)


def typed(path: "Path") -> str:
    """Write a path as it is typed behind a command, in quotes where it needs them."""
    import shlex  # costs start-up, and few runs suggest a command

    return shlex.quote(path.as_posix())


def _hidden(character: str) -> bool:
    import unicodedata  # costs start-up, and most lines are plain

    return unicodedata.category(character) in {"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"}


def _escape(character: str) -> str:
    number = ord(character)
    return f"\\x{number:02x}" if number < 0x100 else f"\\u{number:04x}" if number < 0x10000 else f"\\U{number:08x}"
