"""Games and exercise."""

from __future__ import annotations

from art.palette import light, shade
from art.pen import Pen
from art.register import Look, Piece, picture
from art.shapes import box, oval, polygon

BALLS = ("red", "yellow", "blue", "violet", "orange", "leaf", "coral")


@picture("pool_table", Look(((3, 2), (4, 2))))
def pool_table(pen: Pen, piece: Piece) -> None:
    wide, deep = piece.width, piece.depth
    for x in (8, wide - 16):
        pen.block(x, deep - 14, 8, 9, 6, "ebony", 2)
    pen.block(2, 6, wide - 4, deep - 14, 12, "dark", 5)
    pen.shape(box(8, -1, wide - 16, deep - 25, 2), "green", depth=0.05)
    for x in (9, wide / 2, wide - 9):
        for y in (0, deep - 27):
            pen.fill(oval(x, y, 3), "ebony")
    for number, (x, y) in enumerate(((0, 0), (6, -3), (6, 3), (12, -6), (12, 0), (12, 6), (-40, -2))):
        pen.shape(oval(wide * 0.62 + x, deep / 2 - 13 + y, 2.6), BALLS[number])
    pen.shape(oval(wide * 0.3, deep / 2 - 12, 2.6), "white").line(
        14, deep / 2 - 2, wide * 0.27, deep / 2 - 11, "pine", 1.8
    )


@picture("weights", Look())
def weights(pen: Pen, piece: Piece) -> None:
    pen.block(4, 14, 24, 12, 5, "char", 2).line(5, 4, 27, 4, "steel", 2)
    for x, tall in ((4, 9), (8, 7), (21, 7), (25, 9)):
        pen.shape(box(x, 4 - tall, 3.4, 2 * tall, 1.4), "ebony")
    for x, colour in ((7, "red"), (20, "teal")):
        pen.line(x, 21, x + 6, 21, "steel", 1.8).shape(box(x - 1.6, 18, 3, 6, 1), colour).shape(
            box(x + 5, 18, 3, 6, 1), colour
        )


@picture("dartboard", Look())
def dartboard(pen: Pen, piece: Piece) -> None:
    """On a stand: a place of its own to throw at."""
    pen.block(14, 20, 4, 6, 24, "dark", 1).shape(box(3, -24, 26, 27, 3), "ebony")
    pen.shape(oval(16, -11, 11), "char")
    for number in range(10):
        with pen.moved(16, -11):
            pen.canvas.rotate(36 * number)
            pen.fill(polygon((0, 0), (-1.7, -9.4), (1.7, -9.4)), "cream" if number % 2 else "red")
    pen.stroke(oval(16, -11, 6), "leaf", 1.2).shape(oval(16, -11, 2.2), "leaf").fill(oval(16, -11, 1), "red")
    pen.line(19, -14, 25, -19, "steel", 1.2).fill(polygon((24, -20), (28, -22), (26, -18)), "yellow")


@picture("swing", Look(((2, 1),)))
def swing(pen: Pen, piece: Piece) -> None:
    for x in (4, 56):
        pen.line(x, 26, x + (4 if x < 30 else 0), -26, "red", 3.4)
    pen.shape(box(4, -29, 56, 4, 2), "red")
    for x in (20, 44):
        pen.line(x - 5, -26, x - 5, 12, "iron", 1).line(x + 5, -26, x + 5, 12, "iron", 1).block(
            x - 7, 12, 14, 5, 2, "pine", 1
        )
    pen.fill(box(6, -28, 50, 1, 0.5), light("red", 0.4)).line(8, 26, 56, 26, shade("grass", 0.1), 0.1)
