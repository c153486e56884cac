"""Objects of a PDF as text: a file of ours holds hundreds, and ReportLab writes each of their values on its own.

Its `PDFDocument` numbers them and keeps their places; what it needs of an object is `format`.
"""

import zlib
from functools import lru_cache
from typing import Any

from playaid.closed import pdfdoc

SMALL = 32 << 10
"""Streams of no more bytes are kept packed by the hundred, larger ones by the dozen."""

LEVEL = 4
"""How hard zlib tries: in half the time of its usual 6 it gives files that are a twenty-fifth larger."""


class Plain(pdfdoc.PDFObject):  # type: ignore[misc]  # ReportLab has no types
    """A value or an object whose text is known, but for the numbers of the objects it refers to."""

    def __init__(self, *parts: Any) -> None:
        """Join texts and references."""
        self.parts = parts

    def format(self, document: Any) -> bytes:
        """Give its bytes in a file."""
        return b"".join(part.encode() if isinstance(part, str) else part.format(document) for part in self.parts)


class Stream(Plain):
    """A packed stream with what else its dictionary says."""

    def __init__(self, content: str | bytes, *parts: Any) -> None:
        """Hold what is to be packed, and the texts and references beside it."""
        super().__init__(*parts)
        self.content = content

    def format(self, document: Any) -> bytes:
        """Give its bytes in a file."""
        data = packed(self.content)
        about = b"<< /Filter /FlateDecode /Length %d " % len(data)
        return b"".join((about, super().format(document), b" >>\nstream\n", data, b"\nendstream\n"))


def packed(content: str | bytes) -> bytes:
    """Give a stream packed; types and pieces that many documents hold are packed once."""
    return _small(content) if len(content) <= SMALL else _large(content)


def _pack(content: str | bytes) -> bytes:
    return zlib.compress(content.encode() if isinstance(content, str) else content, LEVEL)


_small = lru_cache(maxsize=256)(_pack)
_large = lru_cache(maxsize=12)(_pack)


_encoded = pdfdoc.pdfdocEnc


def _plain(text: str | bytes) -> bytes:
    """Give text in PDF's own code page, nearly all of which is ASCII: names, numbers, references."""
    return text.encode() if isinstance(text, str) and text.isascii() else _encoded(text)


# ReportLab's own objects come to the same bytes, sooner: a file of ours holds hundreds of values and few names.
pdfdoc.PDFZCompress.encode = packed
pdfdoc.pdfdocEnc = _plain
pdfdoc.PDFName = lru_cache(maxsize=1024)(pdfdoc.PDFName)
