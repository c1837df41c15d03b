"""Ending a run."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from itertools import pairwise
from pathlib import Path

import pytest

from townlet.engine.simulation import STEPS_A_COMMIT, Simulation
from townlet.runfile.files import open_reader
from townlet.town import load_town


@pytest.fixture
def run(tmp_path: Path) -> Path:
    return tmp_path / "short.townlet"


async def test_a_run_can_end_with_a_step_in_which_something_happened(run: Path) -> None:
    with Simulation.start(load_town("applegarth"), run) as simulation:
        assert await simulation.step()
        state_hash = simulation.finish()
    with open_reader(run) as reader:
        assert reader.stored_hash() == state_hash


async def test_a_run_can_end_with_idle_steps(run: Path) -> None:
    with Simulation.start(load_town("applegarth"), run) as simulation:
        steps = [await simulation.step() for _ in range(20)]
        assert not steps[-1]
        simulation.finish()
    with open_reader(run) as reader:
        assert reader.last_step() == 19


async def test_a_run_that_goes_no_further_ends_as_before(run: Path) -> None:
    with Simulation.start(load_town("applegarth"), run) as simulation:
        await simulation.step()
        state_hash = simulation.finish()
    with await Simulation.resume(run) as resumed:
        assert resumed.finish() == state_hash


async def test_a_seal_covers_at_most_ten_game_minutes_also_of_a_quiet_night(run: Path) -> None:
    with Simulation.start(load_town("applegarth"), run) as simulation:
        async for _ in simulation.run(0.3):
            pass
        simulation.finish()
    with closing(sqlite3.connect(run)) as connection:
        seals = [step for (step,) in connection.execute("SELECT step FROM seal ORDER BY step")]
        busy = {step for (step,) in connection.execute("SELECT step FROM event")}
    gaps = [later - earlier for earlier, later in pairwise(seals)]
    assert max(gaps) <= STEPS_A_COMMIT
    assert any(busy.isdisjoint(range(earlier + 1, later + 1)) for earlier, later in pairwise(seals))
    assert seals[-1] == 2591
