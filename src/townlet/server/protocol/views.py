"""What is in people's minds, and what became of things: every answer is as of a moment, `at`, and what happened before
that step counts."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from townlet.server.protocol.base import Step, Tile, WireModel


class MemoryView(WireModel):
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


class RankedMemory(WireModel):
    """A memory as retrieval ranked it: each score min-max normalised to 0..1."""

    memory: MemoryView
    score: float
    recency: float
    importance: float
    relevance: float


class PlanItemView(WireModel):
    start: Step
    end: Step
    activity: str
    place: str = ""
    emoji: str = ""
    why: str = ""
    fallback: bool = False


class PlanRevision(WireModel):
    """A plan as it was made or redone, and why."""

    step: Step
    reason: str
    """Empty for the morning's plan."""
    chunks: list[PlanItemView]
    hours: list[PlanItemView]
    steps: list[PlanItemView]


class PersonView(WireModel):
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


class SocialTie(WireModel):
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


class CallView(WireModel):
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


class ProvenanceStep(WireModel):
    """One station on the way of a belief: who knew it from where."""

    who: str
    step: Step
    memory: MemoryView
    how: str
    """In words: 'heard from ..', 'saw it', 'was told by ..', 'knew it from the start', 'thought of it'."""
    talk: str = ""
    line: str = ""
    """The utterance by which it came, where there is one."""


class ThingView(WireModel):
    """An object or a place at a moment."""

    address: str
    state: str
    users: list[str]
    norms: list[str]
    history: list[ThingEvent]
    """Newest first: states it was put into, and who used it for what."""


class ThingEvent(WireModel):
    step: Step
    text: str


class LookView(WireModel):
    """How a person is drawn. See docs/towns.md, "Looks"."""

    words: str = ""
    """The look in its text form, 'skin=.. hair=.. ..'."""
    sheet: str = ""
    """Path of the author's own sprite sheet within the town; empty for a drawn figure."""


class ResidentView(WireModel):
    """Who somebody is, as the town's folder has it."""

    name: str
    age: int
    pronouns: str
    traits: list[str]
    home: str
    workplace: str
    description: list[str]
    visitor: bool = False
    look: LookView


class PlaceView(WireModel):
    """A place or an object of the tree."""

    address: str
    kind: Literal["sector", "arena", "object"]
    norms: list[str]
    """Its norms in words: opening hours, how many may be inside."""
    tiles: list[Tile]
    """For an object: the tiles that it stands on."""
    state: str = ""
    """For an object: how the map has it."""
    capacity: int = 0


class TownView(WireModel):
    """The town as its folder has it: what does not change in a run."""

    name: str
    about: str
    map: str = "map.tmj"
    """Path of the map below /api/town/files/; tilesets and pictures are found relative to it."""
    tile_pixels: int
    people: list[ResidentView]
    places: list[PlaceView]
