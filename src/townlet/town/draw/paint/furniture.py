"""What stands in the town: the pictures of its things, where they are used and where they give light."""

from __future__ import annotations

from collections.abc import Iterator

from townlet.town.draw.canvas import Canvas, Mark
from townlet.town.draw.kit import Kit, Picture
from townlet.town.draw.paint.placed import Placed, pick_for, place

YOUNG = {"tree": "young_tree", "pine_tree": "young_pine_tree"}
"""What is planted instead where a crown would lie over a house."""


def furniture(canvas: Canvas, kit: Kit) -> Iterator[tuple[Mark, Placed]]:
    """Every thing of the plan with its picture."""
    for mark in canvas.things():
        yield mark, place(picture_of(mark, canvas, kit), mark.area, kit, mark.name)


def picture_of(mark: Mark, canvas: Canvas, kit: Kit) -> Picture:
    """The picture of a thing; the generic one if its kind is not drawn."""
    kind = mark.kind if not (mark.kind in YOUNG and _under_a_house(mark, canvas)) else YOUNG[mark.kind]
    known = kit.kinds.get(kind)
    pick = pick_for(mark, canvas, known is not None and known.by_room)
    return kit.choose(kind, (mark.area[2], mark.area[3]), str(mark.properties.get("facing", "south")), pick)


def _under_a_house(mark: Mark, canvas: Canvas) -> bool:
    x, y = mark.corner
    return any(canvas.built((x + i, y + j)) for i in (-1, 0, 1) for j in (-3, -2, -1))
