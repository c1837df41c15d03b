"""What raters said: for one question, the conditions from most to least believable."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Literal

import numpy as np
from numpy.typing import NDArray

Rater = Literal["person", "model"]

Unit = Literal["rater", "person"]
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
class Ranks:
    """Rankings of the same conditions as a table: a row a ranking, 1 for the most believable."""

    conditions: tuple[str, ...]
    raters: tuple[str, ...]
    """Who made each row."""
    table: NDArray[np.int64]
    """Of shape (rankings, conditions)."""
    unit: Unit = "rater"
    """What `raters` are."""

    def of(self, condition: str) -> NDArray[np.int64]:
        """The ranks that a condition got."""
        return self.table[:, self.conditions.index(condition)]

    def in_order(self, conditions: Sequence[str]) -> Ranks:
        """The same with its columns in another order."""
        columns = np.column_stack([self.of(name) for name in conditions])
        return Ranks(tuple(conditions), self.raters, columns, self.unit)

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


class TooFew(ValueError):
    """There is not enough to compute from; the message says how much there is and is needed, in half a sentence."""


FEWEST = 5
"""Below so many rankings, or raters where a rater counts once, tests and intervals are too far off to be printed."""


def require_rankings(ranks: Ranks) -> None:
    """Raises TooFew."""
    if len(ranks.table) < FEWEST:
        raise TooFew(f"{_counted(len(ranks.table), 'ranking')}, and {FEWEST} at least are needed")


def require_raters(ranks: Ranks) -> None:
    """Raises TooFew."""
    if ranks.rater_count < FEWEST:
        raise TooFew(f"{_counted(ranks.rater_count, ranks.unit)}, and {FEWEST} at least are needed")


def ranks_of(rankings: Iterable[Ranking], conditions: Sequence[str], unit: Unit = "rater") -> Ranks:
    """The rankings as ranks. Raises ValueError for one that is not an order of exactly these conditions."""
    kept = list(rankings)
    for ranking in kept:
        if sorted(ranking.order) != sorted(conditions):
            raise ValueError(f"{ranking.rater} ordered {', '.join(ranking.order)}; expected {', '.join(conditions)}.")
    rows = [[ranking.order.index(condition) + 1 for condition in conditions] for ranking in kept]
    table = np.array(rows, np.int64).reshape(len(rows), len(conditions))
    return Ranks(tuple(conditions), tuple(ranking.rater for ranking in kept), table, unit)


def _counted(number: int, thing: str) -> str:
    if number == 1:
        return f"1 {thing}"
    return f"{number} people" if thing == "person" else f"{number} {thing}s"
