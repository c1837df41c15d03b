"""HTTP routes for people's minds as of any step."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Depends, HTTPException, Query

from townlet.measures.portrait import Portrait, RunMoment, make_portrait
from townlet.memory.record import Kind
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


def _person(name: str, at: StepParam, read_model: ReadModelParam) -> str:
    """Return the name of a person of the run; raise a 404 error if there is none of that name."""
    if name not in read_model.past.joined:
        raise HTTPException(404, f"Nobody here is called {name[:100]!r}.")
    return name


def _portrait(name: Annotated[str, Depends(_person)], at: StepParam, read_model: ReadModelParam) -> Portrait:
    # In the very first step people only move in, so the earliest portrait is of the step after it.
    step = max(at, min(1, read_model.next_step))
    return make_portrait(RunMoment(read_model.header, read_model.minds.state(name, step), step, read_model.view), name)


PersonPath = Annotated[str, Depends(_person)]
PortraitParam = Annotated[Portrait, Depends(_portrait)]
RetrievalQuery = Annotated[
    str, Query(min_length=1, max_length=1000, description="The text that memories are compared with.")
]


@router.get("")
def get_person(portrait: PortraitParam) -> PersonView:
    """Describe a person as of a step: what they do, where and why, and how much they remember."""
    return build_person_view(portrait)


@router.get("/plans")
def get_plans(name: PersonPath, at: StepParam, read_model: ReadModelParam) -> list[PlanRevision]:
    """List every version of a person's plans up to a step, oldest first, each with the reason for the change."""
    return list_plan_revisions(read_model.minds, name, at)


@router.get("/memories")
def get_memories(
    name: PersonPath,
    at: StepParam,
    read_model: ReadModelParam,
    kind: Kind | None = None,
    search: Annotated[
        str, Query(max_length=200, description="Words that the memory has to contain, all of them.")
    ] = "",
    before: Annotated[str, Query(max_length=200, description="Only memories older than this one, for paging.")] = "",
    limit: LimitQuery = 50,
) -> list[MemoryView]:
    """Return a person's memory stream, newest first."""
    try:
        last = decode_memory_id(before) if before else None
    except ValueError:
        raise HTTPException(404, f"{before!r} is not the id of a memory; expected agent/step/ordinal.") from None
    return [
        build_memory_view(each)
        for each in find_newest_memories(read_model.minds.memories(name, at), kind, search, last, limit)
    ]


@router.get("/retrieval")
async def get_ranked_memories(
    portrait: PortraitParam, session: RunSessionParam, query: RetrievalQuery, limit: LimitQuery = 20
) -> list[RankedMemory]:
    """Return the memories that retrieval ranks highest for a query, with the three scores of each (all weights 1)."""
    embedder = await session.embedder()
    return [build_ranked_memory(each) for each in await portrait.recalled(query, limit, embedder)]


@router.get("/reflections")
def get_reflections(name: PersonPath, at: StepParam, read_model: ReadModelParam) -> list[MemoryView]:
    """Return a person's reflections, newest first, and after them all memories that they rest on, at any depth."""
    return [build_memory_view(each) for each in collect_reflections_with_evidence(read_model.minds.memories(name, at))]


@router.get("/ties")
def get_ties_of_person(name: PersonPath, at: StepParam, read_model: ReadModelParam) -> list[SocialTie]:
    """List the people that a person has talked with: how often, and what the person thinks of them."""
    return compute_ties(find_talks_before(read_model.feed, at, name), read_model.reflections_before(at), person=name)


@router.get("/talks")
def get_talks_of_person(name: PersonPath, at: StepParam, read_model: ReadModelParam) -> list[TalkView]:
    """Return a person's talks, latest first, each with its lines up to a step."""
    return find_talks_before(read_model.feed, at, name)


@router.get("/calls")
def get_calls_of_person(
    name: PersonPath,
    read_model: ReadModelParam,
    around: Annotated[int | None, Query(ge=0, lt=2**53, description="A step; the newest if left out.")] = None,
) -> list[CallView]:
    """List the model calls for a person in the game hour before a step, newest first, without prompts and replies."""
    step = read_model.next_step if around is None else around
    with read_model.view.reader() as reader:
        return find_calls_around(reader, name, step, read_model.hour)
