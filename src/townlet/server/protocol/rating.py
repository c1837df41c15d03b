"""What the rating page is told and tells. Nothing here says under which condition an answer was given."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from townlet.server.protocol.base import WireModel

MAX_TEXT_LENGTH = 4_000
"""Characters of an answer that a person writes."""


class LetteredAnswer(WireModel):
    """An answer, under the letter by which it is called."""

    letter: str
    text: str


class RatingTaskView(WireModel):
    """What is to be done next."""

    kind: Literal["choose", "order", "write"]
    asked: str
    options: list[str] = Field(default_factory=list)
    """choose: of which one is to be chosen."""
    answers: list[LetteredAnswer] = Field(default_factory=list)
    """order: what is to be put into an order, in a drawn one."""
    told: bool = False
    """order: whether the answers themselves say where they belong, and nothing is to be judged."""


class RatingView(WireModel):
    """How far somebody with a link has come, and what is next."""

    stage: Literal["consent", "watch", "task", "done", "closed"]
    role: Literal["rater", "author"]
    person: str
    """Whom they watch; empty before they begin, if that is drawn then."""
    moment: str
    """When the questions were put, in the town's time, ISO 8601."""
    place: int
    """How many tasks are done."""
    of: int
    """How many there are; 0 before they begin."""
    consent: list[str]
    """Paragraphs to agree to; none later on."""
    task: RatingTaskView | None
    code: str
    """The completion code, when all is done."""


class RatingSubmission(WireModel):
    """A task done, by its kind: the option's place, the letters from most to least believable, or a text."""

    place: Annotated[int, Field(ge=0, lt=10_000)]
    """Of the task that was shown, so that nothing is taken for another's."""
    choice: Annotated[int, Field(ge=0, lt=1_000)] | None = None
    order: Annotated[list[Annotated[str, Field(max_length=1)]], Field(max_length=26)] | None = None
    text: Annotated[str, Field(max_length=MAX_TEXT_LENGTH)] | None = None


RATING_REQUESTS = (RatingSubmission,)
"""What the page sends."""
