"""``playaid explain``, ``list`` and ``schema``: what playaid knows, to read."""

from typing import TYPE_CHECKING, Any

import click

from playaid.cli_options import Choice
from playaid.cli_terminal import say

if TYPE_CHECKING:
    from collections.abc import Iterator

    from playaid.ruleset import Ruleset

LANGUAGE = click.option("--language", type=Choice(["en", "fr", "ru"]), default="en", show_default=True)


@click.command()
@click.argument("name")
@LANGUAGE
@click.option("--rules", metavar="ID|FILE", help="Another ruleset than the built-in ones.")
def explain(name: str, language: str, rules: str | None) -> None:
    """Explain a diagnostic code (PA302), a clause (8.A) or a ruling (D1)."""
    from playaid.codes import ALL
    from playaid.fields import meant

    by_name = {code.number.lower(): code for code in ALL} | {code.slug: code for code in ALL}
    if name.lower() in by_name:
        say(_code_text(by_name[name.lower()]))
        return
    for ruleset in _rulesets(rules):
        for id, clause in ruleset.clauses.items():
            if id.lower() == name.lower():
                title, summary = clause.title.show(language), clause.summary.show(language)
                say(f"clause {id}: {title} ({ruleset.edition.show(language)})\n\n{summary}")
                return
        for id, ruling in ruleset.rulings.items():
            if id.lower() == name.lower():
                say("\n".join(_ruling_lines(id, ruling, language)))
                return
    known = [code.number for code in ALL] + [
        id for ruleset in _rulesets(rules) for id in (*ruleset.clauses, *ruleset.rulings)
    ]
    raise click.UsageError(f"nothing is called {name}; {meant(name, known)}")


def _code_text(code: Any) -> str:
    from playaid.cases import lesson

    parts = [f"{code.number} {code.slug} ({code.severity})", f"{code.title}.", code.why, f"What to do: {code.advice}."]
    taught = lesson(code.number)
    if taught is not None:
        parts[2] = taught.why
        parts += [f"Reported: {taught.wrong}", f"In order: {taught.right}"]
    elif code.wrong:
        indent = "\n    "
        parts.append("Wrong:" + indent + code.wrong.replace("\n", indent))
        parts.append("Right:" + indent + code.right.replace("\n", indent))
    return "\n\n".join(parts)


def _ruling_lines(id: str, ruling: Any, language: str) -> "Iterator[str]":
    yield f"ruling {id} (clause {ruling.clause}): {ruling.question.show(language)}"
    yield ""
    for option, meaning in ruling.options.items():
        star = "*" if option == ruling.default else " "
        yield f"  {star} {option}: {meaning.show(language)}"
    yield ""
    yield f"* is the default. {ruling.why.show(language)}"
    yield f"To choose another, write under rules: rulings: {{{id}: OPTION}}"


def _rulesets(named: str | None) -> "list[Ruleset]":
    from playaid.ruleset import BUILT_IN, built_in, load_named

    return [load_named(named)] if named else [built_in(id) for id in BUILT_IN]


@click.command("list")
@click.argument("what", type=Choice(["rulesets", "clauses", "rulings", "codes", "papers", "kinds", "labels"]))
@LANGUAGE
@click.option("--rules", metavar="ID|FILE", help="Another ruleset than the built-in ones.")
def list_(what: str, language: str, rules: str | None) -> None:
    """List what playaid knows."""
    for line in _lines(what, language, rules):
        say(line)


def _lines(what: str, language: str, rules: str | None) -> "Iterator[str]":
    if what == "codes":
        from playaid.codes import ALL

        yield from (f"{code.number}  {code.severity:7}  {code.slug}: {code.title}" for code in ALL)
    elif what == "papers":
        from playaid.papers import PAPERS

        yield from (f"{key:12} {paper.width / 1000:g} x {paper.height / 1000:g} mm" for key, paper in PAPERS.items())
    elif what == "labels":
        from playaid.labelsheet import common

        yield from (f"{id:12} {name} ({', '.join(also)})" for id, (name, also) in common().items())
    elif what == "kinds":
        from playaid.documents import KINDS
        from playaid.prose import voice

        yield from (f"{kind:12} {voice(language).say(f'kind.{kind}')}" for kind in KINDS)
    else:
        for ruleset in _rulesets(rules):
            yield from _ruleset_lines(what, ruleset, language)


def _ruleset_lines(what: str, ruleset: "Ruleset", language: str) -> "Iterator[str]":
    if what == "rulesets":
        yield f"{ruleset.id:22} {ruleset.kind:12} {ruleset.edition.show(language)}"
    elif what == "clauses":
        yield from (f"{id:5} {clause.title.show(language)}" for id, clause in ruleset.clauses.items())
    else:
        for id, ruling in ruleset.rulings.items():
            others = [option for option in ruling.options if option != ruling.default]
            behind = f" (or {', '.join(others)})" if others else ""
            yield f"{id:4} {ruling.clause:4} {ruling.default}{behind}: {ruling.question.show(language)}"


@click.command()
@click.argument("what", type=Choice(["scenario", "orders", "ruleset", "recipe"]))
def schema(what: str) -> None:
    """Print the JSON Schema of a file, for editors that complete and check YAML."""
    from playaid.schemas import schema_text

    say(schema_text(what))
