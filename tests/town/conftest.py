"""A tiny made-up town, as the files of its folder, for tests to break."""

import json
from collections.abc import Callable, Mapping
from typing import Any

import pytest

from townlet.mapmaker import compile_plan
from townlet.town import Town, TownError, town_from_files

GROUND = "\n".join(["---", *["." * 20] * 12])

COTTAGE = """
sector = "Mill cottage"
at = [2, 1]

[rooms]
1 = { arena = "parlour", floor = "oak" }
2 = { arena = "bathroom", floor = "bath" }

[things]
b = { kind = "single_bed", object = "bed" }
B = { kind = "bed", object = "wide bed", capacity = 2 }
t = { kind = "dining", object = "table", capacity = 2 }
h = { kind = "chair", walkable = true }
S = { kind = "sofa", object = "sofa", walkable = true }
y = { kind = "shower", object = "shower", state = "turned off" }
p = { kind = "plant" }
---
############
#b.BB...#y.#
#b.BB...+.2#
#.......#..#
#.1.hth.####
#......SSSp#
###=##+#####
"""

TOWN = """
name = "Millbrook"
start = 2031-04-07T00:00:00
about = "A cottage by a stream."

[[norms]]
place = "Mill cottage: bathroom"
capacity = 1
rule = "for one person at a time"

[[norms]]
place = "Mill cottage"
opens = "8:00"
closes = "20:00"
"""

PERSON = """
name = "{name}"
age = 41
traits = ["calm", "curious"]
description = "{name} is a weaver at Mill cottage; {name} enjoys long walks. ; Is it late?"
wakes = "7:00"
sleeps = "23:00"
bed = "Mill cottage:parlour:{bed}"
home = "Mill cottage"
"""


def person(name: str, bed: str = "bed") -> str:
    return PERSON.format(name=name, bed=bed)


@pytest.fixture
def plan() -> dict[str, str]:
    """The plan's files by name."""
    return {"ground.txt": GROUND, "cottage.txt": COTTAGE}


@pytest.fixture
def town_folder(plan: dict[str, str]) -> dict[str, str]:
    """The town's files by path; nothing is wrong with them."""
    return {
        "town.toml": TOWN,
        "map.tmj": compile_plan(plan),
        "people/ada_fenn.toml": person("Ada Fenn"),
        "people/bo_marsh.toml": person("Bo Marsh", "wide bed"),
    }


@pytest.fixture
def defects_of() -> Callable[[Mapping[str, str | bytes]], str]:
    """The defects of a town that has some, as text."""

    def read(files: Mapping[str, str | bytes]) -> str:
        with pytest.raises(TownError) as caught:
            town_from_files(files)
        return "\n".join(caught.value.defects)

    return read


@pytest.fixture
def town(town_folder: dict[str, str]) -> Town:
    return town_from_files(town_folder)


@pytest.fixture
def redrawn(town_folder: dict[str, str]) -> Callable[[Callable[[dict[str, Any]], object]], dict[str, str]]:
    """The town's files after a change to its map, given as a function on the map's JSON."""

    def change(edit: Callable[[dict[str, Any]], object]) -> dict[str, str]:
        drawn = json.loads(town_folder["map.tmj"])
        edit(drawn)
        return {**town_folder, "map.tmj": json.dumps(drawn)}

    return change
