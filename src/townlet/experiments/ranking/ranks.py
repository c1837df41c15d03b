"""What raters said: for one question, the conditions from most to least believable."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Literal

import numpy as np
from numpy.typing import NDArray

RaterKind = Literal["person", "model"]

CountedUnit = Literal["rater", "person"]
"""What is counted once where rankings hang together: a rater; for a model, all it said of one person's answers."""


@dataclass(frozen=True)
class Ranking:
    """One rater's order of the answers to one question."""

    rater: str
    order: tuple[str, ...]
    """Conditions, the most believable first; no ties."""
    category: str = ""
    """Of the question."""
    question: str = ""
    """Its id in the battery."""


@dataclass(frozen=True)
class RankTable:
    """Rankings of the same conditions as a table: a row a ranking, 1 for the most believable."""

    conditions: tuple[str, ...]
    raters: tuple[str, ...]
    """Who made each row."""
    table: NDArray[np.int64]
    """Of shape (rankings, conditions)."""
    unit: CountedUnit = "rater"
    """What `raters` are."""

    def of(self, condition: str) -> NDArray[np.int64]:
        """The ranks that a condition got."""
        return self.table[:, self.conditions.index(condition)]

    def in_order(self, conditions: Sequence[str]) -> RankTable:
        """The same with its columns in another order."""
        columns = np.column_stack([self.of(name) for name in conditions])
        return RankTable(tuple(conditions), self.raters, columns, self.unit)

    def by_rater(self) -> NDArray[np.float64]:
        """A row a rater: the mean of their ranks, for tests that want one row from each."""
        of_row = np.array(self.rater_of_row)
        return np.array([self.table[of_row == rater].mean(axis=0) for rater in range(self.rater_count)], np.float64)

    @property
    def rater_of_row(self) -> list[int]:
        """Raters by number, from 0, in the order in which they first come."""
        number = {name: place for place, name in enumerate(dict.fromkeys(self.raters))}
        return [number[name] for name in self.raters]

    @property
    def rater_count(self) -> int:
        return len(set(self.raters))


class TooFewRankings(ValueError):
    """There is not enough to compute from; the message says how much there is and is needed, in half a sentence."""


FEWEST_RANKINGS = 5
"""Below so many rankings, or raters where a rater counts once, tests and intervals are too far off to be printed."""


def require_rankings(ranks: RankTable) -> None:
    """Raises TooFew."""
    if len(ranks.table) < FEWEST_RANKINGS:
        raise TooFewRankings(
            f"{_count_in_words(len(ranks.table), 'ranking')}, and {FEWEST_RANKINGS} at least are needed"
        )


def require_raters(ranks: RankTable) -> None:
    """Raises TooFew."""
    if ranks.rater_count < FEWEST_RANKINGS:
        raise TooFewRankings(
            f"{_count_in_words(ranks.rater_count, ranks.unit)}, and {FEWEST_RANKINGS} at least are needed"
        )


def build_rank_table(rankings: Iterable[Ranking], conditions: Sequence[str], unit: CountedUnit = "rater") -> RankTable:
    """The rankings as ranks. Raises ValueError for one that is not an order of exactly these conditions."""
    kept = list(rankings)
    for ranking in kept:
        if sorted(ranking.order) != sorted(conditions):
            raise ValueError(f"{ranking.rater} ordered {', '.join(ranking.order)}; expected {', '.join(conditions)}.")
    rows = [[ranking.order.index(condition) + 1 for condition in conditions] for ranking in kept]
    table = np.array(rows, np.int64).reshape(len(rows), len(conditions))
    return RankTable(tuple(conditions), tuple(ranking.rater for ranking in kept), table, unit)


def _count_in_words(number: int, thing: str) -> str:
    if number == 1:
        return f"1 {thing}"
    return f"{number} people" if thing == "person" else f"{number} {thing}s"


RESAMPLES = 1_000


@dataclass(frozen=True)
class ConfidenceInterval:
    """The middle 95 % of a figure over resamples."""

    low: float
    high: float


class RaterBootstrap:
    """Raters drawn from those there are, with replacement and as many, many times (Efron and Tibshirani 1993)."""

    def __init__(self, ranks: RankTable, seed: int | Sequence[int], resamples: int = RESAMPLES) -> None:
        """Raises TooFew."""
        require_raters(ranks)
        of_row = np.array(ranks.rater_of_row)
        self._rows = [np.flatnonzero(of_row == rater) for rater in range(ranks.rater_count)]
        count = ranks.rater_count
        self._chosen = np.random.default_rng(seed).integers(0, count, (resamples, count))

    def means(self, values: NDArray[np.float64]) -> NDArray[np.float64]:
        """The mean of each column in each resample, given a row a ranking."""
        sums = np.array([values[rows].sum(axis=0) for rows in self._rows])
        counts = np.array([len(rows) for rows in self._rows])
        means: NDArray[np.float64] = sums[self._chosen].sum(axis=1) / counts[self._chosen].sum(axis=1, keepdims=True)
        return means

    def rows(self, resample: int) -> NDArray[np.intp]:
        """The rankings of a resample by number; those of a rater who was drawn twice, twice."""
        return np.concatenate([self._rows[rater] for rater in self._chosen[resample]])


def percentile_interval(drawn: NDArray[np.float64]) -> ConfidenceInterval | None:
    """Of one figure's values over resamples; None where raters do not differ, since drawing them anew tells nothing."""
    low, high = map(float, np.percentile(drawn, (2.5, 97.5)))
    return None if math.isclose(low, high, rel_tol=1e-9, abs_tol=1e-9) else ConfidenceInterval(low, high)
