"""HTTP routes for the town and its files."""

from __future__ import annotations

from hashlib import sha256

from fastapi import APIRouter, HTTPException, Request
from starlette.responses import Response

from townlet.server.protocol.views import TownView
from townlet.server.routes.dependencies import ReadModelParam
from townlet.server.views.town import build_town_view, file_to_draw

router = APIRouter(prefix="/api/town", tags=["town"])


@router.get("")
def get_town(read_model: ReadModelParam) -> TownView:
    """Describe the town as its folder defines it: people with their looks, places and objects with their norms."""
    return build_town_view(read_model.town, read_model.past)


@router.get("/files/{path:path}", response_class=Response)
def get_town_file(path: str, request: Request, read_model: ReadModelParam) -> Response:
    """Return a file that is needed to draw the town: its map, a picture or a sprite sheet.

    A browser that has the file already is told so (304).
    """
    if (found := file_to_draw(read_model.town, path)) is None:
        raise HTTPException(404, f"The town has no map or picture {path[:200]!r}.")
    content, media = found
    headers = {"Cache-Control": "no-cache", "ETag": f'"{sha256(content).hexdigest()}"'}
    if headers["ETag"] in request.headers.get("If-None-Match", ""):
        return Response(status_code=304, headers=headers)
    return Response(content, media_type=media, headers=headers)
