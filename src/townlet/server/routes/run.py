"""HTTP routes for a run as a whole: its story, a search of it, and the pages that may show it in a frame."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Query
from starlette.requests import Request

from townlet.server.protocol.messages import EmbeddingInfo
from townlet.server.protocol.search import SearchView
from townlet.server.protocol.story import StoryView
from townlet.server.routes.dependencies import ReadModelParam, RunSessionParam
from townlet.server.views.search import search_run

router = APIRouter(prefix="/api")


@router.get("/story", tags=["story"])
def get_story(session: RunSessionParam) -> StoryView:
    """Tell the story of the run so far: the moments worth telling, found by rules and not by a language model."""
    read_model = session.read_model
    story = read_model.teller.story(read_model.next_step, session.mode != "replay")
    return StoryView.model_validate(story, from_attributes=True)


@router.get("/search", tags=["search"])
def search(
    read_model: ReadModelParam,
    query: Annotated[str, Query(max_length=200, description="Words that a result has to contain, all of them.")],
    limit: Annotated[int, Query(ge=1, le=100, description="The largest number of results of each group.")] = 20,
) -> SearchView:
    """Search what was said and what people remember, in the whole run so far; capitals and accents do not matter."""
    return search_run(read_model.view, query, limit, until=read_model.next_step)


@router.get("/embedding", tags=["embedding"])
def get_embedding(request: Request) -> EmbeddingInfo:
    """Return the origins of pages that may show this server's page in a frame and steer it by messages."""
    return EmbeddingInfo(origins=[*request.scope.get("embedders", ())])
