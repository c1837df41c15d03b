"""Paired tests over seeds: t intervals, exact sign flips, power, and survival curves. scipy computes them."""

from __future__ import annotations

import math
import warnings
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from townlet.measures.extras import import_extra

MOST_FLIPS = 2**17
"""Up to this number of sign flips all are counted, which is with up to 17 seeds; beyond, so many are drawn."""

POWER, LEVEL = 0.8, 0.05
MOST_SEEDS = 10_000
"""The most seeds that a study can be told to take."""


def _stats() -> Any:
    return import_extra("scipy.stats", "The analysis of a study")


@dataclass(frozen=True)
class PairedEstimate:
    """The mean of one difference for each seed, and what it says."""

    differences: tuple[float, ...]

    @property
    def seeds(self) -> int:
        return len(self.differences)

    @property
    def mean(self) -> float:
        return float(np.mean(self.differences))

    @property
    def deviation(self) -> float | None:
        """The standard deviation over seeds; None for one seed."""
        return float(np.std(self.differences, ddof=1)) if self.seeds > 1 else None

    @property
    def interval(self) -> tuple[float, float] | None:
        """The 95 % interval by Student's t; None for one seed. Raises MissingExtra."""
        if self.seeds < 2:
            return None
        if not self.deviation:
            return self.mean, self.mean
        found = _stats().ttest_1samp(self.differences, 0).confidence_interval(1 - LEVEL)
        return float(found.low), float(found.high)

    @property
    def p_sign_flips(self) -> float | None:
        """The two-sided p of the mean over all flips of signs; None for no seed or one. Raises MissingExtra."""
        if self.seeds < 2:
            return None
        found = _stats().permutation_test(
            (np.array(self.differences),),
            lambda sample, axis: np.mean(sample, axis=axis),
            permutation_type="samples",
            vectorized=True,
            n_resamples=MOST_FLIPS,
            batch=4096,
            rng=np.random.default_rng(0),
        )
        return float(found.pvalue)

    @property
    def detectable(self) -> float | None:
        """The difference that so many seeds with this spread show four times out of five. Raises MissingExtra."""
        if not self.deviation:
            return None
        low, high = 0.0, 1.0
        while power_of_t_test(self.seeds, high) < POWER:
            high *= 2
        for _ in range(60):
            middle = (low + high) / 2
            low, high = (low, middle) if power_of_t_test(self.seeds, middle) >= POWER else (middle, high)
        return high * self.deviation

    @property
    def seeds_needed(self) -> int | None:
        """The seeds that would show a difference as large as this mean; None if they would be too many."""
        if not self.deviation or not self.mean:
            return None
        effect = abs(self.mean) / self.deviation
        low, high = 1, 2
        while power_of_t_test(high, effect) < POWER:
            low, high = high, high * 2
            if low >= MOST_SEEDS:
                return None
        while high - low > 1:
            middle = (low + high) // 2
            low, high = (low, middle) if power_of_t_test(middle, effect) >= POWER else (middle, high)
        return high


def power_of_t_test(seeds: int, effect: float) -> float:
    """Return the power of a two-sided paired t test for an effect in standard deviations. Raises MissingExtra."""
    stats = _stats()
    critical, shift = float(stats.t.ppf(1 - LEVEL / 2, seeds - 1)), effect * math.sqrt(seeds)
    upper = float(stats.nct.sf(critical, seeds - 1, shift))
    lower = float(stats.nct.cdf(-critical, seeds - 1, shift))
    # Far out, the lower tail is not a number; it is nothing there.
    return upper + (0.0 if math.isnan(lower) else lower)


@dataclass(frozen=True)
class SurvivalStep:
    """A step of a survival curve: the share that have not had the event up to some hours, with its 95 % interval."""

    hours: float
    share: float
    low: float
    high: float


def survival_curve(hours: Sequence[float], censored: Sequence[bool]) -> list[SurvivalStep]:
    """Return the Kaplan-Meier curve of times, of which some are cut off. Raises MissingExtra."""
    stats = _stats()
    data = stats.CensoredData.right_censored(np.array(hours, float), np.array(censored, bool))
    function = stats.ecdf(data).sf
    with warnings.catch_warnings():
        # The interval is not defined where all or none have had the event.
        warnings.simplefilter("ignore", RuntimeWarning)
        ends = function.confidence_interval(1 - LEVEL, method="log-log")
    steps = zip(
        function.quantiles, function.probabilities, ends.low.probabilities, ends.high.probabilities, strict=True
    )
    return [
        SurvivalStep(
            float(time), float(share), *(float(share) if math.isnan(end) else float(end) for end in (low, high))
        )
        for time, share, low, high in steps
    ]
