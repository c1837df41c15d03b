"""From rectangles of the layer `objects` to the things of the world: footprints, stands, capacity."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from townlet.town.defects import Defects
from townlet.town.drawn import MAP, Drawing, Mark
from townlet.town.layout import Layout
from townlet.town.reach import beside
from townlet.world.address import Address
from townlet.world.setting import Tile, WorldObject

_SIDES = ("south", "east", "west", "north")


def furnish(layout: Layout, drawing: Drawing, defects: Defects) -> dict[Address, WorldObject]:
    """The objects of the map by address; rectangles of one name in one arena are one object."""
    pieces: dict[Address, list[Mark]] = {}
    for mark in drawing.marks.get("objects", ()):
        if address := _address(mark, layout, defects):
            pieces.setdefault(address, []).append(mark)
    seats = frozenset(
        tile for mark in drawing.marks.get("scenery", ()) if mark.flag("walkable") for tile in mark.tiles()
    )
    return {address: _thing(address, marks, layout, seats) for address, marks in pieces.items()}


def check_reach(objects: Iterable[WorldObject], defects: Defects) -> None:
    """Note every object that nobody can reach, or that holds more people than can stand at it."""
    for thing in objects:
        place = f"{thing.address.parts[-2]!r} of {thing.address.parts[1]!r}"
        if not thing.stands:
            defects.add(MAP, f"objects: nobody can reach {thing.address.name!r} in {place}", thing.footprint[0])
        elif len(thing.stands) < thing.capacity:
            room = f"holds {thing.capacity} people, but only {len(thing.stands)} can get to it"
            defects.add(MAP, f"objects: {thing.address.name!r} in {place} {room}", thing.footprint[0])


def _address(mark: Mark, layout: Layout, defects: Defects) -> Address | None:
    places = {layout.place_of.get(tile) for tile in mark.tiles()}
    place = places.pop()
    if places or place is None or place.depth < 3:
        defects.add(MAP, f"objects: {mark.name!r} does not lie within one arena", mark.corner)
        return None
    try:
        return place / mark.name
    except ValueError:
        defects.add(MAP, f"objects: {mark.name!r} cannot be a name; it needs a word and no colon", mark.corner)
        return None


def _thing(address: Address, marks: Sequence[Mark], layout: Layout, seats: frozenset[Tile]) -> WorldObject:
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


def _stands(mark: Mark, address: Address, layout: Layout, seats: frozenset[Tile]) -> Iterator[Tile]:
    """The tiles it is used from, best first: on it if one can be; else a seat beside it, then its front,
    then its other sides, within its arena."""
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
