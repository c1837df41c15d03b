"""The plan of a day: from waking to bed, meals apart, work in its hours, and what was promised at its time."""

from __future__ import annotations

import re
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from offline.persons import PLACES, SUPPER, TOWN, TUESDAY, WEDNESDAY, Fields, day_fields
from townlet.cognition.answers import DayPlan
from townlet.language.prompt import Field
from townlet.offline.fields import clock, say_clock
from townlet.offline.plan.day import day_plan
from townlet.offline.plan.frame import DayFrame
from townlet.offline.plan.meals import is_meal
from townlet.offline.plan.pastimes import habits, hobbies
from townlet.offline.plan.venues import opening
from townlet.offline.trades import trade_in

TRADES = [
    "a clockmaker",
    "a student of botany",
    "a retired postman",
    "an owner of a cafe",
    "a nurse",
    "a poet",
    "nobody much",
]
Row = tuple[int, str, str]


def planned(fields: Fields, seed: int = 2) -> list[Row]:
    """(start, activity, place) of each chunk, with minutes that count on past midnight."""
    rows: list[Row] = []
    for chunk in DayPlan.model_validate(day_plan(fields, seed)).chunks:
        start = clock(chunk.start) or 0
        while rows and start < rows[-1][0]:
            start += 1440
        rows.append((start, chunk.activity, chunk.place))
    return rows


def activities(fields: Fields, seed: int = 2) -> str:
    return " / ".join(f"{say_clock(start)} {activity} @ {place}" for start, activity, place in planned(fields, seed))


minutes = st.integers(0, 1439)


@settings(deadline=None, max_examples=150)
@given(
    wakes=minutes,
    sleeps=minutes,
    dines=st.none() | minutes,
    trade=st.sampled_from(TRADES),
    seed=st.integers(0, 9),
    work=st.sampled_from(["", *TOWN]),
    now=st.sampled_from([TUESDAY, WEDNESDAY]),
)
def test_any_day_runs_from_waking_to_bed_with_meals_three_hours_apart(
    wakes: int, sleeps: int, dines: int | None, trade: str, seed: int, work: str, now: str
) -> None:
    fields = day_fields(
        trade=trade,
        now=now,
        wakes=say_clock(wakes),
        sleeps=say_clock(sleeps),
        workplace=work,
        dines="" if dines is None else say_clock(dines),
    )
    rows = planned(fields, seed)
    assert rows[0][0] == wakes
    assert rows[-1][0] % 1440 == sleeps
    assert rows[-1][1] == "going to bed"
    assert all(a[0] < b[0] for a, b in pairwise(rows))
    meals = [start for start, activity, _ in rows if is_meal(activity)]
    still_up = wakes < 4 * 60 and (sleeps - wakes) % 1440 <= 7 * 60
    assert meals or still_up
    assert all(b - a >= 180 for a, b in pairwise(meals))


@settings(deadline=None, max_examples=60)
@given(seed=st.integers(0, 200), trade=st.sampled_from(TRADES))
def test_nobody_plans_to_be_anywhere_but_at_work_after_it_closes(seed: int, trade: str) -> None:
    rows = planned(day_fields(trade=trade), seed)
    for (start, _, place), (end, _, _) in pairwise(rows):
        hours = opening(TOWN.get(place, ""))
        assert hours is None or (hours[0] <= start and end <= hours[1])


def test_every_place_is_one_of_those_shown() -> None:
    known = {place["name"] for place in PLACES if isinstance(place, dict)} | {""}
    for seed in range(20):
        assert {place for _, _, place in planned(day_fields(f"Ann Bo is planning {SUPPER}."), seed)} <= known


def test_a_keeper_is_at_work_for_most_of_its_hours_and_opens_it() -> None:
    rows = planned(day_fields(trade="the owner of a cafe", workplace="Tin Kettle Cafe: cafe", wakes="6:00 am"))
    at_work = sum(b[0] - a[0] for a, b in pairwise(rows) if a[2] == "Tin Kettle Cafe: cafe")
    first = next(start for start, _, place in rows if place == "Tin Kettle Cafe: cafe")
    assert first <= 7 * 60
    assert at_work >= 0.75 * 11 * 60


def test_a_host_sets_out_and_hosts_on_the_day() -> None:
    said = activities(
        day_fields("Ann Bo is planning a fish supper at Reed Hall on Wednesday May 7 from 6 pm to 8 pm.", now=WEDNESDAY)
    )
    assert "6:00 PM hosting the fish supper at Reed Hall @ Reed Hall: hall".lower() in said.lower()
    assert "setting everything out for the fish supper" in said


def test_a_host_decorates_the_day_before_only_if_a_memory_says_so() -> None:
    plan = "Ann Bo is planning a fish supper at Reed Hall on Wednesday May 7 from 6 pm to 8 pm."
    with_it = day_fields(plan, "Ann Bo wants to decorate Reed Hall and to gather material for the fish supper.")
    assert "decorating for the fish supper" in activities(with_it)
    assert "decorating" not in activities(day_fields(plan))


def test_a_promise_to_come_is_planned_at_its_hour_and_place() -> None:
    said = activities(day_fields(f"I promised Cy Du to come to {SUPPER}.", now=WEDNESDAY))
    assert "6:00 pm attending the fish supper at Reed Hall" in said
    assert "@ Reed Hall: hall" in said


def test_without_the_promise_nothing_of_it_is_planned() -> None:
    assert "fish" not in activities(day_fields(now=WEDNESDAY))


@pytest.mark.parametrize("begins", ["6:30 am", "7:00 am", "7:15 am"])
def test_what_begins_while_one_gets_up_is_come_to_late_and_not_missed(begins: str) -> None:
    breakfast = f"Ann Bo is planning a boat breakfast at Reed Hall on Wednesday May 7 from {begins} to 9 am."
    rows = planned(day_fields(breakfast, now=WEDNESDAY))
    start = next(start for start, activity, _ in rows if activity == "hosting the boat breakfast at Reed Hall")
    assert start == max(clock(begins) or 0, 7 * 60 + 10)
    assert {place for when, _, place in rows if rows[0][0] < when < 9 * 60} == {"Reed Hall: hall"}


@pytest.mark.parametrize(
    ("habit", "does", "never"),
    [
        ("sings hymns on Wednesdays", "singing hymns", "on Wednesdays"),
        ("sings hymns on Sundays", "", "hymns"),
        ("reads three newspapers a day", "reading three newspapers", "a day"),
        ("swims in the town's team", "", "swimming"),
    ],
)
def test_a_habit_is_followed_on_its_days_and_membership_is_no_pastime(habit: str, does: str, never: str) -> None:
    plans = [activities(day_fields(f"Ann Bo {habit}.", now=WEDNESDAY), seed) for seed in range(20)]
    assert any(does in plan for plan in plans)
    assert not any(never in plan for plan in plans)


def test_nobody_goes_out_to_where_they_work() -> None:
    def out(workplace: str) -> set[str]:
        fields = day_fields(trade="a waiter", workplace=workplace)
        rows = [row for seed in range(40) for row in planned(fields, seed)]
        return {
            doing for _, doing, place in rows if place == "Tin Kettle Cafe: cafe" and re.search("coffee|drink", doing)
        }

    assert out("")
    assert not out("Tin Kettle Cafe: cafe")


def test_nobody_invites_people_to_what_is_over() -> None:
    tasting = "Ann Bo is giving a cheese tasting at Reed Hall on Tuesday May 6 from 9 am to 11 am."
    known = "Ann Bo knows Cy Du from school."
    plans = " / ".join(activities(day_fields(tasting, known), seed) for seed in range(20))
    assert "hosting the cheese tasting" in plans
    assert "going round to invite" not in plans
    later = tasting.replace("9 am to 11 am", "7 pm to 9 pm")
    assert "going round to invite" in " / ".join(activities(day_fields(later, known), seed) for seed in range(20))


def test_another_place_and_hour_in_the_memory_are_followed() -> None:
    said = activities(
        day_fields(
            "I promised Cy Du to come to the fish supper at Tin Kettle Cafe on Wednesday May 7 from 4 pm to 5 pm.",
            now=WEDNESDAY,
        )
    )
    assert "4:00 pm attending the fish supper at Tin Kettle Cafe" in said


def test_what_one_has_declined_is_not_planned() -> None:
    told = f"I told Cy Du that I cannot come to {SUPPER}."
    heard = (
        "Cy Du said to me: 'I am giving a fish supper at Reed Hall on Wednesday May 7 from 6 pm to 8 pm. "
        "Will you come?'"
    )
    for seed in range(40):
        assert "fish" not in activities(day_fields(heard, told, now=WEDNESDAY), seed)


def test_whoever_has_promised_to_come_comes() -> None:
    for seed in range(100):
        fields = day_fields(f"I promised Cy Du to come to {SUPPER}.", now=WEDNESDAY)
        assert "attending" in activities(fields, seed)


def test_help_that_was_promised_is_planned_at_its_hour() -> None:
    said = activities(
        day_fields(
            "I promised Cy Du to help with carrying the tables to Reed Hall on Wednesday May 7 at 4 pm.", now=WEDNESDAY
        )
    )
    assert "4:00 pm helping Cy Du with carrying the tables to Reed Hall" in said


def test_a_wish_is_followed_when_there_is_time_for_it() -> None:
    wish = "Ann Bo wants to learn to whittle."
    with_it = sum(
        "learning to whittle" in activities(day_fields(wish, trade="a retired postman"), seed) for seed in range(10)
    )
    assert with_it >= 8
    assert "whittle" not in activities(day_fields())


def test_two_days_and_two_people_differ() -> None:
    tuesday, wednesday = activities(day_fields()), activities(day_fields(now=WEDNESDAY))
    other = activities(day_fields(name="Eve Fay", summary="Eve Fay is kind and outgoing. Eve Fay is a clockmaker."))
    assert len({tuesday, wednesday, other}) == 3


def test_people_do_not_leave_home_in_step() -> None:
    starts = {
        planned(day_fields(name=name))[1][0]
        for name in ("Ann Bo", "Cy Du", "Eve Fay", "Gus Hay", "Ida Jay", "Kit Low", "Mo Nye")
    }
    assert len(starts) >= 3


def test_an_earlier_reflection_shapes_free_time() -> None:
    thought = "I have come to think that I give much of my time to carving spoons."
    assert any("carving spoons" in activities(day_fields(thought), seed) for seed in range(10))


def test_what_somebody_can_do_is_no_part_of_their_trade() -> None:
    told = "Ann Bo (age: 40) is kind. Ann Bo is a plumber and can mend anything that leaks."
    assert "mend anything" not in activities(day_fields(summary=told))


def test_a_project_is_called_without_its_hours() -> None:
    said = activities(day_fields("Ann Bo is writing a letter to Cy Day every evening.", summary="Ann Bo is a writer."))
    assert "writing a letter" in said
    assert "every evening" not in said


def test_who_is_still_up_after_midnight_has_no_morning_before_them() -> None:
    rows = planned(day_fields(wakes="12:10 am", sleeps="2:00 am"))
    assert not [activity for _, activity, _ in rows if "morning routine" in activity]


def test_a_small_promise_takes_no_hour_and_a_real_one_does() -> None:
    said = activities(
        day_fields("I promised Cy Du to look out for an old lens.", "I promised Eve Fay to help with eight frames.")
    )
    assert "lens" not in said
    assert "helping Eve Fay with eight frames" in said


def test_a_guest_says_who_gives_a_supper_only_if_a_memory_does() -> None:
    promised = f"I promised Eve Fay to come along to {SUPPER}."
    told = "Cy Du said to me: 'I am giving a fish supper at Reed Hall on Wednesday May 7 from 6 pm to 8 pm.'"
    seeds = range(3)
    guests = [activities(day_fields(promised, now=WEDNESDAY), seed) for seed in seeds]
    assert any("attending the fish supper at Reed Hall with Eve Fay" in said for said in guests)
    assert not any("giving" in said for said in guests)
    hosts = [activities(day_fields(told, promised, now=WEDNESDAY), seed) for seed in seeds]
    assert any("that Cy Du is giving" in said for said in hosts)


def test_a_wish_for_a_far_place_is_no_plan_for_today() -> None:
    for seed in range(20):
        assert "Lisbon" not in activities(day_fields("Ann Bo wants to eat custard tarts in Lisbon once."), seed)


@pytest.mark.parametrize(
    ("trade", "kind"),
    [
        ("a cafe owner", "cafe"),
        ("the manager of a bakery", "baker"),
        ("a museum director", "librarian"),
        ("a company director", "manager"),
    ],
)
def test_who_leads_a_place_has_the_trade_of_the_place(trade: str, kind: str) -> None:
    led = trade_in(trade)
    assert led is not None
    assert led.kind == kind


def test_a_letter_in_hand_is_no_occupation() -> None:
    said = activities(day_fields("Ann Bo is writing a card to an old friend.", summary="Ann Bo (age: 40) is kind."))
    assert "working as" not in said


def test_who_is_still_up_after_midnight_has_no_breakfast_before_a_bedtime_that_is_near() -> None:
    fields = day_fields(now="Tuesday May 6 2025, 12:00 am", wakes="12:00 am", sleeps="12:30 am")
    rows = planned(fields)
    assert rows[-1] == (30, "going to bed", "Bo house: bedroom")
    assert "morning" not in activities(fields)


@pytest.mark.parametrize(
    "text", ["Ann Bo enjoys dancing and hates counting money", "Ann Bo loves to dance but dislikes noise"]
)
def test_what_one_hates_is_no_pastime(text: str) -> None:
    found = [habit.activity for habit in habits(DayFrame.of(day_fields(text), 1))]
    assert found == ["dancing"]


NIGHT = {"wakes": "3:00 pm", "sleeps": "8:30 am", "workplace": "Reed Hall: hall"}
OPEN = [{"name": "Reed Hall: hall", "rule": ""}, *({"name": room, "rule": ""} for room in ("Bo house: bedroom",))]


def at_work(fields: Fields, *hours: int) -> list[bool]:
    """Whether somebody's plan has them at work at these hours, which count on past midnight."""
    rows = planned({**fields, "places": OPEN})
    at = [max((row for row in rows if row[0] <= 60 * hour), default=(0, "", "")) for hour in hours]
    return [row[1].startswith("working") for row in at]


@pytest.mark.parametrize(
    ("trade", "told"),
    [
        ("a night nurse", ""),
        ("a nurse", "Ann Bo works at night."),
        ("a guard", "Ann Bo works from ten at night to six in the morning."),
        ("a guard", "Ann Bo is on duty from 10 pm to 6 am."),
    ],
)
def test_who_works_at_night_is_at_work_at_night(trade: str, told: str) -> None:
    fields = day_fields(f"Ann Bo is {trade}.", told, now=TUESDAY.replace("7:00 am", "12:00 am"), trade=trade, **NIGHT)
    fields["memories"] = [{**each, "when": fields["now"]} for each in fields["memories"]]
    assert at_work(fields, 18, 23, 27, 31) == [False, True, True, False]


@pytest.mark.parametrize(
    ("told", "worked"),
    [
        ("Ann Bo grinds knives, four in the afternoon till midnight.", [False, True, True]),
        ("Ann Bo pulls pints for Cy Du from four till eleven.", [False, True, True]),
        ("Ann Bo sorts letters, six to one.", [True, False, False]),
        ("Ann Bo naps from four till eleven.", [True, True, False]),
    ],
)
def test_what_somebody_does_for_hours_every_day_is_their_work(told: str, worked: list[bool]) -> None:
    fields = day_fields(told, now="Tuesday May 6 2025, 12:00 am", trade="a potter", workplace="Reed Hall: hall")
    fields["memories"] = [{**each, "when": fields["now"]} for each in fields["memories"]]
    late = {**fields, "wakes": "5:30 am", "sleeps": "11:59 pm", "now": "Tuesday May 6 2025, 5:30 am"}
    assert at_work(late, 12, 17, 22) == worked


@pytest.mark.parametrize(
    ("told", "hours", "worked"),
    [
        ("Ann Bo works mornings only.", (9, 14, 20), [True, False, False]),
        ("Ann Bo works evenings until 11 pm.", (9, 14, 20), [False, False, True]),
        ("Ann Bo works from 8 to 11 and again from 6 to 10.", (9, 14, 20), [True, False, True]),
        ("Ann Bo works from noon to three, and from seven to ten in the evening.", (9, 14, 16, 20), [0, 1, 0, 1]),
        ("Ann Bo works from 7:30 am to 11 am and from 4 pm to 8 pm.", (9, 14, 17), [True, False, True]),
        ("Ann Bo works split shifts, from eleven to two and then from six to ten.", (12, 16, 20), [True, False, True]),
        ("Ann Bo works 9 to 12 and 3 to 6.", (10, 13, 16), [True, False, True]),
        ("Ann Bo never works on Tuesdays.", (9, 14, 16), [False, False, False]),
        ("Ann Bo never works on Mondays.", (9, 14, 16), [True, True, True]),
        ("Ann Bo works only at weekends.", (9, 14, 16), [False, False, False]),
        ("Ann Bo is on sick leave this week.", (9, 14, 16), [False, False, False]),
        ("Ann Bo works Wednesday to Saturday.", (9, 14, 16), [False, False, False]),
        ("Ann Bo works Mon-Thu.", (9, 14, 16), [True, True, True]),
        ("Ann Bo works on Tuesdays and Fridays.", (9, 14, 16), [True, True, True]),
        ("Ann Bo only works on Fridays.", (9, 14, 16), [False, False, False]),
        ("Ann Bo works two days a week: Monday and Thursday.", (9, 14, 16), [False, False, False]),
        ("Ann Bo does not work on Mondays or Tuesdays.", (9, 14, 16), [False, False, False]),
        ("Tuesday is Ann Bo's day off.", (9, 14, 16), [False, False, False]),
        ("Ann Bo's days off are Tuesdays and Fridays.", (9, 14, 16), [False, False, False]),
        ("Ann Bo also works on Sundays.", (9, 14, 16), [True, True, True]),
        ("Ann Bo also works on Sundays and Mondays.", (9, 14, 16), [True, True, True]),
        ("Ann Bo works every day except Tuesday, 8 to 6.", (9, 14, 16), [False, False, False]),
        ("Ann Bo swims every day but Tuesdays.", (9, 14, 16), [True, True, True]),
        ("Ann Bo works on a novel on Sundays.", (9, 14, 16), [True, True, True]),
        ("Ann Bo's shift begins at 14:00 and ends at 22:00.", (9, 14, 20), [False, True, True]),
        ("Shift: 14-22.", (9, 14, 20), [False, True, True]),
        ("Ann Bo starts at 2 pm and works until closing.", (9, 14, 20), [False, True, True]),
        ("Ann Bo works afternoons and evenings.", (9, 14, 20), [False, True, True]),
        ("Ann Bo is on call at night.", (9, 14, 23), [False, False, True]),
        ("Ann Bo works two mornings a week: Tuesday and Friday.", (9, 14, 16), [True, False, False]),
    ],
)
def test_parts_of_the_day_and_days_off_are_kept(told: str, hours: tuple[int, ...], worked: list[bool]) -> None:
    fields = day_fields(told, now="Tuesday May 6 2025, 12:00 am", trade="a nurse", workplace="Reed Hall: hall")
    fields["memories"] = [{**each, "when": fields["now"]} for each in fields["memories"]]
    late = {**fields, "wakes": "7:00 am", "sleeps": "11:59 pm", "now": "Tuesday May 6 2025, 7:00 am"}
    assert at_work(late, *hours) == worked


def test_the_hours_that_a_file_gives_are_worked_whatever_the_trade() -> None:
    early = day_fields(trade="a baker", wakes="1:00 am", sleeps="5:00 pm", workplace="Reed Hall: hall")
    assert at_work({**early, "works": "2 am to 9 am"}, 3, 8, 10) == [True, True, False]
    assert at_work({**early, "works": "midnight to 8 am", **NIGHT}, 23, 25, 31) == [False, True, True]


def test_hours_of_work_that_are_slept_through_are_not_worked() -> None:
    plan = planned({**day_fields(trade="a baker", workplace="Reed Hall: hall"), "works": "midnight to 4 am"})
    assert any(activity.startswith("working") for _, activity, _ in plan)


def test_whose_trade_has_no_name_spends_the_hours_of_work_on_what_the_story_tells() -> None:
    story = "Ann Bo sews the sails and paints the names of the boats."
    fields = day_fields(story, trade="nobody much", workplace="Reed Hall: hall")
    work = [activity for _, activity, place in planned(fields) if place == "Reed Hall: hall"]
    assert "at work, sewing the sails and painting the names of the boats" in work
    later = {**day_fields(trade="nobody much", workplace="Reed Hall: hall"), "yesterday": [f"9:00 am: {work[0]}"]}
    assert work[0] in [activity for _, activity, _ in planned(later)]


def test_whose_trade_has_a_name_works_as_it_is_done() -> None:
    fields = day_fields("Ann Bo sews the sails.", trade="a nurse", workplace="Reed Hall: hall")
    assert "working as a nurse" in activities(fields)


def test_who_has_no_kitchen_eats_where_a_meal_is_served() -> None:
    hut: list[Field] = [{"name": name, "rule": ""} for name in ("Bo house: bunk room", "Main Hut: galley")]
    eaten = {place for _, activity, place in planned(day_fields(places=hut)) if is_meal(activity)}
    assert eaten == {"Main Hut: galley"}
    assert planned(day_fields(places=hut))[0][1:] == ("getting up and getting ready for the day", "Bo house: bunk room")


@pytest.mark.parametrize(
    ("rooms", "where"),
    [
        (["Bo house: bunk room", "Main Hut: galley"], {"Main Hut: galley"}),
        (["Bo house: bunk room", "Lantern Inn: bar room"], set()),
        (["Bo house: bunk room", "Bo house: kitchen", "Main Hut: galley"], {"Bo house: kitchen"}),
    ],
)
def test_nobody_cooks_for_pleasure_where_there_is_no_kitchen(rooms: list[str], where: set[str]) -> None:
    fields = day_fields("Ann Bo loves baking.", places=[{"name": name, "rule": ""} for name in rooms])
    plans = (planned(fields, seed) for seed in range(12))
    cooking = re.compile("new recipe|baking something|cooking ahead")
    assert {place for plan in plans for _, activity, place in plan if cooking.search(activity)} == where


def test_who_has_a_kitchen_has_breakfast_in_it() -> None:
    assert planned(day_fields())[0][1:] == ("waking up and completing the morning routine", "Bo house: bedroom")


def test_whoever_works_at_night_is_at_work_when_the_town_begins_at_midnight() -> None:
    fields = day_fields(wakes="12:00 am", sleeps="5:00 am", workplace="Reed Hall: hall", works="8:00 pm to 4:00 am")
    rows = planned(fields, 1)
    assert any(place == "Reed Hall: hall" and start < 60 for start, _, place in rows)
    assert not any(is_meal(activity) or "getting up" in activity for _, activity, _ in rows)


def test_who_goes_to_bed_in_the_morning_keeps_what_is_on_before_that() -> None:
    hosts = "Ann Bo is hosting a breakfast at Willow Park on Wednesday May 7 at 7:30 am."
    fields = day_fields(hosts, now="Tuesday May 6 2025, 3:00 pm", wakes="3:00 pm", sleeps="9:00 am")
    assert (31 * 60 + 30, "hosting the breakfast at Willow Park", "Willow Park: meadow") in planned(fields)
    early = day_fields(hosts, now="Tuesday May 6 2025, 3:00 pm", wakes="3:00 pm", sleeps="6:00 am")
    assert "hosting" not in activities(early)


@pytest.mark.parametrize(
    ("told", "works"),
    [
        ("works Wednesday to Saturday", True),
        ("also works on Saturdays", True),
        ("works every day but Monday", True),
        ("works weekends", True),
        ("works Mon-Fri", False),
    ],
)
def test_the_days_of_work_that_are_told_may_be_at_the_weekend(told: str, works: bool) -> None:
    park = {"workplace": "Willow Park: meadow", "trade": "a secretary", "now": "Saturday May 10 2025, 7:00 am"}
    assert ("working" in activities(day_fields(f"Ann Bo {told}.", **park))) is works


@pytest.mark.parametrize(("told", "works"), [("at weekends", True), ("", False)])
def test_who_tells_of_work_at_weekends_works_then(told: str, works: bool) -> None:
    hours = f"Ann Bo keeps the lists at Willow Park {told} from ten to four."
    park = {"workplace": "Willow Park: meadow"}
    said = activities(day_fields(hours, now="Saturday May 10 2025, 7:00 am", trade="a secretary", **park))
    assert ("working" in said) is works


def test_who_is_on_duty_when_the_day_begins_is_at_work_at_once() -> None:
    shift = {"workplace": "Willow Park: meadow", "works": "7:00 pm to 6:00 am", "sleeps": "9:00 am"}
    rows = planned(day_fields(trade="a nurse", wakes="12:30 am", now="Tuesday May 6 2025, 12:30 am", **shift))
    assert rows[0] == (30, "working as a nurse", "Willow Park: meadow")
    assert not any("breakfast" in doing or "getting up" in doing for _, doing, _ in rows)


def test_a_night_of_work_has_a_meal_at_work() -> None:
    shift: dict[str, Field] = {"workplace": "Willow Park: meadow", "wakes": "3:00 pm", "sleeps": "8:00 am"}
    for works, meals in (("8:00 pm to 6:00 am", 1), ("4:00 pm to 8:00 pm", 0)):
        rows = planned(day_fields(trade="a nurse", works=works, dines="6:30 pm", **shift))
        assert [place for _, doing, place in rows if doing == "having supper"] == ["Willow Park: meadow"] * meals


@pytest.mark.parametrize("told", ["has been a patient in Reed Hall since May", "lies in Reed Hall with a broken leg"])
def test_who_is_laid_up_does_not_work(told: str) -> None:
    known = [day_fields(f"Ann Bo {told}.", trade="a nurse"), day_fields(trade=f"a nurse. Ann Bo {told}")]
    assert ["working" in activities(each) for each in (*known, day_fields(trade="a nurse"))] == [False, False, True]


def test_who_does_not_know_how_long_an_event_lasts_leaves_it_for_work() -> None:
    promised = "I promised Cy Du to come to the fish supper at Reed Hall on Wednesday May 7 at 6 pm."
    shift: dict[str, Field] = {"workplace": "Willow Park: meadow", "works": "7:00 pm to 10:30 pm"}
    rows = planned(day_fields(promised, now=WEDNESDAY, trade="a nurse", **shift))
    assert (19 * 60, "working as a nurse", "Willow Park: meadow") in rows


def test_a_search_is_short_and_nobody_cooks_without_a_kitchen() -> None:
    need = day_fields("Ann Bo needs a new anvil.", trade="nobody much", places=[*PLACES, {"name": "Tent: mat"}])
    for seed in range(12):
        rows = planned(need, seed)
        assert all(b[0] - a[0] <= 60 for a, b in pairwise(rows) if a[1].startswith("looking for"))
        tent = planned({**need, "home": "Tent: mat"}, seed)
        assert not any(re.search("recipe|baking|jam|kitchen", doing) for _, doing, _ in tent)


def test_who_sings_in_a_choir_does_not_sing_its_part_alone() -> None:
    assert not any(
        "choir" in idea.activity for idea in habits(DayFrame.of(day_fields("Ann Bo sings alto in the choir."), 1))
    )


def test_who_is_laid_up_does_no_chores_and_takes_no_walk() -> None:
    told = ("Ann Bo has been a patient in Reed Hall since May.", "Ann Bo reads and walks a lot.")
    done = " / ".join(activities(day_fields(*told, trade="a nurse"), seed) for seed in range(12))
    assert "novel" in done
    assert not re.search("laundry|sweeping|cleaning|long walk|evening walk", done)


@pytest.mark.parametrize(
    ("lives", "sits"), [("Cy Du works at the Corner Store.", True), ("Cy Du lives in Peru.", False)]
)
def test_nobody_sits_with_a_family_that_is_elsewhere(lives: str, sits: bool) -> None:
    told = ("Cy Du is Ann Bo's son.", "Ann Bo loves her family.", lives)
    done = " / ".join(activities(day_fields(*told), seed) for seed in range(30))
    assert ("with the family" in done) is sits


def test_the_ward_where_one_lies_is_a_better_bedroom_than_its_linen_room() -> None:
    rooms: list[Field] = [{"name": f"Elm Ward: {room}", "rule": ""} for room in ("linen room", "north bay")]
    frame = DayFrame.of(day_fields(home="Elm Ward", places=rooms), 1)
    assert frame.room("bedroom") == "Elm Ward: north bay"


def test_who_has_run_low_on_something_is_no_runner() -> None:
    for told, runs in (("Ann Bo has run low on candles.", False), ("Ann Bo has run since May.", True)):
        ideas = hobbies(DayFrame.of(day_fields(told), 1))
        assert any(idea.activity == "going for a run" for idea in ideas) is runs


@pytest.mark.parametrize(
    ("story", "away"),
    [
        ("Ann Bo is barred from Willow Park.", ["Willow Park"]),
        ("Ann Bo has not left her house in a year.", ["Corner Store", "Reed Hall", "Willow Park", "Tin Kettle Cafe"]),
    ],
)
def test_nobody_goes_where_they_may_or_will_not(story: str, away: list[str]) -> None:
    places = {place for seed in range(8) for _, _, place in planned(day_fields(story), seed)}
    assert not [place for place in places if place.startswith(tuple(away))]
    assert any(place.startswith(tuple(away)) for seed in range(8) for _, _, place in planned(day_fields(), seed))
