"""Confidence intervals by resampling whole raters, since what one rater says hangs together."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from townlet.study.ranking.rankings import Ranks, require_raters

RESAMPLES = 1_000


@dataclass(frozen=True)
class Interval:
    """The middle 95 % of a figure over resamples."""

    low: float
    high: float


class Resamples:
    """Raters drawn from those there are, with replacement and as many, many times (Efron and Tibshirani 1993)."""

    def __init__(self, ranks: Ranks, seed: int | Sequence[int], resamples: int = RESAMPLES) -> None:
        """Raises TooFew."""
        require_raters(ranks)
        of_row = np.array(ranks.rater_of_row)
        self._rows = [np.flatnonzero(of_row == rater) for rater in range(ranks.rater_count)]
        count = ranks.rater_count
        self._chosen = np.random.default_rng(seed).integers(0, count, (resamples, count))

    def means(self, values: NDArray[np.float64]) -> NDArray[np.float64]:
        """The mean of each column in each resample, given a row a ranking."""
        sums = np.array([values[rows].sum(axis=0) for rows in self._rows])
        counts = np.array([len(rows) for rows in self._rows])
        means: NDArray[np.float64] = sums[self._chosen].sum(axis=1) / counts[self._chosen].sum(axis=1, keepdims=True)
        return means

    def rows(self, resample: int) -> NDArray[np.intp]:
        """The rankings of a resample by number; those of a rater who was drawn twice, twice."""
        return np.concatenate([self._rows[rater] for rater in self._chosen[resample]])


def interval(drawn: NDArray[np.float64]) -> Interval | None:
    """Of one figure's values over resamples; None where raters do not differ, since drawing them anew tells nothing."""
    low, high = map(float, np.percentile(drawn, (2.5, 97.5)))
    return None if math.isclose(low, high, rel_tol=1e-9, abs_tol=1e-9) else Interval(low, high)
