"""Vectors as an embedder gave them, and correctly rounded dot products of them.

A dot product in float32 depends on the order in which a BLAS library adds, and so on the machine and the number of
threads. A correctly rounded one is the float64 number nearest to the true value. It is the same everywhere, and equal
to `math.fsum` over the products.
"""

from __future__ import annotations

import math
from collections.abc import Callable

import numpy as np
from numpy.typing import ArrayLike, NDArray

Vectors = NDArray[np.float32]
"""Embeddings, n x d, or a single one. Rows need not have length 1."""

_Products = NDArray[np.float64]
"""Products of float32 numbers. They are exact, because float64 has more than twice as many bits."""

_FLOAT32_ROUNDING = 2.0**-24
"""The largest relative error of one operation in float32."""
_FLOAT32_SMALLEST = 2.0**-126
"""Some processors take smaller float32 numbers for 0."""
_FLOAT64_BITS = 53
_PRODUCTS_AT_ONCE = 1 << 16
"""How many products to add at once, so that they fit into a processor's cache."""


def vectors_of(numbers: ArrayLike) -> Vectors:
    """Return numbers as float32. Raises ValueError for a number that is not finite, or too large for float32."""
    with np.errstate(over="ignore"):
        vectors = np.asarray(numbers, np.float32, order="C")
    if not np.isfinite(vectors).all():
        raise ValueError("An embedding has a coordinate that is not finite; expected finite numbers only.")
    return vectors


def exact_dots(vectors: Vectors, query: Vectors) -> NDArray[np.float64]:
    """Return the correctly rounded dot product of each row with the query."""
    factors = query.astype(np.float64)
    return _exact_sums(vectors, lambda rows: np.multiply(rows, factors, dtype=np.float64))


def inverse_lengths(vectors: Vectors) -> NDArray[np.float64]:
    """Return 1 / |row| for each row; 0 for a row of zeros, so that its cosine with anything is 0.

    The sum of squares, its square root and the quotient are each correctly rounded.
    """
    lengths = np.sqrt(_exact_sums(vectors, lambda rows: np.square(rows, dtype=np.float64)))
    return np.asarray(np.divide(1.0, lengths, out=np.zeros_like(lengths), where=lengths > 0))


def coarse_dots(vectors: Vectors, query: Vectors) -> NDArray[np.float32]:
    """Return the dot product of each row with the query, to within `coarse_error`, or not finite if it overflows."""
    with np.errstate(over="ignore", invalid="ignore"):
        dots: NDArray[np.float32] = vectors @ query
        return dots


def coarse_error(query: Vectors, largest_inverse: float) -> float:
    """Return the largest error of `coarse_dots` divided by the row's length, in any order of additions.

    `largest_inverse` is the largest of the rows' inverse lengths. The bound is that of Higham, *Accuracy and
    Stability of Numerical Algorithms* (2nd edition, 2002), section 3.1: |error| <= gamma |row| |query|, where gamma
    is d u / (1 - d u) and u = 2**-24. A thousandth is added for the rounding of lengths and quotients in float64, and
    a term for numbers too small for float32.
    """
    dimensions, length = len(query), float(np.linalg.norm(query.astype(np.float64)))
    rounding = dimensions * _FLOAT32_ROUNDING
    underflow = 4 * dimensions * _FLOAT32_SMALLEST * (1 + (1 + length) * largest_inverse)
    return 1.001 * rounding / (1 - rounding) * length + underflow


def _exact_sums(vectors: Vectors, multiplied: Callable[[Vectors], _Products]) -> NDArray[np.float64]:
    """Return the correctly rounded sum of each row of `multiplied(vectors)`."""
    at_once = max(1, _PRODUCTS_AT_ONCE // max(1, vectors.shape[1]))
    blocks = [vectors[start : start + at_once] for start in range(0, len(vectors), at_once)]
    sums = [_rounded_sums(multiplied(block)) for block in blocks]
    return sums[0] if len(sums) == 1 else np.concatenate([np.empty(0), *sums])


def _rounded_sums(rest: _Products) -> NDArray[np.float64]:
    """Return the correctly rounded sum of each row, and overwrite the rows.

    Each round takes the high bits of all numbers and leaves the rest (Rump, Ogita and Oishi, *Accurate Floating-Point
    Summation*, 2008, section 3). High bits are multiples of one power of two and few enough, so their sum is exact in
    any order. Numbers of similar size take two rounds.
    """
    spare_bits = math.ceil(math.log2(rest.shape[1] + 2))
    exponent = math.frexp(max(rest.max(initial=0.0), -rest.min(initial=0.0)))[1] + spare_bits
    high, sums = np.empty_like(rest), []
    while True:
        power = math.ldexp(1.0, exponent)
        np.add(rest, power, out=high)
        high -= power
        sums.append(high.sum(axis=1))
        rest -= high
        if not rest.any():
            break
        exponent -= _FLOAT64_BITS - spare_bits
    if len(sums) <= 2:
        return np.asarray(sum(sums[1:], sums[0]))
    return np.array([math.fsum(parts) for parts in zip(*sums, strict=True)])
