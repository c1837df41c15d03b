"""The server, put together."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator

from fastapi import FastAPI
from starlette.types import ASGIApp

from townlet.server import errors
from townlet.server.access import AccessMiddleware, AccessPolicy
from townlet.server.client_files import mount_client
from townlet.server.routes import actions, event_feed, people, records, town, websocket
from townlet.server.run_session import RunSession, follow_run, preload_minds

API_DESCRIPTION = """A run of a town, to be watched and looked into.

Steps count from 0, of ten game seconds each. `at` is a step: what happened before it counts. Every GET leaves the run
as it is. What happens while one watches comes over the WebSocket `/ws`, whose messages `/api/schema` describes.
"""


def create_app(stage: RunSession, door: AccessPolicy | None = None) -> ASGIApp:
    """The server of a run."""
    version = stage.session.version
    app = FastAPI(
        title="Townlet", description=API_DESCRIPTION, version=version, docs_url=None, redoc_url=None, lifespan=_living
    )
    app.state.stage = stage
    errors.add_error_handlers(app)
    for routes in (event_feed, town, people, records, actions, websocket):
        app.include_router(routes.router)
    app.router.routes.append(mount_client())
    return AccessMiddleware(app, door or AccessPolicy())


@contextlib.asynccontextmanager
async def _living(app: FastAPI) -> AsyncIterator[None]:
    stage: RunSession = app.state.stage
    stage.loop = asyncio.get_running_loop()
    tasks = [asyncio.create_task(follow_run(stage)), asyncio.create_task(preload_minds(stage))]
    try:
        yield
    finally:
        for task in tasks:
            task.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await task
        await stage.leave()
