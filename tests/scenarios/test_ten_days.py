"""A small town after days that are much alike: people still come to think something new."""

from __future__ import annotations

from pathlib import Path

import pytest

from townlet.measures.coherence.reflections import collect_reflections
from townlet.measures.record import RunRecord

from .lives import DAY, lived

pytestmark = [pytest.mark.slow, pytest.mark.xdist_group("ten days")]

DAYS = 10


@pytest.fixture(scope="module")
def record(runs: Path) -> RunRecord:
    return lived("applegarth", runs / "ten-days.townlet", DAYS).record


@pytest.mark.parametrize("days", [range(5), range(5, DAYS)], ids=["first half", "second half"])
def test_people_come_to_one_thought_a_day_and_more_to_the_end(record: RunRecord, days: range) -> None:
    made = [memory.id for memory in collect_reflections(record).values() if memory.id.step // DAY in days]
    occasions = {(each.agent, each.step) for each in made}
    person_days = len(record.people) * len(days)
    assert person_days <= len(made)
    assert len(occasions) <= 3 * person_days
