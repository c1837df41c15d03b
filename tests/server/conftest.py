"""A short run of a small town, and a server for it."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from pathlib import Path

import pytest
from starlette.testclient import TestClient

from townlet.engine.simulation import Simulation
from townlet.server.access import AccessPolicy
from townlet.server.app import create_app
from townlet.server.run_session import RunSession
from townlet.town import load_town

DAYS = 0.4


@pytest.fixture(scope="session")
def run(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A run of the town of four, from midnight to half past nine."""
    path = tmp_path_factory.mktemp("served") / "morning.townlet"

    async def live() -> None:
        with Simulation.start(load_town("applegarth"), path, seed=1) as simulation:
            async for _ in simulation.run(DAYS):
                pass
            simulation.finish()

    asyncio.run(live())
    return path


@pytest.fixture
def client(run: Path) -> Iterator[TestClient]:
    with TestClient(create_app(RunSession(run), AccessPolicy(port=80)), base_url="http://localhost") as client:
        yield client
