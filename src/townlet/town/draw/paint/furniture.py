"""What stands in the town: the pictures of its things, where they are used and where they give light."""

from __future__ import annotations

from collections.abc import Iterator

from townlet.town.draw.canvas import Canvas, Mark
from townlet.town.draw.kit import Kit, Picture
from townlet.town.draw.paint.placed import Placed, pick_for, place

LOW = {"tree": ("young_tree", 2), "pine_tree": ("young_pine_tree", 2), "lamp": ("low_lamp", 1)}
"""What stands there instead where one would reach over a house, and how many tiles it has to be off."""


def furniture(canvas: Canvas, kit: Kit) -> Iterator[tuple[Mark, Placed]]:
    """Every thing of the plan with its picture."""
    for mark in canvas.things():
        yield mark, place(picture_of(mark, canvas, kit), mark.area, kit, mark.name)


def picture_of(mark: Mark, canvas: Canvas, kit: Kit) -> Picture:
    """The picture of a thing; the generic one if its kind is not drawn."""
    low, reach = LOW.get(mark.kind, ("", 0))
    kind = low if low and _under_a_house(mark, reach, canvas) else mark.kind
    known = kit.kinds.get(kind)
    pick = pick_for(mark, canvas, known is not None and known.by_room)
    return kit.choose(kind, (mark.area[2], mark.area[3]), str(mark.properties.get("facing", "south")), pick)


def _under_a_house(mark: Mark, reach: int, canvas: Canvas) -> bool:
    x, y = mark.corner
    return any(canvas.built((x + i, y - j)) for i in (-1, 0, 1) for j in range(1, reach + 1))
