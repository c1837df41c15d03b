"""Tracing a sheet of a plan onto the canvas: ground and walls, then rooms, then things."""

from __future__ import annotations

from collections.abc import Collection, Iterator

from townlet.mapmaker.canvas import Canvas, Front, Indoors, parts_of, pieces_of
from townlet.mapmaker.kit import FACADES, FLOORS, LAID, Kit
from townlet.mapmaker.sheet import (
    BOUNDS,
    DOOR,
    FENCES,
    GATE,
    GROUNDS,
    WALL,
    WINDOW,
    PlanRoom,
    PlanThing,
    Sheet,
    SheetHead,
)
from townlet.town.defects import Defects, nearest
from townlet.town.drawing import Rectangle, rectangles_of
from townlet.town.flood_fill import beside
from townlet.world.setting import Tile


def check_looks(file: str, head: SheetHead, kit: Kit, defects: Defects) -> None:
    """Add a defect for each name in a sheet's head that the kit does not have."""
    for what, word, choices in _words(head, kit):
        if word and word not in choices:
            defects.add(file, f"{word!r} is no {what} of the kit.{nearest(word, choices)}")


def _words(head: SheetHead, kit: Kit) -> Iterator[tuple[str, str, tuple[str, ...]]]:
    yield "door", head.door, _values(kit, "front_door", "colour")
    yield "awning", head.awning, _values(kit, "awning", "colour")
    yield "sign", head.sign, _values(kit, "sign", "trade")
    for rug in head.rugs:
        yield "rug", rug.colour, _second_words(kit, "rug")
    for room in head.rooms.values():
        yield "wallpaper", room.paper, _second_words(kit, "inside")


def _values(kit: Kit, kind: str, name: str) -> tuple[str, ...]:
    """Return the values that a property of a kind's pictures has."""
    return tuple(dict.fromkeys(picture.properties[name] for picture in kit.kinds[kind].pictures))


def _second_words(kit: Kit, first: str) -> tuple[str, ...]:
    """Return the second parts of all tile names with this first part: 'coral' from 'rug/coral/middle', for 'rug'."""
    parts = (name.split("/") for name in kit.numbers)
    return tuple(dict.fromkeys(words[1] for words in parts if words[0] == first))


_FACING = ("south", "east", "west", "north")


def trace(sheet: Sheet, canvas: Canvas, defects: Defects) -> None:
    """Trace a sheet. Adds defects for rooms without a label, pieces that are not rectangles and unknown names."""
    _check_within(sheet, canvas, defects)
    _trace_tiles(sheet, canvas, defects)
    if sheet.head.sector:
        for area in rectangles_of([sheet.in_town(tile) for tile in sheet.signs]):
            canvas.mark("sectors", sheet.head.sector, "sector", area, {"facade": sheet.head.facade})
        _trace_rooms(sheet, canvas, defects)
    for rug in sheet.head.rugs:
        x, y, width, depth = rug.area
        canvas.rugs.append((_placed(sheet, (x, y, width, depth)), rug.colour))
    for letter, thing in sheet.things.items():
        _trace_thing(letter, thing, sheet, canvas, defects)


def _check_within(sheet: Sheet, canvas: Canvas, defects: Defects) -> None:
    for tile in sheet.signs:
        x, y = sheet.in_town(tile)
        if not (0 <= x < canvas.width and 0 <= y < canvas.height):
            limits = f"the town's {canvas.width} x {canvas.height} tiles"
            defects.add(sheet.file, f"reaches beyond {limits}; change 'at' or the ground sheet", (x, y))
            return


def _trace_tiles(sheet: Sheet, canvas: Canvas, defects: Defects) -> None:
    head = sheet.head
    _known(head.facade, FACADES, "facade", sheet, defects)
    front = Front(head.sector, head.facade, head.door, head.awning, head.sign)
    for tile, sign in sheet.signs.items():
        at = sheet.in_town(tile)
        if sign in (WALL, WINDOW):
            canvas.walls[at] = front
        if sign == WINDOW:
            canvas.windows.add(at)
        elif sign == DOOR:
            canvas.doors[at] = front
            canvas.mark("doors", "", "door", (*at, 1, 1), {})
        elif sign in FENCES:
            canvas.fences[at] = FENCES[sign]
        elif sign in GROUNDS or sign == GATE:
            canvas.ground[at] = GROUNDS.get(sign, "path")


def _trace_rooms(sheet: Sheet, canvas: Canvas, defects: Defects) -> None:
    inside = [tile for tile, sign in sheet.signs.items() if sign not in BOUNDS]
    found: dict[str, None] = {}
    for part in parts_of(inside):
        labels = dict.fromkeys(sheet.at(tile) for tile in sorted(part) if sheet.at(tile) in sheet.head.rooms)
        if len(labels) != 1:
            what = f"has the labels {', '.join(labels)}" if labels else "has no label"
            defects.add(sheet.file, f"a room {what}; it needs exactly one", sheet.in_town(min(part)))
            continue
        found.update(labels)
        _trace_room(sheet.head.rooms[next(iter(labels))], part, sheet, canvas, defects)
    for label, room in sheet.head.rooms.items():
        if label not in found:
            defects.add(sheet.file, f"the room {label!r} ({room.arena}) is not in the drawing")


def _trace_room(room: PlanRoom, part: Collection[Tile], sheet: Sheet, canvas: Canvas, defects: Defects) -> None:
    for area in rectangles_of([sheet.in_town(tile) for tile in part]):
        canvas.mark("arenas", room.arena, "arena", area, {"paper": room.paper})
    if not room.floor:
        return
    _known(room.floor, LAID, "floor", sheet, defects)
    for tile in part:
        if sheet.at(tile) in GROUNDS:
            continue
        if room.floor in FLOORS:
            canvas.rooms[sheet.in_town(tile)] = Indoors(sheet.head.sector, room.arena, room.floor, room.paper)
        else:
            canvas.ground[sheet.in_town(tile)] = room.floor


def _known(name: str, choices: Collection[str], what: str, sheet: Sheet, defects: Defects) -> None:
    if name not in choices:
        defects.add(sheet.file, f"{name!r} is no {what} of the kit.{nearest(name, choices)}")


def _trace_thing(letter: str, thing: PlanThing, sheet: Sheet, canvas: Canvas, defects: Defects) -> None:
    tiles = [tile for tile, sign in sheet.signs.items() if sign == letter]
    layer = "objects" if thing.object else "scenery"
    for piece in pieces_of(tiles, thing.size):
        if len(piece) == 2:
            shape = f"pieces of {thing.size[0]} x {thing.size[1]}" if thing.size else "a rectangle"
            defects.add(sheet.file, f"the letters {letter!r} ({thing.kind}) do not make {shape}", sheet.in_town(piece))
            continue
        seats = piece[2] * piece[3] if thing.walkable else 1
        properties: dict[str, str | int | bool] = {
            "capacity": (thing.capacity or seats) if thing.object else 0,
            "state": thing.state,
            "walkable": thing.walkable,
            "facing": _facing(piece, thing, sheet),
        }
        canvas.mark(layer, thing.object, thing.kind, _placed(sheet, piece), properties)


def _facing(piece: Rectangle, thing: PlanThing, sheet: Sheet) -> str:
    """Return where a piece faces: a seat of one tile towards the thing beside it, anything else as the legend says."""
    if thing.walkable and piece[2:] == (1, 1):
        for side, tile in zip(_FACING, beside(piece[:2]), strict=True):
            other = sheet.things.get(sheet.at(tile))
            if other is not None and not other.walkable:
                return side
    return thing.facing


def _placed(sheet: Sheet, piece: Rectangle) -> Rectangle:
    return (*sheet.in_town(piece[:2]), piece[2], piece[3])


def covered(sheets: Collection[Sheet]) -> Iterator[Tile]:
    """Yield the tiles of the town that the sheets cover."""
    for sheet in sheets:
        yield from map(sheet.in_town, sheet.signs)
