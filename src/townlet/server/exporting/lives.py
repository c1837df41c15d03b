"""People's minds through a whole run: everything that a page tells of them at any moment."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

import numpy as np

from townlet.cognition.state import AgentState
from townlet.engine.minds import changed
from townlet.engine.state import RunState
from townlet.memory.record import Memory
from townlet.memory.stream import MemoryStream
from townlet.server.minds.origins import passing
from townlet.server.minds.person import person_now, versions
from townlet.server.names import memory_name
from townlet.server.protocol.exported import ExportedLife, Kept, PlanAt
from townlet.server.protocol.minds import PersonNow
from townlet.server.watching import Watching
from townlet.study.minds import Mind
from townlet.study.origin import Origins
from townlet.study.portrait import Portrait, Sight
from townlet.world.state import Body, World


def lives(watching: Watching) -> Iterator[ExportedLife]:
    """Everybody's, in the order in which they came."""
    nows, origins = nows_of_all(watching), Origins(watching.minds)
    for name in watching.past.joined:
        plans = [PlanAt(at=at, revision=number, plan=plan) for at, number, plan in versions(watching.minds, name)]
        memories = [_kept(memory, origins) for memory in watching.minds.memories(name, watching.until)]
        yield ExportedLife(nows=nows[name], plans=plans, memories=memories)


def nows_of_all(watching: Watching) -> dict[str, list[PersonNow]]:
    """For everybody, how they are to be told of whenever that changes."""
    people = {name: _Growing.of(name, watching) for name in watching.past.joined}
    for step, world in watching.past.worlds():
        for name, person in people.items():
            person.note(step, world, world.bodies.get(name))
    return {name: person.nows for name, person in people.items()}


@dataclass
class _Growing:
    """One person, going on from step to step."""

    watching: Watching
    mind: Mind
    agent: AgentState
    state: RunState
    stream: MemoryStream = field(default_factory=lambda: MemoryStream(1))
    nows: list[PersonNow] = field(default_factory=list)
    changes: int = 0
    body: Body | None = None

    @classmethod
    def of(cls, name: str, watching: Watching) -> _Growing:
        past, ground = watching.past, watching.minds.ground
        state = RunState(past.town, past.clock, 1, ground)
        return cls(watching, watching.minds.of(name), watching.minds.agent(name, 0), state)

    def note(self, step: int, world: World, body: Body | None) -> None:
        """Take in the step before, and tell how things are if anything about this person may have changed."""
        thought = self._think_on(step)
        if (body is self.body and not thought and (body is None or body.arrived)) or (body is None and not self.nows):
            return
        self.body, self.state.world = body, world
        sight = Sight(self.watching.header, self.state, step, self.watching.path)
        now = person_now(Portrait(sight, self.agent, body, self.stream))
        if not self.nows or now != self.nows[-1].model_copy(update={"step": step}):
            self.nows.append(now)

    def _think_on(self, step: int) -> bool:
        before = (self.changes, len(self.stream))
        changes, memories = self.mind.changes, self.mind.memories
        while self.changes < len(changes) and changes[self.changes][0] < step:
            self.agent = changed(self.agent, changes[self.changes][1])
            self.changes += 1
        new: list[Memory] = []
        while (place := len(self.stream) + len(new)) < len(memories) and memories[place].id.step < step:
            new.append(memories[place])
        self.stream = self.stream.with_memories(new, np.zeros((len(new), 1), np.int8))
        return before != (self.changes, len(self.stream))


def _kept(memory: Memory, origins: Origins) -> Kept:
    station = origins.station(memory)
    told, before = passing(station), origins.before(station)
    return Kept(
        memory=told.memory,
        how=told.how,
        talk=told.talk,
        line=told.line,
        before=memory_name(before.id) if before else "",
    )
