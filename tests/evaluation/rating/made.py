"""A made-up interview: every answer says whose it is, under which condition and to what, so that none is mistaken."""

from __future__ import annotations

from collections.abc import Sequence

from townlet.evaluation.interviews.answers import AnswerRow
from townlet.evaluation.interviews.conditions import CONDITIONS

BATTERY = "Nine questions"
CATEGORIES = ("past", "present", "future")
PER_CATEGORY = 3
NAMES = tuple(condition.name for condition in CONDITIONS)
QUESTIONS = tuple(f"{category}-{number}" for category in CATEGORIES for number in range(PER_CATEGORY))


def row(
    person: str, question: str, condition: str, run: str = "made", model: str = "offline", step: int = 100
) -> AnswerRow:
    return AnswerRow(
        run=run,
        town="Nowhere",
        seed=1,
        model=model,
        time="2030-01-01T12:00:00",
        step=step,
        battery=BATTERY,
        person=person,
        condition=condition,
        category=question.partition("-")[0],
        question=question,
        asked=f"What of {question}, {person}?",
        about="",
        answer=f"Answer {hash_of(person, question, condition)}.",
        code=None,
        memories="",
    )


def hash_of(person: str, question: str, condition: str) -> int:
    """A number that tells nothing of what it stands for."""
    return sum(ord(letter) * (place + 7) ** 2 for place, letter in enumerate(f"{person}/{question}/{condition}"))


def rows(people: Sequence[str], run: str = "made", conditions: Sequence[str] = NAMES) -> list[AnswerRow]:
    return [
        row(person, question, condition, run) for person in people for question in QUESTIONS for condition in conditions
    ]
