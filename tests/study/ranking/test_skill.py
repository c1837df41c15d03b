"""Ratings: averaged over orders, with intervals; and what the paper's own figures do and do not say."""

from __future__ import annotations

import numpy as np
import pytest

from townlet.study.ranking.compare import dunn
from townlet.study.ranking.paper import RATINGS, D, drawn
from townlet.study.ranking.rankings import Ranking, Ranks, TooFew, ranks_of
from townlet.study.ranking.resampling import Interval, Resamples, interval
from townlet.study.ranking.skill import cohens_d, ratings

NAMES = [rating.condition for rating in RATINGS]


def some(raters: int, seed: int) -> Ranks:
    return ranks_of(drawn(raters, seed), NAMES)


def test_the_order_of_rankings_hardly_matters_once_orders_are_averaged() -> None:
    ranks = some(20, seed=5)
    backwards = Ranks(ranks.conditions, ranks.raters[::-1], ranks.table[::-1])
    for one, other in zip(ratings(ranks, seed=1), ratings(backwards, seed=2), strict=True):
        assert one.mu == pytest.approx(other.mu, abs=0.2)
        assert one.spread > 0.05


def test_the_interval_of_a_rating_holds_it_and_narrows_with_more_raters() -> None:
    widths = []
    for raters in (8, 60):
        ranks = some(raters, seed=2)
        for rating in ratings(ranks, 1, Resamples(ranks, 1)):
            assert rating.interval
            assert rating.interval.low <= rating.mu <= rating.interval.high
            if rating.condition == "full":
                widths.append(rating.interval.high - rating.interval.low)
    assert widths[1] < widths[0] / 1.5


def test_resampled_means_are_those_of_the_drawn_rows() -> None:
    ranks = some(12, seed=3)
    ranks = Ranks(ranks.conditions, ("Una",) * 5 + tuple("bcdefgh"), ranks.table)
    resamples = Resamples(ranks, 4, resamples=20)
    means = resamples.means(ranks.table.astype(float))
    for place in range(20):
        assert means[place] == pytest.approx(ranks.table[resamples.rows(place)].mean(axis=0))
        assert np.isin(resamples.rows(place), range(5)).sum() % 5 == 0


def test_an_interval_is_the_middle_of_the_resamples_and_none_where_nobody_differs() -> None:
    assert interval(np.arange(1001.0)) == Interval(25, 975)
    assert interval(np.ones(1000)) is None


def test_the_papers_effect_size_does_not_follow_from_its_ratings() -> None:
    assert cohens_d(RATINGS[0], RATINGS[-1]) == pytest.approx(12.22, abs=0.005)
    assert abs(cohens_d(RATINGS[0], RATINGS[-1]) - D) > 4


def test_the_papers_pattern_of_significance_does_not_follow_from_its_ratings() -> None:
    found = 0
    for seed in range(40):
        significant = {(pair.one, pair.other) for pair in dunn(some(100, seed)) if pair.p < 0.001}
        found += ("no-reflection", "no-planning") in significant and ("people", "no-memory") not in significant
    assert found <= 2


def test_nothing_to_rate_from() -> None:
    with pytest.raises(TooFew, match="no rankings"):
        ratings(ranks_of([], ("a", "b")), 1)


def test_a_ranking_of_other_conditions_is_refused() -> None:
    with pytest.raises(ValueError, match="Una ordered amber; expected amber, birch"):
        ranks_of([Ranking("Una", ("amber",))], ("amber", "birch"))
