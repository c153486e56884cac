"""The user's configuration folder: his printers, and templates of his own that every build takes."""

import os
import sys
from pathlib import Path

from playaid.telling import PlayaidError

TEMPLATES = "templates"
"""The folder in it whose templates go before ours."""


def folder() -> Path:
    """Give the user's configuration folder, as his system has it. Raises `PlayaidError` where he has no home."""
    try:
        if sys.platform == "win32":
            base = Path(os.environ.get("APPDATA") or Path.home() / "AppData" / "Roaming")
        elif sys.platform == "darwin":
            base = Path.home() / "Library" / "Application Support"
        else:
            named = Path(os.environ.get("XDG_CONFIG_HOME", ""))
            base = named if named.is_absolute() else Path.home() / ".config"
    except RuntimeError:
        raise PlayaidError("no home folder is set to keep your own in", help="set HOME") from None
    return base / "playaid"


def template_folders(asked: Path | None = None) -> tuple[Path, ...]:
    """Give the folders whose templates go before ours, the first one first: what is asked for, then the user's own.

    Never one that lies with a scenario or where the program was started: what was downloaded decides nothing.
    """
    try:
        own = folder() / TEMPLATES
        kept = (own,) if own.is_absolute() and own.is_dir() else ()
    except (PlayaidError, OSError):
        kept = ()
    return (*((asked,) if asked is not None else ()), *kept)
