"""What is mostly so is counted over the memories shown; where one is and when one sleeps stands in the plan."""

from __future__ import annotations

import pytest

from townlet.cognition.answers import Speech
from townlet.language.prompt import Field
from townlet.offline.interview.answer import interview

SHOWN = [
    "Eve Fay said to me: 'The tide is late.'",
    "Gus Hay said to me: 'I have bought a saddle.'",
    "I said to Gus Hay: 'What colour is it?'",
    "Ann Bo talked with Gus Hay about a saddle.",
    "Ann Bo is drinking tea at Reed Hall.",
    "Ann Bo is looking at maps at Reed Hall.",
    "Ann Bo is buying nails at the Forge.",
    "Ida Jay is on the way to Long Barn.",
    "Ida Jay is feeding hens at Long Barn.",
]
PLAN: list[Field] = [
    {"start": "9:00 am", "end": "12:00 pm", "activity": "winding clocks", "place": "Mill: workshop"},
    {"start": "7:00 pm", "end": "10:15 pm", "activity": "reading a novel", "place": "Reed Hall: library"},
]


def said(question: str, shown: list[str] = SHOWN, plan: list[Field] = PLAN) -> str:
    fields: dict[str, Field] = {
        "name": "Ann Bo",
        "summary": "Ann Bo (age: 40) is kind.",
        "now": "Tuesday May 6 2025, 4:00 pm",
        "question": question,
        "memories": [{"when": f"Tue May 6 2025, {hour}:10 am", "text": text} for hour, text in enumerate(shown, 1)],
        "plan": plan,
        "pronouns": [{"name": name, "pronoun": "she"} for name in ("Ann Bo", "Eve Fay", "Gus Hay", "Ida Jay")],
    }
    return Speech.model_validate(interview(fields, 1)).say


@pytest.mark.parametrize(
    ("question", "wanted"),
    [
        ("Who do you talk with most often?", "Gus Hay"),
        ("Who have you spent most time with these days?", "Gus Hay"),
        ("Where do you go most often?", "Reed Hall"),
        ("Where does Ida Jay spend most of the day?", "Long Barn"),
        ("Where were you at 10 am today?", "winding clocks at Mill"),
        ("Where will you be at 8 pm today?", "reading a novel at Reed Hall"),
        ("When will you go to bed tonight?", "10:15 pm"),
    ],
)
def test_it_is_told_from_what_is_shown(question: str, wanted: str) -> None:
    assert wanted in said(question)
    assert wanted not in said(question, [], [])


def test_where_is_told_only_when_asked() -> None:
    assert "Reed Hall" not in said("What will you be doing at 8 pm today?")


def test_where_somebody_works_tells_where_they_are_most_of_the_day() -> None:
    shown = ["Ida Jay is the keeper of Cold Inn.", "Ida Jay is feeding hens at Long Barn."]
    assert said("Where does Ida Jay spend most of the day?", shown).startswith("Cold Inn")


def test_besides_home_and_work_neither_is_named() -> None:
    plan: list[Field] = [
        {"start": "7:00 am", "end": "9:00 am", "activity": "getting up", "place": "Bo Cottage: bedroom"},
        {"start": "9:00 am", "end": "5:00 pm", "activity": "working as a smith", "place": "Forge: anvil"},
        {"start": "5:00 pm", "end": "6:00 pm", "activity": "taking a walk", "place": "Salt Beach"},
        {"start": "9:00 pm", "end": "10:15 pm", "activity": "going to bed", "place": "Bo Cottage: bedroom"},
    ]
    shown = ["Ann Bo is buying nails at the Forge.", "Ann Bo is sweeping at Bo Cottage."] * 3
    assert said("Where do you go most often, besides home and work?", shown, plan).startswith("Salt Beach")
    assert said("Where do you go most often?", shown, plan).startswith("Bo Cottage")
