"""When nothing was answered, life goes on by habit, and nothing of that is remembered as if it had happened."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import pairwise
from typing import Any

import pytest
from pydantic import BaseModel

from townlet.cognition.fallbacks import DOING, FALLBACKS
from townlet.cognition.plan.schedule import AT_DINNER, AT_HOME, AT_WORK
from townlet.cognition.state import AgentState, Plan
from townlet.cognition.summarise import summarise
from townlet.cognition.templates import built_in_prompts
from townlet.engine.calls.gateway import CallPolicy, ModelGateway
from townlet.engine.calls.log import NoCallLog
from townlet.engine.calls.mind import GatewayMind
from townlet.language.hashed import HashedEmbedder
from townlet.language.model import Request, UnfitAnswer
from townlet.testing import FunctionModel
from townlet.world.actions import Do, Leave
from townlet.world.events import Whispered
from townlet.world.state import Talk, Utterance, World
from world.sketch import peopled

from .scene import ANN, BED, DAY, HALL, Scene, memory

TWO = peopled(World.empty(), Ann_Ivy=(2, 2), Bo_Lund=(3, 2))


class Mute(Scene):
    """A scene in which some prompts, or all, are not answered, and the run is one that goes on by fallbacks."""

    silent: frozenset[str] = frozenset(FALLBACKS)

    def _mind(self, name: str = "Ann Ivy") -> GatewayMind:
        gateway = ModelGateway(
            FunctionModel(self._reply), HashedEmbedder(), NoCallLog(), 1, CallPolicy(on_failure="fallback")
        )
        return GatewayMind(gateway, name, self.step)

    def _reply(self, request: Request) -> Any:
        if request.name in self.silent:
            raise UnfitAnswer("no fit answer")
        return self._answer(request)


def texts(data: Any) -> Iterator[str]:
    if isinstance(data, BaseModel):
        data = data.model_dump()
    if isinstance(data, str):
        yield data
    elif isinstance(data, dict):
        for part in data.values():
            yield from texts(part)
    elif isinstance(data, list):
        for part in data:
            yield from texts(part)


def test_every_prompt_but_the_interview_declares_its_fallback() -> None:
    assert set(built_in_prompts()) - FALLBACKS.keys() == {"interview"}


@pytest.mark.parametrize("name", FALLBACKS)
def test_a_fallback_has_no_words(name: str) -> None:
    said = [text for text in texts(FALLBACKS[name]) if text]
    assert said == (["go on"] if name == "react" else [])
    assert isinstance(FALLBACKS[name].model_dump_json(), str)


async def test_without_an_answer_a_day_goes_by_habit_and_is_marked() -> None:
    turn = await Mute().turn()
    plan = turn.agent.plan
    clock = Scene().view.clock
    told = [(clock.minute(item.start), item.activity, item.place) for item in plan.chunks]
    assert told == [
        (9 * 60, AT_WORK, HALL),
        (17 * 60, AT_HOME, HALL),
        (18 * 60, AT_DINNER, HALL),
        (19 * 60, AT_HOME, HALL),
        (22 * 60, "going to bed", BED),
    ]
    assert all(item.fallback for item in (*plan.chunks, *plan.hours, *plan.steps))
    assert all(earlier.end == later.start for earlier, later in pairwise(plan.chunks))


async def test_what_is_done_by_habit_is_seen_by_all_but_remembered_by_nobody() -> None:
    turn = await Mute().turn()
    assert turn.action == Do(DOING, turn.agent.plan.steps[0].end, HALL)
    assert [memory.source for memory in turn.remembered] == ["seed", "seed"]


async def test_what_others_do_for_want_of_a_plan_is_not_noticed() -> None:
    idle = replace(TWO.bodies["Bo Lund"], activity=Do(DOING, 100))
    world = replace(TWO, bodies={**TWO.bodies, "Bo Lund": idle})
    scene = Scene({"react": {"choice": "talk", "topic": "rain"}}, world=world, agent=AgentState(ANN, plan=DAY))
    turn = await (await scene.remember(memory("Rain is near."))).turn()
    assert not any(DOING in each.text for each in turn.remembered)
    assert not any(DOING in request.text for request in scene.requests)
    assert scene.asked("converse")


async def test_a_plan_is_asked_for_again_before_the_next_stretch() -> None:
    scene = Mute()
    scene.go_on(await scene.turn(), 361)
    scene.silent = frozenset()
    scene.memories = (await Scene().remember(memory("Rain is near."))).memories
    turn = await scene.turn()
    assert not any(item.fallback for item in turn.agent.plan.hours)
    assert turn.agent.plan.chunks[0].activity == "weaving a rug"
    assert isinstance(turn.action, Do)
    assert turn.action.doing == "weaving row 1"
    assert not any(AT_WORK in request.text for request in scene.requests)


async def test_an_hour_without_steps_is_one_step_of_the_same() -> None:
    scene = Mute(agent=AgentState(ANN, plan=replace(DAY, steps=())))
    await scene.remember(memory("Rain is near."))
    turn = await scene.turn()
    [step] = turn.agent.plan.steps
    assert (step.activity, step.place, step.fallback) == ("weaving a rug", HALL, False)
    assert turn.remembered[-1].text == "Ann Ivy is weaving a rug."


async def test_a_plan_that_cannot_be_redone_stays() -> None:
    from townlet.cognition.plan import replan

    thought = Mute(agent=AgentState(ANN, plan=DAY)).thought()
    await replan(thought, "running home", "the roof leaks")
    assert thought.agent.plan == DAY
    assert thought.turn(None).remembered == ()


async def test_a_plan_that_has_run_out_goes_on_by_habit() -> None:
    from townlet.cognition.plan import replan

    thought = Mute(agent=AgentState(ANN, plan=Plan(DAY.chunks))).thought()
    await replan(thought, "", "the plan has run out")
    assert thought.agent.plan.hour(0) is not None
    assert all(item.fallback for item in thought.agent.plan.hours)
    assert thought.turn(None).remembered == ()


def _talk(*lines: tuple[str, str]) -> Talk:
    people = ("Ann Ivy", "Bo Lund")
    return Talk("t1", people, tuple(Utterance(who, people[who == "Ann Ivy"], text, 0) for who, text in lines))


async def test_without_a_memo_a_talk_is_remembered_as_it_was_heard() -> None:
    from townlet.cognition.takeaway import remember_talk

    thought = Mute(agent=AgentState(ANN, plan=DAY)).thought()
    await remember_talk(thought, _talk(("Bo Lund", "It rains."), ("Ann Ivy", "It does.")))
    kept = [each.text for each in thought.turn(None).remembered]
    assert kept == ["Bo Lund said to me: 'It rains.'", "I said to Bo Lund: 'It does.'"]
    assert thought.agent.talked == {"Bo Lund": 0}


async def test_who_has_no_answer_leaves_the_talk_without_a_word() -> None:
    from townlet.cognition.converse import answer

    thought = Mute(world=TWO, agent=AgentState(ANN, plan=DAY)).thought()
    assert await answer(thought, _talk(("Bo Lund", "It rains."))) == Leave()


async def test_an_inner_voice_that_nobody_made_anything_of_was_heard() -> None:
    scene = Mute(agent=AgentState(ANN, plan=DAY), notices=(Whispered("Ann Ivy", "Run for mayor."),))
    await scene.remember(memory("Rain is near."))
    turn = await scene.turn()
    [heard] = [each for each in turn.remembered if each.source == "inner voice"]
    assert heard.text == "Ann Ivy heard an inner voice: 'Run for mayor.'"
    assert turn.agent.plan.revision == 0


async def test_the_summary_stays_or_is_what_the_author_wrote() -> None:
    first = Mute().thought()
    await summarise(first)
    assert first.agent.summary == "Ann Ivy (age: 30) is calm, kind."
    later = Mute(agent=AgentState(ANN, summary="Ann Ivy weaves.")).thought()
    await summarise(later)
    assert later.agent.summary == "Ann Ivy weaves."


async def test_nothing_is_concluded_where_nothing_was_asked() -> None:
    from townlet.cognition.reflect import THRESHOLD, reflect

    scene = Mute(agent=AgentState(ANN, importance_sum=THRESHOLD))
    await scene.remember(memory("Rain is near."))
    thought = scene.thought()
    await reflect(thought)
    assert thought.turn(None).remembered == ()
    assert thought.agent.importance_sum == 0


async def test_a_day_whose_hours_are_not_answered_is_lived_as_it_was_planned() -> None:
    scene = Mute()
    scene.silent = frozenset({"hour_plan"})
    turn = await scene.turn()
    assert [each.activity for each in turn.agent.plan.chunks] == ["weaving a rug", "eating a bun", "going to bed"]
    assert turn.agent.plan.hours == turn.agent.plan.chunks
