"""Choosing and placing the pictures of a map: furniture, doors, windows, signs, flowers; and its points of light."""

from __future__ import annotations

import zlib
from collections import Counter
from collections.abc import Collection, Iterator
from dataclasses import dataclass

from townlet.mapmaker.canvas import Canvas, Front, PlanMark, Properties, parts_of
from townlet.mapmaker.kit import Kit, Picture
from townlet.town.drawing import row_first
from townlet.town.flood_fill import beside
from townlet.world.setting import Tile


@dataclass(frozen=True)
class Placed:
    """A picture with its position and size on the map, in pixels."""

    picture: Picture
    name: str
    x: float
    y: float
    """The south edge of the footprint."""
    width: float
    height: float


def place(picture: Picture, area: tuple[float, float, float, float], kit: Kit, name: str = "") -> Placed:
    """Place a picture on a footprint in tiles, stretched if it was drawn for another size."""
    x, y, wide, deep = area
    across, along = wide / picture.size[0], deep / picture.size[1]
    return Placed(
        picture,
        name,
        x * kit.tile + picture.left * across,
        (y + deep) * kit.tile,
        picture.at[2] * across,
        picture.at[3] * along,
    )


def variant_key(mark: PlanMark, canvas: Canvas, by_room: bool) -> str:
    """Return the text whose hash chooses a piece's variant: its room, or its own position."""
    room = canvas.rooms.get(mark.corner)
    if by_room and room:
        return f"{room.sector}:{room.arena}"
    return f"{mark.kind}:{mark.corner[0]},{mark.corner[1]}"


def chance_at(x: int, y: int, out_of: int) -> int:
    """Return a number below `out_of` from a hash of the position."""
    return zlib.crc32(f"{x},{y}".encode()) % out_of


LOW = {"tree": ("young_tree", 2), "pine_tree": ("young_pine_tree", 2), "lamp": ("low_lamp", 1)}
"""Kinds whose tall picture would cover a house: the lower kind drawn instead, and its reach in tiles."""


def furniture(canvas: Canvas, kit: Kit) -> Iterator[tuple[PlanMark, Placed]]:
    """Yield every piece of the plan with its placed picture."""
    for mark in canvas.things():
        yield mark, place(picture_of(mark, canvas, kit), mark.area, kit, mark.name)


def picture_of(mark: PlanMark, canvas: Canvas, kit: Kit) -> Picture:
    """Return the picture of a piece; the generic one if the kit does not have its kind."""
    low, reach = LOW.get(mark.kind, ("", 0))
    kind = low if low and _under_a_house(mark, reach, canvas) else mark.kind
    known = kit.kinds.get(kind)
    key = variant_key(mark, canvas, known is not None and known.by_room)
    return kit.choose(kind, (mark.area[2], mark.area[3]), str(mark.properties.get("facing", "south")), key)


def _under_a_house(mark: PlanMark, reach: int, canvas: Canvas) -> bool:
    x, y = mark.corner
    return any(canvas.built((x + i, y - j)) for i in (-1, 0, 1) for j in range(1, reach + 1))


ABOVE = {"basin": "mirror", "washstand": "mirror", "stove": "pans", "counter": "plates", "sink": "plates"}
"""What hangs on the wall above these kinds of furniture."""
ON_BARE_WALLS = ("painting", "clock", "painting", "map", "painting", "coats", "painting")
"""What hangs on the bare walls of a room, in this order."""
APART = 3
"""The minimum distance in tiles between two things on a wall."""


def hangings(canvas: Canvas, kit: Kit) -> Iterator[Placed]:
    """Yield the things that hang on walls: above furniture, and some on bare walls."""
    standing = {tile: mark.kind for mark in canvas.things() for tile in mark.tiles()}
    hung: Counter[tuple[str, str]] = Counter()
    last = (-APART, -1)
    for tile in sorted(canvas.walls, key=row_first):
        x, y = tile
        room = canvas.rooms.get((x, y + 1))
        if tile in canvas.windows or room is None or not canvas.runs_across(tile):
            continue
        kind = standing.get((x, y + 1), "")
        free = last[1] != y or x - last[0] >= APART
        if kind in ABOVE and (free or ABOVE[kind] != "plates"):
            yield place(kit.choose(ABOVE[kind]), (x, y, 1, 1), kit)
        elif not kind and free and room.floor != "bath" and chance_at(x, y, 3) == 0:
            name = (room.sector, room.arena)
            yield place(
                kit.choose(ON_BARE_WALLS[hung[name] % len(ON_BARE_WALLS)], variant_key=f"{x},{y}"), (x, y, 1, 1), kit
            )
            hung[name] += 1
        else:
            continue
        last = tile


LONGEST = 4
"""The width of the widest window in tiles."""


def doors(canvas: Canvas, kit: Kit) -> Iterator[Placed]:
    """Yield a picture for every door, except inner doors in walls that run north and south."""
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
    """Yield each row of window tiles: its west end, its width, and whether it faces the street to the south."""
    for tile in sorted(canvas.windows, key=row_first):
        x, y = tile
        if not canvas.runs_across(tile) or (_count_west(canvas, tile) % LONGEST):
            continue
        width = 1
        while width < LONGEST and (x + width, y) in canvas.windows:
            width += 1
        yield tile, width, (x, y + 1) not in canvas.rooms


def door_colour(front: Front, kit: Kit) -> str:
    """Return the colour of a door: from the plan, or else by a hash of the sector's name."""
    return front.door or kit.choose("mat", variant_key=f"{front.sector}:door").properties["colour"]


def _count_west(canvas: Canvas, tile: Tile) -> int:
    x, y = tile
    count = 0
    while (x - 1 - count, y) in canvas.windows:
        count += 1
    return count


def windows(canvas: Canvas, kit: Kit) -> Iterator[Placed]:
    """Yield the windows, with awnings or flower boxes towards the street."""
    for (x, y), width, to_street in window_runs(canvas):
        yield place(kit.choose("window", (width, 1)), (x, y, width, 1), kit)
        front = canvas.walls[(x, y)]
        if to_street and front.awning:
            left, right = (int(_plain(canvas, (at, y), front)) for at in (x - 1, x + width))
            wide = left + width + right
            yield place(kit.choose("awning", (wide, 1), colour=front.awning), (x - left, y, wide, 1), kit)
        elif to_street and chance_at(x, y, 5) < 3:
            for i in range(0, width, 2):
                wide = min(2, width - i)
                picture = kit.choose("window_box", (wide, 1), variant_key=f"{front.sector}:box")
                yield place(picture, (x + i, y, wide, 1), kit)


def _plain(canvas: Canvas, tile: Tile, front: Front) -> bool:
    """Return whether an awning may cover this wall tile beside its window."""
    beside_a_door = (tile[0] - 1, tile[1]) in canvas.doors
    ends = not (canvas.walled((tile[0] - 1, tile[1])) and canvas.walled((tile[0] + 1, tile[1])))
    return tile in canvas.walls and tile not in canvas.windows and not ends and not (front.sign and beside_a_door)


def fronts(canvas: Canvas, kit: Kit) -> Iterator[Placed]:
    """Yield a mat in front of every front door, and the sign of the house."""
    for (x, y), front in sorted(canvas.doors.items()):
        below = (x, y + 1)
        if not canvas.runs_across((x, y)) or canvas.built(below) or below in canvas.fences:
            continue
        yield place(kit.choose("mat", colour=door_colour(front, kit)), (x, y + 1, 1, 1), kit)
        beside = (x + 1, y)
        if front.sign and beside in canvas.walls and beside not in canvas.windows:
            yield place(kit.choose("sign", trade=front.sign), (x + 1, y, 1, 1), kit)


def flowers(canvas: Canvas, kit: Kit) -> Iterator[Placed]:
    """Yield flowers here and there in the grass and along the fronts of houses."""
    taken = {tile for mark in canvas.things() for tile in mark.tiles()}
    for tile in canvas.tiles():
        x, y = tile
        if canvas.built(tile) or tile in taken or tile in canvas.fences or tile in canvas.ground:
            continue
        at_a_front = (x, y - 1) in canvas.walls and chance_at(y, x, 4) == 0
        if at_a_front or chance_at(x, y, 70) == 0:
            yield place(kit.choose("flowers", variant_key=f"{x},{y}"), (x, y, 1, 1), kit)


def on_water(canvas: Canvas, kit: Kit) -> Iterator[Placed]:
    """Yield ducks and lilies on ponds, and a boat on each water that is large enough."""
    water = {tile for tile, ground in canvas.ground.items() if ground == "water"}
    for part in parts_of(water):
        middle = {tile for tile in part if all(each in part for each in beside(tile))}
        berths = sorted((y, x) for x, y in middle if (x + 1, y) in middle)
        if berths:
            y, x = berths[len(berths) * 2 // 3]
            yield place(kit.choose("boat", (2, 1), variant_key=f"{x},{y}"), (x, y, 2, 1), kit)
            middle -= {(x, y), (x + 1, y)}
            part -= {(x, y), (x + 1, y)}
        if not any(x in (0, canvas.width - 1) or y in (0, canvas.height - 1) for x, y in part):
            yield from _pond(part, middle, kit)


def _pond(water: Collection[Tile], middle: Collection[Tile], kit: Kit) -> Iterator[Placed]:
    """Yield the ducks and lilies of a pond, which is water that does not reach the edge of the map."""
    for x, y in sorted(water):
        if (x, y) in middle and chance_at(x, y, 13) == 0:
            yield place(kit.choose("duck", variant_key=f"{y},{x}"), (x, y, 1, 1), kit)
        elif (x, y) not in middle and (x, y - 1) in water and chance_at(x, y, 7) == 0:
            yield place(kit.choose("lily", variant_key=f"{y},{x}"), (x, y - 0.2, 1, 1), kit)


@dataclass(frozen=True)
class MapPoint:
    """A point or a rectangle in a layer of data, in pixels."""

    kind: str
    x: float
    y: float
    properties: Properties
    width: float = 0
    height: float = 0
    name: str = ""


def panes(canvas: Canvas, kit: Kit) -> Iterator[MapPoint]:
    """Yield the pane of every visible window."""
    for (x, y), width, to_street in window_runs(canvas):
        unit = kit.tile / 32
        yield MapPoint(
            "window",
            x * kit.tile + 6.5 * unit,
            y * kit.tile + 7.5 * unit,
            {"side": "street" if to_street else "room"},
            width * kit.tile - 13 * unit,
            14 * unit,
        )


def lights(canvas: Canvas, kit: Kit) -> Iterator[MapPoint]:
    """Yield the points where pieces give light."""
    for mark, placed in furniture(canvas, kit):
        for light in kit.kinds[placed.picture.kind].lights:
            x, y = mark.area[0] * kit.tile, mark.area[1] * kit.tile
            yield MapPoint(
                light.kind, x + light.x, y + light.y, {"radius": light.radius, "colour": light.colour}, name=mark.name
            )


def poses(canvas: Canvas, kit: Kit) -> Iterator[MapPoint]:
    """Yield the points where people sit, lie or stand raised."""
    for mark, placed in furniture(canvas, kit):
        across, along = mark.area[2] / placed.picture.size[0], mark.area[3] / placed.picture.size[1]
        for pose in placed.picture.poses:
            x, y = mark.area[0] * kit.tile + pose.x * across, mark.area[1] * kit.tile + pose.y * along
            yield MapPoint(pose.kind, x, y, {"facing": pose.facing, "rise": pose.rise}, name=mark.name)
