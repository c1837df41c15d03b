"""Joint dialogue: one prompt for a whole talk, divided at once among those who will say its lines."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from townlet.cognition.joint_dialogue import converse_jointly, open_talk
from townlet.cognition.profile import ECONOMICAL
from townlet.cognition.sanitisation import in_quotes
from townlet.cognition.state import PreparedLine, TalkNote
from townlet.cognition.thought import Thought
from townlet.language.model import UnfitAnswer
from townlet.memory.record import Memory
from townlet.world.actions import Leave, Say
from townlet.world.events import Said, StateChanged, Told, Whispered
from townlet.world.evolve import evolve
from townlet.world.state import MAX_LINES, World
from world.sketch import peopled

from .scene import DAY, LOOM, WITHOUT_A_PAST, Scene, memory
from .test_fallbacks import Mute
from .test_untrusted import SPEECH, outside_of_blocks

JOINTLY = replace(ECONOMICAL, joint_dialogue=True)
NEAR = peopled(World.empty(), Ann_Ivy=(2, 2), Bo_Lund=(4, 2))


def spoken(*lines: str, **more: Any) -> dict[str, Any]:
    """A whole talk by turns, Ann Ivy first."""
    names = ("Ann Ivy", "Bo Lund")
    return {"lines": [{"speaker": names[place % 2], "say": text, **more} for place, text in enumerate(lines)]}


def met(answer: Any = None) -> Scene:
    """Ann Ivy sees Bo Lund, whom she may talk to, and every talk is thought up as a whole."""
    scene = Scene({"react": {"choice": "talk", "topic": "the well"}}, NEAR, profile=JOINTLY)
    scene.answers["joint_dialogue"] = answer or spoken("The well is dry.", "Is it?", "Bring a spade.", "I will.")
    scene.agent = replace(scene.agent, plan=DAY, persona=WITHOUT_A_PAST)
    return scene


async def thought_up(scene: Scene, *of_bo: str) -> tuple[Say | None, Thought, Thought]:
    """The talk's first line and both minds afterwards."""
    mine = scene.thought()
    theirs = await scene.thought_of("Bo Lund", *(memory(text, n, of="Bo Lund") for n, text in enumerate(of_bo)))
    return await converse_jointly(mine, theirs, ()), mine, theirs


async def test_who_decides_to_talk_turns_to_the_other_with_words_yet_to_be_found() -> None:
    scene = await met().remember(memory("Bo Lund digs wells."))
    turn = await scene.turn()
    assert turn.action == Say("Bo Lund", "")
    assert turn.agent.note.topic == "the well"
    assert [scene.memories.get(each).text for each in turn.shown] == ["Bo Lund digs wells."]
    assert scene.asked("converse") == scene.asked("joint_dialogue") == []


async def test_each_keeps_their_own_lines_and_nobody_elses() -> None:
    line, mine, theirs = await thought_up(met())
    assert line == Say("Bo Lund", "The well is dry.")
    assert mine.agent.note.meant == (PreparedLine(2, "Is it?", "Bring a spade.", leave=True),)
    assert theirs.agent.note.meant == (
        PreparedLine(1, "The well is dry.", "Is it?"),
        PreparedLine(3, "Bring a spade.", "I will.", leave=True),
    )


async def test_both_are_shown_each_in_a_block_of_their_own_with_numbers_of_their_own() -> None:
    scene = await met().remember(memory("Bo Lund digs wells."), memory("It rained.", 1))
    await thought_up(scene, "Ann Ivy owes me a spade.")
    [request] = scene.asked("joint_dialogue")
    ann, bo = request.fields["sides"]  # type: ignore[misc, str-unpack]
    assert [each["text"] for each in ann["memories"]] == ["Bo Lund digs wells.", "It rained."]  # type: ignore[index, call-overload, union-attr]
    assert [each["text"] for each in bo["memories"]] == ["Ann Ivy owes me a spade."]  # type: ignore[index, call-overload, union-attr]
    assert [each["n"] for side in (ann, bo) for each in side["memories"]] == [1, 2, 3]  # type: ignore[index, call-overload, union-attr]
    before, after = request.text.split("## Bo Lund")
    assert "owes me" not in before
    assert "digs wells" not in after


async def test_what_a_line_rests_on_is_its_own_speakers_and_is_said_to_be_recalled() -> None:
    scene = await met().remember(memory("Bo Lund digs wells."))
    _, mine, theirs = await thought_up(scene, "Ann Ivy owes me a spade.")
    for thought in (mine, theirs):
        assert {each.agent for each in thought.agent.note.drawn_on} == {thought.agent.name}
        assert set(thought.agent.note.drawn_on) <= set(thought.turn(None).recalled)
    assert mine.shown == mine.agent.note.drawn_on


UNFIT = {
    "a stranger speaks": (spoken("Hello.", "Good day.", "Bye.")["lines"][:1] * 2, "line 2 is Ann Ivy's"),
    "one of them speaks thrice in a row": (spoken("Hello.")["lines"] * 3, "by turns"),
    "the other begins": (list(reversed(spoken("Hello.", "Good day.")["lines"])), "Ann Ivy begins"),
    "somebody else speaks": ([*spoken("Hello.")["lines"], {"speaker": "Cy Marr", "say": "Hm."}], "Cy Marr's"),
    "it has 40 lines": (spoken(*["Well."] * 40)["lines"], f"at most {MAX_LINES} items"),
    "it has one line": (spoken("Hello.")["lines"], "at least 2 items"),
    "a line has no words": (spoken("Hello.", " ")["lines"], "at least 1 character"),
    "a line has no words that can be said": (spoken("Hello.", "\u200b\u202e")["lines"], "line 2 has no words"),
    "a line rests on what is the other's": (spoken("Hello.", "Hm.", rests_on=[1])["lines"], "line 2 rests on 1"),
    "a line rests on nothing there is": (spoken("Hello.", "Hm.", rests_on=[9])["lines"], "line 1 rests on 9"),
}


@pytest.mark.parametrize("case", UNFIT)
async def test_an_unfit_talk_is_refused_and_the_model_told_why(case: str) -> None:
    lines, complaint = UNFIT[case]
    scene = await met({"lines": lines}).remember(memory("Bo Lund digs wells."))
    with pytest.raises(UnfitAnswer, match=complaint):
        await thought_up(scene)
    first, *again = scene.asked("joint_dialogue")
    assert (first.complaint, len(again)) == ("", 2)
    assert all(complaint in request.complaint for request in again)


async def test_without_an_answer_the_opener_speaks_for_themselves_alone() -> None:
    scene = Mute(profile=JOINTLY, world=NEAR)
    scene.silent = frozenset({"joint_dialogue"})
    mine, theirs = scene.thought(), await scene.thought_of("Bo Lund")
    assert await open_talk(mine, "Bo Lund", theirs) == Say("Bo Lund", "Hello.")
    assert mine.agent.note.meant == theirs.agent.note.meant == ()


async def test_somebody_moved_by_a_person_is_spoken_to_line_by_line() -> None:
    scene = met()
    assert await open_talk(scene.thought(), "Bo Lund", None) == Say("Bo Lund", "Hello.")
    assert scene.asked("joint_dialogue") == []


LATER = (PreparedLine(1, "The well is dry.", "Is it?"), PreparedLine(3, "Dig it.", "No.", leave=True))


def under_way(heard: str, **more: Any) -> Scene:
    """Bo Lund has begun a talk in which Ann Ivy knows what to say."""
    world = evolve(NEAR, [Said("t", "Bo Lund", "Ann Ivy", heard, number=0)], 0)
    scene = Scene({}, world, step=1, profile=JOINTLY, **more)
    drawn_on = (memory("It rained.").id,)
    note = TalkNote(meant=LATER, drawn_on=drawn_on)
    scene.agent = replace(scene.agent, plan=DAY, persona=WITHOUT_A_PAST, note=note)
    return scene


async def test_a_line_is_said_without_a_call_when_the_talk_has_come_to_it() -> None:
    scene = await under_way("The well is dry.").remember(memory("It rained."))
    turn = await scene.turn()
    assert turn.action == Say("Bo Lund", "Is it?")
    assert turn.shown == (memory("It rained.").id,)
    assert turn.agent.note.meant == LATER
    assert scene.asked("converse") == []


async def test_who_hears_another_line_than_expected_forgets_the_rest_and_answers_anew() -> None:
    scene = await under_way("The mill is on fire!").remember(memory("It rained."))
    turn = await scene.turn()
    assert turn.action == Say("Bo Lund", "Hello.")
    assert turn.agent.note.meant == turn.agent.note.drawn_on == ()


@pytest.mark.parametrize("notice", [Whispered("Ann Ivy", "Run for mayor!"), Told("Ann Ivy", "Vic", "The mill burns.")])
async def test_whoever_is_spoken_to_meanwhile_forgets_the_rest(notice: Whispered | Told) -> None:
    scene = await under_way("The well is dry.", notices=(notice,)).remember(memory("It rained."))
    turn = await scene.turn()
    assert turn.agent.note.meant == turn.agent.note.drawn_on == ()
    assert len(scene.asked("converse")) == 1


async def test_who_sees_a_thing_in_an_unusual_state_forgets_the_rest() -> None:
    scene = await under_way("The well is dry.").remember(memory("It rained."))
    scene.world = evolve(scene.world, [StateChanged(LOOM, "on fire")], 0)
    turn = await scene.turn()
    assert turn.agent.note.meant == turn.agent.note.drawn_on == ()
    assert len(scene.asked("converse")) == 1


async def test_a_person_who_takes_over_knows_nothing_of_the_lines_to_come() -> None:
    from townlet.cognition.generative import Generative

    scene = await under_way("The well is dry.").remember(memory("It rained."))
    turn = await scene.turn(Generative(profile=JOINTLY).observing())
    assert turn.action is None
    assert turn.agent.note.meant == turn.agent.note.drawn_on == ()


WORDS = st.text(min_size=1, max_size=60).filter(lambda text: bool(text.strip()))


@settings(deadline=None, max_examples=40)
@given(st.lists(WORDS, min_size=2, max_size=MAX_LINES), st.lists(st.integers(-1, 9), max_size=3))
def test_whatever_a_model_answers_no_line_rests_on_what_is_another_minds(lines: list[str], cited: list[int]) -> None:
    scene = met(spoken(*lines, rests_on=cited))
    try:
        line, mine, theirs = asyncio.run(_of_two(scene))
    except UnfitAnswer:
        return
    assert line is not None
    for thought in (mine, theirs):
        note = thought.agent.note
        assert {each.agent for each in note.drawn_on} <= {thought.agent.name}
        said = {place for place in range(len(lines)) if (place % 2 == 0) == (thought is mine)}
        assert {each.place for each in note.meant} <= said


async def _of_two(scene: Scene) -> tuple[Say | None, Thought, Thought]:
    await scene.remember(memory("Bo Lund digs wells."), memory("It rained.", 1))
    return await thought_up(scene, "Ann Ivy owes me a spade.")


async def test_a_talk_thought_up_in_vain_with_no_words_at_all_is_left() -> None:
    scene = Mute(profile=JOINTLY, world=NEAR)
    assert await open_talk(scene.thought(), "Bo Lund", await scene.thought_of("Bo Lund")) == Leave()


@settings(deadline=None, max_examples=40)
@given(SPEECH)
def test_what_was_said_before_stands_in_the_prompt_only_inside_a_block(text: str) -> None:
    marked = in_quotes(f"zyzzyva{text}quokka")
    scene = met()
    scene.agent = replace(scene.agent, talked={"Bo Lund": -100})
    heard = memory(f"Bo Lund said to me: {marked}", source="heard", heard_from="Bo Lund", utterance="s#0")
    told = memory(f"Cy Marr said to Bo Lund: {marked}", 1, source="heard", heard_from="Cy Marr", utterance="r#0")
    asyncio.run(_shown(scene, heard, told, memory(f"I said to Ann Ivy: {marked}", of="Bo Lund", source="said")))
    [request] = scene.asked("joint_dialogue")
    assert request.text.count("zyzzyva") == 3
    outside = outside_of_blocks([request])
    assert "zyzzyva" not in outside
    assert "quokka" not in outside


async def _shown(scene: Scene, heard: Memory, told: Memory, said: Memory) -> None:
    await scene.remember(heard, told)
    await converse_jointly(scene.thought(), await scene.thought_of("Bo Lund", said), ())
