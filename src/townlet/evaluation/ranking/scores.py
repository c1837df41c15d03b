"""Scores of a set of rankings: the standing of each condition, significance tests and effect sizes."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

from townlet.evaluation.ranking.agreement import JudgeAgreement, PositionBias, compute_agreement, measure_position_bias
from townlet.evaluation.ranking.ranks import (
    CountedUnit,
    Ranking,
    RankMatrix,
    RaterBootstrap,
    TooFewRankings,
    build_rank_matrix,
    percentile_interval,
)
from townlet.evaluation.ranking.sessions import RankedInterview, RaterSession
from townlet.evaluation.ranking.significance import (
    OverallTest,
    PairTest,
    run_dunn,
    run_friedman,
    run_kruskal_wallis,
    run_nemenyi,
)
from townlet.evaluation.ranking.trueskill import (
    PAPER_D,
    PAPER_DEGREES,
    PAPER_H,
    PAPER_RATINGS,
    SkillRating,
    compute_cohens_d,
    rate_conditions,
)
from townlet.measures.extras import import_extra
from townlet.measures.statistics import ConfidenceInterval
from townlet.runfile import Json


@dataclass(frozen=True)
class ConditionStanding:
    """The standing of one condition. Intervals are None if there are too few raters."""

    rating: SkillRating
    mean_rank: float
    """The mean rank, where 1 is best."""
    mean_rank_interval: ConfidenceInterval | None
    share_ranked_first: float
    """The share of rankings in which the condition comes first."""
    share_ranked_first_interval: ConfidenceInterval | None


@dataclass(frozen=True)
class ConditionComparison:
    """The comparison of a condition (`one`) with another that has a lower mu."""

    one: str
    other: str
    cohens_d: float
    """Cohen's d of the two ratings; see `compute_cohens_d`."""
    wins: float
    """The share of rankings in which `one` comes before `other`: the common-language effect size."""
    wins_interval: ConfidenceInterval | None
    dunn: PairTest | None
    """Dunn's test; None if there are too few rankings."""
    nemenyi: PairTest | None
    """Nemenyi's test; None if there are too few raters."""


@dataclass(frozen=True)
class RankingScores:
    """The scores of rankings by one kind of raters."""

    rankings: int
    raters: int
    standings: tuple[ConditionStanding, ...]
    """The conditions, the highest mu first."""
    kruskal_wallis: OverallTest | None
    friedman: OverallTest | None
    pairs: tuple[ConditionComparison, ...]
    not_computed: tuple[str, ...]
    """What is missing for lack of data, such as 'Friedman and Nemenyi: 4 raters; at least 5 are needed'."""


def score_ranks(ranks: RankMatrix, seed: int) -> RankingScores:
    """Return all scores of one table of ranks. Raises TooFewRankings if it is empty."""
    missing: list[str] = []
    resamples = _or_none(lambda: RaterBootstrap(ranks, seed), "Intervals", missing)
    rated = sorted(rate_conditions(ranks, seed, resamples), key=lambda rating: (-rating.mu, rating.condition))
    ranks = ranks.in_order([rating.condition for rating in rated])
    none = (None, [None] * math.comb(len(rated), 2))
    by_raters = _or_none(lambda: (run_friedman(ranks), run_nemenyi(ranks)), "Friedman and Nemenyi", missing)
    by_ranks = _or_none(lambda: (run_kruskal_wallis(ranks), run_dunn(ranks)), "Kruskal-Wallis and Dunn", missing)
    (within, by_nemenyi), (overall, by_dunn) = by_raters or none, by_ranks or none
    return RankingScores(
        len(ranks.table),
        ranks.rater_count,
        _standings(ranks, rated, resamples),
        overall,
        within,
        _comparisons(ranks, rated, resamples, zip(by_dunn, by_nemenyi, strict=True)),
        tuple(missing),
    )


Computed = TypeVar("Computed")


def _or_none(compute: Callable[[], Computed], named: str, missing: list[str]) -> Computed | None:
    """Return what `compute` returns; None, with the reason added to `missing`, if there are too few rankings."""
    try:
        return compute()
    except TooFewRankings as few:
        missing.append(f"{named}: {few}")
        return None


def _standings(
    ranks: RankMatrix, rated: Sequence[SkillRating], resamples: RaterBootstrap | None
) -> tuple[ConditionStanding, ...]:
    table = ranks.table.astype(float)
    mean, mean_intervals = _means(table, resamples)
    first, first_intervals = _means((table == 1).astype(float), resamples)
    return tuple(
        ConditionStanding(rating, mean[n], mean_intervals[n], first[n], first_intervals[n])
        for n, rating in enumerate(rated)
    )


def _comparisons(
    ranks: RankMatrix,
    rated: Sequence[SkillRating],
    resamples: RaterBootstrap | None,
    tested: Iterable[tuple[PairTest | None, PairTest | None]],
) -> tuple[ConditionComparison, ...]:
    pairs = list(combinations(rated, 2))
    before = [ranks.ranks_of(one.condition) < ranks.ranks_of(other.condition) for one, other in pairs]
    wins, intervals = _means(np.array(before, float).T, resamples)
    return tuple(
        ConditionComparison(one.condition, other.condition, compute_cohens_d(one, other), wins[n], intervals[n], *tests)
        for n, ((one, other), tests) in enumerate(zip(pairs, tested, strict=True))
    )


def _means(
    values: NDArray[np.float64], resamples: RaterBootstrap | None
) -> tuple[list[float], list[ConfidenceInterval | None]]:
    """Return the mean of each column and its interval."""
    means: list[float] = values.mean(axis=0).tolist()
    if resamples is None:
        return means, [None] * len(means)
    return means, [percentile_interval(column) for column in resamples.means(values).T]


SCORING_SEED = 1
"""The default PRNG seed for the orders that TrueSkill averages over and for the resamples."""

_UNIT: dict[bool, CountedUnit] = {False: "rater", True: "person"}
"""The independent unit of rankings, by whether a model made them."""


@dataclass(frozen=True)
class RaterGroup:
    """The scores of one kind of rater: all people, or one model."""

    model: str
    """The model that judged; empty for people."""
    sessions: int
    overall: RankingScores
    categories: Mapping[str, RankingScores]
    """The scores by category of question, in alphabetical order; empty if there is only one category."""
    position: PositionBias | None
    """The position bias; None if no order of showing was recorded."""
    prompts: tuple[str, ...] = ()
    """For a model, the hashes of the prompt templates with which it judged, as far as recorded."""


@dataclass(frozen=True)
class ScoredRankings:
    """The scores of a rankings file."""

    sessions: int
    """The number of sessions, including those left out."""
    left_out: tuple[RaterSession, ...]
    """The sessions that failed an attention check."""
    runs: tuple[str, ...]
    """The ids of the runs whose answers were ranked, as far as recorded."""
    interviews: tuple[RankedInterview, ...]
    """The interviews in which the answers were given, as far as recorded."""
    people: RaterGroup | None
    """The scores of human raters; None if there are none."""
    models: tuple[RaterGroup, ...]
    """The scores of each model, by name."""
    agreements: tuple[JudgeAgreement, ...]
    """The agreement of each model with people; empty if no person ranked."""
    seed: int

    @property
    def groups(self) -> tuple[RaterGroup, ...]:
        """All groups, people first."""
        return (self.people, *self.models) if self.people else self.models


def score_sessions(sessions: Iterable[RaterSession], seed: int = SCORING_SEED) -> ScoredRankings:
    """Return the scores of sessions that rank the same conditions. Their order does not matter.

    Sessions that failed an attention check are left out. Raises TooFewRankings if none is left, and MissingExtra.
    """
    import_extra("scipy", "Scoring rankings")
    every = sorted(sessions, key=lambda session: (session.run, session.rater))
    kept = [session for session in every if session.attentive]
    if not kept:
        failed = f" ({len(every)} failed an attention check)" if every else ""
        raise TooFewRankings(f"no sessions{failed}; at least 1 is needed")
    by_model = {model: [session for session in kept if session.model == model] for model in _models(kept)}
    rankings = {model: extract_rankings(group) for model, group in by_model.items()}
    groups = {model: _score_group(model, group, rankings[model], seed) for model, group in by_model.items()}
    conditions = sorted(kept[0].rankings[0].order)
    return ScoredRankings(
        len(every),
        tuple(session for session in every if not session.attentive),
        tuple(sorted({session.run for session in every} - {""})),
        tuple(dict.fromkeys(session.interview for session in every if session.interview)),
        groups.pop("", None),
        tuple(groups.values()),
        tuple(compute_agreement(model, rankings[""], rankings[model], conditions, seed) for model in groups)
        if "" in rankings
        else (),
        seed,
    )


def extract_rankings(sessions: Iterable[RaterSession]) -> list[Ranking]:
    """Return the rankings of sessions, sorted so that neither the sessions' order nor condition names matter.

    All rankings of one person's answers by a model count as those of one rater, because they depend on each other
    as the rankings of one human rater do.
    """
    return [
        Ranking(_unit(session), ranked.order, ranked.category, ranked.question)
        for session in sorted(sessions, key=lambda session: (session.run, session.rater))
        for ranked in sorted(session.rankings, key=lambda ranked: ranked.question)
    ]


def _models(sessions: Sequence[RaterSession]) -> list[str]:
    return sorted({session.model for session in sessions})


def _unit(session: RaterSession) -> str:
    return f"{session.run}/{session.person if session.model else session.rater}"


def _score_group(model: str, sessions: Sequence[RaterSession], rankings: Sequence[Ranking], seed: int) -> RaterGroup:
    conditions, unit = sorted(rankings[0].order), _UNIT[bool(model)]
    categories = sorted({ranking.category for ranking in rankings})
    alone = {category: [each for each in rankings if each.category == category] for category in categories}
    return RaterGroup(
        model,
        len(sessions),
        score_ranks(build_rank_matrix(rankings, conditions, unit), seed),
        {category: score_ranks(build_rank_matrix(each, conditions, unit), seed) for category, each in alone.items()}
        if len(categories) > 1
        else {},
        measure_position_bias(sessions),
        tuple(sorted({session.prompt for session in sessions} - {""})),
    )


def scores_as_json(scored: ScoredRankings) -> dict[str, Json]:
    """Return all scores as JSON data, with each interval as [low, high]."""
    return {
        "sessions": scored.sessions,
        "left_out": [
            {"rater": session.rater, "failed": [check.id for check in session.attention if not check.passed]}
            for session in scored.left_out
        ],
        "runs": list(scored.runs),
        "interviews": [interview.model_dump() for interview in scored.interviews],
        "seed": scored.seed,
        "people": _group_json(scored.people) if scored.people else None,
        "models": {group.model: _group_json(group) for group in scored.models},
        "agreement": {each.model: _agreement_json(each) for each in scored.agreements},
        "paper": {
            "conditions": [{"condition": each.condition, "mu": each.mu, "sigma": each.sigma} for each in PAPER_RATINGS],
            "kruskal_wallis": {"statistic": PAPER_H, "degrees": PAPER_DEGREES},
            "cohens_d": {
                "printed": PAPER_D,
                "of_its_mu_and_sigma": compute_cohens_d(PAPER_RATINGS[0], PAPER_RATINGS[-1]),
            },
        },
    }


def _group_json(group: RaterGroup) -> Json:
    position = group.position
    return {
        "sessions": group.sessions,
        **_scores_json(group.overall),
        "categories": {category: _scores_json(scores) for category, scores in group.categories.items()},
        "position": None if position is None else dict(vars(position)),
        "prompts": list(group.prompts),
    }


def _scores_json(scores: RankingScores) -> dict[str, Json]:
    return {
        "raters": scores.raters,
        "rankings": scores.rankings,
        "conditions": [_standing_json(standing) for standing in scores.standings],
        "kruskal_wallis": _test_json(scores.kruskal_wallis, "epsilon_squared"),
        "friedman": _test_json(scores.friedman, "kendalls_w"),
        "pairs": [_comparison_json(pair) for pair in scores.pairs],
        "not_computed": list(scores.not_computed),
    }


def _standing_json(standing: ConditionStanding) -> Json:
    rating: SkillRating = standing.rating
    return {
        "condition": rating.condition,
        "mu": rating.mu,
        "mu_interval": rating.interval,
        "sigma": rating.sigma,
        "spread_over_orders": rating.spread,
        "mean_rank": standing.mean_rank,
        "mean_rank_interval": standing.mean_rank_interval,
        "ranked_first": standing.share_ranked_first,
        "ranked_first_interval": standing.share_ranked_first_interval,
    }


def _test_json(test: OverallTest | None, effect: str) -> Json:
    if test is None:
        return None
    return {"statistic": test.statistic, "degrees": test.degrees, "p": test.p, effect: test.effect}


def _comparison_json(pair: ConditionComparison) -> Json:
    return {
        "one": pair.one,
        "other": pair.other,
        "cohens_d": pair.cohens_d,
        "wins": pair.wins,
        "wins_interval": pair.wins_interval,
        "dunn": {"z": pair.dunn.statistic, "p_holm": pair.dunn.p} if pair.dunn else None,
        "nemenyi": {"q": pair.nemenyi.statistic, "p": pair.nemenyi.p} if pair.nemenyi else None,
    }


def _agreement_json(each: JudgeAgreement) -> Json:
    questions: dict[str, Json] = {
        on.question: {"tau": on.tau, "people": on.people, "model": on.model} for on in each.questions
    }
    return {
        "tau": each.tau,
        "tau_interval": each.interval,
        "mean_tau_of_questions": each.mean,
        "questions": questions,
    }
