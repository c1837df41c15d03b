"""Outlines, in units: 32 to a tile."""

from __future__ import annotations

import math

import skia


def box(x: float, y: float, width: float, height: float, radius: float = 2.0) -> skia.Path:
    """A rectangle with round corners."""
    round_by = min(radius, width / 2, height / 2)
    path = skia.Path()
    path.addRRect(skia.RRect.MakeRectXY(skia.Rect.MakeXYWH(x, y, width, height), round_by, round_by))
    return path


def oval(x: float, y: float, across: float, down: float | None = None) -> skia.Path:
    """An ellipse about (x, y) with these radii; a circle if only one is given."""
    high = across if down is None else down
    path = skia.Path()
    path.addOval(skia.Rect.MakeXYWH(x - across, y - high, 2 * across, 2 * high))
    return path


def polygon(*corners: tuple[float, float]) -> skia.Path:
    path = skia.Path()
    path.addPoly([skia.Point(*corner) for corner in corners], True)
    return path


def curve(text: str) -> skia.Path:
    """A path in the absolute commands M, L, Q, C and Z of SVG."""
    path = skia.Path()
    draw = {"M": path.moveTo, "L": path.lineTo, "Q": path.quadTo, "C": path.cubicTo}
    words = text.replace(",", " ").split()
    numbers: list[float] = []
    command = ""
    for word in [*words, "end"]:
        if not word[0].isalpha():
            numbers.append(float(word))
            continue
        if command == "Z":
            path.close()
        elif command:
            draw[command](*numbers)
        command, numbers = word, []
    return path


def blob(
    x: float, y: float, radius: float, bumps: int = 9, wobble: float = 0.12, seed: float = 1, squash: float = 1.0
) -> skia.Path:
    """A soft lumpy circle: leaves, bushes, dough."""
    corners = []
    for bump in range(bumps):
        angle = 2 * math.pi * bump / bumps
        reach = radius * (1 + wobble * math.sin(seed * 12.9 + bump * 4.7))
        corners.append((x + reach * math.cos(angle), y + reach * math.sin(angle) * squash))
    path = skia.Path()
    path.moveTo(*_between(corners[-1], corners[0]))
    for bump in range(bumps):
        path.quadTo(*corners[bump], *_between(corners[bump], corners[(bump + 1) % bumps]))
    path.close()
    return path


def joined(*paths: skia.Path) -> skia.Path:
    """What all of them cover together."""
    builder = skia.OpBuilder()
    for path in paths:
        builder.add(path, skia.PathOp.kUnion_PathOp)
    return builder.resolve()


def softened(path: skia.Path, radius: float) -> skia.Path:
    """The path with its corners rounded, outer and inner ones."""
    paint = skia.Paint()
    paint.setPathEffect(skia.CornerPathEffect.Make(radius))
    out = skia.Path()
    paint.getFillPath(path, out)
    return out


def _between(one: tuple[float, float], other: tuple[float, float]) -> tuple[float, float]:
    return (one[0] + other[0]) / 2, (one[1] + other[1]) / 2
