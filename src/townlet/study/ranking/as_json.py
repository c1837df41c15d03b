"""Scores as plain data; figures are not rounded, and what could not be computed is null."""

from __future__ import annotations

from townlet.engine.runfile import Json
from townlet.study.ranking.agreement import Agreement
from townlet.study.ranking.compare import Overall
from townlet.study.ranking.paper import DEGREES, RATINGS, D, H
from townlet.study.ranking.resampling import Interval
from townlet.study.ranking.scores import Scores, Standing, Versus
from townlet.study.ranking.scoring import Group, Scored
from townlet.study.ranking.skill import Rating, cohens_d


def as_json(scored: Scored) -> dict[str, Json]:
    """All of it; an interval is a pair of its ends."""
    return {
        "sessions": scored.sessions,
        "left_out": [
            {"rater": session.rater, "failed": [check.id for check in session.attention if not check.passed]}
            for session in scored.left_out
        ],
        "runs": list(scored.runs),
        "interviews": [interview.model_dump() for interview in scored.interviews],
        "seed": scored.seed,
        "people": _group(scored.people) if scored.people else None,
        "models": {group.model: _group(group) for group in scored.models},
        "agreement": {each.model: _agreement(each) for each in scored.agreements},
        "paper": {
            "conditions": [{"condition": each.condition, "mu": each.mu, "sigma": each.sigma} for each in RATINGS],
            "kruskal_wallis": {"statistic": H, "degrees": DEGREES},
            "cohens_d": {"printed": D, "of_its_mu_and_sigma": cohens_d(RATINGS[0], RATINGS[-1])},
        },
    }


def _group(group: Group) -> Json:
    position = group.position
    return {
        "sessions": group.sessions,
        **_scores(group.overall),
        "categories": {category: _scores(scores) for category, scores in group.categories.items()},
        "position": None if position is None else dict(vars(position)),
        "prompts": list(group.prompts),
    }


def _scores(scores: Scores) -> dict[str, Json]:
    return {
        "raters": scores.raters,
        "rankings": scores.rankings,
        "conditions": [_standing(standing) for standing in scores.standings],
        "kruskal_wallis": _test(scores.kruskal_wallis, "epsilon_squared"),
        "friedman": _test(scores.friedman, "kendalls_w"),
        "pairs": [_versus(pair) for pair in scores.pairs],
        "not_computed": list(scores.not_computed),
    }


def _standing(standing: Standing) -> Json:
    rating: Rating = standing.rating
    return {
        "condition": rating.condition,
        "mu": rating.mu,
        "mu_interval": _interval(rating.interval),
        "sigma": rating.sigma,
        "spread_over_orders": rating.spread,
        "mean_rank": standing.mean_rank,
        "mean_rank_interval": _interval(standing.mean_rank_interval),
        "ranked_first": standing.first,
        "ranked_first_interval": _interval(standing.first_interval),
    }


def _test(test: Overall | None, effect: str) -> Json:
    if test is None:
        return None
    return {"statistic": test.statistic, "degrees": test.degrees, "p": test.p, effect: test.effect}


def _versus(pair: Versus) -> Json:
    return {
        "one": pair.one,
        "other": pair.other,
        "cohens_d": pair.d,
        "wins": pair.wins,
        "wins_interval": _interval(pair.wins_interval),
        "dunn": {"z": pair.dunn.statistic, "p_holm": pair.dunn.p} if pair.dunn else None,
        "nemenyi": {"q": pair.nemenyi.statistic, "p": pair.nemenyi.p} if pair.nemenyi else None,
    }


def _agreement(each: Agreement) -> Json:
    questions: dict[str, Json] = {
        on.question: {"tau": on.tau, "people": on.people, "model": on.model} for on in each.questions
    }
    return {
        "tau": each.tau,
        "tau_interval": _interval(each.interval),
        "mean_tau_of_questions": each.mean,
        "questions": questions,
    }


def _interval(interval: Interval | None) -> Json:
    return None if interval is None else [interval.low, interval.high]
