"""TrueSkill ratings of conditions, as the paper reports them, and what can be said of their differences.

A rating after one pass depends on the order in which rankings are taken, so passes over many orders are averaged.
"""

from __future__ import annotations

import math
import random
import warnings
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from townlet.study.ranking.rankings import Ranking, TooFew

MU, SIGMA = 25.0, 25.0 / 3
"""TrueSkill's prior (Herbrich et al. 2006), which the paper's ratings start from."""

ORDERS = 100
"""How many orders of the rankings are averaged; our choice: the mean then moves by less than 0.05."""


@dataclass(frozen=True)
class Rating:
    """A condition's skill as N(mu, sigma^2)."""

    condition: str
    mu: float
    """Mean over all orders."""
    sigma: float
    """Mean over all orders: how sure TrueSkill is, which is not how much raters differ."""
    spread: float
    """Standard deviation of mu between orders: how much of it is the order's."""


def ratings(rankings: Sequence[Ranking], orders: int = ORDERS, seed: int = 1) -> list[Rating]:
    """Each condition's rating, the highest first. Raises TooFew without a ranking."""
    if not rankings:
        raise TooFew("There are no rankings to rate from; at least one is needed.")
    world = _library().TrueSkill(mu=MU, sigma=SIGMA, draw_probability=0.0)
    names = sorted(rankings[0].order)
    passes: dict[str, list[tuple[float, float]]] = {name: [] for name in names}
    shuffled, chance = list(rankings), random.Random(seed)
    for _ in range(orders):
        chance.shuffle(shuffled)
        for name, rating in _one_pass(world, names, shuffled).items():
            passes[name].append((rating.mu, rating.sigma))
    rated = [_averaged(name, passes[name]) for name in names]
    return sorted(rated, key=lambda rating: (-rating.mu, rating.condition))


def cohens_d(one: Rating, other: Rating) -> float:
    """The difference of two skills in pooled standard deviations: (mu1 - mu2) / sqrt((sigma1^2 + sigma2^2) / 2).

    The paper prints d = 8.16 between its first and last condition; from its own mu and sigma this formula gives 12.22.
    """
    pooled = math.sqrt((one.sigma**2 + other.sigma**2) / 2)
    return (one.mu - other.mu) / pooled


def _library() -> Any:
    """The package trueskill, which warns of its own source when Python first compiles it."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DeprecationWarning)
        warnings.simplefilter("ignore", SyntaxWarning)
        import trueskill
    return trueskill


def _one_pass(world: Any, names: Sequence[str], rankings: Sequence[Ranking]) -> dict[str, Any]:
    """Ratings after all rankings in their order."""
    current = {name: world.create_rating() for name in names}
    for ranking in rankings:
        rated = world.rate([(current[name],) for name in ranking.order], ranks=range(len(ranking.order)))
        current.update({name: rating for name, (rating,) in zip(ranking.order, rated, strict=True)})
    return current


def _averaged(name: str, passes: Sequence[tuple[float, float]]) -> Rating:
    mus = [mu for mu, _ in passes]
    mean = sum(mus) / len(mus)
    spread = math.sqrt(sum((mu - mean) ** 2 for mu in mus) / len(mus))
    return Rating(name, mean, sum(sigma for _, sigma in passes) / len(passes), spread)
