"""A run in the order in which things came to be remembered and said; nothing of a moment is held after it."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Any, Literal

from townlet.analysis.diffusion.facts import TrackedFact, read_tracked_facts
from townlet.analysis.figures import Figure, FigureBar, FigureGroup, Listing, MeasureSection
from townlet.analysis.record import RunRecord, RunSource
from townlet.analysis.traces import LineWithMemories, SpokenLine
from townlet.memory.record import Memory, MemoryId
from townlet.runfile import Json

StepContents = tuple[int, Sequence[Memory], Sequence[LineWithMemories]]
"""A step, and what was remembered and what was said in it: people remember before they speak."""

_NEVER: tuple[float, Iterator[Any]] = (math.inf, iter(()))


def iterate_step_contents(source: RunSource) -> Iterator[StepContents]:
    """What was remembered and what was said in each step in which there was any of it."""
    said = groupby(source.spoken(), lambda spoken: spoken.line.step)
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
"""How somebody came to know: from their own story, by sight, whispered or told by a person, or from a resident."""

_FIRST_HAND: frozenset[str] = frozenset(("seed", "seen", "inner voice", "told"))


@dataclass(frozen=True)
class KnowledgeGain:
    """The moment from which somebody knows a fact."""

    person: str
    step: int
    way: LearningWay
    heard_from: str = ""
    utterance: str = ""


@dataclass(frozen=True)
class FactSpread:
    """Where a fact got to, and lines that told it without anything to rest on."""

    fact: TrackedFact
    known: tuple[KnowledgeGain, ...]
    """In the order in which people came to know."""
    inventions: tuple[SpokenLine, ...]

    def by(self, step: int) -> int:
        """How many knew it before a step."""
        return sum(knowing.step < step for knowing in self.known)


def trace_town_facts(source: RunSource) -> list[FactSpread]:
    """Every fact that a town has followed, through all of a run. Raises FactsFault, RunFileError."""
    facts = read_tracked_facts(source.town)
    return trace_facts(iterate_step_contents(source), facts) if facts else []


def trace_facts(run: Iterable[StepContents], facts: Sequence[TrackedFact]) -> list[FactSpread]:
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
        self.known: dict[str, KnowledgeGain] = {}
        self.inventions: list[SpokenLine] = []
        self._memories: set[MemoryId] = set()
        self._grounded: dict[str, SpokenLine] = {}
        self._typed: set[str] = set()
        self._talks: set[str] = set()

    def found(self) -> FactSpread:
        """Where the fact has got to."""
        known = sorted(self.known.values(), key=lambda knowing: (knowing.step, knowing.person))
        return FactSpread(self.fact, tuple(known), tuple(self.inventions))

    def said(self, spoken: LineWithMemories) -> None:
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

    def _learns(self, memory: Memory, way: LearningWay, line: SpokenLine | None) -> None:
        """Keep the earliest way in which somebody came to know; what was heard counts from when it was said."""
        person = memory.id.agent
        heard_from = line.speaker if line else memory.heard_from
        knowing = KnowledgeGain(person, line.step if line else memory.id.step, way, heard_from, memory.utterance)
        if person not in self.known or knowing.step < self.known[person].step:
            self.known[person] = knowing

    def _rests(self, memory: Memory) -> bool:
        if memory.utterance:
            return memory.utterance in self._grounded
        return memory.source in _FIRST_HAND or any(each in self._memories for each in memory.evidence)


def _way(memory: Memory) -> LearningWay | None:
    """How a memory makes its owner know; one's own thoughts, words and plans make nobody know."""
    match memory.source:
        case "seed" | "seen" | "inner voice" | "told" | "heard":
            return memory.source
    return None


FEWEST_REACHED = 5
"""A rumour that reaches fewer people in two days is a defect."""


def measure_diffusion(
    record: RunRecord, spreads: Sequence[FactSpread] | None = None
) -> tuple[MeasureSection, list[dict[str, Json]]]:
    """The section as a table, and the facts as data with every edge. `spreads`: the facts, if already followed."""
    if spreads is None:
        spreads = trace_town_facts(record.source)
    parts = tuple(_fact_group(record, each) for each in spreads)
    return MeasureSection("diffusion", "Diffusion", parts), [_spread_json(record, each) for each in spreads]


def _fact_group(record: RunRecord, found: FactSpread) -> FigureGroup:
    fact, people, key = found.fact, len(record.people), found.fact.name
    first, last = found.by(record.midnight(1)), found.by(record.midnight(record.days))
    everyone = None if record.small else FigureBar(most=people - 1)
    enough = None if record.small else FigureBar(FEWEST_REACHED)
    first_day = [Figure(f"{key}_day_1", "at the end of day 1", first, bar=everyone)] if record.days > 1 else []
    end = f"at the end of day {record.days}, of {people}"
    figures = [
        Figure(f"{key}_start", "knew it at the start", _at_start(found), bar=FigureBar(1)),
        *first_day,
        Figure(f"{key}_end", end, last, bar=enough if first_day else everyone),
        Figure(f"{key}_by_sight", "of them by sight alone", sum(each.way == "seen" for each in found.known)),
        Figure(f"{key}_inventions", "lines that made it up", len(found.inventions)),
    ]
    return FigureGroup(
        f"{key}, known to {fact.source}", tuple(figures), (_learnt(record, found), _invented(record, found))
    )


def _at_start(found: FactSpread) -> int:
    return sum(each.way == "seed" for each in found.known)


def _learnt(record: RunRecord, found: FactSpread) -> Listing:
    text = {line.utterance: line.text for line in record.lines}
    rows = tuple(
        (each.person, each.way, each.heard_from, record.when(each.step), text.get(each.utterance, ""))
        for each in found.known
    )
    return Listing(f"{found.fact.name}_path", "who came to know", ("person", "how", "from", "at", "line"), rows)


def _invented(record: RunRecord, found: FactSpread) -> Listing:
    rows = tuple((line.speaker, line.to, record.when(line.step), line.text) for line in found.inventions)
    return Listing(f"{found.fact.name}_invented", "made up", ("speaker", "to", "at", "line"), rows)


def _spread_json(record: RunRecord, found: FactSpread) -> dict[str, Json]:
    return {
        "name": found.fact.name,
        "source": found.fact.source,
        "question": found.fact.question,
        "knew_at_start": [each.person for each in found.known if each.way == "seed"],
        "knew_at_end": [each.person for each in found.known],
        "by_day": [found.by(record.midnight(day + 1)) for day in range(record.days)],
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
