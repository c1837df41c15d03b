"""Passes are those of the package `trueskill`, and rankings drawn from the paper's skills give back its order."""

from __future__ import annotations

import warnings
from collections.abc import Iterable

import numpy as np
import pytest

from evaluation.ranking.made import draw_rankings
from townlet.evaluation.ranking.ranks import build_rank_matrix
from townlet.evaluation.ranking.trueskill import PAPER_RATINGS, run_trueskill_passes

NAMES = [rating.condition for rating in PAPER_RATINGS]


def library(rankings: Iterable[Iterable[int]], players: int) -> tuple[list[float], list[float]]:
    """Mu and sigma after one pass of the package."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        trueskill = pytest.importorskip("trueskill")
    world = trueskill.TrueSkill(draw_probability=0.0)
    rated = [world.create_rating() for _ in range(players)]
    for order in rankings:
        after = world.rate([(rated[player],) for player in order])
        for player, (rating,) in zip(order, after, strict=True):
            rated[player] = rating
    return [rating.mu for rating in rated], [rating.sigma for rating in rated]


@pytest.mark.parametrize("players", [2, 3, 5, 8])
def test_a_pass_is_that_of_the_library(players: int) -> None:
    orders = np.array([np.random.default_rng(each).permutation(players) for each in range(40)])
    orders[:20] = np.sort(orders[:20])
    picks = np.array([np.arange(40), np.arange(40)[::-1]]).T
    mu, sigma = run_trueskill_passes(orders, picks)
    for lane in (0, 1):
        expected = library(orders[picks[:, lane]].tolist(), players)
        assert mu[lane] == pytest.approx(expected[0], abs=1e-5)
        assert sigma[lane] == pytest.approx(expected[1], abs=1e-5)


def test_a_lane_that_is_shorter_is_left_alone() -> None:
    orders = np.array([[0, 1, 2], [2, 1, 0], [1, 0, 2]])
    mu, _ = run_trueskill_passes(orders, np.array([[0, 0], [1, -1], [2, -1]]))
    assert mu[1] == pytest.approx(library([[0, 1, 2]], 3)[0], abs=1e-6)


def test_a_surprise_after_many_that_agree_is_taken_in() -> None:
    """The package gives up on some of these; the arithmetic here has to stand them."""
    orders = np.array([[0, 1, 2, 3, 4]] * 400 + [[4, 3, 2, 1, 0]])
    mu, sigma = run_trueskill_passes(orders, np.arange(401)[:, None])
    assert np.isfinite(mu).all()
    assert np.isfinite(sigma).all()
    assert (np.diff(mu[0]) < 0).all()


def test_rankings_drawn_from_the_papers_skills_give_back_its_order() -> None:
    repetitions, raters = 100, 100
    orders = np.concatenate(
        [build_rank_matrix(draw_rankings(raters, seed), NAMES).table.argsort(axis=1) for seed in range(repetitions)]
    )
    chance = np.random.default_rng(1)
    lanes = [chance.permutation(raters) + raters * seed for seed in range(repetitions) for _ in range(3)]
    mu, _ = run_trueskill_passes(orders, np.array(lanes).T)
    averaged = mu.reshape(repetitions, 3, len(NAMES)).mean(axis=1)
    assert sum((np.diff(each) < 0).all() for each in averaged) >= 90
