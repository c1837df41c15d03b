"""Finds the line of a key in the text of a TOML file, which the parser of the standard library does not tell."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable

KeyPath = tuple[str | int, ...]
"""Where a value is in a TOML file: ('factors', 'source', 'levels', 'popular', 0, 'text')."""

_PART = r"""(?:[\w-]+|"[^"]*"|'[^']*')"""
_KEY = rf"{_PART}(?:\s*\.\s*{_PART})*"
_HEADER = re.compile(rf"\s*(\[\[?)\s*({_KEY})\s*\]")
"""Matches '[roles]' and '[[facts]]'."""
_ASSIGNMENT = re.compile(rf"\s*({_KEY})\s*=")
"""Matches 'name =' and 'roles.popular ='."""
_LONG_STRING = re.compile(r'"""|' + "'''")
_STRING = re.compile(r""""(?:\\.|[^"\\])*"|'[^']*'""")
"""Matches a string on one line, whose brackets do not count."""


class TomlLines:
    """The lines of a TOML file by key."""

    def __init__(self, text: str) -> None:
        self._lines: dict[KeyPath, int] = {}
        self._table: KeyPath = ()
        self._tables: Counter[KeyPath] = Counter()
        self._open: KeyPath = ()
        self._depth, self._items, self._quote = 0, 0, ""
        for number, line in enumerate(text.splitlines(), start=1):
            self._read(number, line)

    def line_of(self, path: Iterable[str | int]) -> int:
        """Return the line of a key, or of the nearest table or array that holds it; 0 if there is none."""
        keys = tuple(path)
        return next((self._lines[keys[:end]] for end in range(len(keys), 0, -1) if keys[:end] in self._lines), 0)

    def tell(self, defects: Iterable[tuple[KeyPath, str]]) -> list[str]:
        """Return defects of values by their keys in the order of their lines, each with its line if it has one."""
        found = sorted(((self.line_of(keys), text) for keys, text in defects), key=lambda each: each[0])
        return [f"line {line}: {text}" if line else text for line, text in dict.fromkeys(found)]

    def _read(self, number: int, line: str) -> None:
        if self._quote:
            self._quote = "" if self._quote in line else self._quote
            return
        if self._depth:
            self._read_item(number, line)
        elif header := _HEADER.match(line):
            self._begin_table(number, header[1], _parts(header[2]))
        elif assigned := _ASSIGNMENT.match(line):
            self._open, self._items = (*self._table, *_parts(assigned[1])), 0
            self._note(self._open, number)
            self._follow(line[assigned.end() :])

    def _begin_table(self, number: int, brackets: str, name: KeyPath) -> None:
        self._table = name
        if brackets == "[[":
            self._table = (*name, self._tables[name])
            self._tables[name] += 1
        self._note(self._table, number)

    def _read_item(self, number: int, line: str) -> None:
        """Note the line of an array's item, where each item has a line of its own."""
        if self._depth == 1 and line.strip() and line.strip()[0] not in "]#":
            self._note((*self._open, self._items), number)
            self._items += 1
        self._follow(line)

    def _follow(self, text: str) -> None:
        """Keep account of the brackets and of the long string that a text leaves open."""
        if (quote := _LONG_STRING.search(text)) and quote[0] not in text[quote.end() :]:
            self._quote = quote[0]
            return
        bare = _STRING.sub("", text).split("#")[0]
        self._depth = max(0, self._depth + bare.count("[") - bare.count("]"))

    def _note(self, path: KeyPath, number: int) -> None:
        for end in range(1, len(path) + 1):
            self._lines.setdefault(path[:end], number)


def _parts(key: str) -> KeyPath:
    return tuple(part.strip("\"'") for part in re.findall(_PART, key))
