"""The tile layers of a map: ground, floors, walls, fences and shade."""

from __future__ import annotations

from collections.abc import Callable, Collection

from townlet.mapmaker.canvas import Canvas
from townlet.mapmaker.kit import BLOCKS, WET, Kit
from townlet.mapmaker.tilesets import NOTHING, Mosaic, Quarter, halves, whole
from townlet.town.flood_fill import beside
from townlet.world.setting import Tile

AFLOAT = ("dock", "ferry")
"""Kinds that always have water under them."""


def ground_layers(canvas: Canvas, kit: Kit) -> dict[str, dict[Tile, Mosaic]]:
    """Return the layers of the ground by name, from bottom to top."""
    by_ground = {
        name: {tile for tile, ground in canvas.ground.items() if ground == name} for name in set(canvas.ground.values())
    }
    water = by_ground.get("water", set())
    wet = water | _afloat(canvas)
    paved = by_ground.get("slab", set()) | by_ground.get("road", set()) | by_ground.get("zebra", set())
    road = by_ground.get("road", set()) | by_ground.get("zebra", set())
    deep = {tile for tile in wet if all(each in wet or not _inside(canvas, each) for each in _around(tile))}
    layers = {
        "grass": {tile: whole(kit.part("grass", *tile)) for tile in canvas.tiles()},
        "sand": _rounded(
            "sand", by_ground.get("sand", set()) | _shore(canvas, wet, by_ground.get("sand", set())), canvas, kit
        ),
        "path": _rounded(
            "path", by_ground.get("path", set()) | _crossed(canvas, by_ground.get("path", set())), canvas, kit
        ),
        "paving": _rounded("slab", paved, canvas, kit),
        "road": _rounded("road", road, canvas, kit),
        "markings": _markings(by_ground.get("zebra", set()), road),
        "water": _rounded("water", wet, canvas, kit, water),
        "deep": _rounded("deep", deep, canvas, kit),
    }
    return {name: tiles for name, tiles in layers.items() if tiles}


def _rounded(
    name: str, tiles: Collection[Tile], canvas: Canvas, kit: Kit, blocking: Collection[Tile] = ()
) -> dict[Tile, Mosaic]:
    """Return the tiles of a piece of ground with round corners.

    Each quarter of a tile shows one of a set of 16 corner tiles, or the pattern of the middle. The ground continues
    under houses and beyond the edge of the map.
    """
    covered = _goes_on(tiles, canvas)
    near = {each for tile in covered for each in (tile, *_around(tile)) if _inside(canvas, each)}
    found = {}
    for tile in sorted(near):
        one, two, three, four = (_quarter(name, tile, number, covered, kit) for number in range(4))
        blocks = BLOCKS.get(name, "") if tile in blocking else ""
        found[tile] = Mosaic((one, two, three, four), blocks)
    return {tile: mosaic for tile, mosaic in found.items() if set(mosaic.quarters) != {NOTHING}}


def _quarter(name: str, tile: Tile, number: int, covered: Collection[Tile], kit: Kit) -> Quarter:
    """Return what one quarter of a tile shows. It depends on which of the four tiles at its corner are covered."""
    down, right = divmod(number, 2)
    x, y = tile[0] + right, tile[1] + down
    corners = ((x - 1, y - 1), (x, y - 1), (x - 1, y), (x, y))
    # One bit per tile around the corner: 1 north-west, 2 north-east, 4 south-west, 8 south-east.
    mask = sum(1 << bit for bit, corner in enumerate(corners) if corner in covered)
    if not mask:
        return NOTHING
    if mask == 15 and name in kit.spans:
        return kit.part(name, *tile), number
    return f"{name}/{mask}", 3 - number


def _goes_on(tiles: Collection[Tile], canvas: Canvas) -> set[Tile]:
    """Return the tiles, with the adjoining ones under houses and one row beyond the edges of the map."""
    found = set(tiles)
    found |= {each for tile in tiles for each in beside(tile) if _within_a_front(each, tiles, canvas)}
    right, down = canvas.width, canvas.height
    for x, y in list(found):
        beyond_x = [x, *([-1] if x == 0 else []), *([right] if x == right - 1 else [])]
        beyond_y = [y, *([-1] if y == 0 else []), *([down] if y == down - 1 else [])]
        found |= {(i, j) for i in beyond_x for j in beyond_y}
    return found


def _within_a_front(tile: Tile, tiles: Collection[Tile], canvas: Canvas) -> bool:
    """Return whether ground continues under this part of a house: everywhere except under its corners."""
    x, y = tile
    south_or_north = any(each in tiles for each in ((x, y - 1), (x, y + 1)))
    along = ((x - 1, y), (x + 1, y)) if south_or_north else ((x, y - 1), (x, y + 1))
    return canvas.built(tile) and all(canvas.built(each) for each in along)


def _markings(zebra: Collection[Tile], road: Collection[Tile]) -> dict[Tile, Mosaic]:
    """Return zebra crossings, and broken lines along the middle of roads."""
    found = {}
    for tile in zebra:
        across = _run(tile, zebra, (1, 0)) >= _run(tile, zebra, (0, 1))
        found[tile] = whole(f"crossing/{'across' if across else 'down'}")
    for tile in sorted(set(road) - set(zebra)):
        x, y = tile
        wide, deep = _run(tile, road, (1, 0)), _run(tile, road, (0, 1))
        if wide > deep and x % 2 and _middle(tile, road, (0, 1)) and not _near(tile, zebra):
            found[tile] = whole("line/across")
        elif deep > wide and y % 2 and _middle(tile, road, (1, 0)) and not _near(tile, zebra):
            found[tile] = whole("line/down")
    return found


def _run(tile: Tile, tiles: Collection[Tile], step: Tile) -> int:
    """Return the length of the row of tiles through this one, in the direction of `step` and back."""
    return 1 + _reach(tile, tiles, step) + _reach(tile, tiles, (-step[0], -step[1]))


def _reach(tile: Tile, tiles: Collection[Tile], step: Tile) -> int:
    count = 0
    while (tile[0] + step[0] * (count + 1), tile[1] + step[1] * (count + 1)) in tiles:
        count += 1
    return count


def _middle(tile: Tile, tiles: Collection[Tile], step: Tile) -> bool:
    before, after = _reach(tile, tiles, (-step[0], -step[1])), _reach(tile, tiles, step)
    return before == after and before < 4


def _near(tile: Tile, tiles: Collection[Tile]) -> bool:
    return any(each in tiles for each in _around(tile))


def _afloat(canvas: Canvas) -> set[Tile]:
    return {tile for mark in canvas.things() if mark.kind in AFLOAT for tile in mark.tiles()}


def _crossed(canvas: Canvas, path: Collection[Tile]) -> set[Tile]:
    """Return the tiles in the open under things that paths reach from two sides; the paths meet there."""
    found: set[Tile] = set()
    for mark in canvas.things():
        tiles = set(mark.tiles())
        leading = {side for tile in tiles for side in beside(tile) if side in path}
        free = not any(tile in canvas.ground or canvas.built(tile) for tile in tiles)
        if len(leading) > 3 and free:
            found |= tiles
    return found


def _shore(canvas: Canvas, wet: Collection[Tile], sand: Collection[Tile]) -> set[Tile]:
    """Return the water tiles beside sand, because the sand continues under the edge of the water."""
    return {tile for tile in wet if any(each in sand for each in _around(tile))}


def _around(tile: Tile) -> list[Tile]:
    x, y = tile
    return [(x + i, y + j) for j in (-1, 0, 1) for i in (-1, 0, 1) if (i, j) != (0, 0)]


def _inside(canvas: Canvas, tile: Tile) -> bool:
    return 0 <= tile[0] < canvas.width and 0 <= tile[1] < canvas.height


def house_layers(canvas: Canvas, kit: Kit) -> dict[str, dict[Tile, Mosaic]]:
    """Return the layers of houses by name, from bottom to top. The last, `caps`, is drawn over the people."""
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
    """Return the floor of a room; under walls and doors, half of the floor of each side."""
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
    """Return the face of a wall, or the shaft of a wall that runs north and south."""
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
    """Return what a wall shows on its west (-1) or east (1) half: the paper of the room to the south, or the facade."""
    x, y = tile
    south = (x + side, y + 1) if canvas.walled((x, y + 1)) else (x, y + 1)
    if room := canvas.rooms.get(south):
        return f"{'wet' if room.floor in WET else 'inside'}/{room.paper or 'boards'}"
    return f"outside/{canvas.walls[tile].facade}"


def _cap(tile: Tile, canvas: Canvas) -> Mosaic | None:
    """Return the tops of walls that are visible in a tile: of its own wall and of the wall south of it."""
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
    """Return the fence tile for the sides on which it continues; in a wall beside a fence, the half that joins it."""
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
