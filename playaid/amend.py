"""Writing numbers and a nonce into orders at the places where they belong, so that all else stays as it was written."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from playaid.diagnostics import PathKeys, Rejected
from playaid.source import Position, Source, parse
from playaid.telling import PlayaidError

LINE_END = re.compile("\r\n|\n|\r")


@dataclass(frozen=True)
class _Edit:
    """A change of a text: `length` characters at `start` become `text`."""

    start: int
    length: int
    text: str


def with_secrets(source: Source, numbers: Sequence[int], nonce: str) -> Source:
    """Give the orders with a number for each marker and a nonce, everything else as it stands, as they are read again.

    Raises `PlayaidError` when that cannot be done, for example within keys written in YAML's long form.
    """
    editor = _Editor(source)
    edits = [editor.value(str(number), "markers", place, "number") for place, number in enumerate(numbers)]
    for where in (editor.at_end, editor.at_head):
        last = editor.value(nonce, "nonce") if ("nonce",) in source.names else where(f"nonce: {nonce}")
        made = editor.apply([edit for edit in (*edits, last) if edit is not None])
        again = _read_again(source, made, numbers, nonce) if None not in edits else None
        if again is not None:
            return again
    help = "write each marker as {unit: …, at: …} or with one key a line, and leave number: and nonce: out"
    raise PlayaidError(f"playaid cannot write into {source.file} without disturbing it", exit_code=1, help=help)


class _Editor:
    """Finds the places of a file's text where values stand or belong."""

    def __init__(self, source: Source) -> None:
        self.source, self.text = source, source.text
        self.starts = [0, *(found.end() for found in LINE_END.finditer(self.text))]
        ends = LINE_END.search(self.text)
        self.end = ends[0] if ends else "\n"
        self.firsts: dict[PathKeys, Position] = {}
        for way, position in source.names.items():
            self.firsts[way[:-1]] = min(position, self.firsts.get(way[:-1], position))

    def value(self, written: str, *way: str | int) -> _Edit | None:
        """Give the edit that gives a key a value: in place of its old one, behind the bare key, or with a new key.

        None where the text is not written as expected.
        """
        key = str(way[-1])
        if way not in self.source.names:
            return self._new(f"{key}: {written}", way[:-1])
        name = self._offset(self.source.names[way])
        bare = re.compile(rf"([\"']?){key}\1[ \t]*:").match(self.text, name)
        if bare is None:
            return None
        if self._tree(way) is None:
            return _Edit(bare.end(), 0, f" {written}")
        start = self._offset(self.source.values[way])
        old = re.compile(r"[\"']?[+0-9a-f-]+[\"']?").match(self.text, start)
        return _Edit(start, len(old[0]), written) if old is not None else None

    def at_end(self, line: str) -> _Edit | None:
        """Give the edit that adds a line at the end of the file, for a key of the whole file."""
        first = self.firsts.get(())
        if first is None or self._flows(()):
            return None
        indent = " " * (first[1] - 1)
        end = "" if self.text.endswith(("\n", "\r")) else self.end
        return _Edit(len(self.text), 0, f"{end}{indent}{line}{self.end}")

    def at_head(self, line: str) -> _Edit | None:
        """Give the edit that adds a key of the whole file before its first."""
        return self._new(line, ())

    def _new(self, pair: str, way: PathKeys) -> _Edit | None:
        first = self.firsts.get(way)
        if first is None:
            return None
        gap = ", " if self._flows(way) else f"{self.end}{' ' * (first[1] - 1)}"
        return _Edit(self._offset(first), 0, f"{pair}{gap}")

    def _flows(self, way: PathKeys) -> bool:
        """Tell whether a mapping is written in braces."""
        return self.text[self._offset(self.source.values[way])] == "{"

    def _offset(self, position: Position) -> int:
        return self.starts[position[0] - 1] + position[1] - 1

    def _tree(self, way: PathKeys) -> Any:
        tree = self.source.tree
        for part in way:
            tree = tree.get(part) if isinstance(tree, dict) else tree[part]
        return tree

    def apply(self, edits: Sequence[_Edit]) -> bytes:
        """Give the bytes of the file with its text edited; its mark of the byte order stays."""
        parts: list[str] = []
        done = 0
        for edit in sorted(edits, key=lambda edit: edit.start):
            parts += [self.text[done : edit.start], edit.text]
            done = edit.start + edit.length
        mark = b"\xef\xbb\xbf" if self.source.data.startswith(b"\xef\xbb\xbf") else b""
        return mark + "".join((*parts, self.text[done:])).encode()


def _read_again(source: Source, made: bytes, numbers: Sequence[int], nonce: str) -> Source | None:
    """Read an edited file; None unless it differs in numbers and nonce only, and those are as given."""
    try:
        again = parse(made, source.file, secret=source.secret)
    except Rejected:
        return None
    markers = [
        {**marker, "number": str(number)}
        for marker, number in zip(source.tree.get("markers", []), numbers, strict=True)
    ]
    wanted = {**source.tree, "nonce": nonce, **({"markers": markers} if "markers" in source.tree else {})}
    return again if again.tree == wanted else None
