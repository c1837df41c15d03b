"""The facts whose diffusion is tracked, as a town's facts.toml describes them, and how they are recognised."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from townlet.measures.text.assertions import strip_wondering
from townlet.measures.text.words import split_sentences
from townlet.runfile import RunFileError
from townlet.town import Town
from townlet.town.defects import Defects
from townlet.town.schema import FactEntry, FactsFile
from townlet.town.toml_file import read_toml
from townlet.town.town import FACTS


class FactsFileError(RunFileError):
    """A town's facts.toml has defects."""


@dataclass(frozen=True)
class TrackedEvent:
    """An event that people can attend, such as a party."""

    host: str
    place: str
    """The place's name in the town's tree."""
    start: datetime
    end: datetime


@dataclass(frozen=True)
class TrackedFact:
    """A piece of news that one person knows at the start, and the words that identify it in a text."""

    name: str
    source: str
    question: str
    match: tuple[tuple[str, ...], ...]
    """A sentence tells the fact if, for each group, it has a word that begins with one of the group's phrases."""
    own_words: tuple[tuple[str, ...], ...] = ()
    """The groups for what the source says about themselves, such as 'I am running for mayor'."""
    unless: tuple[str, ...] = ()
    """A sentence does not tell the fact if it has a word that begins with one of these phrases."""
    paper_start: int | None = None
    """How many of 25 people knew it at the start in the paper; None for a fact that the paper does not have."""
    paper_end: int | None = None
    """How many of 25 people knew it at the end in the paper; None for a fact that the paper does not have."""
    event: TrackedEvent | None = None
    """The event that the fact announces; None if it announces none."""

    def touched_by(self, text: str) -> bool:
        """Whether a text has a word of the first group, which names what the fact is about."""
        return bool(self.match) and any(_begins(phrase, text.lower()) for phrase in self.match[0])

    def told_by(self, text: str, speaker: str) -> bool:
        """Whether a sentence of a text tells the fact if `speaker` says or thinks it.

        Wondering about a fact does not tell it. An event is told by any mention, also in several sentences: 'Are you
        coming to the picnic? It is on the green.'
        """
        if not self._may_be_told_by(text.lower()):
            return False
        sentences = split_sentences(text)
        return any(self._tells(self._stated(each).lower(), speaker) for each in sentences) or (
            self.event is not None and self._tells(text.lower(), speaker)
        )

    def answered_by(self, said: str, speaker: str) -> bool:
        """Whether an answer to the fact's question supplies a word of each group that the question leaves open.

        For an event, and for a question that leaves nothing open, any word of any group is enough.
        """
        question = self.question.lower()
        for groups in (self.match, self.own_words if speaker == self.source else ()):
            left = [group for group in groups if not (self.event or any(_begins(phrase, question) for phrase in group))]
            if _holds(left or [[phrase for group in groups for phrase in group]], said.lower()):
                return True
        return False

    def _may_be_told_by(self, text: str) -> bool:
        """A fast check that rules out most texts: whether each group has a phrase somewhere in the text."""
        either = self.match, self.own_words
        return any(groups and all(any(map(text.__contains__, group)) for group in groups) for groups in either)

    def _stated(self, sentence: str) -> str:
        return sentence if self.event else strip_wondering(sentence)

    def _tells(self, sentence: str, speaker: str) -> bool:
        if any(_begins(phrase, sentence) for phrase in self.unless):
            return False
        if _holds(self.match, sentence):
            return True
        return speaker == self.source and _holds(self.own_words, sentence)


def read_tracked_facts(town: Town) -> tuple[TrackedFact, ...]:
    """Return the facts of a town, none for a town without facts.toml. Raises FactsFileError."""
    if FACTS not in town.files:
        return ()
    defects = Defects()
    written = read_toml(FACTS, town.files[FACTS], FactsFile, defects)
    if written is None:
        raise FactsFileError("; ".join(defects.lines))
    return tuple(map(tracked_fact_of, written.facts))


def tracked_fact_of(entry: FactEntry) -> TrackedFact:
    """Return the fact of a [[facts]] table, in the form in which it is traced."""
    return TrackedFact(
        entry.name,
        entry.source,
        entry.question,
        _groups(entry.match),
        _groups(entry.own_words),
        tuple(phrase.lower() for phrase in entry.unless),
        entry.paper_start,
        entry.paper_end,
        _event(entry),
    )


def _event(entry: FactEntry) -> TrackedEvent | None:
    if entry.host and entry.place and entry.start and entry.end:
        return TrackedEvent(entry.host, entry.place, entry.start, entry.end)
    return None


def _groups(groups: Sequence[Sequence[str]]) -> tuple[tuple[str, ...], ...]:
    return tuple(tuple(phrase.lower() for phrase in group) for group in groups)


def _holds(groups: Sequence[Sequence[str]], sentence: str) -> bool:
    return bool(groups) and all(any(_begins(phrase, sentence) for phrase in group) for group in groups)


def _begins(phrase: str, sentence: str) -> bool:
    """Whether the phrase occurs in the sentence at the start of a word: 'elect' in 'the election'."""
    return phrase in sentence and re.search(rf"(?<!\w){re.escape(phrase)}", sentence) is not None
