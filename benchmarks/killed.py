"""A run that is killed (kill -9, or its like on Windows) at random moments and resumed, against one left alone.

    uv run python benchmarks/killed.py [--town smallville] [--days 2] [--kills 50] [--seed 3]

Where a run is killed is drawn in steps, from all of the run, so that the machine's speed does not matter: each life
tells its steps as they end, and is killed a moment after it has come to the next of those that were drawn. Every fifth
is killed before it has lived a step, while it goes over what was before. Prints how often it was killed, whether
the two state hashes are equal, whether the seal is whole, and how much longer the killed run took.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import random
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

from townlet.engine.simulation import STEPS_A_COMMIT, Simulation
from townlet.runfile import verify_run
from townlet.town import load_town

STEPS_A_DAY = 8640
MOST_SECONDS_ON = 0.1
"""How long a life goes on at most after it has come to where it is killed: through a few steps, or none."""
IN_CATCHING_UP = 5
"""One life of so many is killed before it lives on."""


class Moment(NamedTuple):
    """When a life is killed: after it has come to a step, or while it gets going if that is None; and how long after,
    as a share of `MOST_SECONDS_ON` or of the time that it takes to get going."""

    step: int | None
    share: float


class Life(NamedTuple):
    """What came of a life: its state hash, or none if it was killed; and how long it took to get going."""

    state_hash: str
    seconds_to_begin: float


def moments(kills: int, steps: int, seed: int) -> Iterator[Moment]:
    """As many as are wanted, in the order of the run; its last stretch is left, so that none comes too late."""
    chance = random.Random(seed)
    ends = iter(sorted(chance.sample(range(steps - 2 * STEPS_A_COMMIT), kills)))
    for place, step in enumerate(ends):
        yield Moment(None if place % IN_CATCHING_UP == IN_CATCHING_UP - 1 else step, chance.random())


async def go_on(path: Path, town: str, days: float, seed: int) -> None:
    """Begin the run or go on with it, to its end; tell each step, and the state hash."""
    simulation = await Simulation.resume(path) if path.exists() else Simulation.start(load_town(town), path, seed=seed)
    with simulation:
        print(simulation.next_step, flush=True)
        async for log in simulation.run(days):
            print(log.step, flush=True)
        print(simulation.finish(), flush=True)


def live(path: Path, arguments: argparse.Namespace, until: Moment | None = None, usual: float = 1.0) -> Life:
    """One process, let run to its end or killed; `usual` is how many seconds it took to get going last time."""
    command = [sys.executable, __file__, "--child", str(path), "--town", arguments.town]
    command += ["--days", str(arguments.days), "--seed", str(arguments.seed)]
    began = time.perf_counter()
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        if until is not None and until.step is None:
            time.sleep(until.share * usual)
            process.kill()
            return Life("", usual)
        try:
            return _watched(process, began, until)
        finally:
            process.kill()


def _watched(process: subprocess.Popen[str], began: float, until: Moment | None) -> Life:
    """Read what a life tells until it ends, or has come to where it is to be killed."""
    assert process.stdout
    begun, said = 0.0, ""
    for line in process.stdout:
        begun = begun or time.perf_counter() - began
        said = line.strip()
        if until is None or until.step is None or not said.isdigit() or int(said) < until.step:
            continue
        time.sleep(until.share * MOST_SECONDS_ON)
        return Life("", begun)
    return Life(said, begun)


def main(arguments: argparse.Namespace) -> None:
    with tempfile.TemporaryDirectory() as folder:
        began = time.perf_counter()
        alone = live(Path(folder) / "alone.townlet", arguments)
        seconds, began = time.perf_counter() - began, time.perf_counter()
        path, killed, usual = Path(folder) / "killed.townlet", 0, alone.seconds_to_begin
        for moment in moments(arguments.kills, round(arguments.days * STEPS_A_DAY), arguments.seed):
            life = live(path, arguments, moment, usual)
            killed, usual = killed + (not life.state_hash), life.seconds_to_begin
        end = live(path, arguments)
        ratio = (time.perf_counter() - began) / seconds
        whole = verify_run(path).sound
    equal = end.state_hash == alone.state_hash
    print(f"{arguments.town}, {arguments.days:g} days: killed {killed} times, equal hashes: {equal}")
    print(f"seal of the killed run whole: {whole}")
    print(f"state hash alone {alone.state_hash}")
    print(f"state hash killed {end.state_hash}")
    print(f"alone {seconds:.1f} s, killed {ratio:.1f} times as long")


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--town", default="smallville")
    parser.add_argument("--days", type=float, default=2)
    parser.add_argument("--kills", type=int, default=50)
    parser.add_argument("--seed", type=int, default=3)
    parser.add_argument("--child", type=Path, help=argparse.SUPPRESS)
    given = parser.parse_args()
    if given.child:
        asyncio.run(go_on(given.child, given.town, given.days, given.seed))
    else:
        main(given)
