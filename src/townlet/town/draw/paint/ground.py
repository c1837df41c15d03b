"""The layers of ground: meadow, sand, paths, water, streets."""

from __future__ import annotations

from collections.abc import Collection

from townlet.town.draw.canvas import Canvas
from townlet.town.draw.kit import Kit
from townlet.town.draw.materials import BLOCKS
from townlet.town.draw.quarters import NOTHING, Mosaic, Quarter, whole
from townlet.town.reach import beside
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
