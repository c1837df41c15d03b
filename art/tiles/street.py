"""Pavement, road and what is painted on it."""

from __future__ import annotations

import random

import skia

from art.palette import INK, light, shade
from art.pen import Pen
from art.register import pattern
from art.shapes import box, oval
from art.tiles.corners import corner_set


def _pavement_edge(pen: Pen, path: skia.Path, mask: int) -> None:
    pen.stroke(path, shade("slab_dark", 0.28), 2.4, 0.6)
    pen.fill(path, "slab")
    with pen.within(path):
        pen.line(16, 0, 16, 32, "slab_dark", 1, 0.8).line(0, 16, 32, 16, "slab_dark", 1, 0.8)
        with pen.moved(0, -1.6):
            pen.stroke(path, shade("slab_dark", 0.12), 2.2, 0.8)


corner_set("slab", 3, _pavement_edge)


@pattern("slab", 4, 4)
def pavement(pen: Pen) -> None:
    pen.fill(box(0, 0, 128, 128, 0), "slab")
    for x in range(4):
        for y in range(4):
            if (x * 7 + y * 3) % 5 in (0, 3):
                pen.fill(box(32 * x, 32 * y, 32, 32, 0), light("slab", 0.35), 0.7)
            pen.stroke(box(32 * x + 0.5, 32 * y + 0.5, 31, 31, 2), "slab_dark", 1, 0.8)
    for x, y in ((10, 22), (75, 50), (108, 100), (40, 90)):
        pen.fill(oval(x, y, 1.4, 0.9), "slab_dark")


def _kerb(pen: Pen, path: skia.Path, mask: int) -> None:
    pen.stroke(path, light("slab", 0.4), 5, 1).stroke(path, shade("slab_dark", 0.3), 2.2, 0.7)
    pen.fill(path, "road")
    with pen.within(path), pen.moved(0.6, 1.8):
        pen.stroke(path, INK, 3.4, 0.16)


corner_set("road", 4, _kerb)


@pattern("road", 4, 4)
def asphalt(pen: Pen) -> None:
    pen.fill(box(0, 0, 128, 128, 0), "road")
    chance = random.Random(3)
    for _ in range(40):
        x, y = chance.uniform(2, 126), chance.uniform(2, 126)
        pen.fill(oval(x, y, 1.2, 0.8), chance.choice(["road_dark", "slab_dark"]), 0.5)


@pattern("line/across")
def line_across(pen: Pen) -> None:
    pen.fill(box(5, 14.4, 22, 3.2, 1.6), "white", 0.8)


@pattern("line/down")
def line_down(pen: Pen) -> None:
    pen.fill(box(14.4, 5, 3.2, 22, 1.6), "white", 0.8)


@pattern("crossing/across")
def crossing_across(pen: Pen) -> None:
    """One walks across it from west to east."""
    for x in (2.5, 18.5):
        pen.fill(box(x, 1, 11, 30, 1), "white", 0.85)


@pattern("crossing/down")
def crossing_down(pen: Pen) -> None:
    for y in (2.5, 18.5):
        pen.fill(box(1, y, 30, 11, 1), "white", 0.85)
