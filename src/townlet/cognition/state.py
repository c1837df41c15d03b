"""What one person carries in mind besides the memory stream: plan, summary, knowledge of places, and notes."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from townlet.cognition.persona import Persona
from townlet.memory.record import MemoryId, Source
from townlet.world.address import Address
from townlet.world.known import KnownTree


@dataclass(frozen=True)
class PlanItem:
    """A stretch of a plan, at any of its three levels."""

    start: int
    """The step at which it begins."""
    end: int
    """The step at which it ends (the next item's start)."""
    activity: str
    """A gerund phrase."""
    place: Address | None = None
    """The arena or object meant; None for wherever one is."""
    state: str = ""
    """What the object is meanwhile."""
    emoji: str = ""
    why: str = ""
    importance: int = 0
    """The rating of doing it, once rated; 0 before."""
    keep_state: bool = False
    fallback: bool = False
    """Whether no model has said so: it is done for want of a plan, and nobody remembers it."""


@dataclass(frozen=True)
class Plan:
    """A day in broad strokes, in hours, and in steps of 5 to 15 minutes (Park et al. 2023, section 4.3)."""

    chunks: tuple[PlanItem, ...] = ()
    hours: tuple[PlanItem, ...] = ()
    steps: tuple[PlanItem, ...] = ()
    made: int = 0
    """The step at which this version was made."""
    revision: int = 0
    """How often it was redone today."""
    reason: str = ""
    """Why it was last redone; empty for the morning's plan."""
    kept: tuple[MemoryId, ...] = ()
    """The memories that tell it: as it was made, and what was fitted into it since."""

    def current(self, step: int) -> PlanItem | None:
        """The 5 to 15 minutes that a step falls into."""
        return next((item for item in self.steps if item.start <= step < item.end), None)

    def hour(self, step: int) -> PlanItem | None:
        return next((item for item in self.hours if item.start <= step < item.end), None)

    @property
    def bedtime(self) -> int:
        """The step at which one means to go to bed."""
        return self.chunks[-1].start if self.chunks else 0


@dataclass(frozen=True)
class PreparedLine:
    """A line that one means to say, in a talk that was thought up as a whole."""

    place: int
    """Its place in the talk, from 0."""
    after: str
    """The other's line that it answers, word for word."""
    say: str
    leave: bool = False


@dataclass(frozen=True)
class TalkNote:
    """What one keeps in mind of a talk while it lasts."""

    topic: str = ""
    """What one meant to bring up."""
    taken_leave: str = ""
    """The utterance that one's last line is to be, once one has answered a farewell."""
    came_to: str = ""
    """What one made of the talk with that line: a `Takeaway` as JSON."""
    meant: tuple[PreparedLine, ...] = ()
    """One's own lines to come, as far as they are known; nobody else's are kept here."""
    drawn_on: tuple[MemoryId, ...] = ()
    """One's own memories that those lines were made from."""


@dataclass(frozen=True)
class Noticed:
    """Something seen or overheard that is no memory yet: how much it matters will be asked together with more."""

    text: str
    step: int
    """When it was noticed."""
    source: Source = "seen"
    heard_from: str = ""
    utterance: str = ""


@dataclass(frozen=True)
class AgentState:
    """One person's mind at a step, but for the memory stream. Only the engine replaces it."""

    persona: Persona
    known: KnownTree = field(default_factory=KnownTree)
    plan: Plan = Plan()
    summary: str = ""
    """The cached summary of who they are (section 4.3.2)."""
    summarised: int = -1
    """The step at which the summary was made; -1 before the first."""
    importance_sum: int = 0
    """Summed importance of observations since the last reflection (section 4.2)."""
    seen: Mapping[str, tuple[str, int]] = field(default_factory=dict)
    """For each subject, what it was last remembered doing, and when (step)."""
    talked: Mapping[str, int] = field(default_factory=dict)
    """For each person, the step at which the last talk with them ended."""
    passed_by: Mapping[str, int] = field(default_factory=dict)
    """For each person, the step at which one last decided not to talk to them."""
    note: TalkNote = TalkNote()
    waiting: int = 0
    """The step until which one waits for something, 0 if for nothing."""
    noticed: tuple[Noticed, ...] = ()
    """What has been noticed and is not yet in the memory stream, oldest first."""

    @property
    def name(self) -> str:
        return self.persona.name
