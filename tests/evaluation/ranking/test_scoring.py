"""Scores of a rankings file: the libraries' own on what was saved, whatever its order and the conditions' names."""

from __future__ import annotations

import json
import random
import warnings
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import stats

from evaluation.ranking.made import CATEGORIES, SKILLS, sessions
from evaluation.ranking.test_trueskill import library
from townlet.evaluation.ranking.agreement import kendall_taus
from townlet.evaluation.ranking.ranks import TooFewRankings
from townlet.evaluation.ranking.scores import RankingScores, ScoredRankings, score_sessions, scores_as_json
from townlet.evaluation.ranking.sessions import RaterSession, append_session, read_sessions
from townlet.evaluation.ranking.trueskill import ORDERS

NAMES = sorted(SKILLS)


@pytest.fixture(scope="module")
def saved(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Twelve people, two of them inattentive, and a model of another mind."""
    file = tmp_path_factory.mktemp("rankings") / "rankings.jsonl"
    backwards = dict(zip(SKILLS, reversed(SKILLS.values()), strict=True))
    for session in [*sessions(12, failed=(3, 7)), *sessions(8, 2, backwards, "a model")]:
        append_session(session, file)
    return file


@pytest.fixture(scope="module")
def scored(saved: Path) -> ScoredRankings:
    return score_sessions(read_sessions(saved), seed=3)


@pytest.fixture(scope="module")
def by_people(saved: Path) -> dict[str, list[list[str]]]:
    """Each attentive person's orders, read by hand."""
    lines = [json.loads(line) for line in saved.read_text(encoding="utf-8").splitlines()]
    return {
        line["rater"]: [ranked["order"] for ranked in line["rankings"]]
        for line in lines
        if line["kind"] == "person" and all(check["passed"] for check in line["attention"])
    }


def table(orders: list[list[str]], names: list[str]) -> np.ndarray[Any, Any]:
    return np.array([[order.index(name) + 1 for name in names] for order in orders])


def test_tests_are_those_of_the_libraries(scored: ScoredRankings, by_people: dict[str, list[list[str]]]) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        posthocs = pytest.importorskip("scikit_posthocs")
    assert scored.people
    scores = scored.people.overall
    names = [standing.rating.condition for standing in scores.standings]
    all_ranks = table([order for orders in by_people.values() for order in orders], names)
    a_rater = np.array([table(orders, names).mean(axis=0) for orders in by_people.values()])
    assert scores.kruskal_wallis
    assert scores.friedman
    assert (scores.raters, scores.rankings) == (10, 30)
    h, p = stats.kruskal(*all_ranks.T)
    assert (scores.kruskal_wallis.statistic, scores.kruskal_wallis.p) == pytest.approx((h, p))
    chi, p = stats.friedmanchisquare(*a_rater.T)
    assert (scores.friedman.statistic, scores.friedman.p) == pytest.approx((chi, p))
    assert scores.friedman.effect == pytest.approx(chi / (10 * 3))
    dunn = posthocs.posthoc_dunn(list(all_ranks.T), p_adjust="holm").to_numpy()
    nemenyi = posthocs.posthoc_nemenyi_friedman(a_rater).to_numpy()
    assert len(scores.pairs) == 6
    for pair in scores.pairs:
        one, other = names.index(pair.one), names.index(pair.other)
        assert pair.dunn
        assert pair.nemenyi
        assert pair.dunn.p == pytest.approx(dunn[one, other], rel=1e-9)
        assert pair.nemenyi.p == pytest.approx(nemenyi[one, other], rel=1e-6, abs=1e-9)
        assert pair.wins == pytest.approx((all_ranks[:, one] < all_ranks[:, other]).mean())
    for place, standing in enumerate(scores.standings):
        assert standing.mean_rank == pytest.approx(all_ranks[:, place].mean())
        assert standing.share_ranked_first == pytest.approx((all_ranks[:, place] == 1).mean())


def test_ratings_are_the_mean_of_the_librarys_passes(
    scored: ScoredRankings, by_people: dict[str, list[list[str]]]
) -> None:
    orders = [order for _, orders in sorted(by_people.items()) for order in orders]
    players = np.array([[NAMES.index(name) for name in order] for order in orders])
    chance = np.random.default_rng(3)
    mus = np.array([library(players[chance.permutation(len(orders))].tolist(), 4)[0] for _ in range(ORDERS)])
    assert scored.people
    for standing in scored.people.overall.standings:
        of = mus[:, NAMES.index(standing.rating.condition)]
        assert standing.rating.mu == pytest.approx(of.mean(), abs=1e-5)
        assert standing.rating.spread == pytest.approx(of.std(), abs=1e-5)
        assert standing.rating.interval
        assert standing.rating.interval.low < standing.rating.mu < standing.rating.interval.high


def test_people_and_models_are_apart_and_their_agreement_is_kendalls(scored: ScoredRankings) -> None:
    assert scored.people
    [model], [agreement] = scored.models, scored.agreements
    assert (model.model, model.overall.rankings) == ("a model", 24)

    def means(scores: RankingScores) -> list[float]:
        of = {standing.rating.condition: standing.mean_rank for standing in scores.standings}
        return [of[name] for name in NAMES]

    assert agreement.tau == pytest.approx(stats.kendalltau(means(scored.people.overall), means(model.overall))[0])
    assert agreement.tau < 0
    assert agreement.interval
    assert agreement.interval.low <= agreement.tau <= agreement.interval.high
    assert len(agreement.questions) == 6
    assert sum(each.model for each in agreement.questions) == 24


def test_each_category_is_scored_by_itself(saved: Path, scored: ScoredRankings) -> None:
    assert scored.people
    assert tuple(scored.people.categories) == CATEGORIES
    only = [
        session.model_copy(update={"rankings": tuple(each for each in session.rankings if each.category == "knowing")})
        for session in read_sessions(saved)
    ]
    alone = score_sessions(only, seed=3).people
    assert alone
    assert alone.overall == scored.people.categories["knowing"]
    assert not alone.categories


def test_who_was_not_attentive_is_left_out_and_named(scored: ScoredRankings) -> None:
    assert scored.sessions == 20
    assert [session.rater for session in scored.left_out] == [" r3", " r7"]
    with pytest.raises(TooFewRankings, match="2 failed an attention check"):
        score_sessions(scored.left_out)


def test_the_order_of_lines_changes_nothing(saved: Path, scored: ScoredRankings) -> None:
    lines = read_sessions(saved)
    shuffled = [
        each.model_copy(update={"rankings": each.rankings[::-1]}) for each in random.Random(1).sample(lines, len(lines))
    ]
    assert json.dumps(scores_as_json(score_sessions(shuffled, seed=3))) == json.dumps(scores_as_json(scored))


@settings(max_examples=5, deadline=None)
@given(st.permutations(NAMES))
def test_conditions_by_other_names_have_the_same_figures(names: list[str]) -> None:
    new = dict(zip(NAMES, names, strict=True))

    def renamed(session: RaterSession) -> RaterSession:
        ranked = [
            each.model_copy(update={"order": tuple(new[n] for n in each.order), "shown": ()})
            for each in session.rankings
        ]
        return session.model_copy(update={"rankings": tuple(ranked)})

    few = sessions(4)
    before, after = (score_sessions(each, seed=1).people for each in (few, [renamed(session) for session in few]))
    assert before
    assert after
    for one, other in zip(before.overall.standings, after.overall.standings, strict=True):
        assert replace(one, rating=replace(one.rating, condition=new[one.rating.condition])) == other


def test_what_is_too_little_is_said(saved: Path) -> None:
    scores = score_sessions(read_sessions(saved)[:1]).people
    assert scores
    assert scores.overall.standings[0].rating.interval is None
    assert scores.overall.friedman is None
    assert scores.overall.not_computed == (
        "Intervals: 1 rater; at least 5 are needed",
        "Friedman and Nemenyi: 1 rater; at least 5 are needed",
        "Kruskal-Wallis and Dunn: 3 rankings; at least 5 are needed",
    )


def test_tau_is_scipys_with_ties_too() -> None:
    chance = np.random.default_rng(1)
    one, other = chance.integers(0, 4, (30, 5)).astype(float), chance.integers(0, 4, (30, 5)).astype(float)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        expected = [stats.kendalltau(a, b)[0] for a, b in zip(one, other, strict=True)]
    assert kendall_taus(one, other) == pytest.approx(expected, nan_ok=True)
    assert np.isnan(kendall_taus(np.ones(4), np.arange(4.0)))
