"""Drift of interests (Park et al. 2023, section 7.2): what people take up that they first heard of from others."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from townlet.memory.record import Memory
from townlet.study.emergence.affirming import denies
from townlet.study.emergence.survey import Survey
from townlet.study.record import RunRecord
from townlet.study.wording import change_of_plan, day_planned, promise

_BLANKS = re.compile(r"<\w+>")


@dataclass(frozen=True)
class Topic:
    """A word of matter in what somebody plans, or says that they are interested in."""

    person: str
    word: str
    """Its stem."""
    first: Memory | None
    """The earliest of their memories that holds it; None where none does."""

    @property
    def from_others(self) -> bool:
        """Whether they heard of it before anything of their own held it."""
        return self.first is not None and self.first.source in ("heard", "told")


def planned(record: RunRecord, day: int) -> list[Topic]:
    """The topics of what people planned on a day, with their days and in what they promised."""
    found: dict[tuple[str, str], None] = {}
    for memory in record.remembered.by_step():
        if record.day(memory.id.step) == day and _is_own_plan(memory):
            found.update(((memory.id.agent, word), None) for word in sorted(_matter(record, memory.text)))
    return _with_origins(record, found)


def stated(record: RunRecord, said: Survey) -> list[Topic]:
    """The topics of what people say that they are interested in."""
    return _with_origins(record, _words(record, said))


def taken_up(record: RunRecord, before: Survey, later: Iterable[Topic]) -> list[Topic]:
    """Of the topics that people state later those that they did not state before."""
    known = frozenset(_words(record, before))
    return [topic for topic in later if (topic.person, topic.word) not in known]


def _words(record: RunRecord, said: Survey) -> Iterator[tuple[str, str]]:
    """Who states which words."""
    for reply in said.interests:
        if not denies(reply.answer):
            for word in sorted(_matter(record, reply.answer) - _matter(record, reply.question)):
                yield reply.person, word


def _is_own_plan(memory: Memory) -> bool:
    """What others promised is no plan of one's own."""
    return bool(promise(memory) or day_planned(memory) or change_of_plan(memory))


def _matter(record: RunRecord, text: str) -> frozenset[str]:
    """The stems of a text but for names of people and places, and times."""
    return record.vocabulary.stems(_BLANKS.sub(" ", record.vocabulary.masked(text)))


def _with_origins(record: RunRecord, topics: Iterable[tuple[str, str]]) -> list[Topic]:
    """Each topic with the memory that first held it."""
    wanted: dict[str, set[str]] = {}
    ordered = list(dict.fromkeys(topics))
    for person, word in ordered:
        wanted.setdefault(person, set()).add(word)
    first: dict[tuple[str, str], Memory] = {}
    for person, left in wanted.items():
        for memory in record.remembered.of(person).values() if left else ():
            for word in left & record.vocabulary.stems(memory.text):
                first[person, word] = memory
                left.discard(word)
    return [Topic(*topic, first.get(topic)) for topic in ordered]
