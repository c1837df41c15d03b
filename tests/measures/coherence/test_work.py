from copy import copy
from dataclasses import replace
from pathlib import Path

import pytest

from measures.made import ADA, BAKERY, BRAM, GREEN, HOUR, KITCHEN, SHOP, MadeRun
from measures.reports import figures, rows
from townlet.measures.coherence.behaviour import OFFICE_HOURS, find_opening_hours, measure_work
from townlet.measures.record import RunRecord


def test_hours_are_those_of_the_house_around_or_office_hours(tmp_path: Path) -> None:
    record = MadeRun(ADA).record(tmp_path)
    assert find_opening_hours(record, SHOP) == record.town.setting.places[BAKERY].norms.hours
    assert find_opening_hours(record, GREEN) == OFFICE_HOURS


def test_presence_is_the_share_of_the_hours_spent_in_the_house(tmp_path: Path) -> None:
    made = MadeRun(ADA, workplace=SHOP)
    made.does(6 * HOUR, ADA, "selling bread", SHOP)
    made.does(9 * HOUR, ADA, "taking a walk", GREEN)
    part = measure_work(made.record(tmp_path))
    assert figures(part)["at_work"] == pytest.approx(2 / 8, abs=0.01)
    assert rows(part, "away_from_work")[0][:2] == (ADA, 1)


def test_a_full_day_at_work_is_nothing_to_report(tmp_path: Path) -> None:
    made = MadeRun(ADA, workplace=SHOP)
    made.does(6 * HOUR, ADA, "selling bread", SHOP)
    part = measure_work(made.record(tmp_path))
    assert figures(part)["at_work"] == 1
    assert not rows(part, "away_from_work")


def test_nobody_is_missed_before_the_run_begins(tmp_path: Path) -> None:
    made = MadeRun(ADA, workplace=SHOP)
    made.does(0, ADA, "selling bread", SHOP)
    record = beginning(11, made.record(tmp_path, until=10 * HOUR))
    assert figures(measure_work(record))["at_work"] == pytest.approx(1, abs=0.05)
    assert not rows(measure_work(beginning(13, record)), "away_from_work")
    assert list(beginning(11, record).person_days()) == [(record.people[0], 0)]
    assert list(beginning(13, record).person_days()) == []


def beginning(hour: int, record: RunRecord) -> RunRecord:
    """The same as if the run had begun at another hour of its day."""
    header = replace(record.header, start=record.header.start.replace(hour=hour))
    view = copy(record.view)
    view.header = header
    return replace(record, view=view)


def test_any_room_of_the_house_counts_unless_one_lives_in_it(tmp_path: Path) -> None:
    baker = MadeRun(ADA, workplace=SHOP)
    baker.does(6 * HOUR, ADA, "baking", BAKERY / "bakehouse")
    assert figures(measure_work(baker.record(tmp_path)))["at_work"] == 1
    tutor = MadeRun(BRAM, workplace=KITCHEN)
    (tmp_path / "tutor").mkdir()
    assert figures(measure_work(tutor.record(tmp_path / "tutor")))["at_work"] == 0


def test_who_has_no_workplace_is_not_asked(tmp_path: Path) -> None:
    assert figures(measure_work(MadeRun(ADA).record(tmp_path)))["at_work"] is None
