"""Three questions, about the people, events and wishes that the memories are full of."""

from __future__ import annotations

from offline.persons import memories
from townlet.cognition.answers import Questions
from townlet.language.prompt import Field
from townlet.offline.reflect.questions import questions


def asked(*texts: str) -> list[str]:
    fields: dict[str, Field] = {"name": "Ann Bo", "now": "Tuesday May 6 2025, 6:00 pm", "memories": memories(*texts)}
    return Questions.model_validate(questions(fields, 1)).questions


def test_there_are_three_different_ones_whatever_is_shown() -> None:
    for shown in ((), ("The bed is idle.",), ("Cy Du said to me: 'The mill is loud.'",) * 9):
        assert len(set(asked(*shown))) == 3


def test_they_ask_about_whom_and_what_the_memories_are_full_of() -> None:
    found = " ".join(
        asked(
            *["Cy Du said to me: 'I am giving a fish supper at Reed Hall on Wednesday May 7 from 6 pm to 8 pm.'"] * 3,
            "Ann Bo wants to learn to sail.",
        )
    )
    assert "Cy Du" in found
    assert "fish supper" in found
    assert "learning to sail" in found
