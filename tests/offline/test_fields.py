"""Printed fields are read as they stand; what is missing or odd reads as empty."""

from __future__ import annotations

import datetime as dt

import pytest
from hypothesis import given
from hypothesis import strategies as st

from townlet.offline.fields import NOWHEN, clock, clocks, moment, records, say_clock, text, texts


@given(st.integers(0, 1439))
def test_a_clock_time_said_is_read_back(minutes: int) -> None:
    assert clock(say_clock(minutes)) == minutes


@pytest.mark.parametrize(
    ("written", "found"),
    [("from 8 am to noon", [480, 720]), ("8:00-20:00", [480, 1200]), ("midnight", [1440]), ("soon", [])],
)
def test_every_clock_time_of_a_text_is_found(written: str, found: list[int]) -> None:
    assert clocks(written) == found


def test_a_moment_is_read_and_nonsense_is_no_error() -> None:
    assert moment("Tuesday February 14 2023, 9:40 pm") == dt.datetime(2023, 2, 14, 21, 40)
    assert moment("February 31 2023, 9:40 am") == NOWHEN


def test_what_is_missing_reads_as_empty() -> None:
    assert (text({}, "a"), texts({}, "a"), records({"a": "no list"}, "a")) == ("", [], [])
    assert texts({"a": [{"text": " two  words "}, 3]}, "a") == ["two words", "3"]
