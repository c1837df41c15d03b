"""Write the base town that Park et al. published with their code as a town folder, to run it beside other towns.

    python benchmarks/published_town.py FOLDER OUT

FOLDER holds the published files as they are: `NAME/personas/` and `NAME/reverie/` of one base simulation, the matrix
(`maze/`, `special_blocks/` and `maze_meta_info.json`) and, if there is one, `agent_history_*.csv`. They may lie at any
depth. OUT is the new folder. Add a `facts.toml` (docs/towns.md) to let measures follow news.

A person's sentences are those of the published files, one statement each, with "you" turned into the person's name. The
map has the published walls, sectors, arenas and objects. It has no doors, since the matrix has none; so no place can
have opening hours. The ground outside the town's own outer wall becomes wall.
"""

from __future__ import annotations

import csv
import json
import re
import sys
from collections.abc import Collection, Iterable, Iterator
from datetime import datetime
from pathlib import Path
from typing import Any

import numpy as np

from townlet.mapmaker.png import write_png
from townlet.town import TownError, load_town
from townlet.town.flood_fill import distances

Grid = dict[tuple[int, int], str]
"""What stands at each tile (x, y) of a layer: the name of a place, or the number of a wall. It has no empty tiles."""

TILE = 16
"""The side of a tile in the map's picture, in pixels."""


class BadFolder(Exception):
    """The folder does not hold what it should. The message says what is wrong and what to do."""


def import_town(folder: Path, out: Path) -> None:
    """Write the town folder `out` from the published files in `folder`. Raises BadFolder; then nothing is written."""
    if out.exists():
        raise BadFolder(f"{out} is there already. Name a folder that does not exist.")
    meta = _only(folder, "reverie/meta.json")
    base = meta.parent.parent
    matrix = _only(folder, "maze_meta_info.json").parent
    layers = _Layers(matrix)
    people = [_json(each) for each in sorted(base.glob("personas/*/bootstrap_memory/scratch.json"))]
    if not people:
        raise BadFolder(f"{base}/personas: holds no person's bootstrap_memory/scratch.json")
    history = _history(folder)
    start = datetime.strptime(_json(meta)["curr_time"], "%B %d, %Y, %H:%M:%S")
    files = {
        "map.tmj": json.dumps(layers.tiled()),
        "town.toml": _toml({"name": layers.world, "about": _ABOUT, "start": start, "days": 2, "language": "English"}),
    }
    for scratch in people:
        known = _json(base / "personas" / scratch["name"] / "bootstrap_memory/spatial_memory.json")
        person = _person(scratch, history.get(scratch["name"], ""), layers, known)
        files[f"people/{scratch['name'].replace(' ', '_').lower()}.toml"] = _toml(person)
    (out / "people").mkdir(parents=True)
    for name, text in files.items():
        (out / name).write_text(text, "utf-8")
    (out / "tiles.png").write_bytes(_picture())


_ABOUT = "The base town of Park et al. 2023, from its published files."


def _only(folder: Path, name: str) -> Path:
    """Return the one file in the folder, at any depth, whose path ends with `name`."""
    found = sorted(folder.rglob(name))
    if len(found) != 1:
        raise BadFolder(f"{folder} holds {len(found)} files {name}, not one. Name the folder of one base simulation.")
    return found[0]


def _json(file: Path) -> Any:
    return json.loads(file.read_text("utf-8"))


def _history(folder: Path) -> dict[str, str]:
    """Return what the agent history whispers to each person at the start, by name."""
    found: dict[str, str] = {}
    for file in sorted(folder.rglob("agent_history_*.csv")):
        with file.open(encoding="utf-8", newline="") as rows:
            found |= {row["Name"].strip(): row["Whisper"] for row in csv.DictReader(rows)}
    return found


def _toml(table: dict[str, Any]) -> str:
    values = {key: value.isoformat() if isinstance(value, datetime) else _quoted(value) for key, value in table.items()}
    return "".join(f"{key} = {value}\n" for key, value in values.items())


def _quoted(value: object) -> str:
    return json.dumps(value, ensure_ascii=False)


class _Layers:
    """The published matrix: walls, sectors, arenas and objects by tile."""

    def __init__(self, matrix: Path) -> None:
        size = _json(matrix / "maze_meta_info.json")
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
            raise BadFolder(f"maze/{layer}_maze.csv has {len(cells)} cells, but the map has {size} tiles")
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


def _person(scratch: dict[str, Any], whisper: str, layers: _Layers, known: dict[str, Any]) -> dict[str, Any]:
    """Return a person's file. The plan for a day and the story say where they work."""
    name, lifestyle = scratch["name"], scratch["lifestyle"]
    home = scratch["living_area"].split(":", 1)[1]
    sector = home.split(":")[0]
    elsewhere = [place for place in known.get(layers.world, {}) if place != sector and place in layers.sectors.values()]
    person = {
        "name": name,
        "age": scratch["age"],
        "pronouns": _pronoun(scratch),
        "traits": [trait.strip() for trait in scratch["innate"].split(",")],
        "description": ";\n".join(_sentences(scratch, whisper)),
        "wakes": _clock(lifestyle, r"awakes? up") or "7:00",
        "sleeps": _clock(lifestyle, r"goes to bed") or "23:00",
        "bed": f"{home}:bed",
        "home": sector,
        "haunts": elsewhere,
    }
    if dines := _clock(lifestyle, r"eats dinner"):
        person["dines"] = dines
    if work := _workplace(scratch, set(layers.sectors.values()) - {sector}):
        person["workplace"] = work
    return person


def _pronoun(scratch: dict[str, Any]) -> str:
    words = re.findall(r"\w+", f"{scratch['learned']} {scratch['currently']}".lower())
    return max(_POSSESSIVE, key=lambda word: words.count(word) + words.count(_POSSESSIVE[word]))


_POSSESSIVE = {"they": "their", "she": "her", "he": "his"}


def _clock(lifestyle: str, act: str) -> str | None:
    """Return the hour of an act in 24 hours: '0:00' from 'goes to bed around midnight', '17:30' from '17:30pm'."""
    if not (found := re.search(rf"{act} (?:around|at) (?:(midnight|noon)|(\d+)(?::(\d+))?\s*([ap]m))", lifestyle)):
        return None
    if word := found[1]:
        return "0:00" if word == "midnight" else "12:00"
    hour = int(found[2]) % 12 + (12 if found[4] == "pm" else 0)
    return f"{hour}:{found[3] or '00'}"


def _workplace(scratch: dict[str, Any], sectors: Collection[str]) -> str | None:
    """Return the first sector in what a person is, or in what they open or go to each day."""
    plans = [each for each in _parts(scratch["daily_plan_req"]) if re.search(r"\b(opens|goes to)\b", each)]
    plain = _plain(" ".join([scratch["learned"], *plans]))
    there = {sector: plain.find(_plain(sector)) for sector in sectors if _plain(sector) in plain}
    return min(there, key=lambda sector: (there[sector], sector)) if there else None


def _parts(text: str) -> list[str]:
    return re.split(r"(?<=[.!?])\s+", text)


def _plain(text: str) -> str:
    """Return a text without capitals, articles and plurals, which the published files mix up in names of places."""
    words = re.findall(r"\w+", text.lower().replace("'s", ""))
    return f" {' '.join(word.removesuffix('s') for word in words if word != 'the')} "


_PREFACE = re.compile(r"^(this is very important --|for planning,|in terms of your (daily )?plans?,)\s*", re.IGNORECASE)
_ADVERB = r"(?:(?:sometimes|often|also|really|just|currently|always|mostly) )?"
_UNCHANGED = {"would", "will", "can", "could", "should", "may", "might", "had", "was", "met"}


def _sentences(scratch: dict[str, Any], whisper: str) -> list[str]:
    """Return the statements of the published files in the third person, each once."""
    fields = (scratch["learned"], scratch["currently"], scratch["daily_plan_req"])
    told = [*(each for field in fields for each in _parts(field)), *whisper.split(";")]
    plain = (_about(scratch, each.strip().rstrip(".").replace(";", ",").replace("*", "")) for each in told)
    return list(dict.fromkeys(sentence for sentence in plain if sentence))


def _about(scratch: dict[str, Any], sentence: str) -> str:
    """Return one sentence about the person by name: 'Ada Fenn has known Bo', from "You've known Bo"."""
    name, first, last = scratch["name"], scratch["first_name"], scratch["last_name"]
    their = _POSSESSIVE[_pronoun(scratch)]
    said = re.sub(r"\b(you)'ve\b", r"\1 have", _PREFACE.sub("", sentence), flags=re.IGNORECASE)
    said = re.sub(r"^([\w ]+, )?(?:[Ss]he|[Hh]e)\b", rf"\1{name}", said)
    said = re.sub(r"^([\w ]+, )?[Tt]hey are\b", rf"\1{name} is", said)
    said = re.sub(rf"^{re.escape(first)}\b(?! {re.escape(last)})", name, said)
    if not re.match(rf"you\b|{re.escape(name)}", said, re.IGNORECASE):
        said = re.sub(r"\byour\b", f"{name}'s", said, count=1, flags=re.IGNORECASE)
    said = re.sub(r"\byours\b", their if their == "his" else f"{their}s", said, flags=re.IGNORECASE)
    said = re.sub(r"\byour\b", their, said, flags=re.IGNORECASE)
    said = re.sub(r"\byou two\b", "they", said)
    said = re.sub(
        rf"\byou ({_ADVERB})([\w']+)", lambda found: _verb(name, found[1], found[2]), said, flags=re.IGNORECASE
    )
    return re.sub(r"\byou\b", name, said, flags=re.IGNORECASE)


def _verb(name: str, adverb: str, verb: str) -> str:
    """Return the person's name with a verb of the third person: 'Ada Fenn often sees', from 'often' and 'see'."""
    irregular = {"are": "is", "have": "has", "do": "does", "don't": "does not", "haven't": "has not", "were": "was"}
    if verb in irregular:
        return f"{name} {adverb}{irregular[verb]}"
    if verb in _UNCHANGED or verb.endswith("ed") or verb in _NO_VERB:
        return f"{name} {adverb}{verb}"
    return f"{name} {adverb}{verb}es" if verb.endswith(("s", "sh", "ch", "x")) else f"{name} {adverb}{verb}s"


_NO_VERB = frozenset(
    {"and", "or", "with", "in", "on", "at", "to", "for", "about", "since", "because", "who", "but", "if"}
)
"""What may follow 'you' if it is no subject: 'helped you and Bo'."""


def main(arguments: Iterable[str]) -> Iterator[str]:
    """Import the town that the arguments name, and yield what is to be printed."""
    match list(arguments):
        case [folder, out]:
            import_town(Path(folder), Path(out))
            town = load_town(out)
            yield f"Wrote {out}: {len(town.people)} people, {len(town.setting.objects)} objects. townlet check {out}"
        case _:
            raise BadFolder("give two folders: python benchmarks/published_town.py FOLDER OUT")


if __name__ == "__main__":
    try:
        print(*main(sys.argv[1:]), sep="\n")
    except (BadFolder, TownError) as error:
        print(error, file=sys.stderr)
        sys.exit(2)
