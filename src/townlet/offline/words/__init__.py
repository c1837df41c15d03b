"""The words of the offline model: TOML files, loaded once."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from functools import cached_property, lru_cache
from importlib import resources
from typing import Any


class Words:
    """All tables of words/*.toml. A table that stands in several files is put together."""

    def __init__(self, tables: dict[str, dict[str, Any]]) -> None:
        self.tables = tables

    def rows(self, file: str, key: str) -> Iterator[dict[str, Any]]:
        """Return the rows `[[key]]` of a file."""
        return iter(self.tables[file].get(key, []))

    @cached_property
    def moves(self) -> list[dict[str, Any]]:
        """The tables of words/moves/*.toml."""
        return [table for name, table in self.tables.items() if name.startswith("moves/")]

    @cached_property
    def stop(self) -> frozenset[str]:
        """Words that carry no matter."""
        return frozenset(self.tables["stop"]["words"])


def _load() -> dict[str, dict[str, Any]]:
    found = {}
    for folder, lead in (("words", ""), ("words/moves", "moves/")):
        files = resources.files("townlet.offline").joinpath(folder).iterdir()
        for file in sorted(files, key=lambda file: file.name):
            if file.name.endswith(".toml"):
                name = f"{lead}{file.name.removesuffix('.toml')}"
                found[name] = tomllib.loads(file.read_text(encoding="utf-8"))
    return found


WORDS = Words(_load())


@lru_cache(None)
def pattern(written: str) -> re.Pattern[str]:
    """Return a compiled pattern."""
    return re.compile(written)
