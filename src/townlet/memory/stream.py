"""The memory stream (Park et al. 2023, section 4.1): all memories of one agent, in order of creation."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from datetime import datetime
from functools import cached_property

import numpy as np
from numpy.typing import ArrayLike, NDArray

from townlet.memory.accesses import Accesses
from townlet.memory.recency import moment_of, seconds_of
from townlet.memory.record import Kind, Memory, MemoryId
from townlet.memory.relevance import Relevance, Scores, min_max
from townlet.memory.store import RecordStore
from townlet.memory.vectors import Vectors, vectors_of


class MemoryStream:
    """An immutable memory stream: `with_memories` and `accessed` return a new stream and leave this one as it is.

    Streams with a common past share their records, so appending costs the same however long the stream is. They
    are not safe for use by several threads at once.
    """

    def __init__(self, dimensions: int) -> None:
        """Make an empty stream for embeddings with this number of dimensions."""
        self._length = 0
        self._records = RecordStore(dimensions)
        self._accesses = Accesses.none(self._records)

    def __len__(self) -> int:
        return self._length

    def __iter__(self) -> Iterator[Memory]:
        return iter(self.newest(self._length))

    def __getitem__(self, index: int) -> Memory:
        """Return the memory at a position in order of creation; -1 is the newest."""
        return self._records[index if 0 <= index < self._length else range(self._length)[index]]

    def __contains__(self, memory_id: MemoryId) -> bool:
        return self._records.place(memory_id, self._length) is not None

    def get(self, memory_id: MemoryId) -> Memory:
        """Return the memory with this id. Raises KeyError if the stream does not hold it."""
        return self._records[self._place(memory_id)]

    def first_with(self, text: str) -> Memory | None:
        """Return the oldest memory with exactly this text; None if there is none."""
        place = self._records.place_of_text(text, self._length)
        return None if place is None else self._records[place]

    def newest(self, count: int) -> tuple[Memory, ...]:
        """Return the newest memories, at most `count`, oldest first."""
        return tuple(self._records.between(max(0, self._length - count), self._length))

    def of_kind(self, kind: Kind) -> tuple[Memory, ...]:
        """Return all memories of a kind, oldest first."""
        return tuple([memory for memory in self if memory.kind == kind])

    def last_access(self, memory_id: MemoryId) -> datetime:
        """Return when a memory was last recalled, or created if it never was. Raises KeyError for an unknown id."""
        return moment_of(int(self._accesses.last.first(self._length)[self._place(memory_id)]))

    def with_memories(self, memories: Sequence[Memory], vectors: ArrayLike) -> MemoryStream:
        """Return this stream with `memories` appended. Row i of `vectors` (n x dimensions) is the i-th embedding.

        Vectors are kept as float32. The first access of a memory is its creation. Raises ValueError for vectors of
        another shape, for numbers that are not finite, and for an id that the stream already holds.
        """
        if not memories:
            return self
        rows, expected = vectors_of(vectors), (len(memories), self.dimensions)
        if rows.shape != expected:
            raise ValueError(f"Vectors of {len(memories)} memories have shape {rows.shape}; expected {expected}.")
        records = self._records.extended(self._length, memories, rows)
        newest = max(seconds_of(memory.created) for memory in memories)
        return _stream(self._length + len(memories), records, self._accesses.extended(self._length, records, newest))

    def accessed(self, ids: Iterable[MemoryId], at: datetime) -> MemoryStream:
        """Return this stream after these memories were recalled at `at`. Raises KeyError for an unknown id.

        The order of calls does not matter: a last access never moves back in time.
        """
        return self.accessed_at(dict.fromkeys(ids, at))

    def accessed_at(self, moments: Mapping[MemoryId, datetime]) -> MemoryStream:
        """Return this stream after each of these memories was recalled at its own moment; as `accessed`, but at once
        for many moments."""
        if not moments:
            return self
        places = np.array([self._place(memory_id) for memory_id in moments], np.int64)
        seconds = np.array([seconds_of(moment) for moment in moments.values()], np.int64)
        return _stream(self._length, self._records, self._accesses.changed(self._length, places, seconds))

    def where(self, keep: Callable[[Memory], bool]) -> MemoryStream:
        """Return a stream of only the memories for which `keep` holds, with their last accesses. Reads all memories."""
        places = np.array([place for place, memory in enumerate(self) if keep(memory)], np.int64)
        kept = MemoryStream(self.dimensions)
        if not len(places):
            return kept
        kept = kept.with_memories([self[place] for place in places], self.vectors[places])
        last = self._accesses.last.first(self._length)[places]
        return _stream(len(kept), kept._records, kept._accesses.changed(len(kept), np.arange(len(kept)), last))

    def without(self, ids: Collection[MemoryId]) -> MemoryStream:
        """Return a stream without these memories. Ids that it does not hold are ignored."""
        gone = frozenset(ids)
        return self.where(lambda memory: memory.id not in gone) if gone else self

    @property
    def dimensions(self) -> int:
        """The number of dimensions of an embedding."""
        return self._records.dimensions

    @property
    def vectors(self) -> NDArray[np.float32]:
        """A copy of the embeddings, one float32 row per memory, which cannot be written to."""
        return self._records.embeddings.vectors(0, self._length)

    def relevance(self, query: Vectors) -> Relevance:
        """Return the relevance of the memories, at least one, to a query: cosines, min-max normalised."""
        return self._records.embeddings.relevance(query, self._length)

    @cached_property
    def recency(self) -> Scores:
        """The recency of each memory, min-max normalised, which makes it independent of the current time."""
        return min_max(self._accesses.recency.first(self._length))

    @cached_property
    def importance(self) -> Scores:
        """The importance of each memory, min-max normalised."""
        return min_max(self._records.importance.first(self._length))

    def standing(self, recency: float, importance: float) -> Scores:
        """Return the weighted sum of recency and importance: the part of a score that no query changes."""
        key = (recency, importance)
        if key not in self._standings:
            self._standings[key] = recency * self.recency + importance * self.importance
        return self._standings[key]

    @cached_property
    def _standings(self) -> dict[tuple[float, float], Scores]:
        return {}

    def _place(self, memory_id: MemoryId) -> int:
        place = self._records.place(memory_id, self._length)
        if place is None:
            raise KeyError(
                f"The stream of {self._length} memories has no memory {memory_id}; expected an id that it holds."
            )
        return place


def _stream(length: int, records: RecordStore, accesses: Accesses) -> MemoryStream:
    """Return the stream that reads the first `length` records."""
    stream = MemoryStream.__new__(MemoryStream)
    stream._length, stream._records, stream._accesses = length, records, accesses
    return stream
