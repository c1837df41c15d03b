"""Steps to game time and back."""

from datetime import datetime, timedelta

from hypothesis import given
from hypothesis import strategies as st

from townlet.world.clock import Clock

CLOCK = Clock(datetime(2031, 4, 7, 6, 30))


@given(st.integers(0, 10**6))
def test_the_step_at_which_a_step_begins_is_that_step(step: int) -> None:
    assert CLOCK.step_at(CLOCK.at(step)) == step


@given(st.integers(-(10**6), 10**6))
def test_the_step_at_a_time_is_the_first_that_begins_no_earlier(seconds: int) -> None:
    time = CLOCK.start + timedelta(seconds=seconds)
    step = CLOCK.step_at(time)
    assert CLOCK.at(step - 1) < time <= CLOCK.at(step)


def test_minutes_are_counted_from_midnight() -> None:
    assert CLOCK.minute(0) == 6 * 60 + 30
    assert CLOCK.minute(CLOCK.steps(17.5 * 60)) == 0


def test_any_time_takes_at_least_a_step() -> None:
    assert CLOCK.steps(0) == 1
    assert CLOCK.steps(1) == 6
    assert CLOCK.steps_a_day == 8640
