"""Single memories, talks, calls, objects, and everybody's ties."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, HTTPException, Path, Query

from townlet.engine.simulation import opened
from townlet.memory.record import Memory, MemoryId
from townlet.server.minds.calls import call_shown
from townlet.server.minds.origins import passing
from townlet.server.minds.shown import memory_shown
from townlet.server.minds.talks import talks_before, ties, transcript
from townlet.server.minds.things import thing_now
from townlet.server.protocol.film import TalkShown
from townlet.server.protocol.minds import CallShown, MemoryShown, Passing, ThingNow, Tie
from townlet.server.routes.needs import Moment, Watched
from townlet.server.watching import Watching
from townlet.study.origin import Origins
from townlet.world.address import Address

router = APIRouter(prefix="/api", tags=["records"])

Number = Annotated[int, Path(ge=0, lt=2**53)]


@router.get("/memories/{agent}/{step}/{ordinal}")
def memory(agent: str, step: Number, ordinal: Number, watching: Watched) -> MemoryShown:
    """One memory."""
    return memory_shown(_memory(watching, MemoryId(agent, step, ordinal)))


@router.get("/memories/{agent}/{step}/{ordinal}/origin")
def origin(agent: str, step: Number, ordinal: Number, watching: Watched) -> list[Passing]:
    """The way on which a belief came: from this memory back, person by person and line by line, to where it began."""
    found = _memory(watching, MemoryId(agent, step, ordinal))
    return [passing(station) for station in Origins(watching.minds).of(found)]


@router.get("/ties")
def all_ties(at: Moment, watching: Watched) -> list[Tie]:
    """Everybody's ties to everybody they have talked with."""
    return ties(talks_before(watching.film, at), watching.thoughts_before(at))


@router.get("/talks/{talk}")
def talk(talk: str, at: Moment, watching: Watched) -> TalkShown:
    """A talk as a transcript, as far as it had come by the moment."""
    found = transcript(watching.film.talk(talk), at)
    if found is None:
        raise HTTPException(404, f"There is no talk {talk[:100]!r} before step {at}.")
    return found


@router.get("/calls/{agent}/{step}/{path}/{attempt}")
def call(agent: str, step: Number, path: str, attempt: Number, watching: Watched) -> CallShown:
    """A call with its prompt and its reply."""
    with opened(watching.path) as reader:
        for row in reader.calls_of(agent, step):
            if (row.path, row.attempt) == (path, attempt):
                return call_shown(row, reader.prompt(row.prompt_sha))
    raise HTTPException(404, f"There is no call {path[:100]!r} of {agent[:100]!r} at step {step}.")


@router.get("/things")
def thing(
    address: Annotated[str, Query(max_length=1000, description="world:sector:arena:object, or a place.")],
    at: Moment,
    watching: Watched,
) -> ThingNow:
    """An object or a place at a moment: state, users, norms, and what has become of it, newest first."""
    try:
        return thing_now(watching.past, watching.minds.ground.doors, Address.parse(address), at)
    except (KeyError, ValueError):
        raise HTTPException(404, f"The town has no object or place {address!r}.") from None


def _memory(watching: Watching, memory_id: MemoryId) -> Memory:
    if memory_id.agent in watching.past.joined:
        try:
            return watching.minds.memory(memory_id)
        except KeyError:
            pass
    raise HTTPException(404, f"There is no memory {'/'.join(map(str, memory_id))[:200]!r}.")
