"""All columns of a memory stream, and the rules for extending and changing them together."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from townlet.memory.columns import Records, Rows
from townlet.memory.recency import Seconds, anchor_of, factors, seconds_of
from townlet.memory.record import Memory
from townlet.memory.vectors import Vectors, inverse_lengths


@dataclass(frozen=True)
class Storage:
    """What is known of each memory, by column. A stream of a length reads so many rows of every column."""

    records: Records
    vectors: Rows[np.float32]
    inverse_lengths: Rows[np.float64]
    importance: Rows[np.float64]
    last_access: Rows[np.int64]
    recency: Rows[np.float64]
    """Factors of recency, relative to the anchor."""
    anchor: int
    """The moment, in seconds, that factors of recency are relative to."""

    @classmethod
    def empty(cls, dimensions: int) -> Storage:
        """No memories yet, of embeddings with so many dimensions."""
        numbers = np.empty(0)
        return cls(
            records=Records(),
            vectors=Rows(np.empty((0, dimensions), np.float32)),
            inverse_lengths=Rows(numbers),
            importance=Rows(numbers),
            last_access=Rows(np.empty(0, np.int64)),
            recency=Rows(numbers),
            anchor=0,
        )

    def extended(self, length: int, memories: Sequence[Memory], vectors: Vectors) -> Storage:
        """The first `length` rows and after them `memories`, last accessed when they were created."""
        created = np.array([seconds_of(memory.created) for memory in memories], np.int64)
        base = self._within_reach(length, created)
        return Storage(
            records=base.records.extended(length, memories),
            vectors=base.vectors.extended(length, vectors),
            inverse_lengths=base.inverse_lengths.extended(length, inverse_lengths(vectors)),
            importance=base.importance.extended(length, np.array([float(m.importance) for m in memories])),
            last_access=base.last_access.extended(length, created),
            recency=base.recency.extended(length, factors(created, base.anchor)),
            anchor=base.anchor,
        )

    def accessed(self, length: int, places: NDArray[np.int64], at: Seconds) -> Storage:
        """The first `length` rows, those at `places` last accessed `at` or later."""
        base = self._within_reach(length, at)
        latest = np.maximum(base.last_access.first(length)[places], at)
        return replace(
            base,
            last_access=base.last_access.changed(length, places, latest),
            recency=base.recency.changed(length, places, factors(latest, base.anchor)),
        )

    def _within_reach(self, length: int, moments: Seconds) -> Storage:
        """The same, with the anchor moved on if these moments are so far from it that factors would overflow."""
        anchor = anchor_of(int(moments.max()))
        if not length:
            return replace(self, anchor=anchor)
        if anchor <= self.anchor:
            return self
        return replace(self, anchor=anchor, recency=Rows(factors(self.last_access.first(length), anchor)))
