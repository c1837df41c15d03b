"""Classrooms."""

from __future__ import annotations

from art.palette import shade
from art.pen import Pen
from art.register import Look, Piece, picture
from art.shapes import box, oval, polygon


@picture("blackboard", Look(((2, 1), (3, 1), (4, 1))))
def blackboard(pen: Pen, piece: Piece) -> None:
    wide = piece.width
    for x in (8, wide - 12):
        pen.block(x, 20, 4, 6, 10, "dark", 1)
    pen.shape(box(3, -22, wide - 6, 38, 2), "wood").fill(box(6, -19, wide - 12, 31, 1), "board")
    pen.line(10, -13, 34, -13, "white", 1.4, 0.85).line(10, -8, 27, -8, "white", 1.2, 0.7).line(
        10, -3, 31, -3, "white", 1.2, 0.7
    )
    pen.stroke(polygon((wide - 36, 6), (wide - 24, -13), (wide - 12, 6)), "yellow", 1.4)
    if piece.wide > 2:
        middle = wide / 2
        pen.line(middle - 9, 6, middle - 9, -14, "white", 1.1, 0.8).line(
            middle - 9, 6, middle + 11, 6, "white", 1.1, 0.8
        )
        pen.line(middle - 7, 4, middle, -4, "pink", 1.4).line(middle, -4, middle + 9, -11, "pink", 1.4)
        pen.line(10, 4, 24, 4, "sky", 1.2, 0.8)
    pen.shape(box(5, 13, wide - 10, 3, 1), "pine").fill(box(14, 12, 6, 1.6, 0.5), "white").fill(
        box(24, 12, 5, 1.6, 0.5), "yellow"
    )


@picture("podium", Look(facings=("south", "north")))
def podium(pen: Pen, piece: Piece) -> None:
    pen.block(5, 10, 22, 16, 22, "wood", 2)
    pen.shape(polygon((3, -5), (29, -5), (27, -16), (5, -16)), "pine")
    pen.shape(polygon((9, -7), (23, -7), (22, -14), (10, -14)), "white").line(12, -10, 20, -10, "grey", 0.8)
    if piece.facing == "south":
        return
    pen.stroke(box(9, 8, 14, 14, 2), shade("wood", 0.3), 1).fill(oval(16, 15, 3.6), "gold")


@picture("pupil_desk", Look(variants=[{"book": "coral"}, {"book": "blue"}, {"book": "leaf"}]))
def pupil_desk(pen: Pen, piece: Piece, book: str = "coral") -> None:
    for x in (4, 24):
        pen.block(x, 18, 4, 8, 8, "iron", 1)
    pen.block(2, 7, 28, 18, 13, "pine", 2, front=shade("pine", 0.3)).fill(box(6, 14, 20, 8, 1), shade("dark", 0.2), 0.6)
    pen.shape(box(6, -3, 10, 8, 0.6), "white").line(8, 0, 14, 0, "grey", 0.8).line(8, 2.6, 12, 2.6, "grey", 0.8)
    pen.shape(box(18, -3, 8, 9, 0.6), book).line(27, 4, 27, -3, "yellow", 1.2)
