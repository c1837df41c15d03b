from pathlib import Path

from measures.made import ADA, BATHROOM, BRAM, HOUR, KITCHEN, SHOP, MadeRun
from measures.reports import figures, rows
from townlet.measures.coherence.behaviour import measure_norms


def test_a_guest_after_closing_time_is_named_with_the_time(tmp_path: Path) -> None:
    made = MadeRun(ADA)
    made.does(14 * HOUR, ADA, "drinking tea", SHOP)
    made.does(15 * HOUR + 60, ADA, "going home", KITCHEN)
    part = measure_norms(made.record(tmp_path))
    person, place, when, minutes = rows(part, "closed")[0]
    assert (person, place, when) == (ADA, "Applegarth:Plum Bakery", "day 1, 15:00")
    assert isinstance(minutes, float)
    assert 10 <= minutes < 12
    assert figures(part)["in_closed_places"] == 1


def test_a_guest_during_opening_hours_breaks_nothing(tmp_path: Path) -> None:
    made = MadeRun(ADA)
    made.does(8 * HOUR, ADA, "drinking tea", SHOP)
    made.does(9 * HOUR, ADA, "going home", KITCHEN)
    assert figures(measure_norms(made.record(tmp_path)))["in_closed_places"] == 0


def test_a_keeper_may_stay_after_hours(tmp_path: Path) -> None:
    keeper = "Nell Hart"  # whom the starter town's rules name as keeper
    made = MadeRun(keeper)
    made.does(14 * HOUR, keeper, "counting the till", SHOP)
    assert figures(measure_norms(made.record(tmp_path)))["in_closed_places"] == 0


def test_two_people_in_a_room_for_one_are_found_at_the_step_it_happens(tmp_path: Path) -> None:
    made = MadeRun(ADA, BRAM)
    made.does(7 * HOUR, ADA, "washing", BATHROOM)
    made.does(7 * HOUR + 60, BRAM, "washing", BATHROOM)
    part = measure_norms(made.record(tmp_path))
    assert figures(part)["crowded_rooms"] == 1
    assert rows(part, "crowded")[0][2] == f"{ADA}, {BRAM}"


def test_one_after_the_other_is_as_it_should_be(tmp_path: Path) -> None:
    made = MadeRun(ADA, BRAM)
    made.does(7 * HOUR, ADA, "washing", BATHROOM)
    made.does(7 * HOUR + 60, ADA, "cooking", KITCHEN)
    made.does(7 * HOUR + 120, BRAM, "washing", BATHROOM)
    assert figures(measure_norms(made.record(tmp_path)))["crowded_rooms"] == 0
