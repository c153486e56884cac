"""The wheel carries everything it needs and works in another folder, without the repository."""

import os
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest
from conftest import ROOT


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("wheel")
    command = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(folder)]
    subprocess.run(command, cwd=ROOT, check=True, capture_output=True)
    return next(folder.glob("*.whl"))


def test_the_wheel_holds_templates_words_and_rulesets(wheel: Path) -> None:
    names = set(zipfile.ZipFile(wheel).namelist())
    for wanted in ("templates/log.xml", "templates/words/ru.yaml", "rulesets/incertitude.yaml", "py.typed"):
        assert f"playaid/{wanted}" in names


def test_the_wheel_builds_a_scenario_outside_the_repository(wheel: Path, tmp_path: Path) -> None:
    site, work = tmp_path / "a site", tmp_path / "elsewhere"
    work.mkdir()
    with zipfile.ZipFile(wheel) as archive:
        archive.extractall(site)
    script = f"import sys; sys.path.insert(0, {str(site)!r}); from playaid.cli import main; main()"
    command = [sys.executable, "-P", "-c", script, "build", str(ROOT / "scenarios" / "la-ferme"), "-o", "out"]
    done = subprocess.run(command, cwd=work, env=os.environ, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    assert (work / "out" / "la-ferme" / "public" / "spotting.pdf").exists()
    script = f"import sys; sys.path.insert(0, {str(site)!r}); import playaid; print(playaid.__file__)"
    where = subprocess.run([sys.executable, "-P", "-c", script], capture_output=True, text=True, check=True)
    assert where.stdout.startswith(str(site))
