"""What stands in for an answer that could not be had: one for each prompt, declared here.

All of them say nothing, so that no word of them can become a memory. What one does when nothing was answered is
for each faculty to say, where it asks.
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

# A model may not leave these empty; a fallback does nothing else.
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
"""By prompt. An interview has none: whoever asks a person wants that person's answer or none."""

DOING = "at nothing in particular"
"""What people are seen to be at while no model has said what they do. Nobody takes note of it."""


def of_note(doing: str) -> str:
    """What somebody is at, for others and for prompts: empty where only a fallback has them do it."""
    return "" if doing == DOING else doing
