"""Counters and goods."""

from __future__ import annotations

from collections.abc import Sequence

from art.palette import INK, light, mix, shade
from art.pen import Pen
from art.pictures.kitchen import FRONTS, counter_top
from art.pictures.on_walls import striped
from art.register import Look, Piece, picture, shades
from art.shapes import blob, box, oval, polygon

GOODS = (
    ("red", "yellow", "leaf", "blue"),
    ("pink", "white", "teal", "violet"),
    ("orange", "green", "coral", "navy"),
    ("butter", "dark", "mint", "red"),
)


@picture(
    "bar",
    Look(
        ((1, 1), (2, 1), (3, 1), (4, 1), (5, 1), (6, 1), (7, 1), (8, 1), (1, 2), (1, 3), (1, 4)),
        variants=shades("front", "teal red navy"),
        vary="room",
    ),
)
def bar(pen: Pen, piece: Piece, front: str = "teal") -> None:
    wide, deep = piece.width, piece.depth
    pen.block(1, 4, wide - 2, deep - 8, 21, "walnut", 2, front=front)
    foot = deep - 4
    for number in range(piece.wide):
        pen.stroke(box(4 + 32 * number, foot - 17, 24, 14, 2), shade(front, 0.35), 1)
        pen.line(5 + 32 * number, foot - 16, 27 + 32 * number, foot - 16, light(front, 0.4), 0.9)
    pen.fill(box(1, foot - 21, wide - 2, 2.4, 0), shade("walnut", 0.45), 0.7)
    if piece.deep > 1:
        for y in range(0, int(deep - 30), 26):
            pen.drum(16, y - 4, 4, 3, 6, "white", cast=False).fill(oval(16, y - 10, 2.6, 1.8), "gold")
        return
    _till(pen, 7, 2)
    if piece.wide > 2:
        _glass_case(pen, wide - 68, 2)
    if piece.wide > 4:
        for number in range(3):
            pen.drum(46 + 9 * number, 1, 3, 2.2, 5, "white", cast=False).fill(oval(46 + 9 * number, -4, 2, 1.3), "dark")


def _till(pen: Pen, x: float, y: float) -> None:
    pen.block(x, y - 11, 15, 9, 9, "steel", 2, front="char", cast=False)
    pen.shape(box(x + 2, y - 26, 11, 7, 1.5), "char").fill(box(x + 3.4, y - 24.6, 8.2, 4, 0.5), "mint")
    for number in range(3):
        pen.fill(box(x + 2.5 + 4 * number, y - 18, 2.6, 2, 0.5), "white")


def _glass_case(pen: Pen, x: float, y: float) -> None:
    pen.block(x, y - 9, 58, 10, 17, "glass", 3, front="glass", cast=False)
    pen.fill(box(x + 3, y - 15, 52, 14, 1), mix("glass", "white", 0.55))
    for number, (one, other) in enumerate(
        (("orange", "pink"), ("pink", "yellow"), ("yellow", "orange"), ("dark", "white"), ("coral", "wood"))
    ):
        pen.shape(blob(x + 9 + 10 * number, y - 3.4, 3.6, 6, 0.1, number), one)
        pen.shape(blob(x + 9 + 10 * number, y - 11, 3.4, 6, 0.1, number + 3), other)
    pen.line(x + 2, y - 7.4, x + 56, y - 7.4, "steel", 1.2).line(x + 11, y - 14, x + 5, y - 1, "white", 2, 0.5)


@picture("spot", Look(((1, 1), (2, 1), (3, 1), (4, 1), (5, 1), (6, 1), (3, 2), (2, 2), (1, 3), (2, 3)), flat=True))
def spot(pen: Pen, piece: Piece) -> None:
    """Where one stands to serve: a mat of slats."""
    wide, deep = piece.width, piece.depth
    pen.shape(box(3, 9, wide - 6, deep - 14, 3), mix("wood", "cream", 0.45), depth=0.03)
    for y in range(14, int(deep - 7), 6):
        pen.line(6, y, wide - 6, y, mix("wood", "cream", 0.2), 1.2)


@picture("espresso", Look(variants=FRONTS, vary="room"))
def espresso(pen: Pen, piece: Piece, front: str = "wood") -> None:
    counter_top(pen, 32, front)
    pen.block(3, -10, 26, 12, 18, "steel", 3, front="red", cast=False).fill(box(6, -6, 20, 7, 1), "ebony", 0.85)
    for x in (11, 21):
        pen.fill(box(x - 2, -6, 4, 3, 0), "steel").shape(box(x - 2.4, -2, 5, 3.6, 1), "white")
    for x in (7, 13, 19):
        pen.shape(box(x, -27, 5, 4.4, 1), "white")


@picture("shelf", Look(((1, 1), (2, 1), (3, 1), (4, 1)), variants=[{"goods": goods} for goods in GOODS]))
def shelf(pen: Pen, piece: Piece, goods: Sequence[str] = GOODS[0]) -> None:
    wide = piece.width
    pen.block(2, 9, wide - 4, 18, 36, "pine", 2)
    for row, y in enumerate((-7, 9)):
        pen.fill(box(5, y, wide - 10, 13.5, 1), shade("pine", 0.42))
        count = int((wide - 12) // 8.6)
        for number in range(count):
            colour = goods[(number // 3 + row) % len(goods)]
            tall = 9 + (number + row) % 2 * 2
            pen.shape(box(6.6 + number * 8.6, y + 13 - tall, 6.6, tall, 1.5), colour)
            pen.fill(box(7.8 + number * 8.6, y + 14.5 - tall + 3, 4.2, 2.6, 0.4), "white", 0.75)
    for number, x in enumerate(range(12, int(wide - 12), 26)):
        pen.shape(box(x, -30 + number % 2 * 2, 15, 9 - number % 2 * 2, 1), "boards").line(
            x + 2, -26, x + 13, -26, shade("boards", 0.3), 0.9
        )


@picture("letter_rack", Look(((1, 1), (2, 1))))
def letter_rack(pen: Pen, piece: Piece) -> None:
    wide = piece.width
    pen.block(3, 10, wide - 6, 17, 36, "dark", 2)
    for row in range(3):
        for column in range(3 * piece.wide):
            x, y = 5.4 + column * (wide - 10) / (3 * piece.wide), -6 + row * 10.4
            pen.fill(box(x, y, 6, 8.6, 0.5), mix("dark", INK, 0.5))
            if (row * 2 + column) % 3:
                pen.fill(
                    box(x + 0.8, y + 3 - (row + column) % 2, 4.4, 5.4, 0.3),
                    ("white", "yellow", "pink")[(row + column) % 3],
                )


@picture("crates", Look(((1, 1), (2, 1), (3, 1))))
def crates(pen: Pen, piece: Piece) -> None:
    """Fish on ice."""
    wide = piece.width
    for number in range(piece.wide):
        x = 32 * number + 2
        pen.block(x, 10, 28, 17, 11, "pine", 1.5).fill(box(x + 3, 1, 22, 12, 1), mix("glass", "white", 0.6))
        for fish in range(3):
            pen.shape(oval(x + 14 + fish % 2 * 3, 4 + 3 * fish, 7, 2.3), ("steel", "teal", "grey")[fish])
            pen.fill(oval(x + 9 + fish % 2 * 3, 3.6 + 3 * fish, 0.7), INK)
        pen.line(x + 1, 20, x + 27, 20, shade("pine", 0.4), 1)
    pen.shape(polygon((wide - 16, -2), (wide - 4, -2), (wide - 6, -9), (wide - 14, -9)), "white", depth=0.04)


@picture("stall", Look(((2, 2), (3, 2), (4, 2)), variants=shades("cloth", "green red blue")))
def stall(pen: Pen, piece: Piece, cloth: str = "green") -> None:
    wide = piece.width
    for x in (4, wide - 9):
        pen.shape(box(x, -16, 4, 70, 1), "wood")
    pen.block(2, 42, wide - 4, 18, 18, "pine", 2)
    for number in range(int((wide - 12) // 17)):
        for bit in range(3):
            colour = ("red", "orange", "leaf", "yellow", "violet")[number % 5]
            pen.shape(blob(11 + number * 17 + bit * 4.5, 34 - bit % 2 * 4, 4, 7, 0.06, number + bit), colour)
    with pen.moved(0, -26):
        striped(pen, wide, cloth)
