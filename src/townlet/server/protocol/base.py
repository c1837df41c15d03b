"""What all parts of the protocol share."""

from __future__ import annotations

from pydantic import BaseModel, ConfigDict

from townlet.memory.record import MemoryId

Step = int
"""Counts from 0 at the run's start; `Session.step_seconds` of game time each."""

Tile = tuple[int, int]
"""Column and row on the map, from the top left, both from 0."""


class WireModel(BaseModel):
    """Anything that a film or an answer of the server is made of."""

    model_config = ConfigDict(frozen=True, extra="forbid", json_schema_serialization_defaults_required=True)


def decode_memory_id(name: str) -> MemoryId:
    """The id that a memory's name says. Raises ValueError for anything else."""
    agent, step, ordinal = name.rsplit("/", 2)
    return MemoryId(agent, int(step), int(ordinal))


def encode_memory_id(memory: MemoryId) -> str:
    """A memory's id as one word of a message: `agent/step/ordinal`."""
    return "/".join(map(str, memory))
