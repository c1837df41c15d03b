"""A day reads like a day: sleep, meals, work, rules of places, ways out of the house."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import pairwise

import pytest

from townlet.measures.coherence.behaviour import find_first_departures, list_meals, measure_work
from townlet.measures.record import RunRecord
from townlet.world.address import Address
from townlet.world.setting import Hours

from .lives import HOUR, MINUTE, Life

pytestmark = pytest.mark.slow

SMALL = pytest.param("island", marks=pytest.mark.xdist_group("island"))
LARGE = pytest.param("candidacy", marks=pytest.mark.xdist_group("inner voice"))


@pytest.fixture(params=[SMALL, LARGE])
def records(request: pytest.FixtureRequest) -> list[RunRecord]:
    """Two days of the town of eight over several seeds, or a day of the large town."""
    made: Life | Mapping[int, Life] = request.getfixturevalue(request.param)
    return [made.record] if isinstance(made, Life) else [life.record for life in made.values()]


def test_everybody_sleeps_in_their_own_bed(records: list[RunRecord]) -> None:
    for record in records:
        for person in record.people:
            slept = [span for span in record.spans_of(person.name) if span.asleep and span.arrived is not None]
            assert slept
            assert {span.using for span in slept} == {person.bed}


def test_at_three_at_night_everybody_is_asleep(records: list[RunRecord]) -> None:
    for record in records:
        for night in range(record.days):
            moment = record.midnight(night) + 3 * HOUR
            if moment > record.last_step:
                continue
            asleep = {span.person for span in record.spans if span.asleep and span.start <= moment < span.end}
            assert asleep == {person.name for person in record.people}


def test_nobody_sits_down_to_two_meals_within_three_hours(records: list[RunRecord]) -> None:
    for record in records:
        for person in record.people:
            starts = [meal.start for meal in list_meals(record, person.name)]
            assert starts
            assert all(later - earlier >= 3 * HOUR for earlier, later in pairwise(starts))


def test_people_are_at_work_for_most_of_its_hours(records: list[RunRecord]) -> None:
    for record in records:
        part = measure_work(record)
        figures = {figure.key: figure.value for figure in part.figures}
        assert (figures["at_work"] or 0) >= 0.7
        lives_there = {each.name for each in record.people if each.workplace and each.home.contains(each.workplace)}
        assert [row for row in part.listings[0].rows if row[0] not in lives_there] == []


def test_nobody_is_in_a_place_that_is_closed_to_them(records: list[RunRecord]) -> None:
    for record in records:
        for address, hours, keepers in closing(record):
            for stay in record.stays:
                if stay.person not in keepers and stay.within(address):
                    assert all(hours.open_at(record.clock.minute(step)) for step in range(stay.start, stay.end))


def closing(record: RunRecord) -> Iterator[tuple[Address, Hours, tuple[str, ...]]]:
    for address, place in record.town.setting.places.items():
        if place.norms.hours:
            yield address, place.norms.hours, place.norms.keepers


def test_a_room_for_one_never_holds_two(records: list[RunRecord]) -> None:
    for record in records:
        rooms = [address for address, place in record.town.setting.places.items() if place.norms.capacity == 1]
        assert rooms
        for room in rooms:
            stays = sorted((stay.start, stay.end) for stay in record.stays if stay.within(room))
            assert all(one_end <= start for (_, one_end), (start, _) in pairwise(stays))


def test_people_leave_home_each_at_their_own_time(records: list[RunRecord]) -> None:
    for record in records:
        for day in range(record.days):
            left = [step for step, _ in find_first_departures(record, day)]
            assert len(left) > len(record.people) / 2
            busiest = max(sum(start <= step < start + 5 * MINUTE for step in left) for start in left)
            assert busiest <= len(left) / 3
