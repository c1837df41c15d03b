"""Floors by kind: light and quiet, so that furniture and people stand out."""

from __future__ import annotations

from art.palette import light, mix
from art.pen import Pen
from art.register import PATTERNS, Pattern, pattern
from art.shapes import box, oval


def _planks(pen: Pen, wood: str) -> None:
    dark = f"{wood}_dark"
    pen.fill(box(0, 0, 128, 64, 0), wood)
    for row in range(8):
        y = 8 * row
        start = (row * 52 + 12) % 128
        for number, length in enumerate((56, 40, 32)):
            for left in (start, start - 128):
                tone = (row * 3 + number * 2) % 5
                if tone < 2:
                    pen.fill(box(left, y, length, 8, 0), dark if tone else light(wood, 0.25), 0.4)
                pen.line(left, y + 0.5, left, y + 7.5, dark, 1)
            start = (start + length) % 128
        pen.line(0, y, 128, y, dark, 1)


for _wood in ("oak", "walnut"):
    PATTERNS[_wood] = Pattern(lambda pen, wood=_wood: _planks(pen, wood), 4, 2)  # type: ignore[misc]


@pattern("check")
def check(pen: Pen) -> None:
    for i in (0, 1):
        for j in (0, 1):
            pen.fill(box(16 * i, 16 * j, 16, 16, 0), "check" if (i + j) % 2 else "check_dark")


def _tiles(pen: Pen, colour: str, across: int) -> None:
    pen.fill(box(0, 0, 32, 32, 0), colour)
    for number in range(across + 1):
        at = 32 * number / across
        pen.line(at, 0, at, 32, f"{colour}_dark", 1).line(0, at, 32, at, f"{colour}_dark", 1)


@pattern("tile")
def tile(pen: Pen) -> None:
    _tiles(pen, "tile", 2)


@pattern("bath")
def bath(pen: Pen) -> None:
    _tiles(pen, "bath", 4)


@pattern("carpet", 2, 2)
def carpet(pen: Pen) -> None:
    pen.fill(box(0, 0, 64, 64, 0), "carpet")
    for i in range(6):
        for j in range(6):
            pen.fill(oval(5.3 + 10.7 * i + (j % 2) * 5.3, 5.3 + 10.7 * j, 1.3), "carpet_dark")


FLAGS = (
    (0, 0, 50, 30),
    (50, 0, 34, 44),
    (84, 0, 44, 30),
    (0, 30, 24, 34),
    (24, 30, 26, 34),
    (84, 30, 20, 34),
    (104, 30, 24, 34),
    (50, 44, 34, 20),
    (0, 64, 36, 36),
    (36, 64, 40, 30),
    (76, 64, 52, 36),
    (36, 94, 40, 34),
    (0, 100, 36, 28),
    (76, 100, 26, 28),
    (102, 100, 26, 28),
)


@pattern("stone", 4, 4)
def stone(pen: Pen) -> None:
    """Flagstones of several sizes."""
    pen.fill(box(0, 0, 128, 128, 0), "stone_dark")
    for number, (x, y, width, depth) in enumerate(FLAGS):
        tone = (light("stone", 0.25), "stone", mix("stone", "stone_dark", 0.3))[number * 2 % 3]
        pen.fill(box(x + 0.8, y + 0.8, width - 1.6, depth - 1.6, 3), tone)
