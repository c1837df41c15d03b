"""TrueSkill (Herbrich, Minka and Graepel 2006) ratings of conditions from rankings without ties, vectorised.

It passes the same messages in the same order as the package `trueskill`, which the tests compare it with, but computes
many passes at once, each in its own lane of an array. Averaging a hundred orders of five hundred rankings takes
seconds that way instead of minutes.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from townlet.evaluation.ranking.ranks import (
    RankMatrix,
    RaterBootstrap,
    TooFewRankings,
    percentile_interval,
)
from townlet.measures.statistics import ConfidenceInterval

PRIOR_MU, PRIOR_SIGMA = 25.0, 25.0 / 3
"""Mean and standard deviation of the prior of a skill."""

BETA = 25.0 / 6
"""Standard deviation of a performance around the skill (beta in TrueSkill)."""

DRIFT = 25.0 / 300
"""Standard deviation of how a skill changes between two rankings (tau in TrueSkill)."""

SETTLED, ROUNDS = 1e-4, 10
"""Messages are passed until none changes by more than `SETTLED`, at most `ROUNDS` times; as in the package."""

_ROOT = math.sqrt(2 / math.pi)

Array = NDArray[np.float64]


def run_trueskill_passes(orders: NDArray[np.intp], picks: NDArray[np.intp]) -> tuple[Array, Array]:
    """Return mu and sigma, each of shape (lanes, players), after one pass over rankings in each lane.

    `orders` has one row for each ranking: the players, best first. `picks` has one row for each step and one column for
    each lane: the number of the ranking to take, or -1 for none.
    """
    lanes = np.arange(picks.shape[1])
    mu, variance = (np.full((orders.shape[1], len(lanes)), value) for value in (PRIOR_MU, PRIOR_SIGMA**2))
    for pick in picks:
        taken = lanes[pick >= 0]
        players = orders[pick[taken]].T, taken
        mu[players], variance[players] = _skills_after_ranking(mu[players], variance[players] + DRIFT**2)
    return mu.T, np.sqrt(variance.T)


def _skills_after_ranking(mu: Array, variance: Array) -> tuple[Array, Array]:
    """Return the skills after one ranking, with one row for each player, the best first."""
    messages = _Performances(mu, variance + BETA**2).pass_messages()
    skills = []
    for index, (precision, sum_) in enumerate(messages):
        blurred = 1 + BETA**2 * precision
        known = 1 / variance[index] + precision / blurred
        skills.append(((mu[index] / variance[index] + sum_ / blurred) / known, 1 / known))
    return np.array([mean for mean, _ in skills]), np.array([left for _, left in skills])


Message = tuple[Array, Array]
"""A Gaussian message as precision and precision times mean, with one element for each lane."""


class _Performances:
    """The factor graph of one ranking: neighbours pass messages about the difference of their performances."""

    def __init__(self, mu: Array, variance: Array) -> None:
        from scipy.special import erfcx

        self._erfcx = erfcx
        self._own: list[Message] = list(zip(1 / variance, mu / variance, strict=True))
        nothing = np.zeros_like(mu[0]), np.zeros_like(mu[0])
        pairs = len(mu) - 1
        self._to_upper, self._to_lower, self._won = [nothing] * pairs, [nothing] * pairs, [nothing] * pairs
        """For each pair of neighbours, the message to the better one, to the other, and the difference itself."""

    def pass_messages(self) -> list[Message]:
        """Pass messages until they settle; return the final message to each performance."""
        last = len(self._won) - 1
        for _ in range(ROUNDS):
            changes = [self._update_pair(pair, downwards=True) for pair in range(max(last, 1))]
            changes += [self._update_pair(pair, downwards=False) for pair in range(last, 0, -1)]
            if max(changes) <= SETTLED:
                break
        self._send_up(0)
        self._send_down(last)
        between = [_message_sum(lower, upper) for lower, upper in zip(self._to_lower, self._to_upper[1:], strict=False)]
        return [self._to_upper[0], *between, self._to_lower[last]]

    def _update_pair(self, pair: int, downwards: bool) -> float:
        """Pass the message that the upper of a pair is better, down or up, and return how much the message changed."""
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
            self._send_down(pair)
        else:
            self._send_up(pair)
        change, of_sum = np.abs(after[0] - before[0]), np.abs(after[1] - before[1])
        return max(float(of_sum.max()), math.sqrt(change.max()))

    def _upper(self, pair: int) -> Message:
        """Return what is known of the upper performance apart from this pair."""
        return _message_sum(self._own[pair], self._to_lower[pair - 1]) if pair else self._own[pair]

    def _lower(self, pair: int) -> Message:
        """Return what is known of the lower performance apart from this pair."""
        own = self._own[pair + 1]
        return _message_sum(own, self._to_upper[pair + 1]) if pair + 1 < len(self._won) else own

    def _send_up(self, pair: int) -> None:
        (precision, sum_), (won, won_sum) = self._lower(pair), self._won[pair]
        share = 1 + won / precision
        self._to_upper[pair] = won / share, (sum_ / precision * won + won_sum) / share

    def _send_down(self, pair: int) -> None:
        (precision, sum_), (won, won_sum) = self._upper(pair), self._won[pair]
        share = 1 + won / precision
        self._to_lower[pair] = won / share, (sum_ / precision * won - won_sum) / share


def _message_sum(one: Message, other: Message) -> Message:
    """Return the product of two Gaussians, whose natural parameters add up."""
    return one[0] + other[0], one[1] + other[1]


ORDERS = 100
"""How many random orders of the rankings are averaged. Our choice: the mean then varies by about 0.05."""

RESAMPLED, ORDERS_EACH = 200, 4
"""How many resamples the interval of mu rests on, and how many orders are averaged in each."""


@dataclass(frozen=True)
class SkillRating:
    """A condition's skill as N(mu, sigma^2)."""

    condition: str
    mu: float
    """The mean of mu over all orders."""
    sigma: float
    """The mean of sigma over all orders: how sure TrueSkill is, which is not how much raters differ."""
    spread: float = 0.0
    """The standard deviation of mu between orders: how much mu depends on the order."""
    interval: ConfidenceInterval | None = None
    """The bootstrap interval of mu over raters; None if there are too few."""


def rate_conditions(
    ranks: RankMatrix, seed: int, resamples: RaterBootstrap | None = None, orders: int = ORDERS
) -> list[SkillRating]:
    """Return each condition's rating, in the order of `ranks`, with intervals if there are resamples.

    TrueSkill depends on the order of the rankings, so ratings are averaged over random orders. Raises TooFewRankings.
    """
    if not len(ranks.table):
        raise TooFewRankings("no rankings; at least 1 is needed")
    rng, every = np.random.default_rng(seed), np.arange(len(ranks.table))
    lanes = [rng.permutation(every) for _ in range(orders)]
    if resamples:
        lanes += [rng.permutation(resamples.rows(n)) for n in range(RESAMPLED) for _ in range(ORDERS_EACH)]
    mu, sigma = run_trueskill_passes(ranks.table.argsort(axis=1), _side_by_side(lanes))
    resampled = mu[orders:].reshape(-1, ORDERS_EACH, mu.shape[1]).mean(axis=1)
    return [
        SkillRating(
            name,
            float(mu[:orders, index].mean()),
            float(sigma[:orders, index].mean()),
            float(mu[:orders, index].std()),
            percentile_interval(resampled[:, index]) if resamples else None,
        )
        for index, name in enumerate(ranks.conditions)
    ]


def compute_cohens_d(one: SkillRating, other: SkillRating) -> float:
    """Return the difference of two skills in pooled standard deviations: (mu1 - mu2) / sqrt((sigma1^2 + sigma2^2) / 2).

    The paper prints d = 8.16 between its first and last condition; this formula gives 12.22 for the mu and
    sigma that it prints.
    """
    pooled = math.sqrt((one.sigma**2 + other.sigma**2) / 2)
    return (one.mu - other.mu) / pooled


def _side_by_side(lanes: Sequence[NDArray[np.intp]]) -> NDArray[np.intp]:
    """Return the lanes as columns, padded with -1 to the same length."""
    picks = np.full((max(map(len, lanes)), len(lanes)), -1, np.intp)
    for index, lane in enumerate(lanes):
        picks[: len(lane), index] = lane
    return picks


PAPER_RATINGS = (
    SkillRating("full", 29.89, 0.72),
    SkillRating("no-reflection", 26.88, 0.69),
    SkillRating("no-planning", 25.64, 0.68),
    SkillRating("people", 22.95, 0.69),
    SkillRating("no-memory", 21.21, 0.70),
)
"""Mu and sigma as the paper prints them (section 6.5); 'people' are its crowdworkers."""

PAPER_H, PAPER_DEGREES, PAPER_D = 150.29, 4, 8.16
"""The paper's Kruskal-Wallis H with its degrees of freedom, and Cohen's d between its first and last condition."""
