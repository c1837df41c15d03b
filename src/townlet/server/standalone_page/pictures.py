"""Smaller PNG files of the same pixels, without loss.

Most programs filter the rows of a PNG as if it were a photograph. Drawn pictures such as a town's tiles are smaller
without filters, since the same rows of pixels come again and again.
"""

from __future__ import annotations

import struct
import zlib
from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

Pixels = NDArray[np.uint8]
"""Of shape (rows, bytes of a row)."""

_SIGNATURE = b"\x89PNG\r\n\x1a\n"
_CHANNELS = {0: 1, 2: 3, 4: 2, 6: 4}
"""Channels of a pixel by the colour type; a palette's pixels are never filtered."""
_KEPT = (b"IHDR", b"tRNS", b"sRGB", b"gAMA", b"cHRM", b"iCCP")
_MOST_BYTES = 1 << 28


def shrink_png(content: bytes) -> bytes:
    """Return a PNG file of the same pixels that is no larger; the very same file if it is of a rare kind or damaged."""
    try:
        smaller = _rewrite(content)
    except (struct.error, zlib.error, ValueError, KeyError):
        return content
    return smaller if len(smaller) < len(content) else content


def _rewrite(content: bytes) -> bytes:
    if not content.startswith(_SIGNATURE):
        raise ValueError
    chunks = list(_chunks(content))
    width, height, depth, colour, *_, interlaced = struct.unpack(">IIBBBBB", dict(chunks)[b"IHDR"])
    channels = _CHANNELS[colour]
    if depth != 8 or interlaced or not 0 < width * height * channels < _MOST_BYTES:
        raise ValueError
    rows = zlib.decompress(b"".join(data for kind, data in chunks if kind == b"IDAT"))
    filtered = np.frombuffer(rows, np.uint8).reshape(height, 1 + width * channels)
    plain = np.zeros_like(filtered)
    plain[:, 1:] = _unfiltered(filtered[:, 0], filtered[:, 1:], channels)
    written = [(kind, data) for kind, data in chunks if kind in _KEPT]
    written += [(b"IDAT", zlib.compress(plain.tobytes(), 9)), (b"IEND", b"")]
    return _SIGNATURE + b"".join(_chunk(kind, data) for kind, data in written)


def _chunks(content: bytes) -> Iterator[tuple[bytes, bytes]]:
    at = len(_SIGNATURE)
    while at < len(content):
        length, kind = struct.unpack_from(">I4s", content, at)
        yield kind, content[at + 8 : at + 8 + length]
        at += 12 + length


def _chunk(kind: bytes, data: bytes) -> bytes:
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))


def _unfiltered(kinds: Pixels, rows: Pixels, channels: int) -> Pixels:
    """Undo the filters of the PNG specification (section 9). `kinds` holds the filter of each row.

    A pixel depends on those to its left and above, so the pixels of a diagonal are computed at the same time.
    """
    height, width = len(rows), rows.shape[1] // channels
    raw = rows.reshape(height, width, channels)
    # A margin of zeros to the left and above stands for the pixels that are not there.
    done = np.zeros((height + 1, width + 1, channels), np.int16)
    for diagonal in range(height + width - 1):
        y = np.arange(max(0, diagonal - width + 1), min(height, diagonal + 1))
        x = diagonal - y
        left, up, corner = done[y + 1, x], done[y, x + 1], done[y, x]
        guess = left + up - corner
        far = np.abs(guess - left), np.abs(guess - up), np.abs(guess - corner)
        paeth = np.where((far[0] <= far[1]) & (far[0] <= far[2]), left, np.where(far[1] <= far[2], up, corner))
        predicted = np.choose(kinds[y][:, None], (np.zeros_like(left), left, up, (left + up) // 2, paeth))
        done[y + 1, x + 1] = (raw[y, x] + predicted) & 0xFF
    return done[1:, 1:].astype(np.uint8).reshape(height, width * channels)
