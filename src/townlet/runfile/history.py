"""The world and the minds of a run at any step.

The event log is read once, with a snapshot of the world kept for every game hour; a step is reached from the hour
before.
"""

from __future__ import annotations

from bisect import bisect_left
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from operator import attrgetter
from pathlib import Path
from threading import Lock
from typing import NamedTuple

import numpy as np

from townlet.cognition.state import AgentState
from townlet.memory.record import Memory, MemoryId
from townlet.memory.stream import MemoryStream
from townlet.runfile import EventRow, RecallRow, RunReader
from townlet.runfile.event_log import event_of
from townlet.runfile.events import Embodied, Joined, MindChanged, RunEvent, Shown
from townlet.runfile.files import open_unchecked
from townlet.runfile.minds import mind_after
from townlet.runfile.state import RunState
from townlet.town import Town
from townlet.world.clock import Clock
from townlet.world.events import Said
from townlet.world.evolve import WorldDraft
from townlet.world.known import known_from
from townlet.world.physics import Terrain
from townlet.world.state import World

_step = attrgetter("step")
_MOMENTS_HELD = 8


class TimedEvent(NamedTuple):
    """An event of the world with its step and its phase in that step."""

    step: int
    phase: int
    event: RunEvent


@dataclass(frozen=True)
class WorldSnapshot:
    """The world when a step begins."""

    world: World
    embodied: frozenset[str]
    """The people whose bodies a person at a keyboard moves."""


class WorldHistory:
    """Everything that happened in the world of a run before step `until`; it grows with a live run.

    One thread may let it grow while others read what came before.
    """

    def __init__(self, town: Town, clock: Clock) -> None:
        self.town, self.clock = town, clock
        self.until = 0
        self.joined: dict[str, Joined] = {}
        """Everybody who was ever in the run, in the order in which they joined."""
        self.lines: dict[str, Said] = {}
        """Every spoken line by its utterance id."""
        self._draft = WorldDraft(World())
        self._embodied: dict[str, None] = {}
        self._happened: list[TimedEvent] = []
        self._frames = [self._standing()]
        self._frame_steps = clock.steps(60)
        self.at = lru_cache(_MOMENTS_HELD)(self._at)
        """The snapshot when a step began, 0 to `until`. Cached, because many readers look at the same few steps."""

    @property
    def world(self) -> World:
        """The world after the latest event; only for the code that adds events, between two of them."""
        return self._draft.world()

    def add(self, row: EventRow) -> TimedEvent:
        """Add the next event."""
        happened = TimedEvent(row.step, row.phase, event_of(row))
        self._keep_frames(row.step)
        self._apply(happened)
        self._happened.append(happened)
        return happened

    def reach(self, until: int) -> None:
        """Declare that every event before step `until` has been added."""
        self._keep_frames(until)
        self.until = until

    def between(self, from_step: int, to_step: int) -> Sequence[TimedEvent]:
        """Return the events from one step to another, which is not included."""
        first = bisect_left(self._happened, from_step, key=_step)
        return self._happened[first : bisect_left(self._happened, min(to_step, self.until), first, key=_step)]

    def worlds(self) -> Iterator[tuple[int, World]]:
        """Yield each step from 1 on with the world when it began; a world is valid until the next one is taken."""
        draft, events = WorldDraft(World()), iter(self.between(0, self.until))
        coming = next(events, None)
        for step in range(self.until):
            while coming and coming.step == step:
                _happen(coming, draft, {})
                coming = next(events, None)
            yield step + 1, draft.world()

    def _at(self, step: int) -> WorldSnapshot:
        if not 0 <= step <= self.until:
            raise ValueError(f"Step {step} is not in the history; expected 0 to {self.until}.")
        number = step // self._frame_steps
        frame = self._frames[number]
        draft, embodied = WorldDraft(frame.world), dict.fromkeys(frame.embodied)
        for happened in self.between(number * self._frame_steps, step):
            _happen(happened, draft, embodied)
        return WorldSnapshot(draft.world(), frozenset(embodied))

    def _apply(self, happened: TimedEvent) -> None:
        match happened.event:
            case Joined() as joined:
                self.joined[joined.persona.name] = joined
            case Said() as said:
                self.lines[said.utterance] = said
        _happen(happened, self._draft, self._embodied)

    def _keep_frames(self, step: int) -> None:
        """Keep a snapshot for every game hour that has begun by a step."""
        while len(self._frames) * self._frame_steps <= step:
            self._frames.append(self._standing())

    def _standing(self) -> WorldSnapshot:
        return WorldSnapshot(WorldDraft(self._draft.world()).world(), frozenset(self._embodied))


def read_world_rows(reader: RunReader, from_step: int, to_step: int) -> Iterable[EventRow]:
    """Return the rows of world events from one step to another (not included); events of single minds are left out."""
    return reader.events(from_step, to_step - 1, agent="")


def _happen(happened: TimedEvent, draft: WorldDraft, embodied: dict[str, None]) -> None:
    match happened.event:
        case Joined():
            pass
        case Embodied(agent, True):
            embodied[agent] = None
        case Embodied(agent, False):
            embodied.pop(agent, None)
        case event:
            draft.apply(event, happened.step)  # type: ignore[arg-type]


@dataclass
class RecordedMind:
    """One person's mind as recorded before step `until`: changes, memories and retrievals in order."""

    until: int = 0
    changes: list[tuple[int, MindChanged]] = field(default_factory=list)
    memories: list[Memory] = field(default_factory=list)
    recalls: list[RecallRow] = field(default_factory=list)
    shown: dict[str, tuple[MemoryId, ...]] = field(default_factory=dict)
    """For each of their utterances, the memories in its prompt."""


class RecordedMinds:
    """The minds of a run at any step that its world history holds. Threads may share it. Methods raise RunFileError."""

    def __init__(self, path: Path, past: WorldHistory) -> None:
        self._path, self.past = path, past
        self.terrain = Terrain.of(past.town.setting, past.clock)
        self._minds: dict[str, RecordedMind] = defaultdict(RecordedMind)
        self._reading = Lock()

    def of(self, person: str) -> RecordedMind:
        """Return everything recorded about a mind, as far as the world history goes."""
        mind, until = self._minds[person], self.past.until
        if mind.until < until:
            with self._reading, open_unchecked(self._path) as reader:
                if mind.until < until:
                    _read_on(mind, reader, person, until)
        return mind

    def let_go(self, person: str) -> None:
        """Drop the cached mind of a person; it is read again when needed."""
        self._minds.pop(person, None)

    def memories(self, person: str, step: int) -> list[Memory]:
        """Return a person's memories when a step began, oldest first."""
        found = self.of(person).memories
        return found[: bisect_left(found, step, key=lambda memory: memory.id.step)]

    def memory(self, memory_id: MemoryId) -> Memory:
        """Return one memory by its id. Raises KeyError if nobody has it."""
        found = self.of(memory_id.agent).memories
        place = bisect_left(found, memory_id, key=lambda memory: memory.id)
        if place < len(found) and found[place].id == memory_id:
            return found[place]
        raise KeyError(memory_id)

    def agent(self, person: str, step: int) -> AgentState:
        """Return a person's state of mind when a step began. Raises KeyError for a person who was never in the run."""
        joined = self.past.joined[person]
        state = AgentState(joined.persona, known_from(self.past.town.setting, joined.knows))
        for made, change in self.of(person).changes:
            if made >= step:
                break
            state = mind_after(state, change)
        return state

    def stream(self, person: str, step: int) -> MemoryStream:
        """Return a person's memory stream when a step began, with last accesses and without vectors."""
        memories, clock = self.memories(person, step), self.past.clock
        stream = MemoryStream(1).with_memories(memories, np.zeros((len(memories), 1), np.float32))
        for recall in self.of(person).recalls:
            if recall.step >= step:
                break
            stream = stream.accessed(recall.memories, clock.at(recall.step))
        return stream

    def state(self, person: str, step: int) -> RunState:
        """Return the state of the run when a step began, with the mind of this one person in it."""
        state = RunState(self.past.town, self.past.clock, 1, self.terrain)
        state.world = self.past.at(step).world
        state.agents[person], state.streams[person] = self.agent(person, step), self.stream(person, step)
        return state


def _read_on(mind: RecordedMind, reader: RunReader, person: str, until: int) -> None:
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
