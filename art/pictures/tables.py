"""Tables, bare and laid."""

from __future__ import annotations

from art.palette import light, mix, shade
from art.pen import Pen
from art.register import Look, Piece, Pose, picture
from art.shapes import blob, box, oval


def cup(pen: Pen, x: float, y: float, drink: str = "dark") -> None:
    pen.shape(oval(x, y, 4.6, 3.6), "white")
    pen.fill(oval(x, y - 0.3, 2.6, 1.9), drink)


def plate(pen: Pen, x: float, y: float, food: str = "") -> None:
    pen.shape(oval(x, y, 6, 4.6), "white")
    pen.stroke(oval(x, y, 3.7, 2.8), "steel", 0.8)
    if food:
        pen.shape(blob(x, y - 1, 3, 7, 0.1, 3, 0.7), food)


def vase(pen: Pen, x: float, y: float, colour: str = "blue", seed: int = 0) -> None:
    pen.drum(x, y, 4, 3, 7, colour, cast=False)
    for number in range(3):
        pen.line(x, y - 7, x + (number - 1) * 3.4, y - 12, "green", 1.1)
    for number, petal in enumerate(("pink", "yellow", "coral")):
        pen.shape(blob(x + (number - 1) * 3.6, y - 12 - (number % 2) * 3, 3, 6, 0.15, number + seed), petal)


ROUND = Look(
    ((2, 2),),
    variants=[{"wood": wood, "laid": laid} for wood in ("pine", "wood") for laid in ("coffee", "flowers", "cake")],
)


@picture("table", ROUND)
def table(pen: Pen, piece: Piece, wood: str = "pine", laid: str = "coffee") -> None:
    pen.shadow(oval(32, 44, 24, 14), alpha=0.22)
    pen.block(29, 36, 6, 8, 8, shade(wood, 0.3), 1, cast=False)
    pen.drum(32, 36, 27, 21, 9, wood)
    pen.stroke(oval(32, 27, 20, 15), shade(wood, 0.12), 0.8, 0.6)
    if laid == "flowers":
        vase(pen, 32, 28)
        cup(pen, 18, 27)
        cup(pen, 45, 32)
        return
    cup(pen, 19, 25)
    cup(pen, 45, 30)
    plate(pen, 33, 21, "orange" if laid == "coffee" else "pink")
    if laid == "cake":
        pen.shape(box(27, 33, 9, 6, 1), "blue").line(29, 36, 34, 36, "white", 0.9)


DINING = Look(
    ((1, 1), (1, 2), (2, 1), (2, 2), (3, 1), (3, 2), (4, 1), (4, 2)),
    variants=[{"wood": "wood", "cloth": "sage"}, {"wood": "pine", "cloth": "sky"}],
    vary="room",
)


@picture("dining", DINING)
def dining(pen: Pen, piece: Piece, wood: str = "wood", cloth: str = "sage") -> None:
    wide, deep = piece.width, piece.depth
    for x in (4, wide - 9):
        pen.block(x, deep - 11, 5, 7, 8, "dark", 1)
    pen.block(2, 6, wide - 4, deep - 11, 10, wood, 4)
    top, foot = -4, deep - 15
    middle = (top + foot) / 2
    if piece.wide == 1:
        pen.shape(box(9, top + 2, 14, foot - top - 4, 1), mix(cloth, "white", 0.3), lined=False)
    else:
        pen.shape(box(8, middle - 4, wide - 16, 8, 1), mix(cloth, "white", 0.3), lined=False)
    if (piece.wide, piece.deep) == (1, 1):
        cup(pen, 10.5, middle + 3)
        plate(pen, 21, middle - 3, "yellow")
        return
    rows = [top + 6, foot - 6] if piece.deep > 1 else [middle]
    for number in range(max(1, piece.wide)):
        for line, y in enumerate(rows):
            x = 32 * number + (9 if (number + line) % 2 else 22)
            plate(pen, x, y, "yellow" if number % 2 else "")
    vase(pen, wide / 2, middle + 5)


@picture("long_table", Look(((3, 1), (4, 1), (5, 1), (6, 1))))
def long_table(pen: Pen, piece: Piece) -> None:
    wide = piece.width
    for x in (6, wide / 2 - 3, wide - 12):
        pen.block(x, 20, 6, 8, 8, "dark", 1)
    pen.block(1, 5, wide - 2, 21, 10, "pine", 3)
    pen.line(3, 2, wide - 3, 2, shade("pine", 0.14), 1).line(3, 9, wide - 3, 9, shade("pine", 0.14), 1)
    for number in range(piece.wide):
        x = 32 * number + 16
        if number % 2:
            pen.drum(x, 7, 3, 2.2, 6, "char", cast=False).fill(oval(x, 1, 1, 1.6), "glow")
        else:
            plate(pen, x - 4, 5, "wood" if number % 4 else "")
            cup(pen, x + 8, 6)


@picture("coffee_table", Look(((1, 1), (2, 1), (3, 1))))
def coffee_table(pen: Pen, piece: Piece) -> None:
    wide = piece.width
    pen.block(4, 7, wide - 8, 19, 9, "pine", 4)
    pen.shape(box(8, 3, 12, 9, 1), "blue").shape(box(10, 1, 11, 8, 1), "coral")
    if piece.wide > 1:
        pen.drum(wide - 18, 9, 4, 3, 5, "white", cast=False).fill(oval(wide - 18, 4, 2.6, 1.8), "dark")
        plate(pen, wide - 32, 8, "orange")


@picture("work_table", Look(((2, 1), (3, 1))))
def work_table(pen: Pen, piece: Piece) -> None:
    """A baker's: dough, a rolling pin, flour."""
    wide = piece.width
    pen.block(1, 5, wide - 2, 22, 17, "pine", 2, front=shade("pine", 0.3))
    pen.fill(oval(wide / 2, -2, wide / 3, 7), "white", 0.55)
    for number, x in enumerate((14, 27, wide - 22)):
        pen.shape(blob(x, -1 - number % 2 * 4, 5.4, 9, 0.07, number, 0.8), "butter")
    pen.shape(box(wide - 30, 3, 22, 4, 2), "wood").fill(box(wide - 26, 3.6, 14, 2.8, 1.4), light("wood", 0.3))
    pen.drum(8, 4, 4.4, 3.2, 6, "steel", cast=False).fill(oval(8, -2, 3.2, 2.2), "white")


def _picnic_poses(piece: Piece) -> list[Pose]:
    back = [Pose("sit", 32 * i + 16, 12, 8, "south") for i in range(piece.wide)]
    return back + [Pose("sit", 32 * i + 16, 56, 8, "north") for i in range(piece.wide)]


@picture("picnic_table", Look(((2, 2), (3, 2)), poses=_picnic_poses))
def picnic_table(pen: Pen, piece: Piece) -> None:
    wide = piece.width
    pen.block(4, 4, wide - 8, 9, 8, "wood", 2)
    for x in (12, wide - 16):
        pen.block(x, 26, 4, 22, 6, "dark", 1)
    pen.block(3, 18, wide - 6, 26, 14, "pine", 2)
    for y in (9, 15, 21, 27):
        pen.line(4, y, wide - 4, y, shade("pine", 0.2), 1)
    check = box(wide / 2 - 15, 5, 30, 24, 1)
    pen.shape(check, "white")
    with pen.within(check):
        for number in range(5):
            pen.fill(box(wide / 2 - 15 + 6 * number, 5, 3, 24, 0), "red", 0.45)
            pen.fill(box(wide / 2 - 15, 5 + 6 * number, 30, 3, 0), "red", 0.45)
    plate(pen, wide / 2 - 7, 13, "orange")
    pen.shape(box(wide / 2 + 2, 16, 11, 8, 2), "wood").stroke(oval(wide / 2 + 7.5, 15, 4.4, 4), "dark", 1.4)
    pen.shape(oval(wide / 2 + 5, 16.4, 2), "red").shape(oval(wide / 2 + 9, 16.4, 2), "leaf")
    cup(pen, 16, 16)
    cup(pen, wide - 16, 20)
    pen.block(4, 52, wide - 8, 9, 8, "wood", 2)
