"""The audit of a player's PDF: everything in it stands on a list of what it may hold."""

import io
import re
from typing import Any

import pikepdf

CATALOGUE = {"/Type", "/Pages", "/PageMode", "/ViewerPreferences", "/Lang"}
"""What the file's catalogue may hold."""

INFO = {
    "/Author": "playaid",
    "/Creator": "playaid",
    "/Producer": "playaid",
    "/Subject": "",
    "/Keywords": "",
    "/Trapped": "/False",
    "/CreationDate": "D:20000101000000+00'00'",
    "/ModDate": "D:20000101000000+00'00'",
}
"""What the file says of itself, beside its title."""

KEYS = {
    f"/{key}"
    for key in re.findall(
        r"\w+",
        """
        Type Pages PageMode ViewerPreferences Lang PrintScaling Duplex Count Kids Parent MediaBox CropBox
        BleedBox TrimBox ArtBox Contents Resources Rotate Trans Font ProcSet XObject ExtGState Filter Length
        Length1 BaseFont FirstChar LastChar FontDescriptor Name Subtype ToUnicode Widths Ascent CapHeight
        Descent Flags FontBBox FontFile2 FontName ItalicAngle MissingWidth StemV BBox FormType Matrix ca CA
        """,
    )
}
"""Every key that any object may have. No outlines, annotations, attachments, scripts, layers, forms or XMP."""


def audit(data: bytes) -> list[str]:
    """Give everything about a player's PDF that is not on the lists of what it may hold."""
    found = [f"{data.count(mark)} {mark!r}" for mark in (b"%%EOF", b"startxref") if data.count(mark) != 1]
    if not data.endswith(b"%%EOF\n"):
        found.append("bytes behind the end")
    file = pikepdf.open(io.BytesIO(data))
    reached, keys = walk(file)
    found += [f"catalogue {key}" for key in set(file.Root.keys()) - CATALOGUE]
    found += [f"key {key}" for key in sorted(keys - KEYS - INFO.keys() - {"/Title"})]
    found += [f"unreachable object {o.objgen}" for o in objects(file) if o.objgen not in reached]
    info = {str(key): str(value) for key, value in file.docinfo.items()}
    info.pop("/Title", None)
    found += [f"info {info}"] if info != INFO else []
    return found + [f"glyphs {text!r} that no page shows" for text in unshown(file)]


def objects(file: pikepdf.Pdf) -> list[Any]:
    return [
        o for o in file.objects if isinstance(o, (pikepdf.Dictionary, pikepdf.Stream, pikepdf.Array)) and o.is_indirect
    ]


def walk(file: pikepdf.Pdf) -> tuple[set[tuple[int, int]], set[str]]:
    """Give the objects that can be reached from the trailer, and every key that occurs outside resources' names."""
    reached: set[tuple[int, int]] = set()
    keys: set[str] = set()
    waiting: list[tuple[Any, bool]] = [(file.trailer.Root, False), (file.trailer.Info, True)]
    while waiting:
        value, names = waiting.pop()
        if isinstance(value, pikepdf.Object) and value.is_indirect:
            if value.objgen in reached:
                continue
            reached.add(value.objgen)
        if isinstance(value, (pikepdf.Dictionary, pikepdf.Stream)):
            for key, part in value.items():
                if not names:
                    keys.add(str(key))
                waiting.append((part, str(key) in ("/Font", "/XObject", "/ExtGState", "/Pattern") and not names))
        elif isinstance(value, pikepdf.Array):
            waiting += [(part, names) for part in value]
    return reached, keys


SHOWN = re.compile(rb"/(\S+) [-\d.]+ Tf|\(((?:[^\\()]|\\.)*)\) ?(?:Tj|')|\[((?:[^\]\\]|\\.)*)\] ?TJ", re.DOTALL)
ESCAPED = re.compile(rb"\\([0-7]{1,3}|.)", re.DOTALL)
ESCAPES = {b"n": b"\n", b"r": b"\r", b"t": b"\t", b"b": b"\b", b"f": b"\f"}


def unshown(file: pikepdf.Pdf) -> list[str]:
    """Give the characters that a font of the file holds and no page shows."""
    shown: dict[tuple[int, int], set[int]] = {}
    for page in file.pages:
        shows(page.obj, shown, set())
    found = []
    for font in objects(file):
        if isinstance(font, pikepdf.Dictionary) and font.get("/Type") == "/Font":
            pairs = re.findall(
                rb"<([0-9A-F]{2})> <([0-9A-F]+)>\n", font.ToUnicode.read_bytes().partition(b"beginbfchar")[2]
            )
            held = {int(code, 16): chr(int(text, 16)) for code, text in pairs if int(text, 16)}
            extra = "".join(
                text for code, text in held.items() if code not in shown.get(font.objgen, set()) and text != " "
            )
            found += [extra] if extra else []
    return found


def shows(page: Any, shown: dict[tuple[int, int], set[int]], done: set[tuple[int, int]]) -> None:
    """Collect the codes that a page or a form shows in each font."""
    resources = page.get("/Resources", {})
    stream = page.Contents if "/Contents" in page else page
    data = b"\n".join(part.read_bytes() for part in (stream if isinstance(stream, pikepdf.Array) else [stream]))
    font = None
    for name, text, _ in SHOWN.findall(data):
        if name:
            font = resources["/Font"][f"/{name.decode()}"].objgen
        elif font is not None:
            plain = ESCAPED.sub(unescaped, text)
            shown.setdefault(font, set()).update(plain)
    for form in resources.get("/XObject", {}).values():
        if form.objgen not in done and form.get("/Subtype") == "/Form":
            done.add(form.objgen)
            shows(form, shown, done)


def unescaped(found: "re.Match[bytes]") -> bytes:
    """Give what an escape in a string of a page stands for."""
    return bytes([int(found[1], 8) & 255]) if found[1].isdigit() else ESCAPES.get(found[1], found[1])
