"""Reading and writing PNG pictures as arrays of shape (height, width, 4), and packing pictures into sheets."""

from __future__ import annotations

import struct
import zlib
from collections.abc import Mapping

import numpy as np
from numpy.typing import NDArray

Pixels = NDArray[np.uint8]

_MARK = b"\x89PNG\r\n\x1a\n"
_PALETTE, _FULL = 3, 6
"""The PNG colour types that are used."""
_NONE, _SUB, _UP = range(3)
"""The PNG filters that are used, which can be undone a row at a time."""


MOST_COLOURS = 256
"""A picture of so many colours is written with a palette: a byte for each pixel."""


def write_png(pixels: Pixels) -> bytes:
    """Return the picture as a PNG file: with a palette if it has few colours, or else with 8 bits a channel."""
    height, width, _ = pixels.shape
    palette, which = np.unique(pixels.view(np.uint32), return_inverse=True)
    few = len(palette) <= MOST_COLOURS
    chunks = [(b"IHDR", struct.pack(">IIBBBBB", width, height, 8, _PALETTE if few else _FULL, 0, 0, 0))]
    if few:
        colours = palette.view(np.uint8).reshape(-1, 4)
        chunks += [(b"PLTE", colours[:, :3].tobytes()), (b"tRNS", colours[:, 3].tobytes())]
        rows = np.pad(which.reshape(height, width).astype(np.uint8), ((0, 0), (1, 0))).tobytes()
    else:
        rows = _filtered(pixels)
    chunks += [(b"IDAT", zlib.compress(rows, 9)), (b"IEND", b"")]
    return _MARK + b"".join(_chunk(name, data) for name, data in chunks)


def read_png(content: bytes) -> Pixels:
    """Return the pixels of a PNG file that `write_png` wrote. Raises ValueError for any other kind of PNG."""
    parts = _chunks(content)
    width, height, depth, colours, *others = struct.unpack(">IIBBBBB", parts[b"IHDR"])
    if depth != 8 or colours not in (_PALETTE, _FULL) or others != [0, 0, 0]:
        raise ValueError("The picture has another PNG format; expected 8 bits per channel with alpha, or a palette.")
    channels = 1 if colours == _PALETTE else 4
    rows = np.frombuffer(zlib.decompress(parts[b"IDAT"]), np.uint8).reshape(height, 1 + channels * width)
    pixels = np.zeros((height, width, channels), np.uint8)
    above = np.zeros((width, channels), np.uint8)
    for number, row in enumerate(rows):
        line = row[1:].reshape(width, channels)
        if row[0] > _UP:
            raise ValueError(f"The picture uses PNG filter {row[0]} in row {number}; expected filters up to {_UP}.")
        if row[0] == _SUB:
            line = np.cumsum(line, axis=0, dtype=np.uint8)
        elif row[0] == _UP:
            line = line + above
        pixels[number] = above = line
    if colours == _FULL:
        return pixels
    opaque = np.frombuffer(parts[b"PLTE"], np.uint8).reshape(-1, 3)
    alpha = np.frombuffer(parts[b"tRNS"], np.uint8).reshape(-1, 1)
    palette: Pixels = np.hstack([opaque, alpha])
    return palette[pixels[..., 0]]


def with_few_colours(pixels: Pixels, most: int = MOST_COLOURS) -> Pixels:
    """Return the picture in at most so many colours: each pixel has the nearest of them. The same on every machine.

    Median cut (Heckbert 1982) by variance, then Lloyd's algorithm, both in whole numbers.
    """
    # What is transparent has no colour, and what is nearly so has little.
    clear = np.where(pixels[..., 3:] == 0, 0, pixels)
    packed, which, counts = np.unique(
        np.ascontiguousarray(clear).view(np.uint32), return_inverse=True, return_counts=True
    )
    colours = packed.view(np.uint8).reshape(-1, 4).astype(np.int64)
    shown = colours.copy()
    shown[:, :3] = colours[:, :3] * colours[:, 3:] // 255
    if len(colours) <= most:
        return clear
    groups = [np.arange(len(colours))]
    spreads = [_spread(shown, counts, groups[0])]
    while len(groups) < most:
        widest = int(np.argmax([spread.max() for spread in spreads]))
        if not spreads[widest].any():
            break  # What is nearly clear has colours of its own, and shows as others do.
        group, axis = groups.pop(widest), int(spreads.pop(widest).argmax())
        values = shown[group, axis]
        low = values <= int((values * counts[group]).sum() // counts[group].sum())
        for part in (group[low], group[~low]):
            groups.append(part)
            spreads.append(_spread(shown, counts, part))
    middles = np.array([_middle(colours, counts, group) for group in groups])
    for _ in range(LLOYD_ROUNDS):
        nearest = _nearest(shown, middles)
        found = [_middle(colours, counts, np.flatnonzero(nearest == number)) for number in np.unique(nearest)]
        middles = np.array(found)
    return middles[_nearest(shown, middles)].astype(np.uint8)[which].reshape(pixels.shape)


LLOYD_ROUNDS = 3


def _spread(shown: NDArray[np.int64], counts: NDArray[np.int64], group: NDArray[np.int64]) -> NDArray[np.int64]:
    """Return how far some colours are from their mean in each channel: the weighted sum of squares."""
    weights, values = counts[group, None], shown[group]
    mean = (values * weights).sum(axis=0) // weights.sum()
    return np.asarray(((values - mean) ** 2 * weights).sum(axis=0))


def _middle(colours: NDArray[np.int64], counts: NDArray[np.int64], group: NDArray[np.int64]) -> NDArray[np.int64]:
    """Return the mean of some colours; the more opaque count for more."""
    weights = counts[group, None]
    alpha = (colours[group, 3:] * weights).sum()
    seen = (colours[group, :3] * colours[group, 3:] * weights).sum(axis=0) // max(1, alpha)
    return np.append(seen, alpha // weights.sum())


def _nearest(shown: NDArray[np.int64], middles: NDArray[np.int64]) -> NDArray[np.int64]:
    """Return the number of the nearest of some colours for each colour, as they look."""
    looks = middles.copy()
    looks[:, :3] = middles[:, :3] * middles[:, 3:] // 255
    # Exact: these are whole numbers far below 2**53.
    products = shown.astype(np.float64) @ looks.T.astype(np.float64)
    return np.asarray(((looks**2).sum(axis=1) - 2 * products).argmin(axis=1))


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
