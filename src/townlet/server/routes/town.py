"""HTTP routes for the town and its files."""

from __future__ import annotations

from pathlib import PurePosixPath

from fastapi import APIRouter, HTTPException
from starlette.responses import Response

from townlet.server.protocol.views import TownView
from townlet.server.routes.dependencies import ReadModelParam
from townlet.server.views.town import MAP_TYPES, PICTURE_TYPES, build_town_view

router = APIRouter(prefix="/api/town", tags=["town"])


@router.get("")
def get_town(read_model: ReadModelParam) -> TownView:
    """Describe the town as its folder defines it: people with their looks, places and objects with their norms."""
    return build_town_view(read_model.town, read_model.past)


@router.get("/files/{path:path}", response_class=Response)
def get_town_file(path: str, read_model: ReadModelParam) -> Response:
    """Return a file that is needed to draw the town: its map, a tileset, a picture or a sprite sheet."""
    media = (MAP_TYPES | PICTURE_TYPES).get(PurePosixPath(path).suffix.lower())
    if media is None or path not in read_model.town.files:
        raise HTTPException(404, f"The town has no map or picture {path[:200]!r}.")
    return Response(read_model.town.files[path], media_type=media, headers={"Cache-Control": "no-cache"})
