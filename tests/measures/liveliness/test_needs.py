from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from measures.made import ADA, BRAM, CLEO, DAY, GREEN, HOUR, KITCHEN, MadeRun
from measures.reports import figures, rows
from townlet.measures.liveliness.needs import find_need, follow_needs, measure_needs
from townlet.measures.record import RunRecord

ADAS = f"{ADA} needs eight paper lanterns for the Tapping."
TAPPING = f"{ADA} is holding the Tapping on the Village Green on Tuesday May 6 from 4 pm to 6 pm."
BRAMS = f"{BRAM} keeps a dozen old lanterns in the loft."


def written(made: MadeRun, tmp_path: Path, until: int = 2 * DAY - 1, *more: str) -> RunRecord:
    """The run, in which each person's file holds the sentences about them."""
    record = made.record(tmp_path, until)
    seeds = {ADA: (ADAS, *more, TAPPING), BRAM: (BRAMS,), CLEO: (f"{CLEO} bakes bread.",)}
    return replace(record, people=tuple(replace(person, seeds=seeds[person.name]) for person in record.people))


@pytest.mark.parametrize(
    ("sentence", "thing"),
    [
        ("Þóra needs twelve bronze nails for a small boat.", "twelve bronze nails for a small boat"),
        ("Þóra is looking for shopkeepers who will talk.", "shopkeepers who will talk"),
        ("Þóra is still short of chairs.", "chairs"),
        ("Þóra has run out of honey.", "honey"),
        ("Þóra would like somebody to read to her.", "somebody to read to her"),
        ("Þóra could use a ladder.", "a ladder"),
        ("Þóra wants to learn to sail.", None),
        ("Xi needs Þóra.", None),
        ("Þóra knows that Xi needs nails.", None),
    ],
)
def test_a_need_is_read_in_several_wordings(sentence: str, thing: str | None) -> None:
    assert find_need(sentence, "Þóra") == thing


def test_a_need_nobody_hears_of_lapses_with_its_event(tmp_path: Path) -> None:
    part = measure_needs(written(MadeRun(), tmp_path))
    assert figures(part)["needs"] == 1
    assert figures(part)["needs_asked_of_able"] == 0
    assert figures(part)["needs_lapsed"] == 1
    [row] = rows(part, "need_lives")
    assert row[:6] == (ADA, "eight paper lanterns for the Tapping", "lapsed", [], [BRAM], [])


def test_whom_a_need_was_asked_of_and_who_promised_is_kept(tmp_path: Path) -> None:
    made = MadeRun()
    made.says(8 * HOUR, ADA, CLEO, "I need eight paper lanterns. Do you know anybody?")
    made.says(9 * HOUR, ADA, BRAM, "Could you spare your lanterns for the paper ones?")
    made.says(10 * HOUR, ADA, BRAM, "What a fine lantern of paper that is.")
    made.remembers(9 * HOUR + 5, BRAM, f"I promised {ADA} to bring paper lanterns.", "planned", "plan")
    made.remembers(9 * HOUR + 5, ADA, f"{BRAM} promised me to bring paper lanterns.", "planned", "plan")
    [need] = follow_needs(written(made, tmp_path, DAY))
    assert need.asked == {CLEO: 8 * HOUR, BRAM: 9 * HOUR}
    assert need.promised == {BRAM: 9 * HOUR + 5}
    assert need.met is None
    assert need.asked_of_able()


def test_a_promise_to_come_to_the_event_is_none_to_help_with_what_it_needs(tmp_path: Path) -> None:
    made = MadeRun()
    made.remembers(9 * HOUR, BRAM, f"I promised {ADA} to come to the Tapping on the Village Green.", "planned", "plan")
    needs = follow_needs(written(made, tmp_path, DAY, f"{ADA} needs somebody to play the horn at the Tapping."))
    assert [need.promised for need in needs] == [{}, {}]


def test_a_need_is_met_where_the_helper_does_it_beside_the_person(tmp_path: Path) -> None:
    for place, met in ((GREEN, True), (KITCHEN, False)):
        made = MadeRun()
        made.remembers(9 * HOUR, BRAM, f"I promised {ADA} to help with paper lanterns.", "planned", "plan")
        made.does(10 * HOUR, ADA, "hanging up paper", GREEN)
        made.does(11 * HOUR, BRAM, "bringing the paper lanterns", place)
        folder = tmp_path / place.name
        folder.mkdir()
        [need] = follow_needs(written(made, folder, DAY))
        assert (need.met is not None) is met


def test_a_need_is_met_once_somebody_remembers_what_came_of_it(tmp_path: Path) -> None:
    made = MadeRun()
    made.remembers(9 * HOUR, ADA, f"{BRAM} will lend {ADA} the paper lanterns.", "thought")
    made.remembers(11 * HOUR, BRAM, f"{BRAM} helped {ADA} with looking over the paper lanterns.", "thought")
    made.says(12 * HOUR, ADA, CLEO, "I still need paper lanterns.")
    part = measure_needs(written(made, tmp_path, DAY))
    assert rows(part, "need_lives")[0][-1] == "day 1, 11:00"
    assert rows(part, "late_needs") == ((ADA, "day 1, 12:00", "I still need paper lanterns."),)


def test_a_need_spoken_of_after_its_day_is_counted(tmp_path: Path) -> None:
    made = MadeRun()
    made.says(DAY + 17 * HOUR, ADA, BRAM, "I need eight paper lanterns for the Tapping.")
    made.says(DAY + 19 * HOUR, ADA, BRAM, "I need eight paper lanterns for the Tapping.")
    part = measure_needs(written(made, tmp_path))
    assert figures(part)["needs_spoken_of_late"] == 1
    assert rows(part, "late_needs")[0][1] == "day 2, 19:00"


def test_a_run_without_needs_has_no_shares(tmp_path: Path) -> None:
    part = measure_needs(MadeRun().record(tmp_path))
    assert (figures(part)["needs"], figures(part)["needs_met"]) == (0, None)
