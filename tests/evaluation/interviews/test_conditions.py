"""Conditions limit what is within reach, and what rests on it is made anew."""

from __future__ import annotations

import asyncio

import pytest

from engine.village import village
from townlet.cognition.profile import ECONOMICAL
from townlet.engine.calls.gateway import ModelGateway
from townlet.engine.calls.log import NoCallLog
from townlet.engine.simulation import Simulation
from townlet.evaluation.interviews.battery import BatteryQuestion, PersonalQuestion
from townlet.evaluation.interviews.conditions import (
    CONDITIONS,
    FULL_MEMORY,
    NO_MEMORY,
    NO_PLANNING,
    NO_REFLECTION,
    MemoryCondition,
    find_condition,
)
from townlet.evaluation.interviews.interviewer import Interviewer, InterviewMoment
from townlet.language.hashed import HashedEmbedder
from townlet.offline.model import OfflineModel
from townlet.runfile.study_files import StudyError


@pytest.fixture(scope="module")
def lived() -> Simulation:
    """The made-up village after a few hours."""
    return asyncio.run(_lived())


async def _lived() -> Simulation:
    simulation = Simulation.start(village())
    async for _ in simulation.run(0.4):
        pass
    return simulation


@pytest.fixture
def interviewer(lived: Simulation) -> Interviewer:
    gateway = ModelGateway(OfflineModel(1), HashedEmbedder(), NoCallLog(), 1)
    return Interviewer(InterviewMoment(lived.next_step, lambda _: lived.engine.state), gateway, ECONOMICAL)


ASKED = PersonalQuestion(BatteryQuestion(id="rain", ask="What do you like?"), "What do you like?")


@pytest.mark.parametrize("condition", CONDITIONS, ids=str)
async def test_no_answer_rests_on_what_its_condition_keeps_out(
    interviewer: Interviewer, condition: MemoryCondition
) -> None:
    answer = await interviewer.ask("Ann Ivy", ASKED, condition)
    assert not {memory.kind for memory in answer.shown} & condition.without
    assert bool(answer.shown) == (condition is not NO_MEMORY)


async def test_what_rests_on_memory_is_made_from_what_remains(interviewer: Interviewer) -> None:
    full = await interviewer._ready("Ann Ivy", FULL_MEMORY)
    ablated = await interviewer._ready("Ann Ivy", NO_MEMORY)
    unplanned = await interviewer._ready("Ann Ivy", NO_PLANNING)
    unreflected = await interviewer._ready("Ann Ivy", NO_REFLECTION)
    assert full.agent.plan.chunks
    assert unreflected.agent.plan == full.agent.plan
    assert not unplanned.agent.plan.chunks
    assert not len(ablated.memories)
    assert "rain" not in ablated.agent.summary
    assert "Ann Ivy" in ablated.agent.summary
    assert ablated.agent.persona.age == full.agent.persona.age
    assert ablated.view.people == ()


async def test_being_asked_changes_nothing(interviewer: Interviewer) -> None:
    state = interviewer.at.state_with("Ann Ivy")
    before = (state.agents["Ann Ivy"], len(state.streams["Ann Ivy"]))
    first = await interviewer.ask("Ann Ivy", ASKED)
    assert await interviewer.ask("Ann Ivy", ASKED) == first
    assert (state.agents["Ann Ivy"], len(state.streams["Ann Ivy"])) == before


def test_a_condition_that_there_is_not() -> None:
    with pytest.raises(StudyError, match="choose one of full, no-reflection, no-planning, no-memory"):
        find_condition("half")
