"""The store of memories and vectors that all streams with a common past share.

A stream of length n reads the first n records. When the longest stream grows, the new records are appended in
place. When a shorter stream grows, it shares the records that are already there if they equal the new ones, and
otherwise gets a copy of the store. So the records that a stream reads never change.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from townlet.memory.columns import ComputedColumn
from townlet.memory.recency import Seconds, seconds_of
from townlet.memory.record import Memory, MemoryId
from townlet.memory.relevance import Embeddings
from townlet.memory.vectors import Vectors


class RecordStore:
    """An append-only list of memories, with columns of the values that follow from each one alone."""

    def __init__(self, dimensions: int) -> None:
        self._memories: list[Memory] = []
        self._places: dict[MemoryId, int] = {}
        self._texts: dict[str, int] = {}
        """The position of the oldest memory with each text."""
        self.dimensions = dimensions
        self.embeddings = Embeddings(dimensions)
        self.importance = ComputedColumn(self._importance, np.empty(0))
        self.created = ComputedColumn(self._created, np.empty(0, np.int64))

    def __getitem__(self, index: int) -> Memory:
        return self._memories[index]

    def between(self, start: int, end: int) -> list[Memory]:
        """Return the memories from `start` to before `end`."""
        return self._memories[start:end]

    def place(self, memory_id: MemoryId, length: int) -> int | None:
        """Return the position of a memory among the first `length`; None if it is not one of them."""
        place = self._places.get(memory_id)
        return place if place is not None and place < length else None

    def place_of_text(self, text: str, length: int) -> int | None:
        """Return the position of the oldest memory with exactly this text among the first `length`, or None."""
        place = self._texts.get(text)
        return place if place is not None and place < length else None

    def extended(self, length: int, memories: Sequence[Memory], vectors: Vectors) -> RecordStore:
        """Return a store that holds `memories` from position `length` on: this one if possible, else a copy."""
        end = min(len(self._memories), length + len(memories))
        shared = end - length
        if shared and not self._same(length, memories[:shared], vectors[:shared]):
            return self._copied(length).extended(length, memories, vectors)
        self._append(memories[shared:], vectors[shared:])
        return self

    def _same(self, start: int, memories: Sequence[Memory], vectors: Vectors) -> bool:
        end = start + len(memories)
        present = self.between(start, end)
        return present == list(memories) and np.array_equal(self.embeddings.vectors(start, end), vectors)

    def _copied(self, length: int) -> RecordStore:
        copy = RecordStore(self.dimensions)
        copy._append(self.between(0, length), self.embeddings.vectors(0, length))
        return copy

    def _append(self, memories: Sequence[Memory], vectors: Vectors) -> None:
        places: dict[MemoryId, int] = {}
        for place, memory in enumerate(memories, start=len(self._memories)):
            if memory.id in self._places or memory.id in places:
                raise ValueError(f"Memory {memory.id} is in the stream already; each memory needs a new id.")
            places[memory.id] = place
        self._places.update(places)
        self._memories.extend(memories)
        for memory, place in zip(memories, places.values(), strict=True):
            self._texts.setdefault(memory.text, place)
        self.embeddings.append(vectors, [self._texts[memory.text] for memory in memories])

    def _importance(self, start: int, end: int) -> NDArray[np.float64]:
        return np.array([float(memory.importance) for memory in self.between(start, end)])

    def _created(self, start: int, end: int) -> Seconds:
        return np.array([seconds_of(memory.created) for memory in self.between(start, end)], np.int64)
