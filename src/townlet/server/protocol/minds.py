"""What is in people's minds, and what became of things: every answer is as of a moment, `at`, and what happened before
that step counts."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from townlet.server.protocol.part import Part, Step


class MemoryShown(Part):
    """One record of a memory stream."""

    id: str
    """`agent/step/ordinal`."""
    kind: Literal["observation", "reflection", "plan"]
    text: str
    created: str
    """Game time, ISO 8601."""
    step: Step
    importance: int
    source: str
    heard_from: str = ""
    utterance: str = ""
    """`talk#number` of the line that it remembers."""
    evidence: list[str] = Field(default_factory=list)
    """Ids of the memories that it rests on."""
    hearsay: bool = False


class Scored(Part):
    """A memory as retrieval ranked it: each score min-max normalised to 0..1."""

    memory: MemoryShown
    score: float
    recency: float
    importance: float
    relevance: float


class PlanShown(Part):
    start: Step
    end: Step
    activity: str
    place: str = ""
    emoji: str = ""
    why: str = ""
    fallback: bool = False


class Revision(Part):
    """A plan as it was made or redone, and why."""

    step: Step
    reason: str
    """Empty for the morning's plan."""
    chunks: list[PlanShown]
    hours: list[PlanShown]
    steps: list[PlanShown]


class PersonNow(Part):
    """Somebody at a moment."""

    name: str
    step: Step
    doing: str
    emoji: str
    why: str
    place: str
    """Where they are, in words."""
    talk: str = ""
    summary: str = ""
    memories: dict[str, int]
    """How many, by kind."""
    importance_sum: int
    """Towards the next reflection."""
    threshold: int
    known_places: int


class Tie(Part):
    """What two people have had to do with each other up to a moment; from `one` towards `other`."""

    one: str
    other: str
    talks: int
    lines: int
    last: Step
    """When they last talked; -1 if they never did."""
    thought: str = ""
    """The latest that `one` has come to think of the other (a reflection or takeaway)."""
    thought_id: str = ""


class CallShown(Part):
    """A sending of a prompt."""

    id: str
    """`agent/step/path/attempt`, the path with dots."""
    step: Step
    name: str
    """The prompt's name: which faculty asked."""
    model: str
    status: str
    input_tokens: int
    output_tokens: int
    usd: float
    fallback: bool = False
    prompt: str = ""
    """Only when one call is asked for."""
    reply: str = ""


class Passing(Part):
    """One station on the way of a belief: who knew it from where."""

    who: str
    step: Step
    memory: MemoryShown
    how: str
    """In words: 'heard from ..', 'saw it', 'was told by ..', 'knew it from the start', 'thought of it'."""
    talk: str = ""
    line: str = ""
    """The utterance by which it came, where there is one."""


class ThingNow(Part):
    """An object or a place at a moment."""

    address: str
    state: str
    users: list[str]
    norms: list[str]
    history: list[ThingEvent]
    """Newest first: states it was put into, and who used it for what."""


class ThingEvent(Part):
    step: Step
    text: str
