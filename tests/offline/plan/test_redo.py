"""The plan redone from now on: first what calls, then what was promised, then what was planned."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from offline.persons import day_fields
from townlet.cognition.answers import DayPlan
from townlet.language.prompt import Field
from townlet.offline.fields import clock, say_clock
from townlet.offline.plan.meals import is_meal
from townlet.offline.plan.redo import replan

PLAN: list[Field] = [
    {"start": "1:00 pm", "end": "5:00 pm", "activity": "working as a clockmaker", "place": "Corner Store: shop"},
    {"start": "5:00 pm", "end": "6:00 pm", "activity": "taking a walk", "place": "Willow Park: meadow"},
    {"start": "6:00 pm", "end": "6:45 pm", "activity": "having dinner", "place": "Bo house: kitchen"},
    {"start": "6:45 pm", "end": "11:00 pm", "activity": "reading a novel", "place": "Bo house: living room"},
    {"start": "11:00 pm", "end": "11:00 pm", "activity": "going to bed", "place": "Bo house: bedroom"},
]


def rows(
    now: str, activity: str = "", *texts: str, plan: list[Field] | None = None, reason: str = "so"
) -> list[tuple[int, str, str]]:
    plan = PLAN if plan is None else plan
    fields = day_fields(*texts, now=f"Tuesday May 6 2025, {now}", plan=plan, activity=activity, reason=reason)
    found: list[tuple[int, str, str]] = []
    for chunk in DayPlan.model_validate(replan(fields, 2)).chunks:
        start = clock(chunk.start) or 0
        found.append((start + 1440 * bool(found and start < found[-1][0]), chunk.activity, chunk.place))
    return found


@settings(deadline=None, max_examples=100)
@given(
    now=st.integers(0, 1439),
    activity=st.sampled_from(["", "putting out the stove", "going shopping to fill the refrigerator again"]),
    plan=st.sampled_from([PLAN, PLAN[2:], []]),
)
def test_a_new_plan_starts_now_and_ends_in_bed(now: int, activity: str, plan: list[Field]) -> None:
    found = rows(say_clock(now), activity, plan=plan)
    assert found[0][0] == now
    assert found[-1][1] == "going to bed"
    assert all(a[0] < b[0] for a, b in pairwise(found))
    meals = [start for start, does, _ in found if is_meal(does)]
    assert all(b - a >= 180 for a, b in pairwise(meals))


def test_what_calls_comes_first_and_the_plan_is_taken_up_again() -> None:
    found = rows("2:10 pm", "going shopping to fill the refrigerator again")
    assert found[0] == (14 * 60 + 10, "going shopping to fill the refrigerator again", "Corner Store: shop")
    assert found[1][1] == "working as a clockmaker"
    assert "having dinner" in [does for _, does, _ in found]


def test_a_promise_for_today_enters_and_a_supper_replaces_dinner() -> None:
    found = rows(
        "2:00 pm",
        "",
        "I promised Cy Du to come along to the fish supper at Reed Hall on Tuesday May 6 from 6 pm to 8 pm.",
    )
    assert (18 * 60, "attending the fish supper at Reed Hall with Cy Du", "Reed Hall: hall") in found
    assert "having dinner" not in [does for _, does, _ in found]


@pytest.mark.parametrize(("now", "again"), [("6:03 pm", True), ("6:20 pm", False)])
def test_a_meal_that_one_leaves_is_taken_up_again_only_if_it_had_hardly_begun(now: str, again: bool) -> None:
    found = rows(now, "putting out the stove")
    assert ("having dinner" in [does for _, does, _ in found]) is again


def test_nobody_gets_up_from_a_meal_for_an_errand() -> None:
    errand = "I promised Cy Du to help with a paper lantern."
    found = rows("6:05 pm", "", errand, reason="I promised Cy Du to help with a paper lantern")
    assert found[0][1] == "having dinner"
    assert found[1][0] >= 18 * 60 + 45


def test_what_one_has_helped_with_leaves_the_plan() -> None:
    helping: list[Field] = [
        {"start": "4:00 pm", "end": "5:00 pm", "activity": "helping Cy Du with a paper lantern", "place": ""},
        *PLAN[1:],
    ]
    plan = [{**PLAN[0], "end": "4:00 pm"}, *helping]  # type: ignore[dict-item]
    assert "helping Cy Du with a paper lantern" in [does for _, does, _ in rows("2:00 pm", plan=plan)]
    left = rows("2:00 pm", plan=plan, reason="Ann Bo has helped Cy Du with a paper lantern")
    assert "helping Cy Du with a paper lantern" not in [does for _, does, _ in left]


def test_whoever_is_up_past_bedtime_goes_to_bed_soon() -> None:
    assert rows("11:40 pm", plan=[])[-1][0] <= 24 * 60


def test_without_a_plan_the_rest_of_the_day_is_composed() -> None:
    assert len(rows("2:00 pm", plan=[])) >= 4


def test_whoever_lives_where_they_work_stays_there_when_it_has_closed() -> None:
    """The evening of a shopkeeper above the shop is no more barred than other people's, nor is the work drawn out."""
    plan: list[Field] = [
        {"start": "1:00 pm", "end": "5:00 pm", "activity": "working", "place": "Corner Store: shop"},
        {"start": "5:00 pm", "end": "6:45 pm", "activity": "reading a novel", "place": "Corner Store: shop"},
        {"start": "6:45 pm", "end": "7:30 pm", "activity": "having dinner", "place": "Corner Store: shop"},
        {"start": "7:30 pm", "end": "11:00 pm", "activity": "playing patience", "place": "Corner Store: shop"},
        {"start": "11:00 pm", "end": "11:00 pm", "activity": "going to bed", "place": "Corner Store: shop"},
    ]
    fields = day_fields(now="Tuesday May 6 2025, 2:00 pm", plan=plan, activity="fetching a parcel", reason="so")
    for home in ("Corner Store", "Bo house"):
        chunks = DayPlan.model_validate(replan({**fields, "home": home}, 2)).chunks
        does = [chunk.activity for chunk in chunks]
        assert "having dinner" in does or home == "Bo house"
        working = [clock(after.start) for chunk, after in pairwise(chunks) if chunk.activity == "working"]
        assert working == [17 * 60]


def test_work_on_something_sleepless_is_no_going_to_bed() -> None:
    work: Field = {"start": "2:00 pm", "end": "5:00 pm", "activity": "drawing a sleepless fox", "place": ""}
    plan = [{**PLAN[0], "end": "2:00 pm"}, work, *PLAN[1:]]
    assert "drawing a sleepless fox" in [does for _, does, _ in rows("1:00 pm", plan=plan)]


def test_a_night_goes_on_as_planned_after_midnight() -> None:
    works, supper = "working as a nurse", ("1:05 am", "having supper")
    hours = [("7:00 pm", "having dinner"), ("8:00 pm", works), supper, ("1:35 am", works), ("7:00 am", "going to bed")]
    plan: list[Field] = [
        {"start": start, "end": (hours[k + 1] if k < len(hours) - 1 else hours[k])[0], "activity": does, "place": ""}
        for k, (start, does) in enumerate(hours)
    ]
    fields = day_fields(now="Tuesday May 6 2025, 12:10 am", plan=plan, activity="", reason="so", sleeps="7:00 am")
    found = [(each.start, each.activity) for each in DayPlan.model_validate(replan(fields, 2)).chunks]
    assert found == [("12:10 am", works), supper, ("1:35 am", works), ("7:00 am", "going to bed")]
