"""Makes docs/contact.png, small pictures of every kind of sheet on both papers and of every flip: `make gallery`."""

import subprocess
import sys
import tempfile
from collections.abc import Iterator
from importlib.resources import files
from pathlib import Path
from typing import NamedTuple

import pypdfium2
from PIL import Image, ImageDraw, ImageFont

ROOT = Path(__file__).parent.parent
PAPERS = {"a4": "A4", "letter": "Letter"}
KINDS = {
    "a4": {
        "markers": "la-ferme/german",
        "spotting": "la-ferme/public",
        "night": "nochnoi-boi/public",
        "log": "la-ferme/german",
        "map": "cabourg/umpire",
        "briefing": "cabourg/public",
        "pack": "cabourg/umpire",
    },
    "letter": {
        "markers": "hill-x/defender",
        "spotting": "hill-x/public",
        "night": "la-ferme/public",
        "log": "hill-x/defender",
        "map": "oktiabrski/umpire",
        "briefing": "indochine/public",
        "pack": "hill-x/umpire",
    },
}
"""The document of each kind that is shown on each paper."""
FLIPS = {"long": "long edge", "short": "short edge", "fold": "fold-over"}
AIDS = {
    "round": ("markers", "--marker-shape", "round"),
    "hexagonal": ("markers", "--marker-shape", "hex", "--colour", "#a8843c", "--emblem", "A"),
    "tents": ("markers", "--tent"),
    "saver ink": ("markers", "--ink", "saver"),
    "full guides": ("markers", "--guides", "full"),
    "labels a4-24-round": ("markers", "--labels", "a4-24-round", "--start", "5"),
    "labels letter-30": ("markers", "--labels", "letter-30"),
    "spotting, A6 cards": ("spotting", "--card", "a6"),
    "night, poker cards": ("night", "--card", "poker"),
    "spotting, half-letter": ("spotting", "--card", "half-letter", "--paper", "letter"),
    "ruler": ("ruler",),
    "calibration": ("calibration",),
}
"""Aids without a scenario, by what is shown in each."""

WIDE, HIGH = 160, 218
"""Pixels that a page may take."""
ACROSS, GAP, LINE, HEAD = 8, 12, 15, 26
"""Pages in a row, the room between them, the height of a label and of a heading."""
SUPER = 3
"""Pages are drawn so many times larger and shrunk: thin lines stay even."""
DESK, INK, EDGE = "#e9e7e1", "#222222", "#b5b2aa"
COLOURS = 128


class Page(NamedTuple):
    """One page to show."""

    label: str
    file: Path
    number: int = 0


def playaid(*arguments: object) -> None:
    """Run our own program."""
    command = [sys.executable, "-P", "-m", "playaid", *map(str, arguments)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)  # noqa: S603  # our own program
    if done.returncode:
        raise SystemExit(f"playaid {' '.join(command[4:])}\n{done.stderr}")


def rows(folder: Path) -> Iterator[tuple[str, list[Page]]]:
    """Print everything and give the pages below each heading."""
    for paper, title in PAPERS.items():
        pages = []
        for kind, where in KINDS[paper].items():
            scenario, reader = where.split("/")
            chosen = ("--only", kind, "--for", reader, "--paper", paper)
            playaid("build", ROOT / "scenarios" / scenario, "-o", folder / paper / kind, *chosen)
            file = folder / paper / kind / where / f"{kind}.pdf"
            pages.append(Page(f"{kind}, {scenario}", file))
            if kind == "markers":
                pages.append(Page("their backs", file, 1))
        yield f"Every kind on {title}", pages
    for paper, title in PAPERS.items():
        pages = []
        for flip in FLIPS:
            output = folder / f"{paper}-{flip}.pdf"
            playaid("aid", "markers", "--to", 17, "--paper", paper, "--flip", flip, "-o", output)
            pages.append(Page(FLIPS[flip], output))
            if flip != "fold":
                pages.append(Page("its back", output, 1))
        yield f"Every flip on {title}", pages
    pages = []
    for number, (label, arguments) in enumerate(AIDS.items()):
        output = folder / f"aid-{number}.pdf"
        playaid("aid", *arguments, "-o", output)
        pages.append(Page(label, output))
    yield "Shapes, ink, labels, cards and measures", pages


def picture(page: Page) -> Image.Image:
    """Draw one page, small."""
    document = pypdfium2.PdfDocument(page.file)
    sheet = document[page.number]
    width, height = sheet.get_size()
    scale = min(WIDE / width, HIGH / height)
    large = sheet.render(scale=scale * SUPER).to_pil().convert("RGB")
    document.close()
    return large.resize((round(width * scale), round(height * scale)), Image.Resampling.LANCZOS)


def main() -> None:
    """Print every sheet, lay the pictures out and write the PNG."""
    faces = files("fontpkg_pt_sans") / "files"
    with tempfile.TemporaryDirectory() as folder:
        groups = [(title, [(page.label, picture(page)) for page in pages]) for title, pages in rows(Path(folder))]
    small = ImageFont.truetype(str(faces / "PT_Sans-Web-Regular.ttf"), 12)
    bold = ImageFont.truetype(str(faces / "PT_Sans-Web-Bold.ttf"), 15)
    step = HIGH + LINE + GAP
    deep = sum(HEAD + step * -(-len(shown) // ACROSS) for _, shown in groups) + GAP
    contact = Image.new("RGB", (ACROSS * (WIDE + GAP) + GAP, deep), DESK)
    pen = ImageDraw.Draw(contact)
    top = GAP // 2
    for title, shown in groups:
        pen.text((GAP, top), title, INK, bold)
        top += HEAD
        for first in range(0, len(shown), ACROSS):
            for column, (label, small_page) in enumerate(shown[first : first + ACROSS]):
                x, y = GAP + column * (WIDE + GAP), top + HIGH - small_page.height
                contact.paste(small_page, (x, y))
                pen.rectangle((x - 1, y - 1, x + small_page.width, top + HIGH), outline=EDGE)
                pen.text((x, top + HIGH + 1), label, INK, small)
            top += step
    contact.quantize(COLOURS, Image.Quantize.FASTOCTREE, dither=Image.Dither.NONE).save(
        ROOT / "docs" / "contact.png", optimize=True
    )
    sys.stdout.write("docs/contact.png\n")


if __name__ == "__main__":
    main()
