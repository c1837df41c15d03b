"""Which of the answers beside a run are rated."""

from dataclasses import replace

import pytest

from townlet.evaluation.interviews.conditions import PEOPLE_CONDITION
from townlet.evaluation.rating.rated_answers import RatedAnswers, select_rated_answers
from townlet.runfile.study_files import StudyError

from .made import BATTERY, NAMES, QUESTIONS, row, rows

TWO = ("Ada Finch", "Bram Oake")


def found(given: list, **more: object) -> RatedAnswers:
    answers = select_rated_answers(given, "made", BATTERY, **more)  # type: ignore[arg-type]
    assert answers is not None
    return answers


def test_everybody_is_rated_on_what_they_answered_under_every_condition() -> None:
    answers = found(rows(TWO)[:-1])
    assert answers.conditions == NAMES
    assert [item.question for item in answers.people[TWO[0]]] == list(QUESTIONS)
    assert [item.question for item in answers.people[TWO[1]]] == list(QUESTIONS[:-1])
    item = answers.people[TWO[0]][0]
    assert item.answers == {name: row(TWO[0], QUESTIONS[0], name).answer for name in NAMES}


def test_one_condition_cannot_be_ranked() -> None:
    assert select_rated_answers(rows(TWO, conditions=NAMES[:1]), "made", BATTERY) is None
    assert select_rated_answers(rows(TWO), "another run", BATTERY) is None
    assert select_rated_answers(rows(TWO), "made", "another battery") is None


def test_two_conditions_are_enough_to_be_ranked() -> None:
    answers = found(rows(TWO, conditions=NAMES[:2]))
    assert answers.conditions == NAMES[:2]
    assert list(answers.people) == list(TWO)


def test_who_was_asked_under_one_condition_alone_is_not_rated() -> None:
    answers = found([*rows(TWO[:1]), *rows(TWO[1:], conditions=NAMES[:1])])
    assert list(answers.people) == [TWO[0]]


def test_closed_questions_are_not_rated() -> None:
    closed = [replace(each, code=1) if each.question == QUESTIONS[0] else each for each in rows(TWO)]
    assert QUESTIONS[0] not in {item.question for item in found(closed).people[TWO[0]]}


def test_the_latest_interview_counts_and_two_models_have_to_be_told_apart() -> None:
    earlier = [replace(each, step=50, answer="Earlier.") for each in rows(TWO)]
    assert found([*rows(TWO), *earlier]).step == 100
    other = [replace(each, model="other", answer="Other.") for each in rows(TWO)]
    with pytest.raises(StudyError, match="offline, other"):
        select_rated_answers([*rows(TWO), *other], "made", BATTERY)
    assert found([*rows(TWO), *other], model="other").people[TWO[0]][0].answers["full"] == "Other."


def test_what_people_wrote_is_a_condition_where_everybody_rated_has_it() -> None:
    written = [replace(row(TWO[0], each, PEOPLE_CONDITION), model=PEOPLE_CONDITION) for each in QUESTIONS]
    both = found([*rows(TWO), *written])
    assert both.conditions == NAMES
    assert both.written_for == TWO[:1]
    one = found([*rows(TWO), *written], people=TWO[:1])
    assert one.conditions == (*NAMES, PEOPLE_CONDITION)
    assert one.people[TWO[0]][0].answers[PEOPLE_CONDITION] == written[0].answer
