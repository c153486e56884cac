"""A club's own look: templates, words, theme and logo override ours file by file, and say what is wrong with them."""

import hashlib
import json
import signal
import subprocess
import sys
from collections.abc import Iterator
from ctypes import c_float, c_uint
from io import BytesIO
from pathlib import Path
from threading import Timer

import pypdfium2
import pytest
from conftest import ROOT, Run, change
from PIL import Image
from pypdfium2 import raw

from playaid.elements import emphasised, forget, paragraphs
from playaid.prose import voice
from playaid.request import Request
from playaid.theme import picture

VALLON = ROOT / "docs" / "looks" / "vallon"


def text_of(file: Path) -> str:
    return "\n".join(page.get_textpage().get_text_range() for page in pypdfium2.PdfDocument(file))


def test_a_club_look_changes_type_words_columns_and_logo_without_python(farm: Path, tmp_path: Path, run: Run) -> None:
    ours, theirs = tmp_path / "ours", tmp_path / "theirs"
    assert run("build", farm, "-o", ours, "--for", "german").returncode == 0
    done = run("build", farm, "-o", theirs, "--for", "german", "--templates", VALLON)
    assert done.returncode == 0, done.stderr
    plain, own = (text_of(folder / "la-ferme" / "german" / "log.pdf") for folder in (ours, theirs))
    assert "Carnet du Vallon" in own
    assert own.index("Carré") < own.index("Unité ou leurre")
    assert plain.index("Case") > plain.index("Unité ou leurre")
    assert "Unités embusquées" in text_of(theirs / "la-ferme" / "german" / "markers.pdf")
    pages = [pypdfium2.PdfDocument(folder / "la-ferme" / "german" / "pack.pdf")[0] for folder in (ours, theirs)]
    images = [[one for one in page.get_objects() if isinstance(one, pypdfium2.PdfImage)] for page in pages]
    assert [len(found) for found in images] == [0, 1]


@pytest.mark.parametrize("kind", ["markers", "spotting", "night"])
def test_the_ink_of_a_theme_is_that_of_every_number_word_and_plot(kind: str, tmp_path: Path, run: Run) -> None:
    (tmp_path / "theme.yaml").write_text("colours: {ink: '#400080', title: '#400080'}")
    done = run("aid", kind, "-o", tmp_path / "aid.pdf", "--templates", tmp_path)
    assert done.returncode == 0, done.stderr
    colours = [colour for size, colour in words_of(tmp_path / "aid.pdf") if size > 6.5]  # the strip stays black
    assert len(colours) > 20
    assert set(colours) == {(0x40, 0x00, 0x80)}


def words_of(file: Path) -> Iterator[tuple[float, tuple[int, ...]]]:
    """Give the size in points and the colour of every run of text."""
    document = pypdfium2.PdfDocument(file)
    for page in document:
        for found in page.get_objects(filter=[raw.FPDF_PAGEOBJ_TEXT], max_depth=6):
            size, parts = c_float(), [c_uint() for _ in range(4)]
            assert raw.FPDFTextObj_GetFontSize(found.raw, size)
            assert raw.FPDFPageObj_GetFillColor(found.raw, *parts)
            yield size.value, tuple(part.value for part in parts[:3])


def test_new_copies_templates_that_build_the_same_bytes(farm: Path, tmp_path: Path, run: Run) -> None:
    mine = tmp_path / "mine"
    assert run("new", "--templates", mine).returncode == 0
    assert {"theme.yaml", "log.xml", "map.xml", "words"} <= {path.name for path in mine.iterdir()}
    run("build", farm, "-o", tmp_path / "one", "--for", "public")
    done = run("build", farm, "-o", tmp_path / "two", "--for", "public", "--templates", mine)
    assert done.returncode == 0, done.stderr
    for file in (tmp_path / "one" / "la-ferme" / "public").iterdir():
        assert file.read_bytes() == (tmp_path / "two" / "la-ferme" / "public" / file.name).read_bytes()
    assert run("new", "--templates", mine).returncode == 5


@pytest.mark.parametrize(
    ("file", "text", "line", "said"),
    [
        ("night.xml", "<document>\n<text>{{ tittle }}</text>\n</document>", 2, ("tittle", "title", "rows")),
        (
            "night.xml",
            "<document>\n{% for row in rows %}\n<text>{{ row.rol }}</text>\n{% endfor %}</document>",
            3,
            ("rol", "inches"),
        ),
        ("night.xml", "<document>\n\n<texx>a</texx></document>", 3, ("texx", "heading", "table")),
        ("night.xml", "<document>\n<drawing slot='x'/></document>", 2, ("x", "known")),
        ("night.xml", "<document>\n<text>{{ t.night.hedding }}</text></document>", 2, ("hedding", "night.heading")),
        ("night.xml", "<document>\n{% if %}</document>", 2, ()),
        ("night.xml", "<document>\n<space height='wide'/></document>", 2, ("attribute",)),
        ("night.xml", "<document><text>a</document>", 1, ("well-formed",)),
        ("night.xml", "<document>\n<table widths='1'><row><cell/><cell/></row></table></document>", 2, ("1 widths",)),
        ("night.xml", "<document>\n<text>{{ ''.__class__.__mro__ }}</text></document>", 2, ()),
        ("night.xml", "<document>\n<text>{{ 1 // 0 }}</text></document>", 2, ("zero",)),
        ("night.xml", "<document>\n{% for n in range(10 ** 7) %}{% endfor %}</document>", 2, ("Range",)),
        ("night.xml", "<document>\n{% include 'night.xml' %}</document>", 2, ("recursion",)),
        ("night.xml", "<document>\n{{ '{t.__class__}' | fill(t=t) }}</document>", 2, ("__class__",)),
        ("night.xml", "<document>\n<table widths='1 0'><row><cell>a</cell></row></table></document>", 2, ("whole",)),
        ("night.xml", "<document>\n<beside widths=''/></document>", 2, ("each column",)),
        ("night.xml", "<document>\n<space height='-5mm'/></document>", 2, ("-5mm", "small")),
        ("night.xml", "<document>\n<table><row><cell shade='red'/></row></table></document>", 2, ("#4a5a3a",)),
        ("night.xml", "<document>\n<table><row><cell style='x'>a</cell></row></table></document>", 2, ("heading",)),
        ("night.xml", "<document>\n<table><row><cell><boxes size='0'/></cell></row></table></document>", 2, ("small",)),
        ("night.xml", "<document>\n<table><row><cell span='0'/></row></table></document>", 2, ("whole",)),
        ("words/fr.yaml", "night:\n  move: '{inches:d}'\n", 2, ("night.move", "{inches}")),
        ("words/fr.yaml", "night:\n  hedding: x\n", 2, ("night.hedding", "night.heading")),
        ("words/fr.yaml", "night:\n  roll: x\n  move: '{inchs}'\n", 3, ("night.move", "{inches}")),
        ("theme.yaml", "rule: 1\ncolors: {ink: '#000000'}\n", 2, ("colors", "colours")),
        ("theme.yaml", "colours:\n  ink: black\n", 2, ("#4a5a3a",)),
        ("theme.yaml", "type:\n  text: serif\n", 2, ("serif", "narrow")),
        ("theme.yaml", "terrain:\n  wood: {fill: '#ffffff', ink: '#000000', pattern: stars}\n", 2, ("stars", "trees")),
        ("theme.yaml", "rule: 1\nlogo: ../logo.png\n", 2, ("beside",)),
        ("theme.yaml", "rule: 1\nemblems: {B: /etc/star.png}\n", 2, ("beside",)),
        ("theme.yaml", "rule: 1\nemblems:\n  B: theme.yaml\n", 3, ("no PNG or JPEG",)),
        ("theme.yaml", "rule: 1\nemblems: star.png\n", 2, ("names with values",)),
        ("theme.yaml", "colours:\n  fired: '#ffffff'\n  ink: '#777777'\n", 3, ("black side", "3.1", "4.5")),
        ("theme.yaml", "colours:\n  zebra: '#707070'\n", 2, ("every other row", "4.2")),
        ("theme.yaml", "colours:\n  title: '#888888'\n", 2, ("title on paper", "3.5")),
        ("theme.yaml", "rule: 1\nothers: {fill: white}\n", 2, ("a list",)),
        ("theme.yaml", "rule: 1\nterrain: wood\n", 2, ("names with values",)),
        ("theme.yaml", "terrain:\n  w: {fill: '#ffffff', ink: '#000000', pattern: dots, also: x}\n", 2, ("a list",)),
    ],
)
def test_a_mistake_in_a_template_is_named_with_its_line_and_what_exists(
    file: str, text: str, line: int, said: tuple[str, ...], farm: Path, tmp_path: Path, run: Run
) -> None:
    path = tmp_path / "mine" / file
    path.parent.mkdir(parents=True)
    path.write_text(text, encoding="utf-8")
    done = run(
        "build", farm, "-o", tmp_path / "out", "--for", "public", "--only", "night", "--templates", tmp_path / "mine"
    )
    assert done.returncode == 1, done.stderr
    assert "PA123" in done.stderr
    assert f"{path.name}:{line}" in done.stderr
    for one in said:
        assert one in done.stderr
    assert not (tmp_path / "out").exists()


def test_templates_beside_a_scenario_are_never_taken(farm: Path, tmp_path: Path, run: Run) -> None:
    for folder in (farm, farm / "templates"):
        folder.mkdir(exist_ok=True)
        (folder / "night.xml").write_text("<document><text>mine</text></document>")
        (folder / "theme.yaml").write_text("type: {text: serif}")
    assert run("build", farm, "-o", tmp_path / "out", "--for", "public", cwd=farm).returncode == 0
    assert "mine" not in text_of(tmp_path / "out" / "la-ferme" / "public" / "night.pdf")


def test_templates_of_the_users_own_are_taken_and_overridden_file_by_file(
    farm: Path, tmp_path: Path, run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "platform", "linux")
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    own = tmp_path / "config" / "playaid" / "templates"

    def anew() -> None:
        """Read everything again, as a run of its own would."""
        voice.cache_clear()
        forget()

    def night(*more: str | Path) -> str:
        anew()
        done = run("build", farm, "-o", tmp_path / "out", "--for", "public", "--only", "night", *more)
        assert done.returncode == 0, done.stderr
        assert (own.as_posix() in done.stdout) is own.exists()
        return text_of(tmp_path / "out" / "la-ferme" / "public" / "night.pdf")

    plain = night()
    own.mkdir(parents=True)
    assert night() == plain
    (own / "night.xml").write_text("<document><text>mine {{ t.night.roll }}</text></document>")
    (own / "words").mkdir()
    (own / "words" / "fr.yaml").write_text("night: {roll: Lancer}\n", encoding="utf-8")
    assert "mine Lancer" in night()
    (tmp_path / "asked").mkdir()
    (tmp_path / "asked" / "night.xml").write_text("<document><text>asked {{ t.night.roll }}</text></document>")
    assert "asked Lancer" in night("--templates", tmp_path / "asked")
    assert run("aid", "night", "--language", "fr", "-o", tmp_path / "aid.pdf").returncode == 0
    assert "mine Lancer" in text_of(tmp_path / "aid.pdf")
    anew()
    listed = run("doctor")
    assert f"{own}, in every build: night.xml, words/fr.yaml" in listed.stdout
    (own / "theme.yaml").write_text("colours: {ink: black}\n", encoding="utf-8")
    anew()
    broken = run("doctor")
    assert broken.returncode == 1
    assert "theme.yaml:1" in broken.stdout


def test_a_logo_is_written_anew_and_anything_else_is_refused() -> None:
    stream = BytesIO()
    Image.new("RGB", (3_000, 30), "#123456").save(stream, "JPEG", comment=b"secret place")
    made = picture(stream.getvalue())
    assert made.startswith(b"\x89PNG")
    assert b"secret place" not in made
    with Image.open(BytesIO(made)) as image:
        assert max(image.size) == 1_000
    gif = BytesIO()
    Image.new("RGB", (10, 10)).save(gif, "GIF")
    wide = BytesIO()
    Image.new("1", (4_001, 1)).save(wide, "PNG")
    for data in (gif.getvalue(), wide.getvalue(), b"", b"\x89PNG\r\n\x1a\n broken", b"<svg/>", b"x" * (5 << 20)):
        with pytest.raises(ValueError, match=r"picture|PNG"):
            picture(data)
    with pytest.raises(ValueError, match="export it as PNG"):
        picture(b"<?xml version='1.0'?><!DOCTYPE svg [<!ENTITY x SYSTEM 'file:///etc/passwd'>]><svg>&x;</svg>")


def test_an_emblem_that_cannot_be_seen_is_refused(farm: Path, tmp_path: Path, run: Run) -> None:
    Image.new("RGBA", (40, 40), "#f0f0f0").save(tmp_path / "pale.png")
    (tmp_path / "theme.yaml").write_text("emblems:\n  B: pale.png\n")
    done = run("build", farm, "-o", tmp_path / "out", "--for", "german", "--templates", tmp_path)
    assert done.returncode == 1
    assert "theme.yaml:2" in done.stderr
    assert "nothing of it would be seen" in done.stderr


@pytest.mark.parametrize("options", [(), ("--tent",), ("--ink", "saver", "--marker-shape", "round")])
def test_an_emblem_is_printed_alike_on_every_marker_and_tells_no_decoy(
    options: tuple[str, ...], farm: Path, tmp_path: Path, run: Run
) -> None:
    def printed(name: str) -> Path:
        wanted = ("--for", "german", "--only", "markers", "--templates", VALLON)
        done = run("build", farm, "-o", tmp_path / name, *wanted, *options)
        assert done.returncode == 0, done.stderr
        return tmp_path / name / "la-ferme" / "german" / "markers.pdf"

    one = printed("one")
    change(farm / "german.orders.yaml", "number: 3, decoy: combat_group", "number: 33, decoy: combat_group")
    change(farm / "german.orders.yaml", "number: 2, unit", "number: 3, unit")
    change(farm / "german.orders.yaml", "number: 33, decoy", "number: 2, decoy")
    other = printed("other")
    assert one.read_bytes() == other.read_bytes()
    pages = list(pypdfium2.PdfDocument(one))
    images = [[thing for thing in page.get_objects() if isinstance(thing, pypdfium2.PdfImage)] for page in pages]
    sizes = {image.get_px_size() for found in images for image in found}
    # Seven markers and four spares, on front and back, and the activation card.
    assert sizes == {(400, 400)}
    assert sum(len(found) for found in images) == 11 * 2 + 1


def test_small_markup_knows_paragraphs_bullets_bold_and_italic_only() -> None:
    found = paragraphs("One *line*\nthat goes on.\n\n- **first** <b>\n- second\n  goes on\n\n2 * 3 * 4 ** 5")
    assert [(one.style, "".join(span.text for span in one.spans)) for one in found] == [
        ("text", "One line that goes on."),
        ("bullet", "first <b>"),
        ("bullet", "second goes on"),
        ("text", "2 * 3 * 4 ** 5"),
    ]
    assert [(span.text, span.bold, span.italic) for span in emphasised("a **b** *c*")] == [
        ("a ", False, False),
        ("b", True, False),
        (" ", False, False),
        ("c", False, True),
    ]
    assert paragraphs("  \n\n ") == ()


def test_a_preview_lies_beside_the_pages_and_in_the_manifest(farm: Path, tmp_path: Path, run: Run) -> None:
    for _ in range(2):
        done = run("build", farm, "-o", tmp_path / "out", "--for", "german", "--only", "log", "--preview")
        assert done.returncode == 0, done.stderr
    folder = tmp_path / "out" / "la-ferme" / "german"
    (listed,) = json.loads((folder / "manifest.json").read_text())["documents"]
    assert len(listed["pictures"]) == listed["pages"]
    for one in listed["pictures"]:
        data = (folder / one["file"]).read_bytes()
        assert hashlib.sha256(data).hexdigest() == one["sha256"]
        with Image.open(BytesIO(data)) as image:
            assert image.size[0] > image.size[1] > 800
    assert run("build", farm, "-o", tmp_path / "out", "--for", "german", "--only", "log").returncode == 0
    assert not list(folder.glob("*.png"))


def test_a_preview_without_its_extra_says_what_to_install(farm: Path, tmp_path: Path, run: Run) -> None:
    (tmp_path / "path" / "pypdfium2").mkdir(parents=True)
    (tmp_path / "path" / "pypdfium2" / "__init__.py").write_text("raise ImportError")
    done = run("build", farm, "-o", tmp_path / "out", "--preview", env={"PYTHONPATH": str(tmp_path / "path")})
    assert done.returncode == 2
    assert "playaid[preview]" in done.stderr
    assert not (tmp_path / "out").exists()


def test_watching_builds_again_what_changed(farm: Path, tmp_path: Path) -> None:
    command = [sys.executable, "-P", "-m", "playaid", "build", farm, "-o", tmp_path / "out", "--for", "public"]
    file = tmp_path / "out" / "la-ferme" / "public" / "night.pdf"
    with subprocess.Popen(
        [*map(str, command), "--only", "night", "--watch"], stdout=subprocess.PIPE, text=True
    ) as watching:
        late = Timer(60, watching.kill)
        late.start()
        try:
            assert watching.stdout is not None
            for line in watching.stdout:
                if line.startswith("watching"):
                    break
            before = text_of(file)
            change(farm / "scenario.yaml", "title: La ferme de Vaux", "title: La ferme brune")
            for line in watching.stdout:
                if "PDF" in line:
                    break
            assert "ferme brune" in text_of(file)
            assert "ferme brune" not in before
        finally:
            late.cancel()
            watching.terminate()


def test_watching_misses_no_change_that_comes_while_it_builds_for_the_first_time(
    farm: Path, tmp_path: Path, run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    from playaid import build as room

    titles = []
    build = room.build

    def slow(path: Path, request: Request, key: str = "") -> room.Built:
        titles.append(path.read_text(encoding="utf-8").split("title: ")[1].split("\n")[0])
        if len(titles) == 2:
            raise KeyboardInterrupt
        built = build(path, request, key)
        change(farm / "scenario.yaml", "title: La ferme de Vaux", "title: La ferme brune")
        return built

    monkeypatch.setattr(room, "build", slow)
    late = Timer(60, lambda: signal.raise_signal(signal.SIGINT))
    late.start()
    done = run("build", farm, "-o", tmp_path / "out", "--for", "public", "--only", "night", "--watch")
    late.cancel()
    assert done.returncode == 130
    assert titles == ["La ferme de Vaux", "La ferme brune"]
