"""Printed pages opened again: where pieces and marks lie, in mm from the lower left, and how dark the paper is."""

from dataclasses import dataclass, field
from io import BytesIO
from pathlib import Path
from typing import Any

import pikepdf
import pypdfium2
from test_pdf import Matrix, moved, operators, times

MM = 72 / 25.4
MARK_WIDTH = 0.3
"""Line width of marks to cut along, in points."""

Box = tuple[float, float, float, float]
"""Left, bottom, right, top in mm."""


@dataclass
class Sheet:
    """One page: its boxes in points, its forms with the box of each and whether it stands on its head, its lines."""

    media: tuple[float, ...]
    forms: list[tuple[str, Box, bool]] = field(default_factory=list)
    lines: list[tuple[Box, float]] = field(default_factory=list)
    boxes: dict[str, tuple[float, ...]] = field(default_factory=dict)

    @property
    def pieces(self) -> list[Box]:
        """The boxes of all forms, as they were placed."""
        return [box for _, box, _ in self.forms]

    @property
    def marks(self) -> list[Box]:
        """The marks to cut along."""
        return [line for line, width in self.lines if abs(width - MARK_WIDTH) < 0.001]

    def centres(self) -> list[tuple[float, float]]:
        """Give the middles of all forms."""
        return [((left + right) / 2, (bottom + top) / 2) for left, bottom, right, top in self.pieces]

    def bars(self) -> list[float]:
        """Give the lengths of all level lines of the strip's own width, in mm."""
        return [x2 - x1 for (x1, y1, x2, y2), width in self.lines if abs(width - 0.5) < 0.001 and abs(y2 - y1) < 1e-6]


def sheets(data: bytes | Path, *, inside: bool = False) -> list[Sheet]:
    """Measure every page of a file; with `inside` also the lines that its forms hold."""
    with pikepdf.open(BytesIO(data) if isinstance(data, bytes) else data) as pdf:
        return [_sheet(page, inside) for page in pdf.pages]


def _sheet(page: pikepdf.Page, inside: bool) -> Sheet:
    boxes: dict[str, tuple[float, ...]] = {}
    for name in ("/MediaBox", "/CropBox", "/BleedBox", "/TrimBox"):
        if name in page:
            array: Any = page[name]
            boxes[name] = tuple(float(number) for number in array)
    this = Sheet(boxes["/MediaBox"], boxes=boxes)
    forms: Any = page.resources.get("/XObject", {})
    _walk(page, dict(forms.items()), this, (1, 0, 0, 1, 0, 0), inside)
    return this


def _walk(stream: Any, forms: dict[str, Any], this: Sheet, here: Matrix, inside: bool) -> None:  # noqa: C901  # a case an operator
    """Follow the operators of a page or a form."""
    kept: list[tuple[Matrix, float]] = []
    at = (0.0, 0.0)
    drawn: list[Box] = []
    width = 1.0
    for operands, operator in operators(stream):
        match operator:
            case "q":
                kept.append((here, width))
            case "Q":
                here, width = kept.pop()
            case "cm":
                here = times(tuple(float(number) for number in operands), here)  # type: ignore[arg-type]
            case "w":
                width = float(operands[0])
            case "m" | "l":
                point = moved(here, float(operands[0]), float(operands[1]))
                if operator == "l":
                    low, high = sorted((at, point))
                    drawn.append((low[0] / MM, low[1] / MM, high[0] / MM, high[1] / MM))
                at = point
            case "S" | "s" | "B" | "B*" | "b" | "b*":
                this.lines += [(line, width) for line in drawn]
                drawn = []
            case "f" | "f*" | "n":
                drawn = []
            case "Do":
                name = str(operands[0])
                size = float(forms[name].BBox[2]), float(forms[name].BBox[3])
                corners = [moved(here, *corner) for corner in ((0.0, 0.0), size)]
                xs, ys = ([corner[axis] / MM for corner in corners] for axis in (0, 1))
                this.forms.append((name, (min(xs), min(ys), max(xs), max(ys)), here[0] < 0))
                if inside:
                    _walk(forms[name], {}, this, here, inside)


def ink(data: bytes | Path, page: int, box: Box | None = None, dpi: int = 200) -> float:
    """Give how dark a page, or a box on it, is in the mean: 0 is white, 1 is black."""
    scale = dpi / 72
    with pypdfium2.PdfDocument(data) as pdf:
        image = pdf[page].render(scale=scale, grayscale=True).to_numpy()
    if box is not None:
        high = image.shape[0]
        left, bottom, right, top = (round(edge * MM * scale) for edge in box)
        image = image[high - top : high - bottom, left:right]
    return 1 - float(image.mean()) / 255


def words(data: bytes | Path) -> list[str]:
    """Give the text of every page, on one line."""
    with pypdfium2.PdfDocument(data) as pdf:
        return [" ".join(page.get_textpage().get_text_bounded().split()) for page in pdf]


def placed(data: bytes | Path, page: int, text: str) -> list[tuple[float, float]]:
    """Give the middle of every place where a text stands on a page, in mm."""
    found = []
    with pypdfium2.PdfDocument(data) as pdf:
        content = pdf[page].get_textpage()
        search = content.search(text, match_case=True, match_whole_word=True)
        while (hit := search.get_next()) is not None:
            boxes = [content.get_charbox(hit[0] + number) for number in range(hit[1])]
            left, right = min(box[0] for box in boxes), max(box[2] for box in boxes)
            bottom, top = min(box[1] for box in boxes), max(box[3] for box in boxes)
            found.append(((left + right) / 2 / MM, (bottom + top) / 2 / MM))
    return found
