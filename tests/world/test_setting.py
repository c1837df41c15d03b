"""Opening hours."""

from hypothesis import given
from hypothesis import strategies as st

from townlet.world.setting import MINUTES_A_DAY, Hours, Norms

from .sketch import address, setting_of

minutes = st.integers(0, MINUTES_A_DAY - 1)


@given(minutes, st.integers(1, MINUTES_A_DAY), minutes)
def test_a_place_is_open_from_its_opening_for_as_long_as_it_is_open(opens: int, lasts: int, minute: int) -> None:
    assert Hours(opens, opens + lasts).open_at(minute) == ((minute - opens) % MINUTES_A_DAY < lasts)


def test_the_outermost_place_that_is_closed_to_somebody_is_told() -> None:
    shop = address("Brewery:shop")
    setting = setting_of(
        "sc",
        {"s": "Brewery:shop", "c": "Brewery:cellar"},
        norms={"Brewery:shop": Norms(hours=Hours(600, 1020), keepers=("Bo",))},
    )
    assert setting.closed_part(shop / "counter", "Ann", 1100) == shop
    assert setting.closed_part(shop / "counter", "Ann", 700) is None
    assert setting.closed_part(shop / "counter", "Bo", 1100) is None
    assert setting.closed_part(address("Brewery:cellar"), "Ann", 1100) is None
