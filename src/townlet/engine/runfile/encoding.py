"""How values are written into a run file: one form for each, so that equal values are equal bytes."""

from __future__ import annotations

import json
import zlib
from collections.abc import Sequence
from datetime import datetime
from typing import Any, TypeAlias

from townlet.memory.record import Memory, MemoryId

Json: TypeAlias = "bool | int | float | str | Sequence[Json] | dict[str, Json] | None"

_encode = json.JSONEncoder(sort_keys=True, separators=(",", ":"), ensure_ascii=False, allow_nan=False).encode


def canonical(value: Any) -> str:
    """JSON with sorted keys and no spaces. Raises ValueError for what JSON cannot say (NaN, infinity)."""
    return _encode(value)


def packed(data: bytes) -> bytes:
    return zlib.compress(data, 6)


def unpacked(data: bytes) -> bytes:
    return zlib.decompress(data)


def memory_row(memory: Memory) -> tuple[str | int, ...]:
    """A memory as the columns of table `memory`; its evidence goes to a table of its own."""
    return (
        *memory.id,
        memory.kind,
        memory.text,
        memory.created.isoformat(),
        memory.importance,
        memory.source,
        memory.heard_from,
        memory.utterance,
        int(memory.hearsay),
    )


def memory_of(row: Sequence[Any], evidence: tuple[MemoryId, ...]) -> Memory:
    """The memory that was written as these columns."""
    agent, step, ordinal, kind, text, created, importance, source, heard_from, utterance, hearsay = row
    return Memory(
        id=MemoryId(agent, step, ordinal),
        kind=kind,
        text=text,
        created=datetime.fromisoformat(created),
        importance=importance,
        source=source,
        heard_from=heard_from,
        utterance=utterance,
        evidence=evidence,
        hearsay=bool(hearsay),
    )


def recalled_text(agent: str, memories: Sequence[MemoryId]) -> str:
    """Recalled memories as JSON pairs of step and ordinal; all of them are the agent's own."""
    if any(memory.agent != agent for memory in memories):
        raise ValueError(f"{agent} recalls memories of someone else: {memories}; expected only their own.")
    return canonical([(memory.step, memory.ordinal) for memory in memories])


def recalled_of(agent: str, text: str) -> tuple[MemoryId, ...]:
    """The memories that were written as this text."""
    return tuple(MemoryId(agent, step, ordinal) for step, ordinal in json.loads(text))
