"""Bathrooms."""

from __future__ import annotations

from art.palette import mix, shade
from art.pen import Pen
from art.register import Look, Piece, on_each_tile, picture
from art.shapes import blob, box, oval

CHINA = mix("white", "sky", 0.55)


@picture("toilet", Look(poses=on_each_tile("sit", 10, 20)))
def toilet(pen: Pen, piece: Piece) -> None:
    pen.block(7, 5, 18, 8, 20, "white", 2, front=CHINA)
    pen.drum(16, 21, 8.5, 8, 8, "white", front=CHINA)
    pen.stroke(oval(16, 13, 6, 5.4), "steel", 1.2).fill(oval(16, 13.4, 4.2, 3.4), "glass")
    pen.fill(oval(21, -11, 1.6, 1.2), "steel")


@picture("basin", Look())
def basin(pen: Pen, piece: Piece) -> None:
    pen.block(4, 6, 24, 19, 16, "white", 3, front=CHINA)
    pen.shape(oval(16, 0.6, 8.4, 5.6), "glass").line(16, -9, 16, -3, "grey", 2.2)
    pen.drum(25, -4, 2.2, 1.7, 5, "coral", cast=False).line(25, -9, 26.4, -13, "leaf", 1.2)
    pen.fill(box(8, 13, 16, 1.6, 0.8), "steel").shape(box(10, 13, 8, 8, 1), "pink", depth=0.04)


@picture("shower", Look())
def shower(pen: Pen, piece: Piece) -> None:
    """A tray, a glass wall, a rose."""
    pen.block(2, 4, 28, 24, 4, "white", 3, front=CHINA)
    pen.fill(box(5, 3, 22, 18, 2), "water_light").fill(oval(16, 12, 2, 1.5), "iron")
    pen.line(16, 4, 16, -24, "iron", 2.2).line(16, -24, 16, -24, "iron", 3)
    pen.drum(16, -22, 6, 3.2, 2, "steel", cast=False)
    for number, x in enumerate((11.5, 14.5, 17.5, 20.5)):
        pen.line(x, -17 + number % 2 * 3, x, -10 + number % 2 * 3, "water", 1.1, 0.9)
    pen.fill(box(2, -22, 28, 48, 2), "glass", 0.24).stroke(box(2, -22, 28, 48, 2), "white", 1.5, 0.9)
    pen.line(7, -16, 5, -4, "white", 1.8, 0.8).line(11, -16, 6, 12, "white", 1.2, 0.5)


@picture("tub", Look(((2, 1), (3, 1))))
def tub(pen: Pen, piece: Piece) -> None:
    wide = piece.width
    pen.block(3, 3, wide - 6, 25, 12, "white", 9, front=CHINA)
    pen.shape(box(8, -5, wide - 16, 16, 7), "water_light", depth=0.05)
    for x, y, radius in ((18, 0, 4), (25, 3, 3), (14, 5, 3), (33, -1, 2.4), (22, -2, 2.6)):
        pen.fill(oval(x, y, radius), "white")
    pen.shape(blob(44, 2, 3.6, 7, 0.1, 2), "yellow").fill(oval(47, 0, 2.2), "yellow").fill(
        oval(49.3, 0.3, 1, 0.7), "orange"
    )
    pen.line(wide - 10, -10, wide - 10, -4, shade("steel", 0.2), 2)
