"""Rounded vectors: rows of small whole numbers, as runs stored and compared them before vectors were kept as float32.

A run that was started with rounded vectors continues with them, so that it recalls the same memories.
"""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray

_EXACT_FLOAT32 = 2**24
"""float32 represents every whole number up to this one exactly."""


def rounded(vectors: NDArray[np.float32]) -> NDArray[np.float32]:
    """Scale each row so that its largest coordinate is at most 127, and round it to whole numbers.

    With more than 1,040 dimensions the largest coordinate is smaller, so that dot products are exact in float32.
    """
    rows = vectors.astype(np.float64)
    largest = np.abs(rows).max(axis=-1, keepdims=True, initial=0.0)
    largest[largest == 0] = 1.0
    limit = min(127, math.isqrt(_EXACT_FLOAT32 // rows.shape[-1]))
    return np.asarray(np.rint(rows / largest * limit), np.float32)
