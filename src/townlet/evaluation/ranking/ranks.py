"""Rankings of conditions as a matrix of ranks, and the bootstrap over raters."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from townlet.measures.statistics import ConfidenceInterval

RaterKind = Literal["person", "model"]

CountedUnit = Literal["rater", "person"]
"""The independent unit of rankings: a human rater or, for a model, the person whose answers it ranked."""


@dataclass(frozen=True)
class Ranking:
    """One rater's ranking of the answers to one question."""

    rater: str
    order: tuple[str, ...]
    """The conditions, the most believable first; there are no ties."""
    category: str = ""
    """The question's category."""
    question: str = ""
    """The question's id in the battery."""


@dataclass(frozen=True)
class RankMatrix:
    """Rankings of the same conditions: a row of ranks for each ranking, rank 1 for the most believable."""

    conditions: tuple[str, ...]
    raters: tuple[str, ...]
    """The rater of each row."""
    table: NDArray[np.int64]
    """The ranks, of shape (rankings, conditions)."""
    unit: CountedUnit = "rater"
    """What the entries of `raters` stand for."""

    def ranks_of(self, condition: str) -> NDArray[np.int64]:
        """Return the ranks of one condition."""
        return self.table[:, self.conditions.index(condition)]

    def in_order(self, conditions: Sequence[str]) -> RankMatrix:
        """Return the matrix with its columns in another order."""
        columns = np.column_stack([self.ranks_of(name) for name in conditions])
        return RankMatrix(tuple(conditions), self.raters, columns, self.unit)

    def by_rater(self) -> NDArray[np.float64]:
        """Return one row for each rater with their mean ranks, for tests that need independent rows."""
        rater_of_row = np.array(self.rater_of_row)
        return np.array(
            [self.table[rater_of_row == rater].mean(axis=0) for rater in range(self.rater_count)], np.float64
        )

    @property
    def rater_of_row(self) -> list[int]:
        """The rater of each row as a number, counted from 0 in order of first appearance."""
        number = {name: index for index, name in enumerate(dict.fromkeys(self.raters))}
        return [number[name] for name in self.raters]

    @property
    def rater_count(self) -> int:
        """The number of different raters."""
        return len(set(self.raters))


class TooFewRankings(ValueError):
    """There are too few rankings or raters; the message says how many there are and how many are needed."""


FEWEST_RANKINGS = 5
"""The fewest rankings (or raters, where each counts once) for which tests and intervals are reported."""


def require_rankings(ranks: RankMatrix) -> None:
    """Raise TooFewRankings if there are too few rankings."""
    if len(ranks.table) < FEWEST_RANKINGS:
        raise TooFewRankings(f"{_count_in_words(len(ranks.table), 'ranking')}; at least {FEWEST_RANKINGS} are needed")


def require_raters(ranks: RankMatrix) -> None:
    """Raise TooFewRankings if there are too few raters."""
    if ranks.rater_count < FEWEST_RANKINGS:
        raise TooFewRankings(f"{_count_in_words(ranks.rater_count, ranks.unit)}; at least {FEWEST_RANKINGS} are needed")


def build_rank_matrix(
    rankings: Iterable[Ranking], conditions: Sequence[str], unit: CountedUnit = "rater"
) -> RankMatrix:
    """Return rankings as a matrix of ranks. Raises ValueError for a ranking of other conditions."""
    kept = list(rankings)
    for ranking in kept:
        if sorted(ranking.order) != sorted(conditions):
            raise ValueError(f"{ranking.rater} ordered {', '.join(ranking.order)}; expected {', '.join(conditions)}.")
    rows = [[ranking.order.index(condition) + 1 for condition in conditions] for ranking in kept]
    table = np.array(rows, np.int64).reshape(len(rows), len(conditions))
    return RankMatrix(tuple(conditions), tuple(ranking.rater for ranking in kept), table, unit)


def _count_in_words(number: int, thing: str) -> str:
    if number == 1:
        return f"1 {thing}"
    return f"{number} people" if thing == "person" else f"{number} {thing}s"


RESAMPLES = 1_000
"""How many resamples a bootstrap draws."""


class RaterBootstrap:
    """Bootstrap over raters (Efron and Tibshirani 1993).

    Each resample draws as many raters as there are, with replacement, together with all their rankings.
    """

    def __init__(self, ranks: RankMatrix, seed: int | Sequence[int], resamples: int = RESAMPLES) -> None:
        """Draw the resamples. Raises TooFewRankings."""
        require_raters(ranks)
        rater_of_row = np.array(ranks.rater_of_row)
        self._rows = [np.flatnonzero(rater_of_row == rater) for rater in range(ranks.rater_count)]
        count = ranks.rater_count
        self._chosen = np.random.default_rng(seed).integers(0, count, (resamples, count))

    def means(self, values: NDArray[np.float64]) -> NDArray[np.float64]:
        """Return the mean of each column in each resample. `values` has one row for each ranking."""
        sums = np.array([values[rows].sum(axis=0) for rows in self._rows])
        counts = np.array([len(rows) for rows in self._rows])
        means: NDArray[np.float64] = sums[self._chosen].sum(axis=1) / counts[self._chosen].sum(axis=1, keepdims=True)
        return means

    def rows(self, resample: int) -> NDArray[np.intp]:
        """Return the row numbers of a resample; a rater who was drawn twice contributes their rows twice."""
        return np.concatenate([self._rows[rater] for rater in self._chosen[resample]])


def percentile_interval(values: NDArray[np.float64]) -> ConfidenceInterval | None:
    """Return the interval of a figure from its values over resamples: the middle 95 %.

    Return None if all values are equal: when raters do not differ, resampling them says nothing.
    """
    low, high = map(float, np.percentile(values, (2.5, 97.5)))
    return None if math.isclose(low, high, rel_tol=1e-9, abs_tol=1e-9) else ConfidenceInterval(low, high)
