from pathlib import Path

from measures.made import ADA, BRAM, HOUR, MadeRun
from measures.reports import figures, rows
from townlet.measures.coherence.plans import measure_plans
from townlet.memory.record import Source


def test_kept_and_changed_days_are_told_apart_with_the_reasons(tmp_path: Path) -> None:
    made = MadeRun(ADA, BRAM)
    made.plans(6 * HOUR, ADA)
    made.plans(6 * HOUR, BRAM)
    made.plans(9 * HOUR, BRAM, 1, f"{ADA} needs help")
    made.plans(10 * HOUR, BRAM, 2, f"{BRAM} needs help")
    made.plans(11 * HOUR, BRAM, 3, "the stove burns")
    part = measure_plans(made.record(tmp_path))
    assert figures(part)["planned_days"] == 1
    assert figures(part)["plans_kept"] == 0.5
    assert figures(part)["plan_changes_a_day"] == 1.5
    assert rows(part, "plan_reasons") == (("<name> needs help", 2), ("the stove burns", 1))
    assert rows(part, "plans_most_changed") == ((BRAM, 1, 3),)


def test_the_days_with_most_changes_come_first(tmp_path: Path) -> None:
    made = MadeRun(ADA, BRAM)
    made.plans(9 * HOUR, ADA, 1, "the stove burns")
    made.plans(9 * HOUR, BRAM, 1, "the tub leaks")
    made.plans(10 * HOUR, BRAM, 2, "the tub leaks again")
    assert rows(measure_plans(made.record(tmp_path)), "plans_most_changed") == ((BRAM, 1, 2), (ADA, 1, 1))


def test_a_change_without_a_reason_is_counted_as_such(tmp_path: Path) -> None:
    made = MadeRun(ADA)
    made.plans(6 * HOUR, ADA)
    made.plans(9 * HOUR, ADA, 1)
    assert figures(measure_plans(made.record(tmp_path)))["plan_changes_without_reason"] == 1


def test_a_day_without_a_plan_is_not_kept(tmp_path: Path) -> None:
    part = measure_plans(MadeRun(ADA).record(tmp_path))
    assert figures(part)["planned_days"] == 0
    assert figures(part)["plans_kept"] is None


def test_a_change_is_counted_by_what_caused_it(tmp_path: Path) -> None:
    made = MadeRun(ADA)
    causes: list[tuple[Source, str, str]] = [
        ("seen", "The stove in the kitchen is burning.", "the stove is burning"),
        ("heard", "Bram Oake said to me: 'The bridge has collapsed.'", "the bridge has collapsed"),
        ("inner voice", "Ada Finch heard an inner voice: 'Repaint the fence.'", "the fence has to be repainted"),
        ("thought", "I have come to think that Bram misses his sister.", "Bram misses his sister"),
        ("done", "Ada Finch is knitting.", "Ada feels restless"),
        ("heard", "Bram Oake said to me: 'Carry the crates.'", "I promised Bram Oake to carry the crates"),
        ("seen", "The Plum Bakery closes in 10 minutes.", "The Plum Bakery closes in 10 minutes"),
        ("done", "Ada Finch is knitting.", "it is what it is"),
        ("done", "Ada Finch is knitting.", ""),
    ]
    made.plans(6 * HOUR, ADA)
    for number, (source, memory, reason) in enumerate(causes, start=1):
        made.remembers(7 * HOUR + 100 * number, ADA, memory, source)
        made.plans(7 * HOUR + 100 * number + 1, ADA, number, reason)
    part = measure_plans(made.record(tmp_path))
    assert dict(rows(part, "plan_causes")) == {
        "heard": 2, "felt": 2, "seen": 1, "promised": 1, "closed": 1, "other": 1, "none given": 1
    }  # fmt: skip
    assert figures(part)["plan_changes_perceived"] == 5 / 9


def test_what_was_perceived_long_before_is_no_cause(tmp_path: Path) -> None:
    made = MadeRun(ADA)
    made.remembers(6 * HOUR, ADA, "The stove in the kitchen is burning.", "seen")
    made.plans(9 * HOUR, ADA, 1, "the stove is burning")
    assert rows(measure_plans(made.record(tmp_path)), "plan_causes") == (("other", 1),)
