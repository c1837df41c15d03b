"""Open a run file: list its talks, and its reflections with the records they rest on."""

import asyncio
import sys
from pathlib import Path

from townlet.engine.simulation import Simulation
from townlet.runfile import RunReader
from townlet.runfile.event_log import read_steps
from townlet.runfile.files import open_reader
from townlet.town import load_town
from townlet.world.events import TalkEnded


async def simulate(path: Path) -> None:
    with Simulation.start(load_town("applegarth"), path, seed=1) as simulation:
        async for _ in simulation.run(days=1):
            pass
        print("State hash:", simulation.finish())


def print_talks(run: RunReader) -> None:
    for step in read_steps(run):
        for event in step.events():
            if isinstance(event, TalkEnded):
                print(f"{run.header.time_of(step.step):%a %H:%M}  {' and '.join(event.participants)} talked")


def print_reflections(run: RunReader) -> None:
    memories = {memory.id: memory for memory in run.memories()}
    for memory in memories.values():
        if memory.kind == "reflection":
            print(f"\n{memory.id.agent}: {memory.text}")
            for cited in memory.evidence:
                print(f"    because: {memories[cited].text}")


if __name__ == "__main__":
    path = Path(sys.argv[1] if len(sys.argv) > 1 else "applegarth-day.townlet")
    if not path.exists():
        asyncio.run(simulate(path))
    with open_reader(path) as run:
        print_talks(run)
        print_reflections(run)
