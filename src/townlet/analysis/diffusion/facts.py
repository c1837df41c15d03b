"""The facts that studies follow through a town, as its facts.toml describes them."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from townlet.analysis.text.assertions import strip_wondering
from townlet.analysis.text.words import split_sentences
from townlet.runfile import RunFileError
from townlet.town import Town
from townlet.town.defects import Defects
from townlet.town.schema import FactEntry, FactsFile
from townlet.town.toml_file import read_toml
from townlet.town.town import FACTS


class FactsFileError(RunFileError):
    """A town's facts.toml is not as it should be."""


@dataclass(frozen=True)
class TrackedEvent:
    """Something that people may come to."""

    host: str
    place: str
    """The place's name in the town's tree."""
    start: datetime
    end: datetime


@dataclass(frozen=True)
class TrackedFact:
    """Something that one person knows at the start, and the words by which it is known again."""

    name: str
    source: str
    question: str
    match: tuple[tuple[str, ...], ...]
    """A sentence tells the fact if it holds a word that begins with one of each group."""
    own_words: tuple[tuple[str, ...], ...] = ()
    """The same for sentences that the source says of themselves."""
    unless: tuple[str, ...] = ()
    paper_start: int | None = None
    """How many of 25 people knew it at the start in the paper, where it is a fact of the paper."""
    paper_end: int | None = None
    event: TrackedEvent | None = None
    """Where and when it takes place, if it does."""

    def touched_by(self, text: str) -> bool:
        """Whether a text holds a word that begins with one of the fact's first group: what it is about."""
        return bool(self.match) and any(_begins(phrase, text.lower()) for phrase in self.match[0])

    def told_by(self, text: str, speaker: str) -> bool:
        """Whether some sentence of a text tells it, when `speaker` says or thinks it.

        Who wonders whether something is so has not told it. An event is made known even so, by being spoken of.
        """
        if not self._may_be_told_by(text.lower()):
            return False
        return any(self._tells(self._stated(sentence).lower(), speaker) for sentence in split_sentences(text))

    def answered_by(self, said: str, speaker: str) -> bool:
        """Whether an answer to its question gives what that leaves open: a word of each group that it does not hold.

        Where it leaves nothing open any word of the fact will do, and so it does of an event, which is known of or not.
        """
        asked = self.question.lower()
        for groups in (self.match, self.own_words if speaker == self.source else ()):
            left = [group for group in groups if not (self.event or any(_begins(phrase, asked) for phrase in group))]
            if _holds(left or [[phrase for group in groups for phrase in group]], said.lower()):
                return True
        return False

    def _may_be_told_by(self, text: str) -> bool:
        """Whether a text holds a word of each group at all: most texts do not, and need no closer look."""
        return any(groups and all(any(map(text.__contains__, group)) for group in groups) for groups in self._told)

    @property
    def _told(self) -> tuple[tuple[tuple[str, ...], ...], ...]:
        return self.match, self.own_words

    def _stated(self, sentence: str) -> str:
        return sentence if self.event else strip_wondering(sentence)

    def _tells(self, sentence: str, speaker: str) -> bool:
        if any(_begins(phrase, sentence) for phrase in self.unless):
            return False
        if _holds(self.match, sentence):
            return True
        return speaker == self.source and _holds(self.own_words, sentence)


def read_tracked_facts(town: Town) -> tuple[TrackedFact, ...]:
    """The facts of a town, none where it has no facts.toml. Raises FactsFault."""
    if FACTS not in town.files:
        return ()
    defects = Defects()
    written = read_toml(FACTS, town.files[FACTS], FactsFile, defects)
    if written is None:
        raise FactsFileError("; ".join(defects.lines))
    return tuple(map(_fact, written.facts))


def _fact(entry: FactEntry) -> TrackedFact:
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
    """Whether a word of the sentence begins the phrase."""
    return phrase in sentence and re.search(rf"(?<!\w){re.escape(phrase)}", sentence) is not None
