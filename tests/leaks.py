"""Planted leaks: mistakes that somebody could make, each of which the test of non-interference must find.

Each patches one place of the program so that what is made for side a depends on the orders of side b.
"""

import io
import zipfile
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from playaid import batch, furniture, output, pdf
from playaid import build as building
from playaid import cli_build as command
from playaid.cli_terminal import say
from playaid.fonts import font_of
from playaid.pages import BLACK, WHITE, Cut, Document, Face, Flow, Group, PageBreak, Paragraph, Space, Span, Words
from playaid.pages import Path as Chain
from playaid.pen import Pen
from playaid.scenario import Orders

Leak = Callable[[pytest.MonkeyPatch, Callable[[], Orders]], None]
LEAKS: dict[str, tuple[Leak, tuple[str, ...]]] = {}
FOR_A = ("--for", "a", "--only")
LOG, SHEET = (*FOR_A, "log"), (*FOR_A, "markers")


def leak(arguments: tuple[str, ...] = LOG) -> Callable[[Leak], Leak]:
    """Register a mistake that somebody could make, and the run in which it shows."""

    def register(plant: Leak) -> Leak:
        LEAKS[plant.__name__] = (plant, arguments)
        return plant

    return register


def first_name(orders: Orders) -> str:
    """Give a secret text: the longest note or name."""
    texts = [marker.note for marker in orders.markers] + [unit.name.show("en") for unit in orders.units]
    return max(texts, key=len, default="")


def decoys_in(orders: Orders) -> int:
    return sum(marker.decoy is not None for marker in orders.markers)


def documents(patch: pytest.MonkeyPatch, change: Callable[[Document], Document]) -> None:
    """Change every document before it is printed."""
    right: Any = building.render  # type: ignore[attr-defined]  # where it is used, not where it is made
    patch.setattr(building, "render", lambda document, *more: right(change(document), *more))


def fronts(patch: pytest.MonkeyPatch, change: Callable[[Group], Group]) -> None:
    """Change every group of pieces."""

    def changed(document: Document) -> Document:
        parts = [replace(p, groups=tuple(map(change, p.groups))) if isinstance(p, Cut) else p for p in document.parts]
        return replace(document, parts=tuple(parts))

    documents(patch, changed)


def first_front(patch: pytest.MonkeyPatch, change: Callable[[tuple[Any, ...]], tuple[Any, ...]]) -> None:
    """Change what is drawn on the first piece of each group."""

    def changed(group: Group) -> Group:
        first, *rest = group.pieces
        front = replace(first.front, marks=change(first.front.marks))
        return replace(group, pieces=(replace(first, front=front), *rest))

    fronts(patch, changed)


def pages(patch: pytest.MonkeyPatch, draw: Callable[[Any], None]) -> None:
    """Draw something more on every page."""
    right = pdf._draw

    def drawing(pen: Pen, *more: Any) -> None:
        draw(pen.canvas)
        right(pen, *more)

    patch.setattr(pdf, "_draw", drawing)


@leak()
def title_in_the_metadata(patch: pytest.MonkeyPatch, secret: Callable[[], Orders]) -> None:
    documents(patch, lambda document: replace(document, title=document.title + first_name(secret())))


@leak()
def unit_count_in_the_title(patch: pytest.MonkeyPatch, secret: Callable[[], Orders]) -> None:
    documents(patch, lambda document: replace(document, title=f"{document.title} ({len(secret().markers)})"))


@leak()
def hash_in_the_subject(patch: pytest.MonkeyPatch, secret: Callable[[], Orders]) -> None:
    right = pdf._canvas

    def subject(*arguments: Any) -> Any:
        canvas = right(*arguments)
        canvas.setSubject(f"{sum(map(ord, first_name(secret()))) % 997:x}")
        return canvas

    patch.setattr(pdf, "_canvas", subject)


@leak()
def language_by_the_reserve(patch: pytest.MonkeyPatch, secret: Callable[[], Orders]) -> None:
    documents(patch, lambda document: replace(document, language="en" if secret().markers else "en-GB"))


@leak(SHEET)
def draw_order_by_kind(patch: pytest.MonkeyPatch, secret: Callable[[], Orders]) -> None:
    first_front(patch, lambda marks: (*marks[1:], marks[0]) if decoys_in(secret()) else marks)


@leak(SHEET)
def slot_by_kind(patch: pytest.MonkeyPatch, secret: Callable[[], Orders]) -> None:
    fronts(patch, lambda group: replace(group, pieces=group.pieces[::-1] if decoys_in(secret()) else group.pieces))


@leak(SHEET)
def number_by_kind(patch: pytest.MonkeyPatch, secret: Callable[[], Orders]) -> None:
    def numbered(marks: tuple[Any, ...]) -> tuple[Any, ...]:
        return tuple(replace(m, text=str(decoys_in(secret()))) if isinstance(m, Words) else m for m in marks)

    first_front(patch, numbered)


@leak(SHEET)
def one_micrometre_to_the_right(patch: pytest.MonkeyPatch, secret: Callable[[], Orders]) -> None:
    def moved(marks: tuple[Any, ...]) -> tuple[Any, ...]:
        return tuple(replace(m, x=m.x + 1) if isinstance(m, Words) and decoys_in(secret()) else m for m in marks)

    first_front(patch, moved)


@leak(SHEET)
def a_thousandth_of_a_point(patch: pytest.MonkeyPatch, secret: Callable[[], Orders]) -> None:
    right = Pen.picture

    def shifted(pen: Pen, picture: Any, x: float, y: float, **more: Any) -> None:
        right(pen, picture, x + (0.353 if decoys_in(secret()) else 0), y, **more)

    patch.setattr(Pen, "picture", shifted)


@leak(SHEET)
def a_grey_by_one_level(patch: pytest.MonkeyPatch, secret: Callable[[], Orders]) -> None:
    def greyed(marks: tuple[Any, ...]) -> tuple[Any, ...]:
        return tuple(replace(m, colour="#222223") if isinstance(m, Words) and decoys_in(secret()) else m for m in marks)

    first_front(patch, greyed)


@leak(SHEET)
def a_thicker_line_for_a_rare_unit(patch: pytest.MonkeyPatch, secret: Callable[[], Orders]) -> None:
    def thicker(marks: tuple[Any, ...]) -> tuple[Any, ...]:
        rare = any(marker.unit == "gun" for marker in secret().markers)
        return tuple(replace(m, width=m.width + 1) if isinstance(m, Chain) and rare else m for m in marks)

    first_front(patch, thicker)


@leak(SHEET)
def a_dashed_line(patch: pytest.MonkeyPatch, secret: Callable[[], Orders]) -> None:
    def dashed(marks: tuple[Any, ...]) -> tuple[Any, ...]:
        return tuple(
            replace(m, dashes=(900, 1)) if isinstance(m, Chain) and m.stroke and decoys_in(secret()) else m
            for m in marks
        )

    first_front(patch, dashed)


@leak(SHEET)
def white_text(patch: pytest.MonkeyPatch, secret: Callable[[], Orders]) -> None:
    first_front(patch, lambda marks: (*marks, Words(x=0, y=0, text=first_name(secret())[:3], size=10, colour=WHITE)))


@leak(SHEET)
def text_under_a_box(patch: pytest.MonkeyPatch, secret: Callable[[], Orders]) -> None:
    box = Chain(points=((0, 0), (9_000, 0), (9_000, 9_000), (0, 9_000)), fill=BLACK)
    first_front(patch, lambda marks: (*marks, Words(x=0, y=0, text=first_name(secret())[:3], size=10), box))


@leak(SHEET)
def text_off_the_page(patch: pytest.MonkeyPatch, secret: Callable[[], Orders]) -> None:
    pages(patch, lambda canvas: canvas.drawString(-999, -999, " " * len(first_name(secret()))))


@leak(SHEET)
def clipped_text(patch: pytest.MonkeyPatch, secret: Callable[[], Orders]) -> None:
    def clip(canvas: Any) -> None:
        canvas.saveState()
        path = canvas.beginPath()
        path.rect(0, 0, 0, 0)
        canvas.clipPath(path, stroke=0)
        canvas.drawString(50, 50, first_name(secret()))
        canvas.restoreState()

    pages(patch, clip)


@leak()
def invisible_text(patch: pytest.MonkeyPatch, secret: Callable[[], Orders]) -> None:
    def invisible(canvas: Any) -> None:
        text = canvas.beginText(50, 50)
        text.setTextRenderMode(3)
        text.textOut(first_name(secret()))
        canvas.drawText(text)

    pages(patch, invisible)


@leak()
def a_comment_in_the_page(patch: pytest.MonkeyPatch, secret: Callable[[], Orders]) -> None:
    pages(patch, lambda canvas: canvas.addLiteral(f"% {len(secret().markers)}"))


@leak()
def glyphs_that_no_page_shows(patch: pytest.MonkeyPatch, secret: Callable[[], Orders]) -> None:
    def ask_for_glyphs(canvas: Any) -> None:
        font_of(Face.NARROW).splitString(first_name(secret()), canvas._doc)

    pages(patch, ask_for_glyphs)


@leak()
def bookmarks(patch: pytest.MonkeyPatch, secret: Callable[[], Orders]) -> None:
    def mark(canvas: Any) -> None:
        for marker in secret().markers:
            canvas.bookmarkPage("k")
            canvas.addOutlineEntry(marker.unit or "decoy", "k")

    pages(patch, mark)


@leak()
def a_link(patch: pytest.MonkeyPatch, secret: Callable[[], Orders]) -> None:
    pages(patch, lambda canvas: canvas.linkURL(f"file:///{len(secret().units)}/{first_name(secret())}", (1, 1, 9, 9)))


@leak()
def an_unused_form(patch: pytest.MonkeyPatch, secret: Callable[[], Orders]) -> None:
    def unused(canvas: Any) -> None:
        if decoys_in(secret()) and not canvas.hasForm("spare"):
            canvas.beginForm("spare")
            canvas.endForm()

    pages(patch, unused)


@leak()
def bytes_behind_the_end(patch: pytest.MonkeyPatch, secret: Callable[[], Orders]) -> None:
    right: Any = building.render  # type: ignore[attr-defined]  # where it is used, not where it is made

    def longer(*arguments: Any) -> Any:
        made = right(*arguments)
        return replace(made, data=made.data + b"\n" * (len(secret().markers) % 3))

    patch.setattr(building, "render", longer)


@leak()
def page_count(patch: pytest.MonkeyPatch, secret: Callable[[], Orders]) -> None:
    def longer(document: Document) -> Document:
        more = (PageBreak(), Paragraph(spans=(Span(text="x"),))) if len(secret().markers) > 3 else ()
        parts = [replace(p, blocks=(*p.blocks, *more)) if isinstance(p, Flow) else p for p in document.parts]
        return replace(document, parts=tuple(parts))

    documents(patch, longer)


@leak()
def room_for_a_name(patch: pytest.MonkeyPatch, secret: Callable[[], Orders]) -> None:
    """A layout made with the secret and then without it."""

    def spaced(document: Document) -> Document:
        room = Space(height=len(first_name(secret())))  # type: ignore[arg-type]  # micrometres
        parts = [replace(p, blocks=(room, room, *p.blocks)) if isinstance(p, Flow) else p for p in document.parts]
        return replace(document, parts=tuple(parts))

    documents(patch, spaced)


@leak()
def a_long_name_shrinks_the_type(patch: pytest.MonkeyPatch, secret: Callable[[], Orders]) -> None:
    right: Any = pdf.draw_furniture  # type: ignore[attr-defined]  # where it is used, not where it is made

    def smaller(*more: Any, **options: Any) -> None:
        with pytest.MonkeyPatch.context() as inner:
            inner.setattr(furniture, "SIZE", 5.99 if len(first_name(secret())) > 20 else furniture.SIZE)
            right(*more, **options)

    patch.setattr(pdf, "draw_furniture", smaller)


@leak()
def the_others_hash_among_the_inputs(patch: pytest.MonkeyPatch, secret: Callable[[], Orders]) -> None:
    right = building._inputs

    def more(game: Any, audience: str) -> dict[str, bytes]:
        return right(game, audience) | {"b.orders.yaml": repr(secret()).encode()}

    patch.setattr(building, "_inputs", more)


@leak((*LOG, "--only", "markers"))
def order_of_the_manifest(patch: pytest.MonkeyPatch, secret: Callable[[], Orders]) -> None:
    right: Any = building.manifest  # type: ignore[attr-defined]  # where it is used, not where it is made

    def turned(audience: str, listed: list[Any], *more: Any) -> bytes:
        return bytes(right(audience, listed[::-1] if decoys_in(secret()) else listed, *more))

    patch.setattr(building, "manifest", turned)


def written(patch: pytest.MonkeyPatch, change: Callable[[dict[str, bytes]], dict[str, bytes]]) -> None:
    """Change the files of a build before they are written."""
    right: Any = building.replace_folder  # type: ignore[attr-defined]  # where it is used, not where it is made
    patch.setattr(building, "replace_folder", lambda target, files, *more: right(target, change(dict(files)), *more))


@leak()
def one_file_more(patch: pytest.MonkeyPatch, secret: Callable[[], Orders]) -> None:
    written(patch, lambda files: files | ({"a/debug.txt": b""} if decoys_in(secret()) else {}))


@leak()
def a_count_in_a_files_name(patch: pytest.MonkeyPatch, secret: Callable[[], Orders]) -> None:
    def renamed(files: dict[str, bytes]) -> dict[str, bytes]:
        count = len(secret().markers)
        return {name.replace("log", f"log-{count}"): data for name, data in files.items()}

    written(patch, renamed)


@leak()
def the_mode_of_a_file(patch: pytest.MonkeyPatch, secret: Callable[[], Orders]) -> None:
    right = output.write_flushed

    def opener(path: Path, data: bytes, mode: int) -> None:
        right(path, data, mode | (0o040 if decoys_in(secret()) else 0))

    patch.setattr(output, "write_flushed", opener)


@leak()
def the_time_of_a_file(patch: pytest.MonkeyPatch, secret: Callable[[], Orders]) -> None:
    right = building._times

    def later(*arguments: Any) -> dict[str, int]:
        return {name: when + len(secret().markers) for name, when in right(*arguments).items()}

    patch.setattr(building, "_times", later)


@leak((*LOG, "--zip"))
def order_of_the_archive(patch: pytest.MonkeyPatch, secret: Callable[[], Orders]) -> None:
    right: Any = building.zipped  # type: ignore[attr-defined]  # where it is used, not where it is made

    def commented(*arguments: Any, **options: Any) -> bytes:
        stream = io.BytesIO(right(*arguments, **options))
        with zipfile.ZipFile(stream, "a") as archive:
            archive.comment = b"x" * len(secret().markers)
        return bytes(stream.getvalue())

    patch.setattr(building, "zipped", commented)


@leak()
def a_count_in_what_is_said(patch: pytest.MonkeyPatch, secret: Callable[[], Orders]) -> None:
    right = command._tell

    def telling(outcome: Any, **more: Any) -> None:
        right(outcome, **more)
        say(f"  {len(secret().markers)} markers")

    patch.setattr(command, "_tell", telling)


@leak()
def a_warning(patch: pytest.MonkeyPatch, secret: Callable[[], Orders]) -> None:
    right = command._tell

    def telling(outcome: Any, **more: Any) -> None:
        right(outcome, **more)
        if decoys_in(secret()) == 3:
            say("warning: decoys stand in a row", err=True)

    patch.setattr(command, "_tell", telling)


@leak()
def the_exit_code(patch: pytest.MonkeyPatch, secret: Callable[[], Orders]) -> None:
    right = batch.build_one

    def telling(*arguments: Any) -> Any:
        outcome = right(*arguments)
        return replace(outcome, status="failed", exit_code=1) if decoys_in(secret()) else outcome

    patch.setattr(batch, "build_one", telling)
