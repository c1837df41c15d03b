"""Runs for the browser to show."""

from __future__ import annotations

import asyncio
from pathlib import Path

from townlet.engine.simulation import Simulation
from townlet.town import load

HALF_A_DAY = 0.6


def half_a_day(folder: Path) -> Path:
    """The file of a run of eight people, from the night until the afternoon of their first day."""
    path = folder / "half-a-day.townlet"
    asyncio.run(_lived(path))
    return path


async def _lived(path: Path) -> None:
    with Simulation.start(load("ternholm"), path, seed=3) as simulation:
        async for _ in simulation.run(HALF_A_DAY):
            pass
        simulation.finish()
