"""One person at one moment: what `show` tells of them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from townlet.cli.looking import Sight
from townlet.cli.meaning import embedder_at
from townlet.cognition.state import AgentState, PlanItem
from townlet.cognition.telling import say_time
from townlet.engine.look import embedded
from townlet.memory.record import Memory, MemoryId
from townlet.memory.retrieval import Recalled, retrieve
from townlet.memory.stream import MemoryStream
from townlet.world.clock import Clock
from townlet.world.state import Body, Talk
from townlet.world.tree import clock_words, label

DEEPEST = 5
"""How many levels of evidence a reflection tree shows."""


@dataclass(frozen=True)
class Portrait:
    """A person's body, mind and memories."""

    sight: Sight
    agent: AgentState
    body: Body | None
    """None for a visitor who has left."""
    stream: MemoryStream

    @property
    def where(self) -> str:
        if self.body is None:
            return "gone"
        place = self.sight.state.ground.doors.place_at(self.body.tile(self.sight.step))
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
        return self.body.activity.why if self.body else ""

    @property
    def talk(self) -> Talk | None:
        return self.sight.state.world.talks.get(self.body.talk) if self.body else None

    def reflections(self) -> list[Memory]:
        """The tops of the reflection trees: reflections that no other rests on, newest first."""
        thoughts = self.stream.of_kind("reflection")
        cited = {evidence for memory in thoughts for evidence in memory.evidence}
        return [memory for memory in reversed(thoughts) if memory.id not in cited]

    def evidence(self, memory: Memory) -> list[Memory]:
        return [self.stream.get(each) for each in memory.evidence if each in self.stream]

    async def recalled(self, query: str, top: int) -> tuple[Recalled, ...]:
        """The memories that rank best for a query, with their scores. Looking refreshes nothing."""
        async with embedder_at(self.sight) as embedder:
            [vector] = await embedder([query])
            return retrieve(await embedded(self.stream, embedder), vector, top=top)


def portrait(sight: Sight, name: str) -> Portrait:
    """The portrait of somebody, by full name."""
    state = sight.state
    return Portrait(sight, state.agents[name], state.world.bodies.get(name), state.streams[name])


def line_json(seen: Portrait) -> dict[str, Any]:
    """What the table of everybody shows."""
    kinds = [memory.kind for memory in seen.stream]
    return {
        "name": seen.agent.name,
        "place": seen.where,
        "doing": seen.doing,
        "why": seen.why,
        "memories": len(kinds),
        "reflections": kinds.count("reflection"),
    }


def portrait_json(seen: Portrait, memories: list[dict[str, Any]], top: int) -> dict[str, Any]:
    """Everything about one person."""
    agent, clock, step = seen.agent, seen.sight.state.clock, seen.sight.step
    levels = {"chunks": agent.plan.chunks, "hours": agent.plan.hours, "steps": agent.plan.steps}
    return {
        **line_json(seen),
        "time": seen.sight.now.isoformat(),
        "age": agent.persona.age,
        "traits": list(agent.persona.traits),
        "summary": agent.summary,
        "plan": {name: [_item_json(item, clock, step) for item in items] for name, items in levels.items()},
        "plan_changed_because": agent.plan.reason,
        "memories": memories,
        "reflections": [tree_json(seen, memory) for memory in seen.reflections()[:top]],
    }


def memory_json(memory: Memory) -> dict[str, Any]:
    return {
        "id": id_text(memory.id),
        "time": memory.created.isoformat(),
        "kind": memory.kind,
        "source": memory.source,
        "heard_from": memory.heard_from,
        "hearsay": memory.hearsay,
        "importance": memory.importance,
        "text": memory.text,
    }


def recalled_json(recalled: Recalled) -> dict[str, Any]:
    scores = ("score", "recency", "importance", "relevance")
    return {
        **memory_json(recalled.memory),
        "scores": {name: round(getattr(recalled, name), 4) for name in scores},
    }


def tree_json(seen: Portrait, memory: Memory, depth: int = 1) -> dict[str, Any]:
    below = seen.evidence(memory) if depth < DEEPEST else []
    return {**memory_json(memory), "evidence": [tree_json(seen, each, depth + 1) for each in below]}


def id_text(memory: MemoryId) -> str:
    """A memory's id within its stream: the step and its place among that step's."""
    return f"{memory.step}.{memory.ordinal}"


def _item_json(item: PlanItem, clock: Clock, step: int) -> dict[str, Any]:
    return {
        "start": say_time(clock.at(item.start)),
        "end": clock_words(clock.minute(item.end)),
        "activity": item.activity,
        "place": label(item.place) if item.place else "",
        "why": item.why,
        "fallback": item.fallback,
        "now": item.start <= step < item.end,
    }
