"""The part of Tiled's JSON map format (.tmj) that a town uses."""

from __future__ import annotations

import base64
import gzip
import json
import struct
import zlib
from collections.abc import Callable, Iterator
from functools import lru_cache
from typing import Literal

from pydantic import BaseModel, Field, ValidationError

from townlet.town.defects import Defects

_GID_MASK = 0x0FFFFFFF
"""The upper four bits of a tile's number say how it is flipped."""

_UNPACK: dict[str, Callable[[bytes], bytes]] = {"": bytes, "gzip": gzip.decompress, "zlib": zlib.decompress}

Value = bool | int | float | str | None


class Property(BaseModel):
    """A custom property of a layer, a tile or an object."""

    name: str
    value: Value = None


class Drawn(BaseModel):
    """Anything with custom properties."""

    properties: list[Property] = Field(default_factory=list)

    def get(self, name: str) -> Value:
        """The value of the property `name`, or None."""
        return next((each.value for each in self.properties if each.name == name), None)


class MapObject(Drawn):
    """An object of an object layer; a town reads rectangles only. Measures are in pixels."""

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


class Layer(Drawn):
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
        """The tile numbers, row by row. Raises ValueError for data that cannot be unpacked."""
        if isinstance(self.data, list):
            return [number & _GID_MASK for number in self.data]
        if self.compression not in _UNPACK:
            raise ValueError(f"is compressed with {self.compression!r}; save it as CSV, zlib or gzip")
        try:
            plain = _UNPACK[self.compression](base64.b64decode(self.data))
            return [number & _GID_MASK for (number,) in struct.iter_unpack("<I", plain)]
        except (ValueError, OSError, EOFError, zlib.error, struct.error) as error:
            raise ValueError(f"cannot be unpacked ({error}); save the map anew") from error


class TileKind(Drawn):
    """A tile of a tileset that has properties or a picture of its own."""

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
        """Every layer that is not a group, those within groups included."""
        pending = list(self.layers)
        while pending:
            layer = pending.pop(0)
            if layer.kind == "group":
                pending[:0] = layer.layers
            else:
                yield layer


def pictures_of(drawn: TiledMap) -> frozenset[str]:
    """The paths of all pictures that a map shows, as it names them."""
    tiles = (tile.image for tileset in drawn.tilesets for tile in tileset.tiles)
    sheets = (tileset.image for tileset in drawn.tilesets)
    return frozenset(filter(None, (*sheets, *tiles, *(layer.image for layer in drawn.flat_layers()))))


def read_map(file: str, content: bytes, defects: Defects) -> TiledMap | None:
    """The map of a file; None, with its defects noted, if a town cannot use it."""
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
    """A town's map is asked for thrice: for what it says, for its pictures, and for its digest."""
    return TiledMap.model_validate(json.loads(content.decode("utf-8-sig")))


def _usable(file: str, drawn: TiledMap, defects: Defects) -> bool:
    before = len(defects.lines)
    if drawn.infinite:
        defects.add(file, "is an infinite map; switch 'Infinite' off in Tiled's map properties")
    if drawn.orientation != "orthogonal":
        defects.add(file, f"is {drawn.orientation}; a town's map is orthogonal")
    if min(drawn.width, drawn.height, drawn.tilewidth, drawn.tileheight) < 1:
        defects.add(file, "has no tiles; its width, height and tile size must be at least 1")
    for tileset in drawn.tilesets:
        if tileset.source is not None:
            defects.add(file, f"uses the tileset file {tileset.source!r}; embed the tileset in the map")
    return len(defects.lines) == before
