"""The tests over rankings: their bounds and effects. `test_scoring.py` compares them with the libraries."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from evaluation.ranking.made import draw_rankings
from townlet.evaluation.ranking.ranks import (
    Ranking,
    RankMatrix,
    RaterBootstrap,
    TooFewRankings,
    build_rank_matrix,
    percentile_interval,
)
from townlet.evaluation.ranking.significance import (
    adjust_by_holm,
    run_dunn,
    run_friedman,
    run_kruskal_wallis,
    run_nemenyi,
)

NAMES = ("amber", "birch", "cedar", "dune")


@given(st.lists(st.floats(0, 1), min_size=1, max_size=8))
def test_adjusting_never_makes_a_p_smaller_and_keeps_their_order(values: list[float]) -> None:
    adjusted = adjust_by_holm(values)
    assert all(value <= new <= 1 for value, new in zip(values, adjusted, strict=True))
    ordered = [adjusted[index] for index in np.argsort(values, kind="stable")]
    assert ordered == sorted(ordered)


def test_a_rater_counts_once_where_conditions_are_compared_within_raters() -> None:
    once = build_rank_matrix(draw_rankings(10, 1, dict.fromkeys(NAMES, 25.0)), NAMES)
    twice = RankMatrix(NAMES, once.raters * 2, np.concatenate([once.table, once.table]))
    assert run_friedman(twice) == run_friedman(once)
    assert run_kruskal_wallis(twice).statistic > run_kruskal_wallis(once).statistic


def test_too_few_rankings_are_said_and_not_computed() -> None:
    few = build_rank_matrix(draw_rankings(4, 1, dict.fromkeys(NAMES, 25.0)), NAMES)
    for test in (run_kruskal_wallis, run_dunn):
        with pytest.raises(TooFewRankings, match="4 rankings; at least 5"):
            test(few)
    for test in (run_friedman, run_nemenyi):
        with pytest.raises(TooFewRankings, match="4 raters; at least 5"):
            test(few)
        with pytest.raises(TooFewRankings, match="2 conditions; at least 3"):
            test(build_rank_matrix(draw_rankings(9, 1, dict.fromkeys(NAMES[:2], 25.0)), NAMES[:2]))


def test_raters_who_tell_no_conditions_apart_show_no_difference() -> None:
    there, back = Ranking("", NAMES), Ranking("", NAMES[::-1])
    ranks = build_rank_matrix([replace(each, rater=str(n)) for n in range(5) for each in (there, back)], NAMES)
    assert (run_friedman(ranks).p, run_friedman(ranks).effect) == (1, 0)
    assert all(pair.p == pytest.approx(1) for pair in run_nemenyi(ranks))


@pytest.mark.parametrize("raters", [5, 6, 8, 11, 100])
def test_raters_of_one_mind_have_an_effect_of_one_and_no_more(raters: int) -> None:
    ranks = build_rank_matrix([Ranking(str(n), NAMES[:2]) for n in range(raters)], NAMES[:2])
    assert run_kruskal_wallis(ranks).effect == pytest.approx(1)
    assert run_kruskal_wallis(ranks).effect <= 1
    whole = build_rank_matrix([Ranking(str(n), NAMES) for n in range(raters)], NAMES)
    assert run_friedman(whole).effect == pytest.approx(1)
    assert run_friedman(whole).effect <= 1
    assert percentile_interval(RaterBootstrap(whole, 1).means(whole.table / 3.0)[:, 1]) is None
