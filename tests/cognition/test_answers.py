"""Answers that forgive an odd form, and what they never forgive."""

from __future__ import annotations

import json
from typing import Any

import pytest
from pydantic import BaseModel

from townlet.cognition.answers import (
    AtHand,
    Choice,
    Chunk,
    DayPlan,
    Insight,
    Insights,
    JointDialogue,
    Line,
    Ratings,
    Reaction,
    Steps,
    Takeaway,
    Text,
)
from townlet.cognition.clock_times import clock_time
from townlet.language.answer_reader import DEFAULTED, LISTED, RENAMED, read_answer


@pytest.mark.parametrize(
    ("said", "meant"),
    [
        ("22:00", "10:00 pm"),
        ("07:30", "7:30 am"),
        ("00:15", "12:15 am"),
        ("24:00", "12:00 am"),
        ("10 pm", "10:00 pm"),
        ("10pm", "10:00 pm"),
        ("10 P.M.", "10:00 pm"),
        ("10:00:00 PM", "10:00 pm"),
        ("7.30 a.m.", "7:30 am"),
        ("7:30\u202fAM", "7:30 am"),
        ("22h30", "10:30 pm"),
        ("22h", "10:00 pm"),
        ("18.00", "6:00 pm"),
        ("18:00 Uhr", "6:00 pm"),
        ("noon", "12:00 pm"),
        ("12 noon", "12:00 pm"),
        ("Midnight", "12:00 am"),
        ("12:30 pm", "12:30 pm"),
        ("half past nine in the evening", "9:30 pm"),
        ("quarter to seven am", "6:45 am"),
        ("a quarter past 8 at night", "8:15 pm"),
        ("nine o'clock in the morning", "9:00 am"),
        ("seven thirty am", "7:30 am"),
        ("3 in the afternoon", "3:00 pm"),
        ("around 7:30 am", "7:30 am"),
        ("7:30 am - 8:15 am", "7:30 am"),
        ("13:00-14:30", "1:00 pm"),
        ("2031-05-05T22:00:00", "10:00 pm"),
        ("1930", "7:30 pm"),
        ("0730 hours", "7:30 am"),
        ("seven-thirty pm", "7:30 pm"),
        ("10:00 p. m.", "10:00 pm"),
        ("PM 10:00", "10:00 pm"),
        ("8：00 am", "8:00 am"),  # a full-width colon
        ("下午3点", "3:00 pm"),
        ("오전 9시 30분", "9:30 am"),
        ("7:30 de la tarde", "7:30 pm"),
        ("9 ч утра", "9:00 am"),
    ],
)
def test_a_clock_time_is_read_in_every_form_that_leaves_no_doubt(said: str, meant: str) -> None:
    plan = read_answer(json.dumps({"chunks": [{"start": said, "activity": "resting"}]}), DayPlan)
    assert plan.answer
    assert plan.answer.chunks[0].start == meant


@pytest.mark.parametrize(
    "said",
    ["7:30", "half past nine", "9", "ten o'clock", "25:00", "10:75 pm", "later", "", 22, None, "22.5", "420", "7h"],
)
def test_a_clock_time_that_could_be_another_is_no_time(said: object) -> None:
    assert clock_time(said) == said
    assert read_answer(json.dumps({"chunks": [{"start": said, "activity": "resting"}]}), DayPlan).answer is None


def test_one_time_of_a_24_hour_clock_tells_what_the_others_are() -> None:
    chunks = [{"start": start, "activity": "resting"} for start in ("7:30", "9:15", "13:00", "22:00")]
    plan = read_answer(json.dumps({"chunks": chunks}), DayPlan)
    assert plan.answer
    assert [chunk.start for chunk in plan.answer.chunks] == ["7:30 am", "9:15 am", "1:00 pm", "10:00 pm"]
    assert plan.mends == ("clock time read",)


@pytest.mark.parametrize(
    "starts",
    [
        ["06:30", "10:30", "9:15", "22:00"],
        ["0630", "1030", "915", "2200"],
        ["2031-05-05T06:30:00", "2031-05-05T10:30:00", "2031-05-05T9:15:00", "2031-05-05T22:00:00Z"],
        ["06h30", "10h30", "9h15", "22h"],
        ["06:30 Uhr", "10:30 Uhr", "9:15 Uhr", "22:00 Uhr"],
    ],
)
def test_so_it_does_however_the_times_are_written(starts: list[str]) -> None:
    text = json.dumps({"chunks": [{"start": start, "activity": "resting"} for start in starts]})
    read = read_answer(text, DayPlan).answer
    assert read
    assert [chunk.start for chunk in read.chunks] == ["6:30 am", "10:30 am", "9:15 am", "10:00 pm"]


@pytest.mark.parametrize("starts", [["10:30", "11:00"], ["07:30 am", "10:30"], ["7:30 pm", "9:15"]])
def test_a_time_that_could_be_either_half_of_the_day_is_not_read(starts: list[str]) -> None:
    text = json.dumps({"chunks": [{"start": start, "activity": "resting"} for start in starts]})
    assert read_answer(text, DayPlan).answer is None


@pytest.mark.parametrize(
    ("said", "meant"),
    [
        ("7/10", 7),
        ("7 out of 10", 7),
        ("7", 7),
        ("7 (quite important)", 7),
        ("Rating: 7", 7),
        (7.4, 7),
        ("7.0", 7),
        ("seven", 7),
        ("Eight (very important)", 8),
        ("7,4", 7),
        ("6-8", 7),
        ("70 %", 7),
        ({"memory": 2, "rating": 7}, 7),
        ({"rating": 7}, 7),
        (0, 1),
    ],
)
def test_a_rating_is_read_in_every_form(said: object, meant: int) -> None:
    assert read_answer(json.dumps({"ratings": [3, said]}), Ratings).answer == Ratings(ratings=[3, meant])


@pytest.mark.parametrize("said", [11, 85, -1, "7 or 8", "3/5 or 4/5", "high", {"a": 7, "b": 3}])
def test_a_rating_on_no_known_scale_is_none(said: object) -> None:
    assert read_answer(json.dumps({"ratings": [3, said]}), Ratings).answer is None


def test_ratings_that_end_in_nothing_are_too_few_and_one_between_others_is_none() -> None:
    assert read_answer('{"ratings": [3, null, "..."]}', Ratings).answer == Ratings(ratings=[3])
    assert read_answer('{"ratings": [3, null, 5]}', Ratings).answer is None


_REST = {"start": "7:15 am", "activity": "resting"}


@pytest.mark.parametrize(
    ("form", "field", "names"),
    [
        (Chunk, {"place": "the inn"}, ["location", "Where", "at", "place_name", "newLocation"]),
        (Chunk, {"start": "7:15 am"}, ["startTime", "start_time", "Start Time", "time"]),
        (Chunk, {"why": "it rains"}, ["reason", "because"]),
        (AtHand, {"minutes": 25}, ["duration", "durationMinutes", "duration_in_minutes"]),
        (AtHand, {"place": "the inn"}, ["Location"]),
        (
            Line,
            {"leave": True},
            ["leaving", "leave_talk", "endConversation", "End", "isLeaving", "wants to leave", "end_of_talk"],
        ),
        (Reaction, {"topic": "the fair"}, ["subject"]),
        (Reaction, {"reason": "it rains"}, ["why"]),
        (Reaction, {"rest_of_day": True}, ["changePlan"]),
        (Takeaway, {"commitments": ["I bake."]}, ["promises"]),
        (Insight, {"text": "Ann is kind."}, ["insight"]),
        (Insight, {"because": [2]}, ["evidence", "based_on"]),
    ],
)
def test_a_field_under_another_name_is_read_and_told(
    form: type[BaseModel], field: dict[str, Any], names: list[str]
) -> None:
    whole = {Chunk: _REST, AtHand: {"activity": "resting"}, Line: {"say": "Good day."}, Reaction: {"choice": "talk"}}
    whole |= {Takeaway: {"memo": "They met."}, Insight: {"text": "Ann is kind.", "because": [2]}}
    [(own, value)] = field.items()
    for name in names:
        given = {key: each for key, each in whole[form].items() if key != own} | {name: value}
        read = read_answer(json.dumps(given), form)
        assert read.answer == form.model_validate(whole[form] | field)
        assert RENAMED in read.mends


def test_another_name_gives_way_to_the_fields_own_and_to_a_surer_one() -> None:
    given = {"start": "7:15 am", "time": "9:00 am", "activity": "resting", "at": "noon", "location": "the inn"}
    read = read_answer(json.dumps({"chunks": [given]}), DayPlan).answer
    assert read == DayPlan(chunks=[Chunk(start="7:15 am", activity="resting", place="the inn")])


@pytest.mark.parametrize("said", ["say: Good day.\nleaving: yes", "<say>Good day.</say><leaving>true</leaving>"])
def test_another_name_is_known_in_other_notations_too(said: str) -> None:
    assert read_answer(said, Line).answer == Line(say="Good day.", leave=True)


@pytest.mark.parametrize(
    "text",
    [
        json.dumps({"schedule of Ann": [_REST], "day": "May 5", "hours awake": 15}),
        json.dumps({"result": {"items": [_REST], "count": 1}}),
        json.dumps(_REST),
        f"Sure: {json.dumps(_REST)}",
        json.dumps([_REST, None]),
        json.dumps({"chunks": [_REST, {}, "..."]}),
        json.dumps({"chunks": [_REST, {"start": "...", "activity": "..."}]}),
        json.dumps([_REST, {"start": None, "activity": ""}]),
    ],
)
def test_a_plan_is_read_with_more_or_less_around_it(text: str) -> None:
    assert read_answer(text, DayPlan).answer == DayPlan(chunks=[Chunk(start="7:15 am", activity="resting")])


def test_one_part_of_a_plan_that_was_cut_off_is_no_plan() -> None:
    assert read_answer(json.dumps(_REST), DayPlan, cut_off=True).answer is None
    assert read_answer(json.dumps({"notes": ["rest"], "day": "May 5"}), DayPlan).answer is None


@pytest.mark.parametrize("nothing", [[], None, "", {}])
def test_an_insight_that_rests_on_nothing_is_dropped_beside_others(nothing: object) -> None:
    kept = {"text": "Ann is kind.", "because": [2]}
    given = {"insights": [{"text": "Bo is late.", "because": nothing}, kept, {"text": "It rains."}]}
    read = read_answer(json.dumps(given), Insights)
    assert read.answer == Insights(insights=[Insight(text="Ann is kind.", because=[2])])
    assert LISTED in read.mends


@pytest.mark.parametrize(
    "given",
    [
        {"commitments": False, "outcomes": 0, "line_ratings": {}},
        {"reason": []},
        {"reason": {}, "outcomes": {}},
        {"reason": 0, "importance": []},
        {"reason": False, "line_ratings": 0},
        {"reason": "...", "change_plan": {}},
    ],
)
def test_what_is_empty_is_the_default(given: dict[str, object]) -> None:
    read = read_answer(json.dumps({"memo": "They met."} | given), Takeaway)
    assert read.answer == Takeaway(memo="They met.")
    assert DEFAULTED in read.mends


def test_a_number_may_be_said_and_is_no_activity() -> None:
    assert read_answer('{"say": 17}', Line).answer == Line(say="17")
    assert read_answer('{"activity": 17}', AtHand).answer is None


@pytest.mark.parametrize("said", ["N/A", "null", "None", "..."])
def test_a_text_that_says_that_there_is_none_is_no_text(said: str) -> None:
    assert read_answer(json.dumps({"text": said}), Text).answer is None


@pytest.mark.parametrize("said", ["None.", "..."])
def test_a_person_may_say_none_or_nothing(said: str) -> None:
    assert read_answer(json.dumps({"say": said}), Line).answer == Line(say=said)


@pytest.mark.parametrize(
    "said",
    [
        "go on, act, wait, talk",
        "wait | talk",
        "act or wait or talk",
        "Wait, act or go on",
        "talk (act)",
        "go on; wait; talk",
        "wait/talk",
    ],
)
def test_several_choices_are_none(said: str) -> None:
    assert read_answer(json.dumps({"choice": said}), Reaction).answer is None


@pytest.mark.parametrize("said", ["Talk. Talk to her at once.", "talk, because she could wait no longer", "(talk)"])
def test_one_choice_with_words_after_it_is_read(said: str) -> None:
    assert read_answer(json.dumps({"choice": said}), Reaction).answer == Reaction(choice="talk")


@pytest.mark.parametrize("said", ["true/false", "yes or no", "true | false", "No, yes", "oui ou non"])
def test_yes_and_no_is_neither(said: str) -> None:
    assert read_answer(json.dumps({"say": "Good day.", "leave": said}), Line).answer is None


def test_an_ornament_that_does_not_fit_is_dropped_and_told() -> None:
    steps = {"steps": [{"minutes": 10, "activity": "resting", "emoji": "a sleeping face with closed eyes"}]}
    read = read_answer(json.dumps(steps), Steps)
    assert read.answer
    assert (read.answer.steps[0].emoji, read.mends) == ("", ("emoji dropped",))


@pytest.mark.parametrize(
    ("said", "meant"),
    [
        ("15 minutes", 15),
        ("15 min.", 15),
        (12.5, 12),
        ("1 hour", 60),
        ("1.5 h", 90),
        (500, 120),
        ("ten minutes", 10),
        ("half an hour", 30),
        ("1h30", 90),
        ("1 hour and 30 minutes", 90),
        ("PT15M", 15),
        ("900 seconds", 15),
        ("0:15", 15),
        ("10-15 minutes", 12),
    ],
)
def test_minutes_are_read_in_every_form(said: object, meant: int) -> None:
    read = read_answer(json.dumps({"activity": "resting", "minutes": said}), AtHand)
    assert read.answer
    assert read.answer.minutes == meant


@pytest.mark.parametrize("said", ["15 minutes or 20 minutes", "until noon", "15:00", "long"])
def test_minutes_that_could_be_others_are_none(said: str) -> None:
    assert read_answer(json.dumps({"activity": "resting", "minutes": said}), AtHand).answer is None


@pytest.mark.parametrize("said", ["smiling", ":smile:", "U+1F642"])
def test_words_are_no_emoji(said: str) -> None:
    read = read_answer(json.dumps({"steps": [{"minutes": 10, "activity": "resting", "emoji": said}]}), Steps)
    assert read.answer
    assert read.answer.steps[0].emoji == ""


def test_null_is_the_default_everywhere() -> None:
    reaction = {"choice": "go on"} | dict.fromkeys(set(Reaction.model_fields) - {"choice"})
    assert read_answer(json.dumps(reaction), Reaction).answer == Reaction(choice="go on")
    assert read_answer('{"say": "Good morning.", "leave": null}', Line).answer == Line(say="Good morning.")


def test_a_long_memo_is_cut_and_a_long_list_of_promises_too() -> None:
    talk = {"memo": "They talked at length. " * 40, "commitments": ["On May 6, I will bake."] * 9}
    read = read_answer(json.dumps(talk), Takeaway)
    assert read.answer
    assert len(read.answer.memo) <= 400
    assert len(read.answer.commitments) == 5


_LINES = [{"speaker": "Ann Bo", "say": "Good morning."}, {"speaker": "Cy Dee", "say": "Hello."}]


@pytest.mark.parametrize(
    ("form", "answer"),
    [
        (Reaction, {"choice": "sing"}),
        (Reaction, {"choice": "go on or talk"}),
        (Reaction, {"choice": None}),
        (Choice, {"choice": ""}),
        (Choice, {"choice": "the mill " * 60}),
        (Choice, {"choice": {"a": "the mill", "b": "the inn"}}),
        (Insights, {"insights": [{"text": "Ann is kind.", "because": []}]}),
        (Insights, {"insights": [{"text": "Ann is kind.", "because": ["the first"]}]}),
        (Insights, {"insights": ["Ann is kind."]}),
        (JointDialogue, {"lines": [_LINES[0], {"speaker": None, "say": "Hello."}]}),
        (JointDialogue, {"lines": [_LINES[0], {"speaker": "Cy " * 40, "say": "Hello."}]}),
        (JointDialogue, {"lines": _LINES[0]}),
        (Line, {"lines": _LINES}),
        (Line, {"leave": True}),
        (DayPlan, {"chunks": [{"start": "8:00 am", "activity": ""}]}),
    ],
)
def test_what_matters_is_not_forgiven(form: type[BaseModel], answer: object) -> None:
    assert read_answer(json.dumps(answer), form).answer is None


@pytest.mark.parametrize("text", ['{"say": "I am going to the ma', '{"say": "I am going to the market.", "leave": fal'])
def test_half_a_sentence_is_never_spoken(text: str) -> None:
    assert read_answer(text, Line).answer is None


def test_the_schema_that_models_are_sent_is_untouched_by_what_is_forgiven() -> None:
    start = DayPlan.model_json_schema()["$defs"]["Chunk"]["properties"]["start"]
    assert start == {"pattern": "^(0?[0-9]|1[0-2]):[0-5][0-9] [ap]m$", "title": "Start", "type": "string"}
