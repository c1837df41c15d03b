"""The canvas: what a plan says about each tile, and the marks of all objects, before anything is painted."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, field

from townlet.town.drawing import Rectangle, row_first
from townlet.town.flood_fill import distances
from townlet.world.setting import Tile


def parts_of(tiles: Collection[Tile]) -> Iterator[frozenset[Tile]]:
    """Yield the connected parts of the tiles, row by row from the north-west."""
    left = set(tiles)
    for tile in sorted(tiles, key=row_first):
        if tile in left:
            part = frozenset(distances([tile], left))
            left -= part
            yield part


def pieces_of(tiles: Collection[Tile], size: list[int] | None) -> Iterator[Rectangle | Tile]:
    """Yield the pieces of furniture that the tiles of one sign form: rectangles of `size`, or one per connected part.

    For a part that does not form such pieces, one of its tiles is yielded instead, so that it can be reported.
    """
    for part in parts_of(tiles):
        west, north = min(x for x, _ in part), min(y for _, y in part)
        width = max(x for x, _ in part) - west + 1
        depth = max(y for _, y in part) - north + 1
        wide, deep = size or (width, depth)
        if len(part) != width * depth or width % wide or depth % deep:
            yield min(part, key=row_first)
            continue
        for y in range(north, north + depth, deep):
            for x in range(west, west + width, wide):
                yield x, y, wide, deep


# The layers of data, in the order in which a map has them.
MARK_LAYERS = ("sectors", "arenas", "scenery", "objects", "doors", "windows")

Value = str | int | float | bool
Properties = Mapping[str, Value]


@dataclass(frozen=True)
class PlanMark:
    """A rectangle of tiles in a layer of data."""

    name: str
    kind: str
    area: Rectangle
    properties: Properties

    @property
    def corner(self) -> Tile:
        return self.area[:2]

    def tiles(self) -> Iterator[Tile]:
        """Yield the tiles of the rectangle, row by row."""
        x, y, width, depth = self.area
        for j in range(depth):
            for i in range(width):
                yield x + i, y + j


@dataclass(frozen=True)
class Indoors:
    """What is drawn on a tile of a room with a floor."""

    sector: str
    arena: str
    floor: str
    paper: str


@dataclass(frozen=True)
class Front:
    """The outside of a building."""

    sector: str
    facade: str
    door: str = ""
    awning: str = ""
    sign: str = ""


@dataclass
class Canvas:
    """The content of a plan, tile by tile, before it is painted."""

    width: int
    height: int
    ground: dict[Tile, str] = field(default_factory=dict)
    """The ground of each tile; grass if there is none."""
    walls: dict[Tile, Front] = field(default_factory=dict)
    doors: dict[Tile, Front] = field(default_factory=dict)
    windows: set[Tile] = field(default_factory=set)
    """The wall tiles with a window."""
    fences: dict[Tile, str] = field(default_factory=dict)
    rooms: dict[Tile, Indoors] = field(default_factory=dict)
    """The tiles of rooms with a floor. Gardens and parks are ground."""
    rugs: list[tuple[Rectangle, str]] = field(default_factory=list)
    """The area and colour of each rug."""
    marks: dict[str, list[PlanMark]] = field(default_factory=lambda: {name: [] for name in MARK_LAYERS})

    def mark(self, layer: str, name: str, kind: str, area: Rectangle, properties: Properties) -> None:
        """Add a rectangle to a layer of data, without the properties that are empty, zero or false."""
        given = {key: properties[key] for key in sorted(properties) if properties[key]}
        self.marks[layer].append(PlanMark(name, kind, area, given))

    def things(self) -> list[PlanMark]:
        """Return all pieces of furniture: scenery with a kind, and objects that people can use."""
        return [*(mark for mark in self.marks["scenery"] if mark.kind), *self.marks["objects"]]

    def built(self, tile: Tile) -> bool:
        """Return whether a tile is part of a house."""
        return tile in self.walls or tile in self.doors or tile in self.rooms

    def walled(self, tile: Tile) -> bool:
        """Return whether a tile is a wall or a door."""
        return tile in self.walls or tile in self.doors

    def runs_across(self, tile: Tile) -> bool:
        """Return whether a wall continues to the west or the east, so that its face is visible."""
        x, y = tile
        return self.walled((x - 1, y)) or self.walled((x + 1, y))

    def tiles(self) -> list[Tile]:
        """Return every tile of the map, row by row."""
        return [(x, y) for y in range(self.height) for x in range(self.width)]
