"""Living without plans: what is at hand is done, nothing is foreseen, and no plan is remembered."""

from __future__ import annotations

import asyncio
from dataclasses import replace

import pytest

from engine.village import village
from townlet.cognition.profile import ECONOMICAL, PAPER
from townlet.engine.simulation import Simulation
from townlet.runfile.config import RunConfig
from townlet.state.run_state import RunState
from townlet.town import Town, load_town

NAME = "Ann Ivy"


async def lived(without: str, days: float = 0.6, town: Town | None = None) -> RunState:
    simulation = Simulation.start(town or village(), config=RunConfig(without=without))
    async for _ in simulation.run(days):
        pass
    return simulation.engine.state


@pytest.fixture(scope="module")
def unplanned() -> RunState:
    return asyncio.run(lived("planning"))


def test_no_plan_is_made_and_people_act_all_the_same(unplanned: RunState) -> None:
    memories = list(unplanned.streams[NAME])
    assert not [memory for memory in memories if memory.kind == "plan"]
    done = {memory.text for memory in memories if memory.source == "done"}
    assert len(done) > 2


def test_nobody_looks_further_than_what_is_at_hand(unplanned: RunState) -> None:
    plan = unplanned.agents[NAME].plan
    at_hand, bed = plan.hours
    assert at_hand.end - at_hand.start <= unplanned.clock.steps(120)
    assert (bed.activity, bed.place) == ("going to bed", unplanned.agents[NAME].persona.bed)


async def test_without_reflection_none_is_made() -> None:
    town = load_town("applegarth")
    whole, ablated = await lived("", 0.9, town), await lived("reflection", 0.9, town)
    kinds = [
        {memory.kind for stream in state.streams.values() for memory in stream if memory.source != "seed"}
        for state in (whole, ablated)
    ]
    assert "reflection" in kinds[0]
    assert kinds[1] == kinds[0] - {"reflection"}


def test_an_ablation_is_no_saving() -> None:
    both = RunConfig(without="planning,reflection")
    assert both.how == replace(ECONOMICAL, without=frozenset(("planning", "reflection")))
    assert both.how.unmade == {"plan", "reflection"}
    assert RunConfig(profile="paper").how == PAPER
    assert "without" not in RunConfig().as_json()
