"""An agent's state of mind besides the memory stream: plan, summary, knowledge of places, and notes."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TypeAlias

from townlet.cognition.persona import Persona
from townlet.memory.record import MemoryId, Source
from townlet.world.address import Address
from townlet.world.known import KnownTree


@dataclass(frozen=True)
class PlanItem:
    """An item of a plan, at any of its three levels."""

    start: int
    """The step at which the item begins."""
    end: int
    """The step at which the item ends, which is the start of the next one."""
    activity: str
    """A gerund phrase: 'making tea'."""
    place: Address | None = None
    """The arena or object; None for wherever the agent is."""
    state: str = ""
    """The state of the object meanwhile."""
    emoji: str = ""
    why: str = ""
    """The reason, as a clause that can follow 'because'."""
    importance: int = 0
    """The importance of the activity; 0 if it is not rated yet."""
    keep_state: bool = False
    fallback: bool = False
    """Whether the item is a fallback, made without a model, which nobody remembers."""


@dataclass(frozen=True)
class Plan:
    """The plan of a day at three levels: chunks, hours, and steps of 5 to 15 minutes (section 4.3)."""

    chunks: tuple[PlanItem, ...] = ()
    hours: tuple[PlanItem, ...] = ()
    steps: tuple[PlanItem, ...] = ()
    made: int = 0
    """The step at which this version of the plan was made."""
    revision: int = 0
    """How often the plan was changed today."""
    reason: str = ""
    """The reason for the last change; empty for the plan of the morning."""
    reasons: tuple[str, ...] = ()
    """The reasons for all changes today, oldest first."""
    kept: tuple[MemoryId, ...] = ()
    """The memories of the plan and of the reactions that were fitted into it since."""

    def current(self, step: int) -> PlanItem | None:
        """Return the item of 5 to 15 minutes at a step of the run; None if there is none."""
        return next((item for item in self.steps if item.start <= step < item.end), None)

    def hour(self, step: int) -> PlanItem | None:
        """Return the item of the hours at a step of the run; None if there is none."""
        return next((item for item in self.hours if item.start <= step < item.end), None)

    def hours_ahead(self, step: int) -> list[PlanItem]:
        """Return the items of the hours that are not over at a step of the run."""
        return [item for item in self.hours if item.end > step]

    @property
    def bedtime(self) -> int:
        """The step at which the agent plans to go to bed; 0 without a plan."""
        return self.chunks[-1].start if self.chunks else 0


@dataclass(frozen=True)
class PreparedLine:
    """A line that the agent means to say, from a talk that was written as a whole."""

    place: int
    """The position of the line in the talk, from 0."""
    after: str
    """The other person's line before it, word for word."""
    say: str
    leave: bool = False


OwnId: TypeAlias = tuple[int, int]
"""The step and ordinal of a memory of the agent's own."""


@dataclass(frozen=True)
class ThreadTurn:
    """What the prompt for one line of a talk showed that no prompt for an earlier one had shown."""

    step: int
    lines: int
    """How many lines had been spoken."""
    promised: tuple[OwnId, ...] = ()
    """What the two had promised and settled; only at the first turn, as `live`."""
    live: tuple[OwnId, ...] = ()
    memories: tuple[OwnId, ...] = ()
    overhearing: tuple[str, ...] = ()
    """The people within earshot."""

    @property
    def shown(self) -> tuple[OwnId, ...]:
        """All memories that it showed."""
        return (*self.promised, *self.live, *self.memories)


@dataclass(frozen=True)
class TalkNote:
    """What an agent keeps in mind during a talk."""

    topic: str = ""
    """The topic that the agent wants to bring up."""
    taken_leave: str = ""
    """The utterance id of the agent's answer to a farewell, which is its last line."""
    came_to: str = ""
    """The summary of the talk that came with that line: a `Takeaway` as JSON."""
    meant: tuple[PreparedLine, ...] = ()
    """The agent's own prepared lines that are still to come."""
    drawn_on: tuple[MemoryId, ...] = ()
    """The agent's own memories that were shown when those lines were written."""
    thread: tuple[ThreadTurn, ...] = ()
    """The prompts for the agent's lines so far, as `townlet.cognition.thread` continues them."""


@dataclass(frozen=True)
class Noticed:
    """An observation that is not in the memory stream yet, because it will be rated together with others."""

    text: str
    step: int
    """The step at which it was noticed."""
    source: Source = "seen"
    heard_from: str = ""
    utterance: str = ""


@dataclass(frozen=True)
class AgentState:
    """One agent's mind at a step, without the memory stream. Only the engine replaces it."""

    persona: Persona
    known: KnownTree = field(default_factory=KnownTree)
    plan: Plan = Plan()
    summary: str = ""
    """The cached summary of the person (section 4.3.2)."""
    summarised: int = -1
    """The step at which the summary was made; -1 before the first."""
    importance_sum: int = 0
    """The sum of the importance of observations since the last reflection (section 4.2)."""
    reflected: int = -1
    """The step of the last reflection; -1 before the first."""
    seen: Mapping[str, tuple[str, int]] = field(default_factory=dict)
    """For each subject, its last remembered activity or state, and the step of that observation."""
    talked: Mapping[str, int] = field(default_factory=dict)
    """For each person, the step at which the last talk with them ended."""
    talks: tuple[int, ...] = ()
    """The steps at which the talks ended that the agent had on the day of its last talk, oldest first."""
    passed_by: Mapping[str, int] = field(default_factory=dict)
    """For each person, the step at which the agent last decided not to talk to them."""
    watched: int = -1
    """The step at which the agent last considered what somebody does to whom it could not talk; -1 before the first."""
    note: TalkNote = TalkNote()
    waiting: int = 0
    """The step until which the agent waits for something; 0 if it does not wait."""
    noticed: tuple[Noticed, ...] = ()
    """The observations that are not in the memory stream yet, oldest first."""
    forgotten: tuple[MemoryId, ...] = ()
    """The memories that an experiment took out of the memory stream."""
    missed: tuple[str, ...] = ()
    """What an experiment keeps the agent from taking in: the ids of lines, and sights as sentences."""

    @property
    def name(self) -> str:
        return self.persona.name
