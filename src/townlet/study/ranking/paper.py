"""What the paper found (Park et al. 2023, section 6.5), to be compared with and never aimed at."""

from __future__ import annotations

import random
from collections.abc import Mapping

from townlet.study.ranking.rankings import Ranking
from townlet.study.ranking.skill import Rating

NOISE = 25 / 6
"""TrueSkill's beta: the standard deviation of one performance about a skill."""

RATINGS = (
    Rating("full", 29.89, 0.72),
    Rating("no-reflection", 26.88, 0.69),
    Rating("no-planning", 25.64, 0.68),
    Rating("people", 22.95, 0.69),
    Rating("no-memory", 21.21, 0.70),
)
"""Mu and sigma as printed; 'people' are its crowdworkers."""

H, DEGREES, D = 150.29, 4, 8.16
"""Its Kruskal-Wallis statistic, and the effect size it prints between the first and the last condition."""


def drawn(raters: int, seed: int, skills: Mapping[str, float] | None = None) -> list[Ranking]:
    """Rankings as raters would give who see each condition's skill through noise; one a rater."""
    chance = random.Random(seed)
    skills = skills or {rating.condition: rating.mu for rating in RATINGS}
    rankings = []
    for rater in range(raters):
        seen = {name: chance.gauss(mu, NOISE) for name, mu in skills.items()}
        rankings.append(Ranking(f"rater {rater + 1}", tuple(sorted(seen, key=lambda name: -seen[name]))))
    return rankings
