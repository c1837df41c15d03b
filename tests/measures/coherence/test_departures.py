from pathlib import Path

import pytest

from measures.made import ADA, BRAM, CLEO, GREEN, HOUR, KITCHEN, SHOP, MadeRun
from measures.reports import figures, rows
from townlet.measures.coherence.behaviour import find_first_departures, measure_departures


def test_people_who_leave_within_five_minutes_of_each_other_leave_together(tmp_path: Path) -> None:
    made = MadeRun()
    made.does(8 * HOUR, ADA, "walking", GREEN)
    made.does(8 * HOUR + 12, BRAM, "walking", GREEN)
    made.does(11 * HOUR, CLEO, "walking", GREEN)
    part = measure_departures(made.record(tmp_path))
    assert figures(part)["leaving_together"] == 2 / 3
    assert figures(part)["leaving_together_people"] == 2
    assert rows(part, "leaving")[0][1] == 3
    assert rows(part, "leaving")[0][3] == f"{ADA}, {BRAM}"


def test_only_the_first_departure_of_a_day_counts(tmp_path: Path) -> None:
    made = MadeRun(ADA)
    made.does(8 * HOUR, ADA, "walking", GREEN)
    made.does(9 * HOUR, ADA, "cooking", KITCHEN)
    made.does(10 * HOUR, ADA, "buying bread", SHOP)
    ((step, person),) = find_first_departures(made.record(tmp_path), 0)
    assert person == ADA
    assert 8 * HOUR <= step < 8 * HOUR + 60


def test_staying_at_home_is_no_departure(tmp_path: Path) -> None:
    made = MadeRun(ADA)
    made.does(8 * HOUR, ADA, "cooking", KITCHEN)
    assert figures(measure_departures(made.record(tmp_path)))["leaving_together_people"] == 0


@pytest.mark.parametrize(("together", "met"), [(2, True), (3, False)])
def test_in_a_town_of_eight_no_more_than_a_quarter_should_leave_together(
    tmp_path: Path, together: int, met: bool
) -> None:
    people = [f"{name} Oake" for name in ("Ann", "Ben", "Cat", "Dan", "Eve", "Fay", "Gus", "Hal")]
    made = MadeRun(*people)
    for place, person in enumerate(people):
        made.does(8 * HOUR + (0 if place < together else place * 60), person, "walking", GREEN)
    share, *_ = measure_departures(made.record(tmp_path)).figures
    assert (share.value, share.met) == (together / 8, met)
