"""Embedding vectors on a grid of small integers, so that their products are exact on every machine."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

Vectors = NDArray[np.int8]
"""Rows of whole numbers on the grid, n x d; also one such row. To be multiplied as float32: int8 would overflow."""

_EXACT_FLOAT32 = 2**24
"""Up to here float32 holds every whole number."""


def grid_of(dimensions: int) -> int:
    """The largest coordinate for which sums of so many products stay whole numbers in float32."""
    return min(127, math.isqrt(_EXACT_FLOAT32 // dimensions))


def quantise(vectors: ArrayLike) -> Vectors:
    """Stretch each row (the last axis) until its largest coordinate is the grid's, and round it.

    Sums of products of such rows are exact in any order, so no BLAS, number of threads or batching of rows
    can change a result. Rows differ in length; cosines divide by it. What is on the grid already (as its int8
    tells) stays as it is, and so does a row of zeros. Raises ValueError for coordinates that are not finite.
    """
    if isinstance(vectors, np.ndarray) and vectors.dtype == np.int8:
        return vectors
    rows = np.asarray(vectors, dtype=np.float64)
    largest = np.abs(rows).max(axis=-1, keepdims=True, initial=0.0)
    if not np.isfinite(largest).all():
        raise ValueError("An embedding holds a value that is not a finite number; expected finite coordinates.")
    largest[largest == 0] = 1.0
    return np.asarray(np.rint(rows / largest * grid_of(rows.shape[-1])), np.int8)


def inverse_lengths(vectors: NDArray[np.number[Any]]) -> NDArray[np.float64]:
    """1 / |row| of quantised rows; 0 for a row of zeros, whose cosine with anything is then 0."""
    squares = np.square(vectors, dtype=np.float64).sum(axis=-1)
    lengths = np.sqrt(squares)
    return np.asarray(np.divide(1.0, lengths, out=np.zeros_like(lengths), where=lengths > 0))
