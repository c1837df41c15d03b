"""Whether somebody in sight is worth a thought."""

from dataclasses import replace
from typing import Any

import pytest

from townlet.cognition.approach import (
    AT_HOME_AGAIN_MINUTES,
    BREATH_MINUTES,
    NEWS_IMPORTANCE,
    PASS_BY_MINUTES,
    SAID_ALL_MINUTES,
    TALK_AGAIN_MINUTES,
    USED_TO_MINUTES,
    VITAL_IMPORTANCE,
    may_talk_to,
    talks_by_now,
)
from townlet.cognition.profile import ECONOMICAL, PAPER
from townlet.memory.record import Memory, MemoryId
from townlet.world.actions import Do
from townlet.world.state import World
from world.sketch import peopled

from .scene import ANN, DAY, Scene, memory

MINUTE = 6


LATELY = TALK_AGAIN_MINUTES + 5


def near_bo(minutes: int, talked: int | None = None, passed: int | None = None, silent: int = 24, **more: Any) -> Scene:
    """Ann Ivy beside Bo Lund, so many minutes into her day, with what was between them before (in minutes).

    She has not talked to anybody for so many minutes as `silent` says.
    """
    scene = Scene(world=peopled(World.empty(), Ann_Ivy=(2, 2), Bo_Lund=(4, 2)), step=minutes * MINUTE, **more)
    at = {"Cy Marr": (minutes - silent) * MINUTE} | ({} if talked is None else {"Bo Lund": talked * MINUTE})
    by = {} if passed is None else {"Bo Lund": passed * MINUTE}
    scene.agent = replace(scene.agent, plan=DAY, talked=at, passed_by=by)
    return scene


def worth_a_thought(scene: Scene) -> bool:
    [bo] = scene.view.people
    return may_talk_to(scene.thought(), bo)


def later(text: str, minutes: int, importance: int = 3, **more: Any) -> Memory:
    return replace(memory(text, importance=importance, **more), id=MemoryId("Ann Ivy", minutes * MINUTE, 0))


def test_somebody_seen_for_the_first_time_always_is() -> None:
    assert worth_a_thought(near_bo(10))


def test_who_has_just_talked_begins_no_other_talk() -> None:
    assert not worth_a_thought(near_bo(60, silent=BREATH_MINUTES - 1))
    assert worth_a_thought(near_bo(60, silent=BREATH_MINUTES))


def test_who_has_come_for_somebody_waits_for_nothing_to_speak_to_them() -> None:
    for doing, now in (("looking in on Bo Lund", True), ("looking in on Cy Marr", False)):
        scene = near_bo(60, silent=BREATH_MINUTES - 1)
        body = replace(scene.world.bodies["Ann Ivy"], activity=Do(doing, 90 * MINUTE))
        scene.world = replace(scene.world, bodies={**scene.world.bodies, "Ann Ivy": body})
        assert worth_a_thought(scene) is now


async def test_two_who_have_talked_today_talk_again_where_something_is_on() -> None:
    on = memory("There is a dance at the Mill on Monday April 7 at 12 pm.", source="seed")
    scene = near_bo(210, talked=0)
    assert not worth_a_thought(scene)
    assert worth_a_thought(await scene.remember(on))


def test_a_long_silence_makes_nobody_worth_a_thought_sooner() -> None:
    for silent in (BREATH_MINUTES, 300):
        assert not worth_a_thought(near_bo(TALK_AGAIN_MINUTES - 1, talked=0, silent=silent, profile=PAPER))
        assert not worth_a_thought(near_bo(PASS_BY_MINUTES, passed=0, silent=silent))


def test_when_all_has_been_said_nobody_is_for_three_hours() -> None:
    unlimited = replace(ECONOMICAL, talks_a_day=0)
    assert not worth_a_thought(near_bo(SAID_ALL_MINUTES - 1, talked=0, profile=unlimited))
    assert worth_a_thought(near_bo(SAID_ALL_MINUTES, talked=0, profile=unlimited))


def test_two_talk_a_second_time_on_another_day() -> None:
    assert not worth_a_thought(near_bo(SAID_ALL_MINUTES, talked=0))
    assert worth_a_thought(near_bo(SAID_ALL_MINUTES, talked=-600))


NEWS = {"source": "heard", "heard_from": "Cy Marr", "importance": NEWS_IMPORTANCE}


@pytest.mark.parametrize(
    ("something", "again"),
    [
        (later("I promised Bo Lund to dig.", 200, kind="plan", source="planned"), True),
        (later("Cy Marr asked Bo Lund for a rake.", 200, source="thought", heard_from="Cy Marr"), True),
        (later("Cy Marr said to me: 'Bo Lund's well is dry.'", 200, **NEWS), True),
        (later("Cy Marr said to me: 'The well is dry.'", 200, **NEWS), False),
        (later("Cy Marr said to me: 'The well is dry.'", 200, **{**NEWS, "importance": VITAL_IMPORTANCE}), True),
        (later("I promised Cy Marr to dig.", 200, kind="plan", source="planned"), False),
        (later("I promised Bo Lund to dig.", -1, kind="plan", source="planned"), False),
    ],
)
async def test_two_talk_a_second_time_on_a_day_only_about_something_new(something: Memory, again: bool) -> None:
    assert worth_a_thought(await near_bo(210, talked=0).remember(something)) is again


def test_people_who_live_together_talk_again_after_six_hours() -> None:
    for minutes, again in ((AT_HOME_AGAIN_MINUTES - 1, False), (AT_HOME_AGAIN_MINUTES, True)):
        scene = near_bo(minutes, talked=0)
        assert not worth_a_thought(scene)
        scene.agent = replace(scene.agent, persona=replace(ANN, household=("Bo Lund",)))
        assert worth_a_thought(scene) is again


def test_the_talks_of_a_day_are_spread_over_the_hours_awake() -> None:
    # Ann Ivy is up from seven to ten at night and has eight talks a day; the scene begins at nine.
    for minutes, talks in ((0, 2), (360, 5), (720, 8), (900, 8)):
        assert talks_by_now(near_bo(minutes).thought()) == talks


async def test_a_day_has_room_for_so_many_talks_and_for_all_of_them_where_something_is_on() -> None:
    on = memory("There is a dance at the Mill on Monday April 7 at 12 pm.", source="seed")
    for talks, here, before in ((2, True, True), (3, False, True), (7, False, True), (8, False, False)):
        scene = near_bo(200)
        scene.agent = replace(scene.agent, talks=tuple(range(talks)))
        assert worth_a_thought(scene) is here
        assert worth_a_thought(await scene.remember(on)) is before


async def test_who_holds_what_is_on_has_room_for_a_few_talks_more() -> None:
    own = memory("Ann Ivy is giving a dance at the Mill on Monday April 7 at 12 pm.", source="seed")
    for talks, room in ((8, True), (10, True), (11, False)):
        scene = near_bo(200)
        scene.agent = replace(scene.agent, talks=tuple(range(talks)))
        assert worth_a_thought(await scene.remember(own)) is room


def test_the_talks_of_yesterday_take_no_room() -> None:
    scene = near_bo(200)
    scene.agent = replace(scene.agent, talks=tuple(range(-9000, -8990)))
    assert worth_a_thought(scene)


def test_the_papers_profile_has_no_limit() -> None:
    scene = near_bo(200, profile=PAPER)
    scene.agent = replace(scene.agent, talks=tuple(range(100)))
    assert worth_a_thought(scene)


def test_who_was_let_be_is_let_be_longer_while_nothing_new_comes_up() -> None:
    assert not worth_a_thought(near_bo(USED_TO_MINUTES - 1, passed=0))
    assert worth_a_thought(near_bo(USED_TO_MINUTES, passed=0))


@pytest.mark.parametrize(
    "something",
    [
        later("The kiosk is burning.", LATELY, NEWS_IMPORTANCE),
        later("Cy Marr said to me: 'The well is dry.'", LATELY, NEWS_IMPORTANCE, source="heard", heard_from="Cy Marr"),
        later("I promised Bo Lund to dig.", LATELY, kind="plan", source="planned"),
        later("Ann Ivy is going to run for mayor.", LATELY, 8, source="inner voice"),
    ],
)
async def test_something_to_tell_or_arranged_since_makes_them_so_at_once(something: Memory) -> None:
    minutes = TALK_AGAIN_MINUTES + 10
    unlimited = replace(ECONOMICAL, talks_a_day=0)
    assert worth_a_thought(await near_bo(minutes, talked=0, profile=unlimited).remember(something))
    assert worth_a_thought(await near_bo(minutes, passed=minutes - PASS_BY_MINUTES - 1).remember(something))


@pytest.mark.parametrize(
    "something",
    [
        later("The kiosk is laden.", 80, NEWS_IMPORTANCE - 1),
        later("Bo Lund said to me: 'The well is dry.'", 80, 9, source="heard", heard_from="Bo Lund"),
        later("I promised Cy Marr to dig.", 80, kind="plan", source="planned"),
        later("The kiosk burned.", -1, 9),
    ],
)
async def test_what_is_mundane_theirs_for_somebody_else_or_old_does_not(something: Memory) -> None:
    assert not worth_a_thought(await near_bo(TALK_AGAIN_MINUTES + 10, talked=0).remember(something))


@pytest.mark.parametrize(
    "something",
    [
        later("I promised Bo Lund to dig.", 10, kind="plan", source="planned"),
        later("Ann Ivy is going to run for mayor.", 10, 8, source="inner voice"),
    ],
)
async def test_what_one_means_to_say_to_somebody_is_not_forgotten_by_letting_them_be_once(something: Memory) -> None:
    passed = await near_bo(20 + PASS_BY_MINUTES, passed=20).remember(something)
    assert worth_a_thought(passed)
    told = await near_bo(20 + TALK_AGAIN_MINUTES, talked=20, passed=20).remember(something)
    assert not worth_a_thought(told)


def test_the_papers_profile_asks_again_all_the_same() -> None:
    for scene in (near_bo(TALK_AGAIN_MINUTES, talked=0), near_bo(PASS_BY_MINUTES, passed=0)):
        assert not worth_a_thought(scene)
        assert worth_a_thought(replace(scene, profile=PAPER))
