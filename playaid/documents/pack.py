"""The pack: everything one reader gets, in one file, with a cover that says for whom it is.

Every document begins on a right-hand page, and what makes the whole secret is said on every page of it.
"""

from playaid.documents import Settings, audience, document, imprint_of, secrecy
from playaid.documents import compose as make
from playaid.elements import compose as blocks
from playaid.pages import Document, Flow, Opening, Part, Picture
from playaid.prose import Voice, capital, logo
from playaid.views import PublicView, View

ORDER = ("briefing", "map", "log", "spotting", "night", "markers")
"""The documents of a pack: to be read, to play with, to cut."""


def compose(view: View, voice: Voice, settings: Settings) -> Document:
    """Give a reader's documents and the cards that are everybody's, behind a cover."""
    public = view if isinstance(view, PublicView) else view.public
    default = public.imprint.language
    found: list[tuple[str, Document]] = []
    for kind in ORDER:
        made = make(kind, public if kind in ("spotting", "night") else view, voice, settings)
        if made is not None:
            found.append((kind, made))
    titles = [capital(voice.say(f"kind.{kind}")) for kind, _ in found]
    pictures: dict[str, Picture] = {"logo": picture} if (picture := logo(voice)) is not None else {}
    secret = secrecy(view, voice)
    values: dict[str, object] = {
        "title": voice.local(public.imprint.title, default),
        "logo": bool(pictures),
        "revision": voice.say("foot.revision", revision=public.imprint.revision),
        "reader": audience(view, voice),
        "secret": secret,
        "sides": voice.say(
            "pack.sides",
            first=voice.local(public.sides[0].name, default),
            second=voice.local(public.sides[1].name, default),
        ),
        "titles": titles,
    }
    parts: list[Part] = [Flow(blocks=blocks("pack.xml", voice, values, pictures))]
    for title, (_, made) in zip(titles, found, strict=True):
        parts += [Opening(title=title), *made.parts]
    reader = audience(view, voice)
    return document("pack", imprint_of(view), voice, settings, tuple(parts), reader=reader, secret=secret)
