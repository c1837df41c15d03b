"""A run opened for reading: one `RunView` is opened at the edge and passed on, instead of the path of a file."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from datetime import datetime
from functools import cached_property
from pathlib import Path
from typing import Any, Protocol

from townlet.memory.record import Kind, Memory, MemoryId
from townlet.runfile.config import (
    BUDGET_INTENT,
    RunConfig,
    current_config,
    intended_days,
)
from townlet.runfile.event_log import StepLog, event_of, states_by_step
from townlet.runfile.files import OpenRun, open_reader, open_unchecked
from townlet.runfile.history import RecordedMinds, WorldHistory
from townlet.runfile.manifest import Manifest, build_manifest
from townlet.runfile.reader import RunReader
from townlet.runfile.rows import CallFilter, CallRow, EventRow, RecallRow, RunHeader
from townlet.runfile.snapshots import catch_up
from townlet.runfile.streams import RecordedStreams
from townlet.runfile.traces import (
    BODY_EVENTS,
    ActivitySpan,
    BodyEvent,
    LineWithMemories,
    ObjectChange,
    PlanChange,
    SpokenLine,
    Stay,
    WhereaboutsTracker,
)
from townlet.state.events import Embodied, Joined, MindChanged, Shown
from townlet.state.run_state import RunState
from townlet.town import Town, town_from_files
from townlet.world.address import Address
from townlet.world.clock import Clock
from townlet.world.doors import Doors
from townlet.world.events import Said, StateChanged


class RunView:
    """A run as it stood when it was opened, for reading.

    Everything read from one view ends with the same step, however much the run has grown since. The run file is open
    only while it is read, so a view needs no closing and may be shared by threads. Methods raise RunFileError where
    the file is damaged.
    """

    def __init__(self, path: Path | str, *, before_step: int | None = None) -> None:
        """Open a run file. Nothing from step `before_step` on is part of the view; by default all complete steps are.

        Raises RunFileError for a file that is no run, or one of another format.
        """
        self.path = Path(path)
        with open_reader(self.path) as reader:
            last = reader.last_step()
            self.header: RunHeader = reader.header
            """What run it is: town, seed, start, step length and configuration."""
            self.config: RunConfig = current_config(reader)
            """What the run's behaviour depends on, as it goes on now: a model may have taken over since its start."""
            self.budget: str = reader.intent(BUDGET_INTENT) or ""
            """What the run may spend, as its user wrote it; empty for no bound."""
        end = -1 if last is None else last
        self.last: int = end if before_step is None else min(end, before_step - 1)
        """The last complete step of the view; -1 for a run without one."""

    @property
    def until(self) -> int:
        """The number of steps in the view, which is also the first step that it does not hold."""
        return self.last + 1

    @cached_property
    def manifest(self) -> Manifest:
        """Which run it is, how far it has come, and which models answered: what every result rests on."""
        with self.reader() as reader:
            return build_manifest(reader, None if self.last < 0 else self.last)

    @cached_property
    def town(self) -> Town:
        """The town that the run file embeds."""
        with self.reader() as reader:
            return town_from_files(reader.town_files(), str(self.path))

    @property
    def clock(self) -> Clock:
        return self.header.clock

    @cached_property
    def intended_days(self) -> float:
        """How many game days the run is meant to last; the town's own number if the user gave none."""
        with self.reader() as reader:
            return intended_days(reader, self.town.days)

    def manifest_before(self, step: int) -> Manifest:
        """Return the manifest of what had happened when a step began."""
        with self.reader() as reader:
            return build_manifest(reader, step - 1)

    def time(self, step: int) -> datetime:
        """Game time at which a step begins."""
        return self.header.time_of(step)

    def reader(self) -> RunReader:
        """Open the run file's tables, as a context manager; rows after `last` may have come since.

        The view has compared the file with its seal when it was opened, so this does not.
        """
        return open_unchecked(self.path)

    def state_hash(self, last: int | None = None) -> str:
        """Compute the hash of all that happened up to and including a step; by default the view's last."""
        with self.reader() as reader:
            return reader.state_hash(self.last if last is None else last)

    # Rows of the event log and of memory streams.

    def events(self, *kinds: str) -> Iterator[EventRow]:
        """Yield the events of these kinds in the order in which they happened; all events without kinds."""
        with self.reader() as reader:
            yield from reader.events(0, self.last, kinds=kinds)

    def memories(self, person: str) -> Iterator[Memory]:
        """Yield one person's memory stream, oldest first."""
        with self.reader() as reader:
            yield from reader.memories(person, self.last)

    def memories_by_step(self) -> Iterator[Memory]:
        """Yield everybody's memories, in the order in which they were made."""
        with self.reader() as reader:
            yield from reader.memories_by_step(self.last)

    def recalls(self) -> Iterator[RecallRow]:
        """Yield which memories were retrieved, in order of steps."""
        with self.reader() as reader:
            yield from reader.recalls(self.last)

    def calls(self, name: str | None = None) -> Iterator[CallRow]:
        """Yield the answered model calls, of one prompt if it is named."""
        with self.reader() as reader:
            yield from reader.calls(CallFilter(name=name, status="answered", to_step=self.last))

    # What people said and did.

    @cached_property
    def joined(self) -> Mapping[str, tuple[int, Joined]]:
        """Everybody who was ever in the run, in the order in which they came, with the step."""
        found: dict[str, tuple[int, Joined]] = {}
        for row in self.events(Joined.__name__):
            event = event_of(row)
            assert isinstance(event, Joined)
            found.setdefault(event.persona.name, (row.step, event))
        return found

    @cached_property
    def residents(self) -> tuple[str, ...]:
        """The people of the town, without visitors, in the order in which they came."""
        return tuple(name for name, (_, joined) in self.joined.items() if not joined.visitor)

    def lines(self) -> Iterator[SpokenLine]:
        """Yield every spoken line, in the order in which they were said."""
        return (spoken.line for spoken in self._spoken(Said.__name__, Embodied.__name__))

    def lines_with_memories(self) -> Iterator[LineWithMemories]:
        """Yield every spoken line with the memories in its speaker's prompt."""
        return self._spoken(Said.__name__, Shown.__name__, Embodied.__name__)

    def memories_shown_to(self, person: str) -> Mapping[str, tuple[MemoryId, ...]]:
        """For each utterance of one person, the memories in its prompt."""
        with self.reader() as reader:
            events = map(event_of, reader.events(0, self.last, person, kinds=(Shown.__name__,)))
            return {event.utterance: event.memories for event in events if isinstance(event, Shown)}

    def whereabouts(self) -> Iterator[tuple[list[Stay], list[ActivitySpan], bool]]:
        """Yield stays in places and spans of activities as they end.

        The flag of the last item is true: these were still going on when the view ends.
        """
        tracker = WhereaboutsTracker(Doors(self.town.setting))
        for row in self.events(*BODY_EVENTS):
            event = event_of(row)
            assert isinstance(event, BodyEvent)
            tracker.note(event, row.step)
            yield (*tracker.take_ended(), False)
        tracker.close(self.until)
        yield (*tracker.take_ended(), True)

    def object_changes(self) -> Iterator[ObjectChange]:
        """Yield every change of an object's state."""
        for row in self.events(StateChanged.__name__):
            event = event_of(row)
            assert isinstance(event, StateChanged)
            yield ObjectChange(row.step, event)

    def plan_changes(self) -> Iterator[PlanChange]:
        """Yield every plan made and every revision of one, with the reason."""
        versions: dict[str, tuple[int, int]] = {}
        for step, change in self._mind_changes():
            if (plan := change.get("plan")) is None:
                continue
            person, version = change["agent"], (plan.get("made", 0), plan.get("revision", 0))
            if versions.get(person) != version:
                versions[person] = version
                yield PlanChange(step, person, version[1], plan.get("reason", ""))

    def places_learned(self) -> Iterator[tuple[int, str, Iterable[Address]]]:
        """Yield (step, person, places): the places people know from the start, then those they come to know."""
        for name, (step, joined) in self.joined.items():
            yield step, name, joined.knows
        for step, change in self._mind_changes():
            if known := change.get("known"):
                yield step, change["agent"], map(Address.parse, known)

    # What was so when.

    @cached_property
    def history(self) -> WorldHistory:
        """The world at any step of the view, folded from the event log."""
        history = WorldHistory(self.path, self.town, self.clock)
        with self.reader() as reader:
            history.read(reader, self.until)
        return history

    @cached_property
    def minds(self) -> RecordedMinds:
        """Everybody's mind at any step of the view; each is read when it is first used."""
        return RecordedMinds(self.path, self.history)

    def state_at(self, step: int) -> RunState:
        """The whole state when a step began, minds and memory streams included.

        Memory streams have texts and last accesses but no vectors: see `embedded_stream`. Each is read when it is first
        wanted.
        """
        state = RunState(self.town, self.clock, dimensions=1)
        with self.reader() as reader:
            catch_up(reader, state, step)
        state.streams = RecordedStreams(self.path, self.clock, step, state.agents)
        return state

    def memory_counts(self, step: int) -> Mapping[str, Mapping[Kind, int]]:
        """For each person who remembers anything when a step begins, how many memories of each kind."""
        with self.reader() as reader:
            return reader.memory_counts(step - 1)

    def states(self, until: int) -> Iterator[tuple[StepLog, RunState]]:
        """Yield each step before `until` in which something happened, and the state after it (one object, updated)."""
        with self.reader() as reader:
            yield from states_by_step(reader, until, RunState(self.town, self.clock, dimensions=1))

    def _spoken(self, *kinds: str) -> Iterator[LineWithMemories]:
        shown: dict[str, tuple[MemoryId, ...]] = {}
        embodied: set[str] = set()
        for row in self.events(*kinds):
            match event_of(row):
                case Embodied(agent, on):
                    (embodied.add if on else embodied.discard)(agent)
                case Shown(utterance=utterance, memories=memories):
                    # It is logged ahead of its line, in the same step.
                    shown[utterance] = memories
                case Said() as said:
                    line = line_from_event(said, row.step, typed=said.speaker in embodied)
                    yield LineWithMemories(line, shown.pop(said.utterance, ()))
                case _:
                    pass  # No caller asks for another kind.

    def _mind_changes(self) -> Iterator[tuple[int, dict[str, Any]]]:
        """Return changes of minds as plain JSON, because their readers need only a few of the fields."""
        return ((row.step, json.loads(row.data)) for row in self.events(MindChanged.__name__))


class _HasView(OpenRun, Protocol):
    @property
    def view(self) -> RunView: ...


RunSource = Path | str | RunView | _HasView
"""A run: the path of its file, or the run opened as a `RunView` or by `townlet.open_run`."""


def open_view(run: RunSource) -> RunView:
    """Return a run opened for reading; one that is open already is used as it is. Raises RunFileError."""
    match run:
        case RunView():
            return run
        case Path() | str():
            return RunView(run)
        case _:
            return run.view


def line_from_event(said: Said, step: int, *, typed: bool) -> SpokenLine:
    """Return the spoken line of an event. `typed` lines were written by a person at the keyboard."""
    return SpokenLine(said.talk, said.number, said.speaker, said.to, said.text, step, said.hearers, typed)


def format_memory_id(memory: MemoryId) -> str:
    """Return a memory's id as text: 'person/step/ordinal'."""
    return "/".join(map(str, memory))
