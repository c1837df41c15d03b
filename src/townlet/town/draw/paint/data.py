"""Data for light and life: window panes, lights, and where people sit and lie."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from townlet.town.draw.canvas import Canvas, Properties
from townlet.town.draw.kit import Kit
from townlet.town.draw.paint.furniture import furniture
from townlet.town.draw.paint.openings import window_runs


@dataclass(frozen=True)
class Point:
    """A point or a rectangle of a layer of data, in pixels."""

    kind: str
    x: float
    y: float
    properties: Properties
    width: float = 0
    height: float = 0
    name: str = ""


def panes(canvas: Canvas, kit: Kit) -> Iterator[Point]:
    """The glass of every window that one sees."""
    for (x, y), width, to_street in window_runs(canvas):
        unit = kit.tile / 32
        yield Point(
            "window",
            x * kit.tile + 6.5 * unit,
            y * kit.tile + 7.5 * unit,
            {"side": "street" if to_street else "room"},
            width * kit.tile - 13 * unit,
            14 * unit,
        )


def lights(canvas: Canvas, kit: Kit) -> Iterator[Point]:
    """Where things give light."""
    for mark, placed in furniture(canvas, kit):
        for light in kit.kinds[placed.picture.kind].lights:
            x, y = mark.area[0] * kit.tile, mark.area[1] * kit.tile
            yield Point(
                light.kind, x + light.x, y + light.y, {"radius": light.radius, "colour": light.colour}, name=mark.name
            )


def poses(canvas: Canvas, kit: Kit) -> Iterator[Point]:
    """Where people sit, lie and stand raised."""
    for mark, placed in furniture(canvas, kit):
        across, along = mark.area[2] / placed.picture.size[0], mark.area[3] / placed.picture.size[1]
        for pose in placed.picture.poses:
            x, y = mark.area[0] * kit.tile + pose.x * across, mark.area[1] * kit.tile + pose.y * along
            yield Point(pose.kind, x, y, {"facing": pose.facing, "rise": pose.rise}, name=mark.name)
