"""``playaid doctor``: whether everything that playaid needs is there, and what to do where it is not."""

import sys
from collections.abc import Iterator
from pathlib import Path

import click

from playaid import __version__
from playaid.cli_terminal import say

NEEDED = (
    "click",
    "fontpkg-pt-sans",
    "fontpkg-pt-sans-narrow",
    "jinja2",
    "pydantic",
    "pyyaml",
    "reportlab",
    "segno",
    "shapely",
)

Finding = tuple[bool, str, str]
"""Whether something is in order, what was looked at, and what to do where it is not."""


@click.command()
@click.option("-o", "--output", type=click.Path(path_type=Path), default="output", show_default=True, metavar="DIR")
def doctor(output: Path) -> None:
    """Look at the installation: versions, fonts, accelerators, templates of your own, write access."""
    import platform

    say(f"playaid {__version__}, Python {platform.python_version()} on {platform.system()}")
    findings = [*_libraries(), *_accelerators(), *_fonts(), *_templates(), _writing(output)]
    for fine, what, advice in findings:
        say(f"{'ok  ' if fine else 'MISS'}  {what}")
        if not fine:
            say(f"      {advice}")
    missing = [what for fine, what, advice in findings if not fine and not advice.startswith("optional")]
    sys.exit(1 if missing else 0)


def _libraries() -> Iterator[Finding]:
    from importlib.metadata import PackageNotFoundError, version

    for name in NEEDED:
        try:
            yield True, f"{name} {version(name)}", ""
        except PackageNotFoundError:
            yield False, name, f"install it: pip install {name}"


def _accelerators() -> Iterator[Finding]:
    import importlib.util

    from playaid.source import LIBYAML

    yield LIBYAML, "libyaml", "optional: PyYAML without libyaml reads the same files, several times slower"
    found = importlib.util.find_spec("_rl_accel") is not None
    yield found, "rl-accel", "optional: without it PDFs have the same bytes and take about twice as long"


def _fonts() -> Iterator[Finding]:
    from playaid.fonts import font_of
    from playaid.pages import Face

    for face in Face:
        try:
            font_of(face)
        except Exception as error:  # a damaged font file may raise anything
            yield False, f"font {face}", f"install fontpkg-pt-sans and fontpkg-pt-sans-narrow again ({error})"
        else:
            yield True, f"font {face}", ""


def _templates() -> Iterator[Finding]:
    """Look at the user's own templates, which every build takes: which they are, and whether they can be read."""
    from playaid.diagnostics import Rejected
    from playaid.fields import LANGUAGES
    from playaid.prose import voice
    from playaid.telling import PlayaidError
    from playaid.userfolder import TEMPLATES, folder, template_folders

    try:
        own = folder() / TEMPLATES
    except PlayaidError as error:
        yield False, "templates of your own", f"optional: {error}; {error.help}"
        return
    if not template_folders():
        yield True, f"no templates of your own in {own}", ""
        return
    try:
        files = sorted(path.relative_to(own).as_posix() for path in own.glob("**/*") if path.is_file())
        for language in LANGUAGES:
            voice(language, template_folders())
    except Rejected as rejected:
        yield False, f"templates of your own in {own}", rejected.report.as_text()
    except (PlayaidError, OSError) as error:
        yield False, f"templates of your own in {own}", str(error)
    else:
        yield True, f"templates of your own in {own}, in every build: {', '.join(files) or 'none'}", ""


def _writing(output: Path) -> Finding:
    import tempfile

    folder = output if output.is_dir() else output.resolve().parent
    try:
        with tempfile.TemporaryFile(dir=folder):
            return True, f"write access to {folder}", ""
    except OSError as error:
        return False, f"write access to {folder}", f"{error.strerror}; choose another folder with -o"
