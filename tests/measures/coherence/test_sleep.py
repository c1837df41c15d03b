from pathlib import Path

import pytest

from measures.made import ADA, BED, DAY, GREEN, HOUR, KITCHEN, MadeRun
from measures.reports import figures, rows
from townlet.measures.coherence.behaviour import measure_sleep


def test_a_night_in_ones_own_bed_is_all_one_wants(tmp_path: Path) -> None:
    made = MadeRun(ADA)
    made.does(0, ADA, "sleeping", BED, asleep=True)
    made.does(6 * HOUR, ADA, "getting up", KITCHEN)
    made.does(22 * HOUR, ADA, "sleeping", BED, asleep=True)
    made.does(DAY + 6 * HOUR, ADA, "getting up", KITCHEN)
    part = measure_sleep(made.record(tmp_path, until=DAY + 8 * HOUR))
    assert figures(part)["own_bed"] == 1
    assert figures(part)["sleep_hours"] == pytest.approx(8, abs=0.05)
    assert figures(part)["asleep_at_night"] == pytest.approx(1, abs=0.01)


def test_a_night_on_the_green_is_not_in_ones_own_bed(tmp_path: Path) -> None:
    made = MadeRun(ADA)
    made.does(0, ADA, "sleeping", BED, asleep=True)
    made.does(3 * HOUR, ADA, "sleeping rough", GREEN, asleep=True)
    made.does(6 * HOUR, ADA, "getting up", KITCHEN)
    part = measure_sleep(made.record(tmp_path))
    own = figures(part)["own_bed"]
    assert own is not None
    assert 0.45 < own < 0.55
    assert rows(part, "slept_elsewhere") == ((ADA, "day 1, 3:00", str(GREEN)),)


def test_a_night_spent_awake_is_missed(tmp_path: Path) -> None:
    made = MadeRun(ADA)
    made.does(0, ADA, "pacing", KITCHEN)
    part = measure_sleep(made.record(tmp_path))
    assert figures(part)["asleep_at_night"] == 0
    assert figures(part)["own_bed"] is None


@pytest.mark.parametrize(("begun", "until", "counted"), [(6, DAY - 1, 0), (7, DAY - 1, 1), (7, 6 * HOUR - 1, 0)])
def test_a_sleep_that_the_run_holds_only_a_part_of_has_no_length(
    tmp_path: Path, begun: int, until: int, counted: int
) -> None:
    made = MadeRun(ADA)
    made.does(0, ADA, "pacing")
    made.does(begun, ADA, "sleeping", BED, asleep=True)
    made.does(6 * HOUR, ADA, "getting up", KITCHEN)
    hours = figures(measure_sleep(made.record(tmp_path, until)))["sleep_hours"]
    assert (hours is not None) == counted
