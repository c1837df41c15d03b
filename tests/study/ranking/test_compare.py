"""The tests over rankings equal those of the libraries, called directly on the same ranks."""

from __future__ import annotations

import warnings
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats

from townlet.study.ranking.compare import dunn, friedman, holm, kruskal_wallis, nemenyi
from townlet.study.ranking.paper import drawn
from townlet.study.ranking.rankings import Ranking, Ranks, TooFew, ranks_of
from townlet.study.ranking.resampling import Resamples, interval

NAMES = ("amber", "birch", "cedar", "dune")


def some(seed: int, raters: int = 30) -> Ranks:
    skills = dict(zip(NAMES, (27.0, 25.0, 25.0, 22.0), strict=True))
    return ranks_of(drawn(raters, seed, skills), NAMES)


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_over_all_conditions(seed: int) -> None:
    ranks = some(seed)
    h, p = stats.kruskal(*(ranks.of(name) for name in NAMES))
    assert (kruskal_wallis(ranks).statistic, kruskal_wallis(ranks).p) == (h, p)
    chi, p = stats.friedmanchisquare(*(ranks.of(name) for name in NAMES))
    assert friedman(ranks).statistic == pytest.approx(chi)
    assert friedman(ranks).p == pytest.approx(p)
    assert friedman(ranks).effect == pytest.approx(chi / (30 * 3))


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_pair_by_pair(seed: int) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        posthocs = pytest.importorskip("scikit_posthocs")
    ranks = some(seed)
    theirs = posthocs.posthoc_dunn([ranks.of(name) for name in NAMES], p_adjust="holm")
    for pair in dunn(ranks):
        expected = theirs.iloc[NAMES.index(pair.one), NAMES.index(pair.other)]
        assert pair.p == pytest.approx(expected, rel=1e-9)
    theirs = posthocs.posthoc_nemenyi_friedman(ranks.table)
    for pair in nemenyi(ranks):
        expected = theirs.iloc[NAMES.index(pair.one), NAMES.index(pair.other)]
        assert pair.p == pytest.approx(expected, rel=1e-6, abs=1e-9)


@given(st.lists(st.floats(0, 1), min_size=1, max_size=8))
def test_adjusting_never_makes_a_p_smaller_and_keeps_their_order(values: list[float]) -> None:
    adjusted = holm(values)
    assert all(value <= new <= 1 for value, new in zip(values, adjusted, strict=True))
    ordered = [adjusted[index] for index in np.argsort(values, kind="stable")]
    assert ordered == sorted(ordered)


def test_a_rater_counts_once_where_conditions_are_compared_within_raters() -> None:
    once = ranks_of(drawn(10, 1, dict.fromkeys(NAMES, 25.0)), NAMES)
    twice = Ranks(NAMES, once.raters * 2, np.concatenate([once.table, once.table]))
    assert friedman(twice) == friedman(once)
    assert kruskal_wallis(twice).statistic > kruskal_wallis(once).statistic


def test_too_few_rankings_are_said_and_not_computed() -> None:
    few = some(1, raters=4)
    for test in (kruskal_wallis, dunn):
        with pytest.raises(TooFew, match="4 rankings, and 5 at least"):
            test(few)
    for test in (friedman, nemenyi):
        with pytest.raises(TooFew, match="4 raters, and 5 at least"):
            test(few)
        with pytest.raises(TooFew, match="2 conditions, and 3 at least"):
            test(ranks_of(drawn(9, 1, dict.fromkeys(NAMES[:2], 25.0)), NAMES[:2]))


def test_raters_who_tell_no_conditions_apart_show_no_difference() -> None:
    there, back = Ranking("", NAMES), Ranking("", NAMES[::-1])
    ranks = ranks_of([replace(each, rater=str(n)) for n in range(5) for each in (there, back)], NAMES)
    assert (friedman(ranks).p, friedman(ranks).effect) == (1, 0)
    assert all(pair.p == pytest.approx(1) for pair in nemenyi(ranks))


@pytest.mark.parametrize("raters", [5, 6, 8, 11, 100])
def test_raters_of_one_mind_have_an_effect_of_one_and_no_more(raters: int) -> None:
    ranks = ranks_of([Ranking(str(n), NAMES[:2]) for n in range(raters)], NAMES[:2])
    assert kruskal_wallis(ranks).effect == pytest.approx(1)
    assert kruskal_wallis(ranks).effect <= 1
    whole = ranks_of([Ranking(str(n), NAMES) for n in range(raters)], NAMES)
    assert friedman(whole).effect == pytest.approx(1)
    assert friedman(whole).effect <= 1
    assert interval(Resamples(whole, 1).means(whole.table / 3.0)[:, 1]) is None
