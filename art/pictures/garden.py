"""Gardens and what grows in them."""

from __future__ import annotations

import random

from art.palette import light, mix, shade
from art.pen import Pen
from art.register import Look, Piece, on_each_tile, picture
from art.shapes import blob, box, curve, oval

SIZES = ((1, 1), (2, 1), (3, 1), (4, 1), (1, 2), (2, 2), (3, 2), (4, 2))
PETALS = ("pink", "yellow", "white", "coral", "violet")


def _earth(pen: Pen, piece: Piece) -> None:
    wide, deep = piece.width, piece.depth
    pen.shadow(box(3, 5, wide - 6, deep - 8, 5), 2, 2, 0.2)
    pen.shape(box(2, 4, wide - 4, deep - 7, 5), mix("slab", "stone", 0.5))
    pen.fill(box(4.5, 6.5, wide - 9, deep - 13, 4), "soil")
    for x in range(9, int(wide - 6), 9):
        pen.line(x, 8, x, deep - 9, shade("soil", 0.12), 1.2)


def bloom(pen: Pen, x: float, y: float, colour: str, size: float = 1.0) -> None:
    pen.line(x, y, x, y + 5 * size, "green", 1.3)
    for right, down in ((-1.9, 0), (1.9, 0), (0, -1.9), (0, 1.9)):
        pen.fill(oval(x + right * size, y + down * size, 1.9 * size), colour)
    pen.fill(oval(x, y, 1.3 * size), "gold" if colour != "yellow" else "orange")


@picture("flower_bed", Look(SIZES, variants=[{"seed": 1}, {"seed": 2}, {"seed": 3}]))
def flower_bed(pen: Pen, piece: Piece, seed: int = 1) -> None:
    _earth(pen, piece)
    chance = random.Random(seed)
    rows = 2 * piece.deep if piece.deep > 1 else 1
    for row in range(rows):
        y = (13 if rows > 1 else 16) + row * 14.5
        for number in range(2 * piece.wide):
            x = 9 + number * (piece.width - 18) / max(1, 2 * piece.wide - 1) + chance.uniform(-1, 1)
            leaf = ("green", "leaf")[(number + row) % 2]
            pen.shape(blob(x, y + 3, 7, 8, 0.16, number + row, 0.85), leaf)
            colour = PETALS[(seed + row + (number + row) // 2) % 5]
            for right, down in ((-3.4, 0.6), (3.2, -0.4), (0, -4.4), (0.4, 4)):
                _flower(pen, x + right, y + down, colour)


def _flower(pen: Pen, x: float, y: float, colour: str) -> None:
    pen.shape(blob(x, y, 2.9, 5, 0.16, x), colour, depth=0.04)
    pen.fill(oval(x, y, 1), "gold" if colour != "yellow" else "orange")


@picture("vegetable_bed", Look(SIZES, variants=[{"seed": 0}, {"seed": 1}]))
def vegetable_bed(pen: Pen, piece: Piece, seed: int = 0) -> None:
    _earth(pen, piece)
    for row in range(piece.deep):
        for number in range(2 * piece.wide):
            x, y = 9 + 16 * number - (number % 2), 32 * row + 16
            kind = (number // 2 + row + seed) % 3
            if kind == 0:
                pen.shape(blob(x, y, 6.4, 8, 0.14, number), "leaf").fill(
                    blob(x, y - 1, 3.4, 7, 0.2, number), light("leaf", 0.4)
                )
            elif kind == 1:
                for lean in (-4, 0, 4):
                    pen.line(x, y + 3, x + lean, y - 8, "green", 2)
                pen.shape(curve(f"M {x - 3} {y + 2} Q {x} {y - 1} {x + 3} {y + 2} L {x} {y + 8} Z"), "orange")
            else:
                pen.line(x, y + 7, x, y - 14, "wood", 1.6)
                pen.shape(blob(x, y - 4, 5.4, 7, 0.2, number, 1.3), "green")
                for right, down in ((-2, -6), (2.4, -2), (-1, 2)):
                    pen.shape(oval(x + right, y + down, 2.2), "red")


@picture("beehive", Look(((1, 1), (2, 1), (3, 1))))
def beehive(pen: Pen, piece: Piece) -> None:
    for number in range(piece.wide):
        x = 32 * number + 5
        pen.block(x + 2, 12, 18, 14, 4, "dark", 1)
        body = ("white", "butter", "sky")[number % 3]
        for layer in range(3):
            with pen.moved(0, -6.5 * layer):
                pen.block(x + layer, 10, 22 - 2 * layer, 13, 6.5, body, 2, cast=False)
        with pen.moved(0, -19.5):
            pen.block(x + 1, 9, 20, 14, 3, "wood", 2, cast=False)
        pen.fill(box(x + 7, 14, 8, 2.4, 1), "ebony")
        for right, down in ((-3, 0), (24, -8), (14, 2)):
            pen.fill(oval(x + right, down, 1.5, 1.1), "yellow").fill(
                oval(x + right + 0.4, down - 1.2, 1, 0.7), "white", 0.8
            )


@picture("well", Look())
def well(pen: Pen, piece: Piece) -> None:
    pen.drum(16, 20, 14, 9, 12, "stone", front=shade("stone", 0.25)).fill(oval(16, 8, 10, 6), "navy")
    pen.fill(oval(16, 9.4, 8, 4), "water_dark")
    for x, y in ((5, 18), (13, 23), (22, 22), (9, 26)):
        pen.stroke(box(x - 3, y - 3, 7, 4.4, 1.4), shade("stone", 0.4), 0.8)
    for x in (3, 26):
        pen.shape(box(x, -24, 3.4, 34, 1), "wood")
    pen.shape(box(3, -15, 26, 3, 1.5), "dark").line(16, -12, 16, 2, "boards", 1.2).block(
        13, 3, 6, 4, 5, "iron", 1, cast=False
    )
    pen.shape(curve("M -1 -20 L 8 -34 L 24 -34 L 33 -20 Z"), "red")
    for row in (-29.5, -24.5):
        pen.line(2, row, 30, row, shade("red", 0.2), 1)


@picture("flowers", Look(variants=[{"seed": seed} for seed in range(5)], flat=True))
def flowers(pen: Pen, piece: Piece, seed: int = 0) -> None:
    chance = random.Random(seed)
    for number in range(6):
        x, y = chance.uniform(5, 27), chance.uniform(6, 24)
        pen.fill(oval(x - 2, y + 4, 2, 1), "green")
        bloom(pen, x, y, PETALS[(seed + number % 2) % 5], 0.85)


@picture("tuft", Look(variants=[{"seed": seed} for seed in range(3)], flat=True))
def tuft(pen: Pen, piece: Piece, seed: int = 0) -> None:
    chance = random.Random(seed)
    for _ in range(2):
        x, y = chance.uniform(8, 24), chance.uniform(12, 26)
        for right, tall in ((-4, 5), (-1.5, 8), (1.5, 7), (4, 5)):
            pen.line(x + right * 0.5, y, x + right, y - tall, "grass_dark", 1.5)


@picture("hammock", Look(((2, 1),), poses=on_each_tile("lie", 9, 16)))
def hammock(pen: Pen, piece: Piece) -> None:
    for x in (3, 57):
        pen.block(x, 18, 4, 6, 26, "dark", 1)
    pen.shape(curve("M 5 -4 Q 32 26 59 -4 Q 56 20 32 22 Q 8 20 5 -4 Z"), "coral")
    pen.line(12, 10, 52, 10, "white", 2, 0.7).line(18, 16, 46, 16, "white", 2, 0.7)
