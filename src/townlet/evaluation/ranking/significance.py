"""Significance tests of differences between conditions in their ranks, overall and for each pair.

Kruskal-Wallis and Dunn, which the paper uses, treat every rank as an independent observation. But each rater ranks all
conditions, so Friedman and Nemenyi, which compare within raters, are reported as well.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations

import numpy as np
from numpy.typing import NDArray

from townlet.evaluation.ranking.ranks import RankMatrix, TooFewRankings, require_rankings, require_raters


@dataclass(frozen=True)
class OverallTest:
    """The result of a test over all conditions."""

    test: str
    statistic: float
    degrees: int
    p: float
    effect: float
    """The effect size, 0 to 1: epsilon squared for Kruskal-Wallis, Kendall's W for Friedman."""


@dataclass(frozen=True)
class PairTest:
    """The result of a test of one pair of conditions. `p` is adjusted for the number of pairs."""

    test: str
    one: str
    other: str
    statistic: float
    p: float


def run_kruskal_wallis(ranks: RankMatrix) -> OverallTest:
    """Return the Kruskal-Wallis H test over the raw ranks. Raises TooFewRankings."""
    from scipy import stats

    require_rankings(ranks)
    h, p = stats.kruskal(*ranks.table.T)
    return OverallTest(
        "Kruskal-Wallis", float(h), _degrees(ranks), float(p), min(1.0, float(h) / (ranks.table.size - 1))
    )


def run_friedman(ranks: RankMatrix) -> OverallTest:
    """Return the Friedman chi-squared test over the raters' mean ranks. Raises TooFewRankings."""
    from scipy import stats

    rows = _rows(ranks)
    if (rows == rows[:, :1]).all():
        return OverallTest("Friedman", 0.0, _degrees(ranks), 1.0, 0.0)
    chi, p = stats.friedmanchisquare(*rows.T)
    w = float(chi) / (len(rows) * _degrees(ranks))
    return OverallTest("Friedman", float(chi), _degrees(ranks), float(p), min(1.0, w))


def run_dunn(ranks: RankMatrix) -> list[PairTest]:
    """Return Dunn's z test for each pair, with p adjusted by the Holm-Bonferroni method. Raises TooFewRankings."""
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


def run_nemenyi(ranks: RankMatrix) -> list[PairTest]:
    """Return Nemenyi's test for each pair over the raters' mean ranks.

    The studentized range distribution already accounts for the number of pairs. Raises TooFewRankings.
    """
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
    """Return the p values adjusted by Holm's step-down method (1979), in the order given."""
    adjusted, highest = [0.0] * len(p), 0.0
    for place, index in enumerate(sorted(range(len(p)), key=lambda index: p[index])):
        highest = max(highest, min(1.0, (len(p) - place) * p[index]))
        adjusted[index] = highest
    return adjusted


def _pair(test: str, ranks: RankMatrix, pair: tuple[int, int], statistic: float, p: float) -> PairTest:
    one, other = (ranks.conditions[place] for place in pair)
    return PairTest(test, one, other, statistic, p)


def _degrees(ranks: RankMatrix) -> int:
    return len(ranks.conditions) - 1


def _rows(ranks: RankMatrix) -> NDArray[np.float64]:
    """Return one row of mean ranks for each rater. Raises TooFewRankings for too few raters or conditions."""
    if len(ranks.conditions) < 3:
        raise TooFewRankings(f"{len(ranks.conditions)} conditions; at least 3 are needed")
    require_raters(ranks)
    return ranks.by_rater()
