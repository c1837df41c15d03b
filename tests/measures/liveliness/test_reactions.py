from pathlib import Path

from measures.made import ADA, BRAM, HOUR, STOVE, MadeRun
from measures.reports import figures, rows
from townlet.measures.liveliness.reactions import measure_reactions

SEEN = "The stove in the kitchen of Hart cottage is burning."


def _burning() -> MadeRun:
    made = MadeRun()
    made.sets(HOUR, STOVE, "burning")
    return made


def test_who_noticed_when_and_what_came_of_it_is_told(tmp_path: Path) -> None:
    made = _burning()
    made.remembers(HOUR + 6, BRAM, SEEN)
    made.remembers(HOUR + 3, ADA, SEEN)
    made.plans(HOUR + 3, ADA, 1, "the stove in the kitchen of Hart cottage is burning")
    part = measure_reactions(made.record(tmp_path))
    assert figures(part)["slowest_notice"] == 0.5
    assert figures(part)["objects_unnoticed"] == 0
    assert [(row[3], row[4], bool(row[5])) for row in rows(part, "noticed")] == [(ADA, 0.5, True), (BRAM, 1.0, False)]


def test_what_nobody_noticed_is_counted(tmp_path: Path) -> None:
    made = _burning()
    made.remembers(HOUR - 1, ADA, SEEN)
    part = measure_reactions(made.record(tmp_path))
    assert figures(part)["objects_unnoticed"] == 1, "a sight from before the change is not of it"
    assert figures(part)["slowest_notice"] is None


def test_what_residents_do_to_objects_is_no_test_of_their_attention(tmp_path: Path) -> None:
    made = MadeRun()
    made.sets(HOUR, STOVE, "put out", by=ADA)
    assert figures(measure_reactions(made.record(tmp_path)))["objects_changed"] == 0


def test_choices_are_counted_by_kind(tmp_path: Path) -> None:
    made = MadeRun()
    for step, choice in enumerate(("go on", "talk", "talk")):
        made.considers(step, ADA, f'{{"choice":"{choice}"}}')
    part = measure_reactions(made.record(tmp_path))
    assert rows(part, "reaction_choices") == (("go on", 1), ("talk", 2))
    assert figures(part)["reactions"] == 2
