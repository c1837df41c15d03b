"""The ASGI application that serves a run."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from fastapi import FastAPI
from starlette.middleware.gzip import GZipMiddleware
from starlette.types import ASGIApp

from townlet.server import errors
from townlet.server.access import AccessMiddleware, AccessPolicy
from townlet.server.client_files import mount_client
from townlet.server.limits import MAX_BODY_BYTES
from townlet.server.protocol.requests import InvalidResponse
from townlet.server.routes import actions, event_feed, people, records, run, town, websocket
from townlet.server.run_session import RunSession
from townlet.server.served_runs import RunMiddleware, ServedRuns

API_DESCRIPTION = """Watch a run of a town and inspect what people remember, plan and say.

Steps count from 0; each is ten game seconds. `at` is a step: the answer includes everything that happened before it.
No GET changes the run. A fork has its API below its own path, such as `/runs/my-fork1/api/session`. New steps arrive
over the WebSocket `/ws`; `/api/schema` describes its messages.
"""


def create_app(session: RunSession, policy: AccessPolicy | None = None) -> ASGIApp:
    """Return the application that serves the run of a session, and its forks."""
    runs = ServedRuns(session)

    @asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:
        async with runs.served():
            yield

    version = session.info().version
    app = FastAPI(
        title="Townlet",
        description=API_DESCRIPTION,
        version=version,
        docs_url=None,
        redoc_url=None,
        lifespan=lifespan,
        max_body_size=MAX_BODY_BYTES,
        responses={422: {"model": InvalidResponse, "description": "Not a valid request."}},
    )
    app.state.runs = runs
    errors.add_error_handlers(app)
    for routes in (event_feed, town, people, records, run, actions, websocket):
        app.include_router(routes.router)
    app.router.routes.append(mount_client())
    return AccessMiddleware(GZipMiddleware(RunMiddleware(app, runs), compresslevel=6), policy or AccessPolicy())
