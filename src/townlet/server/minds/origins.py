"""The way a belief came, in words."""

from __future__ import annotations

from townlet.memory.record import Memory
from townlet.server.minds.shown import memory_shown
from townlet.server.protocol.minds import Passing
from townlet.study.origin import Station

_HOW = {
    "seed": "knew it from the start",
    "seen": "saw it",
    "done": "did it",
    "said": "said it",
    "thought": "thought of it",
    "planned": "planned it",
    "inner voice": "an inner voice said it",
}


def passing(station: Station) -> Passing:
    """One station on the way."""
    memory, line = station.memory, station.line
    return Passing(
        who=memory.id.agent,
        step=memory.id.step,
        memory=memory_shown(memory),
        how=_how(memory),
        talk=line.talk if line else "",
        line=line.text if line else "",
    )


def _how(memory: Memory) -> str:
    if memory.source == "heard":
        return f"heard it from {memory.heard_from}"
    if memory.source == "told":
        return f"was told by {memory.heard_from}, who is no resident"
    return _HOW[memory.source]
