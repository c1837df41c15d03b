"""The words of the offline model: the package's tables, and those with what a town adds to them."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from functools import cached_property, lru_cache, wraps
from importlib import resources
from typing import Any, ParamSpec, TypeVar

Tables = dict[str, dict[str, Any]]
"""The content of files of words, by path within their folder: 'trades', 'moves/hello'."""


class Words:
    """The tables of words/*.toml. What is read from them is cached for each `Words` by itself."""

    def __init__(self, tables: Tables) -> None:
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


def _load() -> Tables:
    found = {}
    for folder, lead in (("words", ""), ("words/moves", "moves/")):
        files = resources.files("townlet.offline").joinpath(folder).iterdir()
        for file in sorted(files, key=lambda file: file.name):
            if file.name.endswith(".toml"):
                name = f"{lead}{file.name.removesuffix('.toml')}"
                found[name] = tomllib.loads(file.read_text(encoding="utf-8"))
    return found


WORDS = Words(_load())
"""The package's words. Tables that a town may add to are read from `words()` instead."""

_in_use: ContextVar[Words] = ContextVar("words", default=WORDS)


def words() -> Words:
    """Return the words in use: the package's, with those of the town whose prompt is being answered."""
    return _in_use.get()


@contextmanager
def using(spoken: Words) -> Iterator[None]:
    """Answer with these words within the block."""
    token = _in_use.set(spoken)
    try:
        yield
    finally:
        _in_use.reset(token)


Given = ParamSpec("Given")
Result = TypeVar("Result")


def cached(size: int | None = None) -> Callable[[Callable[Given, Result]], Callable[Given, Result]]:
    """Cache a function whose result also depends on the words in use, so that no town gets what another town's words
    gave. It takes no named arguments."""

    in_use = _in_use.get

    def wrapped(function: Callable[Given, Result]) -> Callable[Given, Result]:
        @lru_cache(size)
        def of(spoken: Words, *args: Any) -> Result:
            return function(*args)  # type: ignore[call-arg]

        @wraps(function)
        def call(*args: Any) -> Result:
            return of(in_use(), *args)

        return call  # type: ignore[return-value]

    return wrapped


@lru_cache(None)
def pattern(written: str) -> re.Pattern[str]:
    """Return a compiled pattern."""
    return re.compile(written)
