"""Strict YAML: a text file becomes values with line and column, or diagnostics.

Read event by event, so nothing is built that was not asked for: no aliases, anchors, tags, merge keys or second
documents, no duplicate keys; every scalar stays the text the user wrote until a model asks for a number. Limits on
size, depth, nodes and text keep a hostile file from costing more than its own length.
"""

import contextlib
import re
import unicodedata
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Any

import yaml
from yaml.events import (
    AliasEvent,
    DocumentStartEvent,
    Event,
    MappingEndEvent,
    MappingStartEvent,
    ScalarEvent,
    SequenceEndEvent,
    SequenceStartEvent,
    StreamEndEvent,
)

from playaid import codes
from playaid.diagnostics import Code, Diagnostic, PathKeys, Place, Rejected, Report, Severity
from playaid.files import BYTES as BYTES  # handed on to all who read a file beside parsing it
from playaid.files import read_bytes as read_bytes
from playaid.lookalikes import mixed_word

DEPTH, NODES, CHARACTERS = 32, 250_000, 10_000
"""The limits of one file beside its size: its nesting, its values, the length of one value."""

MOST = 50
"""So many problems of one file are told; more help nobody."""

INVISIBLE = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u2028\u2029\ufffe\uffff]")
"""Control characters, and line breaks to YAML that are none to editors: refused, so line numbers are the editor's."""

_TRAP = re.compile(r" (#[^\s#][^\r\n#]{0,40})")
"""What cuts a text short: ``name: Gun #2``."""

SHOWN = {"name", "title", "emblem"}
"""The keys of what stands on markers and lists: there two things must not look like one."""

LIBYAML = hasattr(yaml, "CSafeLoader")
"""Whether PyYAML came with libyaml; without it the same files are read several times slower."""

_LOADER: Any = yaml.CSafeLoader if LIBYAML else yaml.SafeLoader


class Scalar(str):
    """A text value as written; `plain` when it stood without quotes, so that it may be a number."""

    __slots__ = ("plain",)
    plain: bool

    def __new__(cls, text: str, *, plain: bool) -> "Scalar":
        """Give the scalar of a text."""
        made = super().__new__(cls, text)
        made.plain = plain
        return made


Position = tuple[int, int]


@dataclass(frozen=True, kw_only=True)
class Source:
    """A file as read: its tree of dicts, lists and `Scalar`, and the position of every value and key.

    `secret` marks a file that one side alone may read; `warnings` are its harmless oddities; `data` are its very bytes;
    `sheets` are the spreadsheets that it named, by side: name and bytes.
    """

    file: Path
    text: str
    tree: Any
    values: dict[PathKeys, Position]
    names: dict[PathKeys, Position]
    secret: bool = False
    warnings: tuple[Diagnostic, ...] = ()
    data: bytes = b""
    sheets: dict[str, tuple[str, bytes]] = field(default_factory=dict)

    def place(self, *keys: str | int, key: bool = False) -> Place:
        """Give the place of a value, or of its key; where the way ends early, the place of the last thing on it."""
        way: PathKeys = ()
        for part in keys:
            if (*way, part) in self.values:
                way += (part,)
            elif part != 0:
                break
        known = self.names if key and way in self.names else self.values
        line, column = known.get(way, (1, 1))
        return _place(self.file, self.lines, line, column, self.secret, way)

    @cached_property
    def lines(self) -> list[str]:
        """The lines of the file."""
        return self.text.split("\n")

    def diagnostic(
        self,
        code: Code,
        message: str,
        *keys: str | int,
        help: str = "",
        clause: str | None = None,
        ruling: str | None = None,
        severity: Severity | None = None,
        key: bool = False,
    ) -> Diagnostic:
        """Give a diagnostic at a value of this file."""
        return Diagnostic(
            code=code,
            severity=severity or code.severity,
            message=message,
            place=self.place(*keys, key=key),
            clause=clause,
            ruling=ruling,
            help=help or code.advice,
        )


def read(file: Path, *, secret: bool = False) -> Source:
    """Read and parse a file. Raises `Rejected` for what the user can mend, `PlayaidError` when it cannot be read."""
    return parse(read_bytes(file), file, secret=secret)


def parse(data: bytes, file: Path, *, secret: bool = False) -> Source:
    """Parse the bytes of a file. Raises `Rejected` with every problem found."""
    text = _decode(data, file, secret)
    reading = _Reading(file=file, text=text, secret=secret)
    reading.run()
    if reading.problems:
        raise Rejected(Report.of(reading.problems[:MOST]))
    return Source(
        file=file,
        text=text,
        tree=reading.root,
        values=reading.values,
        names=reading.names,
        secret=secret,
        warnings=tuple(reading.warnings[:MOST]),
        data=data,
    )


def _place(file: Path, lines: list[str], line: int, column: int, secret: bool, keys: PathKeys = ()) -> Place:
    excerpt = lines[line - 1].rstrip("\r").replace("\t", " ") if 0 < line <= len(lines) else ""
    start = max(0, column - 100) if len(excerpt) > 160 else 0
    excerpt = excerpt[start : start + 160]
    return Place(file=file, keys=keys, line=line, column=column, excerpt=excerpt if not start else "", secret=secret)


def _decode(data: bytes, file: Path, secret: bool) -> str:
    """Give the text of a file in UTF-8, or say what kind of file it is instead."""

    def refuse(code: Code, message: str, line: int = 1, column: int = 1, help: str = "") -> Rejected:
        place = Place(file=file, line=line, column=column, secret=secret)
        said = Diagnostic(code=code, severity=Severity.ERROR, message=message, place=place, help=help or code.advice)
        return Rejected(Report((said,)))

    if len(data) > BYTES:
        raise refuse(codes.TOO_LARGE, f"the file is larger than {BYTES >> 20} MB")
    for magic, kind in MAGICS:
        if data.startswith(magic):
            raise refuse(codes.NOT_TEXT, f"this is {kind}, not a text file")
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        before = data[: error.start]
        line, column = before.count(b"\n") + 1, error.start - before.rfind(b"\n")
        raise refuse(codes.NOT_UTF8, f"not UTF-8: byte 0x{data[error.start]:02x}", line, column) from None
    found = INVISIBLE.search(text)
    if found is not None:
        number = found.start()
        line, column = text.count("\n", 0, number) + 1, number - text.rfind("\n", 0, number)
        raise refuse(codes.HIDDEN_CHARACTER, f"a character no editor shows: {name_of(found[0])}", line, column)
    return text


MAGICS = (
    (b"%PDF", "a PDF"),
    (b"\x89PNG", "a PNG picture"),
    (b"\xff\xd8\xff", "a JPEG picture"),
    (b"PK\x03\x04", "a zip or office file"),
    (b"\xd0\xcf\x11\xe0", "an office file"),
    (b"\xff\xfe", "a UTF-16 text"),
    (b"\xfe\xff", "a UTF-16 text"),
)
"""How files that are no scenario begin."""


def brief(written: str, most: int = 80) -> str:
    """Give a key, name or sentence with something out of a file: whole, or its beginning where it is very long."""
    return written if len(written) <= most else f"{written[: most - 1]}…"


def name_of(character: str) -> str:
    """Give a character's code point and name, for example ``U+1FA96 MILITARY HELMET``."""
    name = unicodedata.name(character, "")
    return f"U+{ord(character):04X} {name}".strip()


@dataclass(slots=True)
class _Open:
    """A list or mapping that is still being read; `wants_key` while a mapping's next value has no key yet."""

    content: Any
    way: PathKeys
    wants_key: bool
    key: str = ""
    skip: bool = False


@dataclass
class _Reading:
    """The state of one parse; it lives inside `parse` only."""

    file: Path
    text: str
    secret: bool
    root: Any = None
    values: dict[PathKeys, Position] = field(default_factory=dict)
    names: dict[PathKeys, Position] = field(default_factory=dict)
    problems: list[Diagnostic] = field(default_factory=list)
    warnings: list[Diagnostic] = field(default_factory=list)
    stack: list[_Open] = field(default_factory=list)
    nodes: int = 0
    documents: int = 0

    @cached_property
    def lines(self) -> list[str]:
        """The lines of the file."""
        return self.text.split("\n")

    @cached_property
    def traps(self) -> bool:
        """Whether a value anywhere may be followed by what its writer did not mean as a comment."""
        return _TRAP.search(self.text) is not None

    def run(self) -> None:
        """Read the events to the end, or to the first problem that leaves no way on."""
        with contextlib.suppress(_Stop):
            try:
                self._read()
            except yaml.MarkedYAMLError as error:
                self._syntax(error)
            except yaml.YAMLError as error:
                self._problem(codes.NOT_YAML, f"not valid YAML: {getattr(error, 'reason', error)}", (1, 1))
        if not self.problems and self.root is None:
            self._problem(codes.EMPTY_FILE, codes.EMPTY_FILE.title, (1, 1))

    def _read(self) -> None:
        loader = _LOADER(self.text)
        take = self._take
        try:
            while type(event := loader.get_event()) is not StreamEndEvent:
                take(event)
        finally:
            loader.dispose()

    def _take(self, event: Any) -> None:
        """Take the next event; the ways of ten thousand markers go through here, the usual ones first."""
        kind = type(event)
        if kind is ScalarEvent:
            self._features(event)
            self._scalar(event)
        elif kind is MappingEndEvent or kind is SequenceEndEvent:
            self.stack.pop()
        elif kind is MappingStartEvent or kind is SequenceStartEvent:
            self._features(event)
            self._open({} if kind is MappingStartEvent else [], _position(event))
        elif kind is DocumentStartEvent:
            self.documents += 1
            if self.documents > 1:
                self._fatal(codes.YAML_FEATURE, "a second document begins here (---)", _position(event))
        elif kind is AliasEvent:
            said = f"an alias (*{brief(str(event.anchor))}) is not read here"
            self._problem(codes.YAML_FEATURE, said, _position(event))
            self._put(Scalar("", plain=False), _position(event))

    def _features(self, event: Any) -> None:
        self.nodes += 1
        if self.nodes <= NODES and event.anchor is None and event.tag is None:
            return
        if self.nodes > NODES:
            self._fatal(codes.TOO_LARGE, f"more than {NODES} values", _position(event))
        if event.anchor is not None:
            self._problem(codes.YAML_FEATURE, f"an anchor (&{brief(event.anchor)}) is not read here", _position(event))
        if event.tag is not None:
            self._problem(codes.YAML_FEATURE, f"a tag ({brief(event.tag)}) is not read here", _position(event))

    def _scalar(self, event: Any) -> None:
        mark, text, plain = event.start_mark, event.value, not event.style
        position = (mark.line + 1, mark.column + 1)
        if len(text) > CHARACTERS:
            self._fatal(codes.TOO_LARGE, f"a text longer than {CHARACTERS} characters", position)
        if not text.isprintable():
            hidden = next((c for c in text if c not in "\n\t" and unicodedata.category(c) == "Cc"), None)
            if hidden is not None:
                self._problem(codes.HIDDEN_CHARACTER, f"a character no page shows: {name_of(hidden)}", position)
        if self.stack and self.stack[-1].wants_key:
            self._key(text, plain, position)
            return
        if plain and self.traps:
            self._comment_trap(event, position)
        way = self._put(Scalar(text, plain=plain) if text or not plain else None, position)
        if not text.isascii() and not SHOWN.isdisjoint(way[-2:]):
            self._look_alike(text, position)

    def _look_alike(self, text: str, position: Position) -> None:
        """Warn of a word in a name that is of two alphabets and looks like a word of one."""
        word = mixed_word(text)
        if word is not None and len(self.warnings) < MOST:
            said = f"{brief(word.text, 40)} mixes alphabets: {', '.join(map(name_of, word.strange))}"
            place, code = _place(self.file, self.lines, *position, self.secret), codes.LOOKALIKE
            alike = Diagnostic(code=code, severity=code.severity, message=said, place=place, help=code.advice)
            self.warnings.append(alike)

    def _key(self, text: str, plain: bool, position: Position) -> None:
        """Take a key of the open mapping; the value of one that is refused is read, and forgotten."""
        mapping = self.stack[-1]
        mapping.key, mapping.skip, mapping.wants_key = text, False, False
        way = (*mapping.way, text)
        if text == "<<" and plain:
            self._problem(codes.YAML_FEATURE, "a merge key (<<) is not read here", position)
            mapping.skip = True
        elif way in self.names:
            first = self.names[way][0]
            self._problem(codes.DUPLICATE_KEY, f"the key {brief(text)} stands here and in line {first}", position)
            mapping.skip = True
        else:
            self.names[way] = position

    def _open(self, content: Any, position: Position) -> None:
        if len(self.stack) >= DEPTH:
            self._fatal(codes.TOO_LARGE, f"nested deeper than {DEPTH} levels", position)
        if self.stack and self.stack[-1].wants_key:
            self._fatal(codes.NOT_YAML, "a key must be plain text", position)
        way = self._put(content, position)
        self.stack.append(_Open(content, way, wants_key=isinstance(content, dict)))

    def _put(self, value: Any, position: Position) -> PathKeys:
        """Put a value where the reading stands; give its way."""
        if not self.stack:
            self.root, self.values[()] = value, position
            return ()
        top = self.stack[-1]
        if type(top.content) is list:
            way = (*top.way, len(top.content))
            top.content.append(value)
        else:
            way, top.wants_key = (*top.way, top.key), True
            if top.skip:
                return (*way, f"…{self.nodes}")
            top.content[top.key] = value
        self.values[way] = position
        return way

    def _comment_trap(self, event: Any, position: Position) -> None:
        end = event.end_mark.index if event.end_mark is not None else 0
        if len(self.warnings) == MOST:
            return
        if trap := _TRAP.match(self.text, end):
            said, help = "what follows # on this line is a comment and is not printed", codes.COMMENT_TRAP.advice
            if not event.value:
                key = self.stack[-1].key if self.stack and isinstance(self.stack[-1].content, dict) else "this"
                said = f"{brief(key, 40)} has no value: what follows # on this line is a comment"
                help = f'write it in quotes if # belongs to it: "{trap[1].strip()}"'
            place = _place(self.file, self.lines, *position, self.secret)
            code = codes.COMMENT_TRAP
            found = Diagnostic(code=code, severity=code.severity, message=said, place=place, help=help)
            self.warnings.append(found)

    def _syntax(self, error: yaml.MarkedYAMLError) -> None:
        mark = error.problem_mark or error.context_mark
        if "end of stream" in (error.problem or "") and error.context_mark is not None:
            mark = error.context_mark  # a quote or bracket that is never closed: where it opens
        position = (mark.line + 1, mark.column + 1) if mark else (1, 1)
        said = error.problem or error.context or "not valid YAML"
        lines = self.lines
        line = lines[position[0] - 1] if position[0] <= len(lines) else ""
        tabs = next(
            (n for n in (position[0], position[0] - 1) if 0 < n <= len(lines) and _tab_indent(lines[n - 1])), None
        )
        if tabs is not None or "\\t" in said:
            self._problem(codes.TAB, codes.TAB.title, (tabs or position[0], 1))
        elif "nesting depth" in said:
            self._problem(codes.TOO_LARGE, f"nested deeper than {DEPTH} levels", position)
        elif "mapping values are not allowed" in said:
            self._problem(codes.NOT_YAML, "a colon followed by a space stands inside a text", position, QUOTE_HELP)
        elif line.lstrip()[:1] in set("@`%"):
            self._problem(codes.NOT_YAML, f"a text cannot begin with {line.lstrip()[:1]}", position, QUOTE_HELP)
        else:
            self._problem(codes.NOT_YAML, f"not valid YAML: {said}", position)

    def _problem(self, code: Code, message: str, position: Position, help: str = "") -> None:
        place = _place(self.file, self.lines, *position, self.secret)
        said = Diagnostic(code=code, severity=Severity.ERROR, message=message, place=place, help=help or code.advice)
        self.problems.append(said)
        if len(self.problems) >= MOST:
            raise _Stop

    def _fatal(self, code: Code, message: str, position: Position) -> None:
        self._problem(code, message, position)
        raise _Stop


class _Stop(Exception):
    """The reading cannot or need not go on."""


QUOTE_HELP = 'put the whole text in double quotes, for example name: "Rifle: second troop"'


def _position(event: Event) -> Position:
    mark = event.start_mark
    return (1, 1) if mark is None else (mark.line + 1, mark.column + 1)


def _tab_indent(line: str) -> bool:
    return "\t" in line[: len(line) - len(line.lstrip())]
