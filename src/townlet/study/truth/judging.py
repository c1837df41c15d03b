"""Judging an answer without a judge: by the names, places and times in it, or by the option chosen."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from typing import Literal

from townlet.study.naming import first_names, only_a_word, straight
from townlet.study.truth.clocks import clocks_in, minutes_apart
from townlet.study.words import sentences

Verdict = Literal["right", "partly", "wrong", "none"]
"""right: what is named is true. partly: true and false things are named together. none: nothing is named."""

NEAR_MINUTES = 15
"""How far a time may be from the true one; our choice."""

_DENIES = re.compile(
    r"n't\b|\b(?:cannot|never|nobody|no one|no idea|neither|not(?! (?:only|just|mistaken|wrong)\b))\b", re.IGNORECASE
)
_CLAUSE = re.compile(
    r"[;:]\s+|\s*[—–]\s*|,\s+(?=(?:not|never|only|rather|I|we|it|he|she|they|my|who|which)\b)"
    r"|,?\s+(?=(?:but|though|except|apart from|other than|because)\b)",
    re.IGNORECASE,
)
"""What parts clauses of which one may deny and the other tell: "It wasn't Bo, it was Ann"."""


@dataclass(frozen=True)
class Named:
    """The truth is one of several people or places, or some of them."""

    right: tuple[str, ...]
    words: Mapping[str, tuple[str, ...]]
    """For everybody or every place that may be named: the words by which they are."""
    people: bool = False
    """Whether they are people, whose names are written with capitals: who rose at six has not named Rose."""

    def verdict(self, answer: str) -> Verdict:
        """By the first sentence that names anything: people answer first, and explain afterwards."""
        for sentence in _telling(answer):
            if named := _named_in(sentence, self.words, self.people):
                return _of(bool(named & set(self.right)), bool(named - set(self.right)))
        return "none"

    @property
    def guess(self) -> float:
        """The chance to be right with one name drawn blindly."""
        return len(self.right) / len(self.words)

    def __str__(self) -> str:
        return "; ".join(self.right)


@dataclass(frozen=True)
class Timed:
    """The truth is a time of day."""

    minute: int
    """In minutes after midnight."""
    others: tuple[int, ...]
    """The true times of other people, from which one might guess."""

    def verdict(self, answer: str) -> Verdict:
        """By the first sentence that tells a time."""
        for sentence in _telling(answer):
            if told := clocks_in(sentence):
                near = [minutes_apart(each, self.minute) <= NEAR_MINUTES for each in told]
                return _of(any(near), not all(near))
        return "none"

    @property
    def guess(self) -> float:
        """The chance to be right with the time of somebody else."""
        near = sum(minutes_apart(each, self.minute) <= NEAR_MINUTES for each in self.others)
        return near / len(self.others) if self.others else 0.0

    def __str__(self) -> str:
        return f"{self.minute // 60 % 24}:{self.minute % 60:02d}"


@dataclass(frozen=True)
class Chosen:
    """The truth is one of the options of a closed question, where free words could not be judged fairly."""

    right: str
    options: tuple[str, ...]

    def verdict(self, answer: str) -> Verdict:
        if answer not in self.options:
            return "none"
        return "right" if answer == self.right else "wrong"

    @property
    def guess(self) -> float:
        return 1 / len(self.options)

    def __str__(self) -> str:
        return self.right


Truth = Named | Timed | Chosen


def words_for_people(names: Collection[str]) -> dict[str, tuple[str, ...]]:
    """Each by the whole name, and by the first one where nobody else bears it."""
    firsts = {name: first for first, name in first_names(names).items()}
    return {name: tuple(dict.fromkeys((straight(name), firsts.get(name, straight(name))))) for name in names}


def _telling(answer: str) -> Iterator[str]:
    """What is neither asked nor denied, sentence by sentence."""
    for sentence in sentences(straight(answer)):
        if not sentence.endswith("?"):
            yield "; ".join(clause for clause in _CLAUSE.split(sentence) if not _DENIES.search(clause))


def _named_in(sentence: str, words: Mapping[str, tuple[str, ...]], people: bool) -> set[str]:
    """Who or what is named; a name within a longer one is not named by it."""
    by_length = sorted(((word, name) for name, of in words.items() for word in of), key=lambda each: -len(each[0]))
    named = set()
    for word, name in by_length:
        written = re.compile(rf"(?<!\w){re.escape(word)}(?!\w)", 0 if people else re.IGNORECASE)
        if any(not (people and only_a_word(sentence, *found.span())) for found in written.finditer(sentence)):
            named.add(name)
        sentence = written.sub("…", sentence)
    return named


def _of(right: bool, wrong: bool) -> Verdict:
    if right and wrong:
        return "partly"
    return "right" if right else "wrong"
