"""What a turn changed in a mind, and how that change is made again."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from townlet.cognition.state import AgentState
from townlet.language.embedder import Embedder
from townlet.memory.record import MemoryId
from townlet.memory.stream import MemoryStream
from townlet.runfile.events import MindChanged
from townlet.world.known import KnownTree

_WHOLE = ("plan", "note", "summary", "summarised", "importance_sum", "waiting", "noticed")
_MAPS = ("seen", "talked", "passed_by")


def mind_change(before: AgentState, after: AgentState) -> MindChanged | None:
    """What changed between two states of one mind; None if nothing did."""
    changes: dict[str, Any] = {
        name: getattr(after, name) for name in _WHOLE if getattr(after, name) != getattr(before, name)
    }
    for name in _MAPS:
        if news := _news(getattr(before, name), getattr(after, name)):
            changes[name] = news
    if news := _news(before.known.states, after.known.states):
        changes["known"] = news
    return MindChanged(before.name, **changes) if changes else None


def mind_after(state: AgentState, change: MindChanged) -> AgentState:
    """The mind after a change."""
    changes: dict[str, Any] = {name: getattr(change, name) for name in _WHOLE if getattr(change, name) is not None}
    for name in _MAPS:
        if news := getattr(change, name):
            changes[name] = {**getattr(state, name), **news}
    if change.known:
        changes["known"] = KnownTree({**state.known.states, **change.known})
    return replace(state, **changes)


def _news(before: Mapping[Any, Any], after: Mapping[Any, Any]) -> dict[Any, Any]:
    if before is after:
        return {}
    return {key: value for key, value in after.items() if key not in before or before[key] != value}


async def embedded_stream(stream: MemoryStream, embedder: Embedder) -> MemoryStream:
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
