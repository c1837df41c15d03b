"""HTTP route that searches the whole run."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Query

from townlet.server.protocol.search import SearchView
from townlet.server.routes.dependencies import ReadModelParam
from townlet.server.views.search import search_run

router = APIRouter(prefix="/api/search", tags=["search"])


@router.get("")
def search(
    read_model: ReadModelParam,
    query: Annotated[str, Query(max_length=200, description="Words that a result has to contain, all of them.")],
    limit: Annotated[int, Query(ge=1, le=100, description="The largest number of results of each group.")] = 20,
) -> SearchView:
    """Search what was said and what people remember, in the whole run so far; capitals and accents do not matter."""
    return search_run(read_model.view, query, limit, until=read_model.next_step)
