"""Chunks refined to about an hour: the same span, something definite at work, breakfast out of the morning routine."""

from __future__ import annotations

from itertools import pairwise

from offline.persons import day_fields
from townlet.cognition.answers import DayPlan
from townlet.language.prompt import Field
from townlet.offline.fields import clock
from townlet.offline.plan.hours import hour_plan

CHUNKS: list[Field] = [
    {
        "start": "7:00 am",
        "end": "8:00 am",
        "activity": "waking up and completing the morning routine",
        "place": "Bo house: bedroom",
    },
    {"start": "8:00 am", "end": "12:00 pm", "activity": "working as a clockmaker", "place": "Corner Store: shop"},
    {"start": "12:00 pm", "end": "12:45 pm", "activity": "having lunch", "place": "Bo house: kitchen"},
    {"start": "12:45 pm", "end": "5:00 pm", "activity": "working as a clockmaker", "place": "Corner Store: shop"},
    {"start": "5:00 pm", "end": "11:00 pm", "activity": "reading a novel", "place": "Bo house: living room"},
    {"start": "11:00 pm", "end": "11:00 pm", "activity": "going to bed", "place": "Bo house: bedroom"},
]


def items() -> list[tuple[int, str]]:
    answer = DayPlan.model_validate(hour_plan(day_fields(plan=CHUNKS), 1))
    return [(clock(chunk.start) or 0, chunk.activity) for chunk in answer.chunks]


def test_the_span_stays_and_no_item_is_much_longer_than_an_hour() -> None:
    rows = items()
    assert rows[0][0] == 7 * 60
    assert rows[-1] == (23 * 60, "going to bed")
    assert all(0 < b[0] - a[0] <= 90 for a, b in pairwise(rows))


def test_every_working_hour_holds_something_else() -> None:
    at_work = [
        activity
        for start, activity in items()
        if 8 * 60 <= start < 17 * 60 and activity != "having lunch" and " break" not in activity
    ]
    hours = [activity for k, activity in enumerate(at_work) if activity not in at_work[max(0, k - 1) : k]]
    assert len(hours) >= 7
    assert len(set(hours)) == len(hours)
    assert not any(activity.startswith("working as") for activity in at_work)


def test_nobody_does_at_home_what_takes_a_class() -> None:
    def hours(place: str) -> str:
        work: list[Field] = [{"start": "9:00 am", "end": "4:00 pm", "activity": "working as a teacher", "place": place}]
        bed: Field = {"start": "10:00 pm", "end": "10:00 pm", "activity": "going to bed", "place": "Bo house: bedroom"}
        answer = hour_plan(day_fields(plan=[*work, bed], trade="a teacher"), 1)
        return " / ".join(chunk.activity for chunk in DayPlan.model_validate(answer).chunks)

    assert "taking the register" in hours("Reed Hall: hall")
    at_home = hours("Bo house: living room")
    assert "marking exercise books" in at_home
    assert not any(act in at_home for act in ("register", "the class", "between the desks", "quarrel"))


def test_breakfast_becomes_an_item_of_its_own() -> None:
    assert [activity for _, activity in items()][1] == "having breakfast"


def is_break(activity: str) -> bool:
    return "taking a" in activity and "break" in activity


def test_long_work_has_a_break_among_people_who_work_there_and_free_time_has_none() -> None:
    breaks = [start for start, activity in items() if is_break(activity)]
    assert len(breaks) == 2
    assert breaks[0] < 12 * 60 < breaks[1] < 17 * 60


def test_breaks_are_not_taken_in_step() -> None:
    starts = {
        next(chunk.start for chunk in DayPlan.model_validate(answer).chunks if is_break(chunk.activity))
        for answer in (hour_plan(day_fields(plan=CHUNKS), seed) for seed in range(12))
    }
    assert len(starts) >= 6
