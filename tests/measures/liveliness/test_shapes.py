from pathlib import Path

import pytest

from measures.made import ADA, BRAM, CLEO, DAY, HOUR, MadeRun
from measures.reports import figures, rows
from townlet.measures.liveliness.talks import measure_talk_shapes


def test_a_talk_as_it_should_be(tmp_path: Path) -> None:
    made = MadeRun()
    made.talks(HOUR, "Hello, Bram.", "Hello, Ada. The tide is out.", "Goodbye, Bram.", "Bye, Ada.")
    part = measure_talk_shapes(made.record(tmp_path))
    for key in ("talks_2_to_10", "talks_greeted", "talks_closed", "talks_once_each"):
        assert figures(part)[key] == 1, key
    assert rows(part, "talk_lengths") == ((4, 1),)


def test_a_talk_of_one_line_without_a_farewell_is_seen(tmp_path: Path) -> None:
    made = MadeRun()
    made.talks(HOUR, "The tide is out.")
    part = measure_talk_shapes(made.record(tmp_path))
    for key in ("talks_2_to_10", "talks_greeted", "talks_closed"):
        assert figures(part)[key] == 0, key


def test_a_farewell_in_the_middle_does_not_close_a_talk(tmp_path: Path) -> None:
    made = MadeRun()
    made.talks(HOUR, "Hello, Bram.", "Hello, Ada.", "Goodbye, Bram.", "The tide is out.", "The boats are wet.")
    assert figures(measure_talk_shapes(made.record(tmp_path)))["talks_closed"] == 0


def test_taking_leave_twice_is_named(tmp_path: Path) -> None:
    made = MadeRun()
    made.talks(HOUR, "Hello, Bram.", "Hello, Ada.", "Take care, Bram.", "Bye, Ada.", "Goodbye, Bram.")
    part = measure_talk_shapes(made.record(tmp_path))
    assert figures(part)["talks_once_each"] == 0
    assert rows(part, "greeted_or_left_twice") == ((ADA, "day 1, 1:00", "farewell", 2),)


@pytest.mark.parametrize(("lines", "fits"), [(1, 0), (2, 1), (10, 1), (11, 0)])
def test_a_talk_of_two_to_ten_lines_is_of_a_fitting_length(tmp_path: Path, lines: int, fits: int) -> None:
    made = MadeRun()
    made.talks(HOUR, *(f"Boat {number} is out." for number in range(lines)))
    assert figures(measure_talk_shapes(made.record(tmp_path)))["talks_2_to_10"] == fits


def test_talks_are_counted_for_each_person_and_whole_day(tmp_path: Path) -> None:
    made = MadeRun()
    made.talks(HOUR, "Hello, Bram.", "Hello, Ada.")
    made.talks(2 * HOUR, "Hello, Cleo.", "Hello, Ada.", people=(ADA, CLEO))
    made.talks(DAY + HOUR, "Hello, Bram.", "Hello, Ada.")
    part = measure_talk_shapes(made.record(tmp_path, until=DAY + 2 * HOUR))
    assert figures(part)["talks_a_day"] == 4 / 3, "the second day is not whole"


def test_a_second_talk_of_a_pair_on_a_day_counts_and_should_not_begin_with_a_greeting(tmp_path: Path) -> None:
    made = MadeRun()
    made.talks(HOUR, "Hello, Bram.", "Hello, Ada.")
    made.talks(2 * HOUR, "The tide is out, Bram.", "Ada! It is.", people=(BRAM, ADA))
    made.talks(3 * HOUR, "Good evening, Bram.", "So it is.")
    made.talks(DAY + HOUR, "Hello, Bram.", "Hello, Ada.")
    part = measure_talk_shapes(made.record(tmp_path, until=2 * DAY - 1))
    assert figures(part)["second_talks"] == 2 / 4
    assert figures(part)["second_greetings"] == 1
    assert rows(part, "greetings_again") == ((ADA, BRAM, "day 1, 3:00", "Good evening, Bram."),)
    assert figures(part)["talks_greeted"] == 1, "only the first talks of a day should begin with a greeting"
