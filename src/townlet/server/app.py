"""The server, put together."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator

from fastapi import FastAPI
from starlette.types import ASGIApp

from townlet.server import faults
from townlet.server.client_files import client
from townlet.server.follow import follow
from townlet.server.guard import Door, Guard
from townlet.server.routes import acting, film, people, records, socket, town
from townlet.server.stage import Stage
from townlet.server.warming import warm

ABOUT = """A run of a town, to be watched and looked into.

Steps count from 0, of ten game seconds each. `at` is a step: what happened before it counts. Every GET leaves the run
as it is. What happens while one watches comes over the WebSocket `/ws`, whose messages `/api/schema` describes.
"""


def create_app(stage: Stage, door: Door | None = None) -> ASGIApp:
    """The server of a run."""
    version = stage.session.version
    app = FastAPI(title="Townlet", description=ABOUT, version=version, docs_url=None, redoc_url=None, lifespan=_living)
    app.state.stage = stage
    faults.tell(app)
    for routes in (film, town, people, records, acting, socket):
        app.include_router(routes.router)
    app.router.routes.append(client())
    return Guard(app, door or Door())


@contextlib.asynccontextmanager
async def _living(app: FastAPI) -> AsyncIterator[None]:
    stage: Stage = app.state.stage
    stage.loop = asyncio.get_running_loop()
    tasks = [asyncio.create_task(follow(stage)), asyncio.create_task(warm(stage))]
    try:
        yield
    finally:
        for task in tasks:
            task.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await task
        await stage.leave()
