"""The house keeps its shape: who may know which library, who may know whom, and what may stand nowhere."""

import ast
import re
from pathlib import Path

import pytest
from conftest import ROOT

from playaid.fields import LANGUAGES
from playaid.prose import voice

PACKAGE = ROOT / "playaid"
MODULES = sorted(PACKAGE.rglob("*.py"))

ROOMS = {
    "yaml": {"source"},
    "jinja2": {"elements"},
    "shapely": {"watch", "bearings", "deadground", "screens", "sight"},
    "numpy": {"watch", "bearings", "deadground", "screens", "sight"},
    "reportlab": {"closed", "blocks", "pen"},
    "segno": {"qr"},
    "pydantic": {
        "recipe",
        "roster",
        "fields",
        "decoding",
        "scenario",
        "ruleset",
        "cli_library",
        "printers",
        "labelsheet",
    },
    "pydantic_core": {"fields"},
    "PIL": {"theme"},
    "pypdfium2": {"preview"},
    "openpyxl": {"workbook"},
}
"""The rooms that know a library; nobody else may import it."""

RULES = (
    *(
        "engine",
        "sightline",
        "shapes",
        "ground",
        "unions",
        "deployment",
        "muster",
        "positions",
        "checks",
        "forces",
        "places",
        "lengths",
    ),
    *("chance", "deploy", "legalground", "landscape", "generate"),
)
"""The rooms that decide rules: no float, no rounding."""


def name_of(path: Path) -> str:
    return ".".join(path.relative_to(PACKAGE).with_suffix("").parts)


def imports(path: Path) -> set[str]:
    found: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module:
            found.add(node.module)
            found |= {f"{node.module}.{alias.name}" for alias in node.names}
    return found


GRAPH = {name_of(path): imports(path) for path in MODULES}


@pytest.mark.parametrize("library", ROOMS)
def test_a_library_is_known_to_its_rooms_only(library: str) -> None:
    users = {name for name, found in GRAPH.items() if any(i == library or i.startswith(f"{library}.") for i in found)}
    assert users <= ROOMS[library], users - ROOMS[library]


def test_click_is_known_to_the_command_line_only() -> None:
    users = {name for name, found in GRAPH.items() if any(i == "click" or i.startswith("click.") for i in found)}
    assert all(name == "cli" or name.startswith("cli_") for name in users)


def test_documents_never_see_a_scenario_or_orders() -> None:
    forbidden = ("playaid.scenario", "playaid.game", "playaid.source", "playaid.deployment", "playaid.checks")
    for name, found in GRAPH.items():
        if name.startswith("documents"):
            assert not [i for i in found if i.startswith(forbidden)], name


def test_no_module_imports_itself_in_a_circle() -> None:
    inner = {
        name: {i.removeprefix("playaid.") for i in found if i.removeprefix("playaid.") in GRAPH}
        for name, found in GRAPH.items()
    }

    def reach(start: str, name: str, passed: set[str]) -> bool:
        for other in inner[name]:
            if other == start or (other not in passed and reach(start, other, passed | {other})):
                return True
        return False

    circles = [name for name in inner if not name.startswith("cli") and reach(name, name, {name})]
    assert circles == []


@pytest.mark.parametrize("room", RULES)
def test_rules_are_decided_without_floats(room: str) -> None:
    tree = ast.parse((PACKAGE / f"{room}.py").read_text(encoding="utf-8"))
    for node in ast.walk(tree):
        assert not (isinstance(node, ast.Constant) and isinstance(node.value, float)), node.lineno
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
            assert node.func.id not in ("round", "float"), node.lineno


def test_nothing_random_no_clock_no_shell_and_no_assert() -> None:
    for name, found in GRAPH.items():
        heads = {i.split(".")[0] for i in found}
        assert not heads & {"random", "time", "datetime", "subprocess", "socket", "pickle", "urllib", "http"}, name
    for path in MODULES:
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            assert not isinstance(node, ast.Assert), path
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
                assert node.func.id not in ("eval", "exec", "hash", "compile"), path


def test_only_the_command_line_prints_or_exits() -> None:
    for path in MODULES:
        if name_of(path).startswith("cli"):
            continue
        text = path.read_text(encoding="utf-8")
        assert not re.search(r"\bprint\(|sys\.exit|SystemExit", text), path


def test_every_language_has_every_word_with_the_same_places() -> None:
    import string

    places = {}
    for language in LANGUAGES:
        words = voice(language).words
        places[language] = {
            key: sorted(field for _, field, _, _ in string.Formatter().parse(text) if field)
            for key, text in words.items()
        }
        assert all(text.strip() for text in words.values())
    assert places["en"] == places["fr"] == places["ru"]
