"""Opening hours."""

from hypothesis import given
from hypothesis import strategies as st

from townlet.world.setting import MINUTES_A_DAY, Hours

minutes = st.integers(0, MINUTES_A_DAY - 1)


@given(minutes, st.integers(1, MINUTES_A_DAY), minutes)
def test_a_place_is_open_from_its_opening_for_as_long_as_it_is_open(opens: int, lasts: int, minute: int) -> None:
    assert Hours(opens, opens + lasts).open_at(minute) == ((minute - opens) % MINUTES_A_DAY < lasts)
