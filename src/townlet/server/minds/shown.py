"""Memories and plans in the form in which they go over the wire."""

from __future__ import annotations

from collections.abc import Iterable

from townlet.cognition.state import PlanItem
from townlet.memory.record import Memory
from townlet.memory.retrieval import Recalled
from townlet.server.names import memory_name
from townlet.server.protocol.minds import MemoryShown, PlanShown, Scored


def memory_shown(memory: Memory) -> MemoryShown:
    return MemoryShown(
        id=memory_name(memory.id),
        kind=memory.kind,
        text=memory.text,
        created=memory.created.isoformat(),
        step=memory.id.step,
        importance=memory.importance,
        source=memory.source,
        heard_from=memory.heard_from,
        utterance=memory.utterance,
        evidence=[memory_name(each) for each in memory.evidence],
        hearsay=memory.hearsay,
    )


def scored(recalled: Recalled) -> Scored:
    scores = {name: round(getattr(recalled, name), 6) for name in ("score", "recency", "importance", "relevance")}
    return Scored(memory=memory_shown(recalled.memory), **scores)


def plan_shown(items: Iterable[PlanItem]) -> list[PlanShown]:
    return [
        PlanShown(
            start=item.start,
            end=item.end,
            activity=item.activity,
            place=str(item.place) if item.place else "",
            emoji=item.emoji,
            why=item.why,
            fallback=item.fallback,
        )
        for item in items
    ]
