"""From templates to blocks: words and the flow of every document come from files that a club may change.

A document's template is Jinja2 that gives a small XML of known elements; the words of each language stand in one
catalogue. Templates are sandboxed, every variable must exist, and every element outside the list is a diagnostic with
the template's name and line.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from decimal import Decimal
from fractions import Fraction
from functools import cache, lru_cache
from pathlib import Path
from string import Formatter
from typing import Any
from xml.etree import ElementTree

from jinja2 import StrictUndefined, TemplateError, UndefinedError
from jinja2.loaders import FileSystemLoader
from jinja2.sandbox import SandboxedEnvironment

from playaid.engine import percent
from playaid.fields import LANGUAGES, Localised
from playaid.lengths import Length, amount, parse_length, show_number
from playaid.look import Look
from playaid.pages import (
    Align,
    Beside,
    Block,
    Boxes,
    Cell,
    Contents,
    Drawing,
    Image,
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
from playaid.theme import read_look, refused

PARAGRAPHS = ("title", "heading", "subheading", "text", "bullet", "small", "note", "cell", "cell_small")
OTHERS = ("prose", "space", "line", "table", "drawing", "beside", "together", "break", "contents")
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
    look: Look = field(default_factory=Look)
    folders: tuple[Path, ...] = ()

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


@lru_cache(maxsize=32)
def voice(language: str, templates: Path | None = None) -> Voice:
    """Give the voice of a language from its catalogue; what stands in the user's folder `templates` goes before ours.

    Raises `Rejected` for words that no document says, or that name places which are never filled.
    """
    words = _flat(read(templates_folder() / "words" / f"{language}.yaml").tree)
    folders = (templates_folder(),) if templates is None else (templates, templates_folder())
    if templates is not None and (templates / "words" / f"{language}.yaml").exists():
        words |= _own_words(templates / "words" / f"{language}.yaml", words)
    theme = next((folder / "theme.yaml" for folder in folders if (folder / "theme.yaml").exists()), None)
    look = read_look(theme) if theme is not None else Look()
    return Voice(language=language, words=words, look=look, folders=folders)


def _own_words(file: Path, known: Mapping[str, str]) -> dict[str, str]:
    """Read a club's catalogue: any of our keys, with the same places to fill."""
    source = read(file)
    own = _flat(source.tree)
    for key, text in own.items():
        line = source.place(*key.split(".")).line or 1
        if key not in known:
            near = [one for one in known if one.split(".")[0] == key.split(".")[0]] or sorted(
                {one.split(".")[0] for one in known}
            )
            raise refused(file, line, f"no document says {key}; known: {', '.join(near)}")
        if _places(text) - _places(known[key]):
            more = ", ".join(f"{{{place}}}" for place in sorted(_places(known[key]))) or "none"
            raise refused(file, line, f"{key} names a place that is never filled; known: {more}")
    return own


def _places(text: str) -> set[str]:
    """Give the places of a phrase that are filled; a brace that is not closed counts as one."""
    try:
        return {field for _, field, _, _ in Formatter().parse(text) if field is not None}
    except ValueError:
        return {text}


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
    folders = spoken.folders or (templates_folder(),)
    file = next((folder / template for folder in folders if (folder / template).exists()), folders[-1] / template)
    try:
        text = _environment(tuple(folders)).get_template(template).render(t=_Words(spoken), **values)
        tree = ElementTree.fromstring(text)  # noqa: S314  # the text of our own or the user's own template
    except TemplateError as error:
        known = f"; known: {', '.join(sorted((*values, 't')))}" if _at_top(error, values) else ""
        raise refused(file, _line_of(error), f"{error}{known}") from None
    except (TypeError, KeyError, ValueError) as error:
        raise refused(file, _line_of(error), f"a value cannot be used so: {error}") from None
    except ElementTree.ParseError as error:
        raise refused(file, 1, f"the text it gives is no well-formed XML: {error}") from None
    reader = _Reader(file, pictures or {})
    try:
        return reader.blocks(tree)
    except ValueError as error:
        raise refused(file, reader.line, f"an attribute cannot be used so: {error}") from None


@cache
def _environment(folders: tuple[Path, ...]) -> SandboxedEnvironment:
    """Give the sandbox that reads templates from some folders; a template is compiled once a run."""
    environment = SandboxedEnvironment(
        loader=FileSystemLoader(folders),
        autoescape=True,
        undefined=_Missing,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    environment.filters["fill"] = lambda text, **places: str(text).format(**places)
    return environment


class _Missing(StrictUndefined):
    """A name that does not exist; its message names those of the same thing that do."""

    __slots__ = ()

    @property
    def _undefined_message(self) -> str:
        message = super()._undefined_message
        known = self._undefined_obj
        return f"{message}; known: {', '.join(map(str, known))}" if isinstance(known, dict) else message


def _at_top(error: TemplateError, values: Mapping[str, object]) -> bool:
    """Tell whether a template names a value that does not exist at all."""
    return isinstance(error, UndefinedError) and str(error).endswith("is undefined") and bool(values)


def _line_of(error: Exception) -> int:
    line = getattr(error, "lineno", None)
    trace = error.__traceback__
    while trace is not None:
        if trace.tb_frame.f_code.co_filename.endswith(".xml"):
            line = trace.tb_lineno
        trace = trace.tb_next
    return line or 1


class _Reader:
    """Reads the elements of one template's text."""

    def __init__(self, file: Path, pictures: Mapping[str, Picture]) -> None:
        self.file, self.pictures = file, pictures
        self.text = file.read_text(encoding="utf-8")
        self.line = 1

    def find(self, *needles: str) -> int:
        """Give the line of the template in which the first of some texts stands that is there at all."""
        places = [self.text.index(needle) for needle in needles if needle in self.text]
        return self.text.count("\n", 0, places[0]) + 1 if places else 1

    def blocks(self, element: ElementTree.Element) -> tuple[Block, ...]:
        """Give the blocks inside an element."""
        found: list[Block] = []
        for child in element:
            self.line = self.find(f"<{child.tag}")
            found += paragraphs(child.text or "") if child.tag == "prose" else (self.block(child),)
        return tuple(found)

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
        if tag in ("table", "drawing"):
            return self.table(element) if tag == "table" else self.drawing(element)
        if tag == "beside":
            columns = tuple(self.blocks(child) for child in element)
            if len(columns) != len(self.shares(element)):
                raise refused(self.file, self.find("<beside"), "columns side by side have one width each")
            return Beside(widths=self.shares(element), columns=columns, gap=self.length(get("gap", "5mm")))
        if tag == "together":
            return Together(blocks=self.blocks(element))
        if tag == "break":
            return PageBreak()
        if tag == "contents":
            return Contents(titles=tuple(child.text or "" for child in element))
        known = ", ".join((*PARAGRAPHS, *OTHERS))
        raise refused(self.file, self.find(f"<{tag}"), f"the element <{tag}> is not known here; known: {known}")

    def table(self, element: ElementTree.Element) -> Table:
        """Give a table: rows, and those inside <head>."""
        heads = tuple(self.cells(row) for head in element.findall("head") for row in head)
        rows = tuple(self.cells(row) for row in element if row.tag == "row")
        columns = len(self.shares(element))
        if any(sum(cell.span for cell in row) > columns for row in (*heads, *rows)):
            message = f"a row has more cells than the {columns} widths of its table"
            raise refused(self.file, self.find("<table"), message)
        for child in element:
            if child.tag not in ("head", "row"):
                message = f"<{child.tag}> cannot stand in a table; known: head, row"
                raise refused(self.file, self.find(f"<{child.tag}"), message)
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
                    message = f"the element <{child.tag}> cannot stand in a cell"
                    raise refused(self.file, self.find(f"<{child.tag}"), message)
                blocks.append(block)
        return Cell(blocks=tuple(blocks), shade=element.get("shade"), span=int(element.get("span", "1")))

    def drawing(self, element: ElementTree.Element) -> Drawing:
        """Give the picture of a slot."""
        slot = element.get("slot", "")
        if slot not in self.pictures:
            known = ", ".join(sorted(self.pictures)) or "none"
            line = self.find(f'slot="{slot}"', "slot=", "<drawing")
            raise refused(self.file, line, f"no picture is called {slot}; known: {known}")
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


LOGO = (40_000, 25_000)
"""The room of a logo, in µm."""


def logo(spoken: Voice) -> Picture | None:
    """Give the logo of a look, as large as its room allows; None where there is none."""
    data = spoken.look.logo
    if not data:
        return None
    width, height = (int.from_bytes(data[place : place + 4], "big") for place in (16, 20))  # of the PNG's header
    wide, high = min(LOGO[0], LOGO[1] * width // height), min(LOGO[1], LOGO[0] * height // width)
    return Picture(width=wide, height=high, marks=(Image(x=0, y=0, width=wide, height=high, data=data),))


def paragraphs(text: str) -> tuple[Paragraph, ...]:
    """Give a text of a scenario as paragraphs.

    Blank lines part them, ``- `` begins a bullet, ``**bold**`` and ``*italic*`` are what they say. Everything else is
    taken as it stands; there is no other markup to be had.
    """
    found: list[Paragraph] = []
    for chunk in re.split(r"\n\s*\n", text.strip()):
        lines: list[str] = []
        for line in chunk.splitlines():
            if line.lstrip().startswith("- ") or not lines:
                lines.append(line.strip())
            else:
                lines[-1] += f" {line.strip()}"
        for line in filter(None, lines):
            bullet = line.startswith("- ")
            spans = emphasised(line[2:].strip() if bullet else line)
            found.append(Paragraph(spans=spans, style="bullet" if bullet else "text"))
    return tuple(found)


def emphasised(text: str) -> tuple[Span, ...]:
    """Give a line as runs, bold between double stars and italic between single ones."""
    spans: list[Span] = []
    end = 0
    for found in re.finditer(r"\*\*(?=\S)(.+?)(?<=\S)\*\*|\*(?=[^\s*])([^*]*[^\s*])\*", text):
        spans += [Span(text=text[end : found.start()])] if found.start() > end else []
        spans.append(Span(text=found[1] or found[2], bold=found[1] is not None, italic=found[1] is None))
        end = found.end()
    return (*spans, *([Span(text=text[end:])] if end < len(text) else []))


__all__ = [
    "LANGUAGES",
    "MIDDLE_DOT",
    "Voice",
    "compose",
    "emphasised",
    "logo",
    "paragraphs",
    "templates_folder",
    "voice",
]
