"""Vectors as an embedder gave them, and correctly rounded dot products of them.

A dot product in float32 depends on the order in which a BLAS library adds, and so on the machine and the number of
threads. A correctly rounded one is the float64 number nearest to the true value. It is the same everywhere, and equal
to `math.fsum` over the products.
"""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import ArrayLike, NDArray

Vectors = NDArray[np.float32]
"""Embeddings, n x d, or a single one. Rows need not have length 1."""

_FLOAT32_ROUNDING, _FLOAT64_ROUNDING = 2.0**-24, 2.0**-53
"""The largest relative error of one operation."""
_FLOAT32_SMALLEST = 2.0**-126
"""Some processors take smaller float32 numbers for 0."""
_PRODUCTS_AT_ONCE = 1 << 14
"""How many products to add at once, so that they fit into a processor's cache."""


def vectors_of(numbers: ArrayLike) -> Vectors:
    """Return numbers as float32. Raises ValueError for a number that is not finite, or too large for float32."""
    if not (isinstance(numbers, np.ndarray) and numbers.dtype == np.float32):
        with np.errstate(over="ignore"):
            numbers = np.asarray(numbers, np.float32)
    vectors = np.ascontiguousarray(numbers)
    if not math.isfinite(vectors.sum(dtype=np.float64)):
        raise ValueError("An embedding has a coordinate that is not finite; expected finite numbers only.")
    return vectors


def exact_dots(vectors: Vectors, query: Vectors) -> NDArray[np.float64]:
    """Return the correctly rounded dot product of each row with the query."""
    return _exact_sums(vectors, query)


def inverse_lengths(vectors: Vectors) -> NDArray[np.float64]:
    """Return 1 / |row| for each row; 0 for a row of zeros, so that its cosine with anything is 0.

    The sum of squares, its square root and the quotient are each correctly rounded.
    """
    lengths = np.sqrt(_exact_sums(vectors, vectors))
    return np.asarray(np.divide(1.0, lengths, out=np.zeros_like(lengths), where=lengths > 0))


def coarse_dots(vectors: Vectors, query: Vectors) -> NDArray[np.float32]:
    """Return the dot product of each row with the query, to within `coarse_error`, or not finite if it overflows."""
    dots: NDArray[np.float32] = vectors @ query
    return dots


def coarse_error(query: Vectors, largest_inverse: float) -> float:
    """Return the largest error of `coarse_dots` divided by the row's length, in any order of additions.

    `largest_inverse` is the largest of the rows' inverse lengths. The bound is that of Higham, *Accuracy and
    Stability of Numerical Algorithms* (2nd edition, 2002), section 3.1: |error| <= gamma |row| |query|, where gamma
    is d u / (1 - d u) and u = 2**-24. A thousandth is added for the rounding of lengths and quotients in float64, and
    a term for numbers too small for float32.
    """
    dimensions, length = len(query), math.sqrt(np.square(query, dtype=np.float64).sum())
    rounding = dimensions * _FLOAT32_ROUNDING
    underflow = 4 * dimensions * _FLOAT32_SMALLEST * (1 + (1 + length) * largest_inverse)
    return 1.001 * rounding / (1 - rounding) * length + underflow


def _exact_sums(vectors: Vectors, factors: Vectors) -> NDArray[np.float64]:
    """Return the correctly rounded sum of each row of `vectors * factors`; factors are one row, or a row for each."""
    at_once = max(1, _PRODUCTS_AT_ONCE // max(1, vectors.shape[1]))
    sums = np.empty(len(vectors))
    for start in range(0, len(vectors), at_once):
        block = slice(start, start + at_once)
        sums[block] = _block_sums(vectors[block], factors if factors.ndim == 1 else factors[block])
    return sums


def _block_sums(vectors: Vectors, factors: Vectors) -> NDArray[np.float64]:
    """Return the correctly rounded sum of each row of `vectors * factors`.

    Each product is divided into high bits and a rest (Rump, Ogita and Oishi, *Accurate Floating-Point Summation*,
    2008, section 3). The high bits are multiples of one power of two, and so few that their sum is exact in any order.
    The sum of the rests is known to within an error. If that error cannot change the result, the result is correctly
    rounded. Otherwise, which is rare, `math.fsum` adds the rests.
    """
    rest = vectors.astype(np.float64)
    rest *= factors  # exact, because float64 has more than twice as many bits as float32
    spare_bits = math.ceil(math.log2(rest.shape[1] + 2))
    power = math.ldexp(1.0, math.frexp(_largest(vectors) * _largest(factors))[1] + spare_bits)
    high = rest + power
    high -= power
    rest -= high
    sums, rests = high.sum(axis=1), rest.sum(axis=1)
    error = 2 * (rest.shape[1] * _FLOAT64_ROUNDING) ** 2 * power
    rounded = sums + (rests - error)
    for row in np.flatnonzero(rounded != sums + (rests + error)).tolist():
        rounded[row] = math.fsum([sums[row], *rest[row].tolist()])
    return np.asarray(rounded)


def _largest(numbers: Vectors) -> float:
    return max(float(numbers.max(initial=0.0)), -float(numbers.min(initial=0.0)))
