"""The map while it is being drawn: what every tile is, and what stands and lies where."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from townlet.town.draw.shapes import Rectangle
from townlet.world.setting import Tile

MARK_LAYERS = ("sectors", "arenas", "scenery", "objects", "doors", "windows")

Value = str | int | float | bool
Properties = Mapping[str, Value]


@dataclass(frozen=True)
class Mark:
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
    marks: dict[str, list[Mark]] = field(default_factory=lambda: {name: [] for name in MARK_LAYERS})

    def mark(self, layer: str, name: str, kind: str, area: Rectangle, properties: Properties) -> None:
        """Draw a rectangle into a layer of data; properties that say nothing are left out."""
        told = {key: properties[key] for key in sorted(properties) if properties[key]}
        self.marks[layer].append(Mark(name, kind, area, told))

    def things(self) -> list[Mark]:
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
