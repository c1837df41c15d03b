"""The data in a standalone page: parts that the page unpacks when it needs them.

The part 'client' is an `ExportedClient`, which a small script puts into the page. The part 'run' is an `ExportedRun`;
'hour N' is the `FeedSegment` of a game hour, 'life N' the `ExportedMind` of the N-th of `people`, 'story' a
`StoryView`, 'dealings' an `ExportedRelations`, and 'things' an `ExportedThings`. Values that change are stored as logs:
the value at a step is that of the latest entry whose `at` is not after the step. A page of some chapters holds only the
hours of its spans, and of people who are not in them only the memories from which others have theirs.
"""

from __future__ import annotations

from townlet.server.protocol.base import Step, WireModel
from townlet.server.protocol.event_feed import TalkView, TimelineMarker
from townlet.server.protocol.messages import SessionInfo
from townlet.server.protocol.views import MemoryView, PersonView, PlanRevision, SocialTie, ThingEvent, TownView


class ExportedClient(WireModel):
    """The built client."""

    styles: list[str]
    scripts: list[str]


class ExportedRun(WireModel):
    """The data that the page needs to draw its first picture."""

    session: SessionInfo
    town: TownView
    marks: list[TimelineMarker]
    people: list[str]
    files: dict[str, str]
    """The town's map and pictures as `data:` URLs, by path."""
    spans: list[tuple[Step, Step]]
    """What a page of some chapters holds: each span from its first step until before its second.

    Empty for a whole run.
    """


class ExportedMind(WireModel):
    """One person's mind through the whole run."""

    nows: list[PersonView]
    """The person's view at every step at which something in it changed."""
    plans: list[ExportedPlan]
    memories: list[ExportedMemory]
    """Ordered from oldest to newest."""


class ExportedPlan(WireModel):
    """A plan as it stood from step `at` on."""

    at: Step
    revision: int
    """Numbers the versions of a day's plan. A version is repeated whenever more of its details are planned."""
    plan: PlanRevision


class ExportedMemory(WireModel):
    """A memory and how it came to the person: the fields of `ProvenanceStep`, and a link to the step before it."""

    memory: MemoryView
    how: str
    talk: str
    line: str
    before: str
    """Id of the memory that it came from; empty if the run file has none."""


class ExportedRelations(WireModel):
    """The talks and ties between people."""

    talks: list[TalkView]
    """All talks with all lines, latest first."""
    ties: list[TieChange]


class TieChange(WireModel):
    """A tie as it stood from step `at` on."""

    at: Step
    tie: SocialTie


class ExportedThings(WireModel):
    """The logs of objects, of people's whereabouts, and of incidents with things."""

    objects: list[ObjectStateChange]
    whereabouts: list[PlaceChange]
    history: list[ThingHistoryEntry]
    """Oldest first."""


class ObjectStateChange(WireModel):
    """The state and the users of an object from step `at` on."""

    at: Step
    address: str
    state: str
    users: list[str]


class PlaceChange(WireModel):
    """The place where a person is from step `at` on."""

    at: Step
    who: str
    place: str
    """Address of the innermost place; empty if the person is outdoors or out of town."""


class ThingHistoryEntry(WireModel):
    """An event in the history of an object or a place."""

    where: str
    """Address of the object or place."""
    only: bool
    """Whether the event belongs to this place only, and not to the history of the places around it, too."""
    event: ThingEvent
