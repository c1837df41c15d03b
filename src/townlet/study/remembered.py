"""What the people of a run remember and were shown: read again whenever it is wanted, and held of a few people only."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cached_property, lru_cache

from townlet.memory.record import Memory, MemoryId
from townlet.study.source import Source
from townlet.study.traces import Line

PEOPLE_HELD = 50
"""A few more than live in the paper's town; of more people it is read anew, so go through them one after another."""


class Remembered:
    """Methods may raise RunFileError."""

    def __init__(self, source: Source) -> None:
        self._source = source
        self.of = lru_cache(PEOPLE_HELD)(self._of)
        """All of one person's memories by id, oldest first."""
        self.shown_to = lru_cache(PEOPLE_HELD)(source.shown_to)
        """For each line that somebody said, the memories in their prompt."""

    def by_step(self) -> Iterator[Memory]:
        """Everybody's, in the order of steps, then of names; one by one."""
        return self._source.memories_by_step()

    @cached_property
    def thoughts(self) -> Mapping[MemoryId, Memory]:
        """Everybody's reflections and plans by id, in the order of `by_step`; they are few, and held."""
        return {memory.id: memory for memory in self.by_step() if memory.kind != "observation"}

    def get(self, memory: MemoryId) -> Memory | None:
        """One memory; None for one that nobody has."""
        return self.of(memory.agent).get(memory)

    def shown(self, line: Line) -> tuple[Memory, ...]:
        """The memories that the speaker of a line was shown."""
        own = self.of(line.speaker)
        return tuple(own[each] for each in self.shown_to(line.speaker).get(line.utterance, ()) if each in own)

    def _of(self, person: str) -> Mapping[MemoryId, Memory]:
        return {memory.id: memory for memory in self._source.memories(person)}
