"""The plan of a day."""

from dataclasses import replace

from cognition.scene import BED, HALL, KIOSK, ROOM, Scene, item, memory
from townlet.cognition.plan import plan_day
from townlet.cognition.state import Plan


async def test_a_day_is_planned_from_summary_habits_and_what_is_in_mind() -> None:
    scene = await Scene().remember(memory("Ann Ivy wants to finish the rug.", importance=9))
    scene.agent = replace(scene.agent, plan=Plan((item(-9000, -8000, "sowing beans"),)))
    thought = scene.thought()
    await plan_day(thought)
    [request] = scene.asked("day_plan")
    fields = request.fields
    assert fields["summary"] == "Ann Ivy (age: 30) is calm and kind."
    assert (fields["sleeps"], fields["dines"], fields["workplace"]) == ("10:00 pm", "6:00 pm", "Mill: hall")
    for printed in (
        "Ann Ivy wants to finish the rug.",
        "sowing beans",
        "Kiosk: stall (open from 9:00 am to 5:00 pm; a place for buns)",
    ):
        assert printed in request.text
    plan = thought.agent.plan
    assert [(each.start, each.activity, each.place) for each in plan.chunks] == [
        (0, "weaving a rug", HALL),
        (1440, "eating a bun", KIOSK),
        (4680, "going to bed", BED),
    ]
    assert plan.hours[-1].place == BED
    assert plan.bedtime == 4680


async def test_the_plan_is_kept_in_the_stream_with_what_it_was_made_from() -> None:
    scene = await Scene().remember(memory("Ann Ivy wants to finish the rug.", importance=9))
    thought = scene.thought()
    await plan_day(thought)
    [kept] = thought.turn(None).remembered
    assert kept.text == (
        "On Monday April 7, Ann Ivy plans: weaving a rug at 9:00 am, eating a bun at 1:00 pm, going to bed at 10:00 pm."
    )
    assert (kept.kind, kept.source) == ("plan", "planned")
    assert [each.ordinal for each in kept.evidence] == [0]
    assert set(kept.evidence) <= set(thought.turn(None).recalled)


async def test_a_room_that_is_somebody_elses_by_name_is_not_among_the_places() -> None:
    scene = Scene()
    assert ROOM in scene.agent.known
    await plan_day(scene.thought())
    assert "Bo's room" not in scene.asked("day_plan")[0].text


async def test_hours_end_at_bedtime() -> None:
    late = {"chunks": [{"start": "9:00 am", "activity": "weaving"}, {"start": "11:00 pm", "activity": "dreaming"}]}
    scene = Scene({"hour_plan": late})
    thought = scene.thought()
    await plan_day(thought)
    assert [(each.activity, each.end) for each in thought.agent.plan.hours] == [
        ("weaving", 4680),
        ("going to bed", 4681),
    ]
