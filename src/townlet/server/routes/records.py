"""Single memories, talks, calls, objects, and everybody's ties."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, HTTPException, Path, Query

from townlet.analysis.origins import BeliefOrigins
from townlet.memory.record import Memory, MemoryId
from townlet.runfile.files import open_reader
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
def get_memory(agent: str, step: NumberPath, ordinal: NumberPath, watching: ReadModelParam) -> MemoryView:
    """One memory."""
    return build_memory_view(_memory(watching, MemoryId(agent, step, ordinal)))


@router.get("/memories/{agent}/{step}/{ordinal}/origin")
def get_provenance(agent: str, step: NumberPath, ordinal: NumberPath, watching: ReadModelParam) -> list[ProvenanceStep]:
    """The way on which a belief came: from this memory back, person by person and line by line, to where it began."""
    found = _memory(watching, MemoryId(agent, step, ordinal))
    return [build_provenance_step(station) for station in BeliefOrigins(watching.minds).of(found)]


@router.get("/ties")
def get_all_ties(at: StepParam, watching: ReadModelParam) -> list[SocialTie]:
    """Everybody's ties to everybody they have talked with."""
    return compute_ties(find_talks_before(watching.film, at), watching.thoughts_before(at))


@router.get("/talks/{talk}")
def get_talk(talk: str, at: StepParam, watching: ReadModelParam) -> TalkView:
    """A talk as a transcript, as far as it had come by the moment."""
    found = cut_transcript(watching.film.talk(talk), at)
    if found is None:
        raise HTTPException(404, f"There is no talk {talk[:100]!r} before step {at}.")
    return found


@router.get("/calls/{agent}/{step}/{path}/{attempt}")
def get_call(agent: str, step: NumberPath, path: str, attempt: NumberPath, watching: ReadModelParam) -> CallView:
    """A call with its prompt and its reply."""
    with open_reader(watching.path) as reader:
        for row in reader.calls_of(agent, step):
            if (row.path, row.attempt) == (path, attempt):
                return build_call_view(row, reader.prompt(row.prompt_sha))
    raise HTTPException(404, f"There is no call {path[:100]!r} of {agent[:100]!r} at step {step}.")


@router.get("/things")
def get_thing(
    address: Annotated[str, Query(max_length=1000, description="world:sector:arena:object, or a place.")],
    at: StepParam,
    watching: ReadModelParam,
) -> ThingView:
    """An object or a place at a moment: state, users, norms, and what has become of it, newest first."""
    try:
        return build_thing_view(watching.past, watching.minds.ground.doors, Address.parse(address), at)
    except (KeyError, ValueError):
        raise HTTPException(404, f"The town has no object or place {address!r}.") from None


def _memory(watching: RunReadModel, memory_id: MemoryId) -> Memory:
    if memory_id.agent in watching.past.joined:
        try:
            return watching.minds.memory(memory_id)
        except KeyError:
            pass
    raise HTTPException(404, f"There is no memory {'/'.join(map(str, memory_id))[:200]!r}.")
