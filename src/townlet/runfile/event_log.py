"""The event log (event sourcing): events of a step as rows of the run file, and back.

The events of all steps, applied in order, give the state of a run at any step.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

import numpy as np

from townlet.memory.record import Memory, MemoryId
from townlet.runfile.errors import NOT_AS_WRITTEN, RunDamaged
from townlet.runfile.reader import RunReader
from townlet.runfile.rows import EventRow, RecallRow
from townlet.state.encoding import decode, load_json, to_json
from townlet.state.events import EVENT_KINDS, MindChanged, MindEvent, RunEvent
from townlet.state.run_state import RunState

COMMANDS, PASSING, MINDS, ACTIONS = range(4)
"""The phases of a step in order: commands from people, the world's own changes, changes of minds, and actions."""


@dataclass
class StepLog:
    """Everything that happened in a step, by phase."""

    step: int
    commands: list[RunEvent] = field(default_factory=list)
    passing: list[RunEvent] = field(default_factory=list)
    minds: list[MindEvent] = field(default_factory=list)
    memories: list[Memory] = field(default_factory=list)
    recalls: dict[str, tuple[MemoryId, ...]] = field(default_factory=dict)
    actions: list[RunEvent] = field(default_factory=list)

    def __bool__(self) -> bool:
        return bool(self.commands or self.passing or self.minds or self.memories or self.recalls or self.actions)

    def events(self) -> tuple[RunEvent, ...]:
        """Return all events in the order in which they happened."""
        return (*self.commands, *self.passing, *self.minds, *self.actions)

    def rows(self) -> list[EventRow]:
        """Return the event rows of the step, without its commands, which are written before the step."""
        passing = rows_of(self.step, PASSING, self.passing)
        return [*passing, *_mind_rows(self.step, self.minds), *rows_of(self.step, ACTIONS, self.actions)]

    def recall_rows(self) -> list[RecallRow]:
        """Return one row for each agent that recalled memories."""
        return [RecallRow(self.step, agent, ids) for agent, ids in self.recalls.items() if ids]


def rows_of(step: int, phase: int, events: Sequence[RunEvent], first: int = 0) -> list[EventRow]:
    """Return the rows of events that may concern several agents: one sequence, numbered from `first`.

    A change of a mind, which a command may make, is found under its agent.
    """
    return [
        EventRow(
            step,
            phase,
            event.agent if isinstance(event, MindChanged) else "",
            place,
            type(event).__name__,
            to_json(event),
        )
        for place, event in enumerate(events, start=first)
    ]


def _mind_rows(step: int, events: Sequence[MindEvent]) -> Iterator[EventRow]:
    counts: dict[str, int] = {}
    for event in events:
        place = counts.get(event.agent, 0)
        counts[event.agent] = place + 1
        yield EventRow(step, MINDS, event.agent, place, type(event).__name__, to_json(event))


def read_steps(reader: RunReader, until: int | None = None, *, first: int = 0) -> Iterator[StepLog]:
    """Yield the steps in which something happened, in order, from `first` up to and including `until` or the last
    complete step."""
    last = reader.last_step() if until is None else until
    if last is None:
        return
    logs: dict[int, StepLog] = {}

    def log(step: int) -> StepLog:
        return logs.setdefault(step, StepLog(step))

    for row in reader.events(first, last):
        event = event_of(row)
        phases = (log(row.step).commands, log(row.step).passing, log(row.step).minds, log(row.step).actions)
        phases[row.phase].append(event)  # type: ignore[arg-type]
    for memory in reader.memories(until_step=last, from_step=first):
        log(memory.id.step).memories.append(memory)
    for recall in reader.recalls(until_step=last, from_step=first):
        log(recall.step).recalls[recall.agent] = recall.memories
    yield from (logs[step] for step in sorted(logs))


def event_of(row: EventRow) -> RunEvent:
    """Return the event in a row. Raises RunDamaged for a row that Townlet cannot have written."""
    try:
        event: RunEvent = decode(EVENT_KINDS[row.kind], load_json(row.data))
    except NOT_AS_WRITTEN as error:
        raise RunDamaged(
            f"The run file is damaged: an event of step {row.step}, {row.kind!r}, cannot be read "
            f"({type(error).__name__}: {error}); see `townlet verify`."
        ) from error
    return event


def states_by_step(reader: RunReader, until: int, state: RunState) -> Iterator[tuple[StepLog, RunState]]:
    """Replay the event log into an empty state.

    Yield each step before `until` in which something happened, and the state after it: one object, updated in place.
    """
    for log in read_steps(reader, until=until - 1):
        apply_step_log(log, state)
        yield log, state


def apply_step_log(log: StepLog, state: RunState) -> None:
    """Apply one step of the event log to a state, in the order of its phases."""
    state.apply(log.commands, log.step)
    state.apply(log.passing, log.step)
    state.apply(log.minds, log.step)
    for agent in dict.fromkeys(memory.id.agent for memory in log.memories):
        own = [memory for memory in log.memories if memory.id.agent == agent]
        state.remember(own, np.zeros((len(own), 1), np.float32))
    for agent, ids in log.recalls.items():
        state.recall(agent, ids, log.step)
    state.apply(log.actions, log.step)
