"""What `show` tells of a person, as JSON."""

from __future__ import annotations

from typing import Any

from townlet.cognition.state import PlanItem
from townlet.cognition.telling import say_time
from townlet.memory.record import Memory, MemoryId
from townlet.memory.retrieval import Recalled
from townlet.study.portrait import Portrait
from townlet.world.clock import Clock
from townlet.world.tree import clock_words, label

DEEPEST = 5
"""How many levels of evidence a reflection tree shows."""


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
