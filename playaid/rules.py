"""The rules in force: at most one ruleset of each kind, and how every ruling is read.

Rulesets are read elsewhere and only when there are any: an aid without rules starts without what reads them.
"""

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

from playaid.diagnostics import Severity

if TYPE_CHECKING:
    from playaid.ruleset import Clause, Concealment, Night, Ruleset


@dataclass(frozen=True, kw_only=True)
class Rules:
    """What is in force: at most one ruleset of each kind, and the reading chosen for every ruling."""

    concealment: "Ruleset | None" = None
    night: "Ruleset | None" = None
    chosen: tuple[tuple[str, str], ...] = ()

    @classmethod
    def of(cls, ruleset: "Ruleset", chosen: tuple[tuple[str, str], ...] = ()) -> "Rules":
        """Give the rules of one ruleset alone, with its own readings or others that were chosen."""
        if ruleset.kind == "concealment":
            return cls(concealment=ruleset, chosen=chosen)
        return cls(night=ruleset, chosen=chosen)

    @property
    def rulesets(self) -> "tuple[Ruleset, ...]":
        """The rulesets, concealment first."""
        return tuple(ruleset for ruleset in (self.concealment, self.night) if ruleset is not None)

    @cached_property
    def readings(self) -> dict[str, str]:
        """The option in force for every ruling."""
        defaults = {id: ruling.default for ruleset in self.rulesets for id, ruling in ruleset.rulings.items()}
        return {**defaults, **dict(self.chosen)}

    def reading(self, ruling: str, default: str = "") -> str:
        """Give the option in force for a ruling."""
        return self.readings.get(ruling, default)

    @cached_property
    def departures(self) -> tuple[tuple[str, str], ...]:
        """The rulings whose option in force is not playaid's own default, sorted as rulings are."""
        return tuple(
            (id, option)
            for id, option in sorted(self.readings.items(), key=lambda item: ruling_order(item[0]))
            if option != _own_default(id, self.rulesets)
        )

    @property
    def tables(self) -> "Concealment":
        """The concealment tables; only asked for when a concealment ruleset is on."""
        if self.concealment is None or self.concealment.concealment is None:
            raise LookupError("no concealment ruleset is on")
        return self.concealment.concealment

    @property
    def dark(self) -> "Night":
        """The night tables; only asked for when a night ruleset is on."""
        if self.night is None or self.night.night is None:
            raise LookupError("no night ruleset is on")
        return self.night.night

    def clause(self, id: str) -> "Clause | None":
        """Give a clause of the rulesets in force."""
        return next((ruleset.clauses[id] for ruleset in self.rulesets if id in ruleset.clauses), None)

    def severity(self, clause: str) -> Severity:
        """Give how bad it is to break a clause, as the ruleset says."""
        found = self.clause(clause)
        return Severity.ERROR if found is None else Severity(found.severity)


def ruling_order(id: str) -> tuple[str, int]:
    """Give the key by which rulings are listed: letter, then number."""
    digits = id.lstrip("ABCDEFGHIJKLMNOPQRSTUVWXYZ")
    return id[: len(id) - len(digits)], int(digits) if digits.isdigit() else 0


def _own_default(id: str, rulesets: "tuple[Ruleset, ...]") -> str:
    """Give playaid's own default for a ruling: that of the built-in ruleset a club's file extends."""
    from playaid.ruleset import BUILT_IN, built_in

    for ruleset in rulesets:
        if id in ruleset.rulings:
            base = built_in(ruleset.extends) if ruleset.extends in BUILT_IN else ruleset
            return base.rulings[id].default if id in base.rulings else ruleset.rulings[id].default
    return ""
