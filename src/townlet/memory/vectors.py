"""Quantised embeddings: vectors of small integers, whose dot products are exact on every machine."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

Vectors = NDArray[np.int8]
"""Quantised embeddings, n x d, or a single one. Convert to float32 before multiplying: int8 would overflow."""

_EXACT_FLOAT32 = 2**24
"""float32 represents every integer up to this one exactly."""


def grid_of(dimensions: int) -> int:
    """Return the largest coordinate for which a sum of `dimensions` products is exact in float32."""
    return min(127, math.isqrt(_EXACT_FLOAT32 // dimensions))


def quantise(vectors: ArrayLike) -> Vectors:
    """Scale each row (the last axis) so that its largest coordinate is `grid_of(dimensions)`, and round it.

    Dot products of such rows are exact in any order, so no BLAS, number of threads or batch size changes a result.
    Rows differ in length, so cosines have to divide by it. Rows of type int8 are quantised already and stay as they
    are, and so does a row of zeros. Raises ValueError for coordinates that are not finite.
    """
    if isinstance(vectors, np.ndarray) and vectors.dtype == np.int8:
        return vectors
    rows = np.asarray(vectors, dtype=np.float64)
    largest = np.abs(rows).max(axis=-1, keepdims=True, initial=0.0)
    if not np.isfinite(largest).all():
        raise ValueError("An embedding has a coordinate that is not finite; expected finite numbers only.")
    largest[largest == 0] = 1.0
    return np.asarray(np.rint(rows / largest * grid_of(rows.shape[-1])), np.int8)


def inverse_lengths(vectors: NDArray[np.number[Any]]) -> NDArray[np.float64]:
    """Return 1 / |row| for each quantised row; 0 for a row of zeros, so that its cosine with anything is 0."""
    squares = np.square(vectors, dtype=np.float64).sum(axis=-1)
    lengths = np.sqrt(squares)
    return np.asarray(np.divide(1.0, lengths, out=np.zeros_like(lengths), where=lengths > 0))
