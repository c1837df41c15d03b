"""TrueSkill (Herbrich, Minka and Graepel 2006) for rankings of single players without ties, many passes at a time.

The same messages in the same order as the package `trueskill` sends, with a lane of an array for each pass; tests hold
the two together. An average over a hundred orders of five hundred rankings takes seconds so, and minutes otherwise.
"""

from __future__ import annotations

import math
import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from townlet.experiments.ranking.ranks import (
    ConfidenceInterval,
    Ranking,
    RankTable,
    RaterBootstrap,
    TooFewRankings,
    percentile_interval,
)

PRIOR_MU, PRIOR_SIGMA = 25.0, 25.0 / 3
"""The prior of a skill."""

BETA = 25.0 / 6
"""Standard deviation of a performance about a skill."""

DRIFT = 25.0 / 300
"""By how much a skill may change between two rankings (tau in TrueSkill)."""

SETTLED, ROUNDS = 1e-4, 10
"""Messages go to and fro until they change by no more than this, or so many times; those of the package."""

_ROOT = math.sqrt(2 / math.pi)

Array = NDArray[np.float64]


def run_trueskill_passes(orders: NDArray[np.intp], picks: NDArray[np.intp]) -> tuple[Array, Array]:
    """Mu and sigma, each of shape (lanes, players), after a pass over rankings in each lane.

    `orders` has a row a ranking: the players, best first. `picks` has a row a step and a column a lane: which ranking
    is taken, -1 for none.
    """
    lanes = np.arange(picks.shape[1])
    mu, variance = (np.full((orders.shape[1], len(lanes)), value) for value in (PRIOR_MU, PRIOR_SIGMA**2))
    for pick in picks:
        taken = lanes[pick >= 0]
        players = orders[pick[taken]].T, taken
        mu[players], variance[players] = _skills_after_ranking(mu[players], variance[players] + DRIFT**2)
    return mu.T, np.sqrt(variance.T)


def _skills_after_ranking(mu: Array, variance: Array) -> tuple[Array, Array]:
    """Skills after one ranking; a row a player, the best first."""
    heard = _Performances(mu, variance + BETA**2).settled()
    skills = []
    for place, (precision, sum_) in enumerate(heard):
        blurred = 1 + BETA**2 * precision
        known = 1 / variance[place] + precision / blurred
        skills.append(((mu[place] / variance[place] + sum_ / blurred) / known, 1 / known))
    return np.array([mean for mean, _ in skills]), np.array([left for _, left in skills])


Message = tuple[Array, Array]
"""What is known of a number, as precision and precision times mean; a lane each."""


class _Performances:
    """What neighbours in a ranking tell one another."""

    def __init__(self, mu: Array, variance: Array) -> None:
        from scipy.special import erfcx

        self._erfcx = erfcx
        self._own: list[Message] = list(zip(1 / variance, mu / variance, strict=True))
        nothing = np.zeros_like(mu[0]), np.zeros_like(mu[0])
        pairs = len(mu) - 1
        self._to_upper, self._to_lower, self._won = [nothing] * pairs, [nothing] * pairs, [nothing] * pairs
        """For each pair of neighbours: what its upper hears of it, what its lower does, and how far it was ahead."""

    def settled(self) -> list[Message]:
        """What each performance hears in the end."""
        last = len(self._won) - 1
        for _ in range(ROUNDS):
            changes = [self._compared(pair, downwards=True) for pair in range(max(last, 1))]
            changes += [self._compared(pair, downwards=False) for pair in range(last, 0, -1)]
            if max(changes) <= SETTLED:
                break
        self._tell_upper(0)
        self._tell_lower(last)
        between = [_message_sum(lower, upper) for lower, upper in zip(self._to_lower, self._to_upper[1:], strict=False)]
        return [self._to_upper[0], *between, self._to_lower[last]]

    def _compared(self, pair: int, downwards: bool) -> float:
        """Take in that the upper of a pair was better, and tell the one or the other; by how much it changed."""
        (upper, upper_sum), (lower, lower_sum) = self._upper(pair), self._lower(pair)
        variance = 1 / upper + 1 / lower
        mean, spread = upper_sum / upper - lower_sum / lower, np.sqrt(variance)
        ahead = mean / spread
        shift = _ROOT / self._erfcx(ahead * -math.sqrt(0.5))
        shrunk = shift * (shift + ahead)
        left = variance * (1 - shrunk)
        before, after = self._won[pair], (shrunk / left, (mean * shrunk + spread * shift) / left)
        self._won[pair] = after
        if downwards:
            self._tell_lower(pair)
        else:
            self._tell_upper(pair)
        change, of_sum = np.abs(after[0] - before[0]), np.abs(after[1] - before[1])
        return max(float(of_sum.max()), math.sqrt(change.max()))

    def _upper(self, pair: int) -> Message:
        """The upper performance without what this pair tells it."""
        return _message_sum(self._own[pair], self._to_lower[pair - 1]) if pair else self._own[pair]

    def _lower(self, pair: int) -> Message:
        own = self._own[pair + 1]
        return _message_sum(own, self._to_upper[pair + 1]) if pair + 1 < len(self._won) else own

    def _tell_upper(self, pair: int) -> None:
        (precision, sum_), (won, won_sum) = self._lower(pair), self._won[pair]
        share = 1 + won / precision
        self._to_upper[pair] = won / share, (sum_ / precision * won + won_sum) / share

    def _tell_lower(self, pair: int) -> None:
        (precision, sum_), (won, won_sum) = self._upper(pair), self._won[pair]
        share = 1 + won / precision
        self._to_lower[pair] = won / share, (sum_ / precision * won - won_sum) / share


def _message_sum(one: Message, other: Message) -> Message:
    return one[0] + other[0], one[1] + other[1]


ORDERS = 100
"""How many orders of the rankings are averaged; our choice: the mean then moves by about 0.05."""

RESAMPLED, ORDERS_EACH = 200, 4
"""How many resamples an interval of mu comes from, and how many orders are averaged in each."""


@dataclass(frozen=True)
class SkillRating:
    """A condition's skill as N(mu, sigma^2)."""

    condition: str
    mu: float
    """Mean over all orders."""
    sigma: float
    """Mean over all orders: how sure TrueSkill is, which is not how much raters differ."""
    spread: float = 0.0
    """Standard deviation of mu between orders: how much of it is the order's."""
    interval: ConfidenceInterval | None = None
    """Of mu over resamples of raters; None where there are too few of them."""


def rate_conditions(
    ranks: RankTable, seed: int, resamples: RaterBootstrap | None = None, orders: int = ORDERS
) -> list[SkillRating]:
    """Each condition's rating, in the order of `ranks`; with intervals if there are resamples. Raises TooFew."""
    if not len(ranks.table):
        raise TooFewRankings("no rankings, and 1 at least is needed")
    chance, every = np.random.default_rng(seed), np.arange(len(ranks.table))
    lanes = [chance.permutation(every) for _ in range(orders)]
    if resamples:
        lanes += [chance.permutation(resamples.rows(n)) for n in range(RESAMPLED) for _ in range(ORDERS_EACH)]
    mu, sigma = run_trueskill_passes(ranks.table.argsort(axis=1), _side_by_side(lanes))
    resampled = mu[orders:].reshape(-1, ORDERS_EACH, mu.shape[1]).mean(axis=1)
    return [
        SkillRating(
            name,
            float(mu[:orders, place].mean()),
            float(sigma[:orders, place].mean()),
            float(mu[:orders, place].std()),
            percentile_interval(resampled[:, place]) if resamples else None,
        )
        for place, name in enumerate(ranks.conditions)
    ]


def compute_cohens_d(one: SkillRating, other: SkillRating) -> float:
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


PERFORMANCE_NOISE = 25 / 6
"""TrueSkill's beta: the standard deviation of one performance about a skill."""

PAPER_RATINGS = (
    SkillRating("full", 29.89, 0.72),
    SkillRating("no-reflection", 26.88, 0.69),
    SkillRating("no-planning", 25.64, 0.68),
    SkillRating("people", 22.95, 0.69),
    SkillRating("no-memory", 21.21, 0.70),
)
"""Mu and sigma as printed; 'people' are its crowdworkers."""

PAPER_H, PAPER_DEGREES, PAPER_D = 150.29, 4, 8.16
"""Its Kruskal-Wallis statistic, and the effect size it prints between the first and the last condition."""


def draw_rankings(raters: int, seed: int, skills: Mapping[str, float] | None = None) -> list[Ranking]:
    """Rankings as raters would give who see each condition's skill through noise; one a rater."""
    chance = random.Random(seed)
    skills = skills or {rating.condition: rating.mu for rating in PAPER_RATINGS}
    rankings = []
    for rater in range(raters):
        seen = {name: chance.gauss(mu, PERFORMANCE_NOISE) for name, mu in skills.items()}
        rankings.append(Ranking(f"rater {rater + 1}", tuple(sorted(seen, key=lambda name: -seen[name]))))
    return rankings
