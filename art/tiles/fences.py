"""Hedges and fences, by the sides on which they go on: bits 1 north, 2 east, 4 south, 8 west."""

from __future__ import annotations

from art.palette import light, shade
from art.pen import Pen
from art.register import PATTERNS, Pattern
from art.shapes import blob, box, curve, joined


def _hedge(mask: int) -> Pattern:
    def draw(pen: Pen) -> None:
        north, east, south, west = (bool(mask & bit) for bit in (1, 2, 4, 8))
        parts = [box(6, 5, 20, 14, 6)]
        if east or west:
            parts.append(box(-8 if west else 6, 5, 20 + (14 if west else 0) + (20 if east else 0), 14, 6))
        if north or south:
            parts.append(box(6, -8 if north else 5, 20, (27 if north else 14) + (34 if south else 0), 6))
        top = joined(*parts)
        front = joined(*(_dropped(part) for part in parts)) if not south else top
        with pen.within(box(0, 0, 32, 32, 0)):
            pen.shadow(front, 2, 2, 0.24, 1.8)
            pen.outline(front, shade("deep", 0.25)).fill(front, shade("deep", 0.26))
            pen.outline(top, shade("deep", 0.1), 0.4).fill(top, "deep")
            _leaves(pen, mask)

    return Pattern(draw)


def _dropped(part: object) -> object:
    bounds = part.getBounds()  # type: ignore[attr-defined]
    return box(bounds.left(), bounds.top(), bounds.width(), bounds.height() + 10, 6)


def _leaves(pen: Pen, mask: int) -> None:
    spots = [(11, 9), (20, 13)]
    spots += [(28, 9)] if mask & 2 else []
    spots += [(3, 12)] if mask & 8 else []
    spots += [(13, 1)] if mask & 1 else []
    spots += [(18, 25), (11, 30)] if mask & 4 else []
    for number, (x, y) in enumerate(spots):
        pen.fill(blob(x, y, 3.8, 7, 0.15, number + mask), light("deep", 0.22))
        pen.fill(blob(x + 4, y + 2, 2, 6, 0.2, number), shade("deep", 0.13))


def _fence(mask: int) -> Pattern:
    def draw(pen: Pen) -> None:
        north, east, south, west = (bool(mask & bit) for bit in (1, 2, 4, 8))
        if north or south:
            top, foot = (-4 if north else 6), (36 if south else 26)
            pen.shadow(box(14, max(0, top), 5, foot - max(0, top), 0), 2, 1.5, 0.2, 1.4)
            for y in range(2 if north else 10, foot - 8, 8):
                pen.shape(box(13.5, y - 6, 5, 14, 1.5), "white")
            pen.fill(box(15, max(0, top), 2, foot - max(0, top) - 6, 0), shade("white", 0.15))
        if east or west or not (north or south):
            left, right = (0 if west else 8), (32 if east else 24)
            pen.shadow(box(left, 23, right - left, 3, 0), 1.5, 2, 0.22, 1.4)
            for y in (11, 19):
                pen.shape(box(left - 2, y, right - left + 4, 2.6, 0), "white")
            for x in range(2, 32, 10):
                if left - 4 <= x <= right - 3:
                    pen.shape(curve(f"M {x} 26 L {x} 9 L {x + 3} 5.5 L {x + 6} 9 L {x + 6} 26 Z"), "white")

    return Pattern(draw)


for _mask in range(16):
    PATTERNS[f"hedge/{_mask}"] = _hedge(_mask)
    PATTERNS[f"fence/{_mask}"] = _fence(_mask)
