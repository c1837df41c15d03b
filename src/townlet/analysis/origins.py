"""Where a belief came from: followed back from person to person, line by line."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from townlet.analysis.history import RecordedMinds
from townlet.analysis.text.words import Vocabulary
from townlet.memory.record import Memory, MemoryId
from townlet.world.events import Said

LONGEST_CHAIN = 40
"""Stations that are followed at most."""

FEWEST_SHARED = 2
"""A memory counts as what a line or thought came from if it shares so many content words with it."""


@dataclass(frozen=True)
class OriginStation:
    """Somebody who held the belief, by a memory of theirs, and the line by which it came to them."""

    memory: Memory
    line: Said | None


class BeliefOrigins:
    """Follows beliefs back through a run."""

    def __init__(self, minds: RecordedMinds) -> None:
        self._minds = minds
        self._vocabulary = Vocabulary(minds.past.joined, minds.past.town.setting)

    def of(self, memory: Memory) -> Iterator[OriginStation]:
        """From the belief itself back to where it began, or to where nothing on file leads further.

        What was heard came from the memory in its speaker's prompt that has most in common with the line; a thought,
        from the evidence that has.
        """
        met: set[MemoryId] = set()
        here: Memory | None = memory
        while here and here.id not in met and len(met) < LONGEST_CHAIN:
            met.add(here.id)
            station = self.station(here)
            yield station
            here = self.before(station)

    def station(self, memory: Memory) -> OriginStation:
        """A memory as a station, with the line by which it came."""
        return OriginStation(memory, self._minds.past.lines.get(memory.utterance))

    def before(self, station: OriginStation) -> Memory | None:
        """The memory that one came from."""
        memory, line = station.memory, station.line
        if line:
            shown = self._minds.of(line.speaker).shown.get(line.utterance, ())
            return self._nearest(line.text, [each for each in shown if each != memory.id])
        return self._nearest(memory.text, memory.evidence)

    def _nearest(self, text: str, candidates: Sequence[MemoryId]) -> Memory | None:
        """The candidate that shares most with a text, rare words counting more; of equals, the older."""
        wanted = self._vocabulary.stems(text)
        memories = [self._minds.memory(each) for each in sorted(candidates)]
        words = [self._vocabulary.stems(memory.text) for memory in memories]
        spread = Counter(word for each in words for word in each)
        best, found = 0.0, None
        for memory, own in zip(memories, words, strict=True):
            shared = wanted & own
            score = sum(1 / spread[word] for word in shared) / math.sqrt(len(own) or 1)
            if len(shared) >= min(FEWEST_SHARED, len(wanted)) and score > best:
                best, found = score, memory
        return found
