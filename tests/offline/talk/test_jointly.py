"""The offline model's whole talks: what it would say line by line, from each speaker's own fields."""

from __future__ import annotations

from typing import Any

from townlet.cognition.answers import JointDialogue
from townlet.language.prompt import Field
from townlet.offline.talk import joint_dialogue
from townlet.offline.talk.jointly import MOST_LINES
from townlet.world.state import MAX_LINES

from .scenes import SUPPER, TUESDAY_NOON, Person, talk

ANN = Person("Ann Bo").knows(
    f"Ann Bo is planning {SUPPER}.", "Ann Bo and Cy Du are friends.", "Ann Bo needs somebody to carry the chairs."
)
CY = Person("Cy Du").knows("Cy Du and Ann Bo are friends.", "Cy Du is secretly afraid of Ann Bo's dog.")


def side(person: Person, other: Person, first: int) -> dict[str, Field]:
    fields = person.fields(other, TUESDAY_NOON, [])
    numbered: list[Field] = [
        {"n": n, "when": when, "text": text} for n, (when, text) in enumerate(person.memories, start=first)
    ]
    own = {key: value for key, value in fields.items() if key not in ("now", "other", "lines", "last_talk")}
    return {**own, "memories": numbered}


def lines(a: Person, b: Person, seed: int = 1) -> list[dict[str, Any]]:
    fields: dict[str, Field] = {"now": TUESDAY_NOON, "sides": [side(a, b, 1), side(b, a, len(a.memories) + 1)]}
    answer = JointDialogue.model_validate(joint_dialogue(fields, seed))
    return [line.model_dump() for line in answer.lines]


def test_a_whole_talk_is_the_one_that_would_be_said_line_by_line() -> None:
    for seed in range(6):
        assert [(line["speaker"], line["say"]) for line in lines(ANN, CY, seed)] == talk(ANN, CY, seed=seed)


def test_two_speak_by_turns_and_come_to_an_end() -> None:
    said = lines(CY, ANN)
    assert [line["speaker"] for line in said] == [("Cy Du", "Ann Bo")[place % 2] for place in range(len(said))]
    assert 2 <= len(said) <= MOST_LINES == MAX_LINES


def test_a_line_names_the_memories_that_it_was_made_from_all_of_them_its_speakers() -> None:
    own = {"Ann Bo": range(1, 4), "Cy Du": range(4, 6)}
    said = [line for seed in range(6) for line in lines(ANN, CY, seed)]
    assert all(number in own[line["speaker"]] for line in said for number in line["rests_on"])
    assert all(1 in line["rests_on"] for line in said if "honey supper" in line["say"] and "Wednesday" in line["say"])
    assert any(line["rests_on"] for line in said)


def test_what_only_one_of_them_knows_the_other_does_not_speak_of_first() -> None:
    for seed in range(6):
        supper = [line["speaker"] for line in lines(CY, ANN, seed) if "supper" in line["say"]]
        assert supper[:1] == ["Ann Bo"]


def test_a_secret_about_the_other_does_not_leak_because_both_are_in_one_prompt() -> None:
    said = [line["say"] for seed in range(12) for pair in ((ANN, CY), (CY, ANN)) for line in lines(*pair, seed)]
    assert not [text for text in said if "dog" in text or "afraid" in text]
