"""A town of many: a town tiled, its tiles joined by streets, everybody renamed, one in ten at work in the next tile.

It is written as files and read from them, so it is a town like any other, and any town can be tiled.
"""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Mapping
from typing import Any

from townlet.town import Town, town_from_files

STREET = 4
"""Width of the street between two tiles of the town."""

COMMUTERS = 10
"""One in so many people works in the next tile."""

Table = dict[str, Any]


def tiled(town: Town, copies: int, columns: int) -> Town:
    """The town `copies` times over, `columns` beside one another. The first copy keeps its names."""
    texts = {name: content.decode() for name, content in town.files.items() if name.endswith((".toml", ".tmj"))}
    head, plan = tomllib.loads(texts["town.toml"]), json.loads(texts["map.tmj"])
    folk = [tomllib.loads(text) for name, text in sorted(texts.items()) if name.startswith("people/")]
    parts = [_Copy(town, number) for number in range(copies)]
    norms = [part.norm(norm) for part in parts for norm in head.get("norms", ())]
    people = [part.person(person) for part in parts for person in folk]
    _commuting(people, len(folk))
    files = {f"people/{place:05}.toml": _toml(person) for place, person in enumerate(people)}
    files["town.toml"] = _toml({**head, "norms": []}) + "".join(f"\n[[norms]]\n{_toml(norm)}" for norm in norms)
    files["map.tmj"] = json.dumps(_side_by_side(plan, parts, columns))
    return town_from_files(files, f"{town.name} {copies} times")


class _Copy:
    """What everything in one tile of the tiled town is called."""

    def __init__(self, town: Town, number: int) -> None:
        words = {word for persona in town.people for word in persona.name.split()}
        self._names = {word: word + _SUFFIXES[number] for word in words}
        self._suffix = f" {number + 1}" if number else ""
        sectors = sorted((child.name for child in town.setting.children[town.setting.root]), key=len, reverse=True)
        self._sectors = re.compile("|".join(map(re.escape, sectors)))

    def sentence(self, text: str) -> str:
        return self._words(self._sectors.sub(lambda match: match[0] + self._suffix, text))

    def _words(self, text: str) -> str:
        return re.sub(r"[A-Z]\w+", lambda match: self._names.get(match[0], match[0]), text)

    def norm(self, norm: Table) -> Table:
        keepers = {"keepers": [self._words(name) for name in norm["keepers"]]} if "keepers" in norm else {}
        return {**norm, "place": self.sentence(norm["place"]), **keepers}

    def person(self, person: Table) -> Table:
        told = {key: self.sentence(person[key]) for key in ("bed", "home", "workplace", "description") if key in person}
        haunts = [self.sentence(haunt) for haunt in person.get("haunts", ())]
        return {**person, **told, "name": self._words(person["name"]), "haunts": haunts, "look": None}


_SUFFIXES = ("", *(a + b for a in "aeiou" for b in "lmnrstdkbgv"))


def _side_by_side(plan: Table, parts: list[_Copy], columns: int) -> Table:
    """The map with every part in its place, without what nobody but a viewer sees."""
    across, down = plan["width"] + STREET, plan["height"] + STREET
    width, height = columns * across, -(-len(parts) // columns) * down
    corners = [(number % columns * across, number // columns * down) for number in range(len(parts))]
    layers = []
    for layer in plan["layers"]:
        if layer["type"] == "tilelayer":
            numbers = [0] * (width * height)
            for x, y in corners:
                for row in range(plan["height"]):
                    start = (y + row) * width + x
                    numbers[start : start + plan["width"]] = layer["data"][row * plan["width"] :][: plan["width"]]
            layers.append({**layer, "width": width, "height": height, "data": numbers})
        elif layer["name"] in ("sectors", "arenas", "objects", "doors", "scenery"):
            found = [
                {
                    **mark,
                    "name": part.sentence(mark["name"]),
                    "x": mark["x"] + x * plan["tilewidth"],
                    "y": mark["y"] + y * plan["tileheight"],
                }
                for part, (x, y) in zip(parts, corners, strict=True)
                for mark in layer["objects"]
            ]
            layers.append({**layer, "objects": found})
    return {**plan, "width": width, "height": height, "layers": layers}


def _commuting(people: list[Table], each: int) -> None:
    """One in ten works where the same person of the next tile does, and knows of it."""
    workplaces = [person.get("workplace") for person in people]
    for place in range(0, len(people), COMMUTERS):
        if there := workplaces[(place + each) % len(people)]:
            people[place]["workplace"] = there


def _toml(table: Mapping[str, Any]) -> str:
    return "".join(f"{key} = {_value(value)}\n" for key, value in table.items() if value not in (None, []))


def _value(value: Any) -> str:
    if isinstance(value, (str, bool, list)):
        return json.dumps(value, ensure_ascii=False)
    return value.isoformat() if hasattr(value, "isoformat") else str(value)
