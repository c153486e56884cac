"""Whole scenarios from recipes: landscape, zones, forces; drawn anew until both sides have room and fair cover."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from playaid import yamltext
from playaid.adoption import load_rules
from playaid.chance import Chance, choice, shuffled
from playaid.checks import check
from playaid.dealing import Board, orders_of
from playaid.decoding import decode
from playaid.deploy import NoRoom, blank_orders, deal
from playaid.deployment import Deployment
from playaid.diagnostics import Rejected
from playaid.fields import LANGUAGES, Localised
from playaid.ground import Ground
from playaid.landscape import Plan, Rough, landscape
from playaid.legalground import Extent, Site
from playaid.lengths import Length
from playaid.prose import voice
from playaid.recipe import Force, Recipe, Troop
from playaid.scenario import Scenario, Sourced
from playaid.source import parse
from playaid.telling import PlayaidError

ATTEMPTS = 40
"""So many landscapes are drawn before a recipe is given up."""

APART = 3
"""The cover in one zone is at most so many times that in the other, as shares of the zones."""

Box = tuple[int, int, int, int]

KINDS = {
    "wood": ("dense", "blocked"),
    "building": ("dense", "blocked"),
    "scrub": ("light", "open"),
    "field": ("light", "open"),
    "hedge": ("light", "blocked"),
    "wall": ("light", "open"),
    "ridge": ("clear", "blocked"),
    "road": ("clear", "open"),
    "stream": ("clear", "open"),
    "bridge": ("clear", "open"),
}
"""Cover and sight of what recipes lay; fields are bare in winter and spring."""


@dataclass(frozen=True, kw_only=True)
class Fairness:
    """What one side has: its zone, the legal ground and the cover in it (mm²), and its markers on the table."""

    side: str
    extent: Extent
    markers: int


@dataclass(frozen=True, kw_only=True)
class Generated:
    """A scenario as text, with the figures of its fairness and how many landscapes were drawn for it."""

    text: str
    fairness: tuple[Fairness, ...]
    attempts: int


def generate(recipe: Recipe, chance: Chance, language: str | None = None) -> Generated:
    """Draw a scenario. Raises `PlayaidError` when no landscape of many gives both sides room and fair cover."""
    forces = {role: _force(getattr(recipe, role), chance) for role in ("defender", "attacker")}
    for attempt in range(1, ATTEMPTS + 1):
        pieces = landscape(_plan(recipe), chance)
        text = _text(recipe, pieces, forces, language or recipe.language)
        board = board_of(text)
        fairness = tuple(_measured(board, chance))
        if len(fairness) == 2 and fair(fairness):
            return Generated(text=text, fairness=fairness, attempts=attempt)
    help = "a larger table, denser terrain, fewer units or fewer decoys in the recipe give more room"
    raise PlayaidError(f"no playable table in {ATTEMPTS} attempts", exit_code=1, help=help)


def board_of(text: str) -> Board:
    """Give the board of a scenario's text. Raises `Rejected` where a recipe asks for what no scenario may have."""
    source = parse(text.encode(), Path("scenario.yaml"))
    unit = "in" if source.tree["units"] == "in" else "cm"
    scenario = Sourced(value=decode(Scenario, source, unit=unit), source=source)
    rules = load_rules(scenario)
    report = check(scenario, {}, rules)
    if not report.ok:
        raise Rejected(report)
    return Board(scenario=scenario, rules=rules, ground=Ground(scenario=scenario.value, rules=rules))


def _measured(board: Board, chance: Chance) -> Iterator[Fairness]:
    """Give the figures of each side that has room for all its markers without a warning."""
    for side in board.scenario.value.sides:
        orders = orders_of(board, blank_orders(side), Path(f"{side}.orders.yaml"))
        deployment = Deployment(ground=board.ground, side=side, orders=orders)
        try:
            dealt = deal(deployment, chance)
        except NoRoom:
            return
        if dealt.dropped or dealt.tight:
            return
        standing = sum(1 for placed in dealt.markers if placed.at is not None)
        yield Fairness(side=side, extent=Site(deployment=deployment).extent(), markers=standing)


def fair(fairness: Sequence[Fairness]) -> bool:
    """Tell whether the shares of cover in both zones are comparable and each marker has legal ground for ten."""
    first, second = (f.extent for f in fairness)
    one, other = first.cover * second.zone, second.cover * first.zone
    room = all(f.extent.legal >= 10 * 625 * f.markers for f in fairness)
    return room and one <= APART * other and other <= APART * one


def _plan(recipe: Recipe) -> Plan:
    width, depth = recipe.table.width // 1_000, recipe.table.depth // 1_000
    boxes = {role: _zone(recipe.mission, role, width, depth) for role in ("defender", "attacker")}
    hiding = ("hamlet", "wood", "scrub") if recipe.mission != "ambush" else ("wood", "scrub", "wood")
    wanted = [(kind, boxes["defender"]) for kind in hiding]
    wanted += [("wood", boxes["attacker"]), ("scrub", boxes["attacker"])]
    return Plan(
        width=width,
        depth=depth,
        density=recipe.terrain.density,
        mix=recipe.terrain.mix,
        road=recipe.terrain.road,
        stream=recipe.terrain.stream,
        road_from_west=recipe.mission in ("ambush", "meeting") or width < depth,
        wanted=tuple(wanted),
    )


def _zone(mission: str, role: str, width: int, depth: int) -> Box:
    """Give a side's zone by the mission: west, south, east, north in mm."""
    shares = {
        "attack": {"defender": (0, 50, 100, 100), "attacker": (0, 0, 100, 22)},
        "meeting": {"defender": (0, 74, 100, 100), "attacker": (0, 0, 100, 26)},
        "ambush": {"defender": (25, 55, 100, 100), "attacker": (0, 20, 16, 75)},
        "rearguard": {"defender": (0, 35, 100, 80), "attacker": (0, 0, 100, 20)},
        "night_raid": {"defender": (25, 45, 85, 100), "attacker": (0, 0, 100, 22)},
    }
    west, south, east, north = shares[mission][role]
    return width * west // 100, depth * south // 100, width * east // 100, depth * north // 100


@dataclass(frozen=True, kw_only=True)
class _Member:
    """One unit of a force."""

    id: str
    name: Localised
    troop: Troop
    late: bool


def _force(force: Force, chance: Chance) -> list[_Member]:
    """Draw a force by its points, or take it as listed; its last ones arrive later, never its command."""
    counts = {troop.id: troop.count if force.points is None else 0 for troop in force.troops}
    if force.points is not None:
        _spend(force, counts, chance)
    late = _late(force, counts, chance)
    members: list[_Member] = []
    for troop in force.troops:
        for number in range(1, counts[troop.id] + 1):
            many = counts[troop.id] > 1
            name = troop.name.model_copy(
                update={
                    key: f"{said} {number}"
                    for key in (*LANGUAGES, "plain")
                    if many and (said := getattr(troop.name, key)) is not None
                }
            )
            id = f"{troop.id}-{number}" if many else troop.id
            members.append(_Member(id=id, name=name, troop=troop, late=number > counts[troop.id] - late[troop.id]))
    return members


def _spend(force: Force, counts: dict[str, int], chance: Chance) -> None:
    """Spend the points: command first, then whatever can still be paid, drawn by chance."""
    left = force.points or 0
    commands = [troop for troop in force.troops if troop.type == "command_group"][:1]
    for troop in commands:
        if troop.points <= left:
            counts[troop.id], left = 1, left - troop.points
    while True:
        payable = [t for t in force.troops if t.points <= left and counts[t.id] < t.most]
        if not payable:
            break
        troop = choice(chance, payable)
        counts[troop.id] += 1
        left -= troop.points
    if not sum(counts.values()):
        cheapest = min(force.troops, key=lambda troop: troop.points)
        counts[cheapest.id] = 1


def _late(force: Force, counts: dict[str, int], chance: Chance) -> dict[str, int]:
    """Draw which units arrive later; at least one stays on the table."""
    pool = [t.id for t in force.troops if t.type != "command_group" for _ in range(counts[t.id])]
    most = min(force.reinforcements, sum(counts.values()) - 1)
    drawn = shuffled(chance, pool)[: max(0, most)]
    return {troop.id: drawn.count(troop.id) for troop in force.troops}


EDGES = {
    "attack": {"defender": "north", "attacker": "south"},
    "meeting": {"defender": "north", "attacker": "south"},
    "ambush": {"defender": "north", "attacker": "west"},
    "rearguard": {"defender": "north", "attacker": "south"},
    "night_raid": {"defender": "north", "attacker": "south"},
}
"""Where each side's reinforcements enter."""


def _text(recipe: Recipe, pieces: Sequence[Rough], forces: dict[str, list[_Member]], language: str) -> str:
    """Write the scenario."""
    lines = ["# yaml-language-server: $schema=scenario.schema.json"]
    lines += ["# Drawn by playaid generate: both players may read this file. Change whatever you like.", ""]
    lines += ["playaid: 1", f"title: {local(recipe.title)}", 'revision: "1.0"', f"language: {language}", "rules:"]
    lines += ["  concealment: incertitude"]
    if recipe.night or recipe.mission == "night_raid":
        lines += ["  night: flames-of-war-night", "  rulings: {N10: side-by-side}"]
    unit = recipe.units
    table = recipe.table
    lines += [f"units: {unit}", f"table: {{width: {_length(table.width, unit)}, depth: {_length(table.depth, unit)}}}"]
    lines += [f"grid: {'12' if unit == 'in' else '30'}", f"turns: {recipe.turns}", "first: attacker"]
    lines += [*_types(recipe, pieces), *_terrain(pieces, unit), *_briefing(recipe), "sides:"]
    for role, members in forces.items():
        lines += _side(recipe, role, members)
    if recipe.notes is not None:
        lines.append(f"notes: {local(recipe.notes)}")
    return "\n".join(lines) + "\n"


def _length(length: int, unit: str) -> str:
    return yamltext.length(length, unit)


def local(text: Localised) -> str:
    """Write a text that a reader sees."""
    if text.plain is not None:
        return yamltext.text(text.plain)
    said = ((key, getattr(text, key)) for key in LANGUAGES)
    return "{" + ", ".join(f"{key}: {yamltext.text(value)}" for key, value in said if value is not None) + "}"


def _types(recipe: Recipe, pieces: Sequence[Rough]) -> Iterator[str]:
    yield "terrain_types:"
    used = {piece.kind for piece in pieces}
    for kind, (cover, sight) in KINDS.items():
        if kind in used:
            bare = kind == "field" and recipe.season in ("winter", "spring")
            name = ", ".join(f"{language}: {yamltext.text(_word(kind, language))}" for language in LANGUAGES)
            yield f"  {kind}: {{cover: {'clear' if bare else cover}, sight: {sight}, name: {{{name}}}}}"


def _word(kind: str, language: str) -> str:
    return voice(language).say(f"country.{kind}")


def _terrain(pieces: Sequence[Rough], unit: str) -> Iterator[str]:
    yield "terrain:"
    counts: dict[str, int] = {}
    for piece in pieces:
        counts[piece.kind] = counts.get(piece.kind, 0) + 1
        places = ", ".join(
            f"[{_length(Length(x * 1_000), unit)}, {_length(Length(y * 1_000), unit)}]" for x, y in piece.points
        )
        shape = "line" if piece.line else "polygon"
        yield f"  - {{id: {piece.kind}-{counts[piece.kind]}, type: {piece.kind}, shape: {{{shape}: [{places}]}}}}"


def _briefing(recipe: Recipe) -> Iterator[str]:
    told = recipe.briefing
    said = [(key, getattr(told, key)) for key in ("situation", "victory", "special")]
    lines = [f"  {key}: {local(text)}" for key, text in said if text is not None]
    missions = [f"    {role}: {local(told.mission[role])}" for role in ("defender", "attacker") if role in told.mission]
    if lines or missions:
        yield "briefing:"
        yield from lines
        if missions:
            yield from ("  mission:", *missions)


def _side(recipe: Recipe, role: str, members: Sequence[_Member]) -> Iterator[str]:
    force: Force = getattr(recipe, role)
    unit = recipe.units
    west, south, east, north = (
        _length(Length(v * 1_000), unit)
        for v in _zone(recipe.mission, role, recipe.table.width // 1_000, recipe.table.depth // 1_000)
    )
    yield f"  {role}:"
    yield f"    name: {local(force.name)}"
    yield f"    role: {'attacker' if recipe.mission == 'meeting' else role}"
    yield f"    emblem: {yamltext.text(force.emblem)}"
    yield f'    colour: "{force.colour}"'
    yield f"    zone: {{polygon: [[{west}, {south}], [{east}, {south}], [{east}, {north}], [{west}, {north}]]}}"
    yield f"    decoys: {force.decoys_for(len(members))}"
    yield "    units:"
    turn = 1
    for member in members:
        troop = member.troop
        arrives = ""
        if member.late:
            turn = min(recipe.turns - 1, turn + 1)
            arrives = f", arrives: {{turn: {turn}, edge: {EDGES[recipe.mission][role]}}}"
        move = _length(troop.move, unit)
        yield f"      - {{id: {member.id}, name: {local(member.name)}, type: {troop.type}, move: {move}{arrives}}}"
