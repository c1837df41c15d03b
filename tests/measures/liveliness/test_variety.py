from pathlib import Path

from measures.made import ADA, BRAM, CLEO, DAY, HOUR, KITCHEN, MadeRun
from measures.reports import figures, rows
from townlet.measures.liveliness.repetition import measure_variety


def test_sentences_that_differ_in_names_alone_are_counted_as_one(tmp_path: Path) -> None:
    made = MadeRun()
    made.says(HOUR, ADA, BRAM, "Bye, Bram! The tide is out.")
    made.says(2 * HOUR, BRAM, CLEO, "Bye, Cleo! The boats are wet.")
    part = measure_variety(made.record(tmp_path))
    assert figures(part)["sentences"] == 4
    assert figures(part)["commonest_sentence"] == 2 / 4
    assert figures(part)["distinct_sentences"] == 3 / 4
    assert rows(part, "commonest_sentences")[0] == ("bye, <name>!", 2)


def test_a_line_that_a_speaker_repeats_on_a_day_is_found(tmp_path: Path) -> None:
    made = MadeRun()
    made.says(HOUR, ADA, BRAM, "Bye, Bram!")
    made.says(2 * HOUR, ADA, CLEO, "Bye, Cleo!")
    assert rows(measure_variety(made.record(tmp_path)), "repeated_lines") == ((ADA, "day 1, 2:00", "Bye, Cleo!"),)


def test_the_same_line_on_another_day_or_by_another_is_no_repeat(tmp_path: Path) -> None:
    made = MadeRun()
    made.says(HOUR, ADA, BRAM, "Bye, Bram!")
    made.says(2 * HOUR, CLEO, BRAM, "Bye, Bram!")
    made.says(DAY + HOUR, ADA, BRAM, "Bye, Bram!")
    assert figures(measure_variety(made.record(tmp_path, until=2 * DAY)))["repeats_in_a_day"] == 0


def test_actions_are_counted_but_for_sleep(tmp_path: Path) -> None:
    made = MadeRun(ADA)
    for hour, doing in ((1, "cooking"), (2, "cooking"), (3, "reading"), (4, "knitting")):
        made.does(hour * HOUR, ADA, doing, KITCHEN)
    made.does(5 * HOUR, ADA, "sleeping", KITCHEN, asleep=True)
    part = measure_variety(made.record(tmp_path))
    assert figures(part)["commonest_action"] == 0.5
    assert figures(part)["distinct_actions"] == 3
