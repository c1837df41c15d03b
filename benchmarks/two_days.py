"""How long two game days of the built-in town take and where the time goes, and how large the run file gets.

    uv run python benchmarks/two_days.py [--days 2] [--seed 1]

The town is run twice: with the offline model, and with that run's answers ready. Of the second run is counted apart:

- cognition: what it does in Python between its prompts, with the words for places and times that it asks the world
  for and its passes over memories;
- the prompts: rendering templates, and recording which fields they print (`Templates.prompt`);
- the answers: looking them up, and checking them against their schemas (`model_validate_json`);
- the embeddings: hashing the words of memories and queries (`HashedEmbedder.embed`);
- the start: reading the town's folder and drawing up its world, which a run does once.

All else is the engine, the world and the memory: who is due, views, paths, talks, conflicts and events; the gateway and
its call log; streams, putting vectors on their grid, and retrieval; the run file with its hash; and asyncio.

Seconds are of processor time, so that they hold on a busy machine too; a run uses one core.

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
from pathlib import Path
from time import process_time
from typing import Any

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

from clocks import Clock, TimedEmbedder, TimedGenerative, TimedTemplates, timed_checks, timed_memory

from townlet.engine.resources import RunResources
from townlet.engine.simulation import Simulation
from townlet.language.model import LanguageModel, Reply, Request
from townlet.offline.model import OfflineModel
from townlet.town import load_town

BASELINE_SECONDS_A_DAY = 351.0


class Kept:
    """A language model whose answers are kept and timed. The offline model never waits for anything."""

    def __init__(self, model: OfflineModel) -> None:
        self.model, self.seconds = model, 0.0
        self.replies: dict[tuple[str, str], Reply] = {}
        self.calls = 0

    @property
    def name(self) -> str:
        return self.model.name

    async def __call__(self, request: Request) -> Reply:
        began = process_time()
        reply = await self.model(request)
        self.seconds += process_time() - began
        self.replies[request.name, request.text] = reply
        self.calls += 1
        return reply


class Ready:
    """A language model that has its answers ready, on a clock."""

    name = "offline"

    def __init__(self, replies: dict[tuple[str, str], Reply]) -> None:
        self.replies, self.clock = replies, Clock()

    async def __call__(self, request: Request) -> Reply:
        with self.clock:
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


async def run(days: float, seed: int, model: LanguageModel, path: Path, **parts: Any) -> tuple[float, float, str]:
    """Processor seconds of a run, those of them that went by before its first step, and its state hash."""
    began = process_time()
    machinery = RunResources(model=model, **parts)
    with Simulation.start(load_town("smallville"), path, seed=seed, resources=machinery) as simulation:
        started = process_time()
        async for _ in simulation.run(days):
            pass
        state_hash = simulation.finish()
    return process_time() - began, started - began, state_hash


async def apart(days: float, seed: int, ready: Ready, path: Path) -> tuple[dict[str, float], str]:
    """Processor seconds of a run with its answers ready, by what they were spent on, and its state hash."""
    prompts, embeddings = Clock(), Clock()
    people = TimedGenerative(TimedTemplates(prompts))
    with timed_checks(ready.clock), timed_memory(people.engine):
        seconds, start, state_hash = await run(
            days, seed, ready, path, embedder=TimedEmbedder(embeddings), cognition=people
        )
    spent = {
        "cognition": people.own.seconds,
        "prompts": prompts.seconds,
        "answers": ready.clock.seconds,
        "embeddings": embeddings.seconds,
        "start": start,
    }
    return {"all": seconds, "engine, world, memory": seconds - sum(spent.values()), **spent}, state_hash


async def main(days: float, seed: int) -> None:
    with tempfile.TemporaryDirectory() as folder:
        offline = Kept(OfflineModel(seed))
        seconds, _, first = await run(days, seed, offline, Path(folder) / "offline.townlet")
        size = (Path(folder) / "offline.townlet").stat().st_size / 2**20
        settled()
        spent, second = await apart(days, seed, Ready(offline.replies), Path(folder) / "ready.townlet")
    baseline = BASELINE_SECONDS_A_DAY * days
    print(f"{days:g} game days of 25 people, seed {seed}: {offline.calls} calls, equal hashes: {first == second}")
    print(f"everything                 {seconds:7.1f} s   {baseline / seconds:6.1f} times the baseline's speed")
    print(f"  of which the model       {offline.seconds:7.1f} s")
    alone = spent.pop("all")
    print(f"with answers ready         {alone:7.1f} s   {baseline / alone:6.1f} times the baseline's speed")
    for what in spent:
        print(f"  {what:<24} {spent[what]:7.1f} s")
    print(f"run file                   {size:7.1f} MiB")
    print(f"peak memory                {peak_mebibytes():7.0f} MiB (with all answers held twice)")


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--days", type=float, default=2)
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    asyncio.run(main(arguments.days, arguments.seed))
