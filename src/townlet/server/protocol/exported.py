"""What an exported page holds of a run: parts that it unpacks when they are wanted.

The part 'run' comes first; 'hour N' is a `Reel`, 'life N' that of the N-th of `people`; 'dealings' and 'things' are
everybody's. What changes is kept as a log: what holds at a step is the latest entry whose `at` is not after it.
"""

from __future__ import annotations

from townlet.server.protocol.film import Mark, TalkShown
from townlet.server.protocol.minds import MemoryShown, PersonNow, Revision, ThingEvent, Tie
from townlet.server.protocol.part import Part, Step
from townlet.server.protocol.session import Session
from townlet.server.protocol.town import TownShown


class ExportedRun(Part):
    """What is needed to draw the first picture."""

    session: Session
    town: TownShown
    marks: list[Mark]
    people: list[str]
    files: dict[str, str]
    """The town's map and pictures by their paths, as `data:` addresses."""


class ExportedLife(Part):
    """One person's mind through the whole run."""

    nows: list[PersonNow]
    """One for each step at which anything in it had changed."""
    plans: list[PlanAt]
    memories: list[Kept]
    """In the order in which they came."""


class PlanAt(Part):
    at: Step
    revision: int
    """Counts a day's versions; each is told again whenever more of it is worked out."""
    plan: Revision


class Kept(Part):
    """A memory and the way it came: `Passing`, without the stations before, which begin with `before`."""

    memory: MemoryShown
    how: str
    talk: str
    line: str
    before: str
    """Id of the memory that it came from; empty where nothing on file leads further."""


class ExportedDealings(Part):
    """What people have had to do with one another."""

    talks: list[TalkShown]
    """All talks with all lines, latest first."""
    ties: list[TieAt]


class TieAt(Part):
    at: Step
    tie: Tie


class ExportedThings(Part):
    """What became of objects and places."""

    objects: list[ObjectAt]
    whereabouts: list[WhereAt]
    history: list[Befell]
    """Oldest first."""


class ObjectAt(Part):
    at: Step
    address: str
    state: str
    users: list[str]


class WhereAt(Part):
    at: Step
    who: str
    place: str
    """Address of the innermost place; empty out of doors and out of town."""


class Befell(Part):
    where: str
    """Address of what it befell: an event of all places around it, too, unless it is `only` its own."""
    only: bool
    event: ThingEvent
