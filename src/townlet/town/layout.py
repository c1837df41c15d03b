"""The layout of a map: which tile belongs to which place, which tiles are walkable, where doors and objects are."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from townlet.cognition.persona import Persona
from townlet.town.defects import Defects, nearest
from townlet.town.drawing import MAP, Drawing, MapMark
from townlet.town.flood_fill import beside, distances, largest_part
from townlet.town.schema import NormEntry
from townlet.world.address import Address
from townlet.world.keys import Keys
from townlet.world.setting import Norms, Place, Setting, Tile, TileMap, WorldObject


def find_address(
    text: str, about: str, root: Address, known: Collection[Address], file: str, defects: Defects
) -> Address | None:
    """Return the known address that `text` names; None, with a defect added, if the map has no such place or object."""
    try:
        written = Address.parse(text)
    except ValueError:
        defects.add(file, f"{about} is {text!r}; write a place as 'sector:arena:object', without empty parts")
        return None
    within = Address((*root.parts, *written.parts))
    for candidate in (within, written):
        if candidate in known:
            return candidate
    choices = [":".join(address.parts[1:]) for address in known if address.depth > 1]
    defects.add(file, f"{about} is {text!r}, which the map does not have.{nearest(text, choices)}")
    return None


@dataclass(frozen=True)
class Layout:
    """Where places are, before the tree is built. Doors are walkable and do not belong to a place yet."""

    root: Address
    places: tuple[Address, ...]
    """Sectors and arenas, in the map's order."""
    place_of: Mapping[Tile, Address]
    """The innermost place of every tile that is neither a wall nor a door."""
    walkable: frozenset[Tile]
    doors: Mapping[Tile, MapMark]
    steps: Mapping[Tile, int]
    """The steps from the open ground to each tile that can be reached from it."""


def lay_out(root: Address, drawing: Drawing, defects: Defects) -> Layout:
    """Return the layout of a drawing. Adds defects for overlaps, arenas outside of sectors and impossible doors."""
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


def _child(parent: Address, mark: MapMark, layer: str, defects: Defects) -> Address | None:
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


def _is_door(mark: MapMark, drawing: Drawing, defects: Defects) -> bool:
    """Return whether a mark is one tile with walls on exactly two opposite sides; add a defect if it is not."""
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
    """Return the number of steps from the street to each tile that can be reached from it.

    The street is the largest connected part of the open ground. If all ground belongs to places, steps are counted
    from a tile of the largest walkable part.
    """
    every = [(x, y) for y in range(drawing.height) for x in range(drawing.width)]
    doors = {mark.corner for mark in drawing.marks.get("doors", ())}
    ground = frozenset(tile for tile in every if tile in walkable and tile not in place_of and tile not in doors)
    street = largest_part(every, ground)
    return distances(street, walkable) if street else largest_part(every, walkable)


_SIDES = ("south", "east", "west", "north")


def furnish(layout: Layout, drawing: Drawing, defects: Defects) -> dict[Address, WorldObject]:
    """Return the objects of the map by address. Rectangles with the same name in one arena are one object."""
    pieces: dict[Address, list[MapMark]] = {}
    for mark in drawing.marks.get("objects", ()):
        if address := _address(mark, layout, defects):
            pieces.setdefault(address, []).append(mark)
    seats = frozenset(
        tile for mark in drawing.marks.get("scenery", ()) if mark.flag("walkable") for tile in mark.tiles()
    )
    return {address: _thing(address, marks, layout, seats) for address, marks in pieces.items()}


def check_reach(objects: Iterable[WorldObject], defects: Defects) -> None:
    """Add a defect for each object that cannot be reached, or whose capacity exceeds the tiles to use it from."""
    for thing in objects:
        place = f"{thing.address.parts[-2]!r} of {thing.address.parts[1]!r}"
        if not thing.stands:
            defects.add(MAP, f"objects: nobody can reach {thing.address.name!r} in {place}", thing.footprint[0])
        elif len(thing.stands) < thing.capacity:
            room = f"holds {thing.capacity} people, but only {len(thing.stands)} can get to it"
            defects.add(MAP, f"objects: {thing.address.name!r} in {place} {room}", thing.footprint[0])


def _address(mark: MapMark, layout: Layout, defects: Defects) -> Address | None:
    places = {layout.place_of.get(tile) for tile in mark.tiles()}
    place = places.pop()
    if places or place is None or place.depth < 3:
        defects.add(MAP, f"objects: {mark.name!r} does not lie within one arena", mark.corner)
        return None
    return _child(place, mark, "objects", defects)


def _thing(address: Address, marks: Sequence[MapMark], layout: Layout, seats: frozenset[Tile]) -> WorldObject:
    footprint = tuple(dict.fromkeys(tile for mark in marks for tile in mark.tiles()))
    around = dict.fromkeys(tile for mark in marks for tile in _stands(mark, address, layout, seats))
    stands = [tile for tile in around if tile in layout.steps]
    return WorldObject(
        address=address,
        footprint=footprint,
        stands=tuple(stands),
        state=marks[0].text("state") or "idle",
        capacity=sum(mark.count("capacity", 1) for mark in marks),
        kind=marks[0].kind,
    )


def _stands(mark: MapMark, address: Address, layout: Layout, seats: frozenset[Tile]) -> Iterator[Tile]:
    """Yield the tiles from which an object is used, best first, within its arena.

    These are the object's own tiles if it is walkable. Otherwise they are a seat beside it, its front, its other sides.
    """
    if mark.flag("walkable"):
        yield from mark.tiles()
        return
    front = mark.text("facing") or "south"
    around = sorted(
        (tile not in seats, side != front, _SIDES.index(side), tile)
        for inner in mark.tiles()
        for side, tile in zip(_SIDES, beside(inner), strict=True)
        if tile in layout.walkable and layout.place_of.get(tile) == address.parent
    )
    yield from (tile for *_, tile in around)


def tile_map(layout: Layout, drawing: Drawing, defects: Defects) -> TileMap:
    """Return the tile map that people walk on. Adds a defect for each door that leads nowhere."""
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
    """Return the tile that a door leads to and the tile in front of it, which is nearer to the street."""
    ways = [tile for tile in beside(door) if tile in layout.walkable]
    near = sorted(ways, key=lambda tile: layout.steps.get(tile, 0))
    return (near[-1], near[0]) if near else (door, door)


def setting_of(
    layout: Layout,
    tiles: TileMap,
    objects: Mapping[Address, WorldObject],
    norms: Mapping[Address, Norms],
    keys: Keys | None = None,
) -> Setting:
    """Return the unchanging part of the world: the map with its places, objects and norms."""
    addresses = (layout.root, *layout.places)
    places = {address: Place(address, norms.get(address, Norms())) for address in addresses}
    children: dict[Address, list[Address]] = {address: [] for address in addresses}
    for address in (*layout.places, *objects):
        if address.parent is not None:
            children[address.parent].append(address)
    tree = {parent: tuple(inner) for parent, inner in children.items()}
    return Setting(layout.root, tiles, places, objects, tree, keys or Keys())


def norms_of(entry: NormEntry, place: Address, people: Sequence[Persona]) -> Norms:
    """Return the norms of a place from its entry in `town.toml`.

    If the entry has opening hours and no keepers, the keepers are the people who live or work there.
    """
    keepers = tuple(entry.keepers or ())
    if entry.keepers is None and entry.hours is not None:
        keepers = tuple(person.name for person in people if _belongs(person, place))
    return Norms(entry.capacity, entry.hours, keepers, entry.rule)


def _belongs(person: Persona, place: Address) -> bool:
    """Return whether somebody works in a place or in all of its building, or lives there: the way upstairs may lead
    through a shop."""
    work = person.workplace
    at_work = work is not None and (place.contains(work) or work.contains(place))
    return at_work or Address(place.parts[:2]).contains(person.home)
