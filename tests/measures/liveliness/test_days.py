from pathlib import Path

from measures.made import ADA, BRAM, DAY, HOUR, MadeRun
from measures.reports import figures, rows
from townlet.measures.liveliness.repetition import measure_days


def test_each_day_is_counted_with_the_sentences_of_earlier_days(tmp_path: Path) -> None:
    made = MadeRun()
    made.talks(HOUR, "The tide is out.", "So it is.")
    made.talks(DAY + HOUR, "The tide is out. The pier is new.", "The boats are wet.", "The boats are wet.")
    part = measure_days(made.record(tmp_path, until=2 * DAY - 1))
    assert [(*row[:4], *row[5:]) for row in rows(part, "days")] == [(1, 1, 2, 2, None, None), (2, 1, 3, 4, 0.25, 0.25)]
    assert figures(part)["said_before"] == 0.25


def test_names_and_numbers_do_not_make_a_sentence_new(tmp_path: Path) -> None:
    made = MadeRun()
    made.says(HOUR, ADA, BRAM, "Bram, I counted 12 geese at 5 pm.")
    made.says(DAY + HOUR, BRAM, ADA, "Ada, I counted 40 geese at 11 am.")
    assert figures(measure_days(made.record(tmp_path, until=2 * DAY - 1)))["said_before"] == 1


def test_a_frame_with_another_fact_of_a_file_is_the_same_skeleton(tmp_path: Path) -> None:
    made = MadeRun(seeds=["Ada Finch painted eleven blue herons.", "Ada Finch mends broken fishing nets."])
    made.says(HOUR, ADA, BRAM, "Have you heard that I painted eleven blue herons?")
    made.says(DAY + HOUR, ADA, BRAM, "Have you heard that I mend broken fishing nets?")
    found = figures(measure_days(made.record(tmp_path, until=2 * DAY - 1)))
    assert (found["said_before"], found["skeletons_said_before"]) == (0, 1)


def test_the_third_day_is_compared_also_in_a_longer_run(tmp_path: Path) -> None:
    made = MadeRun()
    for day, text in enumerate(("The tide is out.", "The pier is new.", "The tide is out.", "The boats are wet.")):
        made.says(day * DAY + HOUR, ADA, BRAM, text)
    part = measure_days(made.record(tmp_path, until=4 * DAY - 1))
    assert figures(part)["said_before"] == 1
    assert [row[5] for row in rows(part, "days")] == [None, 0, 1, 0]


def test_a_single_day_is_not_compared(tmp_path: Path) -> None:
    made = MadeRun()
    made.talks(HOUR, "The tide is out.")
    assert figures(measure_days(made.record(tmp_path)))["said_before"] is None
