"""The sheet of numbered camouflage markers: all of a side's numbers and spares, tokens, and its activation card.

The front shows the emblem and the number, the back the side's pattern, the same on all. The sheet is a function of the
numbers alone: what a marker stands for never comes here, so a decoy's is drawn like any other.
"""

from collections.abc import Iterator

from playaid.documents import Settings, audience, document
from playaid.lengths import Length
from playaid.pages import (
    BLACK,
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
    Words,
)
from playaid.prose import Voice
from playaid.views import Imprint, SideView, View

CARD = (Length(63_000), Length(88_000))
"""The size of an activation card: a playing card."""

INK = "#222222"
PALE = "#f4f4f0"


def compose(view: View, voice: Voice, settings: Settings) -> Document | None:
    """Give a side its markers; nobody else gets any."""
    if not isinstance(view, SideView):
        return None
    own, rules = view.own, view.public.imprint.rules
    side = own.public
    spares = settings.spares if rules.concealment is not None else 0  # hiding again is clause 8.C
    numbers = range(1, own.pool + spares + 1)
    groups = [marker_group(numbers, side.emblem, side.colour, settings)]
    if rules.night is not None:
        groups.append(token_group(own.pool, voice.say("markers.fired"), settings))
    if rules.concealment is not None:
        name = voice.local(side.name, view.public.imprint.language)
        first = view.public.sides[0].id == side.id
        groups.append(card_group(name, side.emblem, side.colour, rules.tables.points.activation, voice, deck=first))
    return sheet(tuple(groups), view.public.imprint, voice, settings, audience(view, voice))


def sheet(groups: tuple[Group, ...], imprint: Imprint, voice: Voice, settings: Settings, reader: str = "") -> Document:
    """Give the document of some groups of pieces."""
    return document("markers", imprint, voice, settings, (Cut(groups=groups),), reader=reader)


def marker_group(numbers: range, emblem: str, colour: str, settings: Settings) -> Group:
    """Give the markers of some numbers."""
    size = settings.marker
    back = marker_back(emblem, colour, size)
    pieces = tuple(Piece(front=marker_front(number, emblem, colour, size), back=back) for number in numbers)
    return Group(width=size, height=size, pieces=pieces, outline=settings.outline)


def marker_front(number: int, emblem: str, colour: str, size: Length) -> Picture:
    """Give the front of a marker: the number large, the emblem on a band of the side's colour below it.

    A number with a 6 or a 9 is underlined, so that it cannot be read upside down.
    """
    text = str(number)
    points = min(240, size * 240 // 25_000)
    points = points if len(text) < 3 else points * 3 // 4
    base = size * 46 // 100
    marks: list[Mark] = [
        Path(points=box(0, 0, size, size), fill=WHITE, stroke=INK, width=200),
        Path(points=box(0, 0, size, size * 30 // 100), fill=colour, stroke=None),
        Words(x=size // 2, y=base, text=text, size=points, face=Face.BOLD, align=Align.CENTRE, colour=INK),
        Path(points=plate(emblem, size), fill=WHITE, stroke=INK, width=120),
        Words(
            x=size // 2,
            y=size * 9 // 100,
            text=emblem,
            size=size * 100 // 25_000,
            face=Face.BOLD,
            align=Align.CENTRE,
            colour=INK,
        ),
    ]
    if set(text) & {"6", "9"}:
        width = len(text) * points * 353 * 56 // 1_000
        marks.append(
            Path(
                points=(
                    (size // 2 - width // 2, base - size * 5 // 100),
                    (size // 2 + width // 2, base - size * 5 // 100),
                ),
                closed=False,
                stroke=INK,
                width=size * 3 // 100,
            )
        )
    return Picture(width=size, height=size, marks=tuple(marks))


def plate(emblem: str, size: int) -> tuple[tuple[int, int], ...]:
    """Give the light plate that the emblem stands on."""
    half = size * (12 if len(emblem) == 1 else 18) // 100
    return box(size // 2 - half, size * 5 // 100, 2 * half, size * 20 // 100)


def marker_back(emblem: str, colour: str, size: Length) -> Picture:
    """Give the back of every marker of a side: one opaque pattern, with no number and no direction to tell apart."""
    marks: list[Mark] = [Path(points=box(0, 0, size, size), fill=PALE, stroke=None)]
    marks += diamonds(size, size, colour)
    marks += [
        Path(points=box(0, 0, size, size), stroke=INK, width=200),
        Disc(x=size // 2, y=size // 2, radius=size * 22 // 100, fill=WHITE, stroke=INK, width=200),
        Words(
            x=size // 2,
            y=size * 43 // 100,
            text=emblem,
            size=size * 140 // 25_000,
            face=Face.BOLD,
            align=Align.CENTRE,
            colour=INK,
        ),
    ]
    return Picture(width=size, height=size, marks=tuple(marks))


def diamonds(width: int, height: int, colour: str) -> Iterator[Mark]:
    """Give a field of diamonds that fills a rectangle to its edge: as opaque as the front is, on the whole face."""
    columns, rows = max(4, width // 3_000), max(4, height // 3_000)
    for column in range(columns):
        for row in range(rows):
            if (column + row) % 2:
                continue
            west, east = width * column // columns, width * (column + 1) // columns
            south, north = height * row // rows, height * (row + 1) // rows
            yield Path(points=box(west, south, east - west, north - south), fill=colour, stroke=None)


def token_group(count: int, text: str, settings: Settings) -> Group:
    """Give the tokens for whoever fired at night: the same on both faces."""
    size = settings.marker
    flash = tuple(
        (size // 2 + x * size // 100, size * 58 // 100 + y * size // 100)
        for x, y in (
            (0, 34),
            (7, 12),
            (28, 20),
            (13, 3),
            (34, -8),
            (12, -8),
            (8, -28),
            (-4, -11),
            (-26, -18),
            (-12, 0),
            (-32, 10),
            (-9, 11),
        )
    )
    face = Picture(
        width=size,
        height=size,
        marks=(
            Path(points=box(0, 0, size, size), fill=WHITE, stroke=INK, width=200),
            Path(points=flash, fill="#d9a400", stroke=INK, width=150),
            Words(
                x=size // 2,
                y=size * 9 // 100,
                text=text,
                size=size * 75 // 25_000,
                face=Face.NARROW_BOLD,
                align=Align.CENTRE,
                colour=BLACK,
                fit=size * 9 // 10,
                owner="fired token",
            ),
        ),
    )
    pieces = (Piece(front=face, back=face),) * count
    return Group(width=size, height=size, pieces=pieces, outline=settings.outline)


def card_group(name: str, emblem: str, colour: str, points: int, voice: Voice, *, deck: bool) -> Group:
    """Give a side's activation card; with `deck` also the card that ends the turn, one for both sides.

    Both sides' cards go into one deck, so the backs are grey and alike whatever the side.
    """
    back = card_back()
    lines = [
        voice.say("markers.card_points", points=points),
        voice.say("markers.card_actions"),
        voice.say("markers.card_decoys"),
    ]
    pieces = [Piece(front=card_front(voice.say("markers.card_hidden"), name, emblem, colour, lines), back=back)]
    if deck:
        end = [voice.say("markers.card_end_text"), voice.say("markers.card_end_once")]
        pieces.append(Piece(front=card_front(voice.say("markers.card_end"), "", "", "#777777", end), back=back))
    return Group(width=CARD[0], height=CARD[1], pieces=tuple(pieces))


def card_front(title: str, name: str, emblem: str, colour: str, lines: list[str]) -> Picture:
    """Give the front of an activation card."""
    width, height = CARD
    room = width - 10_000
    marks: list[Mark] = [
        Path(points=box(0, 0, width, height), fill=WHITE, stroke=INK, width=200),
        Path(points=box(0, height - 8_000, width, 8_000), fill=colour, stroke=None),
        Words(
            x=width // 2,
            y=height - 19_000,
            text=title,
            size=140,
            face=Face.BOLD,
            align=Align.CENTRE,
            fit=room,
            owner=title,
        ),
        Words(x=width // 2, y=height - 26_000, text=name, size=100, align=Align.CENTRE, fit=room, owner=name),
    ]
    if emblem:
        marks.append(Disc(x=width // 2, y=height // 2 + 2_000, radius=9_000, fill=WHITE, stroke=INK, width=400))
        marks.append(
            Words(x=width // 2, y=height // 2 - 1_500, text=emblem, size=280, face=Face.BOLD, align=Align.CENTRE)
        )
    for place, line in enumerate(lines):
        y = 25_000 - place * 7_000
        marks.append(
            Words(x=width // 2, y=y, text=line, size=90, face=Face.NARROW, align=Align.CENTRE, fit=room, owner=title)
        )
    return Picture(width=width, height=height, marks=tuple(marks))


def card_back() -> Picture:
    """Give the back of every card of the deck."""
    width, height = CARD
    marks: list[Mark] = [Path(points=box(0, 0, width, height), fill=PALE, stroke=None)]
    marks += diamonds(width, height, "#9a9a94")
    marks.append(Path(points=box(0, 0, width, height), stroke=INK, width=200))
    return Picture(width=width, height=height, marks=tuple(marks))


def box(x: int, y: int, width: int, height: int) -> tuple[tuple[int, int], ...]:
    """Give the corners of an upright rectangle."""
    return ((x, y), (x + width, y), (x + width, y + height), (x, y + height))


__all__ = ["Outline", "compose", "marker_group", "sheet", "token_group"]
