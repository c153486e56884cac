"""What the tests share: the program as a user runs it, a scenario to change, and rules."""

import contextlib
import io
import os
import shutil
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from playaid.cli import main
from playaid.rules import Rules
from playaid.ruleset import built_in

ROOT = Path(__file__).parent.parent
EXAMPLES = sorted(path.parent for path in (ROOT / "scenarios").glob("*/scenario.yaml"))

Run = Callable[..., "subprocess.CompletedProcess[str]"]


def run_playaid(
    *arguments: str | Path, cwd: Path | None = None, env: dict[str, str] | None = None
) -> "subprocess.CompletedProcess[str]":
    """Run the program: in a process of its own where a folder or an environment is asked for, else right here."""
    if cwd is None and env is None:
        return _run_here([str(argument) for argument in arguments])
    command = [sys.executable, "-P", "-m", "playaid", *map(str, arguments)]
    more = {"PYTHONIOENCODING": "utf-8", **(env or {})}
    return subprocess.run(
        command, cwd=cwd or ROOT, env=os.environ | more, capture_output=True, text=True, encoding="utf-8", timeout=120
    )


def _run_here(arguments: list[str]) -> "subprocess.CompletedProcess[str]":
    """Run the command line in this process, from the project's folder, with its own streams."""
    out, err = io.StringIO(), io.StringIO()
    before, handler = sys.argv, signal.getsignal(signal.SIGTERM)
    sys.argv = ["playaid", *arguments]
    code: object = 0
    try:
        with contextlib.chdir(ROOT), contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
            main()
    except SystemExit as left:
        code = left.code
    finally:
        sys.argv = before
        signal.signal(signal.SIGTERM, handler)
    assert isinstance(code, int)
    return subprocess.CompletedProcess(arguments, code, out.getvalue(), err.getvalue())


@pytest.fixture(scope="session", autouse=True)
def nobody(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Run as someone who keeps no printers and no templates of his own, whatever the developer keeps."""
    with pytest.MonkeyPatch.context() as patch:
        empty = tmp_path_factory.mktemp("nobody")
        for name in ("XDG_CONFIG_HOME", "APPDATA", "HOME"):
            patch.setenv(name, str(empty))
        yield


@pytest.fixture
def run() -> Run:
    return run_playaid


@pytest.fixture
def farm(tmp_path: Path) -> Path:
    """A copy of the example of a farm, to change."""
    copied = tmp_path / "la-ferme"
    shutil.copytree(ROOT / "scenarios" / "la-ferme", copied)
    return copied


def change(file: Path, old: str, new: str) -> int:
    """Change a text of a file that stands there once; give its line."""
    text = file.read_text(encoding="utf-8")
    assert text.count(old) == 1, f"{old!r} stands {text.count(old)} times in {file}"
    file.write_text(text.replace(old, new), encoding="utf-8")
    return text[: text.index(old)].count("\n") + 1


@pytest.fixture(scope="session")
def incertitude() -> Rules:
    return Rules(concealment=built_in("incertitude"))


@pytest.fixture(scope="session")
def flames() -> Rules:
    return Rules(night=built_in("flames-of-war-night"))
