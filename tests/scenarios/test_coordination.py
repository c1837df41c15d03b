"""A dance comes about because people hear of it, promise and plan: take a cause away and its effect is gone."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from datetime import datetime, timedelta
from pathlib import Path

import pytest

from townlet.measures.record import RunRecord
from townlet.memory.record import Memory
from townlet.town import town_files, town_from_files

from .lives import DAY, HOUR, Life, branch, is_at, lived, lived_on, remembered

pytestmark = [pytest.mark.slow, pytest.mark.xdist_group("island")]

Island = Mapping[int, Life]

HOST, DANCE, HALL = "May Lindqvist", "harbour dance", "Net Loft"
EVENING = 22 * HOUR
STARTS, ENDS = datetime(2024, 6, 13, 18, 30), datetime(2024, 6, 13, 20, 30)


def guests(record: RunRecord) -> list[str]:
    return [person.name for person in record.people if person.name != HOST]


def promised(record: RunRecord, guest: str, before: int = 2 * DAY) -> list[Memory]:
    """What somebody remembers of having promised to come: to come to it, or to come along with another guest."""
    found = remembered(record, guest, "I promised", "to come", DANCE)
    return [memory for memory in found if memory.kind == "plan" and memory.id.step < before]


def planned(record: RunRecord, guest: str) -> bool:
    """Whether somebody's plans for the second day, the one made in the morning or a later one, have the dance."""
    return any(memory.id.step >= DAY for memory in remembered(record, guest, "plans:", DANCE) if memory.kind == "plan")


def came(record: RunRecord, guest: str, place: str = HALL, start: datetime = STARTS) -> bool:
    return is_at(record, guest, place, start, start + timedelta(hours=2))


@pytest.fixture(scope="module")
def guest(island: Island) -> str:
    """Somebody who promised on the first day to come, and came."""
    record = island[1].record
    return next(name for name in guests(record) if promised(record, name, EVENING) and came(record, name))


@pytest.fixture(scope="module")
def forgotten(island: Island, guest: str, runs: Path) -> Life:
    """The same run, but that on the first evening the guest loses all memory of the dance."""
    return asyncio.run(_forgotten(island[1], guest, runs / "forgotten.townlet"))


async def _forgotten(life: Life, guest: str, path: Path) -> Life:
    async with branch(life, EVENING, path) as simulation:
        streams = simulation.engine.state.streams
        streams[guest] = streams[guest].where(lambda memory: "dance" not in memory.text)
        return await lived_on(simulation, 2, path)


@pytest.fixture(scope="module")
def elsewhere(runs: Path) -> Life:
    """A run in which the host means to give the dance on the green, and later."""
    files = town_files("ternholm")
    written = files["people/may_lindqvist.toml"].decode()
    said = "at the Net Loft on Thursday June 13 from 6:30 pm to 8:30 pm"
    assert said in written
    other = written.replace(said, "at the Harbour Green on Thursday June 13 from 7:30 pm to 9:30 pm")
    town = town_from_files({**files, "people/may_lindqvist.toml": other.encode()})
    return lived(town, runs / "elsewhere.townlet", 2)


def test_the_host_invites_and_comes(island: Island) -> None:
    for life in island.values():
        assert came(life.record, HOST)
        assert [line for line in life.record.lines if line.speaker == HOST and DANCE in line.text]


def test_the_host_prepares_on_the_day_before(island: Island) -> None:
    for life in island.values():
        assert is_at(life.record, HOST, HALL, datetime(2024, 6, 12, 15), datetime(2024, 6, 12, 17))


def test_who_promised_plans_to_come(island: Island) -> None:
    for life in island.values():
        going = [name for name in guests(life.record) if promised(life.record, name, DAY)]
        assert going
        assert all(planned(life.record, name) for name in going)


def test_most_who_promised_come_at_its_hours(island: Island) -> None:
    kept = [
        came(life.record, name)
        for life in island.values()
        for name in guests(life.record)
        if promised(life.record, name, DAY)
    ]
    assert sum(kept) >= 0.7 * len(kept)


def test_nobody_comes_who_never_heard_of_it(island: Island) -> None:
    for life in island.values():
        for name in guests(life.record):
            if came(life.record, name):
                assert remembered(life.record, name, "dance")


def test_not_everybody_comes(island: Island) -> None:
    for life in island.values():
        assert not all(came(life.record, name) for name in guests(life.record))


def test_a_guest_who_has_forgotten_does_not_plan_to_come(island: Island, guest: str, forgotten: Life) -> None:
    morning = [memory for memory in remembered(forgotten.record, guest, "plans:") if memory.id.step >= DAY]
    assert planned(island[1].record, guest)
    assert DANCE not in morning[0].text


def test_a_guest_who_has_forgotten_comes_only_if_told_again(guest: str, forgotten: Life) -> None:
    told = [line for line in forgotten.record.lines if guest in (line.to, *line.hearers) and line.step >= EVENING]
    assert came(forgotten.record, guest) <= any("dance" in line.text for line in told)


def test_the_others_still_come(island: Island, guest: str, forgotten: Life) -> None:
    others = [name for name in guests(island[1].record) if name != guest and promised(island[1].record, name, EVENING)]
    assert others
    assert any(came(forgotten.record, name) for name in others)


def test_guests_go_where_and_when_the_host_says(elsewhere: Life) -> None:
    record = elsewhere.record
    going = [name for name in guests(record) if promised(record, name, DAY)]
    assert going
    assert any(came(record, name, "Harbour Green", datetime(2024, 6, 13, 19, 30)) for name in going)
    assert not any(came(record, name) for name in guests(record))


def test_a_guest_invites_a_guest(island: Island) -> None:
    assert any(
        HOST not in memory.text
        for life in island.values()
        for name in guests(life.record)
        for memory in promised(life.record, name)
    )
