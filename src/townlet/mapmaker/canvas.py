"""The map while it is being drawn: what every tile is, and what stands and lies where."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, field

from townlet.town.flood_fill import distances
from townlet.world.setting import Tile

Rectangle = tuple[int, int, int, int]
"""x, y, width, height in tiles."""


def parts_of(tiles: Collection[Tile]) -> Iterator[frozenset[Tile]]:
    """The connected parts, from the north-west on."""
    left = set(tiles)
    for tile in sorted(tiles, key=_row_first):
        if tile in left:
            part = frozenset(distances([tile], left))
            left -= part
            yield part


def rectangles_of(tiles: Collection[Tile]) -> Iterator[Rectangle]:
    """Rectangles that cover the tiles exactly and do not overlap: widest first, then as deep as they go."""
    left = set(tiles)
    for x, y in sorted(tiles, key=_row_first):
        if (x, y) not in left:
            continue
        width = _run(left, x, y)
        depth = 1
        while all((x + i, y + depth) in left for i in range(width)):
            depth += 1
        left -= {(x + i, y + j) for i in range(width) for j in range(depth)}
        yield x, y, width, depth


def pieces_of(tiles: Collection[Tile], size: list[int] | None) -> Iterator[Rectangle | Tile]:
    """The pieces of furniture that tiles of one sign make: of `size`, else a piece a connected part.
    A tile instead of a rectangle is where they do not make such pieces."""
    for part in parts_of(tiles):
        west, north = min(x for x, _ in part), min(y for _, y in part)
        width = max(x for x, _ in part) - west + 1
        depth = max(y for _, y in part) - north + 1
        wide, deep = size or (width, depth)
        if len(part) != width * depth or width % wide or depth % deep:
            yield min(part, key=_row_first)
            continue
        for y in range(north, north + depth, deep):
            for x in range(west, west + width, wide):
                yield x, y, wide, deep


def _run(tiles: Collection[Tile], x: int, y: int) -> int:
    width = 0
    while (x + width, y) in tiles:
        width += 1
    return width


def _row_first(tile: Tile) -> tuple[int, int]:
    return tile[1], tile[0]


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
        """Its tiles, row by row."""
        x, y, width, depth = self.area
        for j in range(depth):
            for i in range(width):
                yield x + i, y + j


@dataclass(frozen=True)
class Indoors:
    """A tile of a room with a floor."""

    sector: str
    arena: str
    floor: str
    paper: str


@dataclass(frozen=True)
class Front:
    """How a building looks from outside."""

    sector: str
    facade: str
    door: str = ""
    awning: str = ""
    sign: str = ""


@dataclass
class Canvas:
    """What a town's plan says of each tile, before anything is made of it that one can see."""

    width: int
    height: int
    ground: dict[Tile, str] = field(default_factory=dict)
    """Grass where nothing else is said."""
    walls: dict[Tile, Front] = field(default_factory=dict)
    doors: dict[Tile, Front] = field(default_factory=dict)
    windows: set[Tile] = field(default_factory=set)
    """Walls with a window."""
    fences: dict[Tile, str] = field(default_factory=dict)
    rooms: dict[Tile, Indoors] = field(default_factory=dict)
    """Rooms with a floor of their own; a garden or a park is ground."""
    rugs: list[tuple[Rectangle, str]] = field(default_factory=list)
    """Where a rug lies, and its colour."""
    marks: dict[str, list[PlanMark]] = field(default_factory=lambda: {name: [] for name in MARK_LAYERS})

    def mark(self, layer: str, name: str, kind: str, area: Rectangle, properties: Properties) -> None:
        """Draw a rectangle into a layer of data; properties that say nothing are left out."""
        told = {key: properties[key] for key in sorted(properties) if properties[key]}
        self.marks[layer].append(PlanMark(name, kind, area, told))

    def things(self) -> list[PlanMark]:
        """Furniture, named in the world or not."""
        return [*self.marks["scenery"], *self.marks["objects"]]

    def built(self, tile: Tile) -> bool:
        """Whether a house stands there."""
        return tile in self.walls or tile in self.doors or tile in self.rooms

    def walled(self, tile: Tile) -> bool:
        """Whether a wall stands there, or a door in one."""
        return tile in self.walls or tile in self.doors

    def runs_across(self, tile: Tile) -> bool:
        """Whether the wall goes on to the west or the east, so that one sees its face."""
        x, y = tile
        return self.walled((x - 1, y)) or self.walled((x + 1, y))

    def tiles(self) -> list[Tile]:
        """Every tile, row by row."""
        return [(x, y) for y in range(self.height) for x in range(self.width)]
