"""What somebody does again and again, by their story: for a living, in free time, at an hour of each day."""

from __future__ import annotations

import datetime as dt

import pytest

from townlet.offline.plan.habits import doing_of, work_of
from townlet.offline.reader.facts import Fact, Reader
from townlet.offline.reader.people import People

READER = Reader("Ann Bo", People({"Ann Bo": "she", "Cy Du": "he"}))


def first(told: str) -> Fact:
    return READER.facts(told, dt.datetime(2025, 5, 6), own=True)[0]


@pytest.mark.parametrize(
    ("told", "work"),
    [
        ("Ann Bo sews the sails and mends the nets of the fleet.", "sewing the sails"),
        ("Ann Bo looks after nineteen goats on the hill.", "looking after nineteen goats"),
        ("Ann Bo weighs wool in the shed from six.", "weighing wool"),
        ("Ann Bo is a widow who spins wool and flax in her barn by the road.", "spinning wool and flax"),
        ("Ann Bo sells buns and tea in the hall from noon.", "selling buns and tea"),
        ("Ann Bo has two goats.", ""),
        ("Ann Bo loves old clocks.", ""),
        ("Ann Bo sends half of her pay to her mother.", ""),
        ("Ann Bo takes a turn round the yard with a pipe.", ""),
        ("Ann Bo secretly brews beer.", ""),
        ("Ann Bo mends the pump on Saturday at nine.", ""),
    ],
)
def test_what_one_may_live_by_is_told_from_what_one_feels_gives_or_does_for_oneself(told: str, work: str) -> None:
    assert work_of(first(told)) == work


def test_a_habit_of_two_deeds_is_one_phrase() -> None:
    told = first("Ann Bo walks round the yard with a torch and tries each door.")
    assert doing_of(told) == "walking round the yard with a torch and trying each door"
