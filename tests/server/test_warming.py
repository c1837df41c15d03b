"""Minds are read ahead where a run stands still, and left alone where it is lived here."""

from __future__ import annotations

from pathlib import Path

import pytest

from townlet.engine.simulation import Simulation
from townlet.server import warming
from townlet.server.stage import Stage
from townlet.town import load


@pytest.fixture
async def stage(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Stage:
    monkeypatch.setattr(warming, "AFTER_SECONDS", 0.0)
    monkeypatch.setattr(warming, "PAUSE_SECONDS", 0.0)
    path = tmp_path / "run.townlet"
    with Simulation.start(load("applegarth"), path) as simulation:
        async for _ in simulation.run(0.02):
            pass
    return Stage(path)


def read(stage: Stage) -> set[str]:
    watching = stage.watching
    return {name for name in watching.past.joined if watching.minds._minds[name].until == watching.until}


async def test_everybodys_mind_is_read(stage: Stage) -> None:
    assert read(stage) == set()
    await warming.warm(stage)
    assert read(stage) == set(stage.watching.past.joined)


async def test_not_in_a_run_that_is_lived_here(stage: Stage, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Stage, "mode", "live")
    await warming.warm(stage)
    assert read(stage) == set()


async def test_not_in_a_large_town(stage: Stage, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(warming, "MOST_PEOPLE", 3)
    await warming.warm(stage)
    assert read(stage) == set()
