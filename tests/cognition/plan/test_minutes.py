"""Steps of 5 to 15 minutes, made just in time."""

from dataclasses import replace
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cognition.scene import BED, DAY, HALL, LOOM, NINE, ROOM, Scene, item
from townlet.cognition.plan.minutes import plan_minutes
from townlet.cognition.profile import PAPER
from townlet.world.known import known_from
from townlet.world.setting import Hours, Norms
from world.sketch import Thing, address, terrain_of

MINUTE = 6


def step(minutes: int, name: str = "loom") -> dict[str, object]:
    return {"minutes": minutes, "activity": "weaving", "object": name, "object_state": "strung", "emoji": "🧶"}


def ready(**answers: object) -> Scene:
    scene = Scene(dict(answers))  # type: ignore[arg-type]
    scene.agent = replace(scene.agent, plan=replace(DAY, steps=()))
    return scene


@given(st.lists(st.integers(1, 120), min_size=1, max_size=24), st.integers(1, 800))
async def test_steps_fill_the_stretch_ahead_or_what_is_left_whatever_lengths_are_answered(
    lengths: list[int], end: int
) -> None:
    thought = ready(minute_plan={"steps": [step(length) for length in lengths]}).thought()
    await plan_minutes(thought, item(0, end, "weaving", place=HALL))
    steps = thought.agent.plan.steps
    assert steps[0].start == 0
    assert steps[-1].end == min(end, thought.profile.minutes_ahead * MINUTE)
    assert all(before.end == after.start for before, after in pairwise(steps))
    assert all(each.start < each.end for each in steps)


async def test_each_step_has_a_place_a_state_an_emoji_and_a_rating() -> None:
    scene = ready()
    thought = scene.thought()
    await plan_minutes(thought, item(0, 360, "weaving", place=HALL, why="it is due"))
    first = thought.agent.plan.steps[0]
    assert (first.place, first.state, first.emoji, first.why, first.importance) == (
        LOOM,
        "strung",
        "🧶",
        "it is due",
        3,
    )
    assert scene.asked("minute_plan")[0].fields["reason"] == "it is due"


async def test_ratings_that_come_with_the_steps_are_not_asked_again() -> None:
    scene = ready(minute_plan={"steps": [{**step(10), "importance": 2}, {**step(50), "importance": 9}]})
    thought = scene.thought()
    await plan_minutes(thought, item(0, 360, "weaving", place=HALL))
    assert [each.importance for each in thought.agent.plan.steps] == [2, 9]
    assert scene.asked("importance") == []
    assert "importance" in scene.asked("minute_plan")[0].text


async def test_steps_that_come_without_a_rating_are_rated_apart() -> None:
    scene = ready(minute_plan={"steps": [{**step(10), "importance": 2}, step(50)]}, importance={"ratings": [7]})
    thought = scene.thought()
    await plan_minutes(thought, item(0, 360, "weaving", place=HALL))
    assert [each.importance for each in thought.agent.plan.steps] == [2, 7]


async def test_an_object_that_is_not_known_leaves_the_place() -> None:
    thought = ready(minute_plan={"steps": [step(60, "the moon")]}).thought()
    await plan_minutes(thought, item(0, 360, "weaving", place=HALL))
    assert [(each.place, each.state) for each in thought.agent.plan.steps] == [(HALL, "")]


async def test_only_known_objects_are_shown_and_none_of_somebody_elses_room() -> None:
    scene = ready()
    await plan_minutes(scene.thought(), item(0, 360, "weaving", place=HALL))
    shown = [each["name"] for each in scene.asked("minute_plan")[0].fields["objects"]]  # type: ignore[call-overload, index, union-attr]
    assert shown == ["bed", "loom"]
    assert ROOM in scene.agent.known


@pytest.mark.parametrize(("opens", "shown"), [(8, ["bed", "loom", "store: chest"]), (10, ["bed", "loom"])])
async def test_things_of_other_rooms_of_the_building_are_shown_while_these_are_open(
    opens: int, shown: list[str]
) -> None:
    things = {"1": Thing("Mill:hall:bed"), "2": Thing("Mill:hall:loom"), "3": Thing("Mill:store:chest")}
    norms = {"Mill:store": Norms(hours=Hours(opens * 60, 17 * 60))}
    scene = ready()
    scene.terrain = terrain_of("hhhh1#sss\nhhhh2Ss3s", {"h": "Mill:hall", "s": "Mill:store"}, things, norms, NINE)
    scene.agent = replace(scene.agent, known=known_from(scene.terrain.setting, [address("Mill")]))
    await plan_minutes(scene.thought(), item(0, 360, "weaving", place=HALL))
    objects = scene.asked("minute_plan")[0].fields["objects"]
    assert [each["name"] for each in objects] == shown  # type: ignore[call-overload, index, union-attr]


async def test_the_papers_profile_asks_for_place_state_and_emoji_apart() -> None:
    scene = Scene(
        {"emoji": {"text": "🪡 sews"}, "object_state": {"text": "half woven"}, "minute_plan": {"steps": [step(60, "")]},
         "place": lambda fields: {"choice": fields["options"][-1]["name"]}},
        profile=PAPER,
    )  # fmt: skip
    thought = scene.thought()
    await plan_minutes(thought, item(0, 360, "weaving", place=HALL))
    [each] = thought.agent.plan.steps
    assert (each.emoji, each.state) == ("🪡", "half woven")
    assert each.place in scene.terrain.setting.objects
    assert each.place != BED
