"""A made-up town that somebody drew in Tiled with pictures of their own: a hut on a meadow, in loud colours."""

from __future__ import annotations

import json
import struct
import zlib
from pathlib import Path

Colour = tuple[int, int, int]

MEADOW: Colour = (208, 64, 200)
FLOOR: Colour = (250, 200, 40)
WALL: Colour = (20, 90, 220)
BED: Colour = (30, 220, 220)
BETWEEN: Colour = (255, 0, 0)
"""Of the margin and the spacing of the sheet, which must never be seen."""

_TILE, _MARGIN, _SPACING = 16, 3, 2
WIDE, HIGH = 14, 10
"""The size of its map in tiles."""
HUT = (3, 2, 9, 6)
"""Left, top, right and bottom of its walls, in tiles."""
_DOOR = (6, 6)

_TOWN = """
name = "Loudmeadow"
start = 2031-04-07T12:00:00
about = "A hut on a meadow of a colour of its own."
"""
_PERSON = """
name = "Ria Voss"
age = 35
traits = ["calm", "curious"]
description = "Ria Voss is a painter at the hut; Ria Voss enjoys long walks."
wakes = "7:00"
sleeps = "23:00"
bed = "Hut:room:bed"
home = "Hut"
"""


def write(folder: Path) -> Path:
    """The town's folder."""
    (folder / "people").mkdir(parents=True)
    (folder / "town.toml").write_text(_TOWN, encoding="utf-8")
    (folder / "people" / "ria.toml").write_text(_PERSON, encoding="utf-8")
    (folder / "map.tmj").write_text(json.dumps(_map()), encoding="utf-8")
    (folder / "sheet.png").write_bytes(_sheet([MEADOW, FLOOR, WALL]))
    (folder / "bed.png").write_bytes(png([[BED] * _TILE] * (2 * _TILE)))
    return folder


def png(rows: list[list[Colour]]) -> bytes:
    """A picture, given as its pixels."""
    packed = b"".join(b"\0" + bytes(value for colour in row for value in colour) for row in rows)
    header = struct.pack(">IIBBBBB", len(rows[0]), len(rows), 8, 2, 0, 0, 0)
    chunks = ((b"IHDR", header), (b"IDAT", zlib.compress(packed)), (b"IEND", b""))
    return b"\x89PNG\r\n\x1a\n" + b"".join(
        struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data)) for name, data in chunks
    )


def _sheet(colours: list[Colour]) -> bytes:
    """Tiles of one colour each, in a row, with a margin around them and spacing between."""
    width = 2 * _MARGIN + len(colours) * _TILE + (len(colours) - 1) * _SPACING
    rows = [[BETWEEN] * width for _ in range(2 * _MARGIN + _TILE)]
    for number, colour in enumerate(colours):
        left = _MARGIN + number * (_TILE + _SPACING)
        for y in range(_MARGIN, _MARGIN + _TILE):
            rows[y][left : left + _TILE] = [colour] * _TILE
    return png(rows)


def _map() -> dict[str, object]:
    left, top, right, bottom = HUT
    inside = (left + 1, top + 1, right - left - 1, bottom - top - 1)
    layers = [
        _tiles("floor", lambda x, y: 2 if left <= x <= right and top <= y <= bottom else 1),
        _tiles("walls", lambda x, y: 3 if _is_wall(x, y) else 0),
        _data("sectors", [("Hut", (left, top, right - left + 1, bottom - top + 1))]),
        _data("arenas", [("room", inside)]),
        _data("objects", [("bed", (left + 1, top + 1, 1, 2)), ("table", (right - 1, top + 1, 1, 1))]),
        _data("doors", [("door", (*_DOOR, 1, 1))]),
        {
            "type": "objectgroup",
            "name": "pictures",
            "visible": True,
            "opacity": 1,
            "objects": [_bed(left + 1, top + 3)],
        },
    ]
    sheet = {"firstgid": 1, "name": "loud", "image": "sheet.png", "margin": _MARGIN, "spacing": _SPACING, "columns": 3}
    sheet |= {"tilewidth": _TILE, "tileheight": _TILE, "tilecount": 3, "imageheight": 2 * _MARGIN + _TILE}
    sheet |= {"imagewidth": 2 * _MARGIN + 3 * _TILE + 2 * _SPACING}
    sheet |= {"tiles": [{"id": 2, "properties": [{"name": "blocks", "type": "string", "value": "sight"}]}]}
    beds = {"firstgid": 4, "name": "beds", "tilewidth": _TILE, "tileheight": 2 * _TILE, "tilecount": 1, "columns": 0}
    beds |= {"tiles": [{"id": 0, "image": "bed.png", "imagewidth": _TILE, "imageheight": 2 * _TILE}]}
    return {
        "type": "map",
        "version": "1.10",
        "orientation": "orthogonal",
        "renderorder": "right-down",
        "infinite": False,
        "width": WIDE,
        "height": HIGH,
        "tilewidth": _TILE,
        "tileheight": _TILE,
        "layers": layers,
        "tilesets": [sheet, beds],
    }


def _is_wall(x: int, y: int) -> bool:
    left, top, right, bottom = HUT
    around = (x in (left, right) and top <= y <= bottom) or (y in (top, bottom) and left <= x <= right)
    return around and (x, y) != _DOOR


def _tiles(name: str, gid: object) -> dict[str, object]:
    data = [gid(x, y) for y in range(HIGH) for x in range(WIDE)]  # type: ignore[operator]
    return {
        "type": "tilelayer",
        "name": name,
        "width": WIDE,
        "height": HIGH,
        "visible": True,
        "opacity": 1,
        "data": data,
    }


def _data(name: str, things: list[tuple[str, tuple[int, int, int, int]]]) -> dict[str, object]:
    objects = [
        {"name": called, "x": x * _TILE, "y": y * _TILE, "width": w * _TILE, "height": h * _TILE}
        for called, (x, y, w, h) in things
    ]
    return {"type": "objectgroup", "name": name, "visible": False, "opacity": 1, "objects": objects}


def _bed(column: int, bottom: int) -> dict[str, object]:
    return {"gid": 4, "name": "", "x": column * _TILE, "y": bottom * _TILE, "width": _TILE, "height": 2 * _TILE}
