"""The night card: the visibility table in both units, the chance to see, movement, bogging, the "fired" exemption."""

from fractions import Fraction

from playaid.documents import Settings, document, imprint_of, readings, sentences
from playaid.documents.cards import CARDS, deck, styles
from playaid.elements import compose as blocks
from playaid.engine import bogging, chance_to_see, dawn
from playaid.lengths import Length
from playaid.pages import Deck, Document, Flow, Picture
from playaid.plots import SHARES, Axes, Curve, Step, Tick, plot
from playaid.prose import Voice
from playaid.rules import Rules
from playaid.views import Imprint, PublicView, View

HOW = (("night.how", ()), ("night.how_platoon", ("N2",)))
"""How to roll, each phrase with the rulings that it takes as read by default."""


PLOT_HEIGHT = 36_000
"""Height of the plot of chances, in µm."""

CARD_PLOT_HEIGHT = 27_500
"""Its height on a card, in µm."""

WIDE = 150_000
"""A page with so much width has the plot beside the table, in µm."""

BESIDE, BESIDE_HEIGHT = 5_000, 58_000
"""The gap between table and plot, and the height of the plot there, in µm."""

DAWN_TURNS = 4
"""So many turns of a dawn are worth printing: then it has nearly always come."""


def compose(view: View, voice: Voice, settings: Settings) -> Document | None:
    """Give everybody the card, when night rules are on."""
    if not isinstance(view, PublicView) or view.imprint.rules.night is None:
        return None
    return card(imprint_of(view), voice, settings)


def card(imprint: Imprint, voice: Voice, settings: Settings) -> Document:
    """Give the card of a ruleset."""
    part = _page(imprint.rules, voice, settings) if settings.card is None else _deck(settings.card, imprint, voice)
    return document("night", imprint, voice, settings, (part,), reader=voice.say("audience.public"))


def _page(rules: Rules, voice: Voice, settings: Settings) -> Flow:
    """Give the card as a page."""
    room = settings.sheet.room()[0]
    wide = room >= WIDE
    width, height = (Length((room - BESIDE) // 2), BESIDE_HEIGHT) if wide else (room, PLOT_HEIGHT)
    pictures = {"chances": chances(rules, voice, width, height)}
    values = {**context(rules, voice), "wide": wide}
    return Flow(blocks=blocks("night.xml", voice, values, pictures))


def _deck(name: str, imprint: Imprint, voice: Voice) -> Deck:
    """Give the card as cards of a size to cut out."""
    pictures = {"chances": chances(imprint.rules, voice, CARDS[name].room, CARD_PLOT_HEIGHT)}
    values = {**context(imprint.rules, voice), **styles(name)}
    return deck(name, blocks("night-card.xml", voice, values, pictures), imprint, voice)


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
            "chance": voice.percent(Fraction(0)),
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


def chances(rules: Rules, voice: Voice, width: Length, height: int = PLOT_HEIGHT) -> Picture:
    """Give the chance to see against distance; the nominal pairs of both units stand at one place each."""
    rows = {row.cm: row for row in reversed(rules.dark.visibility)}  # rolls that see equally far are one step
    seen = [row for _, row in sorted(rows.items())]
    steps = [Step(end=row.cm, chance=chance_to_see(rules, row)) for row in seen if row.cm]
    labelled = [Step(end=step.end, chance=step.chance, label=voice.percent(step.chance)) for step in steps]
    beyond = Step(end=None, chance=Fraction(0))
    axes = Axes(
        reach=seen[-1].cm * 21 // 20 or 1,
        below=tuple(Tick(at=row.cm, label=voice.length(row.cm, "cm")) for row in seen),
        above=tuple(Tick(at=row.cm, label=voice.length(row.inches, "in")) for row in seen),
        chances=tuple(voice.percent(share) for share in SHARES),
    )
    return plot([Curve(name="", steps=(*labelled, beyond))], axes, width, height, voice.look.ink)


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
