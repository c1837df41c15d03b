"""Who is due to think: a test on the world alone."""

import asyncio
from datetime import datetime

import pytest

from engine.village import started, stepped, village
from townlet.engine.commands import Arrive, SetState
from townlet.engine.simulation import Simulation
from townlet.language.model import Request
from townlet.offline.model import OfflineModel
from townlet.runfile.event_log import StepLog
from townlet.state.scheduler import Scheduler, SchedulerState
from townlet.testing import FunctionModel
from townlet.world.actions import Do
from townlet.world.address import Address
from townlet.world.events import Acted, Appeared, Arrived, StateChanged


def thoughtful(log: StepLog) -> set[str]:
    """Who has thought anything in a step."""
    return {event.agent for event in log.minds} | {memory.id.agent for memory in log.memories}


async def settled() -> Simulation:
    """The village once everybody is at something and nobody walks."""
    simulation = started()
    await stepped(simulation, 40)
    assert not simulation.engine.scheduler.walking
    return simulation


def where(simulation: Simulation, name: str) -> Address:
    """The place that somebody is in."""
    state = simulation.engine.state
    place = state.terrain.doors.place_at(state.world.bodies[name].tile(simulation.next_step))
    assert place is not None
    return place


async def test_who_is_busy_and_sees_nothing_new_is_left_alone() -> None:
    simulation = await settled()
    logs = await stepped(simulation, 20)
    assert not any(thoughtful(log) for log in logs)


async def test_who_has_something_odd_in_sight_is_struck_at_once_and_nobody_else() -> None:
    simulation = await settled()
    state, step = simulation.engine.state, simulation.next_step
    in_sight = {name: state.terrain.sight.objects_from(body.tile(step)) for name, body in state.world.bodies.items()}
    odd = in_sight["Ann Ivy"][0]
    simulation.order(SetState(odd.address, "burning"))
    assert thoughtful(await simulation.step()) == {name for name, seen in in_sight.items() if odd in seen}


async def test_who_sees_a_stranger_come_in_is_struck() -> None:
    simulation = await settled()
    simulation.order(Arrive("Vi Quill", where(simulation, "Ann Ivy")))
    assert "Ann Ivy" in thoughtful(await simulation.step())


async def test_who_stays_in_sight_doing_the_same_strikes_nobody_twice() -> None:
    simulation = await settled()
    simulation.order(Arrive("Vi Quill", where(simulation, "Ann Ivy")))
    struck = [thoughtful(log) for log in await stepped(simulation, 4)]
    assert struck[0]
    assert not any(struck[2:])


@pytest.mark.parametrize("asleep", [True, False])
@pytest.mark.parametrize("what", ["stranger", "fire"])
async def test_nothing_that_comes_into_sight_strikes_who_is_asleep(what: str, asleep: bool) -> None:
    simulation = started(village(datetime(2031, 4, 7, 23 if asleep else 9)))
    await stepped(simulation, 40)
    state, step, scheduler = simulation.engine.state, simulation.next_step, Scheduler()
    ann = state.world.bodies["Ann Ivy"]
    assert ann.asleep is asleep
    scheduler.observe(Appeared(name, body.tile(step)) for name, body in state.world.bodies.items())
    scheduler.due(state, step)
    assert "Ann Ivy" not in scheduler.due(state, step), "she has seen all that there is"
    fire = StateChanged(state.terrain.sight.objects_from(ann.tile(step))[0].address, "burning")
    event = Appeared("Vi Quill", ann.tile(step)) if what == "stranger" else fire
    state.apply([event], step)
    scheduler.observe([event])
    assert ("Ann Ivy" in scheduler.due(state, step)) is not asleep


@pytest.mark.parametrize("steps", [500])
async def test_whoever_has_come_to_the_end_of_something_begins_something_else(steps: int) -> None:
    simulation = started()
    until: dict[str, int] = {}
    for log in await stepped(simulation, steps):
        for event in log.actions:
            if isinstance(event, Acted):
                until[event.agent] = event.activity.until
        assert all(end >= log.step for end in until.values())
    assert set(until) == {"Ann Ivy", "Bo Lund"}


async def test_all_who_are_due_think_at_once_about_the_same_world() -> None:
    offline, asked, together = OfflineModel(1), list[str](), list[int]()

    async def answer(request: Request) -> str:
        asked.append(request.name)
        await asyncio.sleep(0)
        together.append(len(asked))
        reply = (await offline(request)).text
        asked.pop()
        return reply

    simulation = started(village(), FunctionModel(answer))
    await simulation.step()
    assert max(together) == 2


async def test_what_is_kept_of_each_agent_is_together_what_is_kept() -> None:
    simulation = started()
    await stepped(simulation, 12)
    kept, names = simulation.engine.scheduler.state, simulation.engine.state.world.bodies
    assert kept.ends
    assert kept.people
    assert SchedulerState.together([kept.of(name) for name in names]) == kept
    for name in names:
        assert [agent for _, agent in kept.of(name).ends] == [agent for _, agent in kept.ends if agent == name]


async def test_what_was_put_right_and_goes_wrong_again_makes_who_sees_it_due_again() -> None:
    simulation = await settled()
    state, step, scheduler = simulation.engine.state, simulation.next_step, Scheduler()
    assert not state.world.objects, "nothing else is out of order"
    scheduler.observe(Appeared(name, body.tile(step)) for name, body in state.world.bodies.items())
    scheduler.due(state, step)
    here = state.world.bodies["Ann Ivy"].tile(step)
    loom = next(item.address for item in state.terrain.sight.objects_from(here) if item.address.name == "loom")
    burning, late = StateChanged(loom, "burning", "Ann Ivy"), step + 900
    weaving, resting = Do("weaving", late, loom, object_state="in use"), Do("resting", late)
    put_right = Acted("Ann Ivy", (here,), weaving), Arrived("Ann Ivy", here, loom)
    wrong_again = Acted("Ann Ivy", (here,), resting), Arrived("Ann Ivy", here), burning
    due = []
    for events in ((burning,), put_right, wrong_again):
        state.apply(events, step)
        scheduler.observe(events)
        due.append("Ann Ivy" in scheduler.due(state, step))
    assert due == [True, False, True]
