"""Views of people's minds, things and the town.

Every view is as of a step, `at`: it includes everything that happened before that step.
"""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import BeforeValidator, Field

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
    """Id of the line that it remembers, `talk#number`."""
    evidence: list[str] = Field(default_factory=list)
    """Ids of the memories that it rests on."""
    hearsay: bool = False
    """Whether it rests on what others said."""


class RankedMemory(WireModel):
    """A memory with its retrieval scores, each min-max normalised to 0..1."""

    memory: MemoryView
    score: float
    recency: float
    importance: float
    relevance: float


class PlanItemView(WireModel):
    """An activity in a plan."""

    # Made of a `PlanItem` by the names of its attributes, as `PlanRevision` is of a `Plan`.

    start: Step
    end: Step
    activity: str
    place: Annotated[str, BeforeValidator(lambda place: str(place or ""))]
    emoji: str
    why: str
    fallback: bool


class PlanRevision(WireModel):
    """A version of a day's plan, and the reason why it was redone."""

    step: Step = Field(validation_alias="made")
    reason: str
    """Empty for the day's first plan."""
    chunks: list[PlanItemView]
    hours: list[PlanItemView]
    steps: list[PlanItemView]


class PersonView(WireModel):
    """A person as of a step."""

    name: str
    step: Step
    doing: str
    emoji: str
    why: str
    place: str
    """Where the person is, in words."""
    talk: str = ""
    summary: str = ""
    memories: dict[str, int]
    """The number of memories by kind."""
    importance_sum: int
    """The summed importance of new memories, which leads to a reflection at `threshold`."""
    threshold: int
    known_places: int
    """The number of places that the person knows."""


class SocialTie(WireModel):
    """The relation of `one` to `other` as of a step: how often they have talked, and what `one` thinks of `other`."""

    one: str
    other: str
    talks: int
    lines: int
    last: Step
    """The step of their latest line; -1 if they have never talked."""
    thought: str = ""
    """The latest reflection of `one` that names the other."""
    thought_id: str = ""


class CallView(WireModel):
    """A model call: one attempt to send a prompt."""

    id: str
    """`agent/step/path/attempt`; the path, with dots, is the position of the call within the turn."""
    step: Step
    name: str
    """The name of the prompt."""
    model: str
    status: str
    input_tokens: int
    output_tokens: int
    usd: float
    fallback: bool = False
    prompt: str = ""
    """Empty in lists of calls, as is `reply`."""
    reply: str = ""


class ProvenanceStep(WireModel):
    """One station in the provenance of a belief: a memory of a person, and how that person came to it."""

    who: str
    step: Step
    memory: MemoryView
    how: str
    """In words, such as 'saw it', 'heard it from Ann Bell', 'knew it from the start' or 'thought of it'."""
    talk: str = ""
    line: str = ""
    """The utterance that brought it; empty if there was none."""


class ThingView(WireModel):
    """An object or a place as of a step."""

    address: str
    state: str
    users: list[str]
    norms: list[str]
    history: list[ThingEvent]
    """Newest first: changes of its state, announcements, and who used it for what."""


class ThingEvent(WireModel):
    """An event in the history of an object or a place, in words."""

    step: Step
    text: str


class LookView(WireModel):
    """The look of a person. See docs/towns.md, "Looks"."""

    words: str = ""
    """The look in its text form, 'skin=.. hair=.. ..'."""
    sheet: str = ""
    """Path of the town's own sprite sheet for the person; empty if the client draws the figure."""


class ResidentView(WireModel):
    """A resident as the town's folder defines them, or a visitor."""

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
    """A place or an object of the town's tree."""

    address: str
    kind: Literal["sector", "arena", "object"]
    norms: list[str]
    """Its norms in words, such as opening hours and the number of people allowed inside."""
    tiles: list[Tile]
    """For an object: the tiles that it stands on."""
    state: str = ""
    """For an object: its state in the map."""
    capacity: int = 0
    """The number of people that it has room for; 0 if there is no limit."""


class TownView(WireModel):
    """The town as its folder defines it: everything that does not change during a run, apart from visitors."""

    name: str
    about: str
    map: str = "map.tmj"
    """Path of the map under /api/town/files/; the paths of tilesets and pictures are relative to it."""
    tile_pixels: int
    people: list[ResidentView]
    places: list[PlaceView]
