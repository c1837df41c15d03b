"""Workshops and forges."""

from __future__ import annotations

from art.palette import light, mix, shade
from art.pen import Pen
from art.register import Light, Look, Piece, picture
from art.shapes import blob, box, curve, oval, polygon


@picture("workbench", Look(((2, 1), (3, 1), (4, 1))))
def workbench(pen: Pen, piece: Piece) -> None:
    wide = piece.width
    pen.block(1, 5, wide - 2, 22, 17, "pine", 1.5, front=shade("pine", 0.32)).fill(
        box(8, 15, wide - 16, 11, 1), shade("dark", 0.3), 0.8
    )
    pen.shape(box(wide - 30, 17, 18, 9, 1), "wood").shape(box(14, 19, 14, 7, 1), "red")
    pen.block(4, 5, 9, 9, 24, "iron", 1, cast=False).line(8, -10, 8, -16, "steel", 2.4).line(
        3, -16, 13, -16, "steel", 2
    )
    pen.shape(box(20, -6, 22, 5, 1), "boards").line(24, -10, 31, -1, "dark", 2.6).shape(box(29, -4, 9, 5, 1), "iron")
    for number in range(4):
        pen.stroke(curve(f"M {46 + number * 4} -2 Q {48 + number * 4} -7 {50 + number * 4} -2"), "boards", 1.2)
    if piece.wide > 2:
        pen.shape(polygon((64, -1), (84, -10), (85, -6), (66, 3)), "steel").shape(box(81, -11, 9, 7, 2), "wood")


@picture("tool_rack", Look(((1, 1), (2, 1), (3, 1))))
def tool_rack(pen: Pen, piece: Piece) -> None:
    wide = piece.width
    pen.block(3, 12, wide - 6, 15, 38, "boards", 2, front=mix("boards", "wood", 0.35))
    for y in (-6, 10):
        pen.fill(box(4, y, wide - 8, 2.4, 1), "dark")
    tools = int((wide - 10) // 9)
    for number in range(tools):
        x = 9 + number * 9
        pen.line(x, -5, x, 7, ("wood", "dark", "pine")[number % 3], 2.2)
        if number % 3 == 0:
            pen.shape(box(x - 4, 4, 8, 4.4, 1), "iron")
        elif number % 3 == 1:
            pen.shape(polygon((x - 2, 2), (x + 2, 2), (x + 3, 9), (x - 3, 9)), "steel")
        else:
            pen.stroke(oval(x, 6, 2.6), "iron", 1.8)
        pen.line(x, 12, x, 18, ("red", "wood", "yellow")[number % 3], 2.6).line(x, 18, x, 23, "steel", 1.5)


@picture("lathe", Look(((2, 1), (3, 1))))
def lathe(pen: Pen, piece: Piece) -> None:
    wide = piece.width
    pen.block(3, 8, wide - 6, 18, 13, "char", 2, front=shade("char", 0.2))
    pen.block(6, 6, 20, 14, 26, "green", 3, cast=False).fill(oval(16, -2, 3.4), "steel")
    pen.block(wide - 22, 8, 14, 11, 22, "green", 3, cast=False)
    spindle = curve(
        f"M 26 -6 Q 34 -11 42 -6 Q 50 -9 58 -5 L {wide - 22} -5 L {wide - 22} 0 L 58 0 Q 50 4 42 1 Q 34 6 26 1 Z"
    )
    pen.shape(spindle, "pine")
    for x, y in ((34, 6), (44, 8), (52, 5), (60, 8)):
        pen.stroke(oval(x, y, 2, 1.4), "boards", 1.1)


@picture("anvil", Look())
def anvil(pen: Pen, piece: Piece) -> None:
    pen.drum(16, 22, 10, 6, 8, "wood", front=shade("wood", 0.25))
    pen.shape(curve("M 3 2 L 27 0 L 27 6 L 21 8 L 21 13 L 24 16 L 8 16 L 11 13 L 11 8 Q 4 7 3 2 Z"), "iron")
    pen.line(4, 2.6, 26, 1, light("iron", 0.5), 1.4).line(17, -1, 26, -8, "dark", 2.2).shape(
        box(13, -4, 7, 5, 1), "char"
    )


@picture("forge", Look(((2, 1), (2, 2)), lights=[Light("fire", 32, 16, 130, "#ff9a4d")]))
def forge(pen: Pen, piece: Piece) -> None:
    wide, deep = piece.width, piece.depth
    pen.block(2, 6, wide - 4, deep - 11, 16, "stone", 3, front=shade("slate", 0.3))
    for row in range(2):
        for number in range(int(wide // 15)):
            pen.stroke(box(5 + number * 15 + row * 5, deep - 19 + row * 7, 12, 6, 2), light("slate", 0.25), 0.9, 0.8)
    hearth = oval(wide / 2, (deep - 22) / 2, wide / 2 - 11, (deep - 22) / 2 - 2 if deep > 40 else 7)
    pen.shape(hearth, "ebony")
    with pen.within(hearth):
        pen.soft(hearth, "ember", 0.8, 3)
        for number in range(12):
            x, y = 14 + (number * 23) % (wide - 28), (number * 17) % max(6, deep - 26)
            pen.fill(
                blob(x, y, 3.4, 6, 0.2, number), "glow" if number % 3 == 0 else "ebony" if number % 3 == 1 else "ember"
            )
    pen.line(wide - 20, deep / 3, wide - 2, deep / 3 - 8, "iron", 2.6).line(
        wide - 22, deep / 3 + 1, wide - 27, deep / 3 + 3, "glow", 2.6
    )


@picture("steam_box", Look(((2, 1), (3, 1)), ("south", "north")))
def steam_box(pen: Pen, piece: Piece) -> None:
    wide = piece.width
    for x in (8, wide - 14):
        pen.block(x, 20, 6, 7, 8, "dark", 1)
    pen.block(2, 10, wide - 4, 14, 14, "boards", 2, front=mix("boards", "wood", 0.4))
    for x in (18, wide / 2, wide - 18):
        pen.line(x, -4, x, 22, "iron", 2)
    pen.drum(wide - 9, 24, 6, 3.6, 7, "iron", cast=False)
    for number, (x, y, radius) in enumerate(((6, -8, 5), (12, -15, 6), (8, -22, 4))):
        pen.fill(blob(x, y, radius, 8, 0.15, number), "white", 0.7)


@picture("hull", Look(((4, 2), (5, 2), (6, 2))))
def hull(pen: Pen, piece: Piece) -> None:
    """A boat in the making, on its stocks: ribs above, planks below."""
    wide = piece.width
    for x in range(24, int(wide - 40), 44):
        pen.block(x, 52, 10, 9, 7, "dark", 1)
    pen.shadow(oval(wide / 2, 54, wide / 2 - 8, 8))
    rim = curve(
        f"M 2 14 Q {wide * 0.3} 4 {wide - 12} 12 L {wide - 3} 4 Q {wide - 12} 30 {wide - 30} 34 Q {wide / 2} 42 34 38 Q 8 34 2 14 Z"
    )
    side = curve(
        f"M 2 14 Q 8 34 34 38 Q {wide / 2} 42 {wide - 30} 34 Q {wide - 12} 30 {wide - 3} 4 Q {wide - 8} 44 {wide - 34} 54 Q {wide / 2} 60 38 55 Q 8 46 2 14 Z"
    )
    pen.shape(rim, shade("wood", 0.3)).shape(side, "pine")
    for number in range(1, int(wide // 20)):
        x = 12 + 20 * number
        if x < wide - 24:
            pen.line(x, 11, x, 36, "boards", 3).line(x, 11, x, 5, "pine", 2.6)
    for y in (44, 50):
        pen.stroke(
            curve(f"M {12 if y < 46 else 22} {y - 6} Q {wide / 2} {y + 7} {wide - (22 if y < 46 else 34)} {y - 4}"),
            shade("pine", 0.25),
            1.1,
        )
    pen.stroke(curve(f"M 2 14 Q 8 34 34 38 Q {wide / 2} 42 {wide - 30} 34 Q {wide - 12} 30 {wide - 3} 4"), "dark", 2)
