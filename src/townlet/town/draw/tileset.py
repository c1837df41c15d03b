"""The tiles that a compiled map is made of: plain colours that stand in for pictures."""

from __future__ import annotations

import struct
import zlib
from dataclasses import dataclass

PIXELS = 32
"""A tile's width and height in pixels."""
COLUMNS = 8


@dataclass(frozen=True)
class TileColour:
    """A tile of the set, and what it blocks: 'sight' (and walking), 'way' (walking only) or nothing."""

    name: str
    colour: str
    blocks: str = ""


TILES = (
    TileColour("grass", "a9cb86"),
    TileColour("path", "e6d6b4"),
    TileColour("slab", "dcd3c4"),
    TileColour("road", "a39ca3"),
    TileColour("zebra", "c4bcc2"),
    TileColour("sand", "efe0b8"),
    TileColour("water", "86cbd6", "way"),
    TileColour("oak", "e6c79b"),
    TileColour("walnut", "cfa67c"),
    TileColour("check", "f4e8d4"),
    TileColour("tile", "e4ebe6"),
    TileColour("bath", "d6e8ea"),
    TileColour("carpet", "d8c6d2"),
    TileColour("stone", "cfc8bd"),
    TileColour("hedge", "6f9a55", "way"),
    TileColour("fence", "b97f52", "way"),
    TileColour("brick", "8f5a58", "sight"),
    TileColour("clapboard", "6f6a80", "sight"),
    TileColour("slate", "54506a", "sight"),
    TileColour("plaster", "8a7a70", "sight"),
    TileColour("timber", "7a5648", "sight"),
)
NUMBERS = {tile.name: number for number, tile in enumerate(TILES, start=1)}
"""The number that each tile has in a map."""


def tile_names(blocks: str) -> tuple[str, ...]:
    """The names of the tiles that block this."""
    return tuple(tile.name for tile in TILES if tile.blocks == blocks)


def tileset_json(image: str) -> dict[str, object]:
    """The tileset as it is embedded in a map."""
    rows = -(-len(TILES) // COLUMNS)
    return {
        "firstgid": 1,
        "name": "ground",
        "image": image,
        "imagewidth": COLUMNS * PIXELS,
        "imageheight": rows * PIXELS,
        "tilewidth": PIXELS,
        "tileheight": PIXELS,
        "columns": COLUMNS,
        "tilecount": len(TILES),
        "margin": 0,
        "spacing": 0,
        "tiles": [{"id": number, "type": tile.name, "properties": _blocks(tile)} for number, tile in enumerate(TILES)],
    }


def _blocks(tile: TileColour) -> list[dict[str, str]]:
    return [{"name": "blocks", "type": "string", "value": tile.blocks}] if tile.blocks else []


def tileset_png() -> bytes:
    """The tiles' colours as a PNG picture."""
    rows = -(-len(TILES) // COLUMNS)
    lines = []
    for row in range(rows):
        numbers = [min(row * COLUMNS + column, len(TILES) - 1) for column in range(COLUMNS)]
        line = b"\0" + b"".join(bytes([number]) * PIXELS for number in numbers)
        lines.extend([line] * PIXELS)
    palette = b"".join(bytes.fromhex(tile.colour) for tile in TILES)
    header = struct.pack(">IIBBBBB", COLUMNS * PIXELS, rows * PIXELS, 8, 3, 0, 0, 0)
    picture = zlib.compress(b"".join(lines), 9)
    chunks = ((b"IHDR", header), (b"PLTE", palette), (b"IDAT", picture), (b"IEND", b""))
    return b"\x89PNG\r\n\x1a\n" + b"".join(_chunk(name, data) for name, data in chunks)


def _chunk(name: bytes, data: bytes) -> bytes:
    return struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))
