"""People's minds through a whole run: everything that a page tells of them at any moment."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

import numpy as np

from townlet.analysis.history import RecordedMind
from townlet.analysis.origins import BeliefOrigins
from townlet.analysis.portrait import Portrait, RunMoment
from townlet.cognition.state import AgentState
from townlet.memory.record import Memory
from townlet.memory.stream import MemoryStream
from townlet.runfile.minds import mind_after
from townlet.runfile.state import RunState
from townlet.server.protocol.base import encode_memory_id
from townlet.server.protocol.standalone_page import ExportedMemory, ExportedMind, ExportedPlan
from townlet.server.protocol.views import PersonView
from townlet.server.read_model import RunReadModel
from townlet.server.views.memories import build_provenance_step
from townlet.server.views.people import build_person_view, iterate_plan_versions
from townlet.world.state import Body, World


def export_minds(watching: RunReadModel) -> Iterator[ExportedMind]:
    """Everybody's, in the order in which they came."""
    nows, origins = collect_person_views(watching), BeliefOrigins(watching.minds)
    for name in watching.past.joined:
        plans = [
            ExportedPlan(at=at, revision=number, plan=plan)
            for at, number, plan in iterate_plan_versions(watching.minds, name)
        ]
        memories = [_kept(memory, origins) for memory in watching.minds.memories(name, watching.until)]
        yield ExportedMind(nows=nows[name], plans=plans, memories=memories)


def collect_person_views(watching: RunReadModel) -> dict[str, list[PersonView]]:
    """For everybody, how they are to be told of whenever that changes."""
    people = {name: _PersonTracker.of(name, watching) for name in watching.past.joined}
    for step, world in watching.past.worlds():
        for name, person in people.items():
            person.note(step, world, world.bodies.get(name))
    return {name: person.nows for name, person in people.items()}


@dataclass
class _PersonTracker:
    """One person, going on from step to step."""

    watching: RunReadModel
    mind: RecordedMind
    agent: AgentState
    state: RunState
    stream: MemoryStream = field(default_factory=lambda: MemoryStream(1))
    nows: list[PersonView] = field(default_factory=list)
    changes: int = 0
    body: Body | None = None

    @classmethod
    def of(cls, name: str, watching: RunReadModel) -> _PersonTracker:
        past, ground = watching.past, watching.minds.ground
        state = RunState(past.town, past.clock, 1, ground)
        return cls(watching, watching.minds.of(name), watching.minds.agent(name, 0), state)

    def note(self, step: int, world: World, body: Body | None) -> None:
        """Take in the step before, and tell how things are if anything about this person may have changed."""
        thought = self._think_on(step)
        if (body is self.body and not thought and (body is None or body.arrived)) or (body is None and not self.nows):
            return
        self.body, self.state.world = body, world
        sight = RunMoment(self.watching.header, self.state, step, self.watching.path)
        now = build_person_view(Portrait(sight, self.agent, body, self.stream))
        if not self.nows or now != self.nows[-1].model_copy(update={"step": step}):
            self.nows.append(now)

    def _think_on(self, step: int) -> bool:
        before = (self.changes, len(self.stream))
        changes, memories = self.mind.changes, self.mind.memories
        while self.changes < len(changes) and changes[self.changes][0] < step:
            self.agent = mind_after(self.agent, changes[self.changes][1])
            self.changes += 1
        new: list[Memory] = []
        while (place := len(self.stream) + len(new)) < len(memories) and memories[place].id.step < step:
            new.append(memories[place])
        self.stream = self.stream.with_memories(new, np.zeros((len(new), 1), np.int8))
        return before != (self.changes, len(self.stream))


def _kept(memory: Memory, origins: BeliefOrigins) -> ExportedMemory:
    station = origins.station(memory)
    told, before = build_provenance_step(station), origins.before(station)
    return ExportedMemory(
        memory=told.memory,
        how=told.how,
        talk=told.talk,
        line=told.line,
        before=encode_memory_id(before.id) if before else "",
    )
