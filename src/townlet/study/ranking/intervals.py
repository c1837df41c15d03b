"""Confidence intervals by resampling whole raters, since what one rater says hangs together."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np

from townlet.study.ranking.rankings import Ranking

RESAMPLES = 1_000


@dataclass(frozen=True)
class Interval:
    """The middle 95 % of a figure over resamples."""

    low: float
    high: float


def intervals(
    rankings: Sequence[Ranking],
    figures: Callable[[Sequence[Ranking]], dict[str, float]],
    resamples: int = RESAMPLES,
    seed: int = 1,
) -> dict[str, Interval]:
    """A percentile bootstrap over raters of each named figure (Efron and Tibshirani 1993)."""
    by_rater: dict[str, list[Ranking]] = {}
    for ranking in rankings:
        by_rater.setdefault(ranking.rater, []).append(ranking)
    raters, chance = sorted(by_rater), np.random.default_rng(seed)
    drawn: dict[str, list[float]] = {}
    for _ in range(resamples):
        chosen = chance.integers(0, len(raters), len(raters))
        for name, value in figures([each for place in chosen for each in by_rater[raters[place]]]).items():
            drawn.setdefault(name, []).append(value)
    return {name: Interval(*map(float, np.percentile(values, (2.5, 97.5)))) for name, values in drawn.items()}
