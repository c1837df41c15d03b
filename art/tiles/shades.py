"""Shade that walls cast: on floors under caps and beside them, on the ground east and south of houses."""

from __future__ import annotations

from art.palette import INK
from art.pen import Pen
from art.register import PATTERNS, Pattern, pattern
from art.shapes import box

DARK = 0.26


@pattern("shade/under")
def under(pen: Pen) -> None:
    """On a floor south of a wall."""
    pen.fade(box(0, 0, 32, 9, 0), INK, (0.24, 0), (0, 0), (0, 9))


@pattern("shade/beside")
def beside(pen: Pen) -> None:
    """On the east half of a wall that runs north and south."""
    pen.fade(box(22, 0, 10, 32, 0), INK, (0.22, 0), (22, 0), (32, 0))


@pattern("shade/house")
def house(pen: Pen) -> None:
    """The same beside a house's east wall: it goes on over the next tile."""
    pen.fade(box(22, 0, 10, 32, 0), INK, (DARK, 0.15), (22, 0), (32, 0))


def _ground(west: bool, north: bool, corner: bool) -> Pattern:
    """Bits of where the house is: 1 west, 2 north, 4 north-west only."""

    def draw(pen: Pen) -> None:
        if west:
            pen.fade(box(0, 0, 14, 32, 0), INK, (0.15, 0), (0, 0), (14, 0))
        if north:
            start = 0 if corner or west else 6
            pen.fade(box(start, 0, 32 - start, 16, 0), INK, (DARK, 0), (0, 0), (0, 16))
        if corner and not west and not north:
            with pen.within(box(0, 0, 32, 32, 0)):
                pen.soft(box(-20, -20, 24, 28, 4), INK, 0.24, 5)

    return Pattern(draw)


for _mask in range(1, 8):
    PATTERNS[f"shade/ground/{_mask}"] = _ground(bool(_mask & 1), bool(_mask & 2), bool(_mask & 4))
