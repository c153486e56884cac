"""Whether a scenario was built already from the same files: the record that a build of many keeps of each.

The record lies in the output folder outside every reader's folder and is readable by its owner alone: it holds hashes
of secret files, and who nearly knows what stands in a file finds the rest by trying. It names every file that was read,
every one that was looked for in vain, and every file that was written; nothing is trusted to a date.
"""

import json
import os
import sys
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from hashlib import sha256
from importlib.metadata import PackageNotFoundError, version
from itertools import islice
from pathlib import Path
from typing import Any

from playaid import __version__
from playaid.diagnostics import Rejected
from playaid.files import Readings, exists, read_bytes
from playaid.output import DROPPINGS, RECORD
from playaid.prose import templates_folder
from playaid.request import Request
from playaid.telling import PlayaidError

FORM = 1

LIBRARIES = (
    *("reportlab", "rl-accel", "jinja2", "pillow", "shapely", "segno"),
    *("fontpkg-pt-sans", "fontpkg-pt-sans-narrow"),
)
"""What else the bytes of a document depend on."""

MOST_FILES = 2_000
"""No folder of templates has more files than this."""

MOST_RECORDED = 8 << 20
"""A record is no larger than this."""


@dataclass(frozen=True, kw_only=True)
class Told:
    """What a build said, kept with it: the readers, the diagnostics as they were told, and how many files there are."""

    audiences: tuple[str, ...]
    diagnostics: tuple[dict[str, Any], ...]
    files: int


def key_of(request: Request) -> str:
    """Give one hash for all that decides a build beside the scenario's own files; empty where it cannot be told."""
    if request.solo is not None or request.tables:
        return ""
    options = replace(request, output=Path(), templates=())
    parts = [__version__, sys.version, repr(options), *_versions()]
    known = sha256("\n".join(parts).encode())
    package = Path(__file__).parent
    for folder in dict.fromkeys((package, templates_folder(), *request.templates)):
        for number, (name, data) in enumerate(_contents(folder)):
            if number == MOST_FILES:
                return ""  # hardly a folder of templates: looking through it would take longer than building
            known.update(f"\n{name}\0{len(data)}\0".encode())
            known.update(data)
        known.update(b"\0")
    return known.hexdigest()


def _versions() -> Iterator[str]:
    for name in LIBRARIES:
        try:
            yield f"{name} {version(name)}"
        except PackageNotFoundError:
            yield f"{name} absent"


def _contents(folder: Path) -> Iterator[tuple[str, bytes]]:
    """Give the files of a folder and of those in it, by name; what cannot be read counts as empty."""
    for path in sorted(islice(folder.rglob("*"), 4 * MOST_FILES)):
        if path.suffix == ".pyc" or not path.is_file():
            continue
        try:
            yield path.relative_to(folder).as_posix(), path.read_bytes()
        except OSError:
            yield path.relative_to(folder).as_posix(), b""


def beside_templates(readings: Readings, request: Request) -> Readings:
    """Give what was read without the templates: those are in the key, and a process reads them once for all builds."""
    folders = (*request.templates, templates_folder())
    return {file: digest for file, digest in readings.items() if not any(map(file.is_relative_to, folders))}


def record(key: str, scenario: Path, readings: Readings, files: Mapping[str, bytes], told: Told) -> bytes:
    """Give the record of a build."""
    content = {
        "playaid": FORM,
        "key": key,
        "read": {_name(file, scenario): digest for file, digest in readings.items()},
        "written": {name: sha256(data).hexdigest() for name, data in files.items()},
        "audiences": told.audiences,
        "diagnostics": told.diagnostics,
        "files": told.files,
    }
    return (json.dumps(content, indent=1, sort_keys=True) + "\n").encode()


def unchanged(key: str, scenario: Path, folder: Path) -> Told | None:
    """Give what was told when a scenario was built, if building it again would give the files that are there."""
    try:
        file = folder / RECORD
        if folder.is_symlink() or file.is_symlink() or file.stat().st_size > MOST_RECORDED:
            return None
        kept = json.loads(file.read_bytes())
        if kept["playaid"] != FORM or not key or kept["key"] != key:
            return None
        if not _read_alike(scenario, kept["read"]) or not _written_alike(folder, kept["written"]):
            return None
        return Told(
            audiences=tuple(map(str, kept["audiences"])),
            diagnostics=tuple(kept["diagnostics"]),
            files=int(kept["files"]),
        )
    except (OSError, ValueError, KeyError, TypeError, AttributeError, RecursionError, PlayaidError, Rejected):
        return None


def _name(file: Path, scenario: Path) -> str:
    """Give a file's name from the scenario's folder, so that the record goes with both when they move."""
    folder = scenario.parent
    return file.relative_to(folder).as_posix() if file.is_relative_to(folder) else str(file.absolute())


def _read_alike(scenario: Path, read: Mapping[str, str | None]) -> bool:
    """Tell whether every file that was read holds the same bytes, and none has come that was missed."""
    for name, digest in read.items():
        file = scenario.parent / name
        if digest is None:
            if exists(file):
                return False
        elif sha256(read_bytes(file)).hexdigest() != digest:
            return False
    return True


def _written_alike(folder: Path, written: Mapping[str, str]) -> bool:
    """Tell whether a folder holds exactly what was written into it."""
    found = set(_below(folder, ""))
    if found - {name for name in found if name.rpartition("/")[2] in DROPPINGS} != {*written, RECORD}:
        return False
    return all(sha256((folder / name).read_bytes()).hexdigest() == digest for name, digest in written.items())


def _below(folder: Path, way: str) -> Iterator[str]:
    """Give every file below a folder by its path; links and devices have names that no build writes."""
    with os.scandir(folder) as entries:
        for entry in entries:
            name = f"{way}{entry.name}"
            if entry.is_dir(follow_symlinks=False):
                yield from _below(folder / entry.name, f"{name}/")
            else:
                yield name if entry.is_file(follow_symlinks=False) else f"{name}/"
