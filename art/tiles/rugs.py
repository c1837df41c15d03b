"""Rugs by colour, made of quarters: `alone`, `across` (goes on east and west), `down`, `middle`."""

from __future__ import annotations

from art.palette import light, mix, shade
from art.pen import Pen
from art.register import PATTERNS, Pattern
from art.shapes import box, polygon

COLOURS = ("coral", "red", "yellow", "leaf", "teal", "blue", "violet", "pink", "sage", "grey")
SHAPES = {"alone": (4, 4, 24, 24), "across": (-20, 4, 72, 24), "down": (4, -20, 24, 72), "middle": (-20, -20, 72, 72)}


def _rug(colour: str, shape: str) -> Pattern:
    wool = mix(colour, "cream", 0.48)
    x, y, width, depth = SHAPES[shape]

    def draw(pen: Pen) -> None:
        with pen.within(box(0, 0, 32, 32, 0)):
            pen.shape(box(x, y, width, depth, 4), wool, depth=0)
            pen.stroke(box(x + 4, y + 4, width - 8, depth - 8, 2), light(wool, 0.6), 1.8)
            pen.stroke(box(x + 7, y + 7, width - 14, depth - 14, 1), shade(wool, 0.12), 1)
            for left, top in ((0, 0), (32, 0), (0, 32), (32, 32)):
                if shape == "middle":
                    diamond = polygon((left, top - 9), (left + 7, top), (left, top + 9), (left - 7, top))
                    pen.fill(diamond, light(wool, 0.5))

    return Pattern(draw)


for _colour in COLOURS:
    for _shape in SHAPES:
        PATTERNS[f"rug/{_colour}/{_shape}"] = _rug(_colour, _shape)
