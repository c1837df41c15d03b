"""The part of Tiled's JSON map format (.tmj) that a town uses."""

from __future__ import annotations

import base64
import gzip
import json
import struct
import zlib
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Literal

from pydantic import BaseModel, Field, ValidationError

from townlet.files import parse_json_text
from townlet.town.defects import Defects
from townlet.world.setting import Tile

_GID_MASK = 0x0FFFFFFF
"""Tile numbers without their upper four bits, which say how a tile is flipped."""

_UNPACK: dict[str, Callable[[bytes], bytes]] = {"": bytes, "gzip": gzip.decompress, "zlib": zlib.decompress}

Value = bool | int | float | str | None


class Property(BaseModel):
    """A custom property of a layer, a tile or an object."""

    name: str
    value: Value = None


class WithProperties(BaseModel):
    """Anything with custom properties."""

    properties: list[Property] = Field(default_factory=list)

    def get(self, name: str) -> Value:
        """Return the value of the property `name`, or None."""
        return next((each.value for each in self.properties if each.name == name), None)


class MapObject(WithProperties):
    """An object of an object layer, of which a town reads only rectangles. Measures are in pixels."""

    name: str = ""
    kind: str = Field(default="", alias="type")
    class_: str = Field(default="", alias="class")
    x: float
    y: float
    width: float = 0
    height: float = 0
    rotation: float = 0
    ellipse: bool = False
    point: bool = False
    polygon: list[dict[str, float]] | None = None
    polyline: list[dict[str, float]] | None = None
    gid: int | None = None


class Layer(WithProperties):
    """A layer of tiles or of objects, an image, or a group of layers."""

    image: str = ""
    name: str = ""
    kind: Literal["tilelayer", "objectgroup", "imagelayer", "group"] = Field(alias="type")
    data: list[int] | str = ""
    encoding: str = "csv"
    compression: str = ""
    width: int = 0
    height: int = 0
    objects: list[MapObject] = Field(default_factory=list)
    layers: list[Layer] = Field(default_factory=list)

    def numbers(self) -> list[int]:
        """Return the tile numbers, row by row. Raises ValueError for data that cannot be unpacked."""
        if isinstance(self.data, list):
            return [number & _GID_MASK for number in self.data]
        if self.compression not in _UNPACK:
            raise ValueError(f"is compressed with {self.compression!r}; save it as CSV, zlib or gzip")
        try:
            plain = _UNPACK[self.compression](base64.b64decode(self.data))
            return [number & _GID_MASK for (number,) in struct.iter_unpack("<I", plain)]
        except (ValueError, OSError, EOFError, zlib.error, struct.error) as error:
            raise ValueError(f"cannot be unpacked ({error}); save the map again") from error


class TileKind(WithProperties):
    """A tile of a tileset with properties or a picture of its own."""

    id: int
    image: str = ""


class Tileset(BaseModel):
    """The tiles that a map is made of, numbered from `firstgid`."""

    firstgid: int
    source: str | None = None
    image: str = ""
    tiles: list[TileKind] = Field(default_factory=list)


class TiledMap(BaseModel):
    """A whole map."""

    width: int
    height: int
    tilewidth: int
    tileheight: int
    infinite: bool = False
    orientation: str = "orthogonal"
    layers: list[Layer]
    tilesets: list[Tileset] = Field(default_factory=list)

    def flat_layers(self) -> Iterator[Layer]:
        """Yield every layer that is not a group, including those inside groups."""
        pending = list(self.layers)
        while pending:
            layer = pending.pop(0)
            if layer.kind == "group":
                pending[:0] = layer.layers
            else:
                yield layer


def pictures_of(drawn: TiledMap) -> frozenset[str]:
    """Return the paths of all pictures that a map shows, as they are written in it."""
    tiles = (tile.image for tileset in drawn.tilesets for tile in tileset.tiles)
    sheets = (tileset.image for tileset in drawn.tilesets)
    return frozenset(filter(None, (*sheets, *tiles, *(layer.image for layer in drawn.flat_layers()))))


def read_map(file: str, content: bytes, defects: Defects) -> TiledMap | None:
    """Return the map of a file; None, with its defects added, if a town cannot use it."""
    try:
        drawn = _parsed(content)
    except (UnicodeDecodeError, json.JSONDecodeError) as error:
        defects.add(file, f"is not JSON ({error}); export the map from Tiled as a .tmj file")
        return None
    except ValidationError as error:
        for fault in error.errors():
            where = ".".join(str(part) for part in fault["loc"])
            defects.add(file, f"is not a Tiled map: {where}: {fault['msg'].lower()}")
        return None
    return drawn if _usable(file, drawn, defects) else None


@lru_cache(maxsize=2)
def _parsed(content: bytes) -> TiledMap:
    """Parse a map. Cached, because loading a town needs the map three times: for places, pictures and the digest."""
    return TiledMap.model_validate(parse_json_text(content.decode("utf-8-sig")))


MAX_TILES, MAX_TILE_PIXELS = 1_000_000, 512
"""The most tiles of a map, and the longest side of one. The largest built-in town has 14,000 of 32 pixels."""


def _usable(file: str, drawn: TiledMap, defects: Defects) -> bool:
    before = len(defects.lines)
    if drawn.infinite:
        defects.add(file, "is an infinite map; switch 'Infinite' off in Tiled's map properties")
    if drawn.orientation != "orthogonal":
        defects.add(file, f"is {drawn.orientation}; a town's map is orthogonal")
    if min(drawn.width, drawn.height, drawn.tilewidth, drawn.tileheight) < 1:
        defects.add(file, "has no tiles; its width, height and tile size must be at least 1")
    if drawn.width * drawn.height > MAX_TILES or max(drawn.tilewidth, drawn.tileheight) > MAX_TILE_PIXELS:
        defects.add(
            file,
            f"has {drawn.width} x {drawn.height} tiles of {drawn.tilewidth} x {drawn.tileheight} pixels; a map has at "
            f"most {MAX_TILES:,} tiles of {MAX_TILE_PIXELS} x {MAX_TILE_PIXELS}",
        )
    for tileset in drawn.tilesets:
        if tileset.source is not None:
            defects.add(file, f"uses the tileset file {tileset.source!r}; embed the tileset in the map")
    return len(defects.lines) == before


MAP = "map.tmj"
"""The file name of a town's map."""
NEEDED_TILES = "walls"
"""The tile layer that every map needs."""
NEEDED_MARKS = ("sectors", "arenas", "objects", "doors")
"""The object layers that every map needs."""
OTHER_MARKS = ("scenery",)
"""The object layers that a map may have."""


@dataclass(frozen=True)
class MapMark:
    """A rectangle of an object layer, in tiles."""

    name: str
    kind: str
    x: int
    y: int
    width: int
    height: int
    properties: Mapping[str, Value]

    def tiles(self) -> Iterator[Tile]:
        """Yield the tiles of the rectangle, row by row."""
        for y in range(self.y, self.y + self.height):
            for x in range(self.x, self.x + self.width):
                yield x, y

    @property
    def corner(self) -> Tile:
        return self.x, self.y

    def flag(self, name: str) -> bool:
        """Return whether a property is true; False if it is missing."""
        return self.properties.get(name) is True

    def text(self, name: str) -> str:
        """Return a property that is text; empty if it is missing or of another type."""
        value = self.properties.get(name)
        return value if isinstance(value, str) else ""

    def count(self, name: str, default: int) -> int:
        """Return a property that is a positive integer; `default` if it is missing or anything else."""
        value = self.properties.get(name)
        return value if isinstance(value, int) and not isinstance(value, bool) and value > 0 else default


@dataclass(frozen=True)
class Drawing:
    """The part of a map that a town uses."""

    width: int
    height: int
    block_sight: frozenset[Tile]
    """Tiles that block walking and sight."""
    block_way: frozenset[Tile]
    """Tiles that block walking only."""
    marks: Mapping[str, tuple[MapMark, ...]]
    """The rectangles of each object layer."""


def read_drawing(drawn: TiledMap, defects: Defects) -> Drawing:
    """Return the drawing of a map. Adds defects for missing or malformed layers and marks off the grid."""
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
    """Return the tiles that have, in any layer, a tile with the property `blocks`: 'sight' or 'way'."""
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
    """Return the numbers of a tile layer; none, with a defect added, if they do not fit the map."""
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


def _marks(layer: Layer, drawn: TiledMap, defects: Defects) -> Iterator[MapMark]:
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


def _mark(thing: MapObject, drawn: TiledMap) -> MapMark | None:
    """Return the rectangle in tiles; None if the object has another shape, is rotated or is off the grid."""
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
    return MapMark(thing.name.strip(), kind, x, y, width, height, properties)
