"""HTTP route for a page that is shown in a frame of another page."""

from __future__ import annotations

from fastapi import APIRouter
from starlette.requests import Request

from townlet.server.protocol.messages import EmbeddingInfo

router = APIRouter(prefix="/api/embedding", tags=["embedding"])


@router.get("")
def get_embedding(request: Request) -> EmbeddingInfo:
    """Return the origins of pages that may show this server's page in a frame and steer it by messages."""
    return EmbeddingInfo(origins=[*request.scope.get("embedders", ())])
