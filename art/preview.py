"""Show a map as a client would: `python -m art.preview MAP.tmj OUT.png [--scale S] [--tiles X Y W H] [--lit]`."""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path
from typing import Any

import skia

Json = dict[str, Any]
MASK = 0x0FFFFFFF
SMOOTH = skia.SamplingOptions(skia.FilterMode.kLinear, skia.MipmapMode.kLinear)


class Shown:
    """A map with its tilesets loaded."""

    def __init__(self, path: Path) -> None:
        self.map: Json = json.loads(path.read_text("utf-8"))
        self.folder = path.parent
        self.images: dict[str, skia.Image] = {}
        self.tiles: dict[int, Json] = {}
        for tileset in self.map["tilesets"]:
            self._load(tileset)

    def draw(self, canvas: skia.Canvas, lit: bool = False) -> None:
        """Ground, what lies flat, what stands from north to south, and what is above."""
        standing: list[tuple[float, Json]] = []
        above: list[Json] = []
        for layer in self.map["layers"]:
            told = _told(layer)
            if not layer["visible"]:
                continue
            if layer["type"] == "tilelayer":
                above.append(layer) if told.get("above") else self._tiles(canvas, layer)
            for thing in layer.get("objects", ()):
                if "gid" not in thing:
                    continue
                about = {**self.tiles[thing["gid"] & MASK]["told"], **told, **_told(thing)}
                if about.get("flat"):
                    self._thing(canvas, thing, lit)
                else:
                    standing.append((thing["y"] + about.get("sort", 0), thing))
        for _, thing in sorted(standing, key=lambda each: each[0]):
            self._thing(canvas, thing, lit)
        for layer in above:
            self._tiles(canvas, layer)

    def _tiles(self, canvas: skia.Canvas, layer: Json) -> None:
        wide, deep = self.map["tilewidth"], self.map["tileheight"]
        for index, number in enumerate(layer["data"]):
            if number:
                row, column = divmod(index, layer["width"])
                self._picture(canvas, number, column * wide, row * deep, wide, deep)

    def _thing(self, canvas: skia.Canvas, thing: Json, lit: bool) -> None:
        gid = thing["gid"] & MASK
        state = self.tiles[gid]["told"].get("lit")
        number = self.tiles[gid]["first"] + state if lit and state else gid
        self._picture(canvas, number, thing["x"], thing["y"] - thing["height"], thing["width"], thing["height"])

    def _picture(self, canvas: skia.Canvas, number: int, x: float, y: float, width: float, height: float) -> None:
        tile = self.tiles[number]
        target = skia.Rect.MakeXYWH(x, y, width, height)
        canvas.drawImageRect(self.images[tile["image"]], tile["source"], target, SMOOTH, None)

    def _load(self, tileset: Json) -> None:
        first = tileset["firstgid"]
        told = {tile["id"]: tile for tile in tileset.get("tiles", ())}
        for number in range(tileset["tilecount"]):
            tile = told.get(number, {})
            image = tile.get("image", tileset.get("image"))
            if image not in self.images:
                self.images[image] = skia.Image.open(str(self.folder / image))
            self.tiles[first + number] = {
                "image": image,
                "first": first,
                "told": _told(tile),
                "source": skia.Rect.MakeXYWH(*_source(tileset, tile, number)),
            }


def _source(tileset: Json, tile: Json, number: int) -> tuple[float, float, float, float]:
    if "image" in tile:
        wide, deep = tile.get("width") or tile["imagewidth"], tile.get("height") or tile["imageheight"]
        return float(tile.get("x", 0)), float(tile.get("y", 0)), float(wide), float(deep)
    row, column = divmod(number, tileset["columns"])
    wide, deep, gap, margin = (tileset[key] for key in ("tilewidth", "tileheight", "spacing", "margin"))
    return margin + column * (wide + gap), margin + row * (deep + gap), wide, deep


def _told(thing: Json) -> Json:
    return {each["name"]: each["value"] for each in thing.get("properties", ())}


def _arguments(words: list[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("map", type=Path)
    parser.add_argument("out")
    parser.add_argument("--scale", type=float, default=0.5)
    parser.add_argument("--tiles", type=int, nargs=4, metavar=("X", "Y", "WIDTH", "HEIGHT"))
    parser.add_argument("--lit", action="store_true", help="with lamps and windows lit")
    return parser.parse_args(words)


def main(words: list[str]) -> int:
    """Draw the map or a part of it into a PNG."""
    told = _arguments(words)
    shown = Shown(told.map)
    x, y, wide, deep = told.tiles or (0, 0, shown.map["width"], shown.map["height"])
    side = shown.map["tilewidth"]
    surface = skia.Surface(int(wide * side * told.scale), int(deep * side * told.scale))
    with surface as canvas:
        canvas.scale(told.scale, told.scale)
        canvas.translate(-x * side, -y * side)
        shown.draw(canvas, told.lit)
    surface.makeImageSnapshot().save(told.out, skia.kPNG)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
