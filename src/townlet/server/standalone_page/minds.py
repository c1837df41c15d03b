"""The parts of a standalone page that hold people's minds: what the page shows of each person at any step."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

import numpy as np

from townlet.cognition.state import AgentState
from townlet.measures.origins import BeliefOrigins
from townlet.measures.portrait import Portrait, RunMoment
from townlet.memory.record import Memory, MemoryId
from townlet.memory.stream import MemoryStream
from townlet.runfile.history import RecordedMind, RecordedTurns
from townlet.runfile.view import format_memory_id
from townlet.server.protocol.standalone_page import ExportedMemory, ExportedMind, ExportedPlan
from townlet.server.protocol.views import PersonView
from townlet.server.read_model import RunReadModel
from townlet.server.standalone_page.excerpt import Excerpt
from townlet.server.views.memories import build_provenance_step
from townlet.server.views.people import build_person_view, iterate_plan_versions
from townlet.state.minds import mind_after
from townlet.state.run_state import RunState
from townlet.world.state import Body, World


def export_minds(read_model: RunReadModel, excerpt: Excerpt) -> Iterator[ExportedMind]:
    """Yield everybody's mind, in the order in which people joined the run.

    Of people who are not in the excerpt there are only the memories from which others have theirs.
    """
    nows, origins = collect_person_views(read_model, excerpt), BeliefOrigins(read_model.minds)
    kept = _kept_memories(read_model, excerpt, origins)
    for name in read_model.past.joined:
        plans = [
            ExportedPlan(at=at, revision=number, plan=plan)
            for at, number, plan in iterate_plan_versions(read_model.minds, name)
            if name in excerpt.people
        ]
        plans = list(excerpt.thin(plans, lambda plan: plan.at, lambda plan: (plan.plan.step, plan.revision)))
        memories = [
            _exported(memory, origins) for memory in read_model.minds.of(name).memories if memory.id in kept[name]
        ]
        yield ExportedMind(nows=nows[name], plans=plans, memories=memories)


def _kept_memories(read_model: RunReadModel, excerpt: Excerpt, origins: BeliefOrigins) -> dict[str, set[MemoryId]]:
    """Return the memories that were made in the excerpt by the people in it, with what they rest on and came from."""
    minds = {
        name: {memory.id: memory for memory in read_model.minds.of(name).memories} for name in read_model.past.joined
    }
    kept: dict[str, set[MemoryId]] = {name: set() for name in minds}
    made = [memory for name in excerpt.people for memory in minds[name].values() if excerpt.covers(memory.id.step)]
    grounds = [minds[each.agent].get(each) for memory in made for each in memory.evidence]
    for memory in (*made, *grounds):
        chain = memory
        while chain and chain.id not in kept[chain.id.agent]:
            kept[chain.id.agent].add(chain.id)
            chain = origins.before(origins.station(chain))
    return kept


def collect_person_views(read_model: RunReadModel, excerpt: Excerpt) -> dict[str, list[PersonView]]:
    """Return every person's views in the excerpt, one for each step at which something in the view changed."""
    people = {name: _PersonTracker.of(name, read_model) for name in read_model.past.joined if name in excerpt.people}
    for step, world in read_model.past.worlds():
        if excerpt.covers(step):
            for name, person in people.items():
                person.note(step, world, world.bodies.get(name))
    return {name: people[name].nows if name in people else [] for name in read_model.past.joined}


@dataclass
class _PersonTracker:
    """Follows one person from step to step and collects their views."""

    read_model: RunReadModel
    mind: RecordedMind
    turns: RecordedTurns
    agent: AgentState
    state: RunState
    stream: MemoryStream = field(default_factory=lambda: MemoryStream(1))
    nows: list[PersonView] = field(default_factory=list)
    changes: int = 0
    memories: int = 0
    """How many of the person's memories have been taken in."""
    body: Body | None = None

    @classmethod
    def of(cls, name: str, read_model: RunReadModel) -> _PersonTracker:
        past, terrain = read_model.past, read_model.minds.terrain
        state = RunState(past.town, past.clock, 1, terrain)
        minds = read_model.minds
        return cls(read_model, minds.of(name), minds.turns(name), minds.agent(name, 0), state)

    def note(self, step: int, world: World, body: Body | None) -> None:
        """Add the person's view as of `step`, if it differs from the one before."""
        mind_changed = self._apply_mind_changes(step)
        unchanged = body is self.body and not mind_changed and (body is None or body.arrived)
        if unchanged or (body is None and not self.nows):
            return
        self.body, self.state.world = body, world
        self.state.streams[self.agent.name] = self.stream
        sight = RunMoment(self.read_model.header, self.state, step, self.read_model.view)
        now = build_person_view(Portrait(sight, self.agent, body))
        if not self.nows or now != self.nows[-1].model_copy(update={"step": step}):
            self.nows.append(now)

    def _apply_mind_changes(self, step: int) -> bool:
        """Apply the changes of mind and memories from before `step`; return whether there were any."""
        before = (self.changes, self.memories)
        changes, memories = self.turns.changes, self.mind.memories
        first = self.memories
        while self.memories < len(memories) and memories[self.memories].id.step < step:
            self.memories += 1
        new = memories[first : self.memories]
        self.stream = self.stream.with_memories(new, np.zeros((len(new), 1), np.float32))
        while self.changes < len(changes) and changes[self.changes][0] < step:
            change = changes[self.changes][1]
            self.agent = mind_after(self.agent, change)
            self.stream = self.stream.without(change.forgotten or ())
            self.changes += 1
        return before != (self.changes, self.memories)


def _exported(memory: Memory, origins: BeliefOrigins) -> ExportedMemory:
    station = origins.station(memory)
    step, before = build_provenance_step(station), origins.before(station)
    return ExportedMemory(
        memory=step.memory,
        how=step.how,
        talk=step.talk,
        line=step.line,
        before=format_memory_id(before.id) if before else "",
    )
