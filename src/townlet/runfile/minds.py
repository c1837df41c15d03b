"""Changes of minds: the difference that a turn made, and its application to a state."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, MutableMapping
from dataclasses import replace
from datetime import datetime
from functools import cached_property
from pathlib import Path
from typing import Any

import numpy as np

from townlet.cognition.state import AgentState
from townlet.language.embedder import Embedder
from townlet.memory.record import MemoryId
from townlet.memory.stream import MemoryStream
from townlet.runfile.events import MindChanged
from townlet.runfile.files import open_unchecked
from townlet.runfile.reader import RunReader
from townlet.world.clock import Clock
from townlet.world.known import KnownTree

_REPLACED_FIELDS = (
    "plan",
    "note",
    "summary",
    "summarised",
    "importance_sum",
    "waiting",
    "noticed",
    "talks",
    "reflected",
    "watched",
    "forgotten",
)
"""Fields that a change holds as a whole."""
_MERGED_FIELDS = ("seen", "talked", "passed_by")
"""Maps of which a change holds only the changed entries."""
_MAPS = frozenset((*_MERGED_FIELDS, "known"))


def mind_change(before: AgentState, after: AgentState) -> MindChanged | None:
    """Return the difference between two states of one mind; None if they are equal."""
    changes: dict[str, Any] = {
        name: getattr(after, name) for name in _REPLACED_FIELDS if getattr(after, name) != getattr(before, name)
    }
    for name in _MERGED_FIELDS:
        if changed := _changed(getattr(before, name), getattr(after, name)):
            changes[name] = changed
    if changed := _changed(before.known.states, after.known.states):
        changes["known"] = changed
    return MindChanged(before.name, **changes) if changes else None


def mind_after(state: AgentState, change: MindChanged) -> AgentState:
    """Return the mind after a change."""
    values = {name: getattr(change, name) for name in _REPLACED_FIELDS}
    changes: dict[str, Any] = {name: value for name, value in values.items() if value is not None}
    for name in _MERGED_FIELDS:
        if changed := getattr(change, name):
            changes[name] = {**getattr(state, name), **changed}
    if change.known:
        changes["known"] = KnownTree({**state.known.states, **change.known})
    return replace(state, **changes)


def merge_changes(earlier: dict[str, Any], later: Mapping[str, Any]) -> None:
    """Make `earlier`, the JSON of a change, the change that has the effect of both, one after the other."""
    for name, value in later.items():
        if name in _MAPS and name in earlier:
            earlier[name].update(value)
        else:
            earlier[name] = value


def _changed(before: Mapping[Any, Any], after: Mapping[Any, Any]) -> dict[Any, Any]:
    if before is after:
        return {}
    return {key: value for key, value in after.items() if key not in before or before[key] != value}


async def embedded_stream(stream: MemoryStream, embedder: Embedder) -> MemoryStream:
    """Return the memory stream with its memories embedded, which retrieval needs."""
    memories = tuple(stream)
    full = MemoryStream(embedder.dimensions)
    if not memories:
        return full
    full = full.with_memories(memories, await embedder([memory.text for memory in memories]))
    return full.accessed_at({memory.id: stream.last_access(memory.id) for memory in memories})


class RecordedStreams(MutableMapping[str, MemoryStream]):
    """Memory streams by person, as they were when a step began, each read from the run file when first wanted.

    They have texts and last accesses but no vectors: see `embedded_stream`. Reading raises RunFileError.
    """

    def __init__(
        self, path: Path, clock: Clock, until: int, minds: Mapping[str, AgentState], *, all_wanted: bool = False
    ) -> None:
        """`until` is the first step that is left out, and `minds` are people's minds when it begins.

        `all_wanted`: read the recalls of all people at once.
        """
        self._path, self._clock, self._last = path, clock, until - 1
        self._streams: dict[str, MemoryStream | None] = dict.fromkeys(minds)
        self._forgotten = {person: mind.forgotten for person, mind in minds.items()}
        self._all_wanted = all_wanted

    def __getitem__(self, person: str) -> MemoryStream:
        stream = self._streams[person]
        if stream is None:
            with open_unchecked(self._path) as reader:
                memories = tuple(reader.memories(person, self._last))
                accesses = self._all_accesses if self._all_wanted else self._accesses(reader, person)
            stream = MemoryStream(1).with_memories(memories, np.zeros((len(memories), 1), np.float32))
            own = {memory.id: accesses[memory.id] for memory in memories if memory.id in accesses}
            stream = self._streams[person] = stream.accessed_at(own).without(self._forgotten[person])
        return stream

    def __setitem__(self, person: str, stream: MemoryStream) -> None:
        self._streams[person] = stream

    def __delitem__(self, person: str) -> None:
        del self._streams[person]

    def __iter__(self) -> Iterator[str]:
        return iter(self._streams)

    def __len__(self) -> int:
        return len(self._streams)

    @cached_property
    def _all_accesses(self) -> Mapping[MemoryId, datetime]:
        with open_unchecked(self._path) as reader:
            return self._accesses(reader, None)

    def _accesses(self, reader: RunReader, person: str | None) -> dict[MemoryId, datetime]:
        """Return when each memory was last recalled; the rows are in order of steps."""
        recalls = reader.recalls(self._last, person)
        return {memory: self._clock.at(row.step) for row in recalls for memory in row.memories}
