"""What is wrong with a battery that somebody wrote, and in which line of its TOML."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from pydantic import ValidationError

_TABLE = re.compile(r"\s*\[\[\s*questions\s*\]\]")


class Defect(NamedTuple):
    line: int
    """Counted from 1; 0 where it has none."""
    what: str

    @property
    def told(self) -> str:
        return f"line {self.line}: {self.what}" if self.line else self.what


class Lines:
    """On which line of a battery's text a question begins, and each key is."""

    def __init__(self, text: str) -> None:
        self._lines = text.splitlines()
        self.questions = [number for number, line in enumerate(self._lines, 1) if _TABLE.match(line)]

    def of(self, key: str, question: int | None = None) -> int:
        """The line of a key, of a question by its place or of the head; where it is missing, the question's, or 0."""
        starts = [0, *self.questions, len(self._lines) + 1]
        part = 0 if question is None else question + 1
        if part >= len(starts) - 1:
            return 0
        key_there = re.compile(rf"\s*(?:{re.escape(key)}\s*=|\[+\s*{re.escape(key)}\s*\]+)")
        numbers = range(starts[part] + 1, starts[part + 1])
        return next((number for number in numbers if key_there.match(self._lines[number - 1])), starts[part])


def in_words(error: ValidationError, lines: Lines) -> Iterator[Defect]:
    """What does not fit a battery's form."""
    for fault in error.errors():
        own = fault["msg"].removeprefix("Value error, ")
        message = own if own != fault["msg"] else fault["msg"].lower()
        match fault["loc"]:
            case ("questions", int(place), *inside):
                line, key = lines.of(str(inside[0]) if inside else "", place), inside
            case keys:
                line, key = lines.of(str(keys[0])), list(keys)
        yield Defect(line, f"{'.'.join(map(str, key))}: {message}".removeprefix(": "))


def out_of_place(table: Mapping[str, Any], lines: Lines) -> Iterator[Defect]:
    """What no question shows by itself: that there is none, ids that are given twice or lead nowhere."""
    questions = table.get("questions")
    if not isinstance(questions, list) or not questions:
        yield Defect(0, "has no [[questions]]; write one at least")
        return
    ids = [each.get("id") if isinstance(each, dict) else None for each in questions]
    for place, name in enumerate(ids):
        if name is not None and (first := ids.index(name)) < place:
            other = f"the question at line {lines.of('', first)}" if lines.questions else "another question"
            yield Defect(lines.of("id", place), f"the id {name!r} is that of {other} too")
    if (asked_first := table.get("first")) and asked_first not in ids:
        yield Defect(lines.of("first"), f"first: there is no question with the id {asked_first!r}")
