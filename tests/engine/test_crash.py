"""Runs killed at any moment go on as if nothing had happened."""

import subprocess
import sys
from pathlib import Path
from random import Random

import pytest

from townlet.engine.commands import Whisper, send_command
from townlet.runfile import fork_run, open_reader
from townlet.runfile.snapshots import snapshot_problems

from .village import hash_of, resumed_hash

DAYS = 0.3
ENDLESS = """
import asyncio, sys
from pathlib import Path
from townlet.engine.simulation import Simulation
from townlet.town import load_town

async def main(path: Path) -> None:
    simulation = await Simulation.resume(path) if path.exists() else Simulation.start(load_town("applegarth"), path)
    async for log in simulation.run(float(sys.argv[2])):
        print(log.step, flush=True)
    print("end", flush=True)
    await asyncio.sleep(3600)

asyncio.run(main(Path(sys.argv[1])))
"""


def killed(path: Path, at_step: int, days: float = DAYS) -> None:
    """Run the starter town in another process and kill that once it has taken a step."""
    arguments = [sys.executable, "-c", ENDLESS, str(path), str(days)]
    with subprocess.Popen(arguments, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        for line in process.stdout:
            if line.strip() == "end" or int(line) >= at_step:
                break
        process.kill()


@pytest.mark.parametrize("seed", [1, 2])
async def test_a_run_that_is_killed_again_and_again_is_the_uninterrupted_one(tmp_path: Path, seed: int) -> None:
    path, moments = tmp_path / "run.townlet", sorted(Random(seed).sample(range(1500, 2592), 2))
    for at_step in moments:
        killed(path, at_step)
    assert await resumed_hash(path, DAYS) == await hash_of(tmp_path / "whole.townlet", DAYS)


async def test_a_command_that_was_taken_survives_a_kill(tmp_path: Path) -> None:
    path = tmp_path / "run.townlet"
    killed(path, 10)
    send_command(path, Whisper("Nell Hart", "You will bake a pie for the king."))
    killed(path, 400)
    await resumed_hash(path, 0.05)
    with open_reader(path) as run:
        assert [row.kind for row in run.events() if row.kind == "Whispered"] == ["Whispered"]
        assert [each.source for each in run.memories("Nell Hart") if each.source == "inner voice"] == ["inner voice"]


async def test_a_run_killed_around_its_first_midnight_keeps_a_snapshot_that_holds(tmp_path: Path) -> None:
    path, days, midnight = tmp_path / "run.townlet", 1.02, 8640
    whole = await hash_of(tmp_path / "whole.townlet", days)
    fork_run(tmp_path / "whole.townlet", midnight - 70, path)
    for at_step in (midnight - 1, midnight, midnight + 1, midnight + 70):
        killed(path, at_step, days)
        with open_reader(path) as run:
            assert [*snapshot_problems(run)] == []
            assert len([*run.snapshots()]) == ((run.last_step() or 0) >= midnight), "it comes with its step"
    assert await resumed_hash(path, days) == whole
    with open_reader(path) as run, open_reader(tmp_path / "whole.townlet") as other:
        assert [*run.snapshots()] == [*other.snapshots()]
