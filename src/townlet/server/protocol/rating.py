"""Models of the blind rating page. None of them reveals the condition under which an answer was given."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from townlet.server.protocol.base import WholeNumber, WireModel

MAX_TEXT_LENGTH = 4_000
"""The largest number of characters in an answer that a person writes."""


class LetteredAnswer(WireModel):
    """An answer with the letter that the page gives it."""

    letter: str
    text: str


class RatingTaskView(WireModel):
    """The next task."""

    kind: Literal["choose", "order", "write"]
    asked: str
    options: list[str] = Field(default_factory=list)
    """For 'choose': the options, one of which is right."""
    answers: list[LetteredAnswer] = Field(default_factory=list)
    """For 'order': the answers to rank, shuffled."""
    told: bool = False
    """For 'order': whether this is an attention check, whose answers say at which rank they belong."""


class RatingView(WireModel):
    """How far a rater has come, and what is next."""

    stage: Literal["consent", "watch", "task", "done", "closed"]
    role: Literal["rater", "author"]
    person: str
    """The person whom the rater watches; empty before the rater begins, if it is drawn then."""
    moment: str
    """The game time at which the interview took place, ISO 8601."""
    place: int
    """The number of finished tasks."""
    of: int
    """The number of all tasks; 0 before the rater begins."""
    consent: list[str]
    """The paragraphs of the consent text; empty once the rater has agreed."""
    task: RatingTaskView | None
    code: str
    """The completion code, once every task is finished."""


class RatingSubmission(WireModel):
    """A finished task: the option's index, the letters from most to least believable, or a text, by the task's kind."""

    place: Annotated[WholeNumber, Field(ge=0, lt=10_000)]
    """The index of the task that was shown, so that the server does not take the answer for another task."""
    choice: Annotated[WholeNumber, Field(ge=0, lt=1_000)] | None = None
    order: Annotated[list[Annotated[str, Field(max_length=1)]], Field(max_length=26)] | None = None
    text: Annotated[str, Field(max_length=MAX_TEXT_LENGTH)] | None = None


RATING_REQUESTS = (RatingSubmission,)
"""The models that the rating page sends."""
