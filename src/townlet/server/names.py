"""The names of memories and calls in addresses and messages."""

from __future__ import annotations

from townlet.memory.record import MemoryId


def memory_called(name: str) -> MemoryId:
    """The id that a memory's name says. Raises ValueError for anything else."""
    agent, step, ordinal = name.rsplit("/", 2)
    return MemoryId(agent, int(step), int(ordinal))


def memory_name(memory: MemoryId) -> str:
    """A memory's id as one word of a message: `agent/step/ordinal`."""
    return "/".join(map(str, memory))
