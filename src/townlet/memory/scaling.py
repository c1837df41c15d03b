"""Min-max normalisation (Park et al. 2023, section 4.1)."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray


def min_max(values: NDArray[np.float64]) -> NDArray[np.float64]:
    """Stretched to [0, 1]. Values that are all equal tell nothing apart and become 0."""
    if not len(values):
        return values
    low, high = values.min(), values.max()
    if low == high:
        return np.zeros_like(values)
    scaled: NDArray[np.float64] = values - low
    scaled /= high - low
    return scaled
