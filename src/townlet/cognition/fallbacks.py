"""Fallbacks: the answer that each prompt gets if the model gives no usable one.

Fallbacks have no words, so nothing of them can become a memory. Each faculty decides what an agent does after one.
"""

from __future__ import annotations

from collections.abc import Mapping

from pydantic import BaseModel

from townlet.cognition.answers import (
    AtHand,
    Choice,
    DayPlan,
    Farewell,
    Insights,
    Intention,
    JointDialogue,
    Line,
    Questions,
    Ratings,
    Reaction,
    Steps,
    Takeaway,
    Text,
)

# `model_construct` skips validation: the schemas do not let a model leave these fields empty.
_NO_PLAN = DayPlan.model_construct(chunks=[])
_NO_TEXT = Text.model_construct(text="")

FALLBACKS: Mapping[str, BaseModel] = {
    "after_talk": Takeaway.model_construct(memo=""),
    "at_hand": AtHand.model_construct(activity=""),
    "converse": Line(say="", leave=True),
    "day_plan": _NO_PLAN,
    "emoji": _NO_TEXT,
    "farewell": Farewell.model_construct(memo="", say=""),
    "heed": Intention.model_construct(intention=""),
    "hour_plan": _NO_PLAN,
    "importance": Ratings(ratings=[]),
    "insights": Insights(insights=[]),
    "joint_dialogue": JointDialogue.model_construct(lines=[]),
    "minute_plan": Steps.model_construct(steps=[]),
    "object_state": _NO_TEXT,
    "place": Choice.model_construct(choice=""),
    "questions": Questions.model_construct(questions=[]),
    "react": Reaction(choice="go on"),
    "relationship": _NO_TEXT,
    "replan": _NO_PLAN,
    "summary": _NO_TEXT,
}
"""The fallback of each prompt by name. Interviews have none: an empty answer would pass for the person's own."""

DOING = "at nothing in particular"
"""The visible activity of a person for whom no model has given one. Nobody remembers seeing it."""


def of_note(doing: str) -> str:
    """Return an activity as others and prompts see it: empty if it comes from a fallback."""
    return "" if doing == DOING else doing
