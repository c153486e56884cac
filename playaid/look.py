"""How printed matter looks beside its words: type, colours, line weights. A club changes it in ``theme.yaml``.

Plain frozen values with the house's own look as defaults; `prose` reads a theme, `blocks` and the documents use it.
"""

from dataclasses import dataclass, field, replace

PATTERNS = ("plain", "dots", "trees", "ticks", "diagonal", "back", "cross", "upright", "waves")
"""The patterns that tell kinds of terrain apart without colour."""

FAMILIES = ("sans", "narrow")
"""The families of type of the house."""

Colour = str

PAPER: Colour = "#ffffff"


@dataclass(frozen=True, kw_only=True)
class Ground:
    """How a kind of terrain is drawn: its ground, its lines, its pattern."""

    fill: Colour
    ink: Colour
    pattern: str


TERRAIN = {
    "wood": Ground(fill="#d3e6c4", ink="#3c6a2f", pattern="trees"),
    "building": Ground(fill="#d8d2cc", ink="#4a4038", pattern="cross"),
    "scrub": Ground(fill="#ecebc6", ink="#7b7a2c", pattern="ticks"),
    "wall": Ground(fill="#c9c4be", ink="#5c534a", pattern="plain"),
    "hedge": Ground(fill="#dcebcf", ink="#4f7a3c", pattern="ticks"),
    "crest": Ground(fill="#efdfc8", ink="#8a6234", pattern="diagonal"),
    "water": Ground(fill="#cfe2ee", ink="#2f6286", pattern="waves"),
}
"""The kinds that most scenarios have."""

OTHERS = (
    Ground(fill="#f0e2d0", ink="#7d5526", pattern="back"),
    Ground(fill="#e3e3ea", ink="#50506e", pattern="upright"),
    Ground(fill="#e6ead2", ink="#5d6b2a", pattern="dots"),
    Ground(fill="#ecdada", ink="#7a3f3f", pattern="diagonal"),
    Ground(fill="#dde8e6", ink="#3b6660", pattern="cross"),
    Ground(fill="#eae0ee", ink="#64477a", pattern="ticks"),
)
"""How other kinds are drawn, one after the other."""


@dataclass(frozen=True, kw_only=True)
class Look:
    """A look: families of type for text and headings, colours, weight of rules in points, pictures."""

    text: str = "sans"
    headings: str = "sans"
    ink: Colour = "#000000"
    title: Colour = "#000000"
    head: Colour = "#e4e4e4"
    zebra: Colour = "#f4f4f4"
    rule: float = 0.4
    table: Colour = "#fdfcf7"
    grid: Colour = "#b9b9b0"
    fired: Colour = "#d9a400"
    spotted: Colour = "#7fa8c9"
    pinned: Colour = "#c98f7f"
    terrain: dict[str, Ground] = field(default_factory=lambda: dict(TERRAIN))
    others: tuple[Ground, ...] = OTHERS
    logo: bytes = b""
    emblems: dict[str, bytes] = field(default_factory=dict)
    """Emblems that are pictures, by the id of a side or by the letters that they stand for, all in small letters."""

    def ground(self, kind: str, place: int) -> Ground:
        """Give how a kind of terrain is drawn; `place` counts the kinds that have no drawing of their own."""
        known = self.terrain.get(kind)
        return known if known is not None else self.others[place % len(self.others)]

    def token(self, kind: str) -> Colour:
        """Give the colour of a kind of token."""
        return {"fired": self.fired, "spotted": self.spotted, "pinned": self.pinned}[kind]

    def emblem(self, side: str, letters: str) -> bytes:
        """Give the picture of a side's emblem, or nothing: that of its id goes before that of its letters."""
        return self.emblems.get(side.casefold()) or self.emblems.get(letters.casefold(), b"")

    def spared(self) -> "Look":
        """Give the look that spares ink: no grounds, the patterns and lines alone."""
        return replace(
            self,
            head=PAPER,
            zebra=PAPER,
            table=PAPER,
            terrain={kind: replace(ground, fill=PAPER) for kind, ground in self.terrain.items()},
            others=tuple(replace(ground, fill=PAPER) for ground in self.others),
        )


def png_size(data: bytes) -> tuple[int, int]:
    """Give the width and the height of a PNG of our own making, in dots, from its header."""
    return int.from_bytes(data[16:20], "big"), int.from_bytes(data[20:24], "big")


HOUSE = Look()
"""The house's own look."""
