from pathlib import Path

from analysis.made import ADA, BRAM, CLEO, HOUR, MadeRun
from analysis.reports import figures, rows
from townlet.analysis.liveliness.content import measure_retelling

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
