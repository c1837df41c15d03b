"""Lamps, boxes and signs along streets."""

from __future__ import annotations

from art.palette import shade
from art.pen import Pen
from art.register import Light, Look, Piece, picture
from art.shapes import box, curve, oval, polygon


@picture("lamp", Look(lights=[Light("lamp", 16, -36, 160)], states=("lit",)))
def lamp(pen: Pen, piece: Piece, state: str = "") -> None:
    pen.shadow(oval(16, 26, 7, 4)).drum(16, 26, 5, 3.2, 4, "char", cast=False)
    pen.shape(box(14.2, -24, 3.6, 48, 1.5), "char").shape(box(9, -28, 14, 4, 1.5), "char")
    pen.shape(polygon((9, -42), (23, -42), (21, -29), (11, -29)), "glow" if state == "lit" else "cream")
    pen.line(16, -41, 16, -30, shade("glow", 0.3), 1).shape(curve("M 7 -42 Q 16 -52 25 -42 Z"), "char")


@picture("low_lamp", Look(lights=[Light("lamp", 16, -10, 130)], states=("lit",)))
def low_lamp(pen: Pen, piece: Piece, state: str = "") -> None:
    """Where a house stands behind it: it keeps below the top of the wall."""
    pen.shadow(oval(16, 26, 7, 4)).drum(16, 26, 5, 3.2, 4, "char", cast=False)
    pen.shape(box(14.2, 2, 3.6, 22, 1.5), "char").shape(box(9, -1, 14, 4, 1.5), "char")
    pen.shape(polygon((9, -15), (23, -15), (21, -2), (11, -2)), "glow" if state == "lit" else "cream")
    pen.line(16, -14, 16, -3, shade("glow", 0.3), 1).shape(curve("M 7 -15 Q 16 -25 25 -15 Z"), "char")


@picture("mailbox", Look())
def mailbox(pen: Pen, piece: Piece) -> None:
    pen.block(14, 20, 4, 4, 16, "dark", 1).block(8, 16, 16, 10, 12, "blue", 4, cast=False).fill(
        box(21, -2, 2, 8, 0.5), "red"
    )


@picture("gate", Look(flat=True))
def gate(pen: Pen, piece: Piece) -> None:
    """The posts of a gap in a fence."""
    for x in (0, 27):
        pen.block(x, 14, 5, 5, 11, "white", 1.5)


@picture("bin", Look())
def litter_bin(pen: Pen, piece: Piece) -> None:
    pen.drum(16, 22, 8, 5, 15, "green").fill(oval(16, 7, 6, 3.6), "ebony")
    for x in (10, 16, 22):
        pen.line(x, 11, x, 24, shade("green", 0.25), 1)
