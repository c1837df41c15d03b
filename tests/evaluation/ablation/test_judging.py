"""Answers are judged by what they name first."""

from __future__ import annotations

import pytest

from townlet.evaluation.ablation.grading import (
    ChosenTruth,
    NamedTruth,
    TimedTruth,
    dial_minutes_apart,
    find_clock_times,
    name_words_by_person,
)

PEOPLE = name_words_by_person(("Ann Ivy", "Bo Lund", "Bo Dell", "Cy Marsh", "Will Ash", "Rose O'Hea"))
WITH_ANN = NamedTruth(("Ann Ivy",), PEOPLE, people=True)
BOTH = NamedTruth(("Ann Ivy", "Cy Marsh", "Will Ash"), PEOPLE, people=True)
WITH_BO = NamedTruth(("Bo Lund",), PEOPLE, people=True)
MILL = NamedTruth(("Old Mill",), {"Old Mill": ("Old Mill", "wheel room", "at work"), "Inn": ("Inn",)})


@pytest.mark.parametrize(
    ("truth", "answer", "verdict"),
    [
        (WITH_ANN, "With Ann Ivy, I think.", "right"),
        (WITH_ANN, "Ann's the one. Cy Marsh likes her, too.", "right"),
        (WITH_ANN, "With Cy, mostly.", "wrong"),
        (WITH_ANN, "With Ann and Cy.", "partly"),
        (BOTH, "With Ann and Cy.", "right"),
        (BOTH, "Only Cy.", "right"),
        (WITH_ANN, "I don't remember talking to Ann.", "none"),
        (WITH_ANN, "I'm not sure, but it may have been Ann.", "right"),
        (WITH_ANN, "It wasn't Ann.", "none"),
        (WITH_ANN, "It wasn't Cy, it was Ann.", "right"),
        (WITH_ANN, "I haven't talked to Cy today, but with Ann.", "right"),
        (WITH_ANN, "Ann, not Cy.", "right"),
        (WITH_ANN, "Ann, if I'm not mistaken.", "right"),
        (WITH_ANN, "I talked with nobody except Ann.", "right"),
        (WITH_ANN, "Not only Ann but Cy.", "partly"),
        (WITH_ANN, "I did not talk to Ann or Cy.", "none"),
        (WITH_ANN, "With Ann because Cy wasn't there.", "right"),
        (WITH_ANN, "Did you ask Cy? It was Ann.", "right"),
        (WITH_ANN, "Anna, perhaps.", "none"),
        (WITH_ANN, "", "none"),
        (WITH_BO, "Bo, I think.", "none"),
        (WITH_BO, "Bo Lund, I think.", "right"),
        (WITH_ANN, "I rose at six and will say that it was with Ann, or may be.", "right"),
        (WITH_ANN, "I don’t know. Ann, perhaps.", "right"),
        (NamedTruth(("Rose O'Hea",), PEOPLE, people=True), "With Rose O’Hea.", "right"),
        (MILL, "I was at work.", "right"),
        (MILL, "In the wheel room.", "right"),
        (MILL, "I wasn't at the inn, I was at the Old Mill.", "right"),
        (MILL, "I don't go out: I was at work.", "right"),
        (MILL, "At the inn, having soup.", "wrong"),
        (MILL, "In a dinner jacket.", "none"),
        (NamedTruth(("Inn Yard",), {"Inn": ("Inn",), "Inn Yard": ("Inn Yard",)}), "In the Inn Yard.", "right"),
        (TimedTruth(22 * 60 + 30, ()), "Around half past ten.", "right"),
        (TimedTruth(22 * 60 + 30, ()), "At 10:20 pm.", "right"),
        (TimedTruth(22 * 60 + 30, ()), "At 22:30, or at midnight.", "partly"),
        (TimedTruth(22 * 60 + 30, ()), "At eleven o'clock.", "wrong"),
        (TimedTruth(22 * 60 + 30, ()), "When I'm tired.", "none"),
        (ChosenTruth("baking", ("baking", "fishing")), "baking", "right"),
        (ChosenTruth("baking", ("baking", "fishing")), "fishing", "wrong"),
        (ChosenTruth("baking", ("baking", "fishing")), "sleeping", "none"),
    ],
)
def test_verdicts(truth: NamedTruth | TimedTruth | ChosenTruth, answer: str, verdict: str) -> None:
    assert truth.verdict(answer) == verdict


def test_what_guessing_gives() -> None:
    assert BOTH.chance_level == 0.5
    assert TimedTruth(60, (55, 75, 76, 600)).chance_level == 0.5
    assert TimedTruth(60, ()).chance_level == 0
    assert ChosenTruth("a", ("a", "b", "c", "d")).chance_level == 0.25


@pytest.mark.parametrize(
    ("text", "minutes"),
    [
        ("at 7:05 pm", [19 * 60 + 5]),
        ("from 9 a.m. to 5 p.m.", [9 * 60, 17 * 60]),
        ("a quarter to eleven", [10 * 60 + 45]),
        ("ten-thirty or noon", [12 * 60, 10 * 60 + 30][::-1]),
        ("at 12:00 am", [0]),
        ("a party of 12 at 99:99", []),
    ],
)
def test_times_as_people_say_them(text: str, minutes: list[int]) -> None:
    assert find_clock_times(text) == minutes


def test_times_are_apart_as_on_a_dial() -> None:
    assert dial_minutes_apart(23 * 60 + 50, 10) == 20
    assert dial_minutes_apart(22 * 60, 10 * 60) == 0
