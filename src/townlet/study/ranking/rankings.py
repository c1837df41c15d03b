"""What raters said: for one question, the conditions from most to least believable."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Literal

import numpy as np
from numpy.typing import NDArray

Rater = Literal["person", "model"]


@dataclass(frozen=True)
class Ranking:
    """One rater's order of the answers to one question."""

    rater: str
    order: tuple[str, ...]
    """Conditions, the most believable first; no ties."""
    kind: Rater = "person"
    category: str = ""
    """Of the question."""


@dataclass(frozen=True)
class Ranks:
    """Rankings of the same conditions as a table: a row a ranking, 1 for the most believable."""

    conditions: tuple[str, ...]
    raters: tuple[str, ...]
    """Who made each row."""
    table: NDArray[np.int64]
    """Of shape (rankings, conditions)."""

    def of(self, condition: str) -> NDArray[np.int64]:
        """The ranks that a condition got."""
        return self.table[:, self.conditions.index(condition)]

    def by_rater(self) -> NDArray[np.float64]:
        """A row a rater: the mean of their ranks, for tests that want one row from each."""
        names = list(dict.fromkeys(self.raters))
        rows = [self.table[[rater == name for rater in self.raters]].mean(axis=0) for name in names]
        return np.array(rows, np.float64)


class TooFew(ValueError):
    """There are not enough rankings for what was asked; the message says how many there are and are needed."""


def ranks_of(rankings: Iterable[Ranking], conditions: Sequence[str]) -> Ranks:
    """The rankings as ranks. Raises ValueError for one that is not an order of exactly these conditions."""
    kept = list(rankings)
    for ranking in kept:
        if sorted(ranking.order) != sorted(conditions):
            raise ValueError(f"{ranking.rater} ordered {', '.join(ranking.order)}; expected {', '.join(conditions)}.")
    rows = [[ranking.order.index(condition) + 1 for condition in conditions] for ranking in kept]
    table = np.array(rows, np.int64).reshape(len(rows), len(conditions))
    return Ranks(tuple(conditions), tuple(ranking.rater for ranking in kept), table)
