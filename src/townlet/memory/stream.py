"""The memory stream (Park et al. 2023, section 4.1): all that a person remembers, in order of creation."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from datetime import datetime
from functools import cached_property

import numpy as np
from numpy.typing import ArrayLike, NDArray

from townlet.memory.accesses import Accesses
from townlet.memory.recency import moment_of, seconds_of
from townlet.memory.record import Kind, Memory, MemoryId
from townlet.memory.store import RecordStore
from townlet.memory.vectors import Vectors, quantise


def min_max(values: NDArray[np.float64]) -> NDArray[np.float64]:
    """Stretched to [0, 1]. Values that are all equal tell nothing apart and become 0."""
    if not len(values):
        return values
    low, high = values.min(), values.max()
    if low == high:
        return np.zeros_like(values)
    scaled: NDArray[np.float64] = values - low
    scaled /= high - low
    return scaled


Scores = NDArray[np.float64]


class MemoryStream:
    """An immutable value: `with_memories` and `accessed` return a new stream and leave this one as it was.

    Streams that grow out of one another share their records, so the cost of appending does not grow with the
    stream. They are not for use by several threads at once.
    """

    def __init__(self, dimensions: int) -> None:
        """An empty stream, for embeddings of so many dimensions."""
        self._length = 0
        self._records = RecordStore(dimensions)
        self._accesses = Accesses.none(self._records)

    def __len__(self) -> int:
        return self._length

    def __iter__(self) -> Iterator[Memory]:
        return iter(self.newest(self._length))

    def __getitem__(self, place: int) -> Memory:
        """The memory at this place in order of creation; -1 is the newest."""
        return self._records[place if 0 <= place < self._length else range(self._length)[place]]

    def __contains__(self, memory_id: MemoryId) -> bool:
        return self._records.place(memory_id, self._length) is not None

    def get(self, memory_id: MemoryId) -> Memory:
        """The memory of this id. Raises KeyError if the stream does not hold it."""
        return self._records[self._place(memory_id)]

    def first_with(self, text: str) -> Memory | None:
        """The oldest memory of exactly this text; None if there is none."""
        place = self._records.place_of_text(text, self._length)
        return None if place is None else self._records[place]

    def newest(self, count: int) -> tuple[Memory, ...]:
        """The `count` newest memories (fewer if there are fewer), oldest first."""
        return tuple(self._records.between(max(0, self._length - count), self._length))

    def of_kind(self, kind: Kind) -> tuple[Memory, ...]:
        """All memories of a kind, oldest first."""
        return tuple([memory for memory in self if memory.kind == kind])

    def last_access(self, memory_id: MemoryId) -> datetime:
        """When it was last recalled; when it was created, if it never was. Raises KeyError."""
        return moment_of(int(self._accesses.last.first(self._length)[self._place(memory_id)]))

    def with_memories(self, memories: Sequence[Memory], vectors: ArrayLike) -> MemoryStream:
        """This stream with `memories` after it; row i of `vectors` (n x dimensions) embeds the i-th.

        Vectors are put on the grid (`quantise`) if they are not on it. A new memory counts as last accessed
        when it was created. Raises ValueError for vectors of another shape, and for an id that the stream
        holds.
        """
        if not memories:
            return self
        rows, expected = quantise(vectors), (len(memories), self.dimensions)
        if rows.shape != expected:
            raise ValueError(f"Vectors of {len(memories)} memories have shape {rows.shape}; expected {expected}.")
        records = self._records.extended(self._length, memories, rows)
        newest = max(seconds_of(memory.created) for memory in memories)
        return _stream(self._length + len(memories), records, self._accesses.extended(self._length, records, newest))

    def accessed(self, ids: Iterable[MemoryId], at: datetime) -> MemoryStream:
        """This stream after these memories were recalled. Raises KeyError for one that it does not hold.

        The order of calls does not matter: a last access never moves back.
        """
        places = np.array([self._place(memory_id) for memory_id in ids], np.int64)
        if not len(places):
            return self
        moments = np.full(len(places), seconds_of(at))
        return _stream(self._length, self._records, self._accesses.changed(self._length, places, moments))

    def where(self, keep: Callable[[Memory], bool]) -> MemoryStream:
        """A stream of only the memories to keep, with their last accesses; costs a pass over all."""
        places = np.array([place for place, memory in enumerate(self) if keep(memory)], np.int64)
        kept = MemoryStream(self.dimensions)
        if not len(places):
            return kept
        kept = kept.with_memories([self[place] for place in places], self.vectors[places])
        last = self._accesses.last.first(self._length)[places]
        return _stream(len(kept), kept._records, kept._accesses.changed(len(kept), np.arange(len(kept)), last))

    def before(self, moment: datetime) -> MemoryStream:
        """Only the memories created before a moment.

        Last accesses are those known now. For the stream exactly as it stood, apply its appends and accesses
        up to the moment to an empty one.
        """
        return self.where(lambda memory: memory.created < moment)

    @property
    def dimensions(self) -> int:
        """The length of an embedding."""
        return int(self._records.vectors.first(0).shape[1])

    @property
    def vectors(self) -> NDArray[np.float32]:
        """The embeddings on the grid, a row a memory, as they are multiplied; not to be written to."""
        return self._records.vectors.first(self._length)

    def relevance(self, query: Vectors) -> Scores:
        """How near each is to a query on the grid (cosine), min-max normalised. The query's own length divides out."""
        return min_max(self._records.cosines(query).first(self._length))

    @cached_property
    def recency(self) -> Scores:
        """How recently each was accessed, min-max normalised; the same at whatever time one asks."""
        return min_max(self._accesses.recency.first(self._length))

    @cached_property
    def importance(self) -> Scores:
        """How important each is, min-max normalised."""
        return min_max(self._records.importance.first(self._length))

    def standing(self, recency: float, importance: float) -> Scores:
        """The weighted sum of recency and importance: what of every score does not depend on the query."""
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
            raise KeyError(f"No memory {memory_id} in this stream of {self._length}; expected the id of one it holds.")
        return place


def _stream(length: int, records: RecordStore, accesses: Accesses) -> MemoryStream:
    """The stream that reads so many of these records."""
    stream = MemoryStream.__new__(MemoryStream)
    stream._length, stream._records, stream._accesses = length, records, accesses
    return stream
