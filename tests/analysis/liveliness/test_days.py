from pathlib import Path

from analysis.made import DAY, HOUR, MadeRun
from analysis.reports import figures, rows
from townlet.analysis.liveliness.talks import measure_days


def test_each_day_is_counted_and_what_is_new_in_it(tmp_path: Path) -> None:
    made = MadeRun()
    made.talks(HOUR, "The tide is out.", "So it is.")
    made.talks(DAY + HOUR, "The tide is out.", "The pier is new.", "The tide is out.", "The tide is out.")
    part = measure_days(made.record(tmp_path, until=2 * DAY - 1))
    assert [row[:5] for row in rows(part, "days")] == [(1, 1, 2, 2.0, 1.0), (2, 1, 4, 4.0, 0.25)]
    assert figures(part)["novelty_change"] == -0.75


def test_a_single_day_is_not_compared(tmp_path: Path) -> None:
    made = MadeRun()
    made.talks(HOUR, "The tide is out.")
    assert figures(measure_days(made.record(tmp_path)))["novelty_change"] is None
