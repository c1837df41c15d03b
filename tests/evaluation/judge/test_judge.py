"""A model that judges sees what raters see, blind; what it says of places and of answers is told apart."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Callable

import pytest

from engine.village import village
from evaluation.rating.made import NAMES, rows
from townlet.engine.calls.gateway import ModelGateway
from townlet.engine.calls.log import NoCallLog
from townlet.engine.simulation import Simulation
from townlet.evaluation.interviews.interviewer import InterviewMoment
from townlet.evaluation.judge.model_judge import (
    BlindQuestion,
    JudgeContext,
    ModelJudge,
    judge_questions,
    list_all_questions,
    list_rater_questions,
    make_blind_questions,
)
from townlet.evaluation.ranking.agreement import measure_position_bias
from townlet.evaluation.ranking.sessions import RankedInterview, RaterSession
from townlet.evaluation.rating.rated_answers import RatedAnswers, RatedQuestion, select_rated_answers
from townlet.evaluation.rating.tasks import assign_person, assign_questions
from townlet.language.hashed import HashedEmbedder
from townlet.language.model import Request, UnfitAnswer
from townlet.offline.model import OfflineModel
from townlet.testing import FunctionModel

PEOPLE = ("Ann Ivy", "Bo Lund")
OF = JudgeContext("some model", "made", RankedInterview(battery="Nine questions", step=100, model="offline"))
ANSWER = re.compile(r"^([A-Z])\. \"(.*)\"$", re.MULTILINE)


@pytest.fixture(scope="module")
def answers() -> RatedAnswers:
    found = select_rated_answers(rows(PEOPLE), "made", "Nine questions")
    assert found
    return found


@pytest.fixture(scope="module")
def moment() -> InterviewMoment:
    """The made-up village when its people have got up."""
    simulation = asyncio.run(_lived())
    return InterviewMoment(simulation.next_step, lambda _: simulation.engine.state)


async def _lived() -> Simulation:
    simulation = Simulation.start(village())
    async for _ in simulation.run(0.31):
        pass
    return simulation


def gateway(order: Callable[[str], list[str]]) -> tuple[ModelGateway, FunctionModel]:
    """Where a model orders as a function of the prompt's text."""
    model = FunctionModel(lambda request: {"order": order(request.text)})
    return ModelGateway(model, HashedEmbedder(), NoCallLog(), 1), model


def judged(moment: InterviewMoment, blinds: list[BlindQuestion], at: ModelGateway) -> list[RaterSession]:
    return asyncio.run(judge_questions(ModelJudge(moment, at), OF, blinds, lambda session: None))


def test_it_sees_what_raters_see(answers: RatedAnswers) -> None:
    seen = {
        (person, item.question) for person, item in list_rater_questions(7, answers, seed=3, questions_per_category=1)
    }
    raters = [(assign_person(number, list(PEOPLE), 3), assign_questions(number, answers, 3)) for number in range(7)]
    assert seen == {(person, item.question) for person, items in raters for item in items}
    assert len(list_all_questions(answers)) == 2 * 9


def test_each_order_comes_reversed_too_and_depends_on_the_seed_alone(answers: RatedAnswers) -> None:
    blinds = make_blind_questions(list_all_questions(answers), answers.conditions, seed=5, turns=4)
    assert blinds == make_blind_questions(list_all_questions(answers), answers.conditions, seed=5, turns=4)
    assert len({each.shown for each in blinds}) > 6
    assert len({each.rater("m") for each in blinds}) == len(blinds) == 18 * 4
    for first, second in zip(blinds[::2], blinds[1::2], strict=True):
        assert first.shown == second.shown[::-1]


def test_what_was_judged_counts_for_the_same_answers_only(answers: RatedAnswers) -> None:
    [one] = make_blind_questions([("Ann Ivy", answers.people["Ann Ivy"][0])], answers.conditions, seed=1, turns=1)
    item = RatedQuestion(
        one.item.question, one.item.category, one.item.asked, {**one.item.answers, NAMES[0]: "Another."}
    )
    other = BlindQuestion(one.person, item, one.turn, one.shown)
    assert one.rater("m") != other.rater("m")


def test_who_goes_by_place_is_found_out(answers: RatedAnswers, moment: InterviewMoment) -> None:
    blinds = make_blind_questions(list_all_questions(answers), answers.conditions, seed=1)
    at, model = gateway(lambda text: [letter for letter, _ in ANSWER.findall(text)])
    sessions = judged(moment, blinds, at)
    found = measure_position_bias(sessions)
    assert found
    assert (found.first, found.chance, found.again, found.pairs) == (1, 0.25, -1, 18)
    assert [session.rankings[0].order for session in sessions] == [each.shown for each in blinds]
    for request in model.requests:
        assert not any(name in request.text for name in NAMES)
        assert "is 30 years old: calm." in request.text
        assert set(request.fields) == {"name", "age", "traits", "now", "memories", "question", "answers"}


def test_who_goes_by_the_answers_agrees_with_themselves(answers: RatedAnswers, moment: InterviewMoment) -> None:
    blinds = make_blind_questions(list_all_questions(answers), answers.conditions, seed=1)
    at, _ = gateway(lambda text: [letter for letter, _ in sorted(ANSWER.findall(text), key=lambda answer: answer[1])])
    sessions = judged(moment, blinds, at)
    found = measure_position_bias(sessions)
    assert found
    assert found.again == 1
    assert found.first < 0.5
    for each, session in zip(blinds, sessions, strict=True):
        assert session.rankings[0].order == tuple(sorted(each.shown, key=each.item.answers.__getitem__))


def test_the_same_words_twice_tell_nothing_of_places(moment: InterviewMoment) -> None:
    item = RatedQuestion("q", "c", "What now?", {"a": "I am sewing.", "b": "I am sewing.", "c": "I am out."})
    at, _ = gateway(lambda text: [letter for letter, _ in ANSWER.findall(text)])
    [session] = judged(moment, make_blind_questions([("Ann Ivy", item)], ("a", "b", "c"), seed=1, turns=1), at)
    assert session.rankings[0].shown == ()
    assert measure_position_bias([session]) is None


def test_an_order_that_leaves_a_letter_out_is_asked_for_again(answers: RatedAnswers, moment: InterviewMoment) -> None:
    [one] = make_blind_questions([("Ann Ivy", answers.people["Ann Ivy"][0])], answers.conditions, seed=1, turns=1)
    given = iter([["A", "A", "B", "C"], ["A", "B"], ["D", "C", "B", "A"]])
    at, model = gateway(lambda text: next(given))
    [session] = judged(moment, [one], at)
    assert session.rankings[0].order == one.shown[::-1]
    assert "each of the letters A, B, C, D once" in model.requests[1].complaint
    at, _ = gateway(lambda text: ["A"])
    with pytest.raises(UnfitAnswer):
        judged(moment, [one], at)


def test_what_was_had_before_a_failure_is_kept(answers: RatedAnswers, moment: InterviewMoment) -> None:
    blinds = make_blind_questions(list_all_questions(answers), answers.conditions, seed=1)

    def order(request: Request) -> dict[str, list[str]]:
        return {"order": list("ABCD") if "present" in request.text else []}

    at = ModelGateway(FunctionModel(order), HashedEmbedder(), NoCallLog(), 1)
    kept: list[RaterSession] = []
    with pytest.raises(UnfitAnswer):
        asyncio.run(judge_questions(ModelJudge(moment, at), OF, blinds, kept.append))
    assert {session.rankings[0].category for session in kept} == {"present"}


def test_by_rule_the_answer_that_says_most_of_what_is_remembered_comes_first(moment: InterviewMoment) -> None:
    item = RatedQuestion(
        "q", "c", "What do you like?", {"a": "Whales.", "b": "Rain, at the Mill.", "c": "Whales, and fog."}
    )
    at = ModelGateway(OfflineModel(1), HashedEmbedder(), NoCallLog(), 1)
    for session in judged(moment, make_blind_questions([("Ann Ivy", item)], ("a", "b", "c"), seed=1), at):
        assert session.rankings[0].order == ("b", "a", "c")
