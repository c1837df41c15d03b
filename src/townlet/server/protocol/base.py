"""Types that all parts of the wire protocol share."""

from __future__ import annotations

from typing import Annotated

from pydantic import BaseModel, ConfigDict, Strict

from townlet.memory.record import MemoryId

WholeNumber = Annotated[int, Strict()]
"""An integer; JSON's `true` and "1" are none."""

Number = Annotated[float, Strict()]
"""A number; JSON's `true` and "1.5" are none."""

Step = WholeNumber
"""A step of the run, from 0; each lasts `SessionInfo.step_seconds` of game time."""

Tile = tuple[WholeNumber, WholeNumber]
"""Column and row on the map, from the top left, both from 0."""


class WireModel(BaseModel):
    """Base class of all models of the wire protocol."""

    model_config = ConfigDict(frozen=True, extra="forbid", json_schema_serialization_defaults_required=True)


def decode_memory_id(name: str) -> MemoryId:
    """Return the memory id that a string such as 'Ann Bell/120/0' stands for. Raises ValueError for other strings."""
    agent, step, ordinal = name.rsplit("/", 2)
    return MemoryId(agent, int(step), int(ordinal))
