"""The server of a rating study: the replay and one person's memory, behind links of which each is one person's."""

from __future__ import annotations

import contextlib
from collections.abc import AsyncIterator
from typing import Annotated

from fastapi import APIRouter, Depends, FastAPI, HTTPException, Request
from starlette.responses import PlainTextResponse, RedirectResponse
from starlette.types import ASGIApp, Receive, Scope, Send

from townlet.experiments.rating.plan import Seat
from townlet.server import errors
from townlet.server.access import AccessMiddleware, AccessPolicy
from townlet.server.client_files import make_rating_client_routes
from townlet.server.protocol.rating import RatingSubmission, RatingView
from townlet.server.rating.service import RatingService
from townlet.server.routes import event_feed, people, records, town
from townlet.server.run_session import RunSession

router = APIRouter(prefix="/api/rating", tags=["rating"])


def _room(request: Request) -> RatingService:
    room: RatingService = request.app.state.room
    return room


def _seat(request: Request) -> Seat:
    seat: Seat = request.scope["seat"]
    return seat


RatingServiceParam = Annotated[RatingService, Depends(_room)]
SeatParam = Annotated[Seat, Depends(_seat)]


@router.get("")
def get_rating(room: RatingServiceParam, seat: SeatParam) -> RatingView:
    """How far they have come, and what is next."""
    return room.shown(seat)


@router.post("/consent")
def post_consent(room: RatingServiceParam, seat: SeatParam) -> RatingView:
    """They agree to the text."""
    room.agree(seat)
    return room.shown(seat)


@router.post("/watched")
def post_watched(room: RatingServiceParam, seat: SeatParam) -> RatingView:
    """They have watched the replay."""
    room.go_on(seat)
    return room.shown(seat)


@router.post("/done")
def post_rating_task(task: RatingSubmission, room: RatingServiceParam, seat: SeatParam) -> RatingView:
    """They have done a task; what comes next. Refused (409) for a task that is not the next."""
    room.take(seat, task)
    return room.shown(seat)


def require_own_person(request: Request, room: RatingServiceParam, seat: SeatParam) -> None:
    """Lets through what they may look at: the replay, and the memory of the person whom they watch."""
    if room.sitting(seat).began is None:
        raise HTTPException(403, "Read the text and agree first.")
    parts = request.scope["path"].removeprefix("/api/").split("/")
    person = room.person(seat)
    match parts:
        case ["marks"] if request.query_params.get("who") == person:
            return
        case ["session"] | ["reel"] | ["town"] | ["things"] | ["talks", _] | ["town", "files", *_]:
            return
        case ["people", name] if name == person:
            return
        case ["people", name, "plans" | "memories" | "retrieval" | "reflections" | "ties" | "talks"] if name == person:
            return
        case ["memories", name, *_] if name == person:
            return
    raise HTTPException(404, f"This page shows what {person} did and remembers, and nothing else.")


LINK_PREFIX = "/r/"
"""What every link begins with; what follows is somebody's own."""

_NO_LINK = "There is nothing to see here. Open the link that you were sent, with all of its letters.\n"


def create_rating_app(stage: RunSession, room: RatingService, door: AccessPolicy) -> ASGIApp:
    """The server of a study; `stage` has its run."""
    app = FastAPI(title="Townlet", docs_url=None, redoc_url=None, openapi_url=None, lifespan=_living)
    app.state.stage, app.state.room = stage, room
    errors.add_error_handlers(app)
    app.include_router(router)
    for routes in (event_feed, town, people, records):
        app.include_router(routes.router, dependencies=[Depends(require_own_person)])
    app.router.routes.extend(make_rating_client_routes())
    return AccessMiddleware(_Links(app, room), door)


class _Links:
    """Middleware that knows people by their links, and takes the link out of what they ask for."""

    def __init__(self, app: ASGIApp, room: RatingService) -> None:
        self._app, self._room = app, room

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan":
            await self._app(scope, receive, send)
            return
        token, slash, rest = scope["path"].removeprefix(LINK_PREFIX).partition("/")
        seat = self._room.links.get(token) if scope["path"].startswith(LINK_PREFIX) else None
        if scope["type"] != "http":
            await receive()
            await send({"type": "websocket.close", "code": 4403, "reason": "This page has no socket."})
        elif seat is None:
            await PlainTextResponse(_NO_LINK, 404)(scope, receive, send)
        elif not slash:
            # Without the slash the page would ask for everything beside its link instead of behind it.
            await RedirectResponse(f"{LINK_PREFIX}{token}/", 308)(scope, receive, send)
        else:
            path = f"/{rest}"
            await self._app({**scope, "path": path, "raw_path": path.encode(), "seat": seat}, receive, send)


@contextlib.asynccontextmanager
async def _living(app: FastAPI) -> AsyncIterator[None]:
    try:
        yield
    finally:
        await app.state.stage.leave()
