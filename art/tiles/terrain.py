"""Paths, sand and water: sets of sixteen, and patterns for the middle of wide stretches."""

from __future__ import annotations

import random

import skia

from art.palette import mix, shade
from art.pen import Pen
from art.register import pattern
from art.shapes import box, oval
from art.tiles.corners import corner_set


def _path_edge(pen: Pen, path: skia.Path, mask: int) -> None:
    pen.stroke(path, shade("grass_dark", 0.14), 4.4, 0.55)
    pen.fill(path, "path")
    pen.stroke(path, "path_dark", 1.2, 0.9)


corner_set("path", 14, _path_edge)


@pattern("path", 4, 4)
def path_middle(pen: Pen) -> None:
    pen.fill(box(0, 0, 128, 128, 0), "path")
    _grains(pen, ("path_dark", mix("path", "white", 0.6)), 46, 5)


def _sand_edge(pen: Pen, path: skia.Path, mask: int) -> None:
    pen.stroke(path, shade("grass_dark", 0.12), 3.4, 0.4)
    pen.fill(path, "sand")
    pen.stroke(path, "sand_dark", 1.2, 0.8)


corner_set("sand", 15, _sand_edge)


@pattern("sand", 4, 4)
def sand_middle(pen: Pen) -> None:
    pen.fill(box(0, 0, 128, 128, 0), "sand")
    _grains(pen, ("sand_dark", mix("sand", "white", 0.7)), 70, 8)
    for x, y in ((20, 30), (84, 60), (50, 104)):
        pen.line(x, y, x + 16, y + 1.5, "sand_dark", 1.1, 0.7)
        pen.line(x + 6, y + 4, x + 18, y + 4.6, "sand_dark", 0.9, 0.5)


def _shore(pen: Pen, path: skia.Path, mask: int) -> None:
    pen.stroke(path, shade("grass_dark", 0.15), 11.5, 0.45)
    pen.stroke(path, "sand", 9)
    pen.stroke(path, shade("sand", 0.22), 3)
    pen.fill(path, "water")
    with pen.within(path):
        with pen.moved(0, 5):
            pen.stroke(path, "water_dark", 11, 0.5)
        pen.stroke(path, "water_light", 1.6, 0.6)


corner_set("water", 15.5, _shore)


@pattern("water", 4, 4)
def water_middle(pen: Pen) -> None:
    pen.fill(box(0, 0, 128, 128, 0), "water")
    chance = random.Random(9)
    for _ in range(11):
        x, y, long = chance.uniform(4, 104), chance.uniform(4, 120), chance.uniform(7, 16)
        pen.line(x, y, x + long, y, chance.choice(["water_light", "white"]), 1.5, 0.75)
        pen.line(x + long * 0.4, y + 3, x + long * 1.15, y + 3, "water_light", 1.1, 0.6)


def _depth(pen: Pen, path: skia.Path, mask: int) -> None:
    pen.soft(path, "water_dark", 0.34, 6)


corner_set("deep", 16, _depth)


def _grains(pen: Pen, colours: tuple[str, str], count: int, seed: int) -> None:
    chance = random.Random(seed)
    for _ in range(count):
        x, y = chance.uniform(3, 125), chance.uniform(3, 125)
        pen.fill(oval(x, y, chance.uniform(0.8, 2.3), chance.uniform(0.7, 1.5)), chance.choice(colours), 0.8)
