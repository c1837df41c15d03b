"""A PNG is written again without loss, and only if that makes it smaller."""

from __future__ import annotations

import struct
import zlib

import numpy as np
import pytest

from townlet.server.standalone_page.pictures import Pixels, shrink_png


def _predicted(kind: int, left: int, up: int, corner: int) -> int:
    guess = left + up - corner
    nearest = min((left, up, corner), key=lambda each: abs(guess - each))
    return (0, left, up, (left + up) // 2, nearest)[kind]


def _png(pixels: Pixels, channels: int, kinds: list[int], depth: int = 8) -> bytes:
    """A PNG file as the specification describes it, one byte after the other."""
    colour = {1: 0, 2: 4, 3: 2, 4: 6}[channels]
    filtered = bytearray()
    for y, row in enumerate(pixels):
        filtered.append(kinds[y])
        for x, value in enumerate(row):
            left = int(row[x - channels]) if x >= channels else 0
            up = int(pixels[y - 1][x]) if y else 0
            corner = int(pixels[y - 1][x - channels]) if y and x >= channels else 0
            filtered.append((int(value) - _predicted(kinds[y], left, up, corner)) % 256)
    head = struct.pack(">IIBBBBB", len(pixels[0]) // channels, len(pixels), depth, colour, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + b"".join(
        struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))
        for kind, data in ((b"IHDR", head), (b"IDAT", zlib.compress(bytes(filtered), 1)), (b"IEND", b""))
    )


def _rows(png: bytes) -> Pixels:
    """The pixels of a PNG whose rows have no filter."""
    at, data, width, height = 8, b"", 0, 0
    while at < len(png):
        length, kind = struct.unpack_from(">I4s", png, at)
        content = png[at + 8 : at + 8 + length]
        assert zlib.crc32(kind + content) == struct.unpack_from(">I", png, at + 8 + length)[0]
        if kind == b"IHDR":
            width, height = struct.unpack_from(">II", content)
        data += content if kind == b"IDAT" else b""
        at += 12 + length
    rows = np.frombuffer(zlib.decompress(data), np.uint8).reshape(height, -1)
    assert not rows[:, 0].any()
    assert (rows.shape[1] - 1) % width == 0
    return rows[:, 1:]


@pytest.mark.parametrize("channels", [1, 2, 3, 4])
def test_the_pixels_stay_whatever_the_filters_of_the_rows(channels: int) -> None:
    numbers = np.random.default_rng(channels)
    tile = numbers.integers(0, 256, (16, 24 * channels), dtype=np.uint8)
    pixels = np.tile(tile, (6, 2))
    png = _png(pixels, channels, [int(each) for each in numbers.integers(0, 5, len(pixels))])
    smaller = shrink_png(png)
    assert len(smaller) < len(png)
    assert (_rows(smaller) == pixels).all()


def test_a_file_that_cannot_be_made_smaller_stays_as_it_is() -> None:
    small = _png(np.zeros((1, 4), np.uint8), 4, [0])
    assert shrink_png(small) == small


@pytest.mark.parametrize("damaged", [b"", b"GIF89a", _png(np.zeros((9, 36), np.uint8), 4, [1] * 9)[:60]])
def test_what_is_no_png_stays_as_it_is(damaged: bytes) -> None:
    assert shrink_png(damaged) == damaged


def test_rare_kinds_of_png_stay_as_they_are() -> None:
    deep = _png(np.tile(np.arange(48, dtype=np.uint8), (40, 1)), 4, [4] * 40, depth=16)
    assert shrink_png(deep) == deep
