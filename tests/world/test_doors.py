"""Who may enter what, and when."""

from datetime import datetime

import pytest

from townlet.world.events import Appeared
from townlet.world.evolve import evolve
from townlet.world.physics import Terrain
from townlet.world.setting import LEAVING_MINUTES, Hours, Norms
from townlet.world.state import World

from .sketch import address, terrain_of


def shop(opens: int, closes: int) -> Terrain:
    norms = {"Shop": Norms(hours=Hours(opens, closes), keepers=("Kit",))}
    return terrain_of("####.\n#ssS.\n#ss#.", {"s": "Shop"}, norms=norms, start=datetime(2031, 4, 7))


def refused(terrain: Terrain, who: str, minute: int) -> str | None:
    """What keeps somebody from the door of the shop at a minute of the day."""
    bodies = evolve(World.empty(), [Appeared(who, (4, 1))], 0).bodies
    return terrain.doors.obstacle(who, (4, 1), (3, 1), minute, bodies, 1)


@pytest.mark.parametrize(
    ("minute", "says"),
    [
        (599, "closed"),
        (600, None),
        (900 - LEAVING_MINUTES - 1, None),
        (900 - LEAVING_MINUTES, "closed"),
        (900, "closed"),
    ],
)
def test_a_door_opens_to_guests_from_opening_until_they_would_be_shown_out(minute: int, says: str | None) -> None:
    assert refused(shop(600, 900), "Ann", minute) == says
    assert refused(shop(600, 900), "Kit", minute) is None


def test_a_place_may_close_after_midnight() -> None:
    late = shop(1200, 1560)
    assert [refused(late, "Ann", minute) for minute in (1199, 1439, 0, 100, 120)] == [
        "closed",
        None,
        None,
        None,
        "closed",
    ]


def test_a_place_that_never_closes_always_lets_in() -> None:
    assert all(refused(shop(0, 1440), "Ann", minute) is None for minute in range(1440))
    assert shop(0, 1440).doors.timed == ()


def test_closed_doors_are_named_for_guests_outside_and_for_nobody_else() -> None:
    doors = shop(600, 900).doors
    assert list(doors.closed_to("Ann", (4, 1), 100)) == [(3, 1)]
    assert list(doors.closed_to("Ann", (4, 1), 700)) == []
    assert list(doors.closed_to("Ann", (1, 1), 100)) == []
    assert list(doors.closed_to("Kit", (4, 1), 100)) == []


def test_a_place_without_walls_is_closed_along_all_of_its_edge() -> None:
    market = terrain_of(".....\n.mmm.\n.mmm.\n.mmm#", {"m": "Market"}, norms={"Market": Norms(hours=Hours(600, 900))})
    edge = [(1, 1), (1, 2), (1, 3), (2, 1), (3, 1), (3, 2)]
    assert list(market.doors.closed_to("Ann", (0, 0), 100)) == edge
    assert list(market.doors.closed_to("Ann", (2, 2), 100)) == []
    assert market.doors.exits(address("Market")) == ((0, 1), (0, 2), (0, 3), (1, 0), (2, 0), (3, 0), (4, 1), (4, 2))
    # Whoever has to get past it at night walks around it.
    past = market.grid.path((2, 0), [(0, 3)], edge)
    assert past == ((2, 0), (1, 0), (0, 0), (0, 1), (0, 2), (0, 3))


def test_the_exits_of_a_place_are_outside_its_doors() -> None:
    assert shop(600, 900).doors.exits(address("Shop")) == ((4, 1),)


def test_a_door_belongs_to_the_place_that_it_leads_into() -> None:
    doors = shop(600, 900).doors
    assert doors.place_at((3, 1)) == address("Shop")
    assert doors.inside(address("Shop"), (3, 1))
    assert doors.place_at((4, 1)) is None
