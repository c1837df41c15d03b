"""Minds are preloaded, unless the run is live or the town large."""

from __future__ import annotations

from pathlib import Path

import pytest

from townlet.engine.simulation import Simulation
from townlet.server import run_session
from townlet.server.run_session import RunSession
from townlet.town import load_town


@pytest.fixture
async def session(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> RunSession:
    monkeypatch.setattr(run_session, "PRELOAD_DELAY_SECONDS", 0.0)
    monkeypatch.setattr(run_session, "PRELOAD_PAUSE_SECONDS", 0.0)
    path = tmp_path / "run.townlet"
    with Simulation.start(load_town("applegarth"), path) as simulation:
        async for _ in simulation.run(0.02):
            pass
    return RunSession(path)


def read(session: RunSession) -> set[str]:
    read_model = session.read_model
    return {name for name in read_model.past.joined if read_model.minds._minds[name].until == read_model.next_step}


async def test_everybodys_mind_is_preloaded(session: RunSession) -> None:
    assert read(session) == set()
    await run_session.preload_minds(session)
    assert read(session) == set(session.read_model.past.joined)


async def test_nothing_is_preloaded_in_a_live_run(session: RunSession, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(RunSession, "mode", "live")
    await run_session.preload_minds(session)
    assert read(session) == set()


async def test_nothing_is_preloaded_in_a_large_town(session: RunSession, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(run_session, "PRELOAD_MAX_PEOPLE", 3)
    await run_session.preload_minds(session)
    assert read(session) == set()
