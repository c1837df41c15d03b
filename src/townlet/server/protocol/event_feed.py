"""The event feed of a run: what an onlooker in the street would see and hear, step by step, but no thoughts.

The feed is made from the run file alone, so a live run, a run that another process writes and a finished run are
watched in the same way.
"""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from townlet.server.protocol.base import Step, Tile, WireModel


class PersonSnapshot(WireModel):
    """What is visible of a person when a step begins; the events that follow update it."""

    who: str
    path: list[Tile]
    """The tiles of the walk, one per step; a single tile if the person stands still."""
    departed: Step
    """The step at which the person was on the first tile of the path."""
    doing: str
    emoji: str
    at: str = ""
    """Address of the activity's place or object, `world:sector:arena:object`; empty if it has none."""
    using: str = ""
    """Address of the object in use, once the person has arrived."""
    arrived: bool = True
    asleep: bool = False
    """Whether the activity is sleep; the person sleeps once they have arrived."""
    talk: str = ""
    """Id of the talk that the person is in."""
    by_person: bool = False
    """Whether a viewer controls this person."""


class TalkView(WireModel):
    """A talk with its lines up to a step."""

    talk: str
    participants: list[str]
    lines: list[Says]


class TownSnapshot(WireModel):
    """Everything that is visible when a step begins."""

    step: Step
    people: list[PersonSnapshot]
    """Everybody who is in the town, sorted by name."""
    objects: dict[str, str]
    """The states of the objects whose state differs from that in the map, by address."""
    talks: list[TalkView]


class Appears(WireModel):
    """A person comes into the town."""

    e: Literal["appears"] = "appears"
    s: Step
    who: str
    tile: Tile
    visitor: bool = False


class Departs(WireModel):
    """A person leaves the town."""

    e: Literal["departs"] = "departs"
    s: Step
    who: str


class Acts(WireModel):
    """A person begins an activity and walks to it: one tile per step along `path`, which begins where they stand."""

    e: Literal["acts"] = "acts"
    s: Step
    who: str
    path: list[Tile]
    doing: str
    """The visible activity, as it follows 'is': 'making tea'."""
    emoji: str
    at: str = ""
    asleep: bool = False
    """Whether the activity is sleep."""


class Arrives(WireModel):
    """A person arrives at the place of their activity."""

    e: Literal["arrives"] = "arrives"
    s: Step
    who: str
    tile: Tile
    using: str = ""


class Halts(WireModel):
    """A walk ends early on a tile. `obstacle` is the reason if something was in the way."""

    e: Literal["halts"] = "halts"
    s: Step
    who: str
    tile: Tile
    obstacle: Literal["", "closed", "full", "no way"] = ""


class ObjectChanges(WireModel):
    """An object changes its state. `state` is empty if the object is back in the state that the map gives it."""

    e: Literal["turns"] = "turns"
    s: Step
    object: str
    state: str
    by: str = ""
    """The person who did it; empty if it was nobody in the town."""


class Says(WireModel):
    """A person says a line of a talk."""

    e: Literal["says"] = "says"
    s: Step
    who: str
    to: str
    text: str
    talk: str
    number: int
    """The line's index in the talk, from 0; `talk#number` is the id of the utterance."""
    hearers: list[str] = Field(default_factory=list)
    """The people who overheard it, besides the one addressed."""


class TalkEnds(WireModel):
    """A talk ends."""

    e: Literal["parts"] = "parts"
    s: Step
    talk: str
    participants: list[str]


class Announces(WireModel):
    """A place announces something to its guests, such as that it is about to close."""

    e: Literal["announces"] = "announces"
    s: Step
    place: str
    text: str


class Embodies(WireModel):
    """A viewer takes control of a person, or gives it up."""

    e: Literal["embodies"] = "embodies"
    s: Step
    who: str
    by_person: bool


FeedEvent = Annotated[
    Appears | Departs | Acts | Arrives | Halts | ObjectChanges | Says | TalkEnds | Announces | Embodies,
    Field(discriminator="e"),
]
"""Something visible or audible. `e` is its kind, `s` the step in which it happens; events of a step are in order."""


class FeedSegment(WireModel):
    """A segment of the event feed: the town when step `from_step` begins, and the events until before `to_step`."""

    from_step: Step
    to_step: Step
    """Not included."""
    scene: TownSnapshot
    events: list[FeedEvent]


class TimelineMarker(WireModel):
    """A moment worth jumping to on the timeline."""

    s: Step
    kind: Literal["talk", "reflection", "reaction", "command", "state"]
    who: list[str]
    text: str
    """One line: the first line of the talk, the insight, the reason why a plan was changed, or the command."""
    to: Step = 0
    """The step at which a talk ended; 0 while it goes on, and for markers of other kinds."""
    id: str = ""
    """Id of the talk, or of the memory (`agent/step/ordinal`)."""
