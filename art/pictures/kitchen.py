"""Kitchens."""

from __future__ import annotations

from art.palette import INK, light, mix, shade
from art.pen import Pen
from art.register import Light, Look, Piece, picture, shades
from art.shapes import blob, box, oval

FRONTS = shades("front", "sage wood sky")


def counter_top(pen: Pen, wide: float, front: str, top: str = "cream") -> None:
    pen.block(0.6, 4, wide - 1.2, 24, 19, top, 1.5, front=front)
    for number in range(int(wide // 32)):
        pen.stroke(box(3 + 32 * number, 12, 26, 13, 1.5), shade(front, 0.28), 0.9)
        pen.line(13 + 32 * number, 14.5, 19 + 32 * number, 14.5, shade(front, 0.4), 1.4)
    pen.line(1, 9.8, wide - 1, 9.8, INK, 1.2, 0.35)


@picture("counter", Look(((1, 1), (2, 1), (3, 1), (4, 1)), variants=FRONTS, vary="room"))
def counter(pen: Pen, piece: Piece, front: str = "wood") -> None:
    wide = piece.width
    counter_top(pen, wide, front)
    pen.shape(box(6, -10, 16, 10, 1.5), "pine").line(9, -5, 18, -5, shade("pine", 0.2), 0.9)
    pen.shape(oval(14, -6, 3.4, 2.6), "red")
    if piece.wide > 1:
        for number, tin in enumerate(("coral", "yellow", "teal")):
            pen.drum(wide - 12 - 9 * number, -6, 3.6, 2.6, 9 - 2 * number, tin, cast=False)
    if piece.wide > 2:
        pen.drum(wide / 2, -3, 8, 5.4, 4, "white", cast=False)
        for number, fruit in enumerate(("orange", "red", "leaf")):
            pen.shape(oval(wide / 2 - 4 + 4 * number, -8 - number % 2 * 2, 2.8), fruit)


@picture("stove", Look(lights=[Light("fire", 16, -2, 40, "#ff9a4d")]))
def stove(pen: Pen, piece: Piece) -> None:
    pen.block(1, 4, 30, 24, 19, "char", 1.5, front="steel")
    for x, y in ((9, -9.5), (23, -9.5), (9, 1), (23, 1)):
        pen.fill(oval(x, y, 5, 3.8), "ebony").stroke(oval(x, y, 3, 2.1), "coral", 1)
    pen.shape(box(5, 14, 22, 11, 2), "ebony").fill(box(7, 16, 18, 7, 1), "ember", 0.4)
    pen.line(7, 13.6, 25, 13.6, "white", 1.6)
    for number in range(4):
        pen.fill(oval(7 + number * 6, 11.2, 1.1), "ebony")
    pen.drum(9, -8, 6, 4.4, 7, "red", cast=False).fill(oval(9, -15, 4.6, 3.2), "orange")
    pen.line(2, -13, 16, -13, "dark", 1.4)


@picture("oven", Look(((1, 1), (2, 1)), lights=[Light("fire", 32, 12, 90, "#ff9a4d")]))
def oven(pen: Pen, piece: Piece) -> None:
    """A baker's brick oven."""
    wide = piece.width
    pen.block(1, 6, wide - 2, 22, 32, "brick", 3, front=shade("brick", 0.1))
    for row in range(4):
        for number in range(int(wide // 12)):
            x = 3 + number * 12 + (row % 2) * 5
            pen.stroke(box(x, -1 + row * 7, 10, 6, 0.6), light("brick", 0.3), 0.8, 0.7)
    middle = wide / 2
    mouth = box(middle - 17, 2, 34, 22, 15) if piece.wide > 1 else box(6, 4, 20, 20, 9)
    pen.shape(mouth, "ebony")
    with pen.within(mouth):
        pen.soft(oval(middle, 24, 15, 9), "ember", 0.9, 2).soft(oval(middle, 25, 9, 5), "glow", 0.9, 1.5)
        for x in (-8, 0, 8):
            pen.shape(blob(middle + x, 19, 4, 7, 0.1, x + 9, 0.7), "pine")
    pen.fill(box(middle - 18, 23, 36, 3, 1), "slab_dark")
    pen.drum(wide - 12, -14, 5, 3.6, 7, "pine", cast=False)


@picture("fridge", Look(variants=shades("colour", "mint coral sky"), vary="room"))
def fridge(pen: Pen, piece: Piece, colour: str = "mint") -> None:
    pen.block(2, 8, 28, 20, 39, colour, 3).line(3, 4, 29, 4, shade(colour, 0.45), 1.2)
    pen.line(6, -7, 6, 0, "white", 2).line(6, 8, 6, 19, "white", 2)
    pen.shape(box(15, -8, 8, 8, 0.5), "yellow").shape(box(19, 8, 7, 9, 0.5), "pink")
    pen.fill(oval(13, 12, 1.6), "red").fill(oval(12, 20, 1.4), "blue")


@picture("sink", Look(variants=FRONTS, vary="room"))
def sink(pen: Pen, piece: Piece, front: str = "wood") -> None:
    counter_top(pen, 32, front)
    pen.shape(box(4, -10, 19, 13, 3), "steel").fill(box(6, -8, 15, 9, 2), "#93a5ae")
    pen.line(13, -14, 13, -7, "grey", 2.6).line(13, -14, 13, -7, "white", 1)
    for number in range(3):
        pen.stroke(oval(26 + number * 0.5, -5 + number * 2.4, 3, 3.6), "white", 1.2)


@picture("toaster", Look(variants=FRONTS, vary="room"))
def toaster(pen: Pen, piece: Piece, front: str = "wood") -> None:
    counter_top(pen, 32, front)
    pen.shape(box(9, -20, 6, 9, 2), "pine").shape(box(16, -19, 6, 9, 2), "pine")
    pen.block(6, -8, 20, 9, 11, "steel", 4, front="coral", cast=False)
    pen.fill(box(9, -16.5, 14, 2, 1), "ebony").line(26, -8, 28, -8, "ebony", 2)


@picture("flour_bin", Look(((1, 1), (2, 1))))
def flour_bin(pen: Pen, piece: Piece) -> None:
    for number in range(piece.wide):
        x = 32 * number + 16
        pen.block(x - 13, 8, 26, 19, 18, "white", 5, front=mix("boards", "white", 0.35))
        pen.fill(oval(x, -1, 9, 6), "white").stroke(oval(x, -1, 10, 7), shade("boards", 0.1), 1.4)
        pen.line(x - 7, 18, x + 7, 18, "blue", 1.4).line(x - 5, 21.5, x + 5, 21.5, "blue", 1.1)
    pen.shape(box(13, -6, 10, 4, 2), "steel").line(22, -5, 28, -9, "dark", 2)


@picture("honey_press", Look(((2, 1),)))
def honey_press(pen: Pen, piece: Piece) -> None:
    pen.drum(20, 20, 14, 8, 22, "pine", front=shade("pine", 0.2)).fill(oval(20, -2, 10, 5.4), "gold")
    for y in (4, 14):
        pen.line(7, y + 3, 33, y + 3, "iron", 1.8)
    pen.shape(box(18, -26, 4, 24, 1), "iron").shape(box(8, -26, 24, 4, 2), "wood")
    for number, x in enumerate((42, 52)):
        pen.drum(x, 18 + 4 * number, 5, 3.6, 10, "gold", cast=True).fill(box(x - 3, 10 + 4 * number, 6, 5, 1), "white")
