"""A resident's file and the world that follows from it: a town of one person, whose map is a tree of names."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Annotated, Any

from pydantic import BeforeValidator, Field

from townlet.errors import BadInput
from townlet.files import read_file
from townlet.town import Town, TownError
from townlet.town.defects import Defects, nearest
from townlet.town.drawing import MAP, NEEDED_MARKS, NEEDED_TILES
from townlet.town.people import PEOPLE
from townlet.town.prose import pronouns_told
from townlet.town.schema import ClockTime, Name, PersonFile
from townlet.town.toml_file import parse_toml, read_toml
from townlet.town.town import TOWN, town_from_files

PERSON = f"{PEOPLE}resident.toml"
_BED = "bed"
_OWN_KEYS = ("places", "world", "language", "bed", "home", "workplace", "haunts")
"""The keys of a resident's file that are about the world, and are written anew for the town."""


def _states(things: object) -> object:
    """Return the things of a place with their states. Raises ValueError."""
    if isinstance(things, list):
        things = {thing: "idle" for thing in things if isinstance(thing, str)} if _are_texts(things) else None
    if not isinstance(things, dict) or not things or not _are_texts(things.values()):
        raise ValueError(
            'a place is a list of things, such as ["oven"], or a table of things and their states, such as '
            '{ oven = "cold" }; keys that are not places belong above [places]'
        )
    return things


def _are_texts(values: Iterable[object]) -> bool:
    return all(isinstance(value, str) for value in values)


class ResidentFile(PersonFile):
    """A resident's file: that of a person of a town, with the places of its world in it."""

    wakes: ClockTime = 7 * 60
    sleeps: ClockTime = 23 * 60
    bed: str = _BED
    home: str = ""
    places: dict[Name, Annotated[dict[Name, str], BeforeValidator(_states)]] = Field(default_factory=dict)
    world: Name = "the world"
    language: str = "English"


@dataclass(frozen=True)
class ResidentPlan:
    """A resident's file that was read and checked."""

    path: Path
    name: str
    table: Mapping[str, Any]
    """The person's keys, as a town's file of a person has them."""
    places: Mapping[str, Mapping[str, str]]
    """The things of each place, with their states."""
    world: str
    language: str

    def town(self, start: datetime) -> Town:
        """Return the town of one person that begins at this time. Raises TownError."""
        head = {"name": self.world, "language": self.language, "hosted": True}
        files = {
            TOWN: f"{_toml(head)}start = {start.isoformat()}\n",
            MAP: _map_of(self.places),
            PERSON: _toml(self.table),
        }
        return town_from_files(files, str(self.path), check_names=True)


def read_resident(path: Path) -> ResidentPlan:
    """Read and check a resident's file. Raises BadInput, which names every defect, and TownError."""
    try:
        content = read_file(path)
    except OSError as error:
        raise BadInput(f"{path} cannot be read: {error.strerror or error}.") from error
    defects = Defects()
    read = read_toml(path.name, content, ResidentFile, defects)
    defects.stop_if_any(str(path))
    table = parse_toml(path.name, content, defects) or {}
    if read is None:
        raise TownError(str(path), ["it is empty; a resident has a name, an age, traits and a description"])
    places = {place: dict(things) for place, things in read.places.items()}
    home = _home(read, places, path)
    own = {"wakes": "7:00", "sleeps": "23:00"} | {key: table[key] for key in table if key not in _OWN_KEYS}
    own.setdefault("pronouns", pronouns_told(read.description))
    own |= {"home": home, "bed": f"{home}:{home}:{read.bed}", "haunts": [each for each in places if each != home]}
    if read.workplace:
        own["workplace"] = _known(read.workplace, places, "workplace", path)
    plan = ResidentPlan(path, read.name, own, places, read.world, read.language)
    plan.town(datetime(2000, 1, 1))  # Fails here, with all defects, before a run begins.
    return plan


def _home(read: ResidentFile, places: dict[str, dict[str, str]], path: Path) -> str:
    """Return the place where the resident lives, with a bed in it; it is added if the file has none."""
    if read.home:
        home = _known(read.home, places, "home", path)
    else:
        home = next((place for place, things in places.items() if read.bed in things), "Home")
    places.setdefault(home, {}).setdefault(read.bed, "made")
    return home


def _known(place: str, places: Mapping[str, object], key: str, path: Path) -> str:
    if place in places:
        return place
    raise BadInput(f"{path}: {key} is {place!r}, which [places] does not have.{nearest(place, tuple(places))}")


def _toml(table: Mapping[str, Any]) -> str:
    """Return a table of texts, numbers, flags and lists as TOML, whose values of these kinds are written as JSON."""
    inner = {key: value for key, value in table.items() if isinstance(value, Mapping)}
    flat = "".join(f"{key} = {json.dumps(table[key], ensure_ascii=False)}\n" for key in table if key not in inner)
    return flat + "".join(f"[{key}]\n{_toml(value)}" for key, value in inner.items())


_ROWS = 2
"""The depth of a place in tiles: one row of things, and one to stand and meet in."""


def _map_of(places: Mapping[str, Mapping[str, str]]) -> str:
    """Return a Tiled map on which each place is an open strip with its things side by side.

    Nobody but the run's own page looks at it: where people are is for the host of the world to say.
    """
    width, top = 2 + max(3, *(2 * len(things) for things in places.values())), 1
    marks: dict[str, list[dict[str, object]]] = {name: [] for name in NEEDED_MARKS}
    for place, things in places.items():
        area = {"name": place, "x": 1, "y": top, "width": width - 2, "height": _ROWS}
        marks["sectors"].append(area)
        marks["arenas"].append(area)
        for number, (thing, state) in enumerate(things.items()):
            properties = {"walkable": True, "state": state}
            at = {"name": thing, "x": 1 + 2 * number, "y": top, "width": 1, "height": 1}
            marks["objects"].append(
                {**at, "properties": [{"name": key, "value": properties[key]} for key in properties]}
            )
        top += _ROWS + 1
    ground = {"type": "tilelayer", "name": NEEDED_TILES, "width": width, "height": top, "data": [0] * (width * top)}
    layers = [ground, *({"type": "objectgroup", "name": name, "objects": each} for name, each in marks.items())]
    size = {"width": width, "height": top, "tilewidth": 1, "tileheight": 1}
    return json.dumps({"type": "map", "orientation": "orthogonal", **size, "tilesets": [], "layers": layers})
