"""Interviews: looking changes nothing."""

from townlet.cognition.interview import Exchange, interview_person

from .scene import DAY, Scene, memory


async def test_an_answer_comes_from_summary_plan_and_memories_and_from_what_was_asked_before() -> None:
    scene = await Scene().remember(memory("Ann Ivy weaves a rug for Bo Lund."))
    thought = scene.thought()
    thought.change(plan=DAY, summary="Ann Ivy is calm.")
    before = (Exchange("Who are you?", "I am Ann Ivy."),)
    exchange = await interview_person(thought, "What do you make for Bo Lund?", "a journalist", before)
    assert exchange.answer == "I weave."
    assert [each.text for each in exchange.shown] == ["Ann Ivy weaves a rug for Bo Lund."]
    [request] = scene.asked("interview")
    for printed in (
        "Ann Ivy is calm.",
        "weaves a rug for Bo Lund",
        'a journalist: "Who are you?"',
        "9:00 am: weaving a rug",
    ):
        assert printed in request.text


async def test_who_was_asked_is_as_before() -> None:
    scene = await Scene().remember(memory("Ann Ivy weaves a rug."))
    agent, accesses = scene.agent, [scene.memories.last_access(each.id) for each in scene.memories]
    await interview_person(scene.thought(), "What do you do?")
    assert scene.agent is agent
    assert [scene.memories.last_access(each.id) for each in scene.memories] == accesses
    assert len(scene.memories) == 1
