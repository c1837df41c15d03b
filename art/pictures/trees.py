"""Trees and bushes. A crown is three stacked tones, so that a wood stays calm."""

from __future__ import annotations

import random

from art.palette import INK, light, mix, shade
from art.pen import Pen
from art.register import Look, Piece, picture
from art.shapes import blob, box, curve, oval

Ball = tuple[float, float, float]
"""x, y, radius."""
CROWN: tuple[Ball, ...] = ((-15, -30, 17), (15, -29, 17), (0, -24, 18), (0, -44, 21), (-12, -46, 14), (13, -46, 14))
MIDDLE: tuple[Ball, ...] = ((-12, -35, 14), (11, -35, 13.5), (-1, -34, 13), (-1, -48, 18))
HIGHLIGHTS: tuple[Ball, ...] = ((-8, -52, 9.5), (-17, -38, 6.5), (7, -42, 7))
FRUIT = ((-14, -28), (10, -33), (2, -22), (15, -45), (-4, -40))


def _tree(pen: Pen, colour: str, seed: int, size: float, fruit: str = "") -> None:
    chance = random.Random(seed)
    with pen.moved(16, 22, size):
        pen.soft(oval(7, 0.4, 24, 4.6), INK, 0.28, 1.6)
        pen.shape(curve("M -4.5 2 Q -3 -8 -3.5 -20 L 3.5 -20 Q 3 -8 5 2 Q 0 4.5 -4.5 2 Z"), "dark")
        for x, y, radius in CROWN:
            pen.outline(blob(x, y, radius, 10, 0.09, seed + x), shade(colour, 0.25), 1.15)
        for x, y, radius in CROWN:
            pen.fill(blob(x, y, radius, 10, 0.09, seed + x), shade(colour, 0.23))
        for x, y, radius in MIDDLE:
            pen.fill(blob(x - 1.5, y - 1, radius, 10, 0.11, seed + x), colour)
        for x, y, radius in HIGHLIGHTS:
            pen.fill(blob(x, y, radius, 8, 0.14, seed + radius), light(colour, 0.32))
        for _ in range(7):
            x, y = chance.uniform(-22, 20), chance.uniform(-56, -22)
            pen.fill(blob(x, y, 2.4, 5, 0.2, x), light(colour, 0.3) if y < -36 else shade(colour, 0.12))
        for x, y in FRUIT if fruit else ():
            pen.shape(oval(x, y, 2.6), fruit)


CROWNS = ("summer", "deep", "lime", "summer", "deep", "blossom", "autumn", "blue_green", "lime", "summer")
GROWN = [
    {"colour": colour, "seed": seed + 1, "size": (1.22, 1.06, 1.14)[seed % 3]} for seed, colour in enumerate(CROWNS)
]
YOUNG = [
    {"colour": colour, "seed": seed + 3, "size": 0.78}
    for seed, colour in enumerate(("summer", "deep", "lime", "blossom"))
]


@picture("tree", Look(variants=GROWN))
def tree(pen: Pen, piece: Piece, colour: str = "summer", seed: int = 1, size: float = 1.2) -> None:
    _tree(pen, colour, seed, size, "red" if colour == "summer" and seed == 4 else "")


@picture("young_tree", Look(variants=YOUNG))
def young_tree(pen: Pen, piece: Piece, colour: str = "summer", seed: int = 1, size: float = 0.78) -> None:
    """Where a house stands near: its crown keeps off the walls."""
    _tree(pen, colour, seed, size)


@picture("apple_tree", Look(variants=[{"seed": 1}, {"seed": 5}]))
def apple_tree(pen: Pen, piece: Piece, seed: int = 1) -> None:
    _tree(pen, "summer", seed, 1.36, "red")


def _pine(pen: Pen, size: float, seed: int) -> None:
    with pen.moved(16, 22, size):
        pen.soft(oval(6, 0.4, 18, 4.4), INK, 0.28, 1.6).shape(box(-3.5, -12, 7, 15, 2), "dark")
        for layer, (y, wide) in enumerate(((-8, 22), (-24, 18), (-40, 13))):
            lean = (seed * 3 + layer) % 3 - 1
            needles = curve(
                f"M {-wide} {y} Q {-wide * 0.5} {y - 10} {lean} {y - 30} Q {wide * 0.5} {y - 10} {wide} {y}"
                f" Q {wide * 0.5} {y + 5} 0 {y + 2} Q {-wide * 0.5} {y + 5} {-wide} {y} Z"
            )
            pen.shape(needles, mix("pine_needles", "#8fbf8a", layer * 0.22), depth=0.14)
            pen.stroke(
                curve(f"M {-wide * 0.5} {y - 4} Q {-wide * 0.2} {y - 12} {lean - 1} {y - 22}"),
                light("pine_needles", 0.3),
                1.2,
                0.6,
            )


@picture("pine_tree", Look(variants=[{"size": 1.22, "seed": 1}, {"size": 1.08, "seed": 2}, {"size": 1.3, "seed": 3}]))
def pine_tree(pen: Pen, piece: Piece, size: float = 1.2, seed: int = 1) -> None:
    _pine(pen, size, seed)


@picture("young_pine_tree", Look(variants=[{"size": 0.8, "seed": 1}]))
def young_pine_tree(pen: Pen, piece: Piece, size: float = 0.8, seed: int = 1) -> None:
    _pine(pen, size, seed)


BUSHES = [
    {"colour": "deep", "berries": "pink"},
    {"colour": "summer", "berries": ""},
    {"colour": "blue_green", "berries": "white"},
    {"colour": "deep", "berries": "coral"},
    {"colour": "lime", "berries": ""},
    {"colour": "summer", "berries": "yellow"},
]


@picture("bush", Look(variants=BUSHES))
def bush(pen: Pen, piece: Piece, colour: str = "deep", berries: str = "") -> None:
    pen.shadow(oval(18, 25, 15, 5), 1, 0)
    parts = ((8, 18, 9), (24, 18, 9), (16, 13, 11))
    for x, y, radius in parts:
        pen.outline(blob(x, y, radius, 8, 0.1, x), shade(colour, 0.2))
    for x, y, radius in parts:
        pen.fill(blob(x, y, radius, 8, 0.1, x), shade(colour, 0.14))
    for x, y, radius in ((8, 15, 7), (22, 14, 7), (14, 10, 8)):
        pen.fill(blob(x, y, radius, 8, 0.12, x), colour)
    pen.fill(blob(12, 8, 4.5, 7, 0.1, 1), light(colour, 0.3)).fill(blob(22, 12, 3, 7, 0.1, 1), light(colour, 0.3))
    for x, y in ((7, 13), (14, 15), (21, 18), (25, 11), (17, 7), (10, 21)) if berries else ():
        pen.shape(blob(x, y, 2.6, 5, 0.2, x), berries)
