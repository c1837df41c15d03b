"""What comes by itself: flowers in the grass, life on ponds."""

from __future__ import annotations

from collections.abc import Iterator

from townlet.town.draw.canvas import Canvas
from townlet.town.draw.kit import Kit
from townlet.town.draw.paint.placed import Placed, chance, place
from townlet.town.draw.shapes import parts_of
from townlet.world.setting import Tile

POND = 250
"""Tiles of the largest water that ducks and lilies live on."""


def flowers(canvas: Canvas, kit: Kit) -> Iterator[Placed]:
    """Now and then in the grass, and along the fronts of houses."""
    taken = {tile for mark in canvas.things() for tile in mark.tiles()}
    for tile in canvas.tiles():
        x, y = tile
        if canvas.built(tile) or tile in taken or tile in canvas.fences or tile in canvas.ground:
            continue
        at_a_front = (x, y - 1) in canvas.walls and chance(y, x, 4) == 0
        if at_a_front or chance(x, y, 70) == 0:
            yield place(kit.choose("flowers", pick=f"{x},{y}"), (x, y, 1, 1), kit)


def on_water(canvas: Canvas, kit: Kit) -> Iterator[Placed]:
    """Ducks and lilies on ponds, a boat on any water large enough."""
    water = {tile for tile, ground in canvas.ground.items() if ground == "water"}
    for part in parts_of(water):
        middle = {tile for tile in part if all(each in part for each in _beside(tile))}
        rows = sorted(middle, key=lambda each: (each[1], each[0]))
        berths = [(x, y) for x, y in rows if (x + 1, y) in middle]
        if len(part) > 40 and berths:
            x, y = berths[len(berths) * 2 // 3]
            yield place(kit.choose("boat", (2, 1), pick=f"{x},{y}"), (x, y, 2, 1), kit)
            middle -= {(x, y), (x + 1, y)}
        for x, y in rows if len(part) <= POND else ():
            if (x, y) in middle and chance(x, y, 13) == 0:
                yield place(kit.choose("duck", pick=f"{y},{x}"), (x, y, 1, 1), kit)
        for x, y in sorted(part - middle) if len(part) <= POND else ():
            if chance(x, y, 7) == 0 and (x, y - 1) in part:
                yield place(kit.choose("lily", pick=f"{y},{x}"), (x, y - 0.2, 1, 1), kit)


def _beside(tile: Tile) -> tuple[Tile, Tile, Tile, Tile]:
    x, y = tile
    return (x - 1, y), (x + 1, y), (x, y - 1), (x, y + 1)
