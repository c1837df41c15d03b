"""Actions of five to fifteen minutes that fill a stretch, each at a thing that is there."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from townlet.cognition.answers import Step, Steps
from townlet.language.prompt import Field
from townlet.offline.fields import Fields, say_clock
from townlet.offline.plan.minutes import minute_plan

GUEST_AT = "Tin Kettle Cafe: cafe"
"""Where an activity marked '(out)' is done."""
THINGS: list[Field] = [
    {"name": name, "state": "idle"} for name in ("bed", "stove", "table", "kitchen sink", "desk", "workbench")
]


def steps(
    activity: str,
    start: str = "9:00 am",
    end: str = "10:00 am",
    seed: int = 1,
    trade: str = "a clockmaker",
    recent: list[Field] | None = None,
    objects: list[Field] | None = None,
) -> tuple[Step, ...]:
    fields: dict[str, Field] = {
        "name": "Ann Bo",
        "summary": f"Ann Bo is kind. Ann Bo is {trade}.",
        "now": f"Tuesday May 6 2025, {start}",
        "activity": activity.removesuffix(" (out)"),
        "place": GUEST_AT if activity.endswith("(out)") else "Bo house: kitchen",
        "start": start,
        "end": end,
        "objects": THINGS if objects is None else objects,
        "recent": recent or [],
    }
    return tuple(Steps.model_validate(minute_plan(fields, seed)).steps)


@settings(deadline=None, max_examples=100)
@given(
    start=st.integers(0, 287),
    length=st.integers(1, 96),
    seed=st.integers(0, 5),
    activity=st.sampled_from(
        [
            "having dinner",
            "helping Cy Dunn with decorating the hall",
            "preparing the dance",
            "working as a clockmaker",
            "juggling knives",
            "waking up and completing the morning routine",
            "sleeping",
        ]
    ),
)
def test_steps_fill_the_stretch_exactly(start: int, length: int, seed: int, activity: str) -> None:
    found = steps(activity, say_clock(5 * start), say_clock(5 * (start + length)), seed)
    assert sum(step.minutes for step in found) == 5 * length or (5 * length) > 24 * 60 - 10


def test_steps_take_five_to_fifteen_minutes() -> None:
    assert {step.minutes for step in steps("working as a clockmaker", end="12:00 pm")} <= {5, 10, 15}


def test_objects_are_among_those_shown_and_fit() -> None:
    dinner = {step.activity: step.object for step in steps("having dinner", end="11:30 am")}
    assert dinner["cooking dinner"] == "stove"
    assert dinner["eating dinner"] == "table"
    assert dinner["washing up after dinner"] == "kitchen sink"


def test_nothing_is_used_where_nothing_fits() -> None:
    assert {step.object for step in steps("having dinner", objects=[{"name": "harp", "state": "idle"}])} == {""}


def test_a_thing_that_only_serves_instead_takes_no_state_of_another() -> None:
    smoking = [
        step for step in steps("lighting the smoker and scraping wax", trade="a beekeeper") if "smoker" in step.activity
    ]
    assert smoking
    assert {step.object_state for step in smoking} <= {"", "being used"}


def test_sleep_is_one_long_step_an_hour() -> None:
    night = steps("sleeping", "11:00 pm", "7:00 am")
    assert [step.minutes for step in night] == [60] * 8
    assert {step.object for step in night} == {"bed"}


def test_an_item_made_of_acts_is_taken_up_in_its_order() -> None:
    assert [s.activity for s in steps("oiling a pivot and polishing a case")][:2] == [
        "oiling a pivot",
        "polishing a case",
    ]


def test_what_was_just_done_is_not_done_again_at_once() -> None:
    first = steps("working as a clockmaker")
    again = steps("working as a clockmaker", recent=[s.activity for s in first])
    assert {s.activity for s in first}.isdisjoint({s.activity for s in again[:3]})


def test_work_on_a_project_names_it() -> None:
    summary = "a poet. Ann Bo is writing a book on rivers"
    assert any(
        "the book on rivers" in s.activity for s in steps("writing a book on rivers", trade=summary, end="11:00 am")
    )


def test_the_steps_of_a_piece_of_work_do_not_repeat_of_what_it_is_made() -> None:
    work = "mending the pump of Cy Du with a part of a kettle"
    made = steps(work, trade=f"a plumber. Ann Bo is {work}", end="11:00 am")
    others = {step.activity for step in made} - {work}
    assert any("the pump of Cy Du" in activity for activity in others)
    assert not any("kettle" in activity for activity in others)


def test_what_is_done_at_work_is_done_step_by_step() -> None:
    done = {step.activity for step in steps("at work, sewing the sails and painting the names", trade="nobody much")}
    assert done == {"sewing the sails", "painting the names"}


def test_a_meal_is_eaten_however_short_it_is() -> None:
    for end in ("9:10 am", "9:20 am", "9:45 am"):
        assert any(s.activity == "eating lunch" for s in steps("having lunch", end=end))


def named(*names: str) -> list[Field]:
    return [{"name": name, "state": "idle"} for name in names]


def test_each_trade_stands_behind_its_own_counter() -> None:
    things = named("behind the grocery counter", "behind the pharmacy counter", "grocery shelf", "pharmacy shelf")
    for trade, other in (("a pharmacist", "grocery"), ("a grocer", "pharmacy")):
        used = [s.object for s in steps(f"working as {trade}", end="12:00 pm", trade=trade, objects=things)]
        assert any(used)
        assert not [thing for thing in used if other in thing]


def test_a_guest_eats_at_a_table_and_cooks_nothing() -> None:
    things = named("stove", "behind the cafe counter", "cafe counter", "customer seating")
    found = steps("having lunch (out)", end="9:45 am", objects=things)
    assert "eating lunch" in [step.activity for step in found]
    assert not {"stove", "behind the cafe counter"} & {step.object for step in found}


def test_a_meal_is_more_than_a_bite() -> None:
    for seed in range(20):
        for meal in ("breakfast", "lunch", "dinner"):
            found = steps(f"having {meal}", end="9:45 am", seed=seed)
            assert sum(s.minutes for s in found if s.activity == f"eating {meal}") >= 10
            assert sum(s.minutes for s in found) == 45


def test_a_lesson_begins_with_finding_a_seat_and_nobody_finds_it_twice() -> None:
    for seed in range(6):
        first = [step.activity for step in steps("going to class", end="9:50 am", seed=seed)]
        again: list[Field] = list(first)
        second = [step.activity for step in steps("going to class", "9:50 am", "10:40 am", seed, recent=again)]
        assert first[0] == "finding a seat and unpacking"
        assert first.count(first[0]) == 1
        assert first[0] not in second
        assert "going to class" not in [*first, *second]


@pytest.mark.parametrize("activity", ["carrying chairs for the Midwinter Dinner", "singing at the Lunch of the Fleet"])
def test_an_event_with_a_meal_in_its_name_is_no_meal(activity: str) -> None:
    assert not [step.activity for step in steps(activity) if step.activity.startswith("eating")]
    assert [step.activity for step in steps("having dinner") if step.activity == "eating dinner"]


def test_a_meeting_is_no_party() -> None:
    def done(event: str) -> set[str]:
        return {
            each.activity for part in ("hosting", "attending") for each in steps(f"{part} the {event}", end="11:00 am")
        }

    assert {"making a short toast", "raising a glass"} <= done("supper about the dam")
    assert {"counting hands", "raising a hand"} <= done("meeting about the dam")
    assert not done("meeting about the dam") & {"making a short toast", "raising a glass", "turning up the music"}


def test_nobody_raises_a_glass_at_a_funeral_and_a_teacher_takes_no_notes() -> None:
    def done(activity: str) -> set[str]:
        return {each.activity for each in steps(activity, end="11:00 am")}

    assert not done("attending the funeral of the old ferryman") & {"raising a glass", "trying the food"}
    assert not done("hosting the vigil for the drowned") & {"turning up the music", "making a short toast"}
    assert "listening to the lecture" in done("sitting in on a lecture")
    assert not done("teaching an evening class") & {"listening to the lecture", "taking notes"}


def test_nobody_orders_and_pays_at_home() -> None:
    def done(activity: str) -> set[str]:
        found = (steps(activity, end="11:00 am", seed=seed, objects=named("bar counter", "table")) for seed in range(6))
        return {each.activity for made in found for each in made}

    assert "chatting at the counter" in done("unwinding over a drink (out)")
    assert "chatting at the counter" not in done("unwinding over a drink")


@pytest.mark.parametrize(
    ("activity", "act", "thing"),
    [
        ("getting up and getting ready for the day", "taking a shower", "shower"),
        ("having breakfast", "putting the kettle on", "stove"),
        ("having lunch", "making a sandwich", "counter"),
        ("taking a long walk", "taking the long way round the water", "pond"),
        ("playing some music", "playing something slow", "harp"),
        ("taking a tea break", "leaning back with a biscuit", "sofa"),
    ],
)
def test_an_act_is_done_only_where_there_is_something_for_it(activity: str, act: str, thing: str) -> None:
    def done(*things: str) -> set[str]:
        found = (steps(activity, end="11:00 am", seed=seed, objects=named("bed", *things)) for seed in range(8))
        return {each.activity for made in found for each in made}

    assert act in done(thing)
    assert act not in done()


@pytest.mark.parametrize(
    ("activity", "others"),
    [
        ("asking around for clean rope", {"looking round for company", "talking with people"}),
        ("going round to invite people to the swim", {"looking round for company", "talking with people"}),
        ("looking for a good book", set()),
    ],
)
def test_who_looks_for_something_does_nothing_else(activity: str, others: set[str]) -> None:
    done = {each.activity for each in steps(activity)}
    assert activity in done
    assert done <= {activity, "waiting for somebody to come by", *others}
    assert not others or done & others


def test_who_serves_several_goes_from_one_to_the_next() -> None:
    beds = named("left bed", "right bed", "far room: bed")
    found = steps(
        "working as a nurse", end="3:00 pm", trade="a nurse", objects=[*beds, *named("table", "sink", "desk")]
    )
    assert {each.object for each in found if "bed" in each.object} == {"left bed", "right bed"}


def test_the_work_that_a_place_is_named_for_is_done_there_whatever_it_has() -> None:
    fields: Fields = {
        "name": "Ann Bo",
        "summary": "Ann Bo is kind.",
        "now": "Tuesday May 6 2025, 9:00 am",
        "activity": "working",
        "start": "9:00 am",
        "end": "11:00 am",
        "objects": named("hook"),
    }
    done = {
        place: {each.activity for each in Steps.model_validate(minute_plan({**fields, "place": place}, 1)).steps}
        for place in ("Goat Pen: camel yard", "Long Tent: kitchen", "Long Tent: corner")
    }
    assert "feeding the animals" in done["Goat Pen: camel yard"]
    assert "stirring the stock" in done["Long Tent: kitchen"]
    assert done["Long Tent: corner"] == {"working", "resting for a moment"}


def test_sorting_a_drawer_is_no_drawing() -> None:
    assert not {each.activity for each in steps("sorting out a drawer")} & {each.activity for each in steps("drawing")}


def test_what_is_in_the_room_serves_before_what_is_next_door() -> None:
    things = named("far room: serving counter", "chopping table", "stove")
    used = {each.activity: each.object for each in steps("having dinner", end="11:00 am", objects=things)}
    assert used["chopping vegetables"] == "chopping table"


def test_a_long_event_holds_each_of_its_acts_about_as_often() -> None:
    done = [each.activity for each in steps("attending the herring fair", end="12:00 pm")]
    assert max(done.count(act) for act in done) <= 3
    assert done.count(done[0]) == done.count(done[-1]) == 1


def test_work_that_is_named_by_its_acts_needs_no_word_for_the_trade() -> None:
    done = {each.activity for each in steps("sorting letters and selling stamps", trade="nobody much", objects=[])}
    assert {"sorting letters", "selling stamps"} <= done
    desk = named("desk", "counter")
    done = {each.activity for each in steps("working as a postman", end="2:00 pm", trade="nobody much", objects=desk)}
    assert {"sorting letters", "selling stamps"} <= done


def test_nobody_rests_twice_in_a_row_on_an_errand() -> None:
    found = (steps("buying rope", end="12:00 pm", seed=seed, objects=named("bench")) for seed in range(4))
    done = [[each.activity for each in made] for made in found]
    assert all("resting for a moment" in made for made in done)
    assert not [1 for made in done for a, b in pairwise(made) if a == b == "resting for a moment"]
