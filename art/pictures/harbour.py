"""Docks, boats and the lighthouse."""

from __future__ import annotations

from art.palette import INK, light, mix, shade
from art.pen import Pen
from art.register import Light, Look, Piece, picture
from art.shapes import blob, box, curve, oval, polygon


@picture("dock", Look(((1, 1), (2, 1), (2, 2), (3, 2), (4, 2), (1, 2)), flat=True))
def dock(pen: Pen, piece: Piece) -> None:
    wide, deep = piece.width, piece.depth
    pen.shadow(box(0, 6, wide, deep - 8, 2), 3, 5, 0.3)
    for number in range(piece.wide * 4):
        pen.shape(
            box(number * 8, 4, 7.2, deep - 10, 1),
            ("pine", "wood", mix("pine", "wood", 0.5))[number * 7 % 3],
            depth=0.06,
        )
    for x in (2, wide - 8):
        for y in (5, deep - 12):
            pen.block(x, y, 6, 6, 10, "dark", 2)
    pen.stroke(curve(f"M 5 -4 Q {wide / 2} 6 {wide - 5} -4"), "boards", 1.4)


@picture("boat", Look(((2, 1),), variants=[{"paint": "red"}, {"paint": "teal"}], flat=True))
def boat(pen: Pen, piece: Piece, paint: str = "red") -> None:
    pen.fill(curve("M -2 14 Q 4 30 32 30 Q 60 30 68 12 Q 60 24 32 24 Q 6 24 -2 14 Z"), "white", 0.45)
    pen.shape(curve("M 0 6 Q 32 -4 68 5 Q 60 26 32 26 Q 6 26 0 6 Z"), paint)
    pen.shape(curve("M 6 8 Q 32 0 61 7 Q 54 18 32 18 Q 12 18 6 8 Z"), "pine")
    for x in (20, 42):
        pen.fill(box(x, 4, 5, 14, 1), "wood")


@picture(
    "duck",
    Look(
        variants=[
            {"colour": "white"},
            {"colour": "wood"},
            {"colour": "white", "left": True},
            {"colour": "wood", "left": True},
        ],
        flat=True,
    ),
)
def duck(pen: Pen, piece: Piece, colour: str = "white", left: bool = False) -> None:
    with pen.moved(16, 16, mirrored=left):
        pen.stroke(oval(0, 4, 13, 5), "white", 1, 0.6)
        pen.shape(curve("M -10 -2 Q -9 5 0 5 Q 9 5 9 -2 Q 4 -4 0 -3 Q -6 -3 -10 -6 Z"), colour)
        pen.shape(oval(7, -7, 4.6, 4.4), colour if colour == "white" else "green").shape(
            polygon((11, -8), (16, -6.4), (11, -5)), "orange"
        )
        pen.fill(oval(8.2, -8, 0.95), INK).fill(curve("M -6 -1 Q -1 4 5 -1 Q 0 -2 -6 -1 Z"), shade(colour, 0.16))


@picture("lily", Look(variants=[{"open_": True}, {"open_": False}], flat=True))
def lily(pen: Pen, piece: Piece, open_: bool = True) -> None:
    for x, y, radius in ((12, 14, 8), (22, 20, 6)):
        pen.shape(oval(x, y, radius, radius * 0.66), "leaf").line(
            x, y, x + radius * 0.8, y - radius * 0.3, "water_dark", 1.6
        )
    if open_:
        pen.shape(blob(11, 11, 4, 6, 0.2, 2, 0.8), "pink").fill(oval(11, 10.6, 1.5), "yellow")


@picture("reeds", Look())
def reeds(pen: Pen, piece: Piece) -> None:
    for number, (x, tall) in enumerate(((8, 26), (13, 34), (18, 28), (23, 36), (27, 24))):
        pen.line(x, 28, x + number - 2, 28 - tall, "green", 1.8)
        if number % 2:
            pen.shape(box(x + number - 4, 24 - tall, 4, 10, 2), "dark")


@picture("ferry", Look(((4, 2), (5, 2), (6, 2)), ("south", "north")))
def ferry(pen: Pen, piece: Piece) -> None:
    wide = piece.width
    pen.fill(
        curve(f"M -4 30 Q 10 66 {wide / 2} 65 Q {wide - 8} 65 {wide + 5} 24 L {wide - 10} 50 L 20 54 Z"), "white", 0.5
    )
    side = curve(f"M 0 20 L {wide} 12 Q {wide - 4} 50 {wide - 30} 60 L 26 60 Q 4 52 0 20 Z")
    deck = curve(f"M 0 20 Q {wide * 0.45} 8 {wide} 12 Q {wide - 10} 34 {wide - 34} 38 L 26 39 Q 6 36 0 20 Z")
    pen.shape(side, "navy").fill(
        curve(
            f"M 7 43 Q 12 52 26 55 L {wide - 30} 55 Q {wide - 16} 50 {wide - 10} 40 L {wide - 12} 37 Q {wide - 18} 47 {wide - 32} 50 L 26 50 Q 14 48 7 43 Z"
        ),
        "white",
    )
    pen.shape(deck, "boards")
    for y in (18, 24, 30):
        pen.line(14, y, wide - 24, y - 2, shade("boards", 0.16), 0.9)
    middle = wide * 0.46
    pen.block(middle - 34, 14, 68, 18, 24, "white", 4, front=mix("white", "sky", 0.35))
    for number in range(4):
        pen.shape(box(middle - 30 + 16 * number, 12, 11, 9, 2), "glass")
    pen.block(middle - 20, -10, 36, 12, 12, "red", 3, cast=False).fill(box(middle - 16, -8, 28, 5, 1), "glass")
    pen.drum(middle + 8, -20, 6, 3.6, 12, "yellow", cast=False).fill(box(middle + 2, -26, 12, 3, 0), "char")
    for number, x in enumerate((24, wide - 46)):
        pen.stroke(oval(x, 47, 4.4), "orange", 2.4).fill(oval(x, 47, 1), "white").line(
            x, 40, x, 42, "white", number + 1
        )
    pen.line(wide - 24, 16, wide - 24, -14, "dark", 1.8).shape(
        polygon((wide - 24, -14), (wide - 24, -5), (wide - 10, -10)), "coral"
    )


@picture("ticket_booth", Look(((1, 1), (2, 1))))
def ticket_booth(pen: Pen, piece: Piece) -> None:
    wide, middle = piece.width, piece.width / 2
    pen.block(3, 8, wide - 6, 19, 34, "white", 3, front="teal")
    for x in range(8, int(wide - 6), 8):
        pen.line(x, 12, x, 26, shade("teal", 0.2), 1)
    pen.shape(box(middle - 13, -5, 26, 15, 2), "white").fill(box(middle - 11, -3, 22, 11, 1), "glass")
    pen.line(middle - 8, 6, middle - 1, -2, "white", 1.8, 0.8).shape(box(middle - 15, 9, 30, 3.4, 1), "pine")
    pen.shape(curve(f"M 0 -14 L 6 -28 L {wide - 6} -28 L {wide} -14 Z"), "red")
    for x in range(8, int(wide - 4), 12):
        pen.line(x, -27, x - 2, -15, light("red", 0.5), 3)
    pen.shape(box(middle - 10, -13, 20, 7, 1), "cream").line(middle - 7, -9.5, middle + 7, -9.5, "navy", 1.5)


@picture("great_lamp", Look(((2, 2),), lights=[Light("lamp", 32, 10, 260, "#ffe9a8")], states=("lit",)))
def great_lamp(pen: Pen, piece: Piece, state: str = "") -> None:
    pen.drum(32, 44, 24, 14, 8, "iron").drum(32, 40, 15, 9, 10, "char", cast=False)
    glass = box(14, -16, 36, 48, 16)
    pen.shape(glass, light("glow", 0.3) if state == "lit" else "glass")
    with pen.within(glass):
        for y in (-8, -1, 6, 13, 20):
            pen.stroke(curve(f"M 12 {y} Q 32 {y + 7} 52 {y}"), "white", 1.6, 0.8)
        pen.soft(oval(32, 8, 9, 14), "glow", 0.95, 4).fill(oval(32, 8, 4, 7), "white")
    pen.shape(curve("M 12 -12 Q 32 -36 52 -12 Z"), "red").fill(oval(32, -25, 3), "gold")
    for x in (14, 32, 50):
        pen.line(x, -12, x, 30, "iron", 1.8)


@picture("telescope", Look())
def telescope(pen: Pen, piece: Piece) -> None:
    pen.shadow(oval(16, 25, 10, 4))
    for x in (7, 16, 25):
        pen.line(16, 4, x, 26, "dark", 2.4)
    pen.line(5, 8, 26, -14, shade("gold", 0.55), 8.6).line(5, 8, 26, -14, "gold", 6.6).line(
        19, -7, 27, -15, shade("gold", 0.55), 10.4
    )
    pen.line(19.4, -7.4, 26.8, -14.8, light("gold", 0.2), 8.4).line(4, 9, 7, 6, "char", 4.4)
