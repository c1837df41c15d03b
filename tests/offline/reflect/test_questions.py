"""Three questions, about the people and matters that the memories are full of."""

from __future__ import annotations

from offline.persons import memories
from townlet.cognition.answers import Questions
from townlet.language.prompt import Field
from townlet.offline.reflect.answers import questions

PRONOUNS: list[Field] = [{"name": "Ann Bo", "pronoun": "she"}, {"name": "Ludwig van der Berg", "pronoun": "he"}]


def asked(*texts: str) -> list[str]:
    fields: dict[str, Field] = {
        "name": "Ann Bo",
        "now": "Tuesday May 6 2025, 6:00 am",
        "memories": memories(*texts),
        "pronouns": PRONOUNS,
    }
    return Questions.model_validate(questions(fields, 1)).questions


def test_there_are_three_different_ones_whatever_is_shown() -> None:
    line = "Ludwig van der Berg said to me: 'The mill is loud.'"
    for shown in ((), ("The bed is idle.",), (line,) * 9):
        assert len(set(asked(*shown))) == 3


def test_they_ask_about_whom_and_what_the_memories_are_full_of() -> None:
    found = " ".join(
        asked(
            "I promised Ludwig van der Berg to help with two lanterns.",
            "Ann Bo talked with Ludwig van der Berg about two lanterns.",
        )
    )
    assert "Ludwig van der Berg" in found
    assert "two lanterns" in found


def test_they_name_people_in_full() -> None:
    for question in asked(
        "Ann Bo talked with Ludwig van der Berg.", "I promised Ludwig van der Berg to help with nails."
    ):
        assert question.endswith("?")
        assert "Ludwig" not in question.replace("Ludwig van der Berg", "")
        assert " him" not in question
