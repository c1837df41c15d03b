"""Who knows a fact, from when and from whom: every chain traced back, line by line, to where it came from."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Literal

from townlet.memory.record import Memory, MemoryId
from townlet.study.diffusion.moments import Moment, moments
from townlet.study.diffusion.tracked import TrackedFact, tracked_facts
from townlet.study.source import Source
from townlet.study.traces import Line, Spoken

Way = Literal["seed", "seen", "inner voice", "told", "heard"]
"""How somebody came to know: from their own story, by sight, whispered or told by a person, or from a resident."""

_FIRST_HAND: frozenset[str] = frozenset(("seed", "seen", "inner voice", "told"))


@dataclass(frozen=True)
class Knowing:
    """The moment from which somebody knows a fact."""

    person: str
    step: int
    way: Way
    heard_from: str = ""
    utterance: str = ""


@dataclass(frozen=True)
class Spread:
    """Where a fact got to, and lines that told it without anything to rest on."""

    fact: TrackedFact
    known: tuple[Knowing, ...]
    """In the order in which people came to know."""
    inventions: tuple[Line, ...]

    def by(self, step: int) -> int:
        """How many knew it before a step."""
        return sum(knowing.step < step for knowing in self.known)


def followed(source: Source) -> list[Spread]:
    """Every fact that a town has followed, through all of a run. Raises FactsFault, RunFileError."""
    facts = tracked_facts(source.town)
    return spreads(moments(source), facts) if facts else []


def spreads(run: Iterable[Moment], facts: Sequence[TrackedFact]) -> list[Spread]:
    """Follow facts through the moments of a run, in their order; nothing of a moment is kept but what tells a fact.

    Somebody knows it from the moment of a matching memory that comes from their story, an inner voice, sight, or
    a line whose speaker knew it: through a memory that was shown to them or an earlier line of the same talk. What a
    person at the keyboard types is known by them, and told by them where whom they speak for did not know. Any other
    line that tells it is an invention, and nobody learns anything by it.
    """
    following = [_Following(fact) for fact in facts]
    for _, memories, lines in run:
        for each in following:
            for memory in memories:
                each.remembered(memory)
            for spoken in lines:
                each.said(spoken)
    return [each.found() for each in following]


class _Following:
    """What is known so far: memories and lines that tell the fact and have something to rest on."""

    def __init__(self, fact: TrackedFact) -> None:
        self.fact = fact
        self.known: dict[str, Knowing] = {}
        self.inventions: list[Line] = []
        self._memories: set[MemoryId] = set()
        self._grounded: dict[str, Line] = {}
        self._typed: set[str] = set()
        self._talks: set[str] = set()

    def found(self) -> Spread:
        """Where the fact has got to."""
        known = sorted(self.known.values(), key=lambda knowing: (knowing.step, knowing.person))
        return Spread(self.fact, tuple(known), tuple(self.inventions))

    def said(self, spoken: Spoken) -> None:
        """Look at a line: it spreads the fact if it tells it and its speaker knew it."""
        line = spoken.line
        if not self.fact.told_by(line.text, line.speaker):
            return
        if line.typed and line.speaker not in self.known:
            self._typed.add(line.utterance)
        if line.typed or line.talk in self._talks or any(each in self._memories for each in spoken.shown):
            self._grounded[line.utterance] = line
            self._talks.add(line.talk)
        else:
            self.inventions.append(line)

    def remembered(self, memory: Memory) -> None:
        """Look at a memory: its owner knows the fact from now on if it tells it and rests on something."""
        line = self._grounded.get(memory.utterance)
        text, speaker = (line.text, line.speaker) if line else (memory.text, memory.id.agent)
        if not self._rests(memory) or not self.fact.told_by(text, speaker):
            return
        self._memories.add(memory.id)
        if way := "told" if memory.source == "heard" and memory.utterance in self._typed else _way(memory):
            self._learns(memory, way, line)

    def _learns(self, memory: Memory, way: Way, line: Line | None) -> None:
        """Keep the earliest way in which somebody came to know; what was heard counts from when it was said."""
        person = memory.id.agent
        heard_from = line.speaker if line else memory.heard_from
        knowing = Knowing(person, line.step if line else memory.id.step, way, heard_from, memory.utterance)
        if person not in self.known or knowing.step < self.known[person].step:
            self.known[person] = knowing

    def _rests(self, memory: Memory) -> bool:
        if memory.utterance:
            return memory.utterance in self._grounded
        return memory.source in _FIRST_HAND or any(each in self._memories for each in memory.evidence)


def _way(memory: Memory) -> Way | None:
    """How a memory makes its owner know; one's own thoughts, words and plans make nobody know."""
    match memory.source:
        case "seed" | "seen" | "inner voice" | "told" | "heard":
            return memory.source
    return None
