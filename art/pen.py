"""The pen: lit from the north-west, outlined in each thing's own colour. Units: 32 to a tile."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import skia

from art.palette import INK, SUN, light, mix, rgb, shade
from art.shapes import box, joined, oval

LINE = 0.95
"""Width of the line outside of a shape."""
INKED = 0.52
"""How far an outline goes from the thing's colour to ink."""


class Pen:
    """Draws on a skia canvas that is scaled to units."""

    def __init__(self, canvas: skia.Canvas) -> None:
        self.canvas = canvas

    @contextmanager
    def moved(self, x: float, y: float, scale: float = 1, mirrored: bool = False) -> Iterator[Pen]:
        """Draw from another corner, larger, or the other way round."""
        self.canvas.save()
        self.canvas.translate(x, y)
        self.canvas.scale(-scale if mirrored else scale, scale)
        yield self
        self.canvas.restore()

    @contextmanager
    def within(self, path: skia.Path) -> Iterator[Pen]:
        """Draw only inside of the path."""
        self.canvas.save()
        self.canvas.clipPath(path, True)
        yield self
        self.canvas.restore()

    # Flat marks

    def fill(self, path: skia.Path, colour: str, alpha: float = 1) -> Pen:
        self.canvas.drawPath(path, _paint(colour, alpha))
        return self

    def stroke(self, path: skia.Path, colour: str, width: float = 1, alpha: float = 1) -> Pen:
        self.canvas.drawPath(path, _stroke(colour, width, alpha))
        return self

    def line(self, x1: float, y1: float, x2: float, y2: float, colour: str, width: float = 1, alpha: float = 1) -> Pen:
        self.canvas.drawLine(x1, y1, x2, y2, _stroke(colour, width, alpha))
        return self

    def soft(self, path: skia.Path, colour: str, alpha: float, blur: float) -> Pen:
        """A fill without an edge."""
        paint = _paint(colour, alpha)
        paint.setMaskFilter(skia.MaskFilter.MakeBlur(skia.kNormal_BlurStyle, blur))
        self.canvas.drawPath(path, paint)
        return self

    def fade(
        self,
        path: skia.Path,
        colour: str,
        ends: tuple[float, float],
        start: tuple[float, float],
        end: tuple[float, float],
    ) -> Pen:
        """A fill whose alpha goes from `ends[0]` at the point `start` to `ends[1]` at `end`."""
        red, green, blue = rgb(colour)
        paint = skia.Paint(AntiAlias=True)
        colours = [skia.Color(red, green, blue, int(255 * alpha)) for alpha in ends]
        paint.setShader(skia.GradientShader.MakeLinear([skia.Point(*start), skia.Point(*end)], colours))
        self.canvas.drawPath(path, paint)
        return self

    # Shapes

    def outline(self, path: skia.Path, colour: str, width: float = 1) -> Pen:
        return self.stroke(path, mix(colour, INK, INKED), 2 * LINE * width)

    def shape(self, path: skia.Path, colour: str, lined: bool = True, depth: float = 0.10) -> Pen:
        """Outline, fill, lighter towards the north-west and plum towards the south."""
        if lined:
            self.outline(path, colour)
        self.fill(path, colour)
        bounds = path.getBounds()
        lean = bounds.left() + bounds.width() * 0.25
        with self.within(path):
            middle = bounds.centerY()
            self.fade(path, SUN, (depth * 2.2, 0), (bounds.left(), bounds.top()), (lean, middle))
            self.fade(path, INK, (0, depth * 1.3), (bounds.left(), middle), (lean, bounds.bottom()))
        return self

    def shadow(
        self, path: skia.Path, right: float = 3, down: float = 2.5, alpha: float = 0.26, blur: float = 2.2
    ) -> Pen:
        with self.moved(right, down):
            self.soft(path, INK, alpha, blur)
        return self

    # Solids: the plan as it is, height straight up

    def block(
        self,
        x: float,
        y: float,
        width: float,
        depth: float,
        height: float,
        colour: str,
        radius: float = 2,
        front: str | None = None,
        cast: bool = True,
    ) -> Pen:
        """A box that stands on the footprint (x, y, width, depth): shadow, darker front, lit top."""
        if cast:
            self.shadow(box(x, y, width, depth, radius))
        face = front or shade(colour, 0.24)
        whole = box(x, y - height, width, depth + height, radius)
        self.outline(whole, face).fill(whole, face)
        if height > 4:
            with self.within(whole):
                foot = y + depth
                self.fade(box(x, foot - height, width, height, 0), INK, (0, 0.18), (0, foot - height), (0, foot))
        self.fill(box(x, y - height, width, depth, radius), colour)
        rim = box(x + 0.6, y - height + 0.6, width - 1.2, depth - 1.2, max(0, radius - 0.6))
        return self.stroke(rim, light(colour, 0.5), 0.8, 0.75)

    def drum(
        self,
        x: float,
        y: float,
        across: float,
        down: float,
        height: float,
        colour: str,
        front: str | None = None,
        cast: bool = True,
    ) -> Pen:
        """A round block about (x, y): table tops, stools, pots."""
        face = front or shade(colour, 0.24)
        if cast:
            self.shadow(oval(x, y, across, down))
        side = box(x - across, y - height, 2 * across, height, 0)
        body = joined(side, oval(x, y, across, down), oval(x, y - height, across, down))
        self.outline(body, face).fill(body, face)
        self.fill(oval(x, y - height, across, down), colour)
        rim = oval(x, y - height, across - 0.7, down - 0.7)
        return self.stroke(rim, light(colour, 0.5), 0.8, 0.7)


def _paint(colour: str, alpha: float) -> skia.Paint:
    paint = skia.Paint(AntiAlias=True)
    paint.setColor(skia.Color(*rgb(colour), int(alpha * 255)))
    return paint


def _stroke(colour: str, width: float, alpha: float) -> skia.Paint:
    paint = _paint(colour, alpha)
    paint.setStyle(skia.Paint.kStroke_Style)
    paint.setStrokeWidth(width)
    paint.setStrokeCap(skia.Paint.kRound_Cap)
    paint.setStrokeJoin(skia.Paint.kRound_Join)
    return paint
