"""TrueSkill ratings of conditions, as the paper reports them, and what can be said of their differences.

A rating after one pass depends on the order in which rankings are taken, so passes over many orders are averaged.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from townlet.study.ranking.rankings import Ranks, TooFew
from townlet.study.ranking.resampling import Interval, Resamples, interval
from townlet.study.ranking.trueskill import passes

ORDERS = 100
"""How many orders of the rankings are averaged; our choice: the mean then moves by about 0.05."""

RESAMPLED, ORDERS_EACH = 200, 4
"""How many resamples an interval of mu comes from, and how many orders are averaged in each."""


@dataclass(frozen=True)
class Rating:
    """A condition's skill as N(mu, sigma^2)."""

    condition: str
    mu: float
    """Mean over all orders."""
    sigma: float
    """Mean over all orders: how sure TrueSkill is, which is not how much raters differ."""
    spread: float = 0.0
    """Standard deviation of mu between orders: how much of it is the order's."""
    interval: Interval | None = None
    """Of mu over resamples of raters; None where there are too few of them."""


def ratings(ranks: Ranks, seed: int, resamples: Resamples | None = None, orders: int = ORDERS) -> list[Rating]:
    """Each condition's rating, in the order of `ranks`; with intervals if there are resamples. Raises TooFew."""
    if not len(ranks.table):
        raise TooFew("no rankings, and 1 at least is needed")
    chance, every = np.random.default_rng(seed), np.arange(len(ranks.table))
    lanes = [chance.permutation(every) for _ in range(orders)]
    if resamples:
        lanes += [chance.permutation(resamples.rows(n)) for n in range(RESAMPLED) for _ in range(ORDERS_EACH)]
    mu, sigma = passes(ranks.table.argsort(axis=1), _side_by_side(lanes))
    resampled = mu[orders:].reshape(-1, ORDERS_EACH, mu.shape[1]).mean(axis=1)
    return [
        Rating(
            name,
            float(mu[:orders, place].mean()),
            float(sigma[:orders, place].mean()),
            float(mu[:orders, place].std()),
            interval(resampled[:, place]) if resamples else None,
        )
        for place, name in enumerate(ranks.conditions)
    ]


def cohens_d(one: Rating, other: Rating) -> float:
    """The difference of two skills in pooled standard deviations: (mu1 - mu2) / sqrt((sigma1^2 + sigma2^2) / 2).

    The paper prints d = 8.16 between its first and last condition; from its own mu and sigma this formula gives 12.22.
    """
    pooled = math.sqrt((one.sigma**2 + other.sigma**2) / 2)
    return (one.mu - other.mu) / pooled


def _side_by_side(lanes: Sequence[NDArray[np.intp]]) -> NDArray[np.intp]:
    """A column a lane; shorter ones are filled up with -1."""
    picks = np.full((max(map(len, lanes)), len(lanes)), -1, np.intp)
    for place, lane in enumerate(lanes):
        picks[: len(lane), place] = lane
    return picks
