"""The sheet of numbered camouflage markers: all of a side's numbers and spares, tokens, and its activation card.

The front shows the emblem and the number, the back the side's pattern, the same on all. The sheet is a function of the
numbers alone: what a marker stands for never comes here, so a decoy's is drawn like any other.
"""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from playaid.documents import Settings, audience, document
from playaid.documents.faces import INK, Livery, Net, back, centred, frame, front, ground, ink_of, tent, token
from playaid.forms import Form, box, checks
from playaid.hatching import hatch
from playaid.lengths import Length
from playaid.look import HOUSE, Look
from playaid.pages import (
    WHITE,
    Align,
    Cut,
    Disc,
    Document,
    Face,
    Group,
    Mark,
    Outline,
    Path,
    Picture,
    Piece,
    Strokes,
    Words,
)
from playaid.prose import Voice
from playaid.rules import Rules
from playaid.views import Imprint, SideView, View

CARD = (Length(63_000), Length(88_000))
"""The size of an activation card: a playing card."""

PALE = "#f4f4f0"

LABEL_INSET = 1_000
"""So far within its label stays what is printed on it, in µm: labels lie in the printer no better than that."""

HEXAGON = 866
"""Height of a regular hexagon that points to the sides, in thousandths of its width."""


def compose(view: View, voice: Voice, settings: Settings) -> Document | None:
    """Give a side its markers; nobody else gets any."""
    if not isinstance(view, SideView):
        return None
    own, rules = view.own, view.public.imprint.rules
    side = own.public
    spares = settings.spares if rules.concealment is not None else 0  # hiding again is clause 8.C
    look = livery(side.emblem, side.colour, settings, above=band_above(view), look=voice.look, side=side.id)
    tokens, more = token_kinds(own.pool, rules)
    groups = marker_groups(range(1, own.pool + spares + 1), look, voice, settings, tokens, more)
    if rules.concealment is not None and settings.sheet.labels is None:
        name = voice.local(side.name, view.public.imprint.language)
        first = view.public.sides[0].id == side.id
        points = rules.tables.points.activation
        groups += (card_group(name, look, points, voice, deck=first),)
    return sheet(groups, view.public.imprint, voice, settings, audience(view, voice))


def sheet(groups: tuple[Group, ...], imprint: Imprint, voice: Voice, settings: Settings, reader: str = "") -> Document:
    """Give the document of some groups of pieces."""
    labels = settings.sheet.labels
    hints = (labels.name,) if labels is not None else (voice.say("markers.tent"),) if settings.tent else ()
    cut = Cut(groups=groups, hints=hints, labelled=labels is not None)
    return document("markers", imprint, voice, settings, (cut,), reader=reader)


def band_above(view: SideView) -> bool:
    """Tell whether a side has its band above: the attacker, or the second side where the roles do not tell."""
    ranks = [{"attacker": 1, "defender": -1}.get(side.role or "", 0) for side in view.public.sides]
    place = [side.id for side in view.public.sides].index(view.own.public.id)
    others = [rank for number, rank in enumerate(ranks) if number != place]
    return ranks[place] > max(others, default=0) if any(ranks[place] != rank for rank in others) else place == 1


def token_kinds(pool: int, rules: Rules) -> tuple[list[str], list[str]]:
    """Give the tokens that a side of so many markers needs, and those to fill its last sheet with."""
    kinds = ["spotted", "pinned"] if rules.concealment is not None else ["pinned"]
    few = -(-pool // 4)
    fired = ["fired"] * pool if rules.night is not None else []
    return [*fired, *kinds * few], kinds * (pool - few)


def livery(
    emblem: str, colour: str, settings: Settings, *, above: bool = False, look: Look = HOUSE, side: str = ""
) -> Livery:
    """Give how the pieces of a side look, in the size and form that are asked for."""
    labels, size = settings.sheet.labels, settings.marker
    width, height, outline = size, size, settings.outline
    if labels is not None:
        width, height, outline = labels.width, labels.height, labels.outline
    elif outline is Outline.HEX:
        height = Length(size * HEXAGON // 1_000)
    return Livery(
        width=width,
        height=height,
        outline=outline,
        side=side,
        emblem=emblem,
        colour=colour,
        above=above,
        saver=settings.saver,
        inset=LABEL_INSET if labels is not None else 0,
        look=look,
    )


def marker_groups(
    numbers: range,
    look: Livery,
    voice: Voice,
    settings: Settings,
    tokens: Sequence[str] = (),
    more_tokens: Sequence[str] = (),
) -> tuple[Group, ...]:
    """Give the markers of some numbers and the tokens, which share one grid; tents have one of their own.

    On labels that stick on one side only, every marker has a label for its front and one for its back.
    """
    shared, hidden = ground(look), back(look)
    most = max((ink_of(look, str(number)) for number in numbers), default=0)
    shown = [front(look, shared, number, most) for number in numbers]
    faces = {kind: token(look, kind, voice.say(f"markers.{kind}")) for kind in dict.fromkeys([*tokens, *more_tokens])}
    labels = settings.sheet.labels
    if labels is not None and not labels.both_sides:
        pictures = [*shown, *[hidden] * len(shown), *(faces[kind] for kind in tokens)]
        return (_group(look, [Piece(front=picture) for picture in pictures]),)
    counters = [Piece(front=faces[kind], back=faces[kind]) for kind in tokens]
    fillers = [Piece(front=faces[kind], back=faces[kind]) for kind in more_tokens]
    if not settings.tent:
        return (_group(look, [*(Piece(front=picture, back=hidden) for picture in shown), *counters], fillers),)
    words = voice.say("markers.tent_flap"), voice.say("markers.tent_base")
    tents = tuple(Piece(front=tent(look, picture, hidden, *words)) for picture in shown)
    net = Group(width=Length(look.width), height=Length(Net.of(look.width).height), pieces=tents)
    return (net, _group(look, counters, fillers))


def _group(look: Livery, pieces: Sequence[Piece], fillers: Sequence[Piece] = ()) -> Group:
    return Group(
        width=Length(look.width),
        height=Length(look.height),
        pieces=tuple(pieces),
        outline=look.outline,
        fillers=tuple(fillers),
    )


def card_group(name: str, livery: Livery, points: int, voice: Voice, *, deck: bool) -> Group:
    """Give a side's activation card; with `deck` also the card that ends the turn, one for both sides.

    Both sides' cards go into one deck, so the backs are grey and alike whatever the side.
    """
    back = card_back(saver=livery.saver)
    lines = [
        voice.say("markers.card_points", points=points),
        voice.say("markers.card_actions"),
        voice.say("markers.card_decoys"),
    ]
    pieces = [Piece(front=card_front(voice.say("markers.card_hidden"), name, livery, lines), back=back)]
    if deck:
        lines = [voice.say("markers.card_end_text"), voice.say("markers.card_end_once")]
        nobody = replace(livery, side="", emblem="", colour="#777777")
        pieces.append(Piece(front=card_front(voice.say("markers.card_end"), "", nobody, lines), back=back))
    return Group(width=CARD[0], height=CARD[1], pieces=tuple(pieces))


def card_front(title: str, name: str, livery: Livery, lines: list[str]) -> Picture:
    """Give the front of an activation card."""
    width, height = CARD
    room, look, middle = width - 10_000, livery.look, width // 2
    text = Face.NARROW if look.text == "narrow" else Face.REGULAR
    marks: list[Mark] = [
        Path(points=box(0, 0, width, height), fill=WHITE, stroke=INK, width=frame(look)),
        *_coloured(box(0, height - 8_000, width, 8_000), livery.colour, saver=livery.saver),
        Words(
            x=middle, y=height - 19_000, text=title, size=140, face=livery.face, align=Align.CENTRE, colour=look.title,
            fit=room, owner=title,
        ),
        Words(
            x=middle, y=height - 26_000, text=name, size=100, face=text, align=Align.CENTRE, colour=look.ink, fit=room,
            owner=name,
        ),
    ]  # fmt: skip
    if livery.emblem:
        marks.append(Disc(x=middle, y=height // 2 + 2_000, radius=9_000, fill=WHITE, stroke=INK, width=400))
        marks.append(_sign(livery, middle, height // 2 + 2_000))
    for place, line in enumerate(lines):
        y = 25_000 - place * 7_000
        marks.append(
            Words(x=middle, y=y, text=line, size=90, face=Face.NARROW, align=Align.CENTRE, colour=look.ink, fit=room,
                  owner=title)
        )  # fmt: skip
    return Picture(width=width, height=height, marks=tuple(marks))


def _sign(livery: Livery, x: int, y: int) -> Mark:
    """Give the emblem on the disc of an activation card: its picture or its letters."""
    if livery.picture:
        return centred(livery.picture, x, y, 13_000, 12_000)
    return Words(
        x=x, y=y - 3_500, text=livery.emblem, size=280, face=livery.face, align=Align.CENTRE, colour=livery.look.ink
    )


def card_back(*, saver: bool = False) -> Picture:
    """Give the back of every card of the deck."""
    width, height = CARD
    whole, grey = box(0, 0, width, height), "#9a9a94"
    marks: list[Mark] = [Path(points=whole, fill=WHITE if saver else PALE)]
    if saver:
        marks += [Strokes(lines=hatch([whole], slant, 4_000), colour=grey, width=150) for slant in ("diagonal", "back")]
    else:
        marks += [Path(points=part, fill=grey) for part in checks(whole, 3_000)]
    marks.append(Path(points=whole, stroke=INK, width=200))
    return Picture(width=width, height=height, marks=tuple(marks))


def _coloured(form: Form, colour: str, *, saver: bool) -> Iterator[Mark]:
    """Fill a form with a colour, or hatch it to spare ink."""
    if saver:
        yield Strokes(lines=hatch([form], "diagonal", 2_500), colour=colour, width=200)
        yield Path(points=form, stroke=INK, width=120)
    else:
        yield Path(points=form, fill=colour)
