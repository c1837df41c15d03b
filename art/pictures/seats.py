"""What people sit on."""

from __future__ import annotations

from collections.abc import Sequence

from art.palette import light, mix, shade
from art.pen import Pen
from art.register import FOUR, Look, Piece, Pose, on_each_tile, picture, shades
from art.shapes import box, oval

FABRICS = "red yellow teal blue leaf violet"


def _back(pen: Pen, y: float, colour: str) -> None:
    """An open frame: two posts, two rails."""
    for x in (6, 22.5):
        pen.shape(box(x, y, 3.5, 20, 1.5), colour)
    for rail in (1, 8):
        pen.shape(box(6, y + rail, 20, 4.5, 2), light(colour, 0.12))


@picture("chair", Look(facings=FOUR, variants=shades("seat", FABRICS), vary="room", poses=on_each_tile("sit", 9, 20)))
def chair(pen: Pen, piece: Piece, seat: str = "red", wood: str = "wood") -> None:
    pen.shadow(box(6, 12, 20, 15, 4))
    if piece.facing == "south":
        _back(pen, -7, wood)
    pen.block(6, 10, 20, 16, 9, wood, 4, cast=False)
    pen.shape(box(8, 2.5, 16, 12, 4), seat)
    if piece.facing == "north":
        _back(pen, 3, wood)
    if piece.facing in ("east", "west"):
        pen.block(5 if piece.facing == "east" else 23, 9, 4, 17, 22, light(wood, 0.08), 2, cast=False)


@picture(
    "stool",
    Look(facings=FOUR, variants=shades("seat", "red teal yellow"), vary="room", poses=on_each_tile("sit", 11, 18)),
)
def stool(pen: Pen, piece: Piece, seat: str = "red") -> None:
    pen.block(14, 18, 4, 6, 8, "dark", 1)
    pen.stroke(oval(16, 20, 5.4, 3), "dark", 1.4)
    pen.drum(16, 18, 8.5, 6.4, 12, seat, cast=False)
    pen.stroke(oval(16, 6, 5.4, 3.8), shade(seat, 0.16), 0.9)


def _sofa_poses(piece: Piece) -> Sequence[Pose]:
    return [Pose("sit", 32 * i + 16, 20, 10) for i in range(piece.wide)]


SOFA = Look(
    ((1, 1), (2, 1), (3, 1), (4, 1)),
    ("south", "north"),
    shades("cloth", "teal coral blue leaf violet"),
    "room",
    poses=_sofa_poses,
)


@picture("sofa", SOFA)
def sofa(pen: Pen, piece: Piece, cloth: str = "teal") -> None:
    wide = piece.width
    if piece.facing == "north":
        pen.block(3, 4, wide - 6, 24, 8, light(cloth, 0.1), 6)
        pen.block(3, 18, wide - 6, 10, 22, cloth, 5, cast=False)
        return
    pen.block(4, 2, wide - 8, 26, 6, light(cloth, 0.1), 6)
    pen.block(8, 0, wide - 16, 8, 22, cloth, 5, cast=False)
    cushions = max(1, piece.wide - 1) if piece.wide < 4 else 3
    each = (wide - 24) / cushions
    for number in range(cushions):
        pen.block(12 + each * number, 9, each, 17, 10, light(cloth, 0.14), 4, cast=False)
    for x in (2, wide - 13):
        pen.block(x, 4, 11, 25, 16, cloth, 5, cast=False)
    pen.shape(box(16, -11, 13, 12, 4), "yellow" if cloth != "yellow" else "white")
    if piece.wide > 1:
        pen.shape(box(wide - 30, -10, 13, 12, 4), "coral" if cloth not in ("coral", "red") else "sky")


@picture(
    "armchair",
    Look(
        facings=FOUR,
        variants=shades("cloth", "coral teal leaf violet"),
        vary="place",
        poses=on_each_tile("sit", 10, 19),
    ),
)
def armchair(pen: Pen, piece: Piece, cloth: str = "coral") -> None:
    pen.shadow(box(2, 6, 28, 23, 6))
    if piece.facing == "north":
        pen.block(3, 5, 26, 20, 8, light(cloth, 0.12), 6, cast=False)
        pen.block(3, 19, 26, 10, 22, cloth, 6, cast=False)
        return
    if piece.facing in ("east", "west"):
        with pen.moved(32 if piece.facing == "west" else 0, 0, mirrored=piece.facing == "west"):
            pen.block(2, 6, 9, 22, 24, cloth, 5, cast=False)
            pen.block(8, 10, 20, 16, 10, light(cloth, 0.15), 5, cast=False)
            pen.block(4, 21, 24, 7, 15, cloth, 4, cast=False)
        return
    pen.block(3, 3, 26, 9, 17, cloth, 6, cast=False)
    pen.block(6, 10, 20, 18, 9, light(cloth, 0.16), 4, cast=False)
    for x in (0.5, 23.5):
        pen.block(x, 8, 8, 20, 13, cloth, 4, cast=False)
    pen.shape(box(10, -6, 12, 10, 4), mix(cloth, "cream", 0.6))


@picture("bench", Look(((1, 1), (2, 1), (3, 1)), ("south", "north"), poses=on_each_tile("sit", 9, 19)))
def bench(pen: Pen, piece: Piece) -> None:
    wide = piece.width
    pen.shadow(box(3, 14, wide - 6, 13, 3))
    feet = [7, wide - 12] + ([wide / 2 - 2.5] if piece.wide > 2 else [])
    back = -9 if piece.facing == "south" else 4
    if piece.facing == "north":
        pen.block(2, 10, wide - 4, 13, 8, "pine", 2, cast=False)
    for x in feet:
        pen.shape(box(x, back + 3, 5, 29 if piece.facing == "south" else 21, 1.5), "char")
    for y in (back, back + 7):
        pen.shape(box(2, y, wide - 4, 5, 2), "wood")
    if piece.facing == "south":
        pen.block(2, 13, wide - 4, 12, 8, "pine", 2, cast=False)
        pen.line(4, 9, wide - 4, 9, shade("pine", 0.3), 1).line(4, 13, wide - 4, 13, shade("pine", 0.3), 1)
