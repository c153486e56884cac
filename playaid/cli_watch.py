"""``playaid build --watch``: builds again when a file changes. It looks twice a second; no clock comes into a page."""

import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from threading import Event

from playaid.cli_terminal import say

PAUSE = 0.5
"""Seconds between two looks."""

ENDINGS = {".yaml", ".xml", ".png", ".jpg", ".jpeg"}

State = dict[Path, tuple[int, int]]


def watch(scenarios: Callable[[], Sequence[Path]], templates: Path | None, build: Callable[[Path], object]) -> None:
    """Build what changed, until Ctrl-C; a change of the templates builds everything."""
    seen = {file: _state(file.parent, "*") for file in scenarios()}
    look = _state(templates, "**/*")
    say("watching; Ctrl-C ends it")
    sys.stdout.flush()  # a pipe would keep it back for ever
    pause = Event()
    while True:
        pause.wait(PAUSE)
        now = _state(templates, "**/*")
        for file in scenarios():
            state = _state(file.parent, "*")
            if state != seen.get(file) or now != look:
                seen[file] = state
                build(file)
                sys.stdout.flush()
        look = now


def _state(folder: Path | None, pattern: str) -> State:
    """Give the files of a folder with their sizes and times; one that vanishes meanwhile is not there."""
    found: State = {}
    for path in sorted(folder.glob(pattern)) if folder is not None else ():
        try:
            if path.suffix in ENDINGS and path.is_file():
                found[path] = (path.stat().st_mtime_ns, path.stat().st_size)
        except OSError:
            continue
    return found
