"""Desks and screens."""

from __future__ import annotations

from art.palette import light, shade
from art.pen import Pen
from art.register import Light, Look, Piece, picture, shades
from art.shapes import box, oval, polygon


def _screen(pen: Pen, x: float, y: float, wide: float = 22) -> None:
    pen.block(x, y, wide, 3, 17, "char", 2, cast=False, front="char")
    pen.shape(box(x + 2, y - 15.5, wide - 4, 14, 1), "glass", lined=False)
    pen.line(x + 5, y - 5, x + 10, y - 13, "white", 1.6, 0.7)
    for row, long in enumerate((8, 5, 7)):
        pen.line(x + 11, y - 12 + 3.4 * row, x + 11 + long * wide / 28, y - 12 + 3.4 * row, "navy", 1, 0.6)


def _papers(pen: Pen, x: float, y: float) -> None:
    pen.shape(box(x, y, 13, 10, 1), "white")
    pen.line(x + 2.5, y + 3, x + 10, y + 3, "grey", 0.9).line(x + 2.5, y + 6, x + 8, y + 6, "grey", 0.9)


def _pens(pen: Pen, x: float, y: float) -> None:
    pen.drum(x, y, 3, 2.2, 6, "coral", cast=False)
    pen.line(x - 1, y - 7, x - 2, y - 12, "yellow", 1.5).line(x + 1, y - 7, x + 2.6, y - 12, "blue", 1.5)


def _lamp(pen: Pen, x: float, y: float) -> None:
    pen.fill(oval(x, y, 3.6, 2.4), "char").line(x, y, x + 3, y - 10, "char", 1.6).line(
        x + 3, y - 10, x - 3, y - 15, "char", 1.6
    )
    pen.shape(polygon((x - 8, y - 11), (x - 4, y - 17), (x - 0.5, y - 13)), "teal")


@picture("desk", Look(((1, 1), (2, 1), (3, 1), (4, 1)), variants=shades("wood", "pine wood"), vary="room"))
def desk(pen: Pen, piece: Piece, wood: str = "pine") -> None:
    wide = piece.width
    pen.block(2, 5, wide - 4, 22, 17, wood, 2)
    knee = (
        box(8, 12, 16, 15, 1)
        if piece.wide == 1
        else box(26 if piece.wide > 2 else 24, 12, wide - 50 if piece.wide > 2 else 32, 15, 1)
    )
    pen.fill(knee, shade("dark", 0.2), 0.75)
    if piece.wide > 1:
        for y in (13, 20):
            pen.stroke(box(5, y, 17, 5.4, 1), shade(wood, 0.42), 0.9).fill(oval(13.5, y + 2.7, 1.1), shade(wood, 0.5))
    if piece.wide > 2:
        for y in (13, 20):
            pen.stroke(box(wide - 22, y, 17, 5.4, 1), shade(wood, 0.42), 0.9)
    _papers(pen, 6, -9)
    if piece.wide == 1:
        _pens(pen, 25, -3)
        return
    pen.shape(box(24, -8, 14, 9, 1), "blue").shape(box(25, -10, 13, 9, 1), "yellow")
    _lamp(pen, wide - 11, -3)
    if piece.wide > 2:
        pen.shape(box(46, -9, 20, 12, 1), "white").line(56, -9, 56, 3, "grey", 1)
        for y in (-6, -3, 0):
            pen.line(48.5, y, 54, y, "grey", 0.8).line(58, y, 63.5, y, "grey", 0.8)
        _pens(pen, 76, -4)
    if piece.wide > 3:
        for number, book in enumerate(("red", "teal", "violet", "yellow")):
            pen.shape(box(84 + 5 * number, -16 + number % 2 * 2, 5, 13 - number % 2 * 2, 0.6), book)


@picture("computer_desk", Look(((2, 1), (3, 1)), lights=[Light("screen", 48, -6, 60, "#9fd4ff")]))
def computer_desk(pen: Pen, piece: Piece) -> None:
    wide = piece.width
    pen.block(2, 5, wide - 4, 22, 17, "wood", 2).fill(box(24, 12, wide - 48, 15, 1), shade("dark", 0.2), 0.75)
    pen.shape(box(wide - 20, 12, 12, 14, 1.5), "char").fill(oval(wide - 14, 15, 1.3), "leaf")
    _screen(pen, wide / 2 - 25, -5, 24)
    _screen(pen, wide / 2 + 1, -5, 24)
    pen.shape(box(wide / 2 - 13, -1, 22, 6, 1.5), "steel").shape(oval(wide / 2 + 14, 2, 2.4, 1.9), "white")
    pen.drum(9, 0, 3.4, 2.6, 5, "red", cast=False).fill(oval(9, -5, 2.2, 1.5), "dark")


@picture("computer", Look(lights=[Light("screen", 16, -6, 45, "#9fd4ff")]))
def computer(pen: Pen, piece: Piece) -> None:
    pen.block(1, 5, 30, 22, 17, "pine", 2).fill(box(7, 12, 18, 15, 1), shade("dark", 0.2), 0.7)
    _screen(pen, 5, -5, 22)
    pen.shape(box(7, -1, 18, 6, 1.5), "steel")


@picture("game_console", Look(lights=[Light("screen", 16, -8, 45, "#9fd4ff")]))
def game_console(pen: Pen, piece: Piece) -> None:
    pen.block(2, 10, 28, 16, 9, "dark", 2).fill(box(5, 20, 22, 4, 1), "ebony")
    pen.block(4, 9, 24, 4, 26, "char", 3, cast=False, front="char").fill(box(6.5, -14, 19, 16, 1), "navy")
    pen.fill(box(6.5, -4, 19, 6, 0), "green").fill(box(10, -8, 4, 4, 0), "yellow").fill(box(18, -11, 4, 3, 0), "coral")
    pen.shape(box(9, 4, 8, 4, 2), light("char", 0.3)).fill(oval(11, 6, 0.9), "red").fill(oval(15, 6, 0.9), "yellow")


@picture("tv", Look(((2, 1), (3, 1)), lights=[Light("screen", 32, -6, 70, "#9fd4ff")]))
def tv(pen: Pen, piece: Piece) -> None:
    wide = piece.width
    pen.block(4, 12, wide - 8, 14, 10, "dark", 2).block(8, 10, wide - 16, 4, 32, "char", 3, cast=False, front="char")
    pen.fill(box(11, -17, wide - 22, 23, 1.5), "navy").fill(box(11, -5, wide - 22, 11, 1), "green")
    pen.fill(oval(wide - 22, -10, 4), "yellow").line(16, -15, 13, -8, "white", 1.4, 0.5)
