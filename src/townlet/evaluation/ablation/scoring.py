"""Accuracy of each memory condition, and the differences between conditions with their intervals."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations

import numpy as np
from numpy.typing import NDArray

from townlet.evaluation.ablation.context import QuestionContext
from townlet.evaluation.ablation.grading import QUESTION_CATEGORIES, AnswerVerdict, TruthItem
from townlet.evaluation.ablation.questions import make_memory_items, make_plan_items, make_synthesis_items
from townlet.evaluation.interviews.answers import PlannedQuestion
from townlet.evaluation.interviews.conditions import MemoryCondition
from townlet.evaluation.interviews.interviewer import Interviewer
from townlet.measures.diffusion import trace_town_facts
from townlet.measures.record import RunRecord
from townlet.measures.statistics import (
    DIFFERENCE_BOUNDS,
    IntervalEstimate,
    PeopleBootstrap,
    RunsStudentT,
    ShareEstimator,
)
from townlet.runfile.study_files import StudyError

TRUTH_BATTERY = "truth"
"""The battery name of these answers in the table of interviews."""

_ASKED_AT = 17 * 60
"""The default time of asking, in minutes after midnight: most of the day is past and the evening is still planned."""


@dataclass(frozen=True)
class GradedAnswer:
    """One answer to an item, with its verdict."""

    item: TruthItem
    condition: str
    answer: str
    verdict: AnswerVerdict

    @property
    def right(self) -> bool:
        """Whether the answer is fully right."""
        return self.verdict == "right"


def default_asking_step(record: RunRecord) -> int:
    """Return the step at 5 pm of the last day that got that far; the end of the run if no day did."""
    afternoon = record.clock.steps(_ASKED_AT)
    moments = [record.midnight(day) + afternoon for day in range(record.days)]
    return max((step for step in moments if 0 < step <= record.last_step + 1), default=record.last_step + 1)


def build_question_context(record: RunRecord, interviewer: Interviewer, people: Sequence[str]) -> QuestionContext:
    """Return the context from which questions are made, at the interviewer's moment of the run."""
    at = interviewer.at
    plans = {person: at.state_with(person).agents[person].plan for person in people}
    return QuestionContext(record, at.step, tuple(people), plans)


def make_items(context: QuestionContext) -> list[TruthItem]:
    """Return every question for every person. Raises StudyError if there is none to ask."""
    spreads = tuple(trace_town_facts(context.record.view))
    items = [
        item
        for person in context.people
        for found in (
            make_memory_items(context, person, spreads),
            make_plan_items(context, person),
            make_synthesis_items(context, person),
        )
        for item in found
    ]
    if not items:
        when = context.record.when(context.step)
        raise StudyError(
            f"By {when} too little has happened in this run to ask anyone about; continue it with `townlet resume`, "
            "or choose a later --at."
        )
    return items


def plan_item_questions(items: Sequence[TruthItem], conditions: Sequence[MemoryCondition]) -> list[PlannedQuestion]:
    """Return the questions to ask: each item once under every condition, grouped by item."""
    return [(item.person, item.question, condition) for item in items for condition in conditions]


def grade_answers(
    items: Sequence[TruthItem], conditions: Sequence[MemoryCondition], answers: Sequence[str]
) -> list[GradedAnswer]:
    """Return the answers with their verdicts. They are in the order of `plan_item_questions`."""
    asked = [(item, condition) for item in items for condition in conditions]
    return [
        GradedAnswer(item, condition.name, answer, item.truth.verdict(answer))
        for (item, condition), answer in zip(asked, answers, strict=True)
    ]


ALL_CATEGORIES = "all"
"""The column for all categories together, in which each question counts once."""
SCORE_COLUMNS = (*QUESTION_CATEGORIES, ALL_CATEGORIES)


@dataclass(frozen=True)
class CategoryColumn:
    """One category of questions: the figures that are the same under every condition."""

    asked: int
    """The number of questions, each of which is asked under every condition."""
    guess: float
    """The share that random guessing would get right."""


@dataclass(frozen=True)
class ConditionDifference:
    """The difference in accuracy between two conditions over the same questions (`one` minus `other`)."""

    one: str
    other: str
    by: Mapping[str, IntervalEstimate]
    """The difference in each column."""


@dataclass(frozen=True)
class AblationScores:
    """The accuracy of each condition, and the differences between conditions."""

    unit: str
    """The unit over which intervals are computed: the 'people' of one run, or several 'runs'."""
    units: int
    columns: Mapping[str, CategoryColumn]
    """The categories with at least one question, and the column for all together."""
    shares: Mapping[str, Mapping[str, IntervalEstimate]]
    """The share of right answers, by condition and column."""
    differences: tuple[ConditionDifference, ...]
    kinds: Mapping[str, tuple[int, Mapping[str, float]]]
    """By kind of question: the number of questions, and the share of right answers by condition."""


def compute_ablation_scores(runs: Mapping[str, Sequence[GradedAnswer]], seed: int = 1) -> AblationScores:
    """Return the scores over several runs (keyed by run id), or over the people of a single run.

    `seed` is the seed of the bootstrap.
    """
    several = len(runs) > 1
    graded = [each for answers in runs.values() for each in answers]
    units = [list(answers) for answers in runs.values()] if several else _by_person(graded)
    over: ShareEstimator = RunsStudentT() if several else PeopleBootstrap(seed)
    conditions = tuple(dict.fromkeys(each.condition for each in graded))
    columns = tuple(column for column in SCORE_COLUMNS if any(_is_in(each, column) for each in graded))
    counts = {column: _Counts.of_column(units, conditions, column) for column in columns}
    return AblationScores(
        over.unit,
        len(units),
        {column: _column(graded, conditions[0], column) for column in columns},
        {name: {column: counts[column].share(over, name) for column in columns} for name in conditions},
        tuple(
            ConditionDifference(one, other, {column: counts[column].difference(over, one, other) for column in columns})
            for one, other in combinations(conditions, 2)
        ),
        _kinds(graded, conditions),
    )


@dataclass(frozen=True)
class _Counts:
    """The counts of one column, with one array element for each unit."""

    right: Mapping[str, NDArray[np.int64]]
    asked: NDArray[np.int64]

    @classmethod
    def of_column(cls, units: Sequence[Sequence[GradedAnswer]], conditions: Sequence[str], column: str) -> _Counts:
        inside = [[each for each in unit if _is_in(each, column)] for unit in units]
        right = {
            name: np.array([sum(each.right for each in unit if each.condition == name) for unit in inside], np.int64)
            for name in conditions
        }
        asked = [sum(each.condition == conditions[0] for each in unit) for unit in inside]
        return cls(right, np.array(asked, np.int64))

    def share(self, over: ShareEstimator, condition: str) -> IntervalEstimate:
        return over.share(self.right[condition], self.asked)

    def difference(self, over: ShareEstimator, one: str, other: str) -> IntervalEstimate:
        return over.share(self.right[one] - self.right[other], self.asked, DIFFERENCE_BOUNDS)


def _by_person(graded: Sequence[GradedAnswer]) -> list[list[GradedAnswer]]:
    people: dict[str, list[GradedAnswer]] = {}
    for each in graded:
        people.setdefault(each.item.person, []).append(each)
    return list(people.values())


def _is_in(each: GradedAnswer, column: str) -> bool:
    return column in (ALL_CATEGORIES, each.item.category)


def _column(graded: Sequence[GradedAnswer], condition: str, column: str) -> CategoryColumn:
    guesses = [each.item.truth.chance_level for each in graded if each.condition == condition and _is_in(each, column)]
    return CategoryColumn(len(guesses), sum(guesses) / len(guesses))


def _kinds(graded: Sequence[GradedAnswer], conditions: Sequence[str]) -> dict[str, tuple[int, Mapping[str, float]]]:
    found: dict[str, tuple[int, Mapping[str, float]]] = {}
    for kind in dict.fromkeys(each.item.kind for each in graded):
        asked = [each for each in graded if each.item.kind == kind]
        number = sum(each.condition == conditions[0] for each in asked)
        right = {name: sum(each.right for each in asked if each.condition == name) / number for name in conditions}
        found[kind] = (number, right)
    return found
