"""Whether conditions differ in their ranks: over all, and pair by pair.

Kruskal-Wallis and Dunn, as the paper has it, take every rank for an observation of its own. Each rater ranks all
conditions, though, so Friedman and Nemenyi, which compare within a rater, stand beside them.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations

import numpy as np
from numpy.typing import NDArray

from townlet.experiments.ranking.ranks import RankTable, TooFewRankings, require_rankings, require_raters


@dataclass(frozen=True)
class OverallTest:
    """A test over all conditions."""

    test: str
    statistic: float
    degrees: int
    p: float
    effect: float
    """Kruskal-Wallis: epsilon squared, 0..1; Friedman: Kendall's W, 0..1."""


@dataclass(frozen=True)
class PairTest:
    """A test of one pair of conditions. `p` is adjusted for all pairs."""

    test: str
    one: str
    other: str
    statistic: float
    p: float


def run_kruskal_wallis(ranks: RankTable) -> OverallTest:
    """Kruskal and Wallis's H over the raw ranks. Raises TooFew."""
    from scipy import stats

    require_rankings(ranks)
    h, p = stats.kruskal(*ranks.table.T)
    return OverallTest(
        "Kruskal-Wallis", float(h), _degrees(ranks), float(p), min(1.0, float(h) / (ranks.table.size - 1))
    )


def run_friedman(ranks: RankTable) -> OverallTest:
    """Friedman's chi-squared, a row a rater (the mean of their ranks). Raises TooFew."""
    from scipy import stats

    rows = _rows(ranks)
    if (rows == rows[:, :1]).all():
        return OverallTest("Friedman", 0.0, _degrees(ranks), 1.0, 0.0)
    chi, p = stats.friedmanchisquare(*rows.T)
    w = float(chi) / (len(rows) * _degrees(ranks))
    return OverallTest("Friedman", float(chi), _degrees(ranks), float(p), min(1.0, w))


def run_dunn(ranks: RankTable) -> list[PairTest]:
    """Dunn's z for every pair, p adjusted by Holm and Bonferroni's method. Raises TooFew."""
    from scipy import stats

    require_rankings(ranks)
    places = stats.rankdata(ranks.table.ravel()).reshape(ranks.table.shape)
    count, size = ranks.table.shape[0], ranks.table.size
    _, ties = np.unique(ranks.table, return_counts=True)
    tied = float((ties**3 - ties).sum()) / (12 * (size - 1))
    error = math.sqrt((size * (size + 1) / 12 - tied) * 2 / count)
    means = places.mean(axis=0)
    pairs = list(combinations(range(len(ranks.conditions)), 2))
    z = [abs(float(means[a] - means[b])) / error for a, b in pairs]
    adjusted = adjust_by_holm([2 * float(stats.norm.sf(each)) for each in z])
    return [_pair("Dunn", ranks, pair, z[n], adjusted[n]) for n, pair in enumerate(pairs)]


def run_nemenyi(ranks: RankTable) -> list[PairTest]:
    """Nemenyi's q for every pair after Friedman, a row a rater; adjusted by its distribution. Raises TooFew."""
    from scipy import stats

    rows = _rows(ranks)
    k = len(ranks.conditions)
    means = np.array([stats.rankdata(row) for row in rows]).mean(axis=0)
    error = math.sqrt(k * (k + 1) / (6 * len(rows)))
    pairs = list(combinations(range(k), 2))
    q = [abs(float(means[a] - means[b])) / error for a, b in pairs]
    p = [float(stats.studentized_range.sf(each * math.sqrt(2), k, np.inf)) for each in q]
    return [_pair("Nemenyi", ranks, pair, q[n], p[n]) for n, pair in enumerate(pairs)]


def adjust_by_holm(p: Sequence[float]) -> list[float]:
    """The p values adjusted by Holm's step-down method (1979), in their order."""
    adjusted, highest = [0.0] * len(p), 0.0
    for place, index in enumerate(sorted(range(len(p)), key=lambda index: p[index])):
        highest = max(highest, min(1.0, (len(p) - place) * p[index]))
        adjusted[index] = highest
    return adjusted


def _pair(test: str, ranks: RankTable, pair: tuple[int, int], statistic: float, p: float) -> PairTest:
    one, other = (ranks.conditions[place] for place in pair)
    return PairTest(test, one, other, statistic, p)


def _degrees(ranks: RankTable) -> int:
    return len(ranks.conditions) - 1


def _rows(ranks: RankTable) -> NDArray[np.float64]:
    """A row a rater. Raises TooFew if they are too few, or have too little to order."""
    if len(ranks.conditions) < 3:
        raise TooFewRankings(f"{len(ranks.conditions)} conditions, and 3 at least are needed")
    require_raters(ranks)
    return ranks.by_rater()
