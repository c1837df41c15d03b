"""Open a run file: list its talks, and its reflections with the memories they rest on."""

import asyncio
import sys
from pathlib import Path

from townlet import RunView, Simulation, load_town


async def simulate(path: Path) -> None:
    with Simulation.start(load_town("applegarth"), path, seed=1) as simulation:
        async for _ in simulation.run(days=1):
            pass
        print("State hash:", simulation.finish())


def print_talks(run: RunView) -> None:
    for line in run.lines():
        if line.number == 0:
            print(f"{run.time(line.step):%a %H:%M}  {line.speaker} speaks to {line.to}: {line.text}")


def print_reflections(run: RunView) -> None:
    memories = {memory.id: memory for memory in run.memories_by_step()}
    for memory in memories.values():
        if memory.kind == "reflection":
            print(f"\n{memory.id.agent}: {memory.text}")
            for cited in memory.evidence:
                print(f"    because: {memories[cited].text}")


if __name__ == "__main__":
    path = Path(sys.argv[1] if len(sys.argv) > 1 else "applegarth-day.townlet")
    if not path.exists():
        asyncio.run(simulate(path))
    run = RunView(path)
    print_talks(run)
    print_reflections(run)
