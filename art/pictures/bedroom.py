"""Beds, wardrobes, nightstands. Beds have a cover that is drawn over who lies in them."""

from __future__ import annotations

from collections.abc import Sequence

from art.palette import light, mix, shade
from art.pen import Pen
from art.register import Light, Look, Piece, Pose, picture, shades
from art.shapes import box, oval, polygon

BLANKETS = "blue coral leaf violet yellow teal"


def _pillows(piece: Piece) -> Sequence[Pose]:
    across = (16,) if piece.wide == 1 else (18.5, 45.5)
    return [Pose("lie", x, 17, 8, "north") for x in across]


def _bed(pen: Pen, piece: Piece, colour: str, state: str) -> None:
    wide, deep = piece.width, piece.depth
    single = piece.wide == 1
    if state != "cover":
        pen.block(2, 2, wide - 4, 5, 16 if single else 22, "wood", 4)
        pen.block(3, 7, wide - 6, deep - 10, 8, "wood", 4)
        pen.shape(box(4.5, 0, wide - 9, deep - 12, 5), "white")
        for x in (7,) if single else (8, 33.5):
            pen.shape(box(x, 3, 18 if single else 22, 12, 5), mix("white", "sky", 0.25))
    _blanket(pen, wide, deep, colour, raised=state == "cover")
    pen.block(2, deep - 7, wide - 4, 4, 9, "wood", 3, cast=False)


def _blanket(pen: Pen, wide: float, deep: float, colour: str, raised: bool) -> None:
    top = 18
    pen.shape(box(3.5, top, wide - 7, deep - top - 12, 5), colour)
    pen.shape(box(3.5, top, wide - 7, 9, 4), light(colour, 0.55), lined=False)
    for number in range(1, int(wide // 14)):
        pen.line(4 + 14 * number - 2, top + 13, 4 + 14 * number - 2, deep - 14, light(colour, 0.28), 1.2)
    for y in range(int(top + 18), int(deep - 15), 12):
        pen.line(6, y, wide - 6, y, light(colour, 0.28), 1.2)
    if raised:
        pen.soft(oval(wide / 2, (top + deep) / 2 - 4, wide / 2 - 10, (deep - top) / 2 - 11), light(colour, 0.6), 0.5, 3)
        pen.shape(box(3.5, top - 3, wide - 7, 8, 4), "white")


BED = Look(((1, 2), (1, 3)), variants=shades("blanket", BLANKETS), vary="room", poses=_pillows, states=("cover",))


@picture("single_bed", BED)
def single_bed(pen: Pen, piece: Piece, blanket: str = "blue", state: str = "") -> None:
    _bed(pen, piece, blanket, state)


@picture(
    "bed",
    Look(
        ((2, 3), (2, 2), (1, 2), (1, 3)),
        variants=shades("blanket", BLANKETS),
        vary="room",
        poses=_pillows,
        states=("cover",),
    ),
)
def bed(pen: Pen, piece: Piece, blanket: str = "blue", state: str = "") -> None:
    _bed(pen, piece, blanket, state)


@picture("nightstand", Look(lights=[Light("floor_lamp", 16, -8, 60)], states=("lit",)))
def nightstand(pen: Pen, piece: Piece, state: str = "") -> None:
    pen.block(5, 6, 22, 20, 14, "pine", 2).line(8, 19, 24, 19, "dark", 1).fill(oval(16, 22, 1.4), "dark")
    pen.block(14, 2, 4, 4, 6, "gold", 1, cast=False)
    pen.shape(polygon((9, -4), (12, -16), (20, -16), (23, -4)), "glow" if state == "lit" else "cream")


@picture("wardrobe", Look(((1, 1), (2, 1), (3, 1)), variants=shades("wood", "pine wood dark"), vary="room"))
def wardrobe(pen: Pen, piece: Piece, wood: str = "pine") -> None:
    wide = piece.width
    pen.block(3, 9, wide - 6, 19, 40, wood, 3)
    doors = max(1, piece.wide)
    each = (wide - 10) / doors
    for number in range(doors):
        x = 5 + each * number
        pen.stroke(box(x + 1, -8, each - 2, 32, 2), shade(wood, 0.38), 1)
        pen.stroke(box(x + 4, -5, each - 8, 26, 1), light(wood, 0.2), 0.8)
        pen.fill(oval(x + (each - 4 if number % 2 == 0 else 4), 8, 1.5), "ebony")
    pen.fill(box(5, 25, wide - 10, 2, 0), shade(wood, 0.45), 0.6)


@picture("washstand", Look())
def washstand(pen: Pen, piece: Piece) -> None:
    pen.block(4, 6, 24, 20, 16, "wood", 2).line(6, 19, 26, 19, "dark", 1)
    pen.drum(14, 3, 7.5, 5, 4, "white", cast=False).fill(oval(14, -1, 5.4, 3.4), "glass")
    pen.drum(24, -2, 3, 2.2, 9, "blue", cast=False)
    pen.fill(box(9, 13, 9, 9, 1), "white").line(9, 20, 18, 20, "red", 1)
