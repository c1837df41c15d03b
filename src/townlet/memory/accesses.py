"""When each memory of a stream was last recalled, and the factor of recency that this makes."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from townlet.memory.columns import ComputedColumn
from townlet.memory.recency import Factors, Seconds, anchor_of, factors
from townlet.memory.store import RecordStore


class Accesses:
    """Two columns beside the records: a memory counts as last accessed when it was created, until it is recalled.

    Streams share them as they share the records; a recall makes new ones.
    """

    def __init__(self, records: RecordStore, anchor: int, last: Seconds, recency: Factors) -> None:
        """`last` and `recency` are the first rows. Factors are relative to the moment `anchor`, in seconds."""
        self._records, self._anchor = records, anchor
        self.last = ComputedColumn(self._created, last)
        self.recency = ComputedColumn(self._created_factors, recency)

    @classmethod
    def none(cls, records: RecordStore) -> Accesses:
        """Those of a stream without memories."""
        return cls(records, 0, np.empty(0, np.int64), np.empty(0))

    def extended(self, length: int, records: RecordStore, newest: int) -> Accesses:
        """The first `length` rows and after them those of memories created by the moment `newest`."""
        base = self._within_reach(length, newest)
        if records is base._records:
            return base
        return Accesses(records, base._anchor, base.last.first(length).copy(), base.recency.first(length).copy())

    def changed(self, length: int, places: NDArray[np.int64], moments: Seconds) -> Accesses:
        """The first `length` rows, those at `places` last accessed at these moments or later."""
        base = self._within_reach(length, int(moments.max()))
        last, recency = base.last.first(length).copy(), base.recency.first(length).copy()
        last[places] = np.maximum(last[places], moments)
        recency[places] = factors(last[places], base._anchor)
        return Accesses(base._records, base._anchor, last, recency)

    def _within_reach(self, length: int, newest: int) -> Accesses:
        """The same, with the anchor moved on if a moment is so far from it that factors would overflow."""
        anchor = anchor_of(newest)
        if length and anchor <= self._anchor:
            return self
        last = self.last.first(length)
        return Accesses(self._records, anchor, last.copy(), factors(last, anchor))

    def _created(self, start: int, end: int) -> Seconds:
        return self._records.created.first(end)[start:]

    def _created_factors(self, start: int, end: int) -> Factors:
        return factors(self._created(start, end), self._anchor)
