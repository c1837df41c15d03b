"""What makes a house a home: doors, windows, mats, awnings, signs, pictures on walls; flowers in the grass."""

from __future__ import annotations

import zlib
from collections.abc import Iterator

from townlet.town.draw.canvas import Canvas, Front
from townlet.town.draw.kit import Kit
from townlet.town.draw.paint.placed import Placed, place
from townlet.world.setting import Tile

ABOVE = {"basin": "mirror", "washstand": "mirror", "stove": "pans", "counter": "plates", "sink": "plates"}
"""What hangs over a thing that stands at a wall."""
ON_BARE_WALLS = ("painting", "painting", "painting", "clock", "map", "coats")
LONGEST = 4
"""Tiles of the widest window."""


def hung(canvas: Canvas, kit: Kit) -> Iterator[Placed]:
    """Everything flat: on walls, before doors, in the grass."""
    yield from _windows(canvas, kit)
    yield from _fronts(canvas, kit)
    yield from _on_walls(canvas, kit)
    yield from _flowers(canvas, kit)


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


def _windows(canvas: Canvas, kit: Kit) -> Iterator[Placed]:
    for (x, y), width, to_street in window_runs(canvas):
        yield place(kit.choose("window", (width, 1)), (x, y, width, 1), kit)
        front = canvas.walls[(x, y)]
        if to_street and front.awning:
            for start in range(0, width, 6):
                wide = min(6, width - start)
                yield place(kit.choose("awning", (wide, 1), colour=front.awning), (x + start, y, wide, 1), kit)
        elif to_street and _chance(x, y, 5) < 3:
            for i in range(0, width, 2):
                wide = min(2, width - i)
                picture = kit.choose("window_box", (wide, 1), pick=f"{front.sector}:box")
                yield place(picture, (x + i, y, wide, 1), kit)


def _fronts(canvas: Canvas, kit: Kit) -> Iterator[Placed]:
    for (x, y), front in sorted(canvas.doors.items()):
        below = (x, y + 1)
        if not canvas.runs_across((x, y)) or canvas.built(below) or below in canvas.fences:
            continue
        yield place(kit.choose("mat", colour=door_colour(front, kit)), (x, y + 1, 1, 1), kit)
        beside = (x + 1, y)
        if front.sign and beside in canvas.walls and beside not in canvas.windows:
            yield place(kit.choose("sign", trade=front.sign), (x + 1, y, 1, 1), kit)


def _on_walls(canvas: Canvas, kit: Kit) -> Iterator[Placed]:
    standing = {}
    for mark in canvas.things():
        x, y, width, depth = mark.area
        standing.update({(x + i, y + j): mark.kind for i in range(width) for j in range(depth)})
    last = (-9, -9)
    for tile in sorted(canvas.walls, key=lambda each: (each[1], each[0])):
        x, y = tile
        room = canvas.rooms.get((x, y + 1))
        if tile in canvas.windows or room is None or not canvas.runs_across(tile):
            continue
        kind = standing.get((x, y + 1), "")
        if kind in ABOVE and (kind != "sink" or _chance(x, y, 2)):
            yield place(kit.choose(ABOVE[kind]), (x, y, 1, 1), kit)
            last = tile
        elif not kind and room.floor not in ("bath",) and _chance(x, y, 3) == 0 and (last[1] != y or x - last[0] > 2):
            hanging = ON_BARE_WALLS[_chance(y, x, len(ON_BARE_WALLS))]
            yield place(kit.choose(hanging, pick=f"{x},{y}"), (x, y, 1, 1), kit)
            last = tile


def _flowers(canvas: Canvas, kit: Kit) -> Iterator[Placed]:
    taken = {tile for mark in canvas.things() for tile in _tiles_of(mark.area)}
    for tile in canvas.tiles():
        x, y = tile
        if canvas.built(tile) or tile in taken or tile in canvas.fences or tile in canvas.ground:
            continue
        if _chance(x, y, 70) == 0 or (
            canvas.walled((x, y - 1)) and (x, y - 1) in canvas.walls and _chance(y, x, 4) == 0
        ):
            yield place(kit.choose("flowers", pick=f"{x},{y}"), (x, y, 1, 1), kit)


def _tiles_of(area: tuple[int, int, int, int]) -> Iterator[Tile]:
    x, y, width, depth = area
    for j in range(depth):
        for i in range(width):
            yield x + i, y + j


def _chance(x: int, y: int, out_of: int) -> int:
    """A number below `out_of` that depends on the place alone."""
    return zlib.crc32(f"{x},{y}".encode()) % out_of
