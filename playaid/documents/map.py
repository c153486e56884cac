"""The map: the table to scale, for each reader with what he may know; for the public a guide to laying it out.

One drawing fills a page with its legend; `--map-scale` adds sheets at true or half size to lay terrain out with.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise

from playaid.chart import BAND, ENTRIES, Chart, Coming, Scene, Shown, marker_text
from playaid.documents import Settings, audience, document, imprint_of, secrecy, thrifty
from playaid.elements import compose as blocks
from playaid.legend import Item, below, beside, items, scale_bar
from playaid.lengths import MICROMETRES
from playaid.naming import kind_names, piece_name
from playaid.pages import Document, Flow, Mark, Picture
from playaid.papers import DoesNotFit
from playaid.prose import Voice
from playaid.tiles import tiles
from playaid.views import Entry, OwnSide, PublicSide, PublicView, Ring, SideView, TerrainView, View

TITLE = 13_000
"""Height kept for the title above a drawing, in µm."""

MOST_RINGED = 8
"""More markers with their circles than this on one sheet cannot be told apart."""

MOST_CORNERS = 6
"""A compact piece with more corners than this, a wood for example, is laid out by its size and its middle."""

SCALES = {"1:1": 1, "1:2": 2}
COARSEST = 1_000


@dataclass(frozen=True, kw_only=True)
class Sheet:
    """One drawing to make: its title and what it shows."""

    title: str
    scene: Scene


@dataclass(frozen=True, kw_only=True)
class Plan:
    """How a drawing meets the page: its ratio, and whether the legend stands beside it."""

    ratio: int
    landscape: bool
    side: bool


def compose(view: View, voice: Voice, settings: Settings) -> Document:
    """Give the public the layout of the terrain, a side its own map, the umpire everything."""
    public = view if isinstance(view, PublicView) else view.public
    voice = thrifty(voice, settings)
    sheets = tuple(_sheets(view, public, voice))
    secret = secrecy(view, voice)
    banner = bool(secret or public.imprint.waived)
    plan = _plan(public, sheets, voice, settings, banner=banner)
    pictures = {
        f"map-{number}": _drawing(public, sheet.scene, plan, voice, settings, banner=banner)
        for number, sheet in enumerate(sheets, 1)
    }
    values: dict[str, object] = {
        "sheets": [{"title": sheet.title, "slot": slot} for sheet, slot in zip(sheets, pictures, strict=True)],
        "pieces": list(pieces(public, voice)) if isinstance(view, PublicView) else [],
        "unit": voice.say(f"map.how_in.{public.units}"),
        "scale": "",
        "tiles": [],
    }
    ratio = SCALES.get(settings.map_scale)
    if ratio is None:
        parts = (Flow(blocks=blocks("map.xml", voice, values, pictures), landscape=plan.landscape),)
    else:
        room = settings.sheet.room(landscape=plan.landscape, banner=banner)
        # They lie open on the table, so there is nothing on them that not everybody knows.
        coming = _coming(tuple((side, side) for side in public.sides))
        scene = Scene(names=sheets[0].scene.names, coming=coming)
        chart = Chart(public=public, look=voice.look, scene=scene, ratio=ratio)
        found = dict(tiles(chart, (room[0], room[1] - TITLE), _said(scene, voice)))
        values["tiles"] = [{"name": name, "slot": f"sheet-{name}"} for name in found]
        values["scale"] = voice.say("map.scale", ratio=ratio)
        pictures |= {f"sheet-{name}": picture for name, picture in found.items()}
        parts = (Flow(blocks=blocks("map.xml", voice, values, pictures), landscape=plan.landscape),)
    reader = audience(view, voice)
    return document("map", imprint_of(view), voice, settings, parts, reader=reader, secret=secret)


def _sheets(view: View, public: PublicView, voice: Voice) -> Iterator[Sheet]:
    names = tuple(piece_name(public, number, voice) for number in range(1, len(public.terrain) + 1))
    if isinstance(view, PublicView):
        named = (voice.local(piece.name, public.imprint.language) for piece in public.terrain)
        numbered = tuple(f"{number} {name}".strip() for number, name in enumerate(named, 1))
        coming = _coming(tuple((side, side) for side in public.sides))
        yield Sheet(title=voice.say("map.title_public"), scene=Scene(names=numbered, coming=coming))
        return
    if isinstance(view, SideView):
        own = view.own
        coming = _coming((*((side, side) for side in public.sides), (own.public, own)))
        name = voice.local(own.public.name, public.imprint.language)
        scene = Scene(names=names, coming=coming, markers=_markers(own))
        yield Sheet(title=voice.say("map.title_side", side=name), scene=scene)
        return
    coming = _coming((*((side, side) for side in public.sides), *((own.public, own) for own in view.sides)))
    markers = tuple(shown for own in view.sides for shown in _markers(own))
    scene = Scene(names=names, coming=coming, markers=markers, decoys=True)
    yield Sheet(title=voice.say("map.title_umpire"), scene=scene)
    for own in view.sides:
        title = voice.say("map.title_seen", side=voice.local(own.public.name, public.imprint.language))
        parts = tuple(_parts(tuple(shown for shown in _markers(own) if shown.row.spotted)))
        for placed in parts:
            some = f" ({_span(placed)})" if len(parts) > 1 else ""
            seen = Scene(names=names, markers=placed, decoys=True, rings=True, dead=own.dead)
            yield Sheet(title=title + some, scene=seen)
        if own.dead and not parts:
            yield Sheet(title=title, scene=Scene(names=names, markers=_markers(own), decoys=True, dead=own.dead))


def _markers(own: OwnSide) -> tuple[Shown, ...]:
    return tuple(Shown(side=own.public, row=row) for row in own.rows or ())


def _parts(shown: tuple[Shown, ...]) -> Iterator[tuple[Shown, ...]]:
    """Divide markers among as few sheets as can be read, equally."""
    sheets = -(-len(shown) // MOST_RINGED)
    for number in range(sheets):
        yield shown[len(shown) * number // sheets : len(shown) * (number + 1) // sheets]


def _span(shown: tuple[Shown, ...]) -> str:
    """Say which markers a sheet shows: the first and the last of them."""
    return " – ".join(dict.fromkeys(marker_text(one.side, one.row) for one in (shown[0], shown[-1])))


def _coming(known: tuple[tuple[PublicSide, PublicSide | OwnSide], ...]) -> tuple[Coming, ...]:
    """Give the stretches by which sides enter, each once, with all its turns."""
    turns: dict[tuple[str, str, int | None, int | None], set[int]] = {}
    entries: dict[tuple[str, str, int | None, int | None], tuple[PublicSide, Entry]] = {}
    for side, holder in known:
        for unit in holder.units if isinstance(holder, PublicSide) else holder.secret:
            if unit.entry is not None:
                key = (side.id, unit.entry.edge, unit.entry.start, unit.entry.end)
                turns.setdefault(key, set()).add(unit.entry.turn)
                entries.setdefault(key, (side, unit.entry))
    return tuple(
        Coming(side=side, entry=entry, turns=tuple(sorted(turns[key]))) for key, (side, entry) in entries.items()
    )


def _bands(scenes: tuple[Scene, ...]) -> tuple[int, int, int, int]:
    """Give the room that the bands round the table need: south, west, north, east."""
    edges = {coming.entry.edge for scene in scenes for coming in scene.coming}
    least = {"south": BAND, "west": BAND, "north": 1_500, "east": 1_500}
    south, west, north, east = (least[edge] + (ENTRIES if edge in edges else 0) for edge in least)
    return south, west, north, east


def _plan(public: PublicView, sheets: tuple[Sheet, ...], voice: Voice, settings: Settings, *, banner: bool) -> Plan:
    """Choose the largest scale at which every drawing and its legend fit a page."""
    scenes = tuple(sheet.scene for sheet in sheets)
    south, west, north, east = _bands(scenes)
    width, depth = public.table
    listed = [_items(public, scene, voice) for scene in scenes]
    plans: list[Plan] = []
    for landscape in (True, False):
        room = settings.sheet.room(landscape=landscape, banner=banner)
        across, up = room[0] - west - east, room[1] - TITLE - south - north
        for side in (True, False):
            for ratio in range(1, COARSEST):
                left, over = across - width // ratio, up - depth // ratio
                if left < 0 or over < 0:
                    continue
                if side:
                    fits = left >= beside(listed[0]).least and all(
                        beside(some).height(left) <= room[1] - TITLE for some in listed
                    )
                else:
                    fits = all(below(some).height(room[0]) <= over for some in listed)
                if fits:
                    plans.append(Plan(ratio=ratio, landscape=landscape, side=side))
                    break
    if not plans:
        raise DoesNotFit(width // COARSEST, settings.sheet.room()[0], "the map and its legend")
    return min(plans, key=lambda plan: (plan.ratio, not plan.landscape, not plan.side))


def _items(public: PublicView, scene: Scene, voice: Voice) -> tuple[Item, ...]:
    later = [shown for shown in scene.markers if shown.row.at is None]
    notes = []
    if later and not scene.rings:
        said = ", ".join(marker_text(shown.side, shown.row) + _turn(shown, voice) for shown in later)
        notes.append(voice.say("map.later", markers=said))
    return items(public, scene, voice, notes)


def _turn(shown: Shown, voice: Voice) -> str:
    entry = shown.row.entry
    return f" ({voice.say('log.turn')}\u00a0{entry.turn})" if entry is not None else f" ({voice.say('map.no_place')})"


def _drawing(
    public: PublicView, scene: Scene, plan: Plan, voice: Voice, settings: Settings, *, banner: bool
) -> Picture:
    """Draw one page: the table, its bands, the legend, the north arrow and the scale bar."""
    south, west, north, east = _bands((scene,))
    room = settings.sheet.room(landscape=plan.landscape, banner=banner)
    listed = _items(public, scene, voice)
    wide, high = public.table[0] // plan.ratio, public.table[1] // plan.ratio
    form = beside(listed) if plan.side else below(listed)
    if plan.side:
        width = room[0]
        height = max(south + high + north, form.height(width - west - wide - east))
        chart = Chart(
            public=public, look=voice.look, scene=scene, ratio=plan.ratio, left=west, bottom=height - north - high
        )
        place = (west + wide + east, height, width - west - wide - east)
    else:
        width = room[0]
        height = south + high + north + form.height(width)
        left = west + (width - west - east - wide) // 2
        chart = Chart(
            public=public, look=voice.look, scene=scene, ratio=plan.ratio, left=left, bottom=height - north - high
        )
        place = (0, height - north - high - south, width)
    entries = chart.entries(_said(scene, voice), (BAND, BAND, 1_500, 1_500))
    marks: list[Mark] = [*chart.marks(), *chart.axes(), *entries]
    marks += form.marks(*place)
    marks += scale_bar(*form.corner(*place), plan.ratio, public.units, voice)
    return Picture(width=width, height=height, marks=tuple(marks))


def _said(scene: Scene, voice: Voice) -> list[str]:
    """Give what stands with the arrows of the reinforcements."""
    return [
        voice.say("map.enters", emblem=coming.side.emblem, turns=", ".join(map(str, coming.turns)))
        for coming in scene.coming
    ]


def pieces(public: PublicView, voice: Voice) -> Iterator[dict[str, str]]:
    """Give a row for each piece: where it lies, measured from the west and south edges."""
    kinds = kind_names(public, voice)
    unit = public.units
    for number, piece in enumerate(public.terrain, 1):
        xs, ys = [x for x, _ in piece.outline], [y for _, y in piece.outline]
        if piece.form == "circle" and piece.at is not None and piece.size is not None:
            # The outline is that of the 64-gon that sight takes; a circle is laid out as one.
            xs = [piece.at.x - piece.size[0] // 2, piece.at.x + piece.size[0] // 2]
            ys = [piece.at.y - piece.size[1] // 2, piece.at.y + piece.size[1] // 2]
        yield {
            "number": str(number),
            "name": voice.local(piece.name, public.imprint.language) or kinds.get(piece.kind, piece.kind),
            "kind": kinds.get(piece.kind, piece.kind),
            "west": tenths(min(xs), unit, voice),
            "south": tenths(min(ys), unit, voice),
            "size": f"{tenths(max(xs) - min(xs), unit, voice)} × {tenths(max(ys) - min(ys), unit, voice)}",
            "shape": _shape(piece, unit, voice),
        }


def _shape(piece: TerrainView, unit: str, voice: Voice) -> str:
    def place(at: tuple[int, int]) -> str:
        return f"{tenths(at[0], unit, voice)}\u00a0/\u00a0{tenths(at[1], unit, voice)}"

    if piece.form == "rectangle" and piece.at is not None and piece.size is not None:
        if piece.turn % 90 == 0:
            return voice.say("map.upright")
        size = f"{tenths(piece.size[0], unit, voice)} × {tenths(piece.size[1], unit, voice)}"
        way = "map.rectangle_clockwise" if piece.turn < 0 else "map.rectangle"
        return voice.say(way, size=size, place=place(piece.at), turn=voice.number(abs(piece.turn)))
    if piece.form == "circle" and piece.at is not None and piece.size is not None:
        return voice.say("map.circle", place=place(piece.at), size=tenths(piece.size[0], unit, voice))
    if piece.form == "polygon" and len(piece.outline) > MOST_CORNERS and _compact(piece.outline):
        xs, ys = [x for x, _ in piece.outline], [y for _, y in piece.outline]
        size = f"{tenths(max(xs) - min(xs), unit, voice)} × {tenths(max(ys) - min(ys), unit, voice)}"
        middle = (min(xs) + max(xs)) // 2, (min(ys) + max(ys)) // 2
        return voice.say("map.about", size=size, place=place(middle))
    way = "map.line" if piece.form == "line" else "map.polygon"
    return voice.say(way, places=" · ".join(place(at) for at in piece.outline))


def _compact(ring: Ring) -> bool:
    """Tell whether a box says where an area lies: it fills half of it, and no side is thrice the other.

    A stream or a road is laid out by its corners, however many.
    """
    xs, ys = [x for x, _ in ring], [y for _, y in ring]
    wide, deep = max(xs) - min(xs), max(ys) - min(ys)
    twice = abs(sum(x1 * y2 - x2 * y1 for (x1, y1), (x2, y2) in pairwise([*ring, ring[0]])))
    return twice >= wide * deep and max(wide, deep) <= 3 * min(wide, deep)


def tenths(length: int, unit: str, voice: Voice) -> str:
    """Write a length to the nearest tenth of a unit: what one measures on a table."""
    tenth = Fraction(length * 10, MICROMETRES[unit])
    return voice.number(Fraction((2 * tenth.numerator + tenth.denominator) // (2 * tenth.denominator), 10))
