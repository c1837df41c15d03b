"""Excerpts of a run in its report: three hours drawn at random, and the deepest tree of reflections."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from random import Random

from townlet.measures.coherence.reflections import collect_reflections, compute_reflection_depths
from townlet.measures.record import RunRecord
from townlet.memory.record import Memory, MemoryId
from townlet.reporting.page.subject import ReportSubject
from townlet.runfile.traces import ActivitySpan
from townlet.world.tree import label

HOURS_SHOWN = 3
_MINUTES = 60


@dataclass(frozen=True)
class HourEntry:
    """Something that a person did, thought, planned, said or heard in an hour."""

    when: str
    kind: str
    """'does', 'says', 'hears', 'thinks' or 'plans'."""
    who: str
    """The person whose hour it is; for a line its speaker."""
    text: str
    anchor: str = ""


@dataclass(frozen=True)
class HourExcerpt:
    """One hour of a person's day."""

    title: str
    moments: tuple[HourEntry, ...]


def draw_hours(subject: ReportSubject) -> tuple[HourExcerpt, ...]:
    """Return hours drawn by the run's seed from all in which a resident was awake throughout."""
    record = subject.record
    found = [(name, start) for name in subject.emerged.people for start in _awake(record, name)]
    chosen = Random(record.header.seed).sample(found, min(HOURS_SHOWN, len(found)))
    return tuple(
        _hour_excerpt(subject, name, start) for name, start in sorted(chosen, key=lambda each: (each[1], each[0]))
    )


def _awake(record: RunRecord, name: str) -> Iterator[int]:
    """Yield the first step of each hour in which a person was awake throughout."""
    long, asleep = record.clock.steps(_MINUTES), [span for span in record.spans_of(name) if span.asleep]
    for start in range(max(0, record.midnight(0)), record.last_step + 2 - long, long):
        if all(span.end <= start or span.start >= start + long for span in asleep):
            yield start


def _hour_excerpt(subject: ReportSubject, name: str, start: int) -> HourExcerpt:
    end = start + subject.record.clock.steps(_MINUTES)
    entries = sorted(_hour_entries(subject, name, start, end), key=lambda each: each[0])
    kept = [each for index, (_, each) in enumerate(entries) if not index or each.text != entries[index - 1][1].text]
    title = f"{name}, {subject.when(start)} to {subject.clock(end)}"
    return HourExcerpt(title, tuple(kept))


def _hour_entries(
    subject: ReportSubject, name: str, start: int, end: int
) -> Iterator[tuple[tuple[int, int], HourEntry]]:
    """Yield each entry with its sort key: the step, and a rank within the step."""
    record = subject.record
    for span in record.spans_of(name):
        if span.start < end and span.end > start:
            step = max(start, span.start)
            yield (step, 0), HourEntry(subject.clock(step), "does", name, _doing(span))
    for line in record.lines:
        if start <= line.step < end and name in (line.speaker, line.to):
            kind = "says" if line.speaker == name else "hears"
            anchor = subject.evidence.line(line.utterance)
            yield (line.step, 2), HourEntry(subject.clock(line.step), kind, line.speaker, line.text, anchor)
    for memory in record.remembered.of(name).values():
        step = memory.id.step
        if start <= step < end and memory.kind != "observation":
            kind = "thinks" if memory.kind == "reflection" else "plans"
            yield (step, 3), HourEntry(subject.clock(step), kind, name, memory.text)


def _doing(span: ActivitySpan) -> str:
    at = span.using or span.at
    return f"{span.doing} ({label(at)})" if at else span.doing


DEEPEST_LEVEL = 6
"""How many levels of evidence are drawn."""


@dataclass(frozen=True)
class ThoughtNode:
    """A memory with the evidence that it rests on."""

    memory: Memory
    rests_on: tuple[ThoughtNode, ...]
    more: int
    """How many pieces of its evidence are not drawn, because they are elsewhere in the tree or too deep."""


@dataclass(frozen=True)
class DeepestThought:
    """The tree of reflections with the most levels; among equals, the one on the most records, then the earliest."""

    top: ThoughtNode
    levels: int
    records: int
    """How many different records it rests on, directly or through others."""


def find_deepest_thought(record: RunRecord) -> DeepestThought | None:
    """Return the deepest tree of reflections; None if nobody has reflected."""
    levels = compute_reflection_depths(collect_reflections(record))
    if not levels:
        return None
    most = max(levels.values())
    tops = sorted(memory_id for memory_id, level in levels.items() if level == most)
    resting = {top: _evidence_under(record, top) for top in tops}
    best = max(tops, key=lambda top: (len(resting[top]), -top.step))
    return DeepestThought(_thought_tree(record, best, set(), 1), most, len(resting[best]))


def _thought_tree(record: RunRecord, memory_id: MemoryId, drawn: set[MemoryId], level: int) -> ThoughtNode:
    """Build the tree under a memory; a record that several thoughts rest on appears under the first of them."""
    own = record.remembered.of(memory_id.agent)
    memory = own[memory_id]
    found = [each for each in memory.evidence if each in own]
    kept = [each for each in found if each not in drawn] if level <= DEEPEST_LEVEL else []
    drawn.update(kept)
    return ThoughtNode(
        memory, tuple(_thought_tree(record, each, drawn, level + 1) for each in kept), len(found) - len(kept)
    )


def _evidence_under(record: RunRecord, top: MemoryId) -> set[MemoryId]:
    found: set[MemoryId] = set()
    waiting = [top]
    while waiting:
        memory = record.remembered.get(waiting.pop())
        fresh = [each for each in memory.evidence if each not in found] if memory else []
        found.update(fresh)
        waiting.extend(fresh)
    return found
