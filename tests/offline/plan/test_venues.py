"""What places are, and when they are open."""

from __future__ import annotations

import pytest

from townlet.offline.plan.venues import Venue, Venues, opening


@pytest.mark.parametrize(
    ("rule", "hours"),
    [
        ("open from 8 am to 8 pm", (480, 1200)),
        ("Open 8:00 am to 5:00 pm; a quiet place", (480, 1020)),
        ("open from 11 am to 1 am", (660, 1500)),
        ("open from 4 pm to midnight", (960, 1440)),
        ("one person at a time", None),
        ("closes at 5 pm", (0, 1020)),
        ("", None),
    ],
)
def test_opening_hours_are_read_from_a_rule(rule: str, hours: tuple[int, int] | None) -> None:
    assert opening(rule) == hours


def test_a_place_named_after_another_is_not_of_its_kind() -> None:
    assert not Venue("Park Street School: classroom").is_a("outdoors")
    assert Venue("Willow Park: meadow").is_a("outdoors")


def test_a_home_is_no_public_place() -> None:
    assert not Venue("Bo house: garden").is_a("outdoors")
    assert not Venue("Crooked Oar Pub: kitchen").is_a("night")


def test_one_sleeps_in_the_room_that_bears_ones_name() -> None:
    venues = Venues(
        [
            Venue("Day house: Cy Day's bedroom"),
            Venue("Day house: Ann and Bo Day's bedroom"),
            Venue("Day house: kitchen"),
        ]
    )
    own = venues.within("Day house", "bedroom", "Ann Day")
    assert own is not None
    assert own.arena == "Ann and Bo Day's bedroom"


def test_a_building_stands_for_its_room_for_a_trade_else_for_one_that_is_open_to_all() -> None:
    inn = Venues([Venue("Lantern Inn: guest room"), Venue("Lantern Inn: kitchen"), Venue("Lantern Inn: bar room")])
    assert inn.named("Lantern Inn") == Venue("Lantern Inn: bar room")
    assert inn.named("Lantern Inn", "kitchen") == Venue("Lantern Inn: kitchen")
    assert inn.named("Lantern Inn", "garden") == Venue("Lantern Inn: bar room")
    assert inn.named("Lantern Inn: guest room", "kitchen") == Venue("Lantern Inn: guest room")


def test_a_phrase_that_names_a_building_means_the_room_that_is_open_to_all() -> None:
    inn = Venues([Venue("Lantern Inn: guest room"), Venue("Lantern Inn: kitchen"), Venue("Lantern Inn: bar room")])
    assert inn.mentioned("a farewell supper at the Lantern Inn") == Venue("Lantern Inn: bar room")
    assert inn.mentioned("a supper in the kitchen of the Lantern Inn") == Venue("Lantern Inn: kitchen")


def test_a_town_without_a_park_goes_out_into_its_yards_and_fields() -> None:
    rooms = [
        Venue("Canteen: dining hall", "open from 6 am to 9 pm"),
        Venue("Prison: exercise yard"),
        Venue("Dish field: dish field"),
    ]
    assert Venues(rooms).kinds("outdoors", 600, 660) == rooms[1:]
    assert Venues(rooms[:1]).kinds("outdoors", 600, 660) == [], "nobody takes a walk in a dining hall"
    common = Venue("The Ring: ring", "open to everybody")
    assert Venues([rooms[0], common]).kinds("outdoors", 600, 660) == [common]
