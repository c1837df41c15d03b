"""TrueSkill (Herbrich, Minka and Graepel 2006) for rankings of single players without ties, many passes at a time.

The same messages in the same order as the package `trueskill` sends, with a lane of an array for each pass; tests hold
the two together. An average over a hundred orders of five hundred rankings takes seconds so, and minutes otherwise.
"""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray

MU, SIGMA = 25.0, 25.0 / 3
"""The prior of a skill."""

BETA = 25.0 / 6
"""Standard deviation of a performance about a skill."""

DRIFT = 25.0 / 300
"""By how much a skill may change between two rankings (tau in TrueSkill)."""

SETTLED, ROUNDS = 1e-4, 10
"""Messages go to and fro until they change by no more than this, or so many times; those of the package."""

_ROOT = math.sqrt(2 / math.pi)

Array = NDArray[np.float64]


def passes(orders: NDArray[np.intp], picks: NDArray[np.intp]) -> tuple[Array, Array]:
    """Mu and sigma, each of shape (lanes, players), after a pass over rankings in each lane.

    `orders` has a row a ranking: the players, best first. `picks` has a row a step and a column a lane: which ranking
    is taken, -1 for none.
    """
    lanes = np.arange(picks.shape[1])
    mu, variance = (np.full((orders.shape[1], len(lanes)), value) for value in (MU, SIGMA**2))
    for pick in picks:
        taken = lanes[pick >= 0]
        players = orders[pick[taken]].T, taken
        mu[players], variance[players] = _ranked(mu[players], variance[players] + DRIFT**2)
    return mu.T, np.sqrt(variance.T)


def _ranked(mu: Array, variance: Array) -> tuple[Array, Array]:
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
        between = [_sum(lower, upper) for lower, upper in zip(self._to_lower, self._to_upper[1:], strict=False)]
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
        return _sum(self._own[pair], self._to_lower[pair - 1]) if pair else self._own[pair]

    def _lower(self, pair: int) -> Message:
        own = self._own[pair + 1]
        return _sum(own, self._to_upper[pair + 1]) if pair + 1 < len(self._won) else own

    def _tell_upper(self, pair: int) -> None:
        (precision, sum_), (won, won_sum) = self._lower(pair), self._won[pair]
        share = 1 + won / precision
        self._to_upper[pair] = won / share, (sum_ / precision * won + won_sum) / share

    def _tell_lower(self, pair: int) -> None:
        (precision, sum_), (won, won_sum) = self._upper(pair), self._won[pair]
        share = 1 + won / precision
        self._to_lower[pair] = won / share, (sum_ / precision * won - won_sum) / share


def _sum(one: Message, other: Message) -> Message:
    return one[0] + other[0], one[1] + other[1]
