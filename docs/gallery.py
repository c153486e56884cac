"""Makes the pictures of the README from the example scenarios: `make gallery`."""

import subprocess
import sys
import tempfile
from pathlib import Path

import pypdfium2

ROOT = Path(__file__).parent.parent
PICTURES = {
    "markers": ("la-ferme/german/markers.pdf", 0),
    "markers-back": ("la-ferme/german/markers.pdf", 1),
    "spotting": ("la-ferme/public/spotting.pdf", 0),
    "night": ("nochnoi-boi/public/night.pdf", 0),
    "log": ("hill-x/defender/log.pdf", 0),
    "map": ("cabourg/umpire/map.pdf", 0),
    "briefing": ("cabourg/public/briefing.pdf", 0),
    "pack": ("cabourg/umpire/pack.pdf", 0),
}
"""Each picture's name, its document and page (from 0)."""

WIDTH = 620
"""Pixels across; landscape pages are wider."""


def main() -> None:
    """Build the scenarios and write one PNG for each picture into docs/."""
    with tempfile.TemporaryDirectory() as folder:
        command = [sys.executable, "-P", "-m", "playaid", "build", str(ROOT / "scenarios"), "-o", folder]
        subprocess.run(command, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)  # noqa: S603  # our own program
        for name, (file, page) in PICTURES.items():
            sheet = pypdfium2.PdfDocument(Path(folder) / file)[page]
            width, height = sheet.get_size()
            scale = WIDTH / min(width, height)
            picture = sheet.render(scale=scale).to_pil().convert("P", palette=1, colors=32)
            picture.save(ROOT / "docs" / f"{name}.png", optimize=True)
            sys.stdout.write(f"docs/{name}.png\n")


if __name__ == "__main__":
    main()
