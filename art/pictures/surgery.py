"""A vet's rooms; a doctor's would do with the same."""

from __future__ import annotations

from art.palette import mix, shade
from art.pen import Pen
from art.register import Look, Piece, picture
from art.shapes import box, oval


@picture("examining_table", Look(((2, 1), (2, 2))))
def examining_table(pen: Pen, piece: Piece) -> None:
    wide, deep = piece.width, piece.depth
    pen.block(wide / 2 - 8, deep - 20, 16, 13, 6, "iron", 3)
    pen.block(5, 8, wide - 10, deep - 20, 13, "steel", 5, front=shade("steel", 0.25))
    pen.shape(box(10, 0, wide - 20, deep - 30, 4), mix("teal", "white", 0.55), depth=0.04)
    middle = deep / 2 - 8
    pen.stroke(oval(wide / 2 + 10, middle - 4, 5), "char", 1.6).line(
        wide / 2 + 6, middle, wide / 2 - 4, middle + 4, "char", 1.6
    )
    pen.fill(oval(wide / 2 - 5, middle + 4, 2.2), "iron").shape(box(14, middle + 2, 9, 5, 1), "white").line(
        16, middle + 4.5, 21, middle + 4.5, "red", 1.4
    )


@picture("scale", Look())
def scale(pen: Pen, piece: Piece) -> None:
    pen.block(4, 14, 24, 13, 5, "white", 3, front="steel").fill(box(7, 11, 18, 8, 2), mix("teal", "white", 0.4))
    pen.shape(box(14.6, -16, 3, 28, 1), "iron").shape(oval(16, -18, 7), "white")
    pen.stroke(oval(16, -18, 5), "steel", 0.9).line(16, -18, 19, -21, "red", 1.4)
