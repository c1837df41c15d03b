"""Names: lists of some, and towns whose people get other names and keep their keys."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterable, Mapping
from functools import cache
from importlib import resources
from itertools import count
from random import Random
from typing import Any

from townlet.cognition.sanitisation import MAX_NAME_LENGTH, NAME_RULE, is_name
from townlet.errors import BadInput
from townlet.files import parse_toml_text
from townlet.town.defects import Defects, nearest
from townlet.town.drawing import MAP
from townlet.town.people import read_people
from townlet.town.town import FACTS, Town, town_from_files
from townlet.world.keys import Keys

_NAMING = re.compile(r"(town|facts)\.toml|people/.*\.toml|prompts/.*\.md|plan/.*\.(toml|txt)")
"""The files that may name people, besides the map. Words for the offline model name nobody."""
_WORD = re.compile(r"\w+")
_KEY_LINE = re.compile(r"""\s*["']?key["']?\s*=""")
_DRAWN_FROM, _TRIES = 10_000, 200


@cache
def _name_lists() -> dict[str, dict[str, list[str]]]:
    return parse_toml_text(resources.files("townlet.town").joinpath("names.toml").read_text(encoding="utf-8"))


class Names:
    """Names for people in a town's language, each once, the same for the same numbers."""

    def __init__(self, language: str, taken: Iterable[str]) -> None:
        lists = _name_lists()
        self._lists = next((lists[word] for word in language.lower().split()[::-1] if word in lists), lists["english"])
        self._taken = {*taken}

    def made(self, number: int, pronouns: str) -> str:
        """Return a name that nobody has yet."""
        first = self._lists.get(pronouns) or [*self._lists["she"], *self._lists["he"]]
        last = self._lists["last"]
        names = (
            self._lists["order"][0].format(
                first=first[(number + turn) % len(first)], last=last[(number * 7 + turn * 5) % len(last)]
            )
            for turn in count()
        )
        for turn, name in enumerate(names):
            name = name if turn < len(last) * len(first) else f"{name} {turn}"
            if name not in self._taken:
                self._taken.add(name)
                return name
        raise AssertionError  # the names never end


def renamed(town: Town, seed: int) -> Town:
    """Return a town with another name for everybody, drawn with a seed. Everybody keeps their key. Raises TownError."""
    return town_from_files(renamed_files(town.files, _drawn_names(town, seed)), town.name, check_names=True)


def _drawn_names(town: Town, seed: int) -> dict[str, str]:
    """Return the new names by the old ones: of words that the town does not use, as far as there are enough."""
    chance, names = Random(seed), Names(town.language, (person.name for person in town.people))
    used = {*_WORD.findall(" ".join(text.decode(errors="replace") for text in town.files.values()))}
    drawn = {}
    for number, person in enumerate(town.people):
        tried = (names.made(chance.randrange(_DRAWN_FROM), person.pronouns) for _ in range(_TRIES))
        name = next((each for each in tried if used.isdisjoint(_WORD.findall(each))), None)
        drawn[person.name] = name or names.made(number, person.pronouns)
        used.update(_WORD.findall(drawn[person.name])[:1])
    return drawn


def renamed_files(files: Mapping[str, bytes], names: Mapping[str, str]) -> dict[str, bytes]:
    """Return the files of a town with other names for its people, by their names before. Everybody keeps their key.

    A first name is replaced, too, where it stands alone and only one person has it. Raises BadInput for a name of
    nobody.
    """
    people = read_people(files, Defects())
    known = [person.name for person in people.values()]
    for name, new in names.items():
        if name not in known:
            raise BadInput(f"Nobody in the town is called {name!r}.{nearest(name, known)}")
        if not is_name(new):
            raise BadInput(f"{new[:MAX_NAME_LENGTH]!r} cannot be a person's name; {NAME_RULE}.")
    by = Keys({name: names.get(name, name) for name in known})
    if twice := [new for new, bearers in Counter(by.values()).items() if bearers > 1]:
        raise BadInput(f"Two people would be called {twice[0]!r}; give one of them another name.")
    in_patterns = Keys({name.lower(): new.lower() for name, new in by.items() if not _is_word(name.split()[0].lower())})
    found = dict(files)
    for file, content in files.items():
        if file == MAP:
            found[file] = _in_map(content, by)
        elif _NAMING.fullmatch(file):
            lines = content.decode("utf-8-sig").splitlines(keepends=True)
            is_keyed = file in people and people[file].key is not None
            text = "".join(line if is_keyed and _KEY_LINE.match(line) else by.in_text(line) for line in lines)
            found[file] = (in_patterns.in_text(text) if file == FACTS else text).encode()
    for file, person in people.items():
        if by.of(person.name) != person.name and person.key is None:
            found[file] = f"key = {json.dumps(person.name, ensure_ascii=False)}\n".encode() + found[file]
    return found


def _is_word(text: str) -> bool:
    """Return whether a text is an English word, as the first names May and Will are."""
    # Most towns are not renamed, and need no dictionary.
    from townlet.town.lexicon import getAllLemmas

    return any(getAllLemmas(text).values())


def _in_map(content: bytes, by: Keys) -> bytes:
    """Return a map with other names in the names of its places and objects."""
    drawn = json.loads(content)
    named = _in_all_texts(drawn, by)
    return content if named == drawn else json.dumps(named, ensure_ascii=False).encode()


def _in_all_texts(value: Any, by: Keys) -> Any:
    if isinstance(value, str):
        return by.in_text(value)
    if isinstance(value, dict):
        return {key: _in_all_texts(each, by) for key, each in value.items()}
    return [_in_all_texts(each, by) for each in value] if isinstance(value, list) else value
