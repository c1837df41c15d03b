"""The paper's scale of importance: mundane at the bottom, love, fire and death at the top, lines by their matter."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from townlet.cognition.answers import Ratings
from townlet.language.prompt import Field
from townlet.offline.importance import importance

LINE = "Cy Du said to me: '{}'"


def rating(text: str) -> int:
    pronouns: list[Field] = [{"name": "Ann Bo", "pronoun": "she"}, {"name": "Cy Du", "pronoun": "they"}]
    fields: dict[str, Field] = {"name": "Ann Bo", "memories": [text], "pronouns": pronouns}
    return Ratings.model_validate(importance(fields, 1)).ratings[0]


@pytest.mark.parametrize(
    ("low", "high", "text"),
    [
        (1, 1, "Ann Bo is brushing teeth."),
        (2, 2, "Ann Bo is cleaning the room at Bo house: kitchen."),
        (1, 2, "Cy Du is polishing a lens."),
        (1, 2, "The bed in the bedroom is idle."),
        (3, 3, "Ann Bo went out on the lake yesterday."),
        (8, 8, "Ann Bo asked Cy Du out on a date."),
        (8, 8, "Cy Du is going to run for mayor."),
        (8, 10, "The stove in the kitchen is burning."),
        (10, 10, "Ann Bo's mother died."),
        (6, 8, "I promised Cy Du to come to the fish supper."),
        (6, 8, "Ann Bo is planning a fish supper at Reed Hall on Wednesday May 7 from 6 pm to 8 pm."),
        (1, 1, LINE.format("Good morning, Ann.")),
        (1, 1, LINE.format("Bye, Ann! Mind yourself!")),
        (4, 7, LINE.format("I am going to run for mayor, and I want you to know it first.")),
    ],
)
def test_memories_are_rated_on_the_papers_scale(low: int, high: int, text: str) -> None:
    assert low <= rating(text) <= high


def test_what_is_overheard_weighs_less_than_what_is_told_to_oneself() -> None:
    words = "said to {}: 'I am going to run for mayor this spring, you know.'"
    assert rating("Cy Du " + words.format("Eve Fay")) < rating("Cy Du " + words.format("me"))


@given(st.lists(st.text(max_size=80), max_size=12))
def test_there_is_one_rating_for_each_memory(texts: list[str]) -> None:
    found = Ratings.model_validate(importance({"name": "Ann Bo", "memories": list(texts)}, 1)).ratings
    assert len(found) == len(texts)


def test_oddities_and_changes_of_plan_stand_out_from_the_mundane() -> None:
    plain = rating("The piano is idle.")
    assert rating("The piano is glowing green.") > plain
    assert rating("Ann Bo changed the plan and is having a look, because the piano is glowing green.") > plain
