"""From the records of late to questions, and from those to insights with evidence."""

from dataclasses import replace
from typing import Any

from townlet.cognition.mind import Turn
from townlet.cognition.reflect import RECORDS, THRESHOLD, reflect
from townlet.memory.record import MemoryId

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


async def test_each_question_has_its_own_records_and_an_insight_thought_twice_is_kept_once() -> None:
    scene = Scene({"questions": {"questions": ["What of water?", "What of cloth?"]}, "insights": citing("dawn")})
    scene.agent = replace(scene.agent, importance_sum=THRESHOLD)
    await scene.remember(memory("Ann Ivy weaves at dawn."))
    thought = scene.thought()
    await reflect(thought)
    assert [request.fields["question"] for request in scene.asked("insights")] == ["What of water?", "What of cloth?"]
    assert len(thought.turn(None).remembered) == 1


async def test_questions_are_asked_of_the_newest_records_alone() -> None:
    scene = Scene()
    scene.agent = replace(scene.agent, importance_sum=THRESHOLD)
    await scene.remember(*(memory(f"Row {n} is done.", n) for n in range(RECORDS + 20)))
    await reflect(scene.thought())
    [asked] = scene.asked("questions")
    shown = [each["text"] for each in asked.fields["memories"]]  # type: ignore[call-overload, index, union-attr]
    assert shown == [f"Row {n} is done." for n in range(20, RECORDS + 20)]
