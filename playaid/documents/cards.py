"""The spotting and night cards as cards to cut out: their sizes, and what stands at the foot of each."""

from dataclasses import dataclass

from playaid.documents import MIDDLE_DOT, departures
from playaid.lengths import Length
from playaid.pages import Block, Deck
from playaid.papers import PAPERS
from playaid.prose import Voice
from playaid.views import Imprint


@dataclass(frozen=True, kw_only=True)
class CardForm:
    """A size of card: its edges, the room kept free within them, and how many cover classes stand side by side."""

    width: Length
    height: Length
    padding: Length
    classes: int

    @property
    def room(self) -> Length:
        """Give the width that blocks have."""
        return Length(self.width - 2 * self.padding)


CARDS = {
    "a6": CardForm(width=PAPERS["a6"].width, height=PAPERS["a6"].height, padding=Length(4_500), classes=3),
    "poker": CardForm(width=Length(63_000), height=Length(88_000), padding=Length(3_500), classes=1),
    "half-letter": CardForm(
        width=PAPERS["half-letter"].width, height=PAPERS["half-letter"].height, padding=Length(6_000), classes=3
    ),
}
"""The sizes of cards by the names that the command line has for them."""


def styles(name: str) -> dict[str, object]:
    """Give what a card's template uses to suit its size: the styles of its words, and whether it is a small one."""
    large = name == "half-letter"
    return {
        "poker": name == "poker",
        "large": large,
        "head": "subheading" if name == "poker" else "heading",
        "body": "text" if large else "small",
        "figure": "cell" if large else "cell_small",
    }


def deck(name: str, blocks: tuple[Block, ...], imprint: Imprint, voice: Voice) -> Deck:
    """Give blocks as cards of a size; each names its rules, since the strip of the sheet is cut off."""
    form = CARDS[name]
    editions = (voice.local(ruleset.edition) for ruleset in imprint.rules.rulesets)
    foot = (*editions, departures(imprint.rules, voice))
    return Deck(
        width=form.width,
        height=form.height,
        blocks=blocks,
        padding=form.padding,
        foot=f" {MIDDLE_DOT} ".join(part for part in foot if part),
    )
