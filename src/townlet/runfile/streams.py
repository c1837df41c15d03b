"""Memory streams as a run file holds them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, MutableMapping
from datetime import datetime
from functools import cached_property
from pathlib import Path

import numpy as np

from townlet.cognition.state import AgentState
from townlet.language.embedder import Embedder
from townlet.memory.record import MemoryId
from townlet.memory.stream import MemoryStream
from townlet.runfile.files import open_unchecked
from townlet.runfile.reader import RunReader
from townlet.world.clock import Clock


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
