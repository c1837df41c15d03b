"""What an exported page holds of a run: parts that it unpacks when they are wanted.

The part 'run' comes first; 'hour N' is a `Reel`, 'life N' that of the N-th of `people`; 'dealings' and 'things' are
everybody's. What changes is kept as a log: what holds at a step is the latest entry whose `at` is not after it.
"""

from __future__ import annotations

from townlet.server.protocol.base import Step, WireModel
from townlet.server.protocol.event_feed import TalkView, TimelineMarker
from townlet.server.protocol.messages import SessionInfo
from townlet.server.protocol.views import MemoryView, PersonView, PlanRevision, SocialTie, ThingEvent, TownView


class ExportedRun(WireModel):
    """What is needed to draw the first picture."""

    session: SessionInfo
    town: TownView
    marks: list[TimelineMarker]
    people: list[str]
    files: dict[str, str]
    """The town's map and pictures by their paths, as `data:` addresses."""


class ExportedMind(WireModel):
    """One person's mind through the whole run."""

    nows: list[PersonView]
    """One for each step at which anything in it had changed."""
    plans: list[ExportedPlan]
    memories: list[ExportedMemory]
    """In the order in which they came."""


class ExportedPlan(WireModel):
    at: Step
    revision: int
    """Counts a day's versions; each is told again whenever more of it is worked out."""
    plan: PlanRevision


class ExportedMemory(WireModel):
    """A memory and the way it came: `Passing`, without the stations before, which begin with `before`."""

    memory: MemoryView
    how: str
    talk: str
    line: str
    before: str
    """Id of the memory that it came from; empty where nothing on file leads further."""


class ExportedRelations(WireModel):
    """What people have had to do with one another."""

    talks: list[TalkView]
    """All talks with all lines, latest first."""
    ties: list[TieChange]


class TieChange(WireModel):
    at: Step
    tie: SocialTie


class ExportedThings(WireModel):
    """What became of objects and places."""

    objects: list[ObjectStateChange]
    whereabouts: list[PlaceChange]
    history: list[ThingHistoryEntry]
    """Oldest first."""


class ObjectStateChange(WireModel):
    at: Step
    address: str
    state: str
    users: list[str]


class PlaceChange(WireModel):
    at: Step
    who: str
    place: str
    """Address of the innermost place; empty out of doors and out of town."""


class ThingHistoryEntry(WireModel):
    where: str
    """Address of what it befell: an event of all places around it, too, unless it is `only` its own."""
    only: bool
    event: ThingEvent
