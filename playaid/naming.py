"""Names of terrain as readers see them: a piece's own name, else that of its kind with its number on the public map."""

from playaid.prose import Voice
from playaid.views import KindView, PublicView


def kind_name(kind: KindView, voice: Voice, default: str) -> str:
    """Name a kind of terrain: as the scenario does, else by our own word for it, else by its id."""
    return voice.local(kind.name, default) or voice.words.get(f"terrain.{kind.id}", kind.id)


def kind_names(public: PublicView, voice: Voice) -> dict[str, str]:
    """Name every kind of terrain on the table, by its id."""
    return {kind.id: kind_name(kind, voice, public.imprint.language) for kind in public.kinds}


def piece_name(public: PublicView, number: int, voice: Voice) -> str:
    """Name a piece by its number on the public map, from 1: "Crow Grove", or "wood 4" where it has no name."""
    piece = public.terrain[number - 1]
    own = voice.local(piece.name, public.imprint.language)
    return own or f"{kind_names(public, voice).get(piece.kind, piece.kind)}\u00a0{number}"
