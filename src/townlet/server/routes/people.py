"""People's minds at any moment."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Depends, HTTPException, Query

from townlet.analysis.portrait import Portrait, RunMoment, make_portrait
from townlet.memory.record import Kind
from townlet.runfile.files import open_reader
from townlet.server.protocol.base import decode_memory_id
from townlet.server.protocol.event_feed import TalkView
from townlet.server.protocol.views import CallView, MemoryView, PersonView, PlanRevision, RankedMemory, SocialTie
from townlet.server.routes.dependencies import LimitQuery, ReadModelParam, RunSessionParam, StepParam
from townlet.server.views.memories import build_memory_view, build_ranked_memory, find_calls_around
from townlet.server.views.people import (
    build_person_view,
    collect_reflections_with_evidence,
    find_newest_memories,
    list_plan_revisions,
)
from townlet.server.views.talks import compute_ties, find_talks_before

router = APIRouter(prefix="/api/people/{name}", tags=["people"])


def _person(name: str, at: StepParam, watching: ReadModelParam) -> str:
    """Somebody who was in the run before the step."""
    if name not in watching.past.joined:
        raise HTTPException(404, f"Nobody here is called {name[:100]!r}.")
    return name


def _seen(name: Annotated[str, Depends(_person)], at: StepParam, watching: ReadModelParam) -> Portrait:
    # In the very first step people only move in, so the earliest sight is after it.
    step = max(at, min(1, watching.until))
    return make_portrait(RunMoment(watching.header, watching.minds.state(name, step), step, watching.path), name)


PersonPath = Annotated[str, Depends(_person)]
PortraitParam = Annotated[Portrait, Depends(_seen)]
RetrievalQuery = Annotated[str, Query(min_length=1, max_length=1000, description="What one would think of.")]


@router.get("")
def get_person(seen: PortraitParam) -> PersonView:
    """Somebody at a moment: what they do, where and why, and how much they remember."""
    return build_person_view(seen)


@router.get("/plans")
def get_plans(name: PersonPath, at: StepParam, watching: ReadModelParam) -> list[PlanRevision]:
    """Every version of somebody's plans up to the moment, oldest first, with the reason for which it was redone."""
    return list_plan_revisions(watching.minds, name, at)


@router.get("/memories")
def get_memories(
    name: PersonPath,
    at: StepParam,
    watching: ReadModelParam,
    kind: Kind | None = None,
    search: Annotated[str, Query(max_length=200, description="Words that all have to be in it.")] = "",
    before: Annotated[str, Query(max_length=200, description="Only those before this memory: for paging.")] = "",
    limit: LimitQuery = 50,
) -> list[MemoryView]:
    """Somebody's memory stream, newest first."""
    try:
        last = decode_memory_id(before) if before else None
    except ValueError:
        raise HTTPException(404, f"{before!r} is no memory's id; expected agent/step/ordinal.") from None
    return [
        build_memory_view(each)
        for each in find_newest_memories(watching.minds.memories(name, at), kind, search, last, limit)
    ]


@router.get("/retrieval")
async def get_ranked_memories(
    seen: PortraitParam, stage: RunSessionParam, query: RetrievalQuery, limit: LimitQuery = 20
) -> list[RankedMemory]:
    """The memories that rank best for a query, with the three scores that make up their rank (all weights 1)."""
    embedder = await stage.meaning()
    return [build_ranked_memory(each) for each in await seen.recalled(query, limit, embedder)]


@router.get("/reflections")
def get_reflections(name: PersonPath, at: StepParam, watching: ReadModelParam) -> list[MemoryView]:
    """What somebody has come to think, newest first; after it all memories that it rests on, at any depth."""
    return [build_memory_view(each) for each in collect_reflections_with_evidence(watching.minds.memories(name, at))]


@router.get("/ties")
def get_ties_of_person(name: PersonPath, at: StepParam, watching: ReadModelParam) -> list[SocialTie]:
    """With whom somebody has talked, how often, and what they think of them."""
    return compute_ties(find_talks_before(watching.film, at, name), watching.thoughts_before(at), of=name)


@router.get("/talks")
def get_talks_of_person(name: PersonPath, at: StepParam, watching: ReadModelParam) -> list[TalkView]:
    """Somebody's talks up to the moment, latest first, as they stood then."""
    return find_talks_before(watching.film, at, name)


@router.get("/calls")
def get_calls_of_person(
    name: PersonPath,
    watching: ReadModelParam,
    around: Annotated[int | None, Query(ge=0, lt=2**53, description="A step; the newest if left out.")] = None,
) -> list[CallView]:
    """What was asked in somebody's name in the game hour before a step, newest first, without the texts."""
    step = watching.until if around is None else around
    with open_reader(watching.path) as reader:
        return find_calls_around(reader, name, step, watching.hour)
