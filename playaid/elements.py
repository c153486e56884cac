"""From templates to blocks: words and the flow of every document come from files that a club may change.

A document's template is Jinja2 that gives a small XML of known elements; the words of each language stand in one
catalogue. Templates are sandboxed, every variable must exist, and every element outside the list is a diagnostic with
the template's name and line.
"""

import re
from collections.abc import Mapping
from functools import cache, lru_cache
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

from jinja2 import StrictUndefined, TemplateError, UndefinedError
from jinja2.loaders import FileSystemLoader
from jinja2.sandbox import SandboxedEnvironment, SandboxedFormatter

from playaid.lengths import Length, parse_length
from playaid.pages import (
    Align,
    Beside,
    Block,
    Boxes,
    Cell,
    Contents,
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
from playaid.prose import Voice, capital, templates_folder
from playaid.theme import refused

PARAGRAPHS = ("title", "heading", "subheading", "text", "bullet", "small", "note", "cell", "cell_small")
OTHERS = ("prose", "space", "line", "table", "drawing", "beside", "together", "break", "contents")

LEAST_BOX = 500
"""The smallest box to tick, in µm."""

MISUSES = (
    ArithmeticError,
    AssertionError,
    AttributeError,
    LookupError,
    MemoryError,
    RuntimeError,
    TypeError,
    ValueError,
)
"""What an expression of a template may end with: it divides by zero, includes itself, asks for a range without end."""


class _Words:
    """The catalogue as a template sees it: ``t.log.title``; an unknown key is an error that names the known ones."""

    def __init__(self, voice: Voice, way: str = "") -> None:
        self._voice, self._way = voice, way

    def __getitem__(self, name: str) -> Any:
        way = f"{self._way}.{name}" if self._way else name
        if way in self._voice.words:
            return self._voice.words[way]
        if way in self._voice.ways:
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
    except MISUSES as error:
        said = str(error) or type(error).__name__
        raise refused(file, _line_of(error), f"a value cannot be used so: {said}") from None
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
    environment.filters["capital"] = lambda text: capital(str(text))
    # Places of a text reach no more of a value than the template itself does.
    environment.filters["fill"] = lambda text, **places: SandboxedFormatter(environment).vformat(str(text), (), places)
    return environment


def forget() -> None:
    """Let all templates be read anew: a file may have come that goes before another of its name."""
    _environment.cache_clear()


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
        if not len(element):
            return _cell_of(element.text or "", tuple(element.attrib.items()))
        blocks: list[Paragraph | Boxes | Drawing] = []
        inner = [child for child in element if child.tag not in ("b", "i")]
        spans = self.spans(element)
        if not inner and spans:
            blocks.append(_text_of(spans, element.attrib))
        for child in inner:
            if child.tag == "boxes":
                size = self.length(child.get("size", "4mm"), least=LEAST_BOX)
                blocks.append(Boxes(count=_whole(child.get("count", "1"), least=0), size=size))
            elif child.tag == "drawing":
                blocks.append(self.drawing(child))
            else:
                block = self.block(child)
                if not isinstance(block, Paragraph):
                    message = f"the element <{child.tag}> cannot stand in a cell"
                    raise refused(self.file, self.find(f"<{child.tag}"), message)
                blocks.append(block)
        return _cell_with(tuple(blocks), element.attrib)

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
        runs = [(element.text or "", False, False)]
        for child in element:
            if child.tag in ("b", "i"):
                runs += [(child.text or "", child.tag == "b", child.tag == "i"), (child.tail or "", False, False)]
        return _folded(tuple(runs))

    def shares(self, element: ElementTree.Element) -> tuple[int, ...]:
        """Give the widths of columns as shares."""
        shares = tuple(_whole(share) for share in element.get("widths", "1").split())
        if not shares:
            raise ValueError("widths has a number for each column")
        return shares

    def length(self, text: str, *, least: int = 0) -> Length:
        """Give a length of a template. Raises `ValueError` for one below `least` (µm)."""
        length = parse_length(text, "mm")
        if length < least:
            raise ValueError(f"{text} is too small a length here")
        return length


@lru_cache(maxsize=2048)
def _folded(runs: tuple[tuple[str, bool, bool], ...]) -> tuple[Span, ...]:
    """Give runs of text, bold or italic, with their white space folded."""
    texts = [re.sub(r"[ \n\t]+", " ", text) for text, _, _ in runs]
    texts[0] = texts[0].lstrip(" \n")
    texts[-1] = texts[-1].rstrip(" \n")
    styled = zip(texts, runs, strict=True)
    return tuple(Span(text=text, bold=bold, italic=italic) for text, (_, bold, italic) in styled if text)


@lru_cache(maxsize=2048)
def _cell_of(text: str, attributes: tuple[tuple[str, str], ...]) -> Cell:
    """Give a cell of text alone: most are, and many are alike."""
    spans, get = _folded(((text, False, False),)), dict(attributes)
    return _cell_with((_text_of(spans, get),) if spans else (), get)


def _text_of(spans: tuple[Span, ...], attributes: Mapping[str, str]) -> Paragraph:
    """Give the text of a cell."""
    style = attributes.get("style", "cell")
    if style not in PARAGRAPHS:
        raise ValueError(f"{style} is no style of text; known: {', '.join(PARAGRAPHS)}")
    return Paragraph(spans=spans, style=style, align=Align(attributes.get("align", "left")))


def _cell_with(blocks: tuple[Paragraph | Boxes | Drawing, ...], attributes: Mapping[str, str]) -> Cell:
    """Give a cell with its ground and the columns it covers."""
    shade = attributes.get("shade")
    if shade is not None and not re.fullmatch("#[0-9a-fA-F]{6}", shade):
        raise ValueError(f'{shade} is no colour; write it like "#4a5a3a"')
    return Cell(blocks=blocks, shade=shade, span=_whole(attributes.get("span", "1")))


def _whole(text: str, *, least: int = 1) -> int:
    """Give a whole number of a template. Raises `ValueError` for one that no layout can use."""
    if not text.isdecimal() or len(text) > 6 or int(text) < least:
        raise ValueError(f"{text[:20]} is no whole number from {least} to 999999")
    return int(text)


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
