"""The rules a scenario plays by: the rulesets it names, the readings it chooses, and what is wrong with either."""

from functools import lru_cache

from playaid import codes
from playaid.diagnostics import Diagnostic, Rejected, Report, Severity
from playaid.fields import meant
from playaid.rules import Rules
from playaid.ruleset import BUILT_IN, Ruleset, built_in, is_path, load_ruleset
from playaid.scenario import RulesForm, Scenario, Sourced
from playaid.source import Source


def load_rules(scenario: Sourced[Scenario]) -> Rules:
    """Give the rules a scenario plays by. Raises `Rejected` with everything that is wrong in how it names them."""
    source, form = scenario.source, scenario.value.rules
    found: list[Diagnostic] = []
    rulesets: dict[str, Ruleset] = {}
    for kind in ("concealment", "night"):
        named = getattr(form, kind)
        if named is not None:
            ruleset = _load_named(source, kind, named, found)
            if ruleset is not None:
                rulesets[kind] = ruleset
    if form.concealment is None and form.night is None:
        found.append(source.diagnostic(codes.NO_RULES, "neither concealment nor night rules are named", "rules"))
    if not found:
        chosen = tuple(sorted(form.rulings.items()))
        if {form.concealment, form.night} <= {*BUILT_IN, None}:
            rules = _built_in_rules(form.concealment, form.night, chosen)
        else:
            rules = Rules(concealment=rulesets.get("concealment"), night=rulesets.get("night"), chosen=chosen)
        found += _ruling_problems(source, form, rules)
        found += _mixing_problems(source, rules)
    if any(d.severity is Severity.ERROR for d in found):
        raise Rejected(Report.of(found))
    return rules


@lru_cache(maxsize=32)
def _built_in_rules(concealment: str | None, night: str | None, chosen: tuple[tuple[str, str], ...]) -> Rules:
    """Give rules of our own rulesets: one value for all scenarios, so that what follows from them is found once."""
    return Rules(
        concealment=built_in(concealment) if concealment is not None else None,
        night=built_in(night) if night is not None else None,
        chosen=chosen,
    )


def _load_named(source: Source, kind: str, named: str, found: list[Diagnostic]) -> Ruleset | None:
    if named not in BUILT_IN and not is_path(named):
        help = f"{meant(named, list(BUILT_IN))}; a club's own file is named with its ending, club.yaml"
        found.append(
            source.diagnostic(codes.UNKNOWN_RULESET, f"no ruleset is called {named}", "rules", kind, help=help)
        )
        return None
    try:
        ruleset = load_ruleset(named, source.file.parent)
    except Rejected as rejected:
        found += rejected.report.diagnostics
        return None
    if ruleset.kind != kind:
        help = f"write {ruleset.kind}: {named}"
        said = f"{named} is a {ruleset.kind} ruleset"
        found.append(source.diagnostic(codes.NO_RULES, said, "rules", kind, help=help))
        return None
    return ruleset


def _ruling_problems(source: Source, form: RulesForm, rules: Rules) -> list[Diagnostic]:
    known = {id: ruling for ruleset in rules.rulesets for id, ruling in ruleset.rulings.items()}
    found = []
    for id, option in form.rulings.items():
        way = ("rules", "rulings", id)
        if id not in known:
            help = meant(id, list(known))
            found.append(
                source.diagnostic(codes.UNKNOWN_RULING, f"no ruling is called {id}", *way, help=help, key=True)
            )
        elif option not in known[id].options:
            help = meant(option, list(known[id].options))
            said = f"ruling {id} has no option {option}"
            found.append(source.diagnostic(codes.UNKNOWN_RULING, said, *way, help=help, ruling=id))
    return found


def _mixing_problems(source: Source, rules: Rules) -> list[Diagnostic]:
    """Refuse two rulesets at once unless N10 says how they meet."""
    if len(rules.rulesets) < 2 or rules.reading("N10") != "refuse":
        return []
    return [source.diagnostic(codes.MIXED_GAMES, codes.MIXED_GAMES.title, "rules", ruling="N10")]
