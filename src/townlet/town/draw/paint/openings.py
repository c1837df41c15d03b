"""Doors and windows, and what belongs to them: mats, awnings, signs, flower boxes."""

from __future__ import annotations

from collections.abc import Iterator

from townlet.town.draw.canvas import Canvas, Front
from townlet.town.draw.kit import Kit
from townlet.town.draw.paint.placed import Placed, chance, place
from townlet.world.setting import Tile

LONGEST = 4
"""Tiles of the widest window."""


def doors(canvas: Canvas, kit: Kit) -> Iterator[Placed]:
    """A picture for every door that has a leaf."""
    for tile, front in sorted(canvas.doors.items()):
        x, y = tile
        if canvas.runs_across(tile):
            if (x, y + 1) in canvas.rooms and (x, y - 1) in canvas.rooms:
                yield place(kit.choose("inner_door"), (x, y, 1, 1), kit, "door")
            else:
                hinge = "east" if (x - 1, y) in canvas.doors else "west"
                picture = kit.choose("front_door", colour=door_colour(front, kit), hinge=hinge)
                yield place(picture, (x, y, 1, 1), kit, "door")
        elif not ((x - 1, y) in canvas.rooms and (x + 1, y) in canvas.rooms):
            yield place(kit.choose("side_door", colour=door_colour(front, kit)), (x, y, 1, 1), kit, "door")


def window_runs(canvas: Canvas) -> Iterator[tuple[Tile, int, bool]]:
    """Windows side by side as one: the west end, how many tiles, whether it looks out to the south."""
    for tile in sorted(canvas.windows, key=lambda each: (each[1], each[0])):
        x, y = tile
        if not canvas.runs_across(tile) or (_count_west(canvas, tile) % LONGEST):
            continue
        width = 1
        while width < LONGEST and (x + width, y) in canvas.windows:
            width += 1
        yield tile, width, (x, y + 1) not in canvas.rooms


def door_colour(front: Front, kit: Kit) -> str:
    """As the plan says, else what the house's name comes to."""
    return front.door or kit.choose("mat", pick=f"{front.sector}:door").told["colour"]


def _count_west(canvas: Canvas, tile: Tile) -> int:
    x, y = tile
    count = 0
    while (x - 1 - count, y) in canvas.windows:
        count += 1
    return count


def windows(canvas: Canvas, kit: Kit) -> Iterator[Placed]:
    """Windows, with awnings or flower boxes towards the street."""
    for (x, y), width, to_street in window_runs(canvas):
        yield place(kit.choose("window", (width, 1)), (x, y, width, 1), kit)
        front = canvas.walls[(x, y)]
        if to_street and front.awning:
            left, right = (int(_plain(canvas, (at, y), front)) for at in (x - 1, x + width))
            wide = left + width + right
            yield place(kit.choose("awning", (wide, 1), colour=front.awning), (x - left, y, wide, 1), kit)
        elif to_street and chance(x, y, 5) < 3:
            for i in range(0, width, 2):
                wide = min(2, width - i)
                picture = kit.choose("window_box", (wide, 1), pick=f"{front.sector}:box")
                yield place(picture, (x + i, y, wide, 1), kit)


def _plain(canvas: Canvas, tile: Tile, front: Front) -> bool:
    """Whether an awning may go on over this part of the wall."""
    beside_a_door = (tile[0] - 1, tile[1]) in canvas.doors
    ends = not (canvas.walled((tile[0] - 1, tile[1])) and canvas.walled((tile[0] + 1, tile[1])))
    return tile in canvas.walls and tile not in canvas.windows and not ends and not (front.sign and beside_a_door)


def fronts(canvas: Canvas, kit: Kit) -> Iterator[Placed]:
    """A mat before every front door, and the sign of the house."""
    for (x, y), front in sorted(canvas.doors.items()):
        below = (x, y + 1)
        if not canvas.runs_across((x, y)) or canvas.built(below) or below in canvas.fences:
            continue
        yield place(kit.choose("mat", colour=door_colour(front, kit)), (x, y + 1, 1, 1), kit)
        beside = (x + 1, y)
        if front.sign and beside in canvas.walls and beside not in canvas.windows:
            yield place(kit.choose("sign", trade=front.sign), (x + 1, y, 1, 1), kit)
