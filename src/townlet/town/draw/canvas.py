"""The map while it is being drawn, and its form as Tiled JSON."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from townlet.town.draw.shapes import Rectangle
from townlet.town.draw.tileset import NUMBERS, PIXELS, tileset_json
from townlet.world.setting import Tile

TILE_LAYERS = ("ground", "floor", "fences", "walls")
MARK_LAYERS = ("sectors", "arenas", "rugs", "scenery", "objects", "doors", "windows")
PICTURE = "tiles.png"

Properties = Mapping[str, str | int | bool]


@dataclass
class Canvas:
    """Tiles by layer and rectangles by layer."""

    width: int
    height: int
    tiles: dict[str, dict[Tile, str]] = field(default_factory=lambda: {name: {} for name in TILE_LAYERS})
    marks: dict[str, list[dict[str, object]]] = field(default_factory=lambda: {name: [] for name in MARK_LAYERS})

    def mark(self, layer: str, name: str, kind: str, area: Rectangle, properties: Properties) -> None:
        """Draw a rectangle into an object layer; properties that say nothing are left out."""
        x, y, width, height = (measure * PIXELS for measure in area)
        self.marks[layer].append(
            {
                "id": 1 + sum(map(len, self.marks.values())),
                "name": name,
                "type": kind,
                "x": x,
                "y": y,
                "width": width,
                "height": height,
                "rotation": 0,
                "visible": True,
                "properties": [_property(key, properties[key]) for key in sorted(properties) if properties[key]],
            }
        )

    def to_tmj(self) -> str:
        """The map as text: a row of tiles or an object a line, so that a change shows where it was made."""
        layers = [self._tile_layer(name) for name in TILE_LAYERS]
        layers += [self._mark_layer(name) for name in MARK_LAYERS]
        numbered = [f'{{"id":{number},{layer}' for number, layer in enumerate(layers, start=1)]
        head = {
            "type": "map",
            "version": "1.10",
            "orientation": "orthogonal",
            "renderorder": "right-down",
            "infinite": False,
            "width": self.width,
            "height": self.height,
            "tilewidth": PIXELS,
            "tileheight": PIXELS,
            "nextlayerid": len(layers) + 1,
            "nextobjectid": 1 + sum(map(len, self.marks.values())),
            "tilesets": [tileset_json(PICTURE)],
        }
        return _open(head) + '"layers":[\n' + ",\n".join(numbered) + "\n]}\n"

    def _tile_layer(self, name: str) -> str:
        tiles = self.tiles[name]
        rows = [
            ",".join(str(NUMBERS.get(tiles.get((x, y), ""), 0)) for x in range(self.width)) for y in range(self.height)
        ]
        head = {**_layer(name, "tilelayer"), "width": self.width, "height": self.height}
        return _open(head)[1:] + '"data":[\n' + ",\n".join(rows) + "]}"

    def _mark_layer(self, name: str) -> str:
        head = {**_layer(name, "objectgroup"), "draworder": "index"}
        return _open(head)[1:] + '"objects":[\n' + ",\n".join(map(_compact, self.marks[name])) + "]}"


def _layer(name: str, kind: str) -> dict[str, object]:
    return {"name": name, "type": kind, "x": 0, "y": 0, "opacity": 1, "visible": True}


def _property(name: str, value: str | int | bool) -> dict[str, object]:
    kind = "bool" if isinstance(value, bool) else "int" if isinstance(value, int) else "string"
    return {"name": name, "type": kind, "value": value}


def _open(table: Mapping[str, object]) -> str:
    """The table as JSON, left open for one more key."""
    return _compact(table)[:-1] + ","


def _compact(value: Mapping[str, object] | Sequence[object]) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))
