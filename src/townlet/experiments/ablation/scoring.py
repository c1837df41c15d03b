"""How often each condition is right, and by how much conditions differ."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations

import numpy as np
from numpy.typing import NDArray

from townlet.analysis.diffusion import trace_town_facts
from townlet.analysis.record import RunRecord
from townlet.analysis.statistics import (
    DIFFERENCE_BOUNDS,
    IntervalEstimate,
    PeopleBootstrap,
    RunsStudentT,
    ShareEstimator,
)
from townlet.experiments.ablation.context import QuestionContext
from townlet.experiments.ablation.grading import QUESTION_CATEGORIES, AnswerVerdict, TruthItem
from townlet.experiments.ablation.questions import make_memory_items, make_plan_items, make_synthesis_items
from townlet.experiments.interviews.answers import PlannedQuestion
from townlet.experiments.interviews.conditions import MemoryCondition
from townlet.experiments.interviews.interviewer import Interviewer
from townlet.runfile.study_files import StudyError

TRUTH_BATTERY = "truth"
"""The name under which the answers stand in the table of interviews."""

_ASKED_AT = 17 * 60
"""When people are asked, in minutes after midnight: the day has happened, and the evening is still planned."""


@dataclass(frozen=True)
class GradedAnswer:
    """One answer to an item, with what it is worth."""

    item: TruthItem
    condition: str
    answer: str
    verdict: AnswerVerdict

    @property
    def right(self) -> bool:
        return self.verdict == "right"


def default_asking_step(record: RunRecord) -> int:
    """Five in the afternoon of the last day that came so far; the end of a shorter run."""
    afternoon = record.clock.steps(_ASKED_AT)
    moments = [record.midnight(day) + afternoon for day in range(record.days)]
    return max((step for step in moments if 0 < step <= record.last_step + 1), default=record.last_step + 1)


def build_question_context(record: RunRecord, interviewer: Interviewer, people: Sequence[str]) -> QuestionContext:
    """A run as it stood when its people are asked."""
    at = interviewer.at
    plans = {person: at.of(person).agents[person].plan for person in people}
    return QuestionContext(record, at.step, tuple(people), plans)


def make_items(scene: QuestionContext) -> list[TruthItem]:
    """Every question to everybody. Raises StudyFault where nothing can be asked."""
    spreads = tuple(trace_town_facts(scene.record.source))
    items = [
        item
        for person in scene.people
        for found in (
            make_memory_items(scene, person, spreads),
            make_plan_items(scene, person),
            make_synthesis_items(scene, person),
        )
        for item in found
    ]
    if not items:
        when = scene.record.when(scene.step)
        raise StudyError(
            f"By {when} of this run too little has happened to ask anybody about; let it run on by `townlet resume`, "
            "or choose a later --at."
        )
    return items


def plan_item_questions(items: Sequence[TruthItem], conditions: Sequence[MemoryCondition]) -> list[PlannedQuestion]:
    """Every item under every condition."""
    return [(item.person, item.asked, condition) for item in items for condition in conditions]


def grade_answers(
    items: Sequence[TruthItem], conditions: Sequence[MemoryCondition], answers: Sequence[str]
) -> list[GradedAnswer]:
    """The answers to `asks_of`, in its order, each with its verdict."""
    asked = [(item, condition) for item in items for condition in conditions]
    return [
        GradedAnswer(item, condition.name, answer, item.truth.verdict(answer))
        for (item, condition), answer in zip(asked, answers, strict=True)
    ]


ALL_CATEGORIES = "all"
"""All categories taken together, each question counting once."""
SCORE_COLUMNS = (*QUESTION_CATEGORIES, ALL_CATEGORIES)


@dataclass(frozen=True)
class CategoryColumn:
    """What is the same under every condition: one category's questions."""

    asked: int
    """Questions, each put under every condition."""
    guess: float
    """The share that blind guessing would get right."""


@dataclass(frozen=True)
class ConditionDifference:
    """How much more often one condition is right than another, over the same questions."""

    one: str
    other: str
    by: Mapping[str, IntervalEstimate]
    """For each column."""


@dataclass(frozen=True)
class AblationScores:
    """The result of asking under several conditions."""

    unit: str
    """What intervals are over: 'people' of one run, or 'runs'."""
    units: int
    columns: Mapping[str, CategoryColumn]
    """Those categories of which anything was asked, and all together."""
    shares: Mapping[str, Mapping[str, IntervalEstimate]]
    """For each condition and column, the share that is right."""
    differences: tuple[ConditionDifference, ...]
    kinds: Mapping[str, tuple[int, Mapping[str, float]]]
    """For each kind of question how many there are, and the share that is right under each condition."""


def compute_ablation_scores(runs: Mapping[str, Sequence[GradedAnswer]], seed: int = 1) -> AblationScores:
    """Over several runs by their ids, or over the people of one. `seed` is the bootstrap's."""
    several = len(runs) > 1
    judged = [each for answers in runs.values() for each in answers]
    units = [list(answers) for answers in runs.values()] if several else _by_person(judged)
    over: RunsStudentT | PeopleBootstrap = RunsStudentT() if several else PeopleBootstrap(seed)
    conditions = tuple(dict.fromkeys(each.condition for each in judged))
    columns = tuple(column for column in SCORE_COLUMNS if any(_is_in(each, column) for each in judged))
    counts = {column: _Counts.counted(units, conditions, column) for column in columns}
    return AblationScores(
        over.unit,
        len(units),
        {column: _column(judged, conditions[0], column) for column in columns},
        {name: {column: counts[column].share(over, name) for column in columns} for name in conditions},
        tuple(
            ConditionDifference(one, other, {column: counts[column].difference(over, one, other) for column in columns})
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
    def counted(cls, units: Sequence[Sequence[GradedAnswer]], conditions: Sequence[str], column: str) -> _Counts:
        inside = [[each for each in unit if _is_in(each, column)] for unit in units]
        right = {
            name: np.array([sum(each.right for each in unit if each.condition == name) for unit in inside], np.int64)
            for name in conditions
        }
        asked = [sum(each.condition == conditions[0] for each in unit) for unit in inside]
        return cls(right, np.array(asked, np.int64))

    def share(self, over: ShareEstimator, condition: str) -> IntervalEstimate:
        return over.share(self.right[condition], self.of)

    def difference(self, over: ShareEstimator, one: str, other: str) -> IntervalEstimate:
        return over.share(self.right[one] - self.right[other], self.of, DIFFERENCE_BOUNDS)


def _by_person(judged: Sequence[GradedAnswer]) -> list[list[GradedAnswer]]:
    people: dict[str, list[GradedAnswer]] = {}
    for each in judged:
        people.setdefault(each.item.person, []).append(each)
    return list(people.values())


def _is_in(each: GradedAnswer, column: str) -> bool:
    return column in (ALL_CATEGORIES, each.item.category)


def _column(judged: Sequence[GradedAnswer], condition: str, column: str) -> CategoryColumn:
    guesses = [each.item.truth.guess for each in judged if each.condition == condition and _is_in(each, column)]
    return CategoryColumn(len(guesses), sum(guesses) / len(guesses))


def _kinds(judged: Sequence[GradedAnswer], conditions: Sequence[str]) -> dict[str, tuple[int, Mapping[str, float]]]:
    found: dict[str, tuple[int, Mapping[str, float]]] = {}
    for kind in dict.fromkeys(each.item.kind for each in judged):
        asked = [each for each in judged if each.item.kind == kind]
        number = sum(each.condition == conditions[0] for each in asked)
        right = {name: sum(each.right for each in asked if each.condition == name) / number for name in conditions}
        found[kind] = (number, right)
    return found
