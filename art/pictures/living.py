"""Living rooms and studies: shelves, plants, lamps, fires."""

from __future__ import annotations

from art.palette import INK, SUN, light, mix, shade
from art.pen import Pen
from art.register import Light, Look, Piece, picture
from art.shapes import blob, box, oval, polygon

SPINES = ("red", "yellow", "teal", "violet", "white", "coral", "blue", "green")


@picture("bookshelf", Look(((1, 1), (2, 1), (3, 1)), variants=[{"seed": 1}, {"seed": 2}, {"seed": 4}, {"seed": 7}]))
def bookshelf(pen: Pen, piece: Piece, seed: int = 1) -> None:
    wide = piece.width
    pen.block(2, 11, wide - 4, 17, 42, "dark", 2)
    for row, y in enumerate((-12, 1, 14)):
        pen.fill(box(5, y, wide - 10, 11.5, 1), mix("dark", INK, 0.55))
        x, number = 6.0, 0
        while x < wide - 9:
            key = seed * 7 + row * 5 + number * 3
            thick, tall = 3 + key % 3, 8 + key % 4
            pen.fill(box(x, y + 11.5 - tall, thick, tall, 0.6), SPINES[key % 8])
            pen.line(x + 0.6, y + 12.5 - tall, x + 0.6, y + 10.5, SUN, 0.7, 0.45)
            x += thick + 0.7
            number += 1
            if key % 11 == 0:
                x += 5
        pen.fill(box(4, y + 11.5, wide - 8, 1.8, 0), "wood")
    if seed % 2 == 0:
        pen.drum(12, -24, 4, 2.6, 5, "coral", cast=False).fill(blob(12, -30, 4, 7, 0.2, seed), "leaf")


@picture("plant", Look(variants=[{"sort_of": sort_of} for sort_of in ("round", "fern", "tall", "flower")]))
def plant(pen: Pen, piece: Piece, sort_of: str = "round") -> None:
    pot = {"round": "coral", "fern": "blue", "tall": "white", "flower": "yellow"}[sort_of]
    pen.drum(16, 24, 8, 5, 10, pot).fill(oval(16, 14, 6.4, 3.6), "dark")
    if sort_of == "fern":
        for number in range(9):
            lean = (number - 4) * 3.6
            pen.line(16, 14, 16 + lean, -2 + abs(number - 4) * 2.6, "green", 2.4)
            pen.line(16, 13, 16 + lean * 0.9, -1 + abs(number - 4) * 2.6, light("leaf", 0.1), 1.1)
        return
    if sort_of == "tall":
        for x, y in ((10, -6), (22, -8), (16, -16), (12, 4), (21, 3)):
            pen.shape(blob(x, y, 5.6, 6, 0.16, x, 1.25), "green").line(x, y - 4, x, y + 5, light("green", 0.3), 0.9)
        return
    for x, y, radius in ((9, 4, 7), (23, 3, 7), (16, -4, 8), (16, 7, 8)):
        pen.shape(blob(x, y, radius, 7, 0.13, x + y), "leaf" if sort_of == "round" else "green")
    pen.fill(blob(14, -6, 4, 6, 0.1, 2), light("leaf")).fill(blob(8, 2, 2.6, 6, 0.1, 3), light("leaf"))
    if sort_of == "flower":
        for x, y in ((10, 0), (21, -2), (16, -9), (24, 7), (13, 8)):
            pen.shape(blob(x, y, 2.8, 5, 0.2, x), "pink").fill(oval(x, y, 1), "yellow")


@picture("floor_lamp", Look(lights=[Light("floor_lamp", 16, -20, 90)], states=("lit",)))
def floor_lamp(pen: Pen, piece: Piece, state: str = "") -> None:
    pen.drum(16, 24, 6, 4, 2, "char").shape(box(15, -14, 2.4, 37, 1), "char")
    pen.shape(polygon((6, -12), (11, -30), (21, -30), (26, -12)), "glow" if state == "lit" else "cream", depth=0.16)


@picture("fireplace", Look(((1, 1), (2, 1), (3, 1)), lights=[Light("fire", 32, 14, 110, "#ff9a4d")]))
def fireplace(pen: Pen, piece: Piece) -> None:
    wide, middle = piece.width, piece.width / 2
    pen.block(3, 6, wide - 6, 20, 34, "stone", 2, front=shade("stone", 0.16))
    for row in range(4):
        for number in range(int(wide // 14)):
            pen.stroke(box(6 + number * 14 + (row % 2) * 5, -4 + row * 7.4, 11, 6, 2), light("stone", 0.5), 0.9, 0.8)
    half = min(17, middle - 6)
    mouth = box(middle - half, 2, 2 * half, 24, 6)
    pen.shape(mouth, "ebony")
    with pen.within(mouth):
        pen.soft(oval(middle, 24, half, 11), "ember", 0.85, 2.5)
        for x, tall in ((-7, 9), (0, 14), (7, 10)):
            pen.fill(polygon((middle + x - 4.5, 23), (middle + x, 23 - tall), (middle + x + 4.5, 23)), "ember")
            pen.fill(polygon((middle + x - 2.2, 23), (middle + x, 23 - tall * 0.6), (middle + x + 2.2, 23)), "glow")
    pen.shape(box(middle - half + 3, 21, 2 * half - 6, 4, 2), "dark")
    pen.shape(box(1, -8, wide - 2, 5, 1.5), "wood")
    pen.drum(9, -9, 2.6, 1.8, 6, "white", cast=False).fill(oval(9, -17, 1, 2), "glow")
    pen.shape(oval(wide - 12, -13, 5), "gold").fill(oval(wide - 12, -13, 3.4), "white")


@picture("easel", Look(variants=[{"sky": "sky"}, {"sky": "blush"}, {"sky": "butter"}]))
def easel(pen: Pen, piece: Piece, sky: str = "sky") -> None:
    pen.shadow(oval(16, 26, 12, 4))
    for top, foot in ((12, 5), (20, 27)):
        pen.line(top, -20, foot, 26, "dark", 2.6)
    pen.shape(box(3, -16, 26, 25, 1), "white").fill(box(5, -14, 22, 21, 0.5), sky)
    with pen.within(box(5, -14, 22, 21, 0.5)):
        pen.fill(blob(11, 6, 8, 7, 0.2, 3, 0.6), "coral").fill(blob(22, 5, 6, 7, 0.2, 1, 0.6), "leaf").fill(
            oval(20, -8, 2.8), "yellow"
        )
    pen.shape(box(4, 9, 24, 3, 1), "wood")
    pen.shape(oval(27, 22, 4.4, 3), "pine")
    for x, y, paint in ((25.5, 21, "red"), (28, 20.5, "blue"), (28.5, 23, "yellow")):
        pen.fill(oval(x, y, 0.9), paint)


@picture("notice_board", Look(((1, 1), (2, 1), (3, 1))))
def notice_board(pen: Pen, piece: Piece) -> None:
    wide = piece.width
    for x in (6, wide - 10):
        pen.block(x, 20, 4, 6, 14, "dark", 1)
    pen.shape(box(2, -18, wide - 4, 34, 2), "wood").fill(box(5, -15, wide - 10, 28, 1), mix("boards", "pine", 0.4))
    notes = ("white", "yellow", "pink", "sky", "white", "mint", "butter", "white")
    for number in range(piece.wide * 4):
        x = 8 + number // 2 * (wide - 14) / (piece.wide * 2)
        y = -12 + number % 2 * 13
        pen.shape(box(x, y + (number * 3) % 3, 9, 10, 0.6), notes[number % 8], depth=0.03)
        pen.line(x + 2, y + 5, x + 7, y + 5, "grey", 0.8).fill(
            oval(x + 4.5, y + 1.4, 1), ("red", "blue", "leaf")[number % 3]
        )


@picture("cabinet", Look(((1, 1), (2, 1))))
def cabinet(pen: Pen, piece: Piece) -> None:
    wide = piece.width
    pen.block(3, 9, wide - 6, 19, 38, "white", 3, front=mix("white", "sky", 0.3))
    pen.fill(box(6, -6, wide - 12, 17, 1), "glass")
    for row in (2, 10):
        pen.line(6, row, wide - 6, row, "white", 1.6)
        for number in range(int((wide - 14) // 7)):
            pen.fill(
                box(8 + 7 * number, row - 6, 4, 5.4, 1),
                ("coral", "teal", "gold", "white", "violet")[(number + row) % 5],
            )
    pen.stroke(box(5, 14, wide - 10, 11, 1), shade("sky", 0.2), 0.9)
    pen.fill(oval(wide / 2, -20, 0.1), "white").fill(box(wide / 2 - 1.4, -26, 2.8, 9, 0), "red").fill(
        box(wide / 2 - 4.5, -23, 9, 2.8, 0), "red"
    )


@picture("crate", Look(((1, 1), (2, 1), (1, 2), (2, 2), (3, 1), (3, 2))))
def crate(pen: Pen, piece: Piece) -> None:
    """For kinds that nobody has drawn: a crate with a label."""
    wide, deep = piece.width, piece.depth
    pen.block(4, 6, wide - 8, deep - 10, 15, "pine", 2, front=shade("pine", 0.18))
    foot = deep - 4
    for x in range(12, int(wide - 8), 10):
        pen.line(x, -8, x, foot - 16, shade("pine", 0.16), 1)
    for y in (foot - 13, foot - 5):
        pen.line(5, y, wide - 5, y, shade("pine", 0.36), 1)
    pen.shape(box(wide / 2 - 8, foot - 13, 16, 10, 2), "white")
    for eye in (-3.2, 3.2):
        pen.fill(oval(wide / 2 + eye, foot - 9.2, 1.2), INK)
    pen.line(wide / 2 - 2.4, foot - 6, wide / 2 + 2.4, foot - 6, INK, 1.1)
