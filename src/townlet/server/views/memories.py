"""Views of memories, the provenance of beliefs, and model calls."""

from __future__ import annotations

from townlet.measures.origins import OriginStation
from townlet.memory.record import Memory
from townlet.memory.retrieval import Recalled
from townlet.runfile import CallFilter, CallRow, PromptText, RunReader
from townlet.runfile.view import format_memory_id
from townlet.server.protocol.views import CallView, MemoryView, ProvenanceStep, RankedMemory


def build_memory_view(memory: Memory) -> MemoryView:
    """Return the wire form of a memory."""
    return MemoryView(
        id=format_memory_id(memory.id),
        kind=memory.kind,
        text=memory.text,
        created=memory.created.isoformat(),
        step=memory.id.step,
        importance=memory.importance,
        source=memory.source,
        heard_from=memory.heard_from,
        utterance=memory.utterance,
        evidence=[format_memory_id(each) for each in memory.evidence],
        hearsay=memory.hearsay,
    )


def build_ranked_memory(recalled: Recalled) -> RankedMemory:
    """Return the wire form of a memory with its retrieval scores."""
    scores = {name: round(getattr(recalled, name), 6) for name in ("score", "recency", "importance", "relevance")}
    return RankedMemory(memory=build_memory_view(recalled.memory), **scores)


_HOW = {
    "seed": "knew it from the start",
    "seen": "saw it",
    "done": "did it",
    "said": "said it",
    "thought": "thought of it",
    "planned": "planned it",
    "inner voice": "an inner voice said it",
}


def build_provenance_step(station: OriginStation) -> ProvenanceStep:
    """Return the wire form of one station on the way that a belief took."""
    memory, line = station.memory, station.line
    return ProvenanceStep(
        who=memory.id.agent,
        step=memory.id.step,
        memory=build_memory_view(memory),
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


MAX_CALLS = 60
"""The largest number of calls in a list."""


def find_calls_around(reader: RunReader, person: str, around: int, hour: int) -> list[CallView]:
    """Return a person's model calls, newest first, from the game hour up to and including step `around`.

    If there are none, return the last calls before that hour. `hour` is the number of steps in a game hour.
    """
    near = [*reader.calls(CallFilter(agent=person, from_step=around - hour, to_step=around), by_time=True)]
    found = near or [*reader.calls(CallFilter(agent=person, to_step=around), by_time=True)]
    return [build_call_view(row) for row in reversed(found[-MAX_CALLS:])]


def build_call_view(row: CallRow, prompt: PromptText | None = None) -> CallView:
    """Return the wire form of a call; with its prompt and reply if `prompt` is given."""
    return CallView(
        id=f"{row.agent}/{row.step}/{row.path}/{row.attempt}",
        step=row.step,
        name=row.name,
        model=row.model,
        status=row.status,
        input_tokens=row.prompt_tokens,
        output_tokens=row.answer_tokens,
        usd=row.cost,
        fallback=row.fallback,
        prompt=prompt.text if prompt else "",
        reply=(row.reply or row.error) if prompt else "",
    )
