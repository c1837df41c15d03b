"""The meadow: broad quiet blobs of tone, seamless over eight by eight tiles."""

from __future__ import annotations

import random

from art.pen import Pen
from art.register import pattern
from art.shapes import blob, box

SIDE = 256


@pattern("grass", 8, 8)
def grass(pen: Pen) -> None:
    pen.fill(box(0, 0, SIDE, SIDE, 0), "grass")
    chance = random.Random(2)
    for number in range(20):
        x, y = chance.uniform(0, SIDE), chance.uniform(0, SIDE)
        radius = chance.uniform(14, 46)
        tone = chance.choice(["grass_light", "grass_dark", "grass_dark"])
        for left, top in _copies():
            pen.fill(blob(x + left, y + top, radius, 9, 0.2, number, 0.55), tone, 0.34)
    for _ in range(34):
        x, y = chance.uniform(0, SIDE), chance.uniform(0, SIDE)
        tone = chance.choice(["grass_dark", "grass_dark", "grass_light"])
        for left, top in _copies():
            pen.line(x + left, y + top, x + left - 1, y + top - 3, tone, 1)
            pen.line(x + left + 2, y + top, x + left + 3, y + top - 2.5, tone, 1)


def _copies() -> list[tuple[int, int]]:
    """Where to draw a mark so that it goes on over the pattern's edges."""
    return [(SIDE * i, SIDE * j) for i in (-1, 0, 1) for j in (-1, 0, 1)]
