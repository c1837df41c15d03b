"""The world and the minds of a run at any step.

A history is divided into chapters, of a game day each if the run file has snapshots. A chapter is read from the file
when it is first wanted, with a frame of the world kept for every game hour; a step is reached from the hour before.
"""

from __future__ import annotations

import json
from bisect import bisect_left, bisect_right
from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from operator import attrgetter
from pathlib import Path
from threading import Lock, RLock
from typing import Any, NamedTuple, TypeVar

import numpy as np

from townlet.cognition.state import AgentState
from townlet.memory.record import Memory, MemoryId
from townlet.memory.stream import MemoryStream
from townlet.runfile import EventRow, RecallRow, RunReader
from townlet.runfile.errors import decoding
from townlet.runfile.event_log import COMMANDS, event_of
from townlet.runfile.files import open_unchecked
from townlet.runfile.snapshots import nearest_snapshot
from townlet.state.encoding import decode
from townlet.state.events import Embodied, Joined, MindChanged, RunEvent, Shown
from townlet.state.minds import merge_changes, mind_after
from townlet.state.run_state import RunState
from townlet.state.snapshots import KeptState, is_snapshot_due
from townlet.town import Town
from townlet.world.clock import Clock
from townlet.world.events import Said
from townlet.world.evolve import WorldDraft
from townlet.world.known import known_from
from townlet.world.physics import Terrain
from townlet.world.state import World

_step = attrgetter("step")
_MOMENTS_HELD = 8
_CHAPTERS_HELD = 2
"""How many chapters are held besides the last one. A chapter of 25 people takes some 20 MB."""


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


class Chapter:
    """What happened in the world from step `first` on, with a frame of the world for every game hour."""

    def __init__(self, first: int, begins: WorldSnapshot, frame_steps: int) -> None:
        self.first = first
        self.begins = begins
        """The world when the first step begins."""
        self.happened: list[TimedEvent] = []
        self._draft, self._embodied = WorldDraft(begins.world), dict.fromkeys(sorted(begins.embodied))
        self._frames, self._frame_steps = [begins], frame_steps

    def add(self, happened: TimedEvent) -> None:
        """Add the next event."""
        self.keep_frames(happened.step)
        _happen(happened, self._draft, self._embodied)
        self.happened.append(happened)

    def keep_frames(self, step: int) -> None:
        """Keep a frame for every game hour that has begun by a step."""
        while self.first + len(self._frames) * self._frame_steps <= step:
            self._frames.append(self.ends)

    @property
    def ends(self) -> WorldSnapshot:
        """The world after the latest event."""
        return WorldSnapshot(WorldDraft(self._draft.world()).world(), frozenset(self._embodied))

    def between(self, from_step: int, to_step: int) -> list[TimedEvent]:
        first = bisect_left(self.happened, from_step, key=_step)
        return self.happened[first : bisect_left(self.happened, to_step, first, key=_step)]

    def at(self, step: int) -> WorldSnapshot:
        """The world when a step began."""
        number = (step - self.first) // self._frame_steps
        frame = self._frames[number]
        draft, embodied = WorldDraft(frame.world), dict.fromkeys(sorted(frame.embodied))
        for happened in self.between(self.first + number * self._frame_steps, step):
            _happen(happened, draft, embodied)
        return WorldSnapshot(draft.world(), frozenset(embodied))


class WorldHistory:
    """Everything that happened in the world of a run before step `until`; it grows with a live run.

    One thread may let it grow while others read what came before. Methods raise RunFileError.
    """

    def __init__(self, path: Path, town: Town, clock: Clock) -> None:
        self.town, self.clock = town, clock
        self.until = 0
        self.joined: dict[str, Joined] = {}
        """Everybody who was ever in the run, in the order in which they joined."""
        self._path = path
        self._frame_steps = clock.steps(60)
        self._starts = [0]
        """The first steps of the chapters."""
        self._last = Chapter(0, WorldSnapshot(World.empty(), frozenset()), self._frame_steps)
        self._checked = 0
        """No snapshot is due before this step but those at which a chapter begins."""
        self._held: dict[int, Chapter] = {}
        """Chapters besides the last, by their first steps, the least recently used first."""
        self._holding = RLock()
        self._lines: dict[str, TimedEvent] = {}
        self._lines_until = 0
        self.at = lru_cache(_MOMENTS_HELD)(self._at)
        """The snapshot when a step began, 0 to `until`. Cached, because many readers look at the same few steps."""

    def read(self, reader: RunReader, until: int) -> None:
        """Take in a whole run up to step `until`, beginning with its last snapshot; for a new history."""
        if kept := nearest_snapshot(reader, until):
            self.joined = {joined.persona.name: joined for joined in kept.content.people}
            self._starts += [step + 1 for step in reader.snapshot_steps() if step <= kept.step]
            self._last = Chapter(kept.step + 1, _standing(kept), self._frame_steps)
        for row in read_world_rows(reader, self._last.first, until):
            self._take_in(TimedEvent(row.step, row.phase, event_of(row)))
        self._checked = until
        self.reach(until)

    def add(self, row: EventRow) -> TimedEvent:
        """Add the next event."""
        happened = TimedEvent(row.step, row.phase, event_of(row))
        self._begin_chapters(row.step)
        self._take_in(happened)
        return happened

    def reach(self, until: int) -> None:
        """Declare that every event before step `until` has been added."""
        self._begin_chapters(until)
        self._last.keep_frames(until)
        self.until = until

    def chapters(self, from_step: int, to_step: int) -> Iterator[Chapter]:
        """Yield the chapters that contain steps from one step to another, which is not included, in order."""
        first = max(0, bisect_right(self._starts, from_step) - 1)
        for start in self._starts[first : max(first + 1, bisect_left(self._starts, min(to_step, self.until)))]:
            yield self._chapter(start)

    def between(self, from_step: int, to_step: int) -> Sequence[TimedEvent]:
        """Return the events from one step to another, which is not included."""
        to_step = min(to_step, self.until)
        return [each for part in self.chapters(from_step, to_step) for each in part.between(from_step, to_step)]

    def spoken(self) -> Sequence[TimedEvent]:
        """Return every line that was said, in order."""
        with self._holding:
            if self._lines_until < self.until:
                until = self.until
                with open_unchecked(self._path) as reader:
                    for row in reader.events(self._lines_until, until - 1, "", kinds=(Said.__name__,)):
                        said = event_of(row)
                        assert isinstance(said, Said)
                        self._lines[said.utterance] = TimedEvent(row.step, row.phase, said)
                self._lines_until = until
            return tuple(self._lines.values())

    def line(self, utterance: str) -> Said | None:
        """Return a spoken line by its id; None if there is none."""
        self.spoken()
        found = self._lines.get(utterance)
        return found.event if found and isinstance(found.event, Said) else None

    def worlds(self) -> Iterator[tuple[int, World]]:
        """Yield each step from 1 on with the world when it began; a world is valid until the next one is taken."""
        draft, step = WorldDraft(World.empty()), 0
        for chapter in self.chapters(0, self.until):
            happening = iter(chapter.between(0, self.until))
            coming = next(happening, None)
            following = bisect_right(self._starts, chapter.first)
            end = min([*self._starts[following : following + 1], self.until])
            for step in range(chapter.first, end):
                while coming and coming.step == step:
                    _happen(coming, draft, {})
                    coming = next(happening, None)
                yield step + 1, draft.world()

    def _at(self, step: int) -> WorldSnapshot:
        if not 0 <= step <= self.until:
            raise ValueError(f"Step {step} is not in the history; expected 0 to {self.until}.")
        return next(self.chapters(step, step)).at(step)

    def _take_in(self, happened: TimedEvent) -> None:
        if isinstance(happened.event, Joined):
            self.joined[happened.event.persona.name] = happened.event
        self._last.add(happened)

    def _begin_chapters(self, step: int) -> None:
        """Close the last chapter if a snapshot has been due since, so that the next one can be read from there."""
        for kept in range(self._checked, step):
            if is_snapshot_due(self.clock, kept):
                with self._holding:
                    self._last.keep_frames(kept)
                    self._hold(self._last)
                    self._last = Chapter(kept + 1, self._last.ends, self._frame_steps)
                    self._starts.append(kept + 1)
        self._checked = max(self._checked, step)

    def _chapter(self, first: int) -> Chapter:
        with self._holding:
            if first == self._last.first:
                return self._last
            chapter = self._held.pop(first, None) or self._read_chapter(first)
            self._hold(chapter)
            return chapter

    def _hold(self, chapter: Chapter) -> None:
        self._held[chapter.first] = chapter
        if len(self._held) > _CHAPTERS_HELD:
            del self._held[next(iter(self._held))]

    def _read_chapter(self, first: int) -> Chapter:
        """Read a chapter that has ended."""
        end = self._starts[self._starts.index(first) + 1]
        with open_unchecked(self._path) as reader:
            kept = nearest_snapshot(reader, first)
            start = kept.step + 1 if kept else 0
            begins = _standing(kept) if kept else WorldSnapshot(World.empty(), frozenset())
            before, chapter = Chapter(start, begins, self._frame_steps), None
            with decoding(self._path):
                for row in read_world_rows(reader, start, first):
                    before.add(TimedEvent(row.step, row.phase, event_of(row)))
                chapter = Chapter(first, before.ends, self._frame_steps)
                for row in read_world_rows(reader, first, end):
                    chapter.add(TimedEvent(row.step, row.phase, event_of(row)))
        chapter.keep_frames(end)
        return chapter


def _standing(kept: KeptState) -> WorldSnapshot:
    return WorldSnapshot(kept.world, frozenset(kept.content.embodied))


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
    """What one person remembers as recorded before step `until`: memories and retrievals in order."""

    until: int = 0
    memories: list[Memory] = field(default_factory=list)
    recalls: list[RecallRow] = field(default_factory=list)
    forgotten: list[tuple[int, Collection[MemoryId]]] = field(default_factory=list)
    """What an experiment took away, with the step: each time all that is gone by then."""


@dataclass
class RecordedTurns:
    """What one person's turns were like as recorded before step `until`."""

    until: int = 0
    changes: list[tuple[int, MindChanged]] = field(default_factory=list)
    """Every change of their mind, with its step."""
    shown: dict[str, tuple[MemoryId, ...]] = field(default_factory=dict)
    """For each of their utterances, the memories in its prompt."""


_Recorded = TypeVar("_Recorded", RecordedMind, RecordedTurns)


class RecordedMinds:
    """The minds of a run at any step that its world history holds. Threads may share it. Methods raise RunFileError."""

    def __init__(self, path: Path, past: WorldHistory) -> None:
        self._path, self.past = path, past
        self.terrain = Terrain.of(past.town.setting, past.clock)
        self._minds: dict[str, RecordedMind] = defaultdict(RecordedMind)
        self._turns: dict[str, RecordedTurns] = defaultdict(RecordedTurns)
        self._reading = Lock()
        self._kept = lru_cache(_CHAPTERS_HELD)(self._read_kept)

    def of(self, person: str) -> RecordedMind:
        """Return everything that a person remembers, as far as the world history goes."""
        return self._read_to_end(self._minds[person], person, _read_memories)

    def turns(self, person: str) -> RecordedTurns:
        """Return everything recorded about a person's turns, as far as the world history goes."""
        return self._read_to_end(self._turns[person], person, _read_turns)

    def let_go(self, person: str) -> None:
        """Drop what is cached about a person; it is read again when needed."""
        self._minds.pop(person, None)
        self._turns.pop(person, None)

    def memories(self, person: str, step: int) -> list[Memory]:
        """Return a person's memories when a step began, oldest first, without what an experiment took away."""
        mind = self.of(person)
        found = mind.memories[: bisect_left(mind.memories, step, key=lambda memory: memory.id.step)]
        gone = frozenset(next((ids for at, ids in reversed(mind.forgotten) if at < step), ()))
        return [memory for memory in found if memory.id not in gone] if gone else found

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
        mind, first = AgentState(joined.persona, known_from(self.past.town.setting, joined.knows)), 0
        if kept := self._kept(next(self.past.chapters(step, step)).first):
            first = kept.step + 1
            mind = next((mind_after(mind, each) for each in kept.content.minds if each.agent == person), mind)
        change: dict[str, Any] = {}
        with open_unchecked(self._path) as reader, decoding(self._path):
            for row in reader.events(first, step - 1, person, kinds=(MindChanged.__name__,)):
                merge_changes(change, json.loads(row.data))
            return mind_after(mind, decode(MindChanged, change)) if change else mind

    def stream(self, person: str, step: int) -> MemoryStream:
        """Return a person's memory stream when a step began, with last accesses and without vectors."""
        memories, clock = self.memories(person, step), self.past.clock
        stream = MemoryStream(1).with_memories(memories, np.zeros((len(memories), 1), np.float32))
        recalls = (recall for recall in self.of(person).recalls if recall.step < step)
        recalled = {memory: clock.at(row.step) for row in recalls for memory in row.memories}
        return stream.accessed_at({memory: at for memory, at in recalled.items() if memory in stream})

    def state(self, person: str, step: int) -> RunState:
        """Return the state of the run when a step began, with the mind of this one person in it."""
        state = RunState(self.past.town, self.past.clock, 1, self.terrain)
        state.world = self.past.at(step).world
        state.agents[person], state.streams[person] = self.agent(person, step), self.stream(person, step)
        return state

    def _read_kept(self, until: int) -> KeptState | None:
        with open_unchecked(self._path) as reader:
            return nearest_snapshot(reader, until)

    def _read_to_end(
        self, found: _Recorded, person: str, read_on: Callable[[_Recorded, RunReader, str, int], None]
    ) -> _Recorded:
        """Extend what is known of a person. `read_on` adds nothing if a query fails: it is then called again."""
        until = self.past.until
        if found.until < until:
            with self._reading, open_unchecked(self._path) as reader:
                if found.until < until:
                    read_on(found, reader, person, until)
                    found.until = until
        return found


def _read_memories(mind: RecordedMind, reader: RunReader, person: str, until: int) -> None:
    memories = list(reader.memories(person, until - 1, from_step=mind.until))
    recalls = list(reader.recalls(until - 1, person, from_step=mind.until))
    ordered = list(reader.events(mind.until, until - 1, person, kinds=(MindChanged.__name__,), phase=COMMANDS))
    mind.memories.extend(memories)
    mind.recalls.extend(recalls)
    for row in ordered:
        change = event_of(row)
        if isinstance(change, MindChanged) and change.forgotten is not None:
            mind.forgotten.append((row.step, change.forgotten))


def _read_turns(turns: RecordedTurns, reader: RunReader, person: str, until: int) -> None:
    for row in list(reader.events(turns.until, until - 1, person)):
        event = event_of(row)
        if isinstance(event, MindChanged):
            turns.changes.append((row.step, event))
        elif isinstance(event, Shown):
            turns.shown[event.utterance] = event.memories
