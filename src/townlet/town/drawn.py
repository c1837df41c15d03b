"""A Tiled map read as a town: which tiles block, and the rectangles of each named layer."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from townlet.town.defects import Defects
from townlet.town.tiled import Layer, MapObject, TiledMap, Value
from townlet.world.setting import Tile

MAP = "map.tmj"
NEEDED_TILES = "walls"
NEEDED_MARKS = ("sectors", "arenas", "objects", "doors")
OTHER_MARKS = ("scenery",)


@dataclass(frozen=True)
class Mark:
    """A rectangle of an object layer, in tiles."""

    name: str
    kind: str
    x: int
    y: int
    width: int
    height: int
    properties: Mapping[str, Value]

    def tiles(self) -> Iterator[Tile]:
        """Its tiles, row by row."""
        for y in range(self.y, self.y + self.height):
            for x in range(self.x, self.x + self.width):
                yield x, y

    @property
    def corner(self) -> Tile:
        return self.x, self.y

    def flag(self, name: str) -> bool:
        return self.properties.get(name) is True

    def text(self, name: str) -> str:
        value = self.properties.get(name)
        return value if isinstance(value, str) else ""

    def count(self, name: str, default: int) -> int:
        value = self.properties.get(name)
        return value if isinstance(value, int) and not isinstance(value, bool) and value > 0 else default


@dataclass(frozen=True)
class Drawing:
    """What a town reads of its map."""

    width: int
    height: int
    block_sight: frozenset[Tile]
    """Tiles that stop walking and sight."""
    block_way: frozenset[Tile]
    """Tiles that stop walking only."""
    marks: Mapping[str, tuple[Mark, ...]]
    """The rectangles of each object layer."""


def read_drawing(drawn: TiledMap, defects: Defects) -> Drawing:
    """The town of a map. Notes layers that are missing or malformed and marks that are off the grid."""
    layers: dict[tuple[str, str], Layer] = {(layer.kind, layer.name): layer for layer in drawn.flat_layers()}
    _need_layers(layers, defects)
    blocks = _blocking_tiles(drawn, defects)
    marks = {
        name: tuple(_marks(layers[("objectgroup", name)], drawn, defects))
        for name in (*NEEDED_MARKS, *OTHER_MARKS)
        if ("objectgroup", name) in layers
    }
    return Drawing(drawn.width, drawn.height, blocks["sight"], blocks["way"], marks)


def _need_layers(layers: Mapping[tuple[str, str], Layer], defects: Defects) -> None:
    if ("tilelayer", NEEDED_TILES) not in layers:
        defects.add(MAP, f"has no tile layer {NEEDED_TILES!r}; add it in Tiled")
    for name in NEEDED_MARKS:
        if ("objectgroup", name) not in layers:
            defects.add(MAP, f"has no object layer {name!r}; add it in Tiled")


def _blocking_tiles(drawn: TiledMap, defects: Defects) -> dict[str, frozenset[Tile]]:
    """Tiles under a tile whose property `blocks` is 'sight' or 'way', in any tile layer."""
    blocking = {
        tileset.firstgid + tile.id: str(tile.get("blocks"))
        for tileset in drawn.tilesets
        for tile in tileset.tiles
        if tile.get("blocks") is not None
    }
    found: dict[str, set[Tile]] = {"sight": set(), "way": set()}
    for layer in drawn.flat_layers():
        for index, number in enumerate(_numbers(layer, drawn, defects)):
            if number in blocking:
                found.get(blocking[number], found["way"]).add((index % drawn.width, index // drawn.width))
    return {what: frozenset(tiles) for what, tiles in found.items()}


def _numbers(layer: Layer, drawn: TiledMap, defects: Defects) -> list[int]:
    """A tile layer's numbers; none, with its defect noted, if they do not fit the map."""
    if layer.kind != "tilelayer":
        return []
    try:
        numbers = layer.numbers()
    except ValueError as error:
        defects.add(MAP, f"layer {layer.name!r} {error}")
        return []
    if len(numbers) != drawn.width * drawn.height:
        expected = f"{drawn.width} x {drawn.height} = {drawn.width * drawn.height}"
        defects.add(MAP, f"layer {layer.name!r} has {len(numbers)} tiles; the map has {expected}")
        return []
    return numbers


def _marks(layer: Layer, drawn: TiledMap, defects: Defects) -> Iterator[Mark]:
    for thing in layer.objects:
        mark = _mark(thing, drawn)
        about = f"{layer.name}: {thing.name or 'an object without a name'!r}"
        if mark is None or not (mark.width and mark.height):
            defects.add(
                MAP,
                f"{about} is not an upright rectangle of whole tiles; snap it to the grid",
                (int(thing.x // drawn.tilewidth), int(thing.y // drawn.tileheight)),
            )
        elif not (0 <= mark.x <= drawn.width - mark.width and 0 <= mark.y <= drawn.height - mark.height):
            defects.add(MAP, f"{about} reaches beyond the map's {drawn.width} x {drawn.height} tiles", mark.corner)
        else:
            yield mark


def _mark(thing: MapObject, drawn: TiledMap) -> Mark | None:
    """The rectangle in tiles; None if it is another shape, is turned or is off the grid."""
    if thing.ellipse or thing.point or thing.polygon or thing.polyline or thing.rotation or thing.gid:
        return None
    across = [thing.x / drawn.tilewidth, thing.width / drawn.tilewidth]
    down = [thing.y / drawn.tileheight, thing.height / drawn.tileheight]
    if any(abs(measure - round(measure)) > 0.01 for measure in (*across, *down)):
        return None
    x, width = map(round, across)
    y, height = map(round, down)
    kind = thing.kind or thing.class_
    properties = {each.name: each.value for each in thing.properties}
    return Mark(thing.name.strip(), kind, x, y, width, height, properties)
