"""How far a language model that judges agrees with people."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from townlet.study.ranking.rankings import Ranking, TooFew, ranks_of


@dataclass(frozen=True)
class Agreement:
    """Kendall's tau-b between the two kinds of raters' mean ranks of the conditions: 1 same order, -1 reversed."""

    tau: float
    p: float
    people: int
    """Rankings by people."""
    models: int
    """Rankings by models."""


def agreement(rankings: Sequence[Ranking], conditions: Sequence[str]) -> Agreement:
    """Between people and models over the same conditions. Raises TooFew if either has ranked nothing."""
    from scipy import stats

    people = [ranking for ranking in rankings if ranking.kind == "person"]
    models = [ranking for ranking in rankings if ranking.kind == "model"]
    if not people or not models:
        raise TooFew(f"There are {len(people)} rankings by people and {len(models)} by models; both are needed.")
    means = [ranks_of(kind, conditions).table.mean(axis=0) for kind in (people, models)]
    tau, p = stats.kendalltau(*means)
    return Agreement(float(tau), float(p), len(people), len(models))
