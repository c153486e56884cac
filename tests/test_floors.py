"""Version floors, each with the reason why an older version will not do."""

import re
import tomllib
from importlib.metadata import version

import pytest
from conftest import ROOT

FLOORS = {
    "pyyaml": ("6.0.4", "older wheels crash on deep nesting and hang on merge keys"),
    "jinja2": ("3.1.6", "older sandboxes can be left through |attr and str.format"),
    "reportlab": ("5.1", "older versions open remote images and evaluate colours"),
    "click": ("8.3", "older versions print control characters of arguments"),
    "pydantic": ("2.10", "errors without input, strict mode with defaults"),
    "shapely": ("2.1", "vectorised predicates that watch uses"),
}


def parts(text: str) -> tuple[int, ...]:
    return tuple(int(number) for number in re.findall(r"\d+", text)[:3])


@pytest.mark.parametrize("name", FLOORS)
def test_the_floor_is_declared_and_installed(name: str) -> None:
    floor, _ = FLOORS[name]
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    declared = {re.split("[>=]", entry)[0]: entry.split(">=")[1] for entry in project["dependencies"]}
    assert parts(declared[name]) >= parts(floor)
    assert parts(version(name)) >= parts(floor)
