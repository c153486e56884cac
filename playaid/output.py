"""Output folders: replaced as a whole or not at all, and never one that playaid did not make.

A build is written into a hidden sibling folder, flushed to the disk, and renamed into place. A folder is ours when
every entry in it is an audience's folder whose manifest lists exactly the files that are there.
"""

import contextlib
import hashlib
import json
import os
import shutil
import sys
import tempfile
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from playaid.diagnostics import PlayaidError

MANIFEST = "manifest.json"
DROPPINGS = {".DS_Store", "Thumbs.db", "desktop.ini"}
"""Files that systems leave in folders people look at; they make no folder foreign."""

NOT_OURS = 5


def manifest(audience: str, documents: list[dict[str, Any]], inputs: Mapping[str, bytes]) -> bytes:
    """Give the manifest of an audience's folder: its documents, and the hashes of the files that audience may read."""
    content = {
        "playaid": 1,
        "audience": audience,
        "documents": documents,
        "inputs": {name: hashlib.sha256(data).hexdigest() for name, data in sorted(inputs.items())},
    }
    return (json.dumps(content, indent=2, sort_keys=True) + "\n").encode()


def replace_folder(target: Path, files: Mapping[str, bytes], private: frozenset[str]) -> None:
    """Make `target` hold exactly `files` (paths with slashes); the folders in `private` are for their owner alone.

    Raises `PlayaidError` with exit code 5 for a folder that is not ours or is being written, 4 when writing fails; the
    target is then as it was.
    """
    try:
        target.parent.mkdir(parents=True, exist_ok=True)
        with _locked(target):
            _sweep(target)
            refuse_foreign(target)
            made = Path(tempfile.mkdtemp(prefix=f".{target.name}.tmp-", dir=target.parent))
            try:
                _write_all(made, files, private)
                _swap(made, target)
            finally:
                shutil.rmtree(made, ignore_errors=True)
    except OSError as error:
        help = "close the files in your PDF viewer, and check the room on the disk and your access to the folder"
        raise PlayaidError(f"cannot write {target}: {error.strerror or error}", help=help) from error


def refuse_foreign(target: Path) -> None:
    """Raise `PlayaidError` when something stands at `target` that playaid did not make."""
    if not os.path.lexists(target):
        return
    reason = _foreign(target)
    if reason:
        help = "move it away, or choose another folder with -o"
        raise PlayaidError(f"{target} was not made by playaid: {reason}", exit_code=NOT_OURS, help=help)


def _foreign(target: Path) -> str:
    if target.is_symlink() or not target.is_dir():
        return "it is not a plain folder"
    for entry in sorted(target.iterdir()):
        if entry.name in DROPPINGS:
            continue
        if entry.is_symlink() or not entry.is_dir():
            return f"it holds {entry.name}"
        listed = _listed(entry / MANIFEST)
        if listed is None:
            return f"{entry.name} has no {MANIFEST} of playaid's"
        more = {found.name for found in entry.iterdir()} - listed - DROPPINGS - {MANIFEST}
        if more:
            return f"{entry.name} holds {sorted(more)[0]}, which it did not write"
    return ""


def _listed(file: Path) -> set[str] | None:
    """Give the names of the files a manifest lists, or None when it is no manifest of ours."""
    try:
        content = json.loads(file.read_bytes())
        if content["playaid"] != 1:
            return None
        return {str(document["file"]) for document in content["documents"]}
    except (OSError, ValueError, KeyError, TypeError):
        return None


def _write_all(folder: Path, files: Mapping[str, bytes], private: frozenset[str]) -> None:
    os.chmod(folder, 0o755)  # noqa: S103  # everybody may read what is public; private folders follow
    for name, data in sorted(files.items()):
        path = folder.joinpath(*name.split("/"))
        secret = name.split("/")[0] in private
        path.parent.mkdir(parents=True, exist_ok=True)
        os.chmod(path.parent, 0o700 if secret else 0o755)
        write_flushed(path, data, 0o600 if secret else 0o644)
    for path in sorted({folder, *(folder.joinpath(*name.split("/")).parent for name in files)}):
        _flush_folder(path)


def write_flushed(path: Path, data: bytes, mode: int) -> None:
    """Write a new file and flush it to the disk."""
    descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0), mode)
    with open(descriptor, "wb") as stream:  # noqa: PTH123  # a descriptor has no path
        stream.write(data)
        stream.flush()
        os.fsync(stream.fileno())
    os.chmod(path, mode)


def replace_file(path: Path, data: bytes, mode: int = 0o644) -> None:
    """Make a file hold exactly `data`, or leave it as it was. Raises `PlayaidError` when writing fails."""
    made = path.parent / f".{path.name}.tmp-{os.getpid()}"
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        try:
            write_flushed(made, data, mode)
            os.replace(made, path)
        finally:
            made.unlink(missing_ok=True)
    except OSError as error:
        help = "close the file in your PDF viewer, and check the room on the disk and your access to the folder"
        raise PlayaidError(f"cannot write {path}: {error.strerror or error}", help=help) from error


def _swap(made: Path, target: Path) -> None:
    """Put the new folder in the old one's place; the old one goes last, and comes back when the new one cannot."""
    if os.path.lexists(target):
        old = target.parent / made.name.replace(".tmp-", ".old-")
        os.rename(target, old)
        try:
            os.rename(made, target)
        except OSError:
            os.rename(old, target)
            raise
        shutil.rmtree(old, ignore_errors=True)
    else:
        os.rename(made, target)
    _flush_folder(target.parent)


def _sweep(target: Path) -> None:
    """Remove what killed builds left; put an old folder back that was moved away and never replaced."""
    for old in sorted(target.parent.glob(f".{target.name}.old-*")):
        if not os.path.lexists(target):
            os.rename(old, target)
        else:
            shutil.rmtree(old, ignore_errors=True)
    for stale in target.parent.glob(f".{target.name}.tmp-*"):
        shutil.rmtree(stale, ignore_errors=True)


@contextlib.contextmanager
def _locked(target: Path) -> Iterator[None]:
    """Hold the lock of an output folder; a second build into it is refused at once."""
    lock = target.parent / f".{target.name}.lock"
    with lock.open("w", encoding="ascii") as stream:
        try:
            _lock(stream.fileno())
        except OSError:
            help = "wait until it has finished, or choose another folder with -o"
            raise PlayaidError(f"another build is writing to {target}", exit_code=NOT_OURS, help=help) from None
        try:
            yield
        finally:
            with contextlib.suppress(OSError):
                lock.unlink()


if sys.platform == "win32":

    def _lock(descriptor: int) -> None:
        import msvcrt

        msvcrt.locking(descriptor, msvcrt.LK_NBLCK, 1)

    def _flush_folder(folder: Path) -> None:
        """Windows flushes folders itself."""

else:

    def _lock(descriptor: int) -> None:
        import fcntl

        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)

    def _flush_folder(folder: Path) -> None:
        descriptor = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(descriptor)
        finally:
            os.close(descriptor)
