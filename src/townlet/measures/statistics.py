"""Confidence intervals: a bootstrap over people, Wilson's over clusters of lines, Student's t over several runs."""

from __future__ import annotations

import math
from dataclasses import dataclass
from statistics import NormalDist
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from townlet.measures.extras import import_extra

RESAMPLES = 2_000
CONFIDENCE = 0.95
FEWEST_RUNS = 3
"""With two runs, Student's t interval is too wide to say anything."""

FEWEST_PEOPLE = 5
"""A bootstrap over fewer units gives intervals that are far too narrow; our choice, as with raters."""

EstimateBounds = tuple[float, float]
"""The least and the greatest value that a figure can have; intervals are cut off there."""
SHARE_BOUNDS: EstimateBounds = (0.0, 1.0)
DIFFERENCE_BOUNDS: EstimateBounds = (-1.0, 1.0)
UNBOUNDED: EstimateBounds = (-math.inf, math.inf)


class ConfidenceInterval(NamedTuple):
    """A 95 % confidence interval."""

    low: float
    high: float

    def rounded(self, digits: int = 4) -> list[float]:
        """Return both ends as data hold them."""
        return [round(end, digits) for end in self]

    def as_text(self, form: str = ".2f", *, percent: bool = False) -> str:
        """Return the interval as people read it: '1.25 to 2.50'; with `percent`, shares as percentages."""
        return " to ".join(f"{end * 100 if percent else end:{form}}" for end in self)


@dataclass(frozen=True)
class IntervalEstimate:
    """A mean, a share or a difference of two shares, with its confidence interval."""

    value: float
    interval: ConfidenceInterval | None = None
    """None where there are too few units for an interval."""

    @property
    def low(self) -> float | None:
        return self.interval and self.interval.low

    @property
    def high(self) -> float | None:
        return self.interval and self.interval.high

    @property
    def apart(self) -> bool:
        """Whether it differs from zero: there is an interval, and zero lies outside."""
        return self.interval is not None and not self.interval.low <= 0 <= self.interval.high


UnitCounts = NDArray[np.int64]
"""One count for each unit: each person, each run, or each talk."""


class PeopleBootstrap:
    """Percentile bootstrap that resamples the people of one run (Efron and Tibshirani 1993)."""

    unit = "people"

    def __init__(self, seed: int = 1) -> None:
        self._seed = seed

    def share(self, right: UnitCounts, asked: UnitCounts, ends: EstimateBounds = SHARE_BOUNDS) -> IntervalEstimate:
        """Estimate `right` / `asked` over the people who were asked anything; no interval if all resamples agree.

        Both have the shape (units,), and `asked` is not all zeros. To estimate a difference of shares, pass the
        difference of two counts as `right`, and DIFFERENCE_BOUNDS.
        """
        value, right, asked = float(right.sum() / asked.sum()), right[asked > 0], asked[asked > 0]
        units = len(asked)
        if units < FEWEST_PEOPLE:
            return IntervalEstimate(value)
        drawn = np.random.default_rng(self._seed).integers(0, units, (RESAMPLES, units))
        shares = right[drawn].sum(axis=1) / asked[drawn].sum(axis=1)
        found = ConfidenceInterval(*map(float, np.percentile(shares, (50 * (1 - CONFIDENCE), 50 * (1 + CONFIDENCE)))))
        return IntervalEstimate(value, None if found.low == found.high and ends == SHARE_BOUNDS else found)


def clustered_share(hits: UnitCounts, sizes: UnitCounts, fewest: int) -> IntervalEstimate:
    """Return the share of `hits` in `sizes` over clusters, with Wilson's interval for as many independent units.

    Units of one cluster resemble each other. So the number of units is divided by the design effect: how much more the
    share varies between clusters than between independent units, and at least 1 (Dean and Pagano 2015). Both arrays
    have the shape (clusters,), and each size is at least 1. No interval is given for less than `fewest` clusters.
    """
    clusters, units = len(sizes), int(sizes.sum())
    share = float(hits.sum() / units)
    if clusters < fewest:
        return IntervalEstimate(share)
    alone = share * (1 - share) / units
    between = clusters / (clusters - 1) * float(((hits - share * sizes) ** 2).sum()) / units**2
    effective = units / max(1.0, between / alone) if alone else float(units)
    z = NormalDist().inv_cdf((1 + CONFIDENCE) / 2)
    centre = (share + z * z / (2 * effective)) / (1 + z * z / effective)
    reach = z / (1 + z * z / effective) * math.sqrt(share * (1 - share) / effective + (z / (2 * effective)) ** 2)
    return IntervalEstimate(share, ConfidenceInterval(max(0.0, centre - reach), min(1.0, centre + reach)))


class RunsStudentT:
    """The mean share of several runs, with Student's t interval; for so few units a bootstrap would be too narrow."""

    unit = "runs"

    def share(self, right: UnitCounts, asked: UnitCounts, ends: EstimateBounds = SHARE_BOUNDS) -> IntervalEstimate:
        """Estimate as `PeopleBootstrap.share` does, over the runs in which anybody was asked."""
        return estimate_mean(right[asked > 0] / asked[asked > 0], ends)


ShareEstimator = PeopleBootstrap | RunsStudentT
"""Estimates shares from counts by unit."""


def estimate_mean(values: NDArray[np.float64], ends: EstimateBounds) -> IntervalEstimate:
    """Return the mean of several runs' values, with Student's t interval cut off at `ends`.

    Raises MissingExtra where scipy is not installed.
    """
    value, units = float(values.mean()), len(values)
    if units < FEWEST_RUNS:
        return IntervalEstimate(value)
    reach = _quantile(units - 1) * float(values.std(ddof=1)) / math.sqrt(units)
    return IntervalEstimate(value, ConfidenceInterval(max(value - reach, ends[0]), min(value + reach, ends[1])))


def _quantile(degrees: int) -> float:
    """Return the quantile of Student's t for a two-sided interval. Raises MissingExtra."""
    stats = import_extra("scipy.stats", "An interval over several runs")
    return float(stats.t.ppf((1 + CONFIDENCE) / 2, degrees))
