from pathlib import Path

import pytest

from measures.made import ADA, HOUR, KITCHEN, MadeRun
from measures.reports import figures, rows
from townlet.measures.coherence.behaviour import find_meal, measure_meals


@pytest.mark.parametrize(
    ("doing", "meal"),
    [
        ("eating breakfast", "breakfast"),
        ("having a quiet lunch at the inn", "lunch"),
        ("dinner with the family", "dinner"),
        ("cooking dinner", ""),
        ("washing up after dinner", ""),
        ("clearing away after lunch", ""),
        ("finishing lunch with a cup of tea", ""),
        ("making a sandwich", ""),
        ("reading about supper clubs", ""),
    ],
)
def test_a_meal_is_told_from_its_preparation_and_its_dishes(doing: str, meal: str) -> None:
    assert find_meal(doing) == meal


def _run(*eaten: tuple[float, str]) -> MadeRun:
    made = MadeRun(ADA)
    made.does(1, ADA, "standing about", KITCHEN)
    for hour, doing in eaten:
        made.does(int(hour * HOUR), ADA, doing)
        made.does(int((hour + 0.5) * HOUR), ADA, "washing dishes")
    return made


def test_meals_of_a_day_are_counted_with_their_times(tmp_path: Path) -> None:
    part = measure_meals(_run((7, "eating breakfast"), (12.5, "eating lunch"), (18, "having dinner")).record(tmp_path))
    assert figures(part)["meals_a_day"] == 3
    assert rows(part, "meals") == ((ADA, 1, "breakfast 07:00, lunch 12:30, dinner 18:00"),)
    assert figures(part)["meals_close"] == 0


def test_the_same_meal_taken_up_after_a_short_break_is_one(tmp_path: Path) -> None:
    part = measure_meals(_run((12, "eating lunch"), (12.8, "eating lunch")).record(tmp_path))
    assert figures(part)["meals_a_day"] == 1
    assert figures(part)["same_meal_twice"] == 0


def test_the_same_meal_again_within_three_hours_is_found(tmp_path: Path) -> None:
    part = measure_meals(_run((12, "eating lunch"), (14, "eating lunch"), (16.9, "eating dinner")).record(tmp_path))
    assert figures(part)["same_meal_twice"] == 1
    assert figures(part)["meals_close"] == 2
    assert rows(part, "meals_within_three_hours")[0] == (ADA, "lunch", "day 1, 12:00", "lunch", "day 1, 14:00")


def test_meals_three_hours_apart_are_not_too_close(tmp_path: Path) -> None:
    part = measure_meals(_run((9, "eating breakfast"), (12, "eating lunch")).record(tmp_path))
    assert figures(part)["meals_close"] == 0


def test_a_meal_that_one_never_got_to_is_none(tmp_path: Path) -> None:
    made = MadeRun(ADA)
    arrives = made.does(12 * HOUR, ADA, "eating lunch", KITCHEN)
    del made.logs[arrives]
    assert figures(measure_meals(made.record(tmp_path)))["meals_a_day"] == 0
