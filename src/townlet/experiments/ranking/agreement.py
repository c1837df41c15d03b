"""How far a language model that judges agrees with people: Kendall's tau-b of their mean ranks of the conditions."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations

import numpy as np
from numpy.typing import NDArray

from townlet.experiments.ranking.ranks import (
    ConfidenceInterval,
    Ranking,
    RaterBootstrap,
    TooFewRankings,
    build_rank_table,
    percentile_interval,
)
from townlet.experiments.ranking.sessions import RankedQuestion, RaterSession


@dataclass(frozen=True)
class QuestionAgreement:
    """Agreement on one question of the battery, over everybody of whom it was asked."""

    question: str
    tau: float | None
    """1 same order, -1 reversed; None where one side tells no two conditions apart."""
    people: int
    """Rankings by people."""
    model: int
    """Rankings by the model."""


@dataclass(frozen=True)
class JudgeAgreement:
    """Between people and one model."""

    model: str
    tau: float | None
    """Of the overall orders."""
    interval: ConfidenceInterval | None
    """Of `tau`, with raters of both kinds drawn anew; None where either are too few."""
    questions: tuple[QuestionAgreement, ...]
    """Those that both have ranked, in the order of their names."""

    @cached_property
    def mean(self) -> float | None:
        """Of the questions' taus."""
        taus = [each.tau for each in self.questions if each.tau is not None]
        return sum(taus) / len(taus) if taus else None


def compute_agreement(
    model: str, people: Sequence[Ranking], judged: Sequence[Ranking], conditions: Sequence[str], seed: int
) -> JudgeAgreement:
    """Between people's rankings and those of a model."""
    questions = sorted({each.question for each in people} & {each.question for each in judged})
    return JudgeAgreement(
        model,
        _tau_of_means(people, judged, conditions),
        _tau_interval(people, judged, conditions, seed),
        tuple(_question_agreement(question, people, judged, conditions) for question in questions),
    )


def kendall_taus(one: NDArray[np.float64], other: NDArray[np.float64]) -> NDArray[np.float64]:
    """Kendall's tau-b of two arrays along their last axis, however many at once; NaN where one side is all ties."""
    first, second = np.triu_indices(one.shape[-1], 1)
    signs = [np.sign(each[..., first] - each[..., second]) for each in (one, other)]
    told_apart = [np.abs(each).sum(axis=-1) for each in signs]
    with np.errstate(invalid="ignore"):
        tau: NDArray[np.float64] = (signs[0] * signs[1]).sum(axis=-1) / np.sqrt(told_apart[0] * told_apart[1])
    return tau


def _question_agreement(
    question: str, people: Sequence[Ranking], judged: Sequence[Ranking], conditions: Sequence[str]
) -> QuestionAgreement:
    one, other = ([each for each in kind if each.question == question] for kind in (people, judged))
    return QuestionAgreement(question, _tau_of_means(one, other, conditions), len(one), len(other))


def _tau_of_means(one: Sequence[Ranking], other: Sequence[Ranking], conditions: Sequence[str]) -> float | None:
    means = [build_rank_table(kind, conditions).table.mean(axis=0) for kind in (one, other)]
    tau = float(kendall_taus(*means))
    return None if np.isnan(tau) else tau


def _tau_interval(
    people: Sequence[Ranking], judged: Sequence[Ranking], conditions: Sequence[str], seed: int
) -> ConfidenceInterval | None:
    drawn = []
    for stream, kind in enumerate((people, judged)):
        ranks = build_rank_table(kind, conditions)
        try:
            drawn.append(RaterBootstrap(ranks, (seed, stream)).means(ranks.table.astype(float)))
        except TooFewRankings:
            return None
    found = kendall_taus(*drawn)
    known = found[~np.isnan(found)]
    return percentile_interval(known) if len(known) else None


@dataclass(frozen=True)
class PositionBias:
    """Of one kind of raters. Where it does not matter, `first` is near `chance` and `again` near 1."""

    rankings: int
    """Those of which is kept how their answers were shown."""
    first: float
    """In which share of them the answer shown first was put first."""
    chance: float
    """What that share would be if it did not matter where an answer stands."""
    again: float | None
    """Mean Kendall's tau between the orders that one model gave the same answers, shown anew; None if none did."""
    pairs: int
    """How many such pairs of orders there are."""


def measure_position_bias(sessions: Sequence[RaterSession]) -> PositionBias | None:
    """None where it was not kept how answers were shown."""
    kept = [(session, ranked) for session in sessions for ranked in session.rankings if ranked.shown]
    if not kept:
        return None
    first = [ranked.order[0] == ranked.shown[0] for _, ranked in kept]
    found = _again(kept)
    return PositionBias(
        len(kept),
        sum(first) / len(first),
        1 / len(kept[0][1].order),
        sum(found) / len(found) if found else None,
        len(found),
    )


def _again(kept: Sequence[tuple[RaterSession, RankedQuestion]]) -> list[float]:
    """Agreements of a model with itself; no person ranks the same answers twice."""
    orders: dict[tuple[str, ...], list[tuple[str, ...]]] = {}
    for session, ranked in kept:
        if session.model:
            item = session.model, session.run, session.person, ranked.question, ranked.asked
            orders.setdefault(item, []).append(ranked.order)
    return [_tau_of_orders(one, other) for same in orders.values() for one, other in combinations(same, 2)]


def _tau_of_orders(one: Sequence[str], other: Sequence[str]) -> float:
    places = np.arange(float(len(one)))
    return float(kendall_taus(places, np.array([float(other.index(name)) for name in one])))
