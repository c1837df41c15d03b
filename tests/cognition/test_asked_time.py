"""The time that a question asks about: the right day, and the hour as people say it."""

from __future__ import annotations

from datetime import datetime

import pytest

from townlet.cognition.asked_time import time_asked

TUESDAY = datetime(2025, 5, 6, 16, 0)


@pytest.mark.parametrize(
    ("question", "begins", "ends"),
    [
        ("Where were you yesterday evening at six?", "05 18:00", "05 18:00"),
        ("What were you doing at 10:30 am yesterday?", "05 10:30", "05 10:30"),
        ("What were you doing this afternoon at two?", "06 14:00", "06 14:00"),
        ("Where were you at six in the morning?", "06 06:00", "06 06:00"),
        ("What will you be doing at 7 pm?", "06 19:00", "06 19:00"),
        ("What will you be doing at 6am today?", "06 06:00", "06 06:00"),
        ("What will you be doing at 9 am?", "07 09:00", "07 09:00"),
        ("Where were you at 18:00?", "05 18:00", "05 18:00"),
        ("What will you do at half past nine tonight?", "06 21:30", "06 21:30"),
        ("What will you be doing tomorrow at noon?", "07 12:00", "07 12:00"),
        ("What did you eat for dinner yesterday?", "05 16:00", "05 22:00"),
        ("What did you have for breakfast?", "06 05:00", "06 11:00"),
        ("What did you have for dinner?", "06 16:00", "06 22:00"),
        ("What did you do last night?", "05 18:00", "06 00:00"),
        ("What did you do on Monday?", "05 00:00", "06 00:00"),
        ("What did you do on Wednesday?", "30 00:00", "01 00:00"),
        ("What are you doing on Thursday?", "08 00:00", "09 00:00"),
        ("Where were you two hours ago?", "06 14:00", "06 14:00"),
        ("What did you do three days ago?", "03 00:00", "04 00:00"),
        ("What will you do on May 7?", "07 00:00", "08 00:00"),
        ("Who are you?", "06 00:00", "07 00:00"),
    ],
)
def test_the_day_and_the_hours(question: str, begins: str, ends: str) -> None:
    asked = time_asked(question, TUESDAY)
    assert (f"{asked.begins:%d %H:%M}", f"{asked.ends:%d %H:%M}") == (begins, ends)


def test_a_meal_that_has_not_been_today_was_yesterday() -> None:
    assert time_asked("What did you have for dinner?", datetime(2025, 5, 6, 9, 0)).date.day == 5
    assert time_asked("What will you have for dinner?", datetime(2025, 5, 6, 9, 0)).date.day == 6


@pytest.mark.parametrize(
    "question",
    [
        "Who are you?",
        "Who won at one of the games?",
        "What happened at the dance?",
        "Who came to Ash Night?",
        "How was the fish supper?",
    ],
)
def test_a_question_without_a_time_names_none(question: str) -> None:
    assert not time_asked(question, TUESDAY).named
