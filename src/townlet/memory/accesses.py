"""The last access of each memory of a stream, and the recency that follows from it."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from townlet.memory.columns import ComputedColumn
from townlet.memory.recency import Factors, Seconds, anchor_of, factors
from townlet.memory.store import RecordStore


class Accesses:
    """The last access and the recency of each memory, in columns parallel to the records.

    The first access of a memory is its creation. Streams share the columns, as they share the records, until a recall
    copies them.
    """

    def __init__(self, records: RecordStore, anchor: int, last: Seconds, recency: Factors) -> None:
        """`last` and `recency` hold the first rows. Recency factors are relative to the moment `anchor`, in seconds."""
        self._records, self._anchor = records, anchor
        self.last = ComputedColumn(self._created, last)
        self.recency = ComputedColumn(self._created_factors, recency)

    @classmethod
    def none(cls, records: RecordStore) -> Accesses:
        """Return the columns of an empty stream."""
        return cls(records, 0, np.empty(0, np.int64), np.empty(0))

    def extended(self, length: int, records: RecordStore, newest: int) -> Accesses:
        """Return columns that go on after the first `length` rows with memories created up to the moment `newest`."""
        base = self._within_reach(length, newest)
        if records is base._records:
            return base
        return Accesses(records, base._anchor, base.last.first(length).copy(), base.recency.first(length).copy())

    def changed(self, length: int, places: NDArray[np.int64], moments: Seconds) -> Accesses:
        """Return the first `length` rows after the memories at `places` were accessed at these moments."""
        base = self._within_reach(length, int(moments.max()))
        last, recency = base.last.first(length).copy(), base.recency.first(length).copy()
        last[places] = np.maximum(last[places], moments)
        recency[places] = factors(last[places], base._anchor)
        return Accesses(base._records, base._anchor, last, recency)

    def _within_reach(self, length: int, newest: int) -> Accesses:
        """Return the same columns, with a later anchor if the factors would overflow otherwise."""
        anchor = anchor_of(newest)
        if length and anchor <= self._anchor:
            return self
        last = self.last.first(length)
        return Accesses(self._records, anchor, last.copy(), factors(last, anchor))

    def _created(self, start: int, end: int) -> Seconds:
        return self._records.created.first(end)[start:]

    def _created_factors(self, start: int, end: int) -> Factors:
        return factors(self._created(start, end), self._anchor)
