"""What a person at the keyboard types is not held against the town."""

from pathlib import Path

from measures.made import ADA, BRAM, HOUR, MadeRun
from measures.reports import figures, rows
from townlet.measures.liveliness.content import measure_embarrassments, measure_substance
from townlet.measures.liveliness.repetition import measure_variety
from townlet.measures.liveliness.speech_acts import classify_talks, measure_speech_acts
from townlet.state.events import Embodied

ODD = "None of {it}: the old rudder, the old rudder."


def test_typed_lines_belong_to_their_talk_and_count_in_no_figure_on_words(tmp_path: Path) -> None:
    made = MadeRun()
    made.log(HOUR).commands.append(Embodied(ADA, True))
    made.talks(HOUR, ODD, "Oh.", ODD)
    made.log(2 * HOUR).commands.append(Embodied(ADA, False))
    made.says(3 * HOUR, ADA, BRAM, ODD)
    record = made.record(tmp_path)
    assert [[line.line.typed for line in talk.speeches] for talk in classify_talks(record)] == [
        [True, False, True],
        [False],
    ]
    assert rows(measure_substance(record), "without_detail") == (
        (BRAM, "day 1, 1:00", "Oh."),
        (ADA, "day 1, 3:00", ODD),
    )
    assert (figures(measure_variety(record))["lines"], figures(measure_variety(record))["repeats_in_a_day"]) == (2, 0)
    assert {row[2] for row in rows(measure_embarrassments(record), "embarrassing_lines")} == {"day 1, 3:00"}
    assert sum(row[1] for row in rows(measure_speech_acts(record), "acts")) == 2  # type: ignore[misc]
