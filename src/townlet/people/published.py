"""A town of the base simulation that Park et al. published with their code, with its map and its people."""

from __future__ import annotations

import csv
import json
from datetime import datetime
from pathlib import Path
from typing import Any

import numpy as np

from townlet.errors import BadInput
from townlet.files import parse_json_text, read_text, refuse_full_folder
from townlet.mapmaker.png import write_png
from townlet.people.sheet import ImportedPeople, Tell, TownBefore, bring_in
from townlet.town.drawing import MAP
from townlet.town.flood_fill import distances
from townlet.town.town import TOWN

Grid = dict[tuple[int, int], str]
"""What stands at each tile (x, y) of a layer: the name of a place, or the number of a wall. It has no empty tiles."""

TILE = 16
"""The side of a tile in the map's picture, in pixels."""

_ABOUT = "The base town of Park et al. 2023, from its published files."


def new_published_town(folder: Path | str, published: Path | str, *, tell: Tell = lambda line: None) -> ImportedPeople:
    """Write a new town of a published base simulation, and return what was understood of its people.

    `published` holds the files as they are, at any depth: `personas/` and `reverie/meta.json` of one base simulation,
    the matrix (`maze/`, `special_blocks/` and `maze_meta_info.json`) and, if there is one, `agent_history_*.csv`. The
    map has the published walls, sectors, arenas and objects. It has no doors, since the matrix has none, and so no
    opening hours. The ground outside the town's own outer wall becomes wall. Raises BadInput, TownError and OSError;
    then nothing is written.
    """
    folder, published = Path(folder), Path(published)
    refuse_full_folder(folder)
    meta = _read_json(_only(published, "reverie/meta.json"))
    layers = _Layers(_only(published, "maze_meta_info.json").parent)
    try:
        start = datetime.strptime(meta["curr_time"], "%B %d, %Y, %H:%M:%S")
    except (KeyError, TypeError, ValueError):
        raise BadInput(
            f"{published}: reverie/meta.json has no 'curr_time' such as 'February 13, 2023, 00:00:00'."
        ) from None
    head = f'name = {json.dumps(layers.world)}\nabout = "{_ABOUT}"\nstart = {start.isoformat()}\ndays = 2\n'
    files = {MAP: json.dumps(layers.tiled()).encode(), TOWN: head.encode(), "tiles.png": _picture()}
    return bring_in(published, TownBefore(files, {}, "English", is_new=True), folder, tell=tell)


def _only(folder: Path, name: str) -> Path:
    """Return the one file in the folder, at any depth, whose path ends with `name`."""
    found = sorted(folder.rglob(name))
    if len(found) != 1:
        raise BadInput(f"{folder} holds {len(found)} files {name}, not one. Name the folder of one base simulation.")
    return found[0]


def _read_json(file: Path) -> Any:
    try:
        return parse_json_text(read_text(file))
    except (ValueError, UnicodeDecodeError) as error:
        raise BadInput(f"{file} is not JSON: {error}. Fetch it again.") from None


class _Layers:
    """The published matrix: walls, sectors, arenas and objects by tile."""

    def __init__(self, matrix: Path) -> None:
        size = _read_json(matrix / "maze_meta_info.json")
        self.width, self.height = int(size["maze_width"]), int(size["maze_height"])
        self._matrix = matrix
        self.world = _rows(matrix / "special_blocks/world_blocks.csv")[0][-1]
        self.sectors = self._named("sector")
        self.arenas = {tile: name for tile, name in self._named("arena").items() if tile in self.sectors}
        self.things = {tile: name for tile, name in self._named("game_object").items() if tile in self.arenas}
        every = {(x, y) for y in range(self.height) for x in range(self.width)}
        open_ground = every - self._numbers("collision").keys() - self.sectors.keys()
        edge = {(x, y) for x, y in open_ground if x in (0, self.width - 1) or y in (0, self.height - 1)}
        self.walls = (self._numbers("collision").keys() | distances(edge, open_ground).keys()) - self.things.keys()

    def _numbers(self, layer: str) -> Grid:
        cells = [cell for row in _rows(self._matrix / f"maze/{layer}_maze.csv") for cell in row]
        if len(cells) != self.width * self.height:
            size = f"{self.width} x {self.height}"
            raise BadInput(f"maze/{layer}_maze.csv has {len(cells)} cells, but the map has {size} tiles")
        return {(n % self.width, n // self.width): cell for n, cell in enumerate(cells) if cell != "0"}

    def _named(self, layer: str) -> Grid:
        names = {row[0]: row[-1] for row in _rows(self._matrix / f"special_blocks/{layer}_blocks.csv")}
        return {tile: names[number] for tile, number in self._numbers(layer).items() if number in names}

    def tiled(self) -> dict[str, Any]:
        """Return the map in Tiled's format. Everything is used from its own tiles, as in the published town."""
        sectors = _marks(self.sectors)
        rooms = {tile: (self.sectors[tile], name) for tile, name in self.arenas.items() if tile not in self.walls}
        things = {tile: (*rooms[tile], name) for tile, name in self.things.items()}
        every = [(x, y) for y in range(self.height) for x in range(self.width)]
        ground = [2 if tile in self.arenas else 1 for tile in every]
        walls = [3 if tile in self.walls else 4 if tile in self.things else 0 for tile in every]
        size = {"width": self.width, "height": self.height}
        tiles = {"type": "tilelayer", "visible": True, "opacity": 1, "x": 0, "y": 0, **size}
        marks = {"sectors": sectors, "arenas": _marks(rooms), "objects": _marks(things, usable=True), "doors": []}
        groups = [
            {"name": name, "type": "objectgroup", "visible": False, "objects": each} for name, each in marks.items()
        ]
        layers = [{"name": "ground", **tiles, "data": ground}, {"name": "walls", **tiles, "data": walls}, *groups]
        return {
            "type": "map",
            "version": "1.10",
            "orientation": "orthogonal",
            "renderorder": "right-down",
            "infinite": False,
            **size,
            "tilewidth": TILE,
            "tileheight": TILE,
            "layers": [{"id": number, **layer} for number, layer in enumerate(layers, 1)],
            "tilesets": [_TILESET],
        }


_TILESET = {
    "firstgid": 1,
    "name": "tiles",
    "image": "tiles.png",
    "imagewidth": 4 * TILE,
    "imageheight": TILE,
    "tilewidth": TILE,
    "tileheight": TILE,
    "columns": 4,
    "tilecount": 4,
    "tiles": [{"id": 2, "properties": [{"name": "blocks", "type": "string", "value": "sight"}]}],
}


def _picture() -> bytes:
    """Return the picture of the four tiles: grass, floor, wall and something to use."""
    colours = [(126, 171, 104, 255), (222, 205, 173, 255), (84, 76, 84, 255), (170, 120, 80, 255)]
    row = np.array(colours, dtype=np.uint8).repeat(TILE, axis=0)
    return write_png(np.repeat(row[np.newaxis], TILE, axis=0))


def _rows(file: Path) -> list[list[str]]:
    with file.open(encoding="utf-8", newline="") as rows:
        return [[cell.strip() for cell in row] for row in csv.reader(rows) if row]


def _marks(grid: dict[tuple[int, int], Any], *, usable: bool = False) -> list[dict[str, Any]]:
    """Return rectangles that cover a layer: each run of tiles in a row with the same name. The last word names it."""
    found: list[dict[str, Any]] = []
    for x, y in sorted(grid, key=lambda tile: (tile[1], tile[0])):
        name = grid[x, y]
        label = name if isinstance(name, str) else name[-1]
        if grid.get((x - 1, y)) == name:
            found[-1]["width"] += TILE
            continue
        found.append({"id": len(found) + 1, "name": label, "x": x * TILE, "y": y * TILE, "width": TILE, "height": TILE})
    for mark in found if usable else ():
        mark["type"] = mark["name"].replace(" ", "_")
        flags = [{"name": "walkable", "type": "bool", "value": True}]
        mark["properties"] = [*flags, {"name": "capacity", "type": "int", "value": mark["width"] // TILE}]
    return found
