"""The kinds of printed matter: each module composes one kind from a view, in one language.

Documents see views, never a scenario; they give `pages.Document` values and know nothing of PDF.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from importlib import import_module

from playaid.imposition import SheetOptions
from playaid.lengths import Length
from playaid.memo import Same
from playaid.pages import Document, Furniture, Outline, Part
from playaid.papers import Ink
from playaid.prose import Voice
from playaid.rules import Rules
from playaid.views import Imprint, PublicSide, PublicView, SideView, UmpireView, View

MIDDLE_DOT = "·"

BARS = (50_000, 50_800)
"""What the bars of the strip measure, in µm."""

KINDS = ("markers", "spotting", "night", "log", "map", "briefing", "pack")
"""The kinds of document, in the order in which they are written."""


@dataclass(frozen=True, kw_only=True)
class Settings:
    """What a user may ask of the printed matter, beside its language."""

    sheet: SheetOptions
    marker: Length = Length(25_000)
    outline: Outline = Outline.SQUARE
    spares: int = 4
    tent: bool = False
    card: str | None = None
    map_scale: str = "fit"

    @property
    def saver(self) -> bool:
        """Tell whether ink is to be spared."""
        return self.sheet.ink is Ink.SAVER


def compose(kind: str, view: View, voice: Voice, settings: Settings) -> Document | None:
    """Give a document of a kind for the reader of a view, or None when that reader gets none of that kind."""
    return _composed(kind, Same(view), Same(voice), settings)


@lru_cache(maxsize=32)
def _composed(kind: str, seen: Same[View], spoken: Same[Voice], settings: Settings) -> Document | None:
    """Compose a document once: what a reader gets by itself stands in his pack too."""
    module = import_module(f"playaid.documents.{kind}")
    composer: Callable[[View, Voice, Settings], Document | None] = module.compose
    return composer(seen.value, thrifty(spoken.value, settings), settings)


def thrifty(voice: Voice, settings: Settings) -> Voice:
    """Give a voice whose look spares ink, where that is asked for."""
    return replace(voice, look=voice.look.spared()) if settings.saver else voice


def audience(view: View, voice: Voice) -> str:
    """Name the reader of a view in a language."""
    if isinstance(view, SideView):
        return voice.local(view.own.public.name, view.public.imprint.language)
    return voice.say("audience.umpire" if isinstance(view, UmpireView) else "audience.public")


def secrecy(view: View, voice: Voice) -> str:
    """Give the banner of what only the reader of a view may see; nothing for the public."""
    if isinstance(view, SideView):
        return voice.say("log.secret_side", side=audience(view, voice))
    return voice.say("log.secret_umpire") if isinstance(view, UmpireView) else ""


def imprint_of(view: View) -> Imprint:
    """Give what stands at the foot of the pages for a view."""
    return view.imprint if isinstance(view, PublicView) else view.public.imprint


def document(
    kind: str,
    imprint: Imprint,
    voice: Voice,
    settings: Settings,
    parts: tuple[Part, ...],
    *,
    reader: str = "",
    secret: str = "",
) -> Document:
    """Give a document with the furniture of its pages; `secret` is the banner of what only some may read."""
    title = voice.local(imprint.title, imprint.language)
    revision = voice.say("foot.revision", revision=imprint.revision) if title else ""
    name = voice.say(f"kind.{kind}")
    waived = voice.say("foot.waived", clauses=", ".join(imprint.waived)) if imprint.waived else ""
    second = (
        *(voice.local(ruleset.edition) for ruleset in imprint.rules.rulesets),
        departures(imprint.rules, voice),
        settings.sheet.paper.name,
        voice.say("foot.scale"),
        voice.say("foot.printer", printer=settings.sheet.printer) if settings.sheet.printer else "",
    )
    banner = f" {MIDDLE_DOT} ".join(part for part in (secret, waived) if part)
    return Document(
        kind=kind,
        language=voice.language,
        title=voice.joined(title, name),
        furniture=Furniture(
            first=tuple(part for part in (title, revision, reader, name) if part),
            second=tuple(part for part in second if part),
            page=voice.say("foot.page"),
            banner=banner,
            bars=(voice.length(BARS[0], "mm"), voice.length(BARS[1], "in")),
        ),
        parts=parts,
        look=voice.look,
        comma=voice.comma,
        flip_notes={flip: voice.say(f"flip.{flip}") for flip in ("long", "short", "fold", "none")},
    )


def departures(rules: Rules, voice: Voice) -> str:
    """Name the rulings that are not read as by default, for the foot of a page; nothing where there are none."""
    named = ", ".join(f"{ruling}\u00a0{option}" for ruling, option in rules.departures)
    return voice.say("foot.rulings", rulings=named) if named else ""


def role_of(side: PublicSide, voice: Voice, default: str) -> str:
    """Give the role of a side in words; nothing where its name says as much: "Attackers" need no "(attacker)"."""
    role = voice.say(f"role.{side.role}") if side.role else ""
    stem = role[: -(-len(role) * 3 // 4)]
    return "" if any(word.startswith(stem) for word in voice.local(side.name, default).casefold().split()) else role


def sentences(rules: Rules, voice: Voice, said: Sequence[tuple[str, tuple[str, ...]]], **values: object) -> str:
    """Give phrases of the catalogue as one text, without those whose rulings are not read as by default.

    What another reading says instead stands under `readings`, in the ruleset's own words.
    """
    departed = {ruling for ruling, _ in rules.departures}
    return " ".join(voice.say(key, **values) for key, rulings in said if not departed & set(rulings))


def readings(rules: Rules, voice: Voice, letters: str) -> list[dict[str, str]]:
    """Give the rulings in force that are not the default, of the given letters: what was asked, and the answer."""
    known = {id: ruling for ruleset in rules.rulesets for id, ruling in ruleset.rulings.items()}
    return [
        {"id": id, "question": voice.local(known[id].question), "answer": voice.local(known[id].options[option])}
        for id, option in rules.departures
        if id[0] in letters and id in known
    ]
