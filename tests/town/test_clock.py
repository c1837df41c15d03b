import pytest
from hypothesis import given
from hypothesis import strategies as st

from townlet.town.schema import later_than, minutes_of


@given(st.integers(0, 23), st.integers(0, 59))
def test_every_time_of_day_is_read_as_its_minutes(hour, minute):
    assert minutes_of(f"{hour}:{minute:02}") == hour * 60 + minute


def test_the_end_of_the_day_is_a_time():
    assert minutes_of("24:00") == 1440


@pytest.mark.parametrize("text", ["24:01", "7:60", "7", "7.30", "soon", "", 7, None])
def test_what_is_no_time_of_day_is_refused_with_its_value(text):
    with pytest.raises(ValueError, match="is not a time of day") as caught:
        minutes_of(text)
    assert repr(text) in str(caught.value)


def test_an_end_at_or_before_the_start_is_on_the_next_day():
    assert later_than(420, 60) == 1500
    assert later_than(420, 1380) == 1380
    assert later_than(420, 420) == 1860
