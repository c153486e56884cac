"""The briefing: situation, mission, forces, what happens when, and the rules in force, for each reader his own."""

from collections.abc import Iterator

from playaid.documents import Settings, audience, document, imprint_of, readings, role_of, secrecy
from playaid.documents.log import entry
from playaid.elements import compose as blocks
from playaid.pages import Document, Flow, Picture
from playaid.prose import Voice, logo
from playaid.views import OwnSide, PublicSide, PublicView, SideView, UnitView, View

LETTERS = "RATHDN"
"""The letters of all rulings: those of both rulesets."""


def compose(view: View, voice: Voice, settings: Settings) -> Document:
    """Give the public both sides' known forces, a side its mission and secret units too, the umpire everything."""
    public = view if isinstance(view, PublicView) else view.public
    own = () if isinstance(view, PublicView) else (view.own,) if isinstance(view, SideView) else view.sides
    default = public.imprint.language
    told = public.briefing
    pictures: dict[str, Picture] = {"logo": picture} if (picture := logo(voice)) is not None else {}
    values: dict[str, object] = {
        "title": voice.local(public.imprint.title, default),
        "logo": bool(pictures),
        "against": voice.joined(*(_called(side, voice, default) for side in public.sides)),
        "situation": voice.local(told.situation, default),
        "victory": voice.local(told.victory, default),
        "special": voice.local(told.special, default),
        "missions": list(_missions(own, voice, default, named=not isinstance(view, SideView))),
        "forces": [_force(side, own, public, voice) for side in public.sides],
        "length": voice.say("briefing.length", turns=public.turns) if public.turns else "",
        "first": voice.say("briefing.first", role=voice.say(f"role.{public.first}")) if public.first else "",
        "events": list(_events(public, own, voice)),
        "rulesets": [
            voice.joined(voice.local(ruleset.name, default), voice.local(ruleset.edition, default))
            for ruleset in public.imprint.rules.rulesets
        ],
        "readings": readings(public.imprint.rules, voice, LETTERS),
    }
    flow = Flow(blocks=blocks("briefing.xml", voice, values, pictures))
    reader, secret = audience(view, voice), secrecy(view, voice)
    return document("briefing", imprint_of(view), voice, settings, (flow,), reader=reader, secret=secret)


def _called(side: PublicSide, voice: Voice, default: str) -> str:
    name, role = voice.local(side.name, default), role_of(side, voice, default)
    return f"{name} ({role})" if role else name


def _missions(own: tuple[OwnSide, ...], voice: Voice, default: str, *, named: bool) -> Iterator[dict[str, str]]:
    for side in own:
        if side.mission is not None:
            name = voice.local(side.public.name, default) if named else ""
            yield {"side": name, "text": voice.local(side.mission, default)}


def _force(side: PublicSide, own: tuple[OwnSide, ...], public: PublicView, voice: Voice) -> dict[str, object]:
    secret = next((known.secret for known in own if known.public.id == side.id), ())
    return {
        "name": voice.local(side.name, public.imprint.language),
        "role": role_of(side, voice, public.imprint.language),
        "decoys": side.decoys,
        "parts": [
            {"secret": False, "units": [_unit(unit, public, voice) for unit in side.units]},
            {"secret": True, "units": [_unit(unit, public, voice) for unit in secret]},
        ],
    }


def _unit(unit: UnitView, public: PublicView, voice: Voice) -> dict[str, str]:
    return {
        "name": voice.local(unit.name, public.imprint.language),
        "type": voice.say(f"unit_type.{unit.type}"),
        "speed": voice.length(unit.speed, public.units) if unit.speed is not None else "",
        "arrives": entry(unit.entry, public.units, voice) if unit.entry is not None else "",
    }


def _events(public: PublicView, own: tuple[OwnSide, ...], voice: Voice) -> Iterator[dict[str, object]]:
    """Give what happens when, from the deployment to the end: arrivals and the light."""
    rules, default = public.imprint.rules, public.imprint.language
    yield {"turn": voice.say("briefing.start"), "texts": [voice.say("briefing.deploy")]}
    coming: dict[int, list[str]] = {}
    if rules.night is not None:
        coming.setdefault(1, []).append(voice.say("briefing.night"))
        if rules.dark.dawn is not None and (public.turns is None or rules.dark.dawn.first_turn <= public.turns):
            coming.setdefault(rules.dark.dawn.first_turn, []).append(voice.say("briefing.dawn"))
    secrets = {side.public.id: side.secret for side in own}
    for side in public.sides:
        for unit in (*side.units, *secrets.get(side.id, ())):
            if unit.entry is not None:
                way = entry(unit.entry, public.units, voice).split(", ", 1)[-1]
                name, coming_unit = voice.local(side.name, default), voice.local(unit.name, default)
                text = voice.say("briefing.comes", side=name, unit=coming_unit, way=way)
                coming.setdefault(unit.entry.turn, []).append(text)
    for turn in sorted(coming):
        yield {"turn": str(turn), "texts": coming[turn]}
    if public.turns:
        yield {"turn": str(public.turns), "texts": [voice.say("briefing.end")]}
