"""Where scenarios lie and what their output is called: folders, files, folders of folders, zip packs."""

import re
import unicodedata
from collections.abc import Iterator
from pathlib import Path

from playaid.paths import WINDOWS
from playaid.telling import PlayaidError


def is_pack(path: Path) -> bool:
    """Tell whether a path is a zip file."""
    return path.suffix.lower() == ".zip" and path.is_file()


def pack_of(path: Path) -> Path | None:
    """Give the pack that a path leads into, or None for a path to a file of its own."""
    return next((parent for parent in path.parents if is_pack(parent)), None)


def find_scenarios(path: Path) -> Iterator[Path]:
    """Give the scenario files of a path: a file itself, a folder's own, or those of its folders or pack, by name.

    Raises `PlayaidError` for a folder that holds none, `Rejected` for a pack that cannot be read.
    """
    if is_pack(path):
        from playaid.packs import scenarios_in  # zipfile costs start-up, and most scenarios lie in folders

        yield from scenarios_in(path)
        return
    if not path.is_dir():
        yield path
        return
    if (path / "scenario.yaml").exists():
        yield path / "scenario.yaml"
        return
    found = sorted(path.glob("*/scenario.yaml"))
    if not found:
        help = "name a folder with a scenario.yaml, or a folder of such folders"
        raise PlayaidError(f"no scenario in {path}", help=help)
    yield from found


def beside_missing(path: Path) -> tuple[str, ...]:
    """Give the folders with a scenario beside one that does not exist, as it was named."""
    named = path.parent if path.name == "scenario.yaml" else path
    return tuple(file.parent.as_posix() for file in sorted(named.parent.glob("*/scenario.yaml")))


def slug_for(file: Path) -> str:
    """Give the name of the output folder of a scenario file: its own folder's name in safe letters."""
    parent = file.resolve().parent
    name = parent.stem if is_pack(parent) else parent.name
    plain = unicodedata.normalize("NFKD", name).casefold()
    slug = re.sub(r"[^\w]+", "-", "".join(c for c in plain if not unicodedata.combining(c))).strip("-_")[:80]
    return f"{slug}-" if slug in WINDOWS else slug or "scenario"
