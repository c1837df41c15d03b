"""Reading and writing PNG pictures as arrays of shape (height, width, 4), and packing pictures into sheets."""

from __future__ import annotations

import struct
import zlib
from collections.abc import Mapping

import numpy as np
from numpy.typing import NDArray

Pixels = NDArray[np.uint8]

_MARK = b"\x89PNG\r\n\x1a\n"
_NONE, _SUB, _UP = range(3)
"""The PNG filters that are used, which can be undone a row at a time."""


def write_png(pixels: Pixels) -> bytes:
    """Return the picture as a PNG file with 8 bits per channel and alpha."""
    height, width, _ = pixels.shape
    head = struct.pack(">IIBBBBB", width, height, 8, 6, 0, 0, 0)
    rows = zlib.compress(_filtered(pixels), 9)
    chunks = ((b"IHDR", head), (b"IDAT", rows), (b"IEND", b""))
    return _MARK + b"".join(_chunk(name, data) for name, data in chunks)


def read_png(content: bytes) -> Pixels:
    """Return the pixels of a PNG file that `write_png` wrote. Raises ValueError for any other kind of PNG."""
    parts = _chunks(content)
    width, height, depth, colours, *others = struct.unpack(">IIBBBBB", parts[b"IHDR"])
    if (depth, colours, others) != (8, 6, [0, 0, 0]):
        raise ValueError("The picture has another PNG format; expected 8 bits per channel with alpha.")
    rows = np.frombuffer(zlib.decompress(parts[b"IDAT"]), np.uint8).reshape(height, 1 + 4 * width)
    pixels = np.zeros((height, width, 4), np.uint8)
    above = np.zeros((width, 4), np.uint8)
    for number, row in enumerate(rows):
        line = row[1:].reshape(width, 4)
        if row[0] > _UP:
            raise ValueError(f"The picture uses PNG filter {row[0]} in row {number}; expected filters up to {_UP}.")
        if row[0] == _SUB:
            line = np.cumsum(line, axis=0, dtype=np.uint8)
        elif row[0] == _UP:
            line = line + above
        pixels[number] = above = line
    return pixels


def _filtered(pixels: Pixels) -> bytes:
    """Return each row after the filter that leaves the smallest numbers, with the filter's number before it."""
    left = np.zeros_like(pixels)
    left[:, 1:] = pixels[:, :-1]
    above = np.zeros_like(pixels)
    above[1:] = pixels[:-1]
    choices = np.stack([pixels, pixels - left, pixels - above]).reshape(3, len(pixels), -1)
    sizes = np.abs(choices.view(np.int8).astype(np.int32)).sum(axis=2)
    best = sizes.argmin(axis=0)
    return b"".join(bytes([which]) + choices[which, row].tobytes() for row, which in enumerate(best))


def _chunk(name: bytes, data: bytes) -> bytes:
    return struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))


def _chunks(content: bytes) -> dict[bytes, bytes]:
    found: dict[bytes, bytes] = {}
    at = len(_MARK)
    while at < len(content):
        (size,) = struct.unpack(">I", content[at : at + 4])
        name = content[at + 4 : at + 8]
        found[name] = found.get(name, b"") + content[at + 8 : at + 8 + size]
        at += 12 + size
    return found


GAP = 4
"""Empty pixels between two pictures, so that scaling does not mix neighbours."""

Size = tuple[int, int]
"""Width and height in pixels."""
Spot = tuple[int, int, int, int]
"""x, y, width, height in pixels."""


def spots_for(sizes: Mapping[str, Size], width: int = 2048) -> dict[str, Spot]:
    """Return the place of each picture on a sheet of at most `width` pixels: in rows, the tallest first."""
    spots: dict[str, Spot] = {}
    x, y, row = 0, 0, 0
    for name in sorted(sizes, key=lambda name: (-sizes[name][1], name)):
        wide, high = sizes[name]
        if x and x + wide > width:
            x, y, row = 0, y + row + GAP, 0
        spots[name] = (x, y, wide, high)
        x, row = x + wide + GAP, max(row, high)
    return spots


def extent(spots: Mapping[str, Spot]) -> Size:
    """Return the width and height of the sheet."""
    return (
        max((x + wide for x, _, wide, _ in spots.values()), default=1),
        max((y + high for _, y, _, high in spots.values()), default=1),
    )


def paste(pictures: Mapping[str, Pixels], spots: Mapping[str, Spot]) -> Pixels:
    """Return the sheet with every picture in its place."""
    wide, high = extent(spots)
    sheet = np.zeros((high, wide, 4), np.uint8)
    for name, (left, top, width, height) in spots.items():
        sheet[top : top + height, left : left + width] = pictures[name]
    return sheet
