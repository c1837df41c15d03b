"""Redoing the plan from a moment on."""

from dataclasses import replace
from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from cognition.scene import BED, DAY, Scene, item
from townlet.cognition.plan import insert, replan
from townlet.cognition.profile import PAPER
from townlet.cognition.state import Plan, PlanItem


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
