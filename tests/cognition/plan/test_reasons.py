"""Every item of a plan says why."""

from dataclasses import replace
from typing import Any

from cognition.scene import DAY, USUAL, Scene, memory
from townlet.cognition.plan import plan_day, replan
from townlet.cognition.plan.day import with_bedtime
from townlet.cognition.plan.execution import proceed
from townlet.cognition.plan.schedule import routine

USUALLY, WORKS = "Ann Ivy usually does so", "Ann Ivy works or studies there"


def whys(scene: Scene) -> list[str]:
    return [each.why for each in scene.agent.plan.chunks]


async def planned(scene: Scene) -> Scene:
    thought = scene.thought()
    await plan_day(thought)
    scene.agent = thought.agent
    return scene


async def test_without_a_particular_reason_it_is_work_or_habit() -> None:
    assert whys(await planned(Scene())) == [WORKS, USUALLY, USUALLY]


async def test_the_reason_that_the_model_gives_comes_first() -> None:
    chunks: Any = [{**each, "why": "the wool is here."} for each in USUAL["day_plan"]["chunks"]]  # type: ignore[index]
    scene = await planned(Scene({"day_plan": {"chunks": chunks}}))
    assert whys(scene) == ["the wool is here"] * 3
    assert {each.why for each in scene.agent.plan.hours} == {"the wool is here"}


async def test_what_is_on_today_at_the_place_is_the_reason_for_going_there() -> None:
    sale = memory("There is a sale at the Kiosk on Monday April 7 at 1 pm.", source="seed")
    past = memory("There was a sale at the Kiosk on Sunday April 6.", 1, source="seed")
    dawn = memory("There is a rite at the Kiosk on Monday April 7 at 5 am.", 2, source="seed")
    assert whys(await planned(await Scene().remember(past, dawn, sale)))[1] == sale.text.rstrip(".")


async def test_hours_and_steps_have_the_reason_of_their_part_of_the_day_but_habit_is_not_told() -> None:
    scene = await planned(Scene())
    assert [each.why for each in scene.agent.plan.hours] == whys(scene)
    thought = scene.thought()
    working = await proceed(thought)
    assert working is not None
    assert working.why == WORKS
    assert {each.why for each in thought.agent.plan.steps} == {WORKS}
    scene.step = 4 * 360 + 60
    thought = scene.thought()
    eating = await proceed(thought)
    assert eating is not None
    assert eating.why == ""
    assert {each.why for each in thought.agent.plan.steps if each.start >= scene.step} == {USUALLY}
    assert "reason" not in scene.asked("minute_plan")[-1].fields


async def test_a_change_gives_its_reason_to_what_is_new_and_what_stays_keeps_its_own() -> None:
    ahead = [
        {"start": "9:00 am", "activity": "mopping"},
        {"start": "1:00 pm", "activity": "resting", "place": "Mill: hall"},
    ]
    scene = Scene({"replan": {"chunks": ahead}})
    chunks = tuple(replace(each, why=f"{each.activity} is due") for each in DAY.chunks)
    scene.agent = replace(scene.agent, plan=replace(DAY, chunks=chunks))
    thought = scene.thought()
    await replan(thought, "", "the floor is wet")
    assert [each.why for each in thought.agent.plan.chunks] == [
        "the floor is wet",
        "resting is due",
        "going to bed is due",
    ]


async def test_a_plan_by_habit_says_so() -> None:
    (bed,) = with_bedtime(Scene().thought(), ())
    assert {each.why for each in routine(Scene().thought(), bed, ())[:-1]} == {USUALLY}
