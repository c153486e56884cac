"""``playaid build``: scenarios become folders of PDFs, one after the other or in several processes."""

import json
import sys
from collections.abc import Iterator, Sequence
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from playaid.cli_options import Choice, settings_from, sheet_options
from playaid.cli_terminal import counted, say
from playaid.telling import SOME_FAILED, WRONG_FILES, typed

if TYPE_CHECKING:
    from playaid.batch import Outcome
    from playaid.request import Request

KIND_NAMES = ["markers", "spotting", "night", "log", "map", "briefing", "pack"]

NAMED = 3
"""So many scenarios of a batch are named for which one thing is to be noted; the rest are counted."""

REPORT = b'{\n  "playaid": 1,'
"""How a report begins: only such a file is overwritten."""


@click.command()
@click.argument("paths", nargs=-1, required=True, type=click.Path(path_type=Path), metavar="PATH...")
@click.option("-o", "--output", type=click.Path(path_type=Path), default="output", show_default=True, metavar="DIR")
@click.option(
    "--for", "audiences", multiple=True, metavar="AUDIENCE", help="public, a side's id, or umpire; repeatable."
)
@click.option("--only", "kinds", multiple=True, type=Choice(KIND_NAMES), help="Print this kind only; repeatable.")
@click.option("--language", "languages", multiple=True, type=Choice(["en", "fr", "ru"]), help="Repeatable.")
@sheet_options
@click.option("--strict", is_flag=True, help="Warnings are errors.")
@click.option("--force", is_flag=True, help="Print although clauses are broken; every page says so.")
@click.option("--map-scale", type=Choice(["fit", "1:2", "1:1"]), default="fit", show_default=True,
              help="Adds sheets at this scale to lay terrain out with.")  # fmt: skip
@click.option("--preview", is_flag=True, help="Write PNG pictures of the pages beside the PDFs.")
@click.option("--open", "show", is_flag=True, help="Open the folder of what was built.")
@click.option("--watch", is_flag=True, help="Build again whenever a file changes, until Ctrl-C.")
@click.option("--zip", is_flag=True, help="Pack each reader's folder into an archive beside it, to send.")
@click.option("--solo", metavar="SIDE", help="Play alone against this side: it is drawn, and printed as closed slips.")
@click.option("--tables", type=click.IntRange(1, 100), metavar="K",
              help="A pack for each of K tables, with numbers and seals of its own.")  # fmt: skip
@click.option("--jobs", type=click.IntRange(1, 256), metavar="N",
              help="Build in so many processes; by default one for few scenarios and one a core for many.")  # fmt: skip
@click.option("--rebuild", is_flag=True, help="Build every scenario of many, also those that are unchanged.")
@click.option("--report", type=click.Path(path_type=Path, dir_okay=False), metavar="FILE",
              help="Write what came of every scenario as JSON.")  # fmt: skip
def build(paths: tuple[Path, ...], **values: Any) -> None:
    """Check scenarios and print them for every reader. Nothing is written when something is wrong.

    Of many scenarios those are built whose files have changed; one that cannot be built stops no other.
    """
    from playaid.request import Request
    from playaid.userfolder import template_folders

    request = Request(
        output=values["output"],
        settings=settings_from(values),
        audiences=values["audiences"],
        kinds=values["kinds"],
        languages=values["languages"],
        strict=values["strict"],
        force=values["force"],
        zip=values["zip"],
        templates=template_folders(values["templates"]),
        preview=values["preview"],
        solo=values["solo"],
        tables=values["tables"] or 0,
    )
    report: Path | None = values["report"]
    if report is not None:
        _refuse_other(report)
    found = list(_scenarios(paths))
    before = None
    if values["watch"]:
        from playaid.cli_watch import seen, watch

        before = seen(found, request.templates)
    outcomes = _build(found, request, values["jobs"], again=values["rebuild"])
    if report is not None:
        _write_report(report, outcomes)
    for folder in template_folders():
        say(f"note: with your own templates in {folder.as_posix()}")
    failed = [outcome for outcome in outcomes if outcome.status == "failed"]
    if values["show"] and len(failed) < len(outcomes):
        _show(request.output)
    if before is not None:
        watch(before, lambda: list(_scenarios(paths)), lambda file: _rebuild(file, request))
    if failed and len(outcomes) > 1:
        sys.exit(SOME_FAILED)
    sys.exit(failed[0].exit_code if failed else 0)


def _scenarios(paths: Sequence[Path]) -> Iterator[Path]:
    """Give the scenarios of all paths, each once; of several paths one that holds none stops no other."""
    from playaid.diagnostics import Rejected
    from playaid.folders import find_scenarios
    from playaid.telling import PlayaidError

    seen: set[Path] = set()
    for path in paths:
        try:
            found = list(find_scenarios(path))
        except (PlayaidError, Rejected):
            if len(paths) == 1:
                raise
            found = [path]  # building it tells
        for file in found:
            if file.resolve() not in seen:
                seen.add(file.resolve())
                yield file


def _build(found: "Sequence[Path]", request: "Request", jobs: int | None, *, again: bool) -> "list[Outcome]":
    """Build, and say what came of each; of one scenario alone with all its files."""
    from playaid.batch import build_all, build_one, jobs_for

    if len(found) == 1:
        outcome = build_one(found[0], request)
        _tell(outcome, whole=True)
        return [outcome]
    from playaid.ledger import key_of

    outcomes: list[Outcome] = []
    bar = click.progressbar(length=len(found), label="building", file=sys.stderr)
    with closing(build_all(found, request, jobs or jobs_for(len(found)), key_of(request), again=again)) as coming:
        if not sys.stderr.isatty():
            for outcome in coming:
                outcomes.append(outcome)
                _tell(outcome)
        else:
            try:
                with bar:
                    for outcome in coming:
                        outcomes.append(outcome)
                        bar.update(1)
            finally:  # lines between two states of the bar would tear it
                for outcome in outcomes:
                    _tell(outcome)
    _tell_notes(outcomes)
    _sum_up(outcomes)
    return outcomes


def _rebuild(file: Path, request: "Request") -> None:
    """Build what changed; templates are read anew."""
    from playaid.batch import build_one
    from playaid.elements import forget
    from playaid.prose import voice

    voice.cache_clear()
    forget()
    _tell(build_one(file, request), whole=True)


def _show(folder: Path) -> None:
    """Open a folder in the file manager, or say where it is."""
    if click.launch(str(folder.resolve())):
        say(f"cannot open a window here; look into {folder.as_posix()}", err=True)


def _tell(outcome: "Outcome", *, whole: bool = False) -> None:
    """Say what came of a scenario."""
    if outcome.text:
        say(outcome.text, err=True)
    if outcome.status == "failed":
        _tell_failed(outcome)
        return
    if outcome.status == "unchanged":
        say(f"{outcome.folder}: unchanged")
        return
    pdfs = [name for name in outcome.files if name.endswith(".pdf")]
    number = f"{len(pdfs)} PDF{'' if len(pdfs) == 1 else 's'}"
    say(f"{outcome.folder}: {number} for {', '.join(outcome.audiences)}")
    for line in _listed((*pdfs, *(name for name in outcome.files if name.endswith(".zip")))) if whole else ():
        say(f"  {line}")
    if whole:
        _tell_notes([outcome])


def _tell_notes(outcomes: "Sequence[Outcome]") -> None:
    """Say what will be missed at the table, each thing once; of several scenarios of which."""
    found: dict[str, list[str]] = {}
    for outcome in outcomes:
        for note in outcome.notes:
            found.setdefault(note, []).append(_named(outcome).as_posix())
    for note, folders in found.items():
        rest = f" and {len(folders) - NAMED} more" if len(folders) > NAMED else ""
        of = f"{', '.join(folders[:NAMED])}{rest}: " if len(outcomes) > 1 else ""
        say(f"note: {of}{note}")


def _listed(names: "Sequence[str]") -> "Iterator[str]":
    """Give the names of files, but of a tournament's tables one line each."""
    tables: dict[str, int] = {}
    for name in names:
        table, *within = name.split("/")
        if len(within) > 1 or (within and table.startswith("table-")):
            tables[table] = tables.get(table, 0) + 1
        else:
            yield name
    yield from (f"{table}: {count} file{'' if count == 1 else 's'}" for table, count in tables.items())


def _tell_failed(outcome: "Outcome") -> None:
    if outcome.message:
        say(f"Error: {outcome.message}", err=True)
        if outcome.help:
            say(f"  help: {outcome.help}", err=True)
    if outcome.exit_code != WRONG_FILES or not outcome.text:
        return
    named = _named(outcome)
    say(f"{named.as_posix()}: {counted(len(outcome.errors), outcome.warnings)}; nothing was written", err=True)
    if outcome.hidden:
        hint = f"playaid check {typed(named)} --for SIDE"
        say(f"values of orders are not shown here; their owner sees them with {hint}", err=True)


def _named(outcome: "Outcome") -> Path:
    """Give what a scenario is called by: its folder, or its file or pack where that was named."""
    path = Path(outcome.scenario)
    return path.parent if path.name == "scenario.yaml" else path


def _sum_up(outcomes: "Sequence[Outcome]") -> None:
    """Say how many were built, and where the first error of each that was not stands."""
    counts = _counts(outcomes)
    if counts["failed"]:
        say("", err=True)
    for outcome in outcomes:
        if outcome.status != "failed":
            continue
        if not outcome.errors:
            say(f"failed: {outcome.scenario}: {outcome.message.removeprefix(f'{outcome.scenario}: ')}", err=True)
            continue
        first, more = outcome.errors[0], len(outcome.errors) - 1
        place = f"{first['file']}:{first['line']}:{first['column']}"
        rest = f", and {more} more error{'' if more == 1 else 's'}" if more else ""
        say(f"failed: {place}: error[{first['code']}] {first['message']}{rest}", err=True)
    said = [f"{name} {counts[name]}" for name in ("built", "unchanged", "failed", "warnings")]
    say(", ".join(part for part in said if not part.endswith(" 0") or part == "built 0"), err=True)


def _counts(outcomes: "Sequence[Outcome]") -> dict[str, int]:
    counts = {name: sum(outcome.status == name for outcome in outcomes) for name in ("built", "unchanged", "failed")}
    return {**counts, "warnings": sum(outcome.warnings for outcome in outcomes)}


def _refuse_other(report: Path) -> None:
    """Raise `PlayaidError` where a report would overwrite something else, before anything is built."""
    from playaid.telling import NOT_OURS, PlayaidError

    try:
        if not report.exists():
            return
        ours = False
        if report.is_file():  # a pipe would keep us waiting
            with report.open("rb") as stream:
                ours = stream.read(len(REPORT)) == REPORT
    except OSError as error:
        raise PlayaidError(f"cannot read {report}: {error.strerror}", help="choose another name") from None
    if not ours:
        help = "move it away, or choose another name"
        raise PlayaidError(f"{report} is no report of playaid's", exit_code=NOT_OURS, help=help)


def _write_report(file: Path, outcomes: "Sequence[Outcome]") -> None:
    """Write what came of every scenario: the same bytes for the same outcomes."""
    from playaid.output import replace_file

    content = {"playaid": 1, **_counts(outcomes), "scenarios": [outcome.as_json() for outcome in outcomes]}
    replace_file(file, (json.dumps(content, indent=2) + "\n").encode())
