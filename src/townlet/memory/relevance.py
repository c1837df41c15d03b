"""Relevance: how near memories are to a query. It is rough where that is enough, and exact wherever it matters.

The nearness of a row to a query is their dot product divided by the length of the row, which is the cosine times the
length of the query. One float32 product gives the nearness of all rows to within a proven error. Rows that the result
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
    """The vectors of a store's memories, and what is known of their nearness to recent queries."""

    def __init__(self, dimensions: int) -> None:
        self.vectors = GrowingRows(np.empty((0, dimensions), np.float32))
        self.inverse_lengths = ComputedColumn(self._inverse_lengths, np.empty(0))
        self.originals = GrowingRows(np.empty(0, np.intp))
        """For each row the position of an equal row, at or before it. Equal rows are computed only once."""
        self.largest_inverse = 0.0
        """The largest of the inverse lengths that were computed so far."""
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
            candidate if candidate == index or np.array_equal(rows[candidate], rows[index]) else index
            for index, candidate in enumerate(candidates, start=first)
        ]
        self.originals.append(np.array(originals, np.intp))

    def _inverse_lengths(self, start: int, end: int) -> NDArray[np.float64]:
        inverse = inverse_lengths(self.vectors.first(end)[start:])
        self.largest_inverse = max(self.largest_inverse, float(inverse.max(initial=0.0)))
        return inverse


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
            values, known = coarse_dots(vectors, self._query) * inverse, np.zeros(length - start, np.bool_)
            self.error = coarse_error(self._query, self._rows.largest_inverse)
            if start:
                self._values.append(values)
                self._known.append(known)
            else:
                self._values, self._known = GrowingRows(values), GrowingRows(known)
        return self._values.first(length)

    def exact(self, places: Places) -> NDArray[np.float64]:
        """Return the exact values at some positions.

        Raises ArithmeticError if a rough value was wrong by more than `error`: the product was not computed in float32.
        """
        known = self._known.first(len(self._known))
        unknown = places[~known[places]]
        if len(unknown):
            originals = self._rows.originals.first(len(known))[unknown]
            missing = np.array([place for place in sorted({*originals.tolist()}) if not known[place]], np.intp)
            vectors = self._rows.vectors.first(len(known))[missing]
            found = exact_dots(vectors, self._query) * self._rows.inverse_lengths.first(len(known))[missing]
            values = self._values.first(len(known))
            off = np.abs(found - values[missing])
            if (off[np.isfinite(off)] > self.error).any():
                raise ArithmeticError("NumPy multiplies float32 numbers less exactly than float32; use another BLAS.")
            self._values.replace(missing, found)
            self._values.replace(unknown, values[originals])
            self._known.replace(missing, True)
            self._known.replace(unknown, True)
        return self._values.first(len(known))[places]


class Ranked(NamedTuple):
    """The best memories, best first: their positions, scores and relevance."""

    places: Places
    scores: Scores
    relevance: Scores


class Relevance:
    """The relevance of memories to a query: their nearness, min-max normalised over the stream; 0 if it is the same."""

    def __init__(self, nearness: _Nearness, length: int) -> None:
        self._nearness, self._length = nearness, length

    @np.errstate(over="ignore", invalid="ignore")  # an overflow in float32 is no error: all is then computed exactly
    def best(
        self, weight: float, standing: Scores, largest: float, top: int, keep: Callable[[int], bool] | None = None
    ) -> Ranked:
        """Return the memories with the `top` highest scores weight * relevance + standing, the newer first in a tie.

        No standing may be above `largest` or below -`largest`. `keep` restricts the result to positions for which it
        holds, but not the normalisation. All results are exact.
        """
        rough, error = self._nearness.rough(self._length), self._nearness.error
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
        values = self._nearness.exact(np.concatenate([ends, places]))
        low, high = values.min(), values.max()
        relevance = values[len(ends) :] - low
        relevance /= high - low
        return _ranked(places, weight * relevance + standing[places], relevance, top)

    def _best_of_all(self, weight: float, standing: Scores, top: int, keep: Callable[[int], bool] | None) -> Ranked:
        """Return the same after computing all nearness exactly, because float32 cannot tell it apart or overflows."""
        relevance = min_max(self._nearness.exact(np.arange(self._length)))
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
