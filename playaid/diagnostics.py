"""Diagnostics: what is wrong with a user's files, as values, many at once, each with a place and a way out.

A `Code` is permanent and says in general what is wrong and what to do; a `Diagnostic` is one case of it. What a case
says beyond its code may hold values out of an orders file, so every diagnostic can be said in a *discreet* form that
keeps the code's general words, the place and the clause, and nothing else.
"""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from enum import StrEnum
from pathlib import Path
from typing import Any

from playaid.telling import safe


class Severity(StrEnum):
    """How bad a diagnostic is: an error stops a build, a warning does not."""

    ERROR = "error"
    WARNING = "warning"


@dataclass(frozen=True, kw_only=True)
class Code:
    """One kind of problem: its number and slug never change once released.

    `title` says what is wrong and `advice` what to do, neither with a value of any file; `why` is for `explain`;
    `wrong` and `right` are the example there. `reader` marks problems of reading a file rather than of the rules.
    """

    number: str
    slug: str
    title: str
    advice: str
    why: str
    severity: Severity = Severity.ERROR
    reader: bool = False
    wrong: str = ""
    right: str = ""


MOST_SHOWN = 200
"""So many problems of one run are told to a reader; forms for programs hold all of them."""

PathKeys = tuple[str | int, ...]
"""The way to a value in a file: keys and list places."""


@dataclass(frozen=True, kw_only=True)
class Place:
    """Where in the files: a file, the way to the value, its line and column (from 1) and the reader's own line."""

    file: Path
    keys: PathKeys = ()
    line: int = 1
    column: int = 1
    excerpt: str = ""
    secret: bool = False


@dataclass(frozen=True, kw_only=True)
class Diagnostic:
    """One problem. `message` and `help` may hold values; `discreet()` gives the form without them."""

    code: Code
    severity: Severity
    message: str
    place: Place
    clause: str | None = None
    ruling: str | None = None
    help: str = ""

    def discreet(self) -> "Diagnostic":
        """Give the form that names no value out of an orders file; a problem of a public file stays as it is."""
        if not self.place.secret:
            return self
        keys = () if self.code.reader else self.place.keys  # what cannot be read may be anything, its keys too
        place = replace(self.place, excerpt="", keys=keys)
        return replace(self, message=self.code.title, help=self.code.advice, place=place)

    @property
    def waivable(self) -> bool:
        """Tell whether `--force` may waive it: only what hinges on a clause, never an unreadable file."""
        return self.clause is not None and not self.code.reader

    def as_json(self) -> dict[str, Any]:
        """Give the form that `check --format json` prints."""
        return {
            "code": self.code.number,
            "slug": self.code.slug,
            "severity": self.severity.value,
            "message": self.message,
            "file": self.place.file.as_posix(),
            "line": self.place.line,
            "column": self.place.column,
            "path": show_keys(self.place.keys),
            "clause": self.clause,
            "ruling": self.ruling,
            "help": self.help,
        }


@dataclass(frozen=True)
class Report:
    """All problems of one run in the order of folders; in each what orders hang on comes before them."""

    diagnostics: tuple[Diagnostic, ...] = ()

    @classmethod
    def of(cls, found: Iterable[Diagnostic]) -> "Report":
        """Give the report of some diagnostics, sorted, each once."""
        ordered = sorted(set(found), key=_order)
        return cls(tuple(ordered))

    @property
    def errors(self) -> tuple[Diagnostic, ...]:
        """The diagnostics that stop a build."""
        return tuple(d for d in self.diagnostics if d.severity is Severity.ERROR)

    @property
    def ok(self) -> bool:
        """Tell whether nothing stops a build."""
        return not self.errors

    def discreet(self) -> "Report":
        """Give the report in the form that names no secret value."""
        return Report.of(d.discreet() for d in self.diagnostics)

    def strict(self) -> "Report":
        """Give the report with every warning made an error."""
        return Report.of(replace(d, severity=Severity.ERROR) for d in self.diagnostics)

    def plus(self, other: "Report") -> "Report":
        """Give both reports as one."""
        return Report.of((*self.diagnostics, *other.diagnostics))

    def as_json(self) -> str:
        """Give the report as one JSON object, ASCII only, the same bytes for the same report."""
        content = {"ok": self.ok, "diagnostics": [d.as_json() for d in self.diagnostics]}
        import json  # costs start-up, and few reports are asked for so

        return json.dumps(content, indent=2)

    def as_text(self) -> str:
        """Give the report for a reader: place, what, the reader's own line, what to do; of very many, errors first."""
        shown = self.diagnostics
        if len(shown) > MOST_SHOWN:
            warnings = (d for d in shown if d.severity is not Severity.ERROR)
            shown = Report.of((*self.errors, *warnings)[:MOST_SHOWN]).diagnostics
        parts = [_text(d) for d in shown]
        more = len(self.diagnostics) - len(shown)
        return "\n\n".join([*parts, f"and {more} more; mend these first"] if more else parts)

    def as_github(self) -> str:
        """Give the report as workflow commands that mark the lines of a pull request."""
        return "\n".join(_github(d) for d in self.diagnostics)


class Rejected(Exception):
    """The user's files are wrong; carries the report."""

    def __init__(self, report: Report) -> None:
        """Keep the report."""
        super().__init__(f"{len(report.errors)} errors")
        self.report = report


def show_keys(keys: PathKeys) -> str:
    """Write the way to a value, for example ``sides.german.units[2].move``."""
    text = ""
    for key in keys:
        text += f"[{key}]" if isinstance(key, int) else f".{key}" if text else key
    return text


def _order(diagnostic: Diagnostic) -> tuple[str, bool, str, int, int, str, str, str]:
    place, code = diagnostic.place, diagnostic.code.number
    where = (place.file.parent.as_posix(), place.secret, place.file.as_posix(), place.line, place.column)
    return (*where, code, diagnostic.message, place.excerpt)


def _text(diagnostic: Diagnostic) -> str:
    place = diagnostic.place
    where = f"{place.file}:{place.line}:{place.column}"
    hinge = [f"clause {diagnostic.clause}"] if diagnostic.clause else []
    hinge += [f"ruling {diagnostic.ruling}"] if diagnostic.ruling else []
    behind = f" ({', '.join(hinge)})" if hinge else ""
    lines = [f"{where}: {diagnostic.severity}[{diagnostic.code.number}] {diagnostic.message}{behind}"]
    if place.excerpt:
        gutter = str(place.line)
        lines += [f"  {gutter} | {place.excerpt}", f"  {' ' * len(gutter)} | {' ' * (place.column - 1)}^"]
    if diagnostic.help:
        lines.append(f"  help: {diagnostic.help}")
    lines.append(f"  more: playaid explain {diagnostic.code.number}")
    return "\n".join(safe(line) for line in lines)


def _github(diagnostic: Diagnostic) -> str:
    place = diagnostic.place
    said = "; ".join(part for part in (diagnostic.message, diagnostic.help) if part)
    content = safe(said).replace("%", "%25").replace("\n", "%0A")
    file = safe(place.file.as_posix()).replace("%", "%25").replace(":", "%3A").replace(",", "%2C")
    head = f"::{diagnostic.severity} file={file},line={place.line},col={place.column},title={diagnostic.code.number}"
    return f"{head}::{content}"
