from pathlib import Path

from measures.made import ADA, BRAM, HOUR, MadeRun
from measures.reports import figures, rows
from townlet.measures.coherence.reflections import measure_reflections


def _reflecting() -> MadeRun:
    """Ada reflects on two sights, and later on that reflection."""
    made = MadeRun(ADA)
    sights = [made.remembers(HOUR, ADA, "The tide is out."), made.remembers(2 * HOUR, ADA, "The tide is in.")]
    first = made.remembers(3 * HOUR, ADA, "The tide turns.", "thought", "reflection", sights)
    made.recalls(3 * HOUR, ADA, *sights)
    made.remembers(5 * HOUR, ADA, "All things turn.", "thought", "reflection", [first])
    made.recalls(5 * HOUR, ADA, first)
    return made


def test_occasions_and_depth_are_counted(tmp_path: Path) -> None:
    part = measure_reflections(_reflecting().record(tmp_path))
    assert figures(part)["reflections_a_day"] == 2
    assert figures(part)["reflection_depth"] == 2
    assert figures(part)["people_with_deep_trees"] == 1
    assert figures(part)["citations_not_shown"] == 0
    assert rows(part, "reflection_depths") == ((ADA, 2, 2),)


def test_a_citation_that_was_not_shown_is_found(tmp_path: Path) -> None:
    made = _reflecting()
    made.log(5 * HOUR).recalls.clear()
    assert figures(measure_reflections(made.record(tmp_path)))["citations_not_shown"] == 1


def test_what_one_takes_away_from_a_talk_is_no_reflection(tmp_path: Path) -> None:
    made = MadeRun(ADA)
    heard = made.remembers(HOUR, ADA, "Bram said to me: 'Hello.'", "heard")
    made.remembers(HOUR, ADA, "Bram greeted Ada.", "thought", "observation", [heard])
    part = measure_reflections(made.record(tmp_path))
    assert figures(part)["reflections_a_day"] == 0
    assert figures(part)["reflection_depth"] == 0


def test_lines_and_plans_that_rest_on_a_reflection_are_counted(tmp_path: Path) -> None:
    made = _reflecting()
    thought = made.logs[3 * HOUR].memories[0].id
    made.says(6 * HOUR, ADA, BRAM, "The tide turns.", shown=[thought])
    made.says(7 * HOUR, ADA, BRAM, "Bye.")
    made.remembers(8 * HOUR, ADA, "Ada plans: sailing.", "planned", "plan", [thought])
    part = measure_reflections(made.record(tmp_path))
    assert figures(part)["lines_shown_reflections"] == 0.5
    assert figures(part)["plans_shown_reflections"] == 1
