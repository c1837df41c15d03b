"""What people left behind in a run: their lines and talks, what they were at, where they stayed, how plans changed."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from townlet.memory.record import MemoryId
from townlet.world.address import Address
from townlet.world.events import StateChanged


@dataclass(frozen=True)
class Line:
    """A spoken line."""

    talk: str
    number: int
    speaker: str
    to: str
    text: str
    step: int
    hearers: tuple[str, ...] = ()
    typed: bool = False
    """Whether a person at the keyboard said it, for a visitor or a resident whom they had taken over."""

    @property
    def utterance(self) -> str:
        return f"{self.talk}#{self.number}"


class Spoken(NamedTuple):
    """A line with the memories that its speaker was shown."""

    line: Line
    shown: tuple[MemoryId, ...]


@dataclass(frozen=True)
class Conversation:
    """All lines of one talk, in order."""

    id: str
    lines: tuple[Line, ...]

    @property
    def participants(self) -> tuple[str, ...]:
        return tuple(dict.fromkeys(name for line in self.lines for name in (line.speaker, line.to)))


@dataclass(frozen=True)
class Spell:
    """Something that somebody was at, from beginning it to beginning something else."""

    person: str
    doing: str
    at: Address | None
    asleep: bool
    start: int
    end: int
    arrived: int | None = None
    """The step at which they were where it is done; None if they never got there."""
    using: Address | None = None


@dataclass(frozen=True)
class Stay:
    """A stretch of time that somebody spent in one place; None is out of doors. `end` is not part of it."""

    person: str
    place: Address | None
    start: int
    end: int

    def within(self, place: Address) -> bool:
        return self.place is not None and place.contains(self.place)


@dataclass(frozen=True)
class PlanChange:
    """A plan made in the morning (revision 0) or changed later, and why."""

    step: int
    person: str
    revision: int
    reason: str


@dataclass(frozen=True)
class ObjectChange:
    """An object put into another state."""

    step: int
    event: StateChanged
