from pathlib import Path

from measures.made import ADA, BRAM, CLEO, DAY, HOUR, MadeRun
from measures.reports import figures, rows
from townlet.measures.liveliness.repetition import measure_retelling

STORY = "I caught a grey lobster near the broken pier."
AGAIN = "Near the broken pier I caught one grey lobster!"


def test_the_same_told_again_in_other_order_is_found(tmp_path: Path) -> None:
    made = MadeRun()
    made.says(HOUR, ADA, BRAM, STORY)
    made.says(5 * HOUR, ADA, BRAM, f"Bram! {AGAIN}")
    part = measure_retelling(made.record(tmp_path))
    assert rows(part, "retellings") == ((ADA, BRAM, "day 1, 5:00", AGAIN),)
    assert figures(part)["retold_share"] == 0.5


def test_telling_somebody_else_is_no_retelling(tmp_path: Path) -> None:
    made = MadeRun()
    made.says(HOUR, ADA, BRAM, STORY)
    made.says(2 * HOUR, ADA, CLEO, STORY)
    made.says(3 * HOUR, BRAM, ADA, STORY)
    assert figures(measure_retelling(made.record(tmp_path)))["retold"] == 0


def test_coming_back_to_the_subject_is_no_retelling(tmp_path: Path) -> None:
    made = MadeRun()
    made.says(HOUR, ADA, BRAM, STORY)
    made.says(2 * HOUR, ADA, BRAM, "Oh no, that grey lobster caught near the broken pier!")
    assert figures(measure_retelling(made.record(tmp_path)))["retold"] == 0


def test_small_talk_and_questions_tell_nothing(tmp_path: Path) -> None:
    made = MadeRun()
    for hour in (1, 2):
        made.says(hour * HOUR, ADA, BRAM, "It is late. Did you catch a grey lobster near the broken pier?")
    assert figures(measure_retelling(made.record(tmp_path)))["retold"] == 0


FILE = "Ada Finch painted eleven blue herons on the old barn door."
HERONS = "I painted eleven blue herons on the old barn door."


def test_a_fact_of_a_file_told_to_somebody_else_on_a_later_day_is_found(tmp_path: Path) -> None:
    made = MadeRun(seeds=[FILE])
    made.says(HOUR, ADA, BRAM, HERONS)
    made.says(DAY + HOUR, ADA, CLEO, HERONS)
    part = measure_retelling(made.record(tmp_path, until=2 * DAY - 1))
    assert (figures(part)["facts_told_again"], figures(part)["facts_reworded"]) == (1, 1)
    assert rows(part, "facts_again") == ((ADA, CLEO, "day 2, 1:00", HERONS),)


def test_a_fact_in_new_words_is_told_again_in_any_words_alone(tmp_path: Path) -> None:
    made = MadeRun(seeds=[FILE])
    made.says(HOUR, ADA, BRAM, HERONS)
    made.says(DAY + HOUR, ADA, CLEO, "Those eleven blue herons on that old barn door, I painted them.")
    part = measure_retelling(made.record(tmp_path, until=2 * DAY - 1))
    assert (figures(part)["facts_told_again"], figures(part)["facts_reworded"]) == (0, 1)


def test_what_somebody_else_told_or_the_same_day_or_no_file_holds_is_no_fact_told_again(tmp_path: Path) -> None:
    made = MadeRun(seeds=[FILE])
    lobsters = "We caught seven grey lobsters near the broken pier."
    made.says(HOUR, ADA, BRAM, lobsters)
    made.says(DAY + HOUR, BRAM, ADA, HERONS)
    made.says(DAY + 2 * HOUR, ADA, BRAM, HERONS)
    made.says(DAY + 3 * HOUR, ADA, CLEO, HERONS)
    made.says(DAY + 4 * HOUR, ADA, CLEO, lobsters)
    part = measure_retelling(made.record(tmp_path, until=2 * DAY - 1))
    assert (figures(part)["facts_told_again"], figures(part)["facts_reworded"]) == (0, 0)
