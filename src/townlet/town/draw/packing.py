"""Laying pictures of several sizes out on one sheet."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from townlet.town.draw.png import Pixels

GAP = 4
"""Empty pixels between two, so that a scaled one shows nothing of its neighbour."""

Spot = tuple[int, int, int, int]
"""x, y, width, height in pixels."""


def pack(pictures: Mapping[str, Pixels], width: int = 2048) -> tuple[Pixels, dict[str, Spot]]:
    """All pictures on one sheet at most `width` wide, in rows from the tallest on, and where each lies."""
    order = sorted(pictures, key=lambda name: (-pictures[name].shape[0], name))
    spots: dict[str, Spot] = {}
    x, y, row, right = 0, 0, 0, 1
    for name in order:
        high, wide, _ = pictures[name].shape
        if x and x + wide > width:
            x, y, row = 0, y + row + GAP, 0
        spots[name] = (x, y, wide, high)
        right = max(right, x + wide)
        x, row = x + wide + GAP, max(row, high)
    sheet = np.zeros((max(1, y + row), right, 4), np.uint8)
    for name, (left, top, wide, high) in spots.items():
        sheet[top : top + high, left : left + wide] = pictures[name]
    return sheet, spots
