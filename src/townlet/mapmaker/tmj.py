"""Writing a map in Tiled's JSON format, with one row of tiles or one object per line to keep diffs small."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from townlet.mapmaker.canvas import Canvas, PlanMark, Properties
from townlet.mapmaker.kit import Kit
from townlet.mapmaker.pictures import MapPoint, Placed
from townlet.mapmaker.tilesets import PictureSheet, TileLayer, TileSheet

TILES, PICTURES = "tiles.png", "pictures.png"
"""The picture files of the two tilesets, beside the map."""


@dataclass(frozen=True)
class Foreign:
    """What a map keeps of its author's: tilesets, the highest number of their tiles, and the size of a tile."""

    tilesets: Sequence[Mapping[str, object]]
    numbers: int
    tile: tuple[int, int]
    """Width and height in pixels."""


@dataclass
class TiledWriter:
    """Collects the layers of one map and writes them as text."""

    canvas: Canvas
    kit: Kit
    foreign: Foreign | None = None
    layers: list[str] = field(default_factory=list)
    objects: int = 0

    def __post_init__(self) -> None:
        self.tiles = TileSheet(self.kit)
        self.pictures = PictureSheet(self.kit)
        self.before = self.foreign.numbers if self.foreign else 0
        self.side = self.foreign.tile if self.foreign else (self.kit.tile, self.kit.tile)
        self.pending: list[tuple[str, list[Placed], Properties]] = []

    def tile_layer(
        self, name: str, layer: TileLayer, properties: Properties | None = None, visible: bool = True
    ) -> None:
        """Add a layer of tiles."""
        width, height = self.canvas.width, self.canvas.height
        numbers = [
            [self.before + self.tiles.number(layer[(x, y)]) if (x, y) in layer else 0 for x in range(width)]
            for y in range(height)
        ]
        rows = ",\n".join(",".join(map(str, row)) for row in numbers)
        head = {**_layer(name, "tilelayer", properties, visible), "width": width, "height": height}
        self.layers.append(_open(head) + '"data":[\n' + rows + "]}")

    def picture_layer(self, name: str, placed: Iterable[Placed], properties: Properties | None = None) -> None:
        """Add a layer of pictures. Call it after all tile layers: pictures are numbered after the tiles."""
        first = self.before + len(self.tiles.numbers) + 1
        across, along = (side / self.kit.tile for side in self.side)
        found = []
        for each in placed:
            found.append(
                {
                    "gid": first + self.pictures.number(each.picture),
                    "name": each.name,
                    "type": each.picture.kind,
                    "x": _plain(each.x * across),
                    "y": _plain(each.y * along),
                    "width": _plain(each.width * across),
                    "height": _plain(each.height * along),
                }
            )
        self._object_layer(name, found, properties, visible=True)

    def mark_layer(self, name: str, marks: Iterable[PlanMark]) -> None:
        """Add a layer of named rectangles, which Tiled shows on demand."""
        sides = (*self.side, *self.side)
        found = []
        for mark in marks:
            x, y, width, depth = (measure * side for measure, side in zip(mark.area, sides, strict=True))
            box = {"x": x, "y": y, "width": width, "height": depth}
            found.append({"name": mark.name, "type": mark.kind, **box, **_properties(mark.properties)})
        self._object_layer(name, found, None, visible=False)

    def point_layer(self, name: str, points: Iterable[MapPoint]) -> None:
        """Add a layer of points or rectangles, which Tiled shows on demand."""
        found = []
        for each in points:
            box = {"x": _plain(each.x), "y": _plain(each.y), "width": _plain(each.width), "height": _plain(each.height)}
            shape = {} if each.width else {"point": True}
            found.append({"name": each.name, "type": each.kind, **box, **shape, **_properties(each.properties)})
        self._object_layer(name, found, None, visible=False)

    def foreign_layer(self, name: str, table: Mapping[str, object], properties: Properties) -> None:
        """Add a layer as its author drew it. `table` has its look, and its `data` or `objects`."""
        inner = {key: table[key] for key in ("data", "objects") if key in table}
        head = {**_layer(name, "", properties), **{key: table[key] for key in table if key not in inner}}
        self.layers.append(_open(head) + _compact(inner)[1:])

    def text(self, order: Sequence[str]) -> str:
        """Return the whole map as text, with its layers in this order."""
        first = self.before + len(self.tiles.numbers) + 1
        own = [{**self.tiles.to_json(TILES), "firstgid": self.before + 1}, self.pictures.to_json(PICTURES, first)]
        head = {
            "type": "map",
            "version": "1.10",
            "tiledversion": "1.10.2",
            "orientation": "orthogonal",
            "renderorder": "right-down",
            "infinite": False,
            "width": self.canvas.width,
            "height": self.canvas.height,
            "tilewidth": self.side[0],
            "tileheight": self.side[1],
            "nextlayerid": len(self.layers) + 1,
            "nextobjectid": self.objects + 1,
            "tilesets": [*(self.foreign.tilesets if self.foreign else ()), *own],
        }
        named = {
            json.loads(layer.split(',"data":', 1)[0].split(',"objects":', 1)[0] + "}")["name"]: layer
            for layer in self.layers
        }
        ordered = [named[name] for name in order if name in named]
        numbered = [f'{{"id":{number},{layer[1:]}' for number, layer in enumerate(ordered, start=1)]
        return _open(head) + '"layers":[\n' + ",\n".join(numbered) + "\n]}\n"

    def _object_layer(
        self, name: str, found: list[dict[str, object]], properties: Properties | None, visible: bool
    ) -> None:
        lines = []
        for each in found:
            self.objects += 1
            lines.append(_compact({"id": self.objects, **each, "rotation": 0, "visible": True}))
        head = {**_layer(name, "objectgroup", properties, visible), "draworder": "index"}
        self.layers.append(_open(head) + '"objects":[\n' + ",\n".join(lines) + "]}")


def _layer(name: str, kind: str, properties: Properties | None, visible: bool = True) -> dict[str, object]:
    head: dict[str, object] = {"name": name, "type": kind, "x": 0, "y": 0, "opacity": 1, "visible": visible}
    return {**head, **_properties(properties or {})}


def _properties(given: Properties) -> dict[str, object]:
    found = [{"name": name, "type": _type(value), "value": _plain(value)} for name, value in sorted(given.items())]
    return {"properties": found} if found else {}


def _type(value: object) -> str:
    if isinstance(value, bool):
        return "bool"
    return "int" if isinstance(value, int) else "float" if isinstance(value, float) else "string"


def _plain(value: object) -> object:
    """Return whole floats as integers and other floats with two decimals; any other value as it is."""
    if not isinstance(value, float):
        return value
    return int(value) if value.is_integer() else round(value, 2)


def _open(table: Mapping[str, object]) -> str:
    """Return the table as JSON without the closing brace, so that one more key can follow."""
    return _compact(table)[:-1] + ","


def _compact(value: Mapping[str, object]) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))
