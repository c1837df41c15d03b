"""Going on with the plan, from waking to bed."""

from dataclasses import replace
from datetime import datetime

import pytest

from cognition.scene import BED, DAY, HALL, LOOM, Scene, item, village
from townlet.cognition.plan import insert, proceed
from townlet.cognition.state import Plan, PlanItem
from townlet.world.actions import Do
from townlet.world.advance import advance
from townlet.world.events import Acted, Arrived
from townlet.world.evolve import evolve


def planned(step: int = 0, plan: Plan = DAY) -> Scene:
    scene = Scene(step=step)
    scene.agent = replace(scene.agent, plan=plan)
    return scene


async def test_the_item_of_the_plan_is_begun_and_remembered_as_done() -> None:
    thought = planned().thought()
    assert await proceed(thought) == Do("weaving row 1", 360, LOOM, "", "", "strung")
    [done] = thought.turn(None).remembered
    assert (done.text, done.source, done.kind) == ("Ann Ivy is weaving row 1.", "done", "observation")


async def test_who_is_at_it_goes_on() -> None:
    scene = planned()
    thought = scene.thought()
    action = await proceed(thought)
    assert action is not None
    scene.world = evolve(scene.world, advance(scene.terrain, scene.world, {"Ann Ivy": action}, 0), 0)
    scene.go_on(thought.turn(action), 2)
    assert await proceed(scene.thought()) is None


async def test_a_new_hour_is_taken_apart_only_when_it_comes() -> None:
    scene = planned(360)
    action = await proceed(scene.thought())
    assert isinstance(action, Do)
    assert action.doing == "weaving row 1"
    assert len(scene.asked("minute_plan")) == 1


async def test_at_bedtime_one_sleeps_in_ones_own_bed_until_about_the_usual_hour() -> None:
    action = await proceed(planned(4680).thought())
    assert isinstance(action, Do)
    assert (action.at, action.asleep) == (BED, True)
    assert abs(action.until - (4680 + 9 * 360)) <= 15 * 6


async def test_a_run_that_starts_in_the_night_finds_people_asleep_without_a_thought() -> None:
    scene = Scene(terrain=village(datetime(2031, 4, 7, 1)))
    action = await proceed(scene.thought())
    assert isinstance(action, Do)
    assert action.asleep
    assert scene.requests == []


async def test_who_is_asleep_when_a_run_starts_wakes_at_the_usual_hour_however_soon_that_is() -> None:
    scene = Scene(terrain=village(datetime(2031, 4, 7, 6)))
    action = await proceed(scene.thought())
    assert action is not None
    assert action.asleep
    assert abs(action.until - 360) <= 15 * 6


async def test_a_run_that_starts_in_the_day_begins_with_a_plan() -> None:
    scene = Scene()
    action = await proceed(scene.thought())
    assert isinstance(action, Do)
    assert action.doing == "weaving row 1"
    assert [request.name for request in scene.requests[:3]] == ["summary", "day_plan", "hour_plan"]


async def test_who_wakes_plans_the_day() -> None:
    scene = planned(8000)
    world = evolve(
        scene.world,
        advance(scene.terrain, scene.world, {"Ann Ivy": Do("sleeping", 8000, BED, asleep=True)}, 7000),
        7000,
    )
    scene.world = evolve(world, [Arrived("Ann Ivy", (6, 1), BED)], 7005)
    thought = scene.thought()
    await proceed(thought)
    assert thought.agent.plan.made == 8000
    assert thought.agent.plan.revision == 0


async def test_a_plan_that_has_run_out_is_made_anew() -> None:
    scene = planned(1000, replace(DAY, hours=(), steps=()))
    thought = scene.thought()
    assert await proceed(thought) is not None
    assert thought.agent.plan.reason == "the plan has run out"


@pytest.mark.parametrize("later", [(), (item(6, 360, "weaving row 1", place=HALL),)])
async def test_work_that_is_to_last_is_seen_through_before_the_plan_goes_on(later: tuple[PlanItem, ...]) -> None:
    mending = item(0, 6, "mending the loom", place=LOOM, state="mended", keep_state=True)
    scene = planned(0, replace(DAY, steps=(mending, *later)))
    thought = scene.thought()
    action = await proceed(thought)
    assert action is not None
    [acted] = advance(scene.terrain, scene.world, {"Ann Ivy": action}, 0)
    assert isinstance(acted, Acted)
    scene.world = evolve(scene.world, [acted], 0)
    for step, goes_on in ((6, True), (acted.activity.until - 1, True), (acted.activity.until, False)):
        scene.go_on(thought.turn(action), step)
        assert (await proceed(scene.thought()) is None) == goes_on


async def test_something_new_interrupts_work_that_is_to_last() -> None:
    mending = item(0, 600, "mending the loom", place=LOOM, state="mended", keep_state=True)
    scene = planned(0, replace(DAY, steps=(mending,)))
    thought = scene.thought()
    action = await proceed(thought)
    assert action is not None
    scene.world = evolve(scene.world, advance(scene.terrain, scene.world, {"Ann Ivy": action}, 0), 0)
    scene.go_on(thought.turn(action), 6)
    thought = scene.thought()
    await insert(thought, (item(6, 36, "putting out the fire"),), "the hall is on fire")
    action = await proceed(thought)
    assert action is not None
    assert action.doing == "putting out the fire"
