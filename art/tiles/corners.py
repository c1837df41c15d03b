"""Sets of sixteen: a tile for each way in which the four corners of a cell can be covered."""

from __future__ import annotations

from collections.abc import Callable

import skia

from art.pen import Pen
from art.register import PATTERNS, Pattern
from art.shapes import box, joined, softened

CORNERS = ((1, -64, -64), (2, 16, -64), (4, -64, 16), (8, 16, 16))
"""Bit, x, y of the corner's square (80 units wide): north-west, north-east, south-west, south-east."""


def region(mask: int, radius: float) -> skia.Path:
    """What is covered within a cell, with round corners; it reaches beyond the cell."""
    path = joined(*(box(x, y, 80, 80, 0) for bit, x, y in CORNERS if mask & bit))
    return softened(path, radius) if radius else path


def corner_set(name: str, radius: float, draw: Callable[[Pen, skia.Path, int], None]) -> None:
    """Register the tiles `name/1` to `name/15`."""
    for mask in range(1, 16):
        PATTERNS[f"{name}/{mask}"] = Pattern(_drawing(mask, radius, draw))


def _drawing(mask: int, radius: float, draw: Callable[[Pen, skia.Path, int], None]) -> Callable[[Pen], None]:
    return lambda pen: draw(pen, region(mask, radius), mask)
