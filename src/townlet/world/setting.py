"""The setting: the part of a town that never changes in a run. Tiles, the tree of places and objects, norms."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from townlet.world.address import Address
from townlet.world.keys import Keys

Tile = tuple[int, int]
"""(x, y): x tiles from the west edge, y tiles from the north edge."""

MINUTES_A_DAY = 24 * 60


LEAVING_MINUTES = 5
"""Minutes before closing time at which guests are shown out and nobody else is let in; our choice."""


@dataclass(frozen=True)
class Hours:
    """Opening hours in minutes after midnight. A closing time above 1440 is on the following day."""

    opens: int
    closes: int

    def open_at(self, minute_of_day: int) -> bool:
        return self.opens <= minute_of_day < self.closes or minute_of_day + MINUTES_A_DAY < self.closes

    def lets_in(self, minute_of_day: int) -> bool:
        """Return whether guests are let in: while the place is open, except shortly before it closes."""
        if self.closes - self.opens >= MINUTES_A_DAY:
            return True
        return self.open_at(minute_of_day) and self.open_at((minute_of_day + LEAVING_MINUTES) % MINUTES_A_DAY)


@dataclass(frozen=True)
class Norms:
    """The rules of a place. The world enforces capacity and hours; `rule` only appears in prompts."""

    capacity: int | None = None
    """How many people may be inside at once; None for no limit."""
    hours: Hours | None = None
    keepers: tuple[str, ...] = ()
    """The people to whom opening hours do not apply, because they work or live there."""
    rule: str = ""
    """A norm in words, such as 'a place for the evening'."""


@dataclass(frozen=True)
class Place:
    """A node of the tree above the objects: the world, a sector, an arena, or deeper."""

    address: Address
    norms: Norms = Norms()


@dataclass(frozen=True)
class WorldObject:
    """An object with a state in words. People use it from the tiles on it or beside it."""

    address: Address
    footprint: tuple[Tile, ...]
    stands: tuple[Tile, ...]
    """The walkable tiles from which the object is used, best first; at least one."""
    state: str = "idle"
    """The state at the start of a run, as a phrase after 'is', such as "off" or "neatly made"."""
    capacity: int = 1
    """How many people may use the object at once: a double bed holds two."""
    kind: str = ""
    """The kind of thing that pictures show: 'bed', 'stove', 'bookshelf'."""


@dataclass(frozen=True)
class TileMap:
    """Which tiles block walking and sight, and the place that each tile belongs to."""

    width: int
    height: int
    walls: frozenset[Tile]
    """Tiles that block walking and sight."""
    solid: frozenset[Tile]
    """Tiles with furniture, trees or water, which block walking but not sight."""
    arena_of: Mapping[Tile, Address]
    """The innermost place of each tile. Tiles of the open ground are not in it."""
    doors: Mapping[Tile, Address]
    """Each door tile with the place that it leads into, whose norms apply to it. A door always blocks sight, and
    walking only while the place does not let the person in."""


@dataclass(frozen=True)
class Setting:
    """The unchanging part of a world: the root address, the map, the places and the objects."""

    root: Address
    tiles: TileMap
    places: Mapping[Address, Place]
    objects: Mapping[Address, WorldObject]
    children: Mapping[Address, tuple[Address, ...]] = field(default_factory=dict)
    """The tree: the children of each place, places before objects, in the map's order."""
    keys: Keys = field(default_factory=Keys)
    """What randomness, order and ties use in place of the names of people."""

    def closed_part(self, at: Address, agent: str, minute: int) -> Address | None:
        """Return the outermost place around an address that is closed to somebody at a minute of the day, if any is."""
        for place in at.ancestors():
            norms = self.places[place].norms if place in self.places else Norms()
            if norms.hours and agent not in norms.keepers and not norms.hours.lets_in(minute):
                return place
        return None
