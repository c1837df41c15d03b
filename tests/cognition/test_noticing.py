"""What was noticed is within reach of whatever recalls something, and is never lost."""

from collections.abc import Awaitable, Callable
from dataclasses import replace

import pytest

from townlet.cognition.converse import speak
from townlet.cognition.inner_voice import heed
from townlet.cognition.interview import interview_person
from townlet.cognition.plan import plan_day, proceed, replan
from townlet.cognition.reflect import THRESHOLD, reflect
from townlet.cognition.state import Noticed
from townlet.cognition.thought import Thought
from townlet.state.encoding import decode, encode
from townlet.state.events import MindChanged
from townlet.world.events import Whispered
from townlet.world.state import World
from world.sketch import peopled

from .scene import DAY, Scene

SIGHT = Noticed("The well is dry.", 30)


def having_noticed(step: int = 60) -> Scene:
    world = peopled(World.empty(), Ann_Ivy=(2, 2), Bo_Lund=(4, 2))
    scene = Scene(world=world, step=step, notices=(Whispered("Ann Ivy", "Run for mayor!"),))
    scene.agent = replace(scene.agent, plan=DAY, noticed=(SIGHT,), importance_sum=THRESHOLD)
    return scene


FACULTIES: dict[str, Callable[[Thought], Awaitable[object]]] = {
    "day_plan": plan_day,
    "replan": lambda thought: replan(thought, "", "it rains"),
    "heed": heed,
    "questions": reflect,
    "converse": lambda thought: speak(thought, "Bo Lund", ()),
    "interview": lambda thought: interview_person(thought, "What is Bo Lund doing?"),
}


@pytest.mark.parametrize("name", FACULTIES)
async def test_what_was_noticed_is_shown_to_what_recalls_from_it(name: str) -> None:
    scene = having_noticed()
    thought = scene.thought()
    await FACULTIES[name](thought)
    assert SIGHT.text in scene.asked(name)[0].text
    assert thought.agent.noticed == ()
    assert SIGHT.text in [memory.text for memory in thought.memories]


async def test_what_the_other_was_seen_to_do_is_shown_by_itself_and_not_rated_before_a_line() -> None:
    scene = having_noticed()
    sight = Noticed("Bo Lund is digging.", 30)
    scene.agent = replace(scene.agent, noticed=(sight,), seen={"Bo Lund": ("digging", 30)})
    thought = scene.thought()
    await speak(thought, "Bo Lund", ())
    assert sight.text in scene.asked("converse")[0].text
    assert scene.asked("importance") == []
    assert thought.agent.noticed == (sight,)


async def test_nobody_goes_to_bed_on_what_they_have_not_taken_in() -> None:
    thought = having_noticed(DAY.bedtime).thought()
    await proceed(thought)
    assert [memory.text for memory in thought.turn(None).remembered] == [SIGHT.text]


async def test_what_waits_is_told_to_a_reaction() -> None:
    scene = replace(having_noticed(), notices=())
    scene.answers["react"] = {"choice": "go on", "ratings": [8, 2]}
    turn = await scene.turn()
    assert SIGHT.text in scene.asked("react")[0].text
    assert [each.importance for each in turn.remembered if each.text == SIGHT.text] == [8]


def test_what_waits_is_written_into_the_run() -> None:
    change = MindChanged("Ann Ivy", noticed=(SIGHT, Noticed("Rain.", 9, "heard", "Bo Lund", "t#1")))
    assert decode(MindChanged, encode(change)) == change
