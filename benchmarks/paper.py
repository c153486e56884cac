"""What printing costs beside other programs, in one run: ``python benchmarks/paper.py [--peers FOLDER]``.

The work is that of peers/spec.md: 500 counters of 25 mm on 16 pages of A4. Every program runs as a whole process; its
CPU time, user and system, is that of `os.wait4`. Each figure is the least of several runs taken in turns, as a ratio to
ReportLab driven by hand with forms, in the same Python as ours. The marginal page is the difference between 1000 and
500 counters over the pages it adds, as a ratio to a sixteenth of the yardstick's whole run: the yardstick's own
marginal page is about a millisecond, too little to divide by. Nothing is asserted.

Ours does the same grid and more drawing: coloured fields, patterned backs, underlined 6 and 9, bars to measure, a line
of text on each page. `playaid build` also reads and checks a table with 8 woods and 340 markers, which with the tokens
and cards of a deployment makes 16 pages too.

The peers come from PyPI, each into an environment of its own below FOLDER, kept there for the next run, or in a
temporary folder. What does not install is skipped with the reason. Needs `pypdfium2`, to count the pages.
"""

import argparse
import os
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from importlib.util import find_spec
from pathlib import Path
from typing import NamedTuple

import pypdfium2
from tables import big

PEERS = Path(__file__).parent / "peers"
COUNTERS = (500, 1000)
BUILT = 0.68
"""So many markers for each counter make `playaid build` print as many pages: it adds tokens, spares and cards."""
GRID = ("--marker-size", "25mm", "--gap", "0mm", "--columns", "7", "--rows", "10")
PATIENCE = 12
"""CPU seconds after which a slow program is not run again."""
INSTALLING = 300
"""Seconds an installation may take."""
WHERE_FROM = {
    "fpdf2": "fpdf2.py",
    "weasyprint": "weasyprint_html.py",
    "protograf": "protograf_sheet.py",
    "typst": "typst_run.py",
}
"""Each peer's package on PyPI, and the script here that drives it."""
RAW, AID, BUILD = "ReportLab, raw forms", "playaid aid markers", "playaid build --only markers"


class Job(NamedTuple):
    """A process to measure and the file it writes."""

    command: list[str]
    file: Path


class Figures(NamedTuple):
    """What was measured of one process."""

    seconds: float
    size: int
    pages: int


# ---- the peers


def interpreter(package: str, folder: Path, python: str) -> str:
    """Give the Python of a peer's environment, made now when missing; RuntimeError holds the reason if it fails."""
    home = folder / package
    inside = home / ("Scripts" if os.name == "nt" else "bin") / "python"
    steps = [] if home.exists() else [[python, "-m", "venv", str(home)]]
    steps.append([str(inside), "-m", "pip", "install", "--quiet", "--disable-pip-version-check", package])
    for step in steps:
        try:
            done = subprocess.run(step, capture_output=True, text=True, timeout=INSTALLING, check=False)  # noqa: S603  # pip
        except (OSError, subprocess.TimeoutExpired) as problem:
            raise RuntimeError(str(problem)) from None
        if done.returncode:
            errors = [line for line in done.stderr.splitlines() if "ERROR" in line] or done.stderr.splitlines() or ["?"]
            raise RuntimeError(errors[0])
    return str(inside)


def version(package: str, python: str) -> str:
    """Give the installed version of a peer."""
    code = f"from importlib.metadata import version; print(version({package!r}))"
    done = subprocess.run([python, "-c", code], capture_output=True, text=True, check=True)  # noqa: S603  # as above
    return done.stdout.strip()


def fonts() -> Path:
    """Give the folder of our own two faces, which the peers use as well."""
    spec = find_spec("fontpkg_pt_sans")
    if spec is None or spec.origin is None:
        raise SystemExit("paper.py needs playaid and its fonts installed")
    return Path(spec.origin).parent / "files"


# ---- the jobs


def ours(folder: Path, count: int) -> dict[str, Job]:
    """Give our own two jobs and the yardstick."""
    program = [sys.executable, "-P", "-m", "playaid"]
    aid, side = folder / f"aid-{count}.pdf", f"big-{count}"
    where = big(folder / side, markers=round(BUILT * count), pieces=8, in_the_open=0)
    build = [*program, "build", str(where), "-o", str(folder / "output"), "--only", "markers", "--for", "defender"]
    return {
        RAW: by_script("reportlab_forms.py", sys.executable, folder, count),
        AID: Job([*program, "aid", "markers", "--from", "1", "--to", str(count), *GRID, "-o", str(aid)], aid),
        BUILD: Job([*build, *GRID], folder / "output" / side / "defender" / "markers.pdf"),
    }


def by_script(script: str, python: str, folder: Path, count: int) -> Job:
    """Give the job of a script in peers/."""
    file = folder / f"{Path(script).stem}-{count}.pdf"
    return Job([python, str(PEERS / script), str(file), str(count), str(fonts())], file)


def run(job: Job, folder: Path) -> Figures:
    """Run one process and give its CPU time and what it wrote."""
    job.file.unlink(missing_ok=True)
    noise = folder / "noise.txt"
    with noise.open("wb") as sink:
        process = subprocess.Popen(job.command, cwd=folder, stdout=sink, stderr=sink)  # noqa: S603  # commands from above
        _, status, used = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode or not job.file.exists():
        raise RuntimeError(noise.read_text(encoding="utf-8", errors="replace").strip()[-300:] or "wrote nothing")
    document = pypdfium2.PdfDocument(job.file)
    pages = len(document)
    document.close()
    return Figures(used.ru_utime + used.ru_stime, job.file.stat().st_size, pages)


def measured(jobs: dict[str, list[Job]], folder: Path, repeats: int) -> dict[str, list[Figures]]:
    """Run every job in turns and give the least of each: programs that fail are said to and left out."""
    best: dict[str, list[Figures]] = {}
    spent = dict.fromkeys(jobs, 0.0)
    for turn in range(repeats):
        for name, pair in jobs.items():
            if (turn and name not in best) or spent[name] > PATIENCE:
                continue
            try:
                now = [run(job, folder) for job in pair]
            except RuntimeError as problem:
                sys.stdout.write(f"skipped: {name}: {problem}\n")
                continue
            spent[name] += sum(figures.seconds for figures in now)
            best[name] = [min(a, b) for a, b in zip(best.get(name, now), now, strict=True)]
    return best


# ---- the table


def marginal(few: Figures, many: Figures) -> float:
    """Give the seconds of one page more."""
    return (many.seconds - few.seconds) / (many.pages - few.pages)


def table(best: dict[str, list[Figures]]) -> str:
    """Write the figures as ratios."""
    raw = best[RAW][0]
    lines = [f"{'500 counters':32}{'CPU ×':>9}{'a page ×':>10}{'pages':>7}{'kB':>7}{'kB, 1000':>10}"]
    for name, (few, many) in best.items():
        ratio, page = few.seconds / raw.seconds, marginal(few, many) / raw.seconds * raw.pages
        lines.append(f"{name:32}{ratio:9.2f}{page:10.2f}{few.pages:7}{few.size / 1e3:7.0f}{many.size / 1e3:10.0f}")
    return "\n".join(lines) + "\n"


def aims(best: dict[str, list[Figures]]) -> str:
    """Write what was aimed for beside what came out."""
    aid = best[AID][0]
    lines = [
        f"aid markers / raw forms            {aid.seconds / best[RAW][0].seconds:6.2f}   aim ≤ 2.0",
        f"build / raw forms                  {best[BUILD][0].seconds / best[RAW][0].seconds:6.2f}   aim ≤ 5",
        f"size of aid markers, kB            {aid.size / 1e3:6.0f}   aim ≤ 150",
    ]
    for name, few_and_many in best.items():
        if name.startswith("protograf"):
            lines.append(f"protograf / aid markers            {few_and_many[0].seconds / aid.seconds:6.2f}   aim ≥ 20")
        if name.startswith("typst"):
            ratio = marginal(*best[AID]) / marginal(*few_and_many)
            lines.append(f"a page, aid markers / typst        {ratio:6.2f}   aim ≤ 0.5")
    return "\n".join(lines) + "\n"


def main(arguments: Sequence[str] | None = None) -> None:
    """Install what is missing, run everything in turns and print the table."""
    parser = argparse.ArgumentParser(description="What printing costs beside other programs.")
    parser.add_argument("--peers", type=Path, help="where the peers' environments are kept; temporary by default")
    parser.add_argument("--python", default=sys.executable, help="the Python of the peers; this one by default")
    parser.add_argument("--repeats", type=int, default=10)
    given = parser.parse_args(arguments)
    with tempfile.TemporaryDirectory() as temporary:
        folder = Path(temporary)
        kept = (given.peers or folder / "peers").absolute()
        jobs: dict[str, list[Job]] = {}
        for count in COUNTERS:
            for name, job in ours(folder, count).items():
                jobs.setdefault(name, []).append(job)
        for package, script in WHERE_FROM.items():
            try:
                python = interpreter(package, kept, given.python)
            except RuntimeError as problem:
                sys.stdout.write(f"skipped: {package} does not install here: {problem}\n")
                continue
            name = f"{package} {version(package, python)}"
            jobs[name] = [by_script(script, python, folder, count) for count in COUNTERS]
        best = measured(jobs, folder, given.repeats)
    if not {RAW, AID, BUILD} <= best.keys():
        raise SystemExit("our own programs failed: no table")
    sys.stdout.write(f"{table(best)}\n{aims(best)}")


if __name__ == "__main__":
    main()
