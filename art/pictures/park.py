"""What stands in parks."""

from __future__ import annotations

from art.palette import light, shade
from art.pen import Pen
from art.register import Look, Piece, picture
from art.shapes import box, oval


@picture("fountain", Look(((2, 2), (3, 3))))
def fountain(pen: Pen, piece: Piece) -> None:
    wide, deep = piece.width, piece.depth
    middle = wide / 2
    pen.drum(middle, deep - 24, middle - 4, deep / 2 - 10, 8, "stone").fill(
        oval(middle, deep - 32, middle - 8, deep / 2 - 14), "water"
    )
    pen.drum(middle, deep - 30, 5, 4, 22, "stone", cast=False).drum(middle, deep - 50, 13, 6, 4, "stone", cast=False)
    pen.fill(oval(middle, deep - 54, 10, 4), "water_light")
    for lean in (-12, -6, 6, 12):
        pen.line(middle + lean * 0.6, deep - 52, middle + lean * 1.3, deep - 34, "white", 1.5, 0.8)


@picture("statue", Look())
def statue(pen: Pen, piece: Piece) -> None:
    pen.block(4, 12, 24, 15, 12, "stone", 2)
    pen.shape(box(10, -16, 12, 20, 5), "iron").shape(oval(16, -20, 5.4), "iron").line(11, -9, 5, -2, "iron", 3.4)
    pen.line(13, -13, 13, 0, light("iron", 0.4), 1.4).fill(box(9, 17, 14, 5, 1), shade("gold", 0.1))
