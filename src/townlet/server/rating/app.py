"""The ASGI application of a rating study: behind each rater's personal link, the replay and one person's memory."""

from __future__ import annotations

import contextlib
from collections.abc import AsyncIterator
from typing import Annotated

from fastapi import APIRouter, Depends, FastAPI, HTTPException, Request
from starlette.responses import PlainTextResponse, RedirectResponse
from starlette.types import ASGIApp, Receive, Scope, Send

from townlet.evaluation.rating.plan import Seat
from townlet.server import errors
from townlet.server.access import AccessMiddleware, AccessPolicy, close_websocket
from townlet.server.client_files import make_rating_client_routes
from townlet.server.limits import MAX_BODY_BYTES
from townlet.server.protocol.rating import RatingSubmission, RatingView
from townlet.server.rating.service import RatingService
from townlet.server.routes import event_feed, people, records, town
from townlet.server.run_session import RunSession

router = APIRouter(prefix="/api/rating", tags=["rating"])


def _service(request: Request) -> RatingService:
    service: RatingService = request.app.state.service
    return service


def _seat(request: Request) -> Seat:
    seat: Seat = request.scope["seat"]
    return seat


RatingServiceParam = Annotated[RatingService, Depends(_service)]
SeatParam = Annotated[Seat, Depends(_seat)]


@router.get("")
def get_rating(service: RatingServiceParam, seat: SeatParam) -> RatingView:
    """Return how far the rater has come, and the next task."""
    return service.view(seat)


@router.post("/consent")
def post_consent(service: RatingServiceParam, seat: SeatParam) -> RatingView:
    """Record that the rater agrees to the consent text."""
    service.record_consent(seat)
    return service.view(seat)


@router.post("/watched")
def post_watched(service: RatingServiceParam, seat: SeatParam) -> RatingView:
    """Record that the rater has watched the replay."""
    service.mark_watched(seat)
    return service.view(seat)


@router.post("/done")
def post_rating_task(task: RatingSubmission, service: RatingServiceParam, seat: SeatParam) -> RatingView:
    """Record a finished task and return what comes next. Status 409 if it is not the task that was due."""
    service.submit(seat, task)
    return service.view(seat)


def require_own_person(request: Request, service: RatingServiceParam, seat: SeatParam) -> None:
    """Allow only what the rater may see: the replay, and the mind of the person whom they rate."""
    if service.sitting(seat).began is None:
        raise HTTPException(403, "Agree to the consent text first.")
    parts = request.scope["path"].removeprefix("/api/").split("/")
    person = service.person(seat)
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
"""The path that every link begins with; the rater's own token follows."""

_NO_LINK = "There is nothing to see here. Open the link that you were sent, with all of its letters.\n"


def create_rating_app(session: RunSession, service: RatingService, policy: AccessPolicy) -> ASGIApp:
    """Return the application of a study; `session` shows its run."""

    @contextlib.asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:
        try:
            yield
        finally:
            await session.close()

    app = FastAPI(
        title="Townlet",
        docs_url=None,
        redoc_url=None,
        openapi_url=None,
        lifespan=lifespan,
        max_body_size=MAX_BODY_BYTES,
    )
    app.state.service = service
    errors.add_error_handlers(app)
    app.include_router(router)
    for routes in (event_feed, town, people, records):
        app.include_router(routes.router, dependencies=[Depends(require_own_person)])
    app.router.routes.extend(make_rating_client_routes())
    return AccessMiddleware(_Links(app, session, service), policy)


class _Links:
    """ASGI middleware that finds the rater by the token in the path, and strips the link prefix from the path."""

    def __init__(self, app: ASGIApp, session: RunSession, service: RatingService) -> None:
        self._app, self._session, self._service = app, session, service

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan":
            await self._app(scope, receive, send)
            return
        token, slash, rest = scope["path"].removeprefix(LINK_PREFIX).partition("/")
        seat = self._service.links.get(token) if scope["path"].startswith(LINK_PREFIX) else None
        if scope["type"] != "http":
            await close_websocket(receive, send, "The rating page has no WebSocket.")
        elif seat is None:
            await PlainTextResponse(_NO_LINK, 404)(scope, receive, send)
        elif not slash:
            # Without the slash the browser would resolve 'api/town' to /r/api/town instead of /r/TOKEN/api/town.
            await RedirectResponse(f"{LINK_PREFIX}{token}/", 308)(scope, receive, send)
        else:
            path = f"/{rest}"
            found = {"session": self._session, "seat": seat}
            await self._app({**scope, "path": path, "raw_path": path.encode(), **found}, receive, send)
