"""Reading: sentences of memory and talk become propositions (see prop.py)."""

from __future__ import annotations

import datetime as dt
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache

from townlet.offline.clauses import Clauses
from townlet.offline.names import NAME, capitals, is_place, names_in, pronoun_in, speakers_in
from townlet.offline.prop import STOP, Prop, Ref, Token, Verb, content, similar
from townlet.offline.remembered import Remembered
from townlet.offline.slots import Folk
from townlet.offline.spoken import Spoken, split
from townlet.offline.times import read_now

__all__ = [
    "NAME", "STOP", "Prop", "Reader", "Ref", "Token", "Verb", "content", "is_place", "names_in", "similar", "split",
]  # fmt: skip

_STAMPED = re.compile(r"(\w+day \w+ \d+ \d{4}, \d+:\d\d [ap]m): (.*)", re.S)


class Reader:
    """Reads for one person, who is 'I' in what is said to them and by them."""

    def __init__(self, me: str, people: Iterable[str], now: dt.datetime, gender: dict[str, str] | None = None) -> None:
        self.me, self.now = me, now
        self.people = frozenset(people) | {me}
        self.gender = gender or {}
        ordered = sorted(p for p in self.people if p)
        self.first = {p.split()[0]: p for p in reversed(ordered)}
        self._by_first: dict[str, list[str]] = {}
        for p in ordered:
            self._by_first.setdefault(p.split()[0], []).append(p)
        self._names = {**self.first, **{p: p for p in ordered}}

    @classmethod
    def of(
        cls, me: str, other: str, texts: Sequence[str], now: dt.datetime, pronouns: Mapping[str, str] | None = None
    ) -> Reader:
        """A reader that learns people from the shown texts, and their pronouns where none are told."""
        told = dict(pronouns or {})
        named = speakers_in if told else names_in
        people = {n for t in texts for n in named(t)} | {p for p in (me, other, *told) if p}
        guessed = dict(found for t in texts if (found := pronoun_in(t))) if not told else {}
        return cls(me, people, now, guessed | told)

    def person(self, word: str) -> str | None:
        """The full name that a word or two stand for, if they are a person's."""
        return self._names.get(word.strip())

    def memory(self, text: str, idx: int = -1, at: dt.datetime | None = None) -> list[Prop]:
        """Propositions of a remembered sentence; a stamp before it ('Tuesday May 6 2025, 9:40 am: …') is its time."""
        if m := _STAMPED.match(text):
            at, text = read_now(m[1]), m[2]
        names = self._relevant(text)
        gender = tuple((n, self.gender[n]) for n in dict.fromkeys(full for _, full in names) if n in self.gender)
        found = _read(text, self.me, names, gender, at or self.now)
        return [replace(p, idx=idx) for p in found]

    def line(self, quote: str, speaker: str, hearer: str, at: dt.datetime) -> list[Prop]:
        """Propositions that a spoken line asserts."""
        names = self._relevant(f"{speaker} {hearer} {quote}")
        gender = tuple(sorted(self.gender.items()))
        return list(_read_line(quote, speaker, hearer, names, gender, at))

    def _relevant(self, text: str) -> tuple[tuple[str, str], ...]:
        """The names that a text may use: caching by these lets readings be shared between prompts."""
        pairs: dict[str, str] = {}
        for word in capitals(text):
            for full in self._by_first.get(word, ()):
                pairs[full] = full
                pairs[word] = self.first[word]
        return tuple(pairs.items())


@lru_cache(30_000)
def _read(
    text: str, me: str, names: tuple[tuple[str, str], ...], gender: tuple[tuple[str, str], ...], at: dt.datetime
) -> tuple[Prop, ...]:
    return tuple(Remembered(Clauses(me, Folk(dict(names), dict(gender)), at)).memory(text))


@lru_cache(30_000)
def _read_line(
    quote: str,
    speaker: str,
    hearer: str,
    names: tuple[tuple[str, str], ...],
    gender: tuple[tuple[str, str], ...],
    at: dt.datetime,
) -> tuple[Prop, ...]:
    return tuple(Spoken(Clauses(speaker, Folk(dict(names), dict(gender)), at)).line(quote, speaker, hearer))
