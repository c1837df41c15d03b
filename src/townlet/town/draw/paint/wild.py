"""What comes by itself: flowers in the grass, life on ponds."""

from __future__ import annotations

from collections.abc import Collection, Iterator

from townlet.town.draw.canvas import Canvas
from townlet.town.draw.kit import Kit
from townlet.town.draw.paint.placed import Placed, chance, place
from townlet.town.draw.shapes import parts_of
from townlet.town.reach import beside
from townlet.world.setting import Tile


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
        middle = {tile for tile in part if all(each in part for each in beside(tile))}
        berths = sorted((y, x) for x, y in middle if (x + 1, y) in middle)
        if berths:
            y, x = berths[len(berths) * 2 // 3]
            yield place(kit.choose("boat", (2, 1), pick=f"{x},{y}"), (x, y, 2, 1), kit)
            middle -= {(x, y), (x + 1, y)}
            part -= {(x, y), (x + 1, y)}
        if not any(x in (0, canvas.width - 1) or y in (0, canvas.height - 1) for x, y in part):
            yield from _pond(part, middle, kit)


def _pond(water: Collection[Tile], middle: Collection[Tile], kit: Kit) -> Iterator[Placed]:
    """Water that does not leave the map."""
    for x, y in sorted(water):
        if (x, y) in middle and chance(x, y, 13) == 0:
            yield place(kit.choose("duck", pick=f"{y},{x}"), (x, y, 1, 1), kit)
        elif (x, y) not in middle and (x, y - 1) in water and chance(x, y, 7) == 0:
            yield place(kit.choose("lily", pick=f"{y},{x}"), (x, y - 0.2, 1, 1), kit)
