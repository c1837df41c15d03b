"""The inner voice, and words from a person at the keyboard."""

from dataclasses import replace
from typing import Any

from townlet.cognition.inner_voice import INNER_VOICE_IMPORTANCE
from townlet.world.events import Told, Whispered
from townlet.world.state import World
from world.sketch import peopled

from .scene import DAY, WITHOUT_A_PAST, Scene, memory


def hearing(event: Any, **intention: Any) -> Scene:
    scene = Scene({"heed": {"intention": "Ann Ivy is going to run for mayor", **intention}}, notices=(event,), step=100)
    scene.agent = replace(scene.agent, plan=DAY, persona=WITHOUT_A_PAST)
    return scene


async def test_an_inner_voice_becomes_ones_own_intention() -> None:
    turn = await hearing(Whispered("Ann Ivy", "You are going to run for mayor.")).turn()
    intention = turn.remembered[0]
    assert (intention.text, intention.source) == ("Ann Ivy is going to run for mayor.", "inner voice")
    assert (intention.importance, intention.hearsay) == (INNER_VOICE_IMPORTANCE, False)
    assert turn.agent.plan == DAY


async def test_an_inner_voice_that_touches_the_day_changes_the_plan_from_now_on() -> None:
    turn = await hearing(Whispered("Ann Ivy", "Run!"), change_plan=True, reason="Ann Ivy must speak to people").turn()
    assert turn.agent.plan.reason == "Ann Ivy must speak to people"
    assert turn.agent.plan.chunks[0] == replace(DAY.chunks[0], end=100)


async def test_what_one_is_told_is_hearsay_from_who_said_it() -> None:
    turn = await hearing(Told("Ann Ivy", "a journalist", "The bridge is closed.")).turn()
    told = turn.remembered[0]
    assert told.text == "a journalist said to me: 'The bridge is closed.'"
    assert (told.source, told.heard_from, told.hearsay) == ("told", "a journalist", True)


async def test_an_inner_voice_brings_to_mind_what_one_knows_of_those_whom_it_names() -> None:
    scene = hearing(Whispered("Ann Ivy", "Ask Bo for money."))
    scene.world = peopled(World.empty(), Ann_Ivy=(2, 2), Bo_Lund=(17, 2), Cy_Moss=(18, 2))
    scene.profile = replace(scene.profile, memories_shown=1)
    matter, bo, cy = "I want to ask for money.", "Bo Lund is afraid of horses.", "Cy Moss is afraid of geese."
    await scene.remember(*(memory(text, place, source="seed") for place, text in enumerate((matter, bo, cy))))
    await scene.turn()
    [request] = scene.asked("heed")
    assert {each["text"] for each in request.fields["memories"]} == {matter, bo}
