"""Big tables for the benchmarks: scenarios and orders of any number of markers and pieces, the same every time."""

import random
from math import ceil, cos, pi, sin, sqrt
from pathlib import Path

CM = 10_000
SIDE = 1_000
"""The table is square and 10 m wide, in cm."""
CORNERS = 13
"""Corners of each wood."""

Place = tuple[int, int]


def chance_of(seed: int) -> random.Random:
    """Give draws that are the same every time."""
    return random.Random(seed)  # noqa: S311  # nothing secret


def blob(chance: random.Random, middle: Place, radius: float, corners: int = CORNERS) -> list[Place]:
    """Give an irregular polygon round a middle, star-shaped, nowhere nearer to it than 0.6 of the radius, µm."""
    ring = []
    for corner in range(corners):
        angle, reach = 2 * pi * corner / corners, radius * chance.uniform(0.6, 1)
        ring.append((middle[0] + round(reach * cos(angle)), middle[1] + round(reach * sin(angle))))
    return ring


def woods(count: int) -> tuple[list[list[Place]], list[Place], float]:
    """Give so many woods spread over the defender's part of the table, their middles, and a radius that all contain."""
    chance, across = chance_of(1), ceil(sqrt(count))
    wide, deep = SIDE * CM / across, 0.68 * SIDE * CM / ceil(count / across)
    radius = 0.42 * min(wide, deep)
    middles = [
        (round((k % across + 0.5) * wide), round(0.31 * SIDE * CM + (k // across + 0.5) * deep)) for k in range(count)
    ]
    return [blob(chance, middle, radius) for middle in middles], middles, 0.5 * radius


def written(point: Place) -> str:
    """Write a place in cm as a user would, to a hundredth of a millimetre."""
    return "[" + ", ".join(f"{value / CM:.3f}" for value in point) + "]"


def big(folder: Path, *, markers: int, pieces: int, in_the_open: int) -> Path:
    """Write a scenario in which a defender's markers stand in woods, some of them anywhere in his zone instead."""
    chance = chance_of(2)
    rings, middles, inner = woods(pieces)
    lines = [
        "playaid: 1",
        "title: big",
        "rules: {concealment: incertitude}",
        f"table: {{width: {SIDE}, depth: {SIDE}}}",
        "terrain_types: {wood: {cover: dense, sight: blocked}}",
        "terrain:",
    ]
    for number, ring in enumerate(rings):
        shape = f"{{polygon: [{', '.join(map(written, ring))}]}}"
        lines.append(f"  - {{id: wood-{number}, type: wood, shape: {shape}}}")
    zone, enemy = (
        f"[[0, 300], [{SIDE}, 300], [{SIDE}, {SIDE}], [0, {SIDE}]]",
        f"[[0, 0], [{SIDE}, 0], [{SIDE}, 100], [0, 100]]",
    )
    lines += [
        "sides:",
        f"  attacker: {{name: Attacker, role: attacker, emblem: A, zone: {{polygon: {enemy}}}}}",
        "  defender:",
        "    name: Defender",
        "    role: defender",
        "    emblem: D",
        f"    zone: {{polygon: {zone}}}",
        "    units:",
    ]
    orders = ["playaid: 1", "side: defender", "markers:"]
    for number in range(markers):
        lines.append(f"      - {{id: unit-{number}, name: Unit {number}, type: team, move: 10}}")
        if number < in_the_open:
            place = chance.randint(10 * CM, (SIDE - 10) * CM), chance.randint(305 * CM, (SIDE - 10) * CM)
        else:
            x, y = middles[number % pieces]
            place = round(x + chance.uniform(-0.7, 0.7) * inner), round(y + chance.uniform(-0.7, 0.7) * inner)
        orders.append(f"  - {{number: {number + 1}, unit: unit-{number}, at: {written(place)}}}")
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "scenario.yaml").write_text("\n".join(lines) + "\n", encoding="utf-8")
    (folder / "defender.orders.yaml").write_text("\n".join(orders) + "\n", encoding="utf-8")
    return folder
