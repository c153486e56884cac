"""TrueType without what paper does not need: hints for coarse screens, and the long names of a type.

A subset that goes into a PDF is printed at 600 dots to an inch; the instructions that fit its outlines to the pixels
of a screen are then most of its size.
"""

from itertools import pairwise
from struct import pack, unpack_from

HINTS = frozenset((b"cvt ", b"fpgm", b"prep"))
"""The tables that hold what all hints share."""

NAMES = b"name"
"""The table of names and licence in all languages; a PDF names its fonts itself."""

CONTOURS, HEAD_OF_GLYPH = 2, 10
MORE, WORDS, SCALE, TWO_SCALES, FOUR_SCALES, INSTRUCTED = 0x20, 0x01, 0x08, 0x40, 0x80, 0x100
"""The flags of a part of a composite glyph."""

MAXIMA_OF_HINTS = range(14, 28, 2)
"""Where in `maxp` stand the limits that only hints need: zones, storage, functions, stack, instructions."""


def without_hints(font: bytes) -> bytes:
    """Give a TrueType font with the same outlines, widths and characters, and no hints."""
    tables = {tag: data for tag, data in _tables(font).items() if tag not in HINTS and tag != NAMES}
    places = _places(tables)
    glyphs = [_bare(tables[b"glyf"][start:end]) for start, end in pairwise(places)]
    padded = [glyph + bytes(-len(glyph) % 4) for glyph in glyphs]
    ends = [0]
    for glyph in padded:
        ends.append(ends[-1] + len(glyph))
    tables[b"glyf"] = b"".join(padded)
    tables[b"loca"] = pack(f">{len(ends)}L", *ends)
    # The checksum of the whole is counted while this field of it is zero.
    head = tables[b"head"]
    tables[b"head"] = head[:8] + bytes(4) + head[12:50] + pack(">H", 1) + head[52:]
    maxima = bytearray(tables[b"maxp"])
    for place in MAXIMA_OF_HINTS:
        maxima[place : place + 2] = pack(">H", 1 if place == MAXIMA_OF_HINTS[0] else 0)
    tables[b"maxp"] = bytes(maxima)
    return _font(tables)


def _tables(font: bytes) -> dict[bytes, bytes]:
    """Give the tables of a font by their tags."""
    found = {}
    for number in range(unpack_from(">H", font, 4)[0]):
        tag, _, start, length = unpack_from(">4sLLL", font, 12 + 16 * number)
        found[tag] = font[start : start + length]
    return found


def _places(tables: dict[bytes, bytes]) -> list[int]:
    """Give where each glyph begins, and where the last one ends."""
    count = unpack_from(">H", tables[b"maxp"], 4)[0] + 1
    if unpack_from(">H", tables[b"head"], 50)[0]:
        return list(unpack_from(f">{count}L", tables[b"loca"]))
    return [2 * half for half in unpack_from(f">{count}H", tables[b"loca"])]


def _bare(glyph: bytes) -> bytes:
    """Give a glyph without its instructions."""
    if not glyph:
        return glyph
    contours = unpack_from(">h", glyph)[0]
    if contours < 0:
        return _bare_composite(glyph)
    place = HEAD_OF_GLYPH + CONTOURS * contours
    length = unpack_from(">H", glyph, place)[0]
    return glyph[:place] + bytes(2) + glyph[place + 2 + length :]


def _bare_composite(glyph: bytes) -> bytes:
    """Give a glyph that is made of others without its instructions."""
    bare = bytearray(glyph)
    place, flags = HEAD_OF_GLYPH, MORE
    while flags & MORE:
        flags = unpack_from(">H", bare, place)[0]
        bare[place : place + 2] = pack(">H", flags & ~INSTRUCTED)
        place += 8 if flags & WORDS else 6
        place += 2 if flags & SCALE else 4 if flags & TWO_SCALES else 8 if flags & FOUR_SCALES else 0
    return bytes(bare[:place])


def _font(tables: dict[bytes, bytes]) -> bytes:
    """Give the font that some tables make."""
    count = len(tables)
    power = count.bit_length() - 1
    head = pack(">LHHHH", 0x00010000, count, 16 << power, power, 16 * count - (16 << power))
    start = 12 + 16 * count
    directory, content = [], []
    for tag in sorted(tables):
        data = tables[tag]
        directory.append(pack(">4sLLL", tag, _checksum(data), start, len(data)))
        content.append(data + bytes(-len(data) % 4))
        start += len(content[-1])
    font = bytearray(b"".join((head, *directory, *content)))
    at = next(unpack_from(">L", entry, 8)[0] for entry in directory if entry.startswith(b"head"))
    font[at + 8 : at + 12] = pack(">L", (0xB1B0AFBA - _checksum(bytes(font))) & 0xFFFFFFFF)
    return bytes(font)


def _checksum(data: bytes) -> int:
    """Add up a table as big-endian words."""
    padded = data + bytes(-len(data) % 4)
    total: int = sum(unpack_from(f">{len(padded) // 4}L", padded))
    return total & 0xFFFFFFFF
