"""Phrases found in texts by their first word: a look at each word of a text, however many phrases there are."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import NamedTuple

_WORD = re.compile(r"\w+")


class Found(NamedTuple):
    """Where in a text a phrase stands."""

    start: int
    end: int
    phrase: str
    """As it was given, not as it is written in the text."""


class Phrases:
    """Phrases that are looked for as whole words."""

    def __init__(self, phrases: Iterable[str], *, any_case: bool = False) -> None:
        """`any_case`: whether capitals and small letters are the same. What holds no word is never found."""
        self._plain = str.lower if any_case else str
        self._by_word: dict[str, list[tuple[int, str, str]]] = {}
        for phrase in sorted(set(phrases), key=lambda each: (-len(each), each)):
            plain = self._plain(phrase)
            if word := _WORD.search(plain):
                self._by_word.setdefault(word[0], []).append((word.start(), plain, phrase))

    def found(self, text: str) -> Iterator[Found]:
        """From left to right; of phrases that begin with the same word, the longest; none within another."""
        reached = 0
        for word in _WORD.finditer(text):
            found = self._at(text, word.start(), self._plain(word[0]), reached)
            if found:
                reached = found.end
                yield found

    def masked(self, text: str, blank: str) -> str:
        """The text with a blank in the place of each phrase."""
        parts: list[str] = []
        reached = 0
        for start, end, _ in self.found(text):
            parts += text[reached:start], blank
            reached = end
        return "".join((*parts, text[reached:]))

    def _at(self, text: str, place: int, word: str, reached: int) -> Found | None:
        for before, plain, phrase in self._by_word.get(word, ()):
            start, end = place - before, place - before + len(plain)
            if start >= reached and self._plain(text[start:end]) == plain and not _WORD.match(text, end):
                return Found(start, end, phrase)
        return None
