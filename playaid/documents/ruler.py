"""Measuring sticks and range arcs to cut out and join, every length true and asked of the rules.

A stick for each cover class with the bands of the spotting factor, one with the automatic distances, one with the night
distances: inches along its one edge, centimetres along the other. Arcs of the automatic distances to lay on the table.
"""

from collections.abc import Iterator

from playaid.documents import Settings, document
from playaid.documents.arcs import Arc, arcs_of
from playaid.documents.spotting import need
from playaid.documents.sticks import Bound, Stick, Zone, pieces_of, reach_of
from playaid.engine import Band, automatic, bands, chance_to_see
from playaid.lengths import MICROMETRES, Length
from playaid.pages import Cut, Document
from playaid.prose import Voice
from playaid.rules import Rules
from playaid.ruleset import Visibility
from playaid.views import Imprint

LONGEST = 3_000_000
"""No stick is longer, in µm: hardly a table is."""

FARTHEST = 1_000_000
"""No arc reaches farther, in µm."""

TAIL, OPEN_TAIL = 25_000, 80_000
"""What a stick shows beyond its last mark, in µm: a word, or a distance without a limit."""


def sheet(imprint: Imprint, voice: Voice, settings: Settings) -> Document:
    """Give the sticks and arcs of rulesets. Raises `DoesNotFit` where the paper is too small for a piece of them."""
    rules, reach = imprint.rules, reach_of(settings.sheet)
    unit, edition = "cm", ""
    if rules.concealment is not None:
        unit, edition = rules.concealment.units, voice.local(rules.concealment.edition)
    sticks = [*band_sticks(rules, voice), *automatic_stick(rules, voice), *night_stick(rules, voice)]
    wanted = [Arc(radius=limit, unit=unit, lines=who(rules, voice, limit)) for limit in limits(rules)]
    arcs, handles = arcs_of([arc for arc in wanted if arc.radius <= FARTHEST], edition, reach, voice)
    pieces = pieces_of([*sticks, *handles], MICROMETRES[unit], reach, voice)
    hints = [voice.say("ruler.how")]
    if any(arc.radius > FARTHEST for arc in wanted):
        hints.append(voice.say("ruler.no_arc", limit=voice.length(FARTHEST, "cm")))
    part = Cut(groups=(*pieces, *arcs), hints=tuple(hints))
    return document("ruler", imprint, voice, settings, (part,))


def band_sticks(rules: Rules, voice: Voice) -> Iterator[Stick]:
    """Give a stick for each cover class whose need changes with distance: between its marks the roll it takes."""
    if rules.concealment is None:
        return
    unit = rules.concealment.units
    test = f"{voice.say('spotting.test')}, 1D{rules.tables.die.faces}"
    for id, cover in rules.tables.cover.items():
        shown = [band for band in bands(rules, id) if band.start <= LONGEST]
        ends = [_end(band) for band in shown if band.end is not None and band.end <= LONGEST]
        if not ends:
            continue
        length = ends[-1] + TAIL
        stops = [*ends, length]
        zones = [
            Zone(
                start=start, end=end, label=_roll(band, voice), chance=voice.percent(band.chance) if band.needs else ""
            )
            for start, end, band in zip([0, *ends], stops, shown, strict=False)
        ]
        bounds = tuple(Bound(low=end, high=end, label=voice.bare(end, unit)) for end in ends)
        name = voice.joined(voice.local(cover.name), test)
        edition = voice.local(rules.concealment.edition)
        yield Stick(name=name, edition=edition, length=length, upper=unit, zones=tuple(zones), bounds=bounds)


def _end(band: Band) -> int:
    """Give where a band's mark stands: its end, or a round end that only the next band holds."""
    end = band.end or 0
    return end if end % 100 == 0 or end % 15_875 == 0 else end + 1


def _roll(band: Band, voice: Voice) -> str:
    """Say what the die must show, and that it goes on beyond the stick."""
    text = need(band, voice)
    return f"{text} …" if band.end is None and band.outcome != "impossible" else text


def limits(rules: Rules) -> list[int]:
    """Give the automatic distances of all cover classes, each once, the shortest first."""
    if rules.concealment is None:
        return []
    found = {rules.tables.close}
    found |= {limit for _, _, limit in _automatic(rules) if limit is not None}
    return sorted(limit for limit in found if limit > 0)


def _automatic(rules: Rules) -> Iterator[tuple[str, bool, Length | None]]:
    """Give for each cover class, acting and idle, how far a marker is spotted without a test."""
    for id in rules.tables.cover:
        for acted in (True, False):
            yield id, acted, automatic(rules, Length(0), id, acted=acted).limit


def who(rules: Rules, voice: Voice, limit: int | None) -> tuple[str, ...]:
    """Say who is spotted up to an automatic distance: a line for those that act, one for those that do not."""
    lines = []
    for acted in (True, False):
        names = [
            voice.local(rules.tables.cover[id].name)
            for id, did, far in _automatic(rules)
            if (did, far) == (acted, limit)
        ]
        if names:
            what = voice.say("spotting.acting" if acted else "spotting.idle")
            lines.append(voice.say("ruler.who", names=", ".join(names), what=what))
    if limit == rules.tables.close:
        lines.append(voice.say("ruler.close"))
    return tuple(lines)


def automatic_stick(rules: Rules, voice: Voice) -> Iterator[Stick]:
    """Give the stick of the automatic distances."""
    found = [limit for limit in limits(rules) if limit <= LONGEST]
    if not found or rules.concealment is None:
        return
    unit = rules.concealment.units
    sign = "<" if rules.reading("R9") == "exclusive" else "≤"
    bounds = [
        Bound(low=at, high=at, label=f"{sign}\u00a0{voice.length(at, unit)}", lines=who(rules, voice, at))
        for at in found
    ]
    length = found[-1]
    endless = who(rules, voice, None)
    if endless:
        length += OPEN_TAIL
        bounds.append(Bound(low=length, high=length, label=voice.say("spotting.unlimited"), lines=endless))
    zones = tuple(
        Zone(start=start, end=end, label="")
        for start, end in zip([0, *(b.low for b in bounds)], [b.low for b in bounds], strict=False)
    )
    yield Stick(
        name=voice.say("spotting.heading"),
        edition=voice.local(rules.concealment.edition),
        length=length,
        upper=unit,
        zones=zones,
        bounds=tuple(bounds),
    )


def night_stick(rules: Rules, voice: Voice) -> Iterator[Stick]:
    """Give the stick of the night distances: each unit's own along its own edge, never converted."""
    if rules.night is None:
        return
    rows: dict[int, Visibility] = {}
    for row in rules.dark.visibility:
        if 0 < row.cm <= LONGEST and row.inches <= LONGEST:
            rows.setdefault(row.cm, row)
    if not rows:
        return
    found = list(rows.values())
    bounds = tuple(
        Bound(low=row.cm, high=row.inches, label=voice.length(row.cm, "cm"), above=voice.length(row.inches, "in"))
        for row in found
    )
    middles = [0, *((row.cm + row.inches) // 2 for row in found)]
    zones = tuple(
        Zone(start=start, end=end, label=f"{row.roll}+", chance=voice.percent(chance_to_see(rules, row)))
        for start, end, row in zip(middles, middles[1:], found, strict=False)
    )
    name = f"{voice.say('night.heading')}, D{rules.dark.die.faces}"
    length = max(max(row.cm, row.inches) for row in found)
    yield Stick(
        name=name,
        edition=voice.local(rules.night.edition),
        length=length,
        upper="in",
        lower="cm",
        zones=zones,
        bounds=bounds,
        numbered=False,
    )
