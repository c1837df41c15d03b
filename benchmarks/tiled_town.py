"""A town of many: the built-in town tiled, its tiles joined by streets, everybody renamed, one in ten at work
in the next tile. It is made from a town's own files, so that any town can be tiled.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import replace

from townlet.cognition.persona import Persona
from townlet.town import Town
from townlet.world.address import Address
from townlet.world.setting import Place, Setting, Tile, TileMap, WorldObject

STREET = 4
"""Width of the street between two tiles of the town."""

COMMUTERS = 10
"""One in so many people works in the next tile."""


def tiled(town: Town, copies: int, columns: int) -> Town:
    """The town `copies` times over, `columns` beside one another. The first copy keeps its names."""
    parts = [_Copy(town, number, _corner(town, number, columns)) for number in range(copies)]
    rows = -(-copies // columns)
    base = town.setting.tiles
    width, height = columns * (base.width + STREET), rows * (base.height + STREET)
    tiles = TileMap(
        width,
        height,
        frozenset(tile for part in parts for tile in part.moved(base.walls)),
        frozenset(tile for part in parts for tile in part.moved(base.solid)),
        {part.move(tile): part.address(at) for part in parts for tile, at in base.arena_of.items()},
        {part.move(tile): part.address(at) for part in parts for tile, at in base.doors.items()},
    )
    setting = Setting(
        town.setting.root,
        tiles,
        {part.address(at): part.place(place) for part in parts for at, place in town.setting.places.items()},
        {part.address(at): part.thing(item) for part in parts for at, item in town.setting.objects.items()},
        _children(town.setting, parts),
    )
    people = [part.person(persona) for part in parts for persona in town.people]
    return replace(town, setting=setting, people=tuple(_commuting(people, parts, len(town.people))))


class _Copy:
    """One tile of the tiled town: where it lies, and what everything in it is called."""

    def __init__(self, town: Town, number: int, corner: Tile) -> None:
        self._corner = corner
        self._root = town.setting.root
        self._sectors = {child.name: _renamed(child.name, number) for child in town.setting.children[self._root]}
        self._names: dict[str, str] = {}
        for persona in town.people:
            for word in persona.name.split():
                self._names[word] = word + _SUFFIXES[number]
        for sector in self._sectors:
            self._sectors[sector] = self.words(self._sectors[sector])
        # A name also stands in sentences; the first copy keeps everything as it was written.
        self._plain = number == 0

    def move(self, tile: Tile) -> Tile:
        return tile[0] + self._corner[0], tile[1] + self._corner[1]

    def moved(self, tiles: Iterable[Tile]) -> tuple[Tile, ...]:
        return tuple(self.move(tile) for tile in tiles)

    def words(self, text: str) -> str:
        return re.sub(r"[A-Z]\w+", lambda match: self._names.get(match[0], match[0]), text)

    def sentence(self, text: str) -> str:
        for old, new in self._sectors.items():
            text = text.replace(old, new)
        return self.words(text)

    def address(self, at: Address) -> Address:
        if at == self._root:
            return at
        sector, rest = at.parts[1], at.parts[2:]
        return Address((at.parts[0], self._sectors[sector], *(self.words(part) for part in rest)))

    def place(self, place: Place) -> Place:
        keepers = tuple(self.words(keeper) for keeper in place.norms.keepers)
        return Place(self.address(place.address), replace(place.norms, keepers=keepers))

    def thing(self, item: WorldObject) -> WorldObject:
        return replace(
            item,
            address=self.address(item.address),
            footprint=self.moved(item.footprint),
            stands=self.moved(item.stands),
        )

    def person(self, persona: Persona) -> Persona:
        return replace(
            persona,
            name=self.words(persona.name),
            seeds=tuple(self.sentence(seed) for seed in persona.seeds),
            bed=self.address(persona.bed),
            home=self.address(persona.home),
            workplace=self.address(persona.workplace) if persona.workplace else None,
            haunts=tuple(self.address(haunt) for haunt in persona.haunts),
        )


_SUFFIXES = ("", *(a + b for a in "aeiou" for b in "lmnrstdkbgv"))


def _renamed(sector: str, number: int) -> str:
    return sector if number == 0 else f"{sector} {number + 1}"


def _corner(town: Town, number: int, columns: int) -> Tile:
    base = town.setting.tiles
    return (number % columns) * (base.width + STREET), (number // columns) * (base.height + STREET)


def _children(setting: Setting, parts: list[_Copy]) -> Mapping[Address, tuple[Address, ...]]:
    children = {
        part.address(parent): tuple(part.address(child) for child in found)
        for part in parts
        for parent, found in setting.children.items()
        if parent != setting.root
    }
    children[setting.root] = tuple(part.address(child) for part in parts for child in setting.children[setting.root])
    return children


def _commuting(people: list[Persona], parts: list[_Copy], each: int) -> Iterable[Persona]:
    """One in ten works where the same person of the next tile does, and knows of it."""
    for place, persona in enumerate(people):
        there = people[(place + each) % len(people)].workplace
        yield replace(persona, workplace=there) if place % COMMUTERS == 0 and there else persona
