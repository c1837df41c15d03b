"""What a set of rankings comes to: how the conditions stand, whether they differ, and by how much."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

from townlet.study.ranking.compare import Overall, Pair, dunn, friedman, kruskal_wallis, nemenyi
from townlet.study.ranking.rankings import Ranks, TooFew
from townlet.study.ranking.resampling import Interval, Resamples, interval
from townlet.study.ranking.skill import Rating, cohens_d, ratings


@dataclass(frozen=True)
class Standing:
    """One condition. Intervals are None where there are too few raters for them."""

    rating: Rating
    mean_rank: float
    """1 is best."""
    mean_rank_interval: Interval | None
    first: float
    """The share of rankings in which it stands first."""
    first_interval: Interval | None


@dataclass(frozen=True)
class Versus:
    """One condition against another, which has the lower mu."""

    one: str
    other: str
    d: float
    """Cohen's d of the two ratings; `cohens_d` has the formula."""
    wins: float
    """The share of rankings in which `one` stands before `other`: the common-language effect size."""
    wins_interval: Interval | None
    dunn: Pair | None
    """None where there are too few rankings for the test; so below."""
    nemenyi: Pair | None


@dataclass(frozen=True)
class Scores:
    """Of rankings by one kind of raters."""

    rankings: int
    raters: int
    standings: tuple[Standing, ...]
    """The highest mu first."""
    kruskal_wallis: Overall | None
    friedman: Overall | None
    pairs: tuple[Versus, ...]
    not_computed: tuple[str, ...]
    """What is None because of too little data, and why: 'Friedman and Nemenyi: 4 raters, and 5 at least are needed'."""


def scores_of(ranks: Ranks, seed: int) -> Scores:
    """All figures over one table of ranks. Raises TooFew if it has no row."""
    missing: list[str] = []
    resamples = _or_none(lambda: Resamples(ranks, seed), "Intervals", missing)
    rated = sorted(ratings(ranks, seed, resamples), key=lambda rating: (-rating.mu, rating.condition))
    ranks = ranks.in_order([rating.condition for rating in rated])
    none = (None, [None] * math.comb(len(rated), 2))
    by_raters = _or_none(lambda: (friedman(ranks), nemenyi(ranks)), "Friedman and Nemenyi", missing)
    by_ranks = _or_none(lambda: (kruskal_wallis(ranks), dunn(ranks)), "Kruskal-Wallis and Dunn", missing)
    (within, by_nemenyi), (overall, by_dunn) = by_raters or none, by_ranks or none
    return Scores(
        len(ranks.table),
        ranks.rater_count,
        _standings(ranks, rated, resamples),
        overall,
        within,
        _pairs(ranks, rated, resamples, zip(by_dunn, by_nemenyi, strict=True)),
        tuple(missing),
    )


Found = TypeVar("Found")


def _or_none(compute: Callable[[], Found], named: str, missing: list[str]) -> Found | None:
    try:
        return compute()
    except TooFew as few:
        missing.append(f"{named}: {few}")
        return None


def _standings(ranks: Ranks, rated: Sequence[Rating], resamples: Resamples | None) -> tuple[Standing, ...]:
    table = ranks.table.astype(float)
    mean, mean_intervals = _means(table, resamples)
    first, first_intervals = _means((table == 1).astype(float), resamples)
    return tuple(
        Standing(rating, mean[n], mean_intervals[n], first[n], first_intervals[n]) for n, rating in enumerate(rated)
    )


def _pairs(
    ranks: Ranks,
    rated: Sequence[Rating],
    resamples: Resamples | None,
    tested: Iterable[tuple[Pair | None, Pair | None]],
) -> tuple[Versus, ...]:
    pairs = list(combinations(rated, 2))
    before = [ranks.of(one.condition) < ranks.of(other.condition) for one, other in pairs]
    wins, intervals = _means(np.array(before, float).T, resamples)
    return tuple(
        Versus(one.condition, other.condition, cohens_d(one, other), wins[n], intervals[n], *tests)
        for n, ((one, other), tests) in enumerate(zip(pairs, tested, strict=True))
    )


def _means(values: NDArray[np.float64], resamples: Resamples | None) -> tuple[list[float], list[Interval | None]]:
    """The mean of each column, and its interval."""
    means: list[float] = values.mean(axis=0).tolist()
    if resamples is None:
        return means, [None] * len(means)
    return means, [interval(column) for column in resamples.means(values).T]
