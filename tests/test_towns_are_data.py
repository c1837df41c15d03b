"""No rule, word list or prompt knows anybody of a built-in town: towns are data, and any other would do as well."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from townlet.town import Town, builtin_towns, load_town

SOURCE = Path(__file__).parent.parent / "src" / "townlet"
LAYERS = (
    "world",
    "memory",
    "language",
    "cognition",
    "town",
    "offline",
    "state",
    "runfile",
    "engine",
    "measures",
    "story",
    "evaluation",
    "reporting",
)
"""All but the commands, whose help has examples to type, and the towns themselves."""

ALSO_WORDS = {"Park", "May", "Will"}
"""Names of people that are words, too: the paper's first author among them."""


def files_of(layer: str) -> list[Path]:
    return [path for path in sorted((SOURCE / layer).rglob("*")) if path.suffix in {".py", ".toml", ".md"}]


def names_of(town: Town) -> set[str]:
    """The names of its people, whole and in parts, and those of its places that are more than a kind of place."""
    people = {person.name for person in town.people}
    parts = {part for name in people for part in re.findall(r"[A-Z]\w{2,}", name)}
    places = {address.parts[1] for address in town.setting.objects}
    return {town.name} | people | (parts - ALSO_WORDS) | {place for place in places if " " in place}


def found_in(text: str, names: list[str]) -> list[str]:
    """The names that a text holds as words of their own."""
    return [name for name in names if name in text and re.search(rf"\b{re.escape(name)}\b", text)]


@pytest.mark.parametrize("town", builtin_towns())
@pytest.mark.parametrize("layer", LAYERS)
def test_layer_names_nobody_and_no_place_of_a_town(layer: str, town: str) -> None:
    names = sorted(names_of(load_town(town)))
    found = {path.name: found_in(path.read_text(encoding="utf-8"), names) for path in files_of(layer)}
    assert {file: names for file, names in found.items() if names} == {}


@pytest.mark.parametrize("layer", LAYERS)
def test_layer_has_files_to_look_into(layer: str) -> None:
    assert files_of(layer)
