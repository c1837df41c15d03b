"""Intervals of shares over the units that they are counted in: the people of one run, or runs."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from townlet.analysis.extras import import_extra

RESAMPLES = 2_000
CONFIDENCE = 0.95
FEWEST_RUNS = 3
"""Of two, Student's t says no more than that the mean may be anywhere."""

FEWEST_PEOPLE = 5
"""Drawn from fewer, an interval is far too narrow; as with raters, our choice."""

EstimateBounds = tuple[float, float]
"""The least and the most that a figure can be: no interval leaves them."""
SHARE_BOUNDS: EstimateBounds = (0.0, 1.0)
DIFFERENCE_BOUNDS: EstimateBounds = (-1.0, 1.0)
UNBOUNDED: EstimateBounds = (-math.inf, math.inf)


@dataclass(frozen=True)
class IntervalEstimate:
    """A share or a difference of two, with the interval that holds it in 95 % of repetitions."""

    value: float
    low: float | None = None
    """None, as is `high`, where there are too few units."""
    high: float | None = None

    @property
    def apart(self) -> bool:
        """Whether it can be told from nothing: its interval is there and leaves out zero."""
        return self.low is not None and self.high is not None and not self.low <= 0 <= self.high


UnitCounts = NDArray[np.int64]
"""By unit."""


class ShareEstimator(Protocol):
    """Estimates from counts by unit: `right` and `of`, each of shape (units,), `of` not zero in all."""

    def share(self, right: UnitCounts, of: UnitCounts, ends: EstimateBounds = SHARE_BOUNDS) -> IntervalEstimate:
        """Of a share of what was asked; or, with ends of its own, of a difference where `right` is one of counts."""
        ...


class PeopleBootstrap:
    """The people of one run: a percentile bootstrap that draws whole people (Efron and Tibshirani 1993)."""

    unit = "people"

    def __init__(self, seed: int = 1) -> None:
        self._seed = seed

    def share(self, right: UnitCounts, of: UnitCounts, ends: EstimateBounds = SHARE_BOUNDS) -> IntervalEstimate:
        """Over the people of whom anything was asked. Where all are alike, nothing tells how far a share is off."""
        value, right, of = float(right.sum() / of.sum()), right[of > 0], of[of > 0]
        units = len(of)
        if units < FEWEST_PEOPLE:
            return IntervalEstimate(value)
        drawn = np.random.default_rng(self._seed).integers(0, units, (RESAMPLES, units))
        shares = right[drawn].sum(axis=1) / of[drawn].sum(axis=1)
        low, high = map(float, np.percentile(shares, (50 * (1 - CONFIDENCE), 50 * (1 + CONFIDENCE))))
        return IntervalEstimate(value) if low == high and ends == SHARE_BOUNDS else IntervalEstimate(value, low, high)


class RunsStudentT:
    """Several runs: the mean of what each run gives, with Student's t; of so few a bootstrap would promise too much."""

    unit = "runs"

    def share(self, right: UnitCounts, of: UnitCounts, ends: EstimateBounds = SHARE_BOUNDS) -> IntervalEstimate:
        return estimate_mean(right[of > 0] / of[of > 0], ends)


def estimate_mean(values: NDArray[np.float64], ends: EstimateBounds) -> IntervalEstimate:
    """The mean of what each of several runs gives, with Student's t, ended where the figure does.

    Raises StudyFault where scipy is not installed.
    """
    value, units = float(values.mean()), len(values)
    if units < FEWEST_RUNS:
        return IntervalEstimate(value)
    reach = _quantile(units - 1) * float(values.std(ddof=1)) / math.sqrt(units)
    return IntervalEstimate(value, max(value - reach, ends[0]), min(value + reach, ends[1]))


def _quantile(degrees: int) -> float:
    """Student's t for the interval on both sides. Raises MissingExtra."""
    stats = import_extra("scipy.stats", "An interval over several runs")
    return float(stats.t.ppf((1 + CONFIDENCE) / 2, degrees))
