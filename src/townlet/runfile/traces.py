"""What the event log says people did: lines and talks, activities, stays in places, changes of plans and objects."""

from __future__ import annotations

from copy import copy
from dataclasses import dataclass, replace
from typing import NamedTuple, get_args

from townlet.memory.record import MemoryId
from townlet.world.address import Address
from townlet.world.doors import Doors
from townlet.world.events import Acted, Appeared, Arrived, Blocked, Departed, Halted, StateChanged, SteppedAside
from townlet.world.setting import Tile


@dataclass(frozen=True)
class SpokenLine:
    """A spoken line."""

    talk: str
    number: int
    speaker: str
    to: str
    text: str
    step: int
    hearers: tuple[str, ...] = ()
    typed: bool = False
    """Whether a person at the keyboard typed it, as a visitor or for a resident they had taken over."""

    @property
    def utterance(self) -> str:
        return f"{self.talk}#{self.number}"


class LineWithMemories(NamedTuple):
    """A line with the memories in its speaker's prompt."""

    line: SpokenLine
    shown: tuple[MemoryId, ...]


@dataclass(frozen=True)
class TalkTranscript:
    """All lines of one talk, in order."""

    id: str
    lines: tuple[SpokenLine, ...]

    @property
    def participants(self) -> tuple[str, ...]:
        return tuple(dict.fromkeys(name for line in self.lines for name in (line.speaker, line.to)))


@dataclass(frozen=True)
class ActivitySpan:
    """An activity of one person, from its start to the start of the next one."""

    person: str
    doing: str
    at: Address | None
    asleep: bool
    start: int
    end: int
    arrived: int | None = None
    """The step at which they reached its place; None if they never did."""
    using: Address | None = None


@dataclass(frozen=True)
class Stay:
    """A time span that one person spent in one place, or out of doors (None). The step `end` is not part of it."""

    person: str
    place: Address | None
    start: int
    end: int

    def within(self, place: Address) -> bool:
        return self.place is not None and place.contains(self.place)


@dataclass(frozen=True)
class PlanChange:
    """A plan made in the morning (revision 0) or revised later, with the reason."""

    step: int
    person: str
    revision: int
    reason: str


@dataclass(frozen=True)
class ObjectChange:
    """A change of the state of an object."""

    step: int
    event: StateChanged


BodyEvent = Appeared | Departed | Acted | Arrived | Halted | Blocked | SteppedAside
"""The events that change where somebody is and what they do."""
BODY_EVENTS = tuple(kind.__name__ for kind in get_args(BodyEvent))
"""The names of these events in the event log."""


class _Body:
    """One body: the walk it is on, its place, and since when it has been there."""

    def __init__(self, tile: Tile, place: Address | None, step: int) -> None:
        self.path: tuple[Tile, ...] = (tile,)
        self.departed = step
        self.followed = step
        self.place = place
        self.since = step

    def tile(self, step: int) -> Tile:
        return self.path[min(step - self.departed, len(self.path) - 1)]


class WhereaboutsTracker:
    """Works out stays and activity spans from body events. Pass the events in order, then close it at the end."""

    def __init__(self, doors: Doors) -> None:
        self._doors = doors
        self._bodies: dict[str, _Body] = {}
        self._at: dict[str, ActivitySpan] = {}
        self.stays: list[Stay] = []
        self.spans: list[ActivitySpan] = []

    def note(self, event: BodyEvent, step: int) -> None:
        match event:
            case Appeared(agent, tile):
                self._bodies[agent] = _Body(tile, self._doors.place_at(tile), step)
            case Departed(agent):
                self._leave(agent, step)
            case Acted(agent=agent, path=path):
                self._walk(agent, path, step)
                self._begin(event, step)
            case Arrived(agent, tile, using):
                self._walk(agent, (tile,), step)
                if agent in self._at:
                    self._at[agent] = replace(self._at[agent], arrived=step, using=using)
            case Halted(agent, tile) | Blocked(agent=agent, tile=tile):
                self._walk(agent, (tile,), step)
            case SteppedAside(agent, path):
                self._walk(agent, path, step)

    def close(self, step: int) -> None:
        """End everything that is still going on; `step` is the first after the run."""
        for agent in tuple(self._bodies):
            self._leave(agent, step)

    def ongoing(self, step: int) -> tuple[list[Stay], list[ActivitySpan]]:
        """Return the stays and spans not yet taken, as if everything had ended at `step`; the tracker stays open."""
        other = WhereaboutsTracker(self._doors)
        other._bodies = {agent: copy(body) for agent, body in self._bodies.items()}
        other._at, other.stays, other.spans = dict(self._at), list(self.stays), list(self.spans)
        other.close(step)
        return other.take_ended()

    def take_ended(self) -> tuple[list[Stay], list[ActivitySpan]]:
        """Return the stays and spans that have ended since the last call, and forget them."""
        ended = self.stays, self.spans
        self.stays, self.spans = [], []
        return ended

    def _leave(self, agent: str, step: int) -> None:
        self._follow(agent, step - 1)
        body = self._bodies.pop(agent)
        self._stayed(agent, body, step)
        if span := self._at.pop(agent, None):
            self.spans.append(replace(span, end=step))

    def _walk(self, agent: str, path: tuple[Tile, ...], step: int) -> None:
        self._follow(agent, step - 1)
        body = self._bodies[agent]
        body.path, body.departed = path, step
        self._enter(agent, body, step)
        body.followed = step

    def _follow(self, agent: str, until: int) -> None:
        """Walk along the path up to and including a step."""
        body = self._bodies[agent]
        last = min(until, body.departed + len(body.path) - 1)
        for step in range(body.followed + 1, last + 1):
            self._enter(agent, body, step)
        body.followed = max(body.followed, until)

    def _enter(self, agent: str, body: _Body, step: int) -> None:
        place = self._doors.place_at(body.tile(step))
        if place != body.place:
            self._stayed(agent, body, step)
            body.place, body.since = place, step

    def _stayed(self, agent: str, body: _Body, end: int) -> None:
        if end > body.since:
            self.stays.append(Stay(agent, body.place, body.since, end))

    def _begin(self, event: Acted, step: int) -> None:
        if before := self._at.get(event.agent):
            self.spans.append(replace(before, end=step))
        activity = event.activity
        self._at[event.agent] = ActivitySpan(event.agent, activity.doing, activity.at, activity.asleep, step, step)
