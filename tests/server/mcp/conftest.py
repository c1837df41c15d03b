"""A morning in which the news that the town tracks is certain to be told once."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from townlet import CommandRefused, Release, Simulation, Speak, Take, Walk, load_town

SEVEN_O_CLOCK = 2_520


@pytest.fixture(scope="session")
def run(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A run of the town of four until half past nine. From seven, Nell Hart looks for Owen Hart to tell him news."""
    path = tmp_path_factory.mktemp("told") / "morning.townlet"

    async def live() -> None:
        with Simulation.start(load_town("applegarth"), path, seed=3) as simulation:
            told = False
            async for log in simulation.run(0.4):
                if log.step == SEVEN_O_CLOCK:
                    simulation.order(Take("Nell Hart"))
                elif log.step > SEVEN_O_CLOCK and log.step % 6 == 0 and not told:
                    told = tells(simulation)
            simulation.finish()
        assert told

    asyncio.run(live())
    return path


def tells(simulation: Simulation) -> bool:
    """Whether Nell Hart, moved from a keyboard, can tell Owen Hart of the picnic now. Otherwise she goes to him."""
    owen = simulation.engine.state.world.bodies["Owen Hart"].tile(simulation.next_step)
    try:
        text = "I am planning a picnic on the Village Green on Tuesday."
        simulation.order(Speak("Nell Hart", "Owen Hart", text, leave=True))
        simulation.order(Release("Nell Hart"))
    except CommandRefused:
        simulation.order(Walk("Nell Hart", owen))
        return False
    return True
