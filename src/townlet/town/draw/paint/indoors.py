"""The layers of houses: floors, rugs, walls and their tops, fences, shade."""

from __future__ import annotations

from collections.abc import Callable

from townlet.town.draw.canvas import Canvas
from townlet.town.draw.kit import Kit
from townlet.town.draw.materials import BLOCKS, WET
from townlet.town.draw.quarters import Mosaic, halves, whole
from townlet.world.setting import Tile


def house_layers(canvas: Canvas, kit: Kit) -> dict[str, dict[Tile, Mosaic]]:
    """The layers by name, from below; the last, `caps`, goes over the people."""
    every = canvas.tiles()
    layers = {
        "floor": _each(every, lambda tile: _floor(tile, canvas, kit)),
        "rugs": _rugs(canvas) | _each(sorted(canvas.doors), lambda tile: _threshold(tile, canvas)),
        "shade": _each(every, lambda tile: _shade(tile, canvas)),
        "fences": _each(every, lambda tile: _fence(tile, canvas)),
        "walls": _each(sorted(canvas.walls), lambda tile: _wall(tile, canvas)),
        "caps": _each(every, lambda tile: _cap(tile, canvas)),
    }
    return {name: tiles for name, tiles in layers.items() if tiles or name == "walls"}


def _each(tiles: list[Tile], paint: Callable[[Tile], Mosaic | None]) -> dict[Tile, Mosaic]:
    found = {tile: paint(tile) for tile in tiles}
    return {tile: mosaic for tile, mosaic in found.items() if mosaic is not None}


def _floor(tile: Tile, canvas: Canvas, kit: Kit) -> Mosaic | None:
    """A room's floor; under walls and doors, half of the floor on each side."""
    x, y = tile
    if room := canvas.rooms.get(tile):
        return whole(kit.part(room.floor, *tile))
    if not canvas.walled(tile):
        return None
    west, east = canvas.rooms.get((x - 1, y)), canvas.rooms.get((x + 1, y))
    if not west and not east:
        return None
    return halves(*(kit.part(side.floor, *tile) if side else "" for side in (west, east)))


def _threshold(tile: Tile, canvas: Canvas) -> Mosaic:
    return whole("threshold/down" if canvas.runs_across(tile) else "threshold/across")


def _rugs(canvas: Canvas) -> dict[Tile, Mosaic]:
    found = {}
    for (x, y, width, depth), colour in canvas.rugs:
        for i in range(width):
            for j in range(depth):
                quarters = []
                for number in range(4):
                    down, right = divmod(number, 2)
                    across = i < width - 1 if right else i > 0
                    along = j < depth - 1 if down else j > 0
                    shape = "middle" if across and along else "across" if across else "down" if along else "alone"
                    quarters.append((f"rug/{colour or 'coral'}/{shape}", number))
                found[(x + i, y + j)] = Mosaic(tuple(quarters))  # type: ignore[arg-type]
    return {tile: mosaic for tile, mosaic in found.items() if not canvas.walled(tile)}


def _wall(tile: Tile, canvas: Canvas) -> Mosaic:
    """The face of a wall, or the shaft of one that runs north and south."""
    x, y = tile
    if not canvas.runs_across(tile):
        return whole("wall/shaft" if (x, y + 1) in canvas.walls else "wall/end", BLOCKS[canvas.walls[tile].facade])
    goes_on = {side: canvas.walled((x + side, y)) for side in (-1, 1)}
    west, east = (
        f"{_style(tile, side if goes_on[side] else -side, canvas)}/{'full' if goes_on[side] else 'ends'}"
        for side in (-1, 1)
    )
    return halves(west, east, BLOCKS[canvas.walls[tile].facade])


def _style(tile: Tile, side: int, canvas: Canvas) -> str:
    """What the face shows on its west (-1) or east (1) half: the paper of the room south of it, or the facade."""
    x, y = tile
    south = (x + side, y + 1) if canvas.walled((x, y + 1)) else (x, y + 1)
    if room := canvas.rooms.get(south):
        return f"{'wet' if room.floor in WET else 'inside'}/{room.paper or 'boards'}"
    return f"outside/{canvas.walls[tile].facade}"


def _cap(tile: Tile, canvas: Canvas) -> Mosaic | None:
    """The tops of walls that one sees in a tile: of its own wall, and of the one south of it."""
    x, y = tile
    below = (x, y + 1)
    column = "none"
    if tile in canvas.walls and below in canvas.walls:
        column = "full"
    elif tile in canvas.walls and not canvas.runs_across(tile) and canvas.walled((x, y - 1)):
        column = "stub"
    strip = "none"
    if below in canvas.walls and canvas.runs_across(below):
        west, east = canvas.walled((x - 1, y + 1)), canvas.walled((x + 1, y + 1))
        strip = "we" if west and east else "w" if west else "e" if east else "alone"
    elif below in canvas.walls and tile not in canvas.walls:
        strip = "alone"
    if (column, strip) == ("none", "none"):
        return None
    if tile in canvas.windows and (column, strip) == ("full", "none") and not canvas.runs_across(tile):
        return whole("cap/pane")
    return whole(f"cap/{column}/{strip}")


def _shade(tile: Tile, canvas: Canvas) -> Mosaic | None:
    x, y = tile
    if tile in canvas.rooms or tile in canvas.doors:
        return whole("shade/under") if (x, y - 1) in canvas.walls and tile in canvas.rooms else None
    if tile in canvas.walls:
        if canvas.walled((x + 1, y)):
            return None
        return whole("shade/beside" if canvas.built((x + 1, y)) else "shade/house")
    sides = ((x - 1, y), (x, y - 1), (x - 1, y - 1))
    mask = sum(1 << bit for bit, side in enumerate(sides) if canvas.built(side))
    return whole(f"shade/ground/{mask}") if mask else None


def _fence(tile: Tile, canvas: Canvas) -> Mosaic | None:
    """A fence by the sides on which it goes on; beside a wall's shaft, the half that closes up to it."""
    x, y = tile
    kind = canvas.fences.get(tile)
    if kind:
        sides = ((x, y - 1), (x + 1, y), (x, y + 1), (x - 1, y))
        mask = sum(1 << bit for bit, side in enumerate(sides) if side in canvas.fences or canvas.walled(side))
        return whole(f"{kind}/{mask}", BLOCKS[kind])
    west, east = canvas.fences.get((x - 1, y)), canvas.fences.get((x + 1, y))
    if tile not in canvas.walls or not (west or east):
        return None
    return halves(f"{west}/10" if west else "", f"{east}/10" if east else "")
