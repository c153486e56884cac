"""Builds: which reader gets which documents, composed from his view, written as one folder a scenario."""

import hashlib
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path, PurePosixPath
from typing import Any

from playaid import codes
from playaid.audiences import public_view, side_view, umpire_view
from playaid.diagnostics import Diagnostic, Rejected, Report
from playaid.documents import KINDS, compose
from playaid.fields import meant
from playaid.files import Readings, exists, recorded
from playaid.folders import pack_of
from playaid.fonts import Unprintable, missing
from playaid.game import Game, read_game
from playaid.imposition import DoesNotFit
from playaid.ledger import Told, beside_templates, record
from playaid.output import RECORD, manifest, refuse_foreign, replace_folder, zipped
from playaid.pages import Document, Face
from playaid.pdf import Rendered, render
from playaid.preview import check_available, pictures
from playaid.prose import voice
from playaid.request import Request as Request  # asked for by every caller of `build`
from playaid.reveal import Reveal
from playaid.scenario import Scenario, Sourced, load_scenario, orders_file, slug_of
from playaid.seal import check_sealed, seal_of
from playaid.source import Scalar, Source
from playaid.telling import PlayaidError, typed
from playaid.views import PublicView, View

OTHER_READERS = ("public", "umpire")

MOST_TOLD = 6
"""So many folders and documents are named that go with an earlier build; the rest are counted."""

SOLO_KINDS = ("markers", "slips")
"""What is printed of a hidden enemy for a player alone."""


@dataclass(frozen=True, kw_only=True)
class Built:
    """What a build wrote: the folder, its files, and the report of what was only warned about or waived."""

    folder: Path
    files: tuple[str, ...]
    audiences: tuple[str, ...]
    report: Report
    notes: tuple[str, ...] = ()


class UnknownAudience(ValueError):
    """A reader that the scenario does not have; the message names the known ones."""


def build(path: Path, request: Request, key: str = "") -> Built:
    """Check a scenario and print it for its readers; with a `key` of `ledger.key_of` the build is recorded too.

    Raises `Rejected` when something is wrong, and then nothing was written; `PlayaidError` when the output cannot be
    written; `UnknownAudience` for a reader that does not exist.
    """
    with recorded() as readings:
        return _build(path, request, partial(_record, key, path, request, readings) if key else None)


Recording = Callable[[Mapping[str, bytes], tuple[str, ...], Report], bytes]


def _record(
    key: str,
    path: Path,
    request: Request,
    readings: Readings,
    files: Mapping[str, bytes],
    audiences: tuple[str, ...],
    report: Report,
) -> bytes:
    told = tuple(found.as_json() for found in report.diagnostics)
    own = beside_templates(readings, request)
    return record(key, path, own, files, Told(audiences=audiences, diagnostics=told, files=len(files)))


def _build(path: Path, request: Request, recording: Recording | None) -> Built:
    scenario = load_scenario(path)
    asked = _asked(scenario, request)
    if request.preview:
        check_available()
    if request.tables:
        return _build_tables(path, scenario, request, asked)
    sealed = ""
    if request.solo is not None:
        from playaid.drawn import solo_orders  # deals by chance, which other builds never load

        sealed = solo_orders(path, request.solo)
    with _telling(request):
        game = read_game(path, _openable(asked), scenario)
        report = _judged(game, request)
        folder = request.output / slug_of(game.scenario)
        refuse_foreign(folder)
        audiences = asked if request.audiences else tuple(a for a in asked if a != "umpire" or len(game.orders) == 2)
        files, warnings = _files(game, audiences, request, tuple(d for d in report.errors if d.waivable))
    said = _told(Report.of((*report.diagnostics, *warnings)), request)
    written = tuple(sorted(files))
    if recording is not None:
        files[RECORD] = recording(files, audiences, said)
    private = frozenset((RECORD, *(name for a in audiences if a != "public" for name in (a, _archive(game, a)))))
    gone = tuple(_removed(folder, files))
    replace_folder(folder, files, private, _times(game, audiences))
    notes = tuple(note for note in (sealed, *_notes(game, audiences, request), *gone) if note)
    return Built(folder=folder, files=written, audiences=audiences, report=said, notes=notes)


def _notes(game: Game, audiences: Sequence[str], request: Request) -> Iterator[str]:
    """Say what is not wrong but will be missed at the table: no umpire's folder, markers without numbers."""
    if not request.audiences and request.solo is None and "umpire" not in audiences:
        absent = [orders_file(game.scenario, side) for side in game.scenario.value.sides if side not in game.orders]
        names = " and ".join(file.name for file in absent)
        yield f"nothing for the umpire, who needs both sides' orders: {names} missing"
    for side, orders in game.orders.items():
        if side in audiences and any(marker.number is None for marker in orders.value.markers):
            yield f"markers of {side} have no numbers yet; playaid seal {typed(orders.source.file)} draws them"


def _build_tables(path: Path, scenario: Sourced[Scenario], request: Request, asked: tuple[str, ...]) -> Built:
    """Print a pack for every table of a tournament, all of them or none; each has its own numbers and seals."""
    from playaid.drawn import table_game, tables_note

    files: dict[str, bytes] = {}
    found: list[Diagnostic] = []
    private: set[str] = set()
    times: dict[str, int] = {}
    folder = request.output / slug_of(scenario)
    refuse_foreign(folder)
    drawn = tables_note(scenario, request.tables)
    with _telling(request):
        for number in range(1, request.tables + 1):
            game = table_game(path, number)
            report = _judged(game, request)
            made, warnings = _files(game, asked, request, tuple(d for d in report.errors if d.waivable))
            table = f"table-{number}"
            files |= {f"{table}/{name}": data for name, data in made.items()}
            private |= {f"{table}/{name}" for a in asked if a != "public" for name in (a, _archive(game, a))}
            times |= {f"{table}/{name}" if name else "": time for name, time in _times(game, asked).items()}
            found += [*report.diagnostics, *warnings]
    notes = (drawn, *_removed(folder, files))
    replace_folder(folder, files, frozenset(private), times)
    told = _told(Report.of(found), request)
    return Built(folder=folder, files=tuple(files), audiences=asked, report=told, notes=notes)


def _removed(folder: Path, files: Mapping[str, bytes]) -> Iterator[str]:
    """Say which folders and PDFs of the last build go, since the folder is replaced as a whole."""
    kept = {one for name in map(PurePosixPath, files) for one in (name, *name.parents)}
    gone: list[PurePosixPath] = []
    for path in sorted(folder.glob("**/*")) if folder.is_dir() else ():
        name = PurePosixPath(path.relative_to(folder).as_posix())
        if name not in kept and name.parent in kept and (path.is_dir() or path.suffix == ".pdf"):
            gone.append(name)
    more = len(gone) - MOST_TOLD
    names = [str(name) for name in gone[:MOST_TOLD]] + ([f"{more} more"] if more > 0 else [])
    if names:
        yield f"removed from {folder.as_posix()}, which holds what its last build made: {', '.join(names)}"


def _asked(scenario: Sourced[Scenario], request: Request) -> tuple[str, ...]:
    """Give the readers to build for; their names are those of the scenario's sides."""
    known = ("public", *scenario.value.sides, "umpire")
    if request.solo is not None and request.solo not in scenario.value.sides:
        raise UnknownAudience(f"no side is called {request.solo}; {meant(request.solo, known[1:-1])}")
    for audience in request.audiences:
        if audience not in known:
            raise UnknownAudience(f"no reader is called {audience}; {meant(audience, known)}")
        if audience == "umpire" and not request.tables:
            for side in scenario.value.sides:
                if not exists(orders_file(scenario, side)):
                    help = f"the umpire needs both sides' orders; write {side}.orders.yaml, or build for one side"
                    raise PlayaidError(f"cannot read {orders_file(scenario, side)}: it does not exist", help=help)
    usual = known if request.solo is None else known[:-1]
    return tuple(audience for audience in known if audience in (request.audiences or usual))


def _openable(audiences: Sequence[str]) -> frozenset[str] | None:
    """Give the sides whose orders may be opened for some readers; None means both."""
    return None if "umpire" in audiences else frozenset(a for a in audiences if a not in OTHER_READERS)


def _judged(game: Game, request: Request) -> Report:
    """Check a game; raise `Rejected` for errors that are not waived."""
    report = game.check().plus(Report.of((*_unprintable(game), *check_sealed(game))))
    report = report.strict() if request.strict else report
    if any(not (request.force and error.waivable) for error in report.errors):
        raise Rejected(report)
    return report


def _told(report: Report, request: Request) -> Report:
    """Give the report as the asked readers may see it: values of orders only for their owner or the umpire."""
    alone = len(request.audiences) == 1 and request.audiences[0] != "public" and request.solo is None
    return report if alone else report.discreet()


@contextmanager
def _telling(request: Request) -> Iterator[None]:
    """Reject what is rejected within as the asked readers may see it."""
    try:
        yield
    except Rejected as rejected:
        raise Rejected(_told(rejected.report, request)) from None


def _unprintable(game: Game) -> Iterator[Diagnostic]:
    """PA120: every character of every text has a glyph."""
    for source in (game.scenario.source, *(orders.source for orders in game.orders.values())):
        yield from unprintable_in(source)


def unprintable_in(source: Source) -> Iterator[Diagnostic]:
    """Give the texts of a file that the font cannot print, with their places."""
    stack: list[tuple[tuple[str | int, ...], Any]] = [((), source.tree)]
    while stack:
        way, value = stack.pop()
        if isinstance(value, dict):
            stack += [((*way, key), part) for key, part in value.items()]
        elif isinstance(value, list):
            stack += [((*way, number), part) for number, part in enumerate(value)]
        elif isinstance(value, Scalar) and not value.isascii():
            problem = missing(" ".join(value.split()), Face.REGULAR, "")
            if problem is not None:
                yield source.diagnostic(codes.UNPRINTABLE, f"{problem.detail}{_owner(source.tree, way)}", *way)


def _owner(tree: Any, way: tuple[str | int, ...]) -> str:
    """Name the thing a text belongs to by its id and field, for example `` (unit pz, name)``."""
    for part in way[:-1]:
        tree = tree[part]
    field = f"field {way[-1]}" if way else ""
    return f" ({tree['id']}, {field})" if isinstance(tree, dict) and "id" in tree else f" ({field})"


def _files(
    game: Game, audiences: Sequence[str], request: Request, waived: tuple[Diagnostic, ...]
) -> tuple[dict[str, bytes], list[Diagnostic]]:
    """Give the files of a build by their paths, and what was warned about while they were laid out."""
    public = public_view(game.scenario.value, game.rules, waived)
    files: dict[str, bytes] = {}
    warnings: list[Diagnostic] = []
    shade = not request.kinds or bool({"map", "pack"} & set(request.kinds))
    seals = {side: seal for side in game.orders if (seal := seal_of(game, side)) is not None}
    for audience in audiences:
        listed: list[dict[str, Any]] = []
        view = _view(game, public, audience, seals, shade=shade)
        for name, language, rendered, document in _documents(view, game, _for(audience, request)):
            files[f"{audience}/{name}"] = rendered.data
            seen = dict(pictures(name, rendered.data)) if request.preview else {}
            files |= {f"{audience}/{picture}": data for picture, data in seen.items()}
            listed.append(_entry(name, language, rendered, document, seen))
            warnings += _text_warnings(game, audience, rendered)
        archive = _archive(game, audience) if request.zip else None
        files[f"{audience}/manifest.json"] = manifest(audience, listed, _inputs(game, audience), archive)
        if archive is not None:
            files[archive] = _zipped(archive, audience, files)
    return files, warnings


def _for(audience: str, request: Request) -> Request:
    """Give what a reader gets; of the enemy whom nobody has seen only what tells nothing: markers and closed slips."""
    return request if audience != request.solo else replace(request, kinds=SOLO_KINDS)


def _archive(game: Game, audience: str) -> str:
    """Name the archive of an audience's folder: it is sent alone, so it says what it is."""
    return f"{slug_of(game.scenario)}-{audience}.zip"


def _zipped(archive: str, audience: str, files: Mapping[str, bytes]) -> bytes:
    own = {name.partition("/")[2]: data for name, data in files.items() if name.startswith(f"{audience}/")}
    return zipped(archive.removesuffix(".zip"), own, secret=audience != "public")


def _times(game: Game, audiences: Sequence[str]) -> dict[str, int]:
    """Give the times that what was built bears: that of the newest file its reader may read tells him nothing."""
    times = dict.fromkeys(("", RECORD), _changed(game.scenario.source))
    for audience in audiences:
        may = [orders.source for side, orders in game.orders.items() if audience in (side, "umpire")]
        times[audience] = times[_archive(game, audience)] = max(map(_changed, (game.scenario.source, *may)))
    return times


def _changed(source: Source) -> int:
    try:
        return int((pack_of(source.file) or source.file).stat().st_mtime)
    except OSError:
        return 0


def _view(game: Game, public: PublicView, audience: str, seals: Mapping[str, Reveal], *, shade: bool) -> View:
    if audience == "public":
        return public
    if audience == "umpire":
        return umpire_view(public, game.ground, game.orders, seals, shade=shade)
    return side_view(public, game.ground, audience, game.orders.get(audience), seals.get(audience))


def _documents(view: View, game: Game, request: Request) -> Iterator[tuple[str, str, Rendered, Document]]:
    languages = request.languages or (game.scenario.value.language,)
    asked = request.kinds or KINDS
    for kind in (kind for kind in (*KINDS, "slips") if kind in asked):
        for language in languages:
            document = compose(kind, view, voice(language, request.templates), request.settings)
            if document is None:
                continue
            name = f"{kind}.pdf" if len(languages) == 1 else f"{kind}.{language}.pdf"
            yield name, language, _rendered(document, game, request, isinstance(view, PublicView)), document


def _rendered(document: Document, game: Game, request: Request, public: bool) -> Rendered:
    """Render a document; what does not fit or cannot be printed is a diagnostic like any other."""
    source = game.scenario.source
    try:
        return render(document, request.settings.sheet)
    except DoesNotFit as error:
        said = source.diagnostic(codes.DOES_NOT_FIT, f"{document.kind}: {error}")
    except Unprintable as error:
        said = source.diagnostic(codes.UNPRINTABLE, f"{document.kind}: {error}")
        said = replace(said, place=replace(said.place, secret=not public))  # its text may be one side's
    raise Rejected(Report((said,)))


def _text_warnings(game: Game, audience: str, rendered: Rendered) -> Iterator[Diagnostic]:
    """Say what was shortened; what a side's page shortened may be its secret."""
    source = game.scenario.source
    for problem in rendered.warnings:
        said = source.diagnostic(codes.SHORTENED, f"{problem.owner or problem.text}: {problem.detail}")
        if audience != "public":
            said = replace(said, place=replace(said.place, secret=True))
        yield said


def _entry(
    name: str, language: str, rendered: Rendered, document: Document, seen: Mapping[str, bytes]
) -> dict[str, Any]:
    pictures = [{"file": file, "sha256": hashlib.sha256(data).hexdigest()} for file, data in seen.items()]
    return {
        "file": name,
        "kind": document.kind,
        "language": language,
        "pages": rendered.pages,
        "sha256": hashlib.sha256(rendered.data).hexdigest(),
        **({"pictures": pictures} if pictures else {}),
    }


def _inputs(game: Game, audience: str) -> dict[str, bytes]:
    """Give the files an audience may read, as they were read."""
    inputs = {"scenario.yaml": game.scenario.source.data, **dict(game.scenario.source.sheets.values())}
    for side, orders in game.orders.items():
        if audience in (side, "umpire"):
            inputs |= {f"{side}.orders.yaml": orders.source.data, **dict(orders.source.sheets.values())}
    return inputs
