"""HTTP routes for single memories, talks, model calls and things, and for everybody's social ties."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, HTTPException, Path, Query

from townlet.measures.origins import BeliefOrigins
from townlet.memory.record import Memory, MemoryId
from townlet.server.protocol.event_feed import TalkView
from townlet.server.protocol.views import CallView, MemoryView, ProvenanceStep, SocialTie, ThingView
from townlet.server.read_model import RunReadModel
from townlet.server.routes.dependencies import ReadModelParam, StepParam
from townlet.server.views.memories import build_call_view, build_memory_view, build_provenance_step
from townlet.server.views.talks import compute_ties, cut_transcript, find_talks_before
from townlet.server.views.things import build_thing_view
from townlet.world.address import Address

router = APIRouter(prefix="/api", tags=["records"])

NumberPath = Annotated[int, Path(ge=0, lt=2**53)]


@router.get("/memories/{agent}/{step}/{ordinal}")
def get_memory(agent: str, step: NumberPath, ordinal: NumberPath, read_model: ReadModelParam) -> MemoryView:
    """Return one memory."""
    return build_memory_view(_memory(read_model, MemoryId(agent, step, ordinal)))


@router.get("/memories/{agent}/{step}/{ordinal}/origin")
def get_provenance(
    agent: str, step: NumberPath, ordinal: NumberPath, read_model: ReadModelParam
) -> list[ProvenanceStep]:
    """Trace where a belief came from: from this memory back, person by person and line by line, to its origin."""
    found = _memory(read_model, MemoryId(agent, step, ordinal))
    return [build_provenance_step(station) for station in BeliefOrigins(read_model.minds).trace(found)]


@router.get("/ties")
def get_all_ties(at: StepParam, read_model: ReadModelParam) -> list[SocialTie]:
    """List the ties between all people who have talked with each other."""
    return compute_ties(find_talks_before(read_model.feed, at), read_model.reflections_before(at))


@router.get("/talks/{talk}")
def get_talk(talk: str, at: StepParam, read_model: ReadModelParam) -> TalkView:
    """Return the transcript of a talk up to a step."""
    found = cut_transcript(read_model.feed.talk(talk), at)
    if found is None:
        raise HTTPException(404, f"No talk {talk[:100]!r} began before step {at}.")
    return found


@router.get("/calls/{agent}/{step}/{path}/{attempt}")
def get_call(agent: str, step: NumberPath, path: str, attempt: NumberPath, read_model: ReadModelParam) -> CallView:
    """Return a model call with its prompt and its reply."""
    with read_model.view.reader() as reader:
        for row in reader.calls_of(agent, step):
            if (row.path, row.attempt) == (path, attempt):
                return build_call_view(row, reader.prompt(row.prompt_sha))
    raise HTTPException(404, f"There is no call {path[:100]!r} for {agent[:100]!r} at step {step}.")


@router.get("/things")
def get_thing(
    address: Annotated[
        str, Query(max_length=1000, description="The address world:sector:arena:object, or that of a place.")
    ],
    at: StepParam,
    read_model: ReadModelParam,
) -> ThingView:
    """Describe an object or a place as of a step: its state, users, norms and history, newest first."""
    try:
        return build_thing_view(read_model.past, read_model.minds.terrain.doors, Address.parse(address), at)
    except (KeyError, ValueError):
        raise HTTPException(404, f"The town has no object or place {address!r}.") from None


def _memory(read_model: RunReadModel, memory_id: MemoryId) -> Memory:
    if memory_id.agent in read_model.past.joined:
        try:
            return read_model.minds.memory(memory_id)
        except KeyError:
            pass
    raise HTTPException(404, f"There is no memory {'/'.join(map(str, memory_id))[:200]!r}.")
