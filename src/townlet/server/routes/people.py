"""People's minds at any moment."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Depends, HTTPException, Query

from townlet.engine.simulation import opened
from townlet.memory.record import Kind
from townlet.server.minds.calls import calls_around
from townlet.server.minds.person import newest, person_now, revisions, with_evidence
from townlet.server.minds.shown import memory_shown, scored
from townlet.server.minds.talks import talks_before, ties
from townlet.server.names import memory_called
from townlet.server.protocol.film import TalkShown
from townlet.server.protocol.minds import CallShown, MemoryShown, PersonNow, Revision, Scored, Tie
from townlet.server.routes.needs import Limit, Moment, OnStage, Watched
from townlet.study.portrait import Portrait, Sight, portrait

router = APIRouter(prefix="/api/people/{name}", tags=["people"])


def _person(name: str, at: Moment, watching: Watched) -> str:
    """Somebody who was in the run before the step."""
    if name not in watching.past.joined:
        raise HTTPException(404, f"Nobody here is called {name[:100]!r}.")
    return name


def _seen(name: Annotated[str, Depends(_person)], at: Moment, watching: Watched) -> Portrait:
    # In the very first step people only move in, so the earliest sight is after it.
    step = max(at, min(1, watching.until))
    return portrait(Sight(watching.header, watching.minds.state(name, step), step, watching.path), name)


Person = Annotated[str, Depends(_person)]
Seen = Annotated[Portrait, Depends(_seen)]
Wanted = Annotated[str, Query(min_length=1, max_length=1000, description="What one would think of.")]


@router.get("")
def person(seen: Seen) -> PersonNow:
    """Somebody at a moment: what they do, where and why, and how much they remember."""
    return person_now(seen)


@router.get("/plans")
def plans(name: Person, at: Moment, watching: Watched) -> list[Revision]:
    """Every version of somebody's plans up to the moment, oldest first, with the reason for which it was redone."""
    return revisions(watching.minds, name, at)


@router.get("/memories")
def memories(
    name: Person,
    at: Moment,
    watching: Watched,
    kind: Kind | None = None,
    search: Annotated[str, Query(max_length=200, description="Words that all have to be in it.")] = "",
    before: Annotated[str, Query(max_length=200, description="Only those before this memory: for paging.")] = "",
    limit: Limit = 50,
) -> list[MemoryShown]:
    """Somebody's memory stream, newest first."""
    try:
        last = memory_called(before) if before else None
    except ValueError:
        raise HTTPException(404, f"{before!r} is no memory's id; expected agent/step/ordinal.") from None
    return [memory_shown(each) for each in newest(watching.minds.memories(name, at), kind, search, last, limit)]


@router.get("/retrieval")
async def retrieval(seen: Seen, stage: OnStage, query: Wanted, limit: Limit = 20) -> list[Scored]:
    """The memories that rank best for a query, with the three scores that make up their rank (all weights 1)."""
    embedder = await stage.meaning()
    return [scored(each) for each in await seen.recalled(query, limit, embedder)]


@router.get("/reflections")
def reflections(name: Person, at: Moment, watching: Watched) -> list[MemoryShown]:
    """What somebody has come to think, newest first; after it all memories that it rests on, at any depth."""
    return [memory_shown(each) for each in with_evidence(watching.minds.memories(name, at))]


@router.get("/ties")
def ties_of(name: Person, at: Moment, watching: Watched) -> list[Tie]:
    """With whom somebody has talked, how often, and what they think of them."""
    return ties(talks_before(watching.film, at, name), watching.thoughts_before(at), of=name)


@router.get("/talks")
def talks(name: Person, at: Moment, watching: Watched) -> list[TalkShown]:
    """Somebody's talks up to the moment, latest first, as they stood then."""
    return talks_before(watching.film, at, name)


@router.get("/calls")
def calls(
    name: Person,
    watching: Watched,
    around: Annotated[int | None, Query(ge=0, lt=2**53, description="A step; the newest if left out.")] = None,
) -> list[CallShown]:
    """What was asked in somebody's name in the game hour before a step, newest first, without the texts."""
    step = watching.until if around is None else around
    with opened(watching.path) as reader:
        return calls_around(reader, name, step, watching.hour)
