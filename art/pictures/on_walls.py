"""What hangs on walls: on the face of the wall tile that it is drawn at."""

from __future__ import annotations

from art.palette import INK, SUN, light, shade
from art.pen import Pen
from art.register import Look, Piece, picture, shades
from art.shapes import blob, box, curve, oval, polygon


@picture("window", Look(((1, 1), (2, 1), (3, 1), (4, 1)), flat=True, states=("lit",)))
def window(pen: Pen, piece: Piece, state: str = "") -> None:
    wide = piece.width - 8
    pen.shape(box(4, 5, wide, 19, 2), "white").fill(box(6.5, 7.5, wide - 5, 14, 1), "#ffc766" if state else "glass")
    with pen.within(box(6.5, 7.5, wide - 5, 14, 1)):
        for number in range(piece.wide):
            x = 32 * number
            pen.fill(polygon((11 + x, 23), (23 + x, 6), (27 + x, 6), (15 + x, 23)), "white", 0.4 if state else 0.55)
        for number in range(piece.wide + 1):
            pen.fill(
                curve(
                    f"M {32 * number - 7} 7 Q {32 * number} 9 {32 * number + 7} 7 L {32 * number + 3} 22 L {32 * number - 3} 22 Z"
                ),
                "white",
                0.35,
            )
    for number in range(1, 2 * piece.wide):
        pen.fill(box(4 + wide * number / (2 * piece.wide) - 0.7, 7, 1.4, 15, 0), "white")
    pen.shape(box(2, 23, wide + 4, 3.2, 1), "white")


@picture(
    "window_box",
    Look(((1, 1), (2, 1)), variants=[{"petals": "coral"}, {"petals": "pink"}, {"petals": "yellow"}], flat=True),
)
def window_box(pen: Pen, piece: Piece, petals: str = "coral") -> None:
    wide = piece.width
    pen.shape(box(5, 25, wide - 10, 5, 1.5), "wood")
    for number in range(int((wide - 12) // 4)):
        x = 8 + 4 * number
        pen.fill(blob(x, 25 - number % 2, 2.6, 6, 0.2, number), "leaf")
    for number in range(int((wide - 12) // 7)):
        pen.fill(oval(9 + 7 * number, 22.6 + number % 2, 2), petals).fill(
            oval(9 + 7 * number, 22.6 + number % 2, 0.8), "glow"
        )


def striped(pen: Pen, wide: float, colour: str) -> None:
    """A striped awning, as wide as told."""
    pen.shadow(box(1, 4, wide - 2, 8, 2), 2, 4, 0.3)
    count = int(wide // 10.667)
    each = wide / count
    stripes = [
        curve(
            f"M {i * each} 0 L {(i + 1) * each} 0 L {(i + 1) * each} 9 Q {(i + 1) * each} 13 {(i + 0.5) * each} 13 Q {i * each} 13 {i * each} 9 Z"
        )
        for i in range(count)
    ]
    for number, stripe in enumerate(stripes):
        pen.outline(stripe, "white" if number % 2 else colour, 0.8)
    for number, stripe in enumerate(stripes):
        pen.fill(stripe, "white" if number % 2 else colour)
    pen.fill(box(0, 0, wide, 4, 0), SUN, 0.28).fill(box(0, 7.4, wide, 1.8, 0), INK, 0.13)


@picture(
    "awning",
    Look(((1, 1), (2, 1), (3, 1), (4, 1), (5, 1), (6, 1)), variants=shades("colour", "red green navy teal"), flat=True),
)
def awning(pen: Pen, piece: Piece, colour: str = "red") -> None:
    striped(pen, piece.width, colour)


@picture("painting", Look(variants=[{"scene": scene} for scene in range(4)], flat=True))
def painting(pen: Pen, piece: Piece, scene: int = 0) -> None:
    pen.shape(box(5, 5, 22, 16, 1), ("gold", "dark", "white", "wood")[scene])
    ground = box(7.2, 7.2, 17.6, 11.6, 0.5)
    pen.fill(ground, ("sky", "blush", "butter", "sage")[scene])
    with pen.within(ground):
        pen.fill(blob(12, 19, 8, 7, 0.2, scene + 1, 0.7), ("green", "coral", "violet", "teal")[scene])
        pen.fill(blob(21, 20, 7, 7, 0.2, scene + 4, 0.7), ("leaf", "orange", "navy", "deep")[scene])
        pen.fill(oval(19, 10.4, 2.4), ("yellow", "white", "red", "glow")[scene])


@picture("mirror", Look(flat=True))
def mirror(pen: Pen, piece: Piece) -> None:
    pen.shape(box(9, 3, 14, 15, 6), "gold").fill(box(11, 5, 10, 11, 4.4), light("glass", 0.3))
    pen.line(13, 13, 18, 7, "white", 1.8, 0.8).line(16, 14.5, 19.4, 10.4, "white", 1.2, 0.7)


@picture("clock", Look(flat=True))
def clock(pen: Pen, piece: Piece) -> None:
    pen.shape(oval(16, 13, 8.4), "wood").fill(oval(16, 13, 6.4), "white")
    pen.line(16, 13, 16, 8.6, INK, 1.3).line(16, 13, 19, 14.6, INK, 1.3).fill(oval(16, 13, 0.9), "red")


@picture("pans", Look(flat=True))
def pans(pen: Pen, piece: Piece) -> None:
    pen.line(4, 5, 28, 5, "iron", 2)
    for number, (x, radius, colour) in enumerate(((8, 3.6, "iron"), (16, 4.4, "wood"), (24.5, 3.4, "red"))):
        pen.line(x, 5, x, 10, "char", 1.4).shape(oval(x, 10 + radius, radius), colour)
        pen.stroke(oval(x, 10 + radius, radius - 1.3), light(colour, 0.3), 0.8, 0.5 + number * 0.1)


@picture("plates", Look(flat=True))
def plates(pen: Pen, piece: Piece) -> None:
    pen.fill(box(3, 4, 26, 15, 1), shade("pine", 0.4), 0.35).shape(box(2, 18, 28, 3, 1), "pine")
    for x, rim in ((8, "blue"), (16, "coral"), (24, "leaf")):
        pen.shape(oval(x, 12.6, 4.2, 5.2), "white").stroke(oval(x, 12.6, 2.8, 3.6), rim, 1)


@picture("bottles", Look(((1, 1), (2, 1), (3, 1)), flat=True))
def bottles(pen: Pen, piece: Piece) -> None:
    wide = piece.width
    pen.fill(box(1, 3, wide - 2, 21, 1), "dark", 0.28)
    for row, y in enumerate((12, 22)):
        for number in range(int((wide - 4) // 8)):
            glass = ("green", "coral", "yellow", "violet", "glass", "white", "teal")[(number * 3 + row * 2) % 7]
            x = 4 + number * 8
            pen.shape(box(x, y - 7.4, 4.6, 7.4, 1.6), glass).fill(
                box(x + 1.4, y - 10, 1.8, 3.4, 0.5), shade(glass, 0.2)
            )
        pen.fill(box(0, y, wide, 2.2, 0), "wood")


@picture("menu", Look(((1, 1), (2, 1)), flat=True))
def menu(pen: Pen, piece: Piece) -> None:
    wide = piece.width
    pen.shape(box(3, 4, wide - 6, 19, 2), "wood").fill(box(5.5, 6.5, wide - 11, 14, 1), "#44504a")
    for row in range(3):
        pen.line(9, 9.6 + row * 4, 9 + (wide - 30) * (0.9 - row * 0.2), 9.6 + row * 4, "white", 1.2, 0.8)
        pen.line(wide - 15, 9.6 + row * 4, wide - 10 + row, 9.6 + row * 4, "yellow", 1.2, 0.8)


@picture("map", Look(flat=True))
def chart(pen: Pen, piece: Piece) -> None:
    pen.shape(box(4, 4, 24, 17, 1), "cream").fill(blob(12, 12, 5.4, 8, 0.3, 3), "leaf").fill(
        blob(22, 14, 4, 7, 0.3, 5), "leaf"
    )
    pen.fill(box(4, 3, 24, 2, 1), "dark").line(9, 17, 22, 8, "red", 0.9).fill(oval(22, 8, 1.2), "red")


@picture("coats", Look(flat=True))
def coats(pen: Pen, piece: Piece) -> None:
    pen.shape(box(3, 4, 26, 3.4, 1), "wood")
    for x, colour, long in ((8, "navy", 17), (16, "red", 14), (24, "yellow", 18)):
        pen.shape(curve(f"M {x - 2} 7 L {x + 2} 7 L {x + 4.4} {long + 6} L {x - 4.4} {long + 6} Z"), colour)
