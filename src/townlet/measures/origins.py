"""The provenance of a belief: traces it back from person to person, line by line."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from townlet.errors import BadInput
from townlet.measures.text.words import Vocabulary
from townlet.memory.record import Memory, MemoryId
from townlet.runfile.history import RecordedMinds
from townlet.runfile.lookup import find_person
from townlet.runfile.view import RunSource, open_view
from townlet.world.events import Said

LONGEST_CHAIN = 40
"""The number of stations after which a trace ends."""

FEWEST_SHARED = 2
"""Content words that a memory must share with a line or thought to count as its origin."""


@dataclass(frozen=True)
class OriginStation:
    """A memory in which a person held the belief."""

    memory: Memory
    line: Said | None
    """The spoken line that is remembered; None if the memory is not of a line."""


class BeliefOrigins:
    """Traces beliefs back through a run."""

    def __init__(self, minds: RecordedMinds) -> None:
        self._minds = minds
        self._vocabulary = Vocabulary(minds.past.joined, minds.past.town.setting)

    def trace(self, memory: Memory) -> Iterator[OriginStation]:
        """Yield the stations from the belief itself back to its origin, or as far as the run file tells.

        A line came from the memory in its speaker's prompt that has most words in common with it; a thought came from
        the piece of evidence with most words in common.
        """
        visited: set[MemoryId] = set()
        here: Memory | None = memory
        while here and here.id not in visited and len(visited) < LONGEST_CHAIN:
            visited.add(here.id)
            station = self.station(here)
            yield station
            here = self.before(station)

    def station(self, memory: Memory) -> OriginStation:
        """Return a memory as a station, with the line that it remembers."""
        return OriginStation(memory, self._minds.past.line(memory.utterance))

    def before(self, station: OriginStation) -> Memory | None:
        """Return the memory from which a station came; None if the trace ends."""
        memory, line = station.memory, station.line
        if line:
            shown = self._minds.turns(line.speaker).shown.get(line.utterance, ())
            return self._nearest(line.text, [each for each in shown if each != memory.id])
        return self._nearest(memory.text, memory.evidence)

    def _nearest(self, text: str, candidates: Sequence[MemoryId]) -> Memory | None:
        """Return the candidate that shares most words with a text, rare words counting more; the older of equals."""
        wanted = self._vocabulary.stems(text)
        memories = [self._minds.memory(memory_id) for memory_id in sorted(candidates)]
        words = [self._vocabulary.stems(memory.text) for memory in memories]
        frequency = Counter(word for stems in words for word in stems)
        best_score, best = 0.0, None
        for memory, own in zip(memories, words, strict=True):
            shared = wanted & own
            score = sum(1 / frequency[word] for word in shared) / math.sqrt(len(own) or 1)
            if len(shared) >= min(FEWEST_SHARED, len(wanted)) and score > best_score:
                best_score, best = score, memory
        return best


def trace_belief(run: RunSource, person: str, about: str) -> list[OriginStation]:
    """Return where a person's belief came from: from their newest memory that holds these words back to its origin.

    `person` is a name or any part of it that fits one person; capitals in `about` do not matter. The first station is
    the memory itself. Raises BadInput, RunFileError.
    """
    view = open_view(run)
    name, words = find_person(person, view.joined), about.casefold().split()
    found = [each for each in view.memories(name) if all(word in each.text.casefold() for word in words)]
    if not words or not found:
        raise BadInput(f"{name} remembers nothing with the words {about!r}. Give other words.")
    return list(BeliefOrigins(view.minds).trace(found[-1]))
