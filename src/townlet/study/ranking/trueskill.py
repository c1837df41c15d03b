"""TrueSkill (Herbrich, Minka and Graepel 2006) for rankings of single players without ties, many passes at a time.

The same messages in the same order as the package `trueskill` sends, with a lane of an array for each pass; tests hold
the two together. An average over a hundred orders of five hundred rankings takes seconds so, and minutes otherwise.
"""

from __future__ import annotations

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
    weight = heard[0] / (1 + BETA**2 * heard[0]), heard[1] / (1 + BETA**2 * heard[0])
    precision = 1 / variance + weight[0]
    return (mu / variance + weight[1]) / precision, 1 / precision


class _Performances:
    """What neighbours in a ranking tell one another. All is kept as precision and precision times mean."""

    def __init__(self, mu: Array, variance: Array) -> None:
        self.own = np.array([1 / variance, mu / variance])
        _, players, lanes = self.own.shape
        self.last = players - 2
        """The last pair of neighbours; the first is 0."""
        self.to_upper, self.to_lower, self.won = (np.zeros((2, players - 1, lanes)) for _ in range(3))
        """For each pair: what its upper hears of it, what its lower hears, and what is heard of their difference."""

    def settled(self) -> Array:
        """What each performance hears in the end, of shape (2, players, lanes)."""
        for _ in range(ROUNDS):
            changes = [self._compared(pair, downwards=True) for pair in range(max(self.last, 1))]
            changes += [self._compared(pair, downwards=False) for pair in range(self.last, 0, -1)]
            if max(changes) <= SETTLED:
                break
        self._tell_upper(0)
        self._tell_lower(self.last)
        heard = np.zeros_like(self.own)
        heard[:, :-1] += self.to_upper
        heard[:, 1:] += self.to_lower
        return heard

    def _compared(self, pair: int, downwards: bool) -> float:
        """Take in that the upper of a pair was better, and tell the one or the other; by how much it changed."""
        from scipy.special import erfcx

        (precision, sum_), (other, other_sum) = self._upper(pair), self._lower(pair)
        variance = 1 / precision + 1 / other
        mean, spread = sum_ / precision - other_sum / other, np.sqrt(variance)
        ahead = mean / spread
        shift = np.sqrt(2 / np.pi) / erfcx(-ahead / np.sqrt(2))
        shrunk = shift * (shift + ahead)
        left = variance * (1 - shrunk)
        before = self.won[:, pair].copy()
        self.won[:, pair] = shrunk / left, (mean * shrunk + spread * shift) / left
        if downwards:
            self._tell_lower(pair)
        else:
            self._tell_upper(pair)
        change = np.abs(self.won[:, pair] - before)
        return max(float(change[1].max()), float(np.sqrt(change[0].max())))

    def _upper(self, pair: int) -> Array:
        """The upper performance without what this pair tells it."""
        return self.own[:, pair] + self.to_lower[:, pair - 1] if pair else self.own[:, pair]

    def _lower(self, pair: int) -> Array:
        own = self.own[:, pair + 1]
        return own + self.to_upper[:, pair + 1] if pair < self.last else own

    def _tell_upper(self, pair: int) -> None:
        (precision, sum_), won = self._lower(pair), self.won[:, pair]
        share = 1 + won[0] / precision
        self.to_upper[:, pair] = won[0] / share, (sum_ / precision * won[0] + won[1]) / share

    def _tell_lower(self, pair: int) -> None:
        (precision, sum_), won = self._upper(pair), self.won[:, pair]
        share = 1 + won[0] / precision
        self.to_lower[:, pair] = won[0] / share, (sum_ / precision * won[0] - won[1]) / share
