"""Bytes of files and of members of packs, and a note of which were read.

Whoever reads a user's file reads it here, so that a build knows what it was made from.
"""

import contextlib
import hashlib
from collections.abc import Iterator
from contextvars import ContextVar
from pathlib import Path

from playaid.folders import pack_of
from playaid.paths import regular
from playaid.telling import PlayaidError

BYTES = 8 << 20
"""No file is read that is larger: one byte more is read, to tell."""

Readings = dict[Path, str | None]
"""Files that were read with their SHA-256, and files that were looked for and are not there with None."""

_READINGS: ContextVar[Readings | None] = ContextVar("readings", default=None)


@contextlib.contextmanager
def recorded() -> Iterator[Readings]:
    """Note which files are read within, so that it can be told later whether reading them again gives the same."""
    kept: Readings = {}
    token = _READINGS.set(kept)
    try:
        yield kept
    finally:
        _READINGS.reset(token)


def exists(file: Path) -> bool:
    """Tell whether a file is there, in a folder or in a pack."""
    pack = pack_of(file)
    if pack is None:
        found = file.exists()
    else:
        from playaid.packs import has_member  # zipfile costs start-up

        found = has_member(pack, file)
    kept = _READINGS.get()
    if kept is not None and not found:
        kept[file] = None
    return found


def read_bytes(file: Path) -> bytes:
    """Read a regular file of bounded size, or a member of a pack.

    Raises `PlayaidError` for folders, devices and what may not be read, `Rejected` for a pack that is not in order.
    """
    pack = pack_of(file)
    if pack is None:
        found = regular(file, BYTES + 1)
        if found is None:
            raise PlayaidError(f"{file} is not a file", help="name a text file, as playaid new writes one")
        data = found
    else:
        from playaid.packs import read_member  # as above

        data = read_member(pack, file)
    kept = _READINGS.get()
    if kept is not None:
        kept[file] = hashlib.sha256(data).hexdigest()
    return data
