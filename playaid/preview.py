"""Pages as PNG pictures, to look at without a PDF viewer. pypdfium2 draws them; it is an extra, not a dependency."""

from collections.abc import Iterator
from io import BytesIO

from playaid.telling import PlayaidError

SCALE = 1.5
"""Pixels to a point: 108 to an inch."""


def check_available() -> None:
    """Raise `PlayaidError` where the extra is not installed."""
    try:
        import pypdfium2  # noqa: F401
    except ImportError:
        help = 'install it with: pip install "playaid[preview]"'
        raise PlayaidError("--preview needs pypdfium2, which is not installed", exit_code=2, help=help) from None


def pictures(name: str, data: bytes) -> Iterator[tuple[str, bytes]]:
    """Give the pages of a PDF as PNG files, their names made from its own: ``map.pdf`` gives ``map-1.png``."""
    import pypdfium2

    document = pypdfium2.PdfDocument(data)
    width = len(str(len(document)))
    for number, page in enumerate(document, 1):
        stream = BytesIO()
        page.render(scale=SCALE).to_pil().convert("RGB").save(stream, "PNG")
        yield f"{name.removesuffix('.pdf')}-{number:0{width}}.png", stream.getvalue()
    document.close()
