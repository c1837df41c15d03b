from pathlib import Path

from measures.made import ADA, DAY, GREEN, HOUR, KITCHEN, MadeRun
from measures.reports import figures
from townlet.measures.emergence.boundaries import measure_boundaries


def test_time_in_untypical_places_is_measured_on_the_first_and_on_the_last_day(tmp_path: Path) -> None:
    made = MadeRun(ADA)
    made.does(9 * HOUR, ADA, "cooking", KITCHEN)
    made.does(DAY + 9 * HOUR, ADA, "resting", KITCHEN)
    made.does(2 * DAY + 9 * HOUR, ADA, "feeding ducks", GREEN)
    part = measure_boundaries(made.record(tmp_path, 3 * DAY - 1), None)
    assert figures(part)["untypical_first"] == 0
    assert figures(part)["untypical_last"] == 1


def test_a_run_of_one_day_has_no_last_day_to_compare_with(tmp_path: Path) -> None:
    part = measure_boundaries(MadeRun(ADA).record(tmp_path), None)
    assert "untypical_last" not in figures(part)
