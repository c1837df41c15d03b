"""From the records of late to questions, and from those to insights with evidence."""

from dataclasses import replace
from typing import Any

import pytest

from townlet.cognition.mind import Turn
from townlet.cognition.profile import ECONOMICAL, PAPER, Profile
from townlet.cognition.reflect import THOUGHTS_SHOWN, THRESHOLD, reflect
from townlet.language.model import Request
from townlet.memory.record import Memory, MemoryId

from .scene import Fields, Scene, memory


async def reflected(insights: Any, importance_sum: int = THRESHOLD, **more: Any) -> tuple[Scene, Turn]:
    scene = Scene({"insights": insights}, **more)
    scene.agent = replace(scene.agent, importance_sum=importance_sum)
    await scene.remember(
        memory("Ann Ivy weaves at dawn."),
        memory("Bo Lund said to me: 'The well is dry.'", 1, source="heard", heard_from="Bo Lund", hearsay=True),
        memory("I have come to think that rain is rare.", 2, kind="reflection", source="thought"),
    )
    thought = scene.thought()
    await reflect(thought)
    return scene, thought.turn(None)


def citing(*texts: str, lead: str = "water matters") -> Any:
    """An insight that cites the statements shown which hold these texts."""

    def answer(fields: Fields) -> Any:
        numbers = [each["n"] for text in texts for each in fields["memories"] if text in each["text"]]
        return {"insights": [{"text": lead, "because": numbers}]}

    return answer


async def test_nobody_reflects_before_enough_has_happened() -> None:
    scene, turn = await reflected(citing("dawn"), THRESHOLD - 1)
    assert scene.requests == []
    assert turn.agent.importance_sum == THRESHOLD - 1


async def test_reflecting_begins_the_count_anew_and_adds_nothing_to_it() -> None:
    _, turn = await reflected(citing("dawn"))
    assert turn.agent.importance_sum == 0


async def test_an_insight_is_kept_as_a_thought_with_the_records_that_it_cites() -> None:
    _, turn = await reflected(citing("dawn"))
    [insight] = turn.remembered
    assert insight.text == "I have come to think that water matters."
    assert (insight.kind, insight.source, insight.hearsay) == ("reflection", "thought", False)
    assert insight.evidence == (MemoryId("Ann Ivy", -10, 0),)


async def test_a_reflection_on_hearsay_is_hearsay() -> None:
    _, turn = await reflected(citing("dawn", "dry"))
    [insight] = turn.remembered
    assert insight.hearsay


async def test_a_reflection_may_rest_on_a_reflection() -> None:
    _, turn = await reflected(citing("rare"))
    [insight] = turn.remembered
    assert insight.evidence == (MemoryId("Ann Ivy", -10, 2),)


async def test_an_insight_that_cites_what_was_not_shown_is_refused() -> None:
    for number in (0, -1, 4):
        answer = {"insights": [{"text": "a", "because": [number]}, {"text": "b", "because": [1, number]}]}
        _, turn = await reflected(answer)
        assert turn.remembered == ()


async def test_what_was_thought_before_is_not_thought_again() -> None:
    _, turn = await reflected(citing("dawn", lead="rain is rare"))
    assert turn.remembered == ()


@pytest.mark.parametrize("profile", [ECONOMICAL, PAPER])
async def test_all_questions_are_asked_and_an_insight_thought_twice_is_kept_once(profile: Profile) -> None:
    answers = {"questions": {"questions": ["What of water?", "What of cloth?"]}, "insights": citing("dawn")}
    scene = Scene(answers, profile=profile)
    scene.agent = replace(scene.agent, importance_sum=THRESHOLD)
    await scene.remember(memory("Ann Ivy weaves at dawn."))
    thought = scene.thought()
    await reflect(thought)
    asked = [request.fields["questions"] for request in scene.asked("insights")]
    both = ["What of water?", "What of cloth?"]
    assert asked == ([both] if profile.insights_together else [[each] for each in both])
    assert len(thought.turn(None).remembered) == 1


async def test_questions_are_asked_of_the_newest_records_alone() -> None:
    scene = Scene()
    records = scene.profile.records_asked_about
    scene.agent = replace(scene.agent, importance_sum=THRESHOLD)
    await scene.remember(*(memory(f"Row {n} is done.", n) for n in range(records + 20)))
    await reflect(scene.thought())
    [asked] = scene.asked("questions")
    shown = [each["text"] for each in asked.fields["memories"]]  # type: ignore[call-overload, index, union-attr]
    assert shown == [f"Row {n} is done." for n in range(20, records + 20)]


def record(text: str, step: int, number: int = 0, **more: Any) -> Memory:
    return replace(memory(text, number, **more), id=MemoryId("Ann Ivy", step, number))


async def reflected_since(step: int, *memories: Memory) -> tuple[Scene, Turn]:
    scene = Scene({"insights": {"insights": [{"text": "rain matters", "because": [1]}]}}, step=9000)
    scene.agent = replace(scene.agent, importance_sum=THRESHOLD, reflected=step)
    await scene.remember(*memories)
    thought = scene.thought()
    await reflect(thought)
    return scene, thought.turn(None)


def texts(request: Request, field: str) -> list[str]:
    fields: Any = request.fields
    return [each["text"] for each in fields[field]]


async def test_the_questions_are_about_what_is_new_and_not_about_what_repeats_word_for_word() -> None:
    old, again = record("Ann Ivy is weaving.", 10), record("Ann Ivy is weaving.", 600)
    new = record("Bo Lund said to me: 'It will rain.'", 700, source="heard")
    scene, turn = await reflected_since(500, old, again, new)
    assert texts(scene.asked("questions")[0], "memories") == [new.text]
    assert turn.agent.reflected == 9000


async def test_where_nothing_is_new_the_questions_are_about_the_newest_records() -> None:
    scene, _ = await reflected_since(500, record("It is rain.", 10), record("It is rain.", 600))
    assert texts(scene.asked("questions")[0], "memories") == ["It is rain.", "It is rain."]


async def test_half_of_the_evidence_is_new_however_much_older_evidence_fits_better() -> None:
    question = "What does Ann Ivy care about?"
    old = [record(f"{question} {'Rain! ' * number}", 10, number, importance=9) for number in range(40)]
    new = [record(f"The heron stands in the reeds, {number}.", 600, number, importance=1) for number in range(10)]
    scene, _ = await reflected_since(500, *old, *new)
    shown = texts(scene.asked("insights")[0], "memories")
    assert len(shown) == scene.profile.memories_shown
    assert sum("heron" in text for text in shown) == scene.profile.memories_shown // 2


async def test_a_reflection_is_told_what_one_thinks_already() -> None:
    known = record("I have come to think that rain matters.", 10, kind="reflection", source="thought")
    scene, turn = await reflected_since(500, known, record("The rain is near.", 600))
    for name in ("questions", "insights"):
        assert texts(scene.asked(name)[0], "thoughts") == [known.text]
    assert turn.remembered == (), "the same thought is not kept twice"


async def test_an_old_thought_on_the_question_is_shown_before_newer_ones_on_other_matters() -> None:
    about = record("I have come to think that Ann Ivy cares about rain.", 10, kind="reflection", source="thought")
    others = [
        record(f"I have come to think that herons stand still, {number}.", 400, number, kind="reflection")
        for number in range(THOUGHTS_SHOWN)
    ]
    scene, _ = await reflected_since(500, about, *others, record("The rain is near.", 600))
    assert about.text in texts(scene.asked("insights")[0], "thoughts")
    assert about.text not in texts(scene.asked("questions")[0], "thoughts")


async def test_after_days_of_the_same_a_reflection_is_still_shown_all_the_evidence_that_fits() -> None:
    """The steps of a routine fill most of the stream; each has a place among the evidence only once."""
    days = [record(f"Ann Ivy is doing chore {number % 8}.", 10 + number) for number in range(200)]
    new = [record(f"The heron stands in the reeds, {number}.", 600, number, importance=1) for number in range(4)]
    scene, _ = await reflected_since(500, *days, *new)
    shown = texts(scene.asked("insights")[0], "memories")
    assert len(shown) == len(set(shown)) == scene.profile.memories_shown
    assert {each.text for each in new} < set(shown)
