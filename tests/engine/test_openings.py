"""Talks that are thought up as a whole, in a running town: who begins one, how it is said, and what breaks it off."""

from __future__ import annotations

import json
from typing import Any

import pytest

from townlet.engine.commands import Arrive, Release, SetState, Speak, Take, Whisper
from townlet.engine.resources import RunResources
from townlet.engine.simulation import Simulation
from townlet.language.model import Reply, Request, UnfitAnswer
from townlet.offline.model import OfflineModel
from townlet.runfile.config import RunConfig
from townlet.runfile.event_log import StepLog
from townlet.world.events import Said
from world.sketch import address

from .village import LOOM, village

JOINTLY = RunConfig(profile="economical+joint_dialogue")
LINES = ("The well is dry.", "Is it?", "Bring a spade.", "I will.", "Be quick.", "Good day.")


class Sociable:
    """Rules, but everybody who may talk does, and a talk thought up as a whole has the same six lines."""

    name = "sociable"

    def __init__(self, fails: tuple[str, ...] = (), shy_until: int = 0) -> None:
        self.asked: list[Request] = []
        self._rules, self._fails, self._shy_until = OfflineModel(1), fails, shy_until

    async def __call__(self, request: Request) -> Reply:
        self.asked.append(request)
        if request.name in self._fails:
            raise UnfitAnswer("no fit answer")
        reply = await self._rules(request)
        if request.name == "react" and request.fields["about"] == "person":
            shy = request.priority < self._shy_until
            return _saying(reply, {"choice": "go on"} if shy else {"choice": "talk", "topic": "the well"})
        if request.name == "joint_dialogue":
            names = [side["name"] for side in request.fields["sides"]]  # type: ignore[index, call-overload, union-attr]
            return _saying(reply, {"lines": [{"speaker": names[n % 2], "say": text} for n, text in enumerate(LINES)]})
        return reply

    def count(self, name: str) -> int:
        return sum(request.name == name for request in self.asked)


def _saying(reply: Reply, answer: Any) -> Reply:
    return Reply(json.dumps(answer), reply.model, 1, 1)


def begun(model: Sociable, on_failure: Any = None) -> Simulation:
    machinery = RunResources(model=model, on_failure=on_failure)
    return Simulation.start(village(), config=JOINTLY, resources=machinery)


def lines_of(log: StepLog) -> list[Said]:
    return [event for event in log.actions if isinstance(event, Said)]


async def up_to_line(simulation: Simulation, number: int) -> Said:
    """Steps up to and with the one in which this line of a talk is said."""
    for _ in range(4000):
        for said in lines_of(await simulation.step()):
            if said.number == number:
                return said
    raise AssertionError("Nobody said it.")


async def next_lines(simulation: Simulation, steps: int) -> list[Said]:
    return [said for _ in range(steps) for said in lines_of(await simulation.step())]


async def test_a_talk_is_said_line_by_line_one_a_step_by_turns_from_one_call() -> None:
    model = Sociable()
    simulation = begun(model)
    first = await up_to_line(simulation, 0)
    logs = [await simulation.step() for _ in range(len(LINES))]
    said = [first, *(line for log in logs for line in lines_of(log))]
    assert tuple(line.text for line in said) == LINES
    assert [len(lines_of(log)) for log in logs] == [1] * (len(LINES) - 1) + [0]
    assert [line.speaker for line in said] == [first.speaker, first.to] * 3
    assert (model.count("joint_dialogue"), model.count("converse"), model.count("farewell")) == (1, 0, 0)
    assert model.count("after_talk") == 2


async def test_two_who_turn_to_each_other_at_once_have_one_talk_and_pay_for_one() -> None:
    model = Sociable()
    simulation = begun(model)
    first = await up_to_line(simulation, 0)
    now = simulation.next_step - 1
    assert [request.name for request in model.asked if request.priority == now].count("react") == 2
    assert first.speaker == "Ann Ivy"
    assert model.count("joint_dialogue") == 1


async def test_an_inner_voice_breaks_off_what_was_to_be_said() -> None:
    model = Sociable()
    simulation = begun(model)
    first = await up_to_line(simulation, 0)
    simulation.order(Whisper(first.to, "The mill will burn."))
    after = await next_lines(simulation, 3)
    assert after[0].text != LINES[1]
    assert not {line.text for line in after} & set(LINES)
    assert model.count("converse") >= 1


async def test_a_thing_that_catches_fire_breaks_off_what_was_to_be_said() -> None:
    model = Sociable()
    simulation = begun(model)
    first = await up_to_line(simulation, 0)
    simulation.order(SetState(LOOM, "on fire"))
    after = await next_lines(simulation, 2)
    assert first.text == LINES[0]
    assert not {line.text for line in after} & set(LINES)


@pytest.mark.parametrize("speaks", [True, False])
async def test_a_person_who_steps_in_speaks_for_themselves_and_the_rest_is_dropped(speaks: bool) -> None:
    simulation = begun(Sociable())
    first = await up_to_line(simulation, 0)
    simulation.order(Take(first.to))
    if speaks:
        simulation.order(Speak(first.to, first.speaker, "I am somebody else."))
    answers = await next_lines(simulation, 1)
    assert [line.speaker for line in answers] == ([first.speaker] if speaks else [])
    simulation.order(Release(first.to))
    after = answers + await next_lines(simulation, 2)
    assert after
    assert not {line.text for line in after} & set(LINES)


async def test_a_visitor_is_never_thought_for() -> None:
    model = Sociable()
    simulation = begun(model)
    simulation.order(Arrive("Vic Moor", address("Mill:hall")))
    simulation.order(Take("Bo Lund"))
    first = await up_to_line(simulation, 0)
    assert first.to in ("Vic Moor", "Bo Lund")
    assert model.count("joint_dialogue") == 0
    assert model.count("converse") >= 1


async def test_where_no_talk_can_be_had_people_speak_line_by_line() -> None:
    model = Sociable(fails=("joint_dialogue",))
    simulation = begun(model, on_failure="fallback")
    await up_to_line(simulation, 2)
    assert model.count("joint_dialogue") >= 1
    assert model.count("converse") == 3


async def test_whoever_is_drawn_into_a_talk_loses_nothing_of_what_they_overheard() -> None:
    simulation = begun(Sociable(shy_until=100))
    state = simulation.engine.state
    people = [name for name in state.agents if name not in ("Cy Marr", "Vic Moor")]
    overheard = Said("t", "Cy Marr", "Vic Moor", "It rains.", hearers=tuple(people))
    log = await simulation.step()
    while not lines_of(log):
        state.notices |= dict.fromkeys(people, (overheard,))
        log = await simulation.step()
    drawn_in = lines_of(log)[0].to
    after = await simulation.step()
    assert drawn_in not in state.notices
    remembered = [each.text for each in (*log.memories, *after.memories) if each.id.agent == drawn_in]
    assert remembered.count("Cy Marr said to Vic Moor: 'It rains.'") == 1
