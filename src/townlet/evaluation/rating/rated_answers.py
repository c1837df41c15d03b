"""The answers that are rated: for each person and question, one answer from each condition."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from townlet.evaluation.interviews.answers import AnswerRow
from townlet.evaluation.interviews.conditions import CONDITIONS, PEOPLE_CONDITION
from townlet.runfile.study_files import StudyError

FEWEST_CONDITIONS = 2
"""The fewest conditions that can be ranked."""


@dataclass(frozen=True)
class RatedQuestion:
    """A question to one person, with the answer from each condition."""

    question: str
    """The question's id in the battery."""
    category: str
    asked: str
    answers: Mapping[str, str]
    """The answers by condition."""


@dataclass(frozen=True)
class RatedAnswers:
    """The answers of one interview (one battery, one moment, one model), together with those that people wrote."""

    battery: str
    model: str
    step: int
    conditions: tuple[str, ...]
    """The conditions under which all rated people have answers."""
    people: Mapping[str, tuple[RatedQuestion, ...]]
    """For each person who can be rated, the questions that have an answer from every condition, in battery order."""
    written_for: tuple[str, ...] = ()
    """The people in whose place human authors wrote answers."""

    @property
    def fingerprint(self) -> str:
        """The SHA-256 of all answers that raters may see, with their questions and conditions."""
        rated = {name: [vars(item) for item in items] for name, items in self.people.items()}
        text = json.dumps([self.conditions, rated], ensure_ascii=False, sort_keys=True)
        return hashlib.sha256(text.encode(errors="backslashreplace")).hexdigest()

    def categories(self, person: str) -> dict[str, list[RatedQuestion]]:
        """Return a person's questions by category."""
        found: dict[str, list[RatedQuestion]] = {}
        for item in self.people[person]:
            found.setdefault(item.category, []).append(item)
        return found


def select_rated_answers(
    rows: Iterable[AnswerRow], run: str, battery: str, people: Sequence[str] = (), model: str = ""
) -> RatedAnswers | None:
    """Return the latest answers of a run that can be ranked; None if fewer than two conditions have answers.

    Closed questions are left out, because their options are all equally believable. Raises StudyError if several models
    answered at that moment and `model` does not choose one.
    """
    own = [row for row in rows if (row.run, row.battery) == (run, battery) and row.code is None]
    own = [row for row in own if not people or row.person in people]
    programs = [row for row in own if row.condition != PEOPLE_CONDITION and model in ("", row.model)]
    found = [answers for interview in _group_by_interview(programs) if (answers := _build_answers(interview, own))]
    latest = [answers for answers in found if answers.step == max(each.step for each in found)]
    if len(latest) > 1:
        names = ", ".join(sorted(answers.model for answers in latest))
        raise StudyError(
            f"Several models have answered ({names}); choose whose answers to rate, with --model for `rate serve` or "
            "--answers for `rate judge`."
        )
    return latest[0] if latest else None


def _group_by_interview(rows: Iterable[AnswerRow]) -> list[list[AnswerRow]]:
    """Return the answers grouped by the moment and the model that gave them."""
    found: dict[tuple[int, str], list[AnswerRow]] = {}
    for row in rows:
        found.setdefault((row.step, row.model), []).append(row)
    return list(found.values())


def _build_answers(interview: Sequence[AnswerRow], own: Iterable[AnswerRow]) -> RatedAnswers | None:
    """Return the rankable answers of one interview; None if there are too few conditions."""
    first = interview[0]
    written = [row for row in own if row.condition == PEOPLE_CONDITION and row.step == first.step]
    given = _by_person_and_question([*interview, *written])
    rated = {
        name: questions for name, questions in given.items() if len(_conditions_of(questions)) >= FEWEST_CONDITIONS
    }
    conditions = _in_order(set.intersection(*map(_conditions_of, rated.values())) if rated else set())
    if len(conditions) < FEWEST_CONDITIONS:
        return None
    people = {name: tuple(_complete_questions(questions, conditions)) for name, questions in rated.items()}
    people = {name: items for name, items in people.items() if items}
    wrote = tuple(name for name in people if PEOPLE_CONDITION in _conditions_of(rated[name]))
    return RatedAnswers(first.battery, first.model, first.step, conditions, people, wrote) if people else None


RowsByQuestion = Mapping[str, Mapping[str, AnswerRow]]
"""The rows of one person by question, then by condition."""


def _by_person_and_question(rows: Iterable[AnswerRow]) -> dict[str, dict[str, dict[str, AnswerRow]]]:
    found: dict[str, dict[str, dict[str, AnswerRow]]] = {}
    for row in rows:
        found.setdefault(row.person, {}).setdefault(row.question, {})[row.condition] = row
    return found


def _conditions_of(questions: RowsByQuestion) -> set[str]:
    return {condition for answers in questions.values() for condition in answers}


def _in_order(conditions: Iterable[str]) -> tuple[str, ...]:
    """Return conditions in the paper's order, followed by any others by name."""
    known = [*(condition.name for condition in CONDITIONS), PEOPLE_CONDITION]
    return tuple(sorted(conditions, key=lambda name: (known.index(name) if name in known else len(known), name)))


def _complete_questions(questions: RowsByQuestion, conditions: Sequence[str]) -> Iterable[RatedQuestion]:
    for question, rows in questions.items():
        if all(condition in rows for condition in conditions):
            row = rows[conditions[0]]
            yield RatedQuestion(question, row.category, row.asked, {name: rows[name].answer for name in conditions})
