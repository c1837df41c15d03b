"""Who rates whom on what: balanced, blind, and the same whenever it is drawn."""

from collections import Counter

import pytest

from townlet.evaluation.rating.rated_answers import RatedAnswers, select_rated_answers
from townlet.evaluation.rating.tasks import (
    READ_CHECK,
    ChooseTask,
    OrderTask,
    assign_person,
    assign_questions,
    assign_tasks,
)

from .made import BATTERY, CATEGORIES, NAMES, PER_CATEGORY, QUESTIONS, rows

FIVE = ("Ada Finch", "Bram Oake", "Cleo Marsh", "Dov Hale", "Ebba Lund")
HUNDRED = 100


@pytest.fixture(scope="module")
def answers() -> RatedAnswers:
    found = select_rated_answers(rows(FIVE), "made", BATTERY)
    assert found is not None
    return found


def orders(answers: RatedAnswers, number: int, seed: int = 1) -> list[OrderTask]:
    return [task for task in assign_tasks(number, answers, seed) if isinstance(task, OrderTask)]


def test_everybody_is_rated_equally_often() -> None:
    counts = Counter(assign_person(number, FIVE, 1) for number in range(HUNDRED))
    assert counts == dict.fromkeys(FIVE, HUNDRED // len(FIVE))


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_every_question_comes_equally_often_over_all_and_for_each_person(answers: RatedAnswers, seed: int) -> None:
    seen = Counter(
        (assign_person(number, FIVE, seed), item.question)
        for number in range(HUNDRED)
        for item in assign_questions(number, answers, seed)
    )
    for person in FIVE:
        counts = [seen[person, question] for question in QUESTIONS]
        assert max(counts) - min(counts) <= 1
    over_all = [sum(seen[person, question] for person in FIVE) for question in QUESTIONS]
    assert sum(over_all) == HUNDRED * len(CATEGORIES)
    assert max(over_all) - min(over_all) <= len(FIVE)


def test_a_rater_sees_one_question_of_each_category_in_an_order_of_their_own(answers: RatedAnswers) -> None:
    ways = set()
    for number in range(20):
        categories = [item.category for item in assign_questions(number, answers, 1)]
        assert sorted(categories) == sorted(CATEGORIES)
        ways.add(tuple(categories))
    assert len(ways) > 3


def test_more_questions_of_each_category_are_all_different(answers: RatedAnswers) -> None:
    items = assign_questions(4, answers, 1, questions_per_category=2)
    assert len({item.question for item in items}) == len(items) == 2 * len(CATEGORIES)
    assert len(assign_questions(4, answers, 1, questions_per_category=99)) == PER_CATEGORY * len(CATEGORIES)


def test_letters_tell_nothing_of_conditions(answers: RatedAnswers) -> None:
    at = Counter(
        (name, task.conditions.index(name))
        for number in range(200)
        for task in orders(answers, number)
        if not task.right
        for name in NAMES
    )
    expected = 200 * len(CATEGORIES) / len(NAMES)
    assert all(abs(at[name, place] - expected) < expected / 3 for name in NAMES for place in range(len(NAMES)))


def test_every_text_is_its_conditions_answer(answers: RatedAnswers) -> None:
    for number in range(len(FIVE)):
        person = assign_person(number, FIVE, 1)
        by_id = {item.question: item for item in answers.people[person]}
        for task in orders(answers, number):
            for text, name in zip(task.texts, task.conditions, strict=False):
                assert by_id[task.id].answers[name] == text


def test_the_check_of_reading_comes_after_a_question_and_can_be_passed(answers: RatedAnswers) -> None:
    for number in range(30):
        found = orders(answers, number)
        place = next(place for place, task in enumerate(found) if task.id == READ_CHECK)
        check = found[place]
        assert place > 0
        assert not check.conditions
        told = [check.texts[each] for each in check.right]
        assert [text.split()[-1] for text in told] == ["first.", "second.", "third.", "last."]


def test_the_check_of_watching_comes_first(answers: RatedAnswers) -> None:
    watched = ChooseTask(id="watched", asked="Where?", options=("here", "there"), right=1)
    assert assign_tasks(3, answers, 1, 1, watched)[0] == watched


def test_the_same_seed_draws_the_same_and_another_draws_another(answers: RatedAnswers) -> None:
    once = [assign_tasks(number, answers, 7) for number in range(10)]
    assert once == [assign_tasks(number, answers, 7) for number in range(10)]
    assert once != [assign_tasks(number, answers, 8) for number in range(10)]
