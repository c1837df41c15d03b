"""Who comes takes the first turn that nobody holds, so that the sessions that count are those of the first turns."""

from __future__ import annotations

from collections import Counter
from datetime import datetime, timedelta
from random import Random

from townlet.evaluation.rating.journal import (
    BeganEntry,
    DidEntry,
    JournalEntry,
    RaterStanding,
    RatingSitting,
    WatchedEntry,
    classify_rater,
    find_next_turn,
)
from townlet.evaluation.rating.plan import Seat
from townlet.evaluation.rating.tasks import ChooseTask, OrderTask, assign_person

START = datetime.fromisoformat("2030-01-01T12:00:00+00:00")
CHECK = ChooseTask(id="watched", asked="Where?", options=("here", "there"), right=1)
ORDER = OrderTask(id="past-1", category="past", asked="When?", texts=("a", "b"), conditions=("full", "no-memory"))
PEOPLE = ("Ada Finch", "Bram Oake", "Cleo Marsh", "Dov Hale")
DAY = 24


def at(hours: float) -> str:
    return (START + timedelta(hours=hours)).isoformat()


def seat(number: int) -> Seat:
    return Seat(f"r{number + 1:03d}", "rater", number)


def sitting(turn: int, since: float, done: int = 0, *, attentive: bool = True) -> RatingSitting:
    """Somebody who began then, and has done so many of two tasks since, one an hour."""
    tasks = [
        DidEntry(at=at(since + 1), place=0, choice=int(attentive)),
        DidEntry(at=at(since + 2), place=1, order=(0, 1)),
    ]
    began = BeganEntry(at=at(since), person="Ada Finch", consent="", tasks=(CHECK, ORDER), turn=turn)
    entries: list[JournalEntry] = [began, *([WatchedEntry(at=at(since))] if done else []), *tasks[:done]]
    return RatingSitting.from_entries(entries)


def test_turns_are_taken_in_order_while_everybody_is_at_work() -> None:
    raters = {seat(number): sitting(number, number) for number in range(3)}
    assert find_next_turn(raters, at(3), DAY) == 3
    assert find_next_turn({}, at(0), DAY) == 0


def test_the_turn_of_who_broke_off_goes_to_the_next_and_no_sooner() -> None:
    raters = {seat(0): sitting(0, 0, 2), seat(1): sitting(1, 0, 1), seat(2): sitting(2, 10)}
    assert find_next_turn(raters, at(24.9), DAY) == 3
    assert find_next_turn(raters, at(25), DAY) == 1
    assert find_next_turn({**raters, seat(3): sitting(1, 25)}, at(26), DAY) == 3
    assert find_next_turn(raters, at(34), DAY) == 1
    assert find_next_turn({**raters, seat(3): sitting(1, 25)}, at(34), DAY) == 2


def test_who_comes_back_late_finishes_and_their_turn_is_not_given_out_again() -> None:
    late = {seat(0): sitting(0, 30, 2), seat(1): sitting(0, 29)}
    assert find_next_turn(late, at(100), DAY) == 1


def test_the_turn_of_who_failed_a_check_is_given_out_again() -> None:
    raters = {seat(0): sitting(0, 0, 2, attentive=False), seat(1): sitting(1, 0, 2)}
    assert find_next_turn(raters, at(3), DAY) == 0


def test_journals_from_before_turns_were_kept_hold_that_of_their_number() -> None:
    assert find_next_turn({seat(0): sitting(-1, 0, 2), seat(1): sitting(-1, 0, 2)}, at(90), DAY) == 2


def test_how_a_rater_stands() -> None:
    ways = [sitting(0, 0, 2), sitting(0, 0, 2, attentive=False), sitting(0, 0, 1), sitting(0, 20)]
    assert [classify_rater(each, at(30), DAY) for each in ways] == [
        RaterStanding.FINISHED,
        RaterStanding.INATTENTIVE,
        RaterStanding.IDLE,
        RaterStanding.UNDER_WAY,
    ]


def test_with_a_third_dropping_out_everybody_is_rated_equally_often_by_those_who_finish() -> None:
    chance, raters, finished = Random(5), dict[Seat, RatingSitting](), list[int]()
    for number in range(400):
        hour = number * 2.0
        turn = find_next_turn(raters, at(hour), DAY)
        stays = chance.random() > 1 / 3
        raters[seat(number)] = sitting(turn, hour, 2 if stays else chance.choice([0, 1]))
        finished += [turn] if stays else []
        if len(finished) == 100:
            break
    assert len(set(finished)) == 100
    counts = Counter(assign_person(turn, PEOPLE, 1) for turn in finished)
    assert max(counts.values()) - min(counts.values()) <= 3
    assert len(finished) == 100 < number
