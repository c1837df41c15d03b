"""Rankings made up for tests."""

from __future__ import annotations

import random
from collections.abc import Mapping

from townlet.evaluation.ranking.ranks import Ranking
from townlet.evaluation.ranking.sessions import AttentionCheck, RankedQuestion, RaterSession
from townlet.evaluation.ranking.trueskill import BETA, PAPER_RATINGS

SKILLS = {"amber": 28.0, "birch": 26.0, "cedar": 24.0, "dune": 21.0}
CATEGORIES = ("doing", "knowing", "liking")


def sessions(
    raters: int, seed: int = 1, skills: Mapping[str, float] = SKILLS, model: str = "", failed: tuple[int, ...] = ()
) -> list[RaterSession]:
    """One question of each category a rater, by raters who see each condition's skill through noise."""
    chance = random.Random(seed)
    return [
        RaterSession(
            rater=f"{model} r{number}",
            kind="model" if model else "person",
            model=model,
            run="a run",
            person=f"Una {number}",
            attention=(AttentionCheck(id="told", passed=number not in failed),),
            rankings=tuple(
                RankedQuestion(
                    question=f"{category}-{chance.randint(1, 2)}",
                    category=category,
                    order=_order(skills, chance),
                    shown=tuple(chance.sample(sorted(skills), len(skills))),
                )
                for category in CATEGORIES
            ),
        )
        for number in range(raters)
    ]


def draw_rankings(raters: int, seed: int, skills: Mapping[str, float] | None = None) -> list[Ranking]:
    """Draw one ranking for each rater, who sees each condition's skill (the paper's, unless given) through noise."""
    chance = random.Random(seed)
    skills = skills or {rating.condition: rating.mu for rating in PAPER_RATINGS}
    return [Ranking(f"rater {rater + 1}", _order(skills, chance)) for rater in range(raters)]


def _order(skills: Mapping[str, float], chance: random.Random) -> tuple[str, ...]:
    seen = {name: chance.gauss(mu, BETA) for name, mu in skills.items()}
    return tuple(sorted(seen, key=lambda name: -seen[name]))
