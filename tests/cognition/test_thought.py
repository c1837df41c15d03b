"""Remembering and recalling within a turn."""

from dataclasses import replace

from townlet.cognition.profile import ECONOMICAL, PAPER
from townlet.cognition.thought import MemoryDraft, Thought
from townlet.memory.record import MemoryId

from .scene import Scene, memory


async def test_importance_is_rated_for_all_at_once() -> None:
    scene = Scene({"importance": {"ratings": [2, 9]}})
    made = await scene.thought().remember([MemoryDraft("Rain falls.", "seen"), MemoryDraft("The mill burns.", "seen")])
    assert [each.importance for each in made] == [2, 9]
    assert len(scene.requests) == 1


async def test_the_papers_profile_rates_one_at_a_time() -> None:
    scene = Scene(profile=PAPER)
    await scene.thought().remember([MemoryDraft("Rain falls.", "seen"), MemoryDraft("The mill burns.", "seen")])
    assert [request.fields["memories"] for request in scene.requests] == [["Rain falls."], ["The mill burns."]]


async def test_what_is_given_an_importance_is_not_rated_and_what_a_model_leaves_out_counts_little() -> None:
    scene = Scene({"importance": {"ratings": [7]}})
    drafts = [MemoryDraft("A.", "seen"), MemoryDraft("B.", "planned", "plan", 5), MemoryDraft("C.", "seen")]
    made = await scene.thought().remember(drafts)
    assert [each.importance for each in made] == [7, 5, 3]
    assert scene.requests[0].fields["memories"] == ["A.", "C."]


async def test_a_text_that_was_remembered_before_keeps_its_rating() -> None:
    for profile, rated in ((ECONOMICAL, ["B."]), (PAPER, ["A.", "B."])):
        scene = await Scene({"importance": lambda fields: {"ratings": [2] * len(fields["memories"])}}).remember(
            memory("A.", importance=9)
        )
        scene.profile = replace(profile, one_at_a_time=False, rated_in_batches=True)
        made = await scene.thought().remember([MemoryDraft("A.", "seen"), MemoryDraft("B.", "seen")])
        assert scene.requests[0].fields["memories"] == rated
        assert made[0].importance == (9 if profile is ECONOMICAL else 2)


async def noticing(thought: Thought, *texts: str) -> None:
    for text in texts:
        await thought.notice([MemoryDraft(text, "seen")])


async def test_what_is_noticed_is_rated_together_when_there_is_enough_of_it() -> None:
    scene = Scene()
    thought = scene.thought()
    texts = [f"Sight {number}." for number in range(ECONOMICAL.noticed_together)]
    await noticing(thought, *texts[:-1])
    assert thought.turn(None).remembered == ()
    assert [each.text for each in thought.agent.noticed] == texts[:-1]
    await noticing(thought, texts[-1])
    assert [each.text for each in thought.turn(None).remembered] == texts
    assert thought.agent.noticed == ()
    assert len(scene.requests) == 1


async def test_what_was_noticed_is_remembered_as_of_when_and_whence_it_was() -> None:
    scene = Scene(step=60)
    thought = scene.thought()
    line = MemoryDraft("Bo Lund said to Cy Marr: 'Rain.'", "heard", heard_from="Bo Lund", utterance="t#1", hearsay=True)
    await thought.notice([line])
    scene.go_on(thought.turn(None), 600)
    thought = scene.thought()
    await thought.store_noticed()
    [made] = thought.turn(None).remembered
    assert made.created == scene.view.clock.at(60)
    assert made.id == MemoryId("Ann Ivy", 600, 0)
    assert (made.source, made.heard_from, made.utterance, made.hearsay) == ("heard", "Bo Lund", "t#1", True)


async def test_what_has_a_rating_already_does_not_wait() -> None:
    scene = await Scene().remember(memory("Bo Lund is reading.", importance=2))
    thought = scene.thought()
    await noticing(thought, "Bo Lund is reading.")
    assert [each.importance for each in thought.turn(None).remembered] == [2]
    assert scene.requests == []


async def test_memories_that_read_the_same_are_shown_once_the_latest_for_all() -> None:
    scene = await Scene().remember(memory("The loom is bare."), memory("The loom is bare.", 1), memory("Rain.", 2))
    thought = scene.thought()
    assert [each.id.ordinal for each in await thought.recall("the bare loom")] == [1, 2]
    scene.profile = PAPER
    assert len(await scene.thought().recall("the bare loom")) == 3


async def test_what_repeats_takes_no_place_from_the_rest() -> None:
    others = [memory(f"The loom has row {number}.", number, importance=1) for number in range(3)]
    scene = await Scene().remember(*others, *(memory("The loom is bare.", number, 9) for number in range(3, 90)))
    found = await scene.thought().recall("the bare loom", top=4)
    assert [each.id.ordinal for each in found if each.text == "The loom is bare."] == [89]
    assert {each.text for each in others} < {each.text for each in found}
    scene.profile = PAPER
    assert {each.text for each in await scene.thought().recall("the bare loom", top=4)} == {"The loom is bare."}


async def test_fewer_are_recalled_where_fewer_read_differently() -> None:
    scene = await Scene().remember(*(memory(f"It is day {number % 2}.", number) for number in range(20)))
    assert len(await scene.thought().recall("what day it is", top=5)) == 2


async def test_only_observations_lead_towards_a_reflection() -> None:
    thought = Scene().thought()
    await thought.remember([MemoryDraft("A.", "seen", importance=4), MemoryDraft("B.", "heard", importance=2)])
    await thought.remember([MemoryDraft("C.", "planned", "plan", 9), MemoryDraft("D.", "thought", "reflection", 9)])
    assert thought.agent.importance_sum == 6


async def test_a_talk_counts_once_by_its_weightiest_line() -> None:
    thought = Scene().thought()
    await thought.remember(
        [MemoryDraft("A.", "heard", importance=4), MemoryDraft("B.", "heard", importance=7)], counts_once=True
    )
    assert thought.agent.importance_sum == 7


async def test_memories_are_numbered_within_the_step() -> None:
    thought = Scene(step=12).thought()
    await thought.remember([MemoryDraft("A.", "seen"), MemoryDraft("B.", "seen")])
    expected = thought.id_of_next(0)
    [third] = await thought.remember([MemoryDraft("C.", "seen")])
    assert third.id == expected == MemoryId("Ann Ivy", 12, 2)
    assert third.created == thought.view.now


async def test_a_turn_recalls_what_it_has_just_remembered() -> None:
    scene = await Scene().remember(memory("Ann Ivy bought flour."))
    thought = scene.thought()
    [made] = await thought.remember([MemoryDraft("The loom in the hall is burning.", "seen")])
    recalled = await thought.recall("the burning loom", top=1)
    assert recalled == [made]
    assert thought.turn(None).recalled == (made.id,)


async def test_what_answers_two_questions_is_recalled_once() -> None:
    scene = await Scene().remember(memory("Rain falls."), memory("The loom is bare.", 1))
    thought = scene.thought()
    assert len(await thought.recall("rain", "the loom")) == 2
    assert len(thought.turn(None).recalled) == 2


async def test_the_stream_that_one_was_given_stays_as_it_was() -> None:
    scene = await Scene().remember(memory("Rain falls."))
    thought = scene.thought()
    await thought.remember([MemoryDraft("The loom is bare.", "seen")])
    await thought.recall("rain")
    assert [each.text for each in scene.memories] == ["Rain falls."]
    assert scene.agent.importance_sum == 0


async def test_what_one_knows_of_somebody_is_more_than_having_seen_them() -> None:
    texts = {
        "seen": "Bo Lund is digging.",
        "heard": "Cy Marr said to me: 'Bo Lund sings.'",
        "seed": "Bo Lund is a friend.",
        "thought": "Bo Lund works hard.",
        "done": "I dug a well with Bo Lund.",
    }
    scene = await Scene().remember(
        memory("Cy Marr is a smith.", 0, source="seed"),
        *(memory(text, number, source=source) for number, (source, text) in enumerate(texts.items(), 1)),
    )
    known = await scene.thought().recall("Who is Bo Lund?", naming="Bo Lund")
    assert {each.text for each in known} == set(texts.values()) - {texts["seen"]}
