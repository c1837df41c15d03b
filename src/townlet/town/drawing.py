"""The drawing of a town: the layers of a Tiled map that say what is where, in tiles."""

from __future__ import annotations

from bisect import bisect_right
from collections import Counter
from collections.abc import Callable, Collection, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, replace
from difflib import get_close_matches
from functools import lru_cache
from math import ceil, cos, floor, inf, radians, sin

from townlet.town.defects import Defects, nearest
from townlet.town.tiled import Layer, MapObject, Property, TiledMap, TileKind, Value, read_map
from townlet.world.setting import Tile

MAP = "map.tmj"
"""The file name of a town's map."""
NEEDED_TILES = "walls"
"""The tile layer that every map needs."""
NEEDED_MARKS = ("sectors", "arenas", "objects", "doors")
"""The object layers that every map needs."""
OTHER_MARKS = ("scenery",)
"""The object layers that a map may have."""


@dataclass(frozen=True)
class MapMark:
    """A rectangle of an object layer, in tiles."""

    name: str
    kind: str
    x: int
    y: int
    width: int
    height: int
    properties: Mapping[str, Value]

    def tiles(self) -> Iterator[Tile]:
        """Yield the tiles of the rectangle, row by row."""
        for y in range(self.y, self.y + self.height):
            for x in range(self.x, self.x + self.width):
                yield x, y

    @property
    def corner(self) -> Tile:
        return self.x, self.y

    def flag(self, name: str) -> bool:
        """Return whether a property is true; False if it is missing."""
        return self.properties.get(name) is True

    def text(self, name: str) -> str:
        """Return a property that is text; empty if it is missing or of another type."""
        value = self.properties.get(name)
        return value if isinstance(value, str) else ""

    def count(self, name: str, default: int) -> int:
        """Return a property that is a positive integer; `default` if it is missing or anything else."""
        value = self.properties.get(name)
        return value if isinstance(value, int) and not isinstance(value, bool) and value > 0 else default


@dataclass(frozen=True)
class Drawing:
    """The part of a map that a town uses."""

    width: int
    height: int
    block_sight: frozenset[Tile]
    """Tiles that block walking and sight."""
    block_way: frozenset[Tile]
    """Tiles that block walking only."""
    marks: Mapping[str, tuple[MapMark, ...]]
    """The rectangles of each object layer."""


def read_drawing(drawn: TiledMap, defects: Defects) -> Drawing:
    """Return the drawing of a map. Adds defects for missing or malformed layers and marks off the grid."""
    layers: dict[tuple[str, str], Layer] = {(layer.kind, layer.name): layer for layer in drawn.flat_layers()}
    _need_layers(layers, drawn, defects)
    blocks = _blocking_tiles(drawn, defects)
    marks: dict[str, tuple[MapMark, ...]] = {}
    for name in (*NEEDED_MARKS, *OTHER_MARKS):
        layer = layers.get(("objectgroup", name))
        if layer is not None and not _is_off_grid(layer, drawn, defects):
            marks[name] = tuple(_marks(layer, drawn, defects))
    return Drawing(drawn.width, drawn.height, blocks["sight"], blocks["way"], marks)


def _need_layers(layers: Mapping[tuple[str, str], Layer], drawn: TiledMap, defects: Defects) -> None:
    tile_layers = [name for kind, name in layers if kind == "tilelayer"]
    if NEEDED_TILES not in tile_layers:
        defects.add(MAP, f"has no tile layer {NEEDED_TILES!r}; add it in Tiled.{nearest(NEEDED_TILES, tile_layers)}")
    count = Counter(layer.name for layer in drawn.flat_layers() if layer.kind == "objectgroup")
    for name in NEEDED_MARKS:
        if not count[name]:
            defects.add(MAP, f"has no object layer {name!r}; add it in Tiled.{nearest(name, count)}")
    for name in (*NEEDED_MARKS, *OTHER_MARKS):
        if count[name] > 1:
            defects.add(MAP, f"{count[name]} object layers are named {name!r}; put their objects into one")


_PROPERTIES: Mapping[str, tuple[Callable[[Value], bool], str]] = {
    "capacity": (lambda value: type(value) is int and value > 0, "a whole number from 1, of the type int"),
    "walkable": (lambda value: isinstance(value, bool), "true or false, of the type bool"),
    "facing": (lambda value: value in ("", "north", "east", "south", "west"), "'north', 'east', 'south' or 'west'"),
    "state": (lambda value: isinstance(value, str), "text, of the type string"),
}
"""The properties of objects that a town reads, with what a value must be."""


def check_written(drawn: TiledMap, drawing: Drawing, defects: Defects) -> None:
    """Add a defect for each property that a town reads and that has a value or a spelling which means nothing,
    and for tiles that no tileset has.
    """
    check_numbers(drawn, MAP, defects)
    for layer in ("objects", "scenery"):
        for mark in drawing.marks.get(layer, ()):
            about = f"{layer}: {mark.name or 'an object without a name'!r}"
            for name, value in mark.properties.items():
                if not (plain := name if name in _PROPERTIES else _meant_by(name, _PROPERTIES)):
                    continue
                fits, expected = _PROPERTIES[plain]
                if name != plain:
                    defects.add(MAP, f"{about} has the property {name!r}; write it {plain!r}", mark.corner)
                elif not fits(value):
                    defects.add(MAP, f"{about} has {name} = {value!r}; make it {expected}", mark.corner)
    for layer in (each.name for each in drawn.flat_layers() if each.kind == "objectgroup"):
        if meant := _meant_by(layer, (*NEEDED_MARKS, *OTHER_MARKS)):
            defects.add(MAP, f"nobody reads the object layer {layer!r}; write its name as {meant!r}")
    for (name, corner, _, _), times in Counter(map(_place_of, drawing.marks.get("objects", ()))).items():
        if times > 1:
            what = f"objects: {name!r} is drawn {times} times on the same tiles, so that its capacity is that of all"
            defects.add(MAP, f"{what}; delete the copies", corner)
    _check_blocks(drawn, defects)


def _place_of(mark: MapMark) -> tuple[str, Tile, int, int]:
    return mark.name, mark.corner, mark.width, mark.height


def _meant_by(name: str, known: Collection[str]) -> str:
    """Return the known name of which another one is a misspelling, in its case or a letter; empty if it is of none."""
    plain = name.strip().casefold()
    close = get_close_matches(plain, known, n=1, cutoff=0.85)
    return close[0] if close and name not in known and close[0][0] == plain[0] else ""


def _check_blocks(drawn: TiledMap, defects: Defects) -> None:
    """Add a defect for each tileset whose tiles have `blocks` in another spelling, or as a class, a list or a number
    of an enum.
    """
    for tileset in drawn.tilesets:
        about = f"tiles of the tileset {tileset.name!r} have the property"
        found = {
            (each.name, each.value is None or (type(each.value) is int and bool(each.propertytype)))
            for tile in tileset.tiles
            for each in tile.properties
        }
        for name, has_no_word in sorted(found):
            if name != "blocks" and name.strip().casefold() == "blocks":
                defects.add(MAP, f"{about} {name!r}; write it 'blocks'")
            elif name == "blocks" and has_no_word:
                defects.add(
                    MAP, f"{about} 'blocks' without a plain value; make it 'sight' or 'way', of the type string"
                )


_BLOCKS = {"sight": "sight", "way": "way", True: "sight", "true": "sight", False: "", "false": "", "": ""}
"""What a tile blocks, by the value of its property `blocks`."""


def _blocking_tiles(drawn: TiledMap, defects: Defects) -> dict[str, frozenset[Tile]]:
    """Return the tiles that have, in any layer, a tile with the property `blocks`: 'sight' or 'way'."""
    layers, before = list(drawn.flat_layers()), len(defects.lines)
    blocking = _blocking_numbers(drawn, defects)
    found: dict[str, set[Tile]] = {"sight": set(), "way": set()}
    for layer in layers:
        try:
            tiles = [(at, blocking[number]) for at, number in drawn.tiles_of(layer) if number in blocking]
        except ValueError as error:
            defects.add(MAP, f"layer {layer.name!r} {error}")
            continue
        if tiles and (fault := drawn.fault_of_offset(layer)):
            defects.add(MAP, fault)
        for at, what in tiles:
            found[what].add(at)
    drawn_walls = (layer for layer in layers if layer.name == NEEDED_TILES and any(drawn.tiles_of(layer)))
    if not found["sight"] and len(defects.lines) == before and any(drawn_walls):
        _check_blocks(drawn, defects)
        if len(defects.lines) == before:
            what = f"no tile of the layer {NEEDED_TILES!r} blocks"
            defects.add(MAP, f"{what}; give its tiles the property blocks = 'sight'")
    return {what: frozenset(tiles) for what, tiles in found.items()}


def _blocking_numbers(drawn: TiledMap, defects: Defects) -> dict[int, str]:
    """Return what the tiles that block anything block, by their numbers."""
    blocking: dict[int, str] = {}
    for tileset in drawn.tilesets:
        strange: dict[Value, list[int]] = {}
        for tile in tileset.tiles:
            if (value := tile.get("blocks")) is None:
                continue
            if value not in _BLOCKS:
                strange.setdefault(value, []).append(tile.id)
            elif what := _BLOCKS[value]:
                blocking[tileset.firstgid + tile.id] = what
        for value, tiles in strange.items():
            more = f", as {len(tiles) - 1} more have" if tiles[1:] else ""
            what = f"tile {tiles[0]} of the tileset {tileset.name!r} has blocks = {value!r}{more}"
            defects.add(MAP, f"{what}; write 'sight', 'way', true or false")
    return blocking


def check_numbers(drawn: TiledMap, file: str, defects: Defects) -> None:
    """Add a defect for each layer with a tile that no tileset has: nobody would see it."""
    shown = _is_of_tileset(drawn)
    for layer in drawn.flat_layers():
        with suppress(ValueError):
            if strange := next(((at, number) for at, number in drawn.tiles_of(layer) if not shown(number)), None):
                what = f"has tile {strange[1]}, which no tileset has; draw it anew, or add the tileset"
                defects.add(file, f"layer {layer.name!r} {what}", strange[0])


def _is_of_tileset(drawn: TiledMap) -> Callable[[int], bool]:
    """Return what tells whether a tileset has the tile of a number. One that does not say its size may have any."""
    ends = {
        each.firstgid: each.firstgid + max(each.tilecount, *(tile.id + 1 for tile in each.tiles), 0)
        if each.tilecount
        else inf
        for each in drawn.tilesets
    }
    starts = sorted(ends)

    def tells(number: int) -> bool:
        before = bisect_right(starts, number)
        return not starts or (before > 0 and number < ends[starts[before - 1]])

    return tells


def _is_off_grid(layer: Layer, drawn: TiledMap, defects: Defects) -> bool:
    """Return whether the offset of a layer moves its objects off the grid. Adds one defect then, not one for each."""
    fault = drawn.fault_of_offset(layer)
    if not fault or all(_follows_grid(outline_of(thing, layer, drawn)) for thing in layer.objects if not thing.point):
        return False
    defects.add(MAP, fault)
    return True


def _follows_grid(outline: Outline) -> bool:
    return all(abs(measure - round(measure)) <= 0.01 for corner in outline for measure in corner)


def _marks(layer: Layer, drawn: TiledMap, defects: Defects) -> Iterator[MapMark]:
    for thing in layer.objects:
        about = f"{layer.name}: {thing.name or 'an object without a name'!r}"
        outline = outline_of(thing, layer, drawn)
        at = (floor(outline[0][0]), floor(outline[0][1])) if outline else None
        if thing.template:
            defects.add(MAP, f"{about} is made by the template {thing.template!r}; choose 'Detach' in Tiled", at)
        elif not outline:
            defects.add(MAP, f"{about} is {_shape(thing)}; draw a rectangle or a polygon with right angles", at)
        elif not _has_right_angles(outline):
            defects.add(MAP, f"{about} has sides that are not upright or level; draw right angles", at)
        elif not _follows_grid(outline):
            defects.add(MAP, f"{about} does not follow the edges of tiles; snap it to the grid", at)
        elif not (areas := list(rectangles_of(tiles_within(outline)))):
            defects.add(MAP, f"{about} covers no tile; draw it larger", at)
        elif any(
            x < 0 or y < 0 or x + width > drawn.width or y + height > drawn.height for x, y, width, height in areas
        ):
            defects.add(MAP, f"{about} reaches beyond the map's {drawn.width} x {drawn.height} tiles", at)
        else:
            properties = {each.name: each.value for each in thing.properties if each.value is not None}
            one = MapMark(thing.name.strip(), thing.kind, 0, 0, 0, 0, properties)
            yield from (replace(one, x=x, y=y, width=width, height=height) for x, y, width, height in areas)


def _shape(thing: MapObject) -> str:
    shapes = {"an ellipse": thing.ellipse, "a capsule": thing.capsule, "a line": thing.polyline, "a text": thing.text}
    return next((name for name, there in shapes.items() if there), "a tile")


Outline = list[tuple[float, float]]
"""The corners of a shape, in tiles, the smallest first for a rectangle."""


def outline_of(thing: MapObject, layer: Layer, drawn: TiledMap) -> Outline:
    """Return the outline of a rectangle, a polygon or a point, which covers its tile; empty for any other shape."""
    if thing.ellipse or thing.capsule or thing.polyline or thing.text or thing.gid:
        return []
    left, top = thing.x + layer.offsetx, thing.y + layer.offsety
    wide, high = drawn.tilewidth, drawn.tileheight
    if thing.point:
        x, y = left // wide, top // high
        return [(x, y), (x + 1, y), (x + 1, y + 1), (x, y + 1)]
    x_ends, y_ends = sorted((0.0, thing.width)), sorted((0.0, thing.height))
    corners = [(x_ends[i], y_ends[j]) for i, j in ((0, 0), (1, 0), (1, 1), (0, 1))]
    if thing.polygon:
        corners = [(corner.get("x", 0), corner.get("y", 0)) for corner in thing.polygon]
    if thing.rotation:
        turn = radians(thing.rotation)
        corners = [(x * cos(turn) - y * sin(turn), x * sin(turn) + y * cos(turn)) for x, y in corners]
    return [((left + x) / wide, (top + y) / high) for x, y in corners]


def _has_right_angles(outline: Outline) -> bool:
    pairs = zip(outline, [*outline[1:], outline[0]], strict=True)
    return all(abs(x - other_x) < 0.01 or abs(y - other_y) < 0.01 for (x, y), (other_x, other_y) in pairs)


def tiles_within(outline: Outline) -> set[Tile]:
    """Return the tiles whose middle lies within an outline."""
    found: set[Tile] = set()
    if not outline or max(abs(measure) for corner in outline for measure in corner) > 1e6:
        return found
    sides = list(zip(outline, [*outline[1:], outline[0]], strict=True))
    for y in range(floor(min(y for _, y in outline)), ceil(max(y for _, y in outline))):
        middle = y + 0.5
        cuts = sorted(
            x + (other_x - x) * (middle - y0) / (y1 - y0)
            for (x, y0), (other_x, y1) in sides
            if (y0 <= middle) != (y1 <= middle)
        )
        for start, end in zip(cuts[::2], cuts[1::2], strict=True):
            found.update((x, y) for x in range(ceil(start - 0.5), ceil(end - 0.5)))
    return found


Rectangle = tuple[int, int, int, int]
"""x, y, width, height in tiles."""


def rectangles_of(tiles: Collection[Tile]) -> Iterator[Rectangle]:
    """Yield rectangles that cover the tiles exactly and without overlap: each as wide and then as deep as possible."""
    left = set(tiles)
    for x, y in sorted(tiles, key=row_first):
        if (x, y) not in left:
            continue
        width = 1
        while (x + width, y) in left:
            width += 1
        depth = 1
        while all((x + i, y + depth) in left for i in range(width)):
            depth += 1
        left -= {(x + i, y + j) for i in range(width) for j in range(depth)}
        yield x, y, width, depth


@lru_cache(maxsize=2)
def map_to_draw(content: bytes) -> bytes:
    """Return a map for the browser as a town reads it: JSON in one form, whichever program wrote it.

    No layer is in a group. Tiles are numbers, and `blocks` is 'sight' or 'way'. Objects are where they are on the map:
    rectangles in the layers of data, and with their bottom left corner if they are tiles.
    """
    drawn = read_map(MAP, content, Defects())
    if drawn is None:
        return content
    marks = read_drawing(drawn, Defects()).marks
    layers = [_layer_to_draw(layer, drawn, marks) for layer in drawn.flat_layers()]
    tilesets = [
        tileset.model_copy(update={"tiles": [_tile_to_draw(tile) for tile in tileset.tiles]})
        for tileset in drawn.tilesets
    ]
    whole = drawn.model_copy(update={"layers": layers, "tilesets": tilesets})
    return whole.model_dump_json(by_alias=True, exclude_defaults=True).encode()


def _tile_to_draw(tile: TileKind) -> TileKind:
    if (value := tile.get("blocks")) not in _BLOCKS:
        return tile
    others = [each for each in tile.properties if each.name != "blocks"]
    return tile.model_copy(update={"properties": [*others, Property(name="blocks", value=_BLOCKS[value])]})


def _layer_to_draw(layer: Layer, drawn: TiledMap, marks: Mapping[str, tuple[MapMark, ...]]) -> Layer:
    if layer.kind == "tilelayer":
        numbers = [number & 0xFFFFFFFF for number in layer.numbers()]
        return layer.model_copy(update={"data": numbers, "encoding": "csv", "compression": ""})
    if layer.kind != "objectgroup":
        return layer
    objects = [_rectangle(mark, drawn) for mark in marks.get(layer.name, ())]
    if layer.name not in marks:
        at = ((each, drawn.placed(each)) for each in layer.objects)
        objects = [
            each.model_copy(update={"x": where.x + layer.offsetx, "y": where.y + layer.offsety}) for each, where in at
        ]
    return layer.model_copy(update={"objects": objects, "offsetx": 0, "offsety": 0})


def _rectangle(mark: MapMark, drawn: TiledMap) -> MapObject:
    wide, high = drawn.tilewidth, drawn.tileheight
    box = {"x": mark.x * wide, "y": mark.y * high, "width": mark.width * wide, "height": mark.height * high}
    properties = [{"name": name, "value": value} for name, value in mark.properties.items()]
    return MapObject.model_validate({"name": mark.name, "type": mark.kind, **box, "properties": properties})


def row_first(tile: Tile) -> tuple[int, int]:
    """Return the sort key that orders tiles row by row."""
    return tile[1], tile[0]
