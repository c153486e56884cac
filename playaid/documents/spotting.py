"""The spotting card: distance bands for each cover class, automatic distances, who may test and what it costs."""

from collections.abc import Sequence
from fractions import Fraction
from functools import lru_cache

from playaid.documents import Settings, document, imprint_of, readings, sentences
from playaid.documents.cards import CARDS, deck, styles
from playaid.elements import compose as blocks
from playaid.engine import Band, any_of, automatic, bands, hiders, spotters, testers
from playaid.lengths import MICROMETRES, Length
from playaid.memo import Same
from playaid.pages import Deck, Document, Flow, Part, Picture
from playaid.plots import SHARES, Axes, Curve, Step, Tick, even_ticks, plot
from playaid.prose import Voice, capital
from playaid.rules import Rules
from playaid.views import Imprint, PublicView, View

SAID = {
    "measuring": (("spotting.measure", ("R8",)), ("spotting.test_how", ("R2", "R3"))),
    "spotted_text": (
        ("spotting.automatic_how", ()),
        ("spotting.inclusive", ("R9",)),
        ("spotting.close_how", ("A4",)),
        ("spotting.test_is_idle", ("A6",)),
        ("spotting.dense_note", ("A11",)),
    ),
    "who_text": (("spotting.who_text", ()), ("spotting.several_tests", ("T3",)), ("spotting.decoys_text", ())),
    "fire_text": (("spotting.fire_text", ()), ("spotting.no_free_shot", ("T10",))),
    "hide_text": (("spotting.hide_text", ()), ("spotting.hide_cover", ("H2",))),
}
"""The phrases of the card, each with the rulings that it takes as read by default."""

PLOT_HEIGHT, SMALL_PLOT_HEIGHT, BESIDE = 30_000, 25_000, 5_000
"""Height of the plot of chances, in small type, and the gap beside it there, in µm."""

LONG_DISTANCE, LONG_FACTOR = len(">185–205"), len("9.5–10")
"""Letters that a narrow column shows in one line."""

CLASS_WIDTH, NEED_WIDTH = 26_000, 32_000
"""The width of a page that a cover class takes beside others, and that the roll and its chance take, in µm."""

MANY = 3
"""More cover classes side by side than this are set in small type."""

NARROW = 150_000
"""A page with less width is set in small type, in µm."""

SEVERAL = (2, 3, 4)
"""So many tests in one activation are worth a column: four action points buy no more."""


def compose(view: View, voice: Voice, settings: Settings) -> Document | None:
    """Give everybody the card, when concealment rules are on."""
    if not isinstance(view, PublicView) or view.imprint.rules.concealment is None:
        return None
    return card(imprint_of(view), voice, settings, view.units)


def card(imprint: Imprint, voice: Voice, settings: Settings, measured: str = "") -> Document:
    """Give the card of a ruleset. A game `measured` in another unit than the rules has its distances in both."""
    rules = imprint.rules
    also = measured if rules.concealment is not None and measured != rules.concealment.units else ""
    part: Part = (
        _page(Same(rules), Same(voice), settings, also)
        if settings.card is None
        else _deck(settings.card, imprint, voice, also)
    )
    return document("spotting", imprint, voice, settings, (part,), reader=voice.say("audience.public"))


@lru_cache(maxsize=16)
def _page(own_rules: Same[Rules], spoken: Same[Voice], settings: Settings, also: str) -> Flow:
    """Give the card as a page: as many cover classes side by side as its width has room for."""
    rules, voice = own_rules.value, spoken.value
    unit = rules.concealment.units if rules.concealment else "cm"
    room = settings.sheet.room()[0]
    sets = evenly(list(rules.tables.cover), (room - NEED_WIDTH) // CLASS_WIDTH)
    small, beside = room < NARROW or len(sets[0]) > MANY, room >= NARROW and len(sets[0]) > MANY
    values = {
        **context(rules, voice, also),
        "small": small,
        "beside": beside,
        "sets": _sets(rules, voice, unit, sets, "" if small else also),
        "nights": _nights(rules, voice, unit, sets),
        "limits": limit_sets(rules, voice, unit, sets, also),
    }
    width, height = (Length((room - BESIDE) * 13 // 20), SMALL_PLOT_HEIGHT) if beside else (room, PLOT_HEIGHT)
    pictures = {"chances": chances(rules, voice, width, height)}
    return Flow(blocks=blocks("spotting.xml", voice, values, pictures))


def evenly(covers: Sequence[str], most: int) -> list[Sequence[str]]:
    """Give cover classes in as few sets of at most `most` as there can be, of like size."""
    count = -(-len(covers) // max(1, most))
    together = -(-len(covers) // count)
    return [covers[start : start + together] for start in range(0, len(covers), together)]


def _sets(
    rules: Rules, voice: Voice, unit: str, sets: Sequence[Sequence[str]], also: str = ""
) -> list[dict[str, object]]:
    """Give the bands of each set of cover classes."""
    return [
        {"classes": _classes(rules, voice, one), "rows": band_rows(rules, voice, unit, one, also=also)} for one in sets
    ]


def _nights(rules: Rules, voice: Voice, unit: str, sets: Sequence[Sequence[str]]) -> list[dict[str, object]]:
    """Give what the night caps for each set of cover classes; nothing where it caps nothing."""
    night = [{"classes": _classes(rules, voice, one), "rows": night_rows(rules, voice, unit, one)} for one in sets]
    return [one for one in night if one["rows"]]


def _deck(name: str, imprint: Imprint, voice: Voice, also: str) -> Deck:
    """Give the card as cards of a size to cut out, a few cover classes on each."""
    rules, form = imprint.rules, CARDS[name]
    unit = rules.concealment.units if rules.concealment else "cm"
    covers = list(rules.tables.cover)
    together = max(1, form.classes - 1) if name == "a6" and _long(rules, voice, unit) else form.classes
    sets = [covers[start : start + together] for start in range(0, len(covers), together)]
    values = {
        **context(rules, voice, also),
        **styles(name),
        "sets": _sets(rules, voice, unit, sets),
        "nights": _nights(rules, voice, unit, sets),
    }
    pictures = {"chances": chances(rules, voice, form.room)}
    return deck(name, blocks("spotting-card.xml", voice, values, pictures), imprint, voice)


def _long(rules: Rules, voice: Voice, unit: str) -> bool:
    """Tell whether distances or factors are longer than three columns of them on a small card can show in one line."""
    cells = [_band_cell(band, voice, unit) for id in rules.tables.cover for band in bands(rules, id)]
    return any(len(cell["distance"]) > LONG_DISTANCE or len(cell["factor"]) > LONG_FACTOR for cell in cells)


def _either(names: list[str], voice: Voice) -> str:
    """Give names as alternatives, an or before the last."""
    *others, last = names or [""]
    return f"{', '.join(others)} {voice.say('spotting.or')} {last}" if others else last


def cost(points: int, voice: Voice) -> str:
    """Say what something costs in action points."""
    return voice.say(f"spotting.cost.{'free' if points == 0 else 'one' if points == 1 else 'more'}", points=points)


def context(rules: Rules, voice: Voice, also: str = "") -> dict[str, object]:
    """Give what the card's template may use."""
    tables, unit = rules.tables, rules.concealment.units if rules.concealment else "cm"
    names = {id: voice.local(state.name) for id, state in tables.states.items()}
    values = {
        "step": voice.length(tables.step, unit),
        "faces": tables.die.faces,
        "close": voice.length(tables.close, unit),
        "factors": ", ".join(_times(id, rules, voice) for id in tables.cover),
        "spotters": _either([names.get(id, id) for id in spotters(rules)], voice),
        "testers": _either([names.get(id, id) for id in testers(rules)], voice),
        "units": ", ".join(voice.say(f"unit_type.{id}") for id in hiders(rules)),
        "test": cost(tables.points.test, voice),
        "first": cost(tables.points.first_shot, voice),
        "shot": cost(tables.points.shot, voice),
        "rehide": cost(tables.points.rehide, voice),
    }
    return {
        "title": voice.say("kind.spotting"),
        "unit": voice.say(f"unit.{unit}"),
        "classes": _classes(rules, voice, list(tables.cover)),
        "rows": band_rows(rules, voice, unit),
        "also": voice.say(f"unit.{also}") if also else "",
        "automatic": automatic_rows(rules, voice, unit, also),
        "close": values["close"],
        "faces": tables.die.faces,
        **{name: sentences(rules, voice, said, **values) for name, said in SAID.items()},
        "readings": readings(rules, voice, "RATH"),
        "night": night_rows(rules, voice, unit),
        "tie": voice.say(f"spotting.tie.{rules.reading('R1', 'half-down')}"),
        "several": several_rows(rules, voice),
    }


def _classes(rules: Rules, voice: Voice, covers: Sequence[str]) -> list[dict[str, str]]:
    return [{"id": id, "name": capital(voice.local(rules.tables.cover[id].name))} for id in covers]


def band_rows(
    rules: Rules, voice: Voice, unit: str, covers: Sequence[str] = (), *, also: str = ""
) -> list[dict[str, object]]:
    """Give a row for each need of the die: its chance, and for each cover class the band and the factors in it.

    All cover classes, or those asked for; `also` gives the bands in another unit too.
    """
    covers = covers or list(rules.tables.cover)
    found: dict[tuple[int, int], dict[str, Band]] = {}
    for id in covers:
        for band in bands(rules, id):
            found.setdefault(_rank(band), {})[id] = band
    rows: list[dict[str, object]] = []
    for rank in sorted(found):
        some = next(iter(found[rank].values()))
        cells = [_band_cell(found[rank].get(id), voice, unit, also) for id in covers]
        chance = voice.percent(some.chance)
        rows.append({"need": need(some, voice), "rolled": some.outcome == "roll", "chance": chance, "cells": cells})
    return rows


def need(band: Band, voice: Voice) -> str:
    """Say what the die must show."""
    return f"{band.needs}+" if band.outcome == "roll" else voice.say(f"spotting.{band.outcome}")


def _rank(band: Band) -> tuple[int, int]:
    return ({"automatic": 0, "roll": 1, "impossible": 2}[band.outcome], band.needs or 0)


def _band_cell(band: Band | None, voice: Voice, unit: str, also: str = "") -> dict[str, str]:
    if band is None:
        return {"distance": "–", "also": "", "factor": ""}
    factors = "–".join(voice.factor(factor) for factor in band.factors)
    if band.end is None:
        factors += "+"
    reach = "" if not also or band.end is None else voice.tenths(band.end, also)
    return {"distance": distances(band, voice, unit), "also": reach, "factor": factors}


def distances(band: Band, voice: Voice, unit: str) -> str:
    """Write a band's distances: ``≤5``, ``>25–45``, ``≥15–<25``, ``>205``. Ends are exact, so each sign is true."""
    below = Length(band.start - 1)
    start = (
        ""
        if band.start == 0
        else f">{voice.bare(below, unit)}"
        if _round(below)
        else f"≥{voice.bare(band.start, unit)}"
    )
    if band.end is None:
        return start or voice.say("spotting.any")
    beyond = Length(band.end + 1)
    if _round(band.end):
        return f"{start}–{voice.bare(band.end, unit)}" if start else f"≤{voice.bare(band.end, unit)}"
    return f"{start}–<{voice.bare(beyond, unit)}" if start else f"<{voice.bare(beyond, unit)}"


def _round(length: int) -> bool:
    """Tell whether a length is one that people measure: a whole tenth of a millimetre or of an inch's sixteenths."""
    return length % 100 == 0 or length % 15_875 == 0 or length % 25_400 == 0


def chances(rules: Rules, voice: Voice, width: Length, height: int = PLOT_HEIGHT) -> Picture:
    """Give the chance of one test against distance, a curve for each cover class."""
    unit = rules.concealment.units if rules.concealment else "cm"
    curves = [
        Curve(
            name=voice.local(cover.name),
            steps=tuple(Step(end=band.end, chance=band.chance) for band in bands(rules, id)),
        )
        for id, cover in rules.tables.cover.items()
    ]
    ticks = even_ticks(max(curve.reach for curve in curves), MICROMETRES[unit], 12 if width > 100_000 else 6)
    axes = Axes(
        reach=ticks[-1],
        below=tuple(Tick(at=at, label=voice.bare(at, unit)) for at in ticks),
        chances=tuple(voice.percent(share) for share in SHARES),
        name=f"{voice.say('spotting.distance')}, {voice.say(f'unit.{unit}')}",
    )
    return plot(curves, axes, width, height, voice.look.ink)


def automatic_rows(rules: Rules, voice: Voice, unit: str, also: str = "") -> list[dict[str, str]]:
    """Give for each cover class the automatic distance of a marker that acts and of one that does nothing."""
    rows = []
    for id, cover in rules.tables.cover.items():
        limits = [automatic(rules, Length(0), id, acted=acted).limit for acted in (True, False)]
        acting, idle = (_limit(limit, rules, voice, unit, also) for limit in limits)
        rows.append({"name": capital(voice.local(cover.name)), "acting": acting, "idle": idle})
    return rows


def limit_sets(
    rules: Rules, voice: Voice, unit: str, sets: Sequence[Sequence[str]], also: str = ""
) -> list[dict[str, object]]:
    """Give the automatic distances with a column for each cover class, for each set of them."""
    rows = dict(zip(rules.tables.cover, automatic_rows(rules, voice, unit, also), strict=True))
    return [
        {
            "classes": _classes(rules, voice, one),
            "rows": [
                {"name": voice.say(f"spotting.{key}"), "cells": [rows[id][key] for id in one]}
                for key in ("acting", "idle")
            ],
        }
        for one in sets
    ]


def _limit(limit: Length | None, rules: Rules, voice: Voice, unit: str, also: str = "") -> str:
    if limit is None:
        return voice.say("spotting.unlimited")
    sign = "<" if rules.reading("R9") == "exclusive" else "≤"
    other = f" ({voice.tenths(limit, also)})" if also else ""
    return f"{sign}\u00a0{voice.length(limit, unit)}{other}"


def _times(id: str, rules: Rules, voice: Voice) -> str:
    """Write what a cover class multiplies by, halves as ½."""
    cover = rules.tables.cover[id]
    factor = "½" if cover.factor == Fraction(1, 2) else voice.factor(cover.factor)
    return f"{voice.local(cover.name)} ×\u00a0{factor}"


def night_rows(rules: Rules, voice: Voice, unit: str, covers: Sequence[str] = ()) -> list[dict[str, object]]:
    """Give, where the night caps spotting (N10), the automatic distances for each roll; nothing elsewhere."""
    if rules.night is None or rules.reading("N10") != "night-cap":
        return []
    rows: list[dict[str, object]] = []
    for row in rules.dark.visibility:
        seen = row.inches if unit == "in" else row.cm
        cells = [
            _limit(automatic(rules, Length(0), id, acted=acted, visibility=seen).limit, rules, voice, unit)
            for id in covers or rules.tables.cover
            for acted in (True, False)
        ]
        rows.append({"roll": row.roll, "seen": voice.length(seen, unit), "cells": cells})
    return rows


def several_rows(rules: Rules, voice: Voice) -> list[dict[str, object]]:
    """Give the chance of at least one success in two, three and four tests, for each chance of one."""
    if rules.reading("T3") == "once":
        return []
    faces = rules.tables.die.faces
    chances = [Fraction(count, faces) for count in range(faces - 1, 0, -1)]
    return [
        {"one": voice.percent(chance), "more": [voice.percent(any_of(chance, tests)) for tests in SEVERAL]}
        for chance in chances
    ]
