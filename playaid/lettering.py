"""A TrueType face whose letters have the same codes in every file.

ReportLab hands out codes in the order in which a file uses its letters, so that the same words are other bytes in
every file. Here a letter's code follows from the letter alone: what was drawn for one file can be drawn again in
another, and nothing about a file can be read from the order of its codes. A file still holds only the letters it shows.
"""

from codecs import charmap_build, charmap_encode
from collections.abc import Iterator
from functools import cached_property, lru_cache
from typing import Any, NamedTuple
from weakref import WeakKeyDictionary

from playaid.closed import FF_NONSYMBOLIC, FF_SYMBOLIC, SUBSETN, TTFont, fp_str
from playaid.hints import without_hints
from playaid.objects import Plain, Stream

ASCII = "".join(map(chr, range(32, 127)))
CYRILLIC = "АБВГДЕЖЗИЙКЛМНОПРСТУФХЦЧШЩЪЫЬЭЮЯабвгдежзийклмнопрстуфхцчшщъыьэюяЁё"
FRENCH = "ÀÂÆÇÈÉÊËÎÏÔÙÛÜŸŒàâæçèéêëîïôùûüÿœ"
SIGNS = "«»‹›“”„‘’‚–—…•·×÷±°½¼¾≤≥≈≠−№§©"
COMMON = ASCII + CYRILLIC + FRENCH + SIGNS
"""The letters of the three languages; they have the codes from 32 of the first table, so that few lines need two."""

PAGES = ("cp1250", "cp1257", "cp1254", "cp1251")
"""Code pages with what more the languages of Europe need together: eastern, Baltic, Turkish, Cyrillic."""

SPACE = 32
"""The code of the space in every table, as readers of PDF expect."""

NONE = "\ufffe"
"""What Python's code pages have where a code means nothing."""

CODES = 256
"""How many codes a table has."""


Runs = tuple[tuple[int, bytes], ...]
"""Parts of a text, or of what a file holds: the number of a table, and codes of it."""


class Embedded(NamedTuple):
    """What a file holds of a table: the font's and its descriptor's text, what codes mean, and the outlines."""

    about: str
    described: str
    meaning: str
    program: bytes


class Lettering(TTFont):  # type: ignore[misc]  # ReportLab has no types
    """A face with fixed codes; its objects in a file bear a fixed name too."""

    def __init__(self, name: str, file: str, short: str) -> None:
        """Read a face from a file; ReportLab knows it as `name`, pages as `short`."""
        super().__init__(name, file, asciiReadable=0)
        self.short = short
        self._used: WeakKeyDictionary[object, dict[int, set[int]]] = WeakKeyDictionary()
        self._embedded = lru_cache(maxsize=64)(self._embed)  # many files show the same letters

    @cached_property
    def tables(self) -> tuple[str, ...]:
        """Give the characters of each table by their codes; U+0000 stands where a code means nothing.

        The letters of other languages come with those that stand beside them, so that no word is broken.
        """
        face = set(map(chr, self.face.charToGlyph)) - {"\0", "\xa0", NONE, "\uffff"}
        pages = [bytes(range(SPACE, CODES)).decode(page, "ignore") for page in PAGES]
        parts = [COMMON, *("".join(letter for letter in page if letter in face) for page in pages)]
        rest = sorted(face.difference(*parts))
        cyrillic = [letter for letter in rest if "\u0400" <= letter < "\u0530"]
        other = [letter for letter in rest if letter not in set(cyrillic)]
        for base, more in ((ASCII + CYRILLIC, cyrillic), (ASCII, other)):
            each = CODES - SPACE - len(base)
            parts += [base + "".join(more[start : start + each]) for start in range(0, len(more), each)]
        return tuple(("\0" * SPACE + part).ljust(CODES, "\0") for part in parts)

    @cached_property
    def _letters(self) -> tuple[frozenset[str], ...]:
        return tuple(frozenset(table) for table in self.tables)

    @cached_property
    def _encodings(self) -> tuple[Any, ...]:
        return tuple(charmap_build(table.replace("\0", NONE)) for table in self.tables)

    def runs(self, text: str) -> Runs:
        """Give a text in codes, with as few changes of table as can be; for what the face lacks stands code 0."""
        text = text.replace("\xa0", " ")
        if not text:
            return ()
        try:
            return ((0, charmap_encode(text, "strict", self._encodings[0])[0]),)
        except UnicodeEncodeError:
            return tuple(self._mixed(text))

    def _mixed(self, text: str) -> Iterator[tuple[int, bytes]]:
        while text:
            lengths = [_length(text, letters) for letters in self._letters]
            length = max(lengths)
            number = lengths.index(length)
            yield (
                (number, charmap_encode(text[:length], "strict", self._encodings[number])[0]) if length else (0, b"\0")
            )
            text = text[length or 1 :]

    def use(self, document: Any, runs: Runs) -> None:
        """Let a file hold what it shows."""
        used = self._used.get(document)
        if used is None:
            used = self._used[document] = {}
            document.fontMapping[self.fontName] = f"/{self.short}"
            document.delayedFonts.append(self)
        for number, codes in runs:
            used.setdefault(number, set()).update(codes)

    def used(self, document: object) -> Runs:
        """Give what a file holds so far, and forget it."""
        return tuple((number, bytes(sorted(codes))) for number, codes in sorted(self._used.pop(document, {}).items()))

    def splitString(self, text: str, doc: object, encoding: str = "utf-8") -> Runs:  # noqa: N802  # ReportLab's name
        """Give a text in codes for a file, which holds its letters from now on."""
        del encoding
        runs = self.runs(text)
        self.use(doc, runs)
        return runs

    def getSubsetInternalName(self, subset: int, doc: object) -> str:  # noqa: N802  # ReportLab's name
        """Give the name of a table on a page."""
        self.use(doc, ())
        return f"/{self.short}+{subset}"

    def addObjects(self, doc: Any) -> None:  # noqa: N802  # ReportLab's name
        """Put into a finished file what its letters need."""
        fonts = doc.idToObject["BasicFonts"].dict
        for number, codes in self.used(doc):
            held = self._embedded(number, codes)
            name = f"{self.short}+{number}"
            program = doc.Reference(Stream(held.program, f"/Length1 {len(held.program)}"))
            meaning = doc.Reference(Stream(held.meaning))
            described = doc.Reference(Plain(held.described, " /FontFile2 ", program, " >>"))
            font = Plain(held.about, f" /Name /{name} /ToUnicode ", meaning, " /FontDescriptor ", described, " >>")
            fonts[name] = doc.Reference(font, name)

    def _embed(self, number: int, codes: bytes) -> Embedded:
        """Give what a file with these codes of a table holds."""
        table, kept = self.tables[number], set(codes)
        characters = tuple(ord(table[code]) if code in kept else 0 for code in range(codes[-1] + 1))
        widths = " ".join(fp_str(self.face.getCharWidth(character)) for character in characters[codes[0] :])
        base = (SUBSETN(number) + b"+" + self.face.name + self.face.subfontNameX).decode("ascii")
        about = f"<< /Type /Font /Subtype /TrueType /BaseFont /{base} /FirstChar {codes[0]} /LastChar {codes[-1]}"
        program = without_hints(self.face.makeSubset(list(characters)))
        return Embedded(f"{about} /Widths [ {widths} ]", self._described(base), _meaning(table, codes), program)

    def _described(self, base: str) -> str:
        """Give what a file says about the face. It is symbolic: its codes are our own."""
        face = self.face
        flags = face.flags & ~FF_NONSYMBOLIC | FF_SYMBOLIC
        return (
            f"<< /Type /FontDescriptor /FontName /{base} /Flags {flags} /FontBBox [ {fp_str(*face.bbox)} ]"
            f" /Ascent {fp_str(face.ascent)} /Descent {fp_str(face.descent)} /CapHeight {fp_str(face.capHeight)}"
            f" /ItalicAngle {fp_str(face.italicAngle)} /StemV {fp_str(face.stemV)}"
            f" /MissingWidth {fp_str(face.defaultWidth)}"
        )


def _length(text: str, letters: frozenset[str]) -> int:
    """Give how many letters at the beginning of a text are among some."""
    return next((place for place, letter in enumerate(text) if letter not in letters), len(text))


def _meaning(table: str, codes: bytes) -> str:
    """Give what turns codes back into characters, for those who copy or search; PDF takes a hundred at a time."""
    lines = [
        "/CIDInit /ProcSet findresource begin 12 dict begin begincmap",
        "/CIDSystemInfo << /Registry (Adobe) /Ordering (UCS) /Supplement 0 >> def",
        "/CMapName /Adobe-Identity-UCS def /CMapType 2 def",
        "1 begincodespacerange",
        "<00> <FF>",
        "endcodespacerange",
    ]
    for start in range(0, len(codes), 100):
        some = codes[start : start + 100]
        lines += [f"{len(some)} beginbfchar", *(f"<{code:02X}> <{ord(table[code]):04X}>" for code in some), "endbfchar"]
    lines += ["endcmap CMapName currentdict /CMap defineresource pop end end"]
    return "\n".join(lines)
