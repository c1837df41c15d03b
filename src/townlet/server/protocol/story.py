"""The story of a run on the wire: the chapters that the page tours.

`StoryView.model_validate(story, from_attributes=True)` makes them of a `Story`, by the names of its attributes.
"""

from __future__ import annotations

from pydantic import Field

from townlet.server.protocol.base import Step, Tile, WireModel


class StoryLine(WireModel):
    """Words that a chapter quotes."""

    who: str
    """The speaker; empty for the inner voice."""
    text: str


class StoryReason(WireModel):
    """A spoken line or an event that led to a chapter."""

    id: str
    step: Step
    who: str
    text: str
    talk: str
    """The talk of the line; empty for an event."""


class StoryChapterView(WireModel):
    """A moment worth telling, and where a camera should look."""

    id: str
    title: str
    sentences: list[str]
    step: Step
    """The moment itself."""
    from_step: Step = Field(validation_alias="start")
    """Where to begin to watch."""
    to_step: Step = Field(validation_alias="end")
    people: list[str]
    """Those whom it is about and who can be seen there, the protagonist first."""
    place: str = Field(validation_alias="where")
    tile: Tile | None
    talk: str
    """The talk in which it happens; empty if it happens in none."""
    quote: StoryLine | None
    because: list[StoryReason]
    """What led here, oldest first."""


class ThreadBeat(WireModel):
    """A moment of a thread."""

    step: Step
    people: list[str]
    """Those who take part; if the thread spreads, the first one passes it on to the others."""


class ThreadView(WireModel):
    """A matter that the page follows through the run, such as how a piece of news became known."""

    id: str
    title: str
    spreads: bool
    """Whether it is something that people come to know."""
    knew: list[str]
    """Who knew from the start."""
    beats: list[ThreadBeat]
    """In order of time."""


class StoryView(WireModel):
    """The story of a run so far."""

    title: str
    until: Step
    """The first step that the story does not know of."""
    chapters: list[StoryChapterView]
    """In order of time."""
    threads: list[ThreadView]
    gaps: list[str]
    """A sentence for each thing that the run has nothing to tell of."""
    tested: dict[str, list[str]]
    """What forks of the run showed of what led to a chapter, in sentences, by the id of the reason."""
