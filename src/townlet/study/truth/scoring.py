"""How often each condition is right, and by how much conditions differ."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations

import numpy as np
from numpy.typing import NDArray

from townlet.study.truth.asking import Judged
from townlet.study.truth.intervals import DIFFERENCE, Estimate, Estimator, OverPeople, OverRuns
from townlet.study.truth.items import CATEGORIES

ALL = "all"
"""All categories taken together, each question counting once."""
COLUMNS = (*CATEGORIES, ALL)


@dataclass(frozen=True)
class Column:
    """What is the same under every condition: one category's questions."""

    asked: int
    """Questions, each put under every condition."""
    guess: float
    """The share that blind guessing would get right."""


@dataclass(frozen=True)
class Difference:
    """How much more often one condition is right than another, over the same questions."""

    one: str
    other: str
    by: Mapping[str, Estimate]
    """For each column."""


@dataclass(frozen=True)
class Scores:
    """The result of asking under several conditions."""

    unit: str
    """What intervals are over: 'people' of one run, or 'runs'."""
    units: int
    columns: Mapping[str, Column]
    """Those categories of which anything was asked, and all together."""
    shares: Mapping[str, Mapping[str, Estimate]]
    """For each condition and column, the share that is right."""
    differences: tuple[Difference, ...]
    kinds: Mapping[str, tuple[int, Mapping[str, float]]]
    """For each kind of question how many there are, and the share that is right under each condition."""


def scores(runs: Mapping[str, Sequence[Judged]], seed: int = 1) -> Scores:
    """Over several runs by their ids, or over the people of one. `seed` is the bootstrap's."""
    several = len(runs) > 1
    judged = [each for answers in runs.values() for each in answers]
    units = [list(answers) for answers in runs.values()] if several else _by_person(judged)
    over: OverRuns | OverPeople = OverRuns() if several else OverPeople(seed)
    conditions = tuple(dict.fromkeys(each.condition for each in judged))
    columns = tuple(column for column in COLUMNS if any(_is_in(each, column) for each in judged))
    counts = {column: _Counts.counted(units, conditions, column) for column in columns}
    return Scores(
        over.unit,
        len(units),
        {column: _column(judged, conditions[0], column) for column in columns},
        {name: {column: counts[column].share(over, name) for column in columns} for name in conditions},
        tuple(
            Difference(one, other, {column: counts[column].difference(over, one, other) for column in columns})
            for one, other in combinations(conditions, 2)
        ),
        _kinds(judged, conditions),
    )


@dataclass(frozen=True)
class _Counts:
    """One column's counts, a place for each unit."""

    right: Mapping[str, NDArray[np.int64]]
    of: NDArray[np.int64]

    @classmethod
    def counted(cls, units: Sequence[Sequence[Judged]], conditions: Sequence[str], column: str) -> _Counts:
        inside = [[each for each in unit if _is_in(each, column)] for unit in units]
        right = {
            name: np.array([sum(each.right for each in unit if each.condition == name) for unit in inside], np.int64)
            for name in conditions
        }
        asked = [sum(each.condition == conditions[0] for each in unit) for unit in inside]
        return cls(right, np.array(asked, np.int64))

    def share(self, over: Estimator, condition: str) -> Estimate:
        return over.share(self.right[condition], self.of)

    def difference(self, over: Estimator, one: str, other: str) -> Estimate:
        return over.share(self.right[one] - self.right[other], self.of, DIFFERENCE)


def _by_person(judged: Sequence[Judged]) -> list[list[Judged]]:
    people: dict[str, list[Judged]] = {}
    for each in judged:
        people.setdefault(each.item.person, []).append(each)
    return list(people.values())


def _is_in(each: Judged, column: str) -> bool:
    return column in (ALL, each.item.category)


def _column(judged: Sequence[Judged], condition: str, column: str) -> Column:
    guesses = [each.item.truth.guess for each in judged if each.condition == condition and _is_in(each, column)]
    return Column(len(guesses), sum(guesses) / len(guesses))


def _kinds(judged: Sequence[Judged], conditions: Sequence[str]) -> dict[str, tuple[int, Mapping[str, float]]]:
    found: dict[str, tuple[int, Mapping[str, float]]] = {}
    for kind in dict.fromkeys(each.item.kind for each in judged):
        asked = [each for each in judged if each.item.kind == kind]
        number = sum(each.condition == conditions[0] for each in asked)
        right = {name: sum(each.right for each in asked if each.condition == name) / number for name in conditions}
        found[kind] = (number, right)
    return found
