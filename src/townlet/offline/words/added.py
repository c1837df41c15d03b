"""What a town adds to the words: files of the same form as the package's, whose rows come before the package's."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from functools import lru_cache
from pathlib import PurePosixPath
from typing import Any

from townlet.language.prompt import WordFiles
from townlet.offline.words import WORDS, Tables, Words
from townlet.town import TownError
from townlet.town.words import KEYS, PLACES

MOVES = "moves/town"
"""Where the moves of a town stand among the tables; its other files add to those of the same name."""


@lru_cache(16)
def words_with(files: WordFiles) -> Words:
    """Return the package's words with what these files add; equal files give the same object. Raises TownError."""
    if not files:
        return WORDS
    if found := word_defects(tuple(file for file in files if file[0] not in (PLACES, KEYS))):
        raise TownError("words", found)
    added = {_table_of(name): tomllib.loads(text) for name, text in files}
    base: Tables = {MOVES: {}, "keys": {}, **WORDS.tables}
    return Words({name: _together(added.get(name, {}), table) for name, table in base.items()})


def word_defects(files: WordFiles) -> list[str]:
    """Return all defects of the words that a town adds, each with its file and line. Empty if there are none."""
    if not files:
        return []
    # The check is imported only for towns that add words: together with its schemas it takes a tenth of a second.
    from townlet.offline.words.check import defects

    return defects(dict(files), WORDS)


def _table_of(file: str) -> str:
    name = PurePosixPath(file).stem
    return MOVES if name == "moves" else name


def _together(added: Mapping[str, Any], base: Mapping[str, Any]) -> dict[str, Any]:
    """Return two tables as one. Rows, patterns and tables of both are kept, the added ones first."""
    found = {**added, **base}
    for key in added.keys() & base.keys():
        both = added[key], base[key]
        if isinstance(both[0], list):
            found[key] = [*both[0], *both[1]]
        elif isinstance(both[0], dict):
            found[key] = _together(*both)
    return found
