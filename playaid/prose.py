"""From templates to blocks: words and the flow of every document come from files that a club may change.

A document's template is Jinja2 that gives a small XML of known elements; the words of each language stand in one
catalogue. Templates are sandboxed, every variable must exist, and every element outside the list is a diagnostic with
the template's name and line.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from functools import cache
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

from jinja2 import StrictUndefined, TemplateError
from jinja2.loaders import FileSystemLoader
from jinja2.sandbox import SandboxedEnvironment

from playaid import codes
from playaid.diagnostics import Diagnostic, Place, Rejected, Report, Severity
from playaid.engine import percent
from playaid.fields import LANGUAGES, Localised
from playaid.lengths import Length, amount, parse_length, show_number
from playaid.pages import (
    Align,
    Beside,
    Block,
    Boxes,
    Cell,
    Drawing,
    PageBreak,
    Paragraph,
    Picture,
    Space,
    Span,
    Table,
    Together,
    WritingLine,
)
from playaid.ruleset import show_fraction
from playaid.source import read

PARAGRAPHS = ("title", "heading", "subheading", "text", "small", "note", "cell", "cell_small")
MIDDLE_DOT = "\u00b7"


def templates_folder() -> Path:
    """Give the folder of the templates: inside the installed package, or beside it in a checkout."""
    inside = Path(__file__).parent / "templates"
    return inside if inside.is_dir() else Path(__file__).parent.parent / "templates"


@dataclass(frozen=True, kw_only=True)
class Voice:
    """One language: its words, its decimal sign, its names of units."""

    language: str
    words: Mapping[str, str]

    def say(self, key: str, **values: object) -> str:
        """Give a phrase of the catalogue with its places filled. A key that is missing is a bug of ours."""
        return self.words[key].format(**values) if values else self.words[key]

    @property
    def comma(self) -> bool:
        """Tell whether decimals are written with a comma."""
        return self.words["number.decimal"] == ","

    def number(self, value: Decimal | Fraction | int) -> str:
        """Write a number whose decimals end."""
        return show_number(value, comma=self.comma)

    def length(self, length: int, unit: str) -> str:
        """Write a length with its unit; inches get their sign without a space."""
        number = self.number(amount(length, unit))
        return f'{number}"' if unit == "in" else f"{number}\u00a0{self.words['unit.' + unit]}"

    def bare(self, length: int, unit: str) -> str:
        """Write a length without its unit."""
        return self.number(amount(length, unit))

    def percent(self, chance: Fraction) -> str:
        """Write a chance in per cent, to a tenth where that says more."""
        text = percent(chance, 1)
        return f"{text.replace('.', ',') if self.comma else text}\u00a0%"

    def factor(self, value: Fraction) -> str:
        """Write an exact factor."""
        text = show_fraction(value)
        return text.replace(".", ",") if self.comma else text

    def local(self, text: Localised | None, default: str = "en") -> str:
        """Give a text of a scenario or ruleset in this language."""
        return "" if text is None else text.show(self.language, default)


@cache
def voice(language: str) -> Voice:
    """Give the voice of a language, from its catalogue."""
    return Voice(language=language, words=_flat(read(templates_folder() / "words" / f"{language}.yaml").tree))


def _flat(tree: Any, way: str = "") -> dict[str, str]:
    if not isinstance(tree, dict):
        return {way: str(tree)}
    found: dict[str, str] = {}
    for key, part in tree.items():
        found |= _flat(part, f"{way}.{key}" if way else str(key))
    return found


class _Words:
    """The catalogue as a template sees it: ``t.log.title``; an unknown key is an error that names the known ones."""

    def __init__(self, voice: Voice, way: str = "") -> None:
        self._voice, self._way = voice, way

    def __getitem__(self, name: str) -> Any:
        way = f"{self._way}.{name}" if self._way else name
        if way in self._voice.words:
            return self._voice.words[way]
        if any(key.startswith(f"{way}.") for key in self._voice.words):
            return _Words(self._voice, way)
        known = sorted(key for key in self._voice.words if key.startswith(self._way))
        raise TemplateError(f"no words under {way}; known: {', '.join(known[:40])}")


def compose(
    template: str, spoken: Voice, values: Mapping[str, object], pictures: Mapping[str, Picture] | None = None
) -> tuple[Block, ...]:
    """Give the blocks of a template. Raises `Rejected` with the template's name and line for anything wrong in it."""
    folder = templates_folder()
    environment = SandboxedEnvironment(
        loader=FileSystemLoader(folder),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    environment.filters["fill"] = lambda text, **places: str(text).format(**places)
    try:
        text = environment.get_template(template).render(t=_Words(spoken), **values)
        tree = ElementTree.fromstring(text)  # noqa: S314  # the text of our own or the user's own template
    except TemplateError as error:
        raise _refused(folder / template, _line_of(error), f"{error}") from None
    except ElementTree.ParseError as error:
        raise _refused(folder / template, 1, f"the text it gives is no well-formed XML: {error}") from None
    return _Reader(folder / template, pictures or {}).blocks(tree)


def _line_of(error: TemplateError) -> int:
    line = getattr(error, "lineno", None)
    trace = error.__traceback__
    while trace is not None:
        if trace.tb_frame.f_code.co_filename.endswith(".xml"):
            line = trace.tb_lineno
        trace = trace.tb_next
    return line or 1


def _refused(file: Path, line: int, message: str) -> Rejected:
    said = Diagnostic(
        code=codes.BAD_TEMPLATE,
        severity=Severity.ERROR,
        message=message,
        place=Place(file=file, line=line),
        help=codes.BAD_TEMPLATE.advice,
    )
    return Rejected(Report((said,)))


class _Reader:
    """Reads the elements of one template's text."""

    def __init__(self, file: Path, pictures: Mapping[str, Picture]) -> None:
        self.file, self.pictures = file, pictures

    def blocks(self, element: ElementTree.Element) -> tuple[Block, ...]:
        """Give the blocks inside an element."""
        return tuple(self.block(child) for child in element)

    def block(self, element: ElementTree.Element) -> Block:
        """Give one block."""
        tag, get = element.tag, element.get
        if tag in PARAGRAPHS:
            return Paragraph(spans=self.spans(element), style=tag, align=Align(get("align", "left")))
        if tag == "space":
            return Space(height=self.length(get("height", "3mm")))
        if tag == "line":
            width = get("width")
            return WritingLine(label=get("label", ""), width=self.length(width) if width else None)
        if tag == "table":
            return self.table(element)
        if tag == "drawing":
            return self.drawing(element)
        if tag == "beside":
            columns = tuple(self.blocks(child) for child in element)
            return Beside(widths=self.shares(element), columns=columns, gap=self.length(get("gap", "5mm")))
        if tag == "together":
            return Together(blocks=self.blocks(element))
        if tag == "break":
            return PageBreak()
        known = ", ".join((*PARAGRAPHS, "space", "line", "table", "drawing", "beside", "together", "break"))
        raise _refused(self.file, 1, f"the element <{tag}> is not known here; known: {known}")

    def table(self, element: ElementTree.Element) -> Table:
        """Give a table: rows, and those inside <head>."""
        heads = tuple(self.cells(row) for head in element.findall("head") for row in head)
        rows = tuple(self.cells(row) for row in element if row.tag == "row")
        return Table(
            widths=self.shares(element),
            head=heads,
            rows=rows,
            height=self.length(element.get("height", "5mm")),
            zebra=element.get("zebra") == "true",
            ruled=element.get("ruled", "true") == "true",
        )

    def cells(self, row: ElementTree.Element) -> tuple[Cell, ...]:
        """Give the cells of a row."""
        return tuple(self.cell(cell) for cell in row)

    def cell(self, element: ElementTree.Element) -> Cell:
        """Give a cell: its own text, and the blocks in it."""
        blocks: list[Paragraph | Boxes | Drawing] = []
        inner = [child for child in element if child.tag not in ("b", "i")]
        spans = self.spans(element)
        if not inner and spans:
            style, align = element.get("style", "cell"), Align(element.get("align", "left"))
            blocks.append(Paragraph(spans=spans, style=style, align=align))
        for child in inner:
            if child.tag == "boxes":
                blocks.append(Boxes(count=int(child.get("count", "1")), size=self.length(child.get("size", "4mm"))))
            elif child.tag == "drawing":
                blocks.append(self.drawing(child))
            else:
                block = self.block(child)
                if not isinstance(block, Paragraph):
                    raise _refused(self.file, 1, f"the element <{child.tag}> cannot stand in a cell")
                blocks.append(block)
        return Cell(blocks=tuple(blocks), shade=element.get("shade"), span=int(element.get("span", "1")))

    def drawing(self, element: ElementTree.Element) -> Drawing:
        """Give the picture of a slot."""
        slot = element.get("slot", "")
        if slot not in self.pictures:
            known = ", ".join(sorted(self.pictures)) or "none"
            raise _refused(self.file, 1, f"no picture is called {slot}; known: {known}")
        return Drawing(
            picture=self.pictures[slot], align=Align(element.get("align", "center").replace("center", "centre"))
        )

    def spans(self, element: ElementTree.Element) -> tuple[Span, ...]:
        """Give the runs of text of an element, white space folded."""
        runs = [Span(text=element.text or "")]
        for child in element:
            if child.tag in ("b", "i"):
                runs.append(Span(text=child.text or "", bold=child.tag == "b", italic=child.tag == "i"))
                runs.append(Span(text=child.tail or ""))
        folded = [Span(text=re.sub(r"[ \n\t]+", " ", run.text), bold=run.bold, italic=run.italic) for run in runs]
        if folded:
            folded[0] = Span(text=folded[0].text.lstrip(" \n"), bold=folded[0].bold, italic=folded[0].italic)
            folded[-1] = Span(text=folded[-1].text.rstrip(" \n"), bold=folded[-1].bold, italic=folded[-1].italic)
        return tuple(run for run in folded if run.text)

    def shares(self, element: ElementTree.Element) -> tuple[int, ...]:
        """Give the widths of columns as shares."""
        return tuple(int(share) for share in element.get("widths", "1").split())

    def length(self, text: str) -> Length:
        """Give a length of a template."""
        return parse_length(text, "mm")


__all__ = ["LANGUAGES", "MIDDLE_DOT", "Voice", "compose", "templates_folder", "voice"]
