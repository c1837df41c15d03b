"""Rater agreement: Kendall's tau-b between a model judge and people, and the position bias of raters."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations

import numpy as np
from numpy.typing import NDArray

from townlet.evaluation.ranking.ranks import (
    Ranking,
    RaterBootstrap,
    TooFewRankings,
    build_rank_matrix,
    percentile_interval,
)
from townlet.evaluation.ranking.sessions import RankedQuestion, RaterSession
from townlet.measures.statistics import ConfidenceInterval


@dataclass(frozen=True)
class QuestionAgreement:
    """Agreement on one question of the battery, over all people who were asked it."""

    question: str
    tau: float | None
    """Kendall's tau-b, from 1 (same order) to -1 (reversed); None where one side ranks all conditions equal."""
    people: int
    """The number of rankings by people."""
    model: int
    """The number of rankings by the model."""


@dataclass(frozen=True)
class JudgeAgreement:
    """Agreement between people and one model judge."""

    model: str
    tau: float | None
    """Kendall's tau-b of the mean ranks over all questions."""
    interval: ConfidenceInterval | None
    """The bootstrap interval of `tau` over raters of both kinds; None if there are too few of either."""
    questions: tuple[QuestionAgreement, ...]
    """The questions that both have ranked, by name."""

    @cached_property
    def mean(self) -> float | None:
        """The mean tau of the questions."""
        taus = [each.tau for each in self.questions if each.tau is not None]
        return sum(taus) / len(taus) if taus else None


def compute_agreement(
    model: str, people: Sequence[Ranking], judged: Sequence[Ranking], conditions: Sequence[str], seed: int
) -> JudgeAgreement:
    """Return the agreement between people's rankings and those of a model."""
    questions = sorted({each.question for each in people} & {each.question for each in judged})
    return JudgeAgreement(
        model,
        _tau_of_means(people, judged, conditions),
        _tau_interval(people, judged, conditions, seed),
        tuple(_question_agreement(question, people, judged, conditions) for question in questions),
    )


def kendall_taus(left: NDArray[np.float64], right: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return Kendall's tau-b of two arrays along their last axis; NaN where one side is all ties."""
    first, second = np.triu_indices(left.shape[-1], 1)
    signs = [np.sign(each[..., first] - each[..., second]) for each in (left, right)]
    untied = [np.abs(each).sum(axis=-1) for each in signs]
    with np.errstate(invalid="ignore"):
        tau: NDArray[np.float64] = (signs[0] * signs[1]).sum(axis=-1) / np.sqrt(untied[0] * untied[1])
    return tau


def _question_agreement(
    question: str, people: Sequence[Ranking], judged: Sequence[Ranking], conditions: Sequence[str]
) -> QuestionAgreement:
    one, other = ([each for each in kind if each.question == question] for kind in (people, judged))
    return QuestionAgreement(question, _tau_of_means(one, other, conditions), len(one), len(other))


def _tau_of_means(one: Sequence[Ranking], other: Sequence[Ranking], conditions: Sequence[str]) -> float | None:
    means = [build_rank_matrix(kind, conditions).table.mean(axis=0) for kind in (one, other)]
    tau = float(kendall_taus(*means))
    return None if np.isnan(tau) else tau


def _tau_interval(
    people: Sequence[Ranking], judged: Sequence[Ranking], conditions: Sequence[str], seed: int
) -> ConfidenceInterval | None:
    resampled = []
    for stream, kind in enumerate((people, judged)):
        ranks = build_rank_matrix(kind, conditions)
        try:
            resampled.append(RaterBootstrap(ranks, (seed, stream)).means(ranks.table.astype(float)))
        except TooFewRankings:
            return None
    taus = kendall_taus(*resampled)
    known = taus[~np.isnan(taus)]
    return percentile_interval(known) if len(known) else None


@dataclass(frozen=True)
class PositionBias:
    """The position bias of one kind of raters. Without bias, `first` is near `chance` and `again` near 1."""

    rankings: int
    """The number of rankings for which the order of showing was recorded."""
    first: float
    """The share of them that rank the answer shown first as the best."""
    chance: float
    """The share to expect if the position of an answer did not matter."""
    again: float | None
    """The model's agreement with itself: mean Kendall's tau between its rankings of the same answers in other orders.

    None if it ranked nothing twice.
    """
    pairs: int
    """The number of pairs of rankings behind `again`."""


def measure_position_bias(sessions: Sequence[RaterSession]) -> PositionBias | None:
    """Return the position bias of some sessions; None if no order of showing was recorded."""
    kept = [(session, ranked) for session in sessions for ranked in session.rankings if ranked.shown]
    if not kept:
        return None
    first = [ranked.order[0] == ranked.shown[0] for _, ranked in kept]
    taus = _self_agreements(kept)
    return PositionBias(
        len(kept),
        sum(first) / len(first),
        1 / len(kept[0][1].order),
        sum(taus) / len(taus) if taus else None,
        len(taus),
    )


def _self_agreements(kept: Sequence[tuple[RaterSession, RankedQuestion]]) -> list[float]:
    """Return a model's tau for each pair of its rankings of the same answers. People never rank the same twice."""
    orders: dict[tuple[str, ...], list[tuple[str, ...]]] = {}
    for session, ranked in kept:
        if session.model:
            item = session.model, session.run, session.person, ranked.question, ranked.asked
            orders.setdefault(item, []).append(ranked.order)
    return [_tau_of_orders(one, other) for same in orders.values() for one, other in combinations(same, 2)]


def _tau_of_orders(one: Sequence[str], other: Sequence[str]) -> float:
    places = np.arange(float(len(one)))
    return float(kendall_taus(places, np.array([float(other.index(name)) for name in one])))
