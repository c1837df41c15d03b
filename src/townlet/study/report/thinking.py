"""The deepest tree of reflections in a run, from the thought at its top down to what was seen and heard."""

from __future__ import annotations

from dataclasses import dataclass

from townlet.memory.record import Memory, MemoryId
from townlet.study.coherence.reflections import depths, reflections_in
from townlet.study.record import RunRecord

DEEPEST = 6
"""Levels of evidence that are drawn."""


@dataclass(frozen=True)
class Thought:
    """A memory and what it rests on."""

    memory: Memory
    rests_on: tuple[Thought, ...]
    more: int
    """How many records under it are not drawn: they are elsewhere in the tree, or too deep."""


@dataclass(frozen=True)
class DeepestThought:
    """The tree with the most levels; of equals, that on the most records, then the first."""

    top: Thought
    levels: int
    records: int
    """All that it rests on, each counted once."""


def deepest_thought(record: RunRecord) -> DeepestThought | None:
    """None for a run in which nobody has reflected."""
    levels = depths(reflections_in(record))
    if not levels:
        return None
    most = max(levels.values())
    tops = sorted(memory_id for memory_id, level in levels.items() if level == most)
    resting = {top: _under(record, top) for top in tops}
    best = max(tops, key=lambda top: (len(resting[top]), -top.step))
    return DeepestThought(_tree(record, best, set(), 1), most, len(resting[best]))


def _tree(record: RunRecord, memory_id: MemoryId, drawn: set[MemoryId], level: int) -> Thought:
    """A record that several thoughts rest on is drawn under the first of them."""
    own = record.remembered.of(memory_id.agent)
    memory = own[memory_id]
    found = [each for each in memory.evidence if each in own]
    kept = [each for each in found if each not in drawn] if level <= DEEPEST else []
    drawn.update(kept)
    return Thought(memory, tuple(_tree(record, each, drawn, level + 1) for each in kept), len(found) - len(kept))


def _under(record: RunRecord, top: MemoryId) -> set[MemoryId]:
    found: set[MemoryId] = set()
    waiting = [top]
    while waiting:
        memory = record.remembered.get(waiting.pop())
        fresh = [each for each in memory.evidence if each not in found] if memory else []
        found.update(fresh)
        waiting.extend(fresh)
    return found
