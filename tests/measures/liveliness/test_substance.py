from pathlib import Path

from measures.made import ADA, BRAM, HOUR, MadeRun
from measures.reports import figures, rows
from townlet.measures.liveliness.content import measure_substance


def _said(tmp_path: Path, text: str, *memories: str) -> MadeRun:
    made = MadeRun()
    shown = [made.remembers(HOUR, ADA, memory) for memory in memories]
    talk = made.says(2 * HOUR, ADA, BRAM, "Hello, Bram.").partition("#")[0]
    made.says(2 * HOUR + 2, ADA, BRAM, text, talk, shown)
    return made


def test_a_line_carries_a_detail_that_was_shown(tmp_path: Path) -> None:
    made = _said(tmp_path, "I am varnishing the old rudder.", "Ada Finch is varnishing a rudder.")
    assert figures(measure_substance(made.record(tmp_path)))["substance"] == 1


def test_two_memories_with_a_word_each_are_no_detail_of_either(tmp_path: Path) -> None:
    made = _said(tmp_path, "I am varnishing the old rudder.", "Ada Finch likes varnish.", "The rudder broke.")
    part = measure_substance(made.record(tmp_path))
    assert figures(part)["substance"] == 0
    assert rows(part, "without_detail") == ((ADA, "day 1, 2:00", "I am varnishing the old rudder."),)


def test_names_are_no_detail(tmp_path: Path) -> None:
    made = _said(tmp_path, "Ada Finch and Bram Oake, they say.", "Ada Finch met Bram Oake.")
    assert figures(measure_substance(made.record(tmp_path)))["substance"] == 0


def test_what_was_not_shown_does_not_count(tmp_path: Path) -> None:
    made = _said(tmp_path, "I am varnishing the old rudder.")
    made.remembers(HOUR, ADA, "Ada Finch is varnishing a rudder.")
    assert figures(measure_substance(made.record(tmp_path)))["substance"] == 0


def test_greetings_and_farewells_are_not_asked_for_any(tmp_path: Path) -> None:
    made = _said(tmp_path, "Goodbye, Bram.")
    assert figures(measure_substance(made.record(tmp_path)))["lines_beyond_courtesy"] == 0
