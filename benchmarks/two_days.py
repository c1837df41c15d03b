"""How long two game days of the built-in town take, what of it is the model's, and how large the run file gets.

    uv run python benchmarks/two_days.py [--days 2] [--seed 1]

The stated baseline is the published implementation's own code with a model that answers in no time: 351 s a game
day for 25 people (and 2,767 s of forced pauses on top).
"""

from __future__ import annotations

import argparse
import asyncio
import gc
import os
import sys
import tempfile
import time
from pathlib import Path

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

from townlet.engine.simulation import Machinery, Simulation
from townlet.language.model import Reply, Request
from townlet.language.offline.model import OfflineModel
from townlet.town import load

BASELINE_SECONDS_A_DAY = 351.0


class Timed:
    """A language model that keeps count of the time its answers take, and of the answers themselves."""

    def __init__(self, model: OfflineModel) -> None:
        self.model, self.seconds, self.calls = model, 0.0, 0
        self.replies: dict[tuple[str, str], Reply] = {}

    @property
    def name(self) -> str:
        return self.model.name

    async def __call__(self, request: Request) -> Reply:
        began = time.process_time()
        reply = await self.model(request)
        self.seconds += time.process_time() - began
        self.calls += 1
        self.replies[request.name, request.text] = reply
        return reply


class Instant:
    """A language model that has its answers ready."""

    name = "offline"

    def __init__(self, replies: dict[tuple[str, str], Reply]) -> None:
        self.replies = replies

    async def __call__(self, request: Request) -> Reply:
        return self.replies[request.name, request.text]


def peak_mebibytes() -> float:
    """The most memory this process has held, where the system tells."""
    try:
        import resource
    except ImportError:
        return float("nan")
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return peak / (2**20 if sys.platform == "darwin" else 2**10)


def settled() -> None:
    """Put what is there out of the garbage collector's sight, so that one run does not pay for the other."""
    gc.collect()
    gc.freeze()


async def run(days: float, seed: int, model: Timed | Instant, path: Path) -> tuple[float, str]:
    began = time.process_time()
    with Simulation.start(load("smallville"), path, seed=seed, machinery=Machinery(model=model)) as simulation:
        async for _ in simulation.run(days):
            pass
        state_hash = simulation.finish()
    return time.process_time() - began, state_hash


async def main(days: float, seed: int) -> None:
    with tempfile.TemporaryDirectory() as folder:
        timed = Timed(OfflineModel(seed))
        seconds, first = await run(days, seed, timed, Path(folder) / "offline.townlet")
        size = (Path(folder) / "offline.townlet").stat().st_size / 2**20
        settled()
        alone, second = await run(days, seed, Instant(timed.replies), Path(folder) / "instant.townlet")
    baseline = BASELINE_SECONDS_A_DAY * days
    print("Seconds are of processor time, so that they hold on a busy machine too; the run uses one core.")
    print(f"{days:g} game days of 25 people, seed {seed}: {timed.calls} calls, equal hashes: {first == second}")
    print(f"everything            {seconds:7.1f} s   {baseline / seconds:6.1f} times the baseline's speed")
    print(f"  of which the model  {timed.seconds:7.1f} s")
    print(f"answers ready         {alone:7.1f} s   {baseline / alone:6.1f} times the baseline's speed")
    print(f"run file              {size:7.1f} MiB")
    print(f"peak memory           {peak_mebibytes():7.0f} MiB (with all answers held twice)")


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--days", type=float, default=2)
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    asyncio.run(main(arguments.days, arguments.seed))
