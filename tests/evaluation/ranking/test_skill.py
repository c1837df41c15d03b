"""Ratings: averaged over orders, with intervals; and what the paper's own figures do and do not say."""

from __future__ import annotations

import numpy as np
import pytest

from evaluation.ranking.made import draw_rankings
from townlet.evaluation.ranking.ranks import (
    Ranking,
    RankMatrix,
    RaterBootstrap,
    TooFewRankings,
    build_rank_matrix,
    percentile_interval,
)
from townlet.evaluation.ranking.significance import run_dunn
from townlet.evaluation.ranking.trueskill import (
    PAPER_D,
    PAPER_RATINGS,
    compute_cohens_d,
    rate_conditions,
)
from townlet.measures.statistics import ConfidenceInterval

NAMES = [rating.condition for rating in PAPER_RATINGS]


def some(raters: int, seed: int) -> RankMatrix:
    return build_rank_matrix(draw_rankings(raters, seed), NAMES)


def test_the_order_of_rankings_hardly_matters_once_orders_are_averaged() -> None:
    ranks = some(20, seed=5)
    backwards = RankMatrix(ranks.conditions, ranks.raters[::-1], ranks.table[::-1])
    for one, other in zip(rate_conditions(ranks, seed=1), rate_conditions(backwards, seed=2), strict=True):
        assert one.mu == pytest.approx(other.mu, abs=0.2)
        assert one.spread > 0.05


def test_the_interval_of_a_rating_holds_it_and_narrows_with_more_raters() -> None:
    widths = []
    for raters in (8, 60):
        ranks = some(raters, seed=2)
        for rating in rate_conditions(ranks, 1, RaterBootstrap(ranks, 1)):
            assert rating.interval
            assert rating.interval.low <= rating.mu <= rating.interval.high
            if rating.condition == "full":
                widths.append(rating.interval.high - rating.interval.low)
    assert widths[1] < widths[0] / 1.5


def test_resampled_means_are_those_of_the_drawn_rows() -> None:
    ranks = some(12, seed=3)
    ranks = RankMatrix(ranks.conditions, ("Una",) * 5 + tuple("bcdefgh"), ranks.table)
    resamples = RaterBootstrap(ranks, 4, resamples=20)
    means = resamples.means(ranks.table.astype(float))
    for place in range(20):
        assert means[place] == pytest.approx(ranks.table[resamples.rows(place)].mean(axis=0))
        assert np.isin(resamples.rows(place), range(5)).sum() % 5 == 0


def test_an_interval_is_the_middle_of_the_resamples_and_none_where_nobody_differs() -> None:
    assert percentile_interval(np.arange(1001.0)) == ConfidenceInterval(25, 975)
    assert percentile_interval(np.ones(1000)) is None


def test_the_papers_effect_size_does_not_follow_from_its_ratings() -> None:
    assert compute_cohens_d(PAPER_RATINGS[0], PAPER_RATINGS[-1]) == pytest.approx(12.22, abs=0.005)
    assert abs(compute_cohens_d(PAPER_RATINGS[0], PAPER_RATINGS[-1]) - PAPER_D) > 4


def test_the_papers_pattern_of_significance_does_not_follow_from_its_ratings() -> None:
    found = 0
    for seed in range(40):
        significant = {(pair.one, pair.other) for pair in run_dunn(some(100, seed)) if pair.p < 0.001}
        found += ("no-reflection", "no-planning") in significant and ("people", "no-memory") not in significant
    assert found <= 2


def test_nothing_to_rate_from() -> None:
    with pytest.raises(TooFewRankings, match="no rankings"):
        rate_conditions(build_rank_matrix([], ("a", "b")), 1)


def test_a_ranking_of_other_conditions_is_refused() -> None:
    with pytest.raises(ValueError, match="Una ordered amber; expected amber, birch"):
        build_rank_matrix([Ranking("Una", ("amber",))], ("amber", "birch"))
