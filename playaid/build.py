"""Builds: which reader gets which documents, composed from his view, written as one folder a scenario."""

import hashlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from playaid import codes
from playaid.diagnostics import Diagnostic, PlayaidError, Rejected, Report
from playaid.documents import KINDS, Settings, compose
from playaid.fields import meant
from playaid.fonts import Unprintable, missing
from playaid.game import Game, read_game
from playaid.imposition import DoesNotFit
from playaid.output import manifest, refuse_foreign, replace_folder
from playaid.pages import Document, Face
from playaid.pdf import Rendered, render
from playaid.prose import voice
from playaid.scenario import load_scenario, orders_file, slug_of
from playaid.source import Scalar, Source
from playaid.views import PublicView, View, public_view, side_view, umpire_view

OTHER_READERS = ("public", "umpire")


@dataclass(frozen=True, kw_only=True)
class Request:
    """What a user asks of a build. Empty tuples mean: what is usual."""

    output: Path
    settings: Settings
    audiences: tuple[str, ...] = ()
    kinds: tuple[str, ...] = ()
    languages: tuple[str, ...] = ()
    strict: bool = False
    force: bool = False


@dataclass(frozen=True, kw_only=True)
class Built:
    """What a build wrote: the folder, its files, and the report of what was only warned about or waived."""

    folder: Path
    files: tuple[str, ...]
    audiences: tuple[str, ...]
    report: Report


class UnknownAudience(ValueError):
    """A reader that the scenario does not have; the message names the known ones."""


def build(path: Path, request: Request) -> Built:
    """Check a scenario and print it for its readers.

    Raises `Rejected` when something is wrong, and then nothing was written; `PlayaidError` when the output cannot be
    written; `UnknownAudience` for a reader that does not exist.
    """
    asked = _asked(path, request)
    try:
        game = read_game(path, _openable(asked))
        report = _judged(game, request)
    except Rejected as rejected:
        raise Rejected(_told(rejected.report, request)) from None
    folder = request.output / slug_of(game.scenario)
    refuse_foreign(folder)
    audiences = asked if request.audiences else tuple(a for a in asked if a != "umpire" or len(game.orders) == 2)
    files, warnings = _files(game, audiences, request, tuple(d for d in report.errors if d.waivable))
    private = frozenset(audience for audience in audiences if audience != "public")
    replace_folder(folder, files, private)
    said = _told(Report.of((*report.diagnostics, *warnings)), request)
    return Built(folder=folder, files=tuple(sorted(files)), audiences=audiences, report=said)


def _asked(path: Path, request: Request) -> tuple[str, ...]:
    """Give the readers to build for; their names are those of the scenario's sides."""
    scenario = load_scenario(path)
    known = ("public", *scenario.value.sides, "umpire")
    for audience in request.audiences:
        if audience not in known:
            raise UnknownAudience(f"no reader is called {audience}; {meant(audience, known)}")
        if audience == "umpire":
            for side in scenario.value.sides:
                if not orders_file(scenario, side).exists():
                    help = f"the umpire needs both sides' orders; write {side}.orders.yaml, or build for one side"
                    raise PlayaidError(f"cannot read {orders_file(scenario, side)}: it does not exist", help=help)
    return tuple(audience for audience in known if audience in (request.audiences or known))


def _openable(audiences: Sequence[str]) -> frozenset[str] | None:
    """Give the sides whose orders may be opened for some readers; None means both."""
    return None if "umpire" in audiences else frozenset(a for a in audiences if a not in OTHER_READERS)


def _judged(game: Game, request: Request) -> Report:
    """Check a game; raise `Rejected` for errors that are not waived."""
    report = game.check().plus(Report.of(_unprintable(game)))
    report = report.strict() if request.strict else report
    if any(not (request.force and error.waivable) for error in report.errors):
        raise Rejected(report)
    return report


def _told(report: Report, request: Request) -> Report:
    """Give the report as the asked readers may see it: values of orders only for their owner or the umpire."""
    alone = len(request.audiences) == 1 and request.audiences[0] != "public"
    return report if alone else report.discreet()


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
    for audience in audiences:
        listed: list[dict[str, Any]] = []
        for name, language, rendered, document in _documents(_view(game, public, audience), game, request):
            files[f"{audience}/{name}"] = rendered.data
            listed.append(_entry(name, language, rendered, document))
            warnings += _text_warnings(game, audience, rendered)
        files[f"{audience}/manifest.json"] = manifest(audience, listed, _inputs(game, audience))
    return files, warnings


def _view(game: Game, public: PublicView, audience: str) -> View:
    if audience == "public":
        return public
    if audience == "umpire":
        return umpire_view(public, game.ground, game.orders)
    return side_view(public, game.ground, audience, game.orders.get(audience))


def _documents(view: View, game: Game, request: Request) -> Iterator[tuple[str, str, Rendered, Document]]:
    languages = request.languages or (game.scenario.value.language,)
    for kind in KINDS:
        if request.kinds and kind not in request.kinds:
            continue
        for language in languages:
            document = compose(kind, view, voice(language), request.settings)
            if document is None:
                continue
            name = f"{kind}.pdf" if len(languages) == 1 else f"{kind}.{language}.pdf"
            yield name, language, _rendered(document, game, request), document


def _rendered(document: Document, game: Game, request: Request) -> Rendered:
    """Render a document; what does not fit or cannot be printed is a diagnostic like any other."""
    source = game.scenario.source
    try:
        return render(document, request.settings.sheet)
    except DoesNotFit as error:
        said = source.diagnostic(codes.DOES_NOT_FIT, f"{document.kind}: {error}")
    except Unprintable as error:
        said = source.diagnostic(codes.UNPRINTABLE, f"{document.kind}: {error}")
    raise Rejected(Report((said,)))


def _text_warnings(game: Game, audience: str, rendered: Rendered) -> Iterator[Diagnostic]:
    """Say what was shortened; what a side's page shortened may be its secret."""
    source = game.scenario.source
    for problem in rendered.warnings:
        said = source.diagnostic(codes.SHORTENED, f"{problem.owner or problem.text}: {problem.detail}")
        if audience != "public":
            said = replace(said, place=replace(said.place, secret=True))
        yield said


def _entry(name: str, language: str, rendered: Rendered, document: Document) -> dict[str, Any]:
    return {
        "file": name,
        "kind": document.kind,
        "language": language,
        "pages": rendered.pages,
        "sha256": hashlib.sha256(rendered.data).hexdigest(),
    }


def _inputs(game: Game, audience: str) -> dict[str, bytes]:
    """Give the files an audience may read, as they were read."""
    inputs = {"scenario.yaml": game.scenario.source.text.encode()}
    for side, orders in game.orders.items():
        if audience in (side, "umpire"):
            inputs[f"{side}.orders.yaml"] = orders.source.text.encode()
    return inputs
