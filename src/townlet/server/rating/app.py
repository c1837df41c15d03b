"""The server of a rating study: the replay and one person's memory, behind links of which each is one person's."""

from __future__ import annotations

import contextlib
from collections.abc import AsyncIterator

from fastapi import Depends, FastAPI
from starlette.responses import PlainTextResponse, RedirectResponse
from starlette.types import ASGIApp, Receive, Scope, Send

from townlet.server import faults
from townlet.server.client_files import rating_client
from townlet.server.guard import Door, Guard
from townlet.server.rating.room import Room
from townlet.server.rating.routes import only_their_own, router
from townlet.server.routes import film, people, records, town
from townlet.server.stage import Stage

PREFIX = "/r/"
"""What every link begins with; what follows is somebody's own."""

_NO_LINK = "There is nothing to see here. Open the link that you were sent, with all of its letters.\n"


def create_rating_app(stage: Stage, room: Room, door: Door) -> ASGIApp:
    """The server of a study; `stage` has its run."""
    app = FastAPI(title="Townlet", docs_url=None, redoc_url=None, openapi_url=None, lifespan=_living)
    app.state.stage, app.state.room = stage, room
    faults.tell(app)
    app.include_router(router)
    for routes in (film, town, people, records):
        app.include_router(routes.router, dependencies=[Depends(only_their_own)])
    app.router.routes.extend(rating_client())
    return Guard(_Links(app, room), door)


class _Links:
    """Middleware that knows people by their links, and takes the link out of what they ask for."""

    def __init__(self, app: ASGIApp, room: Room) -> None:
        self._app, self._room = app, room

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan":
            await self._app(scope, receive, send)
            return
        token, slash, rest = scope["path"].removeprefix(PREFIX).partition("/")
        seat = self._room.links.get(token) if scope["path"].startswith(PREFIX) else None
        if scope["type"] != "http":
            await receive()
            await send({"type": "websocket.close", "code": 4403, "reason": "This page has no socket."})
        elif seat is None:
            await PlainTextResponse(_NO_LINK, 404)(scope, receive, send)
        elif not slash:
            # Without the slash the page would ask for everything beside its link instead of behind it.
            await RedirectResponse(f"{PREFIX}{token}/", 308)(scope, receive, send)
        else:
            path = f"/{rest}"
            await self._app({**scope, "path": path, "raw_path": path.encode(), "seat": seat}, receive, send)


@contextlib.asynccontextmanager
async def _living(app: FastAPI) -> AsyncIterator[None]:
    try:
        yield
    finally:
        await app.state.stage.leave()
