"""Small worlds drawn in characters, for tests.

`#` is a wall, `.` open ground, `o` something solid. A lowercase letter is the floor of the room that it stands for,
the same letter in uppercase a door that leads into that room, and a digit an object in it.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime

from townlet.world.address import Address
from townlet.world.clock import Clock
from townlet.world.events import Appeared
from townlet.world.evolve import evolve
from townlet.world.physics import Terrain
from townlet.world.setting import Norms, Place, Setting, Tile, TileMap, WorldObject
from townlet.world.state import World

ROOT = Address(("Otterby",))
NO_NORMS: Mapping[str, Norms] = {}


@dataclass(frozen=True)
class Thing:
    """An object of a sketch: where it is in the tree, its usual state and how many may use it."""

    at: str
    state: str = "idle"
    capacity: int = 1


def address(text: str) -> Address:
    """The address of a place or an object of a sketch, written without the root."""
    return Address((*ROOT.parts, *Address.parse(text).parts))


def setting_of(
    picture: str,
    rooms: Mapping[str, str] | None = None,
    things: Mapping[str, Thing] | None = None,
    norms: Mapping[str, Norms] = NO_NORMS,
) -> Setting:
    """The setting that a picture shows."""
    rows = picture.strip().splitlines()
    marks = {(x, y): mark for y, row in enumerate(rows) for x, mark in enumerate(row)}
    inside = {mark: address(room) for mark, room in (rooms or {}).items()}
    drawn = {mark: (address(thing.at), thing) for mark, thing in (things or {}).items()}
    tiles = TileMap(
        width=max(map(len, rows)),
        height=len(rows),
        walls=frozenset(tile for tile, mark in marks.items() if mark == "#"),
        solid=frozenset(tile for tile, mark in marks.items() if mark == "o" or mark in drawn),
        arena_of={
            tile: inside[mark] if mark in inside else drawn[mark][0].parent or ROOT
            for tile, mark in marks.items()
            if mark in inside or mark in drawn
        },
        doors={tile: inside[mark.lower()] for tile, mark in marks.items() if mark.isupper()},
    )
    objects = {
        at: WorldObject(at, spots, _stands(spots, marks, drawn), thing.state, thing.capacity)
        for mark, (at, thing) in drawn.items()
        if (spots := tuple(tile for tile, found in marks.items() if found == mark))
    }
    return _with_tree(tiles, objects, tuple(inside.values()), {address(at): norm for at, norm in norms.items()})


def terrain_of(
    picture: str,
    rooms: Mapping[str, str] | None = None,
    things: Mapping[str, Thing] | None = None,
    norms: Mapping[str, Norms] = NO_NORMS,
    start: datetime = datetime(2031, 4, 7, 12),
) -> Terrain:
    """The terrain of a picture, with a clock that starts at noon."""
    return Terrain.of(setting_of(picture, rooms, things, norms), Clock(start))


def peopled(world: World, step: int = 0, **where: Tile) -> World:
    """The world with people standing on tiles; `Ann_Ivy` is Ann Ivy."""
    return evolve(world, [Appeared(name.replace("_", " "), tile) for name, tile in where.items()], step)


def _stands(spots: tuple[Tile, ...], marks: Mapping[Tile, str], drawn: Mapping[str, object]) -> tuple[Tile, ...]:
    around = [(x + dx, y + dy) for x, y in spots for dx, dy in ((0, 1), (1, 0), (0, -1), (-1, 0))]
    return tuple(
        tile for tile in dict.fromkeys(around) if (mark := marks.get(tile, "#")) not in "#o" and mark not in drawn
    )


def _with_tree(
    tiles: TileMap, objects: Mapping[Address, WorldObject], rooms: tuple[Address, ...], norms: Mapping[Address, Norms]
) -> Setting:
    above = dict.fromkeys(place for room in (ROOT, *rooms) for place in room.ancestors())
    places = {place: Place(place, norms.get(place, Norms())) for place in above}
    children: dict[Address, tuple[Address, ...]] = dict.fromkeys(places, ())
    for node in (*places, *objects):
        if node.parent is not None:
            children[node.parent] = (*children[node.parent], node)
    return Setting(ROOT, tiles, places, objects, children)
