"""Paired tests over seeds by flips of signs: exact intervals, equivalence, power by simulation; and survival curves.

If a factor does nothing, a seed's difference is as likely to have the one sign as the other. A difference d is in the
interval if flips of the signs of `differences - d` do not refute it. Which d these are follows from the means of all
subsets of the differences (Hartigan 1969). So intervals and p values never disagree, need no normal distribution, and
lie between the smallest and the largest difference.

Between two such means the share of flips is interpolated, as is usual for intervals from ranks (Hettmansperger and
Sheather 1986): with steps, intervals of few seeds hold the truth more often than they say, those of counts most of all.
"""

from __future__ import annotations

import math
import warnings
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import Any

import numpy as np
import numpy.typing as npt

from townlet.measures.extras import import_extra

MOST_FLIPS = 2**17
"""Up to this number of sign flips all are counted, which is with up to 17 seeds; beyond, so many are drawn."""

LEVEL = 0.05
FEWEST_SEEDS = 6
"""The fewest seeds with which flips of signs can give a p below `LEVEL`, or an interval."""
SIMULATED = 400
"""How many studies a simulation of power makes up."""

Means = npt.NDArray[np.float64]


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
    def has_spread(self) -> bool:
        """Whether the seeds differ at all; without spread they cannot say how sure their mean is."""
        return bool(np.ptp(self.differences) > 1e-9 * max(1.0, float(np.max(np.abs(self.differences)))))

    @cached_property
    def _subset_means(self) -> Means:
        return subset_means(self.differences)

    @cached_property
    def interval(self) -> tuple[float, float] | None:
        """The 95 % interval, from inverting the test by sign flips; None for too few seeds, or without spread."""
        return self._interval(LEVEL) if self.has_spread else None

    def _interval(self, level: float) -> tuple[float, float] | None:
        means = self._subset_means
        # The empty subset is a flip, too: the sample as it is.
        refuted = level / 2 * (len(means) + 1)
        if refuted < 1:
            return None
        ranks = np.arange(1, len(means) + 1)
        low, high = (float(end) for end in np.interp((refuted, ranks[-1] + 1 - refuted), ranks, means))
        return (low, high) if low < high else None

    @property
    def student_interval(self) -> tuple[float, float] | None:
        """The 95 % interval by Student's t, which takes differences as normal. Raises MissingExtra."""
        if self.seeds < 2 or not self.has_spread:
            return None
        found = _stats().ttest_1samp(self.differences, 0).confidence_interval(1 - LEVEL)
        return float(found.low), float(found.high)

    @cached_property
    def p_sign_flips(self) -> float | None:
        """The two-sided p of the mean over all flips of signs; None for no seed or one."""
        return None if self.seeds < 2 else min(1.0, 2 * min(self._p_above(0.0), self._p_below(0.0)))

    def p_equivalence(self, matters: float) -> float | None:
        """The p of the hypothesis that the difference is at least as large as one that matters, either way."""
        return None if self.seeds < 2 else max(self._p_above(-matters), self._p_below(matters))

    def _p_above(self, value: float) -> float:
        """Return the one-sided p of the hypothesis that the difference is this value or lower."""
        return self._share(self._subset_means, value)

    def _p_below(self, value: float) -> float:
        return self._share(-self._subset_means[::-1], -value)

    def _share(self, means: Means, value: float) -> float:
        """Return the share of flips whose mean is at most a value, between two means by its place there."""
        flips = int(np.searchsorted(means, value + self._tolerance, side="right"))
        between = float(np.interp(value, means[flips - 1 : flips + 1], (0, 1))) if 0 < flips < len(means) else 0.0
        return (max(1, flips) + between) / (len(means) + 1)

    @property
    def _tolerance(self) -> float:
        """Means that differ by less are equal but for rounding."""
        return 1e-12 * max(1e-300, float(np.max(np.abs(self.differences))))


def subset_means(values: Sequence[float]) -> Means:
    """Return the means of all subsets of some values but the empty one, in order; of many values, of subsets drawn."""
    chosen = _subsets(len(values))
    found: Means = np.sort(chosen @ np.asarray(values, float) / chosen.sum(axis=1))
    return found


@lru_cache(maxsize=2)
def _subsets(number: int) -> Means:
    """Return a row for each subset of so many things, with 1 for what is in it."""
    if 2**number <= MOST_FLIPS:
        chosen = np.arange(1, 2**number)[:, None] >> np.arange(number) & 1
    else:
        chosen = np.random.default_rng(0).integers(0, 2, (MOST_FLIPS - 1, number))
        chosen = chosen[chosen.any(axis=1)]
    return chosen.astype(float)


def least_p(seeds: int) -> float:
    """Return the smallest two-sided p that sign flips over so many seeds can give."""
    return 2.0 ** (1 - seeds)


def simulate_power(pilot: Sequence[float], seeds: int, effect: float) -> float:
    """Return the share of made-up studies with so many seeds that find an effect, by the spread of a pilot.

    Each draws its differences from the pilot's, less their mean and with either sign, and adds the effect.
    """
    rng = np.random.default_rng(0)
    around = np.asarray(pilot, float) - float(np.mean(pilot))
    # Of few seeds, deviations from their own mean are too small on average.
    around *= math.sqrt(len(around) / max(1, len(around) - 1))
    found = 0
    for _ in range(SIMULATED):
        drawn = rng.choice(around, seeds) * rng.choice((-1, 1), seeds) + effect
        p = PairedEstimate(tuple(drawn)).p_sign_flips
        found += p is not None and p <= LEVEL
    return found / SIMULATED


def _stats() -> Any:
    return import_extra("scipy.stats", "The analysis of a study")


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
