"""Every line of a run with what it does, worked out once for all measures of talk."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

from townlet.study.liveliness.acts import Act, deeds_of, primary
from townlet.study.record import RunRecord
from townlet.study.traces import Conversation, Line


@dataclass(frozen=True)
class Speech:
    """A line and what its sentences do."""

    line: Line
    deeds: tuple[tuple[str, Act], ...]
    """Each sentence with its act."""

    @property
    def acts(self) -> tuple[Act, ...]:
        """The line's acts without repeats."""
        return tuple(dict.fromkeys(act for _, act in self.deeds)) or ("remark",)

    @property
    def act(self) -> Act:
        return primary(self.acts)

    @property
    def courtesy(self) -> bool:
        """Whether it only greets or takes leave."""
        return self.act in ("greeting", "farewell")


@dataclass(frozen=True)
class Talk:
    """A conversation as a sequence of speech."""

    id: str
    speeches: tuple[Speech, ...]

    @property
    def start(self) -> int:
        return self.speeches[0].line.step

    @property
    def own(self) -> Iterator[Speech]:
        """What nobody typed."""
        return (speech for speech in self.speeches if not speech.line.typed)

    @property
    def participants(self) -> tuple[str, ...]:
        return tuple(dict.fromkeys(name for each in self.speeches for name in (each.line.speaker, each.line.to)))


@lru_cache(1)
def talks_of(record: RunRecord) -> tuple[Talk, ...]:
    """All talks in the order in which they began, each line with its acts."""
    return tuple(sorted((_heard(talk) for talk in record.talks), key=lambda talk: (talk.start, talk.id)))


@lru_cache(1)
def speeches_of(record: RunRecord) -> tuple[Speech, ...]:
    """Every line that nobody typed, with its acts, in the order in which they were said."""
    found = (speech for talk in talks_of(record) for speech in talk.own)
    return tuple(sorted(found, key=lambda speech: (speech.line.step, speech.line.talk, speech.line.number)))


def _heard(talk: Conversation) -> Talk:
    speeches: list[Speech] = []
    for line in talk.lines:
        before = next((each.acts for each in reversed(speeches) if each.line.speaker != line.speaker), ())
        speeches.append(Speech(line, deeds_of(line, before)))
    return Talk(talk.id, tuple(speeches))
