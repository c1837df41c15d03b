"""Whether something perceived changes what one does."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import pytest

from townlet.cognition.approach import PASS_BY_MINUTES, TALK_AGAIN_MINUTES
from townlet.cognition.generative import Generative
from townlet.cognition.mind import Turn
from townlet.cognition.profile import ECONOMICAL, PAPER
from townlet.cognition.reflect import THRESHOLD
from townlet.world.actions import Do, Say
from townlet.world.advance import advance
from townlet.world.events import Acted, Announced, Blocked, StateChanged, WorldEvent
from townlet.world.evolve import evolve
from townlet.world.physics import pass_step
from townlet.world.state import World
from world.sketch import peopled

from .scene import DAY, HALL, KIOSK, LOOM, Scene, item, memory

FIRE = evolve(peopled(World.empty(), Ann_Ivy=(2, 2)), [StateChanged(LOOM, "burning")], 0)
ASKING_AGAIN = replace(ECONOMICAL, familiar_left_alone=False, talks_a_day=0)
PUT_OUT = {
    "choice": "act", "activity": "putting out the loom", "reason": "the loom burns", "minutes": 10, "emoji": "🧯",
    "object_state": "charred",
}  # fmt: skip


def meeting(reaction: Any, world: World | None = None, step: int = 0, **more: Any) -> Scene:
    """Ann Ivy, in the middle of her day, with a reaction prepared."""
    scene = Scene({"react": reaction, **more.pop("answers", {})}, step=step, **more)
    scene.world = world or peopled(World.empty(), Ann_Ivy=(2, 2), Bo_Lund=(4, 2))
    scene.agent = replace(scene.agent, plan=DAY)
    return scene


def talks_considered(scene: Scene) -> int:
    """How often somebody was thought of as one to talk to, and not only watched."""
    return sum("no_talk" not in request.fields for request in scene.asked("react"))


async def test_what_burns_is_put_out_at_once_and_the_plan_keeps_why() -> None:
    scene = meeting(PUT_OUT, FIRE, step=100)
    turn = await scene.turn()
    assert turn.action == Do("putting out the loom", 160, LOOM, "the loom burns", "🧯", "charred", keep_state=True)
    plan = turn.agent.plan
    assert (plan.reason, plan.revision) == ("the loom burns", 1)
    assert plan.chunks == DAY.chunks
    assert (plan.steps[0].end, plan.steps[0].activity) == (100, "weaving row 1")


async def test_the_prompt_shows_what_was_noticed_and_what_one_knows_of_it() -> None:
    scene = await meeting(PUT_OUT, FIRE).remember(memory("The loom in the hall belonged to Ann Ivy's mother."))
    turn = await scene.turn()
    [request] = scene.asked("react")
    assert request.fields["observation"] == "The loom in the hall of Mill is burning."
    assert request.fields["about"] == "object"
    assert "belonged to Ann Ivy's mother" in request.text
    assert "9:00 am: weaving a rug" in request.text
    assert scene.memories[0].id in turn.recalled


async def test_what_has_to_be_fetched_elsewhere_is_fetched_first_and_the_object_seen_to_afterwards() -> None:
    scene = meeting({**PUT_OUT, "elsewhere": True, "activity": "buying sand"}, FIRE)
    scene.answers["place"] = lambda fields: {"choice": fields["options"][-1]["name"]}
    turn = await scene.turn()
    fetch, see_to, *_ = turn.agent.plan.steps
    assert fetch.activity == "buying sand"
    assert fetch.place is not None
    assert KIOSK.contains(fetch.place)
    assert (see_to.place, see_to.state, see_to.keep_state) == (LOOM, "charred", True)
    assert see_to.start == fetch.end


async def test_an_errand_that_takes_long_redoes_the_rest_of_the_day_and_keeps_both_of_its_parts() -> None:
    scene = meeting({**PUT_OUT, "elsewhere": True, "activity": "buying sand", "minutes": 90}, FIRE)
    scene.answers["place"] = lambda fields: {"choice": fields["options"][-1]["name"]}
    plan = (await scene.turn()).agent.plan
    assert [each.activity for each in plan.steps][:2] == ["buying sand", "seeing to the loom in the hall of Mill"]
    assert (plan.steps[1].state, plan.steps[1].keep_state) == ("charred", True)
    assert [each.activity for each in plan.chunks] == ["mopping the floor", "going to bed"]


async def test_what_takes_long_redoes_the_rest_of_the_day() -> None:
    scene = meeting({**PUT_OUT, "minutes": 90}, FIRE, step=100)
    turn = await scene.turn()
    assert [each.activity for each in turn.agent.plan.chunks] == ["weaving a rug", "mopping the floor", "going to bed"]
    assert turn.agent.plan.chunks[0].end == 100
    assert scene.asked("replan")[0].fields["activity"] == "putting out the loom"


async def test_what_changes_the_day_is_done_at_once_and_the_rest_of_the_day_is_redone() -> None:
    scene = meeting({**PUT_OUT, "rest_of_day": True}, FIRE, step=100)
    turn = await scene.turn()
    plan = turn.agent.plan
    assert turn.action == Do("putting out the loom", 160, LOOM, "the loom burns", "🧯", "charred", keep_state=True)
    assert [each.activity for each in plan.chunks] == ["weaving a rug", "mopping the floor", "going to bed"]
    assert plan.reason == "the loom burns"
    assert plan.chunks[1].why == "the loom burns"


async def test_who_goes_on_for_now_may_redo_the_rest_of_the_day_because_of_somebody_in_sight() -> None:
    scene = meeting({"choice": "go on", "rest_of_day": True, "reason": "Bo Lund weeps"}, step=100)
    turn = await scene.turn()
    assert turn.agent.plan.reason == "Bo Lund weeps"
    assert turn.agent.plan.chunks[0].end == 100
    assert turn.agent.passed_by == {"Bo Lund": 100}


async def test_who_goes_on_changes_nothing_and_thinks_no_more_of_it() -> None:
    scene = meeting({"choice": "go on"}, FIRE)
    turn = await scene.turn()
    assert turn.agent.plan == DAY
    scene.go_on(turn, 1)
    await scene.turn()
    assert len(scene.asked("react")) == 1


async def test_who_waits_stays_and_goes_on_with_the_plan_afterwards() -> None:
    scene = meeting({"choice": "wait", "activity": "waiting for Bo Lund", "minutes": 3, "reason": "Bo Lund is busy"})
    turn = await scene.turn()
    assert turn.action == Do("waiting for Bo Lund", 18, None, "Bo Lund is busy", "⏳")
    assert turn.agent.plan == DAY
    scene.go_on(turn, 17)
    scene.answers["react"] = {"choice": "go on"}
    waiting = await scene.turn()
    assert waiting.action is None
    scene.go_on(waiting, 18)
    assert (await scene.turn()).action == Do("weaving row 1", 360, LOOM, "", "", "strung")


async def test_who_wants_to_talk_speaks_with_what_they_mean_to_bring_up() -> None:
    scene = meeting({"choice": "talk", "topic": "the dry well"}, answers={"converse": {"say": "The well is dry."}})
    turn = await scene.turn()
    assert turn.action == Say("Bo Lund", "The well is dry.")
    [request] = scene.asked("converse")
    assert request.fields["intention"] == "the dry well"


async def test_a_reaction_is_told_when_one_last_talked_to_anybody() -> None:
    for talked, told in (({}, None), ({"Cy Marr": 0}, "at 9:00 am"), ({"Cy Marr": -6000}, "before today")):
        scene = meeting({"choice": "go on"}, step=90)
        scene.agent = replace(scene.agent, talked=talked)
        await scene.turn()
        [request] = scene.asked("react")
        assert request.fields.get("last_talked") == told


async def test_somebody_passed_by_is_not_thought_of_again_for_a_while() -> None:
    scene = meeting({"choice": "go on"}, profile=ASKING_AGAIN)
    turn = await scene.turn()
    for minutes, asked in ((PASS_BY_MINUTES - 1, 1), (PASS_BY_MINUTES, 2)):
        scene.go_on(turn, minutes * 6)
        await scene.turn()
        assert len(scene.asked("react")) == asked


async def test_somebody_just_talked_to_is_left_alone() -> None:
    for minutes, asked in ((TALK_AGAIN_MINUTES - 1, 0), (TALK_AGAIN_MINUTES, 1)):
        scene = meeting({"choice": "go on"}, step=minutes * 6, profile=ASKING_AGAIN)
        scene.agent = replace(scene.agent, talked={"Bo Lund": 0, "Cy Marr": minutes * 6 - 90})
        await scene.turn()
        assert talks_considered(scene) == asked


def asleep() -> World:
    world = peopled(World.empty(), Ann_Ivy=(2, 2), Bo_Lund=(4, 2))
    terrain = Scene().terrain
    world = evolve(world, advance(terrain, world, {"Bo Lund": Do("sleeping", 999, asleep=True)}, 0), 0)
    return evolve(world, pass_step(terrain, world, 1), 1)


def talking() -> World:
    world = peopled(World.empty(), Ann_Ivy=(2, 2), Bo_Lund=(4, 2), Cy_Marr=(5, 2))
    return evolve(world, advance(Scene().terrain, world, {"Bo Lund": Say("Cy Marr", "Hello.")}, 0), 0)


@pytest.mark.parametrize("world", [asleep(), talking(), peopled(World.empty(), Ann_Ivy=(1, 6), Bo_Lund=(6, 6))])
async def test_nobody_starts_a_talk_with_who_sleeps_is_in_a_talk_or_is_far(world: World) -> None:
    scene = meeting({"choice": "talk"}, world, step=1)
    turn = await scene.turn()
    assert talks_considered(scene) == 0
    assert not isinstance(turn.action, Say)


@pytest.mark.parametrize("world", [asleep(), talking()])
async def test_nobody_watches_who_sleeps_or_is_in_a_talk(world: World) -> None:
    scene = meeting({"choice": "go on"}, world, step=1)
    scene.agent = replace(scene.agent, talked={"Cy Marr": 0})
    await scene.turn()
    assert scene.asked("react") == []


JOINED = {"choice": "act", "activity": "humming along", "reason": "Bo Lund is humming", "minutes": 10}


def humming(step: int, **state: Any) -> Scene:
    """Bo Lund, whom Ann Ivy has talked with already, in sight of her."""
    scene = meeting(JOINED, step=step, answers={"place": {"choice": "Mill"}})
    scene.world = evolve(scene.world, [Acted("Bo Lund", ((4, 2),), Do("humming", 9999))], 0)
    scene.agent = replace(scene.agent, talked={"Bo Lund": step}, **state)
    return scene


async def test_what_somebody_does_with_whom_there_is_no_time_to_talk_may_change_the_day() -> None:
    scene = humming(100)
    turn = await scene.turn()
    [request] = scene.asked("react")
    assert (request.fields["observation"], request.fields["about"]) == ("Bo Lund is humming.", "person")
    assert "there is no room for a talk now" in request.text
    assert isinstance(turn.action, Do)
    assert (turn.action.doing, turn.agent.plan.reason) == ("humming along", "Bo Lund is humming")
    assert turn.agent.passed_by == {}
    assert [each.text for each in turn.remembered if each.source == "seen"] == ["Bo Lund is humming."]


async def test_people_are_watched_once_in_a_while_only() -> None:
    for minutes, asked in ((ECONOMICAL.watches_every - 1, 0), (ECONOMICAL.watches_every, 1)):
        scene = humming(minutes * 6, watched=0)
        await scene.turn()
        assert len(scene.asked("react")) == asked


async def test_who_is_only_watched_is_not_talked_to_whatever_the_answer() -> None:
    scene = humming(100)
    scene.answers["react"] = {"choice": "talk"}
    turn = await scene.turn()
    assert not isinstance(turn.action, Say)
    assert scene.asked("converse") == []


async def test_what_one_reacts_to_is_remembered_even_if_it_has_just_begun() -> None:
    scene = await meeting({"choice": "go on"}).remember(memory("Rain is near."))
    scene.world = evolve(scene.world, [Acted("Bo Lund", ((4, 2),), Do("weeping", 99))], 0)
    scene.agent = replace(scene.agent, seen={"Bo Lund": ("idle", 0)})
    turn = await scene.turn()
    assert scene.asked("react")[0].fields["observation"] == "Bo Lund is weeping."
    assert "Bo Lund is weeping." in [each.text for each in turn.remembered]


async def test_a_reaction_is_told_why_the_day_has_changed_already() -> None:
    first = await meeting(PUT_OUT, FIRE, step=100).turn()
    assert first.agent.plan.reasons == ("the loom burns",)
    scene = meeting({"choice": "go on"}, step=200)
    scene.agent = replace(scene.agent, plan=first.agent.plan)
    await scene.turn()
    [request] = scene.asked("react")
    assert request.fields["changes"] == ["the loom burns"]


INSIGHT = "I have come to think that Bo Lund is lonely."


async def thinking(reaction: Any, **more: Any) -> Scene:
    """Ann Ivy at her loom, who is about to come to think of Bo Lund."""
    insights = {"insights": [{"text": "Bo Lund is lonely", "because": [1], "importance": 7}]}
    world = peopled(World.empty(), Ann_Ivy=(2, 2))
    scene = meeting(reaction, world, step=100, answers={"insights": insights}, **more)
    await scene.remember(memory("Bo Lund sat alone."))
    scene.agent = replace(scene.agent, importance_sum=THRESHOLD)
    return scene


CALL = {"choice": "act", "activity": "looking in on Bo Lund", "reason": "Bo Lund is lonely", "minutes": 30}


async def test_what_one_comes_to_think_may_change_the_rest_of_the_day() -> None:
    scene = await thinking({**CALL, "rest_of_day": True})
    turn = await scene.turn()
    [request] = scene.asked("react")
    assert (request.fields["about"], request.fields["observation"]) == ("thought", INSIGHT)
    assert scene.asked("replan")[0].fields["activity"] == "looking in on Bo Lund"
    assert turn.agent.plan.reason == "Bo Lund is lonely"
    assert turn.agent.plan.chunks[1].why == "Bo Lund is lonely"


async def test_what_one_comes_to_think_may_be_followed_by_something_short() -> None:
    turn = await (await thinking(CALL)).turn()
    assert next(each.activity for each in turn.agent.plan.steps if each.start >= 100) == "looking in on Bo Lund"
    assert turn.agent.plan.chunks == DAY.chunks


async def test_who_only_goes_on_keeps_the_plan_whatever_they_come_to_think() -> None:
    turn = await (await thinking({"choice": "go on"})).turn()
    assert turn.agent.plan.reasons == ()
    assert INSIGHT in [each.text for each in turn.remembered]


async def test_nobody_changes_a_day_that_is_over_or_that_a_user_moves() -> None:
    late = await thinking(CALL)
    late.agent = replace(late.agent, plan=replace(DAY, chunks=(item(0, 50, "going to bed"),)))
    await late.turn()
    moved = await thinking(CALL)
    await moved.turn(Generative().observing())
    assert late.asked("react") == moved.asked("react") == []
    assert late.asked("insights")
    assert moved.asked("insights")


async def barred_by(*notices: WorldEvent) -> tuple[Scene, Turn]:
    scene = meeting({"choice": "go on"}, peopled(World.empty(), Ann_Ivy=(2, 2)), notices=notices, step=100)
    return scene, await scene.turn()


@pytest.mark.parametrize(
    ("notice", "reason"),
    [
        (Blocked("Ann Ivy", KIOSK, "closed", (2, 2)), "Kiosk is closed"),
        (Announced(HALL, "Hall closes in 10 minutes.", ("Ann Ivy",)), "Hall closes in 10 minutes"),
    ],
)
async def test_who_cannot_go_on_plans_anew_because_of_it(notice: WorldEvent, reason: str) -> None:
    _, turn = await barred_by(notice)
    assert turn.agent.plan.reason == reason
    assert turn.agent.plan.chunks[0].end == 100


async def test_the_papers_profile_sums_up_what_one_is_to_the_other_first() -> None:
    answers = {
        "relationship": {"text": "Bo Lund is a friend."},
        "emoji": {"text": "🧶"},
        "object_state": {"text": "strung"},
    }
    scene = await meeting({"choice": "go on"}, profile=PAPER, answers=answers).remember(memory("Bo Lund is kind."))
    await scene.turn()
    assert len(scene.asked("relationship")) == 1
    assert "Bo Lund is a friend." in scene.asked("react")[0].text


async def test_what_was_noticed_is_rated_in_the_same_answer() -> None:
    scene = await meeting({"choice": "go on", "ratings": [9]}).remember(memory("Rain is near."))
    turn = await scene.turn()
    assert [(each.text, each.importance) for each in turn.remembered if each.source == "seen"] == [
        ("Bo Lund is idle.", 9)
    ]
    assert turn.agent.noticed == ()
    assert not any("Bo Lund" in request.text for request in scene.asked("importance"))


async def test_what_was_noticed_is_not_told_as_a_memory_besides() -> None:
    scene = await meeting({"choice": "go on"}).remember(memory("Bo Lund is idle."), memory("Rain is near.", 1))
    await scene.turn()
    text = scene.asked("react")[0].text
    assert "Rain is near." in text
    assert text.partition("What was noticed:")[0].count("Bo Lund is idle.") == 0


async def test_a_thing_out_of_the_ordinary_is_remembered_at_once_even_where_nobody_reacts() -> None:
    scene = await meeting({}, FIRE).remember(memory("Rain is near."))
    turn = await scene.turn(Generative().observing())
    assert [each.text for each in turn.remembered] == ["The loom in the hall of Mill is burning."]


async def test_to_decide_one_is_shown_in_brief_what_was_said_last_and_what_is_to_come() -> None:
    heard: Any = {"source": "heard", "heard_from": "Bo Lund", "utterance": "t#0"}
    line = memory("Bo Lund said to me: 'The well is dry.'", **heard)
    memo = memory("Ann Ivy talked with Bo Lund about the well.", 1, source="thought", evidence=(line.id,))
    hours = tuple(item(hour * 360, hour * 360 + 360, f"doing part {hour}") for hour in range(6))
    for profile, last, parts in ((ECONOMICAL, [memo.text], 4), (PAPER, [line.text], 6)):
        scene = meeting({"choice": "go on"}, profile=profile, answers={"relationship": {"text": "A friend."}})
        await scene.remember(line, memo)
        plan = replace(DAY, hours=hours)
        scene.agent = replace(scene.agent, plan=plan, talked={"Bo Lund": -9000})
        await scene.turn()
        fields: Any = scene.asked("react")[0].fields
        assert [each["text"] for each in fields["last_talk"]] == last
        assert len(fields["plan"]) == parts
        assert fields["plan"][-1]["activity"] == "doing part 5"


async def test_events_press_more_than_people() -> None:
    world = evolve(peopled(World.empty(), Ann_Ivy=(2, 2), Bo_Lund=(4, 2)), [StateChanged(LOOM, "burning")], 0)
    scene = meeting({"choice": "go on"}, world)
    await scene.turn()
    about: Sequence[Any] = [request.fields["about"] for request in scene.asked("react")]
    assert about == ["object"]


@pytest.mark.parametrize(("doing", "told"), [("humming", "Bo Lund is humming."), ("", "Bo Lund is here.")])
async def test_who_might_be_talked_to_is_told_by_what_they_are_at(doing: str, told: str) -> None:
    scene = meeting({"choice": "go on"})
    scene.world = evolve(scene.world, [Acted("Bo Lund", ((4, 2),), Do(doing, 99))], 0)
    await scene.turn()
    assert scene.asked("react")[0].fields["observation"] == told


async def test_who_is_barred_again_plans_without_the_place_and_then_waits_without_asking_anybody() -> None:
    barred = Blocked("Ann Ivy", KIOSK, "closed", (2, 2))
    scene, first = await barred_by(barred)
    scene.go_on(first, 112)
    scene.notices = (barred,)
    second = await scene.turn()
    assert second.agent.plan.reason == "Kiosk is closed"
    assert second.agent.waiting <= 112
    scene.go_on(second, 124)
    scene.notices = (barred,)
    third = await scene.turn()
    assert third.action == Do("waiting", 124 + 15 * 6, None, "Kiosk is closed", "⏳")
    assert len(scene.asked("react")) == 1
