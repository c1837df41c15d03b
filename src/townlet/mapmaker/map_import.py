"""Importing a Tiled map that was not drawn for a town: the folder of a town with the map, a picture and people."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path, PurePosixPath
from posixpath import normpath

import numpy as np

from townlet.errors import BadInput
from townlet.files import MAX_FILE_BYTES, read_file, refuse_full_folder
from townlet.mapmaker.canvas import Canvas, Front, Indoors
from townlet.mapmaker.compile import ORDER, paint
from townlet.mapmaker.kit import FLOORS, kit
from townlet.mapmaker.pictures import furniture
from townlet.mapmaker.png import Pixels, write_png
from townlet.mapmaker.settlers import settle
from townlet.mapmaker.survey import ABOVE, Ask, FoundThing, MapSurvey, NoRooms, Room, survey, take_proposals, words_of
from townlet.mapmaker.tilesets import whole
from townlet.mapmaker.tmj import PICTURES, TILES, Foreign, TiledWriter
from townlet.town.defects import Defects
from townlet.town.drawing import MAP, check_numbers, rectangles_of
from townlet.town.flood_fill import beside
from townlet.town.new import write_folder
from townlet.town.picture import fault_of
from townlet.town.tiled import GID_MASK, Layer, TiledMap, Tileset, pictures_of, read_map
from townlet.town.town import TOWN, town_from_files
from townlet.world.setting import Tile

UNDERSTOOD = "understood.png"
"""The picture of what was understood of the map: rooms in colours with their numbers, doors in white."""


@dataclass(frozen=True)
class ImportedMap:
    """A town that was made of a map."""

    folder: Path
    survey: MapSurvey
    """The rooms, doors and things that were found; the rooms have the numbers of the picture."""
    people: int
    missing: tuple[str, ...]
    """Pictures that the map shows and that nobody would see, each with the reason if it is there, and tilesets without
    one. With any, the town is drawn with Townlet's own tiles.
    """


def import_map(
    file: Path | str, folder: Path | str | None = None, people: int = 3, ask: Ask = take_proposals
) -> ImportedMap:
    """Make a town of any orthogonal Tiled map, with `people` made-up people in it, at least one.

    The town is written into `folder`, new or empty; by default one named after the map. `ask` answers what the map does
    not say. Raises BadInput and TownError, and then writes nothing.
    """
    file = Path(file)
    folder = Path(file.stem) if folder is None else Path(folder)
    refuse_full_folder(folder)
    drawn = _read(file)
    title = " ".join(file.stem.replace("-", " ").replace("_", " ").replace(":", " ").split()).title() or "Town"
    try:
        found = survey(drawn, title, ask)
    except (NoRooms, ValueError) as error:
        raise BadInput(f"{file} {error}.") from error
    beds, files = settle(found, people)
    found = replace(found, things=(*found.things, *beds))
    names = _new_names(drawn)
    pictures, missing = _pictures(drawn, names, file.parent)
    missing += tuple(_without_picture(drawn))
    canvas = _canvas(found)
    own = _own_look(canvas) if missing else _look_of(drawn, canvas, names)
    content = {
        TOWN: _head(title, file.name).encode(),
        **{name: text.encode() for name, text in files.items()},
        **own,
        **({} if missing else pictures),
    }
    town_from_files(content, str(folder), check_names=True)
    write_folder({**content, UNDERSTOOD: write_png(_picture(found))}, folder)
    return ImportedMap(folder, found, people, missing)


def _read(file: Path) -> TiledMap:
    if file.is_file() and file.stat().st_size > MAX_FILE_BYTES:
        raise BadInput(f"{file} has {file.stat().st_size:,} bytes; a map has at most {MAX_FILE_BYTES:,}.")
    try:
        content = read_file(file)
    except OSError as error:
        raise BadInput(f"{file} cannot be read: {error.strerror}. Name a .tmx, .tmj or .json file of Tiled.") from error
    defects = Defects()
    drawn = read_map(file.name, content, defects, lambda path: read_file(file.parent / path))
    if drawn is not None:
        check_numbers(drawn, file.name, defects)
    if drawn is None or defects.lines:
        raise BadInput(defects.lines[0] + ".")
    return drawn


def _head(title: str, source: str) -> str:
    entries = {"name": title, "about": f"A town made of the map {source}."}
    lines = [f"{key} = {json.dumps(value, ensure_ascii=False)}" for key, value in entries.items()]
    return "\n".join([*lines, "start = 2025-05-05T00:00:00", "days = 2", 'language = "English"', ""])


def _used(drawn: TiledMap) -> set[int]:
    """Return the first numbers of the tilesets of which the map shows a tile."""
    starts = sorted(tileset.firstgid for tileset in drawn.tilesets)
    numbers = {
        number & GID_MASK for layer in drawn.flat_layers() if layer.kind == "tilelayer" for number in layer.numbers()
    }
    numbers |= {(thing.gid or 0) & GID_MASK for layer in drawn.flat_layers() for thing in layer.objects}
    firsts = np.array(starts)
    return {starts[np.searchsorted(firsts, number, "right") - 1] for number in numbers if number and starts}


def _pictures(drawn: TiledMap, names: Mapping[str, str], base: Path) -> tuple[dict[str, bytes], tuple[str, ...]]:
    """Return pictures by their new names, and the paths of those that nobody would see, with why if they are there."""
    found: dict[str, bytes] = {}
    missing = []
    sizes = pictures_of(drawn)
    for path, name in names.items():
        try:
            found[name] = read_file(base / path)
        except (OSError, ValueError):  # ValueError for what no system takes as a path
            missing.append(path)
        else:
            if fault := fault_of(found[name], sizes[path]):
                missing.append(f"{path} {fault}")
    return found, tuple(missing)


def _images(tileset: Tileset) -> list[str]:
    return [path for path in (tileset.image, *(tile.image for tile in tileset.tiles)) if path]


def _without_picture(drawn: TiledMap) -> Iterator[str]:
    """Yield what is told of the tilesets in use that name no picture. It may lie in the map, where nobody reads it."""
    used = _used(drawn)
    for tileset in drawn.tilesets:
        if tileset.firstgid in used and not _images(tileset):
            yield f"the tileset {tileset.name!r} names no file"


def _new_names(drawn: TiledMap) -> dict[str, str]:
    """Return the pictures of layers and of the tilesets in use by their paths, with where each goes in the town.

    That is its path in one word, without steps upwards. A name that another file has already gets a number.
    """
    used = _used(drawn)
    names: dict[str, str] = {}
    taken = Counter((TOWN, MAP, TILES, PICTURES, UNDERSTOOD))
    images = {path for each in drawn.tilesets if each.firstgid in used for path in _images(each)}
    for path in sorted(images | {layer.image for layer in drawn.flat_layers() if layer.image}):
        parts = [part.replace(":", "") for part in PurePosixPath(normpath(path)).parts if part not in ("..", "/", ".")]
        name = "-".join(parts)
        taken[name.casefold()] += 1
        names[path] = name if taken[name.casefold()] == 1 else f"{taken[name.casefold()]}-{name}"
    return names


def _canvas(found: MapSurvey) -> Canvas:
    canvas = Canvas(found.width, found.height)
    inside = {tile for room in found.rooms for tile in room.tiles} | found.doors | found.street
    near = {(x + i, y + j) for x, y in inside for i in range(-2, 3) for j in range(-2, 3)}
    sector_of = {tile: room.sector for room in found.rooms for tile in room.tiles}
    for x, y in found.walls & near:
        canvas.walls[x, y] = Front(next((sector_of[side] for side in beside((x, y)) if side in sector_of), ""), "brick")
    for tile in found.doors:
        canvas.doors[tile] = Front(next((sector_of[side] for side in beside(tile) if side in sector_of), ""), "brick")
        canvas.mark("doors", "", "", (*tile, 1, 1), {})
    canvas.ground |= dict.fromkeys(found.street, "path")
    sectors: dict[str, set[Tile]] = {}
    for number, room in enumerate(found.rooms):
        sectors.setdefault(room.sector, set()).update(room.tiles)
        for area in rectangles_of(room.tiles):
            canvas.mark("arenas", room.name, "arena", area, {})
        if room.is_open:
            canvas.ground |= dict.fromkeys(room.tiles, "slab")
        else:
            canvas.rooms |= dict.fromkeys(room.tiles, Indoors(room.sector, room.name, _floor(number), ""))
    for sector, tiles in sectors.items():
        for area in rectangles_of(tiles):
            canvas.mark("sectors", sector, "sector", area, {})
    _furnish(canvas, found)
    return canvas


def _furnish(canvas: Canvas, found: MapSurvey) -> None:
    """Mark the things to use, and everything else that nobody walks on, as the part of the map that nobody reaches."""
    for thing in found.things:
        for area in rectangles_of(thing.tiles):
            seats = area[2] * area[3] if thing.walkable and thing.name != "bed" else 1
            canvas.mark("objects", thing.name, _kind(thing), area, {"walkable": thing.walkable, "capacity": seats})
    used = {tile for thing in found.things for tile in thing.tiles}
    places = {tile for room in found.rooms for tile in room.tiles}
    outside = set(canvas.tiles()) - places - found.doors - found.street - canvas.walls.keys()
    for area in rectangles_of(outside):
        canvas.mark("scenery", "", "", area, {})
    ground = [(room.tiles, "bush" if room.is_open else "crate") for room in found.rooms] + [(found.street, "bush")]
    for tiles, kind in ground:
        for area in rectangles_of((found.solid & tiles) - used):
            canvas.mark("scenery", "", kind, area, {})


def _floor(number: int) -> str:
    return FLOORS[number % len(FLOORS)]


def _kind(thing: FoundThing) -> str:
    """Return the kind of the kit that a thing's name has; a spot without a picture for what people stand in."""
    known = kit().kinds
    if thing.name == "bed":
        return "single_bed"
    words = ["_".join(words_of(thing.name)), *reversed(words_of(thing.name))]
    return next((word for word in words if word in known), "spot" if thing.walkable else "crate")


def _own_look(canvas: Canvas) -> dict[str, bytes]:
    writer = paint(canvas)
    return _files(writer, ORDER)


def _files(writer: TiledWriter, order: Iterable[str]) -> dict[str, bytes]:
    return {
        MAP: writer.text(tuple(order)).encode(),
        TILES: write_png(writer.tiles.pixels()),
        PICTURES: write_png(writer.pictures.pixels()),
    }


def _look_of(drawn: TiledMap, canvas: Canvas, pictures: Mapping[str, str]) -> dict[str, bytes]:
    """Return the map as its author drew it, with the layers of data that a town needs, and pictures of new beds."""
    used = _used(drawn)
    tilesets = []
    for tileset in drawn.tilesets:
        if tileset.firstgid in used:
            table = tileset.model_dump(by_alias=True, exclude_none=True, exclude_defaults=True)
            for each in (table, *table.get("tiles", ())):
                if each.get("image"):
                    each["image"] = pictures[each["image"]]
                # What blocks is said by the layer 'walls' alone, which has no door drawn shut.
                each["properties"] = [one for one in each.get("properties", ()) if one["name"] != "blocks"]
            tilesets.append(table)
    end = max((each["firstgid"] + each.get("tilecount", 4096) for each in tilesets), default=1)
    writer = TiledWriter(canvas, kit(), Foreign(tilesets, end - 1, (drawn.tilewidth, drawn.tileheight)))
    names: list[str] = []
    over = False
    for layer in drawn.flat_layers():
        over = over or layer.name == "floorLayer"  # where games of this kind draw the people
        if layer.kind != "imagelayer" or layer.image:
            name = f"{len(names) + 1} {layer.name}"
            above = over or bool(ABOVE & set(words_of(layer.name)))
            writer.foreign_layer(name, _table(layer, drawn, pictures), {"above": True} if above else {})
            names.append(name)
    walls = {tile: whole("wall/shaft", "sight") for tile in canvas.walls}
    writer.tile_layer("walls", walls, visible=False)
    beds = [placed for mark, placed in furniture(canvas, kit()) if mark.name == "bed" and mark.kind == "single_bed"]
    writer.picture_layer("furniture", beds)
    for name in ("sectors", "arenas", "objects", "doors", "scenery"):
        writer.mark_layer(name, canvas.marks[name])
    return _files(writer, [*names, "walls", "furniture", *ORDER])


def _table(layer: Layer, drawn: TiledMap, pictures: Mapping[str, str]) -> dict[str, object]:
    look: dict[str, object] = {
        "type": layer.kind,
        "visible": layer.visible,
        "opacity": layer.opacity,
        "offsetx": layer.offsetx,
        "offsety": layer.offsety,
    }
    if layer.tintcolor:
        look["tintcolor"] = layer.tintcolor
    if layer.image:
        look |= {"image": pictures[layer.image], "imagewidth": layer.imagewidth, "imageheight": layer.imageheight}
    if layer.kind == "tilelayer":
        return {**look, "width": drawn.width, "height": drawn.height, "data": layer.numbers()}
    shown = [
        each.model_dump(by_alias=True, exclude_none=True, exclude_defaults=True) for each in layer.objects if each.gid
    ]
    return {**look, "draworder": "index", "objects": shown}


_COLOURS = (
    *((230, 159, 0), (86, 180, 233), (0, 158, 115), (240, 228, 66), (0, 114, 178), (213, 94, 0), (204, 121, 167)),
    *((153, 221, 153), (170, 153, 221), (221, 204, 170), (102, 170, 170), (238, 136, 136)),
)
"""Colours of rooms that people with any kind of sight can tell apart, as far as they go."""
_DOTS = {
    "0": "111101101101111",
    "1": "010110010010111",
    "2": "111001111100111",
    "3": "111001111001111",
    "4": "101101111001001",
    "5": "111100111001111",
    "6": "111100111101111",
    "7": "111001010010010",
    "8": "111101111101111",
    "9": "111101111001111",
}
"""The digits in three by five dots, row by row."""


def _picture(found: MapSurvey) -> Pixels:
    """Return the picture of a survey: rooms in colours with their numbers, things dark, walls black, doors white."""
    side = max(2, min(12, 2_000 // max(found.width, found.height)))
    tiles = np.full((found.height, found.width, 4), (60, 60, 66, 255), np.uint8)
    layers: list[tuple[Iterable[Tile], tuple[int, int, int]]] = [(found.street, (190, 190, 180))]
    layers += [(room.tiles, _COLOURS[number % len(_COLOURS)]) for number, room in enumerate(found.rooms)]
    layers += [(found.walls, (15, 15, 20)), (found.solid, (110, 84, 60))]
    layers += [(thing.tiles, (140, 30, 60)) for thing in found.things]
    layers += [(found.doors, (255, 255, 255))]
    for each, colour in layers:
        for x, y in each:
            tiles[y, x] = (*colour, 255)
    pixels = tiles.repeat(side, axis=0).repeat(side, axis=1)
    for number, room in enumerate(found.rooms, start=1):
        _write_number(pixels, number, room, side)
    return pixels


def _write_number(pixels: Pixels, number: int, room: Room, side: int) -> None:
    """Write a room's number into the picture, black on white, at the tile of the room nearest to its middle."""
    middle_x, middle_y = (sum(tile[axis] for tile in room.tiles) / len(room.tiles) for axis in (0, 1))
    x, y = min(room.tiles, key=lambda tile: (abs(tile[0] - middle_x) + abs(tile[1] - middle_y), tile))
    digits = [np.array([int(dot) for dot in _DOTS[digit]]).reshape(5, 3) for digit in str(number)]
    dots = (
        np.pad(np.hstack([np.pad(digit, ((0, 0), (0, 1))) for digit in digits]), ((1, 1), (1, 0)))
        .repeat(2, 0)
        .repeat(2, 1)
    )
    high, wide = dots.shape
    top, left = max(0, min(y * side, len(pixels) - high)), max(0, min(x * side, pixels.shape[1] - wide))
    area = pixels[top : top + high, left : left + wide]
    black_on_white = np.where(dots[..., None] == 1, np.array((0, 0, 0, 255)), np.array((255, 255, 255, 255)))
    area[:] = black_on_white[: area.shape[0], : area.shape[1]].astype(np.uint8)
