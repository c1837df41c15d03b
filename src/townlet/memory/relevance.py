"""Relevance: how near memories are to a query. It is rough where that is enough, and exact wherever it matters.

The nearness of a row to a query is their dot product divided by the length of the row, which is the cosine times the
length of the query. One float32 product gives the nearness of all rows to within a proven error. Those that the result
may depend on are computed again, correctly rounded. So results are those of the exact nearness of all rows, whatever
library, processor or number of threads computed the product. Rough values do not leave this module.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import NamedTuple

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


def min_max(values: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return the values scaled to [0, 1]; all 0 if they are all equal."""
    if not len(values):
        return values
    low, high = values.min(), values.max()
    if low == high:
        return np.zeros_like(values)
    scaled: NDArray[np.float64] = values - low
    scaled /= high - low
    return scaled


class Embeddings:
    """The vectors of a store's memories, and what is known of their nearness to recent queries.

    A vector is kept once, however many memories have it, because most of what people do they do again.
    """

    def __init__(self, dimensions: int) -> None:
        self.distinct = GrowingRows(np.empty((0, dimensions), np.float32))
        self.inverse_lengths = ComputedColumn(self._inverse_lengths, np.empty(0))
        self.rows = GrowingRows(np.empty(0, np.intp))
        """For each memory the row of its vector in `distinct`."""
        self.largest_inverse = 0.0
        """The largest of the inverse lengths that were computed so far."""
        self._nearness: dict[bytes, _Nearness] = {}
        """The nearness by query, the least recently used first."""

    def vectors(self, start: int, end: int) -> Vectors:
        """Return a copy of the vectors of the memories from `start` to before `end`, which cannot be written to."""
        vectors = self.distinct.first(len(self.distinct))[self.rows.first(end)[start:]]
        vectors.flags.writeable = False
        return vectors

    def relevance(self, query: Vectors, length: int) -> Relevance:
        """Return the relevance of the first `length` memories, at least 1, to a query."""
        key = query.tobytes()
        nearness = self._nearness.pop(key, None) or _Nearness(self, query)
        if len(self._nearness) >= _QUERIES_KEPT:
            del self._nearness[next(iter(self._nearness))]
        self._nearness[key] = nearness
        return Relevance(nearness, self.rows.first(length))

    def append(self, vectors: Vectors, candidates: Sequence[int]) -> None:
        """Append memories. `candidates` are places, at or before each new one, where an equal vector is likely."""
        for vector, candidate in zip(vectors, candidates, strict=True):
            row = new = len(self.distinct)
            if candidate < len(self.rows):
                likely = int(self.rows.first(candidate + 1)[candidate])
                row = likely if np.array_equal(self.distinct.first(new)[likely], vector) else new
            if row == new:
                self.distinct.append(vector[np.newaxis])
            self.rows.append(np.array([row]))

    def _inverse_lengths(self, start: int, end: int) -> NDArray[np.float64]:
        inverse = inverse_lengths(self.distinct.first(end)[start:])
        self.largest_inverse = max(self.largest_inverse, float(inverse.max(initial=0.0)))
        return inverse


class _Nearness:
    """The nearness of distinct vectors to one query: each value is exact, or known to within `error`."""

    def __init__(self, embeddings: Embeddings, query: Vectors) -> None:
        self._embeddings, self._query = embeddings, query
        self._values, self._known = GrowingRows(np.empty(0)), GrowingRows(np.empty(0, np.bool_))
        self.error = 0.0

    def rough(self) -> NDArray[np.float64]:
        """Return the values of all vectors, as a read-only view."""
        start, end = len(self._values), len(self._embeddings.distinct)
        if start < end:
            vectors = self._embeddings.distinct.first(end)[start:]
            inverse = self._embeddings.inverse_lengths.first(end)[start:]
            values, known = coarse_dots(vectors, self._query) * inverse, np.zeros(end - start, np.bool_)
            self.error = coarse_error(self._query, self._embeddings.largest_inverse)
            if start:
                self._values.append(values)
                self._known.append(known)
            else:
                self._values, self._known = GrowingRows(values), GrowingRows(known)
        return self._values.first(end)

    def exact(self, rows: NDArray[np.intp]) -> NDArray[np.float64]:
        """Return the exact values of some vectors.

        Raises ArithmeticError if a rough value was wrong by more than `error`: the product was not computed in float32.
        """
        end = len(self._known)
        unknown = np.unique(rows[~self._known.first(end)[rows]])
        if len(unknown):
            vectors = self._embeddings.distinct.first(end)[unknown]
            found = exact_dots(vectors, self._query) * self._embeddings.inverse_lengths.first(end)[unknown]
            off = np.abs(found - self._values.first(end)[unknown])
            if (off[np.isfinite(off)] > self.error).any():
                raise ArithmeticError("NumPy multiplies float32 numbers less exactly than float32; use another BLAS.")
            self._values.replace(unknown, found)
            self._known.replace(unknown, True)
        return self._values.first(end)[rows]


class Ranked(NamedTuple):
    """The best memories, best first: their positions, scores and relevance."""

    places: Places
    scores: Scores
    relevance: Scores


class Relevance:
    """The relevance of memories to a query: their nearness, min-max normalised over the stream; 0 if it is the same."""

    def __init__(self, nearness: _Nearness, rows: NDArray[np.intp]) -> None:
        """`rows` gives for each memory the row of its vector."""
        self._nearness, self._rows = nearness, rows

    @np.errstate(over="ignore", invalid="ignore")  # an overflow in float32 is no error: all is then computed exactly
    def best(
        self, weight: float, standing: Scores, largest: float, top: int, keep: Callable[[int], bool] | None = None
    ) -> Ranked:
        """Return the memories with the `top` highest scores weight * relevance + standing, the newer first in a tie.

        No standing may be above `largest` or below -`largest`. `keep` restricts the result to positions for which it
        holds, but not the normalisation. All results are exact.
        """
        rough, error = self._nearness.rough()[self._rows], self._nearness.error
        low, high = rough.min(), rough.max()
        if not error < high - low < math.inf:
            return self._best_of_all(weight, standing, top, keep)
        ends = np.flatnonzero((rough <= low + 2 * error) | (rough >= high - 2 * error))
        # Estimates leave out the least nearness, which all scores have in common. With least, greatest and value each
        # off by up to `error`, a relevance is off by up to four times as much, as a part of the range.
        scale = weight / (high - low)
        estimates = rough * scale
        estimates += standing
        off = abs(scale) * (4 * error + _FLOAT64_SLACK * max(-low, high)) + _FLOAT64_SLACK * largest
        places = _highest(estimates, top, 2 * off, keep)
        values = self._nearness.exact(self._rows[np.concatenate([ends, places])])
        low, high = values.min(), values.max()
        relevance = values[len(ends) :] - low
        relevance /= high - low
        return _ranked(places, weight * relevance + standing[places], relevance, top)

    def _best_of_all(self, weight: float, standing: Scores, top: int, keep: Callable[[int], bool] | None) -> Ranked:
        """Return the same after computing all nearness exactly, because float32 cannot tell it apart or overflows."""
        relevance = min_max(self._nearness.exact(self._rows))
        scores = weight * relevance + standing
        places = _highest(scores, top, 0.0, keep)
        return _ranked(places, scores[places], relevance[places], top)


def _highest(estimates: Scores, top: int, reach: float, keep: Callable[[int], bool] | None) -> Places:
    """Return, newest first, all positions with an estimate at most `reach` below the one in place `top`."""
    if keep is None:
        line = np.partition(estimates, -top)[-top] if top < len(estimates) else -math.inf
        return np.flatnonzero(estimates >= line - reach)[::-1]
    found: list[int] = []
    line = -math.inf
    for place in np.argsort(-estimates, kind="stable").tolist():
        if estimates[place] < line - reach:
            break
        if keep(place):
            found.append(place)
            if len(found) == top:
                line = estimates[place]
    return np.array(sorted(found, reverse=True), np.intp)


def _ranked(places: Places, scores: Scores, relevance: Scores, top: int) -> Ranked:
    """Return the `top` highest scores of places that come newest first."""
    best = np.argsort(-scores, kind="stable")[:top]
    return Ranked(places[best], scores[best], relevance[best])
