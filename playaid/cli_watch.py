"""``playaid build --watch``: builds again when a file changes. It looks twice a second; no clock comes into a page."""

import sys
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from threading import Event

from playaid.cli_terminal import say

PAUSE = 0.5
"""Seconds between two looks."""

ENDINGS = {".yaml", ".xml", ".csv", ".xlsx", ".png", ".jpg", ".jpeg"}

State = dict[Path, tuple[int, int]]


@dataclass(frozen=True, kw_only=True)
class Seen:
    """How the files stood when they were looked at: those of every scenario, and the templates."""

    scenarios: dict[Path, State]
    templates: tuple[Path, ...]
    look: State


def seen(scenarios: Sequence[Path], templates: tuple[Path, ...]) -> Seen:
    """Look at all files. Done before anything is built, so that no change is missed while it is."""
    return Seen(
        scenarios={file: _state([file.parent], "*") for file in scenarios},
        templates=templates,
        look=_state(templates, "**/*"),
    )


def watch(before: Seen, scenarios: Callable[[], Sequence[Path]], build: Callable[[Path], object]) -> None:
    """Build what changed since it was looked at `before`, until Ctrl-C; a change of the templates builds everything."""
    say("watching; Ctrl-C ends it")
    sys.stdout.flush()  # a pipe would keep it back for ever
    pause = Event()
    while True:
        pause.wait(PAUSE)
        now = seen(scenarios(), before.templates)
        for file, state in now.scenarios.items():
            if state != before.scenarios.get(file) or now.look != before.look:
                build(file)
                sys.stdout.flush()
        before = now


def _state(folders: Iterable[Path], pattern: str) -> State:
    """Give the files of folders with their sizes and times; one that vanishes meanwhile is not there."""
    found: State = {}
    for path in [path for folder in folders for path in sorted(folder.glob(pattern))]:
        try:
            if path.suffix in ENDINGS and path.is_file():
                found[path] = (path.stat().st_mtime_ns, path.stat().st_size)
        except OSError:
            continue
    return found
