"""From a drawing to places: which tile belongs to which arena, which tiles can be walked."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from townlet.town.defects import Defects
from townlet.town.drawn import MAP, Drawing, Mark
from townlet.town.reach import beside, distances, largest_part
from townlet.world.address import Address
from townlet.world.setting import Tile


@dataclass(frozen=True)
class Layout:
    """Where things are, before the tree is built. Doors are walkable and belong to no place yet."""

    root: Address
    places: tuple[Address, ...]
    """Sectors and arenas, in the map's order."""
    place_of: Mapping[Tile, Address]
    """The innermost place of every tile that is not wall and not door."""
    walkable: frozenset[Tile]
    doors: Mapping[Tile, Mark]
    steps: Mapping[Tile, int]
    """Steps to each tile that can be reached, from the open ground."""


def lay_out(root: Address, drawing: Drawing, defects: Defects) -> Layout:
    """The places of a drawing. Notes overlaps, arenas outside of any sector and doors that are none."""
    sector_of = _sectors(root, drawing, defects)
    arena_of = _arenas(sector_of, drawing, defects)
    doors = {mark.corner: mark for mark in drawing.marks.get("doors", ()) if _is_door(mark, drawing, defects)}
    barred = drawing.block_sight | doors.keys()
    place_of = {tile: place for tile, place in {**sector_of, **arena_of}.items() if tile not in barred}
    walkable = _walkable(drawing) | doors.keys()
    steps = _steps(drawing, place_of, walkable)
    places = tuple(dict.fromkeys((*sector_of.values(), *arena_of.values())))
    return Layout(root, places, place_of, walkable, doors, steps)


def _sectors(root: Address, drawing: Drawing, defects: Defects) -> dict[Tile, Address]:
    found: dict[Tile, Address] = {}
    for mark in drawing.marks.get("sectors", ()):
        if address := _child(root, mark, "sectors", defects):
            _claim(found, mark.tiles(), address, defects)
    return found


def _arenas(sector_of: Mapping[Tile, Address], drawing: Drawing, defects: Defects) -> dict[Tile, Address]:
    found: dict[Tile, Address] = {}
    for mark in drawing.marks.get("arenas", ()):
        sectors = {sector_of[tile]: None for tile in mark.tiles() if tile in sector_of}
        if len(sectors) != 1 or any(tile not in sector_of for tile in mark.tiles()):
            defects.add(MAP, f"arenas: {mark.name!r} does not lie within one sector", mark.corner)
        elif address := _child(next(iter(sectors)), mark, "arenas", defects):
            inside = [tile for tile in mark.tiles() if tile not in drawing.block_sight]
            _claim(found, inside, address, defects)
    return found


def _child(parent: Address, mark: Mark, layer: str, defects: Defects) -> Address | None:
    try:
        return parent / mark.name
    except ValueError:
        defects.add(MAP, f"{layer}: {mark.name!r} cannot be a name; it needs a word and no colon", mark.corner)
        return None


def _claim(taken: dict[Tile, Address], tiles: Iterable[Tile], address: Address, defects: Defects) -> None:
    overlaps: dict[Address, Tile] = {}
    for tile in tiles:
        other = taken.setdefault(tile, address)
        if other != address:
            overlaps.setdefault(other, tile)
    for other, tile in overlaps.items():
        defects.add(MAP, f"{address.name!r} and {other.name!r} overlap", tile)


def _is_door(mark: Mark, drawing: Drawing, defects: Defects) -> bool:
    """Whether the mark is one tile with wall on two opposite sides and none on the other two."""
    walls = drawing.block_sight | {each.corner for each in drawing.marks["doors"] if each is not mark}
    south, east, west, north = (side in walls for side in beside(mark.corner))
    if (mark.width, mark.height) != (1, 1):
        defects.add(MAP, f"doors: a door is one tile; this is {mark.width} x {mark.height}", mark.corner)
    elif mark.corner in drawing.block_sight:
        defects.add(MAP, "doors: a wall stands in the door; clear the tile in the layer 'walls'", mark.corner)
    elif not ((east and west and not (north and south)) or (north and south and not (east and west))):
        defects.add(MAP, "doors: a door must be set in a wall, with wall on two opposite sides", mark.corner)
    else:
        return True
    return False


def _walkable(drawing: Drawing) -> frozenset[Tile]:
    things = (*drawing.marks.get("objects", ()), *drawing.marks.get("scenery", ()))
    solid = {tile for mark in things if not mark.flag("walkable") for tile in mark.tiles()}
    every = ((x, y) for y in range(drawing.height) for x in range(drawing.width))
    return frozenset(every) - drawing.block_sight - drawing.block_way - solid


def _steps(drawing: Drawing, place_of: Mapping[Tile, Address], walkable: frozenset[Tile]) -> dict[Tile, int]:
    """Steps from the street, which is the largest part of the open ground; if all ground is inside of
    places, steps from a tile of the largest walkable part."""
    every = [(x, y) for y in range(drawing.height) for x in range(drawing.width)]
    doors = {mark.corner for mark in drawing.marks.get("doors", ())}
    ground = frozenset(tile for tile in every if tile in walkable and tile not in place_of and tile not in doors)
    street = largest_part(every, ground)
    return distances(street, walkable) if street else largest_part(every, walkable)
