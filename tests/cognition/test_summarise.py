"""The cached summary of a person."""

from townlet.cognition.summarise import summarise

from .scene import Scene, memory


async def test_a_summary_is_made_from_three_retrievals_and_kept_with_its_time() -> None:
    scene = await Scene(step=7).remember(memory("Ann Ivy is a weaver."), memory("Ann Ivy feels her work goes well.", 1))
    thought = scene.thought()
    await summarise(thought)
    assert (thought.agent.summary, thought.agent.summarised) == ("Ann Ivy (age: 30) is calm and kind.", 7)
    [request] = scene.asked("summary")
    assert all(request.fields[part] for part in ("core", "occupation", "feeling"))
    assert len(thought.turn(None).recalled) == 2
