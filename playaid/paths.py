"""Files and their names as operating systems have them."""

import os
import stat
from pathlib import Path

from playaid.telling import PlayaidError

WINDOWS = {"con", "prn", "aux", "nul", *(f"{port}{n}" for port in ("com", "lpt") for n in range(1, 10))}
"""Names that are devices on Windows, whatever follows after a dot."""


def regular(file: Path, most: int) -> bytes | None:
    """Give the bytes of a regular file, or its first `most`; None for a folder or device, which is never waited for.

    Raises `PlayaidError` for what is not there or may not be read.
    """
    try:
        descriptor = os.open(file, os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0))
        with open(descriptor, "rb") as stream:  # noqa: PTH123  # a descriptor has no path
            return stream.read(most) if stat.S_ISREG(os.fstat(stream.fileno()).st_mode) else None
    except OSError as error:
        help = "check the name and your access to it"
        raise PlayaidError(f"cannot read {file}: {error.strerror}", help=help) from None
