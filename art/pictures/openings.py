"""Doors, closed and open, and mats before them."""

from __future__ import annotations

from art.palette import INK, light, shade
from art.pen import Pen
from art.register import Look, Piece, picture
from art.shapes import box, curve, oval, polygon

COLOURS = ("green", "blue", "red", "teal", "violet", "wood")
LEAVES = [{"colour": colour, "hinge": hinge} for colour in COLOURS for hinge in ("west", "east")]


def _frame(pen: Pen) -> None:
    pen.fill(box(0, -12, 32, 44, 0), shade("dark", 0.45)).fill(box(3, -9, 26, 41, 0), shade("dark", 0.62))


def _posts(pen: Pen, colour: str) -> None:
    for x in (0, 28):
        pen.shape(box(x, -12, 4, 44, 1), colour)
    pen.shape(box(0, -12, 32, 4, 1), colour)


@picture("front_door", Look(variants=LEAVES, vary="room", states=("open",), sort=-26))
def front_door(pen: Pen, piece: Piece, colour: str = "green", hinge: str = "west", state: str = "") -> None:
    with pen.moved(32 if hinge == "east" else 0, 0, mirrored=hinge == "east"):
        if state == "open":
            pen.fill(box(0, -12, 32, 44, 0), "wood").fade(box(0, -12, 32, 26, 0), INK, (0.5, 0), (0, -12), (0, 14))
            pen.shape(polygon((4, -8), (11, -3), (11, 34), (4, 30)), shade(colour, 0.15)).fill(
                oval(9.4, 16, 1.2), "gold"
            )
            _posts(pen, "white")
            return
        _frame(pen)
        pen.shape(box(4, -8, 24, 39, 1.5), colour).shape(box(8, -4.5, 16, 12, 2), "glass")
        pen.line(11, 5, 17, -3, "white", 1.4, 0.7).line(16, -4.5, 16, 7.5, light(colour, 0.2), 1.2)
        for y, tall in ((11, 8), (21, 7)):
            pen.stroke(box(8, y, 16, tall, 1.2), shade(colour, 0.3), 1.1)
        pen.shape(oval(25, 14, 1.5), "gold")
        _posts(pen, "white")
        pen.fill(box(-1, 29.5, 34, 2.5, 1), "slab_dark")


@picture("inner_door", Look(states=("open",), sort=-26))
def inner_door(pen: Pen, piece: Piece, state: str = "") -> None:
    """An open frame; its leaf stands against the jamb, and swings away when somebody goes through."""
    for x in (0, 28):
        pen.shape(box(x, -12, 4, 44, 1), "dark")
    if state != "open":
        pen.shape(polygon((5, -10), (10, -6), (10, 32), (5, 29)), "pine").fill(oval(8.6, 13, 1.1), "gold")
    else:
        pen.shape(box(4, -10, 3.4, 40, 1), "pine")


@picture("side_door", Look(variants=[{"colour": colour} for colour in COLOURS], vary="room", states=("open",)))
def side_door(pen: Pen, piece: Piece, colour: str = "green", state: str = "") -> None:
    """In a wall that runs north and south: one sees the leaf's edge, or the leaf when it stands open."""
    if state == "open":
        pen.shape(polygon((13, 2), (13, -22), (31, -16), (31, 6)), colour).fill(oval(28, -3, 1.2), "gold")
        return
    pen.block(13, 3, 6, 27, 22, light(colour, 0.15), 1, front=colour, cast=False)
    pen.fill(oval(16, 14, 1.3), "gold")


@picture("mat", Look(variants=[{"colour": colour} for colour in COLOURS], vary="room", flat=True))
def mat(pen: Pen, piece: Piece, colour: str = "coral") -> None:
    pen.shape(box(3, 4, 26, 16, 3), colour, depth=0.04).stroke(box(6, 7, 20, 10, 2), light(colour, 0.5), 1.2)


@picture(
    "sign",
    Look(
        variants=[{"trade": trade} for trade in ("cup", "mug", "bread", "book", "basket", "anvil", "letter", "heart")],
        flat=True,
    ),
)
def sign(pen: Pen, piece: Piece, trade: str = "cup") -> None:
    """A trade's sign beside a door."""
    pen.line(16, 2, 16, 6, "iron", 1.6).shape(box(5, 5, 22, 17, 3), "ebony").stroke(box(7, 7, 18, 13, 2), "gold", 1)
    if trade in ("cup", "mug"):
        pen.fill(box(11, 10, 8, 8, 2), "white").stroke(oval(20, 13.6, 2.4), "white", 1.3)
        if trade == "mug":
            pen.fill(box(12, 11.5, 6, 5.5, 1), "gold").fill(oval(15, 10.4, 4.2, 1.8), "white")
    elif trade == "bread":
        pen.fill(oval(16, 13.6, 6.4, 4), "pine").line(12, 12, 14, 15, "cream", 1.1).line(16, 11.6, 18, 15, "cream", 1.1)
    elif trade == "book":
        pen.fill(polygon((10, 10), (16, 11.6), (16, 18.4), (10, 17)), "white").fill(
            polygon((22, 10), (16, 11.6), (16, 18.4), (22, 17)), "sky"
        )
    elif trade == "basket":
        pen.fill(polygon((10, 13), (22, 13), (20, 18.6), (12, 18.6)), "pine").stroke(
            curve("M 11 13 Q 16 6 21 13"), "pine", 1.3
        )
    elif trade == "anvil":
        pen.fill(polygon((10, 11), (22, 10.6), (20, 13.6), (19, 17.6), (13, 17.6), (13, 13.6)), "steel")
    elif trade == "letter":
        pen.fill(box(10.4, 10, 11.2, 8, 1), "white").line(10.6, 10.4, 16, 14.4, "red", 1.1).line(
            21.4, 10.4, 16, 14.4, "red", 1.1
        )
    else:
        pen.fill(curve("M 16 18.6 Q 8 13 11.6 10 Q 14.6 8.6 16 11.6 Q 17.4 8.6 20.4 10 Q 24 13 16 18.6 Z"), "coral")
