"""The night card: the visibility table in both units, the chance to see, movement, bogging, the "fired" exemption."""

from playaid.documents import Settings, document, imprint_of, readings, sentences
from playaid.engine import bogging, chance_to_see, dawn
from playaid.pages import Document, Flow
from playaid.prose import Voice
from playaid.prose import compose as blocks
from playaid.ruleset import Rules
from playaid.views import Imprint, PublicView, View

HOW = (("night.how", ()), ("night.how_platoon", ("N2",)))
"""How to roll, each phrase with the rulings that it takes as read by default."""


DAWN_TURNS = 4
"""So many turns of a dawn are worth printing: then it has nearly always come."""


def compose(view: View, voice: Voice, settings: Settings) -> Document | None:
    """Give everybody the card, when night rules are on."""
    if not isinstance(view, PublicView) or view.imprint.rules.night is None:
        return None
    return card(imprint_of(view), voice, settings)


def card(imprint: Imprint, voice: Voice, settings: Settings) -> Document:
    """Give the card of a ruleset."""
    flow = Flow(blocks=blocks("night.xml", voice, context(imprint.rules, voice)))
    return document("night", imprint, voice, settings, (flow,), reader=voice.say("audience.public"))


def context(rules: Rules, voice: Voice) -> dict[str, object]:
    """Give what the card's template may use. Both columns are printed as the data has them, never converted."""
    tables = rules.dark
    return {
        "title": voice.say("kind.night"),
        "rows": [
            {
                "roll": row.roll,
                "inches": voice.length(row.inches, "in"),
                "cm": voice.length(row.cm, "cm"),
                "chance": voice.percent(chance_to_see(rules, row)),
            }
            for row in tables.visibility
        ],
        "beyond": {
            "inches": voice.length(tables.visibility[-1].inches, "in"),
            "cm": voice.length(tables.visibility[-1].cm, "cm"),
        },
        "how": sentences(rules, voice, HOW, faces=tables.die.faces, dice=tables.dice),
        "best": tables.dice > 1,
        "fired": sentences(rules, voice, (("night.fired", ("N5",)), ("night.hold", ("N6",)))),
        "readings": readings(rules, voice, "N"),
        "movement": {
            "inches": voice.length(tables.movement.inches, "in"),
            "cm": voice.length(tables.movement.cm, "cm"),
            "double": tables.movement.double,
        },
        "bogging": bogging_rows(rules, voice),
        "reroll": tables.reroll == "passes" and rules.reading("N8") != "may",
        "dawn_needs": tables.dawn.needs if tables.dawn is not None else 0,
        "dawn": dawn_rows(rules, voice),
        "source": voice.local(tables.source),
    }


def bogging_rows(rules: Rules, voice: Voice) -> list[dict[str, str]]:
    """Give for each bogging check its need and its chances by day and at night."""
    rows = []
    for check in rules.dark.bogging.values():
        day, night = bogging(rules, check)
        name = voice.local(check.name)
        rows.append(
            {"name": name, "needs": f"{check.needs}+", "day": voice.percent(day), "night": voice.percent(night)}
        )
    return rows


def dawn_rows(rules: Rules, voice: Voice) -> list[dict[str, object]]:
    """Give for the first turns in which the light may change the chance in that turn and by its end."""
    table = rules.dark.dawn
    if table is None:
        return []
    rows: list[dict[str, object]] = []
    for turn in range(table.first_turn, table.first_turn + DAWN_TURNS):
        now, by_then = dawn(rules, turn)
        dice = turn - table.first_turn + 1
        rows.append({"turn": turn, "dice": dice, "now": voice.percent(now), "by_then": voice.percent(by_then)})
    return rows
