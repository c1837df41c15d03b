"""A run's state in parts, one for each person, so that some people can live on while the others wait."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Mapping, MutableMapping, Sequence
from dataclasses import dataclass
from typing import TypeVar

from pydantic import BaseModel

from townlet.cognition.state import AgentState
from townlet.engine.calls.mind import GatewayMind
from townlet.engine.engine import Engine
from townlet.language.prompt import Prompt
from townlet.memory.stream import MemoryStream
from townlet.runfile.event_log import StepLog
from townlet.state.run_state import RunState
from townlet.state.scheduler import SchedulerState
from townlet.world.address import Address
from townlet.world.clock import Clock
from townlet.world.events import Said, WorldEvent
from townlet.world.physics import NOTICE_MINUTES, Terrain
from townlet.world.setting import LEAVING_MINUTES, MINUTES_A_DAY, Tile
from townlet.world.state import Body, Talk, World

Answer = TypeVar("Answer", bound=BaseModel)
Key = TypeVar("Key")
Value = TypeVar("Value")

_Users = Mapping[Address, tuple[str, ...]]

NEVER = 1 << 60
"""A step that no run reaches."""


class ScoutStopped(Exception):
    """A person who thinks ahead wants to ask something, but what they think ahead of has changed."""


class ScoutMind(GatewayMind):
    """A mind that asks nothing more once it has been stopped. What it has asked already is answered and logged."""

    stopped: Collection[object] = ()
    """Not empty once the mind has to stop."""
    questions: Counter[str]
    """How often each person has asked and waited for an answer."""

    async def ask_all(self, prompts: Sequence[Prompt[Answer]]) -> list[Answer]:
        if self.stopped:
            raise ScoutStopped
        self.questions[self._agent] += 1
        return await super().ask_all(prompts)


class PartEngine(Engine):
    """An engine that runs a part of the town."""

    stopped: Collection[object] = ()
    questions: Counter[str]

    def mind_of(self, name: str, step: int, part: str = "", *, urgent: bool = False) -> GatewayMind:
        mind = ScoutMind(self.gateway, name, step, part, urgent=urgent)
        mind.stopped, mind.questions = self.stopped, self.questions
        return mind


@dataclass
class Part:
    """What belongs to one person, as of the last step that they have lived."""

    body: Body
    agent: AgentState
    stream: MemoryStream
    notices: tuple[WorldEvent, ...]
    last_talk: Talk | None
    scheduled: SchedulerState
    lived: int
    """The first step that they have not lived yet."""
    due: int
    """The first step at which they may have something to do of their own accord."""

    def tile(self, step: int) -> Tile:
        return self.body.tile(step)


class Parts:
    """The whole town in parts. People of one part live a step together; the others do not notice."""

    def __init__(self, engine: Engine, streams: Mapping[str, MemoryStream]) -> None:
        """Take the state of an engine between two steps apart. `streams` are the memory streams with their vectors."""
        self._engine, state, step = engine, engine.state, engine.next_step
        self.terrain: Terrain = state.terrain
        self.objects, self.users = dict(state.world.objects), dict(state.world.users)
        self.talks, self.register = dict(state.world.talks), state.world.register
        scheduled = engine.scheduler.state
        self.of = {name: _part(name, state, scheduled, streams[name], step) for name in sorted(state.world.bodies)}

    def engine_of(self, names: Sequence[str], step: int, stopped: Collection[object]) -> PartEngine:
        """Return an engine that runs these people's next step. `stopped` becomes non-empty to stop their thinking."""
        own, state = self._engine.state, RunState(self._engine.state.town, self._clock, 0, self.terrain)
        parts = {name: self.of[name] for name in names}
        users = {
            at: here for at, every in self.users.items() if (here := tuple(user for user in every if user in parts))
        }
        talks = {talk.id: talk for talk in self.talks.values() if any(name in parts for name in talk.participants)}
        last = {name: part.last_talk for name, part in parts.items() if part.last_talk}
        bodies = {name: part.body for name, part in parts.items()}
        state.world = World(bodies, self.objects, users, talks, last, self.register)
        state.agents = {name: part.agent for name, part in parts.items()}
        state.streams = {name: part.stream for name, part in parts.items()}
        state.notices = {name: part.notices for name, part in parts.items() if part.notices}
        state.joined = own.joined
        engine = PartEngine(state, self._engine.minds, self._engine.gateway)
        engine.stopped, engine.questions, engine.next_step = stopped, Counter(), step
        engine.scheduler.restore(SchedulerState.together([part.scheduled for part in parts.values()]))
        return engine

    @property
    def _clock(self) -> Clock:
        return self._engine.state.clock

    def take_back(self, engine: Engine, before: World, log: StepLog) -> None:
        """Take over what the people of a part did in a step. `before` is their world at its start."""
        state, scheduled, step = engine.state, engine.scheduler.state, log.step
        for name in state.world.bodies:
            self.of[name] = _part(name, state, scheduled, state.streams[name], step + 1)
            self.of[name].due = self._next_due(self.of[name])
        if state.world is not before:
            _take_over(self.objects, before.objects, state.world.objects)
            self._take_over_users(state.world.bodies, before.users, state.world.users)
            _take_over(self.talks, before.talks, state.world.talks)

    def _take_over_users(self, people: Collection[str], before: _Users, after: _Users) -> None:
        """Make in the whole the changes of what these people use; who else uses an object goes on with it."""
        for at in before.keys() | after.keys():
            if before.get(at) == after.get(at):
                continue
            others = tuple(user for user in self.users.get(at, ()) if user not in people)
            self.users[at] = (*others, *after.get(at, ()))
            if not self.users[at]:
                del self.users[at]

    def _next_due(self, part: Part) -> int:
        step, scheduled = part.lived, part.scheduled
        heard = any(not isinstance(notice, Said) for notice in part.notices)
        if part.body.talk or scheduled.moved or scheduled.walking or scheduled.changed_objects or heard:
            return step
        ends = max(step, min((end for end, _ in scheduled.ends), default=NEVER))
        return ends if part.body.asleep else min(ends, next(self._doors_that_close(part, step, ends), ends))

    def _doors_that_close(self, part: Part, step: int, until: int) -> Iterator[int]:
        """Yield the steps before `until` at which a place tells its guest that it closes, or shows them out."""
        tile, minute = part.tile(step), self._clock.steps(1)
        timed = [
            hours
            for address, norms, hours in self.terrain.doors.timed
            if part.body.name not in norms.keepers and self.terrain.doors.inside(address, tile)
        ]
        if timed:
            for each in range(-(-step // minute) * minute, until, minute):
                for hours in timed:
                    left = (hours.closes - self._clock.minute(each)) % MINUTES_A_DAY
                    if left == NOTICE_MINUTES or left <= LEAVING_MINUTES or left >= MINUTES_A_DAY - LEAVING_MINUTES:
                        yield each


def _part(name: str, state: RunState, scheduled: SchedulerState, stream: MemoryStream, step: int) -> Part:
    return Part(
        state.world.bodies[name],
        state.agents[name],
        stream,
        state.notices.get(name, ()),
        state.world.last_talk.get(name),
        scheduled.of(name),
        step,
        step,
    )


def _take_over(whole: MutableMapping[Key, Value], before: Mapping[Key, Value], after: Mapping[Key, Value]) -> None:
    """Make in the whole the changes that a part has made."""
    for key in before.keys() | after.keys():
        if key not in after:
            whole.pop(key, None)
        elif before.get(key) != after[key]:
            whole[key] = after[key]
