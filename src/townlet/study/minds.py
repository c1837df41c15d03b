"""The minds of a run at any moment: each person's is read once, and then whatever has been added to it."""

from __future__ import annotations

from bisect import bisect_left
from collections import defaultdict
from dataclasses import dataclass, field
from pathlib import Path
from threading import Lock

import numpy as np

from townlet.cognition.state import AgentState
from townlet.engine.events import MindChanged, Shown
from townlet.engine.log import event_of
from townlet.engine.minds import changed
from townlet.engine.runfile import RecallRow, RunReader
from townlet.engine.simulation import opened
from townlet.engine.state import RunState
from townlet.memory.record import Memory, MemoryId
from townlet.memory.stream import MemoryStream
from townlet.study.past import Past
from townlet.world.known import known_from
from townlet.world.physics import Ground


@dataclass
class Mind:
    """What is on file of one person's mind before a step, in the order in which it came."""

    until: int = 0
    changes: list[tuple[int, MindChanged]] = field(default_factory=list)
    memories: list[Memory] = field(default_factory=list)
    recalls: list[RecallRow] = field(default_factory=list)
    shown: dict[str, tuple[MemoryId, ...]] = field(default_factory=dict)
    """For each line that they said, the memories in its prompt."""


class Minds:
    """The minds of a run whose past is known. May be read by many threads. Methods may raise RunFileError."""

    def __init__(self, path: Path, past: Past) -> None:
        self._path, self.past = path, past
        self.ground = Ground.of(past.town.setting, past.clock)
        self._minds: dict[str, Mind] = defaultdict(Mind)
        self._reading = Lock()

    def of(self, person: str) -> Mind:
        """All that is on file of somebody, up to what is known of the past."""
        mind, until = self._minds[person], self.past.until
        if mind.until < until:
            with self._reading, opened(self._path) as reader:
                if mind.until < until:
                    _read_on(mind, reader, person, until)
        return mind

    def let_go(self, person: str) -> None:
        """Forget what was read of somebody; it is read anew when it is wanted again."""
        self._minds.pop(person, None)

    def memories(self, person: str, step: int) -> list[Memory]:
        """What somebody remembered when a step began, oldest first."""
        found = self.of(person).memories
        return found[: bisect_left(found, step, key=lambda memory: memory.id.step)]

    def memory(self, memory_id: MemoryId) -> Memory:
        """One memory. Raises KeyError for one that nobody has."""
        found = self.of(memory_id.agent).memories
        place = bisect_left(found, memory_id, key=lambda memory: memory.id)
        if place < len(found) and found[place].id == memory_id:
            return found[place]
        raise KeyError(memory_id)

    def agent(self, person: str, step: int) -> AgentState:
        """Somebody's state of mind when a step began. Raises KeyError for who was never in the run."""
        joined = self.past.joined[person]
        state = AgentState(joined.persona, known_from(self.past.town.setting, joined.knows))
        for made, change in self.of(person).changes:
            if made >= step:
                break
            state = changed(state, change)
        return state

    def stream(self, person: str, step: int) -> MemoryStream:
        """Somebody's memory stream when a step began, with last accesses, and without meanings."""
        memories, clock = self.memories(person, step), self.past.clock
        stream = MemoryStream(1).with_memories(memories, np.zeros((len(memories), 1), np.int8))
        for recall in self.of(person).recalls:
            if recall.step >= step:
                break
            stream = stream.accessed(recall.memories, clock.at(recall.step))
        return stream

    def state(self, person: str, step: int) -> RunState:
        """The run when a step began, with the mind of one person in it."""
        state = RunState(self.past.town, self.past.clock, 1, self.ground)
        state.world = self.past.at(step).world
        state.agents[person], state.streams[person] = self.agent(person, step), self.stream(person, step)
        return state


def _read_on(mind: Mind, reader: RunReader, person: str, until: int) -> None:
    first, last = mind.until, until - 1
    for row in reader.events(first, last, person):
        match event_of(row):
            case MindChanged() as change:
                mind.changes.append((row.step, change))
            case Shown(utterance=utterance, memories=memories):
                mind.shown[utterance] = memories
    mind.memories.extend(reader.memories(person, last, from_step=first))
    mind.recalls.extend(reader.recalls(last, person, from_step=first))
    mind.until = until
