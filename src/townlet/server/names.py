"""The names of memories and calls in addresses and messages."""

from __future__ import annotations

from townlet.memory.record import MemoryId


def memory_name(memory: MemoryId) -> str:
    """A memory's id as one word of a message: `agent/step/ordinal`."""
    return "/".join(map(str, memory))
