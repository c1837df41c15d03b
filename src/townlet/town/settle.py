"""From a layout to the world's setting: the tree of places, the tile map, the doors, the norms."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from townlet.cognition.persona import Persona
from townlet.town.defects import Defects
from townlet.town.drawn import MAP, Drawing
from townlet.town.layout import Layout
from townlet.town.reach import beside
from townlet.town.written import NormEntry
from townlet.world.address import Address
from townlet.world.setting import Norms, Place, Setting, Tile, TileMap, WorldObject


def tile_map(layout: Layout, drawing: Drawing, defects: Defects) -> TileMap:
    """The map that people walk on. Notes doors that lead nowhere."""
    doors: dict[Tile, Address] = {}
    place_of = dict(layout.place_of)
    for tile in layout.doors:
        inner, outer = _sides(tile, layout)
        if (leads := layout.place_of.get(inner)) is None:
            defects.add(MAP, "doors: the door leads into no arena", tile)
            continue
        doors[tile] = leads
        if before := layout.place_of.get(outer):
            place_of[tile] = before
    every = frozenset((x, y) for y in range(drawing.height) for x in range(drawing.width))
    return TileMap(
        width=drawing.width,
        height=drawing.height,
        walls=drawing.block_sight,
        solid=every - drawing.block_sight - layout.walkable,
        arena_of=place_of,
        doors=doors,
    )


def _sides(door: Tile, layout: Layout) -> tuple[Tile, Tile]:
    """The tile that a door leads to and the one before it, which is nearer to the street."""
    ways = [tile for tile in beside(door) if tile in layout.walkable]
    near = sorted(ways, key=lambda tile: layout.steps.get(tile, 0))
    return (near[-1], near[0]) if near else (door, door)


def setting(
    layout: Layout, tiles: TileMap, objects: Mapping[Address, WorldObject], norms: Mapping[Address, Norms]
) -> Setting:
    """The unchanging part of the world."""
    addresses = (layout.root, *layout.places)
    places = {address: Place(address, norms.get(address, Norms())) for address in addresses}
    children: dict[Address, list[Address]] = {address: [] for address in addresses}
    for address in (*layout.places, *objects):
        if address.parent is not None:
            children[address.parent].append(address)
    tree = {parent: tuple(inner) for parent, inner in children.items()}
    return Setting(layout.root, tiles, places, objects, tree)


def norms_of(entry: NormEntry, place: Address, people: Sequence[Persona]) -> Norms:
    """The norms that an entry gives to its place. Unless it names keepers, the keepers of a place with
    hours are those who live or work there."""
    keepers = tuple(entry.keepers or ())
    if entry.keepers is None and entry.hours is not None:
        keepers = tuple(person.name for person in people if _belongs(person, place))
    return Norms(entry.capacity, entry.hours, keepers, entry.rule)


def _belongs(person: Persona, place: Address) -> bool:
    at_work = person.workplace is not None and place.contains(person.workplace)
    return at_work or place.contains(person.home)
