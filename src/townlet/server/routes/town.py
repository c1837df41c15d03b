"""The town and its files."""

from __future__ import annotations

from pathlib import PurePosixPath

from fastapi import APIRouter, HTTPException
from starlette.responses import Response

from townlet.server.protocol.views import TownView
from townlet.server.routes.dependencies import ReadModelParam
from townlet.server.views.town import MAP_TYPES, PICTURE_TYPES, build_town_view

router = APIRouter(prefix="/api/town", tags=["town"])


@router.get("")
def get_town(watching: ReadModelParam) -> TownView:
    """The town as its folder has it: people with their looks, places and objects with their norms."""
    return build_town_view(watching.town, watching.past)


@router.get("/files/{path:path}", response_class=Response)
def get_town_file(path: str, watching: ReadModelParam) -> Response:
    """A file of the town that pictures are made of: its map, tilesets, pictures and sheets of people."""
    media = (MAP_TYPES | PICTURE_TYPES).get(PurePosixPath(path).suffix.lower())
    if media is None or path not in watching.town.files:
        raise HTTPException(404, f"The town has no map or picture {path[:200]!r}.")
    return Response(watching.town.files[path], media_type=media, headers={"Cache-Control": "no-cache"})
