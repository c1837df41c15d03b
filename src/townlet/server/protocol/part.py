"""What all parts of the protocol share."""

from __future__ import annotations

from pydantic import BaseModel, ConfigDict

Step = int
"""Counts from 0 at the run's start; `Session.step_seconds` of game time each."""

Tile = tuple[int, int]
"""Column and row on the map, from the top left, both from 0."""


class Part(BaseModel):
    """Anything that a film or an answer of the server is made of."""

    model_config = ConfigDict(frozen=True, extra="forbid", json_schema_serialization_defaults_required=True)
