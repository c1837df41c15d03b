from __future__ import annotations

from datetime import datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from townlet.errors import BadInput
from townlet.runfile.moments import RunTimeline, read_moment
from townlet.world.clock import Clock

START = datetime(2024, 5, 8, 0, 0)
"""A Wednesday."""
LINE = RunTimeline(Clock(START, 10), 3 * 8640)


@pytest.mark.parametrize(
    ("text", "moment"),
    [
        ("2024-05-09 09:30", datetime(2024, 5, 9, 9, 30)),
        ("2024-05-09T09:30:00", datetime(2024, 5, 9, 9, 30)),
        ("2024-05-09", datetime(2024, 5, 9)),
        ("09:30", datetime(2024, 5, 8, 9, 30)),
        ("9:30 pm", datetime(2024, 5, 8, 21, 30)),
        ("12 am", datetime(2024, 5, 8, 0, 0)),
        ("12:15 PM", datetime(2024, 5, 8, 12, 15)),
        ("day 2 09:30", datetime(2024, 5, 9, 9, 30)),
        ("Day 1, 7 am", datetime(2024, 5, 8, 7, 0)),
        ("day 3", datetime(2024, 5, 10)),
        ("Wednesday 9:30 am", datetime(2024, 5, 8, 9, 30)),
        ("thu 17:00", datetime(2024, 5, 9, 17, 0)),
        ("  tuesday  9:30   am ", datetime(2024, 5, 14, 9, 30)),
    ],
)
def test_times_are_read_as_people_write_them(text: str, moment: datetime) -> None:
    assert read_moment(text, START) == moment


@pytest.mark.parametrize("text", ["", "soon", "25:00", "9:77", "13:00 pm", "day 0 9:00", "9", "2024-02-30 9:00", "day"])
def test_what_is_no_time_is_refused_with_examples(text: str) -> None:
    with pytest.raises(BadInput, match=r"is not a valid time.*'Tuesday 9:30 am'"):
        read_moment(text, START)


def test_a_time_after_the_end_is_refused_with_the_times_there_are() -> None:
    with pytest.raises(BadInput, match="outside this run; give a time from 2024-05-08 00:00 to 2024-05-11 00:00"):
        LINE.step("day 4 0:10")


def test_a_time_before_the_start_is_refused() -> None:
    with pytest.raises(BadInput, match="outside this run"):
        LINE.step("2024-05-07 23:00")


def test_the_ends_have_names() -> None:
    assert (LINE.step("start"), LINE.step("END")) == (0, LINE.steps)


@given(st.integers(0, 3 * 1440 - 1))
def test_a_time_and_its_step_begin_together(minute: int) -> None:
    moment = START + timedelta(minutes=minute)
    assert LINE.clock.at(LINE.step(f"{moment:%Y-%m-%d %H:%M}")) == moment


@given(st.integers(0, 2), st.integers(0, 1439))
def test_a_numbered_day_is_the_same_as_its_date(day: int, minute: int) -> None:
    clock = f"{minute // 60}:{minute % 60:02d}"
    date = START + timedelta(days=day)
    assert LINE.step(f"day {day + 1} {clock}") == LINE.step(f"{date:%Y-%m-%d} {clock}")
