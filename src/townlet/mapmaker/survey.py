"""The survey of a Tiled map that was not drawn for a town: its walls, doors, rooms and things."""

from __future__ import annotations

import re
import tomllib
from collections import Counter
from collections.abc import Callable, Collection, Iterator, Sequence, Set
from dataclasses import dataclass, replace
from functools import cached_property
from importlib.resources import files
from typing import Any

from townlet.cognition.sanitisation import MAX_LABEL_LENGTH, name_key
from townlet.mapmaker.canvas import parts_of
from townlet.town.drawing import outline_of, row_first, tiles_within
from townlet.town.flood_fill import beside, distances, largest_part
from townlet.town.tiled import GID_MASK, Layer, MapObject, TiledMap, TileKind
from townlet.world.setting import Tile

WIDEST_DOOR = 2
"""The widest gap in a wall that counts as a door, in tiles."""
WIDEST_MOUTH = 14
"""The widest opening at which a hall with a corner is divided into rooms, in tiles."""
DEEPER_THAN_WIDE = 8
"""How many times as deep as the opening is wide the parts of such a hall are."""
MOST_MOUTHS = 40
"""The most openings that are tried, the narrowest first."""
SMALLEST_ROOM = 6
"""Fewer tiles than this between doors are a passage and belong to the room beside it."""
LARGEST_THING = 12
"""More tiles than this with one name are a place, not a thing."""
OPEN_TILES = 1_000
"""A place of more tiles than this is open ground, such as a square."""
MOST_QUESTIONS = 12
"""The most nameless things that are asked about, the largest first."""

WORDS: dict[str, dict[str, Any]] = tomllib.loads(
    files("townlet.mapmaker").joinpath("map_words.toml").read_text(encoding="utf-8")
)
_LAYER_WORDS = {kind: frozenset(words.split()) for kind, words in WORDS["layers"].items()}
COLLIDES = _LAYER_WORDS["collides"] | _LAYER_WORDS["walls"]
"""Words of what nobody walks through."""
TRUE_WALLS = _LAYER_WORDS["walls"]
"""Those of walls. What else nobody walks through is furniture if it is small and stands alone."""
WALKABLE = _LAYER_WORDS["walkable"]
"""Words of what says 'no' of the same."""
LOW, DOORS, STARTS, ABOVE = (_LAYER_WORDS[kind] for kind in ("low", "doors", "start", "above"))
NO_NAME = DOORS | STARTS | _LAYER_WORDS["uses"]
"""Words of layers and objects that say what games do with a place. With one of them, a name is not that of a place."""
DRAWING = COLLIDES | LOW | _LAYER_WORDS["drawing"]
"""Words that say how a map is drawn. A name of such words alone is not that of a place."""
OUTDOORS, FURNITURE = _LAYER_WORDS["outdoors"], _LAYER_WORDS["furniture"]
HOMES, THROUGH = _LAYER_WORDS["homes"], _LAYER_WORDS["through"]


@dataclass(frozen=True)
class MapQuestion:
    """A question about something that the map does not say. An empty answer accepts the proposal."""

    text: str
    proposal: str
    """The name that is proposed; empty to leave the thing out."""


Ask = Callable[[MapQuestion], str]


def take_proposals(question: MapQuestion) -> str:
    """Answer a question with its proposal."""
    return question.proposal


@dataclass(frozen=True)
class Room:
    """A place between walls and doors, or a named part of the open ground."""

    name: str
    tiles: frozenset[Tile]
    is_open: bool
    """Whether it is under the sky, such as a square."""
    sector: str = ""
    """The building that it is in; a room alone is a building of its own name."""


@dataclass(frozen=True)
class FoundThing:
    """Something that people can use."""

    name: str
    tiles: frozenset[Tile]
    room: Room
    walkable: bool


@dataclass(frozen=True)
class MapSurvey:
    """What was understood of a map, in tiles."""

    width: int
    height: int
    walls: frozenset[Tile]
    """Tiles that block walking and sight."""
    solid: frozenset[Tile]
    """Tiles that block walking only, such as furniture."""
    doors: frozenset[Tile]
    rooms: tuple[Room, ...]
    things: tuple[FoundThing, ...]
    street: frozenset[Tile]
    """The open ground that belongs to no place."""


class NoRooms(ValueError):
    """A map shows nothing that could be a place. The message says what is missing."""


def survey(drawn: TiledMap, title: str, ask: Ask = take_proposals) -> MapSurvey:
    """Return what a map shows. `title` names a building without a name. Raises NoRooms, and ValueError of a layer."""
    layers = [_Drawn.of(layer, drawn) for layer in drawn.flat_layers()]
    walls, solid = _blocked(layers, drawn)
    every = {(x, y) for y in range(drawn.height) for x in range(drawn.width)}
    free = every - walls
    if not walls or not free:
        what = "walls" if not walls else "free tile between its walls"
        hint = "name their layer 'walls', or give their tiles the property 'collides' in the tileset"
        raise NoRooms(f"shows no {what}; {hint}")
    plan = _Plan(free, walls, solid, drawn)
    plan.keep_one_part(_start(layers))
    plan.dissolve_passages()
    plan.divide_at_mouths()
    zones = _zones(layers, drawn)
    found = _name_rooms(plan, zones, ask)
    if not found:
        raise NoRooms("shows no room; close the walls around each, and leave gaps of one or two tiles as doors")
    rooms = _into_sectors(found, plan.doors, zones, title)
    walkable = plan.free - solid
    doors = _doors_into_rooms(plan, walkable, rooms)
    inside = frozenset().union(*(room.tiles for room in rooms))
    reachable = inside & walkable
    street = frozenset(plan.free - inside - doors)
    things = tuple(_things(zones, layers, drawn, rooms, reachable, solid, ask))
    return MapSurvey(drawn.width, drawn.height, frozenset(walls), frozenset(solid), doors, rooms, things, street)


def words_of(name: str) -> list[str]:
    """Return the words of a name in small letters: 'sek1Door' and 'sek_door' have 'door'."""
    parted = re.sub(r"(?<=[a-zäöüß0-9])(?=[A-ZÄÖÜ])", " ", name)
    return [word.rstrip("0123456789").casefold() for word in re.findall(r"[^\W_]+", parted)]


def spoken_name(name: str) -> str:
    """Return a name as people say it: 'Link: Tag:amenity=internet_cafe' is 'internet cafe'."""
    last = re.split(r"[:=]", name.strip(" :="))[-1]
    return " ".join(last.replace("_", " ").split())[:MAX_LABEL_LENGTH]


@dataclass(frozen=True)
class _Drawn:
    """A layer with its words and its tiles."""

    layer: Layer
    words: frozenset[str]
    tiles: Sequence[tuple[Tile, int]]

    @classmethod
    def of(cls, layer: Layer, drawn: TiledMap) -> _Drawn:
        try:
            tiles = list(drawn.tiles_of(layer))
        except ValueError as error:
            raise ValueError(f"layer {layer.name!r} {error}") from error
        return cls(layer, frozenset(words_of(layer.name)), tiles)

    @cached_property
    def is_wall(self) -> bool:
        marked = any(self.layer.get(name) is True for name in COLLIDES)
        marked = marked or any(self.layer.get(name) is False for name in WALKABLE)
        return marked or bool(self.words & COLLIDES and not self.words & ABOVE)

    def areas(self, drawn: TiledMap) -> Iterator[tuple[MapObject, set[Tile]]]:
        """Yield the objects of the layer with the tiles that they cover within the map."""
        for thing in self.layer.objects:
            shape = thing
            if thing.gid or thing.text or thing.ellipse:
                # A tile object hangs above its position; its box and that of a text are as good as a shape.
                at = drawn.placed(thing)
                place = {"x": at.x, "y": at.y - thing.height if thing.gid else at.y}
                shape = thing.model_copy(update={"gid": None, "text": None, "ellipse": False, **place})
            found = tiles_within(outline_of(shape, self.layer, drawn))
            yield thing, {(x, y) for x, y in found if 0 <= x < drawn.width and 0 <= y < drawn.height}


def _blocked(layers: Sequence[_Drawn], drawn: TiledMap) -> tuple[set[Tile], set[Tile]]:
    """Return the tiles of walls, and those of what else nobody walks on."""
    colliding = {
        tileset.firstgid + tile.id: _is_low(tile)
        for tileset in drawn.tilesets
        for tile in tileset.tiles
        if _collides(tile)
    }
    walls: set[Tile] = set()
    solid: set[Tile] = set()
    covered: set[Tile] = set()
    true_walls: set[Tile] = set()
    for each in layers:
        acts = each.is_wall or any(number in colliding for _, number in each.tiles)
        if each.tiles and acts and (fault := drawn.fault_of_offset(each.layer)):
            raise ValueError(fault)
        for tile, number in each.tiles:
            if each.is_wall or number in colliding:
                low = colliding.get(number, False) or (not each.is_wall and each.words & LOW)
                (solid if low else walls).add(tile)
                if each.words & TRUE_WALLS:
                    true_walls.add(tile)
            else:
                covered.add(tile)
        for thing, tiles in each.areas(drawn) if each.layer.objects else ():
            if each.words & COLLIDES or set(words_of(thing.kind)) & COLLIDES:
                walls |= tiles
    opened = {tile for each in layers if each.words & DOORS for tile, _ in each.tiles}
    opened |= {
        tile
        for each in layers
        for thing, tiles in (each.areas(drawn) if each.layer.objects else ())
        if each.words & DOORS or set(words_of(f"{thing.kind} {thing.name}")) & DOORS
        for tile in tiles
        if len(tiles) <= LARGEST_THING
    }
    opened = {tile for tile in opened if _leads_through(tile, walls, drawn)}
    walls -= opened
    every = {(x, y) for y in range(drawn.height) for x in range(drawn.width)}
    bare = every - covered - walls - solid
    if 3 * len(bare) < 4 * len(covered):  # where most of a map has a floor, what has none is nothing to walk on
        walls |= bare - opened
    small = _standing_alone(walls) - true_walls
    return walls - small, (solid | small) - opened


def _leads_through(tile: Tile, walls: Set[Tile], drawn: TiledMap) -> bool:
    """Return whether a door has a free tile of the map on two opposite sides."""
    south, east, west, north = (
        0 <= x < drawn.width and 0 <= y < drawn.height and (x, y) not in walls for x, y in beside(tile)
    )
    return (south and north) or (east and west)


_NO = (False, 0, "", "false")


def _collides(tile: TileKind) -> bool:
    """Return whether a tile has a property that says so, or a shape to collide with."""
    told = [each for each in tile.properties if each.value is not None]
    said = [each.value not in _NO for each in told if set(words_of(each.name)) & COLLIDES]
    said += [each.value in _NO for each in told if set(words_of(each.name)) & WALKABLE]
    shapes = (tile.objectgroup or {}).get("objects")
    return any(said) or bool(shapes and not said)


def _is_low(tile: TileKind) -> bool:
    return tile.get("blocks") == "way"


def _blobs(tiles: Collection[Tile]) -> Iterator[set[Tile]]:
    """Yield the parts of the tiles that touch, also at corners."""
    left = set(tiles)
    while left:
        part, pending = set(), [left.pop()]
        while pending:
            x, y = pending.pop()
            part.add((x, y))
            near = {(x + i, y + j) for i in (-1, 0, 1) for j in (-1, 0, 1)} & left
            left -= near
            pending += near
        yield part


def _standing_alone(walls: Collection[Tile]) -> set[Tile]:
    """Return the tiles of what is too small for a wall, also together with what it continues beyond a gap."""
    parts = list(_blobs(walls))
    number = {tile: index for index, part in enumerate(parts) for tile in part}
    group = list(range(len(parts)))
    for tile, own in number.items():
        for step in ((1, 0), (0, 1)):
            after = _ahead(tile, step)
            for _ in range(WIDEST_DOOR):
                after = _ahead(after, step)
                other = number.get(after, own)
                if group[other] != group[own] and min(len(parts[own]), len(parts[other])) > WIDEST_DOOR:
                    group = [group[own] if each == group[other] else each for each in group]
    sizes = Counter(group[own] for own in number.values())
    return {tile for tile, own in number.items() if sizes[group[own]] <= LARGEST_THING}


def _start(layers: Sequence[_Drawn]) -> set[Tile]:
    """Return the tiles on which a game lets people start, if a layer says so."""
    return {tile for each in layers if each.words & STARTS and not each.words & DOORS for tile, _ in each.tiles}


class _Plan:
    """The free tiles of a map, divided into regions by walls and doors."""

    def __init__(self, free: set[Tile], walls: Collection[Tile], solid: Collection[Tile], drawn: TiledMap) -> None:
        self.free, self.walls, self.solid = free, walls, solid
        self.size = drawn.width, drawn.height
        self.doors = {tile for gap in self._gaps() for tile in gap}
        self.mouths: set[Tile] = set()
        self.regions = list(parts_of(free - self.doors))

    def _gaps(self) -> Iterator[list[Tile]]:
        for step, run in self._runs(WIDEST_DOOR):
            if self._passes(run, step) and any(self._opens(run, step, side) for side in (-1, 1)):
                yield run

    def _runs(self, longest: int) -> Iterator[tuple[Tile, list[Tile]]]:
        """Yield each row and column of up to `longest` free tiles between two walls, with its direction."""
        for step in ((1, 0), (0, 1)):
            for x, y in sorted(self.free, key=row_first):
                if (x - step[0], y - step[1]) not in self.walls:
                    continue
                run = [(x, y)]
                while len(run) <= longest and (after := _ahead(run[-1], step)) in self.free:
                    run.append(after)
                if len(run) <= longest and _ahead(run[-1], step) in self.walls:
                    yield step, run

    def _passes(self, run: list[Tile], step: Tile) -> bool:
        """Return whether a way leads through a gap."""
        sides = ((step[1], step[0]), (-step[1], -step[0]))
        return all(_ahead(tile, side) in self.free for tile in run for side in sides)

    def _opens(self, run: list[Tile], step: Tile, side: int) -> bool:
        """Return whether there is more room on one side of a gap than its width: two by two tiles at its corner."""
        out = (side * step[1], side * step[0])
        for end, away in ((run[0], (-step[0], -step[1])), (run[-1], step)):
            near = _ahead(end, out)
            block = (near, _ahead(near, out), _ahead(near, away), _ahead(_ahead(near, out), away))
            if all(tile in self.free for tile in block):
                return True
        return False

    def keep_one_part(self, start: Collection[Tile]) -> None:
        """Keep what can be reached from the start of the map; without one, the connected part with the most rooms."""
        parts = list(parts_of(self.free))
        rooms = Counter(
            next(number for number, part in enumerate(parts) if region <= part)
            for region in self.regions
            if len(region) >= SMALLEST_ROOM
        )
        best = max(
            range(len(parts)), key=lambda number: (len(parts[number] & set(start)), rooms[number], len(parts[number]))
        )
        self.free = set(parts[best])
        self.doors &= self.free
        self.regions = [region for region in self.regions if region <= self.free]
        self._drop_doors_within()

    def at(self, tile: Tile) -> frozenset[Tile] | None:
        """Return the region of a tile."""
        return next((region for region in self.regions if tile in region), None)

    def _drop_doors_within(self) -> None:
        """Open the doors that lead from a region to itself: pieces of furniture have gaps, too."""
        number = {tile: index for index, region in enumerate(self.regions) for tile in region}
        for part in list(parts_of(self.doors)):
            sides = {number[side] for tile in part for side in beside(tile) if side in number}
            if len(sides) == 1:
                self.doors -= part
                self.regions[sides.pop()] |= part
                return self._drop_doors_within()
        return None

    def dissolve_passages(self) -> None:
        """Join what lies between two doors and is too small for a room to the largest region beside it."""
        while small := next((region for region in self.regions if len(region) < SMALLEST_ROOM), None):
            ways = [
                part for part in parts_of(self.doors) if any(side in small for tile in part for side in beside(tile))
            ]
            beyond = [(self._beyond(part, small), part) for part in ways]
            if not beyond:
                self.regions.remove(small)
                continue
            other, part = max(beyond, key=lambda pair: len(pair[0]))
            self.doors -= part
            self.regions = [each for each in self.regions if each not in (small, other)] + [small | part | other]
            self._drop_doors_within()

    def _beyond(self, door: frozenset[Tile], region: frozenset[Tile]) -> frozenset[Tile]:
        sides = {side for tile in door for side in beside(tile)}
        return max((each for each in self.regions if each is not region and each & sides), key=len, default=frozenset())

    def is_outside(self, region: Collection[Tile]) -> bool:
        """Return whether a region reaches the edge of the map."""
        right, down = self.size[0] - 1, self.size[1] - 1
        return any(x in (0, right) or y in (0, down) for x, y in region)

    def divide_at_mouths(self) -> None:
        """Divide halls with corners where they are narrowest, into parts much deeper than the opening is wide."""
        runs = [(step, run) for step, run in self._runs(WIDEST_MOUTH) if len(run) > WIDEST_DOOR]
        for _ in range(MOST_MOUTHS):
            fitting = sorted((run for step, run in runs if self._widens(run, step)), key=lambda run: (len(run), run))
            found = [cut for run in fitting[:MOST_MOUTHS] if (cut := self._cut(run))]
            if not found:
                return
            _, region, parts, run = max(found, key=lambda cut: (cut[0], cut[3]))
            self.regions.remove(region)
            self.regions += [*parts[:-2], parts[-2] | set(run), parts[-1]]
            self.mouths |= set(run)

    def _cut(self, run: list[Tile]) -> tuple[float, frozenset[Tile], list[frozenset[Tile]], list[Tile]] | None:
        """Return the region that an opening divides and its parts, with the depth of the second largest."""
        region = self.at(run[0])
        if region is None or not region.issuperset(run) or self.is_outside(region):
            return None
        parts = sorted(parts_of(region - set(run)), key=len)
        depth = len(parts[-2]) / len(run) if len(parts) > 1 else 0
        return (depth, region, parts, run) if depth >= DEEPER_THAN_WIDE else None

    def _widens(self, run: list[Tile], step: Tile) -> bool:
        """Return whether the wall at one end of a run stops beside it: three free tiles lie round its corner."""
        for end, away in ((run[0], (-step[0], -step[1])), (run[-1], step)):
            for side in (-1, 1):
                corner = [_ahead(end, (side * step[1], side * step[0]))]
                for _ in range(3):
                    corner.append(_ahead(corner[-1], away))
                if all(tile in self.free and tile not in self.doors | self.mouths for tile in corner):
                    return True
        return False


def _ahead(tile: Tile, step: Tile) -> Tile:
    return tile[0] + step[0], tile[1] + step[1]


@dataclass(frozen=True)
class _Zone:
    """Tiles to which a layer or an object gives a name."""

    name: str
    tiles: frozenset[Tile]
    said: bool
    """Whether it means a place for certain: an object, or a layer with properties of its own."""


def _zones(layers: Sequence[_Drawn], drawn: TiledMap) -> list[_Zone]:
    found = []
    for each in layers:
        if each.tiles and _names_a_place(each.layer.name):
            tiles = frozenset(tile for tile, _ in each.tiles)
            found.append(_Zone(spoken_name(each.layer.name), tiles, bool(each.layer.properties)))
        for thing, area in each.areas(drawn) if each.layer.objects and not each.words & (COLLIDES | DOORS) else ():
            name = str(thing.text.get("text", "")) if thing.text and not thing.name else thing.name
            if area and _names_a_place(name):
                found.append(_Zone(spoken_name(name), frozenset(area), said=True))
    return [zone for zone in found if any(letter.isalpha() for letter in zone.name)]


def _names_a_place(name: str) -> bool:
    words = set(words_of(name)) - {""}
    return bool(words - DRAWING) and not words & NO_NAME


def _name_rooms(plan: _Plan, zones: Sequence[_Zone], ask: Ask) -> list[Room]:
    """Return the rooms, and as rooms of their own the zones that take a part of one or of the street."""
    outside = [region for region in plan.regions if plan.is_outside(region)]
    street = max(outside, key=len, default=frozenset[Tile]())
    if len(plan.regions) == 1:
        street = frozenset()
    rooms: list[Room] = []
    nameless: list[frozenset[Tile]] = []
    for region in sorted(plan.regions, key=lambda region: min(region, key=row_first)[::-1]):
        inside = [(zone, zone.tiles & region) for zone in zones]
        parts = [
            (zone, tiles)
            for zone, tiles in inside
            if zone.said and LARGEST_THING < len(tiles) <= 0.6 * len(region) and 2 * len(tiles) > len(zone.tiles)
        ]
        left = region
        for zone, tiles in parts:
            for part in sorted(parts_of(tiles & left), key=len)[-1:]:
                rooms.append(Room(zone.name, part, region == street or _sounds_open(zone.name, part)))
                left -= part
        if region == street:
            continue
        whole = [
            (zone.said, len(tiles) / len(region | zone.tiles), zone.name)
            for zone, tiles in inside
            if len(tiles) > 0.6 * len(region) and len(zone.tiles) < 2 * len(region)
        ]
        for part in sorted(parts_of(left), key=len)[-1:]:
            if whole:
                rooms.append(Room(max(whole)[2], part, _sounds_open(max(whole)[2], part)))
            elif len(part) >= SMALLEST_ROOM:
                nameless.append(part)
    for part in nameless:
        proposal = _proposal(part, nameless)
        name = ask(MapQuestion(f"A room of {_extent(part)}: its name?", proposal)).strip() or proposal
        rooms.append(Room(spoken_name(name) or proposal, part, _sounds_open(name, part)))
    return rooms


def _sounds_open(name: str, tiles: Collection[Tile]) -> bool:
    return bool(set(words_of(name)) & OUTDOORS) or len(tiles) > OPEN_TILES


def _box(tiles: Collection[Tile]) -> tuple[int, int, int, int]:
    """Return the west and north edge of tiles, and their width and depth."""
    west, north = min(x for x, _ in tiles), min(y for _, y in tiles)
    return west, north, max(x for x, _ in tiles) - west + 1, max(y for _, y in tiles) - north + 1


def _extent(tiles: Collection[Tile]) -> str:
    west, north, wide, deep = _box(tiles)
    return f"{wide} x {deep} tiles at {west},{north}"


def _proposal(part: frozenset[Tile], others: Sequence[frozenset[Tile]]) -> str:
    """Return a word for a room without a name, by its shape: a hall, a corridor or a room."""
    _, _, wide, deep = _box(part)
    if len(part) >= 60 and part == max(others, key=len):
        return "Hall"
    return "Corridor" if max(wide, deep) >= 3 * min(wide, deep) else "Room"


def _into_sectors(
    rooms: Sequence[Room], doors: Collection[Tile], zones: Sequence[_Zone], title: str
) -> tuple[Room, ...]:
    """Return the rooms with their buildings: rooms under a roof that a door or an opening joins are one."""
    group = {number: number for number in range(len(rooms))}
    of = {tile: number for number, room in enumerate(rooms) if not room.is_open for tile in room.tiles}
    links = [[side for tile in part for side in beside(tile)] for part in parts_of(doors)]
    links += [[tile, side] for tile in of for side in beside(tile)]
    for link in links:
        joined = sorted({group[of[tile]] for tile in link if tile in of})
        for number in group:
            if group[number] in joined:
                group[number] = joined[0]
    seen: Counter[str] = Counter()
    found: list[Room] = []
    for own in dict.fromkeys(group.values()):
        inner = [room for number, room in enumerate(rooms) if group[number] == own]
        tiles = frozenset().union(*(room.tiles for room in inner))
        sector = _numbered(inner[0].name if len(inner) == 1 else _house_name(tiles, inner, zones, title), seen)
        names: Counter[str] = Counter()
        for room in inner:
            name = sector if len(inner) == 1 else _numbered(room.name, names)
            found.append(replace(room, name=name, sector=sector))
    return tuple(found)


def _house_name(tiles: frozenset[Tile], rooms: Sequence[Room], zones: Sequence[_Zone], title: str) -> str:
    """Return the name of the zone that fits a house best and is no name of its rooms; the title if none does."""
    taken = {room.name for room in rooms}
    shares = [
        (len(zone.tiles & tiles) / len(zone.tiles | tiles), zone.name)
        for zone in zones
        if zone.said and zone.name not in taken
    ]
    share, name = max(shares, default=(0, title))
    return name if share > 0.5 else title


def _numbered(name: str, seen: Counter[str]) -> str:
    """Return a name with a number if it was seen before: 'Room', 'Room 2'."""
    seen[name.casefold()] += 1
    return name if seen[name.casefold()] == 1 else f"{name} {seen[name.casefold()]}"


def _doors_into_rooms(plan: _Plan, walkable: Set[Tile], rooms: Sequence[Room]) -> frozenset[Tile]:
    """Return the doors that a town can have: set in a wall, with a room on the side that is farther from the street."""
    inside = {tile for room in rooms for tile in room.tiles}
    ground = walkable - inside - plan.doors
    open_air = largest_part(sorted(ground, key=row_first), ground)
    steps = distances(open_air, walkable) if open_air else largest_part(sorted(walkable, key=row_first), walkable)
    doors = set(plan.doors)

    def leads(tile: Tile) -> bool:
        ways = sorted((side for side in beside(tile) if side in walkable), key=lambda side: steps.get(side, 0))
        south, east, west, north = (side in plan.walls or side in doors for side in beside(tile))
        return bool(ways) and ways[-1] in inside and (south and north) != (east and west)

    # One at a time, because a door in a corner stands in for the wall of the next.
    while wrong := [tile for tile in sorted(doors) if not leads(tile)]:
        doors.remove(wrong[-1])
    return frozenset(doors)


def _things(
    zones: Sequence[_Zone],
    layers: Sequence[_Drawn],
    drawn: TiledMap,
    rooms: Sequence[Room],
    reachable: frozenset[Tile],
    solid: Collection[Tile],
    ask: Ask,
) -> Iterator[FoundThing]:
    places = {name for room in rooms for name in (room.name, room.sector)}
    small = [zone for zone in zones if zone.said and len(zone.tiles) <= LARGEST_THING]
    named = [(zone.name, zone.tiles) for zone in small if zone.name not in places]
    named += _classed(layers, drawn)
    taken: set[Tile] = set()
    # Things that are spelled alike but for case are one kind of thing; what people sleep in is a bed.
    spelled = {"bed": "bed"}
    for written, tiles in (*named, *_nameless(layers, drawn, ask)):
        name = spelled.setdefault(name_key(written), written)
        room = max(rooms, key=lambda room: len(room.tiles & tiles))
        inside = (tiles & room.tiles) - taken
        walkable = not inside & set(solid)
        ways = inside if walkable else {side for tile in inside for side in beside(tile)} & room.tiles
        if inside and ways & reachable and name:
            taken |= inside
            yield FoundThing(name, frozenset(inside), room, walkable)


def _classed(layers: Sequence[_Drawn], drawn: TiledMap) -> list[tuple[str, frozenset[Tile]]]:
    """Return the things that the classes of tiles name, in layers of tiles and as objects."""
    classes = {
        tileset.firstgid + tile.id: spoken_name(tile.type_ or tile.class_)
        for tileset in drawn.tilesets
        for tile in tileset.tiles
        if _names_a_place(tile.type_ or tile.class_)
    }
    found: dict[str, set[Tile]] = {}
    for each in layers:
        for tile, number in each.tiles:
            if number in classes:
                found.setdefault(classes[number], set()).add(tile)
        for thing, tiles in each.areas(drawn):
            # A thing with a name of its own is known by that.
            if not thing.name and (name := classes.get((thing.gid or 0) & GID_MASK)):
                found.setdefault(name, set()).update(tiles)
    parts = [(name, part) for name, tiles in found.items() for part in parts_of(tiles)]
    return [(name, part) for name, part in parts if len(part) <= LARGEST_THING]


def _nameless(layers: Sequence[_Drawn], drawn: TiledMap, ask: Ask) -> Iterator[tuple[str, frozenset[Tile]]]:
    """Yield what layers of furniture show, named after its tileset or by an answer."""
    starts = sorted((tileset.firstgid, tileset.name) for tileset in drawn.tilesets)
    shown: dict[str, set[Tile]] = {}
    for each in layers:
        for tile, number in each.tiles if each.words & LOW and not each.is_wall else ():
            tileset = next((name for first, name in reversed(starts) if first <= number), "")
            shown.setdefault(tileset, set()).add(tile)
    parts = [(tileset, part) for tileset, tiles in shown.items() for part in parts_of(tiles)]
    parts = [(tileset, part) for tileset, part in parts if len(part) <= LARGEST_THING]
    for tileset, part in sorted(parts, key=lambda each: (-len(each[1]), min(each[1])))[:MOST_QUESTIONS]:
        proposal = next((word for word in map(_singular, words_of(tileset)) if word in FURNITURE), "")
        yield (
            ask(MapQuestion(f"A thing of {_extent(part)}, drawn with {tileset!r}: what is it?", proposal)).strip(),
            part,
        )


def _singular(word: str) -> str:
    return word.removesuffix("s")
