"""One person at one moment of a run: body, mind and memories."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from townlet.cognition.state import AgentState, PlanItem
from townlet.cognition.wording import say_time
from townlet.language.embedder import Embedder
from townlet.memory.record import Kind, Memory
from townlet.memory.retrieval import Recalled, retrieve
from townlet.memory.stream import MemoryStream
from townlet.runfile import Json, RunHeader
from townlet.runfile.lookup import find_person
from townlet.runfile.moments import find_step
from townlet.runfile.streams import embedded_stream
from townlet.runfile.view import RunSource, RunView, open_view
from townlet.state.run_state import RunState
from townlet.world.state import Body, Talk
from townlet.world.tree import clock_words, label

MAX_EVIDENCE_DEPTH = 5
"""How many levels of evidence a reflection tree shows."""


def memory_data(memory: Memory | Recalled) -> dict[str, Json]:
    """Return a memory as JSON data, with its scores if it was recalled."""
    if isinstance(memory, Recalled):
        scores = ("score", "recency", "importance", "relevance")
        return {**memory_data(memory.memory), "scores": {name: round(getattr(memory, name), 4) for name in scores}}
    return {
        "id": f"{memory.id.step}.{memory.id.ordinal}",
        "time": memory.created.isoformat(),
        "kind": memory.kind,
        "source": memory.source,
        "heard_from": memory.heard_from,
        "hearsay": memory.hearsay,
        "importance": memory.importance,
        "text": memory.text,
    }


@dataclass(frozen=True)
class RunMoment:
    """A run at the moment when a step began."""

    header: RunHeader
    state: RunState
    step: int
    run: RunView | None = None
    """The run, for whatever the state does not hold, such as stored vectors."""

    @property
    def now(self) -> datetime:
        return self.state.clock.at(self.step)

    @classmethod
    def of(cls, run: RunSource, at: str = "end") -> RunMoment:
        """Return a run at a moment given as text, such as 'day 2 9:30'. Raises BadInput, RunFileError."""
        view = open_view(run)
        step = find_step(view, at)
        return cls(view.header, view.state_at(step), step, view)


@dataclass(frozen=True)
class Portrait:
    """A person's body, mind and memories."""

    sight: RunMoment
    agent: AgentState
    body: Body | None
    """The person's body in the town; None for a visitor who has left."""

    @property
    def stream(self) -> MemoryStream:
        """The person's memory stream."""
        return self.sight.state.streams[self.agent.name]

    @property
    def where(self) -> str:
        if self.body is None:
            return "gone"
        place = self.sight.state.terrain.doors.place_at(self.body.tile(self.sight.step))
        return label(place) if place else "out of doors"

    @property
    def doing(self) -> str:
        if self.body is None:
            return "has left the town"
        if self.talk:
            others = [name for name in self.talk.participants if name != self.agent.name]
            return f"talking with {' and '.join(others)}"
        walking = "" if self.body.arrived else "on the way: "
        return walking + self.body.activity.doing

    @property
    def why(self) -> str:
        return self.body.activity.why if self.body and not self.talk else ""

    @property
    def talk(self) -> Talk | None:
        return self.sight.state.world.talks.get(self.body.talk) if self.body else None

    def reflections(self) -> list[Memory]:
        """Return the roots of the reflection trees, newest first: reflections that no other reflection cites."""
        thoughts = self.stream.of_kind("reflection")
        cited = {evidence for memory in thoughts for evidence in memory.evidence}
        return [memory for memory in reversed(thoughts) if memory.id not in cited]

    def evidence(self, memory: Memory) -> list[Memory]:
        return [self.stream.get(each) for each in memory.evidence if each in self.stream]

    def as_json(self, memories: Sequence[Memory | Recalled], top: int) -> dict[str, Json]:
        """Return everything about the person as JSON data, with these memories and at most `top` reflection trees."""
        plan = self.agent.plan
        return {
            **self._activity(),
            "time": self.sight.now.isoformat(),
            "age": self.agent.persona.age,
            "traits": list(self.agent.persona.traits),
            "summary": self.agent.summary,
            "plan": {name: [*map(self._planned, getattr(plan, name))] for name in ("chunks", "hours", "steps")},
            "plan_changed_because": plan.reason,
            "memories": [memory_data(memory) for memory in memories],
            "reflections": [self.evidence_tree(memory) for memory in self.reflections()[:top]],
        }

    def summary_data(self, memories: Mapping[Kind, int]) -> dict[str, Json]:
        """Return the person's row in a table of everybody as JSON data. `memories` counts them by kind."""
        counts = {"memories": sum(memories.values()), "reflections": memories.get("reflection", 0)}
        return {**self._activity(), **counts}

    def evidence_tree(self, memory: Memory, depth: int = 1) -> dict[str, Json]:
        """Return a memory with its evidence, and that of its evidence, as JSON data."""
        below = self.evidence(memory) if depth < MAX_EVIDENCE_DEPTH else []
        return {**memory_data(memory), "evidence": [self.evidence_tree(each, depth + 1) for each in below]}

    def _activity(self) -> dict[str, Json]:
        return {"name": self.agent.name, "place": self.where, "doing": self.doing, "why": self.why}

    def _planned(self, item: PlanItem) -> dict[str, Json]:
        clock = self.sight.state.clock
        return {
            "start": say_time(clock.at(item.start)),
            "end": clock_words(clock.minute(item.end)),
            "activity": item.activity,
            "place": label(item.place) if item.place else "",
            "why": item.why,
            "fallback": item.fallback,
            "now": item.start <= self.sight.step < item.end,
        }

    async def recalled(self, query: str, top: int, embedder: Embedder) -> tuple[Recalled, ...]:
        """Return the memories that rank best for a query, with their scores.

        No last access changes. Raises ModelError.
        """
        [vector] = await embedder([query])
        return retrieve(await embedded_stream(self.stream, embedder), vector, top=top)


def make_portrait(sight: RunMoment, name: str) -> Portrait:
    """Return the portrait of a person, by full name."""
    state = sight.state
    return Portrait(sight, state.agents[name], state.world.bodies.get(name))


def portray(run: RunSource, person: str, at: str = "end") -> Portrait:
    """Return what a person of a run does, plans, remembers and thinks at a moment of it, such as 'day 2 17:00'.

    `person` is a name or any part of it that fits one person. Raises BadInput, RunFileError.
    """
    moment = RunMoment.of(run, at)
    return make_portrait(moment, find_person(person, moment.state.agents))


def portray_everybody(run: RunSource, at: str = "end") -> list[Portrait]:
    """Return the portraits of everybody who is in a run at a moment of it, by name. Raises BadInput, RunFileError."""
    moment = RunMoment.of(run, at)
    return [make_portrait(moment, name) for name in sorted(moment.state.agents)]
