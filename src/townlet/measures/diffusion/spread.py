"""Traces how facts spread, through memories with provenance and the lines that they come from.

The run is streamed in order of steps, so that the memory needed does not grow with its length.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Any, Literal

from townlet.measures.diffusion.facts import TrackedFact, read_tracked_facts
from townlet.measures.figures import Figure, FigureBar, FigureGroup, MeasureSection
from townlet.measures.record import RunRecord
from townlet.measures.table import Table
from townlet.memory.record import Memory, MemoryId
from townlet.runfile import Json
from townlet.runfile.traces import LineWithMemories, SpokenLine
from townlet.runfile.view import RunView
from townlet.world.clock import Clock

StepContents = tuple[int, Sequence[Memory], Sequence[LineWithMemories]]
"""A step with the memories made and the lines spoken in it; memories come first, as people remember, then speak."""

_NEVER: tuple[float, Iterator[Any]] = (math.inf, iter(()))


def iterate_step_contents(source: RunView) -> Iterator[StepContents]:
    """Yield the memories and lines of each step that has any, in order of steps."""
    said = groupby(source.lines_with_memories(), lambda spoken: spoken.line.step)
    remembered = groupby(source.memories_by_step(), lambda memory: memory.id.step)
    later, lines = next(said, _NEVER)
    step, memories = next(remembered, _NEVER)
    while (now := min(step, later)) < _NEVER[0]:
        new: list[Memory] = []
        spoken: list[LineWithMemories] = []
        if step == now:
            new = list(memories)
            step, memories = next(remembered, _NEVER)
        if later == now:
            spoken = list(lines)
            later, lines = next(said, _NEVER)
        yield int(now), new, spoken


LearningWay = Literal["seed", "seen", "inner voice", "told", "heard"]
"""How a person came to know: from their own story, by sight, from the inner voice, from a person who typed, or from
another resident."""

_FIRST_HAND: frozenset[str] = frozenset(("seed", "seen", "inner voice", "told"))


@dataclass(frozen=True)
class KnowledgeGain:
    """One person's first knowledge of a fact."""

    person: str
    step: int
    way: LearningWay
    heard_from: str = ""
    """The person who told them; empty if nobody did."""
    utterance: str = ""
    """The spoken line that told them, as talk#number; empty if none did."""


@dataclass(frozen=True)
class FactSpread:
    """Who came to know a fact, and the lines that told it without any grounds."""

    fact: TrackedFact
    known: tuple[KnowledgeGain, ...]
    """In the order in which people came to know."""
    inventions: tuple[SpokenLine, ...]
    by_talk: tuple[KnowledgeGain, ...]
    """How people came to know other than by sight: from their story, the inner voice or talk, as the paper counts. Some
    had seen it before."""
    memories: frozenset[MemoryId] = frozenset()
    """The memories that tell the fact and have grounds."""

    def known_before(self, step: int) -> int:
        """Return how many people knew the fact before a step."""
        return sum(gain.step < step for gain in self.known)

    def known_by_talk_before(self, step: int) -> int:
        """Return how many people knew the fact before a step, without those who had only seen what tells it."""
        return sum(gain.step < step for gain in self.by_talk)


def trace_town_facts(source: RunView) -> list[FactSpread]:
    """Trace every fact of the town through the whole run. Raises FactsFileError, RunFileError."""
    facts = read_tracked_facts(source.town)
    return trace_facts(iterate_step_contents(source), facts, source.clock) if facts else []


def trace_facts(run: Iterable[StepContents], facts: Sequence[TrackedFact], clock: Clock) -> list[FactSpread]:
    """Trace facts through the steps of a run, which must come in order.

    A person knows a fact from their first memory that tells it and has grounds: it comes from their story, the inner
    voice, sight, or a line whose speaker knew the fact. A speaker knows it if the prompt of the line showed a memory
    with grounds, or an earlier line of the same talk told the fact. A line that a person types always has grounds; if
    the character they speak for did not know the fact, listeners have it as `told`, not `heard`. Any other line that
    tells the fact is an invention, from which nobody learns.
    """
    tracers = [FactTracer(fact, clock) for fact in facts]
    for _, memories, lines in run:
        for tracer in tracers:
            for memory in memories:
                tracer.note_memory(memory)
            for spoken in lines:
                tracer.note_line(spoken)
    return [tracer.spread() for tracer in tracers]


class FactTracer:
    """Traces one fact: collects the memories and lines that tell it and have grounds."""

    def __init__(self, fact: TrackedFact, clock: Clock) -> None:
        self.fact, self._clock = fact, clock
        self.known: dict[str, KnowledgeGain] = {}
        self._by_talk: dict[str, KnowledgeGain] = {}
        self.inventions: list[SpokenLine] = []
        self._memories: set[MemoryId] = set()
        self._grounded: dict[str, SpokenLine] = {}
        self._typed: set[str] = set()
        self._talks: set[str] = set()

    def spread(self) -> FactSpread:
        """Return who knows the fact so far."""
        known, by_talk = (
            tuple(sorted(gains.values(), key=lambda gain: (gain.step, gain.person)))
            for gains in (self.known, self._by_talk)
        )
        return FactSpread(self.fact, known, tuple(self.inventions), by_talk, frozenset(self._memories))

    def note_line(self, spoken: LineWithMemories) -> None:
        """Note a spoken line, which spreads the fact if its words tell it and its speaker knew it."""
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

    def note_memory(self, memory: Memory) -> None:
        """Note a memory: its owner knows the fact from now on if it tells the fact and has grounds."""
        line = self._grounded.get(memory.utterance)
        text, speaker = (line.text, line.speaker) if line else (memory.text, memory.id.agent)
        if not self._has_grounds(memory) or not self.fact.told_by(text, speaker):
            return
        self._memories.add(memory.id)
        if way := "told" if memory.source == "heard" and memory.utterance in self._typed else _way(memory):
            self._note_gain(memory, way, line)

    def _note_gain(self, memory: Memory, way: LearningWay, line: SpokenLine | None) -> None:
        """Keep the owner's earliest gain. Knowledge counts from the step in which a line was said or a sight was seen,
        which is before the memory is filed."""
        person = memory.id.agent
        heard_from = line.speaker if line else memory.heard_from
        seen = self._clock.step_at(memory.created) if way == "seen" else memory.id.step
        gain = KnowledgeGain(person, line.step if line else seen, way, heard_from, memory.utterance)
        for gains in (self.known,) if way == "seen" else (self.known, self._by_talk):
            if person not in gains or gain.step < gains[person].step:
                gains[person] = gain

    def _has_grounds(self, memory: Memory) -> bool:
        if memory.utterance:
            return memory.utterance in self._grounded
        return memory.source in _FIRST_HAND or any(each in self._memories for each in memory.evidence)


def _way(memory: Memory) -> LearningWay | None:
    """Return how a memory gives its owner knowledge; None for their own thoughts, words, deeds and plans."""
    match memory.source:
        case "seed" | "seen" | "inner voice" | "told" | "heard":
            return memory.source
        case "done" | "said" | "thought" | "planned":
            return None


FEWEST_REACHED = 5
"""The number of people whom a fact should reach within two days."""


def measure_diffusion(record: RunRecord, spreads: Sequence[FactSpread]) -> tuple[MeasureSection, list[dict[str, Json]]]:
    """Return the diffusion section on facts that have been traced, and the facts as JSON data with every edge."""
    parts = tuple(_fact_group(record, each) for each in spreads)
    return MeasureSection("diffusion", "Diffusion", parts), [_spread_json(record, each) for each in spreads]


def _fact_group(record: RunRecord, found: FactSpread) -> FigureGroup:
    fact, people, key = found.fact, len(record.people), found.fact.name
    first, last = found.known_before(record.midnight(1)), found.known_before(record.midnight(record.days))
    everyone = None if record.small else FigureBar(most=people - 1)
    enough = None if record.small else FigureBar(FEWEST_REACHED)
    first_day = [Figure(f"{key}_day_1", "at the end of day 1", first, bar=everyone)] if record.days > 1 else []
    end = f"at the end of day {record.days}, of {people}"
    figures = [
        Figure(f"{key}_start", "knew it at the start", _at_start(found), bar=FigureBar(1)),
        *first_day,
        Figure(f"{key}_end", end, last, bar=enough if first_day else everyone),
        Figure(f"{key}_by_talk", "of them from talk", len(found.by_talk)),
        Figure(f"{key}_by_sight", "of them by sight alone", len(found.known) - len(found.by_talk)),
        Figure(f"{key}_inventions", "lines that made it up", len(found.inventions)),
    ]
    return FigureGroup(
        f"{key}, known to {fact.source}", tuple(figures), (_learnt(record, found), _invented(record, found))
    )


def _at_start(found: FactSpread) -> int:
    return sum(each.way == "seed" for each in found.known)


def _learnt(record: RunRecord, found: FactSpread) -> Table:
    text = {line.utterance: line.text for line in record.lines}
    rows = tuple(
        (each.person, each.way, each.heard_from, record.when(each.step), text.get(each.utterance, ""))
        for each in found.known
    )
    return Table.of(f"{found.fact.name}_path", "who came to know", ("person", "how", "from", "at", "line"), rows)


def _invented(record: RunRecord, found: FactSpread) -> Table:
    rows = tuple((line.speaker, line.to, record.when(line.step), line.text) for line in found.inventions)
    return Table.of(f"{found.fact.name}_invented", "made up", ("speaker", "to", "at", "line"), rows)


def _spread_json(record: RunRecord, found: FactSpread) -> dict[str, Json]:
    return {
        "name": found.fact.name,
        "source": found.fact.source,
        "question": found.fact.question,
        "knew_at_start": [each.person for each in found.known if each.way == "seed"],
        "knew_at_end": [each.person for each in found.known],
        "knew_from_talk": [each.person for each in found.by_talk],
        "by_day": [found.known_before(record.midnight(day + 1)) for day in range(record.days)],
        "edges": [_edge(record, each) for each in found.known if each.way == "heard"],
        "inventions": [line.utterance for line in found.inventions],
    }


def _edge(record: RunRecord, each: KnowledgeGain) -> Json:
    return {
        "from": each.heard_from,
        "to": each.person,
        "time": record.time(each.step).isoformat(),
        "utterance": each.utterance,
    }
