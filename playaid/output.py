"""Output folders: replaced as a whole or not at all, and never one that playaid did not make.

A build is written into a hidden sibling folder, flushed to the disk, and renamed into place. A folder is ours when
every entry in it is an audience's folder whose manifest lists exactly the files that are there.
"""

import contextlib
import errno
import hashlib
import io
import json
import os
import re
import shutil
import sys
import tempfile
import zipfile
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from playaid.telling import NOT_OURS, PlayaidError

MANIFEST = "manifest.json"
DROPPINGS = {".DS_Store", "Thumbs.db", "desktop.ini"}
"""Files that systems leave in folders people look at; they make no folder foreign."""

RECORD = ".playaid-build"
"""The file in an output folder that tells what it was built from; for the builder alone, it goes to no reader."""

TABLE = re.compile("table-[1-9][0-9]*")
"""The folders of a tournament's tables, each with its readers' folders."""

ZIP_DATE = (1980, 1, 1, 0, 0, 0)
"""The first moment that an archive can name: all files in it bear it."""


def manifest(
    audience: str, documents: list[dict[str, Any]], inputs: Mapping[str, bytes], zip: str | None = None
) -> bytes:
    """Give the manifest of an audience's folder: its documents, and the hashes of the files that audience may read.

    `zip` is the name of the archive beside the folder, if there is one.
    """
    content = {
        **({"zip": zip} if zip is not None else {}),
        "playaid": 1,
        "audience": audience,
        "documents": documents,
        "inputs": {name: hashlib.sha256(data).hexdigest() for name, data in sorted(inputs.items())},
    }
    return (json.dumps(content, indent=2, sort_keys=True) + "\n").encode()


def zipped(folder: str, files: Mapping[str, bytes], *, secret: bool) -> bytes:
    """Give an archive of some files in one folder: the same bytes for the same files, whoever makes it and when."""
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w", zipfile.ZIP_STORED) as archive:
        for name, data in sorted(files.items()):
            entry = zipfile.ZipInfo(f"{folder}/{name}", ZIP_DATE)
            entry.create_system = 3
            entry.external_attr = (0o100600 if secret else 0o100644) << 16
            archive.writestr(entry, data)
    return stream.getvalue()


def replace_folder(
    target: Path, files: Mapping[str, bytes], private: frozenset[str], times: Mapping[str, int] | None = None
) -> None:
    """Make `target` hold exactly `files` (paths with slashes); the entries in `private` are for their owner alone.

    `times` are seconds since 1970 that the entries of `target`, and under "" itself, bear as the time of their change.
    Raises `PlayaidError` with exit code 5 for a folder that is not ours or is being written, 4 when writing fails; the
    target is then as it was.
    """
    try:
        target.parent.mkdir(parents=True, exist_ok=True)
        with _locked(target):
            _sweep(target)
            refuse_foreign(target)
            try:
                made = Path(tempfile.mkdtemp(prefix=f".{target.name}.tmp-", dir=target.parent))
                _write_all(made, files, private)
                _stamp(made, files, times or {})
                _swap(made, target)
            finally:
                _sweep(target)
    except OSError as error:
        help = "close the files in your PDF viewer, and check the room on the disk and your access to the folder"
        raise PlayaidError(f"cannot write {target}: {error.strerror or error}", help=help) from error


def refuse_foreign(target: Path) -> None:
    """Raise `PlayaidError` when something stands at `target` that playaid did not make."""
    for parent in target.parents:
        if os.path.lexists(parent) and not parent.is_dir():
            help = "move it away, or choose another folder with -o"
            raise PlayaidError(f"{parent} is not a folder", exit_code=NOT_OURS, help=help)
    if not os.path.lexists(target):
        return
    try:
        reason = _foreign(target)
    except OSError as error:
        reason = f"it cannot be looked into ({error.strerror or error})"
    if reason:
        help = "move it away, or choose another folder with -o"
        raise PlayaidError(f"{target} was not made by playaid: {reason}", exit_code=NOT_OURS, help=help)


def _foreign(target: Path) -> str:
    if target.is_symlink() or not target.is_dir():
        return "it is not a plain folder"
    packed = {_packed(entry / MANIFEST) for entry in target.iterdir()}
    for entry in sorted(target.iterdir()):
        if entry.name in DROPPINGS or (entry.name in packed | {RECORD} and entry.is_file() and not entry.is_symlink()):
            continue
        if entry.is_symlink() or not entry.is_dir():
            return f"it holds {entry.name}"
        if TABLE.fullmatch(entry.name) and not (entry / MANIFEST).exists():
            if reason := _foreign(entry):
                return f"{entry.name}: {reason}"
            continue
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
        content = _manifest_in(file)
        if content["playaid"] != 1:
            return None
        documents = content["documents"]
        pictures = (picture for document in documents for picture in document.get("pictures", ()))
        return {str(listed["file"]) for listed in (*documents, *pictures)}
    except (OSError, ValueError, KeyError, TypeError, AttributeError):
        return None


def _manifest_in(file: Path) -> Any:
    """Read a file that may be a manifest. Raises `ValueError` or `OSError` for what is none, pipes and devices too."""
    if not file.is_file():
        raise ValueError("not a file")
    try:
        return json.loads(file.read_bytes())
    except RecursionError:
        raise ValueError("nested without end") from None


def _packed(file: Path) -> str | None:
    """Give the name of the archive that a manifest lists beside its folder."""
    try:
        found = _manifest_in(file)
        return str(found["zip"]) if found["playaid"] == 1 else None
    except (OSError, ValueError, KeyError, TypeError):
        return None


def _head(name: str) -> str:
    """Give the reader's part of a path: the first, or the first two where packs lie in folders of their tables."""
    first, _, rest = name.partition("/")
    return f"{first}/{rest.partition('/')[0]}" if rest and TABLE.fullmatch(first) else first


def _stamp(folder: Path, files: Mapping[str, bytes], times: Mapping[str, int]) -> None:
    """Set when files and folders were changed, the innermost first; a folder's own time comes last."""
    for name in files:
        head = _head(name)
        if head in times:
            os.utime(folder.joinpath(*name.split("/")), (times[head], times[head]))
    for name in sorted({name.rpartition("/")[0] for name in files}, reverse=True):
        head = _head(name)
        if head in times:
            with contextlib.suppress(OSError):  # Windows may not let one set a folder's
                os.utime(folder.joinpath(*name.split("/")), (times[head], times[head]))
    if "" in times:
        with contextlib.suppress(OSError):
            os.utime(folder, (times[""], times[""]))


def _write_all(folder: Path, files: Mapping[str, bytes], private: frozenset[str]) -> None:
    os.chmod(folder, 0o755)  # noqa: S103  # everybody may read what is public; private folders follow
    for name, data in sorted(files.items()):
        path = folder.joinpath(*name.split("/"))
        secret = _head(name) in private
        path.parent.mkdir(parents=True, exist_ok=True)
        os.chmod(path.parent, 0o700 if secret and path.parent != folder else 0o755)
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
            made.unlink(missing_ok=True)  # of a killed run that had our number
            write_flushed(made, data, mode)
            os.replace(made, path)
        finally:
            made.unlink(missing_ok=True)
    except OSError as error:
        help = "close the file in your PDF viewer, and check the room on the disk and your access to the folder"
        raise PlayaidError(f"cannot write {path}: {error.strerror or error}", help=help) from error


def replace_files(files: Mapping[Path, tuple[bytes, int]]) -> None:
    """Make several files hold exactly these bytes, with these modes, in this order: all of them, or none.

    Raises `PlayaidError` when writing fails; every file is then as it was.
    """
    made = {path: path.parent / f".{path.name}.tmp-{os.getpid()}" for path in files}
    before: dict[Path, tuple[bytes, int] | None] = {}
    path = next(iter(files))
    try:
        try:
            for path, (data, mode) in files.items():
                made[path].unlink(missing_ok=True)
                write_flushed(made[path], data, mode)
            for path in files:
                before[path] = (path.read_bytes(), path.stat().st_mode & 0o777) if path.exists() else None
                os.replace(made[path], path)
        except BaseException:
            _restore(before)
            raise
        finally:
            for stray in made.values():
                stray.unlink(missing_ok=True)
    except OSError as error:
        help = "check the room on the disk and your access to the folder"
        raise PlayaidError(f"cannot write {path}: {error.strerror or error}", help=help) from error


def _restore(before: Mapping[Path, tuple[bytes, int] | None]) -> None:
    """Make files hold what they held; None for one that was not there."""
    for path, content in before.items():
        if content is None:
            path.unlink(missing_ok=True)
        elif path.read_bytes() != content[0]:
            made = path.parent / f".{path.name}.old-{os.getpid()}"
            made.unlink(missing_ok=True)
            write_flushed(made, *content)
            os.replace(made, path)


def _swap(made: Path, target: Path) -> None:
    """Put the new folder in the old one's place; the old one goes last, and comes back whatever goes wrong before."""
    old = target.parent / made.name.replace(".tmp-", ".old-")
    try:
        if os.path.lexists(target):
            os.rename(target, old)
        os.rename(made, target)
        _flush_folder(target.parent)
    except BaseException:  # a signal between two renames, too
        if not os.path.lexists(made):
            os.rename(target, made)
        if os.path.lexists(old):
            os.rename(old, target)
        raise
    shutil.rmtree(old, ignore_errors=True)


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
    descriptor = os.open(lock, os.O_RDWR | os.O_CREAT | getattr(os, "O_NOFOLLOW", 0), 0o600)
    with open(descriptor, "wb") as stream:  # noqa: PTH123  # a descriptor has no path
        try:
            _lock(stream.fileno())
            if not os.path.samestat(os.fstat(stream.fileno()), os.stat(lock)):
                raise FileExistsError  # another build ended meanwhile, and a third holds a new lock
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
        except OSError as error:
            if error.errno not in (errno.EINVAL, errno.ENOTSUP):  # some shares flush no folders
                raise
        finally:
            os.close(descriptor)
