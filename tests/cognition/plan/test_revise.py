"""Redoing the plan from a moment on."""

from dataclasses import replace
from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from cognition.scene import BED, DAY, KIOSK, LOOM, Scene, item
from townlet.cognition.plan import insert, proceed, replan
from townlet.cognition.profile import PAPER
from townlet.cognition.state import Plan, PlanItem
from townlet.world.events import Blocked


def at(step: int, **answers: object) -> Scene:
    scene = Scene(dict(answers), step=step)  # type: ignore[arg-type]
    scene.agent = replace(scene.agent, plan=DAY)
    return scene


def laid_end_to_end(items: tuple[PlanItem, ...]) -> bool:
    return all(before.end == after.start for before, after in pairwise(items))


async def test_the_past_stays_and_the_rest_is_new() -> None:
    scene = at(720)
    thought = scene.thought()
    await replan(thought, "mopping the floor", "the tub ran over")
    plan = thought.agent.plan
    assert plan.chunks[0] == replace(DAY.chunks[0], end=720)
    assert (plan.chunks[1].start, plan.chunks[1].activity, plan.chunks[1].why) == (
        720,
        "mopping the floor",
        "the tub ran over",
    )
    assert plan.chunks[-1].place == BED
    assert (plan.made, plan.revision, plan.reason) == (720, 1, "the tub ran over")
    assert plan.current(720) is None
    assert scene.asked("replan")[0].fields["reason"] == "the tub ran over"


async def test_what_goes_on_at_the_same_place_stays_one_chunk() -> None:
    now = DAY.chunks[0]
    place = f"{now.place}" if now.place else ""
    ahead = [
        {"start": "11:00 am", "activity": now.activity, "place": place},
        {"start": "10:00 pm", "activity": "sleep"},
    ]
    thought = at(720, replan={"chunks": ahead}).thought()
    await replan(thought, "", "the tub ran over")
    chunks = thought.agent.plan.chunks
    assert (chunks[0].start, chunks[0].activity, chunks[0].place) == (0, now.activity, now.place)
    assert chunks[0].end > 720
    assert laid_end_to_end(chunks)


async def test_a_new_plan_is_remembered() -> None:
    thought = at(720).thought()
    await replan(thought, "", "the tub ran over")
    [memory] = thought.turn(None).remembered
    assert (memory.kind, thought.agent.plan.kept) == ("plan", (memory.id,))


@given(st.integers(0, 4600))
async def test_whenever_a_plan_is_redone_it_has_no_gap_and_ends_in_bed(step: int) -> None:
    thought = at(step).thought()
    await replan(thought, "", "the tub ran over")
    for items in (thought.agent.plan.chunks, thought.agent.plan.hours):
        assert laid_end_to_end(items)
        assert items[0].start == 0
        assert items[-1].place == BED
    assert all(each.end <= step for each in thought.agent.plan.steps)


async def test_in_the_papers_profile_the_steps_after_something_short_are_made_anew() -> None:
    scene = at(100)
    scene.profile = PAPER
    thought = scene.thought()
    await insert(thought, (item(100, 130, "mopping the floor"),), "the tub ran over")
    assert thought.agent.plan.current(130) is None
    assert thought.agent.plan.hours == DAY.hours


async def test_something_short_is_put_first_and_what_was_planned_for_after_it_stays() -> None:
    thought = at(100).thought()
    await insert(thought, (item(100, 130, "mopping the floor", why="the tub ran over"),), "the tub ran over")
    plan: Plan = thought.agent.plan
    assert (plan.chunks, plan.hours) == (DAY.chunks, DAY.hours)
    assert [(each.start, each.end, each.activity) for each in plan.steps] == [
        (0, 100, "weaving row 1"),
        (100, 130, "mopping the floor"),
        (130, 360, "weaving row 1"),
    ]
    assert (plan.revision, plan.reason) == (1, "the tub ran over")
    [kept] = thought.turn(None).remembered
    assert kept.text == "Ann Ivy changed the plan and is mopping the floor, because the tub ran over."
    assert plan.kept[-1] == kept.id


async def test_what_is_put_first_matters_as_much_as_the_change_of_plan_and_is_not_rated_again() -> None:
    scene = at(100)
    scene.answers["importance"] = {"ratings": [7]}
    thought = scene.thought()
    await insert(thought, (item(100, 130, "mopping the floor"),), "the tub ran over")
    await proceed(thought)
    assert [(each.source, each.importance) for each in thought.turn(None).remembered] == [("planned", 7), ("done", 7)]
    assert len(scene.asked("importance")) == 1


def on_an_errand(step: int) -> Scene:
    """Ann Ivy fetches sand from the kiosk until step 120, and then sees to the loom."""
    fetch = item(0, 120, "buying sand", place=KIOSK)
    see_to = item(120, 150, "seeing to the loom", place=LOOM, state="charred", keep_state=True)
    scene = at(step)
    scene.agent = replace(scene.agent, plan=replace(DAY, steps=(fetch, see_to, item(150, 360, "weaving row 1"))))
    return scene


def steps_ahead(plan: Plan, step: int) -> list[tuple[int, int, str]]:
    return [(each.start, each.end, each.activity) for each in plan.steps if each.end > step]


async def test_an_errand_is_run_to_its_end_though_the_rest_of_the_day_is_redone() -> None:
    thought = on_an_errand(60).thought()
    await replan(thought, "", "Bo Lund asked for help")
    assert steps_ahead(thought.agent.plan, 60) == [(60, 120, "buying sand"), (120, 150, "seeing to the loom")]
    assert thought.agent.plan.hours[1].activity == "mopping the floor"


async def test_an_errand_whose_way_is_blocked_is_given_up() -> None:
    scene = on_an_errand(60)
    scene.notices = (Blocked("Ann Ivy", KIOSK, "closed", (2, 2)),)
    thought = scene.thought()
    await replan(thought, "", "the kiosk is closed")
    assert steps_ahead(thought.agent.plan, 60) == []


async def test_an_errand_goes_on_after_something_short_that_comes_between() -> None:
    thought = on_an_errand(60).thought()
    await insert(thought, (item(60, 200, "mopping the floor"),), "the tub ran over")
    assert steps_ahead(thought.agent.plan, 60) == [
        (60, 200, "mopping the floor"),
        (200, 260, "buying sand"),
        (260, 290, "seeing to the loom"),
        (290, 360, "weaving row 1"),
    ]
