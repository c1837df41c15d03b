"""The two tilesets of a map: tiles composed of quarters of the kit's tiles, and pictures."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

import numpy as np

from townlet.mapmaker.kit import Kit, Picture
from townlet.mapmaker.png import Pixels, Spot, extent, paste, spots_for
from townlet.world.setting import Tile

Quarter = tuple[str, int]
"""A tile of the kit and one quarter of it: 0 north-west, 1 north-east, 2 south-west, 3 south-east."""
NOTHING: Quarter = ("", 0)

MARGIN, SPACING = 2, 4
"""Pixels around and between the tiles of the sheet. They repeat the tile's edge, so that scaling does not mix tiles."""
COLUMNS = 16


@dataclass(frozen=True)
class Mosaic:
    """A tile of a map: its four quarters, and what it blocks ('way', 'sight' or nothing)."""

    quarters: tuple[Quarter, Quarter, Quarter, Quarter]
    blocks: str = ""


def whole(name: str, blocks: str = "") -> Mosaic:
    """Return a tile of the kit as it is."""
    return Mosaic(((name, 0), (name, 1), (name, 2), (name, 3)), blocks)


def halves(west: str, east: str, blocks: str = "") -> Mosaic:
    """Return the west half of one tile beside the east half of another; '' leaves a half empty."""
    left, right = (
        ((west, 0), (west, 2)) if west else (NOTHING, NOTHING),
        ((east, 1), (east, 3)) if east else (NOTHING, NOTHING),
    )
    return Mosaic((left[0], right[0], left[1], right[1]), blocks)


@dataclass
class TileSheet:
    """The tiles of one map, numbered from 1 in the order of their first use."""

    kit: Kit
    numbers: dict[Mosaic, int] = field(default_factory=dict)

    def number(self, mosaic: Mosaic) -> int:
        return self.numbers.setdefault(mosaic, len(self.numbers) + 1)

    def pixels(self) -> Pixels:
        rows = -(-len(self.numbers) // COLUMNS)
        side = self.kit.tile
        step = side + SPACING
        sheet = np.zeros((rows * step, COLUMNS * step, 4), np.uint8)
        for mosaic, number in self.numbers.items():
            row, column = divmod(number - 1, COLUMNS)
            tile = np.pad(self._tile(mosaic), ((MARGIN, MARGIN), (MARGIN, MARGIN), (0, 0)), mode="edge")
            sheet[row * step : row * step + step, column * step : column * step + step] = tile
        return sheet

    def to_json(self, image: str) -> dict[str, object]:
        """Return the tileset in the form in which a map embeds it."""
        rows = -(-len(self.numbers) // COLUMNS)
        side = self.kit.tile
        blocking = [(number - 1, mosaic.blocks) for mosaic, number in self.numbers.items() if mosaic.blocks]
        return {
            "firstgid": 1,
            "name": "tiles",
            "image": image,
            "imagewidth": COLUMNS * (side + SPACING),
            "imageheight": rows * (side + SPACING),
            "tilewidth": side,
            "tileheight": side,
            "columns": COLUMNS,
            "tilecount": len(self.numbers),
            "margin": MARGIN,
            "spacing": SPACING,
            "tiles": [
                {"id": number, "properties": [{"name": "blocks", "type": "string", "value": what}]}
                for number, what in blocking
            ],
        }

    def _tile(self, mosaic: Mosaic) -> Pixels:
        side = self.kit.tile
        half = side // 2
        tile = np.zeros((side, side, 4), np.uint8)
        for place, (name, quarter) in enumerate(mosaic.quarters):
            if name:
                source = self.kit.tile_pixels(name)
                tile[_corner(place, half)] = source[_corner(quarter, half)]
        return tile


def _corner(quarter: int, half: int) -> tuple[slice, slice]:
    down, right = divmod(quarter, 2)
    return slice(down * half, down * half + half), slice(right * half, right * half + half)


TileLayer = Mapping[Tile, Mosaic]


WIDTH = 1024
"""The width of the sheet of pictures in pixels."""


@dataclass(frozen=True)
class TilesetEntry:
    """A tile of the tileset of pictures: its place in the kit, and its properties."""

    number: int
    spot: Spot
    kind: str
    properties: dict[str, bool | int | float]


@dataclass
class PictureSheet:
    """The pictures of one map, numbered from 0 in the order of their first use; a picture's states follow it."""

    kit: Kit
    entries: dict[tuple[Spot, str], TilesetEntry] = field(default_factory=dict)

    def number(self, picture: Picture) -> int:
        """Return the number of a picture in this tileset, which is added at its first use."""
        key = (picture.at, "")
        if key not in self.entries:
            first = len(self.entries)
            kind = self.kit.kinds[picture.kind]
            properties: dict[str, bool | int | float] = {"flat": kind.flat, "sort": kind.sort}
            states = {state: first + offset for offset, state in enumerate(picture.states, start=1)}
            self.entries[key] = TilesetEntry(first, picture.at, picture.kind, {**properties, **states})
            for state, spot in picture.states.items():
                self.entries[(spot, state)] = TilesetEntry(states[state], spot, f"{picture.kind} {state}", properties)
        return self.entries[key].number

    def pixels(self) -> Pixels:
        images = {_name(entry): self.kit.picture_pixels(entry.spot) for entry in self.entries.values()}
        return paste(images, self._spots())

    def to_json(self, image: str, first: int) -> dict[str, object]:
        """Return the tileset in the form in which a map embeds it: tiles that are parts of one image."""
        spots = self._spots()
        wide, high = extent(spots)
        tiles = []
        for entry in self.entries.values():
            x, y, width, height = spots[_name(entry)]
            part = {"x": x, "y": y, "width": width, "height": height}
            given = {name: value for name, value in sorted(entry.properties.items()) if value}
            properties = [_property(name, value) for name, value in given.items()]
            whole = {"image": image, "imagewidth": wide, "imageheight": high}
            tiles.append({"id": entry.number, "type": entry.kind, **whole, **part, "properties": properties})
        return {
            "firstgid": first,
            "name": "pictures",
            "columns": 0,
            "grid": {"orientation": "orthogonal", "width": 1, "height": 1},
            "margin": 0,
            "spacing": 0,
            "objectalignment": "bottomleft",
            "tilecount": len(tiles),
            "tilewidth": max((entry.spot[2] for entry in self.entries.values()), default=1),
            "tileheight": max((entry.spot[3] for entry in self.entries.values()), default=1),
            "tiles": tiles,
        }

    def _spots(self) -> dict[str, Spot]:
        return spots_for({_name(entry): entry.spot[2:] for entry in self.entries.values()}, WIDTH)


def _name(entry: TilesetEntry) -> str:
    return f"{entry.number:05}"


def _property(name: str, value: bool | int | float) -> dict[str, object]:
    kind = "bool" if isinstance(value, bool) else "int" if isinstance(value, int) else "float"
    return {"name": name, "type": kind, "value": value}
