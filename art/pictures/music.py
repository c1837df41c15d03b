"""Instruments."""

from __future__ import annotations

from art.palette import INK, light, mix, shade
from art.pen import Pen
from art.register import Look, Piece, on_each_tile, picture
from art.shapes import blob, box, curve, joined, oval


def _keys(pen: Pen, x: float, y: float, count: int, long: float = 8) -> None:
    pen.fill(box(x, y, 4 * count, long, 1), "white")
    for number in range(count):
        pen.line(x + 4 * number, y + 0.5, x + 4 * number, y + long, "grey", 0.7)
        if number % 7 not in (0, 3):
            pen.fill(box(x - 1.2 + 4 * number, y, 2.4, long * 0.58, 0.4), INK)


@picture("piano", Look(((2, 1), (3, 1))))
def piano(pen: Pen, piece: Piece) -> None:
    wide = piece.width
    pen.block(4, 4, wide - 8, 14, 34, "ebony", 3)
    pen.fill(box(9, -13, wide - 18, 12, 2), mix("ebony", "dark", 0.5))
    pen.shape(box(wide / 2 - 10, -15, 20, 12, 1), "white").line(wide / 2, -15, wide / 2, -3, "grey", 0.7)
    for y in (-11, -8):
        pen.line(wide / 2 - 8, y, wide / 2 - 2, y, "grey", 0.8).line(wide / 2 + 2, y, wide / 2 + 8, y, "grey", 0.8)
    pen.block(4, 13, wide - 8, 14, 15, "ebony", 2, cast=False)
    _keys(pen, 8, 4, int((wide - 16) // 4))
    pen.shape(box(12, -24, 9, 3, 1), "gold").fill(box(15.4, -28, 2.2, 5, 0.5), "white")
    pen.drum(wide - 18, -24, 4, 2.4, 5, "coral", cast=False).fill(blob(wide - 18, -30, 3.6, 6, 0.2, 2), "pink")


@picture("keyboard", Look(((1, 1), (2, 1))))
def keyboard(pen: Pen, piece: Piece) -> None:
    wide = piece.width
    for x in (9, wide - 9):
        pen.line(x - 5, 26, x + 5, 8, "char", 2.4).line(x + 5, 26, x - 5, 8, "char", 2.4)
    pen.block(3, 8, wide - 6, 13, 9, "char", 2)
    _keys(pen, 6, 2, int((wide - 12) // 4))
    pen.fill(box(8, 0, 10, 1.6, 0.5), "teal").fill(oval(wide - 10, 0.6, 1.1), "red")
    pen.shape(box(wide / 2 - 9, -14, 18, 11, 1), "white").line(wide / 2 - 6, -10, wide / 2 + 6, -10, "grey", 0.8)


@picture("guitar", Look())
def guitar(pen: Pen, piece: Piece) -> None:
    pen.shadow(oval(17, 26, 10, 4)).line(8, 27, 14, 6, "char", 2).line(25, 27, 18, 6, "char", 2)
    body = joined(oval(16, 16, 9.4, 9), oval(16, 4, 7, 7))
    pen.shape(body, "orange").stroke(oval(16, 14, 7.4, 7), light("orange", 0.35), 0.8)
    pen.fill(oval(16, 8, 3.2), "ebony").shape(box(14.6, -22, 3, 28, 1), "dark").shape(
        box(13.4, -27, 5.4, 6, 1.5), "ebony"
    )
    pen.fill(box(12.4, 16, 7.2, 2, 0.6), "dark")
    for x in (15.2, 16.8):
        pen.line(x, -22, x, 16, "white", 0.5, 0.8)


@picture("harp", Look())
def harp(pen: Pen, piece: Piece) -> None:
    pen.shadow(oval(17, 26, 12, 4))
    frame = curve("M 8 26 Q 3 4 7 -20 Q 14 -30 18 -18 Q 22 -10 27 -14")
    pen.outline(frame, "gold", 3.4).stroke(frame, "gold", 4)
    pen.line(27, -14, 14, 25, shade("gold", 0.5), 6.4).line(27, -14, 14, 25, "gold", 4.4)
    for number in range(7):
        share = number / 7
        pen.line(10 + 15 * share, -19 + 6 * share + 4 * (number % 2), 13.5 + 10 * share, 22 - 28 * share, "white", 0.7)
    pen.block(5, 20, 16, 7, 4, "dark", 2, cast=False)
    pen.fill(oval(7, -19, 2.6), light("gold", 0.5))


@picture("cello", Look())
def cello(pen: Pen, piece: Piece) -> None:
    pen.shadow(oval(18, 26, 10, 4))
    pen.line(16, 20, 16, 28, "char", 1.6)
    pen.shape(joined(oval(16, 15, 10.5, 9.6), oval(16, 0, 8, 8)), "wood")
    pen.shape(box(14.6, -28, 3, 32, 1), "ebony").shape(oval(16, -28, 2.8), "dark")
    pen.line(10.5, 4, 12, 13, "ebony", 1.2).line(21.5, 4, 20, 13, "ebony", 1.2).fill(box(12, 13, 8, 2, 0.6), "pine")
    pen.line(27, 24, 24, -18, "dark", 1.6).line(28, 23, 25.4, -17, "white", 0.8)


@picture("accordion", Look())
def accordion(pen: Pen, piece: Piece) -> None:
    pen.block(4, 14, 24, 13, 9, "wood", 2)
    pen.block(6, 11, 7, 10, 12, "red", 2, cast=False)
    for number in range(4):
        pen.shape(box(12.5 + 2.6 * number, -1, 2.6, 20, 0.6), "cream" if number % 2 else "coral")
    pen.block(22, 11, 6, 10, 12, "red", 2, cast=False)
    for y in range(0, 18, 3):
        pen.line(23, 1 + y * 0.9, 27, 1 + y * 0.9, "white", 1.4)
    for y in (3, 7, 11, 15):
        pen.fill(oval(9.5, y, 1), "white")


@picture("microphone", Look())
def microphone(pen: Pen, piece: Piece) -> None:
    pen.drum(16, 25, 7, 4, 2, "char").shape(box(15, -14, 2.2, 38, 1), "char")
    pen.shape(box(12.6, -22, 7, 11, 3.4), "ebony").shape(oval(16, -23, 4.4), "steel")
    pen.line(13, -24, 19, -22, "iron", 0.7).line(13, -22, 19, -24, "iron", 0.7)
    pen.block(24, 20, 7, 7, 12, "char", 1.5).fill(oval(27.5, 21, 2.4), "iron")


@picture("stage", Look(((3, 2), (4, 2), (5, 2)), flat=True, poses=on_each_tile("stand", 5, 27)))
def stage(pen: Pen, piece: Piece) -> None:
    wide, deep = piece.width, piece.depth
    pen.shadow(box(2, 4, wide - 4, deep - 4, 2), 2, 3)
    pen.shape(box(1, 1, wide - 2, deep - 2, 2), shade("wood", 0.2))
    pen.fill(box(1, 1, wide - 2, deep - 9, 2), "wood")
    for number in range(1, int((deep - 9) // 7)):
        pen.line(2, 1 + 7 * number, wide - 2, 1 + 7 * number, shade("wood", 0.14), 1)
    for number in range(piece.wide * 2):
        pen.fill(oval(10 + 16 * number, deep - 4.5, 2), "glow")
    pen.stroke(box(2, 2, wide - 4, deep - 11, 1), light("wood", 0.4), 0.9)


@picture("bandstand", Look(((3, 2), (3, 3)), flat=True, poses=on_each_tile("stand", 5, 27)))
def bandstand(pen: Pen, piece: Piece) -> None:
    """Its floor and steps; the sky is its roof."""
    wide, deep = piece.width, piece.depth
    plan = curve(
        f"M 14 2 L {wide - 14} 2 L {wide - 2} {deep * 0.3} L {wide - 2} {deep * 0.68} L {wide - 16} {deep - 8} L 16 {deep - 8} L 2 {deep * 0.68} L 2 {deep * 0.3} Z"
    )
    with pen.moved(0, 6):
        pen.shadow(plan).shape(plan, shade("slab", 0.3))
    pen.shape(plan, "boards")
    with pen.within(plan):
        for seam in range(6, int(deep), 7):
            pen.line(0, seam, wide, seam, shade("boards", 0.13), 1)
    pen.stroke(plan, "white", 2.4).stroke(plan, shade("white", 0.25), 0.7)
    for x, y in (
        (14, 4),
        (wide - 14, 4),
        (4, deep * 0.3),
        (wide - 4, deep * 0.3),
        (4, deep * 0.66),
        (wide - 4, deep * 0.66),
    ):
        pen.block(x - 2.5, y - 2, 5, 5, 12, "white", 1.5)
    pen.line(14, -6, wide - 14, -6, "white", 2.2).line(14, -1, wide - 14, -1, "white", 1.4)
    pen.shape(box(wide / 2 - 12, deep - 10, 24, 5, 1), "slab").shape(box(wide / 2 - 14, deep - 6, 28, 5, 1), "slab")
