from pathlib import Path

from analysis.made import ADA, BRAM, HOUR, MadeRun
from analysis.reports import figures, rows
from townlet.analysis.liveliness.talks import measure_silence


def test_the_longest_gap_of_the_waking_day_is_found(tmp_path: Path) -> None:
    made = MadeRun()
    for quarter in range(7 * 4, 22 * 4):
        if not 40 <= quarter < 44:
            made.says(quarter * HOUR // 4, ADA, BRAM, "Hm.")
    part = measure_silence(made.record(tmp_path))
    assert figures(part)["longest_silence"] == 75
    assert rows(part, "silences") == (("day 1, 9:45", 75.0),)


def test_silence_counts_from_seven_and_until_ten_at_night(tmp_path: Path) -> None:
    made = MadeRun()
    for hour in (8, 20):
        made.says(hour * HOUR, ADA, BRAM, "Hm.")
    made.says(23 * HOUR, ADA, BRAM, "Good night.")
    part = measure_silence(made.record(tmp_path))
    assert rows(part, "silences") == (("day 1, 8:00", 720.0), ("day 1, 20:00", 120.0), ("day 1, 7:00", 60.0))


def test_nights_may_be_silent(tmp_path: Path) -> None:
    made = MadeRun()
    for quarter in range(7 * 4, 22 * 4):
        made.says(quarter * HOUR // 4, ADA, BRAM, "Hm.")
    part = measure_silence(made.record(tmp_path))
    assert figures(part)["longest_silence"] == 15
    assert figures(part)["long_silences"] == 0


def test_a_run_that_ends_before_seven_has_no_waking_day(tmp_path: Path) -> None:
    assert figures(measure_silence(MadeRun().record(tmp_path, until=6 * HOUR)))["longest_silence"] is None
