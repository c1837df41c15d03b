"""Recency (Park et al. 2023, section 4.1), stored so that the passing of time costs nothing.

The recency of a memory last accessed at `a` is decay ** (now - a) = decay ** (now - anchor) * decay **
(anchor - a). The first factor is the same for all memories, and min-max normalisation divides it out. So only
the second factor is stored. It changes when the memory is accessed, and never because time passes.
"""

from __future__ import annotations

from datetime import datetime, timedelta
from decimal import Decimal, localcontext
from functools import cache
from itertools import accumulate, repeat

import numpy as np
from numpy.typing import NDArray

DECAY_PER_HOUR = "0.995"
"""The decay per game hour since the last access: Park et al. 2023, section 4.1 (one copy of the paper prints 0.99)."""

Seconds = NDArray[np.int64]
Factors = NDArray[np.float64]

_HOUR = 3600
_BLOCK = 1024
_BLOCKS = 100
_REACH = _HOUR * _BLOCK * _BLOCKS
"""Seconds between anchors: 11.7 years. Factors are finite this long after an anchor, and 0 this long before it."""

_EPOCH = datetime(1970, 1, 1)


def seconds_of(moment: datetime) -> int:
    """Return whole seconds since 1970. Game time has neither a time zone nor fractions of a second."""
    return (moment - _EPOCH) // timedelta(seconds=1)


def moment_of(seconds: int) -> datetime:
    """Return the moment of a number of seconds: the inverse of `seconds_of`."""
    return _EPOCH + timedelta(seconds=seconds)


def anchor_of(newest: int) -> int:
    """Return the anchor of a stream. It depends on the latest access alone, so equal streams have equal factors."""
    return newest // _REACH * _REACH


def factors(last_access: Seconds, anchor: int) -> Factors:
    """Return decay ** (hours from last access to the anchor): 1 at the anchor, larger after it, smaller before."""
    offset = last_access - anchor
    powers = _powers(np.abs(offset))
    return np.asarray(np.divide(1.0, powers, out=powers, where=offset > 0))


def _powers(seconds: Seconds) -> Factors:
    """Return decay ** hours for spans of at least 0 seconds, from tables; 0 beyond `_REACH`."""
    by_second, by_hour, by_block = _tables()
    hours, second = np.divmod(np.minimum(seconds, _REACH - 1), _HOUR)
    block, hour = np.divmod(hours, _BLOCK)
    return np.where(seconds < _REACH, by_second[second] * by_hour[hour] * by_block[block], 0.0)


@cache
def _tables() -> tuple[Factors, Factors, Factors]:
    """Return the powers of the decay per second, per hour and per block of hours, by repeated multiplication.

    Decimals give the same powers on every machine; the C library's `pow` differs in the last bit.
    """
    with localcontext(prec=40):
        decay = Decimal(DECAY_PER_HOUR)
        return _run(decay ** (Decimal(1) / _HOUR), _HOUR), _run(decay, _BLOCK), _run(decay**_BLOCK, _BLOCKS)


def _run(factor: Decimal, length: int) -> Factors:
    powers = accumulate(repeat(factor, length - 1), lambda power, by: power * by, initial=Decimal(1))
    return np.array([float(power) for power in powers])
