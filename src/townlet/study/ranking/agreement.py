"""How far a language model that judges agrees with people: Kendall's tau-b of their mean ranks of the conditions."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from townlet.study.ranking.rankings import Ranking, TooFew, ranks_of
from townlet.study.ranking.resampling import Interval, Resamples, interval


@dataclass(frozen=True)
class OnQuestion:
    """Agreement on one question of the battery, over everybody of whom it was asked."""

    question: str
    tau: float | None
    """1 same order, -1 reversed; None where one side tells no two conditions apart."""
    people: int
    """Rankings by people."""
    model: int
    """Rankings by the model."""


@dataclass(frozen=True)
class Agreement:
    """Between people and one model."""

    model: str
    tau: float | None
    """Of the overall orders."""
    interval: Interval | None
    """Of `tau`, with raters of both kinds drawn anew; None where either are too few."""
    questions: tuple[OnQuestion, ...]
    """Those that both have ranked, in the order of their names."""

    @cached_property
    def mean(self) -> float | None:
        """Of the questions' taus."""
        taus = [each.tau for each in self.questions if each.tau is not None]
        return sum(taus) / len(taus) if taus else None


def agreement(
    model: str, people: Sequence[Ranking], judged: Sequence[Ranking], conditions: Sequence[str], seed: int
) -> Agreement:
    """Between people's rankings and those of a model."""
    questions = sorted({each.question for each in people} & {each.question for each in judged})
    return Agreement(
        model,
        _tau(people, judged, conditions),
        _interval(people, judged, conditions, seed),
        tuple(_on(question, people, judged, conditions) for question in questions),
    )


def taus(one: NDArray[np.float64], other: NDArray[np.float64]) -> NDArray[np.float64]:
    """Kendall's tau-b of two arrays along their last axis, however many at once; NaN where one side is all ties."""
    first, second = np.triu_indices(one.shape[-1], 1)
    signs = [np.sign(each[..., first] - each[..., second]) for each in (one, other)]
    told_apart = [np.abs(each).sum(axis=-1) for each in signs]
    with np.errstate(invalid="ignore"):
        tau: NDArray[np.float64] = (signs[0] * signs[1]).sum(axis=-1) / np.sqrt(told_apart[0] * told_apart[1])
    return tau


def _on(question: str, people: Sequence[Ranking], judged: Sequence[Ranking], conditions: Sequence[str]) -> OnQuestion:
    one, other = ([each for each in kind if each.question == question] for kind in (people, judged))
    return OnQuestion(question, _tau(one, other, conditions), len(one), len(other))


def _tau(one: Sequence[Ranking], other: Sequence[Ranking], conditions: Sequence[str]) -> float | None:
    means = [ranks_of(kind, conditions).table.mean(axis=0) for kind in (one, other)]
    tau = float(taus(*means))
    return None if np.isnan(tau) else tau


def _interval(
    people: Sequence[Ranking], judged: Sequence[Ranking], conditions: Sequence[str], seed: int
) -> Interval | None:
    drawn = []
    for stream, kind in enumerate((people, judged)):
        ranks = ranks_of(kind, conditions)
        try:
            drawn.append(Resamples(ranks, (seed, stream)).means(ranks.table.astype(float)))
        except TooFew:
            return None
    found = taus(*drawn)
    known = found[~np.isnan(found)]
    return interval(known) if len(known) else None
