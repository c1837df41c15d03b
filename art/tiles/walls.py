"""Faces of walls, seen from the south: wallpaper inside, brick and boards outside.

Each face is there twice: `full` goes on to both sides, `ends` stops where a wall ends on both.
"""

from __future__ import annotations

from collections.abc import Callable

from art.palette import INK, light, mix, shade
from art.pen import Pen
from art.register import PATTERNS, Pattern, pattern
from art.shapes import box, oval

PAPERS = ("sky", "blush", "butter", "sage", "lilac", "cream", "mint")
FACADES = ("brick", "clapboard", "slate", "plaster", "timber")


def _face(draw: Callable[[Pen], None], colour: str, ends: bool) -> Callable[[Pen], None]:
    def face(pen: Pen) -> None:
        west, width = (10, 12) if ends else (0, 32)
        with pen.within(box(west, 0, width, 32, 0)):
            draw(pen)
            for number in range(5):
                pen.fill(box(0, 0, 32, 1.5 + 2 * number, 0), INK, 0.06)
        if ends:
            pen.line(10, 0, 10, 32, shade(colour, 0.5), 1.2).line(22, 0, 22, 32, shade(colour, 0.5), 1.2)

    return face


def _register(name: str, colour: str, draw: Callable[[Pen], None]) -> None:
    PATTERNS[f"{name}/full"] = Pattern(_face(draw, colour, False))
    PATTERNS[f"{name}/ends"] = Pattern(_face(draw, colour, True))


def _papered(colour: str) -> Callable[[Pen], None]:
    def draw(pen: Pen) -> None:
        pen.fill(box(0, 0, 32, 32, 0), colour)
        for x in range(4, 32, 8):
            pen.line(x, 0, x, 22, light(colour, 0.4), 1.2, 0.6)
        _skirting(pen, shade(colour, 0.16), light(colour, 0.6), shade(colour, 0.34))

    return draw


def _tiled(colour: str) -> Callable[[Pen], None]:
    """For bathrooms and kitchens: paint above, glazed tiles below."""

    def draw(pen: Pen) -> None:
        pen.fill(box(0, 0, 32, 32, 0), colour)
        glaze = mix(colour, "white", 0.72)
        pen.fill(box(0, 13, 32, 19, 0), glaze)
        for x in range(0, 33, 8):
            pen.line(x, 13, x, 32, shade(glaze, 0.13), 0.9)
        for y in (13, 21, 29):
            pen.line(0, y, 32, y, shade(glaze, 0.13), 0.9)
        pen.fill(box(0, 11.5, 32, 2, 0), shade(colour, 0.22)).fill(box(0, 29.6, 32, 2.4, 0), shade(colour, 0.3))

    return draw


def _boards(pen: Pen) -> None:
    pen.fill(box(0, 0, 32, 32, 0), "boards")
    for x in range(0, 33, 8):
        pen.line(x, 0, x, 32, shade("boards", 0.24), 1).line(x + 1.2, 0, x + 1.2, 32, light("boards", 0.35), 0.8, 0.7)
    for x, y in ((4, 12), (20, 20), (28, 7)):
        pen.fill(oval(x, y, 1.3, 0.9), shade("boards", 0.3))
    pen.fill(box(0, 29, 32, 3, 0), shade("boards", 0.35))


def _skirting(pen: Pen, panel: str, rail: str, foot: str) -> None:
    pen.fill(box(0, 23, 32, 9, 0), panel).line(0, 23, 32, 23, rail, 1.4).fill(box(0, 29.6, 32, 2.4, 0), foot)


def _plinth(pen: Pen) -> None:
    pen.fill(box(0, 27, 32, 5, 0), "slab_dark").line(0, 27, 32, 27, light("slab_dark", 0.6), 1)
    for x in (8, 24):
        pen.line(x, 28, x, 32, shade("slab_dark", 0.2), 0.8)


def _brick(pen: Pen) -> None:
    mortar = light("brick", 0.34)
    pen.fill(box(0, 0, 32, 32, 0), mortar)
    for row in range(5):
        for number in range(4):
            x = number * 10.667 - (row % 2) * 5.333
            tone = (row * 5 + (number % 3) * 3) % 7
            brick = shade("brick", 0.13) if tone == 0 else light("brick", 0.12) if tone == 3 else "brick"
            pen.fill(box(x + 0.5, row * 5.6 + 0.5, 9.7, 4.6, 0.6), brick)
    _plinth(pen)


def _lapped(colour: str) -> Callable[[Pen], None]:
    def draw(pen: Pen) -> None:
        pen.fill(box(0, 0, 32, 32, 0), colour)
        for y in (5.5, 11, 16.5, 22):
            pen.line(0, y, 32, y, shade(colour, 0.2), 1).line(0, y + 1, 32, y + 1, light(colour, 0.6), 0.9)
        _plinth(pen)

    return draw


def _slates(pen: Pen) -> None:
    pen.fill(box(0, 0, 32, 32, 0), shade("slate", 0.16))
    for row in range(4):
        for number in range(-1, 4):
            x = number * 10.667 + (row % 2) * 5.333
            tone = light("slate", 0.16) if (row * 2 + number % 3) % 3 == 0 else "slate"
            pen.fill(box(x + 0.4, row * 7 - 3, 9.9, 9.4, 2.4), tone)
    _plinth(pen)


def _plaster(pen: Pen) -> None:
    pen.fill(box(0, 0, 32, 32, 0), "plaster")
    for x, y, wide in ((4, 10, 9), (19, 18, 8), (22, 6, 6)):
        pen.line(x, y, x + wide, y - 1, shade("plaster", 0.09), 1.6, 0.8)
    _plinth(pen)


def _timber(pen: Pen) -> None:
    """A half-timbered wall: plaster between dark beams."""
    pen.fill(box(0, 0, 32, 32, 0), "timber")
    for beam in (box(0, 2.5, 32, 4, 0), box(0, 22.5, 32, 4.5, 0), box(-2, 0, 4.5, 27, 0), box(29.5, 0, 4.5, 27, 0)):
        pen.fill(beam, "dark")
    pen.line(3, 21.5, 28, 7.5, "dark", 3.4)
    pen.line(0, 3.2, 32, 3.2, light("dark", 0.25), 0.8).line(0, 23.2, 32, 23.2, light("dark", 0.25), 0.8)
    _plinth(pen)


for _paper in PAPERS:
    _register(f"inside/{_paper}", _paper, _papered(_paper))
    _register(f"wet/{_paper}", _paper, _tiled(_paper))
_register("inside/boards", "boards", _boards)
_register("wet/boards", "cream", _tiled("cream"))
_register("outside/brick", "brick", _brick)
_register("outside/clapboard", "clapboard", _lapped("clapboard"))
_register("outside/slate", "slate", _slates)
_register("outside/plaster", "plaster", _plaster)
_register("outside/timber", "timber", _timber)


@pattern("wall/shaft")
def shaft(pen: Pen) -> None:
    """A wall that runs north and south, under its cap."""
    pen.fill(box(10, 0, 12, 32, 0), shade("cap", 0.25))


@pattern("wall/end")
def end(pen: Pen) -> None:
    """The south end of such a wall: one sees its face."""
    pen.fill(box(10, 0, 12, 32, 0), shade("cap", 0.25))
    pen.fade(box(10, 18, 12, 14, 0), INK, (0, 0.3), (0, 18), (0, 32))


@pattern("threshold/down")
def threshold_down(pen: Pen) -> None:
    """In a door that one walks through from north to south."""
    pen.fill(box(0, 0, 32, 32, 0), "wood", 0.9)
    for y in (8, 16, 24):
        pen.line(0, y, 32, y, shade("wood", 0.2), 1)
    pen.fade(box(0, 0, 32, 12, 0), INK, (0.22, 0), (0, 0), (0, 12))


@pattern("threshold/across")
def threshold_across(pen: Pen) -> None:
    pen.fill(box(9, 0, 14, 32, 0), "wood")
    pen.line(9.5, 0, 9.5, 32, "dark", 1.2).line(22.5, 0, 22.5, 32, "dark", 1.2)
    pen.line(16, 0, 16, 32, shade("wood", 0.2), 1)
