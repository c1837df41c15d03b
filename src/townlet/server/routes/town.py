"""The town and its files."""

from __future__ import annotations

from pathlib import PurePosixPath

from fastapi import APIRouter, HTTPException
from starlette.responses import Response

from townlet.server.portrayal import MAPS, PICTURES, town_shown
from townlet.server.protocol.town import TownShown
from townlet.server.routes.needs import Watched

router = APIRouter(prefix="/api/town", tags=["town"])


@router.get("")
def town(watching: Watched) -> TownShown:
    """The town as its folder has it: people with their looks, places and objects with their norms."""
    return town_shown(watching.town, watching.past)


@router.get("/files/{path:path}", response_class=Response)
def file(path: str, watching: Watched) -> Response:
    """A file of the town that pictures are made of: its map, tilesets, pictures and sheets of people."""
    media = (MAPS | PICTURES).get(PurePosixPath(path).suffix.lower())
    if media is None or path not in watching.town.files:
        raise HTTPException(404, f"The town has no map or picture {path[:200]!r}.")
    return Response(watching.town.files[path], media_type=media, headers={"Cache-Control": "no-cache"})
