"""A run that is killed (kill -9, or its like on Windows) at random moments and resumed, against one left alone.

    uv run python benchmarks/killed.py [--town ternholm] [--days 2] [--kills 50] [--seed 3]

Prints whether the two state hashes are equal, and how much longer the killed run took.
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
from pathlib import Path

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

from townlet.engine.simulation import Simulation
from townlet.town import load


async def go_on(path: Path, town: str, days: float, seed: int) -> str:
    """Begin the run or go on with it, to its end; the state hash."""
    simulation = await Simulation.resume(path) if path.exists() else Simulation.start(load(town), path, seed=seed)
    with simulation:
        async for _ in simulation.run(days):
            pass
        return simulation.finish()


def run_in_process(path: Path, arguments: argparse.Namespace, patience: float | None) -> str | None:
    """The state hash of a process that was let run to its end, or None for one that was killed."""
    command = [sys.executable, __file__, "--child", str(path), "--town", arguments.town]
    command += ["--days", str(arguments.days), "--seed", str(arguments.seed)]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
    try:
        return process.communicate(timeout=patience)[0].strip()
    except subprocess.TimeoutExpired:
        process.kill()
        process.communicate()
        return None


def main(arguments: argparse.Namespace) -> None:
    moments = random.Random(arguments.seed)
    with tempfile.TemporaryDirectory() as folder:
        began = time.perf_counter()
        alone = run_in_process(Path(folder) / "alone.townlet", arguments, None)
        seconds = time.perf_counter() - began
        killed, state_hash, began = 0, None, time.perf_counter()
        while killed < arguments.kills and state_hash is None:
            state_hash = run_in_process(
                Path(folder) / "killed.townlet", arguments, moments.uniform(0.1, 1.5) * seconds / 3
            )
            killed += state_hash is None
        state_hash = state_hash or run_in_process(Path(folder) / "killed.townlet", arguments, None)
        ratio = (time.perf_counter() - began) / seconds
    print(f"{arguments.town}, {arguments.days:g} days: killed {killed} times, equal hashes: {state_hash == alone}")
    print(f"alone {seconds:.1f} s, killed {ratio:.1f} times as long; {state_hash}")


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--town", default="ternholm")
    parser.add_argument("--days", type=float, default=2)
    parser.add_argument("--kills", type=int, default=50)
    parser.add_argument("--seed", type=int, default=3)
    parser.add_argument("--child", type=Path, help=argparse.SUPPRESS)
    given = parser.parse_args()
    if given.child:
        print(asyncio.run(go_on(given.child, given.town, given.days, given.seed)))
    else:
        main(given)
