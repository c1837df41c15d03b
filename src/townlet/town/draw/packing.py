"""Laying pictures of several sizes out on one sheet."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from townlet.town.draw.png import Pixels

GAP = 4
"""Empty pixels between two, so that a scaled one shows nothing of its neighbour."""

Size = tuple[int, int]
"""Width and height in pixels."""
Spot = tuple[int, int, int, int]
"""x, y, width, height in pixels."""


def spots_for(sizes: Mapping[str, Size], width: int = 2048) -> dict[str, Spot]:
    """Where each picture lies on a sheet at most `width` wide: in rows, from the tallest on."""
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
    """Width and height of the sheet."""
    return (
        max((x + wide for x, _, wide, _ in spots.values()), default=1),
        max((y + high for _, y, _, high in spots.values()), default=1),
    )


def paste(pictures: Mapping[str, Pixels], spots: Mapping[str, Spot]) -> Pixels:
    """The sheet with every picture in its place."""
    wide, high = extent(spots)
    sheet = np.zeros((high, wide, 4), np.uint8)
    for name, (left, top, width, height) in spots.items():
        sheet[top : top + height, left : left + width] = pictures[name]
    return sheet
