"""What a day holds because of other people: telling them, asking them, keeping one's word; and why."""

from __future__ import annotations

import datetime as dt
import re
from collections.abc import Iterator

import pytest

from offline.persons import PLACES, SUPPER, TUESDAY, WEDNESDAY, day_fields, memories
from townlet.cognition.answers import Chunk, DayPlan
from townlet.language.prompt import Field
from townlet.offline.fields import clock
from townlet.offline.plan.day import day_plan
from townlet.offline.plan.pastimes import custom_of
from townlet.offline.plan.redo import replan
from townlet.offline.reader.facts import Reader
from townlet.offline.reader.people import People

HOSTING = "Ann Bo is planning a fish supper at Reed Hall on Wednesday May 7 from 6 pm to 8 pm."
KNOWS = ("Ann Bo knows Cy Day from the Corner Store.", "Ann Bo and Eve Fay are friends.")
SUMMARY = "Ann Bo (age: 40) is kind and outgoing."


def days(*texts: str, seeds: int = 8, **more: Field) -> Iterator[list[Chunk]]:
    for seed in range(seeds):
        yield DayPlan.model_validate(day_plan(day_fields(*texts, **more), seed)).chunks


def found(words: str, *texts: str, **more: Field) -> list[Chunk]:
    """The parts of eight days whose activity holds the words."""
    return [chunk for chunks in days(*texts, **more) for chunk in chunks if words in chunk.activity]


def test_a_host_goes_round_to_invite_people_until_everybody_knows() -> None:
    telling = found("going round to invite people to the fish supper", HOSTING, *KNOWS)
    assert len(telling) == 8
    assert all(chunk.place and not chunk.place.startswith("Bo house") for chunk in telling)
    assert {chunk.why for chunk in telling} == {"Ann Bo is planning a fish supper at Reed Hall"}
    told = [
        f"I said to {who}: 'I'm planning a fish supper at Reed Hall on Wednesday May 7 from 6 to 8 pm. Will you come?'"
        for who in ("Cy Day", "Eve Fay")
    ]
    assert not found("going round", HOSTING, *KNOWS, *told)
    assert not found("going round", HOSTING, *KNOWS, now="Thursday May 8 2025, 7:00 am")


@pytest.mark.parametrize(
    ("place", "opens", "closes"),
    [("Tin Kettle Cafe: cafe", 7 * 60, 18 * 60), ("Crooked Oar Pub: taproom", 11 * 60, 23 * 60)],
)
def test_a_host_who_keeps_a_place_goes_round_when_it_is_shut(place: str, opens: int, closes: int) -> None:
    telling = found("going round", HOSTING, *KNOWS, trade="the owner of a cafe", workplace=place)
    starts = [clock(chunk.start) or 0 for chunk in telling]
    assert starts
    assert all(start + 50 <= opens or start >= closes for start in starts)


def test_a_host_whose_place_is_open_all_day_sees_people_there() -> None:
    places: list[Field] = [*PLACES, {"name": "Long Bar: bar", "rule": "open from 8 am to 9 pm"}]
    assert not found(
        "going round", HOSTING, *KNOWS, trade="the owner of a cafe", workplace="Long Bar: bar", places=places
    )


def test_whoever_stands_for_something_goes_round_and_says_so() -> None:
    telling = found("going round to talk with people", "Ann Bo is running for head of the harbour.", *KNOWS)
    assert len(telling) == 8
    assert telling[0].activity.endswith("about running for head of the harbour")


def test_a_need_sends_one_to_who_can_help_or_to_where_people_are() -> None:
    need = "Ann Bo needs forty empty jars for the jam."
    has = "Cy Day keeps a crate of empty jars."
    calls = [chunk for chunk in found("Cy Day", need, has, *KNOWS, trade="a retired postman") if chunk.why]
    assert calls
    assert "needs forty empty jars, and Cy Day keeps a crate of empty jars" in calls[0].why
    assert found("asking around for forty empty jars", need, *KNOWS)
    assert not found("asking around", need, has, *KNOWS)


@pytest.mark.parametrize("has", ["Cy Day keeps a crate of empty jars.", ""])
def test_who_has_a_place_of_work_asks_for_what_they_need_when_their_work_is_done(has: str) -> None:
    texts = ("Ann Bo needs forty empty jars for the jam.", "Ann Bo knows Cy Day from the Crooked Oar Pub.", has)

    def asking(**more: Field) -> list[int]:
        return [clock(chunk.start) or 0 for chunk in found("", *texts, **more) if chunk.why.startswith("Ann Bo needs")]

    places: list[Field] = [*PLACES, {"name": "Old Forge: smithy", "rule": ""}]
    at_the_forge: dict[str, Field] = {"workplace": "Old Forge: smithy", "places": places}
    assert min(asking(trade="a blacksmith", works="8:00 am to 3:00 pm", **at_the_forge)) >= 15 * 60
    assert min(asking(trade="a blacksmith", works="8:00 am to 8:00 pm", **at_the_forge)) < 15 * 60
    assert min(asking(trade="a retired blacksmith")) < 15 * 60


def changed(reason: str, *texts: str) -> list[Chunk]:
    plan: list[Field] = [
        {"start": "9:00 am", "end": "10:00 pm", "activity": "reading a novel", "place": "Bo house: living room"},
        {"start": "11:00 pm", "end": "11:00 pm", "activity": "going to bed", "place": "Bo house: bedroom"},
    ]
    fields = day_fields(*texts, now="Tuesday May 6 2025, 11:00 am", plan=plan, activity="", reason=reason)
    return list(DayPlan.model_validate(replan(fields, 3)).chunks)


@pytest.mark.parametrize(
    "reason",
    ["Eve Fay says that Cy Day has a crate of jars", "Eve Fay worries about Cy Day"],
)
def test_what_one_is_told_of_somebody_sends_one_to_them(reason: str) -> None:
    call = next(chunk for chunk in changed(reason, *KNOWS) if "Cy Day" in chunk.activity)
    assert (call.start, call.place, call.why) == ("11:15 am", "Corner Store: shop", reason)


def test_who_is_refused_help_asks_around_on_the_same_day() -> None:
    need = "Ann Bo needs forty empty jars for the jam."
    chunks = changed("Eve Fay cannot help with forty empty jars for the jam", need, *KNOWS)
    assert [chunk for chunk in chunks if chunk.activity == "asking around for forty empty jars"]


def test_help_for_an_event_is_given_before_it_and_not_after() -> None:
    supper = f"Cy Day is holding {SUPPER}."
    promised = "I promised Cy Day to help with twenty chairs for the fish supper."
    assert found("helping Cy Day with twenty chairs", supper, promised, now=TUESDAY)
    after = day_fields(supper, now="Thursday May 8 2025, 7:00 am")
    after["memories"] = memories(supper, promised, when="Wednesday May 7 2025, 10:00 am")
    assert "chairs" not in str(day_plan(after, 3))


def test_an_accepted_invitation_says_why_in_the_plan() -> None:
    (chunk, *_) = found("attending the fish supper", f"I promised Cy Day to come to {SUPPER}.", now=WEDNESDAY)
    assert chunk.why.startswith("Ann Bo promised Cy Day to come to the fish supper")


def test_who_takes_part_in_an_event_goes_to_it_and_who_only_thinks_of_it_may_not() -> None:
    def going(story: str) -> int:
        return len(found("attending the fish supper", f"Cy Day is holding {SUPPER}.", story, *KNOWS, now=WEDNESDAY))

    assert going("Ann Bo plays the fiddle at the fish supper.") == 8
    assert going("Eve Fay plays the fiddle at the fish supper.") < 8
    assert going("Ann Bo hates the fish supper.") < 8


def test_work_that_no_table_knows_is_work() -> None:
    fields = {"summary": SUMMARY, "workplace": "Watch Hut: room", "places": [*PLACES, {"name": "Watch Hut: room"}]}
    working = found("working as the avalanche watcher", "Ann Bo is the avalanche watcher of the Watch Hut.", **fields)
    assert {chunk.place for chunk in working} == {"Watch Hut: room"}


def test_in_a_town_of_places_of_no_known_kind_people_still_go_out() -> None:
    places: list[Field] = [
        {"name": "Szélkakas: udvar", "rule": "open to everybody"},
        {"name": "Bo house: bedroom", "rule": ""},
        {"name": "Bo house: living room", "rule": ""},
    ]
    out = [
        chunk
        for chunks in days(summary=SUMMARY, places=places, trade="")
        for chunk in chunks
        if chunk.place == "Szélkakas: udvar"
    ]
    assert len(out) >= 8


def test_a_host_calls_on_each_of_those_whom_they_have_invited() -> None:
    knows = ("Cy Day works at the Corner Store.", "Eve Fay keeps the Tin Kettle Cafe.", "Gus Bo works at Dell Library.")
    asked = "Ann Bo has invited Cy Day and Eve Fay to the fish supper."
    calls = [
        chunk.activity
        for chunk in found("", HOSTING, *knows, asked, trade="a retired postman")
        if chunk.why.startswith("Ann Bo is planning a fish supper")
    ]
    assert min(sum(guest in each for each in calls) for guest in ("Cy Day", "Eve Fay")) >= 8
    assert not any("Gus Bo" in each for each in calls)


def test_a_host_asks_one_guest_after_the_other_and_nobody_once_the_event_is_near() -> None:
    known = ("Cy Day works at the Corner Store.", "Eve Fay keeps the Tin Kettle Cafe.")
    asked = "Ann Bo has invited Cy Day and Eve Fay to the fish supper."

    def first_two(hosting: str, **more: Field) -> set[tuple[str, ...]]:
        told = days(hosting, *known, asked, trade="a retired postman", **more)
        calls = ([chunk.start for chunk in chunks if re.search("Cy Day|Eve Fay", chunk.activity)] for chunks in told)
        return {tuple(starts[:2]) for starts in calls}

    early = HOSTING.replace("from 6 pm to 8 pm", "from 10:45 am to noon")
    assert first_two(HOSTING) == first_two(early) == {("10:00 am", "10:30 am")}
    assert not {"10:00 am", "10:30 am"} & {start for starts in first_two(early, now=WEDNESDAY) for start in starts}


@pytest.mark.parametrize(
    ("told", "doing", "hour"),
    [
        ("Ann Bo swims off the pier at six every morning, whatever the weather.", "swimming off the pier", 6),
        ("Ann Bo winds the church clock at seven each morning.", "winding the church clock", 7),
        ("Ann Bo feeds the gulls at four every afternoon.", "feeding the gulls", 16),
    ],
)
def test_what_one_does_at_the_same_hour_every_day_is_done_then(told: str, doing: str, hour: int) -> None:
    early = {"wakes": "5:00 am", "now": "Tuesday May 6 2025, 5:00 am"}
    starts = {clock(chunk.start) or 0 for chunk in found(doing, told, trade="a retired postman", **early)}
    assert starts
    assert all(0 <= start - 60 * hour <= 15 for start in starts), starts


@pytest.mark.parametrize(
    "told",
    ["Ann Bo gets up at six every morning.", "Ann Bo works from nine to five every day.", "Ann Bo swims at six."],
)
def test_the_hours_of_any_day_are_no_custom(told: str) -> None:
    (fact,) = Reader("Ann Bo", People({"Ann Bo": "she"})).facts(told, dt.datetime(2025, 5, 6), own=True)
    assert custom_of(fact) == ""


def test_a_host_goes_round_early_on_the_day_of_the_event() -> None:
    for chunks in days(HOSTING, *KNOWS, now="Wednesday May 7 2025, 7:00 am"):
        begins = [clock(chunk.start) or 0 for chunk in chunks if "going round to invite" in chunk.activity]
        assert all(start <= 13 * 60 for start in begins)


@pytest.mark.parametrize(
    ("where", "attends"),
    [("the Reed Hall", False), ("the Alder Meadow", False), ("the herring fair at Reed Hall", True)],
)
def test_who_goes_to_a_place_attends_nothing_there(where: str, attends: bool) -> None:
    assert bool(found("attending", f"Ann Bo is going to {where} on Tuesday May 6 at 4 pm.")) is attends


@pytest.mark.parametrize(
    ("told", "doing"),
    [
        ("means to go back to the mill in April", ""),
        ("is going to whitewash the barn when the rain is over", ""),
        ("wants to bottle the plums next autumn", ""),
        ("is going to pickle the beans after the harvest", ""),
        ("is going to pickle the beans", "pickling the beans"),
        ("wants to whitewash the barn on Tuesday", "whitewashing the barn"),
        ("wants to whitewash the barn on Friday", ""),
    ],
)
def test_what_is_for_a_later_time_is_not_done_today(told: str, doing: str) -> None:
    done = found("ing the " + told.split(" the ")[1].split(" ")[0], f"Ann Bo {told}.")
    assert bool(done) is bool(doing)
    assert all(doing in chunk.activity for chunk in done)


def test_what_takes_both_is_planned_as_a_call() -> None:
    promised = ("I promised Cy Day to help with teaching her the fiddle.", "Cy Day works at the Corner Store.")
    assert not found("fiddle", *promised)
    assert {chunk.place for chunk in found("Cy Day", *promised)} == {"Corner Store: shop"}


def test_help_in_a_place_that_is_shut_waits_until_it_opens() -> None:
    places: list[Field] = [{"name": "Dell Library: reading room", "rule": "open from 6 pm to 9 pm"}]
    promised = "I promised Cy Day to carry the shelves out of the Dell Library."
    helping = found("carrying the shelves", promised, places=places)
    assert helping
    assert {clock(chunk.start) for chunk in helping} == {18 * 60}
