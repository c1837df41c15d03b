from __future__ import annotations

import datetime as dt

import pytest
from hypothesis import given
from hypothesis import strategies as st

from townlet.offline.times import UNDATED, When, clashing_day, part_of_day, read_now, read_when, say_now, say_when

NOW = dt.datetime(2025, 5, 6, 9, 40)
hours = st.integers(0, 23).map(lambda hour: hour * 60)


@given(st.dates(dt.date(2025, 1, 1), dt.date(2025, 12, 31)), hours, st.integers(1, 4))
def test_a_time_said_in_full_is_read_back(date: dt.date, start: int, length: int) -> None:
    when = When(date, start, min(start + length * 60, 23 * 60 + 30))
    if when.end == when.start:
        return
    _, read = read_when(f"Ann is giving a supper {say_when(when, NOW, absolute=True)}", NOW.date())
    assert read == when


@given(st.datetimes(dt.datetime(1999, 1, 1), dt.datetime(2100, 1, 1)))
def test_now_is_read_as_it_is_said(now: dt.datetime) -> None:
    now = now.replace(second=0, microsecond=0)
    assert read_now(say_now(now)) == now


@given(st.text())
def test_what_is_no_time_reads_as_undated(text: str) -> None:
    assert isinstance(read_now(text), dt.datetime)
    assert read_now("no time at all") == UNDATED


@pytest.mark.parametrize(
    ("days", "said"),
    [
        (0, "today at 3 pm"),
        (1, "tomorrow at 3 pm"),
        (-1, "yesterday at 3 pm"),
        (3, "on Friday at 3 pm"),
        (9, "on Thursday May 15 at 3 pm"),
    ],
)
def test_days_are_told_from_now(days: int, said: str) -> None:
    assert say_when(When(NOW.date() + dt.timedelta(days), 15 * 60), NOW) == said


def test_tomorrow_is_counted_from_the_day_of_writing() -> None:
    rest, when = read_when("The fair is tomorrow at noon", NOW.date())
    assert (rest, when) == ("The fair is", When(dt.date(2025, 5, 7), 720))


@pytest.mark.parametrize(
    ("text", "rest", "day"),
    [
        ("Ann sings on the ninth of May", "Ann sings", dt.date(2025, 5, 9)),
        ("Ann sings on May the twenty-first", "Ann sings", dt.date(2025, 5, 21)),
        ("Ann sings on Thursday, the eighth", "Ann sings", dt.date(2025, 5, 8)),
        ("Ann sings on Thursday the 8th", "Ann sings", dt.date(2025, 5, 8)),
        ("Ann sings on Sunday the first", "Ann sings", dt.date(2025, 6, 1)),
    ],
)
def test_a_day_of_the_month_may_be_written_in_words(text: str, rest: str, day: dt.date) -> None:
    said, when = read_when(text, NOW.date())
    assert (said, when.date) == (rest, day)


@pytest.mark.parametrize("told", ["Ann rests on a long rainy Sunday", "Ann takes the Thursday ferry to Oke"])
def test_any_such_day_of_a_week_is_no_date(told: str) -> None:
    assert read_when(told, NOW.date()) == (told, When())


def test_the_first_of_something_on_a_weekday_is_no_day_of_the_month() -> None:
    assert read_when("On Sunday the first team plays", NOW.date())[1].date == dt.date(2025, 5, 11)


@pytest.mark.parametrize(
    ("text", "rest", "day"),
    [
        ("Ann met Bo last Tuesday", "Ann met Bo", dt.date(2025, 4, 29)),
        ("Ann held a supper this past Friday at 6 pm", "Ann held a supper", dt.date(2025, 5, 2)),
        ("Ann holds a supper this Friday at 6 pm", "Ann holds a supper", dt.date(2025, 5, 9)),
    ],
)
def test_a_weekday_is_the_last_one_where_the_words_say_so(text: str, rest: str, day: dt.date) -> None:
    said, when = read_when(text, NOW.date())
    assert (said, when.date) == (rest, day)


@pytest.mark.parametrize(
    "text", ["Ann has not spoken to Bo since Thursday", "Since last Monday evening Ann is ill", "It leaks since May 3"]
)
def test_since_when_something_is_so_is_no_day_on_which_it_happens(text: str) -> None:
    assert read_when(text, NOW.date()) == (text, When())


@pytest.mark.parametrize(
    ("text", "start", "end"),
    [
        ("Ann works from half past seven till five", 450, 1020),
        ("Ann's shift is from six to two", 360, 840),
        ("Ann serves from nine to one", 540, 780),
        ("Ann gives a supper from seven to nine", 1140, 1260),
        ("Ann reads aloud from 4 pm until dusk", 960, 1140),
        ("Ann works from 9 to 5", 540, 1020),
        ("Ann serves from 11 to 2 pm", 660, 840),
        ("Ann serves from 11 to 2 and sings in the evening", 660, 840),
        ("Ann opens the shop from 12 to 3", 720, 900),
        ("Ann guards the gate from 22 to 6", 1320, 360),
        ("Ann minds the fire from dusk till dawn", 1140, 360),
        ("Ann digs from eight until the light goes", 480, 1140),
        ("Ann digs from eight until the bell calls her home at five", 480, 1020),
        ("Ann feeds the stove every night at about two", 120, None),
        ("Ann is at work between six in the evening and two in the morning", 1080, 120),
        ("Ann starts work at two a.m. and is done by ten", 120, 600),
        ("Ann begins at 5:15 and finishes at noon", 315, 720),
        ("Ann goes out at midnight and comes back at sunrise", 1440, 360),
        ("Ann works 07:00–15:30", 420, 930),
        ("Ann works 7 a.m. - 3 p.m.", 420, 900),
        ("Ann serves drinks, 5pm to 11pm", 1020, 1380),
        ("Ann works from 7.00 to 15.00", 420, 900),
        ("Ann works 0630 to 1430 hours", 390, 870),
        ("Ann is a porter from 19h to 03h", 1140, 180),
        ("Ann is on the late shift (3-11pm)", 900, 1380),
        ("Ann works 21-05", 1260, 300),
        ("Ann's hours are seven to three", 420, 900),
        ("Ann works from 7 to 3", 420, 900),
        ("Ann is on watch sundown to daybreak", 1140, 360),
        ("Ann clocks on at 13:00 and off at 21:00", 780, 1260),
        ("Ann clocks in at 13:00 and out at 21:00", 780, 1260),
        ("Ann goes on duty at eight in the evening and comes off at six in the morning", 1200, 360),
        ("Ann's day starts at 5 and she is through by noon", 300, 720),
        ("Ann is at her bench by 5 a.m. and home by 1 p.m.", 300, 780),
        ("Ann comes in when it is quiet, at about 8 p.m., and leaves at 1 a.m.", 1200, 60),
        ("Ann works from 7 pm until the last train has gone", 1140, 1440),
        ("Ann works from 16:00 to 24:00", 960, 1440),
    ],
)
def test_hours_without_a_half_of_the_day_are_those_of_a_day_of_work(text: str, start: int, end: int | None) -> None:
    _, when = read_when(text, NOW.date())
    assert (when.start, when.end) == (start, end)


@pytest.mark.parametrize(
    "text",
    [
        "Ann works with 20 to 30 children",
        "Ann works four to five days a week",
        "Ann has a shop on the quay since 1905 to 1910",
        "Ann rents two to three rooms",
        "Ann's jars cost 2.50 to 3.50",
        "Ann lodged here from 1905 to 1930",
    ],
)
def test_other_numbers_are_no_hours(text: str) -> None:
    assert read_when(text, NOW.date()) == (text, When())


@given(st.integers(-6, 6))
def test_a_day_of_these_two_weeks_is_read_back_as_it_is_said(days: int) -> None:
    day = NOW.date() + dt.timedelta(days)
    _, read = read_when(f"Ann is at home {say_when(When(day), NOW)}", NOW.date())
    assert read.date == day


def test_overlap_needs_the_same_day() -> None:
    supper = When(dt.date(2025, 5, 7), 1080, 1200)
    assert supper.overlaps(When(dt.date(2025, 5, 7), 1140))
    assert not supper.overlaps(When(dt.date(2025, 5, 7), 1200))
    assert not When(dt.date(2025, 5, 7), 1200).overlaps(supper)
    assert not supper.overlaps(When(dt.date(2025, 5, 8), 1140))


@pytest.mark.parametrize(
    ("hour", "part"),
    [(4, "morning"), (11, "morning"), (12, "afternoon"), (16, "afternoon"), (17, "evening"), (2, "evening")],
)
def test_part_of_day(hour: int, part: str) -> None:
    assert part_of_day(NOW.replace(hour=hour)) == part


@pytest.mark.parametrize(
    ("text", "start", "end"),
    [
        ("The shop opens at eight", 8, None),
        ("The supper is at eight", 20, None),
        ("Come to the supper on Friday at half past eight", 20.5, None),
        ("The dance is tonight from eight to eleven", 20, 23),
        ("The dance is from eight to eleven in the evening", 20, 23),
        ("We meet from nine to eleven in the morning", 9, 11),
        ("Breakfast is at seven", 7, None),
        ("The supper is from 16:30 to 18:00", 16.5, 18),
        ("The drill is at 10:30", 10.5, None),
        ("A service, 5:30 am to 6 am", 5.5, 6),
        ("We meet at six in the morning, before the supper", 6, None),
        ("The meeting is at six", 18, None),
        ("The walk is from ten to one", 10, 13),
        ("We meet at twelve", 12, None),
        ("The guard works from ten at night to six in the morning", 22, 6),
        ("The baker works from midnight to eight", 24, 8),
        ("The shop is open from noon till six", 12, 18),
        ("The watch is from two at night until eight in the evening", 2, 20),
    ],
)
def test_the_words_tell_which_half_of_the_day_a_spoken_hour_is_in(text: str, start: float, end: float | None) -> None:
    _, when = read_when(text, NOW.date())
    assert (when.start, when.end) == (start * 60, None if end is None else end * 60)


@pytest.mark.parametrize(
    ("text", "hour", "start"),
    [
        ("The concert is at nine", 8, 9),
        ("The concert is at nine", 15, 21),
        ("The concert is today at nine", 15, 21),
        ("The concert is tomorrow at nine", 15, 9),
        ("The concert is on Thursday at nine", 15, 9),
        ("Ann was here at nine", 15, 9),
        ("Ann baked at eight", 15, 8),
        ("The meeting is at six", 15, 18),
    ],
)
def test_an_hour_of_today_that_is_past_is_meant_for_the_evening(text: str, hour: int, start: int) -> None:
    assert read_when(text, NOW.replace(hour=hour))[1].start == start * 60


@pytest.mark.parametrize(
    ("told", "start", "end"),
    [
        ("Ann rises at five to milk the goats", 5 * 60, None),
        ("Ann throws open the doors at seven sharp", 7 * 60, None),
        ("Ann has her tea at eleven on the dot and reads", 11 * 60, None),
        ("Ann starts picking at half past six so as to be done by three", 6 * 60 + 30, 15 * 60),
        ("Ann's stall, which opens at eleven and shuts when the pies are gone, usually around seven", 11 * 60, 19 * 60),
        ("Ann mends shoes from nine to six and studies law at night", 9 * 60, 18 * 60),
        ("Ann's party starts at seven", 19 * 60, None),
    ],
)
def test_hours_of_a_day_are_those_that_its_words_mean(told: str, start: int, end: int | None) -> None:
    _, when = read_when(told, NOW.date())
    assert (when.start, when.end) == (start, end)


@pytest.mark.parametrize("name", ["Wednesday Ito", "Ann Monday", "March Weld", "Tomorrow Bo"])
def test_a_name_in_a_slot_is_no_day(name: str) -> None:
    bare, when = read_when(f"⟦{name}⟧ and ⟦Cy Du⟧ met at the well on Friday", NOW.date())
    assert bare == f"⟦{name}⟧ and ⟦Cy Du⟧ met at the well"
    assert when.date == read_when("They met on Friday", NOW.date())[1].date
    assert read_when(f"⟦{name}⟧ needs a ladder", NOW.date())[1].date is None


@pytest.mark.parametrize(
    ("told", "clash"),
    [
        ("Ann Bo married on Friday May 5 2017", ""),
        ("Ann Bo is hosting a supper on Wednesday, May 7, at six", ""),
        ("Ann Bo is hosting a supper on Friday, May 7, at six", "May 7 is a Wednesday and no Friday"),
        ("Ann Bo was born on Sunday April 4", ""),
        ("Ann Bo leaves on Thursday May 7, 2026", ""),
    ],
)
def test_a_weekday_that_does_not_fit_its_date_is_told(told: str, clash: str) -> None:
    assert clashing_day(told, dt.date(2025, 5, 6)) == clash
