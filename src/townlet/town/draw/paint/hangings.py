"""What hangs on the walls of rooms."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from townlet.town.draw.canvas import Canvas
from townlet.town.draw.kit import Kit
from townlet.town.draw.paint.placed import Placed, chance, place

ABOVE = {"basin": "mirror", "washstand": "mirror", "stove": "pans", "counter": "plates", "sink": "plates"}
"""What hangs over a thing that stands at a wall."""
ON_BARE_WALLS = ("painting", "clock", "painting", "map", "painting", "coats", "painting")
"""What a room's bare walls get, in turn."""
APART = 3
"""Tiles from one to the next at least."""


def hangings(canvas: Canvas, kit: Kit) -> Iterator[Placed]:
    """Something over what stands at a wall, and here and there a picture on a bare one."""
    standing = {tile: mark.kind for mark in canvas.things() for tile in mark.tiles()}
    hung: Counter[tuple[str, str]] = Counter()
    last = (-APART, -1)
    for tile in sorted(canvas.walls, key=lambda each: (each[1], each[0])):
        x, y = tile
        room = canvas.rooms.get((x, y + 1))
        if tile in canvas.windows or room is None or not canvas.runs_across(tile):
            continue
        kind = standing.get((x, y + 1), "")
        free = last[1] != y or x - last[0] >= APART
        if kind in ABOVE and (free or ABOVE[kind] != "plates"):
            yield place(kit.choose(ABOVE[kind]), (x, y, 1, 1), kit)
        elif not kind and free and room.floor != "bath" and chance(x, y, 3) == 0:
            name = (room.sector, room.arena)
            yield place(kit.choose(ON_BARE_WALLS[hung[name] % len(ON_BARE_WALLS)], pick=f"{x},{y}"), (x, y, 1, 1), kit)
            hung[name] += 1
        else:
            continue
        last = tile
