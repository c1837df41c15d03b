"""The film of a run: what a watcher on the street would see and hear, step by step, and nothing of what is thought.

A film is made from the run file alone, so a live run, one that another process writes and one that has ended are
watched in the same way. Its parts are models, since they go over the wire and into exported pages as they are.
"""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from townlet.server.protocol.base import Step, Tile, WireModel


class PersonSnapshot(WireModel):
    """How somebody is to be seen at a moment: the state from which the following events go on."""

    who: str
    path: list[Tile]
    """The tiles of the walk, one a step; a single tile when standing."""
    departed: Step
    """The step at which they stood on the first tile of the path."""
    doing: str
    emoji: str
    at: str = ""
    """Address of the place or object meant, `world:sector:arena:object`; empty for wherever they are."""
    using: str = ""
    """Address of the object in use, once there."""
    arrived: bool = True
    asleep: bool = False
    """Whether they lie in bed and sleep, or will once they have arrived."""
    talk: str = ""
    """Id of the talk they are in."""
    by_person: bool = False
    """Whether somebody at a keyboard moves them."""


class TalkView(WireModel):
    """A talk that is going on at a moment, with the lines said so far."""

    talk: str
    participants: list[str]
    lines: list[Says]


class TownSnapshot(WireModel):
    """Everything to be seen when a step begins."""

    step: Step
    people: list[PersonSnapshot]
    """Whoever is in the town, by name."""
    objects: dict[str, str]
    """State of each object that is not as the map has it, by address."""
    talks: list[TalkView]


class Appears(WireModel):
    e: Literal["appears"] = "appears"
    s: Step
    who: str
    tile: Tile
    visitor: bool = False


class Departs(WireModel):
    e: Literal["departs"] = "departs"
    s: Step
    who: str


class Acts(WireModel):
    """Somebody begins something and walks there: one tile a step along `path`, which begins where they stand."""

    e: Literal["acts"] = "acts"
    s: Step
    who: str
    path: list[Tile]
    doing: str
    """What onlookers can tell: what follows 'is'."""
    emoji: str
    at: str = ""
    asleep: bool = False
    """Whether they will sleep once there."""


class Arrives(WireModel):
    e: Literal["arrives"] = "arrives"
    s: Step
    who: str
    tile: Tile
    using: str = ""


class Halts(WireModel):
    """A walk is broken off on a tile. `obstacle` is why, where something was in the way."""

    e: Literal["halts"] = "halts"
    s: Step
    who: str
    tile: Tile
    obstacle: Literal["", "closed", "full", "no way"] = ""


class ObjectChanges(WireModel):
    """An object is in another state from now on. `state` is empty where it is again as the map has it."""

    e: Literal["turns"] = "turns"
    s: Step
    object: str
    state: str
    by: str = ""
    """Who did it; empty for nobody of the town."""


class Says(WireModel):
    e: Literal["says"] = "says"
    s: Step
    who: str
    to: str
    text: str
    talk: str
    number: int
    """Its place in the talk, from 0; `talk#number` is the utterance's id."""
    hearers: list[str] = Field(default_factory=list)
    """Who overheard it, besides the one addressed."""


class TalkEnds(WireModel):
    """A talk is over."""

    e: Literal["parts"] = "parts"
    s: Step
    talk: str
    participants: list[str]


class Announces(WireModel):
    """A place tells its guests something (that it is about to close)."""

    e: Literal["announces"] = "announces"
    s: Step
    place: str
    text: str


class Embodies(WireModel):
    """Somebody at a keyboard takes a body over, or hands it back."""

    e: Literal["embodies"] = "embodies"
    s: Step
    who: str
    by_person: bool


FeedEvent = Annotated[
    Appears | Departs | Acts | Arrives | Halts | ObjectChanges | Says | TalkEnds | Announces | Embodies,
    Field(discriminator="e"),
]
"""Something to be seen or heard. `e` is its kind, `s` the step in which it happens; those of a step come in order."""


class FeedSegment(WireModel):
    """A stretch of the film: how the town stands when step `from_step` begins, and what happens before `to_step`."""

    from_step: Step
    to_step: Step
    """Not included."""
    scene: TownSnapshot
    events: list[FeedEvent]


class TimelineMarker(WireModel):
    """A moment worth jumping to."""

    s: Step
    kind: Literal["talk", "reflection", "reaction", "command", "state"]
    who: list[str]
    text: str
    """One line: the topic's first line, the insight, the reason why a plan was changed, the command."""
    to: Step = 0
    """Where it ends, for what lasts (a talk); else 0."""
    id: str = ""
    """The talk's id, or the memory's `agent/step/ordinal`."""
