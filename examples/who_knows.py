"""Swap a faculty, let a town live for half a day, and read who knows what, and from whom."""

import asyncio
import tempfile
from dataclasses import replace
from pathlib import Path

from townlet import Generative, Percept, RunResources, Simulation, Thought, load_town, open_run, perceive


async def near_sighted(thought: Thought) -> tuple[Percept, ...]:
    """Perceive as usual, but react to three things at most."""
    return (await perceive(thought))[:3]


async def live(path: Path) -> None:
    mind = replace(Generative(), perceive=near_sighted)
    town, resources = load_town("ternholm"), RunResources(cognition=mind)
    with Simulation.start(town, path, seed=1, resources=resources) as simulation:
        async for _ in simulation.run(days=0.5):
            pass
        simulation.finish()


with tempfile.TemporaryDirectory() as folder:
    path = Path(folder) / "half-a-day.townlet"
    asyncio.run(live(path))
    measures = open_run(path).measure()

for fact in measures.data["facts"]:
    print(f"{fact['name']}: {fact['source']} knew it from the start")
    for heard in fact["edges"]:
        print(f"    {heard['to']} heard it from {heard['from']} at {heard['time']}")
