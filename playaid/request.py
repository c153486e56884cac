"""What a user asks of a build."""

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from playaid.documents import Settings


@dataclass(frozen=True, kw_only=True)
class Request:
    """What a user asks of a build. Empty tuples mean: what is usual."""

    output: Path
    settings: "Settings"
    audiences: tuple[str, ...] = ()
    kinds: tuple[str, ...] = ()
    languages: tuple[str, ...] = ()
    strict: bool = False
    force: bool = False
    zip: bool = False
    templates: tuple[Path, ...] = ()
    preview: bool = False
    solo: str | None = None
    tables: int = 0
