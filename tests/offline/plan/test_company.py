"""Calls: on people one knows and likes, where they are likely to be; and breaks that are spent among people."""

from __future__ import annotations

from itertools import pairwise

import pytest

from offline.persons import HOME, PLACES, day_fields, memories
from townlet.cognition.answers import DayPlan
from townlet.language.prompt import Field
from townlet.offline.fields import clock
from townlet.offline.moves.approach import called_on
from townlet.offline.plan.company import calls
from townlet.offline.plan.day import day_plan
from townlet.offline.plan.frame import DayFrame
from townlet.offline.plan.hours import hour_plan

FORGE: list[Field] = [{"name": "Forge: smithy", "rule": ""}, {"name": "Vale house: parlour", "rule": ""}]
AT_THE_FORGE: list[Field] = [
    {"start": "7:00 am", "end": "8:00 am", "activity": "waking up", "place": HOME[0]},
    {"start": "8:00 am", "end": "5:00 pm", "activity": "working as a blacksmith", "place": "Forge: smithy"},
    {"start": "11:00 pm", "end": "11:00 pm", "activity": "going to bed", "place": HOME[0]},
]
FORGE_AND_HOME: list[Field] = [*FORGE, *({"name": room, "rule": ""} for room in HOME)]
OPEN_ALL_DAY: list[Field] = [{"name": "Corner Store: shop", "rule": ""}, *({"name": room, "rule": ""} for room in HOME)]
AT_WORK: dict[str, Field] = {"workplace": "Forge: smithy", "works": "1:30 pm to 9:30 pm"}
SHOPKEEPER = "Ann Bo knows Cy Day from the Corner Store"
NEIGHBOURS: list[Field] = [{"name": "Cy Day", "place": "Corner Store: shop"}]


def called(*texts: str) -> dict[str, str]:
    """Whom Ann Bo might call on, and where."""
    frame = DayFrame.of(day_fields(*texts, places=[*PLACES, *FORGE]), 1)
    return {call.who: call.place for call in calls(frame)}


def weight(*texts: str, **more: Field) -> float:
    frame = DayFrame.of(day_fields(*texts, places=[*PLACES, *FORGE], **more), 1)
    return next(call.weight for call in calls(frame))


@pytest.mark.parametrize(
    ("text", "place"),
    [
        (SHOPKEEPER, "Corner Store: shop"),
        ("Cy Day said to me: 'I'm Cy Day; I'm the smith at the Forge.'", "Forge: smithy"),
        ("Ann Bo and Cy Vale are friends", "Vale house: parlour"),
    ],
)
def test_somebody_known_is_sought_where_they_work_or_live(text: str, place: str) -> None:
    assert list(called(text).values()) == [place]


def test_a_neighbour_is_sought_where_everybody_knows_them_to_be() -> None:
    frame = DayFrame.of(day_fields(places=[*PLACES, *FORGE], neighbours=NEIGHBOURS), 1)
    assert [(call.who, call.place) for call in calls(frame)] == [("Cy Day", "Corner Store: shop")]


def test_a_neighbour_is_called_on_less_gladly_than_whom_one_knows_or_has_talked_with() -> None:
    by_sight = weight(neighbours=NEIGHBOURS)
    known = weight(SHOPKEEPER, neighbours=NEIGHBOURS)
    assert by_sight < known == weight("I said to Cy Day: 'Good morning.'", neighbours=NEIGHBOURS)


def test_nobody_calls_on_whom_they_dislike_or_cannot_find_or_live_with() -> None:
    assert called("Ann Bo dislikes Cy Day", SHOPKEEPER) == {}
    assert called("Ann Bo knows Eve Fox") == {}
    assert called("Ann Bo and Gus Bo are married") == {}


def test_a_friend_and_whoever_has_what_one_needs_are_called_on_more_gladly() -> None:
    plain = weight(SHOPKEEPER)
    assert weight(SHOPKEEPER, "Ann Bo and Cy Day are friends") > plain
    offer = "Cy Day said to me: 'I have a crate of sixty empty jam jars.'"
    assert weight(SHOPKEEPER, offer, "Ann Bo needs forty empty jars for the jam") > weight(SHOPKEEPER, offer) == plain


def test_a_day_off_may_be_spent_on_a_call() -> None:
    days = [
        DayPlan.model_validate(day_plan(day_fields(SHOPKEEPER, trade="nobody much"), seed)).chunks for seed in range(12)
    ]
    found = [chunk for chunks in days for chunk in chunks if called_on(chunk.activity) == "Cy Day"]
    assert found
    assert {chunk.place for chunk in found} == {"Corner Store: shop"}


@pytest.mark.parametrize(
    ("hours", "fewest"),
    [({"wakes": "4:30 am", "sleeps": "9:00 pm"}, 6), ({"wakes": "1:00 pm", "sleeps": "5:00 am", **AT_WORK}, 0)],
)
def test_calls_are_paid_when_people_are_up_and_dressed(hours: dict[str, Field], fewest: int) -> None:
    fields = day_fields("Ann Bo and Cy Vale are friends", trade="a blacksmith", **{"places": FORGE_AND_HOME, **hours})
    days = [DayPlan.model_validate(day_plan(fields, seed)).chunks for seed in range(12)]
    found = [clock(chunk.start) or 0 for chunks in days for chunk in chunks if called_on(chunk.activity) == "Cy Vale"]
    assert len(found) >= fewest
    assert all(8 * 60 + 30 <= start < 21 * 60 for start in found)


def test_a_call_lasts_an_hour_at_most_and_is_not_paid_to_a_place_of_work_in_the_evening() -> None:
    late = day_fields(SHOPKEEPER, trade="nobody much", wakes="3:00 pm", sleeps="11:00 pm", places=OPEN_ALL_DAY)
    days = [day_fields(SHOPKEEPER, trade="nobody much", wakes="7:00 am", sleeps="9:00 pm"), late]
    found = []
    for fields in (fields for fields in days for _ in range(12)):
        chunks = DayPlan.model_validate(day_plan(fields, len(found))).chunks
        found += [
            (clock(chunk.start) or 0, clock(after.start) or 0)
            for chunk, after in pairwise(chunks)
            if called_on(chunk.activity) == "Cy Day"
        ]
    assert found
    assert all(end - start <= 60 and start <= 16 * 60 + 30 for start, end in found)


def pauses(seed: int, *texts: str, trade: str = "a blacksmith", **more: Field) -> list[tuple[str, str]]:
    """What a day at the forge holds besides work, and where."""
    fields = day_fields(*texts, trade=trade, places=[*PLACES, *FORGE], plan=AT_THE_FORGE, **more)
    chunks = DayPlan.model_validate(hour_plan(fields, seed)).chunks[1:-1]
    return [(chunk.activity, chunk.place) for chunk in chunks if chunk.place not in ("Forge: smithy", *HOME)]


def test_who_works_alone_goes_out_for_a_word_with_somebody() -> None:
    out = [pause for seed in range(8) for pause in pauses(seed, SHOPKEEPER)]
    assert ("Cy Day", "Corner Store: shop") in [(called_on(activity), place) for activity, place in out]
    assert {place for _, place in out} - {"Corner Store: shop"}
    assert not any("meadow" in place for _, place in out)


def test_nobody_leaves_their_work_for_a_neighbour_whom_they_know_by_sight() -> None:
    out = [pause for seed in range(8) for pause in pauses(seed, neighbours=NEIGHBOURS)]
    assert out
    assert not [activity for activity, _ in out if called_on(activity)]


def test_who_keeps_a_shop_stays_in_it() -> None:
    assert [pause for seed in range(8) for pause in pauses(seed, SHOPKEEPER, trade="a shopkeeper")] == []


@pytest.mark.parametrize("doing", ["looking in on Cy Day", "stopping by for a word with Cy Day"])
def test_a_call_names_whom_it_is_meant_for(doing: str) -> None:
    assert called_on(doing) == "Cy Day"
    assert called_on("looking along the shelves") == ""


def test_who_likes_a_word_with_somebody_in_the_morning_waits_for_them_in_the_kitchen() -> None:
    custom = "Ann Bo likes to ask Gus Bo in the morning how the choir is going"
    for seed in range(6):
        chunks = DayPlan.model_validate(day_plan(day_fields(custom, trade="a clockmaker"), seed)).chunks
        words = [chunk for chunk in chunks if called_on(chunk.activity) == "Gus Bo"]
        assert [chunk.place for chunk in words] == ["Bo house: kitchen"]
        assert words[0].start.endswith("am")


def test_colleagues_meet_at_work_and_need_no_call() -> None:
    at_work: dict[str, Field] = {"workplace": "Reed Hall: hall"}
    knows, friends = "Ann Bo knows Cy Day from Reed Hall.", "Ann Bo and Cy Day are friends."
    assert weight(knows)
    assert weight(knows, friends, **at_work)
    with pytest.raises(StopIteration):
        weight(knows, **at_work)


@pytest.mark.parametrize(("when", "place"), [("6:20 am", "Reed Hall: hall"), ("3:20 am", "Corner Store: shop")])
def test_somebody_just_seen_is_sought_there(when: str, place: str) -> None:
    fields = day_fields(SHOPKEEPER + ".")
    seen: Field = {"n": 9, "when": f"Tuesday May 6 2025, {when}", "text": "Cy Day is dusting at Reed Hall."}
    frame = DayFrame.of({**fields, "memories": [*memories(SHOPKEEPER + "."), seen]}, 1)
    assert [call.place for call in calls(frame)] == [place]
