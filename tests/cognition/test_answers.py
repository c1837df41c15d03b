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
        ("19時45分", "7:45 pm"),
        ("21点15分", "9:15 pm"),
        ("17 시 5 분", "5:05 pm"),
        ("21 час 10 мин", "9:10 pm"),
        ("18h 05", "6:05 pm"),
        ("19 heures 45", "7:45 pm"),
        ("13 Uhr 20", "1:20 pm"),
        ("19 horas y 45 minutos", "7:45 pm"),
        ("21 heures et quart", "9:15 pm"),
        ("0 Uhr", "12:00 am"),
        ("下午三点四十分", "3:40 pm"),
        ("上午九点半", "9:30 am"),
        ("밤 11시", "11:00 pm"),
        ("٩:١٥ مساء", "9:15 pm"),
        ("9 Uhr am Abend", "9:00 pm"),
        ("11 de la noche", "11:00 pm"),
        ("12 de la noche", "12:00 am"),
        ("晚上12点", "12:00 am"),
        ("12:15 midnight", "12:15 am"),
        ("12:45 (noon)", "12:45 pm"),
        ("minuit", "12:00 am"),
        ("00:40 p.m.", "12:40 pm"),
        ("half seven pm", "7:30 pm"),
        ("quarter of eight am", "7:45 am"),
        ("twenty-five to ten pm", "9:35 pm"),
        ("Day 3, 9:15 pm", "9:15 pm"),
        ("next day 10:00 pm", "10:00 pm"),
        ("5/6/2031 9:15 pm", "9:15 pm"),
        ("3rd of May, 9:15 pm", "9:15 pm"),
        ("3. 9:15 am", "9:15 am"),
        ("Step 4: 21:15", "9:15 pm"),
        ("2115h", "9:15 pm"),
        ("1700hrs", "5:00 pm"),
        ("915 am", "9:15 am"),
        ("9:15p", "9:15 pm"),
        ("9:15 (pm)", "9:15 pm"),
        ("9:15 this evening", "9:15 pm"),
        ("10 tonight", "10:00 pm"),
        ("early morning, 5:15", "5:15 am"),
        ("`9:15 am`", "9:15 am"),
        ("“21:15”", "9:15 pm"),
        ({"hour": 21, "minute": 5}, "9:05 pm"),
        ({"hour": 9, "minute": 15, "period": "PM"}, "9:15 pm"),
    ],
)
def test_a_clock_time_is_read_in_every_form_that_leaves_no_doubt(said: object, meant: str) -> None:
    plan = read_answer(json.dumps({"chunks": [{"start": said, "activity": "resting"}]}), DayPlan)
    assert plan.answer
    assert plan.answer.chunks[0].start == meant


@pytest.mark.parametrize(
    ("said", "meant"),
    [
        ("20:45 to 21:30", "8:45 pm"),
        ("from 14:20 to 15:00", "2:20 pm"),
        ("07:15 to 08:30", "7:15 am"),
        ("12:15 to 13:00", "12:15 pm"),
        ("22 to 6", "10:00 pm"),
        ("7:15-8:00 am", "7:15 am"),
        ("6–7 pm", "6:00 pm"),
        ("6-7:30 pm", "6:00 pm"),
        ("between 9 and 10:30 am", "9:00 am"),
        ("7:15‑8:00 de la tarde", "7:15 pm"),
        ("11:15-12:45 pm", "11:15 am"),
        ("11 - 7 am", "11:00 pm"),
        ("12:15-2 pm", "12:15 pm"),
        ("12:00-5:30 am", "12:00 am"),
        ("午後2時から3時", "2:00 pm"),
    ],
)
def test_a_stretch_is_read_as_its_start(said: str, meant: str) -> None:
    assert clock_time(said) == meant


@pytest.mark.parametrize(
    "said",
    [
        *(
            "7:30",
            "half past nine",
            "9",
            "ten o'clock",
            "25:00",
            "10:75 pm",
            "later",
            "",
            22,
            None,
            "22.5",
            "420",
            "7h",
        ),
        *("9:15 am/pm", "9:15 (AM or PM)", "9 am or 10 am", "12:00 pm (midnight)", "12:00 am (noon)"),
        *("halb 9 pm", "21 heures moins le quart", "quarter nine pm", "12 am Abend", "21,15", "八点半"),
        *("five to six pm", "2 - 9:15 am", {"hour": 9, "minute": 15}, {"minute": [15], "hour": None}, 1340, True),
    ],
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


@pytest.mark.parametrize(
    ("starts", "meant"),
    [
        (["9 Uhr 15", "12 Uhr", "21 Uhr"], ["9:15 am", "12:00 pm", "9:00 pm"]),
        (["9:15 to 10:00", "21:00 to 22:00"], ["9:15 am", "9:00 pm"]),
        ([{"hour": 9, "minute": 15}, {"hour": 21, "minute": 0}], ["9:15 am", "9:00 pm"]),
        (["1. 9:15", "2. 21:00"], ["9:15 am", "9:00 pm"]),
        ([450, 555, 1290], ["7:30 am", "9:15 am", "9:30 pm"]),
        ([730, 915, 2130], ["7:30 am", "9:15 am", "9:30 pm"]),
        (["11:15 am", "12:15", "10:45 pm", "12:15"], ["11:15 am", "12:15 pm", "10:45 pm", "12:15 am"]),
    ],
)
def test_and_so_it_does_in_words_records_and_numbers(starts: list[object], meant: list[str]) -> None:
    text = json.dumps({"chunks": [{"start": start, "activity": "resting"} for start in starts]})
    read = read_answer(text, DayPlan).answer
    assert read
    assert [chunk.start for chunk in read.chunks] == meant


@pytest.mark.parametrize(
    "starts",
    [
        *(["10:30", "11:00"], ["07:30 am", "10:30"], ["7:30 pm", "9:15"]),
        *([1320], [730, 900, 1320], [0, 30, 60], [7, 9, 22], [480, 2200]),
    ],
)
def test_a_time_that_could_be_either_half_of_the_day_is_not_read(starts: list[object]) -> None:
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
        ("2/5", 4),
        ("4 out of 5", 8),
        ("60/100", 6),
        ("eight out of ten", 8),
        ("low", 2),
        ("Medium.", 5),
        ("Importance: high", 8),
        ("very low importance", 1),
        ("6 (because 2 friends left)", 6),
        ("9, since 4 people came", 9),
        ("6/10 because 3 people came", 6),
        ("6/10 - 3 friends left", 6),
        ("6 (3 friends left)", 6),
        ("2: 9", 9),
        ("2. 9", 9),
        ("#2 - 9", 9),
        ("Memory 2: 9", 9),
        ({"index": 2, "importance": 9}, 9),
    ],
)
def test_a_rating_is_read_in_every_form(said: object, meant: int) -> None:
    assert read_answer(json.dumps({"ratings": [3, said]}), Ratings).answer == Ratings(ratings=[3, meant])


@pytest.mark.parametrize(
    "said",
    [
        *(11, 85, -1, "7 or 8", "3/5 or 4/5", "quite", {"a": 7, "b": 3}, "9%", True, 0.4, "3 - 9", "Memory 4: 9"),
        *("2 (9)", "4/3/10", "Memory 2 of 5: 8", "8 out of 5", "medium-high"),
    ],
)
def test_a_rating_on_no_known_scale_is_none(said: object) -> None:
    assert read_answer(json.dumps({"ratings": [3, said]}), Ratings).answer is None


@pytest.mark.parametrize(
    ("said", "meant"),
    [
        (["1 - 8", "2 - 3", "3 - 4"], [8, 3, 4]),
        (["#1 - 8"], [8]),
        (["Event 1: 8 (it took 3 days)", "Event 2: 2"], [8, 2]),
        ("1: 8\n2: 2", [8, 2]),
        ("Memory 1: 8, Memory 2: 2", [8, 2]),
        ([[1, 8], [2, 2]], [8, 2]),
        ([{"index": 2, "importance": 2}, {"index": 1, "importance": 8}], [8, 2]),
        ([{"index": 0, "importance": 8}, {"index": 1, "importance": 2}], [8, 2]),
        (["1: high", "2: low"], [8, 2]),
        (["5-6", "2 to 4"], [6, 3]),
        (["2: dull", "1: dull"], [2, 1]),
        ([0.8, 0.25, 1.0], [8, 2, 10]),
        (["0.8"], [8]),
        ({"3": 4, "1": 8, "2": 2}, [8, 2, 4]),
        ([{"event 2": 2}, {"event 1": 8}], [8, 2]),
    ],
)
def test_ratings_are_read_with_the_numbers_of_what_they_rate_or_as_shares(said: object, meant: list[int]) -> None:
    read = read_answer(json.dumps({"ratings": said}), Ratings)
    assert read.answer == Ratings(ratings=meant)
    assert "number read" in read.mends


@pytest.mark.parametrize(
    "said", [["Memory 2 - 9"], ["1 - 2", "2 - 3"], ["1-10"], [8, 0.5], ["2 - 8", "2 - 3"], [True], ["7%"]]
)
def test_ratings_that_could_be_others_are_none(said: list[object]) -> None:
    assert read_answer(json.dumps({"ratings": said}), Ratings).answer is None


def test_what_is_wrong_with_a_number_is_told_in_words() -> None:
    told = read_answer('{"ratings": ["quite"]}', Ratings).error
    assert told
    assert [each["msg"] for each in told.errors()] == ["it has to be a whole number from 1 to 10"]
    told = read_answer('{"activity": "resting", "minutes": "long"}', AtHand).error
    assert told
    assert [each["msg"] for each in told.errors()] == ["it has to be a whole number of minutes from 5 to 120"]


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
        ("25分钟", 25),
        ("25분", 25),
        ("25минут", 25),
        ("25minuten", 25),
        ("25mn", 25),
        ("25_minutes", 25),
        ("80мин", 80),
        ("二十分钟", 20),
        ("1小时", 60),
        ("1 Stunde 20 Minuten", 80),
        ("1/2 h", 30),
        ("1/4 hour", 15),
        ("1 1/4 hours", 75),
        ("1½ hours", 90),
        ("one and a half hours", 90),
        ("three quarters of an hour", 45),
        ("半小时", 30),
        ("1 hour (60 minutes)", 60),
        ("20 more minutes", 20),
    ],
)
def test_minutes_are_read_in_every_form(said: object, meant: int) -> None:
    read = read_answer(json.dumps({"activity": "resting", "minutes": said}), AtHand)
    assert read.answer
    assert read.answer.minutes == meant


@pytest.mark.parametrize(
    "said",
    ["15 minutes or 20 minutes", "until noon", "15:00", "long", "1 or 2 hours", "3 days", "until 9", "2/5 h", True],
)
def test_minutes_that_could_be_others_are_none(said: object) -> None:
    assert read_answer(json.dumps({"activity": "resting", "minutes": said}), AtHand).answer is None


@pytest.mark.parametrize(
    "said",
    ["smiling", ":smile:", "U+1F642", "–", "..", "!", "12", "&mdash;", "\ufe0f", "\u200d", "mill → inn", "©"],
)
def test_words_and_plain_signs_are_no_emoji_and_that_is_told(said: str) -> None:
    assert _emoji_read(said) == ("", ("emoji dropped",))


_FAMILY = "\U0001f469\u200d\U0001f469\u200d\U0001f467\u200d\U0001f467"
_DARK_FAMILY = "\u200d".join(f"{person}\U0001f3fe" for person in _FAMILY.split("\u200d"))


@pytest.mark.parametrize(
    ("said", "meant"),
    [
        ("🍞 baking", "🍞"),
        ("Icon: 🍞🔥.", "🍞🔥"),
        ("&#127838;", "🍞"),
        (["🍞", "🔥"], "🍞🔥"),
        (_FAMILY * 3, _FAMILY * 2),
        (_DARK_FAMILY * 2, _DARK_FAMILY),
    ],
)
def test_the_first_emoji_of_a_text_are_read(said: object, meant: str) -> None:
    assert _emoji_read(said) == (meant, ("emoji read",))


@pytest.mark.parametrize("said", ["🍞", "🍞🔥", "🍞 🔥", "🍞🧂🔥", "ℹ️", "3️⃣", "🇳🇴", "☂️", "🏃🏾‍♀️", "↔️", ""])
def test_an_emoji_of_any_kind_is_taken_as_it_is(said: str) -> None:
    assert _emoji_read(said) == (said, ())


def _emoji_read(said: object) -> tuple[str, tuple[str, ...]]:
    read = read_answer(json.dumps({"steps": [{"minutes": 10, "activity": "resting", "emoji": said}]}), Steps)
    assert read.answer
    return read.answer.steps[0].emoji, read.mends


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
