"""Tiled maps: the part of the format that a town uses, from JSON and XML files of Tiled 1.0 and later."""

from __future__ import annotations

import base64
import codecs
import json
import re
import struct
import sys
import zlib
from collections.abc import Callable, Iterator
from contextlib import suppress
from functools import lru_cache
from math import cos, radians, sin
from posixpath import dirname, join, normpath
from typing import Annotated, Any, Literal

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, ValidationError, model_validator

from townlet.files import parse_json_text
from townlet.town.defects import Defects
from townlet.town.tiled_xml import is_xml, table_of, value_of
from townlet.world.setting import Tile

if sys.version_info >= (3, 14):
    from compression import zstd
else:
    from backports import zstd

GID_MASK = 0x0FFFFFFF
"""Tile numbers without their upper four bits, which say how a tile is flipped."""

MAX_TILES, MAX_TILE_PIXELS = 1_000_000, 512
"""The most tiles of a map, and the longest side of one. The largest built-in town has 14,000 of 32 pixels."""


def _inflated(data: bytes) -> bytes:
    # 32 more than the window of 15 bits: zlib tells by itself whether the data is of zlib or of gzip.
    inflate = zlib.decompressobj(47)
    plain = inflate.decompress(data, 4 * (MAX_TILES + 1))
    if not inflate.eof and len(plain) <= 4 * MAX_TILES:
        raise ValueError("it is cut off")
    return plain


_INFLATE: dict[str, Callable[[bytes], bytes]] = {
    "": bytes,
    "gzip": _inflated,
    "zlib": _inflated,
    "zstd": lambda data: zstd.ZstdDecompressor().decompress(data, 4 * (MAX_TILES + 1)),
}

Value = bool | int | float | str | None
Loader = Callable[[str], bytes]
"""Returns the content of another file of a map, by its path from the map's folder. Raises OSError."""


class _Part(BaseModel):
    """A part of a map. What is null is not there, and a number may stand for a text."""

    model_config = ConfigDict(coerce_numbers_to_str=True)

    @model_validator(mode="before")
    @classmethod
    def _without_null(cls, given: Any) -> Any:
        if not isinstance(given, dict):
            return given
        return {key: value for key, value in given.items() if value is not None}


Pixels = Annotated[float, Field(ge=-1e7, le=1e7, allow_inf_nan=False)]
"""A measure in pixels, which no map exceeds."""


def picture_path(written: str) -> str:
    """Return the path of a picture as all systems write it: maps drawn on Windows may have backslashes."""
    return normpath(written.replace("\\", "/")) if written else ""


PicturePath = Annotated[str, AfterValidator(picture_path)]


class Property(BaseModel):
    """A custom property of a layer, a tile or an object."""

    name: str
    value: Value = None
    """None for a class, whose members are properties beside it, and for a list: no town reads one."""
    propertytype: str | None = None
    """The enum or class that it is of."""


class WithProperties(_Part):
    """Anything with custom properties."""

    properties: list[Property] = Field(default_factory=list)

    @model_validator(mode="before")
    @classmethod
    def _listed(cls, given: Any) -> Any:
        found = given.get("properties") if isinstance(given, dict) else None
        if isinstance(found, dict):
            found = _listed_properties(found, given.get("propertytypes"))
        if not isinstance(found, list):
            return given
        whole = [*(inner for each in found for inner in _members(each)), *map(_without_nested, found)]
        named = [each for each in whole if not isinstance(each, dict) or each.get("name")]
        others = {key: value for key, value in given.items() if key != "propertytypes"}
        return {**others, "properties": named}

    def get(self, name: str) -> Value:
        """Return the value of the property `name`, or None."""
        return next((each.value for each in reversed(self.properties) if each.name == name), None)


class WithPicture(WithProperties):
    """Anything that may show a picture. Its size is in pixels, 0 if the map does not say it."""

    image: PicturePath = ""
    imagewidth: int = 0
    imageheight: int = 0


def _listed_properties(table: dict[str, Any], types: Any) -> list[dict[str, Any]]:
    """Return the properties that Tiled before 1.2 keeps in a table. Before 0.16, it keeps no types: 'true' is text."""
    known = types if isinstance(types, dict) else {}
    return [
        {"name": name, "value": value_of(name, value) if isinstance(value, str) and name not in known else value}
        for name, value in table.items()
    ]


def _members(entry: Any) -> Iterator[dict[str, Any]]:
    """Yield the members of a property that is a class. They are read like properties, which come after them."""
    value = entry.get("value") if isinstance(entry, dict) else None
    for name, inner in value.items() if isinstance(value, dict) else ():
        member = {"name": name, "value": inner}
        yield from _members(member)
        yield _without_nested(member)


def _without_nested(entry: Any) -> Any:
    nested = isinstance(entry, dict) and isinstance(entry.get("value"), dict | list)
    return {**entry, "value": None} if nested else entry


class MapObject(WithProperties):
    """An object of an object layer. Measures are in pixels."""

    name: str = ""
    type_: str = Field(default="", alias="type")
    class_: str = Field(default="", alias="class")
    template: str = ""
    x: Pixels
    y: Pixels
    width: Pixels = 0
    height: Pixels = 0
    rotation: Pixels = 0
    ellipse: bool = False
    capsule: bool = False
    point: bool = False
    polygon: list[dict[str, float]] | None = None
    polyline: list[dict[str, float]] | None = None
    text: dict[str, Any] | None = None
    gid: int | None = None
    visible: bool = True
    opacity: float = 1

    @property
    def kind(self) -> str:
        """The class of the object, which Tiled 1.9 alone calls 'class'."""
        return self.type_ or self.class_


class LayerChunk(BaseModel):
    """A part of a layer of an infinite map. `x` and `y` are in tiles."""

    x: int
    y: int
    width: int
    height: int
    data: list[int] | str


class Layer(WithPicture):
    """A layer of tiles or of objects, an image, or a group of layers."""

    name: str = ""
    kind: Literal["tilelayer", "objectgroup", "imagelayer", "group"] = Field(alias="type")
    data: list[int] | str = ""
    chunks: list[LayerChunk] | None = None
    encoding: str = "csv"
    compression: str = ""
    width: int = 0
    height: int = 0
    offsetx: Pixels = 0
    offsety: Pixels = 0
    opacity: float = 1
    visible: bool = True
    tintcolor: str = ""
    objects: list[MapObject] = Field(default_factory=list)
    layers: list[Layer] = Field(default_factory=list)

    def numbers(self, data: list[int] | str | None = None) -> list[int]:
        """Return the numbers of all tiles or of a chunk's, row by row, with the bits that say how they are flipped.

        Raises ValueError for data that cannot be unpacked.
        """
        data = self.data if data is None else data
        if isinstance(data, list):
            return data
        if "," in data:  # CSV, which has no signs of base64
            try:
                return [int(number) for number in data.split(",") if number.strip()]
            except ValueError as error:
                raise ValueError(f"is not CSV ({error}); save the map again") from error
        if self.compression not in _INFLATE:
            raise ValueError(f"is compressed with {self.compression!r}; save it as CSV, zlib, gzip or zstd")
        try:
            plain = _INFLATE[self.compression](base64.b64decode("".join(data.split()), validate=True))
            return [number for (number,) in struct.iter_unpack("<I", plain)]
        except (ValueError, zlib.error, zstd.ZstdError, struct.error) as error:
            raise ValueError(f"cannot be unpacked ({error}); save the map again") from error

    def within(self, group: Layer) -> Layer:
        """Return the layer as its group shows it: moved, faded and hidden with it."""
        return self.model_copy(
            update={
                "offsetx": self.offsetx + group.offsetx,
                "offsety": self.offsety + group.offsety,
                "opacity": self.opacity * group.opacity,
                "visible": self.visible and group.visible,
                "tintcolor": self.tintcolor or group.tintcolor,
            }
        )


class TileKind(WithPicture):
    """A tile of a tileset with properties, a shape or a picture of its own."""

    model_config = ConfigDict(extra="allow")

    id: int
    type_: str = Field(default="", alias="type")
    class_: str = Field(default="", alias="class")
    objectgroup: dict[str, Any] | None = None
    """The shapes of the tile that things collide with."""


class Tileset(WithPicture):
    """The tiles that a map is made of, numbered from `firstgid`."""

    model_config = ConfigDict(extra="allow")

    firstgid: int
    tilecount: int = 0
    source: str | None = None
    name: str = ""
    objectalignment: str = ""
    tiles: list[TileKind] = Field(default_factory=list)

    @model_validator(mode="before")
    @classmethod
    def _of_any_version(cls, given: Any) -> Any:
        """Tiled 1.0 and 1.1 keep tiles in a table by number, and their properties in another."""
        if not isinstance(given, dict) or not (isinstance(given.get("tiles"), dict) or "tileproperties" in given):
            return given
        old, loose, types = (given.get(key) or {} for key in ("tiles", "tileproperties", "tilepropertytypes"))
        tiles = dict(old) if isinstance(old, dict) else {str(each["id"]): each for each in old}
        for number, properties in loose.items():
            typed = {"properties": properties, "propertytypes": types.get(number)}
            tiles[number] = {**tiles.get(number, {}), **typed}
        kept = {key: value for key, value in given.items() if not key.startswith("tilepropert")}
        return {**kept, "tiles": [{**tile, "id": number} for number, tile in tiles.items()]}


class TiledMap(WithProperties):
    """A whole map."""

    width: int
    height: int
    tilewidth: int
    tileheight: int
    infinite: bool = False
    orientation: str = "orthogonal"
    backgroundcolor: str = ""
    layers: list[Layer]
    tilesets: list[Tileset] = Field(default_factory=list)

    def flat_layers(self) -> Iterator[Layer]:
        """Yield every layer that is not a group, including those inside groups, moved with them."""
        pending = list(self.layers)
        while pending:
            layer = pending.pop(0)
            if layer.kind == "group":
                pending[:0] = [inner.within(layer) for inner in layer.layers]
            else:
                yield layer

    def tiles_of(self, layer: Layer) -> Iterator[tuple[Tile, int]]:
        """Yield where a layer has tiles, with their numbers. Raises ValueError if it does not fit the map."""
        if layer.kind != "tilelayer":
            return
        numbers = layer.numbers()
        if len(numbers) != self.width * self.height:
            expected = f"{self.width} x {self.height} = {self.width * self.height}"
            raise ValueError(f"has {len(numbers)} tiles; the map has {expected}")
        right, down = self.shift_of(layer)
        for index, number in enumerate(numbers):
            if number & GID_MASK:
                x, y = index % self.width + right, index // self.width + down
                if 0 <= x < self.width and 0 <= y < self.height:
                    yield (x, y), number & GID_MASK

    def has_tiles_beyond(self) -> bool:
        """Return whether the offset of a layer moves some of its tiles off the map."""
        moved = (layer for layer in self.flat_layers() if layer.kind == "tilelayer" and self.shift_of(layer) != (0, 0))
        with suppress(ValueError):
            return any(sum(map(bool, layer.numbers())) > sum(1 for _ in self.tiles_of(layer)) for layer in moved)
        return False

    def shift_of(self, layer: Layer) -> Tile:
        """Return by how many whole tiles a layer is moved, to the nearest."""
        return round(layer.offsetx / max(1, self.tilewidth)), round(layer.offsety / max(1, self.tileheight))

    def fault_of_offset(self, layer: Layer) -> str:
        """Return why a layer shows its tiles beside those on which they act; empty if it does not."""
        if not (layer.offsetx % self.tilewidth or layer.offsety % self.tileheight):
            return ""
        moved = f"is moved by {layer.offsetx:g}, {layer.offsety:g} pixels, which are no whole tiles"
        return f"layer {layer.name!r} {moved}; change the layer's offset"

    def placed(self, thing: MapObject) -> MapObject:
        """Return a tile object with its bottom left corner as its place, wherever its tileset aligns objects."""
        number = (thing.gid or 0) & GID_MASK
        sets = [tileset for tileset in self.tilesets if tileset.firstgid <= number]
        alignment = max(sets, key=lambda tileset: tileset.firstgid).objectalignment if number and sets else ""
        if alignment in ("", "unspecified", "bottomleft"):
            return thing
        across = -thing.width * (0 if "left" in alignment else 1 if "right" in alignment else 0.5)
        down = thing.height * (1 if "top" in alignment else 0 if "bottom" in alignment else 0.5)
        turn = radians(thing.rotation)
        x, y = across * cos(turn) - down * sin(turn), across * sin(turn) + down * cos(turn)
        return thing.model_copy(update={"x": thing.x + x, "y": thing.y + y})

    def cropped(self) -> TiledMap:
        """Return a map, infinite or with tiles beyond its edges, as one from the first to the last row and column with
        a tile.

        Raises ValueError if a layer cannot be unpacked or the part in use is too large.
        """
        layers = list(self.flat_layers())
        parts = {id(layer): list(_parts(layer, self)) for layer in layers}
        used = [
            box for layer in layers for chunk, numbers in parts[id(layer)] for box in [_used(chunk, numbers)] if box
        ]
        if not used:
            raise ValueError("is an infinite map without a tile")
        west, north = min(box[0] for box in used), min(box[1] for box in used)
        width, height = max(box[2] for box in used) - west, max(box[3] for box in used) - north
        if width * height > MAX_TILES:
            what = "is an infinite map of" if self.infinite else "has layers moved over"
            raise ValueError(f"{what} {width:,} x {height:,} tiles; a map has at most {MAX_TILES:,}")
        moved, sides = [], (self.tilewidth, self.tileheight)
        for layer in layers:
            data = [0] * (width * height)
            for chunk, numbers in parts[id(layer)]:
                for index, number in enumerate(numbers):
                    if number:
                        x, y = chunk.x + index % chunk.width - west, chunk.y + index // chunk.width - north
                        data[y * width + x] = number
            if layer.kind == "imagelayer":
                by = {"offsetx": layer.offsetx - west * sides[0], "offsety": layer.offsety - north * sides[1]}
                moved.append(layer.model_copy(update=by))
                continue
            # Its tiles are where the layer shows them, so that only a part of a tile is left of its offset.
            right, down = (shift * side for shift, side in zip(self.shift_of(layer), sides, strict=True))
            by_x, by_y = right - west * self.tilewidth, down - north * self.tileheight
            objects = [each.model_copy(update={"x": each.x + by_x, "y": each.y + by_y}) for each in layer.objects]
            rest = {"offsetx": layer.offsetx - right, "offsety": layer.offsety - down}
            moved.append(layer.model_copy(update={"data": data, "chunks": None, "objects": objects, **rest}))
        return self.model_copy(update={"width": width, "height": height, "infinite": False, "layers": moved})


def _parts(layer: Layer, drawn: TiledMap) -> Iterator[tuple[LayerChunk, list[int]]]:
    """Yield the chunks of a layer, or the whole layer as one, where it shows them, with their numbers."""
    shift, chunks = drawn.shift_of(layer), layer.chunks or []
    if not (chunks or drawn.infinite) and layer.kind == "tilelayer":
        chunks = [LayerChunk(x=0, y=0, width=drawn.width, height=drawn.height, data=layer.data)]
    for chunk in chunks:
        numbers = layer.numbers(chunk.data)
        if len(numbers) != chunk.width * chunk.height:
            raise ValueError(
                f"has a chunk of {len(numbers)} tiles in {layer.name!r}, not {chunk.width} x {chunk.height}"
            )
        yield chunk.model_copy(update={"x": chunk.x + shift[0], "y": chunk.y + shift[1]}), numbers


def _used(chunk: LayerChunk, numbers: list[int]) -> tuple[int, int, int, int] | None:
    """Return the west, north, east and south edge of a chunk's tiles; None if it has none."""
    columns = [index % chunk.width for index, number in enumerate(numbers) if number]
    rows = [index // chunk.width for index, number in enumerate(numbers) if number]
    if not rows:
        return None
    return chunk.x + min(columns), chunk.y + min(rows), chunk.x + max(columns) + 1, chunk.y + max(rows) + 1


def pictures_of(drawn: TiledMap) -> dict[str, set[tuple[int, int]]]:
    """Return the paths of all pictures that a map shows, each with the sizes that the map says."""
    tiles = (tile for tileset in drawn.tilesets for tile in tileset.tiles)
    found: dict[str, set[tuple[int, int]]] = {}
    shown: tuple[WithPicture, ...] = (*drawn.tilesets, *tiles, *drawn.flat_layers())
    for each in shown:
        if each.image:
            found.setdefault(each.image, set()).add((each.imagewidth, each.imageheight))
    return found


def read_map(file: str, content: bytes, defects: Defects, load: Loader | None = None) -> TiledMap | None:
    """Return the map of a file; None, with its defects added, if it cannot be used.

    With `load`, which returns the tilesets and templates that the map names, every orthogonal map is read; it comes
    back as a finite one with its tilesets in it. Without, only what a town's own map may be, which the browser draws.
    """
    try:
        drawn = _parsed(content) if load is None else _gathered(content, load)
        if load is not None and drawn.orientation == "orthogonal" and (drawn.infinite or drawn.has_tiles_beyond()):
            drawn = drawn.cropped()
    except (UnicodeDecodeError, json.JSONDecodeError) as error:
        what = "JSON or XML" if load else "JSON"
        defects.add(file, f"is not {what} ({error}); export the map from Tiled as a .tmj file")
    except ValidationError as error:
        fault, *others = error.errors()
        where = ".".join(str(part) for part in fault["loc"])
        more = f", and {len(others)} more" if others else ""
        defects.add(file, f"is not a Tiled map: {where}: {fault['msg'].lower()}{more}")
    except ValueError as error:
        defects.add(file, str(error))
    else:
        return drawn if _usable(file, drawn, defects, embedded=load is None) else None
    return None


@lru_cache(maxsize=2)
def _parsed(content: bytes) -> TiledMap:
    """Parse a map. Cached, because loading a town needs the map three times: for places, pictures and the digest."""
    return TiledMap.model_validate(_map_table(parse_json_text(content.decode("utf-8-sig"))))


def _map_table(table: Any) -> dict[str, Any]:
    """Return the table of a map. Raises ValueError for that of something else."""
    if not isinstance(table, dict) or not isinstance(table.get("layers"), list):
        kind = table.get("type") if isinstance(table, dict) else None
        what = f"a {kind} of Tiled" if isinstance(kind, str) and kind != "map" else "no map of Tiled: it has no layers"
        raise ValueError(f"is {what}; export the map from Tiled as a .tmj file")
    return table


def _gathered(content: bytes, load: Loader) -> TiledMap:
    """Return a map with its tilesets and templates in it. Raises ValueError."""
    table = _table(content)
    if (kind := table.get("type", "map")) != "map":
        raise ValueError(f"is a {kind}, not a map; name the map that uses it")
    tilesets = _list(table, "tilesets")
    sources = {_from("", each["source"]): each for each in tilesets if each.get("source")}
    table["tilesets"] = [_embedded(each, load) for each in tilesets]
    pending = list(_list(table, "layers"))
    while pending:
        layer = pending.pop()
        pending += _list(layer, "layers")
        layer["objects"] = [_instance(each, sources, load) for each in _list(layer, "objects")]
    return TiledMap.model_validate(_map_table(table))


def _table(content: bytes) -> dict[str, Any]:
    text = content.decode(_encoding(content))
    table = table_of(text) if is_xml(text) else parse_json_text(text)
    if not isinstance(table, dict):
        raise ValueError("is not a Tiled map: it holds no table")
    return table


def _encoding(content: bytes) -> str:
    """Return the encoding of a file: that of its byte order mark or its XML declaration, else UTF-8."""
    if content.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        return "utf-16"
    declared = re.match(rb"""\s*<\?xml[^>]*\bencoding=["']([\w.-]+)""", content)
    try:
        return codecs.lookup(declared[1].decode()).name if declared else "utf-8-sig"
    except LookupError as error:
        raise ValueError(f"is XML that cannot be read ({error}); save it as UTF-8") from error


def _list(table: dict[str, Any], key: str) -> list[dict[str, Any]]:
    found = table.get(key)
    return [each for each in found if isinstance(each, dict)] if isinstance(found, list) else []


def _from(file: str, written: str) -> str:
    """Return the path from the map's folder of a file that `file` names by a path from its own folder."""
    return normpath(join(dirname(file), picture_path(written)))


def _other(what: str, path: str, load: Loader) -> dict[str, Any]:
    try:
        return _table(load(path))
    except OSError as error:
        reason = "is not there" if isinstance(error, FileNotFoundError) else f"cannot be read ({error.strerror})"
        raise ValueError(f"uses the {what} {path!r}, which {reason}") from error
    except ValueError as error:
        raise ValueError(f"uses the {what} {path!r}, which cannot be read ({error})") from error


def _embedded(tileset: dict[str, Any], load: Loader) -> dict[str, Any]:
    """Return a tileset with its content in it, and with paths of pictures from the map's folder."""
    if not (source := tileset.get("source")):
        return tileset
    path = _from("", str(source))
    found = {**_other("tileset", path, load), "firstgid": tileset.get("firstgid")}
    for each in (found, *_list(found, "tiles")):
        if each.get("image"):
            each["image"] = _from(path, str(each["image"]))
    return found


def _instance(thing: dict[str, Any], sources: dict[str, dict[str, Any]], load: Loader) -> dict[str, Any]:
    """Return an object with what its template says. A tile of a tileset that the map does not have is left out."""
    if not thing.get("template"):
        return thing
    path = _from("", str(thing["template"]))
    template = _other("template", path, load)
    whole = {**template.get("object", {}), **thing}
    known = {each["name"]: each for table in (template.get("object", {}), thing) for each in _list(table, "properties")}
    whole["properties"] = list(known.values())
    if "gid" in whole and "gid" not in thing:
        tileset = template.get("tileset", {})
        own = sources.get(_from(path, str(tileset.get("source"))))
        shift = own["firstgid"] - tileset.get("firstgid", 1) if own else None
        whole["gid"] = None if shift is None else whole["gid"] + shift
    return whole


def _usable(file: str, drawn: TiledMap, defects: Defects, *, embedded: bool) -> bool:
    before = len(defects.lines)
    if drawn.orientation != "orthogonal":
        defects.add(file, f"is {drawn.orientation}; a town's map is orthogonal, with square or upright tiles")
        return False
    if drawn.infinite:
        defects.add(file, f"is an infinite map; switch 'Infinite' off in Tiled's map properties, or {_IMPORT}")
        return False
    if min(drawn.width, drawn.height, drawn.tilewidth, drawn.tileheight) < 1:
        defects.add(file, "has no tiles; its width, height and tile size must be at least 1")
    if drawn.width * drawn.height > MAX_TILES or max(drawn.tilewidth, drawn.tileheight) > MAX_TILE_PIXELS:
        defects.add(
            file,
            f"has {drawn.width} x {drawn.height} tiles of {drawn.tilewidth} x {drawn.tileheight} pixels; a map has at "
            f"most {MAX_TILES:,} tiles of {MAX_TILE_PIXELS} x {MAX_TILE_PIXELS}",
        )
    for tileset in drawn.tilesets if embedded else ():
        if tileset.source is not None:
            defects.add(file, f"uses the tileset file {tileset.source!r}; embed the tileset in the map, or {_IMPORT}")
    for layer in drawn.flat_layers() if embedded else ():
        if layer.compression == "zstd":
            defects.add(file, f"layers are compressed with 'zstd'; choose another format in Tiled, or {_IMPORT}")
    return len(defects.lines) == before


_IMPORT = "make a town of it with `townlet map import`"
