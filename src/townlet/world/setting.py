"""What of a town never changes while it runs: its tiles, its tree of places and objects, and their norms."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from townlet.world.address import Address

Tile = tuple[int, int]
"""(x, y): x tiles from the west edge, y tiles from the north edge."""

MINUTES_A_DAY = 24 * 60


@dataclass(frozen=True)
class Hours:
    """When a place is open, in minutes after midnight; a closing time past 1440 is after midnight."""

    opens: int
    closes: int

    def open_at(self, minute_of_day: int) -> bool:
        return self.opens <= minute_of_day < self.closes or minute_of_day + MINUTES_A_DAY < self.closes


@dataclass(frozen=True)
class Norms:
    """The rules of a place. The world holds capacity and hours; `rule` is only told to people."""

    capacity: int | None = None
    """How many people may be inside at once; None for no limit."""
    hours: Hours | None = None
    keepers: tuple[str, ...] = ()
    """Names of people whom opening hours do not bind (who work or live there)."""
    rule: str = ""
    """A norm in words, such as 'a place for the evening'."""


@dataclass(frozen=True)
class Place:
    """A node of the tree above the objects: the world, a sector, an arena, or deeper."""

    address: Address
    norms: Norms = Norms()


@dataclass(frozen=True)
class WorldObject:
    """A thing with a state in words, which people use from the tiles at or beside it."""

    address: Address
    footprint: tuple[Tile, ...]
    stands: tuple[Tile, ...]
    """Walkable tiles from which it is used, best first; at least one."""
    state: str = "idle"
    """Its state at the start of a run: what follows 'is' in a sentence."""
    capacity: int = 1
    """How many may use it at once: a double bed holds two."""
    kind: str = ""
    """What it is, for pictures: 'bed', 'stove', 'bookshelf'."""


@dataclass(frozen=True)
class TileMap:
    """Which tiles can be walked and seen through, and what arena each belongs to. Tiles are row-major."""

    width: int
    height: int
    walls: frozenset[Tile]
    """Block walking and sight."""
    solid: frozenset[Tile]
    """Furniture, trees, water: block walking, not sight."""
    arena_of: Mapping[Tile, Address]
    """The innermost place that each tile belongs to; tiles of the open ground are absent."""
    doors: Mapping[Tile, Address]
    """Door tiles, each with the place it leads into (whose norms it keeps). Doors are walkable when open and
    always stop sight."""


@dataclass(frozen=True)
class Setting:
    """The unchanging part of a world: `root`, its map, its places and its objects."""

    root: Address
    tiles: TileMap
    places: Mapping[Address, Place]
    objects: Mapping[Address, WorldObject]
    children: Mapping[Address, tuple[Address, ...]] = field(default_factory=dict)
    """The tree: each place's children, places before objects, in the map's order."""
