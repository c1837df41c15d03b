"""The tops of walls: their plan, twelve units thick, one wall height up.

`cap/COLUMN/STRIP`: COLUMN is what stands in the cell (`none`, `full`, `stub`), STRIP the top of a wall in the cell
below: `none`, or whether it goes on to the west and to the east, as in `we`, `w`, `e`, `alone`.
"""

from __future__ import annotations

import skia

from art.palette import light, shade
from art.pen import Pen
from art.register import PATTERNS, Pattern
from art.shapes import box, joined

COLUMNS = {"none": None, "full": (10, -20, 12, 72), "stub": (10, -20, 12, 38)}
STRIPS = {
    "none": None,
    "we": (-20, 20, 72, 12),
    "w": (-20, 20, 42, 12),
    "e": (10, 20, 42, 12),
    "alone": (10, 20, 12, 12),
}


def _plan(column: str, strip: str) -> skia.Path:
    parts = [part for part in (COLUMNS[column], STRIPS[strip]) if part]
    return joined(*(box(*part, 0) for part in parts))


def _cap(column: str, strip: str) -> Pattern:
    def draw(pen: Pen) -> None:
        plan = _plan(column, strip)
        with pen.within(box(-1, -1, 34, 33, 0)):
            pen.fill(plan, "cap").stroke(plan, shade("cap", 0.45), 1.6)
            with pen.within(plan), pen.moved(1.2, 1.3):
                pen.stroke(plan, "cap_light", 1.3, 0.9)

    return Pattern(draw)


for _column in COLUMNS:
    for _strip in STRIPS:
        if (_column, _strip) != ("none", "none"):
            PATTERNS[f"cap/{_column}/{_strip}"] = _cap(_column, _strip)


def _pane(pen: Pen) -> None:
    """A window in a wall that runs north and south: glass along its top."""
    _cap("full", "none").draw(pen)
    pen.shape(box(12.5, 5, 7, 22, 1.5), "white")
    pen.fill(box(14, 6.5, 4, 19, 1), "glass").line(14, 16, 18, 16, light("glass", 0.8), 1)


PATTERNS["cap/pane"] = Pattern(_pane)
