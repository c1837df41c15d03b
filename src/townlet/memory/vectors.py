"""Embedding vectors on a grid of small integers, so that their products are exact on every machine."""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import ArrayLike, NDArray

Vectors = NDArray[np.float32]
"""Rows of whole numbers, n x d; also one such row."""

_EXACT_FLOAT32 = 2**24
"""Up to here float32 holds every whole number."""


def grid_of(dimensions: int) -> int:
    """The largest coordinate for which sums of so many products stay whole numbers in float32."""
    return min(127, math.isqrt(_EXACT_FLOAT32 // dimensions))


def quantise(vectors: ArrayLike) -> Vectors:
    """Stretch each row (the last axis) until its largest coordinate is the grid's, and round it.

    Sums of products of such rows are exact in any order, so no BLAS, number of threads or batching of rows
    can change a result. Rows differ in length; cosines divide by it. What is on the grid already stays as it
    is, and so does a row of zeros. Raises ValueError for coordinates that are not finite.
    """
    if isinstance(vectors, np.ndarray) and _on_grid(vectors):
        return vectors
    rows = np.asarray(vectors, dtype=np.float64)
    largest = np.abs(rows).max(axis=-1, keepdims=True, initial=0.0)
    if not np.isfinite(largest).all():
        raise ValueError("An embedding holds a value that is not a finite number; expected finite coordinates.")
    largest[largest == 0] = 1.0
    return np.asarray(np.rint(rows / largest * grid_of(rows.shape[-1])), np.float32)


def _on_grid(rows: NDArray[np.generic]) -> bool:
    """Whether rows were stretched and rounded before, so that there is nothing left to do."""
    if rows.dtype != np.float32 or not rows.size or not (np.rint(rows) == rows).all():
        return False
    largest = np.abs(rows).max(axis=-1)
    return bool(((largest == grid_of(rows.shape[-1])) | (largest == 0)).all())


def inverse_lengths(vectors: Vectors) -> NDArray[np.float64]:
    """1 / |row| of quantised rows; 0 for a row of zeros, whose cosine with anything is then 0."""
    squares = np.square(vectors, dtype=np.float64).sum(axis=-1)
    lengths = np.sqrt(squares)
    return np.asarray(np.divide(1.0, lengths, out=np.zeros_like(lengths), where=lengths > 0))
