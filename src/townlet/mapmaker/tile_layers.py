"""Making pictures of a canvas: layers of tiles, and things that stand and hang."""

from __future__ import annotations

from collections.abc import Callable, Collection

from townlet.mapmaker.canvas import Canvas
from townlet.mapmaker.kit import BLOCKS, WET, Kit
from townlet.mapmaker.tilesets import NOTHING, Mosaic, Quarter, halves, whole
from townlet.town.flood_fill import beside
from townlet.world.setting import Tile

AFLOAT = ("dock", "ferry")
"""Kinds under which there is water, whatever the plan lays there."""


def ground_layers(canvas: Canvas, kit: Kit) -> dict[str, dict[Tile, Mosaic]]:
    """The ground's layers by name, from below."""
    of = {
        name: {tile for tile, ground in canvas.ground.items() if ground == name} for name in set(canvas.ground.values())
    }
    water = of.get("water", set())
    wet = water | _afloat(canvas)
    paved = of.get("slab", set()) | of.get("road", set()) | of.get("zebra", set())
    road = of.get("road", set()) | of.get("zebra", set())
    deep = {tile for tile in wet if all(each in wet or not _inside(canvas, each) for each in _around(tile))}
    layers = {
        "grass": {tile: whole(kit.part("grass", *tile)) for tile in canvas.tiles()},
        "sand": _rounded("sand", of.get("sand", set()) | _shore(canvas, wet, of.get("sand", set())), canvas, kit),
        "path": _rounded("path", of.get("path", set()) | _crossed(canvas, of.get("path", set())), canvas, kit),
        "paving": _rounded("slab", paved, canvas, kit),
        "road": _rounded("road", road, canvas, kit),
        "markings": _markings(of.get("zebra", set()), road),
        "water": _rounded("water", wet, canvas, kit, water),
        "deep": _rounded("deep", deep, canvas, kit),
    }
    return {name: tiles for name, tiles in layers.items() if tiles}


def _rounded(
    name: str, tiles: Collection[Tile], canvas: Canvas, kit: Kit, blocking: Collection[Tile] = ()
) -> dict[Tile, Mosaic]:
    """A stretch of ground with round corners: every quarter of a tile shows a corner of the set of sixteen, or
    the middle's pattern. Houses and the edge of the map do not end it."""
    covered = _goes_on(tiles, canvas)
    near = {each for tile in covered for each in (tile, *_around(tile)) if _inside(canvas, each)}
    found = {}
    for tile in sorted(near):
        one, two, three, four = (_quarter(name, tile, number, covered, kit) for number in range(4))
        blocks = BLOCKS.get(name, "") if tile in blocking else ""
        found[tile] = Mosaic((one, two, three, four), blocks)
    return {tile: mosaic for tile, mosaic in found.items() if set(mosaic.quarters) != {NOTHING}}


def _quarter(name: str, tile: Tile, number: int, covered: Collection[Tile], kit: Kit) -> Quarter:
    down, right = divmod(number, 2)
    x, y = tile[0] + right, tile[1] + down
    corners = ((x - 1, y - 1), (x, y - 1), (x - 1, y), (x, y))
    mask = sum(1 << bit for bit, corner in enumerate(corners) if corner in covered)
    if not mask:
        return NOTHING
    if mask == 15 and name in kit.spans:
        return kit.part(name, *tile), number
    return f"{name}/{mask}", 3 - number


def _goes_on(tiles: Collection[Tile], canvas: Canvas) -> set[Tile]:
    """The tiles, those under houses beside them, and a row beyond the edges of the map."""
    found = set(tiles)
    found |= {each for tile in tiles for each in beside(tile) if _within_a_front(each, tiles, canvas)}
    right, down = canvas.width, canvas.height
    for x, y in list(found):
        beyond_x = [x, *([-1] if x == 0 else []), *([right] if x == right - 1 else [])]
        beyond_y = [y, *([-1] if y == 0 else []), *([down] if y == down - 1 else [])]
        found |= {(i, j) for i in beyond_x for j in beyond_y}
    return found


def _within_a_front(tile: Tile, tiles: Collection[Tile], canvas: Canvas) -> bool:
    """Whether ground goes on under this part of a house: not under its corners, beside which one sees it end."""
    x, y = tile
    south_or_north = any(each in tiles for each in ((x, y - 1), (x, y + 1)))
    along = ((x - 1, y), (x + 1, y)) if south_or_north else ((x, y - 1), (x, y + 1))
    return canvas.built(tile) and all(canvas.built(each) for each in along)


def _markings(zebra: Collection[Tile], road: Collection[Tile]) -> dict[Tile, Mosaic]:
    """Crossings, and a broken line along the middle of roads."""
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
    """How many tiles in a row there are through this one."""
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
    """The ground under a thing in the open that paths lead up to on two sides: they meet under it."""
    found: set[Tile] = set()
    for mark in canvas.things():
        tiles = set(mark.tiles())
        leading = {side for tile in tiles for side in beside(tile) if side in path}
        free = not any(tile in canvas.ground or canvas.built(tile) for tile in tiles)
        if len(leading) > 3 and free:
            found |= tiles
    return found


def _shore(canvas: Canvas, wet: Collection[Tile], sand: Collection[Tile]) -> set[Tile]:
    """Water that touches sand: the sand goes on under its edge."""
    return {tile for tile in wet if any(each in sand for each in _around(tile))}


def _around(tile: Tile) -> list[Tile]:
    x, y = tile
    return [(x + i, y + j) for j in (-1, 0, 1) for i in (-1, 0, 1) if (i, j) != (0, 0)]


def _inside(canvas: Canvas, tile: Tile) -> bool:
    return 0 <= tile[0] < canvas.width and 0 <= tile[1] < canvas.height


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
