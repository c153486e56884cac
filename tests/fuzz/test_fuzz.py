"""Fuzzing: whatever is written, reading it gives a value or diagnostics, and messages that no terminal obeys.

The corpus in `corpus` is replayed first; `target.py` is the same for atheris, which is not among the dependencies. How
many examples hypothesis draws is set by PLAYAID_FUZZ (default 100 a property).
"""

import contextlib
import json
import os
import re
import tempfile
import unicodedata
from pathlib import Path

import pytest
from fuzz_targets import NASTY, READERS, Reader
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from test_reading import ORDERS, SCENARIO, check_folder

from playaid.diagnostics import Rejected, Report, show_keys
from playaid.lengths import NotALength, parse_length
from playaid.source import parse
from playaid.telling import safe
from playaid.yamltext import text as written_text

CORPUS = sorted((Path(__file__).parent / "corpus").iterdir())
FUZZ = settings(
    max_examples=int(os.environ.get("PLAYAID_FUZZ", "100")),
    deadline=None,
    suppress_health_check=list(HealthCheck),
    database=None,
)
FILE = Path("scenario.yaml")

TOKENS = [
    "a", "title", ": ", ":", "- ", "-", "\n", "\n  ", "\n    ", "\t", "\r\n", "\r", "[", "]", "{", "}", ", ", "? ",
    "&a ", "*a", "<<: ", "!t ", "!!str ", "|\n", ">-\n", '"', "'", "\\", "\\e", "\\x41", "\\U00110000", "#", " #b",
    "---\n", "...\n", "%YAML 1.1\n", "@", "`", "0", "08", "1_0", ".nan", "~", "null", "true", "é", "Ж", "\u202e",
    "\u2028", "\x85", "\x9b", "\ufeff", "\ufffe", "\U0001fa96", " " * 40, "x" * 300,
]  # fmt: skip


def judge(report: Report, lines: int) -> None:
    """Check what is told: places that exist, help, and every form sound."""
    assert report.diagnostics
    for d in report.diagnostics:
        assert 1 <= d.place.line <= lines + 1
        assert d.place.column >= 1
        assert d.message
        assert d.help
    for form in (report, report.discreet()):
        assert len(json.loads(form.as_json())["diagnostics"]) == len(form.diagnostics)
        assert form.as_json().isascii()
        for line in form.as_github().split("\n"):
            assert re.fullmatch(r"::(error|warning) file=[^,]+,line=\d+,col=\d+,title=PA\d{3}::.+", line)
        shown = form.as_text()
        assert safe(shown) == shown


def read(data: bytes) -> None:
    """Parse bytes; check what is refused."""
    try:
        parse(data, FILE)
    except Rejected as rejected:
        judge(rejected.report, len(re.split(rb"\r\n|\n|\r", data)))


@pytest.mark.parametrize("file", CORPUS, ids=lambda file: file.name)
@pytest.mark.parametrize("reader", READERS)
def test_the_corpus_raises_nothing_unexpected(reader: Reader, file: Path) -> None:
    READERS[reader](file.read_bytes())


@FUZZ
@given(st.binary(max_size=300))
def test_any_bytes_are_read_or_refused(data: bytes) -> None:
    read(data)


@FUZZ
@given(st.lists(st.sampled_from(TOKENS), max_size=60))
def test_any_tokens_are_read_or_refused(tokens: list[str]) -> None:
    read("".join(tokens).encode())


@FUZZ
@given(st.text(max_size=60))
def test_a_text_in_quotes_is_read_as_it_was_or_refused(content: str) -> None:
    data = f"a: {json.dumps(content)}\n".encode("utf-8", "surrogatepass")
    try:
        assert parse(data, FILE).tree["a"] == content
    except Rejected as rejected:
        judge(rejected.report, 1)


@FUZZ
@given(st.text(st.characters(exclude_categories=["C", "Zl", "Zp"]), max_size=60))
def test_what_is_written_for_a_user_is_read_back(content: str) -> None:
    assert parse(f"a: {written_text(content)}\n".encode(), FILE).tree["a"] == content


def edited(text: str, draw: st.DrawFn) -> str:
    """Give a file with one edit: a line deleted, doubled or moved, or a stretch of it replaced by something nasty."""
    lines = text.splitlines(keepends=True)
    at = draw(st.integers(0, len(lines) - 1))
    how = draw(st.sampled_from(["delete", "double", "swap", "value", "value", "value", "stretch"]))
    if how == "delete":
        del lines[at]
    elif how == "double":
        lines.insert(at, lines[at])
    elif how == "swap":
        other = draw(st.integers(0, len(lines) - 1))
        lines[at], lines[other] = lines[other], lines[at]
    elif how == "value":
        values = list(re.finditer(r"[^\s\[\]{},:]+", text))
        spot = draw(st.sampled_from(values))
        return text[: spot.start()] + draw(st.sampled_from(NASTY)) + text[spot.end() :]
    else:
        start = draw(st.integers(0, len(text)))
        end = draw(st.integers(start, min(len(text), start + 20)))
        return text[:start] + draw(st.one_of(st.sampled_from(NASTY), st.text(max_size=5))) + text[end:]
    return "".join(lines)


@st.composite
def games(draw: st.DrawFn) -> tuple[str, str]:
    """Draw a valid scenario and orders with one or two edits in them."""
    scenario, orders = SCENARIO, ORDERS
    for _ in range(draw(st.integers(1, 2))):
        if draw(st.booleans()):
            scenario = edited(scenario, draw)
        else:
            orders = edited(orders, draw)
    return scenario, orders


@FUZZ
@given(games())
def test_an_edited_game_is_fine_or_told(game: tuple[str, str]) -> None:
    scenario, orders = (text.encode("utf-8", "surrogatepass") for text in game)
    with tempfile.TemporaryDirectory() as folder:
        (Path(folder) / "scenario.yaml").write_bytes(scenario)
        (Path(folder) / "def.orders.yaml").write_bytes(orders)
        try:
            report = check_folder(Path(folder))
        except Exception as error:
            if type(error).__name__ != "PlayaidError":  # a ruleset that is not there
                raise
            return
    if report.diagnostics:
        judge(report, max(text.count(b"\n") + text.count(b"\r") for text in (scenario, orders)) + 1)


@FUZZ
@given(st.text(max_size=200))
def test_safe_text_is_obeyed_by_no_terminal_and_stays_safe(content: str) -> None:
    shown = safe(content)
    assert safe(shown) == shown
    assert all(c == "\n" or unicodedata.category(c)[0] != "C" for c in shown)
    assert shown.encode() is not None  # no lone surrogates are left
    assert not re.search("[\x00-\x09\x0b-\x1f\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069]", shown)


@FUZZ
@given(st.lists(st.one_of(st.text(max_size=9), st.integers(0, 99)), max_size=5))
def test_a_way_is_shown_whatever_its_keys(keys: list[str | int]) -> None:
    assert isinstance(show_keys(tuple(keys)), str)


@FUZZ
@given(st.one_of(st.text(max_size=20), st.text("0123456789.,+-eE_ cminft\"'µ", max_size=20)))
def test_any_text_is_a_length_or_none(content: str) -> None:
    with contextlib.suppress(NotALength):
        assert isinstance(parse_length(content, "cm"), int)
