"""Looking at a run as it stood at any moment. Nothing is written, and nobody thinks."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import numpy as np

from townlet.engine.log import StepLog, read_steps
from townlet.engine.runfile import RunReader
from townlet.engine.simulation import opened
from townlet.engine.state import RunState
from townlet.language.embed import Embedder
from townlet.memory.record import MemoryId
from townlet.memory.stream import MemoryStream
from townlet.town import town_from_files
from townlet.world.clock import Clock


def state_at(path: Path, step: int) -> RunState:
    """The run when `step` began: every step before it has happened. Raises RunFileError.

    Memory streams have their texts and last accesses but no meanings: see `embedded`.
    """
    with opened(path) as reader:
        state = _bare(reader)
        for log in read_steps(reader, until=step - 1):
            live_again(log, state)
    return state


def lived(reader: RunReader, until: int) -> Iterator[tuple[StepLog, RunState]]:
    """The steps before `until` in which something happened, each with the state after it (one and the same object)."""
    state = _bare(reader)
    for log in read_steps(reader, until=until - 1):
        live_again(log, state)
        yield log, state


def live_again(log: StepLog, state: RunState) -> None:
    """Let a recorded step happen to a state."""
    state.apply(log.commands, log.step)
    state.apply(log.passing, log.step)
    state.apply(log.minds, log.step)
    for agent in dict.fromkeys(memory.id.agent for memory in log.memories):
        own = [memory for memory in log.memories if memory.id.agent == agent]
        state.remember(own, np.zeros((len(own), 1), np.int8))
    for agent, ids in log.recalls.items():
        state.recall(agent, ids, log.step)
    state.apply(log.actions, log.step)


async def embedded(stream: MemoryStream, embedder: Embedder) -> MemoryStream:
    """The same memories with the vectors that retrieval compares."""
    memories = tuple(stream)
    full = MemoryStream(embedder.dimensions)
    if not memories:
        return full
    full = full.with_memories(memories, await embedder([memory.text for memory in memories]))
    accessed: dict[object, list[MemoryId]] = {}
    for memory in memories:
        if stream.last_access(memory.id) != memory.created:
            accessed.setdefault(stream.last_access(memory.id), []).append(memory.id)
    for ids in accessed.values():
        full = full.accessed(ids, stream.last_access(ids[0]))
    return full


def _bare(reader: RunReader) -> RunState:
    header = reader.header
    return RunState(town_from_files(reader.town_files()), Clock(header.start, header.step_seconds), dimensions=1)
