"""PNG pictures as arrays of (height, width, 4) bytes: red, green, blue, alpha."""

from __future__ import annotations

import struct
import zlib

import numpy as np
from numpy.typing import NDArray

Pixels = NDArray[np.uint8]

_MARK = b"\x89PNG\r\n\x1a\n"
_NONE, _SUB, _UP = range(3)
"""The filters in use: those that can be undone a row at a time."""


def write_png(pixels: Pixels) -> bytes:
    """The picture's file: 8 bits a channel, with alpha."""
    height, width, _ = pixels.shape
    head = struct.pack(">IIBBBBB", width, height, 8, 6, 0, 0, 0)
    rows = zlib.compress(_filtered(pixels), 9)
    chunks = ((b"IHDR", head), (b"IDAT", rows), (b"IEND", b""))
    return _MARK + b"".join(_chunk(name, data) for name, data in chunks)


def read_png(content: bytes) -> Pixels:
    """The pixels of a picture that `write_png` has written. Raises ValueError for any other form of PNG."""
    parts = _chunks(content)
    width, height, depth, colours, *others = struct.unpack(">IIBBBBB", parts[b"IHDR"])
    if (depth, colours, others) != (8, 6, [0, 0, 0]):
        raise ValueError("is not a picture of 8 bits a channel with alpha")
    rows = np.frombuffer(zlib.decompress(parts[b"IDAT"]), np.uint8).reshape(height, 1 + 4 * width)
    pixels = np.zeros((height, width, 4), np.uint8)
    above = np.zeros((width, 4), np.uint8)
    for number, row in enumerate(rows):
        line = row[1:].reshape(width, 4)
        if row[0] > _UP:
            raise ValueError(f"uses the filter {row[0]} in row {number}")
        if row[0] == _SUB:
            line = np.cumsum(line, axis=0, dtype=np.uint8)
        elif row[0] == _UP:
            line = line + above
        pixels[number] = above = line
    return pixels


def _filtered(pixels: Pixels) -> bytes:
    """Each row after the filter that leaves the smallest numbers, its own number first."""
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
