"""Lives of a run on a server that keeps the bill, each in a process of its own that can be killed."""

from __future__ import annotations

import asyncio
import gc
import hashlib
import multiprocessing
import sys
from multiprocessing.process import BaseProcess
from pathlib import Path

from townlet.cli.errors import MODEL_FAILED
from townlet.engine.build import build_resources
from townlet.engine.model_options import ModelOptions, resolve_run_config
from townlet.engine.simulation import Simulation
from townlet.language.model import BudgetSpent
from townlet.runfile import CallRow, open_reader
from townlet.town import load_town

TOWN, SEED = "applegarth", 1
PROFILE = "paper"
"""It asks one thing at a time, so that a short time has many calls."""
CONCURRENCY = 4
MEANS = ModelOptions(concurrency=CONCURRENCY)

# A server of processes has the imports behind it. Where there is none, each life begins with them.
_KIND = "forkserver" if "forkserver" in multiprocessing.get_all_start_methods() else "spawn"
_PROCESSES = multiprocessing.get_context(_KIND)
_PROCESSES.set_forkserver_preload(
    [
        "anyio._backends._asyncio",
        "genai_prices.data",
        "openai.resources.models",
        "pytest",
        "pydantic_ai.models.openai",
        "pydantic_ai.providers.openai_compatible",
        "scenarios.warmed",
        "townlet.engine.build",
        "townlet.language.providers.factory",
        "townlet.language.providers.chat",
        "townlet.town",
    ]
)


def begun_life(run: Path, url: str, days: float, means: ModelOptions = MEANS) -> BaseProcess:
    """A process that begins a run, or goes on with it, up to so many days, and ends it. Its exit code is 3 if its
    budget did not suffice for that.
    """
    process = _PROCESSES.Process(target=_live, args=(str(run), url, days, means), daemon=True)
    process.start()
    return process


def _live(run: str, url: str, days: float, means: ModelOptions) -> None:
    # The many objects that came with the imports are not looked through again: a life takes half the time.
    gc.freeze()
    try:
        asyncio.run(_lived(Path(run), url, days, means))
    except BudgetSpent:
        sys.exit(MODEL_FAILED)


async def _lived(run: Path, url: str, days: float, means: ModelOptions) -> None:
    settings = resolve_run_config(ModelOptions(model=url), PROFILE)
    resources = build_resources(settings, SEED, means)
    await resources.prepare()
    if run.exists():
        simulation = await Simulation.resume(run, resources=resources)
    else:
        simulation = Simulation.start(load_town(TOWN), run, seed=SEED, config=settings, resources=resources)
    with simulation:
        async for _ in simulation.run(days):
            pass
        simulation.finish()
    await resources.aclose()


def sendings(run: Path) -> dict[str, CallRow]:
    """All sendings that a run file knows of, by the ids under which they were sent."""
    with open_reader(run) as reader:
        return {_id_of(reader.header.id, row): row for row in reader.calls()}


def _id_of(run: str, row: CallRow) -> str:
    key = f"{run}|{row.agent}|{row.step}|{row.path}|{row.attempt}"
    return hashlib.blake2b(key.encode(), digest_size=16).hexdigest()
