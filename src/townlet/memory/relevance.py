"""Relevance: how near memories are to a query. It is rough where that is enough, and exact wherever it matters.

The nearness of a row to a query is their dot product divided by the length of the row, which is the cosine times the
length of the query. One float32 product gives the nearness of all rows to within a proven error. Rows that the result
may depend on are computed again, correctly rounded. So results are those of the exact nearness of all rows, whatever
library, processor or number of threads computed the product. Rough values do not leave this module.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence

import numpy as np
from numpy.typing import NDArray

from townlet.memory.columns import ComputedColumn, GrowingRows
from townlet.memory.vectors import Vectors, coarse_dots, coarse_error, exact_dots, inverse_lengths

Scores = NDArray[np.float64]
"""One score per memory, in order of creation."""

Places = NDArray[np.intp]
"""Positions of memories in order of creation."""

_QUERIES_KEPT = 24
"""The number of queries whose nearness is cached, because people often recall what they know of one another."""
_FLOAT64_SLACK = 2.0**-48
"""More than the relative error of the few float64 operations from nearness to score."""


class Embeddings:
    """The vectors of a store's memories, and what is known of their nearness to recent queries."""

    def __init__(self, dimensions: int) -> None:
        self.vectors = GrowingRows(np.empty((0, dimensions), np.float32))
        self.inverse_lengths = ComputedColumn(self._inverse_lengths, np.empty(0))
        self.originals = GrowingRows(np.empty(0, np.intp))
        """For each row the position of an equal row, at or before it. Equal rows are computed only once."""
        self._nearness: dict[bytes, _Nearness] = {}
        """The nearness by query, the least recently used first."""

    def relevance(self, query: Vectors, length: int) -> Relevance:
        """Return the relevance of the first `length` rows, at least 1, to a query."""
        key = query.tobytes()
        nearness = self._nearness.pop(key, None) or _Nearness(self, query)
        if len(self._nearness) >= _QUERIES_KEPT:
            del self._nearness[next(iter(self._nearness))]
        self._nearness[key] = nearness
        return Relevance(nearness, length)

    def append(self, vectors: Vectors, candidates: Sequence[int]) -> None:
        """Append rows. `candidates` are positions, at or before each new row, where an equal row is likely."""
        self.vectors.append(vectors)
        rows, first = self.vectors.first(len(self.vectors)), len(self.originals)
        originals = [
            candidate if candidate == place or np.array_equal(rows[candidate], rows[place]) else place
            for place, candidate in enumerate(candidates, start=first)
        ]
        self.originals.append(np.array(originals, np.intp))

    def _inverse_lengths(self, start: int, end: int) -> NDArray[np.float64]:
        return inverse_lengths(self.vectors.first(end)[start:])


class _Nearness:
    """The nearness of the rows of a store to one query: each value is exact, or known to within `error`."""

    def __init__(self, rows: Embeddings, query: Vectors) -> None:
        self._rows, self._query = rows, query
        self._values, self._known = GrowingRows(np.empty(0)), GrowingRows(np.empty(0, np.bool_))
        self.error = 0.0

    def rough(self, length: int) -> NDArray[np.float64]:
        """Return the values of the first `length` rows, as a read-only view."""
        start = len(self._values)
        if start < length:
            vectors = self._rows.vectors.first(length)[start:]
            inverse = self._rows.inverse_lengths.first(length)[start:]
            values = coarse_dots(vectors, self._query) * inverse
            overflow = not math.isfinite(values.sum())
            if overflow:
                values = exact_dots(vectors, self._query) * inverse
            self.error = max(self.error, coarse_error(self._query, float(inverse.max())))
            self._values.append(values)
            self._known.append(np.full(length - start, overflow))
        return self._values.first(length)

    def exact(self, places: Places) -> NDArray[np.float64]:
        """Return the exact values at some positions. Raises ArithmeticError if a rough value was further off than
        its bound, because then the product was not computed in float32."""
        end = len(self._values)
        unknown = places[~self._known.first(end)[places]]
        if len(unknown):
            originals = self._rows.originals.first(end)[unknown]
            missing = np.unique(originals)
            missing = missing[~self._known.first(end)[missing]]
            inverse = self._rows.inverse_lengths.first(end)[missing]
            found = exact_dots(self._rows.vectors.first(end)[missing], self._query) * inverse
            if (np.abs(found - self._values.first(end)[missing]) > self.error).any():
                raise ArithmeticError(
                    "NumPy multiplies float32 numbers with less than their precision; use another BLAS."
                )
            self._values.replace(missing, found)
            self._values.replace(unknown, self._values.first(end)[originals])
            self._known.replace(missing, True)
            self._known.replace(unknown, True)
        return self._values.first(end)[places]


class Relevance:
    """The relevance of a stream's memories to a query: their nearness, min-max normalised; 0 if all are equally near.

    Results are exact: each is what correctly rounded dot products and float64 arithmetic give.
    """

    def __init__(self, nearness: _Nearness, length: int) -> None:
        self._nearness = nearness
        self._rough = rough = nearness.rough(length)
        twice = 2 * nearness.error
        ends = nearness.exact(np.flatnonzero((rough <= rough.min() + twice) | (rough >= rough.max() - twice)))
        self._low, self._range = ends.min(), ends.max() - ends.min()

    def at(self, places: Places) -> Scores:
        """Return the relevance of the memories at some positions."""
        if not self._range:
            return np.zeros(len(places))
        return self._normalised(self._nearness.exact(places))

    def contenders(
        self, weight: float, standing: Scores, top: int, keep: Callable[[int], bool] | None = None
    ) -> Places:
        """Return the positions of all memories that may have one of the `top` highest scores, in order of creation.

        The score is weight * relevance + standing. `keep` restricts the result to positions for which it holds.
        """
        if not self._range:
            scores, reach = standing, 0.0
        else:
            scores = self._normalised(self._rough)
            scores *= weight
            scores += standing
            # If the error is more than half of the range, all rows were at its ends, so all are known exactly.
            error = self._nearness.error / self._range if 2 * self._nearness.error < self._range else 0.0
            largest = abs(weight) * (1 + error) + max(standing.max(), -standing.min())
            reach = 2 * (abs(weight) * error + _FLOAT64_SLACK * largest)
        if keep is None:
            line = np.partition(scores, -top)[-top] if top < len(scores) else -math.inf
            return np.flatnonzero(scores >= line - reach)
        found: list[int] = []
        line = -math.inf
        for place in np.argsort(-scores, kind="stable").tolist():
            if scores[place] < line - reach:
                break
            if keep(place):
                found.append(place)
                if len(found) == top:
                    line = scores[place]
        return np.array(sorted(found), np.intp)

    def _normalised(self, nearness: NDArray[np.float64]) -> Scores:
        scaled: Scores = nearness - self._low
        scaled /= self._range
        return scaled
